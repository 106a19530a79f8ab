"""Compares random games of rules files with OpenSpiel's games of the same rules.

    python -m benchmarks.against_openspiel                        # 20,000 games of each: takes hours
    python -m benchmarks.against_openspiel --minutes 10 --only hearts-4 --workers 2

Both sides choose uniformly among their options. Compared are the mean number of decisions and the mean
return of each seat; their standard deviations stand behind them. `z` is the difference in standard errors,
and more than four of them are a failure. The rules are in `tests/oracles/`; each file says in its comment
how OpenSpiel plays the game and what is still different. OpenSpiel (the package `open_spiel`) has to be
installed.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import frozen

from interpreter.machine import Machine
from interpreter.position import Position
from ruledsl.pipeline import load

RULES = Path(__file__).resolve().parent.parent / "tests" / "oracles"

LIMIT = 4.0
"""So many standard errors may lie between the means."""

BATCH, SHARE = 500, 25
"""So many games are handed out at once, so many of them to one process."""

Row = tuple[float, ...]
"""One game: its number of decisions and the return of each seat."""


def payoffs(machine: Machine, pos: Position) -> list[float]:
    """What the game was worth to each seat."""
    return [float(worth) for worth in machine.outcome(pos).payoffs]


def returns(state: Any) -> list[float]:
    """The same in OpenSpiel."""
    return list(state.returns())


def crazy_eights_returns(state: Any) -> list[float]:
    """Penalty points by rank: OpenSpiel adds 2 to the number of a card, 0 to 51, not to that of its rank."""
    found = []
    for seat in range(state.num_players()):
        counts = state.observation_tensor(seat)[: 2 * 52]  # for each card: it is not in hand, it is
        held = [card // 4 for card in range(52) if counts[2 * card + 1]]
        found.append(-float(sum(50 if rank == 6 else 10 if rank >= 9 else rank + 2 for rank in held)))
    return found


def our_books(machine: Machine, pos: Position) -> list[float]:
    """How many books of four each seat has: that says more than who has won."""
    labels = machine.layout.zone_label
    return [len(pos.zones[labels.index(f"{seat}.books")]) / 4 for seat in machine.layout.seat_names]


def their_books(state: Any) -> list[float]:
    """The same in OpenSpiel, whose text of a state has a line for each seat that ends with the books."""
    seats = str(state).splitlines()[2 : 2 + state.num_players()]
    return [float(line.rpartition(":")[2]) for line in seats]


@frozen
class Pair:
    """A rules file for a number of players, and OpenSpiel's name and parameters for the same game."""

    rules: str
    players: int
    openspiel: str
    settings: Mapping[str, int] = MappingProxyType({})
    ours: Callable[[Machine, Position], list[float]] = payoffs
    theirs: Callable[[Any], list[float]] = returns


EIGHTS = "crazy_eights(players={},reshuffle=True)"
FISH = {"ranks": 13, "suits": 4}

PAIRS = {
    f"{pair.rules}-{pair.players}": pair
    for pair in (
        Pair("crazy_eights", 2, EIGHTS.format(2), theirs=crazy_eights_returns),
        Pair("crazy_eights", 5, EIGHTS.format(5), theirs=crazy_eights_returns),
        Pair("gin_rummy", 2, "gin_rummy"),
        Pair("go_fish", 2, "go_fish(players=2)", {**FISH, "dealt": 7}, our_books, their_books),
        Pair("go_fish", 4, "go_fish(players=4)", {**FISH, "dealt": 5}, our_books, their_books),
        Pair("hearts", 4, "hearts(qs_breaks_hearts=False)"),
    )
}


# ---------------------------------------------------------------------------------------------
# Games


@cache
def machine_of(name: str) -> Machine:
    """The rules of a pair, made ready once in each process."""
    pair = PAIRS[name]
    game = load(str(RULES / f"{pair.rules}.rules"))
    return Machine(game.program(game.configure(pair.players, pair.settings)))


def our_game(name: str, seed: int) -> Row:
    """A random game of the rules file."""
    machine, rng = machine_of(name), random.Random(f"{name} {seed}")
    pos = machine.initial(seed)
    while not pos.over:
        machine.apply_in_place(pos, rng.choice(machine.options(pos)))
    return (float(pos.decisions), *PAIRS[name].ours(machine, pos))


@cache
def openspiel_game(name: str) -> Any:
    """OpenSpiel's game of a pair, loaded once in each process."""
    import pyspiel

    return pyspiel.load_game(PAIRS[name].openspiel)


def their_game(name: str, seed: int) -> Row:
    """A random game of OpenSpiel."""
    rng = random.Random(f"OpenSpiel {name} {seed}")
    state, decisions = openspiel_game(name).new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(outcomes, weights)[0]
        else:
            action = rng.choice(state.legal_actions())
            decisions += 1
        state.apply_action(action)
    return (float(decisions), *PAIRS[name].theirs(state))


def some_games(play: Callable[[str, int], Row], name: str, seeds: Sequence[int]) -> list[Row]:
    """A share of the work for one process."""
    return [play(name, seed) for seed in seeds]


def many_games(
    pool: Executor, play: Callable[[str, int], Row], name: str, seeds: range, minutes: float = math.inf
) -> list[Row]:
    """The games of all seeds, or of as many batches of them as are begun in the time.

    A batch is finished in any case: games that were broken off would be the long ones.
    """
    rows: list[Row] = []
    begun = time.monotonic()
    for first in range(0, len(seeds), BATCH):
        if time.monotonic() - begun > 60 * minutes:
            break
        batch = seeds[first : first + BATCH]
        shares = [batch[start : start + SHARE] for start in range(0, len(batch), SHARE)]
        waiting = [pool.submit(some_games, play, name, share) for share in shares]
        rows.extend(row for share in waiting for row in share.result())
    return rows


# ---------------------------------------------------------------------------------------------
# Comparison


@frozen
class Moments:
    """Of one figure over many games: their number, mean and standard deviation."""

    games: int
    mean: float
    deviation: float


def moments(rows: Sequence[Row]) -> list[Moments]:
    """For each figure of the games: its moments."""
    found = []
    for values in zip(*rows, strict=True):
        mean = math.fsum(values) / len(values)
        spread = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
        found.append(Moments(len(values), mean, math.sqrt(spread)))
    return found


def distance(ours: Moments, theirs: Moments) -> float:
    """How many standard errors lie between two means.

    The deviation is theirs for both: that of few games says little where most of them are worth nothing.
    """
    error = theirs.deviation * math.sqrt(1 / ours.games + 1 / theirs.games)
    return abs(ours.mean - theirs.mean) / error


def figures(players: int) -> list[str]:
    """The names of the figures of a game."""
    return ["decisions", *(f"return of {chr(ord('A') + seat)}" for seat in range(players))]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=20_000, help="of the rules file")
    parser.add_argument("--theirs", type=int, default=20_000, help="of OpenSpiel, which is faster")
    parser.add_argument("--minutes", type=float, default=math.inf, help="at most, for each rules file")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--only", nargs="+", choices=sorted(PAIRS), default=sorted(PAIRS))
    args = parser.parse_args()
    failed = False
    with ProcessPoolExecutor(args.workers) as pool:
        for name in args.only:
            seeds = range(args.seed, args.seed + args.games)
            ours = moments(many_games(pool, our_game, name, seeds, args.minutes))
            theirs = moments(many_games(pool, their_game, name, range(args.seed, args.seed + args.theirs)))
            print(f"{name}: {ours[0].games} games of the rules, {args.theirs} of {PAIRS[name].openspiel}")
            for figure, mine, other in zip(figures(PAIRS[name].players), ours, theirs, strict=True):
                z = distance(mine, other)
                failed |= z > LIMIT
                print(
                    f"    {figure:12} {mine.mean:9.4f} ({mine.deviation:.4f})   "
                    f"{other.mean:9.4f} ({other.deviation:.4f})   z {z:.2f}",
                    flush=True,
                )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
