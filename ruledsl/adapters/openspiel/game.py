"""A game as OpenSpiel knows it before it begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pyspiel
from attrs import frozen

from ruledsl.adapters.facts import Facts
from ruledsl.adapters.game_tree import GameTree
from ruledsl.adapters.openspiel.observer import Observer, make_observer, memory_rows
from ruledsl.adapters.openspiel.state import RulesState


@frozen
class Entry:
    """What a game is registered with: its name, title, numbers of players, and parameters with defaults."""

    name: str
    title: str
    players: range
    parameters: Mapping[str, Any]

    def type(self, facts: Facts | None = None, memory_numbers: bool = False) -> Any:
        """The `pyspiel.GameType`; without facts the one that says least, for every choice of parameters.

        `memory_numbers`: whether information states are given as numbers, too.
        """
        kinds = pyspiel.GameType
        has_chance, has_secrets = (True, True) if facts is None else (facts.outcomes > 0, facts.secrets)
        chance, information = kinds.ChanceMode, kinds.Information
        return pyspiel.GameType(
            short_name=self.name,
            long_name=self.title,
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=chance.EXPLICIT_STOCHASTIC if has_chance else chance.DETERMINISTIC,
            information=(
                information.IMPERFECT_INFORMATION if has_secrets else information.PERFECT_INFORMATION
            ),
            utility=kinds.Utility.GENERAL_SUM if facts is None else _utility(facts),
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=self.players.stop - 1,
            min_num_players=self.players.start,
            provides_information_state_string=True,
            provides_information_state_tensor=memory_numbers,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=dict(self.parameters),
            provides_factored_observation_string=True,
        )


def _utility(facts: Facts) -> Any:
    utility = pyspiel.GameType.Utility
    if facts.total == 0:
        return utility.ZERO_SUM
    if facts.shared:
        return utility.IDENTICAL
    return utility.GENERAL_SUM if facts.total is None else utility.CONSTANT_SUM


class RulesGame(pyspiel.Game):  # type: ignore[misc]
    """A game of a rules file. `tree` is its game tree, `facts` what is known of it."""

    def __init__(self, entry: Entry, parameters: Mapping[str, Any], tree: GameTree, facts: Facts) -> None:
        self.tree = tree
        self.facts = facts
        info = pyspiel.GameInfo(
            num_distinct_actions=tree.layout.actions.size,
            max_chance_outcomes=facts.outcomes,
            num_players=tree.players,
            min_utility=facts.low,
            # OpenSpiel wants some room between the bounds, also where nothing can be won.
            max_utility=facts.high if facts.high > facts.low else facts.low + 1,
            utility_sum=facts.total if facts.total == 0 or not facts.shared else None,
            max_game_length=facts.longest,
        )
        super().__init__(entry.type(facts, memory_rows(tree, facts) > 0), info, dict(parameters))

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """A game is saved as its name and parameters; who reads it must have registered it."""
        return _named, (str(self),)

    def new_initial_state(self) -> RulesState:
        """The beginning."""
        return RulesState(self)

    def action_to_string(self, player: int, action: int) -> str:
        """An action for people; of chance only its number, for its meaning depends on the event."""
        return self.tree.action_texts[action] if player >= 0 else f"outcome {action}"

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """An observer; by default of what one player sees at one look. See `observer.make_observer`."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return make_observer(self.tree, self.facts, kind, params)


def _named(text: str) -> Any:
    return pyspiel.load_game(text)
