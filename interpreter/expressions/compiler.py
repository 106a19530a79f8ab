"""The table of expression forms, and the Compiler that walks an expression through it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from interpreter.faults import EngineBug
from interpreter.layout import Layout
from interpreter.program import Expr, Program
from interpreter.state import Code, State

FormCompiler = Callable[["Compiler", Expr], Code]

COMPILERS: dict[str, FormCompiler] = {}
"""form name -> what makes a closure of it; one row for each row of primitives.py"""


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
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.layout = Layout.of(program)
        self.origin = -1
        self.sweep = "first"
        self.turn_tests: dict[tuple[int, int], tuple[int, Code]] = {}
        self._functions: dict[int, Code] = {}
        self._tables: dict[int, list[Code]] = {}
        self._kept: dict[int, Code] = {}

    def __call__(self, expr: Expr) -> Code:
        """The closure for an expression."""
        compile_form = COMPILERS.get(expr.op)
        if compile_form is None:
            raise EngineBug(f"no meaning for the form {expr.op}")
        with self.at(expr.origin):
            return compile_form(self, expr)

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
        """The closure for the body of a define."""
        if number not in self._functions:
            with self.seats_from("first"), self.at(self.program.functions[number].origin):
                self._functions[number] = self(self.program.functions[number].body)
        return self._functions[number]

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
