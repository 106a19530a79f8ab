"""One search: tries options in guesses at the position until a limit, and says which did best.

Each iteration takes an option at the root, plays on in a guess by the trees of all seats, adds one node,
has the rest played out, and tells every option on the way what its seat got.

The n-th try of every option is played in the n-th guess, with the same chance: what an option seems to gain
over another one is then not the luck of its guesses (common random numbers), and few guesses are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from interpreter.faults import RulesFault
from ruledsl.bots.search.game import Ending, Game, Lost
from ruledsl.bots.search.scale import Scale
from ruledsl.bots.search.tree import Edge, Node, Offered

DEEPEST: Final = 200
"""So many decisions are made in the trees in one iteration."""

Path = list[tuple[int, Edge]]
"""The options taken on the way, each with the seat that took it."""


class Search:
    """The search for one decision of a seat. `keys` are those of its options in their order.

    `committed`: the indexes of what the seat has chosen so far in a simultaneous choice that is under way.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        keys: Sequence[tuple[object, ...]],
        committed: Sequence[int],
        generator: list[int],
    ) -> None:
        self.game, self.seat, self.keys = game, seat, keys
        self.committed, self.generator = committed, generator
        self.scale = Scale(game.players, game.pays)
        self.root = Node()
        self.offered: Offered | None = None
        self.trees = [Node() for _ in range(game.players)]

    def run(self, iterations: Iterable[object]) -> None:
        """So many iterations."""
        for _ in iterations:
            self.iterate()

    @property
    def best(self) -> int | None:
        """The index of the option that was tried most, of these the best on average; None: none was."""
        found = [(edge.visits, edge.mean, name) for name, edge in self.root.edges.items() if edge.visits]
        if not found or self.offered is None:
            return None
        _, _, name = max(found, key=lambda one: one[:2])
        return self.offered.indexes[name]

    def iterate(self) -> None:
        """One try of one option."""
        number = 0
        path: Path = []
        try:
            if self.offered is None:
                self.offered = self._opened()
            name = self.root.select(self.offered, self.scale.deviation, self.generator)
            edge = self.root.edges[name]
            number = edge.visits
            path.append((self.seat, edge))
            endings = self._played(number, self.offered.indexes[name], path)
        except (RulesFault, Lost):
            self.game.drop(number)
            return
        worths = [(ending.games, self.scale.worths(ending)) for ending in endings]
        games = sum([count for count, _ in worths])
        for seat, edge in path:
            edge.visits += 1
            edge.total += sum([count * each[seat] for count, each in worths]) / games

    def _opened(self) -> Offered:
        """The options of the decision that is searched.

        Options speak only of what the seat knows, and in all guesses from one view what is known has the same
        numbers; so they are the same in every guess, in the same order.
        """
        self._to_the_root(0, [])
        if not self.game.is_asked(self.keys):
            raise Lost
        return Offered(self.game.names(), self.game.labels())

    def _played(self, number: int, index: int, path: Path) -> Sequence[Ending]:
        """Plays the option with this index in a guess, notes what was taken on the way, and plays on."""
        game = self.game
        nodes = self._to_the_root(number, path)
        count = game.play(index, True)
        nodes = self._moved(nodes)
        for _ in range(DEEPEST):
            if not count:
                break
            node = nodes[game.seat]
            is_new = not node.visits
            index = self._chosen(node, path)
            count = game.play(index, True)
            if is_new:
                break
            nodes = self._moved(nodes)
        return game.endings()

    def _to_the_root(self, number: int, path: Path) -> list[Node]:
        """Lets those who chose before in a simultaneous choice choose, and repeats the seat's own choices.

        The nodes of all seats then.
        """
        game, nodes, waiting = self.game, self.trees, list(self.committed)
        count = game.start(number)
        while count and (game.seat != self.seat or waiting):
            if game.seat == self.seat:
                index = waiting.pop(0)
            elif game.together:
                index = self._chosen(nodes[game.seat], path) if count > 1 else 0
            else:
                raise Lost
            if index >= count:
                raise Lost
            count = game.play(index, False)
            nodes = self._moved(nodes)
        if count != len(self.keys):
            raise Lost
        return nodes

    def _chosen(self, node: Node, path: Path) -> int:
        """The index of what is taken by the seat that decides now, and noted on the way."""
        game = self.game
        offered = Offered(game.names(), game.labels)
        name = node.select(offered, self.scale.deviation, self.generator)
        path.append((game.seat, node.edges[name]))
        return offered.indexes[name]

    def _moved(self, nodes: Sequence[Node]) -> list[Node]:
        """The nodes of all seats after what was played last; who noticed nothing stays where it is."""
        return [
            node.after(noticed) if noticed else node
            for node, noticed in zip(nodes, self.game.noticed(), strict=True)
        ]
