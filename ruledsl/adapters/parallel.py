"""PettingZoo's parallel environment: all agents act in every step, those that are not due by waiting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruledsl.adapters.aec import agents_of, checked_mode, metadata, shown
from ruledsl.adapters.extras import MissingExtra
from ruledsl.adapters.match import IllegalAction, Match, Seeds
from ruledsl.adapters.spaces import Observation, action_space, observation, observation_space
from ruledsl.model.config import SettingValue
from ruledsl.pipeline import Game

try:
    from gymnasium import spaces
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise MissingExtra("rl", error.name) from error

Step = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class ParallelGame(ParallelEnv[str, Observation, int]):
    """As `AECGame`, but every agent acts in every step.

    There is one action more, the last one, `wait`: it is the only legal one of an agent that is not due. What
    all choose at the same time they choose in the same steps; whoever is done earlier waits for the others.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        settings: Mapping[str, SettingValue | str] | None = None,
        render_mode: str | None = None,
        decision_budget: int = 10_000,
    ) -> None:
        self.match = Match(game, players, settings, decision_budget)
        self.metadata = metadata(self.match, parallelizable=True)
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = agents_of(self.match)
        self.agents: list[str] = []
        self.wait = self.match.layout.actions.size
        self._seeds = Seeds()
        self._action_spaces = {agent: action_space(self.match, True) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: observation_space(self.match, True) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """See PettingZoo."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """See PettingZoo."""
        return self._action_spaces[agent]

    def action_text(self, action: int) -> str:
        """What an action is, for people."""
        return "wait" if action == self.wait else self.match.layout.actions.text(action)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins a game; a seed makes it, and those after it, the same every time. There are no options."""
        self.match.start(self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        if self.render_mode == "human":
            self.render()
        seen = self._observations(self.agents)
        return seen, _infos(seen)

    def step(self, actions: dict[str, int]) -> Step:
        """Takes an action of every agent. IllegalAction, and nothing changed, when one is not legal."""
        agents, match = self.agents, self.match
        if not agents:
            raise ValueError("the game is over: begin another one with `reset`")
        taken = self._checked(actions)
        for seat, action in taken:
            match.take(seat, action)
        payoffs = match.payoffs if match.over else (0.0,) * len(agents)
        ended = match.over and not match.broken_off
        if match.over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        seen = self._observations(agents)
        return (
            seen,
            dict(zip(agents, payoffs, strict=True)),
            dict.fromkeys(agents, ended),
            dict.fromkeys(agents, match.broken_off),
            _infos(seen),
        )

    def render(self) -> str | None:
        """The position with all cards open: as text, or printed."""
        return shown(self.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _observations(self, agents: list[str]) -> dict[str, Observation]:
        return {agent: observation(self.match, seat, True) for seat, agent in enumerate(agents)}

    def _checked(self, actions: dict[str, int]) -> list[tuple[int, int]]:
        """The actions of the seats that are due, all of them legal."""
        if set(actions) != set(self.agents):
            raise IllegalAction(f"an action is needed of each of {', '.join(self.agents)}")
        for seat, agent in enumerate(self.possible_agents):
            action = int(actions[agent])
            taking = self.match.taking(seat)
            legal = [self.wait] if taking is None else taking.legal()
            if action not in legal:
                what = "has to wait" if taking is None else "is due and has to take one of its legal actions"
                raise IllegalAction(f"action {action} of {agent} is not legal: {agent} {what}")
        return [(seat, int(actions[self.possible_agents[seat]])) for seat in self.match.due]


def _infos(seen: dict[str, Observation]) -> dict[str, dict[str, Any]]:
    return {agent: {"action_mask": found["action_mask"].copy()} for agent, found in seen.items()}
