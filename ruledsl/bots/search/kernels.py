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

TO_THE_END: Final = Rollouts(None, 16)
"""The kernel plays so many games in less time than it takes to come to where they begin."""

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
        self.kernel = SearchingMachine(
            machine.program,
            engine=engine,
            step_budget=machine.step_budget,
            decision_budget=machine.decision_budget,
        )
        self.standing = Standing(machine)
        self.kernel_standing = KernelStanding(self.standing, self.kernel)
        self.rollouts = rollouts or self._suited()

    def _suited(self) -> Rollouts:
        # who plays alone has no place to play for
        alone = self.machine.layout.players == 1
        return TO_A_HORIZON if alone or not _is_short(self.kernel) else TO_THE_END


def search_kernel(machine: Machine) -> SearchKernel:
    """The one of this thread for the machine's Program and budgets."""
    key = f"search {threading.get_ident()} {machine.step_budget} {machine.decision_budget}"
    found = machine.program._cache.get(key)
    if not isinstance(found, SearchKernel):
        found = machine.program._cache[key] = SearchKernel(machine)
    return found


def _is_short(kernel: SearchingMachine) -> bool:
    """Whether random games are over soon. A game that cannot be followed from the deal on is not."""
    budget = kernel.decision_budget
    kernel.decision_budget = min(budget, _LONG)
    try:
        tally = kernel.games(_TRIALS, "how long a game is")
    except (RulesFault, BeyondKernel):
        return False
    finally:
        kernel.decision_budget = budget
    return tally.decisions <= SHORT * tally.games and not tally.without_result
