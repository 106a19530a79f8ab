"""Very many random games of each rulebook in kernels that test invariants: no fault, nothing broken.

    python -m benchmarks.million --games 1000000

Every number of players has its share. Ctrl-C ends it, and it goes on where it was. What is found is played
again on the reference, move by move, and told with its place in the file; status 1 then.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from attrs import asdict, define, field, frozen

from interpreter.chance import Sampled
from interpreter.compiled.machine import CompiledMachine
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from ruledsl.pipeline import Game, load
from ruledsl.source import Span

ROOT = Path(__file__).resolve().parents[1]
BATCH = 1000
"""So many games are played at a time; a batch has a seed."""


@frozen
class Batch:
    """What came of a batch. `found`: what was wrong, in words."""

    file: str
    number: int
    games: int
    decisions: int
    without_result: int
    seconds: float
    found: str = ""


@define
class Score:
    """A game so far; `done` are the numbers of the batches that were played."""

    done: set[int] = field(factory=set)
    games: int = 0
    decisions: int = 0
    without_result: int = 0
    seconds: float = 0.0
    found: list[str] = field(factory=list)

    def add(self, batch: Batch) -> None:
        """Adds a batch."""
        self.done.add(batch.number)
        self.games += batch.games
        self.decisions += batch.decisions
        self.without_result += batch.without_result
        self.seconds += batch.seconds
        if batch.found:
            self.found.append(batch.found)


@lru_cache(maxsize=2)
def game_in(file: str) -> Game:
    """The game in a file."""
    return load(file)


@lru_cache(maxsize=12)
def machine_for(file: str, players: int) -> CompiledMachine:
    """Its kernel."""
    game = game_in(file)
    return CompiledMachine(game.program(game.configure(players)), known=False, invariants=True)


def play_batch(file: str, number: int) -> Batch:
    """Plays a batch."""
    counts = game_in(file).players
    players = counts[number % len(counts)]
    machine = machine_for(file, players)
    seed = f"million:{number}"
    begun = time.process_time()
    try:
        tally = machine.games(BATCH, seed)
    except RulesFault as fault:
        done, decisions, without = (int(machine.host.array("tally")[i]) for i in range(3))
        what = f"{players} players, seed {seed}, game {done}: {fault.code}"
        found = f"{what}; on the reference: {on_reference(file, players, seed, done)}"
        return Batch(file, number, done, decisions, without, time.process_time() - begun, found)
    return Batch(
        file, number, tally.games, tally.decisions, tally.without_result, time.process_time() - begun
    )


def on_reference(file: str, players: int, seed: str, number: int) -> str:
    """What the reference says to the game after `number` others, with the same choices and chance."""
    game = game_in(file)
    config = game.configure(players)
    origins = game.lowered(config).origins
    reference = Machine(game.program(config))
    generator, choices = machine_for(file, players).recorded(seed, number)
    chance = Sampled.of(generator)
    at = 0
    try:
        pos = reference.initial(chance)
        for at, choice in enumerate(choices):
            wrong = reference.check_invariants(pos)
            if wrong:
                return f"decision {at}: {wrong[0].text}{_place(origins, wrong[0].origin)}"
            reference.apply_in_place(pos, reference.options(pos)[choice], chance)
        if not pos.over:
            reference.options(pos)
        for violation in reference.check_invariants(pos):
            return f"decision {len(choices)}: {violation.text}{_place(origins, violation.origin)}"
    except RulesFault as fault:
        return f"decision {at + 1}: {fault}{_place(origins, fault.origin)}"
    return "nothing is wrong"


def _place(origins: Sequence[Span], origin: int) -> str:
    return f" ({origins[origin].source.path}:{origins[origin].line})" if 0 <= origin < len(origins) else ""


def run(files: list[str], games: int, workers: int, kept: Path) -> dict[str, Score]:
    """Plays what is missing, and keeps what was done."""
    scores = read_scores(kept)
    waiting = [
        (file, number)
        for file in files
        for number in range(-(-games // BATCH))
        if number not in scores.setdefault(file, Score()).done
    ]
    waiting.sort(key=lambda each: each[1])
    out: dict[Future[Batch], None] = {}
    executor = ProcessPoolExecutor(
        workers, get_context("spawn")
    )  # a fork would copy what wasmtime has under way
    try:
        while waiting or out:
            while waiting and len(out) < 2 * workers:
                out[executor.submit(play_batch, *waiting.pop(0))] = None
            for future in wait(out, return_when=FIRST_COMPLETED).done:
                del out[future]
                batch = future.result()
                scores[batch.file].add(batch)
            write_scores(kept, scores)
            print("\r" + "; ".join(told(scores)), end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on", file=sys.stderr)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
    return scores


def told(scores: dict[str, Score]) -> list[str]:
    """A few words on each game."""
    return [
        f"{Path(file).stem} {score.games} games, {len(score.found)} findings"
        for file, score in scores.items()
    ]


def read_scores(path: Path) -> dict[str, Score]:
    """What was done before."""
    if not path.exists():
        return {}
    data = json.loads(path.read_text(encoding="utf-8"))
    return {file: Score(**{**score, "done": set(score["done"])}) for file, score in data.items()}


def write_scores(path: Path, scores: dict[str, Score]) -> None:
    """Puts it down, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {file: {**asdict(score), "done": sorted(score.done)} for file, score in scores.items()}
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(data, indent=1), encoding="utf-8")
    beside.replace(path)


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description="Very many random games in kernels that test invariants.")
    rulebooks = sorted(str(path) for path in (ROOT / "games").glob("*.rules"))
    parser.add_argument("files", nargs="*", metavar="FILE", default=rulebooks, help="the four rulebooks")
    parser.add_argument("--games", type=int, default=1_000_000, help="so many of each (1000000)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--keep", type=Path, default=ROOT / ".fuzz" / "million.json", metavar="FILE")
    chosen = parser.parse_args()
    scores = run(chosen.files, chosen.games, chosen.workers, chosen.keep)
    print()
    for file, score in scores.items():
        speed = score.games / score.seconds if score.seconds else 0
        print(
            f"{Path(file).stem}: {score.games} games, {score.decisions} decisions, "
            f"{score.without_result} without result, {speed:.0f} games/s, {len(score.found)} findings"
        )
        for found in score.found:
            print(f"  {found}")
    return 1 if any(score.found for score in scores.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
