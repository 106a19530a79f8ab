"""What a player sees, in the forms that OpenSpiel asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from ruledsl.adapters.facts import Facts
from ruledsl.adapters.game_tree import GameTree

if TYPE_CHECKING:
    from ruledsl.adapters.openspiel.state import RulesState

MOST_NUMBERS = 200_000
"""An information state with more numbers than this is given as a text only."""


def make_observer(tree: GameTree, facts: Facts, kind: Any, params: Any) -> Observer | None:
    """The observer for a kind of observation (`pyspiel.IIGObservationType`); None for one that is not there.

    With perfect recall there is what one player knows, without it also what all know (public) and what only
    this player sees (private).
    """
    if params:
        raise ValueError(f"observations have no parameters, but there came {params}")
    single = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
    if kind.perfect_recall:
        return Memory(tree, memory_rows(tree, facts)) if single and kind.public_info else None
    if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        return None
    if single and kind.public_info:
        return View(tree)
    return Shared(tree) if kind.public_info else Private(tree) if single else None


class Observer:
    """The interface that OpenSpiel wants of Python observers; this one sees nothing.

    `tensor` is a flat array of float32, or None; `dict` has parts of it by name, which share its memory.
    """

    tensor: Any = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, state: RulesState, player: int) -> None:
        """Puts what a player sees into `tensor`."""

    def string_from(self, state: RulesState, player: int) -> str:
        """What a player sees as a text."""
        return ""


class View(Observer):
    """All that a player sees at one look, with the sections of the observation vector by name."""

    def __init__(self, tree: GameTree) -> None:
        super().__init__()
        layout = tree.layout.observations
        self.tensor = np.zeros(layout.size, np.float32)
        for section in layout.sections:
            self.dict[section.name] = self.tensor[section.start : section.stop]

    def set_from(self, state: RulesState, player: int) -> None:
        """See `Observer`."""
        self.tensor[:] = state.node.vector(player)

    def string_from(self, state: RulesState, player: int) -> str:
        """See `Observer`."""
        return "\n".join(state.node.look(player))


class Memory(Observer):
    """All that a player has seen, heard and chosen: its information state.

    The text is exact. The numbers are the observation vectors of each moment, first to last, with rows of
    zeros after them; they are there for games whose length is known, and leave out what was only heard.
    """

    def __init__(self, tree: GameTree, rows: int) -> None:
        super().__init__()
        if rows:
            size = tree.layout.observations.size
            self.tensor = np.zeros(rows * size, np.float32)
            self.dict["moments"] = self.tensor.reshape(rows, size)

    def set_from(self, state: RulesState, player: int) -> None:
        """See `Observer`."""
        if self.tensor is not None:
            self.tensor.fill(0)
            for row, vector in enumerate(state.node.vectors(player)):
                self.dict["moments"][row] = vector

    def string_from(self, state: RulesState, player: int) -> str:
        """See `Observer`."""
        return state.node.memory(player)


class Shared(Observer):
    """What all players see, whoever asks; a text only."""

    def __init__(self, tree: GameTree) -> None:
        super().__init__()
        self._players = range(tree.players)

    def string_from(self, state: RulesState, player: int) -> str:
        """See `Observer`."""
        looks = [state.node.look(seat) for seat in self._players]
        return "\n".join([line for line in looks[0] if all(line in look for look in looks)])


class Private(Observer):
    """What a player sees and not everybody else; a text only."""

    def __init__(self, tree: GameTree) -> None:
        super().__init__()
        self._players = range(tree.players)

    def string_from(self, state: RulesState, player: int) -> str:
        """See `Observer`."""
        looks = [state.node.look(seat) for seat in self._players]
        return "\n".join([line for line in looks[player] if not all(line in look for look in looks)])


def memory_rows(tree: GameTree, facts: Facts) -> int:
    """How many moments the numbers of an information state have room for; 0: there are no such numbers."""
    rows = facts.longest + 1
    return rows if facts.exact and rows * tree.layout.observations.size <= MOST_NUMBERS else 0
