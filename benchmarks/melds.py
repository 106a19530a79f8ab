"""How fast melds are found: the reference, a kernel under CPython and the same kernel as WebAssembly.

    python -m benchmarks.melds

Each row is one search for all melds of some kinds; times are medians of the time of the processor.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from string import Template

from attrs import frozen

from benchmarks.test_speed import MID_GAME, much_bait
from interpreter import piles
from interpreter.chance import Sampled, seed_generator
from interpreter.expressions.melds import StateAsker
from interpreter.layout import Layout, empty_position
from interpreter.machine import Machine
from interpreter.melds import Kinds, Meld, enumerate_melds
from interpreter.position import Position
from interpreter.state import State
from ruledsl.pipeline import load
from ruledsl.tools.testing import position_from_given
from tests.compiled.meld_kernel import MeldKernel

_REPEAT = """
def of_size(m):
    return heap[m + 6] == $size


def repeat():
    for i in range(0, given[2]):
        heap_at[0] = given[3]
        answer[0] = <search>(given[0], given[1], NONE$given)
"""
"""A search so often that the call from outside does not count."""

ROOT = Path(__file__).resolve().parents[1]


@frozen
class Task:
    """One search: what it is, the cards and the kinds (with the values of their parameters)."""

    title: str
    machine: Machine
    pos: Position
    row: Sequence[int]
    any_of: Sequence[int]
    kinds: Kinds
    size: int | None = None
    """Only melds of so many cards are wanted."""


def mouse(title: str, given: str, kinds: Sequence[int] = (0, 1, 2), size: int | None = None) -> Task:
    """A hand of Haunted Mouse as the row, with all Bait cards that lie somewhere."""
    machine, pos = position_from_given(load(str(ROOT / "games" / "haunted_mouse.rules")), given)
    layout = machine.layout
    hand = pos.zones[layout.zone_label.index("A.hand")]
    bait = [
        piece for zone, label in enumerate(layout.zone_label) if "bait" in label for piece in pos.zones[zone]
    ]
    return Task(title, machine, pos, tuple(hand), tuple(bait), [(kind, ()) for kind in kinds], size)


def hand(title: str, file: str, players: int, size: int, kinds: Kinds, seed: int = 5) -> Task:
    """Some cards of a deck in the first hand, any of which may be used."""
    game = load(str(ROOT / file))
    machine = Machine(game.program(game.configure(players)))
    layout = machine.layout
    pos = empty_position(layout)
    zone = layout.zone_label.index("A.hand")
    for piece in random.Random(seed).sample(range(layout.piece_count), size):
        piles.put(layout, pos, piece, zone)
    return Task(title, machine, pos, (), tuple(pos.zones[zone]), kinds)


def tasks() -> list[Task]:
    """What is measured."""
    classics = "examples/classics"
    return [
        mouse("Haunted Mouse, 12 cards in a row and 7 Bait cards", MID_GAME),
        mouse("Haunted Mouse, 9 cards in a row and 40 Bait cards, runs of 5", much_bait(), [1], 5),
        mouse("Haunted Mouse, 9 cards in a row and 40 Bait cards, traps", much_bait(), [2]),
        hand("Rummy, 10 cards", f"{classics}/rummy.rules", 2, 10, [(0, ()), (1, ())]),
        hand("Gin Rummy, 11 cards, spreads", f"{classics}/gin_rummy.rules", 2, 11, [(2, ())]),
        hand(
            "Cribbage, 5 cards, everything", f"{classics}/cribbage.rules", 2, 5, [(k, ()) for k in range(5)]
        ),
        hand("President, 17 cards", f"{classics}/president.rules", 3, 17, [(0, ())]),
        hand("Scopa, capture of 10 among 8 cards", f"{classics}/scopa.rules", 2, 8, [(0, (10,))]),
    ]


def timed(function: Callable[[], object], least: float = 0.3) -> float:
    """The median time of a call, from as many calls as fit into `least` seconds but at least three."""
    times: list[float] = []
    while len(times) < 3 or sum(times) < least:
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return median(times)


def by_reference(task: Task, asker: StateAsker) -> list[Meld]:
    """The melds that the reference finds."""
    wanted = None if task.size is None else (lambda meld: len(meld.pieces) == task.size)
    layout = task.machine.layout
    return enumerate_melds(layout, task.pos, task.row, task.any_of, task.kinds, asker, accept=wanted)


def in_kernel(task: Task, engine: str) -> tuple[float, int]:
    """The time of a search in a kernel and how many melds it found."""
    layout: Layout = task.machine.layout
    kinds = tuple((kind, len(values)) for kind, values in task.kinds)
    given = [value for _, values in task.kinds for value in values]
    asker = StateAsker(task.machine.rules.compiler, _state(layout))
    parameters = "".join(f", {value}" for value in given)
    more = Template(_REPEAT).substitute(size=task.size or 0, given=parameters)
    accept = None if task.size is None else "of_size"
    kernel = MeldKernel(
        layout, lambda code: {"search": code.search(kinds, accept)}, more, asker=asker, engine=engine
    )
    kernel.load(task.pos)
    numbers = kernel.host.array("given")
    numbers[0], numbers[1], numbers[2] = kernel.listed(task.row), kernel.listed(task.any_of), 1
    numbers[3] = kernel.host.array("heap_at")[0]
    once = timed(lambda: kernel.host.call("repeat"), 0.01)
    times = numbers[2] = max(1, int(0.003 / once))
    seconds = timed(lambda: kernel.host.call("repeat")) / times
    return seconds, len(kernel.elements(kernel.host.array("answer")[0]))


def _state(layout: Layout) -> State:
    pos = empty_position(layout)
    pos.generator = seed_generator(1)
    return State(pos, Sampled(pos))


def main() -> None:
    """Prints the table."""
    print("| search | melds | reference | CPython kernel | WebAssembly | reference / WebAssembly |")
    print("|---|---|---|---|---|---|")
    for task in tasks():
        asker = StateAsker(task.machine.rules.compiler, _state(task.machine.layout))
        reference = timed(partial(by_reference, task, asker))
        slow, _ = in_kernel(task, "python")
        fast, found = in_kernel(task, "wasm")
        print(
            f"| {task.title} | {found} | {1e6 * reference:,.0f} µs | {1e6 * slow:,.0f} µs "
            f"| {1e6 * fast:,.1f} µs | {reference / fast:,.0f} |"
        )


if __name__ == "__main__":
    main()
