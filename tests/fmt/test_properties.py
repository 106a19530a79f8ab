"""What holds for the formatter and any text: stability, equal trees, kept comments, short lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from ruledsl.fmt import format_source, format_tree
from ruledsl.fmt.rows import WIDTH
from ruledsl.source import Source, display_width
from ruledsl.syntax import parse
from tests.support.programs import covering, program, programs


def check(text: str) -> str:
    """Formats a text and checks what must hold; gives the result."""
    source = Source("x.rules", text)
    before, _ = parse(source)
    once, diagnostics = format_source(source)
    assert once is not None, diagnostics
    after, _ = parse(Source("y.rules", once))
    assert after == before
    assert [comment.text for comment in after.comments] == [comment.text for comment in before.comments]
    assert format_tree(after, Source("y.rules", once)) == once
    assert once.endswith("\n")
    lines = once.split("\n")
    assert all(line == line.rstrip() for line in lines)
    assert "\n\n\n" not in once
    assert "\t" not in once
    for line in lines:
        code = line[: line.index("#")].rstrip() if "#" in line else line
        assert display_width(code) <= WIDTH
    return once


@settings(max_examples=30, deadline=None)
@given(programs())
def test_random_texts(text: str) -> None:
    check(text)


def test_a_text_for_each_rule_of_the_grammar() -> None:
    for text in covering()[0].values():
        check(text)


@pytest.mark.parametrize("seed", range(10))
def test_indentation_carries_no_meaning(seed: int) -> None:
    """Without indentation the result is the same, but for the columns of comments."""
    text = program(seed, 3)
    flat = "\n".join(line.strip() for line in text.split("\n"))
    assert [" ".join(line.split()) for line in check(text).split("\n")] == [
        " ".join(line.split()) for line in check(flat).split("\n")
    ]


@pytest.mark.parametrize("text", ["game = 3", "phase x {", "players 2\n## lost\n", 'game "x'])
def test_a_text_with_errors_is_left_alone(text: str) -> None:
    formatted, diagnostics = format_source(Source("x.rules", text))
    assert formatted is None
    assert diagnostics


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment", "\n  # one\n\n\n\n# two\n"])
def test_texts_without_declarations(text: str) -> None:
    check(text)
