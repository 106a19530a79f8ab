"""One fuzzed game: a script and a policy go in, what happened comes out.

The script decides as far as it goes, then the policy and its generator. The game is broken off at the first
problem, and the numbers that were used up to there are a script that leads to it again without any policy.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from attrs import define, field, frozen

from interpreter.chance import below, seed_generator
from interpreter.choices import Option
from interpreter.compiled.agreement import Pair
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.recorder import Recorder
from interpreter.counting import CountingMachine
from interpreter.faults import EngineBug, RulesFault
from interpreter.hashing import board_hash, state_hash
from interpreter.machine import Machine
from interpreter.outcome import Outcome
from interpreter.position import Position
from ruledsl.bots.standing import Standing
from ruledsl.model.config import Configuration
from ruledsl.pipeline import Game
from ruledsl.source import Span
from ruledsl.tools.faults import facts_in_words
from ruledsl.tools.fuzzing import probes
from ruledsl.tools.fuzzing.coverage import Coverage
from ruledsl.tools.fuzzing.policies import Policy, labels_of
from ruledsl.tools.fuzzing.probes import Moment, Problem
from ruledsl.tools.fuzzing.scripts import NOTHING, Driven, Script

FORCED: Final = 12
"""After so many decisions in a row with one option and without chance it is looked for a circle."""

OPTIONS_A_STEP: Final = 20
"""Listing so many options takes about as long as a decision with few of them."""

STEPS_TOO_MANY: Final = 1000
"""Finding out that a loop has no end takes about as long as so many decisions."""

COMES_BACK: Final = 5
"""When a game that was broken off has shown one table so often, it goes in circles."""

OFTEN: Final = 60
"""A game that has shown one table so often is broken off: it would hardly end."""

WATCHED_FROM: Final = 100
"""After so many decisions it is watched whether a table comes back."""


@frozen
class Limits:
    """`decisions`: a game is broken off after so many. `options`: more at one decision are told. `often`: one
    decision in so many is asked what takes long; 0: none, 1: every one. `repeats`: a game ends as soon as a
    position comes back (for shrinking). `deals`: how many deals are tried to show a leak. `patient`: a game
    without end is a problem; else it is broken off, and that is all. `forced`: see FORCED.
    `compared`: where it is asked what takes long, also whether reference and kernel go on alike.
    `until`: a game is broken off at this time (seconds since the epoch).
    """

    decisions: int = 1000
    options: int = 20_000
    often: int = 16
    repeats: bool = False
    deals: int = 1
    patient: bool = True
    forced: int = FORCED
    compared: bool = False
    until: float | None = None


@define
class Table:
    """A game in one configuration, ready to be played again and again."""

    game: Game
    config: Configuration
    machine: CountingMachine = field(init=False)
    thinking: Machine = field(init=False)
    standing: Standing = field(init=False)
    coverage: Coverage = field(init=False)
    labels: list[str] = field(init=False)
    origins: tuple[Span, ...] = field(init=False)
    _pair: Pair | None = field(default=None, init=False)
    _recorder: Recorder | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        program, lowered = self.game.program(self.config), self.game.lowered(self.config)
        self.coverage = Coverage(lowered, program)
        self.machine = self.coverage.machine
        self.thinking = Machine(program)
        self.standing = Standing(self.thinking)
        self.labels = labels_of(program)
        self.origins = lowered.origins

    @property
    def pair(self) -> Pair:
        """The reference with a kernel; compiled when it is asked for first."""
        if self._pair is None:
            self._pair = Pair(self.thinking, CompiledMachine(self.thinking.program, only="steps"))
        return self._pair

    @property
    def recorder(self) -> Recorder:
        """A kernel for many games at once, which tests invariants; compiled when it is asked for first."""
        if self._recorder is None:
            program, recording = self.thinking.program, self.coverage.recording
            self._recorder = Recorder(program, recording, invariants=True)
        return self._recorder

    def place(self, origin: int) -> str:
        """`file:line` of an origin; empty where it is not known."""
        if not 0 <= origin < len(self.origins):
            return ""
        span = self.origins[origin]
        return f"{span.source.path}:{span.line}"


@frozen
class Played:
    """A game as plain data. `script` leads to its last position, with a fault also into that.

    `labels` are those of the options that were taken, in order. `outcome`: how it ended; None when it was
    broken off. `work` grows with the time that the game took, and is the same on any machine.
    """

    script: Script
    decisions: int
    problem: Problem | None = None
    outcome: Outcome | None = None
    labels: tuple[str, ...] = ()
    work: int = 0


def play(
    table: Table, policy: Policy | None, seed: str, limits: Limits, script: Script = NOTHING,
    wishes: Sequence[str] = (),
) -> Played:  # fmt: skip
    """Plays one game. Without a policy it ends with the script, and chance beyond that is the first outcome.

    `wishes`: labels, one for each move. Where the number of a move leads to another label, the first option
    with the wished one is taken, if there is any. An empty one wishes nothing.

    Every exception but an interrupt becomes a problem: the rules' fault, or ours.
    """
    generator = None if policy is None else seed_generator(f"fuzz:{seed}")
    game = _Game(table, policy, generator, limits, script, wishes)
    try:
        problem, outcome = game.run(seed)
    except RulesFault as fault:
        game.work += STEPS_TOO_MANY if fault.code == "too-many-steps" else 0
        facts = tuple(facts_in_words(table.machine.layout, fault.facts).items())
        problem, outcome = Problem("fault", fault.code, fault.text, fault.origin, facts), None
    except EngineBug as bug:
        problem, outcome = Problem("engine", "bug", str(bug)), None
    except Exception as bug:
        problem, outcome = Problem("engine", type(bug).__name__, str(bug) or "without a message"), None
    return Played(tuple(game.used()), game.decisions, problem, outcome, tuple(game.labels), game.work)


class _Game:
    """A game while it is played."""

    def __init__(
        self, table: Table, policy: Policy | None, generator: list[int] | None, limits: Limits,
        script: Script, wishes: Sequence[str],
    ) -> None:  # fmt: skip
        self.table, self.policy, self.generator = table, policy, generator
        self.limits, self.script, self.wishes = limits, script, wishes
        self.groups: list[tuple[int, ...]] = []
        self.chance = Driven(script[0] if script else (), generator)
        self.choice: int | None = None
        self.labels: list[str] = []
        self.decisions = 0
        self.work = 1
        self.course = Course(table.machine, limits)

    def used(self) -> list[tuple[int, ...]]:
        """The numbers that were used, with those of a move under way."""
        first = () if self.choice is None else (self.choice,)
        return [*self.groups, (*first, *self.chance.used)]

    def run(self, seed: str) -> tuple[Problem | None, Outcome | None]:
        """Plays to the end, or to the first problem."""
        machine = self.table.machine
        pos = machine.initial(self.chance)
        moment: Moment | None = None
        option: Option | None = None
        asking = seed_generator(f"ask:{seed}")
        while self.limits.until is None or time.time() < self.limits.until:
            problem = probes.broken_invariant(machine, pos)
            if problem is not None:
                return problem, None
            if pos.over:
                outcome = machine.outcome(pos)
                return probes.wrong_ranking(machine, outcome), outcome
            own = () if moment is None or option is None else moment.own_after(pos, option)
            moment = Moment(machine, pos, own)
            self.work += 1 + len(moment.options) // OPTIONS_A_STEP
            problem = self._ask(moment, asking)
            endless = self.course.seen(moment, self.chance.history) if problem is None else None
            if endless is not None:
                return (endless if self.limits.patient else None), None
            if problem is not None or (self.policy is None and len(self.groups) >= len(self.script) - 1):
                return problem, None
            option = self._choose(moment)
            pos = machine.apply(pos, option, self.chance)
        return None, None

    def _ask(self, moment: Moment, asking: list[int]) -> Problem | None:
        limits = self.limits
        found = probes.too_many_options(moment, limits.options) or probes.doubled_option(moment)
        if found is not None or not limits.often or below(asking, limits.often):
            return found
        if limits.compared:
            found = probes.parted(self.table.pair, moment, asking)
            if found is not None:
                return found
        for deal in range(limits.deals):
            found = probes.leak(moment, str(deal))
            if found is not None:
                return found
        return probes.changed_by_asking(moment, asking) or probes.lost_by_saving(moment, asking)

    def _choose(self, moment: Moment) -> Option:
        """Decides, and makes ready for the chance that follows."""
        self.groups.append(tuple(self.used()[-1]))
        number = len(self.groups)
        given = self.script[number] if number < len(self.script) else ()
        if given or self.policy is None or self.generator is None:
            self.choice = self._wished(moment, given[0] % len(moment.options) if given else 0)
        else:
            self.choice = self.policy(moment, self.generator)
        self.chance = Driven(given[1:], self.generator)
        self.decisions += 1
        option = moment.options[self.choice]
        self.labels.append(option.label)
        return option

    def _wished(self, moment: Moment, choice: int) -> int:
        wish = self.wishes[self.decisions] if self.decisions < len(self.wishes) else ""
        if not wish or moment.options[choice].label == wish:
            return choice
        return next((n for n, option in enumerate(moment.options) if option.label == wish), choice)


class Course:
    """Watches whether a game gets anywhere."""

    def __init__(self, machine: Machine, limits: Limits) -> None:
        self.machine, self.limits = machine, limits
        self.forced: set[str] = set()
        self.in_a_row = 0
        self.tables: dict[str, int] = {}
        self.states: set[str] = set()
        self.extremes: dict[tuple[int, int], tuple[int, int]] = {}
        self.last_progress = 0
        self.number = 0

    def seen(self, moment: Moment, chance: list[int]) -> Problem | None:
        """A decision of the game, with what chance brought before it. Gives the problem of having no end."""
        self.number += 1
        pos = moment.pos
        if self.limits.repeats:
            state = state_hash(self.machine.layout, pos)
            if state in self.states:
                return _endless("comes-back", moment)
            self.states.add(state)
        problem = self._circle(moment, chance)
        if problem is not None or self.number < min(WATCHED_FROM, self.limits.decisions):
            return problem
        table = board_hash(self.machine.layout, pos)
        times = self.tables[table] = self.tables.get(table, 0) + 1
        self._measure(pos)
        gets_somewhere = (self.number - self.last_progress) * 5 <= self.number
        if self.number < self.limits.decisions and (times < OFTEN or gets_somewhere):
            return None
        if gets_somewhere:
            return _endless("long", moment)
        comes_back = max(self.tables.values()) >= COMES_BACK
        return _endless("comes-back" if comes_back else "no-progress", moment)

    def _circle(self, moment: Moment, chance: list[int]) -> Problem | None:
        """A position that came back without anybody having had a choice, and without chance: for ever."""
        if len(moment.options) > 1 or chance:
            self.in_a_row = 0
            self.forced.clear()
            return None
        self.in_a_row += 1
        if self.in_a_row < self.limits.forced:
            return None
        state = state_hash(self.machine.layout, moment.pos)
        if state in self.forced:
            return _endless("circle", moment)
        self.forced.add(state)
        return None

    def _measure(self, pos: Position) -> None:
        """Progress: a number, of counted pieces or of a variable, was never so great or small before, or a
        zone never held so many or so few.
        """
        values = {(0, zone): len(places) for zone, places in enumerate(pos.zones)}
        for counter, held in enumerate(pos.counters):
            values.update({(1 + counter, holder): count for holder, count in enumerate(held)})
        values.update(
            {(-1, number): value for number, value in enumerate(pos.variables) if type(value) is int}
        )
        for key, value in values.items():
            low, high = self.extremes.get(key, (value, value))
            if value < low or value > high or key not in self.extremes:
                self.last_progress = self.number
            self.extremes[key] = (min(low, value), max(high, value))


WANDERS: Final = "the game gets nowhere for long, and comes to its end by chance"
"""What is said of a game that random choices lead out of again."""

HARMLESS: Final = frozenset({"long", "wanders"})
"""Codes of games without end that have one all the same, later."""

_ENDLESS: Final = {
    "circle": "the same position comes back, and nobody ever has a choice",
    "comes-back": "the same position comes back again and again",
    "no-progress": "the game goes on and on, and nothing in it gets anywhere",
    "long": "the game is long, and still getting somewhere",
}


def _endless(code: str, moment: Moment) -> Problem:
    return Problem("endless", code, _ENDLESS[code], moment.decision.origin)
