"""From a tree and its text to the text in the common form."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.fmt.blocks import one_statement_a_line
from ruledsl.fmt.columns import align_comments, align_signs
from ruledsl.fmt.rows import Row, rows_of
from ruledsl.fmt.tokens import lines_of
from ruledsl.source import Source, display_width
from ruledsl.syntax import nodes


def format_tree(file: nodes.File, source: Source) -> str:
    """The text of a tree in the common form; the source is the one that the tree was read from."""
    lines = align_signs(one_statement_a_line(lines_of(source, file)))
    rows = _without_spare_blanks(rows_of(lines))
    align_comments(rows)
    return "\n".join(map(_text_of, rows)).strip("\n") + "\n"


def _text_of(row: Row) -> str:
    line = " " * row.indent + row.code if row.code else ""
    if row.comment:
        line += " " * (row.column - display_width(line)) + row.comment
    return line.rstrip()


def _without_spare_blanks(rows: Sequence[Row]) -> list[Row]:
    """At most one blank line at a time, and none at the beginning and end of a block or of the text."""
    kept: list[Row] = []
    for index, row in enumerate(rows):
        if row.is_blank:
            following = next((later for later in rows[index + 1 :] if not later.is_blank), None)
            at_start = not kept or kept[-1].is_blank or kept[-1].code.endswith("{")
            if following is None or at_start or following.code.startswith("}"):
                continue
        kept.append(row)
    return kept
