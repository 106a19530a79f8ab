"""Plays on by a compiled kernel: the same games as on the reference machine, in a small part of the time."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.chance import below, seed_generator
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.position_io import BeyondKernel
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from interpreter.position import Position
from ruledsl.bots.search.rollouts import Ending, ReferenceRollouts
from ruledsl.bots.standing import Standing

_BEYOND = "beyond-kernel"


class KernelRollouts:
    """As `ReferenceRollouts`, and with the same endings.

    Who knows which card is left out: rollouts ask nobody's view. A position that does not fit into the kernel
    is played on by the reference. For one thread at a time.
    """

    def __init__(self, machine: Machine, standing: Standing, horizon: int | None) -> None:
        self.reference = ReferenceRollouts(machine, standing, horizon)
        self.horizon = horizon
        self.kernel = CompiledMachine(
            machine.program,
            known=False,
            step_budget=machine.step_budget,
            decision_budget=machine.decision_budget,
        )

    def rollouts(self, position: Position, games: int, seed: int) -> Sequence[Ending]:
        """See `Rollouts`."""
        generator = seed_generator(seed)
        return [self._played(position, generator) for _ in range(games)]

    def _played(self, position: Position, generator: list[int]) -> Ending:
        before = generator[:]
        try:
            return self.reference.ending(self._end_of(position, generator))
        except BeyondKernel:
            pass
        except RulesFault as fault:
            if fault.code != _BEYOND:
                raise
        generator[:] = before
        return self.reference.played(position, generator)

    def _end_of(self, position: Position, generator: list[int]) -> Position:
        """Where random play from a position has led to."""
        kernel, left = self.kernel, self.horizon
        kernel.load(position)
        while not kernel.over and left != 0:
            kernel.take(below(generator, kernel.list()))
            if left is not None:
                left -= 1
        return kernel.position()
