"""A game in a compiled kernel. Each guess is made once, by dealing anew what is hidden, and kept as a copy of
the memory; a step of play is one call."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from interpreter.determinize import determinize, determinize_freely
from interpreter.position import Position
from interpreter.views import View
from ruledsl.bots.search.game import Ending
from ruledsl.bots.search.kernels import SearchKernel
from ruledsl.bots.search.reference_game import MOST_DRAWS, split_generator


class KernelGame:
    """See `Game`: guesses that agree with a view. Raises BeyondKernel where one has no place in the kernel.

    Only one game at a time can be played in a kernel.
    """

    def __init__(self, shared: SearchKernel, view: View, generator: list[int]) -> None:
        assert view.seat is not None
        self.shared, self.kernel = shared, shared.kernel
        self.layout = shared.machine.layout
        self.rollouts = shared.rollouts
        self.players = self.layout.players
        self.pays = bool(shared.machine.program.payoffs)
        self.view, self.me = view, view.seat
        self._generator = split_generator(generator)
        self._dealing = split_generator(generator)
        pos, hidden = determinize_freely(self.layout, view, self._generator)
        self.kernel.load(pos)
        self._template = self.kernel.kept()
        self._is_free = hidden is not None
        if hidden is not None:
            self.kernel.hide(hidden)
        self._drawn: dict[int, bytes] = {}
        self._count = 0
        self.seat = self.me
        self.chance = split_generator(generator)
        """what random play draws from at the beginning"""
        self.kernel.seed_choices(self.chance)

    @property
    def together(self) -> bool:
        """See `Game`."""
        return self.kernel.together

    # -- guesses -----------------------------------------------------------------------------------

    def start(self, number: int) -> int:
        """See `Game`."""
        kernel = self.kernel
        block = self._drawn.get(number)
        if block is None:
            block = self._drawn[number] = self._draw()
        kernel.restore(block)
        self._count = 0 if kernel.over else kernel.offer_named()
        self.seat = kernel.seat
        return self._count

    def drop(self, number: int) -> None:
        """See `Game`."""
        self._drawn.pop(number, None)

    def guess(self, number: int) -> Position:
        """The guess with a number as the reference has it."""
        self.start(number)
        self.kernel.restore(self._drawn[number])
        return self.kernel.position()

    def _draw(self) -> bytes:
        kernel = self.kernel
        chance = kernel.chance()
        kernel.seed_choices(self._dealing)
        try:
            for _ in range(MOST_DRAWS):
                if self._is_free:
                    kernel.restore(self._template)
                else:
                    kernel.load(determinize(self.layout, self.view, self._generator))
                kernel.lay_out(self._is_free)
                block = kernel.kept()
                if kernel.keeps_invariants():
                    break
        finally:
            self._dealing = kernel.chance()
            kernel.seed_choices(chance)
        return block

    # -- play --------------------------------------------------------------------------------------

    def names(self) -> Sequence[int]:
        """See `Game`."""
        return self.kernel.names(self._count)

    def labels(self) -> Sequence[Hashable]:
        """See `Game`."""
        return self.kernel.labels(self._count)

    def is_asked(self, keys: Sequence[tuple[object, ...]]) -> bool:
        """See `Game`."""
        listed = self.kernel.listed(self.kernel.position(), self._count)
        return [option.key for option in listed] == list(keys)

    def play(self, index: int, forced: bool) -> int:
        """See `Game`."""
        self._count = self.kernel.play(index, self.me, forced)
        self.seat = self.kernel.seat
        return self._count

    def noticed(self) -> Sequence[int]:
        """See `Game`."""
        return self.kernel.noticed()

    # -- random play -------------------------------------------------------------------------------

    def endings(self) -> Sequence[Ending]:
        """See `Game`."""
        kernel, horizon, games = self.kernel, self.rollouts.horizon, self.rollouts.games
        if horizon is None:
            if kernel.over:
                return [Ending(self.shared.kernel_standing.payoffs(), (), True, games)]
            tally = kernel.random_games(games)
            return [Ending(tuple([total / games for total in tally.worth]), (), True, games)]
        if kernel.over:
            return [self.ending()]
        found = []
        for number in range(games):
            kernel.roll_on(number == 0, horizon)
            found.append(self.ending())
        return found

    def ending(self) -> Ending:
        """What the position is worth where play is broken off or over."""
        judge = self.shared.kernel_standing
        over = self.kernel.over
        standing = () if self.pays else judge.of_all()
        return Ending(judge.payoffs() if over else judge.payoffs_now(), standing, over)
