"""What plays on from a position and tells what came of it: the seam between the search and whatever plays.

The search hands a position over and gets worths back. It does not matter to it whether the reference machine
or something quicker plays, whether games are played to their end, or how a position in the middle is judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from attrs import frozen

from interpreter.chance import below, seed_generator
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
    `over`: whether the game has ended.
    """

    payoffs: tuple[float, ...]
    standing: tuple[Leads, ...] = ()
    over: bool = True


class Rollouts(Protocol):
    """Plays on from positions, every option equally likely."""

    def rollouts(self, position: Position, games: int, seed: int) -> Sequence[Ending]:
        """So many games from here; the position stays as it is. Equal arguments give equal games."""


class ReferenceRollouts:
    """Plays on the reference machine, at most `horizon` decisions (None: to the end); see `Rollouts`."""

    def __init__(self, machine: Machine, standing: Standing, horizon: int | None) -> None:
        self.machine = machine
        self.standing = standing
        self.horizon = horizon

    def rollouts(self, position: Position, games: int, seed: int) -> Sequence[Ending]:
        """See `Rollouts`."""
        generator = seed_generator(seed)
        return [self.played(position, generator) for _ in range(games)]

    def played(self, position: Position, generator: list[int]) -> Ending:
        """One game from here; the generator moves on."""
        machine, pos, left = self.machine, copy_position(position), self.horizon
        while not pos.over and left != 0:
            options = machine.decision(pos).options
            machine.apply_in_place(pos, options[below(generator, len(options))])
            if left is not None:
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
