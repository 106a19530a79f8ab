"""Chance: the only place in the engine where something is decided that neither rules nor players decide.

Each random event is one pick among outcomes with whole-number weights. It is either sampled from a generator
(`Sampled`) or handed out from a list (`Scripted`), so the same code plays a game, repeats it and grows its
tree.

The generator is PCG32 (XSH-RR 64/32; M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient
Statistically Good Algorithms for Random Number Generation", 2014), written here because the streams of other
generators are not promised to stay the same. Its state is two numbers, [state, increment], and lives in
`Position.generator`.

What both backends must do alike, number by number:
* a seed becomes state and stream by `seed_generator`;
* a number below n is the first output that is at least 2**32 mod n, taken modulo n (no bias);
* an event with only one outcome is no event: nothing is taken from the generator and nothing is recorded;
* a pick among pieces takes one number below the number of pieces, and that index of the list they stand in.
  Of the piece there only the label counts: of its twins among them the one with the lowest number is taken.
  So the same labels lead to the same game again, down to which twin lies where.

Outcomes have labels: for a piece `Layout.piece_label` (its face, when nobody owns it), for a die its value,
for a place in a pile its 1-based number. `history` of either kind is the list of the labels that came up;
handed to `Scripted` it repeats the same game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from struct import Struct
from typing import Protocol

from attrs import frozen

from interpreter.faults import EngineBug, Refused
from interpreter.position import Position

GENERATOR = "pcg32-1"
"""Name and version of the generator with its seeding; it goes into records of games."""

SPLIT_STEP = 0x9E3779B97F4A7C15
SPLIT_FIRST = 0xBF58476D1CE4E5B9
SPLIT_SECOND = 0x94D049BB133111EB
"""The numbers of SplitMix64, see `decision_generator`."""

_WORDS = Struct(">4Q")
_MULTIPLIER = 6364136223846793005
_MASK64 = 0xFFFFFFFFFFFFFFFF
_RANGE32 = 0x100000000


@frozen
class Event:
    """Something that chance has to decide.

    `kind`: piece (which piece comes), roll (what a die shows) or place (where in a pile a piece was).
    `outcomes` are labels, `weights[i]` how many equally likely ways lead to `outcomes[i]`; `zone`: where, or
    -1.
    """

    kind: str
    outcomes: tuple[int, ...]
    weights: tuple[int, ...]
    zone: int = -1

    @property
    def total(self) -> int:
        """The sum of the weights: outcome i has probability `weights[i] / total`."""
        return sum(self.weights)


class ChanceNeeded(Exception):
    """`Scripted` has no more outcomes; `event` is what is to be decided. The position is half changed: drop
    it."""

    def __init__(self, event: Event) -> None:
        super().__init__(event)
        self.event = event


class Chance(Protocol):
    """What decides random events."""

    history: list[int]
    """the labels of what came up, first to last"""

    def pick(self, event: Event) -> int:
        """The index of the outcome that comes up."""

    def pick_piece(self, labels: Sequence[int], pieces: Sequence[int], zone: int = -1) -> int:
        """The index of one of `pieces`, all equally likely; `labels[piece]` is what a piece goes by.

        Which of its twins is taken is not up to chance.
        """

    def pick_value(self, low: int, high: int) -> int:
        """A number from low to high, all equally likely."""


# ---------------------------------------------------------------------------------------------
# The generator


def seed_generator(seed: int | str) -> list[int]:
    """The generator's state for a seed; a number and its decimal text are the same seed."""
    return start_generator(*seed_words(seed))


def seed_words(seed: int | str) -> tuple[int, int]:
    """State and stream to start a generator from: the 256 bits of the seed's SHA-256, folded into 64 each."""
    digest = hashlib.sha256(f"{GENERATOR}:{seed}".encode()).digest()
    a, b, c, d = _WORDS.unpack(digest)
    return a ^ c, b ^ d


def decision_generator(state: int, stream: int, number: int) -> list[int]:
    """A generator for the decision with this number: cheap, and unlike those of the decisions beside it.

    States that stand close together start generators whose first numbers are alike, so the state is that of
    SplitMix64 (G. L. Steele Jr., D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014)
    after so many steps.
    """
    mixed = (state + number * SPLIT_STEP) & _MASK64
    mixed = ((mixed ^ (mixed >> 30)) * SPLIT_FIRST) & _MASK64
    mixed = ((mixed ^ (mixed >> 27)) * SPLIT_SECOND) & _MASK64
    return start_generator(mixed ^ (mixed >> 31), stream)


def start_generator(state: int, stream: int) -> list[int]:
    """The generator as the reference implementation starts it from a state and a stream number."""
    generator = [0, ((stream << 1) | 1) & _MASK64]
    next_output(generator)
    generator[0] = (generator[0] + state) & _MASK64
    next_output(generator)
    return generator


def next_output(generator: list[int]) -> int:
    """32 random bits; the generator moves on."""
    old = generator[0]
    generator[0] = (old * _MULTIPLIER + generator[1]) & _MASK64
    mixed = (((old >> 18) ^ old) >> 27) & 0xFFFFFFFF
    turn = old >> 59
    return (mixed >> turn) | ((mixed << (32 - turn)) & 0xFFFFFFFF)


def below(generator: list[int], n: int) -> int:
    """A number from 0 to n - 1 without bias; n is 1 to 2**32. For n = 1 the generator stays as it is."""
    if n == 1:
        return 0
    threshold = _RANGE32 % n
    increment = generator[1]
    while True:
        old = generator[0]
        generator[0] = (old * _MULTIPLIER + increment) & _MASK64
        mixed = (((old >> 18) ^ old) >> 27) & 0xFFFFFFFF
        turn = old >> 59
        bits = (mixed >> turn) | ((mixed << (32 - turn)) & 0xFFFFFFFF)
        if bits >= threshold:
            return bits % n


def below_large(generator: list[int], n: int) -> int:
    """As `below` for any n: as many outputs as needed make one number, and it is drawn again when too
    great."""
    if n <= _RANGE32:
        return below(generator, n)
    words = (n.bit_length() + 31) // 32
    top = 1 << (32 * words)
    while True:
        bits = 0
        for _ in range(words):
            bits = bits << 32 | next_output(generator)
        if bits >= top % n:
            return bits % n


def shuffle_list(generator: list[int], items: list[int]) -> None:
    """Puts a list into a random order, every order equally likely."""
    for last in range(len(items) - 1, 0, -1):
        other = below(generator, last + 1)
        items[last], items[other] = items[other], items[last]


# ---------------------------------------------------------------------------------------------
# Two kinds of chance


class Sampled:
    """Chance from the generator of a position (which moves on in the position)."""

    __slots__ = ("generator", "history")

    def __init__(self, position: Position) -> None:
        if len(position.generator) != 2:
            raise EngineBug("the position has no generator")
        self.generator = position.generator
        self.history: list[int] = []

    @classmethod
    def of(cls, generator: list[int]) -> Sampled:
        """Chance from a generator that stands in no position."""
        made = cls.__new__(cls)
        made.generator = generator
        made.history = []
        return made

    def pick(self, event: Event) -> int:
        """See `Chance`."""
        if len(event.outcomes) == 1:
            return 0
        rest = below(self.generator, event.total)
        for index, weight in enumerate(event.weights):
            if rest < weight:
                self.history.append(event.outcomes[index])
                return index
            rest -= weight
        raise EngineBug("an event's weights do not add up")

    def pick_uniform(self, n: int) -> int:
        """An index below n; for events whose outcomes are numbered from 0."""
        if n == 1:
            return 0
        index = below(self.generator, n)
        self.history.append(index)
        return index

    def pick_piece(self, labels: Sequence[int], pieces: Sequence[int], zone: int = -1) -> int:
        """See `Chance`."""
        first = labels[pieces[0]]
        for piece in pieces:
            if labels[piece] != first:
                index = below(self.generator, len(pieces))
                self.history.append(labels[pieces[index]])
                return index
        return 0

    def pick_value(self, low: int, high: int) -> int:
        """See `Chance`."""
        if low == high:
            return low
        value = low + below(self.generator, high - low + 1)
        self.history.append(value)
        return value


class Scripted:
    """Chance that is handed out: `labels` come up in this order.

    When they are used up, `after` decides, if there is one; else `ChanceNeeded` is raised. A label that
    cannot come up is refused.
    """

    __slots__ = ("after", "history", "labels", "used")

    def __init__(self, labels: Iterable[int] = (), after: Sampled | None = None) -> None:
        self.labels = list(labels)
        self.used = 0
        self.history: list[int] = []
        self.after = after

    def pick(self, event: Event) -> int:
        """See `Chance`."""
        if len(event.outcomes) == 1:
            return 0
        if self.used < len(self.labels):
            label = self.labels[self.used]
            if label not in event.outcomes:
                raise Refused(f"chance cannot give {label} here; it can give {sorted(event.outcomes)}")
            self.used += 1
            index = event.outcomes.index(label)
        elif self.after is not None:
            index = self.after.pick(event)
        else:
            raise ChanceNeeded(event)
        self.history.append(event.outcomes[index])
        return index

    def pick_uniform(self, n: int) -> int:
        """See `Sampled`."""
        return self.pick(Event("index", tuple(range(n)), (1,) * n))

    def pick_piece(self, labels: Sequence[int], pieces: Sequence[int], zone: int = -1) -> int:
        """See `Chance`. Twins are one outcome; the first of them is taken."""
        weights: dict[int, int] = {}
        for piece in pieces:
            label = labels[piece]
            weights[label] = weights.get(label, 0) + 1
        outcomes = tuple(sorted(weights))
        chosen = outcomes[self.pick(Event("piece", outcomes, tuple(weights[o] for o in outcomes), zone))]
        for index, piece in enumerate(pieces):
            if labels[piece] == chosen:
                return index
        raise EngineBug("a picked outcome is not among the pieces")

    def pick_value(self, low: int, high: int) -> int:
        """See `Chance`."""
        values = tuple(range(low, high + 1))
        return values[self.pick(Event("roll", values, (1,) * len(values)))]
