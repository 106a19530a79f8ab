"""What many games add up to, in a fixed amount of memory.

Everything is counted in whole numbers and fractions, so tallies of parts of the games can be put together in
any way and give exactly what one tally of all of them gives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from attrs import define, field, frozen

from ruledsl.tools.simulation.distribution import Distribution
from ruledsl.tools.simulation.intervals import Moments
from ruledsl.tools.simulation.playout import Faulted, Played

MOST_FAULTS: Final = 20
"""So many different faults are told one by one; more are only counted."""


@define
class Sitting:
    """How one bot did on one seat. `wins` says how many games were won by how many together."""

    games: int = 0
    wins: Counter[int] = field(factory=Counter)
    scores: Moments = field(factory=Moments)
    payoffs: Moments = field(factory=Moments)

    def merge(self, other: Sitting) -> None:
        """All that another one has seen."""
        self.games += other.games
        self.wins.update(other.wins)
        self.scores.merge(other.scores)
        self.payoffs.merge(other.payoffs)

    @property
    def won(self) -> Fraction:
        """Games won, shared ones split."""
        return sum((Fraction(times, sharing) for sharing, times in self.wins.items()), Fraction(0))


@define
class Use:
    """How a clause was used: in how many games it was reached, fired or (an option) offered; how often."""

    reached: int = 0
    fired: int = 0
    times: int = 0
    offered: int = 0
    offers: int = 0


@frozen
class FirstFault:
    """A fault that came up in `count` games; the first of them, with its seed and bots by seat."""

    fault: Faulted
    number: int
    seed: str
    seating: tuple[str, ...]
    count: int


@define
class Tally:
    """The games of one configuration, added up. `sittings` is by (bot, seat), `meetings` by two bots."""

    games: int = 0
    without_result: int = 0
    faulted: int = 0
    tied: int = 0
    """games whose first place is shared"""
    everybody_tied: int = 0
    sole_wins: int = 0
    comebacks: int = 0
    """sole wins by somebody who was behind half-way"""
    raced: int = 0
    """sole wins in games whose score is a number"""
    decisions: Distribution = field(factory=Distribution)
    turns: Distribution = field(factory=Distribution)
    rounds: Distribution = field(factory=Distribution)
    options: Distribution = field(factory=Distribution)
    scores: Distribution = field(factory=Distribution)
    winning_scores: Distribution = field(factory=Distribution)
    margins: Distribution = field(factory=Distribution)
    lead_changes: Distribution = field(factory=Distribution)
    deficits: Distribution = field(factory=Distribution)
    sittings: dict[tuple[str, int], Sitting] = field(factory=dict)
    meetings: dict[tuple[str, str], Moments] = field(factory=dict)
    uses: list[Use] = field(factory=list)
    faults: dict[tuple[str, int], FirstFault] = field(factory=dict)

    @property
    def with_result(self) -> int:
        """How many games came to an end that was judged."""
        return self.games - self.without_result - self.faulted

    # -- one game ---------------------------------------------------------------------------------

    def add(self, played: Played) -> None:
        """One more game."""
        self.games += 1
        self._add_uses(played)
        if played.fault is not None:
            self.faulted += 1
            key = (played.fault.code, played.fault.origin)
            self._fault(key, FirstFault(played.fault, played.number, played.seed, played.seating, 1))
            return
        self.decisions.add(played.decisions)
        for distribution, value in ((self.turns, played.turns), (self.rounds, played.rounds)):
            if value is not None:
                distribution.add(value)
        for options, times in played.options.items():
            self.options.add(options, times)
        if not played.has_result:
            self.without_result += 1
            return
        self._add_seats(played)
        self._add_race(played)
        self._add_meetings(played)

    def _add_uses(self, played: Played) -> None:
        if not self.uses:
            self.uses = [Use() for _ in played.reached]
        for use, reached, fired, offered in zip(
            self.uses, played.reached, played.fired, played.offered, strict=True
        ):
            if reached:
                use.reached += 1
                if fired:
                    use.fired += 1
                    use.times += fired
                if offered:
                    use.offered += 1
                    use.offers += offered

    def _add_seats(self, played: Played) -> None:
        sharing = played.sharing
        self.tied += sharing > 1
        self.everybody_tied += sharing > 1 and not any(played.places)
        for seat, bot in enumerate(played.seating):
            sitting = self.sittings.setdefault((bot, seat), Sitting())
            sitting.games += 1
            sitting.payoffs.add(played.payoffs[seat])
            if played.places[seat] == 0:
                sitting.wins[sharing] += 1
            score = played.scores[seat]
            if score is not None:
                sitting.scores.add(score)
                self.scores.add(score)
                if played.places[seat] == 0:
                    self.winning_scores.add(score)

    def _add_race(self, played: Played) -> None:
        if played.margin is not None:
            self.margins.add(played.margin)
        if played.lead_changes is not None:
            self.lead_changes.add(played.lead_changes)
        self.sole_wins += played.sharing == 1
        if played.behind_at_half is not None:
            self.raced += 1
            self.comebacks += played.behind_at_half
        if played.deficit is not None:
            self.deficits.add(played.deficit)

    def _add_meetings(self, played: Played) -> None:
        """How often a bot came out above another one: 1 for above, a half for a shared place."""
        kinds = sorted(set(played.seating))
        for one, other in combinations(kinds, 2):
            above = meetings = 0
            for seat, bot in enumerate(played.seating):
                for against, rival in enumerate(played.seating):
                    if (bot, rival) != (one, other) or played.members[seat] == played.members[against]:
                        continue
                    meetings += 1
                    mine, theirs = played.places[seat], played.places[against]
                    above += 2 if mine < theirs else int(mine == theirs)
            if meetings:
                self.meetings.setdefault((one, other), Moments()).add(Fraction(above, 2 * meetings))

    def _fault(self, key: tuple[str, int], first: FirstFault) -> None:
        known = self.faults.get(key)
        if known is None and len(self.faults) >= MOST_FAULTS:
            return
        earlier = first if known is None or first.number < known.number else known
        count = first.count + (0 if known is None else known.count)
        self.faults[key] = FirstFault(earlier.fault, earlier.number, earlier.seed, earlier.seating, count)

    # -- parts ------------------------------------------------------------------------------------

    def merge(self, other: Tally) -> None:
        """All games of another tally of the same configuration."""
        for name in _NUMBERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in DISTRIBUTIONS:
            getattr(self, name).merge(getattr(other, name))
        for key, sitting in other.sittings.items():
            self.sittings.setdefault(key, Sitting()).merge(sitting)
        for pair, moments in other.meetings.items():
            self.meetings.setdefault(pair, Moments()).merge(moments)
        if other.uses and not self.uses:
            self.uses = [Use() for _ in other.uses]
        for use, more in zip(self.uses, other.uses, strict=bool(other.uses)):
            use.reached += more.reached
            use.fired += more.fired
            use.times += more.times
            use.offered += more.offered
            use.offers += more.offers
        for fault_key, first in other.faults.items():
            self._fault(fault_key, first)

    # -- sums over sittings -----------------------------------------------------------------------

    def sitting(self, bots: Iterable[str], seats: Iterable[int]) -> Sitting:
        """How these bots did on these seats, taken together."""
        wanted, places = set(bots), set(seats)
        found = Sitting()
        for (bot, seat), sitting in sorted(self.sittings.items()):
            if bot in wanted and seat in places:
                found.merge(sitting)
        return found


DISTRIBUTIONS: Final[Sequence[str]] = (
    "decisions", "turns", "rounds", "options", "scores", "winning_scores", "margins", "lead_changes",
    "deficits",
)  # fmt: skip
"""The names of all distributions of a Tally."""

_NUMBERS: Final[Sequence[str]] = (
    "games", "without_result", "faulted", "tied", "everybody_tied", "sole_wins", "comebacks", "raced",
)  # fmt: skip
