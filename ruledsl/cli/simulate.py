"""`ruledsl simulate`: many games with bots, and what came of them."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Final

import typer

from ruledsl.cli.arguments import Think
from ruledsl.cli.output import Painter, document, remark, write, write_json
from ruledsl.cli.study.options import (
    AsJson,
    Budget,
    Cluster,
    Csv,
    Engine,
    Games,
    Page,
    Plain,
    Players,
    Seats,
    Seed,
    Settings,
    Workers,
    bots_of,
    configuration,
    engine_of,
    hands,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from ruledsl.cli.study.table import GameTable
    from ruledsl.pipeline import Game
    from ruledsl.tools.simulation.bounds import Bound, Verdict
    from ruledsl.tools.simulation.simulate import FaultRecord, Plan, Simulation
    from ruledsl.tools.simulation.summary import Summary

MOST_REPLAYS: Final = 3
"""Of so many different faults the first game is kept as a file."""


def simulate(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A rules file, or the name of a game that comes along.")
    ],
    games: Games = 1000,
    players: Players = None,
    seats: Seats = "random",
    think: Think = "",
    seed: Seed = "",
    settings: Settings = None,
    workers: Workers = None,
    cluster: Cluster = "",
    engine: Engine = "auto",
    budget: Budget = 10_000,
    require: Annotated[
        list[str] | None,
        typer.Option(
            "--require", metavar="BOUND", help='Status 1 unless it holds: "seat advantage < 3 %"; repeatable.'
        ),
    ] = None,
    as_json: AsJson = False,
    csv: Csv = "",
    report: Page = "",
    plain: Plain = False,
) -> None:
    """Play a game many times with bots, and say what came of it.

    Who wins, by seat and by bot; how long it takes; which rules are used; all with 95 % intervals. The same
    seed gives the same figures for any number of workers. Ctrl-C ends it and reports what was played so far.
    A game that cannot be followed is kept as a file for `ruledsl replay`.

    \b
    Examples:
      ruledsl simulate mine.rules --games 10000
      ruledsl simulate mine.rules --seats greedy,random --report mine.html
      ruledsl simulate mine.rules --require "seat advantage < 3 %"
    """
    from ruledsl.pipeline import load
    from ruledsl.tools.seeds import fresh_seed
    from ruledsl.tools.simulation.simulate import make_plan

    game = load(file)
    bounds = _bounds(game, require or [])
    bots = bots_of(seats, think)
    config = configuration(game, players, len(bots), settings or [])
    plan = make_plan(
        game, config, bots, seed or fresh_seed(), budget, rows=bool(csv), engine=engine_of(engine, bots)
    )
    run = _Run(game, plan, games, hands(workers, cluster, games), plain, as_json)
    run.play(bounds, csv, report)


class _Run:
    """One simulation: played, shown, and written to files."""

    def __init__(
        self,
        game: Game,
        plan: Plan,
        games: int,
        hands: tuple[int, Callable[[int], Executor] | None],
        plain: bool,
        as_json: bool,
    ) -> None:
        self.game, self.plan, self.games = game, plan, games
        self.workers, self.opener = hands
        self.plain, self.as_json = plain, as_json
        self.shown = False

    def play(self, bounds: Sequence[Bound], csv: str, report: str) -> None:
        """Plays and tells. Files are opened first and finished last: neither costs the figures."""
        from ruledsl.cli import errors
        from ruledsl.tools.simulation.bounds import judge
        from ruledsl.tools.simulation.summary import score_names, summarise

        try:
            with ExitStack() as files:
                page = open_page(files, report)
                names = score_names(self.game.program(self.plan.config))
                table = open_table(files, csv, self.plan.players, (names,))
                simulation = self._simulate(table)
                summary = summarise(simulation)
                verdicts = judge(bounds, summary)
                self._show(summary, verdicts, _records(simulation))
                if table is not None:
                    table.close()
                if page is not None:
                    from ruledsl.cli.study.page import simulation_page

                    page.write(simulation_page(summary, verdicts).encode())
        except errors.Problem as problem:
            if not self.shown:
                raise
            errors.report(problem.diagnostics)  # the document is out already
            raise typer.Exit(errors.PROBLEMS) from problem
        if simulation.lost is not None:
            errors.report((errors.workers_problem(simulation.lost),))
            raise typer.Exit(errors.PROBLEMS)
        _end(summary, verdicts)

    def _simulate(self, table: GameTable | None) -> Simulation:
        from ruledsl.cli.study.progress import progress_bar
        from ruledsl.tools.simulation.simulate import simulate as play_all

        with progress_bar(self.games, not self.as_json) as tell:
            take = None if table is None else table.write
            return play_all(self.game, self.plan, self.games, self.workers, tell, take, self.opener)

    def _show(
        self, summary: Summary, verdicts: Sequence[Verdict], records: Sequence[tuple[FaultRecord, str]]
    ) -> None:
        from ruledsl.cli.study.plots import Plots
        from ruledsl.cli.study.simulated import Report, columns, verdict_lines

        self.shown = True
        if self.as_json:
            write_json(_as_document(summary, verdicts, records))
            return
        paint = Painter(None if self.plain else sys.stdout)
        lines = Report(summary, paint, Plots.for_stream(sys.stdout, self.plain), columns()).lines()
        lines += verdict_lines(verdicts, paint)
        write("\n".join(lines) + "\n")
        for record, path in records:
            _show_fault(summary, record, path)


def _end(summary: Summary, verdicts: Sequence[Verdict]) -> None:
    """Ends with the status that says how it went."""
    from ruledsl.cli.main import INTERRUPTED

    if summary.interrupted:
        raise typer.Exit(INTERRUPTED)
    if summary.faulted or summary.gave_up or not all(verdict.holds for verdict in verdicts):
        raise typer.Exit(1)


# -- what is asked for ----------------------------------------------------------------------------


def _bounds(game: Game, required: Sequence[str]) -> list[Bound]:
    """The bounds of the rules and those of the command line."""
    from ruledsl.cli.errors import Problem, usage_error
    from ruledsl.diagnostics import Diagnostic, did_you_mean
    from ruledsl.diagnostics.neutral import neutral
    from ruledsl.tools.simulation.bounds import BoundError, declared_bounds, read_bound

    found: list[Bound] = []
    for text in required:
        try:
            found.append(read_bound(text))
        except BoundError as error:
            raise usage_error(f"--require {neutral(error.text)}: {_help(error)}") from error
    for span, text in declared_bounds(game):
        try:
            found.append(read_bound(text))
        except BoundError as error:
            near = did_you_mean(error.name, error.known) if error.known else ()
            facts = {"bound": error.text, "reason": error.reason, "help": _help(error)}
            raise Problem(Diagnostic("E476", span, facts, near)) from error
    return found


def _help(error: Any) -> str:
    from ruledsl.diagnostics.neutral import neutral

    if error.known:
        return f"{neutral(error.reason)}; there are: {', '.join(error.known)}"
    return f"{neutral(error.reason)}; for example: seat advantage < 3 %"


# -- playing --------------------------------------------------------------------------------------


def open_page(files: ExitStack, report: str) -> BinaryIO | None:
    """Where the page goes; what it needs is looked for before anything is played."""
    if not report:
        return None
    from ruledsl.cli.study.page import check_charts
    from ruledsl.cli.writing import replacing

    check_charts()
    return files.enter_context(replacing(Path(report)))


def open_table(
    files: ExitStack, csv: str, players: int, names: Sequence[Sequence[str]], is_pair: bool = False
) -> GameTable | None:
    """Where a line for each game goes; see `GameTable`."""
    if not csv:
        return None
    from ruledsl.cli.study.table import GameTable
    from ruledsl.cli.writing import replacing

    return GameTable(files.enter_context(replacing(Path(csv))), players, names, is_pair)


def _records(simulation: Simulation) -> list[tuple[FaultRecord, str]]:
    """The first faults, each with the file in which its game is kept (empty: there was no move)."""
    from ruledsl.cli.writing import replace_file
    from ruledsl.tools.simulation.simulate import record_fault

    found = []
    firsts = sorted(simulation.tally.faults.values(), key=lambda one: one.number)
    for first in firsts[:MOST_REPLAYS]:
        record = record_fault(simulation, first)
        path = ""
        if record.saved:
            name = "".join(c if c.isalnum() or c in "-_." else "_" for c in first.seed)
            path = f"{Path(simulation.plan.name).stem}-{name}.json"
            replace_file(Path(path), record.saved.encode())
        found.append((record, path))
    return found


# -- showing --------------------------------------------------------------------------------------


def _as_document(
    summary: Summary, verdicts: Sequence[Verdict], records: Sequence[tuple[FaultRecord, str]]
) -> dict[str, Any]:
    from attrs import asdict

    bounds = [asdict(verdict) for verdict in verdicts]
    replays = {record.first.seed: path or None for record, path in records}
    figures = asdict(summary)
    return document("simulation", **figures, bounds=bounds, replays=replays)


def _show_fault(summary: Summary, record: FaultRecord, path: str) -> None:
    import shlex

    from ruledsl.cli.errors import report
    from ruledsl.diagnostics.neutral import neutral

    if record.fault is not None:
        report((record.fault.diagnostic(summary.provenance.game),))
    first = record.first
    seats = ",".join(first.seating)
    again = f"--seed {shlex.quote(first.seed)} --seats {seats}"
    words = [f"in {first.count:,} of {summary.games:,} games, first with {again}"]
    if path:
        words.append(f"up to there it is kept in {path}: see `ruledsl replay {path}`")
    remark("".join(f"  {neutral(word)}\n" for word in words) + "\n")
