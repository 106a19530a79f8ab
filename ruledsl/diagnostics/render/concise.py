"""One line for each finding: `path:line:column: code title`."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.diagnostics.diagnostic import Diagnostic
from ruledsl.diagnostics.neutral import neutral
from ruledsl.diagnostics.words import words


def render_concise(diagnostics: Sequence[Diagnostic]) -> str:
    """The findings one a line, in the order given."""
    return "".join(f"{_line(diagnostic)}\n" for diagnostic in diagnostics)


def _line(diagnostic: Diagnostic) -> str:
    said = words(diagnostic)
    place = location(diagnostic)
    message = f"{said.code} {said.title}"
    if said.suggestion:
        message += f"; {said.suggestion}"
    return f"{place}: {message}" if place else message


def location(diagnostic: Diagnostic) -> str:
    """Where a finding is, as `path:line:column`, only the path, or nothing when it is about no file."""
    path = neutral(diagnostic.shown_path)
    if diagnostic.span is None:
        return path
    line, column = diagnostic.span.source.position(diagnostic.span.start)
    return f"{path}:{line}:{column}"
