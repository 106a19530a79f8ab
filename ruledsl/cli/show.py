"""`ruledsl show`: a game as it is in force."""

from __future__ import annotations

from typing import Annotated

import typer

from ruledsl.cli.output import document, harmless, write, write_json


def show(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A rules file, or the name of a game that comes along.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
) -> None:
    """Print a game as it is in force, after all that it extends, in the common form.

    What is printed is a rules file of its own, which extends nothing.

    \b
    Examples:
      ruledsl show variant.rules
      ruledsl show variant.rules > whole.rules
    """
    from ruledsl import pipeline
    from ruledsl.tools.effective_text import effective_text

    game = pipeline.load(file)
    text = effective_text(game)
    if as_json:
        files = [tree.span.source.path for tree in game.effective.files]
        write_json(document("effective", title=game.title, files=files, text=text))
    else:
        write(harmless(text))
