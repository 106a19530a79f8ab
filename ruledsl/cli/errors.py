"""What goes wrong, as messages and exit statuses.

| what | shown as | status |
|---|---|---|
| the rules are wrong (`RulesError`) | the diagnostics with excerpts | 1 |
| the rules cannot be followed during play (`PlayFault`) | a diagnostic with the moment in the game | 1 |
| a problem with a file or a record (`Problem`, `RecordError`, `OSError`) | its diagnostics | 1 |
| nobody plays, or those who do ended again and again (`NoWorkers`, `WorkersLost`) | a diagnostic | 1 |
| a setting or a number of players that does not fit | a usage error | 2 |
| a fault in ruledsl (`EngineBug` and everything unexpected) | a request to report it, with the report | 70 |
| Ctrl-C | nothing | 130 |
| a reader that went away | nothing | 141 |
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import typer

from ruledsl.cli.main import INTERRUPTED, PIPE_CLOSED
from ruledsl.cli.output import columns, remark, wants_color, write

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.model.settings import SettingError
    from ruledsl.tools.simulation.work import NoWorkers, WorkersLost

PROBLEMS: Final = 1
USAGE: Final = 2
INTERNAL: Final = 70
"""A fault in ruledsl itself: the value that `sysexits.h` has for internal errors."""


class Problem(Exception):
    """Something is wrong with what the command was given, told as diagnostics; the exit status is 1."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics


@contextmanager
def guarded(as_json: bool = False) -> Iterator[None]:
    """Within this, whatever goes wrong becomes a message and an exit status.

    `as_json`: the caller is a program, so diagnostics go to the standard output as one JSON document.
    """
    try:
        yield
    except (typer.Exit, typer.Abort, typer.TyperException, SystemExit):
        raise
    except KeyboardInterrupt:
        if sys.stderr is not None and sys.stderr.isatty():
            remark("\n")
        raise typer.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        raise typer.Exit(PIPE_CLOSED) from None
    except Exception as problem:
        raise typer.Exit(_status_of(problem, as_json)) from None


def _status_of(problem: Exception, as_json: bool) -> int:
    """Tells what went wrong and gives the exit status; a usage error is raised."""
    from ruledsl.model.settings import SettingError
    from ruledsl.pipeline import RulesError
    from ruledsl.tools.faults import PlayFault
    from ruledsl.tools.saved import RecordError
    from ruledsl.tools.simulation.work import NoWorkers, WorkersLost

    if isinstance(problem, SettingError):
        raise usage_error(setting_problem(problem)) from None
    if isinstance(problem, RulesError | RecordError | Problem):
        report(problem.diagnostics, as_json)
        return PROBLEMS
    if isinstance(problem, WorkersLost | NoWorkers):
        report((workers_problem(problem),), as_json)
        return PROBLEMS
    if isinstance(problem, PlayFault):
        report((problem.diagnostic(),), as_json)
        return PROBLEMS
    if isinstance(problem, OSError) and problem.strerror:
        report((system_problem(problem),), as_json=False)
        return PROBLEMS
    if os.environ.get("RULEDSL_DEBUG") == "1":
        raise problem
    remark(fault_report(problem))
    return INTERNAL


def report(diagnostics: Sequence[Diagnostic], as_json: bool = False) -> None:
    """Shows diagnostics: to a person on the standard error, to a program on the standard output."""
    from ruledsl.diagnostics.render import render

    if as_json:
        write(render(diagnostics, "json"))
    else:
        remark(render(diagnostics, "full", wants_color(sys.stderr), columns(sys.stderr)))


def system_problem(problem: OSError) -> Diagnostic:
    """What the operating system refused, as a finding."""
    from ruledsl.diagnostics import Diagnostic

    name = problem.filename
    subject = f"`{os.fsdecode(name)}`" if isinstance(name, str | bytes) else "the output"
    return Diagnostic("E472", facts={"subject": subject, "reason": (problem.strerror or "").lower()})


def workers_problem(problem: WorkersLost | NoWorkers) -> Diagnostic:
    """That nobody plays the games of a simulation, or that those who do keep ending, as a finding."""
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.tools.simulation.work import NoWorkers

    if isinstance(problem, NoWorkers):
        return Diagnostic("E483", facts={"reason": problem.reason, "help": problem.remedy})
    return Diagnostic("E475", facts={"first": problem.first, "last": problem.last - 1})


def usage_error(message: str) -> typer.BadParameter:
    """An error in the way the command was called: status 2, with a pointer to the help."""
    return _Usage(message)


class _Usage(typer.BadParameter):
    """A usage error whose message stands alone, without "Invalid value"."""

    def format_message(self) -> str:
        return self.message


def one_of(option: str, value: str, known: Sequence[str]) -> None:
    """Raises a usage error when an option's value is none of the known words."""
    if value not in known:
        from ruledsl.diagnostics.neutral import neutral
        from ruledsl.diagnostics.suggest import did_you_mean
        from ruledsl.diagnostics.words import did_you_mean_text

        guess = did_you_mean_text(did_you_mean(value, known)) or f"there are: {', '.join(known)}"
        raise usage_error(f"{option} {neutral(value)}: there is no such word for it; {guess}")


def setting_problem(problem: SettingError) -> str:
    """What is wrong with `--players` or `--set`, in words."""
    from ruledsl.diagnostics.neutral import neutral
    from ruledsl.diagnostics.suggest import did_you_mean
    from ruledsl.diagnostics.words import did_you_mean_text

    name, value = neutral(problem.name), neutral(problem.value)
    if problem.name == "players":
        return f"--players {value}: this game is for {problem.allowed} players"
    if problem.allowed:
        return f"--set {name}={value}: the setting `{name}` is {neutral(problem.allowed)}"
    guess = did_you_mean_text(did_you_mean(problem.name, problem.known))
    if not guess:
        known = ", ".join(neutral(each) for each in problem.known)
        guess = f"there are: {known}" if known else "this game has no settings"
    return f"--set {name}={value}: there is no setting `{name}`; {guess}"


# ---------------------------------------------------------------------------------------------
# Our own faults


def fault_report(problem: Exception) -> str:
    """What is shown for a fault in ruledsl: what it is, how to report it, and a report to copy."""
    lines = "".join(f"  {line}\n" for line in report_lines(problem))
    return (
        "This is a fault in ruledsl itself, not in your rules and not in how you called it.\n"
        "Please report it: copy the lines between the dashes, and add the rules file if you may.\n"
        f"{_RULE}\n{lines}{_RULE}\n"
        "With RULEDSL_DEBUG=1 in the environment the same command shows the whole traceback.\n"
    )


_RULE: Final = "-" * 40


def report_lines(problem: BaseException) -> list[str]:
    """The lines of a report: versions, the command, the fault and where in our code it arose."""
    import platform

    import ruledsl
    from ruledsl.diagnostics.neutral import neutral

    said = neutral(str(problem))[:300] or "(without a message)"
    command = " ".join(neutral(argument) for argument in ["ruledsl", *sys.argv[1:]])
    return [
        f"ruledsl  {ruledsl.__version__}",
        f"Python   {platform.python_version()} on {platform.system()} {platform.machine()}",
        f"command  {command[:300]}",
        f"fault    {type(problem).__name__}: {said}",
        *(f"at       {place}" for place in _places(problem)),
    ]


def _places(problem: BaseException) -> list[str]:
    """The innermost places in our own code, innermost first: module, line and function."""
    import traceback

    found = []
    for frame, line in traceback.walk_tb(problem.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
        if module.split(".")[0] in ("ruledsl", "interpreter"):
            found.append(f"{module}:{line} in {frame.f_code.co_name}")
    return found[:-4:-1]
