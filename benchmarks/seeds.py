"""Plays every bundled game to its end for many seeds, at every number of players and setting.

    python -m benchmarks.seeds                            # the four rulebooks, seeds 1 to 200, greedy bots
    python -m benchmarks.seeds --bots random --games haunted_mouse --seeds 1-20 --workers 2
    python -m benchmarks.seeds --bots random --games examples/classics/*.rules --settings usual

What `ruledsl play FILE --auto` plays, but many games in one process. A line for each configuration: how many
games ended with a result, decisions (median and 95 %), games a second of CPU time, how often each seat won.
Games are names of bundled games or paths. A configuration is a number of players and, by `--settings`:

* `usual`: every setting as it is by default;
* `ends` (the default): that, and each yes/no setting and each end of a range changed alone;
* `shortest`: every range at its lower end. A game whose setting is how many points or deals make it up is a
  single deal then, or nearly.

Ends with status 1 when a game failed or too many had no result.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import cache
from pathlib import Path

from attrs import asdict, frozen

from ruledsl.model.config import Configuration
from ruledsl.pipeline import Game, load
from ruledsl.tools.session import Session

RULEBOOKS = ("haunted_mouse", "haunted_mini_mouse", "head_of_mousehold", "mice_to_meet_you")

MOST_WITHOUT_RESULT = 0.01
"""The share of games without a result that is accepted in any configuration."""


@frozen
class Played:
    """One game: how long it was, who won (empty: no result), CPU seconds, and what went wrong."""

    game: str
    players: int
    settings: dict[str, bool | int | str]
    bots: str
    seed: int
    decisions: int
    winners: tuple[int, ...]
    seconds: float
    fault: str = ""


@cache
def game_of(name: str) -> Game:
    """Each process reads a game once."""
    return load(name)


def configurations(game: Game, settings: str) -> list[Configuration]:
    """Each number of players, with the settings that `settings` names: usual, ends or shortest."""
    found: list[Configuration] = []
    for players in game.players:
        if settings == "shortest":
            ranges = [setting for setting in game.settings if setting.kind == "number" and not setting.words]
            found.append(Configuration(players, {one.name: one.low for one in ranges}))
            continue
        found.append(Configuration(players))
        for setting in game.settings if settings == "ends" else ():
            if setting.kind in ("yes/no", "number"):
                usual = setting.read(setting.default, players)
                others = [value for value in setting.extremes(players) if value != usual]
                found.extend(Configuration(players, {setting.name: value}) for value in others)
    return found


def play(name: str, config: Configuration, bots: str, seed: int) -> Played:
    """Plays one game to its end."""
    begun = time.process_time()
    session = Session(game_of(name), config, [bots] * config.players, seed, keep_record=False)
    fault = ""
    winners: tuple[int, ...] = ()
    try:
        while not session.over:
            session.take(session.bot_option())
        if not session.position.no_result:
            winners = tuple(session.outcome.ranking[0])
    except Exception as error:
        fault = repr(error)
    spent = time.process_time() - begun
    played = session.position.decisions
    return Played(name, config.players, dict(config.settings), bots, seed, played, winners, spent, fault)


def play_some(name: str, config: Configuration, bots: str, seeds: list[int]) -> list[Played]:
    """A share of the work for one process."""
    return [play(name, config, bots, seed) for seed in seeds]


def play_all(
    pool: Executor, name: str, config: Configuration, bots: str, seeds: range, workers: int
) -> list[Played]:
    """The games of one configuration, in the order of their seeds."""
    shares = [list(seeds)[i :: workers * 4] for i in range(workers * 4)]
    waiting = [pool.submit(play_some, name, config, bots, share) for share in shares if share]
    return sorted((one for share in waiting for one in share.result()), key=lambda one: one.seed)


def line(played: list[Played]) -> str:
    """The figures of one configuration."""
    first = played[0]
    lengths = sorted(one.decisions for one in played)
    high = lengths[min(len(lengths) - 1, int(0.95 * len(lengths)))]
    wins = Counter(seat for one in played for seat in one.winners)
    settings = ",".join(f"{name}={value}" for name, value in first.settings.items()) or "-"
    share = sum(not one.winners for one in played) / len(played)
    rate = len(played) / sum(one.seconds for one in played)
    seats = " ".join(str(wins[seat]) for seat in sorted(wins))
    return (
        f"{Path(first.game).stem:20} {first.players} {settings:14} {first.bots:7} "
        f"games {len(played)}  no result {share:.1%}  "
        f"decisions {statistics.median(lengths):g} / {high}  games/s {rate:.2f}  wins by seat {seats}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=list(RULEBOOKS), help="names or paths")
    parser.add_argument("--players", type=int, nargs="+", help="only these numbers of players")
    parser.add_argument("--settings", choices=("usual", "ends", "shortest"), default="ends")
    parser.add_argument("--bots", default="greedy", help="the bot on every seat")
    parser.add_argument("--seeds", default="1-200", help="first and last seed")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument("--json", type=Path, help="append every game as a line to this file")
    args = parser.parse_args()
    first, last = map(int, args.seeds.split("-"))
    failed = False
    with ProcessPoolExecutor(args.workers) as pool:
        for name in args.games:
            for config in configurations(game_of(name), args.settings):
                if args.players and config.players not in args.players:
                    continue
                played = play_all(pool, name, config, args.bots, range(first, last + 1), args.workers)
                print(line(played), flush=True)
                for one in played:
                    if one.fault:
                        print(f"    seed {one.seed}: {one.fault}", flush=True)
                if args.json is not None:
                    with args.json.open("a", encoding="utf-8") as file:
                        file.writelines(json.dumps(asdict(one)) + "\n" for one in played)
                without = sum(not one.winners for one in played) / len(played)
                failed |= without > MOST_WITHOUT_RESULT or any(one.fault for one in played)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
