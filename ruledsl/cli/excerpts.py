"""A line of a file with a mark under it, as the messages of `check` show it, for other findings."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ruledsl.cli.output import Painter, columns

if TYPE_CHECKING:
    from ruledsl.source import Span

_GUTTER = "1;34"


def place(span: Span) -> str:
    """`path:line:column`, harmless to show."""
    from ruledsl.diagnostics.neutral import neutral

    line, column = span.source.position(span.start)
    return f"{neutral(span.source.path)}:{line}:{column}"


def excerpt(span: Span, paint: Painter, style: str) -> list[str]:
    """The place, the line or lines, and a mark under them in a style."""
    from ruledsl.diagnostics.render.excerpt import (
        GUTTER_SIGNS,
        Mark,
        Role,
        multi_line_rows,
        room_for,
        single_line_rows,
    )

    mark = Mark(span, "", True)
    room = room_for(columns(sys.stdout), GUTTER_SIGNS + len(str(mark.last_line)))
    rows = multi_line_rows(mark, room) if mark.is_multi_line else single_line_rows([mark], room)
    width = len(str(max(row.number or 1 for row in rows)))
    lines = [f"{' ' * (width + 1)}{paint(_GUTTER, '-->')} {place(span)}"]
    lines.append(paint(_GUTTER, f" {' ' * width} |"))
    for row in rows:
        number = "..." if row.is_gap else f" {'' if row.number is None else row.number:>{width}} |"
        text = "".join(part if role is Role.CODE else paint(style, part) for role, part in row.pieces)
        lines.append(f"{paint(_GUTTER, number)} {text}".rstrip())
    return lines
