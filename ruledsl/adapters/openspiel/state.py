"""A history of a game, as OpenSpiel asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel

from interpreter.hashing import state_hash
from interpreter.machine import ChanceNode

if TYPE_CHECKING:
    from ruledsl.adapters.game_tree import Node
    from ruledsl.adapters.openspiel.game import RulesGame


class RulesState(pyspiel.State):  # type: ignore[misc]
    """A node of the game tree.

    OpenSpiel copies a state attribute by attribute and saves it as its history with its attributes pickled. A
    node is shared by copies, for it never changes, and saved as None: a state that was read has only its
    history, and plays it again when it is asked anything.
    """

    def __init__(self, game: RulesGame) -> None:
        super().__init__(game)
        self._node: Node | None = game.tree.root

    @property
    def node(self) -> Node:
        """Where the history has led to in the game tree."""
        if self._node is None:
            node = self.get_game().tree.root
            for action in self.history():
                node = node.next(action)
            self._node = node
        return self._node

    def current_player(self) -> int:
        """The player who acts, or the number of chance or of the end."""
        node = self.node
        if node.over:
            return int(pyspiel.PlayerId.TERMINAL)
        taking = node.taking
        return int(pyspiel.PlayerId.CHANCE) if taking is None else taking.seat

    def is_terminal(self) -> bool:
        """Whether the game has ended or was broken off."""
        return self.node.over

    def returns(self) -> list[float]:
        """What the game was worth to each player; 0 while it goes on.

        Raises ValueError when that contradicts what was claimed when the game was registered.
        """
        node = self.node
        if node.over and not node.broken_off:
            self.get_game().facts.check(node.payoffs)
        return list(node.payoffs)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the event that is due, with their probabilities."""
        node = self.node
        event = node.chance
        return [] if event is None else node.tree.outcomes.of(event)

    def _legal_actions(self, player: int) -> list[int]:
        taking = self.node.taking
        return taking.legal() if taking is not None and taking.seat == player else []

    def _apply_action(self, action: int) -> None:
        self._node = self.node.next(action)

    def _action_to_string(self, player: int, action: int) -> str:
        tree, event = self.node.tree, self.node.chance
        if player >= 0:
            return tree.action_texts[action]
        return f"outcome {action}" if event is None else tree.outcomes.text(event, action)

    def __str__(self) -> str:
        """Everything that stands on the table, for people, and a fingerprint of the rest."""
        node = self.node
        lines = []
        if node.position is not None:
            lines += node.tree.notes.everything(node.position)
            lines.append(f"position {state_hash(node.tree.machine.layout, node.position)[:16]}")
        lines += _due(node)
        return "\n".join(lines)


def _due(node: Node) -> list[str]:
    """Who has to act, and how far a move has got."""
    tree = node.tree
    if node.over:
        return ["broken off"] if node.broken_off else []
    if isinstance(node.at, ChanceNode):
        words: list[Any] = ["chance", *node.at.labels]
        move = "" if node.seat is None else f" in a move of {tree.seat_names[node.seat]}"
        return [" ".join(str(word) for word in words) + move + _taken(node)]
    taking = node.taking
    return [] if taking is None else [f"{tree.seat_names[taking.seat]} to act{_taken(node)}"]


def _taken(node: Node) -> str:
    if not node.under_way:
        return ""
    return ": " + ", ".join([node.tree.action_texts[action] for action in node.taken])
