"""PettingZoo's AEC environment: agents act one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ruledsl.adapters.drawing import draw
from ruledsl.adapters.extras import MissingExtra
from ruledsl.adapters.match import Match, Seeds
from ruledsl.adapters.spaces import Observation, action_space, mask, observation, observation_space
from ruledsl.model.config import SettingValue
from ruledsl.pipeline import Game

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingExtra("rl", error.name) from error

RENDER_MODES = ("ansi", "human")


class AECGame(AECEnv[str, Observation, int | None]):
    """A game for as many agents as it has players; `player_0` sits at A, `player_1` at B, and so on.

    An agent acts until its decision is complete, then whoever is due acts. What all choose at the same time
    is asked one agent after the other and shown to nobody before all are in. Rewards are 0 until the game is
    over and then what it is worth to each seat. A game that is broken off after `decision_budget` decisions
    is truncated. IllegalAction for an action that the mask forbids.

    `game` is a path, the name of a bundled game or a `Game`; `players` and `settings` as in `Game.configure`.
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
        self.metadata = metadata(self.match, parallelizable=False)
        self.render_mode = checked_mode(render_mode)
        self.possible_agents = agents_of(self.match)
        self.agents: list[str] = []
        self._seeds = Seeds()
        self._action_spaces = {agent: action_space(self.match) for agent in self.possible_agents}
        self._observation_spaces = {agent: observation_space(self.match) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """See PettingZoo."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """See PettingZoo."""
        return self._action_spaces[agent]

    def action_text(self, action: int) -> str:
        """What an action is, for people."""
        return self.match.layout.actions.text(action)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; a seed makes it, and those after it, the same every time. There are no options."""
        self.match.start(self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._look()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, and what it may do: nothing, unless it is selected."""
        found = observation(self.match, self._seat(agent))
        if agent != self.agent_selection:
            found["action_mask"][:] = 0
        return found

    def step(self, action: int | None) -> None:
        """Takes an action for the selected agent; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to act: None is for agents whose game is over")
        self.match.take(self._seat(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._look()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position with all cards open: as text, or printed."""
        return shown(self.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _look(self) -> None:
        """Selects who is due, or ends the game for everybody."""
        match = self.match
        if match.over:
            ended = self.truncations if match.broken_off else self.terminations
            for agent, payoff in zip(self.possible_agents, match.payoffs, strict=True):
                ended[agent] = True
                self.rewards[agent] = payoff
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[match.due[0]]
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def _info(self, agent: str) -> dict[str, Any]:
        seat = self._seat(agent) if agent == self.agent_selection else None
        return {"action_mask": mask(self.match, seat)}


def agents_of(match: Match) -> list[str]:
    """The names of the agents, as learning libraries like them, in the order of their seats."""
    return [f"player_{seat}" for seat in range(len(match.seats))]


def metadata(match: Match, parallelizable: bool) -> dict[str, Any]:
    """What PettingZoo wants to know of an environment."""
    return {
        "name": match.game.title.lower().replace(" ", "_"),
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": parallelizable,
    }


def checked_mode(render_mode: str | None) -> str | None:
    """The render mode. ValueError when there is none like that."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(RENDER_MODES)}")
    return render_mode


def shown(match: Match, render_mode: str | None, viewer: int | None = None) -> str | None:
    """The position as text for "ansi"; printed for "human"."""
    if render_mode is None:
        raise ValueError("nothing is drawn without a render_mode: make the environment with one")
    text = draw(match, viewer)
    if render_mode == "ansi":
        return text
    print(text)
    return None
