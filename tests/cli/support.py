"""A small game, broken forms of it, and a recorded game, for the tests of the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from attrs import frozen

from interpreter.machine import Machine
from interpreter.replay import Recorder
from ruledsl.pipeline import load
from ruledsl.tools.saved import save

MINI = """\
game "Mini"
players 2..3
setting goal: 1..9 = 3
enum suit: red "R", blue "B"
enum rank: 1..5
cards deck: suit * rank
zone stock: pile, hidden
zone hand per player: row, private
zone board: pile, open

## How many cards a player has put on the board.
var score per player = 0

phase game {
    all deck -> stock shuffled
    2 from stock -> each hand
    turns player p from seat(1) {
        p chooses "Play": c in p.hand where c.rank > 2 else "play a high card" { c -> board; p.score += 1 }
            otherwise { end game }
    } until p.score is goal or all hand is empty
}
result player p: most p.score

example "high cards may be played" {
    given players = 2, A.hand = [3R 1B], at turn of A, rest in stock
    A can "Play" [3R]
    A cannot "Play" [1B] because "play a high"
}
"""

WRONG_EXAMPLE = """\
example "low cards, too" {
    given players = 2, A.hand = [3R 1B], at turn of A, rest in stock
    A can "Play" [1B]
}
"""

VARIANT = """\
game "Mini with more" extends "mini.rules"
players 2..4
setting goal: 1..5 = 2
replace zone board: pile, hidden
remove var score
var score per player = 1
define low(c) = c.rank <= 2
"""

FAULTY = MINI.replace("2 from stock -> each hand", "9 from stock -> each hand")
"""There are not so many cards: a fault before the first move."""

GIVEN = "A.hand = [3R 1B 4B], at turn of A, rest in stock"


@frozen
class Finished:
    """What a command wrote, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The standard output as JSON."""
        return json.loads(self.out)

    @property
    def text(self) -> str:
        """Both outputs."""
        return self.out + self.err


def process(*arguments: str | Path, **more: Any) -> Finished:
    """Runs the command in a process of its own, with nothing to read unless said otherwise."""
    if "stdin" not in more and "input" not in more:
        more["stdin"] = subprocess.DEVNULL
    command = [sys.executable, "-m", "ruledsl", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False, **more)
    return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())


def without_pythonpath() -> dict[str, str]:
    """The environment without what would change how output looks."""
    return {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "RULEDSL_DEBUG")}


def recorded(rules: Path, moves: int = 1000, players: int = 2, seed: int = 7) -> str:
    """The text of a saved game in which always the first option was taken."""
    game = load(str(rules))
    machine = Machine(game.program(game.configure(players)))
    recorder = Recorder(machine, seed, game.text)
    for _ in range(moves):
        if recorder.position.over:
            break
        recorder.play(machine.options(recorder.position)[0])
    return save(game, recorder.record)
