"""A module as text (.wat): its functions are read back from their bytes.

What is reckoned for one instruction stands folded on its line; blocks are indented. Every line of the kernel
that something was written for stands before that as a comment.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm import module
from interpreter.compiled.wasm.functions import Functions, Written

_COMPARISONS = ("eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u")
_BITS = ("clz", "ctz", "popcnt")
_OPERATORS = (
    *("add", "sub", "mul", "div_s", "div_u", "rem_s", "rem_u", "and", "or", "xor"),
    *("shl", "shr_s", "shr_u", "rotl", "rotr"),
)


def _plain() -> dict[int, tuple[str, int, bool]]:
    """Instructions that are one byte: the name, how many operands it takes, whether it gives a value."""
    table = {
        0x00: ("unreachable", 0, False),
        0x0F: ("return", 0, False),
        0x1A: ("drop", 1, False),
        0x1B: ("select", 3, True),
        0xA7: ("i32.wrap_i64", 1, True),
        0xAC: ("i64.extend_i32_s", 1, True),
        0xAD: ("i64.extend_i32_u", 1, True),
    }
    for kind, test, count in (("i32", 0x45, 0x67), ("i64", 0x50, 0x79)):
        table[test] = (f"{kind}.eqz", 1, True)
        for place, name in enumerate(_COMPARISONS):
            table[test + 1 + place] = (f"{kind}.{name}", 2, True)
        for place, name in enumerate(_BITS):
            table[count + place] = (f"{kind}.{name}", 1, True)
        for place, name in enumerate(_OPERATORS):
            table[count + len(_BITS) + place] = (f"{kind}.{name}", 2, True)
    return table


_PLAIN: Final = _plain()

_WIDTHS: Final = {"i64": "", "i32": "32_s", "i16": "16_s", "u8": "8_u"}

_MEMORY: Final = {
    **{wasm.LOADS[width][0]: f"i64.load{name}" for width, name in _WIDTHS.items()},
    **{wasm.STORES[width][0]: f"i64.store{name[:-2]}" for width, name in _WIDTHS.items()},
}

_TYPES: Final = {wasm.I32: "i32", wasm.I64: "i64"}


def show(functions: Functions, source: str) -> str:
    """A module as text; the functions were written with marks for the lines of the source."""
    kernel, lines = functions.kernel, source.splitlines()
    size = module.pages(kernel)
    names = list(functions.numbers)
    parts = ["(module", f'  (memory (export "memory") {size} {size})']
    for written in module.ordered(functions):
        parts += _function(written, names, lines)
    for name in kernel.exports:
        parts += _entrance(functions, functions.written[name], names)
    for offset, content in module.segments(kernel):
        parts.append(f'  (data (i32.const {offset}) "{_escaped(content)}")')
    description = json.dumps(module.description(kernel)).encode()
    parts.append(f'  (@custom "{module.DESCRIPTION}" "{_escaped(description)}")')
    return "\n".join([*parts, ")"]) + "\n"


def _escaped(content: bytes) -> str:
    return "".join(
        chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02x}" for byte in content
    )


def _function(written: Written, names: list[str], lines: list[str]) -> list[str]:
    parameters = [each.arg for each in written.node.args.args]
    locals_ = _unique(written.names)
    head = "".join(f" (param ${name} i64)" for name in parameters) + (
        " (result i64)" if written.gives else ""
    )
    parts = [f"  (func ${written.name}{head}"]
    cells = [f"(local ${name} {_TYPES[kind]})" for name, kind in zip(locals_, written.types, strict=True)]
    if cells[len(parameters) :]:
        parts.append("    " + " ".join(cells[len(parameters) :]))
    return [*parts, *_Reader(written.code, locals_, names, lines).read(), "  )"]


def _unique(names: list[str]) -> list[str]:
    """Names for all locals: those that have none get a number, those that have the same one as well."""
    found: list[str] = []
    for number, name in enumerate(names):
        found.append(name if name and name not in found else f"{name or 'cell'}.{number}")
    return found


def _entrance(functions: Functions, written: Written, names: list[str]) -> list[str]:
    count = len(written.node.args.args)
    head = " (param i32)" * count + (" (result i32)" if written.gives else "")
    numbers = [str(number) for number in range(count)]
    code = _Reader(module.entrance(functions, written), numbers, names, [], sign="").read()
    name = module.entrance_name(written.name)
    return [f'  (func ${name} (export "{written.name}"){head}', *code, "  )"]


class _Reader:
    """Reads the code of one function. `stack` holds what is reckoned and not used yet, as folded text."""

    def __init__(
        self, code: bytes, locals_: list[str], functions: list[str], lines: list[str], sign: str = "$"
    ) -> None:
        self.code = code
        self.at = 0
        self.locals = [sign + name for name in locals_]
        self.functions = functions
        self.lines = lines
        self.depth = 2
        self.stack: list[str] = []
        self.out: list[str] = []
        self._special: dict[int, Callable[[], None]] = {
            wasm.BLOCK: lambda: self._open("block"),
            wasm.LOOP: lambda: self._open("loop"),
            wasm.IF: lambda: self._open("if"),
            wasm.ELSE[0]: self._else,
            wasm.END[0]: self._end,
            0x0C: lambda: self._line(f"br {self._unsigned()}", 0),
            0x0D: lambda: self._line(f"br_if {self._unsigned()}", 1),
            0x0E: self._jump_table,
            0x10: lambda: self._line(f"call ${self.functions[self._unsigned()]}", 0),
            0x20: lambda: self._push(f"local.get {self.locals[self._unsigned()]}", 0),
            0x21: lambda: self._line(f"local.set {self.locals[self._unsigned()]}", 1),
            0x22: lambda: self._push(f"local.tee {self.locals[self._unsigned()]}", 1),
            0x41: lambda: self._push(f"i32.const {self._signed()}", 0),
            0x42: lambda: self._push(f"i64.const {self._signed()}", 0),
            0xFC: self._bulk,
            wasm.MARK: self._mark,
        }

    def read(self) -> list[str]:
        """The lines of the function's body."""
        while self.at < len(self.code):
            byte = self.code[self.at]
            self.at += 1
            plain = _PLAIN.get(byte)
            if plain is not None:
                name, operands, gives = plain
                (self._push if gives else self._line)(name, operands)
            elif byte in _MEMORY:
                self._access(_MEMORY[byte])
            else:
                self._special[byte]()
        self._flush()
        return self.out

    def _unsigned(self) -> int:
        number = shift = 0
        while True:
            byte = self.code[self.at]
            self.at += 1
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return number

    def _signed(self) -> int:
        start = self.at
        number = self._unsigned()
        bits = 7 * (self.at - start)
        return number - (1 << bits) if number >> (bits - 1) else number

    def _write(self, text: str) -> None:
        self.out.append("  " * self.depth + text)

    def _flush(self) -> None:
        """What is on the stack stays there and gets lines of its own."""
        for text in self.stack:
            self._write(text)
        self.stack.clear()

    def _folded(self, text: str, operands: int) -> str | None:
        """An instruction with its operands inside; None: they do not all stand on the stack as text."""
        if operands == 0:
            return f"({text})"
        if len(self.stack) < operands:
            self._flush()
            return None
        inner = " ".join(self.stack[-operands:])
        del self.stack[-operands:]
        return f"({text} {inner})"

    def _push(self, text: str, operands: int) -> None:
        folded = self._folded(text, operands)
        if folded is None:
            self._write(text)
        else:
            self.stack.append(folded)

    def _line(self, text: str, operands: int) -> None:
        folded = self._folded(text, operands)
        self._flush()
        self._write(text if folded is None or operands == 0 else folded)

    def _access(self, name: str) -> None:
        self.at += 1  # the alignment, which is that of the width
        offset = self._unsigned()
        text = f"{name} offset={offset}" if offset else name
        if ".load" in name:
            self._push(text, 1)
        else:
            self._line(text, 2)

    def _open(self, word: str) -> None:
        result = self.code[self.at]
        self.at += 1
        self._flush()
        self._write(word if result == wasm.NOTHING else f"{word} (result {_TYPES[result]})")
        self.depth += 1

    def _else(self) -> None:
        self._flush()
        self.depth -= 1
        self._write("else")
        self.depth += 1

    def _end(self) -> None:
        self._flush()
        self.depth -= 1
        self._write("end")

    def _jump_table(self) -> None:
        depths = [self._unsigned() for _ in range(self._unsigned() + 1)]
        self._line("br_table " + " ".join(map(str, depths)), 1)

    def _bulk(self) -> None:
        if self._unsigned() == wasm.MEMORY_COPY[1]:
            self.at += 2
            self._line("memory.copy", 3)
        else:
            self.at += 1
            self._line("memory.fill", 3)

    def _mark(self) -> None:
        number = int.from_bytes(self.code[self.at : self.at + wasm.MARK_SIZE - 1], "little")
        self.at += wasm.MARK_SIZE - 1
        self._flush()
        self._write(f";; {number}: {self.lines[number - 1].strip()}")
