"""Triggers: what happens once, when something becomes true.

The bindings of a trigger are numbered by the members its generators bind (last generator fastest), so the
bindings that are true make one mask, `Position.bits`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.analysis.blocks import owned, reached
from interpreter.expressions.clauses import Walk, cells_of, compile_clause
from interpreter.frames import QUEUE, TRIGGER
from interpreter.program import Gen, Program, Trigger
from interpreter.rules import Frame, leave, resume
from interpreter.state import Code, State

if TYPE_CHECKING:
    from interpreter.rules import Rules


class TriggerCode:
    """A compiled trigger.

    `footprint` lists the places (see analysis/blocks.py) that its body may overwrite: they are kept
    while the body runs, because a trigger may fire again inside its own body.
    """

    __slots__ = ("_cells", "_walk", "body", "footprint", "lets", "scope", "things")

    def __init__(self, rules: Rules, trigger: Trigger) -> None:
        c = rules.compiler
        self.body = trigger.body
        self.scope = trigger.scope
        self.things: list[tuple[int, int]] = []
        self.lets: list[tuple[int, Code]] = []
        with c.at(trigger.origin), c.seats_from("acting"):
            for step in trigger.clause.steps:
                if isinstance(step, Gen) and step.kind == "let":
                    self.lets.append((step.cell, c(step.args[0])))
                elif isinstance(step, Gen):
                    self.things.append((step.cell, len(rules.program.domains[step.static[0]].members)))
            self._cells = cells_of(trigger.clause)
            self._walk: Walk = compile_clause(c, trigger.clause, self._note)
        self.footprint = footprint(rules.program, trigger)

    def _note(self, st: State, out: list[Any]) -> bool:
        number = 0
        for cell, size in self.things:
            number = number * size + st.cells[cell]
        out.append(number)
        return False

    def bindings(self, st: State) -> list[int]:
        """The numbers of the bindings that are true now, in the order in which they would run.

        The trigger's own body may be running while it is looked at, so its cells are put back.
        """
        pure, reader = st.pure, st.reader
        st.pure, st.reader = True, 0
        cells = st.cells
        kept = [(cell, cells[cell]) for cell in self._cells if cells[cell] is not None]
        out: list[int] = []
        self._walk(st, out)
        st.pure, st.reader = pure, reader
        for cell, value in kept:
            cells[cell] = value
        return out

    def mask(self, st: State) -> int:
        """The bindings that are true now, as a mask."""
        mask = 0
        for number in self.bindings(st):
            mask |= 1 << number
        return mask

    def bind(self, st: State, number: int) -> None:
        """Puts the members of a binding into their cells."""
        for cell, size in reversed(self.things):
            number, st.cells[cell] = divmod(number, size)
        for cell, code in self.lets:
            st.cells[cell] = code(st)


def compile_triggers(rules: Rules) -> list[TriggerCode]:
    """The triggers of a Program, by number."""
    return [TriggerCode(rules, trigger) for trigger in rules.program.triggers]


@resume(QUEUE)
def _run_next(rules: Rules, st: State, frame: Frame) -> None:
    """The next trigger of a queue runs, if it still lives and is still true."""
    entries = frame[1]
    if not entries:
        rules.pop(st)
        return
    number, bit = entries[0]
    frame[1] = entries[1:]
    code = rules.triggers[number]
    if number not in st.pos.bits or bit not in code.bindings(st):
        return
    rules.spend(st, rules.program.triggers[number].origin)
    saved: list[tuple[int, Any]] = []
    for place in code.footprint:
        value = st.cells[place] if place >= 0 else st.variables[-1 - place]
        if value is not None:
            saved.append((place, value))
    st.frames.append([TRIGGER, number, tuple(saved)])
    code.bind(st, bit)
    rules.enter(st, code.body)


@resume(TRIGGER)
def _body_done(rules: Rules, st: State, frame: Frame) -> None:
    rules.pop(st)


@leave(TRIGGER)
def _put_back(rules: Rules, st: State, frame: Frame) -> None:
    for place in rules.triggers[frame[1]].footprint:
        if place >= 0:
            st.cells[place] = None
        else:
            st.variables[-1 - place] = None
    for place, value in frame[2]:
        if place >= 0:
            st.cells[place] = value
        else:
            st.variables[-1 - place] = value


# ---------------------------------------------------------------------------------------------
# What a trigger's body may overwrite


def footprint(program: Program, trigger: Trigger) -> tuple[int, ...]:
    """The places that a trigger binds or that blocks of its body own."""
    bound = {step.cell for step in trigger.clause.steps if isinstance(step, Gen)}
    return tuple(sorted(bound | owned(program, reached(program, trigger.body))))
