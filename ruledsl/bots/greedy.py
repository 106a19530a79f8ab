"""A bot that looks one step ahead: it tries each option on a guess at the position and takes the best.

Options of which there are very many are sampled, evenly over their kinds.  Among options that look alike it
takes one at random, from its own chance.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.chance import below, shuffle_list
from interpreter.choices import Option
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from interpreter.position import Position
from interpreter.views import View
from ruledsl.bots.base import Key, guess, is_restless, own_generator
from ruledsl.bots.standing import Standing

MOST_OPTIONS = 48
"""So many options are tried at a decision."""

MOST_TRIES = 64
"""So many positions are looked at for a decision, with what the player goes on to do in the same turn."""

DEPTH = 2
"""So many further decisions of the same player are looked through."""

Score = tuple[float, ...]


class GreedyBot:
    """Takes what looks best one step ahead."""

    name = "greedy"

    def __init__(self, machine: Machine, seed: str) -> None:
        self.machine = machine
        self.seed = seed
        self.standing = Standing(machine)

    def choose(self, view: View, keys: Sequence[Key], committed: Sequence[Key] = ()) -> int:
        """See `ruledsl.bots.base.Bot`."""
        if len(keys) == 1:
            return 0
        generator = own_generator(self.seed, view)
        chosen = below(generator, len(keys))
        if is_restless(view, generator):
            return chosen
        pos = guess(self.machine, view, generator, committed)
        if pos is None or view.seat is None:
            return chosen
        options = self.machine.options(pos)
        if len(options) != len(keys):
            return chosen
        search = _Search(self.machine, self.standing, view.seat, generator)
        best: Score | None = None
        candidates = search.sample([key[0] for key in keys], MOST_OPTIONS)
        search.share = MOST_TRIES // (len(candidates) * self.standing.cost)
        for index in candidates:
            score = search.score(pos, options[index])
            if score is not None and (best is None or score > best):
                best, chosen = score, index
        return chosen


class _Search:
    """The tries for one decision."""

    def __init__(self, machine: Machine, standing: Standing, seat: int, generator: list[int]) -> None:
        self.machine = machine
        self.standing = standing
        self.seat = seat
        self.generator = generator
        self.left = MOST_TRIES
        self.share = 1

    def sample(self, kinds: Sequence[object], most: int) -> list[int]:
        """At most so many indexes in random order, as evenly as can be over the kinds."""
        order = list(range(len(kinds)))
        shuffle_list(self.generator, order)
        if len(order) <= most:
            return order
        queues: dict[object, list[int]] = {}
        for index in order:
            queues.setdefault(kinds[index], []).append(index)
        found: list[int] = []
        while len(found) < most:
            for queue in queues.values():
                if queue and len(found) < most:
                    found.append(queue.pop())
        return found

    def score(self, pos: Position, option: Option, depth: int = DEPTH) -> Score | None:
        """How the seat stands after an option, or None when the guess cannot be played on."""
        self.left -= self.standing.cost
        try:
            after = self.machine.apply(pos, option)
            return self._best(after, depth)
        except RulesFault:
            return None

    def _best(self, pos: Position, depth: int) -> Score:
        """How the seat stands, when its own next decisions in the same go are looked through as well."""
        if depth and self.left > 0 and not pos.over and pos.decisions:
            decision = self.machine.decision(pos)
            if decision.seat == self.seat and not decision.simultaneous:
                options = decision.options
                few = max(2, self.share)
                scores = [
                    self.score(pos, options[index], depth - 1)
                    for index in self.sample([option.label for option in options], few)
                    if self.left > 0
                ]
                found = [score for score in scores if score is not None]
                if found:
                    return max(found)
        return self.standing.of(pos, self.seat)
