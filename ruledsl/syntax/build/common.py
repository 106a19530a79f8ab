"""What the methods of all groups of rules share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Source, Span
from ruledsl.syntax import nodes
from ruledsl.syntax.scan import Note

T = TypeVar("T")


class Builder:
    """Knows the text, its notes, and whom to tell of a problem."""

    def __init__(
        self, source: Source, notes: dict[int, list[Note]], report: Callable[[Diagnostic], None]
    ) -> None:
        self._source = source
        self._notes = notes
        self._report = report

    def problem(self, code: str, span: Span, **facts: str | int) -> None:
        """Tells of something that the grammar lets through."""
        self._report(Diagnostic(code, span, facts))

    def notes(self, span: Span) -> tuple[str, ...]:
        """The notes that stand before what begins at a span; they belong to it from now on."""
        found = self._notes.get(span.start, ())
        for note in found:
            note.taken = True
        return tuple(note.text for note in found)

    def first_name(self, span: Span, name: nodes.Name) -> list[nodes.Name]:
        """A list of names with one in it."""
        return [name]

    def next_name(self, span: Span, names: list[nodes.Name], name: nodes.Name) -> list[nodes.Name]:
        """A list of names with one more."""
        names.append(name)
        return names


def every(items: list[T] | None) -> tuple[T, ...]:
    """A list that may be missing, as a tuple."""
    return tuple(items or ())
