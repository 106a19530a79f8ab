"""How far a player is from options that the rules open only at a certain value.

`where deadwood(p.hand - c) <= 10` tells that a player would like that value to be small.  A `Gate` is such a
condition of an option: a comparison of something that is added up or searched for over cards.  Its distance
is what is missing for the best of the bindings; 0 when the option is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from interpreter.chance import ChanceNeeded, Scripted
from interpreter.explain import conjuncts
from interpreter.expressions.clauses import compile_values
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from interpreter.melds import Meld
from interpreter.position import Position
from interpreter.program import Choose, Clause, Expr, Gen, Program
from interpreter.state import Code, State
from ruledsl.bots.parts import parts

MOST_BINDINGS = 24
"""So many bindings of an option are looked at."""

MOST_REMEMBERED = 20_000
"""So many values of defines are remembered."""

_SIGNS = {"le": (1, 0), "lt": (1, 1), "ge": (-1, 0), "gt": (-1, 1)}
"""For each comparison: the sign of left - right that is too much, and what must be added to it."""

_SIMPLE = ("list", "range", "values", "let", "things")
_SEARCHING = ("sum", "count", "most", "fewest")
_READING = ("var", "zone", "held", "turn", "next", "over", "position", "holder", "facing", "die_value")


@frozen
class Gate:
    """A condition of an option of the player in cell `who`; `generators` bind what it speaks of."""

    who: int
    generators: tuple[Gen, ...]
    op: str
    left: Expr
    right: Expr


class Gates:
    """The gates of one Program, ready to be measured."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.labels = machine.layout.piece_label
        self._values: dict[tuple[Any, ...], Any] = {}
        self._ready = [self._compiled(gate) for gate in gates_of(machine.program)]

    @property
    def count(self) -> int:
        """How many gates there are."""
        return len(self._ready)

    def distance(self, pos: Position, seat: int) -> int:
        """How far a seat is from the options behind gates, all added up; what cannot be told counts 0."""
        return sum(measure(pos, seat) for measure in self._ready)

    def _compiled(self, gate: Gate) -> Callable[[Position, int], int]:
        compiler = self.machine.rules.compiler
        walks = [(gen.cell, compile_values(compiler, gen)) for gen in gate.generators]
        left, right = self._side(gate.left), self._side(gate.right)
        sign, more = _SIGNS[gate.op]

        def gaps(st: State, number: int) -> Iterator[int]:
            if number < len(walks):
                cell, values = walks[number]
                for value in values(st)[:MOST_BINDINGS]:
                    st.cells[cell] = value
                    yield from gaps(st, number + 1)
                st.cells[cell] = None
                return
            one, other = left(st), right(st)
            if type(one) is int and type(other) is int:
                yield max(0, sign * (one - other) + more)

        def measure(pos: Position, seat: int) -> int:
            st = State(pos, Scripted())
            st.steps_left = self.machine.step_budget
            st.pure = True
            cells = pos.cells[:]
            st.cells[gate.who] = seat
            try:
                return min(gaps(st, 0), default=0)
            except (RulesFault, ChanceNeeded):
                return 0
            finally:
                pos.cells[:] = cells

        return measure

    def _side(self, expr: Expr) -> Code:
        """The closure of one side; values of defines that read nothing but their arguments are kept."""
        code = self.machine.rules.compiler(expr)
        if expr.op != "call" or not _reads_nothing(self.machine.program, expr.static[0]):
            return code
        arguments = [self.machine.rules.compiler(argument) for argument in expr.args]

        def remembered(st: State) -> Any:
            key = (expr.static[0], *[self._named(argument(st)) for argument in arguments])
            if key not in self._values:
                if len(self._values) >= MOST_REMEMBERED:
                    self._values.clear()
                self._values[key] = code(st)
            return self._values[key]

        return remembered

    def _named(self, value: Any) -> Any:
        """An argument with twins alike."""
        if isinstance(value, Meld):
            return (value.kind, value.faces)
        if isinstance(value, tuple | list):
            return tuple(sorted(self.labels[piece] if type(piece) is int else -1 for piece in value))
        return value


def gates_of(program: Program) -> list[Gate]:
    """Every gate of a Program, each once."""
    found: dict[Gate, None] = {}
    for block in program.blocks:
        for statement in block.statements:
            if isinstance(statement, Choose) and statement.who.op == "cell":
                for alternative in statement.alternatives:
                    for gate in _gates_in(program, statement.who.static[0], alternative.clause):
                        found[gate] = None
    return list(found)


def _gates_in(program: Program, who: int, clause: Clause) -> Iterator[Gate]:
    generators: list[Gen] = []
    for step in clause.steps:
        if isinstance(step, Gen):
            generators.append(step)
            continue
        if step.soft:
            continue
        for test, _ in conjuncts(program, step.test, step.reason):
            if test.op in _SIGNS and len(test.args) == 2 and any(_searches(program, a) for a in test.args):
                used = _needed(generators, test)
                bound = {who, *[gen.cell for gen in used]}
                simple = all(gen.kind in _SIMPLE for gen in used)
                if simple and _free(test) <= bound and all(_free(gen) <= bound for gen in used):
                    yield Gate(who, used, test.op, *test.args)


def _needed(generators: list[Gen], test: Expr) -> tuple[Gen, ...]:
    """The generators that bind what a test speaks of, in their order."""
    wanted = _free(test)
    used: list[Gen] = []
    for gen in reversed(generators):
        if gen.cell in wanted:
            used.insert(0, gen)
            wanted |= _free(gen)
    return tuple(used)


def _free(node: Any) -> set[int]:
    """The locals that something reads and does not bind itself."""
    found: set[int] = set()
    bound: set[int] = set()
    for part in parts(node):
        if isinstance(part, Expr) and part.op == "cell":
            found.add(part.static[0])
        elif isinstance(part, Expr) and part.op in ("pick", "has"):
            bound.add(part.static[0])
        elif isinstance(part, Gen) and part is not node:
            bound.add(part.cell)
    return found - bound


def _searches(program: Program, expr: Expr, seen: frozenset[int] = frozenset()) -> bool:
    """Whether an expression adds up or searches, itself or in a define it calls."""
    for part in parts(expr):
        if not isinstance(part, Expr):
            continue
        if part.op in _SEARCHING:
            return True
        if part.op == "call" and part.static[0] not in seen:
            number = part.static[0]
            if _searches(program, program.functions[number].body, seen | {number}):
                return True
    return False


def _reads_nothing(program: Program, number: int, seen: frozenset[int] = frozenset()) -> bool:
    """Whether a define's value rests on its arguments alone."""
    for part in parts(program.functions[number].body):
        if not isinstance(part, Expr):
            continue
        if part.op.startswith(("zone", "family", "pieces_of")) or part.op in _READING:
            return False
        if part.op == "call" and part.static[0] not in seen:
            inner = part.static[0]
            if not _reads_nothing(program, inner, seen | {number, inner}):
                return False
    return True
