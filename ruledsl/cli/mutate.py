"""`ruledsl mutate`: says how good a game's examples and invariants are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ruledsl.cli.output import Painter, write, write_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.pipeline import Game
    from ruledsl.tools.mutating.equivalents import Listed
    from ruledsl.tools.mutating.judging import Fuzzing
    from ruledsl.tools.mutating.mutants import Mutant
    from ruledsl.tools.mutating.run import Tally

USUAL_GAMES: Final = 12
"""So many games a mutant is fuzzed when neither `--games` nor `--time` is given."""

MOST_GAMES: Final = 1_000_000
"""With `--time` alone, the number of games is not what ends it."""


def mutate(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A rules file, or the name of a game that comes along.")
    ],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="WHERE", help="Only this line (12, 12-20) or clause; repeatable."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=0, help="Games per mutant; 12, 0: none.")
    ] = None,
    time: Annotated[
        str, typer.Option("--time", metavar="T", help="How long to fuzz a mutant at most, such as 5s.")
    ] = "",
    seed: Annotated[
        str, typer.Option("--seed", metavar="S", help="Makes the same games again; told at the end.")
    ] = "",
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, help="Processes; all cores by default.")
    ] = None,
    inherited: Annotated[
        bool, typer.Option("--inherited", help="Mutate also what a variant takes over from other files.")
    ] = False,
    list_: Annotated[
        str, typer.Option("--list", metavar="PATH", help="The list of equivalent mutants.")
    ] = "",
    least: Annotated[
        float, typer.Option("--least", metavar="PERCENT", min=0, max=100, help="Status 1 below this score.")
    ] = 100.0,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
) -> None:
    """Say how good a game's examples and invariants are.

    Makes mutants of the rules: a condition dropped, a number off by one, two steps swapped, a wrong zone, a
    wrong player. `check`, the examples and some fuzzed games are run on each. What notices nothing has
    survived: an example is missing. Ctrl-C ends it and tells what was found so far.

    The list of equivalent mutants of game.rules is game.mutants.toml beside it. The same seed gives the same
    answer for any number of workers, unless --time is given.

    \b
    Examples:
      ruledsl mutate mine.rules
      ruledsl mutate mine.rules --only "phase deal" --games 0
      ruledsl mutate mine.rules --least 90 --seed 1
    """
    from ruledsl import pipeline
    from ruledsl.cli.fuzz import seconds_of
    from ruledsl.cli.main import INTERRUPTED
    from ruledsl.cli.survivors import as_document, as_text
    from ruledsl.tools.mutating.judging import Fuzzing
    from ruledsl.tools.seeds import fresh_seed

    seconds = seconds_of(time) if time else None
    most = games if games is not None else (USUAL_GAMES if seconds is None else MOST_GAMES)
    game = pipeline.load(file)
    examples = _sound(game, file)
    path = Path(list_) if list_ else _list_beside(game)
    listed = _listed(path, bool(list_))
    fuzzing = Fuzzing(seed or fresh_seed(), most, seconds)
    tally = _judge(game, only or [], fuzzing, listed, inherited, workers, not as_json)
    if as_json:
        write_json(as_document(tally, examples))
    else:
        write(as_text(tally, examples, path.as_posix(), Painter(sys.stdout)))
    if tally.interrupted:
        raise typer.Exit(INTERRUPTED)
    if not _is_good(tally, least):
        raise typer.Exit(1)


def _judge(
    game: Game, only: Sequence[str], fuzzing: Fuzzing, listed: Listed, inherited: bool, workers: int | None,
    shown: bool,
) -> Tally:  # fmt: skip
    """Judges the mutants that are wanted, with a bar if it is `shown`."""
    from ruledsl.cli.study.progress import progress_bar
    from ruledsl.tools.mutating.making import mutants_of
    from ruledsl.tools.mutating.run import make_plan
    from ruledsl.tools.mutating.run import mutate as judge
    from ruledsl.tools.simulation.work import cores

    numbers = _chosen(mutants_of(game, inherited), only)
    with progress_bar(len(numbers), shown, "mutants") as tell:
        plan = make_plan(game, numbers, fuzzing, listed, inherited)
        progress = None if tell is None else lambda tally: tell(len(tally.verdicts))
        return judge(game, plan, listed, workers or max(1, min(cores(), len(numbers))), progress)


def _is_good(tally: Tally, least: float) -> bool:
    from ruledsl.tools.mutating.judging import FAILED

    enough = tally.score is None or 100 * tally.score >= least
    return enough and not (tally.unmatched or tally.wrongly_listed or tally.having(FAILED))


def _sound(game: Game, name: str) -> int:
    """How many examples there are. Raises RulesError or Problem (E479) for rules that are not in order."""
    from ruledsl.cli.errors import Problem
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.pipeline import RulesError, check_game
    from ruledsl.tools.testing import run_examples

    errors = tuple(d for d in check_game(game) if d.is_error)
    if errors:
        raise RulesError(errors)
    results = run_examples(game)
    failures = [result.failure for result in results if result.failure is not None]
    if failures:
        facts = {"count": len(failures), "name": name}
        raise Problem(Diagnostic("E479", failures[0].span, facts))
    return len(results)


def _chosen(mutants: Sequence[Mutant], only: Sequence[str]) -> tuple[int, ...]:
    """The numbers of the mutants that `--only` names. Raises a usage error when one names nothing."""
    from ruledsl.cli.errors import usage_error
    from ruledsl.diagnostics.neutral import neutral
    from ruledsl.diagnostics.suggest import did_you_mean
    from ruledsl.diagnostics.words import did_you_mean_text
    from ruledsl.tools.mutating.run import chosen

    try:
        return chosen(mutants, only)
    except ValueError as problem:
        wanted = str(problem)
        guess = did_you_mean_text(did_you_mean(wanted, {mutant.clause for mutant in mutants}))
        advice = guess or "name a line, lines such as 12-20, or a clause such as `phase deal`"
        raise usage_error(f"--only {neutral(wanted)}: there is nothing to change; {advice}") from None


# -- the list of equivalent mutants -----------------------------------------------------------------


def _list_beside(game: Game) -> Path:
    from ruledsl import files
    from ruledsl.tools.mutating.equivalents import SUFFIX

    return files.locate(game.path).with_suffix(SUFFIX)


def _listed(path: Path, wanted: bool) -> Listed:
    """What the list says; nothing where there is none and none was asked for. Raises Problem (E482)."""
    from ruledsl import files
    from ruledsl.cli.errors import Problem
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.tools.mutating.equivalents import ListError, read_list

    if not wanted and not path.exists():
        return {}
    source = files.read_path(path, path.as_posix())
    if isinstance(source, list):
        raise Problem(*source)
    try:
        return read_list(source.text)
    except ListError as problem:
        facts = {"name": path.as_posix(), "reason": str(problem)}
        raise Problem(Diagnostic("E482", facts=facts, path=path.as_posix())) from None
