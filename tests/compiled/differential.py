"""The differential test: reference and kernel play the same games and are compared after every move.

Runs for as long as one likes, from the root of a checkout; Ctrl-C ends it, and it goes on where it was:

    python -m tests.compiled.differential --minutes 30

A task is one Program: a file that comes along, in a drawn configuration, or a generated game. Everything
about it is decided by its number, so that a difference can be had again with `--only`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from attrs import asdict, define, evolve, field, frozen

from interpreter.compiled.agreement import Played, compare_game, compare_straight, pair_of
from interpreter.program import Program
from ruledsl.model.config import Configuration
from ruledsl.pipeline import Game, RulesError, load
from ruledsl.tools.testing import positions_of
from tests.generators.games import random_rules
from tests.support.rules_files import ROOT, game_at, rules_files

FOUND: Final = ROOT / ".fuzz" / "differential.json"
"""What a long run remembers."""

FAULTS: Final = ROOT / "tests" / "faults" / "rules"
ORACLES: Final = ROOT / "tests" / "oracles"


@frozen
class Way:
    """How a Program is compared: who runs the kernel, if it keeps knowledge, how many games, how long."""

    engine: str = "wasm"
    known: bool = True
    games: int = 3
    most: int = 100
    budget: int = 10_000
    steps: int = 100_000


@define
class Tally:
    """What was compared."""

    programs: int = 0
    games: int = 0
    decisions: int = 0
    faults: Counter[str] = field(factory=Counter)
    differences: list[str] = field(factory=list)

    def told(self) -> str:
        """It in words."""
        return (
            f"{self.programs} programs, {self.games} games, {self.decisions} decisions, "
            f"{self.faults.total()} faults of {len(self.faults)} kinds, {len(self.differences)} differences"
        )

    def add(self, what: str, played: Played) -> bool:
        """Notes a game; whether both sides agreed."""
        self.games += 1
        self.decisions += played.decisions
        if played.fault:
            self.faults[played.fault] += 1
        if played.difference is not None:
            self.differences.append(f"{what}: {played.difference}")
        return played.difference is None


def compare_program(program: Program, way: Way, seed: str, tally: Tally, what: str) -> None:
    """Compares random games of a Program: some from move to move, every third of them loaded into the kernel
    after each, and some as whole games are played. The first difference ends it.
    """
    pair = pair_of(program, way.budget, way.steps, engine=way.engine, known=way.known)
    tally.programs += 1
    for number in range(way.games):
        pair.reload = number % 3 == 2
        played = compare_game(pair, f"{seed}:{number}", most=way.most)
        if (
            played.difference is not None
            and played.difference.reference.startswith("('secret'")
            and not way.known
        ):
            return  # a kernel without knowledge cannot tell
        if not tally.add(what, played):
            return
    for number in range(way.games):
        if not tally.add(what, compare_straight(pair.compiled, f"{seed}:{number}")):
            return


def compare_examples(game: Game, way: Way, seed: str, tally: Tally) -> None:
    """Goes on from the positions of all examples of a file, every other one loaded anew after each move."""
    for program, positions in positions_of(game):
        if not positions:
            continue
        pair = pair_of(program, way.budget, engine=way.engine, known=way.known)
        tally.programs += 1
        for number, (title, pos) in enumerate(positions):
            pair.reload = number % 2 == 1
            what = f"{Path(game.path).name}, example {title!r}"
            if not tally.add(what, compare_game(pair, f"{title}:{seed}:{number}", pos, way.most)):
                break


# -- what there is to compare -------------------------------------------------------------------------


@cache
def all_files() -> tuple[Path, ...]:
    """Every rules file that comes along or stands in the tests and can be played."""
    found = [*rules_files(), *sorted(ORACLES.glob("*.rules")), *sorted(FAULTS.glob("*.rules"))]
    return tuple(path for path in found if _is_playable(path))


def _is_playable(path: Path) -> bool:
    try:
        game = game_at(path)
        for players in game.players:
            game.program(game.configure(players))
    except RulesError:
        return False
    return True


def drawn_configuration(game: Game, random: Random) -> Configuration:
    """Any number of players; each setting in half of all draws at one of its ends, or as any yes or no."""
    players = random.choice(list(game.players))
    chosen = {
        setting.name: random.choice(ends)
        for setting in game.settings
        if (ends := setting.extremes(players)) and random.random() < 0.5
    }
    return game.configure(players, chosen)


@frozen
class Task:
    """One Program of a long run: a file in a configuration, at times its examples, or a generated game."""

    number: int

    def run(self, tally: Tally, folder: Path) -> None:
        """Compares it."""
        random = Random(f"differential {self.number}")
        engine = "python" if random.random() < 0.1 else "wasm"
        way = Way(engine, random.random() < 0.8, 3 if engine == "wasm" else 1, random.choice((40, 150, 600)))
        files = all_files()
        turn, which = divmod(self.number, 2)
        if which:
            self._generated(random, evolve(way, most=60, budget=200, steps=5_000), tally, folder)
            return
        path = files[turn % len(files)]
        game = game_at(path)
        config = drawn_configuration(game, random)
        what = f"task {self.number}: {path.name}, {config.players} players, {config.settings}, {way}"
        compare_program(game.program(config), way, str(self.number), tally, what)
        if turn // len(files) % 4 == 0:
            compare_examples(game, evolve(way, most=30), str(self.number), tally)

    def _generated(self, random: Random, way: Way, tally: Tally, folder: Path) -> None:
        path = folder / f"{self.number}.rules"
        path.write_text(random_rules(self.number), encoding="utf-8")
        game = load(str(path))
        config = game.configure(random.choice(list(game.players)))
        before = len(tally.differences)
        compare_program(
            game.program(config), way, str(self.number), tally, f"task {self.number}: {path}, {way}"
        )
        if len(tally.differences) == before:
            path.unlink()


# -- a long run ---------------------------------------------------------------------------------------


def long_run(minutes: float, path: Path, parts: tuple[int, int]) -> Tally:
    """Compares task after task until the time is over, and keeps what it has done in a file.

    `parts` (k, n): every n-th task, beginning with k.
    """
    part, step = parts
    tally, number = read_tally(path)
    number = max(number, part)
    until = time.monotonic() + 60 * minutes
    path.parent.mkdir(parents=True, exist_ok=True)
    while time.monotonic() < until:
        try:
            Task(number).run(tally, path.parent)
        except KeyboardInterrupt:
            break
        except Exception as error:
            tally.differences.append(f"task {number}: {type(error).__name__}: {error}")
        number += step
        write_tally(path, tally, number)
        print(f"\r{number} tasks, {tally.told()} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return tally


def read_tally(path: Path) -> tuple[Tally, int]:
    """What was done before, and the task that comes next."""
    if not path.exists():
        return Tally(), 0
    data = json.loads(path.read_text(encoding="utf-8"))
    number = data.pop("next")
    return Tally(**{**data, "faults": Counter(data["faults"])}), number


def write_tally(path: Path, tally: Tally, number: int) -> None:
    """Puts it down, whole or not at all."""
    text = json.dumps({**asdict(tally), "next": number}, indent=1)
    beside = path.with_suffix(".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description="Compare reference and kernels.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (10)")
    parser.add_argument("--part", default="0/1", metavar="K/N", help="only every N-th task, from K on")
    parser.add_argument("--only", type=int, help="only the task with this number; nothing is kept")
    parser.add_argument("--keep", type=Path, default=FOUND, metavar="FILE", help="where it goes on from")
    chosen = parser.parse_args()
    if chosen.only is not None:
        tally = Tally()
        with TemporaryDirectory() as folder:
            Task(chosen.only).run(tally, Path(folder))
    else:
        part, _, step = chosen.part.partition("/")
        tally = long_run(chosen.minutes, chosen.keep, (int(part), int(step)))
    print(tally.told())
    for difference in tally.differences:
        print(difference)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    raise SystemExit(main())
