from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from interpreter import piles
from interpreter.chance import Scripted
from interpreter.hashing import board_hash, state_hash
from interpreter.knowledge import UP
from interpreter.layout import Layout
from interpreter.melds import Meld
from interpreter.position import LaidMeld, Position, copy_position
from tests.interpreter.support import lay, start, zone_number
from tests.interpreter.test_views import game, random_position


def renamed(layout: Layout, pos: Position, rng: random.Random) -> Position:
    """The same position with twins exchanged for each other everywhere."""
    became = list(range(layout.piece_count))
    for piece in range(layout.piece_count):
        twins = list(layout.twins[piece])
        if twins[0] == piece:
            mixed = list(twins)
            rng.shuffle(mixed)
            for old, new in zip(twins, mixed, strict=True):
                became[old] = new
    other = copy_position(pos)

    def all_of(pieces: Sequence[int]) -> list[int]:
        return [p if p < 0 else became[p] for p in pieces]

    other.zones = [all_of(places) for places in pos.zones]
    other.bags = [all_of(places) for places in pos.bags]
    for zone, places in enumerate(other.zones):
        if layout.is_bag[zone]:
            places.sort()
    for old, new in enumerate(became):
        other.place[new], other.facing[new] = pos.place[old], pos.facing[old]
        other.shown[new], other.known[new] = pos.shown[old], pos.known[old]
    other.variables[1] = None if pos.variables[1] is None else became[pos.variables[1]]
    other.variables[2] = tuple(became[p] for p in pos.variables[2])
    return other


@pytest.mark.parametrize("seed", range(100))
def test_twins_may_be_exchanged(seed: int) -> None:
    rng = random.Random(seed)
    layout = game(3, 2, 1, 3, 2)
    pos = random_position(layout, rng)
    other = renamed(layout, pos, rng)
    assert state_hash(layout, other) == state_hash(layout, pos)
    assert board_hash(layout, other) == board_hash(layout, pos)


def test_what_counts_and_what_does_not() -> None:
    layout = game(2, 1, 1)
    pos = start(layout)
    lay(layout, pos, "A.hand", [0, 2])
    lay(layout, pos, "B.held", [1, 3])
    pos.variables = [3, None, (), None]
    base = (state_hash(layout, pos), board_hash(layout, pos))

    def after(change: str) -> tuple[bool, bool]:
        """Whether the two fingerprints stay the same."""
        other = copy_position(pos)
        exec(change, {"pos": other, "layout": layout, "piles": piles, "UP": UP})
        return (state_hash(layout, other) == base[0], board_hash(layout, other) == base[1])

    same, other, only_board = (True, True), (False, False), (False, True)
    assert after("pos.generator = [1, 3]") == same
    assert after("pos.steps = 5; pos.decisions = 7; pos.serial = 2") == same
    assert after("pos.known[0] |= 2") == only_board
    assert after("pos.bits = {0: 1}") == only_board
    assert after("pos.frames = [['block', 0, 0]]") == only_board
    assert after("pos.cells = [4]" if pos.cells else "pos.queue = [[1]]") == only_board
    assert after("pos.variables[0] = 4") == other
    assert after("pos.counters[0][1] += 1") == other
    assert after("pos.zones[3].reverse()") == other
    assert after("pos.frames = [['turns', 0, 0, 1, 0, ()]]") == other
    assert after("pos.facing[0] = 2") == other
    assert after("pos.over = True") == other
    assert after("pos.direction = -1") == other


def test_the_order_in_a_row_counts_and_the_places_of_variables_too() -> None:
    layout = game(2, 1, 1)
    pos = start(layout)
    lay(layout, pos, "line", [0, 2, 1])
    pos.variables = [3, 0, (), None]
    other = copy_position(pos)
    other.variables[1] = 1  # the twin, in another place
    assert board_hash(layout, other) != board_hash(layout, pos)
    other = copy_position(pos)
    other.zones[zone_number(layout, "line")] = [1, 2, 0]
    other.variables[1] = 1
    assert board_hash(layout, other) == board_hash(layout, pos)


def test_melds_go_by_their_place_on_the_table() -> None:
    layout = game(2, 1, 1)
    table = zone_number(layout, "table")
    pos = start(layout)
    lay(layout, pos, "table", [0, 2, 3])
    pos.laid[table] = [LaidMeld(4, 0, 1, [0, 1]), LaidMeld(9, 0, 2, [2])]
    pos.variables = [0, None, (), Meld(0, (3,), (2,), 2, home=(table, 9))]
    other = copy_position(pos)
    other.laid[table][0].serial, other.laid[table][1].serial = 0, 1
    other.variables[3] = Meld(0, (3,), (2,), 2, home=(table, 1))
    assert state_hash(layout, other) == state_hash(layout, pos)
    other.laid[table][1].by = None
    assert state_hash(layout, other) != state_hash(layout, pos)


def test_an_undecided_pile_is_not_a_decided_one() -> None:
    layout = game(1, 1)
    stock = zone_number(layout, "stock")
    pos = start(layout)
    pos.variables = [0, None, (), None]
    piles.gather(layout, pos, Scripted(), range(2), stock, shuffled=True)
    other = copy_position(pos)
    other.bags[stock].reverse()
    assert state_hash(layout, other) == state_hash(layout, pos)
    piles.decide_top(layout, other, Scripted([1]), stock)
    assert state_hash(layout, other) != state_hash(layout, pos)


SCRIPT = """
import random
from interpreter.hashing import board_hash, state_hash
from tests.interpreter.test_views import game, random_position
layout = game(2, 2, 1, 1, 3, 1)
pos = random_position(layout, random.Random(11))
print(state_hash(layout, pos), board_hash(layout, pos))
"""


def test_another_process_finds_the_same() -> None:
    root = Path(__file__).parents[2]
    results = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True,
            text=True,
            check=True,
            cwd=root,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
        ).stdout
        for seed in ("1", "2")
    }
    layout = game(2, 2, 1, 1, 3, 1)
    pos = random_position(layout, random.Random(11))
    assert results == {f"{state_hash(layout, pos)} {board_hash(layout, pos)}\n"}
