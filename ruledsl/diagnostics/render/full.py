"""The form for a person at a terminal: what is wrong, where, the lines themselves, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from ruledsl.diagnostics.diagnostic import Diagnostic
from ruledsl.diagnostics.neutral import neutral
from ruledsl.diagnostics.render.concise import location
from ruledsl.diagnostics.render.excerpt import (
    GUTTER_SIGNS,
    Mark,
    Role,
    Row,
    multi_line_rows,
    room_for,
    single_line_rows,
)
from ruledsl.diagnostics.severity import Severity
from ruledsl.diagnostics.words import Words, words
from ruledsl.source import Span

_RESET: Final = "\x1b[0m"
_BOLD: Final = "\x1b[1m"
_GUTTER: Final = "\x1b[1;34m"
_RELATED: Final = "\x1b[1;36m"
_SEVERITY: Final = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m"}


def render_full(diagnostics: Sequence[Diagnostic], color: bool, columns: int | None = None) -> str:
    """Each finding with its excerpt, in the order given, and a line that counts them; empty without any.

    `columns` are those of the terminal, to which lines of code are cut.
    """
    if not diagnostics:
        return ""
    blocks = [_Printer(color, words(diagnostic), columns).finding(diagnostic) for diagnostic in diagnostics]
    return "\n".join([*blocks, f"{summary(diagnostics)}\n"])


def summary(diagnostics: Sequence[Diagnostic]) -> str:
    """How many errors and warnings there are, as in "2 errors, 1 warning"."""
    errors = sum(diagnostic.is_error for diagnostic in diagnostics)
    counts = [(errors, "error"), (len(diagnostics) - errors, "warning")]
    told = [f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counts if count]
    return ", ".join(told) or "no errors"


@frozen
class _Block:
    """Rows of one file under a line that names the place."""

    place: str
    rows: tuple[Row, ...]


@frozen
class _Printer:
    """Puts one finding together, with or without colours."""

    color: bool
    said: Words
    columns: int | None

    def finding(self, diagnostic: Diagnostic) -> str:
        """All lines of the finding, each with its line end."""
        said = self.said
        blocks = _blocks(diagnostic, said.label, self.columns)
        numbers = [row.number for block in blocks for row in block.rows if row.number is not None]
        width = len(str(max(numbers, default=1)))
        head = self._paint(_SEVERITY[said.severity], f"{said.severity.value}[{said.code}]")
        lines = [head + self._paint(_BOLD, f": {said.title}")]
        for index, block in enumerate(blocks):
            arrow = "-->" if index == 0 else ":::"
            lines.append(f"{' ' * (width + 1)}{self._paint(_GUTTER, arrow)} {block.place}")
            if block.rows:
                lines.append(self._gutter("", width, "|"))
            lines += [self._row(row, width) for row in block.rows]
        if said.help and any(block.rows for block in blocks):
            lines.append(self._gutter("", width, "|"))
        lines += [
            self._gutter("", width, "=") + f" {self._paint(_BOLD, 'help')}: {text}" for text in said.help
        ]
        return "".join(f"{line}\n" for line in lines)

    def _row(self, row: Row, width: int) -> str:
        text = "".join(self._piece(role, text) for role, text in row.pieces)
        if row.is_gap:
            return f"{self._paint(_GUTTER, '...'.ljust(width + 3))}{text}".rstrip()
        number = "" if row.number is None else str(row.number)
        gutter = self._gutter(number, width, "|")
        return f"{gutter} {text}".rstrip()

    def _gutter(self, number: str, width: int, sign: str) -> str:
        return self._paint(_GUTTER, f" {number.rjust(width)} {sign}")

    def _piece(self, role: Role, text: str) -> str:
        if role is Role.CODE:
            return text
        return self._paint(_SEVERITY[self.said.severity] if role is Role.PRIMARY else _RELATED, text)

    def _paint(self, style: str, text: str) -> str:
        return f"{style}{text}{_RESET}" if self.color and text else text


def _blocks(diagnostic: Diagnostic, label: str, columns: int | None) -> list[_Block]:
    """The excerpts: marks of one line share the excerpt of their file, each longer mark has its own."""
    if diagnostic.span is None and not diagnostic.related:
        return [_Block(neutral(diagnostic.shown_path), ())] if diagnostic.shown_path else []
    primary = [Mark(diagnostic.span, label, True)] if diagnostic.span is not None else []
    related = [Mark(item.span, neutral(item.text), False) for item in diagnostic.related]
    blocks: list[_Block] = []
    if not primary and diagnostic.shown_path:
        blocks.append(_Block(neutral(diagnostic.shown_path), ()))
    groups: dict[object, list[Mark]] = {}
    for number, mark in enumerate([*primary, *related]):
        groups.setdefault(number if mark.is_multi_line else mark.span.source, []).append(mark)
    last = max([mark.last_line for mark in (*primary, *related)], default=1)
    room = room_for(columns, GUTTER_SIGNS + len(str(last)))
    for marks in groups.values():
        rows = multi_line_rows(marks[0], room) if marks[0].is_multi_line else single_line_rows(marks, room)
        blocks.append(_Block(_place(marks[0].span), tuple(rows)))
    return blocks


def _place(span: Span) -> str:
    return location(Diagnostic("", span))
