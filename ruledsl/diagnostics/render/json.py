"""One JSON document for programs.

Besides the words it holds the facts themselves.  Everything outside of ASCII is written as an escape, so
that the document can be shown anywhere; who reads it gets the facts as they are and has to mind what a
terminal does to them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from ruledsl.diagnostics.diagnostic import Diagnostic
from ruledsl.diagnostics.neutral import neutral
from ruledsl.diagnostics.words import words
from ruledsl.source import Span

SCHEMA: Final = "ruledsl-diagnostics"
SCHEMA_VERSION: Final = 1


def render_json(diagnostics: Sequence[Diagnostic]) -> str:
    """The document with the findings in the order given."""
    return json.dumps(document(diagnostics), indent=2) + "\n"


def document(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """The document as dictionaries and lists: lines and columns from 1, offsets in characters from 0."""
    errors = sum(diagnostic.is_error for diagnostic in diagnostics)
    return {
        "schema": SCHEMA,
        "version": SCHEMA_VERSION,
        "diagnostics": [_finding(diagnostic) for diagnostic in diagnostics],
        "summary": {"errors": errors, "warnings": len(diagnostics) - errors},
    }


def _finding(diagnostic: Diagnostic) -> dict[str, Any]:
    said = words(diagnostic)
    return {
        "code": said.code,
        "severity": said.severity.value,
        "title": said.title,
        "label": said.label,
        "hint": said.hint,
        "path": diagnostic.shown_path or None,
        "range": _range(diagnostic.span) if diagnostic.span is not None else None,
        "facts": {name: _plain(value) for name, value in sorted(diagnostic.facts.items())},
        "candidates": list(diagnostic.candidates),
        "related": [
            {"path": related.span.source.path, "range": _range(related.span), "text": neutral(related.text)}
            for related in diagnostic.related
        ],
    }


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _range(span: Span) -> dict[str, dict[str, int]]:
    def place(offset: int) -> dict[str, int]:
        line, column = span.source.position(offset)
        return {"line": line, "column": column, "offset": offset}

    return {"start": place(span.start), "end": place(span.end)}
