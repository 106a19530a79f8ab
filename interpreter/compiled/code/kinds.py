"""What kind of value stands in each local and variable, and whether it may be nothing.

A kernel has whole numbers only. What a number means (itself, yes or no, a text, a list, a meld) is known from
the Program; this module finds it out once, going round until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from attrs import evolve, frozen

from interpreter.analysis.blocks import owned, reached
from interpreter.compiled.features import nodes
from interpreter.primitives import FORMS
from interpreter.program import (
    Alternative,
    AtEnd,
    Block,
    Call,
    Clause,
    Expr,
    Gen,
    PayoffRule,
    Program,
    ResultRule,
    SetCell,
    SetVar,
    Sort,
    Turns,
)


@frozen
class Kind:
    """`form`: number, yes (yes or no), text, list, meld, or "" while nothing is known; `of`: what a list has
    in it; `none`: it may be nothing."""

    form: str = ""
    of: Kind | None = None
    none: bool = False

    @property
    def is_place(self) -> bool:
        """Whether the value is a place in the heap."""
        return self.form in ("list", "meld")

    @property
    def name(self) -> str:
        """A word for names of functions: list_meld."""
        return self.form if self.of is None or self.form != "list" else f"list_{self.of.name or 'number'}"

    def join(self, other: Kind) -> Kind:
        """What may be one or the other."""
        none = self.none or other.none
        if not self.form or not other.form or self.form == other.form:
            form = self.form or other.form
            if form != "list":
                return Kind(form, None, none)
            if self.of is None or other.of is None:
                return Kind(form, self.of or other.of, none)
            return Kind(form, self.of.join(other.of), none)
        return Kind("number", None, none)


NOTHING: Final = Kind("", None, True)
NUMBER: Final = Kind("number")
YES: Final = Kind("yes")
TEXT: Final = Kind("text")
MELD: Final = Kind("meld")
NUMBERS: Final = Kind("list", NUMBER)
MELDS: Final = Kind("list", MELD)
_GIVES: Final = {form.name: form.gives for form in FORMS}
_PLAIN: Final = {
    "n": NUMBER,
    "b": YES,
    "p": NUMBER,
    "P": NUMBERS,
    "z": NUMBER,
    "m": MELD,
    "s": NUMBER,
    "h": NUMBER,
}
_MAYBE: Final = frozenset(
    {"zone_top", "zone_first", "zone_meld", "zone_by", "first_of", "last_of", "meld_by", "meld_kind", "turn",
     "next", "first", "sole", "strength"}
)  # fmt: skip


def said(words: str) -> Kind:
    """The kind by the words of `VarFamily.type` and `Gen.type`."""
    if words == "yes/no":
        return YES
    if words == "text":
        return TEXT
    if words == "pieces":
        return NUMBERS
    if words == "list":
        return Kind("list")
    return MELD if words == "meld" else NUMBER


class Kinds:
    """The kinds of a Program: `cells[cell]`, `variables[family]`, `of(expr)`."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.cells = [Kind() for _ in program.cells]
        self.variables = [said(family.type) for family in program.variables]
        self._memo: dict[int, tuple[Expr, Kind]] = {}
        self._all = [node for node in nodes(program) if _says_something(node)]
        self._read_from_outside = _read_from_outside(program)
        self._changed = True
        while self._changed:
            self._changed = False
            self._memo = {}
            for node in self._all:
                self._visit(node)
        self._memo = {}

    # -- going round -----------------------------------------------------------------------------

    def _cell(self, cell: int, kind: Kind) -> None:
        wider = self.cells[cell].join(kind)
        if wider != self.cells[cell]:
            self.cells[cell] = wider
            self._changed = True

    def _visit(self, node: Any) -> None:
        if isinstance(node, Gen):
            self._cell(node.cell, self.bound(node))
        elif isinstance(node, SetCell):
            self._cell(node.cell, self._after(node.op, self.of(node.value)))
        elif isinstance(node, Block):
            for cell in self._read_from_outside & set(node.cells):
                self._cell(cell, NOTHING)
        elif isinstance(node, SetVar):
            self._variable(node.var, self._after(node.op, self.of(node.value), self.variables[node.var]))
        elif isinstance(node, Call):
            for cell, value in zip(self.program.phases[node.phase].parameters, node.args, strict=True):
                self._cell(cell, self.of(value))
        elif isinstance(node, Turns | ResultRule | PayoffRule | Sort):
            self._cell(node.cell, NUMBER)
        elif isinstance(node, Expr):
            self._visit_expr(node)
        elif isinstance(node, Program):
            for number, family in enumerate(node.variables):
                self._variable(number, self.of(family.initial))

    def _visit_expr(self, expr: Expr) -> None:
        if expr.op == "call":
            function = self.program.functions[expr.static[0]]
            for cell, value in zip(function.parameters, expr.args, strict=True):
                self._cell(cell, self.of(value))
        elif expr.op in ("pick", "has"):
            self._cell(expr.static[0], self.element(self.of(expr.args[0])))

    def _after(self, op: str, value: Kind, old: Kind | None = None) -> Kind:
        if op == "=" or value.form == "list":
            return value
        if old is not None and old.form == "list":
            return Kind("list", evolve(value, none=False) if value.form else None)
        return evolve(value, none=False)

    def _variable(self, family: int, kind: Kind) -> None:
        wider = self.variables[family].join(kind)
        if wider != self.variables[family]:
            self.variables[family] = wider
            self._changed = True

    # -- values ----------------------------------------------------------------------------------

    def element(self, kind: Kind) -> Kind:
        """What is in a list of this kind."""
        return kind.of if kind.of is not None else Kind()

    def bound(self, gen: Gen) -> Kind:
        """What a generator binds."""
        if gen.kind in ("things", "range"):
            return NUMBER
        if gen.kind == "list":
            return self.element(self.of(gen.args[0]))
        if gen.kind == "let":
            return self.of(gen.args[0])
        if gen.kind == "subsets":
            return evolve(self.of(gen.args[0]), none=False)
        if gen.kind == "melds":
            return MELD
        return self._joined(gen.args)

    def _joined(self, exprs: Iterable[Expr]) -> Kind:
        found = Kind()
        for expr in exprs:
            found = found.join(self.of(expr))
        return found

    def of(self, expr: Expr) -> Kind:
        """What an expression gives."""
        kept = self._memo.get(id(expr))
        if kept is None:
            kept = self._memo[id(expr)] = (expr, self._of(expr))
        return kept[1]

    def _of(self, expr: Expr) -> Kind:
        op = expr.op
        if op == "const":
            return constant_kind(expr.static[0])
        if op == "cell":
            cell: int = expr.static[0]
            return self.cells[cell]
        if op == "var":
            family: int = expr.static[0]
            return self.variables[family]
        if op == "call":
            return self.of(self.program.functions[expr.static[0]].body)
        if op == "table":
            return self._joined(row.value for row in self.program.tables[expr.static[0]].rows)
        if op == "if":
            return self.of(expr.args[1]).join(self.of(expr.args[2]))
        if op in ("list", "join", "without", "last_n", "pick", "collect", "others", "family_zones"):
            return self._list(expr)
        kind = self._value(expr)
        return evolve(kind, none=True) if op in _MAYBE else kind

    def _list(self, expr: Expr) -> Kind:
        if expr.op == "list":
            return Kind("list", self._joined(expr.args) if expr.args else None)
        if expr.op == "join":
            return evolve(self._joined(expr.args), none=False) if expr.args else Kind("list")
        if expr.op in ("without", "last_n", "pick"):
            return evolve(self.of(expr.args[0]), none=False)
        if expr.op == "collect":
            return Kind("list", self._result(expr))
        return NUMBERS

    def _result(self, expr: Expr) -> Kind:
        """The value of a quantifier."""
        if expr.args:
            return self.of(expr.args[0])
        assert expr.clause is not None
        return self.cells[last_bound(expr.clause)]

    def _value(self, expr: Expr) -> Kind:
        op = expr.op
        if op in ("first_of", "last_of", "members_of_list"):
            return self.element(self.of(expr.args[0]))
        if op in ("the", "first", "sole"):
            return self._result(expr)
        if op in ("most", "fewest"):
            kind = self._result(expr)
            return kind.join(self.of(expr.args[-1])) if expr.static[0] else kind
        if op in ("zone_melds", "meld_parts"):
            return MELDS
        if op in ("faces_of", "strength"):
            return NUMBERS
        return _PLAIN.get(_GIVES[op], NUMBER)


def constant_kind(value: Any) -> Kind:
    """The kind of a fixed value."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return YES
    if isinstance(value, str):
        return TEXT
    if isinstance(value, tuple | list):
        of = Kind()
        for each in value:
            of = of.join(constant_kind(each))
        return Kind("list", of if value else None)
    return NUMBER


def _read_from_outside(program: Program) -> set[int]:
    """The locals that something reads which may run before they are set: triggers, and what ends a turn."""
    found: set[int] = set()
    for trigger in program.triggers:
        found |= {part.static[0] for part in nodes(trigger) if isinstance(part, Expr) and part.op == "cell"}
    bodies = [trigger.body for trigger in program.triggers]
    bodies += [s.body for block in program.blocks for s in block.statements if isinstance(s, AtEnd)]
    for body in bodies:
        inside = reached(program, body)
        read = {
            part.static[0]
            for number in inside
            for part in nodes(program.blocks[number])
            if isinstance(part, Expr) and part.op == "cell"
        }
        found |= read - owned(program, inside)
    return found


def last_bound(clause: Clause) -> int:
    """The cell that a clause binds last."""
    return [step.cell for step in clause.steps if isinstance(step, Gen)][-1]


def kept_cells(program: Program) -> frozenset[int]:
    """The locals that may live from one statement to the next; all others are bound within expressions."""
    found: set[int] = set()
    for node in nodes(program):
        if isinstance(node, Turns | SetCell):
            found.add(node.cell)
        elif isinstance(node, Block):
            found.update(node.cells)
        elif isinstance(node, Alternative):
            found.update(step.cell for step in node.clause.steps if isinstance(step, Gen))
    for block in program.blocks:
        for statement in block.statements:
            clause = getattr(statement, "clause", None)
            if isinstance(clause, Clause):
                found.update(step.cell for step in clause.steps if isinstance(step, Gen))
    for phase in program.phases:
        found.update(phase.parameters)
    for trigger in program.triggers:
        found.update(step.cell for step in trigger.clause.steps if isinstance(step, Gen))
    return frozenset(found)


_SAYING = (Gen, SetCell, Block, SetVar, Call, Turns, ResultRule, PayoffRule, Sort, Program)


def _says_something(node: Any) -> bool:
    """Whether there is anything to learn from a part of a Program about locals and variables."""
    if isinstance(node, Expr):
        return node.op in ("call", "pick", "has")
    return isinstance(node, _SAYING)
