"""Guesses at the position that a search plays in.

The n-th try of every option is played in the n-th guess, with the same chance: what an option seems to gain
over another one is then not the luck of its guesses (common random numbers), and few guesses are needed.
"""

from __future__ import annotations

from typing import Final

from interpreter.chance import next_output, start_generator
from interpreter.machine import Machine
from interpreter.position import Position, copy_position
from interpreter.views import View
from ruledsl.bots.base import laid_out

MOST_DRAWS: Final = 20
"""So many guesses are drawn to find one in which the rules' invariants hold; then the last one is taken."""


class Worlds:
    """Positions that agree with a view and with the invariants that the rules declare, drawn when needed."""

    def __init__(self, machine: Machine, view: View, generator: list[int]) -> None:
        self.machine = machine
        self.view = view
        words = [next_output(generator) for _ in range(4)]
        self._generator = start_generator(words[0] << 32 | words[1], words[2] << 32 | words[3])
        self._drawn: dict[int, Position] = {}

    def copy_of(self, number: int) -> Position:
        """A copy of the guess with this number. Raises RulesFault when the rules cannot be followed in it."""
        if number not in self._drawn:
            self._drawn[number] = self._draw()
        return copy_position(self._drawn[number])

    def drop(self, number: int) -> None:
        """Has another guess drawn for this number the next time: that one could not be played on."""
        self._drawn.pop(number, None)

    def _draw(self) -> Position:
        pos = laid_out(self.machine, self.view, self._generator)
        for _ in range(MOST_DRAWS - 1):
            if self.machine.keeps_invariants(pos):
                break
            pos = laid_out(self.machine, self.view, self._generator)
        return pos
