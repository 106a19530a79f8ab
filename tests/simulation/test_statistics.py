"""Intervals and distributions, against values that are known."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from ruledsl.tools.simulation.distribution import MOST_EXACT, Distribution
from ruledsl.tools.simulation.intervals import (
    Moments,
    normal_quantile,
    quantile_ranks,
    share,
    t_quantile,
)


@pytest.mark.parametrize(
    ("successes", "count", "low", "high"),
    [
        # R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(successes: int, count: int, low: float, high: float) -> None:
    found = share(successes, count)
    assert found.value == pytest.approx(successes / count)
    assert (round(found.low or 0, 4), round(found.high or 0, 4)) == (low, high)


def test_a_share_of_nothing_says_nothing() -> None:
    found = share(0, 0)
    assert (found.value, found.low, found.high) == (None, None, None)
    assert not found.certainly_not(0.5)


def test_split_wins_are_allowed() -> None:
    assert share(Fraction(1, 2), 1).value == 0.5


@pytest.mark.parametrize(
    ("freedom", "expected"),
    # Student's t, 97.5 %, as in any table.
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_student(freedom: int, expected: float) -> None:
    assert t_quantile(freedom) == pytest.approx(expected, abs=0.011)


def test_the_normal_quantile() -> None:
    assert normal_quantile() == pytest.approx(1.959964, abs=1e-6)


def test_a_mean() -> None:
    # Student's own data: the extra sleep of ten patients, drug 2 against drug 1 (Biometrika 6, 1908): in
    # tenths of hours; mean 15.8, 95 % from 7.0 to 24.6.
    moments = Moments()
    for value in (12, 24, 13, 13, 0, 10, 18, 8, 46, 14):
        moments.add(value)
    found = moments.mean()
    assert found.value == pytest.approx(15.8)
    assert (found.low, found.high) == (pytest.approx(7.0, abs=0.05), pytest.approx(24.6, abs=0.05))


def test_one_number_has_no_interval() -> None:
    moments = Moments()
    moments.add(3)
    assert (moments.mean().value, moments.mean().low) == (3.0, None)


def test_ranks_around_a_median() -> None:
    # As in the usual tables for the sign test: 5 are too few, and 1, 2, 6, 40 are left out at either end.
    assert [quantile_ranks(count, 0.5) for count in (5, 6, 10, 20, 100)] == [
        None, (1, 6), (2, 9), (6, 15), (40, 61),
    ]  # fmt: skip
    assert quantile_ranks(5, 0.95) is None
    low, high = quantile_ranks(10_000, 0.5) or (0, 0)
    assert (low, high) == (4903, 5098)


def test_intervals_cover_as_often_as_they_say() -> None:
    chance = random.Random(4)
    covered = {"share": 0, "median": 0}
    for _ in range(400):
        tosses = [chance.random() < 0.3 for _ in range(60)]
        found = share(sum(tosses), 60)
        covered["share"] += (found.low or 0) <= 0.3 <= (found.high or 0)
        numbers = Distribution()
        for _ in range(60):
            numbers.add(chance.randint(0, 10_000))
        median = numbers.quantile(0.5)
        covered["median"] += (median.low or 0) <= 5000 <= (median.high or 0)
    assert 365 <= covered["share"] <= 395
    assert 365 <= covered["median"] <= 396


# -- distributions --------------------------------------------------------------------------------


def test_small_distributions_are_exact() -> None:
    numbers = Distribution()
    for value in (5, 1, 3, 3, -2):
        numbers.add(value)
    assert [numbers.quantile(part).value for part in (0.05, 0.25, 0.5, 0.75, 1.0)] == [-2, 1, 3, 3, 5]
    assert (numbers.least, numbers.greatest, numbers.count, numbers.exact) == (-2, 5, 5, True)
    assert numbers.share_of(3) == 0.4
    assert sum(each.count for each in numbers.bins(3)) == 5


def test_large_distributions_are_near_and_small() -> None:
    chance = random.Random(1)
    values = [round(chance.expovariate(1e-6)) - 300_000 for _ in range(30_000)]
    numbers = Distribution()
    for value in values:
        numbers.add(value)
    values.sort()
    assert not numbers.exact
    assert len(numbers.counts) <= MOST_EXACT
    for part in (0.05, 0.25, 0.5, 0.75, 0.95):
        exact = values[int(part * len(values)) - 1]
        assert numbers.quantile(part).value == pytest.approx(exact, rel=0.006)
    assert (numbers.least, numbers.greatest) == (values[0], values[-1])
    assert numbers.moments.total == sum(values)
    assert sum(each.count for each in numbers.bins(20)) == len(values)


@pytest.mark.parametrize("spread", [50, 10**6])
def test_parts_can_be_put_together_in_any_order(spread: int) -> None:
    chance = random.Random(2)
    values = [chance.randint(-spread, spread) for _ in range(9000)]
    whole = Distribution()
    for value in values:
        whole.add(value)
    for cuts in ([3000, 6000], [10, 8990], [4500]):
        parts = []
        for first, last in zip([0, *cuts], [*cuts, len(values)], strict=True):
            part = Distribution()
            for value in values[first:last]:
                part.add(value)
            parts.append(part)
        for order in (parts, parts[::-1]):
            merged = Distribution()
            for part in order:
                merged.merge(part)
            assert merged == whole
