"""Environments of PettingZoo and Gymnasium for any rules; importing this needs the extra `rl`.

    env = environments.aec("mine.rules", players=3)          # agents one after the other
    env = environments.parallel("mine.rules", players=3)     # all agents in every step
    env = environments.single("mine.rules", bots="greedy")   # one learner against bots

The classes behind them say what they take and do: `AECGame`, `ParallelGame`, `SingleGame`.
"""

from __future__ import annotations

from typing import Any

from ruledsl.adapters.aec import AECGame
from ruledsl.adapters.extras import MissingExtra
from ruledsl.adapters.match import IllegalAction
from ruledsl.adapters.parallel import ParallelGame
from ruledsl.adapters.single import SingleGame
from ruledsl.adapters.spaces import Observation
from ruledsl.pipeline import Game

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper, TerminateIllegalWrapper
except ImportError as error:
    raise MissingExtra("rl", error.name) from error

__all__ = ["AECGame", "IllegalAction", "ParallelGame", "SingleGame", "aec", "parallel", "single"]

AECAny = AECEnv[str, Observation, int | None]


def aec(game: str | Game, *, illegal: float | None = None, **arguments: Any) -> AECAny:
    """An `AECGame` that also tells when its methods are called in a wrong order.

    `illegal`: None: an action that the mask forbids raises IllegalAction. A number: it ends the game for all,
    with this reward for who took it.
    """
    env: AECAny = AECGame(game, **arguments)
    if illegal is not None:
        env = TerminateIllegalWrapper(env, illegal_reward=illegal)
    return OrderEnforcingWrapper(env)


def parallel(game: str | Game, **arguments: Any) -> ParallelGame:
    """A `ParallelGame`."""
    return ParallelGame(game, **arguments)


def single(game: str | Game, **arguments: Any) -> SingleGame:
    """A `SingleGame`."""
    return SingleGame(game, **arguments)
