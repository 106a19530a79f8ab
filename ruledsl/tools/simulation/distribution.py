"""How whole numbers are distributed, in a fixed amount of memory.

As long as there are not too many different numbers each is counted by itself and every quantile is exact.
Beyond that, numbers that lie within 1 % of each other are counted together, so that a quantile is off by
half a per cent at most (C. Masson, J. E. Rim, H. K. Lee, "DDSketch: a fast and fully-mergeable quantile
sketch with relative-error guarantees", 2019). Either way the outcome does not depend on the order in which
numbers come or in which parts are merged.
"""

from __future__ import annotations

import math
from typing import Final

from attrs import define, field, frozen

from ruledsl.tools.simulation.intervals import CONFIDENCE, NOTHING, Estimate, Moments, quantile_ranks

MOST_EXACT: Final = 4096
"""So many different numbers are counted one by one."""

_STEP: Final = math.log(1.01)
"""Numbers whose logarithms lie in one step of this width are counted together."""


@frozen
class Bin:
    """How many numbers lie from `low` to `high`, both included."""

    low: int
    high: int
    count: int


@define
class Distribution:
    """Counts of whole numbers; see the module. `exact`: nothing was counted together yet."""

    moments: Moments = field(factory=Moments)
    counts: dict[int, int] = field(factory=dict)
    exact: bool = True
    least: int | None = None
    greatest: int | None = None

    def add(self, value: int, times: int = 1) -> None:
        """A number, so many times."""
        self.moments.count += times
        self.moments.total += value * times
        self.moments.squares += value * value * times
        self._reach(value, value)
        key = value if self.exact else _bucket(value)
        self.counts[key] = self.counts.get(key, 0) + times
        self._shrink()

    def merge(self, other: Distribution) -> None:
        """All that another one has seen."""
        self.moments.merge(other.moments)
        if other.least is not None and other.greatest is not None:
            self._reach(other.least, other.greatest)
        if self.exact and not other.exact:
            self._coarsen()
        for value, times in other.counts.items():
            key = _bucket(value) if other.exact and not self.exact else value
            self.counts[key] = self.counts.get(key, 0) + times
        self._shrink()

    def _reach(self, low: int, high: int) -> None:
        self.least = low if self.least is None else min(self.least, low)
        self.greatest = high if self.greatest is None else max(self.greatest, high)

    def _shrink(self) -> None:
        if self.exact and len(self.counts) > MOST_EXACT:
            self._coarsen()

    def _coarsen(self) -> None:
        counts: dict[int, int] = {}
        for value, times in self.counts.items():
            key = _bucket(value)
            counts[key] = counts.get(key, 0) + times
        self.counts, self.exact = counts, False

    # -- what it tells ----------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return self.moments.count

    def at_rank(self, rank: int) -> int:
        """The number at a place when all are sorted, counted from 1."""
        passed = 0
        for key in sorted(self.counts):
            passed += self.counts[key]
            if passed >= rank:
                return self._value(key)
        raise IndexError(rank)

    def _value(self, key: int) -> int:
        if self.exact:
            return key
        low, high = _edges(key)
        middle = round((low + high) / 2)
        return min(max(middle, self.least or 0), self.greatest or 0) if self.count else middle

    def quantile(self, quantile: float, confidence: float = CONFIDENCE) -> Estimate:
        """A quantile (0.5: the median) with its interval: the least number that so many do not exceed."""
        if self.count == 0:
            return NOTHING
        value = float(self.at_rank(max(1, math.ceil(quantile * self.count))))
        ranks = quantile_ranks(self.count, quantile, confidence)
        if ranks is None:
            return Estimate(value, None, None, self.count)
        return Estimate(value, float(self.at_rank(ranks[0])), float(self.at_rank(ranks[1])), self.count)

    def share_of(self, value: int) -> float:
        """Which part of the numbers is this one; for exact counts."""
        return self.counts.get(value, 0) / self.count if self.count else 0.0

    def bins(self, most: int) -> tuple[Bin, ...]:
        """The numbers in at most so many bins of equal width, from the least to the greatest."""
        if self.least is None or self.greatest is None:
            return ()
        width = -(-(self.greatest - self.least + 1) // most)
        sums = [0] * -(-(self.greatest - self.least + 1) // width)
        for key, times in self.counts.items():
            sums[(self._value(key) - self.least) // width] += times
        lows = [self.least + number * width for number in range(len(sums))]
        return tuple(Bin(low, low + width - 1, times) for low, times in zip(lows, sums, strict=True))


def _bucket(value: int) -> int:
    """The number of the bucket for a value: 0 for 0, negative for negative values."""
    if value == 0:
        return 0
    number = 1 + math.floor(math.log(abs(value)) / _STEP)
    return number if value > 0 else -number


def _edges(bucket: int) -> tuple[float, float]:
    """The least and the greatest value that a bucket holds."""
    if bucket == 0:
        return 0.0, 0.0
    low, high = math.exp((abs(bucket) - 1) * _STEP), math.exp(abs(bucket) * _STEP)
    return (low, high) if bucket > 0 else (-high, -low)
