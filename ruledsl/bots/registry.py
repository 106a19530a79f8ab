"""Bots by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.machine import Machine
from ruledsl.bots.base import Bot
from ruledsl.bots.greedy import GreedyBot
from ruledsl.bots.random import RandomBot

_MAKERS: Final[dict[str, Callable[[Machine, str], Bot]]] = {"random": RandomBot, "greedy": GreedyBot}

BOT_NAMES: Final[tuple[str, ...]] = tuple(_MAKERS)
"""The names by which `make_bot` knows bots."""


def make_bot(name: str, machine: Machine, seed: str) -> Bot:
    """A bot of this name that plays this game; raises KeyError for a name that is not in `BOT_NAMES`."""
    return _MAKERS[name](machine, seed)
