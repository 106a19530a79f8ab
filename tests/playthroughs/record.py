"""Playthroughs as text: a game's moves, one to a line, with fingerprints in between and the result.

    game haunted_mouse
    players 3
    seed 4
    start 0f3c...
    A "Bait" [3C]
    ...
    = 9d12...
    ...
    end 71aa...
    result A, C, B: 1 0 -1

The moves were once chosen at random; what is tested is that the rules still allow them, and that they still
lead to the same positions.
"""

from __future__ import annotations

import random
from pathlib import Path

from attrs import frozen

from interpreter.hashing import state_hash
from interpreter.machine import Machine
from interpreter.notation import move_texts
from interpreter.position import Position
from tests.support.rules_files import Case

FOLDER = Path(__file__).parent
INTERVAL = 10
"""After so many moves a fingerprint is written down."""

LONGEST = 400
"""A playthrough is cut off after so many moves."""

READABLE = 150
"""A playthrough with more moves is kept only where no random game is shorter."""

SEEDS = range(12)
"""Of these games one is kept."""


@frozen
class Playthrough:
    """One game. `lines` are the moves with who made them, `hashes` after every INTERVAL moves, the last at
    the end."""

    seed: int
    start: str
    lines: tuple[str, ...]
    hashes: tuple[str, ...]
    result: str

    def text(self, case: Case) -> str:
        """As it stands in its file."""
        words = [
            f"game {case.path.stem}",
            f"players {case.config.players}",
            f"seed {self.seed}",
            f"start {self.start}",
        ]
        for number, line in enumerate(self.lines, 1):
            words.append(line)
            if number % INTERVAL == 0 and number < len(self.lines):
                words.append(f"= {self.hashes[number // INTERVAL - 1]}")
        return "\n".join([*words, f"end {self.hashes[-1]}", f"result {self.result}", ""])

    @classmethod
    def read(cls, text: str) -> Playthrough:
        """From the text of a file."""
        head, lines, hashes = {}, [], []
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            if word in ("game", "players", "seed", "start", "result"):
                head[word] = rest
            elif word in ("=", "end"):
                hashes.append(rest)
            else:
                lines.append(line)
        return cls(int(head["seed"]), head["start"], tuple(lines), tuple(hashes), head["result"])


def path_of(case: Case) -> Path:
    """Where the playthrough of a game for a number of players is kept."""
    return FOLDER / f"{case.path.stem}-{case.config.players}.txt"


def line_of(machine: Machine, pos: Position, text: str) -> str:
    """A move with who makes it."""
    return f"{machine.layout.seat_names[machine.decision(pos).seat]} {text}"


def result_text(machine: Machine, pos: Position) -> str:
    """How it ended: places from the best down, shared ones with `=`, and what the game was worth to each."""
    if not pos.over:
        return "cut off"
    outcome = machine.outcome(pos)
    names = machine.layout.seat_names if not outcome.by_team else [f"team {n + 1}" for n in range(9)]
    places = ", ".join(" = ".join(names[member] for member in place) for place in outcome.ranking)
    return f"{places or 'none'}: {' '.join(map(str, outcome.payoffs))}"


def play(machine: Machine, seed: int, longest: int = LONGEST) -> Playthrough:
    """A random game."""
    rng = random.Random(seed)
    pos = machine.initial(seed)
    start = state_hash(machine.layout, pos)
    lines: list[str] = []
    hashes: list[str] = []
    while not pos.over and len(lines) < longest:
        options = machine.options(pos)
        index = rng.randrange(len(options))
        lines.append(line_of(machine, pos, move_texts(machine, pos)[index]))
        machine.apply_in_place(pos, options[index])
        if len(lines) % INTERVAL == 0:
            hashes.append(state_hash(machine.layout, pos))
    if len(lines) % INTERVAL or not lines:
        hashes.append(state_hash(machine.layout, pos))
    return Playthrough(seed, start, tuple(lines), tuple(hashes), result_text(machine, pos))


def chosen(machine: Machine) -> Playthrough:
    """Of some random games the longest that is short enough to read, else the shortest."""
    games = [play(machine, seed) for seed in SEEDS]
    ended = [game for game in games if game.result != "cut off"] or games[:1]
    readable = [game for game in ended if len(game.lines) <= READABLE]
    if readable:
        return max(readable, key=lambda game: len(game.lines))
    return min(ended, key=lambda game: len(game.lines))
