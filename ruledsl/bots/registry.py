"""Bots by name.

A name may be followed by how long the bot thinks about a decision: `ismcts:1000` iterations, `ismcts:0.5s`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.machine import Machine
from ruledsl.bots.base import Bot
from ruledsl.bots.greedy import GreedyBot
from ruledsl.bots.ismcts import IsmctsBot
from ruledsl.bots.limits import Limit, LimitError, read_limit
from ruledsl.bots.random import RandomBot

_MAKERS: Final[dict[str, Callable[[Machine, str], Bot]]] = {"random": RandomBot, "greedy": GreedyBot}
_THINKERS: Final[dict[str, Callable[[Machine, str, Limit], Bot]]] = {IsmctsBot.name: IsmctsBot}

BOT_NAMES: Final[tuple[str, ...]] = (*_MAKERS, *_THINKERS)
"""The names of bots; see `bot_named` for what may follow."""

BEST_BOT: Final = IsmctsBot.name
"""The name of the bot that plays best in general."""

DEFAULT_LIMIT: Final = Limit(iterations=200)
"""How long a bot thinks that nobody has told."""


class BotError(ValueError):
    """A text that names no bot. `name` is what stands for the name, `is_known` whether there is such a bot
    and what follows is wrong; `reason` says it in words."""

    def __init__(self, text: str, name: str, is_known: bool, reason: str) -> None:
        super().__init__(f"{text}: {reason}" if is_known else reason)
        self.text, self.name, self.is_known, self.reason = text, name, is_known, reason


def bot_named(text: str, think: Limit | None = None, *, timed: bool = True) -> str:
    """A bot's name as it is kept: small letters, with its limit if it has one. Raises BotError.

    `think`: the limit of a bot that thinks and is given none. Without `timed` limits in seconds are refused:
    what is played would depend on how quick the machine is.
    """
    name, colon, rest = text.strip().lower().partition(":")
    if name not in BOT_NAMES:
        raise BotError(text, name, False, f"there is no bot {name!r}; there are {', '.join(BOT_NAMES)}")
    limit = think if name in _THINKERS else None
    if colon:
        if name not in _THINKERS:
            raise BotError(text, name, True, f"{name} takes no number: it does not search")
        try:
            limit = read_limit(rest)
        except LimitError as error:
            raise BotError(text, name, True, str(error)) from error
    if limit is not None and not limit.iterations and not timed:
        raise BotError(
            text, name, True,
            "here bots think in iterations, not in seconds, so that the games are the same on every machine",
        )  # fmt: skip
    return name if limit is None else f"{name}:{limit}"


def make_bot(name: str, machine: Machine, seed: str) -> Bot:
    """A bot of this name that plays this game; see `bot_named`. Raises BotError."""
    kept, _, limit = bot_named(name).partition(":")
    if kept in _THINKERS:
        return _THINKERS[kept](machine, seed, read_limit(limit) if limit else DEFAULT_LIMIT)
    return _MAKERS[kept](machine, seed)
