"""How strong bots are: paired matches between two bots, with 95 % intervals.

    python -m benchmarks.strength agram goofspiel --a ismcts:200 --b greedy
    python -m benchmarks.strength haunted_mouse --players 3 --a ismcts:400 --b ismcts:100 --games 400
    python -m benchmarks.strength --claims --workers 2 --time 3600 --results strength.jsonl

A deal (a seed) is played once for every seat (in a game for teams: every team) that A can have, B sitting on
all others; so both get the same luck and the same seats. What is averaged over is deals, whose games belong
together: Student's interval over the mean wins of a deal. A shared win is split. Where no bot is better, A
wins an even share, 1 of so many seats.

`--claims` plays what is claimed of the bots (`CLAIMS`) and ends with status 1 where a claim does not hold:
`ismcts` beats `greedy` and `random` (the whole interval above the even share), and four times the iterations
win (the lower end above 47 %).

Every deal is a line in the file `--results`, so a run that was stopped goes on where it was, and more games
can be asked for later. Lines of other rules (another hash of the Program) or another version are left out.
Bots think in iterations: the same command gives the same figures everywhere.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from interpreter.machine import Machine
from ruledsl import __version__
from ruledsl.bots import ask, bot_named, make_bot
from ruledsl.model.settings import SettingError
from ruledsl.pipeline import RulesError, load
from ruledsl.tools.simulation.intervals import Estimate, Moments

RULEBOOKS = (
    ("haunted_mouse", 3),
    ("haunted_mini_mouse", 2),
    ("head_of_mousehold", 3),
    ("mice_to_meet_you", 2),
)
CLASSICS = (("agram", 2), ("crazy_eights", 2), ("cuckoo", 3), ("goofspiel", 2), ("liars_dice", 2))
DEEP = (("agram", 2), ("goofspiel", 2), ("liars_dice", 2), ("crazy_eights", 2), ("haunted_mini_mouse", 2))
ITERATIONS = 100

LEAST_DEEP = 0.47
"""Of two searchers the one with four times the iterations has to win so much for sure."""


@frozen
class Match:
    """Two bots in one configuration. `least`: what A has to win for sure; None: nothing is claimed."""

    game: str
    players: int
    a: str
    b: str
    settings: tuple[tuple[str, str], ...] = ()
    least: float | None = None

    @property
    def key(self) -> dict[str, Any]:
        """What names the match in a file of results."""
        return {
            "game": Path(self.game).stem, "players": self.players, "settings": dict(self.settings),
            "a": self.a, "b": self.b, "program": machine_of(self).program.hash, "ruledsl": __version__,
        }  # fmt: skip


@frozen
class Deal:
    """One deal played from all seats: of each game the part of the win that A had (as text, exact) and what
    the game paid it; decisions that bots had to think about, and seconds of the processor, by bot."""

    number: int
    wins: tuple[str, ...]
    payoffs: tuple[float, ...]
    decisions: tuple[int, int]
    seconds: tuple[float, float]
    without_result: int = 0

    @property
    def mean(self) -> Fraction:
        """What A won in a game of this deal, on average."""
        return sum(map(Fraction, self.wins), Fraction(0)) / len(self.wins)


def claims() -> list[Match]:
    """What is claimed of the bots."""
    found = []
    for game, players in (*RULEBOOKS, *CLASSICS):
        even = 1 / _sides(Match(game, players, "", ""))
        found += [Match(game, players, f"ismcts:{ITERATIONS}", b, (), even) for b in ("greedy", "random")]
    for game, players in DEEP:
        found.append(
            Match(game, players, f"ismcts:{ITERATIONS}", f"ismcts:{ITERATIONS // 4}", (), LEAST_DEEP)
        )
    return found


# ---------------------------------------------------------------------------------------------
# Playing


@cache
def machine_of(match: Match) -> Machine:
    """The machine for a match; each process makes it once."""
    game = load(match.game)
    return Machine(game.program(game.configure(match.players, dict(match.settings))))


def _sides(match: Match) -> int:
    """How many seats, or teams, A can have."""
    program = machine_of(match).program
    return program.teams or program.players


def play_deal(match: Match, number: int) -> Deal:
    """One deal, played from every side."""
    wins, payoffs, without = [], [], 0
    decisions, seconds = [0, 0], [0.0, 0.0]
    for side in range(_sides(match)):
        win, payoff, has_result = _play(match, number, side, decisions, seconds)
        wins.append(str(win))
        payoffs.append(payoff)
        without += not has_result
    spent = (round(seconds[0], 3), round(seconds[1], 3))
    return Deal(number, tuple(wins), tuple(payoffs), (decisions[0], decisions[1]), spent, without)


def _play(
    match: Match, number: int, side: int, decisions: list[int], seconds: list[float]
) -> tuple[Fraction, float, bool]:
    """One game with A on this side: A's part of the win, what it is paid, and whether there was a result."""
    machine = machine_of(match)
    sides = _sides(match)
    is_b = [seat % sides != side for seat in range(match.players)]
    bots = [make_bot(match.b if b else match.a, machine, f"{number}:{seat}") for seat, b in enumerate(is_b)]
    pos = machine.initial(f"strength {number}")
    while not pos.over:
        decision = machine.decision(pos)
        begun = time.process_time()
        option = ask(bots[decision.seat], machine.layout, pos, decision)
        if len(decision.options) > 1:
            seconds[is_b[decision.seat]] += time.process_time() - begun
            decisions[is_b[decision.seat]] += 1
        machine.apply_in_place(pos, option)
    outcome = machine.outcome(pos)
    if outcome.no_result:
        return Fraction(1, sides), 0.0, False
    mine = [seat for seat in outcome.winners if not is_b[seat]]
    return Fraction(len(mine), len(outcome.winners)), float(outcome.payoffs[side]), True


# ---------------------------------------------------------------------------------------------
# Results


class Results:
    """The deals of matches, in a file if there is one."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.found: dict[str, dict[int, Deal]] = {}
        if path is not None and path.exists():
            text = path.read_text(encoding="utf-8")
            for line in text.splitlines():
                self._read(line)
            if text and not text.endswith("\n"):  # what comes next must not be written behind half a line
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")

    def _read(self, line: str) -> None:
        try:
            data = json.loads(line)
        except ValueError:
            return  # the last line of a run that was killed while it wrote
        deal = data["deal"]
        lists = {name: tuple(value) if isinstance(value, list) else value for name, value in deal.items()}
        self.of(data["match"])[deal["number"]] = Deal(**lists)

    def of(self, key: dict[str, Any]) -> dict[int, Deal]:
        """The deals of a match by number."""
        return self.found.setdefault(json.dumps(key, sort_keys=True), {})

    def add(self, match: Match, deal: Deal) -> None:
        """One more deal."""
        self.of(match.key)[deal.number] = deal
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"match": match.key, "deal": asdict(deal)}) + "\n")


def wins_of(deals: Iterable[Deal]) -> Estimate:
    """What A wins, with its interval over deals."""
    moments = Moments()
    for deal in deals:
        moments.add(deal.mean)
    return moments.mean()


def holds(match: Match, won: Estimate) -> bool | None:
    """Whether what is claimed is certain; None where nothing is."""
    return None if match.least is None else won.low is not None and won.low > match.least


def line(match: Match, deals: dict[int, Deal]) -> str:
    """The figures of one match."""
    name = f"{Path(match.game).stem} {match.players}"
    head = f"{name:22} {match.a:12} {match.b:12}"
    won = wins_of(deals.values())
    if won.value is None:
        return f"{head} nothing played"
    sides = _sides(match)
    games = sum(len(deal.wins) for deal in deals.values())
    if won.low is None or won.high is None:
        between = "one deal"
    else:
        between = f"{max(won.low, 0):6.1%} to {min(won.high, 1):6.1%}"
    costs = []
    for index in range(2):
        decisions = sum(deal.decisions[index] for deal in deals.values())
        seconds = sum(deal.seconds[index] for deal in deals.values())
        costs.append(f"{1000 * seconds / max(decisions, 1):.0f}")
    without = sum(deal.without_result for deal in deals.values())
    verdict = {None: "", True: "holds", False: "not sure"}[holds(match, won)]
    return (
        f"{head} {games:5} games  A wins {won.value:6.1%} ({between}; even {1 / sides:.0%})  "
        f"ms a decision {' / '.join(costs)}{f'  no result {without}' if without else ''}  {verdict}"
    )


# ---------------------------------------------------------------------------------------------
# The command


def play_all(
    matches: Sequence[Match], games: int, results: Results, pool: Executor, workers: int, end: float
) -> None:
    """Plays what is missing, a deal of each match in turn, until all is played or the time is up."""
    waiting = _missing(matches, games, results)
    out: dict[Future[Deal], Match] = {}
    while True:
        while len(out) < workers and time.monotonic() < end:
            task = next(waiting, None)
            if task is None:
                break
            out[pool.submit(play_deal, *task)] = task[0]
        if not out:
            return
        done, _ = wait(out, return_when=FIRST_COMPLETED)
        for future in done:
            results.add(out.pop(future), future.result())


def _missing(matches: Sequence[Match], games: int, results: Results) -> Iterator[tuple[Match, int]]:
    wanted = {match: -(-games // _sides(match)) for match in matches}
    for number in range(max(wanted.values(), default=0)):
        for match, deals in wanted.items():
            if number < deals and number not in results.of(match.key):
                yield match, number


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help="names or paths")
    parser.add_argument("--claims", action="store_true", help="what is claimed of the bots")
    parser.add_argument("--a", default=f"ismcts:{ITERATIONS}", help="one bot")
    parser.add_argument("--b", default="greedy", help="the other bot")
    parser.add_argument("--players", type=int, help="the fewest by default")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting")
    parser.add_argument("--games", type=int, default=400, help="games of each match")
    parser.add_argument("--least", type=float, help="status 1 unless A wins more than this for sure")
    parser.add_argument("--results", type=Path, help="keep every deal in this file, and go on from it")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument(
        "--time", type=float, default=float("inf"), help="begin no deal after so many seconds"
    )
    return parser.parse_args()


def _wanted(args: argparse.Namespace) -> list[Match]:
    """The matches that are asked for. Raises ValueError for bots, players or settings that there are not."""
    matches = claims() if args.claims else []
    settings = tuple((name, value) for name, _, value in (text.partition("=") for text in args.set))
    for game in args.game:
        players = args.players or load(game).players.start
        bots = [bot_named(bot, timed=False) for bot in (args.a, args.b)]
        match = Match(game, players, bots[0], bots[1], settings, args.least)
        machine_of(match)
        matches.append(match)
    if not matches:
        raise ValueError("name a game, or --claims")
    return matches


def main() -> int:
    """Plays and tells; 1 where something claimed is not certain, 2 where it was called in a wrong way."""
    args = _arguments()
    try:
        matches = _wanted(args)
    except (ValueError, SettingError, RulesError) as problem:
        print(f"strength: {problem}", file=sys.stderr)
        return 2
    results = Results(args.results)
    with ProcessPoolExecutor(args.workers) as pool:
        play_all(matches, args.games, results, pool, args.workers, time.monotonic() + args.time)
    sure = True
    for match in matches:
        deals = results.of(match.key)
        print(line(match, deals))
        sure &= holds(match, wins_of(deals.values())) is not False
    return 0 if sure else 1


if __name__ == "__main__":
    sys.exit(main())
