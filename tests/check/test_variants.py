"""What a variant may change in the game that it extends, and what it may not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic
from tests.check.frame import BASE

HEAD = 'game "Variant" extends "base.rules"\n'


def found(folder: Path, text: str, base: str = BASE) -> list[Diagnostic]:
    (folder / "base.rules").write_text(base, encoding="utf-8")
    path = folder / "mine.rules"
    path.write_text(text, encoding="utf-8")
    return list(pipeline.check(str(path)))


def codes(folder: Path, text: str, base: str = BASE) -> list[str]:
    return sorted(d.code for d in found(folder, text, base))


ALLOWED = {
    "nothing": "",
    "a new title and other players": "players 3\n",
    "a define": "replace define rich = no\n",
    "a define that uses the old one": "replace define rich = not base\nwhen rich { end game }\n",
    "a variable": "replace var leader = seat(2)\n",
    "a variable per player": "replace var score per player = 5\n",
    "a zone": "replace zone hand per player: bag, private\n",
    "an enum": 'replace enum suit: clubs "C", hearts "H", bells "B"\n',
    "cards": "replace cards deck: suit * rank * 2 copies\n",
    "tokens": "replace tokens gem: 3 per player\n",
    "a table": "replace table fee[suit] { else: 7 }\n",
    "a meld": "replace meld group: 3 cards, same suit\n",
    "a phase": "replace phase game { repeat 3 { leader.score += 1 } }\n",
    "the result": "replace result player p: fewest p.score\n",
    "a removed table": "remove table fee\n",
    "a removed define": "remove define rich\n",
    "a removed zone": "remove zone pot\nremove zone combo\n",
    "removed and declared anew": "remove define rich\nvar rich = no\nwhen rich { end game }\n",
    "something new": "var round_number = 0\nwhen leader.score > round_number { end game }\n",
    "a payoff": "payoff player p: p.score\n",
    "a setting": "setting goal: 1..6 = 3\nwhen leader.score > goal { end game }\n",
}


@pytest.mark.parametrize("name", ALLOWED)
def test_allowed(name: str, tmp_path: Path) -> None:
    assert codes(tmp_path, HEAD + ALLOWED[name]) == []


REFUSED = {
    "a define again": ("define rich = no\n", ["E101"]),
    "a result again": ("result player p: fewest p.score\n", ["E119"]),
    "a zone that is used is removed": ("remove zone stock\n", ["E100", "E100"]),
    "a member that is used is removed": (
        "replace enum suit: clubs, bells\n",
        ["E114"],
    ),
    "replaced twice": ("replace define rich = no\nreplace define rich = yes\n", ["E065"]),
    "removed twice": ("remove table fee\nremove table fee\n", ["E052"]),
    "the wrong kind": ("replace zone fee: row, open\n", ["E053"]),
    "several names": ("replace var leader, dealer = seat(2)\n", ["E051"]),
    "a trigger": ("replace when leader.gem > 3 { end game }\n", ["E054"]),
    "an example": ('replace example "x" { expect over }\n', ["E054"]),
    "a while": ("replace while players is 2 { define rich = no }\n", ["E054"]),
    "an unknown kind": ("remove zoen pot\n", ["E064"]),
    "another number of parameters": (
        "replace define rich(p) = base\nwhen leader.rich { end game }\n",
        ["E110"],
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    text, expected = REFUSED[name]
    assert codes(tmp_path, HEAD + text) == expected


def test_warnings_about_what_is_inherited_are_not_given(tmp_path: Path) -> None:
    base = BASE + "zone idle: row, open\ndefine unused(n) = 3\nvar next = 3\n"
    assert codes(tmp_path, HEAD, base) == []
    assert [d.code for d in pipeline.check(str(tmp_path / "base.rules"))] != []


def test_errors_in_what_is_inherited_are_given_at_their_place(tmp_path: Path) -> None:
    base = BASE + "define broken = unknown\n"
    [error] = found(tmp_path, HEAD, base)
    assert error.code == "E100"
    assert error.span is not None
    assert error.span.source.path.endswith("base.rules")


def test_a_replaced_define_may_use_what_the_variant_removes(tmp_path: Path) -> None:
    base = BASE.replace("define rich = yes", "define rich = pot is empty")
    text = HEAD + "remove zone pot\nreplace define rich = yes\n"
    assert codes(tmp_path, text, base) == []
    assert codes(tmp_path, text + "replace define rich = base\n", base)[-1] == "E065"
    assert codes(tmp_path, HEAD + "remove zone pot\nreplace define rich = base and over\n", base) == ["E100"]


def test_a_variant_of_a_variant(tmp_path: Path) -> None:
    (tmp_path / "base.rules").write_text(BASE, encoding="utf-8")
    (tmp_path / "one.rules").write_text(HEAD + "replace define rich = not base\n", encoding="utf-8")
    path = tmp_path / "two.rules"
    path.write_text(
        'game "Two" extends "one.rules"\nreplace define rich = base or over\nwhen rich { end game }\n',
        encoding="utf-8",
    )
    assert pipeline.check(str(path)) == ()
    assert pipeline.load(str(path)).title == "Two"


FILES = {
    "above": ('game "V" extends "../base.rules"\n', "E057"),
    "absolute": ('game "V" extends "/etc/hostname"\n', "E057"),
    "a backslash": ('game "V" extends "sub\\\\base.rules"\n', "E057"),
    "a drive": ('game "V" extends "c:base.rules"\n', "E057"),
    "hidden dots": ('game "V" extends "sub/../../base.rules"\n', "E057"),
    "a link that leads out": ('game "V" extends "link.rules"\n', "E057"),
    "a folder": ('game "V" extends "sub"\n', "E058"),
    "nothing": ('game "V" extends ""\n', "E058"),
    "not there": ('game "V" extends "bsae.rules"\n', "E058"),
    "a very long name": (f'game "V" extends "{"x" * 5000}"\n', "E058"),
    "itself": ('game "V" extends "mine.rules"\n', "E059"),
    "no text": ('game "V" extends "bytes.rules"\n', "E003"),
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_cannot_be_extended(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    (folder / "sub").mkdir(parents=True)
    (tmp_path / "base.rules").write_text(BASE, encoding="utf-8")
    (folder / "bytes.rules").write_bytes(b"\0\1\2")
    os.symlink(tmp_path / "base.rules", folder / "link.rules")
    text, code = FILES[name]
    assert codes(folder, text) == [code]


def test_a_file_in_a_folder_below(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "base.rules").write_text(BASE, encoding="utf-8")
    assert codes(tmp_path, 'game "V" extends "sub/base.rules"\n') == []


def test_a_circle_of_files(tmp_path: Path) -> None:
    (tmp_path / "a.rules").write_text('game "A" extends "b.rules"\n', encoding="utf-8")
    (tmp_path / "b.rules").write_text('game "B" extends "a.rules"\n', encoding="utf-8")
    [error] = pipeline.check(str(tmp_path / "a.rules"))
    assert error.code == "E059"
    assert error.facts["circle"] == "a.rules -> b.rules -> a.rules"


def test_a_bundled_game_can_be_extended(tmp_path: Path) -> None:
    assert codes(tmp_path, 'game "V" extends "haunted_mouse"\n') == []
    near = found(tmp_path, 'game "V" extends "haunted_muose"\n')
    assert near[0].candidates == ("haunted_mouse",)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert [d.code for d in pipeline.check(str(tmp_path))] == ["E002"]
    assert [d.code for d in pipeline.check(str(tmp_path / "none.rules"))] == ["E001"]
    assert [d.code for d in pipeline.check("x" * 5000)] == ["E008"]
    assert [d.code for d in pipeline.check("a\0b.rules")] == ["E001"]
