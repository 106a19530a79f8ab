"""Rules text and places in it.

A `Source` is one text with the name under which the user knows it; a `Span` is a stretch of it.  All
offsets are indexes into the Python string, so that slicing never needs a conversion; lines and columns are
made only when somebody has to read them.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import cached_property
from typing import Final

from attrs import field, frozen

TAB_WIDTH: Final = 4
"""A tab is shown as blanks up to the next column that is a multiple of this."""

_ZERO_WIDTH_JOINER: Final = "\u200d"
_EMOJI_SELECTOR: Final = "\ufe0f"


@frozen(eq=False)
class Source:
    """A text and the path it is shown under.  Two sources are equal only if they are the same object."""

    path: str
    text: str = field(repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        """The offset at which each line begins; found once, on first use."""
        starts = [0]
        found = self.text.find("\n")
        while found >= 0:
            starts.append(found + 1)
            found = self.text.find("\n", found + 1)
        return starts

    @property
    def line_count(self) -> int:
        """How many lines there are; a text that ends with a line end has an empty last line."""
        return len(self._starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1; the column counts characters.

        An offset outside the text is taken as the nearest one inside.
        """
        inside = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, inside)
        return line, inside - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both counted from 1; the reverse of `position`.

        A column past the end of its line is taken as the line's end, a line outside the text as the nearest.
        """
        if line < 1:
            return 0
        if line > self.line_count:
            return len(self.text)
        start = self._starts[line - 1]
        return start + min(max(column - 1, 0), len(self.line_text(line)))

    def line_text(self, line: int) -> str:
        """The text of a line (counted from 1) without its line end; empty for a line that is not there."""
        if not 1 <= line <= self.line_count:
            return ""
        start = self._starts[line - 1]
        end = self._starts[line] - 1 if line < self.line_count else len(self.text)
        text = self.text[start:end]
        return text[:-1] if text.endswith("\r") and line < self.line_count else text

    def span(self, start: int, end: int) -> Span:
        """The stretch from `start` up to, not including, `end`."""
        return Span(self, start, end)


@frozen(repr=False)
class Span:
    """The stretch of a source from `start` up to, not including, `end`; empty when both are the same."""

    source: Source
    start: int
    end: int

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __repr__(self) -> str:
        line, column = self.source.position(self.start)
        return f"Span({self.source.path}:{line}:{column} {self.start}..{self.end})"

    @property
    def line(self) -> int:
        """The line of the first character, counted from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, counted from 1."""
        return self.source.position(self.start)[1]

    @property
    def end_position(self) -> tuple[int, int]:
        """Line and column just behind the last character, both counted from 1."""
        return self.source.position(self.end)

    @property
    def text(self) -> str:
        """The characters of the stretch."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The smallest span that holds this one and the other; both must be of the same source."""
        if other.source is not self.source:
            raise ValueError(f"spans of two sources: {self!r} and {other!r}")
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))


def display_width(text: str, start: int = 0) -> int:
    """How many terminal columns a text of one line takes when it begins at column `start` (from 0).

    East-Asian wide characters and emoji take two, combining marks none, tabs reach to the next multiple of
    `TAB_WIDTH`; emoji joined by a zero-width joiner and pairs of flag letters count as one picture.
    """
    column = start
    last_width = 0
    joined = flag_open = False
    for character in text:
        if character == "\t":
            width = TAB_WIDTH - column % TAB_WIDTH
        elif character == _EMOJI_SELECTOR:
            width = 1 if last_width == 1 else 0
        elif joined or (last_width == 2 and "\U0001f3fb" <= character <= "\U0001f3ff"):
            width = 0
        elif "\U0001f1e6" <= character <= "\U0001f1ff":
            width = 0 if flag_open else 2
            flag_open = not flag_open
        else:
            width = _character_width(character)
            flag_open = False
        joined = character == _ZERO_WIDTH_JOINER
        if width:
            last_width = 2 if character == _EMOJI_SELECTOR else width
        column += width
    return column - start


def _character_width(character: str) -> int:
    """The columns of one character that stands alone."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
