"""The tree of an information-set search: what each seat has noticed, and how its options have done so far.

Each seat has a tree of its own (multiple-observer search). A node is what the seat has noticed since the
search began; two positions that differ in what it could not notice are one node, so a seat cannot choose by
what it does not know, and in a simultaneous choice nobody chooses by what the others have chosen. Which
options there are may differ between positions of one node (another hand was guessed), so every option counts
how often it was on offer when it was weighed, and the bandit of a node is UCB1 over these counts.

Sources: P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012
(MO-ISMCTS, availability counts); D. Auger, "Multiple Tree for Partially Observable Monte-Carlo Tree Search",
2011 (a tree for each player over its own observations); R. Coulom, "Computing Elo Ratings of Move Patterns in
the Game of Go", 2007, and G. Chaslot et al., "Progressive Strategies for Monte-Carlo Tree Search", 2008
(widening and unpruning: how many options are tried grows with the visits, the likeliest first).

Nothing here knows what is played: options are names, what was noticed is anything that can be looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from math import log, sqrt
from typing import Final

from interpreter.chance import below

EXPLORATION: Final = 1.4
"""How much an option that was tried less is preferred, in standard deviations of what tries give: Cowling's
0.7 for worths from 0 to 1, whose deviation is 0.5."""

WIDTH: Final = 3.0
"""After n visits so many times the root of n options are tried, and `FIRST` more."""

FIRST: Final = 3


class Edge:
    """How one option has done: `visits` tries, worth `total` together, while it was on offer so often."""

    __slots__ = ("offered", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.offered = 1
        self.total = 0.0

    @property
    def mean(self) -> float:
        """What it was worth on average; it must have been tried."""
        return self.total / self.visits


class Offered:
    """The options of one decision by their names, in their order; `labels` are their kinds, or give them."""

    __slots__ = ("indexes", "labels")

    def __init__(
        self, names: Sequence[Hashable], labels: Sequence[Hashable] | Callable[[], Sequence[Hashable]]
    ) -> None:
        self.indexes = {name: index for index, name in enumerate(names)}
        self.labels = labels

    def untried(self, tried: Mapping[Hashable, Edge], generator: list[int]) -> Hashable:
        """An option that was not tried: any, each kind of option as often."""
        labels = self.labels() if callable(self.labels) else self.labels
        kinds: dict[Hashable, list[Hashable]] = {}
        for (name, _), label in zip(self.indexes.items(), labels, strict=True):
            if name not in tried:
                kinds.setdefault(label, []).append(name)
        kind = list(kinds.values())[below(generator, len(kinds))]
        return kind[below(generator, len(kind))]


class Node:
    """What a seat knows at one moment of the search, as far as it noticed it there."""

    __slots__ = ("edges", "next", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[Hashable, Edge] = {}
        self.next: dict[Hashable, Node] = {}

    def after(self, noticed: Hashable) -> Node:
        """The node of a seat that has noticed this since."""
        found = self.next.get(noticed)
        if found is None:
            found = self.next[noticed] = Node()
        return found

    def select(self, offered: Offered, deviation: float, generator: list[int]) -> Hashable:
        """The option to try now; all that were on offer are counted.

        `deviation`: that of what tries have been worth so far.
        """
        self.visits += 1
        edges, there = self.edges, offered.indexes
        known = [(name, edge) for name, edge in edges.items() if name in there]
        for name, edge in known:
            edge.offered += 1
            if not edge.visits:  # nothing came of its first try
                return name
        if len(known) < min(len(there), FIRST + int(WIDTH * sqrt(self.visits))):
            name = offered.untried(edges, generator)
            edges[name] = Edge()
            return name
        wide = EXPLORATION * deviation
        best, most = known[0][0], float("-inf")
        for name, edge in known:
            visits = edge.visits
            bound = edge.total / visits + wide * sqrt(log(edge.offered) / visits)
            if bound > most:
                best, most = name, bound
        return best
