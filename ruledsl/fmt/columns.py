"""What stands in one column: parts of neighbouring declarations, and comments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ruledsl.fmt.rows import FAR, WIDTH, Row

_ALIGNED: Final = {"zone": ":", "meld": ":", "define": "="}
"""Neighbouring declarations of these kinds have what follows the sign, or the sign itself, in one column."""

_SIDE_BY_SIDE: Final = 88
"""Comments without a common column get one that is not further to the right than this."""


def align_signs(rows: Sequence[Row]) -> None:
    """Puts what follows the sign of neighbouring declarations in one column."""
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and _belongs(rows[start], rows[end]):
            end += 1
        coded = [row for row in rows[start:end] if row.code]
        if len(coded) > 1:
            _align(coded)
        start = max(end, start + 1)


def _belongs(first: Row, row: Row) -> bool:
    sign = _ALIGNED.get(first.head)
    if sign is None or row.continued or row.indent != first.indent:
        return False
    if not row.code:
        return bool(row.comment)
    return row.head == first.head and _behind_sign(row.code, sign) is not None


def _behind_sign(code: str, sign: str) -> int | None:
    """Where the text after the sign begins, or None when there is no sign or nothing after it."""
    mark = f"{sign} " if sign == ":" else f" {sign} "
    at = code.find(mark)
    return None if at < 0 else at + len(mark)


def _align(rows: Sequence[Row]) -> None:
    sign = _ALIGNED[rows[0].head]
    places = [_behind_sign(row.code, sign) or 0 for row in rows]
    column = max(places)
    if any(row.width + column - place > WIDTH for row, place in zip(rows, places, strict=True)):
        return
    for row, place in zip(rows, places, strict=True):
        cut = place if sign == ":" else place - len(sign) - 1
        row.code = row.code[:cut] + " " * (column - place) + row.code[cut:]


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
    """The column that most of them have, if most of them fit before it; else the nearest for all but the longest."""
    column, times = Counter(row.column for row in group).most_common(1)[0]
    fitting = sum(column > row.width for row in group)
    if (times > 1 or len(group) == 1) and 2 * fitting > len(group):
        return column
    nearest = [row.width + 2 for row in group]
    return max((place for place in nearest if place <= _SIDE_BY_SIDE), default=0)
