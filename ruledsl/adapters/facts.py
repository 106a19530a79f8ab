"""What algorithms want to know of a game before it begins: how long it lasts, what can be won, whether one
player's gain is another one's loss.

The whole tree of a small game is walked, and then all of this is exact. Of a larger game only what its
Program tells is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from attrs import define, evolve, field, frozen

from interpreter.chance import below, seed_generator
from interpreter.program import Draw, Program, Roll, Shuffle, Target, Together
from ruledsl.adapters.game_tree import GameTree, Node
from ruledsl.bots.parts import parts

MOST_HISTORIES = 10_000
"""A tree with more nodes than this is not walked."""

_PROBES = 16
"""So many random lines of play tell whether a tree can be small enough."""

_NEARLY = 1e-9
"""Sums of payoffs that differ by less are the same: payoffs may be fractions."""


@frozen
class Facts:
    """What is known of a game.

    `low` and `high` bound every payoff; they are infinite where nothing is known. `total` is what the payoffs
    of all seats add up to, None when that differs or is not known; `shared`: all seats always get the same.
    `longest`: the most actions of players in a game; `outcomes`: more than any number of an outcome of
    chance, 0 without chance. `secrets`: whether a player can know what another one does not. `exact`: the
    whole tree was walked.
    """

    low: float
    high: float
    total: float | None
    longest: int
    outcomes: int
    secrets: bool
    shared: bool = False
    exact: bool = False

    def believing(self, claims: Claims) -> Facts:
        """The facts with what somebody claims about them; ValueError where that is known to be wrong.

        The bounds include 0: that is what a game is worth when it is broken off.
        """
        low = -math.inf if claims.low is None else min(claims.low, 0.0)
        high = math.inf if claims.high is None else max(claims.high, 0.0)
        if not self.exact:
            total = self.total if claims.total is None else claims.total
            return evolve(self, low=max(low, self.low), high=min(high, self.high), total=total)
        other = claims.total is not None and (self.total is None or abs(self.total - claims.total) > _NEARLY)
        if other or low > self.low or high < self.high:
            raise ValueError(f"{claims} is wrong: see {self}")
        return self

    def check(self, payoffs: Sequence[float]) -> None:
        """Raises ValueError when payoffs are not as it is said here, which can only come of a claim."""
        if self.exact:
            return
        total = math.fsum(payoffs)
        if not all(self.low <= worth <= self.high for worth in payoffs):
            raise ValueError(f"payoffs {payoffs} do not lie between {self.low} and {self.high}")
        if self.total is not None and abs(total - self.total) > _NEARLY:
            raise ValueError(f"payoffs {payoffs} add up to {total}, not to {self.total}")


@frozen
class Claims:
    """What somebody who knows a game says of its payoffs: what they add up to, and their bounds."""

    total: float | None = None
    low: float | None = None
    high: float | None = None


def facts_of(tree: GameTree, most_histories: int = MOST_HISTORIES) -> Facts:
    """The facts of a game. A tree that could be walked is kept with its nodes (see `GameTree.keep`)."""
    told = _told(tree)
    if _size(tree.root, most_histories) > most_histories:
        return told
    tree.keep = True
    walk = _Walk()
    if walk.all(tree.root, most_histories):
        return walk.facts(told)
    tree.keep = False
    tree.root.forget()
    return told


def _told(tree: GameTree) -> Facts:
    """What the Program tells. Without a payoff of its own a game is worth 1 to -1, by rank (see `Judge`)."""
    program = tree.machine.program
    ranked = not program.payoffs
    return Facts(
        low=-1.0 if ranked else -math.inf,
        high=1.0 if ranked else math.inf,
        total=0.0 if ranked else None,
        longest=tree.horizon,
        outcomes=tree.outcomes.count if _has_chance(program) else 0,
        secrets=_has_secrets(program),
    )


def _has_chance(program: Program) -> bool:
    return any(
        isinstance(node, Draw | Roll | Shuffle) or (isinstance(node, Target) and node.shuffled)
        for node in parts(program.blocks)
    )


def _has_secrets(program: Program) -> bool:
    """Whether a zone is for one player's eyes, or players choose without knowing what others choose."""
    private = any(zone.visibility == "private" for zone in program.zones)
    together = any(isinstance(node, Together) for node in parts(program.blocks))
    return program.players > 1 and (private or together)


def _size(root: Node, limit: int) -> float:
    """The number of ends of a tree, estimated: the mean product of branchings along random lines of play.

    D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975.
    """
    generator = seed_generator("size of a tree")
    total = 0.0
    for _ in range(_PROBES):
        node, product = root, 1
        while not node.over and product <= _PROBES * limit:
            actions = node.actions()
            product *= len(actions)
            node = node.next(actions[below(generator, len(actions))])
        total += product
    return total / _PROBES


@define
class _Walk:
    """What is seen on the way through a whole tree."""

    histories: int = 0
    longest: int = 0
    outcomes: int = 0
    payoffs: set[tuple[float, ...]] = field(factory=set)

    def all(self, root: Node, limit: int) -> bool:
        """Walks the tree; False when it has more nodes than the limit."""
        waiting = [root]
        while waiting:
            node = waiting.pop()
            self.histories += 1
            if self.histories + len(waiting) > limit:
                return False
            if node.over:
                self.longest = max(self.longest, node.length)
                self.payoffs.add(node.payoffs)
                continue
            actions = node.actions()
            if node.chance is not None:
                self.outcomes = max(self.outcomes, actions[-1] + 1)
            waiting += [node.next(action) for action in actions]
        return True

    def facts(self, told: Facts) -> Facts:
        """What the walk has shown, besides what was told."""
        sums = [math.fsum(payoffs) for payoffs in self.payoffs]
        return evolve(
            told,
            low=min(_each(self.payoffs)),
            high=max(_each(self.payoffs)),
            total=sums[0] if max(sums) - min(sums) < _NEARLY else None,
            longest=self.longest,
            outcomes=self.outcomes,
            shared=all(len(set(payoffs)) == 1 for payoffs in self.payoffs),
            exact=True,
        )


def _each(payoffs: Iterable[tuple[float, ...]]) -> list[float]:
    return [value for one in payoffs for value in one]
