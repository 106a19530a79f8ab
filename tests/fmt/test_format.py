"""The formatter: case files, stability, equal trees, kept comments."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.fmt import format_source
from ruledsl.source import Source
from ruledsl.syntax import parse

ROOT = Path(__file__).parents[2]
CASES = sorted((Path(__file__).parent / "cases").glob("*.txt"))
FILES = sorted(
    [*ROOT.glob("games/*.rules"), *ROOT.glob("examples/**/*.rules"), *ROOT.glob("tests/oracles/*.rules")]
)


def formatted(text: str) -> str:
    result, problems = format_source(Source("case.rules", text))
    assert result is not None, problems
    return result


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_case(path: Path) -> None:
    given, expected = path.read_text(encoding="utf-8").split("# output\n")
    assert formatted(given) == expected
    assert formatted(expected) == expected


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_file_stays_stable_and_means_the_same(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    once = formatted(text)
    assert formatted(once) == once
    before, _ = parse(Source("a", text))
    after, _ = parse(Source("b", once))
    assert before == after
    assert [c.text for c in before.comments] == [c.text for c in after.comments]


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_file_that_is_squeezed_means_the_same(path: Path) -> None:
    """Indentation and double blanks carry no meaning."""
    text = path.read_text(encoding="utf-8")
    squeezed = "\n".join(line.strip() for line in text.splitlines()) + "\n"
    assert parse(Source("a", formatted(squeezed)))[0] == parse(Source("b", text))[0]


def test_text_with_errors_is_left_alone() -> None:
    result, problems = format_source(Source("bad.rules", "phase game { x -> }\n"))
    assert result is None
    assert problems


def test_line_ends_of_windows_become_plain() -> None:
    assert formatted('game "A"\r\nplayers 2\r\n') == 'game "A"\nplayers 2\n'


def test_long_lines_are_broken_where_the_language_allows_it() -> None:
    condition = " and ".join(f"p.score is not {n}" for n in range(12))
    text = f"phase game {{\n    if {condition} {{ end game }}\n}}\n"
    result = formatted(text)
    assert max(len(line) for line in result.splitlines()) <= 110
    assert parse(Source("a", result))[0] == parse(Source("b", text))[0]
