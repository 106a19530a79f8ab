"""The reference machine: begins a game, offers options, applies one of them, tells how it stands.

The Machine holds the compiled rules and nothing of any game; a game is a Position.  `apply` leaves the
position it is given as it is and returns another one; `apply_in_place` changes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from interpreter import assignments, control, moves, together, triggers  # noqa: F401  (they fill the tables of rules.py)
from interpreter.chance import Chance, ChanceNeeded, Event, Sampled, Scripted, seed_generator
from interpreter.choices import ChoiceCode, Option, committed_option, decide
from interpreter.explain import Reason, why
from interpreter.faults import EngineBug, Refused
from interpreter.frames import CALL, CHOOSE, ONCE, TOGETHER
from interpreter.layout import Layout, empty_position
from interpreter.outcome import Judge, Outcome, Violation
from interpreter.position import Position, copy_position
from interpreter.program import Program
from interpreter.remarks import Remarks
from interpreter.rules import Rules
from interpreter.state import State
from interpreter.telling import tell_commitment

if TYPE_CHECKING:
    from interpreter.views import Log

STEP_BUDGET = 100_000
"""How many statements and passes of loops there may be from one decision to the next.

They are counted anew from the beginning of the game and from every move. In a simultaneous choice the bodies
that are run to find out who chooses next count for the move before. Who only asks (`decision`, `options`)
counts by itself: what it takes leaves the position as it was.
"""
DECISION_BUDGET = 10_000
"""How many decisions there may be in a game."""


class Decision:
    """What has to be decided: `seat` chooses; `mode` is one, may or keeps; `origin` is the choice in the
    text. In a simultaneous choice `number` is the place among those who choose, else None.
    """

    def __init__(
        self,
        machine: Machine,
        state: State,
        base: Position,
        number: int | None = None,
        chosen: Sequence[Option] = (),
    ) -> None:
        frame = state.frames[-1]
        if frame[0] != CHOOSE:
            raise EngineBug("no decision is due")
        self._state = state
        self._machine = machine
        self.choice: ChoiceCode = machine.rules.data[frame[1], frame[2]]
        self.seat: int = frame[3]
        self.passes: int = frame[4]
        self.mode = self.choice.mode
        self.origin = self.choice.origin
        self.number = number
        self.simultaneous = number is not None
        self._base = base
        self._chosen = chosen

    @property
    def position(self) -> Position:
        """The position that the options are about: in simultaneous choices with one's own commitments
        carried out.
        """
        return self._state.pos

    @property
    def state(self) -> State:
        """The position with its lists at hand."""
        return self._state

    @property
    def committed(self) -> list[tuple[Decision, Option]]:
        """What the seat has decided before in the same simultaneous choice, in order."""
        found: list[tuple[Decision, Option]] = []
        for index, option in enumerate(self._chosen):
            earlier = self._machine.decision_of(self._base, self.number or 0, self._chosen[:index])
            if earlier is None:
                raise EngineBug("more was committed than was asked")
            found.append((earlier, option))
        return found

    @cached_property
    def options(self) -> list[Option]:
        """All options in their order."""
        st = self._state
        cells = st.cells[:]
        try:
            return self.choice.options(st, self.seat, self.passes)
        except BaseException:
            st.cells[:] = cells
            self.choice.asked(st)
            raise


class ChanceNode:
    """A move (or the beginning of a game) that waits for chance: `event` has outcomes and their weights."""

    def __init__(
        self,
        machine: Machine,
        base: Position | None,
        option: Option | None,
        labels: tuple[int, ...],
        event: Event,
    ) -> None:
        self.machine = machine
        self.base = base
        self.option = option
        self.labels = labels
        self.event = event

    def resolve(self, index: int, log: Log | None = None) -> Position | ChanceNode:
        """What comes after outcome `index` of the event.

        The move is carried out from its beginning, so a new `log` is told all of it up to what comes next.
        """
        labels = (*self.labels, self.event.outcomes[index])
        return self.machine._advance(self.base, self.option, labels, log)


class Machine:
    """Plays one Program.

    `step_budget`: statements and passes of loops without a decision, beyond which it is a fault.
    `decision_budget`: decisions after which a game ends without a result.
    """

    def __init__(
        self, program: Program, step_budget: int = STEP_BUDGET, decision_budget: int = DECISION_BUDGET
    ) -> None:
        self.program = program
        self.layout = Layout.of(program)
        self.step_budget = step_budget
        self.decision_budget = decision_budget
        self.rules = self._make_rules()
        self._judge = Judge(self.rules)
        self._remarks = Remarks(self.rules)

    def _make_rules(self) -> Rules:
        return Rules(self.program, self.step_budget)

    # -----------------------------------------------------------------------------------------
    # Play

    def initial(self, seed: int | str | Chance = 0, log: Log | None = None) -> Position:
        """The position at the first decision (or the end of a game without any).

        A number or text seeds the position's generator; a Chance hands outcomes out and leaves it without
        one.
        """
        pos = empty_position(self.layout)
        if isinstance(seed, int | str):
            pos.generator = seed_generator(seed)
            chance: Chance = Sampled(pos)
        else:
            chance = seed
        st = State(pos, chance, log)
        self.prepare(st)
        self._begin(st)
        self._run(st)
        return pos

    def prepare(self, st: State) -> None:
        """Gives every variable its initial value, in order, and wakes the triggers of the whole game."""
        st.steps_left = self.step_budget
        for number, family in enumerate(self.program.variables):
            if not family.local:
                self.rules.initialise(st, number)

    def wake(self, st: State) -> None:
        """The triggers of the whole game live from now on."""
        for number, trigger in enumerate(self.program.triggers):
            if trigger.scope is None:
                st.pos.bits[number] = self.rules.triggers[number].mask(st)

    def _begin(self, st: State) -> None:
        self.wake(st)
        phase = self.program.phases[self.program.main]
        for family in phase.resets:
            self.rules.initialise(st, family)
        st.frames.append([CALL, self.program.main])
        self.rules.enter(st, phase.body)

    def over(self, pos: Position) -> bool:
        """Whether the game has ended."""
        return pos.over

    def decision(self, pos: Position) -> Decision:
        """The decision that is due; Refused when the game is over."""
        if pos.over or not pos.frames:
            raise Refused("the game is over: there is nothing to decide")
        st = State(pos, Scripted())
        st.steps_left = self.step_budget
        if pos.frames[-1][0] == TOGETHER:
            number, commits = together.due(pos)
            chosen = [committed_option(*commit) for commit in commits]
            return Decision(self, together.state_of(self.rules, st, number, commits), pos, number, chosen)
        return Decision(self, st, pos)

    def choosers(self, pos: Position) -> int:
        """How many choose at the same time now; 0 outside of a simultaneous choice."""
        is_under_way = not pos.over and bool(pos.frames) and pos.frames[-1][0] == TOGETHER
        return len(pos.frames[-1][3]) if is_under_way else 0

    def decision_of(self, pos: Position, number: int, chosen: Sequence[Option] = ()) -> Decision | None:
        """What one of those who choose at the same time has to decide after it has chosen these options; None
        when that was all.

        `number` counts them from 0, as they are asked. It does not matter what is committed in `pos`, so all
        can be asked at once; `apply` takes their options one chooser after the other.
        """
        if not 0 <= number < self.choosers(pos):
            raise Refused(f"there is no chooser {number} in a simultaneous choice")
        st = State(pos, Scripted())
        st.steps_left = self.step_budget
        commits = tuple([(option.alternative, option.bindings, option.key) for option in chosen])
        own = together.state_of(self.rules, st, number, commits)
        return Decision(self, own, pos, number, tuple(chosen)) if own.waiting else None

    def options(self, pos: Position) -> list[Option]:
        """The options of the decision that is due, in their order; none when the game is over."""
        return [] if pos.over else self.decision(pos).options

    def apply(
        self, pos: Position, option: Option, chance: Chance | None = None, log: Log | None = None
    ) -> Position:
        """The position after one of its options; `pos` stays as it is.

        `chance` decides random events, else the position's own generator. It may raise ChanceNeeded.
        """
        after = copy_position(pos)
        self.apply_in_place(after, option, chance, log)
        return after

    def apply_in_place(
        self, pos: Position, option: Option, chance: Chance | None = None, log: Log | None = None
    ) -> None:
        """As `apply`, but changes `pos`; when anything is raised, `pos` is not to be used any more."""
        st = self._chosen(pos, option, Sampled(pos) if chance is None else chance, log)
        self._run(st)

    def choose(self, pos: Position, option: Option) -> None:
        """Takes the option and stops before anything comes of it; `go_on` carries it out."""
        self._chosen(pos, option, Scripted(), None)

    def go_on(self, pos: Position, chance: Chance) -> None:
        """Runs on to the next decision or the end; does nothing where a decision is due already."""
        if pos.over:
            return
        st = State(pos, chance)
        st.steps_left = self.step_budget
        st.quiet = sum(1 for frame in pos.frames if frame[0] == ONCE)
        self._run(st)

    def _chosen(self, pos: Position, option: Option, chance: Chance, log: Log | None) -> State:
        if pos.over or not pos.frames:
            raise Refused("the game is over: there is nothing to decide")
        st = State(pos, chance, log)
        st.steps_left = self.step_budget
        st.quiet = sum(1 for frame in pos.frames if frame[0] == ONCE)
        pos.decisions += 1
        if pos.frames[-1][0] == TOGETHER:
            if log is not None:
                tell_commitment(st, self.decision(pos).seat, option)
            together.commit(pos, option.alternative, option.bindings, option.key)
        else:
            decide(self.rules, st, option.alternative, option.bindings)
        return st

    def _run(self, st: State) -> None:
        if self.rules.run(st):
            if not st.pos.over:
                self.rules.finish(st)
        elif st.pos.decisions >= self.decision_budget:
            self.rules.finish(st)
            st.pos.no_result = True
        st.pos.steps = self.step_budget - st.steps_left

    def why(self, pos: Position, label: str, bindings: Sequence[Any]) -> list[Reason]:
        """Every reason against a candidate for the decision that is due; none when it may be chosen.

        `label` is the alternative's, `bindings` are the values of its generators except `let`.
        """
        return why(self, self.decision(pos), label, bindings)

    # -----------------------------------------------------------------------------------------
    # Judging

    def outcome(self, pos: Position) -> Outcome:
        """How a finished game ended; Refused while it goes on."""
        if not pos.over:
            raise Refused("the game is not over")
        return self._judge.outcome(State(pos, Scripted()))

    def remarks(self, pos: Position, seat: int | None = None) -> tuple[str, ...]:
        """Notes that hold in this position, as far as a seat (None: every seat) can tell; see `Remarks`."""
        return self._remarks.told(State(pos, Scripted()), seat)

    def check_invariants(self, pos: Position) -> list[Violation]:
        """What should hold in this position and does not: the file's invariants, and conservation."""
        return self._judge.violations(State(pos, Scripted()))

    def keeps_invariants(self, pos: Position) -> bool:
        """Whether the file's invariants hold in this position, for somebody who guesses at one."""
        return self._judge.holds(State(pos, Scripted()))

    # -----------------------------------------------------------------------------------------
    # Handed-out chance

    def begin(self, log: Log | None = None) -> Position | ChanceNode:
        """The first decision, or the first event of chance before it."""
        return self._advance(None, None, (), log)

    def advance(self, pos: Position, option: Option, log: Log | None = None) -> Position | ChanceNode:
        """As `apply` with handed-out chance: the next decision, or the event of chance that comes first."""
        return self._advance(pos, option, (), log)

    def _advance(
        self, pos: Position | None, option: Option | None, labels: tuple[int, ...], log: Log | None
    ) -> Position | ChanceNode:
        try:
            if pos is None or option is None:
                return self.initial(Scripted(labels), log)
            return self.apply(pos, option, Scripted(labels), log)
        except ChanceNeeded as needed:
            return ChanceNode(self, pos, option, labels, needed.event)


__all__ = ["ChanceNode", "Decision", "Machine", "Option", "Outcome", "Reason", "Violation"]
