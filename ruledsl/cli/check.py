"""`ruledsl check`: everything that is wrong with rules files."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ruledsl.cli.errors import one_of
from ruledsl.cli.output import columns, remark, wants_color, write


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Rules files, or names of games that come along.")
    ],
    format: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORM",
            help="full (for reading), concise (a line each), json (for programs), github or sarif (for build "
            "servers).",
        ),
    ] = "full",
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as problems, too.")] = False,
) -> None:
    """Find everything that is wrong with rules files, for every number of players and every setting.

    All findings are told in one run. A warning is silenced on its line by a comment with a reason, as in
    `# ok W511: only asked at the end`.

    \b
    Examples:
      ruledsl check mine.rules
      ruledsl check --strict --format concise games/*.rules
    """
    from ruledsl import pipeline
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.diagnostics.render import FORMATS, render

    one_of("--format", format, FORMATS)
    found: list[Diagnostic] = []
    for name in dict.fromkeys(files):
        found.extend(pipeline.check(name))
    write(render(found, format, wants_color(sys.stdout), columns(sys.stdout)))
    errors = sum(diagnostic.is_error for diagnostic in found)
    if format == "full" and not found:
        count = len(set(files))
        remark(f"no problems in {count} file{'' if count == 1 else 's'}\n")
    if errors or (strict and found):
        raise typer.Exit(1)
