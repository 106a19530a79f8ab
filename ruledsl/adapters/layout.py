"""The one layout of actions and observations that every adapter shares.

    layout = GameLayout.of(machine)
    taking = layout.taking(pos)                     # the decision that is due
    taking.legal()                                  # numbers of actions
    layout.observation(pos, seat, taking)           # a list of `layout.observations.size` numbers
    taking.take(action)                             # until `taking.chosen` is an option for `machine.apply`

The layout depends on nothing but the Program: the same rules, number of players and settings give the same
numbers anywhere. `VERSION` is raised whenever the numbers of an unchanged Program change.
"""

from __future__ import annotations

from typing import Final

from interpreter.machine import Machine
from interpreter.position import Position
from ruledsl.adapters.actions import ActionLayout
from ruledsl.adapters.observations import ObservationLayout
from ruledsl.adapters.taking import Taking

VERSION: Final = 1


class GameLayout:
    """The actions and observations of one Machine; machines of one Program share the numbers."""

    version = VERSION

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        cache = machine.program._cache
        if "observation layout" not in cache:
            cache["observation layout"] = ObservationLayout(machine, ActionLayout(machine))
        self.observations: ObservationLayout = cache["observation layout"]
        self.actions: ActionLayout = self.observations.actions

    @staticmethod
    def of(machine: Machine) -> GameLayout:
        """The layout of a machine."""
        return GameLayout(machine)

    def taking(self, pos: Position) -> Taking:
        """The decision that is due, nothing taken yet. Refused when the game is over."""
        return Taking(self.actions, self.machine.decision(pos))

    def observation(self, pos: Position, seat: int, taking: Taking | None = None) -> list[float]:
        """What a seat sees; see `ObservationLayout.vector`."""
        return self.observations.vector(pos, seat, taking)

    def mask(self, taking: Taking | None, seat: int) -> list[int]:
        """1 for every action that the seat may take now, 0 for the others; all 0 when it is not due."""
        found = [0] * self.actions.size
        if taking is not None and taking.seat == seat:
            for action in taking.legal():
                found[action] = 1
        return found
