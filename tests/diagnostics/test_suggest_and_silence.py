from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.diagnostics import Diagnostic, did_you_mean
from ruledsl.diagnostics.silence import apply, parse_silences
from ruledsl.diagnostics.suggest import edit_distance
from ruledsl.source import Source, Span


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("hnad", ["hand", "band", "deck"], ("hand",)),
        ("HAND", ["hands", "hand", "Hand"], ("Hand", "hand", "hands")),
        ("stok", ["stock", "stop", "stack", "s"], ("stock", "stop")),
        ("x", ["y", "z"], ()),
        ("hand", ["hand"], ()),
        ("", ["a"], ()),
        ("discrad", ["discord", "discard"], ("discard", "discord")),
        ("aaaa", ["aaab", "aaac", "aaad", "aaae"], ("aaab", "aaac", "aaad")),
    ],
)
def test_did_you_mean(name: str, known: list[str], expected: tuple[str, ...]) -> None:
    assert did_you_mean(name, known) == expected
    assert did_you_mean(name, reversed(known)) == expected


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance(first: str, second: str) -> None:
    distance = edit_distance(first, second)
    assert distance == edit_distance(second, first)
    assert (distance == 0) == (first == second)
    assert abs(len(first) - len(second)) <= distance <= max(len(first), len(second))


def test_a_swap_is_one_step() -> None:
    assert edit_distance("abcd", "abdc") == 1
    assert edit_distance("abcd", "badc") == 2


def file_with(*lines: str) -> tuple[Source, list[tuple[Span, str]]]:
    """A source and its comments."""
    source = Source("a.rules", "\n".join(lines))
    comments = []
    for number, line in enumerate(lines, start=1):
        if "#" in line:
            start = source.offset(number, line.index("#") + 1)
            span = source.span(start, start + len(line) - line.index("#"))
            comments.append((span, span.text))
    return source, comments


def at_line(source: Source, line: int, code: str) -> Diagnostic:
    start = source.offset(line, 1)
    return Diagnostic(code, source.span(start, start + 1))


def told(diagnostics: list[Diagnostic]) -> list[tuple[str, int]]:
    return [(found.code, found.span.line if found.span else 0) for found in diagnostics]


def test_a_reason_silences_a_warning_on_its_line() -> None:
    source, comments = file_with("a # ok W512: because", "a")
    warnings = [at_line(source, 1, "W512"), at_line(source, 1, "W512"), at_line(source, 2, "W512")]
    assert told(apply(warnings, comments)) == [("W512", 2)]


def test_a_silence_without_a_reason_does_not_count() -> None:
    for comment in ("a # ok W512", "a # ok W512:", "a # ok W512 because"):
        source, comments = file_with(comment)
        assert told(apply([at_line(source, 1, "W512")], comments)) == [("W512", 1), ("W500", 1)]


def test_a_silence_that_silences_nothing_is_told() -> None:
    source, comments = file_with("a # ok W512, W513: because", "# ok W512: alone on its line", "a")
    found = apply([at_line(source, 1, "W513"), at_line(source, 3, "W512")], comments)
    assert told(found) == [("W512", 3), ("W501", 1), ("W501", 2)]


def test_errors_cannot_be_silenced_and_hold_back_w501() -> None:
    source, comments = file_with("a # ok E100: because", "a # ok W512: because")
    assert told(apply([at_line(source, 1, "E100")], comments)) == [("E100", 1)]
    assert told(apply([], comments)) == [("W501", 1), ("W501", 2)]


def test_silences_of_another_file_do_not_count() -> None:
    _, comments = file_with("a # ok W512: because")
    other, _ = file_with("a")
    assert told(apply([at_line(other, 1, "W512")], comments)) == [("W512", 1), ("W501", 1)]


def test_a_variant_is_not_told_of_silences_it_inherits() -> None:
    _, comments = file_with("a # ok W512: because", "a # ok W513")
    own, more = file_with("a # ok W514: because")
    found = apply([at_line(own, 1, "W512")], [*comments, *more], own)
    assert told(found) == [("W512", 1), ("W501", 1)]


def test_warnings_about_silences_cannot_be_silenced() -> None:
    source, comments = file_with("a # ok W501: because")
    assert told(apply([at_line(source, 1, "W501")], comments)) == [("W501", 1), ("W501", 1)]


@pytest.mark.parametrize(
    "comment", ["# ok", "# ok, that is fine", "# W512 is ok", "# okay W512: x", "# ok w512: x"]
)
def test_ordinary_comments_silence_nothing(comment: str) -> None:
    source = Source("a.rules", comment)
    assert parse_silences(source.span(0, 1), comment) == ()
