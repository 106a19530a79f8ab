"""The whole game tree of a small game, with explicit chance.

A history is the root or what follows from one by a choice or an outcome of chance; equal cards are one
outcome with their joint probability. An information set is what a player can know when deciding: everything
that player has seen, heard and chosen from the beginning (perfect recall), taken from `interpreter.views`
alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import define, field, frozen

from interpreter.machine import ChanceNode, Machine
from interpreter.position import Position
from interpreter.views import Log, observations, view

Told = tuple[bytes, ...]
"""For each seat a digest of all that it has seen and chosen."""

Progress = Callable[[int], None]

EVERY = 50
"""Progress is told after so many histories."""


class TreeTooLarge(Exception):
    """The tree has more histories than the limit; `counts` tells how far it was walked."""

    def __init__(self, counts: Counts, limit: int) -> None:
        super().__init__(f"the game tree has more than {limit} histories")
        self.counts, self.limit = counts, limit


@define
class Counts:
    """What a walk has counted. `values` are the players' expected payoffs when all choose uniformly."""

    players: int
    terminal: int = 0
    chance: int = 0
    decision: int = 0
    deepest: int = 0
    """the most choices and outcomes of chance from the root to an end"""
    widest: int = 0
    """the most options of one decision"""
    information_sets: list[int] = field(factory=list)
    values: list[Fraction] = field(factory=list)

    @property
    def histories(self) -> int:
        """All nodes of the tree, the root included."""
        return self.terminal + self.chance + self.decision


@frozen
class _Node:
    """A node still to be walked: what it is, its depth, its probability, and what each seat has seen."""

    at: Position | ChanceNode
    depth: int
    probability: Fraction
    told: Told


def walk(machine: Machine, limit: int = 1_000_000, progress: Progress | None = None) -> Counts:
    """Walks the whole tree. Raises TreeTooLarge beyond `limit` histories, RulesFault for what is wrong."""
    counts = Counts(machine.program.players)
    sets: list[set[bytes]] = [set() for _ in range(counts.players)]
    values = [Fraction(0)] * counts.players
    empty = (b"",) * counts.players
    log = Log()
    waiting = [_seen(machine, _Node(machine.begin(log), 0, Fraction(1), empty), log)]
    while waiting:
        node = waiting.pop()
        if counts.histories >= limit:
            raise TreeTooLarge(counts, limit)
        counts.deepest = max(counts.deepest, node.depth)
        if isinstance(node.at, ChanceNode):
            counts.chance += 1
            waiting.extend(_outcomes(machine, node, node.at))
        elif node.at.over:
            counts.terminal += 1
            for seat, payoff in enumerate(machine.outcome(node.at).payoffs):
                values[seat] += node.probability * payoff
        else:
            counts.decision += 1
            waiting.extend(_choices(machine, node, node.at, counts, sets))
        if progress is not None and counts.histories % EVERY == 0:
            progress(counts.histories)
    counts.information_sets = [len(found) for found in sets]
    counts.values = values
    return counts


def _outcomes(machine: Machine, node: _Node, chance: ChanceNode) -> Iterator[_Node]:
    event = chance.event
    for index, weight in reversed(list(enumerate(event.weights))):
        probability = node.probability * Fraction(weight, event.total)
        log = Log()
        yield _seen(machine, _Node(chance.resolve(index, log), node.depth + 1, probability, node.told), log)


def _choices(
    machine: Machine, node: _Node, position: Position, counts: Counts, sets: list[set[bytes]]
) -> Iterator[_Node]:
    decision = machine.decision(position)
    options = decision.options
    counts.widest = max(counts.widest, len(options))
    sets[decision.seat].add(node.told[decision.seat])
    share = node.probability / len(options)
    for number, option in reversed(list(enumerate(options))):
        told = list(node.told)
        told[decision.seat] = _add(told[decision.seat], f"chose {number}")
        log = Log()
        after = machine.advance(position, option, log)
        yield _seen(machine, _Node(after, node.depth + 1, share, tuple(told)), log)


def _seen(machine: Machine, node: _Node, log: Log) -> _Node:
    """The node with what each seat noticed of the move and sees now added, if the game stands still there.

    `log` was told the whole move, with the events of chance in it.
    """
    if isinstance(node.at, ChanceNode):
        return node
    told = tuple(
        _add(before, repr((observations(log, seat), view(machine.layout, node.at, seat, resume=False))))
        for seat, before in enumerate(node.told)
    )
    return _Node(node.at, node.depth, node.probability, told)


def _add(before: bytes, seen: str) -> bytes:
    return hashlib.blake2b(before + seen.encode(), digest_size=16).digest()
