"""Two games, or two settings of one, played with the same seeds: what differs, by how much, how surely.

Game k of both has the same seed and the same bots on the same seats (common random numbers), so chance that
is the same in both does not blur the difference. Differences are taken game by game; their intervals are
those of paired observations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import partial
from typing import Final

from attrs import define, field, frozen

from ruledsl.pipeline import Game
from ruledsl.tools.simulation.intervals import CONFIDENCE, Estimate, Moments
from ruledsl.tools.simulation.playout import Played, Playouts
from ruledsl.tools.simulation.simulate import GIVE_UP, Plan, Progress, Simulation, open_playouts
from ruledsl.tools.simulation.tally import Tally
from ruledsl.tools.simulation.work import WorkersLost, open_executor, play_in_order, whole

Value = int | Fraction
PairRow = tuple[Played, Played]
"""The records of one game of both."""


@frozen
class Measure:
    """Something that is measured in a game. `is_share`: 1 for yes, 0 for no, so that the mean is a share."""

    name: str
    is_share: bool = False


@define
class Paired:
    """A measure in the games in which both have it: the values of either, and the differences (b - a)."""

    a: Moments = field(factory=Moments)
    b: Moments = field(factory=Moments)
    difference: Moments = field(factory=Moments)

    def add(self, a: Value, b: Value) -> None:
        """One more pair."""
        self.a.add(a)
        self.b.add(b)
        self.difference.add(b - a)

    def merge(self, other: Paired) -> None:
        """All that another one has seen."""
        self.a.merge(other.a)
        self.b.merge(other.b)
        self.difference.merge(other.difference)


def measured(played: Played) -> dict[Measure, Value]:
    """Everything that is measured in a game; what it has not is left out."""
    found: dict[Measure, Value | None] = {
        Measure("no result", True): int(not played.has_result),
        Measure("decisions"): played.decisions,
        Measure("turns"): played.turns,
        Measure("rounds"): played.rounds,
    }
    decisions = sum(played.options.values())
    if decisions:
        options = sum(options * times for options, times in played.options.items())
        found[Measure("options per decision")] = Fraction(options, decisions)
    if played.has_result:
        found |= _judged(played)
    return {measure: value for measure, value in found.items() if value is not None}


def _judged(played: Played) -> dict[Measure, Value | None]:
    """What is measured in a game with a result."""
    found: dict[Measure, Value | None] = {Measure("shared first places", True): int(played.sharing > 1)}
    seats = range(len(played.seating))
    if len(seats) > 1:
        for seat in seats:
            found[Measure(f"wins of seat {chr(ord('A') + seat)}", True)] = played.win(seat)
    bots = sorted(set(played.seating))
    for bot in bots if len(bots) > 1 else ():
        sat = [played.win(seat) for seat in seats if played.seating[seat] == bot]
        found[Measure(f"wins of {bot}, per seat", True)] = sum(sat, Fraction(0)) / len(sat)
    scores = [score for score in played.scores if score is not None]
    if len(scores) == len(seats):
        found[Measure("score, mean of all seats")] = Fraction(sum(scores), len(scores))
        winners = [score for seat, score in enumerate(scores) if played.places[seat] == 0]
        found[Measure("score of winners")] = Fraction(sum(winners), len(winners))
    found[Measure("margin")] = played.margin
    found[Measure("lead changes")] = played.lead_changes
    if played.behind_at_half is not None:
        found[Measure("comebacks", True)] = int(played.behind_at_half)
    return found


# ---------------------------------------------------------------------------------------------
# Playing


@frozen
class Pair:
    """Two plans with the same seed and the same bots; see `work.Job`."""

    a: Plan
    b: Plan

    def prepare(self) -> PairPlayer:
        """Reads both games."""
        a, b = (open_playouts(plan.game(), plan) for plan in (self.a, self.b))
        return PairPlayer(a, b, self.a.rows)


@define
class PairTally:
    """Games of both, added up, and what was measured in the games that could be followed in both."""

    a: Tally = field(factory=Tally)
    b: Tally = field(factory=Tally)
    paired: dict[Measure, Paired] = field(factory=dict)
    rows: tuple[PairRow, ...] = ()
    """the records of these games, when they are wanted"""

    def add(self, a: Played, b: Played) -> None:
        """One more game of each."""
        self.a.add(a)
        self.b.add(b)
        if a.fault is not None or b.fault is not None:
            return
        ours, theirs = measured(a), measured(b)
        for measure, value in ours.items():
            if measure in theirs:
                self.paired.setdefault(measure, Paired()).add(value, theirs[measure])

    def merge(self, other: PairTally) -> None:
        """All games of another one, without their records."""
        self.a.merge(other.a)
        self.b.merge(other.b)
        for measure, paired in other.paired.items():
            self.paired.setdefault(measure, Paired()).merge(paired)


@frozen
class PairPlayer:
    """Plays ranges of both games; see `work.Player`."""

    a: Playouts
    b: Playouts
    rows: bool = False

    def play(self, first: int, last: int) -> PairTally:
        """The games with these numbers."""
        tally = PairTally()
        rows: list[PairRow] = []
        for a, b in zip(self.a.games(first, last), self.b.games(first, last), strict=True):
            tally.add(a, b)
            if self.rows:
                rows.append((a, b))
        tally.rows = tuple(rows)
        return tally

    def another(self) -> PairPlayer:
        """See `work.Player`."""
        return PairPlayer(self.a.another(), self.b.another(), self.rows)


@define
class Comparison:
    """What was played, of either game as a Simulation, and what was measured in pairs of games."""

    a: Simulation
    b: Simulation
    paired: dict[Measure, Paired]

    @property
    def interrupted(self) -> bool:
        """Whether it was broken off by hand."""
        return self.a.interrupted


def compare(
    games: tuple[Game, Game],
    pair: Pair,
    count: int,
    workers: int = 1,
    progress: Progress | None = None,
    take_rows: Callable[[Sequence[PairRow]], None] | None = None,
    opener: Callable[[int], Executor] | None = None,
) -> Comparison:
    """Plays `count` games of both; see `simulate.simulate` for what its arguments do and what is raised."""
    if count < 1:
        raise ValueError("at least one game has to be played")
    if (pair.a.seed, pair.a.bots) != (pair.b.seed, pair.b.bots):
        raise ValueError("both have to be played with the same seed and the same bots")
    tally = PairTally()
    a, b = (
        Simulation(plan, game, open_playouts(game, plan).clauses, count, one)
        for game, plan, one in zip(games, (pair.a, pair.b), (tally.a, tally.b), strict=True)
    )
    opener = opener or partial(open_executor, threads=pair.a.in_threads and pair.b.in_threads)
    pieces = play_in_order(pair, count, workers, stops=(GIVE_UP,), opener=opener)
    try:
        for piece in pieces:
            with whole():
                tally.merge(piece.part)
                if take_rows is not None:
                    take_rows(piece.part.rows)
            if progress is not None:
                progress(tally.a.games)
            if tally.a.games >= GIVE_UP and _endless(a, b):
                break
    except KeyboardInterrupt:
        a.interrupted = b.interrupted = True
    except WorkersLost as lost:
        if not tally.a.games:
            raise
        a.interrupted = b.interrupted = True
        a.lost = b.lost = lost
    finally:
        pieces.close()
    return Comparison(a, b, tally.paired)


def _endless(*simulations: Simulation) -> bool:
    """Whether in one of them no game came to an end; it is noted there."""
    for one in simulations:
        one.gave_up = one.tally.without_result == one.tally.games < one.wanted
    return any(one.gave_up for one in simulations)


# ---------------------------------------------------------------------------------------------
# What differs

CLEAR: Final = "clear"
LIKELY: Final = "likely"
UNTOLD: Final = "none"


@frozen
class Difference:
    """How a measure differs: the means of both, the mean of the differences (b - a) with its interval.

    `told` is clear (also when it is allowed for that many measures are looked at), likely (the 95 % interval
    leaves out 0) or none. `same`: it was the same in every single pair of games.
    """

    measure: str
    is_share: bool
    games: int
    a: float
    b: float
    difference: Estimate
    told: str
    same: bool


def differences(comparison: Comparison) -> tuple[Difference, ...]:
    """All measures, in the order in which they are measured."""
    pairs = comparison.paired
    return tuple(_difference(measure, paired, len(pairs)) for measure, paired in pairs.items())


def _difference(measure: Measure, paired: Paired, measures: int) -> Difference:
    """Source for dividing the error by the number of measures: O. J. Dunn, "Multiple comparisons among
    means", 1961.
    """
    found = paired.difference.mean()
    wide = paired.difference.mean(1 - (1 - CONFIDENCE) / measures)
    same = paired.difference.squares == 0
    told = UNTOLD if same or not found.certainly_not(0) else CLEAR if wide.certainly_not(0) else LIKELY
    a, b = (float(Fraction(moments.total) / moments.count) for moments in (paired.a, paired.b))
    return Difference(measure.name, measure.is_share, paired.difference.count, a, b, found, told, same)


def by_certainty(found: Sequence[Difference]) -> list[Difference]:
    """The clear ones first, then the likely ones, then the others; each in their order."""
    return sorted(found, key=lambda one: (CLEAR, LIKELY, UNTOLD).index(one.told))
