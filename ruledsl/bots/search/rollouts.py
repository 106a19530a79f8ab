"""What plays on from a position and tells what came of it: the seam between the search and whatever plays.

The search hands a position over and gets endings back. It does not matter to it whether the reference machine
or something quicker plays, whether games are played to their end, or how a position in the middle is judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Protocol

from attrs import frozen

from interpreter.chance import below, next_output, seed_generator
from interpreter.machine import Machine
from interpreter.position import Position, copy_position
from ruledsl.bots.standing import Standing

Leads = tuple[float, ...]
"""How a seat stands, as numbers that are compared one after the other; the greater the better."""


@frozen
class Ending:
    """Where play has led to from a position.

    `payoffs`: for each seat what the game was worth, in a game that was broken off what it would be worth now
    as far as the rules tell, else 0. `standing`: for each seat how it stood (empty: that is not known).
    `over`: whether the game has ended. `games`: so many games were played, and payoffs are their mean.
    """

    payoffs: tuple[float, ...]
    standing: tuple[Leads, ...] = ()
    over: bool = True
    games: int = 1


class Rollouts(Protocol):
    """Plays on from positions, every option equally likely."""

    games: int
    """how many games from one position are worth their time"""

    def rollouts(self, position: Position, games: int, seed: int) -> Sequence[Ending]:
        """So many games from here; the position stays as it is. Equal arguments give equal games."""


class ReferenceRollouts:
    """Plays on the reference machine; see `Rollouts`.

    At most `horizon` decisions, and then says how all stand. None: to the end, and says what was paid on
    average.
    """

    def __init__(self, machine: Machine, standing: Standing, horizon: int | None, games: int) -> None:
        self.machine = machine
        self.standing = standing
        self.horizon = horizon
        self.games = games

    def rollouts(self, position: Position, games: int, seed: int) -> Sequence[Ending]:
        """See `Rollouts`."""
        generator = seed_generator(seed)
        if self.horizon is None:
            return [self._to_the_end(position, games, generator)]
        return [self.played(position, self.horizon, generator) for _ in range(games)]

    def played(self, position: Position, horizon: int, generator: list[int]) -> Ending:
        """One game from here; the generator moves on."""
        machine, pos, left = self.machine, copy_position(position), horizon
        while not pos.over and left:
            options = machine.decision(pos).options
            machine.apply_in_place(pos, options[below(generator, len(options))])
            left -= 1
        return self.ending(pos)

    def ending(self, pos: Position) -> Ending:
        """What a position is worth where play is broken off or over."""
        standing = self.standing.of_all(pos)
        if pos.over:
            payoffs = tuple([float(worth) for worth in self.machine.outcome(pos).payoffs])
        else:
            payoffs = self.standing.payoffs_now(pos)
        return Ending(payoffs, standing, pos.over)

    def _to_the_end(self, position: Position, games: int, generator: list[int]) -> Ending:
        """As a kernel does it: each game has chance of its own, made from the generator of the choices."""
        machine = self.machine
        sums = [Fraction(0)] * machine.layout.players
        if position.over:
            payoffs = machine.outcome(position).payoffs
            return Ending(tuple([float(worth) for worth in payoffs]), (), True, games)
        for _ in range(games):
            pos = copy_position(position)
            words = [next_output(generator), next_output(generator)]
            pos.generator = [words[0] << 32 | words[1], generator[1]]
            while not pos.over:
                options = machine.decision(pos).options
                machine.apply_in_place(pos, options[_pick(generator, len(options))])
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
