"""The table of expression forms, and the Compiler that walks an expression through it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from interpreter.analysis.cells import Cells, substitute
from interpreter.faults import EngineBug
from interpreter.layout import Layout
from interpreter.program import Clause, Expr, Program
from interpreter.state import Code, State

FormCompiler = Callable[["Compiler", Expr], Code]

COMPILERS: dict[str, FormCompiler] = {}
"""form name -> what makes a closure of it; one row for each row of primitives.py"""

_HEAVY = 2_000
"""A define with more nodes than this (with those of the defines it calls) is called and not written out."""

REMEMBERED = frozenset(
    [
        "call",
        "table",
        "zone_pieces",
        "zone_size",
        "zone_meld",
        "zone_melds",
        "family_pieces",
        "family_size",
        "join",
        "without",
        "pick",
        "has",
        "faces_of",
        "same_bag",
        "includes_bag",
        "meld_top",
        "meld_attr",
        "strength",
        "is_meld",
        "count",
        "some",
        "sum",
        "collect",
        "the",
        "first",
        "sole",
        "most",
        "fewest",
        "and",
        "or",
    ]
)
"""The forms that are dear enough to be kept."""


def form(name: str) -> Callable[[FormCompiler], FormCompiler]:
    """Enters a compile function into the table."""

    def enter(function: FormCompiler) -> FormCompiler:
        if name in COMPILERS:
            raise EngineBug(f"two meanings for the form {name}")
        COMPILERS[name] = function
        return function

    return enter


class Compiler:
    """Makes closures of the expressions of one Program.

    `origin` is the nearest place in the rules text above the expression at hand, for faults; `sweep` says
    from where a generator over the seats starts when it does not say so itself: at the "first" seat, at the
    "chooser", or so that the "acting" player comes last. `turn_tests` has, for each `turns` by (block,
    index), its cell and what a seat must satisfy to be visited.

    Defines are written out where they are called with plain names. Inside of `remembering`, what does not
    depend on the names that are being bound is reckoned once and kept in `State.memory`.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = Layout.of(program)
        self.origin = -1
        self.sweep = "first"
        self.turn_tests: dict[tuple[int, int], tuple[int, Code]] = {}
        self._cells = Cells(program)
        self._volatile: frozenset[int] | None = None
        self._remembered: dict[Expr, Code] = {}
        self._functions: dict[int, Code] = {}
        self._written_out: dict[tuple[int, tuple[Expr, ...]], Code] = {}
        self._tables: dict[int, list[Code]] = {}
        self._kept: dict[int, Code] = {}

    def __call__(self, expr: Expr) -> Code:
        """The closure for an expression."""
        compile_form = COMPILERS.get(expr.op)
        if compile_form is None:
            raise EngineBug(f"no meaning for the form {expr.op}")
        with self.at(expr.origin):
            if self._is_steady(expr):
                return self._remember(expr, compile_form)
            return compile_form(self, expr)

    def _is_steady(self, expr: Expr) -> bool:
        return (
            self._volatile is not None
            and expr.op in REMEMBERED
            and self._volatile.isdisjoint(self._cells.free(expr))
        )

    def _remember(self, expr: Expr, compile_form: FormCompiler) -> Code:
        """A closure that reckons an expression once as long as nothing changes."""
        found = self._remembered.get(expr)
        if found is not None:
            return found
        number = len(self._remembered)
        with self.remembering(None):
            code = compile_form(self, expr)

        def recall(st: State) -> Any:
            memory = st.memory
            if number in memory:
                return memory[number]
            value = memory[number] = code(st)
            return value

        self._remembered[expr] = recall
        return recall

    @contextmanager
    def remembering(self, clause: Clause | None) -> Iterator[None]:
        """What is compiled inside is walked over many bindings of this clause while nothing else changes.

        Whoever runs it gives `State.memory` a new dict each time. None: not so any more.
        """
        before = self._volatile
        self._volatile = None if clause is None else frozenset(self._cells.bound_within(clause))
        try:
            yield
        finally:
            self._volatile = before

    def all(self, exprs: tuple[Expr, ...]) -> list[Code]:
        """The closures for several expressions."""
        return [self(expr) for expr in exprs]

    @contextmanager
    def at(self, origin: int) -> Iterator[None]:
        """Faults of what is compiled inside are located at `origin`, unless it is unknown."""
        before = self.origin
        if origin >= 0:
            self.origin = origin
        try:
            yield
        finally:
            self.origin = before

    @contextmanager
    def seats_from(self, sweep: str) -> Iterator[None]:
        """Generators over seats that are compiled inside start at `sweep`."""
        before = self.sweep
        self.sweep = sweep
        try:
            yield
        finally:
            self.sweep = before

    def function(self, number: int) -> Code:
        """The closure for the body of a define, its parameters in their cells."""
        if number not in self._functions:
            function = self.program.functions[number]
            with self.seats_from("first"), self.at(function.origin), self.remembering(None):
                self._functions[number] = self(function.body)
        return self._functions[number]

    def written_out(self, number: int, args: tuple[Expr, ...]) -> Code | None:
        """The closure for a define with these arguments put in; None where they are more than names."""
        if any(argument.op not in ("cell", "const") for argument in args):
            return None
        if self._cells.weight(number) > _HEAVY:
            return None
        kept = self._written_out.get((number, args)) if self._volatile is None else None
        if kept is not None:
            return kept
        function = self.program.functions[number]
        body = substitute(function.body, dict(zip(function.parameters, args, strict=True)))
        with self.seats_from("first"), self.at(function.origin):
            code = self(body)
        if self._volatile is None:
            self._written_out[number, args] = code
        return code

    def table_values(self, number: int) -> list[Code]:
        """The closures for the values of a table's rows."""
        if number not in self._tables:
            table = self.program.tables[number]
            with self.at(table.origin):
                self._tables[number] = [self(row.value) for row in table.rows]
        return self._tables[number]

    def kept(self, expr: Expr) -> Code:
        """The closure for an expression of the Program that is asked for again and again; made once."""
        code = self._kept.get(id(expr))
        if code is None:
            with self.seats_from("first"):
                code = self._kept[id(expr)] = self(expr)
        return code


def constant(value: object) -> Code:
    """A closure that always gives `value`."""

    def always(st: State) -> object:
        return value

    return always
