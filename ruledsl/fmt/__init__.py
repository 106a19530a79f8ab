"""The common form of rules files.

The formatter lays out the tokens of a text; the tree tells it which signs belong to what.  Where the author
broke a line, it stays broken, and braces that close on the line they open on stay on one line if they fit.
Everything else is decided here: one statement a line, indentation, blanks, columns of neighbouring lines,
blank lines, and where a line that is too long is broken.  Afterwards the text is read again and has to give
the same tree and the same comments.

    tokens.py    lines of tokens      spacing.py   blanks between them
    blocks.py    one statement a line
    columns.py   what stands in one column
    rows.py      indentation and long lines
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
