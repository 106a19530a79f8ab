"""What is said about mistakes: each file of `mistakes/` above, its messages below."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from ruledsl.diagnostics.catalogue import Entry, syntax
from ruledsl.diagnostics.render import render
from ruledsl.source import Source
from ruledsl.syntax import parse

SYNTAX = (*syntax.ENTRIES, *syntax.MORE_ENTRIES)
MISTAKES = Path(__file__).parent / "mistakes"
CASES = sorted(path.relative_to(MISTAKES).with_suffix("").as_posix() for path in MISTAKES.rglob("*.rules"))


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in parse(Source("x.rules", text))[1]]


@pytest.mark.parametrize("case", CASES)
def test_messages(case: str, snapshot: SnapshotAssertion) -> None:
    text = (MISTAKES / f"{case}.rules").read_text(encoding="utf-8")
    _, diagnostics = parse(Source("mine.rules", text))
    assert f"{text}\n{'-' * 80}\n{render(diagnostics)}" == snapshot


@pytest.mark.parametrize("entry", SYNTAX, ids=lambda entry: entry.code)
def test_the_catalogue_shows_what_it_means(entry: Entry) -> None:
    assert codes(entry.bad) == [entry.code]
    assert codes(entry.good) == []


def test_each_code_is_shown_in_a_case() -> None:
    found = {code for case in CASES for code in codes((MISTAKES / f"{case}.rules").read_text("utf-8"))}
    found |= {code for entry in SYNTAX for code in codes(entry.bad)}
    assert found == {entry.code for entry in SYNTAX}
