"""`show` and `diff`: a game as it is in force, and what a variant changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.model.effective import HEADS
from ruledsl.pipeline import load, load_text
from ruledsl.tools.difference import changed_lines, difference
from ruledsl.tools.effective_text import effective_text
from tests.cli.conftest import Command
from tests.cli.support import MINI, VARIANT


@pytest.fixture
def variant(folder: Path) -> Path:
    path = folder / "more.rules"
    path.write_text(VARIANT, encoding="utf-8")
    return path


def test_what_is_shown_is_a_file_that_means_the_same(variant: Path, ruledsl: Command) -> None:
    done = ruledsl("show", "more.rules")
    assert done.status == 0
    assert "extends" not in done.out.replace("# As in force after all that it extends: mini.rules.", "")
    (variant.parent / "whole.rules").write_text(done.out, encoding="utf-8")
    assert ruledsl("check", "whole.rules").status == 0
    assert ruledsl("diff", "more.rules", "whole.rules").out.endswith("nothing in the rules differs\n")
    again = ruledsl("show", "whole.rules")
    assert again.out == done.out
    assert "replace" not in done.out
    assert "zone board: pile, hidden" in without_columns(done.out)


def test_a_game_that_extends_nothing_is_shown_as_it_is(folder: Path, ruledsl: Command) -> None:
    document = ruledsl("show", "mini.rules", "--json").json
    assert (document["schema"], document["title"], document["files"]) == (
        "ruledsl-effective",
        "Mini",
        ["mini.rules"],
    )
    assert "## How many cards a player has put on the board." in document["text"]


BASE = """\
game "Base"
players 2
zone pile: pile, open
var chips, cards_won per player = 0
# what counts
define good(p) = some(q in p.others where q.chips < p.chips)
define plain = 2 + 2
phase game { end game }
"""


def flat(variant: str, folder: Path) -> str:
    """The text in force of a variant of `BASE`."""
    (folder / "base.rules").write_text(BASE, encoding="utf-8")
    (folder / "v.rules").write_text(f'game "V" extends "base.rules"\n{variant}', encoding="utf-8")
    return without_columns(effective_text(load(str(folder / "v.rules"))))


def without_columns(text: str) -> str:
    """A text with one blank where several make columns."""
    return "\n".join(" ".join(line.split()) for line in text.split("\n"))


def test_base_becomes_what_it_stood_for(folder: Path) -> None:
    text = flat("replace define good(x) = base and x.chips > 3\nreplace define plain = base * 2\n", folder)
    assert "define good(x) = some(q in x.others where q.chips < x.chips) and x.chips > 3" in text
    assert "define plain = (2 + 2) * 2" in text
    assert "# what counts" not in text
    assert not [d for d in load_text(text).diagnostics if d.is_error]


def test_names_that_would_be_caught_are_changed(folder: Path) -> None:
    text = flat("replace define good(q) = base or q.chips is 0\n", folder)
    assert "define good(q) = some(q_2 in q.others where q_2.chips < q.chips) or q.chips is 0" in text


def test_a_variable_of_several_is_taken_out(folder: Path) -> None:
    text = flat("remove var chips\nremove define good\n", folder)
    assert "var cards_won per player = 0" in text
    assert "chips" not in text


def test_what_a_variant_changes(variant: Path, ruledsl: Command) -> None:
    done = ruledsl("diff", "mini.rules", "more.rules")
    assert done.status == 0
    assert done.out.startswith("Mini with more extends Mini: 5 changed, 1 added\n")
    assert "changed players  (more.rules:2:1)\n    - players 2..3\n    + players 2..4\n" in done.out
    assert "    - setting goal: 1..9 = 3\n    + setting goal: 1..5 = 2\n" in done.out
    assert "added define `low`" in done.out
    assert "example" not in done.out


def test_the_document(variant: Path, ruledsl: Command) -> None:
    document = ruledsl("diff", "mini.rules", "more.rules", "--json").json
    assert (document["schema"], document["extends"]) == ("ruledsl-difference", True)
    changes = {(change["head"], change["name"]): change for change in document["changes"]}
    assert set(changes) == {
        ("game", None),
        ("players", None),
        ("setting", "goal"),
        ("define", "low"),
        ("zone", "board"),
        ("var", "score"),
    }
    assert changes["zone", "board"]["before"] == "zone board: pile, open"
    assert changes["zone", "board"]["after"] == "zone board: pile, hidden"
    assert changes["define", "low"]["kind"] == "added"
    assert changes["define", "low"]["before"] is None


def test_nothing_differs(folder: Path, ruledsl: Command) -> None:
    other = MINI.replace("\n\n", "\n\n\n# a comment\n").replace("    2 from", "      2 from")
    (folder / "other.rules").write_text(other, encoding="utf-8")
    done = ruledsl("diff", "mini.rules", "other.rules")
    assert (done.status, done.out) == (0, "Mini compared with Mini: nothing in the rules differs\n")


def changes(before: str, after: str) -> list[tuple[str, str]]:
    head = 'game "G"\nplayers 2\n'
    found = difference(load_text(head + before), load_text(head + after)).changes
    return [(change.kind, change.title) for change in found]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("var a, b = 0\n", "var b = 0\nvar a = 0\n", []),
        ("var a, b = 0\n", "var a = 0\n", [("removed", "var `b`")]),
        ("invariant: yes\ninvariant: no\n", "invariant: no\n", [("removed", "invariant")]),
        ("", "when yes { end game }\n", [("added", "when")]),
        (
            "when yes { end game }\n",
            "when yes { play x; end game }\n",
            [("changed", "when")],
        ),
        ("## a note\ndefine x = 1\n", "## another\ndefine x = 1\n", [("changed", "define `x`")]),
        ("zone x: pile, open\n", "define x = 1\n", [("removed", "zone `x`"), ("added", "define `x`")]),
    ],
)
def test_which_declarations_belong_together(before: str, after: str, expected: list[tuple[str, str]]) -> None:
    assert changes(before, after) == expected


def test_lines_of_a_change() -> None:
    before = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk"
    after = before.replace("b", "B").replace("j", "J\nJJ")
    assert changed_lines(before, after, 1) == [
        "  a",
        "- b",
        "+ B",
        "  c",
        "  ...",
        "  i",
        "- j",
        "+ J",
        "+ JJ",
        "  k",
    ]


def test_every_kind_of_declaration_can_be_compared() -> None:
    assert {"game", "players", "when", "example"} <= set(HEADS.values())
