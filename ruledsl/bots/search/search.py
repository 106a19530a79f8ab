"""One search: tries options in guesses at the position until a limit, and says which did best.

Each iteration takes an option at the root, plays on in a guess by the trees of all seats, adds one node,
has the rest played out, and tells every option on the way what its seat got.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from interpreter.chance import next_output
from interpreter.choices import Option
from interpreter.faults import Refused, RulesFault
from interpreter.machine import Decision, Machine
from interpreter.position import Position
from interpreter.views import Log, View, observations
from ruledsl.bots.base import option_of
from ruledsl.bots.search.rollouts import Ending, Rollouts
from ruledsl.bots.search.scale import Scale
from ruledsl.bots.search.tree import Edge, Key, Node, Offered
from ruledsl.bots.search.worlds import Worlds

DEEPEST: Final = 200
"""So many decisions are made in the trees in one iteration."""

Path = list[tuple[int, Edge]]
"""The options taken on the way, each with the seat that took it."""


class Lost(Exception):
    """A guess in which play does not come to the decision that is searched, or not on from it."""


class Search:
    """The search for one decision of the view's seat. `keys` are those of its options in their order.

    `committed`: what the seat has chosen so far in a simultaneous choice that is under way.
    """

    def __init__(
        self,
        machine: Machine,
        rollouts: Rollouts,
        view: View,
        keys: Sequence[Key],
        committed: Sequence[Key],
        generator: list[int],
    ) -> None:
        assert view.seat is not None
        self.machine, self.rollouts, self.generator = machine, rollouts, generator
        self.seat: int = view.seat
        self.committed = committed
        self.worlds = Worlds(machine, view, generator)
        self.scale = Scale(machine.layout.players, bool(machine.program.payoffs))
        self.root = Node()
        self.keys = list(keys)
        self.offered = Offered(keys)
        self._options: list[Option] = []
        self.trees = [Node() for _ in range(machine.layout.players)]

    def run(self, iterations: Iterable[object]) -> None:
        """So many iterations."""
        for _ in iterations:
            self.iterate()

    @property
    def best(self) -> int | None:
        """The index of the option that was tried most, of these the best on average; None: none was."""
        found = [(edge.visits, edge.mean, key) for key, edge in self.root.edges.items() if edge.visits]
        if not found:
            return None
        _, _, key = max(found, key=lambda one: one[:2])
        return self.offered.indexes[key]

    def iterate(self) -> None:
        """One try of one option."""
        key = self.root.select(self.offered, self.scale.deviation, self.generator)
        edge = self.root.edges[key]
        number, index = edge.visits, self.offered.indexes[key]
        path: Path = [(self.seat, edge)]
        try:
            endings = self._played(self.worlds.copy_of(number), index, path)
        except (RulesFault, Lost):
            self.worlds.drop(number)
            return
        worths = [(ending.games, self.scale.worths(ending)) for ending in endings]
        games = sum([count for count, _ in worths])
        for seat, edge in path:
            edge.visits += 1
            edge.total += sum([count * each[seat] for count, each in worths]) / games

    def _played(self, pos: Position, index: int, path: Path) -> Sequence[Ending]:
        """Plays the option with this index in a guess, notes what was taken on the way, and plays on."""
        nodes = self._to_the_root(pos, path)
        nodes = self._take(pos, self._option(pos, index), nodes)
        for _ in range(DEEPEST):
            if pos.over:
                break
            decision = self.machine.decision(pos)
            option, is_new = self._chosen(decision, nodes, path)
            nodes = self._take(pos, option, nodes)
            if is_new:
                break
        return self.rollouts.rollouts(pos, self.rollouts.games, next_output(self.generator))

    def _option(self, pos: Position, index: int) -> Option:
        """The option with this index where the searched decision is due.

        Options speak only of what the seat knows, and in all guesses from one view what is known has the same
        numbers; so they are listed once, in the first guess.
        """
        if not self._options:
            options = self.machine.decision(pos).options
            if [option.key for option in options] != self.keys:
                raise Lost
            self._options = options
        return self._options[index]

    def _to_the_root(self, pos: Position, path: Path) -> list[Node]:
        """Lets those who chose before in a simultaneous choice choose, and repeats the seat's own choices.

        The nodes of all seats then.
        """
        nodes, waiting = self.trees, list(self.committed)
        while True:
            if pos.over:
                raise Lost
            decision = self.machine.decision(pos)
            if decision.seat != self.seat:
                if not decision.simultaneous:
                    raise Lost
                option, _ = self._chosen(decision, nodes, path)
            elif waiting:
                again = option_of(decision, waiting.pop(0))
                if again is None:
                    raise Lost
                option = again
            else:
                return nodes
            nodes = self._take(pos, option, nodes)

    def _chosen(self, decision: Decision, nodes: Sequence[Node], path: Path) -> tuple[Option, bool]:
        """What is taken here, and whether its seat had never been here before."""
        options = decision.options
        if len(options) == 1:
            return options[0], False
        node = nodes[decision.seat]
        is_new = not node.visits
        offered = Offered([option.key for option in options])
        key = node.select(offered, self.scale.deviation, self.generator)
        path.append((decision.seat, node.edges[key]))
        return options[offered.indexes[key]], is_new

    def _take(self, pos: Position, option: Option, nodes: Sequence[Node]) -> list[Node]:
        """Carries an option out; the nodes of all seats then.

        The seat that searches knows what it notices. Of the others only that counts which it notices, too:
        what else they would learn (a card they draw) is different in every guess, and a node of its own for
        each would never be seen again.
        """
        log = Log()
        try:
            self.machine.apply_in_place(pos, option, None, log)
        except Refused as refused:
            raise Lost from refused
        return [
            node.after(tuple(observations(log, seat, None if seat == self.seat else self.seat)))
            for seat, node in enumerate(nodes)
        ]
