"""How findings are shown, and that all of a file are told in one run."""

from __future__ import annotations

from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from ruledsl import pipeline
from ruledsl.diagnostics.render import render
from tests.check.frame import check

RULE = "-" * 80


def shown(text: str, folder: Path) -> str:
    """The findings in the form for a person, without the place of the folder."""
    return render(check(text, folder)).replace(str(folder) + "/", "")


DEFINES = """\
define worth(x) = x.rank
phase game {
    if stock.top.worth > 3 or leader.worth > 3 { end game }
    if worth(3) > 2 { end game }
}
"""


def test_a_define_is_told_with_the_place_that_asks(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    assert f"{DEFINES}{RULE}\n{shown(DEFINES, tmp_path)}" == snapshot


TEN = """\
enum suit: clubs "C", hearts "H"
enum rank: A, 2..9, K
cards deck: suit * rnak
zone stock: pile, hiden
zone hand per player: row, private
zone pool: row, open;
table fee[suit] { spades: 1; else: 0 }
define rich(p) = players > yes
phase game {
    8 from stok -> each hand
    play rond
    each player p {
        p.score = leader
        if p.hand.size >> 3 { end game }
    }
    repeat { leader chooses: c in stock { c -> leader } }
    end turn
}
"""


def test_ten_mistakes_are_told_in_one_run(tmp_path: Path) -> None:
    found = [(d.span.line, d.code) for d in check(TEN, tmp_path) if d.span is not None]
    assert sorted(found) == [
        (3, "E106"),
        (4, "E108"),
        (7, "E114"),
        (8, "E152"),
        (10, "E100"),
        (11, "E105"),
        (13, "E157"),
        (14, "E049"),
        (16, "E150"),
        (17, "E253"),
    ]


def test_the_same_file_gives_the_same_findings_in_the_same_order(tmp_path: Path) -> None:
    path = tmp_path / "ten.rules"
    path.write_text(TEN, encoding="utf-8")
    first, second = (render(pipeline.check(str(path)), "json") for _ in range(2))
    assert first == second
