from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruledsl.diagnostics import Diagnostic, decode_source
from ruledsl.diagnostics.decode import LONGEST_TEXT, check_text
from ruledsl.source import Source, display_width


def test_lines_end_with_a_line_feed_or_both() -> None:
    source = Source("a.rules", "one\ntwo\r\n\nlast")
    assert source.line_count == 4
    assert [source.line_text(line) for line in range(6)] == ["", "one", "two", "", "last", ""]
    assert [source.position(offset) for offset in (0, 3, 4, 8, 9, 10, 13, 99, -1)] == [
        *[(1, 1), (1, 4), (2, 1), (2, 5), (3, 1), (4, 1), (4, 4), (4, 5), (1, 1)]
    ]


def test_an_empty_text_has_one_line() -> None:
    source = Source("a.rules", "")
    assert (source.line_count, source.position(0), source.line_text(1)) == (1, (1, 1), "")


@given(st.text(alphabet="ab\r\n漢"), st.integers(0, 30))
def test_positions_and_offsets_are_each_others_reverse(text: str, offset: int) -> None:
    source = Source("a.rules", text)
    inside = min(offset, len(text))
    line, column = source.position(inside)
    assert text[:inside].count("\n") == line - 1
    if column <= len(source.line_text(line)):
        assert source.offset(line, column) == inside


def test_spans() -> None:
    source = Source("a.rules", "one\ntwo three")
    two, three = source.span(4, 7), source.span(8, 13)
    assert (two.text, two.line, two.column, two.end_position) == ("two", 2, 1, (2, 4))
    assert two.to(three).text == three.to(two).text == "two three"
    assert two == source.span(4, 7)
    assert two != Source("a.rules", source.text).span(4, 7)
    assert repr(two) == "Span(a.rules:2:1 4..7)"
    with pytest.raises(ValueError, match="two sources"):
        two.to(Source("b.rules", source.text).span(0, 1))
    with pytest.raises(ValueError, match="not a span"):
        source.span(3, 2)


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("abc", 3),
        ("漢字", 4),
        ("ＡＢ", 4),
        ("e\u0301", 1),
        ("♥", 1),
        ("♥\ufe0f", 2),
        ("🂡", 1),
        ("🎲", 2),
        ("👍🏽", 2),
        ("👩\u200d🚀", 2),
        ("🇩🇪🇫🇷", 4),
        ("\t", 4),
        ("ab\tc", 5),
        ("漢\tc", 5),
    ],
)
def test_display_width(text: str, width: int) -> None:
    assert display_width(text) == width


def test_a_tab_depends_on_where_it_stands() -> None:
    assert display_width("\t", start=3) == 1


def problem(data: bytes) -> Diagnostic:
    found = decode_source("x.rules", data)
    assert isinstance(found, list)
    [diagnostic] = found
    return diagnostic


def test_text_is_decoded_without_its_byte_order_mark() -> None:
    source = decode_source("x.rules", b"\xef\xbb\xbfgame \xe6\xbc\xa2\r\n")
    assert isinstance(source, Source)
    assert (source.path, source.text) == ("x.rules", "game 漢\r\n")


@pytest.mark.parametrize(
    ("data", "code", "facts"),
    [
        (b"\x89PNG\0\0", "E003", {"offset": 4}),
        (b"\xef\xbb\xbfa\0", "E003", {"offset": 4}),
        (b"a\nb\xe9c", "E004", {"offset": 3, "line": 2, "byte": "0xe9"}),
        (b"\xef\xbb\xbf\n\xff", "E004", {"offset": 4, "line": 2, "byte": "0xff"}),
        (b"\xff\xfeg\0a\0", "E004", {"offset": 0, "line": 1, "byte": "0xff"}),
        (b"", "E006", {}),
        (b" \n\t\r\n", "E006", {}),
        (b"a" * (LONGEST_TEXT + 1), "E005", {"size": LONGEST_TEXT + 1, "limit": LONGEST_TEXT}),
        (b"\0" * (4 * LONGEST_TEXT + 1), "E005", {"size": 4 * LONGEST_TEXT + 1, "limit": LONGEST_TEXT}),
    ],
    ids=["picture", "mark and zero", "latin", "mark and bad", "utf-16", "empty", "blank", "long", "huge"],
)
def test_refused_bytes(data: bytes, code: str, facts: dict[str, object]) -> None:
    diagnostic = problem(data)
    assert (diagnostic.code, dict(diagnostic.facts), diagnostic.shown_path) == (code, facts, "x.rules")


def test_a_lone_carriage_return_is_shown_where_it_is() -> None:
    diagnostic = problem(b"one\r\ntwo # \rhidden\r\n")
    assert diagnostic.code == "E007"
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (2, 7)


def test_the_longest_text_is_accepted() -> None:
    assert isinstance(check_text("x.rules", "a" * LONGEST_TEXT), Source)


@given(st.binary(max_size=60))
def test_any_bytes_give_a_source_or_a_problem(data: bytes) -> None:
    found = decode_source("x.rules", data)
    assert isinstance(found, Source) or found[0].is_error
