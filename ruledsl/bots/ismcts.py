"""A bot that searches: it plays many guesses on and takes what it came to try most.

See `ruledsl.bots.search`. The limit is a number of iterations for each decision, or a time.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from interpreter.chance import below
from interpreter.machine import Machine
from interpreter.views import View
from ruledsl.bots.base import Key, is_restless, own_generator
from ruledsl.bots.limits import Limit
from ruledsl.bots.search.kernel_rollouts import KernelRollouts
from ruledsl.bots.search.rollouts import Rollouts
from ruledsl.bots.search.search import Search


class IsmctsBot:
    """Takes what did best in an information-set tree search. `rollouts`: what plays games on."""

    name = "ismcts"

    def __init__(self, machine: Machine, seed: str, limit: Limit, rollouts: Rollouts | None = None) -> None:
        self.machine = machine
        self.seed = seed
        self.limit = limit
        self._rollouts = rollouts

    def choose(self, view: View, keys: Sequence[Key], committed: Sequence[Key] = ()) -> int:
        """See `ruledsl.bots.base.Bot`."""
        if len(keys) == 1:
            return 0
        generator = own_generator(self.seed, view)
        chosen = below(generator, len(keys))
        if is_restless(view, generator):
            return chosen
        rollouts = self._rollouts or rollouts_of(self.machine)
        search = Search(self.machine, rollouts, view, keys, committed, generator)
        search.run(self.limit.ticks())
        best = search.best
        return chosen if best is None else best


def rollouts_of(machine: Machine) -> Rollouts:
    """What plays on for bots on this machine: made once for a Program in each thread, and kept with it."""
    key = f"rollouts {threading.get_ident()} {machine.step_budget} {machine.decision_budget}"
    found = machine.program._cache.get(key)
    if not isinstance(found, KernelRollouts):
        found = machine.program._cache[key] = KernelRollouts.of(machine)
    return found
