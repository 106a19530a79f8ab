"""What stands in one column: parts of neighbouring declarations, and comments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import evolve

from ruledsl.fmt.rows import FAR, Place, Row
from ruledsl.fmt.tokens import Line, code_of
from ruledsl.source import display_width

_ALIGNED: Final = {"zone": ":", "meld": ":", "define": "="}
"""Neighbouring declarations of these kinds have what follows the sign, or the sign itself, in one column."""

_SIDE_BY_SIDE: Final = 88
"""Comments without a common column get one that is not further to the right than this."""


def align_signs(lines: Sequence[Line]) -> list[Line]:
    """The lines with what follows the sign of neighbouring declarations in one column.

    Neighbours have no blank line or other declaration between them; a comment, or the rest of a declaration
    on lines of its own, does no harm.
    """
    found = list(lines)
    group: list[int] = []
    kind = ("", 0)
    place = Place()
    for index, line in enumerate(lines):
        if line.tokens:
            row = place.row(line)
            place.pass_by(line, row)
            if row.continued:
                continue
            here = (line.first, row.indent)
        if line.is_blank or (line.tokens and here != kind):
            _align(found, group)
            group = []
        if line.tokens:
            kind = here
            if line.first in _ALIGNED and _sign_index(line) is not None:
                group.append(index)
    _align(found, group)
    return found


def _sign_index(line: Line) -> int | None:
    """The index of the token that has to stand in the column, or None.

    The sign itself may be the last one of its line: what follows was too long for it.
    """
    sign = _ALIGNED[line.first]
    index = next((index for index, token in enumerate(line.tokens) if token.text == sign), None)
    if index is None or sign != ":":
        return index
    return index + 1 if index + 1 < len(line.tokens) else None


def _align(lines: list[Line], group: Sequence[int]) -> None:
    if len(group) < 2:
        return
    signs = {index: _sign_index(lines[index]) or 0 for index in group}
    places = {index: display_width(code_of(lines[index].tokens[:sign])) for index, sign in signs.items()}
    column = max(places.values())
    for index, sign in signs.items():
        line = lines[index]
        padded = evolve(line.tokens[sign], pad=column - places[index])
        tokens = [*line.tokens[:sign], padded, *line.tokens[sign + 1 :]]
        lines[index] = Line(tokens, line.comment, line.column)


def align_comments(rows: Sequence[Row]) -> None:
    """Gives each comment its column: one for all in a stretch of lines where that is possible."""
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and not _ends_stretch(rows[end]):
            end += 1
        group = [row for row in rows[start:end] if row.comment]
        if group:
            _align_group(group)
        start = max(end, start + 1)
    for row in rows:
        if row.comment and not row.trails:
            row.column = row.indent


def _ends_stretch(row: Row) -> bool:
    return row.is_blank or (bool(row.comment) and not row.trails)


def _align_group(group: Sequence[Row]) -> None:
    column = _common_column(group)
    if any(row.far for row in group):
        column = max(column, FAR)
    for row in group:
        row.column = column if column > row.width else row.width + 2


def _common_column(group: Sequence[Row]) -> int:
    """The column that most of them have, if most fit before it; else the nearest for all but the longest."""
    column, times = Counter(row.column for row in group).most_common(1)[0]
    fitting = sum(column > row.width for row in group)
    if (times > 1 or len(group) == 1) and 2 * fitting > len(group):
        return column
    nearest = [row.width + 2 for row in group]
    return max((place for place in nearest if place <= _SIDE_BY_SIDE), default=0)
