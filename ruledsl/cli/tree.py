"""`ruledsl tree`: counts the whole game tree of a small game."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ruledsl.cli.output import document, remark, write, write_json

if TYPE_CHECKING:
    from ruledsl.tools.tree import Counts

PAUSE: Final = 0.3
"""Seconds between two lines of progress."""


def tree(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A rules file, or the name of a game that comes along.")
    ],
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="How many play; the fewest by default.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Choose a setting; may be given several times."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="N", min=1, help="Stop with status 1 beyond so many histories.")
    ] = 1_000_000,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON, for programs.")] = False,
) -> None:
    """Walk the whole game tree of a small game, with explicit chance.

    Counts histories, ends, chance and decision nodes and information sets, and says what the game is worth to
    each player when all choose uniformly.

    \b
    Example:
      ruledsl tree kuhn --players 2 --json
    """
    from interpreter.faults import RulesFault
    from interpreter.machine import Machine
    from ruledsl import pipeline
    from ruledsl.cli.arguments import named_values
    from ruledsl.tools.faults import PlayFault
    from ruledsl.tools.tree import TreeTooLarge, walk

    game = pipeline.load(file)
    config = game.configure(players, named_values(settings or []))
    machine = Machine(game.program(config))
    shows = sys.stderr.isatty() and not as_json
    try:
        counts = walk(machine, limit, _Teller() if shows else None)
    except TreeTooLarge as stopped:
        _clear(shows)
        _too_large(stopped.counts, limit, as_json)
        raise typer.Exit(1) from stopped
    except RulesFault as fault:
        origins = game.lowered(config).origins
        span = origins[fault.origin] if 0 <= fault.origin < len(origins) else None
        raise PlayFault(fault, span, {}) from fault
    _clear(shows)
    if as_json:
        write_json(_as_document(game.title, counts))
    else:
        write(_as_text(counts))


class _Teller:
    """Tells on one line how far the walk has come, a few times a second."""

    def __init__(self) -> None:
        self._told = 0.0

    def __call__(self, histories: int) -> None:
        now = time.monotonic()
        if now - self._told >= PAUSE:
            self._told = now
            remark(f"\r{histories:,} histories ...")


def _clear(shown: bool) -> None:
    if shown:
        remark("\r" + " " * 40 + "\r")


def _too_large(counts: Counts, limit: int, as_json: bool) -> None:
    if as_json:
        write_json(document("tree", complete=False, limit=limit, histories=counts.histories))
        return
    remark(
        f"stopped: the game tree has more than {limit:,} histories\n"
        "a smaller game, fewer players or a higher --limit may go through\n"
    )


def _as_document(title: str, counts: Counts) -> dict[str, object]:
    return document(
        "tree", complete=True, game=title, players=counts.players, histories=counts.histories,
        terminal=counts.terminal, chance=counts.chance, decision=counts.decision, deepest=counts.deepest,
        widest=counts.widest, information_sets=counts.information_sets,
        uniform_values=[str(value) for value in counts.values],
    )  # fmt: skip


def _as_text(counts: Counts) -> str:
    seats = [chr(ord("A") + seat) for seat in range(counts.players)]
    sets = ", ".join(f"{seat} {n:,}" for seat, n in zip(seats, counts.information_sets, strict=True))
    values = ", ".join(
        f"{seat} {value} ({float(value):+.4f})" for seat, value in zip(seats, counts.values, strict=True)
    )
    rows = [
        ("histories", f"{counts.histories:,}"), ("ends", f"{counts.terminal:,}"),
        ("chance nodes", f"{counts.chance:,}"), ("decisions", f"{counts.decision:,}"),
        ("information sets", sets), ("deepest line", str(counts.deepest)),
        ("widest choice", str(counts.widest)), ("worth, uniform play", values),
    ]  # fmt: skip
    width = max(len(name) for name, _ in rows)
    return "".join(f"{name:<{width}}  {value}\n" for name, value in rows)
