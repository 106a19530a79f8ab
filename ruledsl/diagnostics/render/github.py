"""Workflow commands, which a build on GitHub shows beside the lines of a change.

The form and its escapes are those of the documented workflow commands: `%`, carriage return and line feed are
written as percent codes, and in a property also `:` and `,`.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.diagnostics.diagnostic import Diagnostic
from ruledsl.diagnostics.neutral import neutral
from ruledsl.diagnostics.words import words


def render_github(diagnostics: Sequence[Diagnostic]) -> str:
    """One command for each finding, in the order given."""
    return "".join(f"{_command(diagnostic)}\n" for diagnostic in diagnostics)


def _command(diagnostic: Diagnostic) -> str:
    said = words(diagnostic)
    properties: dict[str, str] = {}
    if diagnostic.shown_path:
        properties["file"] = neutral(diagnostic.shown_path)
    span = diagnostic.span
    if span is not None:
        line, column = span.source.position(span.start)
        end_line, end_column = span.end_position
        properties |= {"line": str(line), "endLine": str(end_line)}
        if line == end_line:
            properties |= {"col": str(column), "endColumn": str(end_column)}
    properties["title"] = said.code
    written = ",".join(f"{name}={_escape_property(value)}" for name, value in properties.items())
    message = "\n".join((said.title, *said.help))
    return f"::{said.severity.value} {written}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
