"""A bot that searches: it plays many guesses on and takes what it came to try most.

See `ruledsl.bots.search`. The limit is a number of iterations for each decision, or a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.chance import below
from interpreter.compiled.collecting import uncollected
from interpreter.compiled.position_io import BeyondKernel
from interpreter.machine import Machine
from interpreter.views import View
from ruledsl.bots.base import Key, is_restless, laid_out, option_of, own_generator
from ruledsl.bots.limits import Limit
from ruledsl.bots.search.game import Game
from ruledsl.bots.search.kernel_game import KernelGame
from ruledsl.bots.search.kernels import search_kernel
from ruledsl.bots.search.reference_game import ReferenceGame, guesses, split_generator
from ruledsl.bots.search.search import Search

GameOf = Callable[[Machine, View, list[int]], Game]
"""Makes the game that is searched for a decision, from the view of the one who decides and some chance."""


class IsmctsBot:
    """Takes what did best in an information-set tree search. `game_of`: what it searches in; a kernel where
    nothing is said."""

    name = "ismcts"

    def __init__(self, machine: Machine, seed: str, limit: Limit, game_of: GameOf | None = None) -> None:
        self.machine = machine
        self.seed = seed
        self.limit = limit
        self._game_of = game_of

    def choose(self, view: View, keys: Sequence[Key], committed: Sequence[Key] = ()) -> int:
        """See `ruledsl.bots.base.Bot`."""
        if len(keys) == 1:
            return 0
        generator = own_generator(self.seed, view)
        chosen = below(generator, len(keys))
        if is_restless(view, generator):
            return chosen
        own = indexes_of(self.machine, view, committed, generator)
        if own is None:
            return chosen
        if self._game_of is not None:
            best = self._searched(self._game_of, view, keys, own, generator)
        else:
            try:
                best = self._searched(kernel_game, view, keys, own, generator[:])
            except BeyondKernel:
                best = self._searched(reference_game, view, keys, own, generator)
        return chosen if best is None else best

    def _searched(
        self, game_of: GameOf, view: View, keys: Sequence[Key], own: Sequence[int], generator: list[int]
    ) -> int | None:
        assert view.seat is not None
        with uncollected():  # nothing of a search is garbage before it ends
            search = Search(game_of(self.machine, view, generator), view.seat, keys, own, generator)
            search.run(self.limit.ticks())
            return search.best


def kernel_game(machine: Machine, view: View, generator: list[int]) -> Game:
    """A game in the kernel that all bots of a thread share."""
    return KernelGame(search_kernel(machine), view, generator)


def reference_game(machine: Machine, view: View, generator: list[int]) -> Game:
    """A game on the reference machine, played on as far as in a kernel."""
    assert view.seat is not None
    shared = search_kernel(machine)
    guess = guesses(machine, view, split_generator(generator))
    return ReferenceGame(
        machine, shared.standing, shared.rollouts, view.seat, guess, split_generator(generator)
    )


def indexes_of(
    machine: Machine, view: View, committed: Sequence[Key], generator: list[int]
) -> list[int] | None:
    """Which options a seat has chosen so far in a simultaneous choice, as indexes; None where it cannot be
    told. They are the same in every guess."""
    found: list[int] = []
    if not committed:
        return found
    pos = laid_out(machine, view, generator)
    while len(found) < len(committed):
        if not machine.choosers(pos):
            return None
        decision = machine.decision(pos)
        option = decision.options[0]
        if decision.seat == view.seat:
            again = option_of(decision, committed[len(found)])
            if again is None:
                return None
            option = again
            found.append(decision.options.index(again))
        machine.apply_in_place(pos, option)
    return found
