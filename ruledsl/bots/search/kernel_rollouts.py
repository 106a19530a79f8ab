"""Plays on by a compiled kernel: the same games as on the reference machine, in a small part of the time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.chance import below, seed_generator
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.position_io import BeyondKernel
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from interpreter.position import Position
from ruledsl.bots.search.rollouts import Ending, ReferenceRollouts
from ruledsl.bots.standing import Standing

SHORT: Final = 100
"""Games that take so many decisions on average, when all is chosen at random, are played to their end: there
the choice at hand is still to be seen in who wins."""

GAMES_TO_THE_END: Final = 16
"""So many of them from one position: the kernel plays them in less time than it takes to hand it over."""

HORIZON: Final = 3
"""In longer games so many decisions are played, and then it is judged how everybody stands: random play soon
spoils what good play has built up. (In a game of 300 decisions 2 beat 30 clearly; see docs/bots.md.)"""

GAMES_TO_THE_HORIZON: Final = 2

_TRIALS: Final = 32
_LONG: Final = 4 * SHORT
_BEYOND: Final = "beyond-kernel"


class KernelRollouts:
    """As `ReferenceRollouts`, with the same endings; `horizon` as there.

    Who knows which card is left out: rollouts ask nobody's view. A position that does not fit into the kernel
    is played on by the reference. For one thread at a time.
    """

    def __init__(
        self, machine: Machine, kernel: CompiledMachine, standing: Standing, horizon: int | None, games: int
    ) -> None:
        self.reference = ReferenceRollouts(machine, standing, horizon, games)
        self.kernel, self.horizon, self.games = kernel, horizon, games

    @classmethod
    def of(cls, machine: Machine) -> KernelRollouts:
        """What suits the length of the machine's game."""
        kernel = CompiledMachine(
            machine.program,
            known=False,
            step_budget=machine.step_budget,
            decision_budget=machine.decision_budget,
            only="steps",
        )
        standing = Standing(machine)
        if machine.layout.players > 1 and _is_short(kernel):  # who plays alone has no place to play for
            return cls(machine, kernel, standing, None, GAMES_TO_THE_END)
        return cls(machine, kernel, standing, HORIZON, GAMES_TO_THE_HORIZON)

    def rollouts(self, position: Position, games: int, seed: int) -> Sequence[Ending]:
        """See `Rollouts`."""
        if position.over:
            return self.reference.rollouts(position, games, seed)
        if self.horizon is not None:
            generator = seed_generator(seed)
            return [self._to_the_horizon(position, self.horizon, generator) for _ in range(games)]
        try:
            self.kernel.load(position)
            tally = self.kernel.rollouts(games, seed)
        except (BeyondKernel, RulesFault) as problem:
            _pass_on_faults(problem)
            return self.reference.rollouts(position, games, seed)
        return [Ending(tuple([total / games for total in tally.worth]), (), True, games)]

    def _to_the_horizon(self, position: Position, horizon: int, generator: list[int]) -> Ending:
        before = generator[:]
        kernel, left = self.kernel, horizon
        try:
            kernel.load(position)
            while not kernel.over and left:
                kernel.take(below(generator, kernel.offer()))
                left -= 1
            return self.reference.ending(kernel.position())
        except (BeyondKernel, RulesFault) as problem:
            _pass_on_faults(problem)
        generator[:] = before
        return self.reference.played(position, horizon, generator)


def _pass_on_faults(problem: Exception) -> None:
    """Raises a fault of the rules again; that something does not fit into the kernel is none."""
    if isinstance(problem, RulesFault) and problem.code != _BEYOND:
        raise problem


def _is_short(kernel: CompiledMachine) -> bool:
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
