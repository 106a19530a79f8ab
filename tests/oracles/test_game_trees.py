"""Whole game trees, counted, against the numbers that OpenSpiel gives for the same games.

The constants are OpenSpiel's own (github.com/google-deepmind/open_spiel): histories with the root, ends,
chance and decision nodes, information sets of each player, and the first player's expected payoff when all
choose uniformly. Each of these games exercises another part of the engine: private cards, undecided piles,
twins, dice, simultaneous choices, things that are heard.

Two differences are meant. OpenSpiel counts 652 histories of Go Fish, because a draw of which only one outcome
is left is a chance node of its own there (144 of them); here it is none. Its 36 and 48 information sets of Go
Fish are texts of what happened since one's own last move, with the rank that somebody else has drawn; ours
hold everything that was seen and heard, and no more.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from ruledsl.tools.tree import TreeTooLarge, walk
from tests.oracles.support import machine_of

Row = tuple[str, int, dict[str, str], int, int, int, int, list[int], Fraction]

TREES: list[Row] = [
    ("kuhn_poker", 2, {}, 58, 30, 4, 24, [6, 6], Fraction(1, 8)),
    ("kuhn_poker", 3, {}, 617, 312, 17, 288, [16, 16, 16], Fraction(15, 64)),
    ("leduc_poker", 2, {"told_apart": "no"}, 1939, 1116, 49, 774, [144, 144], Fraction(-5, 64)),
    ("leduc_poker", 2, {"told_apart": "yes"}, 9457, 5520, 157, 3780, [468, 468], Fraction(-5, 64)),
    ("liars_dice", 2, {"faces": "3"}, 1147, 567, 4, 576, [96, 96], Fraction(1, 54)),
    ("liars_dice", 2, {"faces": "4"}, 8181, 4080, 5, 4096, [512, 512], Fraction(-1, 64)),
    ("goofspiel", 2, {"size": "3"}, 67, 36, 0, 31, [8, 8], Fraction(0)),
    ("goofspiel", 2, {"size": "4"}, 1077, 576, 0, 501, [81, 81], Fraction(0)),
    ("tiny_hanabi", 2, {}, 55, 36, 3, 16, [2, 6], Fraction(67, 18)),
    ("go_fish", 2, {}, 652 - 144, 126, 229 - 144, 297, [105, 162], Fraction(-1, 15)),
]

LARGE_TREES: list[Row] = [
    ("goofspiel", 2, {"size": "5"}, 26931, 14400, 0, 12531, [1062, 1062], Fraction(0)),
    ("liars_dice", 2, {"faces": "6"}, 294883, 147420, 7, 147456, [12288, 12288], Fraction(-7, 216)),
]


def row_name(row: Row) -> str:
    return "-".join((row[0], str(row[1]), *row[2].values()))


@pytest.mark.parametrize(
    "row",
    [*TREES, *(pytest.param(row, marks=pytest.mark.slow) for row in LARGE_TREES)],
    ids=row_name,
)
def test_tree_has_the_known_size_and_value(row: Row) -> None:
    name, players, settings, histories, terminal, chance, decision, sets, value = row
    counts = walk(machine_of(name, players, settings))
    assert (counts.histories, counts.terminal) == (histories, terminal)
    assert (counts.chance, counts.decision) == (chance, decision)
    assert counts.information_sets == sets
    assert counts.values[0] == value


def test_walk_stops_at_its_limit() -> None:
    with pytest.raises(TreeTooLarge) as stopped:
        walk(machine_of("kuhn_poker", 2, {}), limit=20)
    assert stopped.value.counts.histories == 20
