"""A game on the reference machine: slow, for positions that have no place in a kernel, and to hold the
kernel's game against."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Final

from interpreter.chance import next_output, start_generator
from interpreter.faults import Refused
from interpreter.machine import Machine
from interpreter.position import Position, copy_position
from interpreter.views import View
from ruledsl.bots.base import laid_out
from ruledsl.bots.search.game import Ending, Lost, Rollouts
from ruledsl.bots.search.noticing import look_of, seen_choice
from ruledsl.bots.standing import Standing

MOST_DRAWS: Final = 20
"""So many guesses are drawn to find one in which the rules' invariants hold; then the last one is taken."""


def split_generator(generator: list[int]) -> list[int]:
    """A generator made from another one."""
    words = [next_output(generator) for _ in range(4)]
    return start_generator(words[0] << 32 | words[1], words[2] << 32 | words[3])


def guesses(machine: Machine, view: View, generator: list[int]) -> Callable[[int], Position]:
    """Makes positions that agree with a view and, as far as can be, with the invariants of the rules."""

    def guess(number: int) -> Position:
        pos = laid_out(machine, view, generator)
        for _ in range(MOST_DRAWS - 1):
            if machine.keeps_invariants(pos):
                break
            pos = laid_out(machine, view, generator)
        return pos

    return guess


class ReferenceGame:
    """See `Game`. `guess` makes the guess with a number; `chance` is what random play draws from."""

    def __init__(
        self,
        machine: Machine,
        standing: Standing,
        rollouts: Rollouts,
        seat: int,
        guess: Callable[[int], Position],
        chance: list[int],
    ) -> None:
        self.machine = machine
        self.standing = standing
        self.rollouts = rollouts
        self.players = machine.layout.players
        self.pays = bool(machine.program.payoffs)
        self.me = seat
        self._guess = guess
        self._chance = chance
        self._drawn: dict[int, Position] = {}
        self._noticed: list[tuple[Hashable, ...]] = []

    # -- guesses -----------------------------------------------------------------------------------

    def start(self, number: int) -> int:
        """See `Game`."""
        if number not in self._drawn:
            self._drawn[number] = self._guess(number)
        self.pos = copy_position(self._drawn[number])
        return self._offer()

    def drop(self, number: int) -> None:
        """See `Game`."""
        self._drawn.pop(number, None)

    def _offer(self) -> int:
        if self.pos.over:
            return 0
        self.decision = self.machine.decision(self.pos)
        self.seat, self.together = self.decision.seat, self.decision.simultaneous
        return len(self.decision.options)

    # -- play --------------------------------------------------------------------------------------

    def names(self) -> Sequence[Hashable]:
        """See `Game`."""
        return [option.key for option in self.decision.options]

    def labels(self) -> Sequence[Hashable]:
        """See `Game`."""
        return [option.label for option in self.decision.options]

    def is_asked(self, keys: Sequence[tuple[object, ...]]) -> bool:
        """See `Game`."""
        return self.names() == list(keys)

    def play(self, index: int, forced: bool) -> int:
        """See `Game`."""
        self._noticed = [()] * self.players
        count = self._take(index)
        while count == 1 and forced:
            count = self._take(0)
        return count

    def _take(self, index: int) -> int:
        decision, layout = self.decision, self.machine.layout
        option = decision.options[index]
        told: list[Hashable] = [None] * self.players
        if not decision.simultaneous:
            told = [seen_choice(layout, decision, option, seat, self.me) for seat in range(self.players)]
        told[decision.seat] = option.key
        waiting = len(self.pos.frames)
        try:
            self.machine.apply_in_place(self.pos, option)
        except Refused as refused:
            raise Lost from refused
        if decision.simultaneous and self._is_under_way(waiting):
            self._noticed[decision.seat] += (option.key,)
        else:
            for seat, choice in enumerate(told):
                look = look_of(layout, self.pos, seat, self.me)
                self._noticed[seat] += (choice, look)
        return self._offer()

    def _is_under_way(self, depth: int) -> bool:
        """Whether the simultaneous choice still waits for somebody: what was committed is not carried out."""
        pos = self.pos
        return not pos.over and len(pos.frames) == depth and any(commits for _, commits in pos.committed)

    def noticed(self) -> Sequence[Hashable]:
        """See `Game`."""
        return [noticed or 0 for noticed in self._noticed]

    # -- random play -------------------------------------------------------------------------------

    def endings(self) -> Sequence[Ending]:
        """See `Game`."""
        horizon, games = self.rollouts.horizon, self.rollouts.games
        if horizon is None:
            return [self._to_the_end(games)]
        if self.pos.over:
            return [self.ending(self.pos)]
        return [self._to_the_horizon(horizon) for _ in range(games)]

    def _to_the_horizon(self, horizon: int) -> Ending:
        machine, pos, left = self.machine, copy_position(self.pos), horizon
        while not pos.over and left:
            options = machine.decision(pos).options
            machine.apply_in_place(pos, options[_pick(self._chance, len(options))])
            left -= 1
        return self.ending(pos)

    def ending(self, pos: Position) -> Ending:
        """What a position is worth where play is broken off or over."""
        standing = () if self.pays else self.standing.of_all(pos)
        if pos.over:
            payoffs = tuple([float(worth) for worth in self.machine.outcome(pos).payoffs])
        else:
            payoffs = self.standing.payoffs_now(pos)
        return Ending(payoffs, standing, pos.over)

    def _to_the_end(self, games: int) -> Ending:
        """As a kernel does it: each game has chance of its own, made from the generator of the choices."""
        machine, chance = self.machine, self._chance
        sums = [Fraction(0)] * self.players
        if self.pos.over:
            payoffs = machine.outcome(self.pos).payoffs
            return Ending(tuple([float(worth) for worth in payoffs]), (), True, games)
        for _ in range(games):
            pos = copy_position(self.pos)
            words = [next_output(chance), next_output(chance)]
            pos.generator = [words[0] << 32 | words[1], chance[1]]
            while not pos.over:
                options = machine.decision(pos).options
                machine.apply_in_place(pos, options[_pick(chance, len(options))])
            payoffs = machine.outcome(pos).payoffs
            sums = [total + worth for total, worth in zip(sums, payoffs, strict=True)]
        return Ending(tuple([float(total) / games for total in sums]), (), True, games)


def _pick(generator: list[int], n: int) -> int:
    """A number below n by the upper half of a product, as kernels draw it (D. Lemire, "Fast Random Integer
    Generation in an Interval", 2019)."""
    if n == 1:
        return 0
    product = next_output(generator) * n
    while product & 0xFFFFFFFF < 2**32 % n:
        product = next_output(generator) * n
    return product >> 32
