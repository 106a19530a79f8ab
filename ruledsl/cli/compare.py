"""`ruledsl compare`: two variants or two settings, played with the same seeds."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from ruledsl.cli.arguments import Think
from ruledsl.cli.output import Painter, document, write, write_json
from ruledsl.cli.simulate import open_page, open_table
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
    from ruledsl.pipeline import Game
    from ruledsl.tools.simulation.compare import Comparison, Difference, Pair
    from ruledsl.tools.simulation.summary import Summary


def compare(
    first: Annotated[
        str, typer.Argument(metavar="A", help="A rules file, or the name of a game that comes along.")
    ],
    second: Annotated[
        str, typer.Argument(metavar="[B]", help="Another one; A again when it is left out.")
    ] = "",
    games: Games = 1000,
    players: Players = None,
    seats: Seats = "random",
    think: Think = "",
    seed: Seed = "",
    settings: Settings = None,
    settings_a: Annotated[
        list[str] | None, typer.Option("--set-a", metavar="NAME=VALUE", help="A setting of A alone.")
    ] = None,
    settings_b: Annotated[
        list[str] | None, typer.Option("--set-b", metavar="NAME=VALUE", help="A setting of B alone.")
    ] = None,
    workers: Workers = None,
    cluster: Cluster = "",
    engine: Engine = "auto",
    budget: Budget = 10_000,
    as_json: AsJson = False,
    csv: Csv = "",
    report: Page = "",
    plain: Plain = False,
) -> None:
    """Play two variants, or two settings of one game, and say what differs.

    Both are played with the same seeds and the same bots, so that luck is the same on both sides. For each
    figure it says by how much it differs, with a 95 % interval, and how sure that is.

    \b
    Examples:
      ruledsl compare mine.rules variant.rules --games 2000
      ruledsl compare mine.rules --set-a goal=50 --set-b goal=100
    """
    from ruledsl.pipeline import load
    from ruledsl.tools.seeds import fresh_seed

    both = (load(first), load(second or first))
    shared = settings or []
    chosen = ([*shared, *(settings_a or [])], [*shared, *(settings_b or [])])
    bots = bots_of(seats, think)
    pair = _pair(
        both, players, bots, chosen, seed or fresh_seed(), budget, engine_of(engine, bots), bool(csv)
    )
    told = _Told(as_json, plain, csv, report)
    _run(both, pair, games, hands(workers, cluster, games), told)


class _Told(NamedTuple):
    """How a comparison is told: as JSON, plainly, into a table and a page."""

    as_json: bool
    plain: bool
    csv: str
    report: str


def _run(both: tuple[Game, Game], pair: Pair, games: int, work: tuple[int, Any], told: _Told) -> None:
    """Plays, shows what differs as it is wanted, and ends the command."""
    from ruledsl.cli import errors
    from ruledsl.cli.study.compared_page import comparison_page
    from ruledsl.cli.study.progress import progress_bar
    from ruledsl.tools.simulation.compare import by_certainty, differences
    from ruledsl.tools.simulation.compare import compare as play_both
    from ruledsl.tools.simulation.summary import score_names, summarise

    count, opener = work
    shown = False
    try:
        with ExitStack() as files:
            page = open_page(files, told.report)
            sides = zip(both, (pair.a, pair.b), strict=True)
            names = [score_names(game.program(plan.config)) for game, plan in sides]
            table = open_table(files, told.csv, pair.a.players, names, is_pair=True)
            with progress_bar(games, shown=not told.as_json) as tell:
                take = None if table is None else table.write_pairs
                comparison = play_both(both, pair, games, count, tell, take, opener)
            summaries = (summarise(comparison.a), summarise(comparison.b))
            found = differences(comparison)
            shown = True
            if told.as_json:
                write_json(_as_document(comparison, summaries, found))
            else:
                _show(comparison, summaries, found, told.plain)
            if table is not None:
                table.close()
            if page is not None:
                page.write(comparison_page(comparison, summaries, by_certainty(found)).encode())
    except errors.Problem as problem:
        if not shown:
            raise
        errors.report(problem.diagnostics)  # the document is out already
        raise typer.Exit(errors.PROBLEMS) from problem
    _end(comparison)


def _pair(
    both: tuple[Game, Game],
    players: int | None,
    bots: list[str],
    settings: tuple[list[str], list[str]],
    seed: str,
    budget: int,
    engine: str,
    rows: bool,
) -> Pair:
    """What is to be played on both sides. Raises a usage error where there is nothing to compare."""
    from ruledsl.cli.errors import usage_error
    from ruledsl.tools.simulation.compare import Pair
    from ruledsl.tools.simulation.simulate import make_plan

    a, b = (configuration(game, players, len(bots), own) for game, own in zip(both, settings, strict=True))
    if a.players != b.players:
        raise usage_error("A and B are for different numbers of players: say how many with --players")
    if both[0].program(a).hash == both[1].program(b).hash:
        raise usage_error(
            "A and B are the same game: name another file, or settings with --set-a and --set-b"
        )
    plans = (
        make_plan(game, config, bots, seed, budget, rows, engine)
        for game, config in zip(both, (a, b), strict=True)
    )
    return Pair(*plans)


def _show(
    comparison: Comparison, summaries: tuple[Summary, Summary], found: tuple[Difference, ...], plain: bool
) -> None:
    from ruledsl.cli.study.compared import report
    from ruledsl.tools.simulation.compare import by_certainty

    paint = Painter(None if plain else sys.stdout)
    write("\n".join(report(comparison, summaries, by_certainty(found), paint)) + "\n")


def _end(comparison: Comparison) -> None:
    """Ends with the status that says how it went."""
    from ruledsl.cli import errors
    from ruledsl.cli.main import INTERRUPTED

    if comparison.a.lost is not None:
        errors.report((errors.workers_problem(comparison.a.lost),))
        raise typer.Exit(errors.PROBLEMS)
    if comparison.interrupted:
        raise typer.Exit(INTERRUPTED)
    if any(one.gave_up or one.tally.faulted for one in (comparison.a, comparison.b)):
        raise typer.Exit(1)


def _as_document(
    comparison: Comparison, summaries: tuple[Summary, Summary], found: tuple[Difference, ...]
) -> dict[str, Any]:
    from attrs import asdict

    return document(
        "comparison",
        games=comparison.a.tally.games,
        wanted=comparison.a.wanted,
        interrupted=comparison.interrupted,
        a=asdict(summaries[0]),
        b=asdict(summaries[1]),
        differences=[asdict(one) for one in found],
    )
