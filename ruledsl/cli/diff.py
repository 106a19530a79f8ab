"""`ruledsl diff`: what one game changes in another."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruledsl.cli.output import BOLD, GREEN, RED, YELLOW, Painter, document, harmless, write, write_json

if TYPE_CHECKING:
    from ruledsl.tools.difference import Change, Difference


def diff(
    before: Annotated[
        str,
        typer.Argument(
            metavar="A", help="The older game: a rules file, or the name of one that comes along."
        ),
    ],
    after: Annotated[str, typer.Argument(metavar="B", help="The newer game, for example a variant of A.")],
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
) -> None:
    """Tell what one game changes in another, declaration by declaration.

    Both are compared as they are in force, after all that they extend. Layout and comments count for nothing.
    The status is 0 whether they differ or not.

    \b
    Examples:
      ruledsl diff base.rules variant.rules
    """
    from ruledsl import pipeline
    from ruledsl.tools.difference import difference

    found = difference(pipeline.load(before), pipeline.load(after))
    if as_json:
        write_json(_document(found))
    else:
        write(_text(found))


def _text(found: Difference) -> str:
    from ruledsl.diagnostics.neutral import neutral

    paint = Painter(sys.stdout)
    relation = "extends" if found.extends else "compared with"
    head = f"{paint(BOLD, neutral(found.after))} {relation} {paint(BOLD, neutral(found.before))}"
    if not found.changes:
        return f"{head}: nothing in the rules differs\n"
    counts = ", ".join(f"{count} {kind}" for kind, count in found.counts.items() if count)
    blocks = [_change_text(change, paint) for change in found.changes]
    return f"{head}: {counts}\n\n" + "\n".join(blocks)


_STYLES = {"added": GREEN, "removed": RED, "changed": YELLOW}


def _change_text(change: Change, paint: Painter) -> str:
    from ruledsl.cli.excerpts import place
    from ruledsl.diagnostics.neutral import neutral
    from ruledsl.tools.difference import changed_lines

    if change.before is None or change.after is None:
        sign = "+" if change.before is None else "-"
        lines = [f"{sign} {line}" for line in (change.after or change.before or "").split("\n")]
    else:
        lines = changed_lines(change.before, change.after)
    title = f"{paint(_STYLES[change.kind], change.kind)} {paint(BOLD, neutral(change.title))}"
    styles = {"+": GREEN, "-": RED}
    painted = [
        f"    {paint(styles.get(line[:1], ''), part)}".rstrip()
        for line in lines
        for part in _fitted(harmless(line), paint.is_terminal)
    ]
    return "\n".join([f"{title}  ({place(change.span)})", *painted]) + "\n"


def _fitted(line: str, is_terminal: bool) -> list[str]:
    """A line as it is, or for a terminal that it does not fit into, in several, set in a little deeper."""
    from ruledsl.cli.pictures import width

    room = width() - 4
    if not is_terminal or len(line) <= room:
        return [line]
    import textwrap

    start = len(line[2:]) - len(line[2:].lstrip()) + 6
    return textwrap.wrap(
        line, room, subsequent_indent=" " * start, break_long_words=False, break_on_hyphens=False
    )


def _document(found: Difference) -> dict[str, Any]:
    changes = [
        {
            "kind": change.kind,
            "head": change.head,
            "name": change.name or None,
            "before": change.before,
            "after": change.after,
            "path": change.span.source.path,
            "line": change.span.line,
        }
        for change in found.changes
    ]
    return document(
        "difference", before=found.before, after=found.after, extends=found.extends, changes=changes
    )
