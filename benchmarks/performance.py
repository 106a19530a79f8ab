"""Measures random games here and elsewhere, side by side in one run, and writes `docs/performance.md`.

    python -m benchmarks.performance              # all of it, some minutes
    python -m benchmarks.performance --quick      # fewer and shorter rounds
    python -m benchmarks.performance --write      # puts the tables into docs/performance.md

Processor time counts. Everybody plays for about as long in turn, several rounds; the median of the rounds
counts, so that other work on the machine hits all alike. Who is not installed is left out; `make bench`
installs everybody.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import sys
import tempfile
import time
from datetime import date
from types import MappingProxyType

from attrs import evolve

from benchmarks.contestants import ROOT, Contestant, Subject, contestants, kernel

PAGE = ROOT / "docs" / "performance.md"
MARKS = ("<!-- tables: begin -->", "<!-- tables: end -->")


ORACLES = "tests/oracles"
SUBJECTS = (
    Subject("Crazy Eights, 5 players", f"{ORACLES}/crazy_eights.rules", 5,
            "crazy_eights(players=5,reshuffle=True)", "crazy_eights"),
    Subject("Hearts", f"{ORACLES}/hearts.rules", 4, "hearts(qs_breaks_hearts=False)"),
    Subject("Go Fish, 2 players", f"{ORACLES}/go_fish.rules", 2, "go_fish(players=2)",
            settings=MappingProxyType({"ranks": 13, "suits": 4, "dealt": 7})),
    Subject("Gin Rummy", f"{ORACLES}/gin_rummy.rules", 2, "gin_rummy", rlcard="gin-rummy"),
    Subject("Leduc poker", f"{ORACLES}/leduc_poker.rules", 2, "leduc_poker", "leduc_poker",
            "leduc-holdem"),
    Subject("Kuhn poker", f"{ORACLES}/kuhn_poker.rules", 2, "kuhn_poker"),
    Subject("Liar's dice", f"{ORACLES}/liars_dice.rules", 2, "liars_dice"),
    Subject("Haunted Mouse, 3 players", "games/haunted_mouse.rules", 3),
    Subject("Haunted Mini Mouse", "games/haunted_mini_mouse.rules", 2),
    Subject("Head of Mousehold, 3 players", "games/head_of_mousehold.rules", 3),
    Subject("Mice To Meet You, 3 players", "games/mice_to_meet_you.rules", 3),
)  # fmt: skip


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
    notes = []
    for each in found:
        length = f"{each.length:.2f}" if each.length else ""
        if each.differs:
            notes.append(f"{each.name} has other rules: {each.differs}.")
        elif not ours.is_as_long_as(each):
            notes.append(
                f"Games of {each.name} are of another length than the kernel's, more than chance explains."
            )
        ratio = "" if each is ours else f"{ours.rate / each.rate:.3g}"
        lines.append(f"| {each.name} | {figure(each.rate)} | {length} | {ratio} |")
    return [*lines, "", *[line for note in notes for line in (note, "")]]


def growth(rounds: int, seconds: float) -> list[str]:
    """How the cost of a game in the kernel grows with players, cards dealt and the number of games asked
    for."""
    lines = ["### How the cost grows", "", "| game | played | decisions a game | ms a game | us a decision |",
             "|---|---|---|---|---|"]  # fmt: skip
    for subject, told in _grown():
        contestant = Contestant("", kernel(subject, "wasm"))
        contestant.calibrate(seconds)
        for _ in range(rounds):
            contestant.round()
        cost = 1000 / contestant.rate
        lines.append(
            f"| {subject.title} | {told} | {contestant.length:.1f} | {cost:.3g} "
            f"| {1000 * cost / contestant.length:.3g} |"
        )
    play = kernel(_titled("Leduc poker"), "wasm")
    for games in (1, 10, 100, 1000, 10_000, 100_000):
        took = statistics.median(play(games)[1] for _ in range(9 * rounds))
        lines.append(f"| Leduc poker | {games:,} games at once |  | {1000 * took / games:.3g} |  |")
    return [*lines, ""]


def _titled(start: str) -> Subject:
    return next(subject for subject in SUBJECTS if subject.title.startswith(start))


def _grown() -> list[tuple[Subject, str]]:
    """Games with more and more players, and with more and more cards in each hand."""
    found = []
    for start, numbers in (
        ("Crazy Eights", range(2, 6)),
        ("Go Fish", range(2, 5)),
        ("Haunted Mouse", range(2, 6)),
    ):
        subject = _titled(start)
        title = subject.title.partition(",")[0]
        found += [(evolve(subject, title=title, players=n), f"{n} players") for n in numbers]
    subject = _titled("Go Fish")
    for dealt in (1, 3, 5, 7):
        settings = MappingProxyType({**subject.settings, "dealt": dealt})
        found.append(
            (evolve(subject, title="Go Fish", settings=settings), f"2 players, {dealt} cards dealt to each")
        )
    return found


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
    if not options.only:
        starts = [*growth(rounds, seconds), *starts]
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
