"""The text of a kernel and what it declares: see docs/kernel.md for the language.

Both hosts place the arrays in one block of memory in the same way, so a position can be read from either and
moved to the other.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Final

from attrs import evolve, frozen

from interpreter.compiled.collecting import uncollected

NONE: Final = -(2**63)
"""How "nothing" is written in a kernel."""

WIDTHS: Final = {"i64": 8, "i32": 4, "i16": 2, "u8": 1}
"""Bytes for one element of an array."""

LIMITS: Final = {
    "i64": (-(2**63), 2**63 - 1),
    "i32": (-(2**31), 2**31 - 1),
    "i16": (-(2**15), 2**15 - 1),
    "u8": (0, 255),
}
"""What an element of an array can be."""

FAULT_ARRAYS: Final = ("fault_code", "fault_origin")
"""What `fault` writes to; every kernel has them without declaring them."""


LISTS: Final = {"EXPORTS": "functions", "HOLDING": "functions", "HELD": "arrays"}
"""What is no number but a list of names, and of what."""


class KernelError(Exception):
    """A kernel that is not written in the kernel language: a fault of ours, never of a rules file."""


@frozen
class Array:
    """A declared array. `role` is const, state or scratch; `offset` is its first byte in the memory."""

    name: str
    role: str
    width: str
    length: int
    offset: int
    values: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return self.length * WIDTHS[self.width]


@frozen
class Kernel:
    """A kernel that has been read: its text, the tree of its functions and where its arrays lie.

    Functions of `holding` may keep elements of arrays of `held` in locals.
    `state_offset` to `state_end` is the block of the state arrays, `snapshot_offset` the first of the
    blocks of `snapshot_size` for snapshots (of the heap only what is below HEAP_KEPT, if there is such a
    constant); `memory` is the whole size in bytes.
    """

    source: str
    constants: dict[str, int]
    arrays: dict[str, Array]
    functions: dict[str, ast.FunctionDef]
    exports: tuple[str, ...]
    held: frozenset[str]
    holding: frozenset[str]
    state_offset: int
    state_end: int
    snapshot_offset: int
    snapshot_size: int
    snapshots: int
    memory: int

    def without_functions(self) -> Kernel:
        """The same for whoever has translated the functions: their trees take most of the room."""
        return evolve(self, functions={})


def read_kernel(source: str) -> Kernel:
    """Reads a kernel's text; KernelError where its top level is not in the language."""
    constants: dict[str, int] = {}
    declared: dict[str, _Declared] = dict.fromkeys(FAULT_ARRAYS, ("scratch", "i64", 1, ()))
    functions: dict[str, ast.FunctionDef] = {}
    lists: dict[str, tuple[str, ...]] = dict.fromkeys(LISTS, ())
    text, tables = _without_tables(source)
    try:
        with uncollected():
            tree = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        raise KernelError(f"this is not Python: {error}") from error
    except RecursionError:
        raise KernelError("an expression is nested too deeply") from None
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            if node.name in functions:
                raise KernelError(f"line {node.lineno}: {node.name} is declared twice")
            functions[node.name] = node
        elif (
            isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        ):
            name = node.targets[0].id
            if name in constants or name in declared:
                raise KernelError(f"line {node.lineno}: {name} is declared twice")
            if isinstance(node.value, ast.Call):
                declared[name] = _array(name, node.value, constants, tables.get(node.lineno))
            elif name in lists:
                lists[name] = _names(name, node.value)
            else:
                constants[name] = _number(node.value, constants)
        elif not _is_text(node):
            raise KernelError(f"line {node.lineno}: this cannot stand at the top of a kernel")
    return _lay_out(source, constants, declared, functions, lists)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _names(name: str, node: ast.expr) -> tuple[str, ...]:
    parts = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
    names = tuple(part.value for part in parts if isinstance(part, ast.Constant))
    if len(names) != len(parts) or not all(isinstance(name, str) for name in names):
        raise KernelError(f"line {node.lineno}: {name} holds the names of {LISTS[name]}")
    return names  # type: ignore[return-value]


def _number(node: ast.expr, constants: dict[str, int]) -> int:
    if isinstance(node, ast.Name) and node.id in constants:
        return constants[node.id]
    try:
        value = ast.literal_eval(node)
    except ValueError:
        value = None
    if type(value) is not int:
        raise KernelError(f"line {node.lineno}: a whole number is needed here")
    return value


_TABLE: Final = re.compile(r"^(\w+ = const_\w+\()\((-?\d{1,19}(?:, -?\d{1,19})*),?\)\)$", re.MULTILINE)

_Declared = tuple[str, str, int, tuple[int, ...]]
"""Role, width, length and values of an array."""


def _without_tables(source: str) -> tuple[str, dict[int, tuple[int, ...]]]:
    """The text with nothing in the tables that stand above its first function, and their numbers by lines.

    There can be many: as a tree they would take longer than a good part of the functions.
    """
    head, function, rest = source.partition("\ndef ")
    if '"' * 3 in head or "'" * 3 in head:
        return source, {}  # a line may be part of a text
    tables: dict[int, tuple[int, ...]] = {}

    def taken_out(match: re.Match[str]) -> str:
        tables[head.count("\n", 0, match.start()) + 1] = tuple(map(int, match[2].split(", ")))
        return f"{match[1]}())"

    return _TABLE.sub(taken_out, head) + function + rest, tables


def _array(
    name: str, call: ast.Call, constants: dict[str, int], taken_out: tuple[int, ...] | None
) -> _Declared:
    if not isinstance(call.func, ast.Name) or len(call.args) != 1:
        raise KernelError(f"line {call.lineno}: {name} is declared in a way that is not known")
    role, _, width = call.func.id.partition("_")
    if role not in ("const", "state", "scratch") or width not in WIDTHS:
        raise KernelError(f"line {call.lineno}: there are no arrays of the kind {call.func.id}")
    if role == "const":
        values = _table(name, call.args[0]) if taken_out is None else taken_out
        return role, width, max(1, len(values)), values
    return role, width, max(1, _number(call.args[0], constants)), ()


def _table(name: str, node: ast.expr) -> tuple[int, ...]:
    try:
        values = ast.literal_eval(node)
    except ValueError:
        values = None
    if not isinstance(values, tuple | list):
        raise KernelError(f"line {node.lineno}: {name} needs its numbers here, in brackets")
    return tuple(values)


def _lay_out(
    source: str,
    constants: dict[str, int],
    declared: Mapping[str, _Declared],
    functions: dict[str, ast.FunctionDef],
    lists: dict[str, tuple[str, ...]],
) -> Kernel:
    """Tables first, then scratch, then the state with `heap` at its end, then snapshots; everything at
    multiples of 8."""
    arrays: dict[str, Array] = {}
    at = 16
    state_offset = 0
    for wanted in ("const", "scratch", "state"):
        if wanted == "state":
            state_offset = at
        for name, (role, width, length, values) in declared.items():
            if role == wanted:
                arrays[name] = Array(name, role, width, length, at, values)
                at += (length * WIDTHS[width] + 7) // 8 * 8
    snapshots = constants.get("SNAPSHOTS", 0)
    size = at - state_offset
    if "heap" in arrays and "HEAP_KEPT" in constants:
        size = arrays["heap"].offset + 8 * constants["HEAP_KEPT"] - state_offset
    memory = at + snapshots * size
    exports, held, holding = lists["EXPORTS"], frozenset(lists["HELD"]), frozenset(lists["HOLDING"])
    return Kernel(
        source, constants, arrays, functions, exports, held, holding, state_offset, at, at, size, snapshots,
        memory,
    )  # fmt: skip
