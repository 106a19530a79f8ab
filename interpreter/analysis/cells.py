"""Locals in expressions: which are read, which are bound, and one put in place of another."""

from __future__ import annotations

from interpreter.plain import evolve
from interpreter.program import Clause, Cond, Expr, Gen, Key, Program, Shape


class Cells:
    """Answers for the expressions of one Program; what was found for an expression is kept."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._weights: dict[int, int] = {}
        self._bound: dict[int, frozenset[int]] = {}
        self._free: dict[int, tuple[Expr, frozenset[int]]] = {}

    def free(self, expr: Expr) -> frozenset[int]:
        """The locals whose values an expression depends on: those it reads and does not bind itself."""
        kept = self._free.get(id(expr))
        if kept is None:
            kept = self._free[id(expr)] = (expr, frozenset(self._free_of(expr)))
        return kept[1]

    def _free_of(self, expr: Expr) -> set[int]:
        if expr.op == "cell":
            return {expr.static[0]}
        found: set[int] = set()
        for argument in expr.args:
            found |= self.free(argument)
        if expr.op in ("pick", "has"):
            found.discard(expr.static[0])
        elif expr.op == "call":
            function = self.program.functions[expr.static[0]]
            found |= self.free(function.body) - set(function.parameters)
        elif expr.op == "table":
            for row in self.program.tables[expr.static[0]].rows:
                found |= self.free(row.value)
        elif expr.op == "is_meld":
            found |= self._of_kinds([kind for kind, _ in expr.static])
        if expr.clause is not None:
            found = (found | self._read_by(expr.clause)) - set(bound_by(expr.clause))
        return found

    def _read_by(self, clause: Clause) -> set[int]:
        found: set[int] = set()
        for step in clause.steps:
            if isinstance(step, Cond):
                found |= self.free(step.test)
                continue
            for argument in step.args:
                found |= self.free(argument)
            if step.kind == "melds":
                found |= self._of_kinds([kind for kind, _ in step.static])
        for key in clause.keys:
            found |= self.free(key.value)
        return found

    def _of_kinds(self, kinds: list[int]) -> set[int]:
        found: set[int] = set()
        for number in kinds:
            kind = self.program.melds[number]
            for shape in kind.shapes:
                found |= self._of_shape(shape) - set(kind.parameters)
        return found

    def _of_shape(self, shape: Shape) -> set[int]:
        found: set[int] = set()
        for expr in (shape.measure, shape.total):
            if expr is not None:
                found |= self.free(expr)
        if shape.measure_cell is not None:
            found.discard(shape.measure_cell)
        for part in shape.parts:
            found |= self._of_kinds(list(part.kinds))
        return found

    def weight(self, function: int) -> int:
        """How many nodes a define has, those of the defines it calls counted with every call."""
        if function not in self._weights:
            self._weights[function] = self._nodes(self.program.functions[function].body)
        return self._weights[function]

    def _nodes(self, expr: Expr) -> int:
        count = 1 + sum([self._nodes(argument) for argument in expr.args])
        if expr.op == "call":
            count += self.weight(expr.static[0])
        if expr.clause is not None:
            for step in expr.clause.steps:
                for inner in (step.test,) if isinstance(step, Cond) else step.args:
                    count += self._nodes(inner)
            count += sum([self._nodes(key.value) for key in expr.clause.keys])
        return count

    def bound_within(self, clause: Clause) -> set[int]:
        """All locals that are bound while a clause is walked, however deep inside."""
        found = set(bound_by(clause))
        for step in clause.steps:
            for expr in (step.test,) if isinstance(step, Cond) else step.args:
                found |= self._bound_in(expr)
        for key in clause.keys:
            found |= self._bound_in(key.value)
        return found

    def _bound_in(self, expr: Expr) -> set[int]:
        found: set[int] = set()
        for argument in expr.args:
            found |= self._bound_in(argument)
        if expr.op in ("pick", "has"):
            found.add(expr.static[0])
        elif expr.op == "call":
            found |= self._bound_in_function(expr.static[0])
        elif expr.op == "table":
            for row in self.program.tables[expr.static[0]].rows:
                found |= self._bound_in(row.value)
        if expr.clause is not None:
            found |= self.bound_within(expr.clause)
        return found

    def _bound_in_function(self, number: int) -> frozenset[int]:
        if number not in self._bound:
            function = self.program.functions[number]
            self._bound[number] = frozenset(self._bound_in(function.body) | set(function.parameters))
        return self._bound[number]


def bound_by(clause: Clause) -> tuple[int, ...]:
    """The cells that the generators of a clause bind."""
    return tuple(step.cell for step in clause.steps if isinstance(step, Gen))


def substitute(expr: Expr, places: dict[int, Expr]) -> Expr:
    """The expression with other expressions in place of some locals, which it must not bind itself."""
    if expr.op == "cell":
        return places.get(expr.static[0], expr)
    args = tuple([substitute(argument, places) for argument in expr.args])
    clause = None if expr.clause is None else _substitute_in(expr.clause, places)
    return evolve(expr, args=args, clause=clause)


def _substitute_in(clause: Clause, places: dict[int, Expr]) -> Clause:
    steps: list[Gen | Cond] = []
    for step in clause.steps:
        if isinstance(step, Cond):
            steps.append(evolve(step, test=substitute(step.test, places)))
        else:
            steps.append(evolve(step, args=tuple([substitute(argument, places) for argument in step.args])))
    keys = tuple([Key(key.most, substitute(key.value, places)) for key in clause.keys])
    return Clause(tuple(steps), keys)
