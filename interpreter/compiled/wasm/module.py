"""Puts functions that have been written into a module."""

from __future__ import annotations

import json
from typing import Any, Final

from interpreter.compiled.kernel import WIDTHS, Array, Kernel
from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm.functions import Functions, Written

PAGE: Final = 65536

CUSTOM, TYPE, FUNCTION, MEMORY, EXPORT, CODE, DATA, DATA_COUNT = 0, 1, 3, 5, 7, 10, 11, 12

DESCRIPTION: Final = "ruledsl"
"""The section that says where the arrays of a kernel lie."""


def encode(functions: Functions) -> bytes:
    """The bytes of a module."""
    kernel = functions.kernel
    numbered = ordered(functions)
    types: dict[bytes, int] = {}
    kinds = [_type(types, written, wasm.I64) for written in numbered]
    exported = [functions.written[name] for name in kernel.exports]
    kinds += [_type(types, written, wasm.I32) for written in exported]
    bodies = [_body(written.locals, written.code) for written in numbered]
    bodies += [_body(b"\x00", entrance(functions, written)) for written in exported]
    data = segments(kernel)
    size = wasm.unsigned(pages(kernel))
    sections = [
        wasm.section(TYPE, wasm.vector(list(types))),
        wasm.section(FUNCTION, wasm.vector([wasm.unsigned(kind) for kind in kinds])),
        wasm.section(MEMORY, wasm.vector([b"\x01" + size + size])),
        wasm.section(EXPORT, _exports(kernel, len(numbered))),
        wasm.section(CODE, wasm.vector(bodies)),
        wasm.section(DATA, wasm.vector([_segment(offset, content) for offset, content in data])),
        wasm.section(CUSTOM, wasm.text("name") + _names(numbered, exported)),
        wasm.section(CUSTOM, wasm.text(DESCRIPTION) + json.dumps(description(kernel)).encode()),
    ]
    return b"\x00asm\x01\x00\x00\x00" + b"".join(sections)


def ordered(functions: Functions) -> list[Written]:
    """The functions that have a number, in the order of their numbers."""
    return [functions.written[name] for name in functions.numbers]


def pages(kernel: Kernel) -> int:
    """How much memory the kernel takes, in pages."""
    return max(1, -(-kernel.memory // PAGE))


def entrance(functions: Functions, written: Written) -> bytes:
    """What the outside calls: the function itself, for numbers of 32 bits."""
    code = b"".join(wasm.get(number) + wasm.EXTEND for number in range(len(written.node.args.args)))
    code += wasm.call(functions.number(written.name))
    return code + wasm.WRAP if written.gives else code


def segments(kernel: Kernel) -> list[tuple[int, bytes]]:
    """The tables: where each begins, and its bytes."""
    tables = [array for array in kernel.arrays.values() if array.role == "const" and any(array.values)]
    return [(array.offset, _bytes(array)) for array in tables]


def _bytes(array: Array) -> bytes:
    width = WIDTHS[array.width]
    return b"".join(value.to_bytes(width, "little", signed=array.width != "u8") for value in array.values)


def description(kernel: Kernel) -> dict[str, Any]:
    """Where the arrays lie, so that a module can be used without the kernel's text."""
    return {
        "version": 1,
        "memory": kernel.memory,
        "state": [kernel.state_offset, kernel.state_end],
        "snapshots": {
            "offset": kernel.snapshot_offset,
            "size": kernel.snapshot_size,
            "count": kernel.snapshots,
        },
        "arrays": {
            array.name: {
                "role": array.role,
                "width": array.width,
                "length": array.length,
                "offset": array.offset,
            }
            for array in kernel.arrays.values()
        },
    }


def _type(types: dict[bytes, int], written: Written, kind: int) -> int:
    parameters = wasm.vector([bytes((kind,))] * len(written.node.args.args))
    results = wasm.vector([bytes((kind,))] if written.gives else [])
    return types.setdefault(b"\x60" + parameters + results, len(types))


def _body(declarations: bytes, code: bytes) -> bytes:
    return wasm.sized(declarations + code + wasm.END)


def _exports(kernel: Kernel, first: int) -> bytes:
    entries = [
        wasm.text(name) + b"\x00" + wasm.unsigned(first + place) for place, name in enumerate(kernel.exports)
    ]
    return wasm.vector([wasm.text("memory") + b"\x02\x00", *entries])


def _segment(offset: int, content: bytes) -> bytes:
    return b"\x00" + wasm.const32(offset) + wasm.END + wasm.sized(content)


def entrance_name(name: str) -> str:
    """What the function that stands between the outside and another one is called."""
    return f"{name}.entrance"


def _names(numbered: list[Written], exported: list[Written]) -> bytes:
    names = [written.name for written in numbered] + [entrance_name(written.name) for written in exported]
    entries = [wasm.unsigned(number) + wasm.text(name) for number, name in enumerate(names)]
    return b"\x01" + wasm.sized(wasm.vector(entries))
