"""Variants that do not fit what they extend: each error stands where it belongs, and says what to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic
from ruledsl.model.settings import SettingError
from tests.support.rules_files import ROOT, game_at

HAUNTED = 'game "V" extends "haunted_mouse.rules"\n'
MINI = 'game "V" extends "haunted_mini_mouse.rules"\n'
HEAD = 'game "V" extends "head_of_mousehold.rules"\n'
MEET = 'game "V" extends "mice_to_meet_you.rules"\n'


def errors(folder: Path, text: str, **others: str) -> list[Diagnostic]:
    """The errors of a file that holds this text, beside other files."""
    for name, content in {**others, "v": text}.items():
        (folder / f"{name}.rules").write_text(content, encoding="utf-8")
    return [d for d in pipeline.check(str(folder / "v.rules")) if d.is_error]


def place(diagnostic: Diagnostic) -> tuple[str, int, str]:
    """File, line and text that an error points at."""
    assert diagnostic.span is not None
    return Path(diagnostic.span.source.path).name, diagnostic.span.line, diagnostic.span.text


# ---- changes that find nothing, or the wrong thing --------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "at", "candidates"),
    [
        (
            HAUNTED + "replace define may_leed(p) = yes\n",
            "E051",
            "replace define may_leed(p) = yes",
            "may_lead",
        ),
        (HEAD + "replace enum colour: green, blue\n", "E051", "replace enum colour: green, blue", "color"),
        (MEET + "replace dice cheeze: 4\n", "E051", "replace dice cheeze: 4", "cheese"),
        (MINI + "remove meld trop\n", "E052", "remove meld trop", "trap"),
        (MEET + "remove table ratings\n", "E052", "remove table ratings", "rating"),
        (HAUNTED + "replace players 3\n", "E054", "replace players 3", ""),
        (HAUNTED + "replace when deck is empty { end game }\n", "E054", None, ""),
        (HAUNTED + "replace payoff player p: p.cheese\n", "E055", None, ""),
        (HEAD + "while crowd > 2 { define sides(n) = up }\n", "E062", "sides", "side"),
        (HEAD + "while crowd > 3 { zone pool: bag, open }\n", "E056", "zone pool: bag, open", ""),
    ],
)
def test_a_change_that_finds_nothing(
    tmp_path: Path, text: str, code: str, at: str | None, candidates: str
) -> None:
    found = errors(tmp_path, text)
    assert [d.code for d in found] == [code]
    file, line, there = place(found[0])
    assert (file, line) == ("v.rules", 2)
    assert at is None or there == at
    assert not candidates or candidates in found[0].candidates


@pytest.mark.parametrize(
    ("text", "other"),
    [
        (HAUNTED + "replace table may_lead[players] { 2: yes; 3..: no }\n", "define"),
        (HAUNTED + "replace phase may_lead(p) { }\n", "define"),
        (HAUNTED + "replace define prize(p) = 3\n", "table"),
        (HEAD + "replace zone starter: slot, open\n", "var"),
        (MEET + "remove define dice_on\n", "table"),
        (MEET + "replace cards nut: value 1..3\n", "tokens"),
    ],
)
def test_an_override_of_another_kind(tmp_path: Path, text: str, other: str) -> None:
    [error] = errors(tmp_path, text)
    assert (error.code, error.facts["other"]) == ("E053", other)
    assert place(error)[:2] == ("v.rules", 2)
    [related] = error.related
    assert related.span.source.path != error.span.source.path if error.span else False


def test_a_name_that_is_taken_has_to_be_replaced(tmp_path: Path) -> None:
    [error] = errors(tmp_path, HAUNTED + "define may_lead(p) = yes\n")
    assert (error.code, place(error)) == ("E101", ("v.rules", 2, "may_lead"))
    assert "define may_lead" in error.related[0].span.source.text.splitlines()[error.related[0].span.line - 1]


def test_what_was_replaced_is_this_files_own(tmp_path: Path) -> None:
    text = HAUNTED + "replace define may_lead(p) = yes\nreplace define may_lead(p) = no\n"
    [error] = errors(tmp_path, text)
    assert (error.code, place(error)[1]) == ("E065", 3)


# ---- changes that leave others without what they need ------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        (HAUNTED + "remove meld trap\n", "E305", "removed"),
        (HAUNTED + "remove define out\n", "E103", "removed"),
        (HAUNTED + "remove zone discard\n", "E100", "removed"),
        (HAUNTED + "remove phase keep\n", "E105", "removed"),
        (HAUNTED + "remove var leader\n", "E100", "removed"),
        (HAUNTED + "remove table prize\n", "E100", "removed"),
        (HEAD + "remove enum trap\n", "E106", "removed"),
        (HEAD + "remove cards speed\n", "E100", "removed"),
        (MEET + "remove dice bacon\n", "E100", "removed"),
        (MEET + "remove tokens nut\n", "E103", "removed"),
        (HAUNTED + "replace define may_lead = yes\n", "E103", "replaced"),
        (HAUNTED + "replace define may_lead(p, q) = yes\n", "E103", "replaced"),
        (HAUNTED + "replace var leader = 3\n", "E157", "replaced"),
    ],
)
def test_what_is_used_is_missed_where_it_is_used(tmp_path: Path, text: str, code: str, word: str) -> None:
    """The error stands in the file that is extended, and leads to the line that changed it."""
    found = errors(tmp_path, text)
    assert code in [d.code for d in found]
    assert all(place(d)[0] != "v.rules" for d in found)
    changed = [
        related
        for d in found
        for related in d.related
        if related.span.source.path.endswith("v.rules") and related.span.line == 2
    ]
    assert changed and all(word in related.text for related in changed)


def test_what_is_not_used_any_more_may_go(tmp_path: Path) -> None:
    assert errors(tmp_path, HAUNTED + "replace define bonus(p) = no\nremove var leader\n") != []
    assert errors(tmp_path, MEET + "players 2..5\nremove table rating\n") == []


# ---- numbers of players, settings --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "players"),
    [
        (HAUNTED + "players 2..6\n", ["6"]),
        (HAUNTED + "players 1..5\n", ["1"]),
        (HAUNTED + "players 1..7\n", ["1", "6", "7"]),
        (HAUNTED + "replace table prize[players, place] { 2: 3 0; 3: 3 2 0; 4: 3 2 1 0 }\n", ["5"]),
        (MINI + "replace table public_baits[players] { 2: 2 }\n", ["3"]),
    ],
)
def test_tables_that_lack_a_number_of_players(tmp_path: Path, text: str, players: list[str]) -> None:
    found = errors(tmp_path, text)
    assert {d.code for d in found} == {"E302"}
    for error in found:
        assert list(error.facts["players"]) == players
        file, line, name = place(error)
        if "players 2" in text or "players 1" in text:
            assert file == "haunted_mouse.rules"
            assert any(related.span.text.startswith("players") for related in error.related)
        else:
            assert (file, line) == ("v.rules", 2) and name in text


def test_mini_mouse_for_four_needs_no_new_table(tmp_path: Path) -> None:
    assert errors(tmp_path, MINI + "players 2..4\n") == []


@pytest.mark.parametrize(
    ("name", "players", "settings", "about", "allowed"),
    [
        ("haunted_mini_mouse", 4, {}, "players", "2 to 3"),
        ("haunted_mini_mouse", 1, {}, "players", "2 to 3"),
        ("haunted_mouse", 6, {}, "players", "2 to 5"),
        ("head_of_mousehold", 1, {}, "players", "2 to 5"),
        ("mice_to_meet_you", 0, {}, "players", "1 to 5"),
        ("mice_to_meet_you", 1, {"handicap": "4"}, "handicap", "0 to 3"),
        ("mice_to_meet_you", 1, {"handicap": "-1"}, "handicap", "0 to 3"),
        ("mice_to_meet_you", 1, {"handicap": "two"}, "handicap", "0 to 3"),
        ("mice_to_meet_you", 2, {"start": "C"}, "start", "A or B"),
        ("head_of_mousehold", 3, {"easy": "maybe"}, "easy", "yes or no"),
        ("head_of_mousehold", 3, {"start": "D"}, "start", "A, B or C"),
        ("haunted_mini_mouse", 2, {"dealer": "C"}, "dealer", "A or B"),
        ("haunted_mini_mouse", 2, {"handicap": "1"}, "handicap", ""),
    ],
)
def test_choices_that_are_not_allowed(
    name: str, players: int, settings: dict[str, str], about: str, allowed: str
) -> None:
    with pytest.raises(SettingError) as problem:
        game_at(ROOT / "games" / f"{name}.rules").configure(players, settings)
    assert (problem.value.name, problem.value.allowed) == (about, allowed)


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        (MINI + 'example "x" { given players = 4 }\n', "E400", "4"),
        (MEET + 'example "x" { given players = 1, handicap = 4 }\n', "E401", "4"),
        (HEAD + 'example "x" { given players = 3, easy = perhaps }\n', "E401", "perhaps"),
        (HEAD + 'example "x" { given players = 3, start = D }\n', "E401", "D"),
        (MEET + "setting handicap: 0..3 = 4\n", "E316", "4"),
        (MEET + "setting handicap: 0..3 = yes\n", "E316", "yes"),
        (HAUNTED + "teams 2 across\n", "E314", "teams 2 across"),
    ],
)
def test_examples_and_defaults_out_of_range(tmp_path: Path, text: str, code: str, at: str) -> None:
    [error] = errors(tmp_path, text)
    assert (error.code, place(error)) == (code, ("v.rules", 2, at))


# ---- extends -----------------------------------------------------------------------------------------------


def test_a_circle_of_extends(tmp_path: Path) -> None:
    [error] = errors(
        tmp_path,
        'game "V" extends "w.rules"\n',
        w='game "W" extends "x.rules"\n',
        x='\ngame "X" extends "v.rules"\n',
    )
    assert (error.code, place(error)) == ("E059", ("x.rules", 2, '"v.rules"'))
    assert error.facts["circle"] == "v.rules -> w.rules -> x.rules -> v.rules"


def test_a_file_that_extends_itself(tmp_path: Path) -> None:
    [error] = errors(tmp_path, 'game "V" extends "v.rules"\n')
    assert (error.code, place(error)) == ("E059", ("v.rules", 1, '"v.rules"'))


def test_a_chain_that_is_too_long(tmp_path: Path) -> None:
    chain = {f"g{n}": f'game "G" extends "g{n + 1}.rules"\n' for n in range(40)}
    codes = [d.code for d in errors(tmp_path, 'game "V" extends "g0.rules"\n', **chain)]
    assert codes == ["E066"]


@pytest.mark.parametrize(
    ("wanted", "code", "candidate"),
    [
        ("haunted_mose.rules", "E058", "haunted_mouse"),
        ("nothing_like_it.rules", "E058", ""),
        ("../haunted_mouse.rules", "E057", ""),
        ("/haunted_mouse.rules", "E057", ""),
        ("a/../../b.rules", "E057", ""),
    ],
)
def test_files_that_cannot_be_extended(tmp_path: Path, wanted: str, code: str, candidate: str) -> None:
    [error] = errors(tmp_path, f'game "V" extends "{wanted}"\n')
    assert (error.code, place(error)) == (code, ("v.rules", 1, f'"{wanted}"'))
    assert not candidate or candidate in error.candidates


def test_a_link_that_leads_out_of_the_folder(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "secret.rules").write_text('game "S"\nplayers 2\n', encoding="utf-8")
    (inside / "link.rules").symlink_to(tmp_path / "secret.rules")
    [error] = errors(inside, 'game "V" extends "link.rules"\n')
    assert (error.code, place(error)[2]) == ("E057", '"link.rules"')


def test_a_variant_of_what_is_wrong_itself(tmp_path: Path) -> None:
    """Errors of the extended file are told in that file."""
    base = 'game "W"\nplayers 2\nphase game { play nothing_there }\nresult player p: most 1\n'
    found = errors(tmp_path, 'game "V" extends "w.rules"\n', w=base)
    assert [(d.code, place(d)[:2]) for d in found] == [("E105", ("w.rules", 3))]
