"""Indentation, and the breaking of long lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import define, field

from ruledsl.fmt.blocks import closers, goes_on, is_open, spread
from ruledsl.fmt.tokens import Line, Token
from ruledsl.source import display_width
from ruledsl.syntax.words import word_set

WIDTH: Final = 110
"""Code beyond this column is broken where the language allows it; comments may reach further."""

INDENT: Final = 4
FAR: Final = 32
"""A comment alone on its line, this far to the right, goes on with the comment of the line before."""

_AFTER_BLOCK: Final = word_set("else until otherwise")
_BREAK_FIRST: Final = word_set("where with else using {")
"""Where a line is broken first."""

_SPREAD: Final = word_set("phase when while example table each turns repeat if together at")
"""Words at the head of what is rather spread over lines than broken before its brace."""

_BREAK_LATER: Final = word_set("+ - | then until for")
_BREAK_AFTER: Final = word_set("* / = += -= -> < > <= >= is in has of from")


@define
class Row:
    """A line on its way: its indentation, code, comment; `far` when it only goes on with a comment."""

    indent: int
    code: str
    comment: str
    column: int
    head: str = ""
    continued: bool = False
    far: bool = False

    @property
    def is_blank(self) -> bool:
        """Neither code nor comment."""
        return not self.code and not self.comment

    @property
    def width(self) -> int:
        """The column behind the code."""
        return self.indent + display_width(self.code) if self.code else 0

    @property
    def trails(self) -> bool:
        """Whether the comment, if there is one, stands behind code or goes on with one that does."""
        return bool(self.code) or self.far


def rows_of(lines: Iterable[Line]) -> list[Row]:
    """The lines with their indentation; those that are too long are broken."""
    waiting = deque(lines)
    place = Place()
    rows: list[Row] = []
    while waiting:
        line = waiting.popleft()
        if not line.tokens:
            rows.append(_comment_row(line, place, rows))
            continue
        row = place.row(line)
        parts = _broken(line, row, place.brackets) if row.width > WIDTH else []
        if parts:
            if rows and _is_head_of(parts[0], rows[-1]):
                rows[-1].code += " {"
                place.pass_by(parts.pop(0), rows[-1])
            waiting.extendleft(reversed(parts))
            continue
        rows.append(row)
        place.pass_by(line, row)
    return rows


def _is_head_of(line: Line, before: Row) -> bool:
    """Whether a line of which only a brace is left has to stand behind the row before, its head."""
    if line.code != "{" or line.comment or before.comment or before.continued or not before.code:
        return False
    return before.width + 2 <= WIDTH


def _comment_row(line: Line, place: Place, rows: Sequence[Row]) -> Row:
    far = line.column >= FAR and bool(rows) and not rows[-1].is_blank and not line.comment.startswith("##")
    indent = place.base + INDENT if place.is_open else place.braces * INDENT
    return Row(indent, "", line.comment, line.column, far=far and bool(line.comment))


@define
class Place:
    """What has been passed: open braces and brackets, the indentation of the statement at hand, its end."""

    braces: int = 0
    brackets: int = 0
    base: int = 0
    last: Token = field(default=Token(""))
    has_where: bool = False

    @property
    def is_open(self) -> bool:
        """Whether what was passed last makes the next line go on."""
        return self.brackets > 0 or is_open(self.last)

    def row(self, line: Line) -> Row:
        """A line with its indentation."""
        ended = self.last.text in ("", ";") or line.tokens[0].is_item
        continued = not ended and (self.is_open or goes_on(line))
        indent = self._continued(line) if continued else self._own(line)
        return Row(indent, line.code, line.comment, line.column, line.first, continued)

    def pass_by(self, line: Line, row: Row) -> None:
        """Goes on behind a line."""
        if not row.continued:
            self.base = row.indent
            self.has_where = False
        for token in line.tokens:
            self.braces += (token.text == "{") - (token.text == "}")
            self.brackets += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if token.text in ("{", "}"):
                self.has_where = False
            elif token.text == "where" and not self.brackets:
                self.has_where = True
        self.last = line.tokens[-1]

    def _own(self, line: Line) -> int:
        closing = 0
        while closing < len(line.tokens) and line.tokens[closing].text == "}":
            closing += 1
        return max(self.braces - closing, 0) * INDENT

    def _continued(self, line: Line) -> int:
        first = line.first
        if first == "{" and not self.brackets:
            return self.base
        if first in (")", "]") or (first in _AFTER_BLOCK and self.last.text == "}"):
            return self.base
        if first == "else" and self.has_where and not self.brackets:
            return self.base + 2 * INDENT
        return self.base + INDENT


# -- long lines


def _broken(line: Line, row: Row, brackets: int) -> list[Line]:
    """A line that is too long as several, or nothing where it cannot be broken.

    First outside of brackets before a word that begins a part; else braces are spread over lines; else
    wherever the least is lost.
    """
    pairs = closers(line.tokens)
    opening = min((opening for opening, closing in pairs.items() if closing > opening + 1), default=None)
    cut = _place_to_break(line, row.indent, brackets)
    if cut is not None and (opening is None or not cut[0]):
        return [Line(line.tokens[: cut[1]]), Line(line.tokens[cut[1] :], line.comment, line.column)]
    return [] if opening is None else spread(line, opening)


def _place_to_break(line: Line, indent: int, brackets: int) -> tuple[int, int] | None:
    """What is lost by the best line end, and the token before which it is: as late as it fits.

    Never within braces.  Where nothing fits, the first possible place is taken.
    """
    best: tuple[int, int] | None = None
    width = indent
    braces = 0
    for index, token in enumerate(line.tokens):
        end = width
        width += display_width(token.text) + (0 if token.joined or not index else 1 + token.pad)
        rank = None if braces or not index else _rank(line.tokens, index, brackets)
        if token.text == "{" and line.first in _SPREAD:
            rank = None
        if rank is not None and (best is None or (rank <= best[0] and end <= WIDTH)):
            best = (rank, index)
        braces += (token.text == "{") - (token.text == "}")
        brackets += (token.text in ("(", "[")) - (token.text in (")", "]"))
    return best


def _rank(tokens: Sequence[Token], index: int, brackets: int) -> int | None:
    """How much is lost by a line end before a token: 0 is least, None when it may not be there."""
    token, before = tokens[index].text, tokens[index - 1].text
    if tokens[index].joined:
        return None
    if token in _BREAK_FIRST:
        return 5 * brackets
    if token == "or":
        return 5 * brackets + 1
    if token == "and" or before == ",":
        return 5 * brackets + 2
    is_sign = token == "-" and index + 1 < len(tokens) and tokens[index + 1].joined
    if token in _BREAK_LATER and not is_sign:
        return 5 * brackets + 3
    if before in _BREAK_AFTER or brackets:
        return 5 * brackets + 4
    return None
