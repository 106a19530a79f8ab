"""`ruledsl explain`: what a code means, at length."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ruledsl.cli.output import BOLD, CYAN, GREEN, RED, Painter, document, write, write_json

if TYPE_CHECKING:
    from ruledsl.diagnostics.catalogue import Entry


def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A code, such as E102 or W504.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
) -> None:
    """Explain a code, with a bad and a good example; without a code, list them all.

    \b
    Examples:
      ruledsl explain E102
      ruledsl explain
    """
    from ruledsl.diagnostics.catalogue import all_entries, find

    if not code:
        if as_json:
            write_json(document("codes", codes=[_data(entry) for entry in all_entries()]))
        else:
            write(_list(all_entries()))
        return
    entry = find(code.strip().upper())
    if entry is None:
        raise _unknown(code, [entry.code for entry in all_entries()])
    if as_json:
        write_json(document("codes", codes=[_data(entry)]))
    else:
        write(_long(entry))


def _unknown(code: str, known: list[str]) -> Exception:
    from ruledsl.cli.errors import usage_error
    from ruledsl.diagnostics.neutral import neutral
    from ruledsl.diagnostics.suggest import did_you_mean
    from ruledsl.diagnostics.words import did_you_mean_text

    guess = did_you_mean_text(did_you_mean(code.strip().upper(), known))
    return usage_error(f"there is no code `{neutral(code)}`; {guess or '`ruledsl explain` lists them'}")


def _long(entry: Entry) -> str:
    import textwrap

    from ruledsl.diagnostics.words import outline

    paint = Painter(sys.stdout)
    severity = entry.severity.value
    parts = [paint(RED, f"{severity}[{entry.code}]") + paint(BOLD, f": {outline(entry.title)}")]
    parts.append(textwrap.fill(entry.explanation, 80))
    if entry.hint and " " in entry.hint:
        parts.append(textwrap.fill(f"What to do: {outline(entry.hint)}", 80))
    if entry.bad:
        parts.append(paint(RED, "Wrong:") + "\n" + textwrap.indent(entry.bad.rstrip("\n"), "    "))
    if entry.good:
        parts.append(paint(GREEN, "Right:") + "\n" + textwrap.indent(entry.good.rstrip("\n"), "    "))
    return "\n\n".join(parts) + "\n"


def _list(entries: tuple[Entry, ...]) -> str:
    from ruledsl.diagnostics.catalogue import CONCEPTS
    from ruledsl.diagnostics.words import outline

    paint = Painter(sys.stdout)
    lines: list[str] = []
    for concept, (letter, first, last, _) in CONCEPTS.items():
        group = [e for e in entries if e.code[0] == letter and first <= int(e.code[1:]) <= last]
        if group:
            lines += ["", paint(BOLD, concept)]
            lines += [f"  {paint(CYAN, entry.code)}  {outline(entry.title)}" for entry in group]
    return "\n".join([*lines[1:], "", "`ruledsl explain CODE` tells more about one of them."]) + "\n"


def _data(entry: Entry) -> dict[str, str]:
    from ruledsl.diagnostics.words import outline

    return {
        "code": entry.code,
        "severity": entry.severity.value,
        "title": outline(entry.title),
        "hint": outline(entry.hint),
        "explanation": entry.explanation,
        "bad": entry.bad,
        "good": entry.good,
    }
