"""Gymnasium's environment for one learner: bots sit on the other seats and see no more than their views."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from interpreter.machine import Machine
from ruledsl.adapters.aec import RENDER_MODES, checked_mode, shown
from ruledsl.adapters.extras import MissingExtra
from ruledsl.adapters.match import IllegalAction, Match, Seeds
from ruledsl.adapters.spaces import Observation, action_space, mask, observation, observation_space
from ruledsl.bots import Bot, bot_named, make_bot
from ruledsl.model.config import SettingValue
from ruledsl.pipeline import Game

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtra("rl", error.name) from error

MakeBot = Callable[[Machine, str], Bot]
"""Makes a bot for a machine and a seed."""

MOST_IDLE_GAMES: Final = 100
"""After so many games in a row in which the learner had nothing to decide it is an error."""


class SingleGame(gymnasium.Env[Observation, int]):
    """A game in which one seat learns.

    `seat` is the learner's, from 0. `bots` is the name of a bot or a function that makes a bot, for all
    other seats, or a sequence of one for each of them in order. The reward is 0 until the game is over and
    then what it is worth to the learner; a game that is broken off is truncated. A game in which the learner
    has nothing to decide is passed over.

    `illegal`: None: an action that the mask forbids raises IllegalAction. A number: it ends the game with
    this reward, for learners that know no masks. `game`, `players`, `settings` as for `AECGame`.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        settings: Mapping[str, SettingValue | str] | None = None,
        seat: int = 0,
        bots: str | MakeBot | Sequence[str | MakeBot] = "random",
        illegal: float | None = None,
        render_mode: str | None = None,
        decision_budget: int = 10_000,
    ) -> None:
        self.match = Match(game, players, settings, decision_budget)
        count = len(self.match.seats)
        if not 0 <= seat < count:
            raise ValueError(f"seat {seat} is not one of 0 to {count - 1}")
        self.seat = seat
        self.illegal = illegal
        self.render_mode = checked_mode(render_mode)
        self.action_space = action_space(self.match)
        self.observation_space = observation_space(self.match)
        self._makers = _makers(bots, count, seat)
        self._bots: dict[int, Bot] = {}
        self._seeds = Seeds()
        self._ended = True

    def action_masks(self) -> NDArray[np.int8]:
        """The legal actions as 0 and 1, under the name that maskable learners ask for."""
        return mask(self.match, self.seat)

    def action_text(self, action: int) -> str:
        """What an action is, for people."""
        return self.match.layout.actions.text(action)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game and plays on to the learner's first decision. A seed makes this game, and those after
        it, the same every time. There are no options."""
        super().reset(seed=seed)
        for _ in range(MOST_IDLE_GAMES):
            self.match.start(self._seeds.next(seed))
            seed = None
            name = self.match.seed
            self._bots = {s: make(self.match.machine, f"{name}:{s}") for s, make in self._makers.items()}
            self._play_on()
            if not self.match.over:
                break
        else:
            raise RuntimeError(f"in {MOST_IDLE_GAMES} games seat {self.seat} had nothing to decide")
        self._ended = False
        self._draw()
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action of the learner, then lets the bots play on to its next decision."""
        if self._ended:
            raise ValueError("the game is over, or none has begun: begin one with `reset`")
        match = self.match
        try:
            match.take(self.seat, int(action))
        except IllegalAction:
            if self.illegal is None:
                raise
            self._ended = True
            seen, info = self._seen()
            return seen, float(self.illegal), True, False, {**info, "illegal": True}
        self._play_on()
        self._ended = match.over
        self._draw()
        reward = match.payoffs[self.seat] if match.over else 0.0
        seen, info = self._seen()
        return seen, reward, match.over and not match.broken_off, match.broken_off, info

    def render(self) -> str | None:
        """The position as the learner may know it: as text, or printed."""
        return shown(self.match, self.render_mode, self.seat)

    def _draw(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = observation(self.match, self.seat)
        return seen, {"action_mask": seen["action_mask"].copy()}

    def _play_on(self) -> None:
        """Lets the bots choose until the learner is due or the game is over."""
        match = self.match
        while not match.over:
            others = [seat for seat in match.due if seat != self.seat]
            if not others:
                return
            for seat in others:
                match.let_choose(seat, self._bots[seat])


def _makers(bots: str | MakeBot | Sequence[str | MakeBot], count: int, learner: int) -> dict[int, MakeBot]:
    """For each seat but the learner's what makes its bot."""
    others = [seat for seat in range(count) if seat != learner]
    several = [bots] * len(others) if isinstance(bots, str) or callable(bots) else list(bots)
    if len(several) != len(others):
        raise ValueError(f"{len(several)} bots for {len(others)} seats besides the learner's")
    return {seat: _maker(bot) for seat, bot in zip(others, several, strict=True)}


def _maker(bot: str | MakeBot) -> MakeBot:
    if not isinstance(bot, str):
        return bot
    name = bot_named(bot)

    def make(machine: Machine, seed: str) -> Bot:
        return make_bot(name, machine, seed)

    return make
