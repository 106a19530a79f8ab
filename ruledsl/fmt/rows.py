"""Indentation, and the breaking of long lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import define, field

from ruledsl.fmt.blocks import closers, spread
from ruledsl.fmt.tokens import Line, Token, code_of
from ruledsl.source import display_width
from ruledsl.syntax.words import GOES_ON_BEFORE, SIGNS_GO_ON_BEFORE, word_set

WIDTH: Final = 110
"""Code beyond this column is broken where the language allows it; comments may reach further."""

INDENT: Final = 4
FAR: Final = 32
"""A comment alone on its line, this far to the right, goes on with the comment of the line before."""

_OPEN_SIGNS: Final = word_set(", + - * / < > <= >= = += -= -> |")
_OPEN_WORDS: Final = word_set("and or not is in has of from then else where with using until")
"""Signs and words after which a line goes on; after an `else` of a table stands a colon."""

_AFTER_BLOCK: Final = word_set("else until otherwise")
_BREAK_BEFORE: Final = word_set("where with or and else using {")
"""Where a line is broken first."""

_BREAK_LATER: Final = word_set("+ - | then until for")


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
    place = _Place()
    rows: list[Row] = []
    while waiting:
        line = waiting.popleft()
        if not line.tokens:
            rows.append(_comment_row(line, place, rows))
            continue
        row = place.row(line)
        parts = _broken(line, row, place.brackets) if row.width > WIDTH else []
        if parts:
            waiting.extendleft(reversed(parts))
            continue
        rows.append(row)
        place.pass_by(line, row)
    return rows


def _comment_row(line: Line, place: _Place, rows: Sequence[Row]) -> Row:
    far = line.column >= FAR and bool(rows) and not rows[-1].is_blank and not line.comment.startswith("##")
    indent = place.base + INDENT if place.is_open else place.braces * INDENT
    return Row(indent, "", line.comment, line.column, far=far and bool(line.comment))


@define
class _Place:
    """What has been passed: open braces and brackets, the indentation of the statement at hand, its end."""

    braces: int = 0
    brackets: int = 0
    base: int = 0
    last: str = field(default="")
    has_where: bool = False

    @property
    def is_open(self) -> bool:
        """Whether what was passed last makes the next line go on."""
        return self.brackets > 0 or self.last in _OPEN_SIGNS or self.last in _OPEN_WORDS

    def row(self, line: Line) -> Row:
        """A line with its indentation."""
        continued = bool(self.last) and (self.is_open or _goes_on(line))
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
        self.last = line.tokens[-1].text

    def _own(self, line: Line) -> int:
        closing = 0
        while closing < len(line.tokens) and line.tokens[closing].text == "}":
            closing += 1
        return max(self.braces - closing, 0) * INDENT

    def _continued(self, line: Line) -> int:
        first = line.first
        if first == "{" and not self.brackets:
            return self.base
        if first in (")", "]") or (first in _AFTER_BLOCK and self.last == "}"):
            return self.base
        if first == "else" and self.has_where and not self.brackets:
            return self.base + 2 * INDENT
        return self.base + INDENT


def _goes_on(line: Line) -> bool:
    """Whether a line carries on the one before."""
    first = line.first
    if first == "else" and len(line.tokens) > 1 and line.tokens[1].text == ":":
        return False
    return first in GOES_ON_BEFORE or first[0] in SIGNS_GO_ON_BEFORE


# -- long lines


def _broken(line: Line, row: Row, brackets: int) -> list[Line]:
    """A line that is too long as several, or nothing where it cannot be broken."""
    cut = _place_to_break(line, row.indent, brackets)
    if cut is not None:
        return [Line(line.tokens[:cut]), Line(line.tokens[cut:], line.comment, line.column)]
    pairs = closers(line.tokens)
    opening = min((opening for opening, closing in pairs.items() if closing > opening + 1), default=None)
    if opening is not None:
        return spread(line, opening)
    return []


def _place_to_break(line: Line, indent: int, brackets: int) -> int | None:
    """The token before which a line is best broken: as late as it fits, and outside of brackets if possible.

    Never within braces.  Where nothing fits, the first possible place is taken.
    """
    best: tuple[int, int] | None = None
    width = indent
    braces = 0
    tokens = line.tokens
    for index, token in enumerate(tokens):
        width += display_width(token.text) + (index > 0 and not token.joined)
        end = width - display_width(token.text) - (not token.joined)
        rank = None if braces or not index else _rank(tokens, index, brackets)
        if rank is not None:
            if end > WIDTH:
                if best is None and not (rank and closers(tokens)):
                    best = (rank, index)
                continue
            if best is None or rank <= best[0]:
                best = (rank, index)
        braces += (token.text == "{") - (token.text == "}")
        brackets += (token.text in ("(", "[")) - (token.text in (")", "]"))
    if best is None or (best[0] and closers(tokens)):
        return None
    return best[1]


def _rank(tokens: Sequence[Token], index: int, brackets: int) -> int | None:
    """How much is lost by a line end before a token: 0 is least, None when it may not be there."""
    token, before = tokens[index].text, tokens[index - 1].text
    if tokens[index].joined:
        return None
    if before == "," or token in _BREAK_BEFORE:
        return 2 * brackets
    if token in _BREAK_LATER and (brackets or token != "for") and before not in _OPEN_SIGNS | {"(", "["}:
        return 2 * brackets + 1
    return None


def fits(indent: int, tokens: list[Token]) -> bool:
    """Whether tokens fit on one line."""
    return indent + display_width(code_of(tokens)) <= WIDTH
