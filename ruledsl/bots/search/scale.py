"""What endings are worth to a seat, as one number.

Where the rules say what a game pays, that is the worth. Elsewhere a game is played for its place, from -1 to
1, and places alone say little: most games that are played on at random end alike for a good and a bad
option. So how a seat stands counts, too. Standings are numbers that are compared one after the other, of
scales that differ from game to game; what counts is the share of the standings seen so far in this search
that a seat's own is better than. (T. Pepels et al., "Quality-Based Rewards for Monte-Carlo Tree Search
Simulations", 2014, add a bonus by the deviation from the mean; a rank needs no scale.)
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from math import sqrt
from typing import Final

from ruledsl.bots.search.game import Ending, Leads

MOST_KEPT: Final = 512
"""So many standings of a seat are kept to compare with."""

BONUS: Final = 0.25
"""How much a standing at the end of a game can add to what its place is worth, or take off."""

UNFINISHED: Final = 0.5
"""The same for a game that was not played to its end: there its standing is all there is."""


class Scale:
    """Worths of endings, with what was seen so far."""

    def __init__(self, players: int, pays: bool) -> None:
        self.pays = pays
        self._seen: list[list[Leads]] = [[] for _ in range(players)]
        self._count = 0
        self._total = 0.0
        self._squares = 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of all worths so far."""
        if self._count < 2:
            return 0.5
        mean = self._total / self._count
        return sqrt(max(self._squares / self._count - mean * mean, 0.0)) or 1e-9

    def worths(self, ending: Ending) -> list[float]:
        """What an ending is worth to each seat."""
        found = []
        for seat, payoff in enumerate(ending.payoffs):
            worth = payoff
            if not self.pays and ending.standing:
                rank = self._rank(seat, ending.standing[seat])
                worth += (BONUS if ending.over else UNFINISHED) * (2 * rank - 1)
            found.append(worth)
            self._count += 1
            self._total += worth
            self._squares += worth * worth
        return found

    def _rank(self, seat: int, standing: Leads) -> float:
        """The share of the standings so far that this one is better than; equal ones count half."""
        seen = self._seen[seat]
        low, high = bisect_left(seen, standing), bisect_right(seen, standing)
        rank = (low + high + 1) / (2 * len(seen) + 2)
        if len(seen) < MOST_KEPT:
            insort(seen, standing)
        return rank
