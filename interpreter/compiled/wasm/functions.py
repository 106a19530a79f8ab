"""What is known of a kernel's functions, and of those that were written already."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final

from attrs import define, field, frozen

from interpreter.compiled.kernel import Array, Kernel
from interpreter.compiled.wasm.survey import Survey

SMALL: Final = 96
"""A function whose code has at most so many bytes is written where it is called."""

TWICE: Final = 300
"""So is one that is called at two places, up to this size."""

ONCE: Final = 1500
"""So is one that is called at one place only, up to this size."""

FEW: Final = 90
"""One of so many statements hardly ever takes more; this saves time and changes nothing that is written."""

FEW_HELD: Final = 187
"""The same where arrays are held: there a function is as long as what its caller holds makes it."""

GATHERED: Final = 5000
"""In a function that holds arrays so many bytes, if the function were written wherever it is called."""

GATHERED_OF_MANY: Final = 3000
"""The same in a long kernel: there it would take seconds to make machine code of what is gathered."""

MANY: Final = 1000
"""A kernel with more statements is long."""

PLACES: Final = 4
"""At so many places, then."""


@define(slots=False)
class Written:
    """A function that has been written: its code, how long that is without marks, whether it has effects."""

    name: str
    node: ast.FunctionDef
    survey: Survey
    gives: bool
    locals: bytes
    names: list[str]
    types: list[int]
    code: bytes
    cost: int
    effects: bool

    @cached_property
    def expression(self) -> ast.expr | None:
        """What is returned, where nothing else is done."""
        return expression_of(self.node)

    @cached_property
    def uses(self) -> Counter[str]:
        """How often each name stands in it."""
        return Counter(node.id for node in ast.walk(self.node) if isinstance(node, ast.Name))


@frozen(slots=False)
class Functions:
    """The functions of a kernel: what their statements do, which give a value, how often each is called, and
    which are written.

    `touches`: the arrays that a function has to do with, itself or by those it calls, True: that it writes;
    nothing where no function holds any. `order`: each after those that it calls, as far as that can be.
    `postponed`: not written before they are called; only one place calls them, so they are written there, and
    on their own when that turns out to be too long.
    Numbers are given out when a function is first called, so one that is written wherever it is called, or
    never called at all, gets none.
    """

    kernel: Kernel
    surveys: dict[str, Survey]
    gives: dict[str, bool]
    calls: Counter[str]
    order: list[str]
    touches: Mapping[str, Mapping[str, bool]]
    postponed: frozenset[str]
    written: dict[str, Written] = field(factory=dict)
    numbers: dict[str, int] = field(factory=dict)
    _limits: dict[str, tuple[int, int]] = field(factory=dict)
    _writes: dict[ast.stmt, frozenset[str]] = field(factory=dict)

    @cached_property
    def gathered(self) -> int:
        """How many bytes may be gathered in a function that holds arrays."""
        many = sum([survey.statements for survey in self.surveys.values()]) > MANY
        return GATHERED_OF_MANY if many else GATHERED

    def limits(self, array: Array) -> tuple[int, int]:
        """The smallest and the greatest element of a table."""
        found = self._limits.get(array.name)
        if found is None:
            found = self._limits[array.name] = min(array.values, default=0), max(array.values, default=0)
        return found

    def writes(self, loop: ast.stmt) -> frozenset[str]:
        """The arrays that a loop writes, itself or by what it calls; none are known where nothing is held."""
        found = self._writes.get(loop)
        if found is None:
            found = self._writes[loop] = frozenset(self._writes_of(loop)) if self.touches else frozenset()
        return found

    def _writes_of(self, loop: ast.stmt) -> Iterator[str]:
        for node in ast.walk(loop):
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                assert isinstance(node.value, ast.Name)
                yield node.value.id
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                name = node.func.id
                if name == "copy" or name == "fill":
                    yield ast.unparse(node.args[0])
                elif name == "load_state":
                    yield from (array.name for array in self.kernel.arrays.values() if array.role == "state")
                yield from (array for array, writes in self.touches.get(name, {}).items() if writes)

    def number(self, name: str) -> int:
        """The number by which a function is called."""
        return self.numbers.setdefault(name, len(self.numbers))


def expression_of(node: ast.FunctionDef) -> ast.expr | None:
    """What a function returns, where it does nothing else."""
    body = body_of(node)
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None


def body_of(node: ast.FunctionDef) -> list[ast.stmt]:
    """The statements of a function without the text that says what it is for."""
    first = node.body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return node.body[1:] if is_text else node.body
