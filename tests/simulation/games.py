"""Small games whose figures are known, for the tests of simulations."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from attrs import frozen

from ruledsl.pipeline import Game, load_text
from ruledsl.tools.simulation.simulate import Batch, Plan, make_plan

COIN = """\
game "Coin"
players 2

enum side: heads, tails
cards coin: side

zone bag:  bag, hidden
zone shown: slot, open

phase game {
    all coin -> bag
    1 from bag -> shown
    seat(1) chooses { option "Look" { } }
}
result player p: most (if (shown is heads) is (p is seat(1)) then 1 else 0)
"""
"""Who wins is decided by one fair coin: each seat wins half of the games."""

DRAWN = COIN.replace("most (if (shown is heads) is (p is seat(1)) then 1 else 0)", "most 1")
"""Every game is shared by all."""

RACE = """\
game "Race"
players 2..4
setting goal: 1..20 = 5
dice die: 1

zone cup: bag, open
var score per player = 0
var last = 0

## Never played: nobody has so many points.
when some(player q where q.score > 1000) { last = 1 }

phase game {
    all die -> cup
    turns player p {
        p chooses {
            option "Step" { p.score += 1 }
            option "Roll" { roll all cup; if the(d in cup).value > 3 { p.score += 2 } else { last = 0 } }
            option "Fly" where p.score > 500 else "never" { p.score += 100 }
        }
    } until p.score >= goal
}
result player p: most p.score
"""
"""A race with rules that are never used."""

ENDLESS = """\
game "Endless"
players 2
var n = 0
phase game { turns player p { p chooses { option "Wait" { n = 1 - n }; option "Stay" { n = 1 - n } } } }
result player p: most n
"""

RARELY = """\
game "Rarely"
players 2
dice die: 1
zone cup: bag, open
enum rank: 1..2
cards deck: rank
zone hand per player: row, private
zone stock: pile, hidden
phase game {
    all die -> cup
    all deck -> stock shuffled
    turns player p {
        p chooses { option "Roll" { roll all cup }; option "Throw" { roll all cup } }
        if the(d in cup).value is 6 { 3 from stock -> p.hand }
    } until the(d in cup).value > 3
}
result player p: most p.hand.size
"""
"""One game in three or so cannot be followed: more cards are wanted than there are."""


def game(text: str) -> Game:
    return load_text(text, "game.rules")


def plan(
    text: str, players: int = 2, bots: tuple[str, ...] = ("random",), seed: str = "1", **more: Any
) -> Plan:
    one = game(text)
    return make_plan(one, one.configure(players), bots, seed, **more)


@frozen
class Deadly:
    """A plan whose worker is killed the first `times` times that it comes to a game."""

    plan: Plan
    folder: str
    number: int
    times: int = 1

    def prepare(self) -> _Dying:
        return _Dying(self)


class _Dying:
    def __init__(self, job: Deadly) -> None:
        self.job, self.batches = job, job.plan.prepare()

    def another(self) -> _Dying:
        return _Dying(self.job)

    def play(self, first: int, last: int) -> Batch:
        if first <= self.job.number < last:
            for time_of in range(self.job.times):
                mark = Path(self.job.folder) / f"died-{time_of}"
                if not mark.exists():
                    mark.touch()
                    time.sleep(0.2)  # others are under way, and one is back before its turn
                    os.kill(os.getpid(), signal.SIGKILL)
        return self.batches.play(first, last)


HIGH = """game "High"
players 2
enum rank: low, middling, high
cards deck: rank * 4 copies
zone stock: pile, hidden
zone hand per player: row, private
phase game {
    all deck -> stock shuffled
    2 from stock -> each hand
    each player p { p chooses "Keep": c in p.hand { p.hand - c -> stock } }
}
result player p: most p.hand.first.rank
"""
"""Players are ranked by members of an enum."""
