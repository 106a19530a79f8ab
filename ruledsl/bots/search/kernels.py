"""The kernel that searches play in: made once for the bots of a thread on one Program, and kept with it."""

from __future__ import annotations

import threading
from typing import Final

from interpreter.compiled.position_io import BeyondKernel
from interpreter.compiled.searching import SearchingMachine
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from ruledsl.bots.search.game import Rollouts
from ruledsl.bots.search.kernel_standing import KernelStanding
from ruledsl.bots.standing import Standing

SHORT: Final = 100
"""Games that take so many decisions on average, when all is chosen at random, are played to their end: there
the choice at hand is still to be seen in who wins."""

MOST_GAMES: Final = 16
PLAYED_ON: Final = 160
"""From a position so many games are played to their end, but no more than that many decisions: play at
random takes about as long as it takes to come to where it begins."""

TO_A_HORIZON: Final = Rollouts(3, 2)
"""In longer games so many decisions are played, and then it is judged how everybody stands: random play soon
spoils what good play has built up. (In a game of 300 decisions 2 beat 30 clearly; see docs/bots.md.)"""

_TRIALS: Final = 32
_LONG: Final = 4 * SHORT


class SearchKernel:
    """What searches on one machine share. For one search at a time.

    `rollouts`: how far play at random goes; what suits the length of the game where nothing is said.
    """

    def __init__(self, machine: Machine, rollouts: Rollouts | None = None, *, engine: str = "auto") -> None:
        self.machine = machine
        self.standing = Standing(machine)
        self.kernel = SearchingMachine(
            machine.program,
            engine=engine,
            step_budget=machine.step_budget,
            decision_budget=machine.decision_budget,
            rows=tuple([(row.family, row.kinds) for row in self.standing.wishes.rows]),
        )
        self.kernel_standing = KernelStanding(self.standing, self.kernel)
        self.rollouts = rollouts or self._suited()

    def _suited(self) -> Rollouts:
        decisions = _length(self.kernel)
        if decisions is None or self.machine.layout.players == 1:  # who plays alone has no place to play for
            return TO_A_HORIZON
        return Rollouts(None, max(2, min(MOST_GAMES, PLAYED_ON // max(1, decisions))))


def search_kernel(machine: Machine) -> SearchKernel:
    """The one of this thread for the machine's Program and budgets."""
    key = f"search {threading.get_ident()} {machine.step_budget} {machine.decision_budget}"
    found = machine.program._cache.get(key)
    if not isinstance(found, SearchKernel):
        found = machine.program._cache[key] = SearchKernel(machine)
    return found


def _length(kernel: SearchingMachine) -> int | None:
    """How many decisions a random game takes on average, where they are over soon. A game that cannot be
    followed from the deal on is not."""
    try:
        tally = kernel.games(_TRIALS, "how long a game is", min(kernel.decision_budget, _LONG))
    except (RulesFault, BeyondKernel):
        return None
    decisions = tally.decisions // tally.games
    return decisions if decisions <= SHORT and not tally.without_result else None
