"""The small texts of the catalogue: the bad one is told under its code and no other, the good one is fine."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.diagnostics.catalogue import Entry, all_entries
from ruledsl.diagnostics.catalogue import CONCEPTS
from tests.check.frame import BASE, check, codes

TOLD_ELSEWHERE = {"source", "syntax", "runtime"}
"""Concepts about other things than the meaning of rules; their own tests look at their texts."""

ENTRIES = [e for name, (*_, group) in CONCEPTS.items() if name not in TOLD_ELSEWHERE for e in group]

WITHOUT = {"E251": "game", "E325": "Players", "W505": "Result"}
"""What the frame leaves out, for codes that are about its absence."""

NO_TEXT = {"E066"}
"""Codes that a single text cannot show."""


def told(text: str, folder: Path, code: str) -> list[str]:
    """The codes of a fragment; that nobody uses what it declares is told only where that is the point."""
    found = codes(text, folder, WITHOUT.get(code, ""))
    return [c for c in found if c == code or c not in ("W513", "W514", "W515")]


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.code not in NO_TEXT], ids=lambda e: e.code)
def test_the_bad_text_has_the_code(entry: Entry, tmp_path: Path) -> None:
    assert told(entry.bad, tmp_path, entry.code) == [entry.code]


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.code not in NO_TEXT], ids=lambda e: e.code)
def test_the_good_text_has_no_code(entry: Entry, tmp_path: Path) -> None:
    assert told(entry.good, tmp_path, entry.code) == []


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
