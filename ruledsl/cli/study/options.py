"""The options that `simulate` and `compare` share, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ruledsl.model.config import Configuration
    from ruledsl.pipeline import Game

Games: TypeAlias = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")]
Players: TypeAlias = Annotated[
    int | None, typer.Option("--players", metavar="N", help="How many play; the fewest by default.")
]
Seats: TypeAlias = Annotated[
    str,
    typer.Option(
        "--seats",
        metavar="BOT,BOT,...",
        help="Who plays: random, greedy, ismcts or ismcts:ITERATIONS. Fewer than there are seats are "
        "repeated; all move up one seat from game to game.",
    ),
]
Seed: TypeAlias = Annotated[
    str, typer.Option("--seed", metavar="S", help="Makes the same games again; told at the end.")
]
Settings: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game; may be given again."),
]
Workers: TypeAlias = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", min=1, help="How many play; all cores by default."),
]
Cluster: TypeAlias = Annotated[
    str,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://localhost:8786."
    ),
]
Engine: TypeAlias = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="ENGINE",
        help="What plays: auto, wasm, python or reference. The figures are the same.",
    ),
]
Budget: TypeAlias = Annotated[
    int, typer.Option("--budget", metavar="N", min=1, help="Break a game off after so many decisions.")
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")]
Csv: TypeAlias = Annotated[
    str, typer.Option("--csv", metavar="PATH", help="Write a line for each game here.")
]
Page: TypeAlias = Annotated[
    str, typer.Option("--report", metavar="PATH", help="Write a page with charts here (HTML).")
]
Plain: TypeAlias = Annotated[bool, typer.Option("--plain", help="No colours, and plots in ASCII.")]


def bots_of(text: str, think: str) -> list[str]:
    """The bots that `--seats` names, with `--think`. Raises a usage error for one that there is not."""
    from ruledsl.cli.arguments import bots_named, limit_of

    return bots_named(text, limit_of(think, timed=False), timed=False)


def engine_of(text: str, bots: Sequence[str]) -> str:
    """The engine that `--engine` names. Raises a usage error for one that is not to be had."""
    from interpreter.compiled.host import is_available
    from ruledsl.cli.errors import one_of, usage_error
    from ruledsl.tools.simulation.simulate import ENGINES

    one_of("--engine", text, ENGINES)
    if text in ("wasm", "python") and set(bots) != {"random"}:
        raise usage_error(f"--engine {text}: kernels are for random bots; leave it out with --seats")
    if text == "wasm" and not is_available():
        raise usage_error("--engine wasm: wasmtime is missing; install the extra `fast`, or leave it out")
    return text


def hands(workers: int | None, cluster: str, games: int) -> tuple[int, Callable[[int], Executor] | None]:
    """How many games are played at a time, and what opens an executor for them (None: the usual ones)."""
    from ruledsl.tools.simulation.work import cores

    if not cluster:
        return workers or min(cores(), games), None
    from ruledsl.tools.simulation.cluster import cluster_opener, workers_of

    return min(workers or workers_of(cluster), games), cluster_opener(cluster)


def configuration(game: Game, players: int | None, bots: int, settings: Sequence[str]) -> Configuration:
    """For how many players and with which settings; at least as many players as bots are named.

    Raises SettingError, or a usage error for too many bots.
    """
    from ruledsl.cli.arguments import named_values
    from ruledsl.cli.errors import usage_error

    count = players
    if count is None and bots > game.players.start:
        count = bots
    config = game.configure(count, named_values(settings))
    if bots > config.players:
        raise usage_error(f"--seats names {bots} bots for {config.players} players")
    return config
