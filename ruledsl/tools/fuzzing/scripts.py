"""Games as whole numbers.

A script has a group of numbers for the beginning of a game and one for each decision. The first number of a
decision's group says which option is taken, all others say what chance brings, each modulo the number of
possibilities. So every script is a game, also after numbers were left out or made smaller, and that is what
shrinking rests on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.chance import Event, Sampled, below

Script = tuple[tuple[int, ...], ...]
"""Group 0: chance before the first decision. Every other group: the option, then chance."""

NOTHING: Final[Script] = ()
"""The script that says nothing: whoever plays decides all."""


class Driven:
    """Chance that follows numbers; beyond them a generator decides, or without one the first outcome comes.

    `used` are the numbers that were taken, each below its number of possibilities; `history` as in
    `interpreter.chance.Chance`, `kinds` says of each of its labels what was decided (`Event.kind`).
    """

    __slots__ = ("generator", "given", "history", "kinds", "used")

    def __init__(self, given: Sequence[int], generator: list[int] | None) -> None:
        self.given = given
        self.generator = generator
        self.used: list[int] = []
        self.history: list[int] = []
        self.kinds: list[str] = []

    def _number(self, weights: Sequence[int]) -> int:
        number = 0
        if len(self.used) < len(self.given):
            number = self.given[len(self.used)] % len(weights)
        elif self.generator is not None:
            rest = below(self.generator, sum(weights))
            while rest >= weights[number]:
                rest -= weights[number]
                number += 1
        self.used.append(number)
        return number

    def pick(self, event: Event) -> int:
        """See `interpreter.chance.Chance`."""
        if len(event.outcomes) == 1:
            return 0
        number = self._number(event.weights)
        self.history.append(event.outcomes[number])
        self.kinds.append(event.kind)
        return number

    def pick_uniform(self, n: int) -> int:
        """See `interpreter.chance.Sampled`."""
        return self.pick(Event("index", tuple(range(n)), (1,) * n))

    def pick_piece(self, labels: Sequence[int], pieces: Sequence[int], zone: int = -1) -> int:
        """See `interpreter.chance.Chance`. Twins are one outcome."""
        weights: dict[int, int] = {}
        for piece in pieces:
            weights[labels[piece]] = weights.get(labels[piece], 0) + 1
        if len(weights) == 1:
            return 0
        outcomes = sorted(weights)
        chosen = outcomes[self._number([weights[label] for label in outcomes])]
        self.history.append(chosen)
        self.kinds.append("piece")
        return next(index for index, piece in enumerate(pieces) if labels[piece] == chosen)

    def pick_value(self, low: int, high: int) -> int:
        """See `interpreter.chance.Chance`."""
        return low + self.pick(Event("roll", tuple(range(low, high + 1)), (1,) * (high - low + 1)))


class Noted:
    """Chance that is sampled, and noted in the numbers by which `Driven` makes it again."""

    __slots__ = ("history", "numbers", "sampled")

    def __init__(self, sampled: Sampled) -> None:
        self.sampled = sampled
        self.history = sampled.history
        self.numbers: list[int] = []

    def taken(self) -> list[int]:
        """The numbers since this was asked last."""
        numbers, self.numbers = self.numbers, []
        return numbers

    def pick(self, event: Event) -> int:
        """See `interpreter.chance.Chance`."""
        number = self.sampled.pick(event)
        if len(event.outcomes) > 1:
            self.numbers.append(number)
        return number

    def pick_uniform(self, n: int) -> int:
        """See `interpreter.chance.Sampled`."""
        number = self.sampled.pick_uniform(n)
        if n > 1:
            self.numbers.append(number)
        return number

    def pick_piece(self, labels: Sequence[int], pieces: Sequence[int], zone: int = -1) -> int:
        """See `interpreter.chance.Chance`."""
        index = self.sampled.pick_piece(labels, pieces, zone)
        outcomes = sorted({labels[piece] for piece in pieces})
        if len(outcomes) > 1:
            self.numbers.append(outcomes.index(labels[pieces[index]]))
        return index

    def pick_value(self, low: int, high: int) -> int:
        """See `interpreter.chance.Chance`."""
        value = self.sampled.pick_value(low, high)
        if low < high:
            self.numbers.append(value - low)
        return value


def size(script: Script) -> tuple[int, int, int, Script]:
    """How simple a script is; the smaller the simpler: moves, numbers, their sum, then in order."""
    numbers = [number for group in script for number in group]
    return max(0, len(script) - 1), len(numbers), sum(numbers), script


def trimmed(script: Sequence[Sequence[int]]) -> Script:
    """The same game without the zeros that need not be said."""
    groups = []
    for group in script:
        end = len(group)
        while end and group[end - 1] == 0:
            end -= 1
        groups.append(tuple(group[:end]))
    return tuple(groups)
