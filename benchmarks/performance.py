"""Measures random games here and elsewhere, side by side in one run, and writes `docs/performance.md`.

    python -m benchmarks.performance              # all of it, some minutes
    python -m benchmarks.performance --quick      # fewer and shorter rounds
    python -m benchmarks.performance --write      # puts the tables into docs/performance.md

Processor time counts. Everybody plays for about as long in turn, several rounds; the median of the rounds
counts, so that other work on the machine hits all alike. OpenSpiel is left out where it is not installed, C
where there is no compiler.
"""

from __future__ import annotations

import argparse
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from datetime import date
from importlib import import_module
from pathlib import Path
from types import MappingProxyType

from attrs import define, field, frozen

from interpreter.compiled.machine import CompiledMachine
from interpreter.machine import Machine
from ruledsl.pipeline import load

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PAGE = ROOT / "docs" / "performance.md"
MARKS = ("<!-- tables: begin -->", "<!-- tables: end -->")


@frozen
class Subject:
    """A game that is measured: its rules file, players, settings, OpenSpiel's name, a program by hand."""

    title: str
    rules: str
    players: int
    openspiel: str = ""
    by_hand: str = ""
    settings: Mapping[str, int] = MappingProxyType({})


ORACLES = "tests/oracles"
SUBJECTS = (
    Subject("Crazy Eights, 5 players", f"{ORACLES}/crazy_eights.rules", 5,
            "crazy_eights(players=5,reshuffle=True)", "crazy_eights"),
    Subject("Hearts", f"{ORACLES}/hearts.rules", 4, "hearts(qs_breaks_hearts=False)"),
    Subject("Go Fish, 2 players", f"{ORACLES}/go_fish.rules", 2, "go_fish(players=2)",
            settings=MappingProxyType({"ranks": 13, "suits": 4, "dealt": 7})),
    Subject("Gin Rummy", f"{ORACLES}/gin_rummy.rules", 2, "gin_rummy"),
    Subject("Leduc poker", f"{ORACLES}/leduc_poker.rules", 2, "leduc_poker", "leduc_poker"),
    Subject("Kuhn poker", f"{ORACLES}/kuhn_poker.rules", 2, "kuhn_poker"),
    Subject("Liar's dice", f"{ORACLES}/liars_dice.rules", 2, "liars_dice"),
    Subject("Haunted Mouse, 3 players", "games/haunted_mouse.rules", 3),
    Subject("Haunted Mini Mouse", "games/haunted_mini_mouse.rules", 2),
    Subject("Head of Mousehold, 3 players", "games/head_of_mousehold.rules", 3),
    Subject("Mice To Meet You, 3 players", "games/mice_to_meet_you.rules", 3),
)  # fmt: skip

Play = Callable[[int], tuple[int, float]]
"""Plays so many games: decisions (0: not counted) and seconds of processor time."""


@define
class Contestant:
    """Somebody who plays a game; `rates` are the games a second of each round, `decisions` all of them."""

    name: str
    play: Play
    games: int = 1
    rates: list[float] = field(factory=list)
    played: int = 0
    decisions: int = 0

    @property
    def rate(self) -> float:
        """Games a second: the median of the rounds."""
        return statistics.median(self.rates)

    @property
    def length(self) -> float:
        """Decisions of a game in the mean; 0: not counted."""
        return self.decisions / self.played

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
        self.played += self.games
        self.decisions += decisions


# ---------------------------------------------------------------------------------------------
# Who plays


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


def c_by_hand(name: str, compiler: str, folder: str) -> Play:
    """The program in C, which measures itself."""
    program = str(Path(folder) / name)
    subprocess.run([compiler, "-O2", "-o", program, str(HERE / "peers" / f"{name}.c")], check=True)
    seed = 0

    def play(games: int) -> tuple[int, float]:
        nonlocal seed
        seed += 1
        said = subprocess.run([program, str(games), str(seed)], check=True, capture_output=True, text=True)
        decisions, _, seconds = said.stdout.split()
        return int(decisions), max(float(seconds), 1e-6)

    return play


def contestants(subject: Subject, folder: str) -> list[Contestant]:
    """All who can play this game here."""
    found = [Contestant("WebAssembly kernel", kernel(subject, "wasm"))]
    found.append(Contestant("reference", reference(subject)))
    found.append(Contestant("CPython kernel", kernel(subject, "python")))
    compiler = shutil.which("cc") or shutil.which("gcc")
    if subject.by_hand:
        found.append(Contestant("Python by hand", python_by_hand(subject.by_hand)))
        if compiler:
            found.append(Contestant("C by hand", c_by_hand(subject.by_hand, compiler, folder)))
    if subject.openspiel and has_openspiel():
        found.append(Contestant("OpenSpiel, bots", openspiel_bots(subject.openspiel)))
        found.append(Contestant("OpenSpiel, rollouts", openspiel_rollouts(subject.openspiel)))
        found.append(Contestant("OpenSpiel from Python", openspiel_steps(subject.openspiel)))
    return found


def has_openspiel() -> bool:
    """Whether OpenSpiel is installed."""
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        return False
    return True


# ---------------------------------------------------------------------------------------------
# The run


def measure(subject: Subject, folder: str, rounds: int, seconds: float) -> list[Contestant]:
    """All contestants of a game, measured in turn."""
    found = contestants(subject, folder)
    for contestant in found:
        contestant.calibrate(seconds)
    for _ in range(rounds):
        for contestant in found:
            contestant.round()
    return found


def first_playout(subject: Subject, rounds: int) -> float:
    """Seconds of processor time from the rules text to the first playout, in a process that runs already."""
    took = []
    for _ in range(rounds):
        begin = time.process_time()
        kernel(subject, "wasm")(1)
        took.append(time.process_time() - begin)
    return statistics.median(took)


def figure(number: float) -> str:
    """A rate as one reads it: three digits."""
    if number >= 1_000_000:
        return f"{number / 1_000_000:.3g} M"
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def table(subject: Subject, found: list[Contestant]) -> list[str]:
    """The rows of one game."""
    ours = found[0]
    lines = [
        f"### {subject.title}",
        "",
        "| who | games/s | decisions a game | the kernel is faster by |",
        "|---|---|---|---|",
    ]
    for each in found:
        length = f"{each.length:.2f}" if each.decisions else ""
        ratio = "" if each is ours else f"{ours.rate / each.rate:.3g}"
        lines.append(f"| {each.name} | {figure(each.rate)} | {length} | {ratio} |")
    return [*lines, ""]


def summary(results: dict[str, list[Contestant]]) -> list[str]:
    """What was wanted and what came out."""
    lines = ["### In short", ""]
    theirs = {}
    for title, found in results.items():
        peers = [each.rate for each in found if each.name in ("OpenSpiel, bots", "OpenSpiel, rollouts")]
        if peers:
            theirs[title] = found[0].rate / max(peers)
    if theirs:
        mean = statistics.geometric_mean(theirs.values())
        each = ", ".join(f"{title} {ratio:.3g}" for title, ratio in theirs.items())
        lines.append(
            f"* Against OpenSpiel's C++ (the faster way): {mean:.3g} times in the geometric mean; {each}."
        )
    for title, found in results.items():
        by_hand = [each.rate for each in found if each.name == "C by hand"]
        if by_hand:
            lines.append(f"* {title}: {found[0].rate / by_hand[0]:.2f} of C by hand.")
    slow = {title: found[0].rate / found[1].rate for title, found in results.items()}
    lines.append(
        "* Against the reference: " + ", ".join(f"{t} {ratio:,.0f}" for t, ratio in slow.items()) + "."
    )
    return [*lines, ""]


def main() -> int:
    """Measures, prints, and with `--write` keeps the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE.relative_to(ROOT)}")
    parser.add_argument("--only", default="", help="only games with this in their title")
    options = parser.parse_args()
    rounds, seconds = (3, 0.15) if options.quick else (7, 0.5)
    lines: list[str] = []
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for subject in SUBJECTS:
            if options.only.lower() not in subject.title.lower():
                continue
            results[subject.title] = measure(subject, folder, rounds, seconds)
            part = table(subject, results[subject.title])
            print("\n".join(part), flush=True)
            lines += part
    starts = ["### From the rules text to the first playout", "", "| game | seconds |", "|---|---|"]
    for subject in SUBJECTS:
        if subject.rules.startswith("games/") and options.only.lower() in subject.title.lower():
            starts.append(f"| {subject.title} | {first_playout(subject, 5):.2f} |")
    machine = f"{platform.machine()}, CPython {platform.python_version()}"
    told = f"{date.today().isoformat()}, {machine}, {rounds} rounds."
    text = "\n".join([told, "", *summary(results), *lines, *starts])
    print("\n".join([*summary(results), *starts]))
    if options.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(MARKS[0])
        after = rest.partition(MARKS[1])[2]
        PAGE.write_text(f"{before}{MARKS[0]}\n\n{text}\n\n{MARKS[1]}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
