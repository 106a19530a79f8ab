"""`ruledsl fuzz`: looks for what the designer of a game did not see."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ruledsl.cli.output import Painter, columns, remark, write, write_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ruledsl.tools.fuzzing.corpus import Entry
    from ruledsl.tools.fuzzing.findings import Finding
    from ruledsl.tools.fuzzing.run import Tally
    from ruledsl.tools.fuzzing.work import Plan

USUAL_SECONDS: Final = 60.0
"""How long it takes when neither `--time` nor `--games` is given."""

TIME: Final = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h)?")
SECONDS: Final = {"": 1, "s": 1, "m": 60, "h": 3600}


def fuzz(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A rules file, or the name of a game that comes along.")
    ],
    time: Annotated[
        str, typer.Option("--time", metavar="T", help="How long to play: 60s, 2m; 60s by default.")
    ] = "",
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, help="Play so many games, however long.")
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help="Makes the same games again; told at the end.")
    ] = "",
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="Only with so many; all numbers by default.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Only with this setting; may be given again."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, help="Processes; all cores by default.")
    ] = None,
    corpus: Annotated[
        str, typer.Option("--corpus", metavar="DIR", help="Keep findings here and try them first.")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
    junit: Annotated[
        str, typer.Option("--junit", metavar="PATH", help="Write a report in the format of JUnit here.")
    ] = "",
) -> None:
    """Play a game in all kinds of ways and look for what is wrong with it.

    Finds faults of the rules, broken invariants, games without end, leaks and more, each with the smallest
    game that shows it and an example block to paste. Status 1 with findings; notes do not count.
    The same seed and number of games give the same findings for any number of workers. Ctrl-C ends it and
    tells what was found so far.

    \b
    Examples:
      ruledsl fuzz mine.rules
      ruledsl fuzz mine.rules --time 5m --corpus found
      ruledsl fuzz mine.rules --games 500 --seed 7 --players 3
    """
    from ruledsl import pipeline
    from ruledsl.cli.arguments import named_values
    from ruledsl.cli.main import INTERRUPTED
    from ruledsl.tools.fuzzing.playing import Limits
    from ruledsl.tools.fuzzing.run import fuzz as play
    from ruledsl.tools.fuzzing.run import make_plan
    from ruledsl.tools.seeds import fresh_seed

    seconds = seconds_of(time) if time else (None if games is not None else USUAL_SECONDS)
    game = pipeline.load(file)
    plan = make_plan(game, seed or fresh_seed(), players, named_values(settings or []), Limits())
    folder = _folder(corpus)
    entries = read_corpus(folder) if folder is not None else []
    live = _Live(not as_json)
    keep = _keeper(folder)
    tally = play(plan, games, seconds, _workers(workers, games), entries, live.tell, keep)
    live.clear()
    if folder is not None:
        _mark(folder, tally)
    _answer(game.title, plan, tally, folder, as_json, junit)
    if tally.interrupted:
        raise typer.Exit(INTERRUPTED)
    if tally.found:
        raise typer.Exit(1)


def _answer(title: str, plan: Plan, tally: Tally, folder: Path | None, as_json: bool, junit: str) -> None:
    from ruledsl.cli.findings import as_document, as_junit, as_text
    from ruledsl.cli.writing import replace_file

    if junit:
        replace_file(Path(junit), as_junit(plan.name, tally))
    if as_json:
        write_json(as_document(title, plan, tally))
    else:
        write(as_text(title, plan, tally, Painter(sys.stdout), folder))


def _folder(corpus: str) -> Path | None:
    """The folder of `--corpus`. Raises a usage error for a file."""
    from ruledsl.cli.errors import usage_error
    from ruledsl.diagnostics.neutral import neutral

    if corpus and Path(corpus).exists() and not Path(corpus).is_dir():
        raise usage_error(f"--corpus {neutral(corpus)}: this is a file; name a folder, old or new")
    return Path(corpus) if corpus else None


def seconds_of(text: str) -> float:
    """The seconds that `60s`, `2m`, `1h` or `90` stand for. Raises a usage error for anything else."""
    from ruledsl.cli.errors import usage_error
    from ruledsl.diagnostics.neutral import neutral

    found = TIME.fullmatch(text.strip().lower())
    seconds = float(found[1]) * SECONDS[found[2] or ""] if found else 0.0
    if seconds <= 0:
        raise usage_error(f"--time {neutral(text)}: write it as 60s, 2m or 1h")
    return seconds


def _workers(wanted: int | None, games: int | None) -> int:
    from ruledsl.tools.simulation.work import cores

    return wanted or min(cores(), games or cores())


# -- the corpus -----------------------------------------------------------------------------------


def read_corpus(folder: Path) -> list[Entry]:
    """The findings kept in a folder, by name; none when it is not there yet. Raises Problem (E478)."""
    from ruledsl.cli.errors import Problem
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.tools.fuzzing.corpus import CorpusError, read_entry

    found: list[Entry] = []
    wrong: list[Diagnostic] = []
    for path in sorted(folder.glob("*.json")):
        try:
            found.append(read_entry(path.name, path.read_bytes()))
        except CorpusError as problem:
            facts = {"name": str(path), "reason": str(problem)}
            wrong.append(Diagnostic("E478", facts=facts, path=str(path)))
    if wrong:
        raise Problem(*wrong)
    return found


def _keeper(folder: Path | None) -> Callable[[Finding], None] | None:
    """What writes a finding into the corpus as soon as it is made."""
    if folder is None:
        return None
    from ruledsl.cli.writing import replace_file
    from ruledsl.tools.fuzzing.corpus import entry_text

    folder.mkdir(parents=True, exist_ok=True)
    return lambda finding: replace_file(folder / f"{finding.name}.json", entry_text(finding).encode())


def _mark(folder: Path, tally: Tally) -> None:
    """Notes in the corpus what is mended now, or no longer."""
    from ruledsl.cli.writing import replace_file
    from ruledsl.tools.fuzzing.corpus import marked

    kept = {f"{finding.name}.json" for finding in tally.found}
    for entries, mended in ((tally.mended, True), (tally.still, False)):
        for entry in entries:
            if entry.mended != mended and entry.name not in kept:
                replace_file(folder / entry.name, marked(entry, mended).encode())


# -- while it goes on -----------------------------------------------------------------------------


class _Live:
    """A line that tells how it goes, on a terminal only."""

    def __init__(self, wanted: bool) -> None:
        self.width = (columns(sys.stderr) or 0) if wanted else 0
        self.last = 0.0

    def tell(self, tally: Tally) -> None:
        """Draws the line anew, a few times a second."""
        if not self.width or tally.seconds - self.last < 0.2:
            return
        self.last = tally.seconds
        line = live_line(tally)[: self.width - 1]
        remark("\r" + line.ljust(self.width - 1))

    def clear(self) -> None:
        """Takes the line away."""
        if self.width and self.last:
            remark("\r" + " " * (self.width - 1) + "\r")


def live_line(tally: Tally) -> str:
    """Games, games a second, coverage and findings."""
    rate = tally.games / tally.seconds if tally.seconds else 0.0
    used = len(tally.clauses) - len(tally.unused)
    swarmed = f"  {tally.swarmed:,} in kernels" if tally.swarmed else ""
    return (
        f"{tally.seconds:.0f} s  {tally.games:,} games ({rate:.1f}/s){swarmed}  "
        f"{used}/{len(tally.clauses)} clauses used  {_count(tally.found, 'finding')}  "
        f"{_count(tally.notes, 'note')}"
    )


def _count(things: Sequence[object], word: str) -> str:
    return f"{len(things)} {word}{'' if len(things) == 1 else 's'}"
