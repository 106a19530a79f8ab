"""Every statement of the four rulebooks, and every ruling on what they leave open, is cited.

An item counts as cited when a comment of the game's file (or of the file it extends, under its own
number), the title of one of its examples, or the name or text of a test of `tests/games` names it: `HM-20`,
`HM-17..19`, `HM-A3`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.rules_files import ROOT

ITEMS: dict[str, dict[str, int]] = {
    "haunted_mouse": {"HM-": 57, "HM-A": 34, "I": 16},
    "haunted_mini_mouse": {"MM-": 22, "MM-A": 14},
    "head_of_mousehold": {"HoM-": 55, "HoM-A": 37, "J": 15},
    "mice_to_meet_you": {"MTMY-": 60, "MT-A": 40, "K": 14},
}
"""For each game the prefixes of its items, each with the last number; they are numbered from 1."""

SCENARIOS: dict[str, dict[str, str]] = {
    "haunted_mouse": {"H": "1 2 3 4 5 10 11 12 14 17 18 19 21 22 23 25 26 27 28 30"},
    "haunted_mini_mouse": {"M": "1 4 5 6 7 10 12 13 14 15"},
    "head_of_mousehold": {"O": "1 2 3 4 5 9 10 11 12 14 16 17 18 20 21 23 24 25"},
    "mice_to_meet_you": {"T": "1 2 3 8 9 11 12 14 16 18 19 21 22 23 24", "S": "1 2 4 5 7 8"},
}
"""For each game the prefixes of the worked examples and their numbers."""

LONGEST_RANGE = 8
"""More items than these in one `HM-3..10` would be a list of numbers, not a citation."""


def cited(text: str, prefix: str) -> set[int]:
    """The numbers that a text cites: `HM-3`, `HM-9..11`, `HM-A3..A5`, and in names `hm_3`, `hm_a3`."""
    found: set[int] = set()
    word = re.escape(prefix)
    letter = re.escape(prefix.rpartition("-")[2])
    for first, last in re.findall(rf"(?<![\w-]){word}(\d+)(?:\.\.(?:{word}|{letter})?(\d+))?", text):
        numbers = range(int(first), int(last or first) + 1)
        assert len(numbers) <= LONGEST_RANGE, f"{prefix}{first}..{last} cites too much at once"
        found |= set(numbers)
    name = re.escape(prefix.replace("-", "_").lower())
    found |= {int(number) for number in re.findall(rf"(?<=_){name}(\d+)(?!\d)", text)}
    return found


def citing(game: str) -> str:
    """Everything that may cite items of a game."""
    rules = ROOT / "games" / f"{game}.rules"
    tests = [path for path in sorted(Path(__file__).parent.glob("*.py")) if path != Path(__file__)]
    return "\n".join(path.read_text(encoding="utf-8") for path in [rules, *tests])


CASES = [(game, prefix) for game, prefixes in ITEMS.items() for prefix in prefixes]


@pytest.mark.parametrize(("game", "prefix"), CASES)
def test_every_item_is_cited(game: str, prefix: str) -> None:
    wanted = set(range(1, ITEMS[game][prefix] + 1))
    found = cited(citing(game), prefix)
    assert sorted(wanted - found) == [], f"{game}: {prefix} items that nothing cites"
    assert sorted(found - wanted) == [], f"{game}: {prefix} items that do not exist"


@pytest.mark.parametrize("game", SCENARIOS)
def test_every_worked_example_is_there(game: str) -> None:
    text = citing(game)
    wanted = [(prefix, int(number)) for prefix, all_ in SCENARIOS[game].items() for number in all_.split()]
    assert [f"{prefix}{number}" for prefix, number in wanted if number not in cited(text, prefix)] == []


def test_every_rulebook_has_its_items() -> None:
    files = {path.stem for path in (ROOT / "games").glob("*.rules")}
    assert files == set(ITEMS) == set(SCENARIOS)


def test_citations_are_found() -> None:
    assert cited("# HM-3, HM-9..11, xHM-4", "HM-") == {3, 9, 10, 11}
    assert cited("# HM-A1..A3, HM-A7..9", "HM-A") == {1, 2, 3, 7, 8, 9}
    assert cited('example "H10: a Trap"', "H") == {10}
    assert cited("def test_hm_a3_h5_leads", "H") == {5}
    assert cited("def test_hm_a3_h5_leads", "HM-A") == {3}
