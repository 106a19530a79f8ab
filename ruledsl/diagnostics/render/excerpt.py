"""The lines of a file that a finding is about, with marks under them.

The layout is made of `Row`s: what stands in the gutter, and pieces of text that each have a role.  Colours
are the business of who prints the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from attrs import frozen

from ruledsl.diagnostics.neutral import neutral
from ruledsl.source import TAB_WIDTH, Source, Span, display_width

MOST_CHARACTERS: Final = 120
"""Longer lines are cut around what is marked."""

_FEWEST_CHARACTERS: Final = 20
"""So much of a line is shown even where it does not fit."""

GUTTER_SIGNS: Final = 4
"""What stands around the line number: a blank before it, ` | ` behind it."""

_BEFORE_MARK: Final = 40
_HEAD_LINES: Final = 3
_TAIL_LINES: Final = 2
_CUT: Final = "…"


def room_for(columns: int | None, gutter: int) -> int:
    """How many characters of a line are shown, where the terminal (None: no terminal) has so many columns."""
    if columns is None:
        return MOST_CHARACTERS
    return max(_FEWEST_CHARACTERS, min(columns - gutter - 2, MOST_CHARACTERS))  # 2: signs for what is cut off


class Role(Enum):
    """What a piece of a row is, for its colour."""

    CODE = "code"
    PRIMARY = "primary"
    RELATED = "related"


@frozen
class Mark:
    """A stretch to be marked, with the words beside the mark; the two kinds differ in sign and colour."""

    span: Span
    label: str
    is_primary: bool

    @property
    def sign(self) -> str:
        """The character that is put under the text."""
        return "^" if self.is_primary else "-"

    @property
    def role(self) -> Role:
        """The role of the mark and its label."""
        return Role.PRIMARY if self.is_primary else Role.RELATED

    @property
    def last_line(self) -> int:
        """The line of the last character; a line end belongs to the line that it ends."""
        return self.span.source.position(max(self.span.start, self.span.end - 1))[0]

    @property
    def is_multi_line(self) -> bool:
        """Whether it reaches over more than one line."""
        return self.last_line > self.span.line


@frozen
class Row:
    """One printed line: a line number, or None beside marks, or `...` where lines are left out."""

    number: int | None
    pieces: tuple[tuple[Role, str], ...]
    is_gap: bool = False


@frozen
class _Line:
    """A line as it is shown: the characters from `first` up to `last`, made harmless, tabs as blanks."""

    text: str
    first: int
    last: int

    @classmethod
    def around(cls, text: str, index: int, most: int) -> _Line:
        """The whole line, or of a line with more characters than `most` the part around `index`."""
        if len(text) <= most:
            return cls(text, 0, len(text))
        first = max(0, min(index - min(_BEFORE_MARK, most // 2), len(text) - most))
        return cls(text, first, first + most)

    @property
    def shown(self) -> str:
        """The text to print, with a sign where something is cut off."""
        return self._upto(self.last) + (_CUT if self.last < len(self.text) else "")

    def column(self, index: int) -> int:
        """The terminal column, from 0, at which the character `index` begins."""
        return display_width(self._upto(index))

    def _upto(self, index: int) -> str:
        shown = _CUT if self.first else ""
        for number, part in enumerate(
            self.text[self.first : min(max(index, self.first), self.last)].split("\t")
        ):
            if number:
                shown += " " * (TAB_WIDTH - display_width(shown) % TAB_WIDTH)
            shown += neutral(part)
        return shown


def single_line_rows(marks: Sequence[Mark], most: int = MOST_CHARACTERS) -> list[Row]:
    """The lines with these marks, which all lie in one source and on one line each; longer ones are cut."""
    source = marks[0].span.source
    by_line: dict[int, list[Mark]] = {}
    for mark in marks:
        by_line.setdefault(mark.span.line, []).append(mark)
    rows: list[Row] = []
    previous: int | None = None
    for number in sorted(by_line):
        if previous is not None and number > previous + 1:
            rows.append(Row(None, (), is_gap=True))
        previous = number
        rows += _marked_line(source, number, by_line[number], most)
    return rows


def _marked_line(source: Source, number: int, marks: Sequence[Mark], most: int) -> list[Row]:
    """One line and a row under it for each mark."""
    line = _Line.around(source.line_text(number), marks[0].span.column - 1, most)
    rows = [Row(number, ((Role.CODE, line.shown),))]
    for mark in marks:
        start = mark.span.column - 1
        left = line.column(start)
        width = max(1, line.column(start + mark.span.end - mark.span.start) - left)
        rows.append(Row(None, ((Role.CODE, " " * left), (mark.role, _labelled(mark.sign * width, mark)))))
    return rows


def multi_line_rows(mark: Mark, most: int = MOST_CHARACTERS) -> list[Row]:
    """The lines of a mark that reaches over several, tied together by a bar; long ones are cut."""
    source, first, last = mark.span.source, mark.span.line, mark.last_line
    start, end = mark.span.column - 1, source.position(mark.span.end)[1] - 1
    if source.position(mark.span.end)[0] > last:
        end = len(source.line_text(last))
    opening = source.line_text(first)
    from_margin = not opening[:start].strip()
    rows: list[Row] = []
    for number in range(first, last + 1):
        if last - first >= _HEAD_LINES + _TAIL_LINES and first + _HEAD_LINES <= number <= last - _TAIL_LINES:
            if number == first + _HEAD_LINES:
                rows.append(Row(None, ((mark.role, "| "),), is_gap=True))
            continue
        is_first = number == first
        line = _Line.around(source.line_text(number), start if is_first else 0, most)
        bar = "| " if not is_first else "/ " if from_margin else "  "
        rows.append(Row(number, ((mark.role, bar), (Role.CODE, line.shown))))
        if is_first and not from_margin:
            rows.append(Row(None, ((mark.role, " " + "_" * (1 + line.column(start)) + mark.sign),)))
    closing = _Line.around(source.line_text(last), 0, most)
    under = "|" + "_" * (1 + closing.column(max(0, end - 1))) + mark.sign
    rows.append(Row(None, ((mark.role, _labelled(under, mark)),)))
    return rows


def _labelled(text: str, mark: Mark) -> str:
    return f"{text} {mark.label}" if mark.label else text
