"""Diagnostics shown to somebody, one file per form.

`full` is for a person at a terminal, `concise` for a list in which each finding has its line, `json` for
programs, `github` and `sarif` for build servers.  All forms show the same findings in the same order, and
none of them lets a control character from a rules file through.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ruledsl.diagnostics.diagnostic import Diagnostic

FORMATS: Final = ("full", "concise", "json", "github", "sarif")


def render(
    diagnostics: Iterable[Diagnostic],
    format: str = "full",
    color: bool = False,
    columns: int | None = None,
) -> str:
    """The diagnostics as text in one of `FORMATS`, in a stable order and each once; it ends with a line end.

    Without diagnostics, `full`, `concise` and `github` give an empty text, the others an empty document.
    `color` adds terminal colours to `full`, `columns` are those of the terminal that it shall fit; both mean
    nothing elsewhere.  An unknown format is a `ValueError`.
    """
    ordered = in_order(diagnostics)
    if format == "full":
        from ruledsl.diagnostics.render.full import render_full

        return render_full(ordered, color, columns)
    if format == "concise":
        from ruledsl.diagnostics.render.concise import render_concise

        return render_concise(ordered)
    if format == "json":
        from ruledsl.diagnostics.render.json import render_json

        return render_json(ordered)
    if format == "github":
        from ruledsl.diagnostics.render.github import render_github

        return render_github(ordered)
    if format == "sarif":
        from ruledsl.diagnostics.render.sarif import render_sarif

        return render_sarif(ordered)
    raise ValueError(f"unknown format {format!r}: one of {', '.join(FORMATS)}")


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by path, place and code, without those that say the same of the same place."""
    seen: dict[tuple[str, int, int, str, str], Diagnostic] = {}
    for diagnostic in diagnostics:
        seen.setdefault(_order(diagnostic), diagnostic)
    return [seen[key] for key in sorted(seen)]


def _order(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    """What tells two findings apart; a finding about a whole file stands before those with a place in it."""
    span = diagnostic.span
    start, end = (span.start, span.end) if span is not None else (-1, -1)
    return diagnostic.shown_path, start, end, diagnostic.code, repr(sorted(diagnostic.facts.items()))


__all__ = ["FORMATS", "in_order", "render"]
