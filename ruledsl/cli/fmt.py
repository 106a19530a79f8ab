"""`ruledsl fmt`: rules files in the common form."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ruledsl.cli.output import CYAN, GREEN, RED, Painter, harmless, remark, write, write_bytes

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.source import Source

STANDARD_INPUT = "-"


def fmt(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Rules files; `-` reads the standard input.")
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; status 1 if a file would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
) -> None:
    """Put rules files into the common form, in place.

    Only blanks, line ends and the breaking of lines change, never the meaning. A file that cannot be read as
    rules stays as it is. With `-` the text comes from the standard input and goes to the standard output.

    \b
    Examples:
      ruledsl fmt mine.rules
      ruledsl fmt --check --diff games/*.rules
      ruledsl fmt - < mine.rules
    """
    if STANDARD_INPUT in files and len(files) > 1:
        from ruledsl.cli.errors import usage_error

        raise usage_error("`-` (the standard input) cannot be combined with files")
    runs = [_format(name) for name in dict.fromkeys(files)]
    for run in runs:
        run.deliver(write_files=not check and not diff, show_diff=diff, only_check=check)
    if files != [STANDARD_INPUT]:
        _summary(runs, would=check or diff)
    if any(run.diagnostics for run in runs) or (check and any(run.changed for run in runs)):
        raise typer.Exit(1)


class _Run:
    """One file with its text in the common form, or what keeps it from being read."""

    def __init__(
        self, name: str, before: str, after: str | None, diagnostics: tuple[Diagnostic, ...]
    ) -> None:
        self.name, self.before, self.after, self.diagnostics = name, before, after, diagnostics
        self.changed = after is not None and after != before

    def deliver(self, write_files: bool, show_diff: bool, only_check: bool) -> None:
        """Writes the file, or shows what is asked for."""
        from ruledsl.cli.errors import report

        if self.diagnostics or self.after is None:
            report(self.diagnostics)
        elif show_diff:
            write(_diff(self))
        elif self.name == STANDARD_INPUT:
            if not only_check:
                write_bytes(self.after.encode("utf-8"))
        elif write_files and self.changed:
            from ruledsl.cli.writing import replace_file

            replace_file(Path(self.name), self.after.encode("utf-8"))


def _format(name: str) -> _Run:
    from ruledsl import files
    from ruledsl.diagnostics import has_errors
    from ruledsl.fmt import format_source

    source = _standard_input() if name == STANDARD_INPUT else files.read_path(Path(name), name)
    if isinstance(source, list):
        return _Run(name, "", None, tuple(source))
    after, found = format_source(source)
    errors = tuple(d for d in found if d.is_error)
    if after is None or has_errors(found):
        return _Run(name, source.text, None, errors or tuple(found))
    return _Run(name, source.text, _with_line_ends_of(source.text, after), ())


def _standard_input() -> Source | list[Diagnostic]:
    from ruledsl.diagnostics import Diagnostic, decode_source

    try:
        if sys.stdin is None or sys.stdin.closed:
            raise OSError(9, "it is closed")
        data = sys.stdin.buffer.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return [Diagnostic("E471", facts={"reason": reason}, path="<standard input>")]
    return decode_source("<standard input>", data)


def _with_line_ends_of(before: str, after: str) -> str:
    """The new text with CRLF at its line ends when that is how the old one's first line ends."""
    first = before.find("\n")
    return after.replace("\n", "\r\n") if first > 0 and before[first - 1] == "\r" else after


def _diff(run: _Run) -> str:
    import difflib

    assert run.after is not None
    paint = Painter(sys.stdout)
    styles = {"+": GREEN, "-": RED, "@": CYAN}
    before, after = (text.replace("\r\n", "\n").split("\n") for text in (run.before, run.after))
    lines = difflib.unified_diff(before, after, run.name, f"{run.name} (formatted)", lineterm="")
    return "".join(f"{paint(styles.get(line[:1], ''), harmless(line))}\n" for line in lines)


def _summary(runs: list[_Run], would: bool) -> None:
    from ruledsl.diagnostics.neutral import neutral

    changed = [run for run in runs if run.changed]
    if would:
        for run in changed:
            remark(f"{neutral(run.name)} would change\n")
    told = [(len(changed), "would change" if would else "changed")]
    told.append((sum(run.after is not None and not run.changed for run in runs), "unchanged"))
    told.append((sum(bool(run.diagnostics) for run in runs), "could not be read"))
    texts = [f"{count} file{'' if count == 1 else 's'} {words}" for count, words in told if count]
    remark(", ".join(texts) + "\n")
