"""Rules with the expected codes on the lines they are about, as in `#! E100`.

What is missing and what is not expected both fail.  The files are fragments: a small frame goes round them
(see `frame.py`), and that nobody uses what they declare is told only where a line says so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from ruledsl.diagnostics import Diagnostic
from tests.check.frame import check

CASES = sorted((Path(__file__).parent / "cases").glob("*.rules"))
EXPECTED = re.compile(r"#!((?: [EW]\d{3})+)$")
UNUSED = {"W513", "W514", "W515"}


def expected(text: str) -> dict[int, list[str]]:
    """Line -> the codes that stand on it, sorted."""
    found: dict[int, list[str]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        match = EXPECTED.search(line)
        assert match or "#!" not in line, f"line {number} is not understood: {line}"
        if match:
            found[number] = sorted(match[1].split())
    return found


def told(diagnostics: list[Diagnostic], wanted: dict[int, list[str]]) -> dict[int, list[str]]:
    """Line -> the codes that are told of it, sorted."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for diagnostic in diagnostics:
        line = diagnostic.span.line if diagnostic.span is not None else 0
        if diagnostic.code not in UNUSED or diagnostic.code in wanted.get(line, []):
            found[line].append(diagnostic.code)
    return {line: sorted(codes) for line, codes in found.items()}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_each_line_has_the_codes_it_says(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    wanted = expected(text)
    assert told(check(text, tmp_path), wanted) == wanted


def test_there_are_cases() -> None:
    assert len(CASES) >= 15
