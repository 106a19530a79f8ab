"""How fast the reference engine is: `make bench`.

Each benchmark has a limit that its best round must keep. Results stand in `benchmarks/README.md`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from interpreter.chance import seed_generator
from interpreter.hashing import state_hash
from interpreter.machine import Machine
from interpreter.position import Position, copy_position
from interpreter.views import view
from ruledsl.bots.base import guess
from ruledsl.pipeline import Game, check, load
from ruledsl.tools.testing import position_from_given
from tests.support.rules_files import ROOT

pytestmark = pytest.mark.benchmark(timer=time.process_time)
"""Time of the processor, so that other work on the machine counts less."""

RULES = ROOT / "games" / "haunted_mouse.rules"
MID_GAME = """players = 3, at turn of A, in_play = [4C 5S] as run by C, public_bait = [6O], rest in deck,
    A.hand = [7C 8S 2O 3H 4S 9O 9H 1C 1S 5O 6H 7H], A.bait = [3C 6S],
    B.hand = [2C 2S 9C 8O], B.bait = [5H 7S 7O], C.hand = [8H 1O 1H], C.bait = [4O]"""
"""A hand of twelve cards, six Bait cards before players and one in public."""


def much_bait() -> str:
    """Forty Bait cards in reach of a player who has to beat a run of four cards with one of five."""
    hand = ["8C", "8S", "9S", "9O", "9H", "1C", "1S", "2O", "3H"]
    in_play = ["1O", "2S", "3O", "4H"]
    left = [f"{rank}{suit}" for rank in range(3, 9) for suit in "CSOH" for _ in range(2)]
    for card in (*hand, *in_play):
        if card in left:
            left.remove(card)
    baits = " ".join(left[:40:2]), " ".join(left[1:40:2])
    return (
        f"players = 3, at turn of A, in_play = [{' '.join(in_play)}] as run by C, rest in deck,"
        f"A.hand = [{' '.join(hand)}], B.bait = [{baits[0]}], C.bait = [{baits[1]}]"
    )


MACHINES: dict[int, Machine] = {}


def machine(players: int) -> Machine:
    """The machine for a number of players, made once."""
    if players not in MACHINES:
        game = load(str(RULES))
        MACHINES[players] = Machine(game.program(game.configure(players)))
    return MACHINES[players]


def placed(text: str) -> tuple[Machine, Position]:
    """A position written as in `given`."""
    return position_from_given(load(str(RULES)), text)


def measured(benchmark: BenchmarkFixture, limit: float, function: Callable[..., Any], *args: Any) -> Any:
    """Runs the benchmark; its best round must take less than `limit` seconds."""
    result = benchmark(function, *args)
    benchmark.extra_info["limit"] = limit
    if benchmark.stats is not None:
        assert benchmark.stats.stats.min < limit
    return result


def random_game(players: int, seed: int) -> Position:
    """A whole game, options taken at random."""
    engine, rng = machine(players), random.Random(seed)
    pos = engine.initial(seed)
    while not pos.over:
        engine.apply_in_place(pos, rng.choice(engine.options(pos)))
    return pos


def test_options_of_a_hand_of_twelve_with_six_bait(benchmark: BenchmarkFixture) -> None:
    engine, pos = placed(MID_GAME)
    options = measured(benchmark, 0.020, engine.options, pos)
    assert len(options) > 20


def test_options_with_forty_bait_in_reach(benchmark: BenchmarkFixture) -> None:
    engine, pos = placed(much_bait())
    options = measured(benchmark, 2.0, engine.options, pos)
    assert len(options) > 10_000


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games(benchmark: BenchmarkFixture, players: int) -> None:
    """At least five games with three players a second."""
    seeds = iter(range(10_000))
    benchmark.group = "random games"
    measured(benchmark, 0.2 if players == 3 else 0.5, lambda: random_game(players, next(seeds)))


def test_applying_a_move(benchmark: BenchmarkFixture) -> None:
    engine, pos = placed(MID_GAME)
    options = engine.options(pos)
    measured(benchmark, 0.002, engine.apply, pos, options[0])


def test_copying_a_position(benchmark: BenchmarkFixture) -> None:
    _, pos = placed(MID_GAME)
    measured(benchmark, 0.0005, copy_position, pos)


def test_a_fingerprint(benchmark: BenchmarkFixture) -> None:
    engine, pos = placed(MID_GAME)
    measured(benchmark, 0.005, state_hash, engine.layout, pos)


def test_a_view_and_a_guess(benchmark: BenchmarkFixture) -> None:
    engine, pos = placed(MID_GAME)
    generator = seed_generator("guess")

    def look_and_guess() -> None:
        guess(engine, view(engine.layout, pos, 0), generator)

    measured(benchmark, 0.005, look_and_guess)


def test_reading_the_rules(benchmark: BenchmarkFixture) -> None:
    measured(benchmark, 1.0, load, str(RULES))


def test_lowering(benchmark: BenchmarkFixture) -> None:
    def fresh() -> tuple[tuple[Game], dict[str, Any]]:
        return (load(str(RULES)),), {}

    def lower(game: Game) -> Machine:
        return Machine(game.program(game.configure(3)))

    benchmark.pedantic(lower, setup=fresh, rounds=5)
    assert benchmark.stats is None or benchmark.stats.stats.min < 0.5


def test_checking_a_file(benchmark: BenchmarkFixture) -> None:
    """All configurations and the examples."""
    assert measured(benchmark, 3.0, check, str(RULES)) == ()
