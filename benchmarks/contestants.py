"""Who plays a game that is measured: kernels, the reference, OpenSpiel, RLCard, boardgame.io, and programs
written by hand.

Everybody plays random games and measures its own processor time. Who is not installed is left out.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

from attrs import define, field, frozen

from interpreter.compiled.machine import CompiledMachine
from interpreter.machine import Machine
from ruledsl.pipeline import load

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BOARDGAME_IO = HERE / "peers" / "boardgame_io"

RLCARD_DIFFERS = {
    "leduc-holdem": "blinds of 1 and 2 instead of two antes of 1",
    "gin-rummy": "decisions of their own for going gin, for declaring a dead hand and for telling each score",
}
"""RLCard's games that are measured, and how their rules are others."""


@frozen
class Subject:
    """A game that is measured: its rules file, players and settings, its names in OpenSpiel and RLCard, the
    name of the programs by hand."""

    title: str
    rules: str
    players: int
    openspiel: str = ""
    by_hand: str = ""
    rlcard: str = ""
    settings: Mapping[str, int] = MappingProxyType({})


MOST_ERRORS = 6
"""Mean lengths that are so many standard errors apart are not those of one game. (The errors are themselves
estimated from a few rounds.)"""

Play = Callable[[int], tuple[int, float]]
"""Plays so many games: decisions (0: not counted) and seconds of processor time."""


@define
class Contestant:
    """Somebody who plays a game. `rates` are the games a second of each round, `lengths` the decisions of a
    game in each (0: not counted). `differs` says how its rules are others, where they are."""

    name: str
    play: Play
    differs: str = ""
    games: int = 1
    rates: list[float] = field(factory=list)
    lengths: list[float] = field(factory=list)

    @property
    def rate(self) -> float:
        """Games a second: the median of the rounds."""
        return statistics.median(self.rates)

    @property
    def length(self) -> float:
        """Decisions of a game in the mean; 0: not counted."""
        return statistics.fmean(self.lengths)

    def is_as_long_as(self, other: Contestant) -> bool:
        """Whether games are as long here as there, within what chance explains; True where nobody counted."""
        if not (self.length and other.length) or len(self.lengths) < 2:
            return True
        error = sum(statistics.variance(each.lengths) / len(each.lengths) for each in (self, other)) ** 0.5
        return abs(self.length - other.length) <= MOST_ERRORS * error

    def calibrate(self, seconds: float) -> None:
        """Finds how many games take about so long."""
        while True:
            _, took = self.play(self.games)
            if took > seconds / 4:
                self.games = max(1, int(self.games * seconds / took))
                return
            self.games *= 4

    def round(self) -> None:
        """One more round."""
        decisions, took = self.play(self.games)
        self.rates.append(self.games / took)
        self.lengths.append(decisions / self.games)


def kernel(subject: Subject, engine: str) -> Play:
    """Our kernels."""
    game = load(str(ROOT / subject.rules))
    program = game.program(game.configure(subject.players, subject.settings))
    machine = CompiledMachine(program, engine=engine, known=False, only="games")
    seed = 0

    def play(games: int) -> tuple[int, float]:
        nonlocal seed
        seed += 1
        begin = time.process_time()
        tally = machine.games(games, seed)
        return tally.decisions, time.process_time() - begin

    return play


def reference(subject: Subject) -> Play:
    """Our reference machine."""
    game = load(str(ROOT / subject.rules))
    machine = Machine(game.program(game.configure(subject.players, subject.settings)))
    rng = random.Random(1)

    def play(games: int) -> tuple[int, float]:
        decisions = 0
        begin = time.process_time()
        for _ in range(games):
            pos = machine.initial(rng.getrandbits(60))
            while not pos.over:
                machine.apply_in_place(pos, rng.choice(machine.options(pos)))
            decisions += pos.decisions
        return decisions, time.process_time() - begin

    return play


def openspiel_bots(name: str) -> Play:
    """OpenSpiel: its uniform random bots, a call for each game."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]

    def play(games: int) -> tuple[int, float]:
        begin = time.process_time()
        for number in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return 0, time.process_time() - begin

    return play


def openspiel_rollouts(name: str) -> Play:
    """OpenSpiel: rollouts of its tree search, which it plays without coming back to Python; the deal is made
    before."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def play(games: int) -> tuple[int, float]:
        state = game.new_initial_state()
        while state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        evaluator = pyspiel.RandomRolloutEvaluator(games, rng.getrandbits(30))
        search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)
        begin = time.process_time()
        search.mcts_search(state)
        return 0, time.process_time() - begin

    return play


def openspiel_steps(name: str) -> Play:
    """OpenSpiel driven from Python, action by action."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def play(games: int) -> tuple[int, float]:
        begin = time.process_time()
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
        return 0, time.process_time() - begin

    return play


def python_by_hand(name: str) -> Play:
    """The program in Python."""
    play_one = import_module(f"benchmarks.peers.{name}").play
    rng = random.Random(1)

    def play(games: int) -> tuple[int, float]:
        begin = time.process_time()
        decisions = sum(play_one(rng)[0] for _ in range(games))
        return decisions, time.process_time() - begin

    return play


def measuring_itself(*command: str) -> Play:
    """A program that plays so many games with a seed; it says decisions, a sum of results, and seconds."""
    told = {**os.environ, "NODE_ENV": "production"}
    seed = 0

    def play(games: int) -> tuple[int, float]:
        nonlocal seed
        seed += 1
        said = subprocess.run(
            [*command, str(games), str(seed)], check=True, capture_output=True, text=True, env=told
        )
        decisions, _, seconds = said.stdout.split()
        return int(decisions), max(float(seconds), 1e-6)

    return play


def c_by_hand(name: str, compiler: str, folder: str) -> Play:
    """The program in C, which measures itself."""
    program = str(Path(folder) / name)
    subprocess.run([compiler, "-O2", "-o", program, str(HERE / "peers" / f"{name}.c")], check=True)
    return measuring_itself(program)


def rlcard_games(name: str) -> Play:
    """RLCard's own loop of a game. As in the other programs nobody folds where calling costs nothing."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    names = getattr(env, "actions", None)
    fold, check = (names.index("fold"), names.index("check")) if isinstance(names, list) else (None, None)

    class RandomAgent:
        use_raw = False
        rng = random.Random(1)

        def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
            legal = list(state["legal_actions"])
            if check in legal:
                legal.remove(fold)
            return self.rng.choice(legal), {}

    env.set_agents([RandomAgent() for _ in range(env.num_players)])

    def play(games: int) -> tuple[int, float]:
        before, begin = env.timestep, time.process_time()
        for _ in range(games):
            env.run(is_training=False)
        return env.timestep - before, time.process_time() - begin

    return play


def boardgame_io(name: str, node: str) -> Play:
    """The program for boardgame.io, which measures itself."""
    return measuring_itself(node, str(BOARDGAME_IO / "play.js"), name)


def contestants(subject: Subject, folder: str) -> list[Contestant]:
    """All who can play this game here. `folder`: where programs in C are built."""
    found = [Contestant("WebAssembly kernel", kernel(subject, "wasm"))]
    found.append(Contestant("reference", reference(subject)))
    found.append(Contestant("CPython kernel", kernel(subject, "python")))
    if subject.by_hand:
        found += _by_hand(subject.by_hand, folder)
    if subject.openspiel and find_spec("pyspiel"):
        found.append(Contestant("OpenSpiel, bots", openspiel_bots(subject.openspiel)))
        found.append(Contestant("OpenSpiel, rollouts", openspiel_rollouts(subject.openspiel)))
        found.append(Contestant("OpenSpiel from Python", openspiel_steps(subject.openspiel)))
    if subject.rlcard and find_spec("rlcard"):
        found.append(Contestant("RLCard", rlcard_games(subject.rlcard), RLCARD_DIFFERS[subject.rlcard]))
    return found


def _by_hand(name: str, folder: str) -> list[Contestant]:
    """The programs that were written for the benchmarks."""
    found = [Contestant("Python by hand", python_by_hand(name))]
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler:
        found.append(Contestant("C by hand", c_by_hand(name, compiler, folder)))
    node = shutil.which("node")
    if node and (BOARDGAME_IO / "node_modules").is_dir():
        found.append(Contestant("boardgame.io", boardgame_io(name, node)))
    return found
