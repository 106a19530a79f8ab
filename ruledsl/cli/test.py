"""`ruledsl test`: the examples in rules files, run."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ruledsl.cli.output import BOLD, GREEN, RED, YELLOW, Painter, document, remark, write, write_json

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.tools.testing import Result


def test(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Rules files, or names of games that come along.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
) -> None:
    """Run the examples in rules files.

    An example says what may be done in a position, what is refused and why, and what comes of a move. Where
    one does not hold, its line is shown with what was expected and what was found.

    \b
    Examples:
      ruledsl test mine.rules
      ruledsl test --json games/*.rules
    """
    runs = [_run(name) for name in dict.fromkeys(files)]
    if as_json:
        write_json(_document(runs))
    else:
        for run in runs:
            _show(run)
        _summary(runs)
    if any(run.failed or run.diagnostics for run in runs):
        raise typer.Exit(1)


class _Run:
    """The examples of one file: their results, or what keeps them from being run."""

    def __init__(self, path: str, results: list[Result], diagnostics: tuple[Diagnostic, ...]) -> None:
        self.path, self.results, self.diagnostics = path, results, diagnostics
        self.failed = [result for result in results if not result.ok]
        self.passed = len(results) - len(self.failed)


def _run(name: str) -> _Run:
    from ruledsl import files, pipeline
    from ruledsl.diagnostics.neutral import neutral
    from ruledsl.tools.testing import run_examples

    path = neutral(files.shown_path(files.locate(name)))
    try:
        return _Run(path, run_examples(pipeline.load(name)), ())
    except pipeline.RulesError as error:
        return _Run(path, [], error.diagnostics)


def _show(run: _Run) -> None:
    from ruledsl.cli.errors import report

    paint = Painter(sys.stdout)
    if run.diagnostics:
        report(run.diagnostics)
        return
    if not run.results:
        write(f"{run.path}: {paint(YELLOW, 'no examples')}\n")
        return
    for result in run.failed:
        write(_failure(result, paint))
    passed = f"{run.passed} passed"
    told = [paint(GREEN, passed) if run.passed else passed]
    if run.failed:
        told.append(paint(RED, f"{len(run.failed)} failed"))
    write(f"{run.path}: {', '.join(told)}\n")


def _failure(result: Result, paint: Painter) -> str:
    from ruledsl.cli.excerpts import excerpt
    from ruledsl.cli.output import harmless
    from ruledsl.diagnostics.neutral import neutral

    failure = result.failure
    assert failure is not None
    lines = [
        paint(RED, "failed") + paint(BOLD, f": {neutral(result.title)}"),
        *excerpt(failure.span, paint, RED),
    ]
    for word, text in (("expected", failure.expected), ("found", failure.actual)):
        first, *more = _wrapped(harmless(text))
        lines += [f"    {paint(BOLD, f'{word:8}')}  {first}", *(f"              {line}" for line in more)]
    return "\n".join(lines) + "\n\n"


def _wrapped(text: str) -> list[str]:
    """The lines of a text, broken to the width of the terminal."""
    import textwrap

    from ruledsl.cli.pictures import width

    wrapped = [
        textwrap.wrap(line, width() - 14, break_long_words=False, break_on_hyphens=False)
        for line in text.split("\n")
    ]
    return [line for lines in wrapped for line in lines] or [""]


def _summary(runs: list[_Run]) -> None:
    if len(runs) > 1:
        passed, failed = sum(run.passed for run in runs), sum(len(run.failed) for run in runs)
        unread = sum(bool(run.diagnostics) for run in runs)
        told = f"{len(runs)} files: {passed} passed, {failed} failed"
        remark(told + (f", {unread} could not be read\n" if unread else "\n"))


def _document(runs: list[_Run]) -> dict[str, Any]:
    from ruledsl.diagnostics.render.json import document as findings

    return document(
        "tests",
        files=[
            {
                "path": run.path,
                "examples": [_example(result) for result in run.results],
                "diagnostics": findings(run.diagnostics)["diagnostics"],
            }
            for run in runs
        ],
        summary={
            "passed": sum(run.passed for run in runs),
            "failed": sum(len(run.failed) for run in runs),
            "unread": sum(bool(run.diagnostics) for run in runs),
        },
    )


def _example(result: Result) -> dict[str, Any]:
    failure = result.failure
    told = None
    if failure is not None:
        line, column = failure.span.source.position(failure.span.start)
        told = {
            "path": failure.span.source.path,
            "line": line,
            "column": column,
            "expected": failure.expected,
            "actual": failure.actual,
        }
    return {"title": result.title, "line": result.span.line, "ok": result.ok, "failure": told}
