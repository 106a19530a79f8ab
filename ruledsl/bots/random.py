"""A bot that takes any option, each equally likely."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.chance import below
from interpreter.machine import Machine
from interpreter.views import View
from ruledsl.bots.base import Key, own_generator


class RandomBot:
    """Takes any option."""

    name = "random"

    def __init__(self, machine: Machine, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View, keys: Sequence[Key], committed: Sequence[Key] = ()) -> int:
        """See `ruledsl.bots.base.Bot`."""
        return below(own_generator(self.seed, view), len(keys))
