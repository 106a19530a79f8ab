"""The small texts of the catalogue: the bad one is told under its code and no other, the good one is fine."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from ruledsl.diagnostics import Diagnostic
from ruledsl.diagnostics.catalogue import CONCEPTS, Entry, all_entries
from ruledsl.diagnostics.render import render
from tests.check.frame import BASE, check, codes

TOLD_ELSEWHERE = {"source", "syntax", "more syntax", "runtime"}
"""Concepts about other things than the meaning of rules; their own tests look at their texts."""

ENTRIES = [e for name, (*_, group) in CONCEPTS.items() if name not in TOLD_ELSEWHERE for e in group]

WITHOUT = {"E251": "game", "E325": "Players", "E411": "Result", "W505": "Result"}
"""What the frame leaves out, for codes that are about its absence."""

NO_TEXT = {"E066", "E122"}
"""Codes that a short text cannot show."""


def told(text: str, folder: Path, code: str) -> list[Diagnostic]:
    """What is found; that nobody uses what a fragment declares is told only where that is the point."""
    found = check(text, folder, WITHOUT.get(code, ""))
    return [d for d in found if d.code == code or d.code not in ("W513", "W514", "W515")]


RULE = "-" * 80


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.code not in NO_TEXT], ids=lambda e: e.code)
def test_the_bad_text_has_the_code(entry: Entry, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    """For review: the text above, what is said about it below."""
    found = told(entry.bad, tmp_path, entry.code)
    assert [d.code for d in found] == [entry.code]
    shown = render(found).replace(str(tmp_path) + "/", "")
    assert f"{entry.bad}{RULE}\n{shown}" == snapshot


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.code not in NO_TEXT], ids=lambda e: e.code)
def test_the_good_text_has_no_code(entry: Entry, tmp_path: Path) -> None:
    assert [d.code for d in told(entry.good, tmp_path, entry.code)] == []


def test_every_entry_of_these_concepts_has_both_texts() -> None:
    lacking = [e.code for e in ENTRIES if e.code not in NO_TEXT and not (e.bad and e.good)]
    assert not lacking
    assert {e.code for e in all_entries()} >= NO_TEXT


def test_the_frame_itself_is_fine(tmp_path: Path) -> None:
    assert [d.code for d in check("", tmp_path)] == []
    (tmp_path / "variant.rules").write_text('game "V" extends "base.rules"\n', encoding="utf-8")
    assert "rich" in BASE


def test_a_chain_of_too_many_files(tmp_path: Path) -> None:
    for number in range(20):
        text = f'game "G{number}" extends "g{number + 1}.rules"\n'
        (tmp_path / f"g{number}.rules").write_text(text, encoding="utf-8")
    text = 'game "G" extends "g0.rules"\n'
    assert codes(text, tmp_path) == ["E066"]


def test_a_chain_of_too_many_defines(tmp_path: Path) -> None:
    def chain(length: int) -> str:
        lines = [f"define step{n} = step{n + 1}" for n in range(length)]
        return "\n".join([*lines, f"define step{length} = 1", "when step0 > 3 { end game }"])

    assert codes(chain(40), tmp_path) == []
    assert codes(chain(800), tmp_path) == ["E122"]


def test_whatever_is_nested_deeply_is_told(tmp_path: Path) -> None:
    depth = 190
    nested = "phase game {\n" + "if over {" * depth + "end game" + "}" * depth + "\n}\n"
    assert set(codes(nested, tmp_path)) <= {"E036"}
    brackets = "define deep = " + "(1 + " * depth + "1" + ")" * depth + "\nwhen deep > 3 { end game }\n"
    assert set(codes(brackets, tmp_path)) <= {"E036"}
    tests = "define deep = " + "not " * depth + "over\nwhen deep { end game }\n"
    assert set(codes(tests, tmp_path)) <= {"E036"}
    inner = (
        "some(player p0 where "
        + "".join(f"some(player p{n} where " for n in range(1, 90))
        + "over"
        + ")" * 90
    )
    assert set(codes(f"define deep = {inner}\nwhen deep {{ end game }}\n", tmp_path)) <= {"E036"}
    long = "define long = " + " or ".join(["over"] * 3000) + "\nwhen long { end game }\n"
    assert set(codes(long, tmp_path)) <= {"E036"}
    phases = "\n".join(f"phase p{n} {{ play p{n + 1} }}" for n in range(800)) + "\nphase p800 { end game }\n"
    assert codes(phases + "when over { play p0 }\n", tmp_path) == []
