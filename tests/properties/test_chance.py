"""Chance is fair: in every game, and to the last order of a few cards."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from math import factorial

import pytest

from interpreter.chance import below, seed_generator
from interpreter.machine import ChanceNode, Machine
from interpreter.position import Position
from ruledsl import pipeline
from tests.interpreter.test_chance import chi_square
from tests.support.rules_files import Case, plain_cases

EVENTS = 40
"""So many events of chance of each game are looked at."""

PER_ORDER = 15
"""So often each order of some cards is expected."""


def critical(freedom: int) -> float:
    """What a chi-square exceeds once in a thousand times (Wilson and Hilferty, 1931)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 3.0902 * part**0.5) ** 3


def test_the_critical_values_are_those_of_the_tables() -> None:
    for freedom, value in ((5, 20.515), (23, 49.728), (100, 149.449), (719, 841.9)):
        assert critical(freedom) == pytest.approx(value, rel=0.012)


# -- every game ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_the_outcomes_of_an_event_are_all_there_is(case: Case) -> None:
    """They differ, each may come up, their chances sum to one, and each leads somewhere."""
    machine, rng = case.machine, random.Random(f"chance of {case}")
    here, seen = machine.begin(), 0
    for _ in range(6 * EVENTS):
        if isinstance(here, ChanceNode):
            seen += 1
            event = here.event
            assert len(set(event.outcomes)) == len(event.outcomes) == len(event.weights) > 1
            assert all(weight > 0 for weight in event.weights)
            assert sum(Fraction(weight, event.total) for weight in event.weights) == 1
            last = here.resolve(len(event.outcomes) - 1)
            here = here.resolve(rng.randrange(len(event.outcomes))) if rng.random() < 0.7 else last
        elif here.over or seen >= EVENTS:
            break
        else:
            here = machine.advance(here, rng.choice(machine.options(here)))


# -- a few cards -----------------------------------------------------------------------------------

RULES = """
game "Orders"
players 2
cards deck: worth 1..{count}
zone source: {kind}, hidden
zone order: row, open
phase game {{
    all deck -> source{shuffled}
    {dealt}
}}
result player p: most 0
"""

WAYS = {
    "a shuffled pile": ("pile", " shuffled", "{count} from source -> order"),
    "a row that is shuffled": ("row", "\n    shuffle source", "source -> order"),
    "draws from a bag": ("bag", "", "{count} from source -> order"),
    "a pile that is dealt out": ("pile", " shuffled", "each c in source {{ c -> order }}"),
}


@cache
def orders(way: str, count: int) -> Machine:
    kind, shuffled, dealt = WAYS[way]
    text = RULES.format(count=count, kind=kind, shuffled=shuffled, dealt=dealt.format(count=count))
    return Machine(pipeline.load_text(text).program())


def order_in(machine: Machine, pos: Position) -> tuple[int, ...]:
    return tuple(pos.zones[machine.layout.zone_label.index("order")])


@pytest.mark.parametrize("count", (4, 5, 6))
@pytest.mark.parametrize("way", WAYS)
def test_every_order_comes_up_as_often(way: str, count: int) -> None:
    machine, total = orders(way, count), PER_ORDER * factorial(count)
    found: Counter[object] = Counter(order_in(machine, machine.initial(seed)) for seed in range(total))
    assert len(found) == factorial(count)
    assert chi_square(found, factorial(count), total) < critical(factorial(count) - 1)


@pytest.mark.parametrize("way", WAYS)
def test_every_order_has_the_same_chance(way: str) -> None:
    """Exactly: over the whole tree of chance."""
    machine = orders(way, 4)
    found: dict[tuple[int, ...], Fraction] = {}
    waiting = [(machine.begin(), Fraction(1))]
    while waiting:
        here, chance = waiting.pop()
        if isinstance(here, ChanceNode):
            for index, weight in enumerate(here.event.weights):
                waiting.append((here.resolve(index), chance * Fraction(weight, here.event.total)))
        else:
            order = order_in(machine, here)
            found[order] = found.get(order, Fraction(0)) + chance
    assert set(found.values()) == {Fraction(1, 24)} and len(found) == 24


@pytest.mark.parametrize("bound", (2, 3, 5, 6, 7, 10, 13, 52))
def test_numbers_below_a_bound_are_unbiased(bound: int) -> None:
    generator, total = seed_generator(f"below {bound}"), 400 * bound
    found: Counter[object] = Counter(below(generator, bound) for _ in range(total))
    assert set(found) == set(range(bound))
    assert chi_square(found, bound, total) < critical(bound - 1)


def test_a_bound_that_wraps_is_unbiased() -> None:
    """Three quarters of all numbers: taking the remainder alone would favour the lowest third twice over."""
    generator, bound, total = seed_generator("wraps"), 3 * 2**30, 6_000
    thirds: Counter[object] = Counter(below(generator, bound) // 2**30 for _ in range(total))
    assert chi_square(thirds, 3, total) < critical(2)
