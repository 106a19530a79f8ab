"""Playing one game after the other: a game, a configuration, bots and seeds go in, plain records come out.

`Playouts` is the seam behind which games are played. Whatever plays them gives the same records for the same
numbers; statistics, reports and commands know nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Protocol

from attrs import frozen

from interpreter.choices import Option
from interpreter.counting import CountingMachine
from interpreter.faults import EngineBug, RulesFault
from interpreter.machine import DECISION_BUDGET, Decision, Machine
from interpreter.outcome import Outcome
from interpreter.position import Position
from ruledsl.bots import Bot, ask, make_bot
from ruledsl.model.config import Configuration
from ruledsl.pipeline import Game
from ruledsl.tools.simulation.clauses import Clause, passes, reader, watch, while_conditions
from ruledsl.tools.simulation.scores import Course, ScoreReader, race

if TYPE_CHECKING:
    from ruledsl.tools.simulation.tally import Tally

Worth = int | Fraction

DEFAULT_BUDGET: Final = DECISION_BUDGET
"""After so many decisions a game is broken off without a result."""


@frozen
class Faulted:
    """A game that the rules could not be followed in: the engine's fault, its origin, and when it came."""

    code: str
    text: str
    origin: int
    decisions: int


@frozen
class Played:
    """One game as plain data. Everything by seat is a tuple with an entry for each seat.

    `number` counts games from 0; `seed` makes this game again, with `seating` (the bots by seat). `turns` and
    `rounds` are None where the rules have none. `options` says how many decisions had so many options.
    `places` (0: the best; those who share a place have the same) are empty for a game without result.
    `scores` are what `result` ranks by first, None where it is no number; `more_is_better` says how. `margin`
    is between the first and the second of those who are ranked. For `lead_changes`, `behind_at_half` and
    `deficit` see `scores.Race`. `reached` and `fired` count for each clause, `offered` how many decisions
    offered an option; also before a fault. `fault`: the rules could not be followed; there is no result then.
    """

    number: int
    seed: str
    seating: tuple[str, ...]
    decisions: int = 0
    turns: int | None = None
    rounds: int | None = None
    options: Mapping[int, int] = {}
    places: tuple[int, ...] = ()
    members: tuple[int, ...] = ()
    """the team of each seat, or the seat itself: who is ranked together"""
    scores: tuple[int | None, ...] = ()
    more_is_better: bool = True
    margin: int | None = None
    payoffs: tuple[Worth, ...] = ()
    lead_changes: int | None = None
    behind_at_half: bool | None = None
    deficit: int | None = None
    reached: tuple[int, ...] = ()
    fired: tuple[int, ...] = ()
    offered: tuple[int, ...] = ()
    fault: Faulted | None = None

    @property
    def has_result(self) -> bool:
        """Whether the game came to an end that is judged."""
        return bool(self.places)

    @property
    def sharing(self) -> int:
        """How many members (seats, or teams) share the first place."""
        return len({member for member, place in zip(self.members, self.places, strict=True) if place == 0})

    def win(self, seat: int) -> Fraction:
        """What part of the win a seat has: a shared one is split."""
        return Fraction(1, self.sharing) if self.places[seat] == 0 else Fraction(0)


class Playouts(Protocol):
    """Plays the games of one configuration, by number."""

    clauses: tuple[Clause, ...]

    def play(self, number: int) -> Played:
        """The game with this number, counted from 0: the same one every time."""

    def games(self, first: int, last: int) -> Iterator[Played]:
        """The games with numbers from `first` up to, not including, `last`."""

    def tally(self, first: int, last: int) -> Tally:
        """The same games, added up."""

    def another(self) -> Playouts:
        """One that plays the same beside this one, in another thread."""


def game_seed(seed: str, number: int) -> str:
    """The seed of a game by the seed of the whole and the game's number; `ruledsl play --seed` takes it."""
    return f"{seed}-{number}"


def seating(bots: Sequence[str], players: int, number: int) -> tuple[str, ...]:
    """Who sits where in a game: everybody moves up one seat from game to game.

    So each bot sits on each seat equally often. Fewer bots than seats are repeated.
    """
    return tuple(bots[(seat + number) % players % len(bots)] for seat in range(players))


class ReferencePlayouts:
    """Plays on the reference machine; bots think on one of their own. See `Playouts`.

    `seed`, `bots`: as in `game_seed` and `seating`. `budget`: decisions after which a game is broken off.
    """

    def __init__(
        self,
        game: Game,
        config: Configuration,
        bots: Sequence[str],
        seed: str,
        budget: int = DEFAULT_BUDGET,
    ) -> None:
        self._whole = (game, config, tuple(bots), seed, budget)
        program, lowered = game.program(config), game.lowered(config)
        conditions = while_conditions(lowered, program)
        self.machine = CountingMachine(program, conditions, decision_budget=budget)
        self.thinking = Machine(program)
        self.bots, self.seed, self.players = tuple(bots), seed, program.players
        self.uses = self.machine.uses
        found = watch(lowered, program, self.uses, conditions)
        self.clauses = found.clauses
        self._reached = reader(found.reached, self.uses.counts)
        self._fired = reader(found.fired, self.uses.counts)
        self._offered = reader(found.offered, self.uses.counts)
        length = passes(program)
        self._turns, self._rounds = length.turns, length.rounds
        self._scores = ScoreReader(self.thinking)

    def play(self, number: int) -> Played:
        """See `Playouts`."""
        seed = game_seed(self.seed, number)
        seats = seating(self.bots, self.players, number)
        self.uses.reset()
        game = _Game(self, seed, seats)
        try:
            game.run()
            return game.record(number, seed, seats)
        except RulesFault as fault:
            told = Faulted(fault.code, fault.text, fault.origin, game.decisions)
            return Played(number, seed, seats, game.decisions, fault=told, **game.uses())
        except EngineBug as bug:
            raise EngineBug(f"{bug} (in the game with seed {seed})") from bug

    def another(self) -> ReferencePlayouts:
        """See `Playouts`."""
        return ReferencePlayouts(*self._whole)

    def games(self, first: int, last: int) -> Iterator[Played]:
        """See `Playouts`."""
        return map(self.play, range(first, last))

    def tally(self, first: int, last: int) -> Tally:
        """See `Playouts`."""
        from ruledsl.tools.simulation.tally import Tally  # it needs this module

        tally = Tally()
        for played in self.games(first, last):
            tally.add(played)
        return tally

    def passes_of(self, blocks: Sequence[int]) -> int | None:
        """How often these blocks were entered in this game; None for no blocks."""
        if not blocks:
            return None
        return sum([self.uses.counts[self.uses.block(block)] for block in blocks])

    def read(self, pos: Position) -> tuple[int, tuple[int, ...]] | None:
        """The score; see `ScoreReader`."""
        return self._scores.read(pos)


class _Game:
    """One game while it is played."""

    def __init__(self, at: ReferencePlayouts, seed: str, seats: Sequence[str]) -> None:
        self.at, self.seed = at, seed
        self.bots: list[Bot] = [
            make_bot(name, at.thinking, f"{seed}:{seat}") for seat, name in enumerate(seats)
        ]
        self.options: Counter[int] = Counter()
        self.course = Course()
        self.decisions = 0
        self.pos: Position | None = None

    def run(self) -> None:
        """Plays to the end."""
        machine = self.at.machine
        pos = self.pos = machine.initial(self.seed)
        self.course.note(0, self.at.read(pos))
        while not pos.over:
            decision = machine.decision(pos)
            options = decision.options
            self.options[len(options)] += 1
            machine.offered(decision, options)
            machine.apply_in_place(pos, self._chosen(pos, decision))
            self.decisions = pos.decisions
            self.course.note(self.decisions, self.at.read(pos))

    def _chosen(self, pos: Position, decision: Decision) -> Option:
        """What the bot chooses that is due; it sees what `ruledsl play` would show it."""
        return ask(self.bots[decision.seat], self.at.machine.layout, pos, decision)

    def uses(self) -> dict[str, Any]:
        """How the clauses were used, by the names of `Played`."""
        return {"reached": self.at._reached(), "fired": self.at._fired(), "offered": self.at._offered()}

    def record(self, number: int, seed: str, seats: tuple[str, ...]) -> Played:
        """The game that was played."""
        at, pos = self.at, self.pos
        assert pos is not None
        turns, rounds = at.passes_of(at._turns), at.passes_of(at._rounds)
        judged = None if pos.no_result else _judged(at, pos, self.course)
        return Played(
            number, seed, seats, self.decisions, turns, rounds, dict(self.options), **(judged or {}),
            **self.uses(),
        )  # fmt: skip


def _judged(at: ReferencePlayouts, pos: Position, course: Course) -> dict[str, Any]:
    """What the result says, by the names of `Played`."""
    outcome = at.machine.outcome(pos)  # on the machine that counts: a define may serve the result alone
    teams = at.thinking.program.teams if outcome.by_team else at.players
    read = at.read(pos)
    most = read is None or at._scores.most[read[0]]
    return judged(_places(outcome), teams, outcome.payoffs, read, most, course, pos.decisions)


def judged(
    place_of: Mapping[int, int],
    teams: int,
    payoffs: tuple[Worth, ...],
    read: tuple[int, tuple[int, ...]] | None,
    most: bool,
    course: Course,
    decisions: int,
) -> dict[str, Any]:
    """What the result says, by the names of `Played`.

    `place_of`: the place of each member, 0 the best; seat s belongs to member s modulo `teams`. `read` is the
    score at the end, `course` how it went; `most`: more of it is better.
    """
    players = len(payoffs)
    members = tuple(seat % teams for seat in range(players))
    found: dict[str, Any] = {
        "places": tuple(place_of[member] for member in members),
        "members": members,
        "payoffs": payoffs,
        "scores": (None,) * players,
    }
    if read is not None:
        rule, values = read
        found |= {"scores": tuple(values[member] for member in members), "more_is_better": most}
        ranked = sorted(values, reverse=most)
        if len(ranked) > 1:
            found["margin"] = abs(ranked[0] - ranked[1])
        winners = [member for member, place in place_of.items() if place == 0]
        told = race(course, rule, most, winners, decisions)
        if told is not None:
            found |= {
                "lead_changes": told.lead_changes,
                "behind_at_half": told.behind_at_half,
                "deficit": told.deficit,
            }
    return found


def _places(outcome: Outcome) -> dict[int, int]:
    return {member: place for place, members in enumerate(outcome.ranking) for member in members}
