"""Simultaneous choices: everybody commits against the same position, then everything happens as one step.

The position stands still while choices are made; `Position.committed` (see frames.py) holds what was
chosen so far.  To ask the seat that is due, its body is run on a copy with its own commitments, up to the
next question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from attrs import frozen

from interpreter.chance import Event
from interpreter.expressions.clauses import binding_sink, cells_of, clear, compile_clause, put
from interpreter.frames import FENCE, QUEUE, TOGETHER
from interpreter.position import Position, copy_position
from interpreter.program import Together
from interpreter.rules import Frame, Rules, Run, leave, resume, statement
from interpreter.state import State, fault


@frozen
class TogetherCode:
    """What simultaneous choices under way need."""

    cells: tuple[int, ...]
    body: int
    origin: int


class NoChance:
    """Chance where there must be none: asking it is a fault."""

    def __init__(self, origin: int) -> None:
        self.origin = origin
        self.history: list[int] = []

    def _refuse(self) -> NoReturn:
        fault("chance-in-together", self.origin, "a simultaneous choice cannot rest on chance")

    def pick(self, event: Event) -> int:
        """See `interpreter.chance.Chance`."""
        self._refuse()

    def pick_piece(self, labels: Sequence[int], pieces: Sequence[int], zone: int = -1) -> int:
        """See `interpreter.chance.Chance`."""
        if len({labels[piece] for piece in pieces}) == 1:
            return 0
        self._refuse()

    def pick_value(self, low: int, high: int) -> int:
        """See `interpreter.chance.Chance`."""
        if low == high:
            return low
        self._refuse()


@statement(Together)
def _together(rules: Rules, place: tuple[int, int], node: Together) -> Run:
    c = rules.compiler
    origin = c.origin
    cells = cells_of(node.clause)
    walk = compile_clause(c, node.clause, binding_sink(cells, origin))
    rules.data[place] = TogetherCode(cells, node.body, origin)

    def run(st: State) -> bool:
        if st.script is not None:
            fault("together-in-together", origin, "a simultaneous choice within another")
        bindings: list[Any] = []
        walk(st, bindings)
        if not bindings:
            return False
        st.frames.append([TOGETHER, *place, tuple(bindings)])
        return True

    return run


def due(pos: Position) -> tuple[int, tuple[Any, ...]]:
    """The index of the binding whose choice is due (or one past the last), and its commitments so far."""
    committed = pos.committed
    if committed and not committed[-1][0]:
        return len(committed) - 1, committed[-1][1]
    return len(committed), ()


def commit(pos: Position, alternative: int, bindings: tuple[Any, ...], key: tuple[Any, ...]) -> None:
    """Adds a commitment of the seat that is due."""
    index, commits = due(pos)
    pos.committed[index:] = [(False, (*commits, (alternative, bindings, key)))]


def own_state(rules: Rules, st: State) -> State:
    """The position as the seat that is due sees it: the common one with its own choices carried out.

    It waits at the seat's next question, or it has run through.
    """
    return state_of(rules, st, *due(st.pos))


def state_of(rules: Rules, st: State, index: int, commits: tuple[Any, ...]) -> State:
    """The position as one of those who choose sees it after it has committed this; `index` is its place
    among the bindings. What others have committed does not matter.
    """
    frame = st.frames[-1]
    code: TogetherCode = rules.data[frame[1], frame[2]]
    pos = copy_position(st.pos)
    pos.committed = []
    own = State(pos, NoChance(code.origin))
    own.quiet = 1
    own.script = list(commits)
    own.steps_left = st.steps_left
    _run_body(rules, own, code, frame[3][index])
    return own


def _run_body(rules: Rules, st: State, code: TogetherCode, binding: tuple[Any, ...]) -> bool:
    """Runs the body for one binding up to a question (False) or its end (True)."""
    st.frames.append([FENCE])
    put(st, code.cells, binding)
    rules.enter(st, code.body)
    return rules.run(st)


@resume(TOGETHER)
def _next_seat(rules: Rules, st: State, frame: Frame) -> None:
    """Waits for the seat that is due; when all are in, carries everything out."""
    pos = st.pos
    bindings = frame[3]
    while True:
        index, commits = due(pos)
        if index == len(bindings):
            break
        own = own_state(rules, st)
        st.steps_left = own.steps_left
        if own.waiting:
            st.waiting = True
            return
        pos.committed[index:] = [(True, commits)]
    _carry_out(rules, st, frame)


def _carry_out(rules: Rules, st: State, frame: Frame) -> None:
    code: TogetherCode = rules.data[frame[1], frame[2]]
    committed = list(st.pos.committed)
    rules.pop(st)
    chance = st.chance
    st.chance = NoChance(code.origin)
    st.quiet += 1
    for binding, (_, commits) in zip(frame[3], committed, strict=True):
        st.script, st.commits = list(commits), 0
        if not _run_body(rules, st, code, binding) or st.commits != len(commits):
            fault(
                "together-depends", code.origin, "a simultaneous choice depends on what another one changes"
            )
    clear(st, code.cells)
    st.script = None
    st.quiet -= 1
    st.chance = chance
    if not st.quiet:
        entries = rules.fired(st, range(len(rules.triggers)))
        if entries:
            st.frames.append([QUEUE, tuple(entries)])


@leave(TOGETHER)
def _leave_together(rules: Rules, st: State, frame: Frame) -> None:
    st.pos.committed.clear()
    clear(st, rules.data[frame[1], frame[2]].cells)
