"""Cards written in brackets: which kind is meant, whose set, and what no comparison asks for."""

from __future__ import annotations

import pytest

from ruledsl.pipeline import check_loaded, load_text
from ruledsl.tools.testing import run_examples

RULES = """
game "Sets"
players 2
enum color: red "R", blue "B"
cards marble per player: color
cards flag per player: color
cards rug: color
zone bowl:            bag, open
zone floor:           row, open
zone mast per player: row, open

phase game {
    all rug -> floor
    all flag -> seat(1).mast
    all marble -> bowl
    play asking
}
phase asking { seat(1) chooses "Go": i in 1..1 { } }
result player p: most p.mast.size
"""


def failures(expected: str) -> list[bool]:
    given = "given bowl = [A.R B.B], floor = [R], A.mast = [B.R], at asking"
    game = load_text(RULES + f'example "x" {{\n {given}\n expect {expected}\n}}\n')
    return [result.ok for result in run_examples(game)]


@pytest.mark.parametrize(
    ("expected", "holds"),
    [
        ("bowl is [A.R B.B]", True),
        ("bowl is [B.B A.R]", True),
        ("bowl is [R B]", True),
        ("bowl is [A.R B]", True),
        ("bowl is [B.R B.B]", False),
        ("bowl is [A.R A.B]", False),
        ("bowl is [A.R]", False),
        ("bowl has [A.R]", True),
        ("bowl has [B.R]", False),
        ("bowl has [A.R B.B]", True),
        ("bowl has [A.R A.R]", False),
        ("A.mast.first is [B.R]", True),
        ("A.mast.first is [A.R]", False),
        ("A.mast.first is [A.R B.R]", True),
        ("some(c in bowl where c is [B.B])", True),
        ("some(c in bowl where c is [B.R A.B])", False),
        ("floor is [R]", True),
        ("floor is [B]", False),
    ],
)
def test_a_written_owner_counts(expected: str, holds: bool) -> None:
    assert failures(expected) == [holds]


def codes(text: str) -> list[str]:
    game = load_text(text)
    from ruledsl.pipeline import Loaded

    loaded = Loaded(game.effective, game.diagnostics, game.comments)
    return [d.code for d in check_loaded(loaded) if d.is_error]


def test_a_text_of_several_kinds_means_the_one_that_can_lie_there() -> None:
    example = 'example "x" {\n given bowl = [A.R], at asking\n expect bowl is [A.R]\n}\n'
    assert codes(RULES + example) == []
    anywhere = RULES.replace("all rug -> floor", "all rug + all flag -> floor")
    assert codes(anywhere + 'example "x" {\n expect floor is [R]\n}\n') == ["E324"]


@pytest.mark.parametrize("written", ["R=down", "R=up", "A.R=B"])
def test_no_comparison_asks_how_a_card_lies_or_is_read(written: str) -> None:
    assert codes(RULES + f'example "x" {{\n expect bowl has [{written}]\n}}\n') == ["E306"]


def test_check_tells_what_is_wrong_with_an_example() -> None:
    assert codes(RULES + 'example "x" {\n expect bowll is empty\n}\n') == ["E100"]
