"""The common form of rules files.

The formatter lays out tokens, line by line, and never looks at their meaning: the author's lines stay lines, so
what was written on one line stays there and what was set apart stays apart. It decides indentation, blanks
inside of a line, columns of neighbouring lines, blank lines, and where a line that is too long is broken.
Afterwards the text is read again and has to give the same tree.
"""

from __future__ import annotations

from ruledsl.diagnostics import Diagnostic, has_errors
from ruledsl.fmt.layout import format_tree
from ruledsl.source import Source
from ruledsl.syntax import parse

__all__ = ["FormatChangedMeaning", "format_source", "format_tree"]


class FormatChangedMeaning(Exception):
    """The text laid out would not mean the same: a fault of the formatter. Nothing must be written."""


def format_source(source: Source) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """The text in the common form, or None with what keeps it from being read."""
    tree, diagnostics = parse(source)
    if has_errors(diagnostics):
        return None, diagnostics
    text = format_tree(tree, source)
    again, problems = parse(Source(source.path, text))
    if (
        has_errors(problems)
        or again != tree
        or [c.text for c in again.comments] != [c.text for c in tree.comments]
    ):
        raise FormatChangedMeaning(f"formatting {source.path} would change what it means")
    return text, ()
