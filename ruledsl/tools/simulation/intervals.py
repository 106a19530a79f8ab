"""Estimates with their 95 % intervals.

An interval is made so that, of many simulations, 95 in 100 have the true value inside. The formulas are well
known; each function names its source.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import accumulate
from statistics import NormalDist
from typing import Final

from attrs import define, frozen

Number = int | float | Fraction

CONFIDENCE: Final = 0.95


def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """How many standard deviations to either side hold this share of a normal distribution: 1.96 for 95 %."""
    return NormalDist().inv_cdf(0.5 + confidence / 2)


@frozen
class Estimate:
    """A value with its interval, from `count` games or decisions.

    `low` and `high` are None where too little was seen to say anything, `value` too where nothing was.
    """

    value: float | None
    low: float | None
    high: float | None
    count: int

    def certainly_not(self, value: float) -> bool:
        """Whether a value lies outside of the interval."""
        return self.low is not None and self.high is not None and not self.low <= value <= self.high


NOTHING: Final = Estimate(None, None, None, 0)
"""The estimate from no observation."""


def share(successes: Number, count: int, confidence: float = CONFIDENCE) -> Estimate:
    """A probability, from how often something happened among `count` trials: the score interval.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927. A
    trial may count for a part (a win that is shared): its variance is smaller then, so the interval is on the
    safe side.
    """
    if count == 0:
        return NOTHING
    z = normal_quantile(confidence)
    rate = float(successes) / count
    middle = (rate + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * math.sqrt(rate * (1 - rate) / count + z * z / (4 * count * count))
    low = 0.0 if successes == 0 else max(0.0, middle - reach)
    high = 1.0 if successes == count else min(1.0, middle + reach)
    return Estimate(rate, low, high, count)


def t_quantile(freedom: int, confidence: float = CONFIDENCE) -> float:
    """As `normal_quantile` for Student's t with so many degrees of freedom.

    Exact for one and two; beyond, the expansion in Abramowitz and Stegun, "Handbook of Mathematical
    Functions", 26.7.5: within 0.01 from three on.
    """
    upper = 0.5 + confidence / 2
    if freedom < 1:
        raise ValueError("one observation has no spread")
    if freedom == 1:
        return math.tan(math.pi * (upper - 0.5))
    if freedom == 2:
        a = 4 * upper * (1 - upper)
        return 2 * (upper - 0.5) * math.sqrt(2 / a)
    z = NormalDist().inv_cdf(upper)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


@define
class Moments:
    """How many numbers, their sum and the sum of their squares, kept exactly.

    So two of them can be put together in any order with the same outcome.
    """

    count: int = 0
    total: int | Fraction = 0
    squares: int | Fraction = 0

    def add(self, value: int | Fraction, times: int = 1) -> None:
        """One more number, or so many that are the same."""
        self.count += times
        self.total += value * times
        self.squares += value * value * times

    def merge(self, other: Moments) -> None:
        """All that another one has seen."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def variance(self) -> float:
        """The sample variance; 0 for less than two numbers."""
        if self.count < 2:
            return 0.0
        spread = Fraction(self.squares) - Fraction(self.total) * Fraction(self.total) / self.count
        return float(spread / (self.count - 1))

    def mean(self, confidence: float = CONFIDENCE) -> Estimate:
        """The mean with Student's interval (Student, "The probable error of a mean", 1908)."""
        if self.count == 0:
            return NOTHING
        mean = float(Fraction(self.total) / self.count)
        if self.count == 1:
            return Estimate(mean, None, None, 1)
        reach = t_quantile(self.count - 1, confidence) * math.sqrt(self.variance / self.count)
        return Estimate(mean, mean - reach, mean + reach, self.count)


EXACT_RANKS: Final = 100
"""Up to so many observations, ranks are found from the binomial distribution itself."""


def quantile_ranks(count: int, quantile: float, confidence: float = CONFIDENCE) -> tuple[int, int] | None:
    """Which two of `count` sorted numbers (counted from 1) have the true quantile between them.

    Whatever the distribution: how many observations are below the quantile is binomial, taken as normal where
    there are many. None when there are too few. Source: W. J. Conover, "Practical Nonparametric Statistics",
    3.2.
    """
    tail = (1 - confidence) / 2
    if count > EXACT_RANKS:
        middle = count * quantile
        reach = normal_quantile(confidence) * math.sqrt(count * quantile * (1 - quantile))
        low, high = math.ceil(middle - reach), math.ceil(middle + reach)
    else:
        below = accumulate(
            math.comb(count, n) * quantile**n * (1 - quantile) ** (count - n) for n in range(count + 1)
        )
        sums = list(below)
        low = sum(1 for each in sums if each <= tail)
        high = 1 + next(n for n, each in enumerate([*sums, 1.0]) if each >= 1 - tail)
    return (low, high) if low >= 1 and high <= count else None
