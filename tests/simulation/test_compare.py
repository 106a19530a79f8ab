"""What a comparison says of games whose difference is known."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from ruledsl.tools.simulation.compare import (
    Comparison,
    Difference,
    Pair,
    PairTally,
    by_certainty,
    compare,
    differences,
)
from ruledsl.tools.simulation.simulate import simulate
from tests.simulation.games import COIN, ENDLESS, RACE, RARELY, game, plan

LONGER = RACE.replace("1..20 = 5", "1..20 = 8")
UNFAIR = COIN.replace("enum side: heads, tails", "enum side: heads, tails, edge")
"""The second seat wins two of three."""


def run(a: str, b: str, games: int, **more: Any) -> Comparison:
    pair = Pair(plan(a), plan(b, **more))
    return compare((game(a), game(b)), pair, games)


def found(comparison: Comparison) -> dict[str, Difference]:
    return {one.measure: one for one in differences(comparison)}


def test_a_longer_game_is_found() -> None:
    told = found(run(RACE, LONGER, 120))
    decisions = told["decisions"]
    assert decisions.told == "clear"
    assert decisions.difference.low is not None and decisions.difference.low > 0
    assert decisions.b - decisions.a == pytest.approx(decisions.difference.value)
    assert told["no result"].same and told["no result"].told == "none"


def test_a_known_difference_lies_in_the_interval() -> None:
    told = found(run(COIN, UNFAIR, 900))["wins of seat B"]
    assert told.is_share
    assert told.difference.low is not None and told.difference.high is not None
    assert told.difference.low < 2 / 3 - 1 / 2 < told.difference.high
    assert told.told == "clear"


def test_what_is_the_same_is_told_as_the_same() -> None:
    same = RACE.replace('game "Race"', 'game "Another race"')
    told = found(run(RACE, same, 40))
    assert all(one.same and one.told == "none" for one in told.values())


def test_pairs_tell_more_than_two_simulations() -> None:
    """The same chance on both sides: the interval of the difference is narrower than without."""
    slower = RACE.replace("p.score += 2", "p.score += 2; last = 1")
    text = slower.replace("1..20 = 5", "1..20 = 6")
    comparison = run(RACE, text, 150)
    paired = next(pair for measure, pair in comparison.paired.items() if measure.name == "decisions")
    assert paired.difference.variance < paired.a.variance + paired.b.variance


def test_both_sides_are_those_of_simulations() -> None:
    comparison = run(RACE, LONGER, 30)
    assert comparison.a.tally == simulate(game(RACE), plan(RACE), 30).tally
    assert comparison.b.tally == simulate(game(LONGER), plan(LONGER), 30).tally


def test_parts_are_put_together() -> None:
    player = Pair(plan(RACE), plan(LONGER)).prepare()
    whole, parts = player.play(0, 20), PairTally()
    for first, last in ((0, 7), (7, 8), (8, 20)):
        parts.merge(player.play(first, last))
    assert parts == whole


def test_games_with_a_fault_count_in_neither() -> None:
    mended = RARELY.replace("3 from stock", "up to 3 from stock")
    comparison = run(RARELY, mended, 40)
    assert comparison.a.tally.faulted > 0 and comparison.b.tally.faulted == 0
    decisions = found(comparison)["decisions"]
    assert decisions.games == 40 - comparison.a.tally.faulted


def test_games_without_end_are_given_up() -> None:
    pair = Pair(plan(ENDLESS, budget=30), plan(COIN))
    comparison = compare((game(ENDLESS), game(COIN)), pair, 10_000)
    assert (comparison.a.gave_up, comparison.b.gave_up, comparison.a.tally.games) == (True, False, 10)


def test_the_sure_ones_come_first() -> None:
    told = [one.told for one in by_certainty(differences(run(RACE, LONGER, 120)))]
    assert told == sorted(told, key=("clear", "likely", "none").index)
    assert told[0] == "clear" and told[-1] == "none"


def test_other_seeds_are_refused() -> None:
    pair = Pair(plan(RACE), evolve(plan(LONGER), seed="2"))
    with pytest.raises(ValueError, match="same seed"):
        compare((game(RACE), game(LONGER)), pair, 5)


def test_an_interrupt_keeps_what_was_played() -> None:
    def stop(played: int) -> None:
        raise KeyboardInterrupt

    comparison = compare((game(RACE), game(LONGER)), Pair(plan(RACE), plan(LONGER)), 500, progress=stop)
    assert comparison.interrupted
    assert 0 < comparison.a.tally.games == comparison.b.tally.games < 500
