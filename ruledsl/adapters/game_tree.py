"""The game tree of a Program, action by action and with chance as a player of its own.

A `Node` is a history: what was chosen and what chance gave, from the beginning. It never changes; `Node.next`
gives the one after an action. At a node that is not the end either chance gives an outcome, or a player takes
an action of the decision that is due (see `taking`).

Equal cards are one outcome of chance with their joint probability. A card is decided when it leaves its pile
or is looked at, so no event has more outcomes than there are different cards or places for one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy

from interpreter.chance import Event
from interpreter.faults import Refused
from interpreter.machine import ChanceNode, Machine
from interpreter.notation import key_text
from interpreter.position import Position
from interpreter.views import Log
from ruledsl.adapters.layout import GameLayout
from ruledsl.adapters.noticed import Notes
from ruledsl.adapters.outcomes import OutcomeLayout
from ruledsl.adapters.taking import Taking
from ruledsl.source import Span
from ruledsl.tools.faults import placed


class GameTree:
    """The tree of one Machine; `root` is its first node.

    `horizon`: a game is broken off without a result after so many actions of players. `origins`: places in
    the text, for faults. `keep`: a node keeps those that come after it, so that walking again costs nothing;
    for small games.
    """

    def __init__(self, machine: Machine, origins: Sequence[Span], horizon: int, keep: bool = False) -> None:
        self.machine = machine
        self.origins = origins
        self.horizon = horizon
        self.keep = keep
        self.players = machine.program.players
        self.seat_names = machine.layout.seat_names
        self.layout = GameLayout.of(machine)
        self.action_texts = _different([(a.text, a.group) for a in self.layout.actions.actions])
        self.outcomes = OutcomeLayout(machine.layout)
        self.notes = Notes(machine)
        log = Log()
        with placed(machine, origins):
            at = machine.begin(log)
        self.root = Node(self, at, log)


def _different(named: Sequence[tuple[str, str]]) -> list[str]:
    """Texts for (text, group); a text that stands in several groups has its group before it."""
    texts = [text for text, _ in named]
    return [text if texts.count(text) == 1 else f"{group} {text}" for text, group in named]


def _forgotten() -> None:
    """What a node is saved as; see `Node`."""


class Node:
    """A history. It holds compiled rules and is never copied or saved; who saves a game keeps its actions.

    `at` is where the game stands: a position, or an event of chance in the midst of a move. `taking` is the
    decision that is due, as far as it was taken. `over`: the game has ended or was broken off. `before` is
    the last node but this where a decision was due of which nothing was taken; `seat` has taken `taken` since
    then, and `length` counts actions of players.
    """

    __slots__ = (
        "_after", "_begun", "_lines", "_log", "_memory", "_payoffs", "_taking", "_vectors", "at", "before",
        "length", "over", "seat", "taken", "tree",
    )  # fmt: skip

    def __init__(self, tree: GameTree, at: Position | ChanceNode, log: Log, length: int = 0) -> None:
        self.tree = tree
        self.at = at
        self.length = length
        self.over = length >= tree.horizon or (isinstance(at, Position) and at.over)
        self.before: Node | None = None
        self.seat: int | None = None
        self.taken: tuple[int, ...] = ()
        self._log = log
        self._taking: Taking | None = None
        self._begun = False
        self._after: dict[int, Node] = {}
        self._lines: dict[int, tuple[str, ...]] = {}
        self._memory: dict[int, str] = {}
        self._vectors: dict[int, list[float]] = {}
        self._payoffs: tuple[float, ...] | None = None

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return _forgotten, ()

    # -- what is due -----------------------------------------------------------------------------

    @property
    def broken_off(self) -> bool:
        """Whether the horizon was reached before the end."""
        return self.over and not (isinstance(self.at, Position) and self.at.over)

    @property
    def chance(self) -> Event | None:
        """The event that chance has to decide; None when it is not chance's turn."""
        return self.at.event if isinstance(self.at, ChanceNode) and not self.over else None

    @property
    def taking(self) -> Taking | None:
        """The decision that is due, as far as it was taken; None when no player has to act."""
        if isinstance(self.at, ChanceNode) or self.over:
            return None
        if self._taking is None:
            with placed(self.tree.machine, self.tree.origins, self.at):
                self._taking = self.tree.layout.taking(self.at)
        return self._taking

    @property
    def under_way(self) -> bool:
        """Whether an option of the decision that is due has been taken in part: by `taken`."""
        return self._begun

    @property
    def position(self) -> Position | None:
        """Where the game last stood still; None before the first decision."""
        return self.at.base if isinstance(self.at, ChanceNode) else self.at

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What the game was worth to each seat; 0 while it goes on and when it was broken off."""
        if self._payoffs is None:
            if isinstance(self.at, Position) and self.at.over:
                with placed(self.tree.machine, self.tree.origins, self.at):
                    worth = self.tree.machine.outcome(self.at).payoffs
                self._payoffs = tuple([float(value) for value in worth])
            else:
                self._payoffs = (0.0,) * self.tree.players
        return self._payoffs

    # -- going on --------------------------------------------------------------------------------

    def actions(self) -> list[int]:
        """What may come now, ascending: actions of the player, outcomes of chance; none when it is over."""
        event, taking = self.chance, self.taking
        if event is not None:
            return [number for number, _ in self.tree.outcomes.of(event)]
        return [] if taking is None else taking.legal()

    def next(self, action: int) -> Node:
        """The node after one of `actions`. Raises Refused for any other, PlayFault where rules are wrong."""
        found = self._after.get(action)
        if found is None:
            found = self._resolve(action) if self.chance is not None else self._take(action)
            if self.tree.keep:
                self._after[action] = found
        return found

    def forget(self) -> None:
        """Drops the nodes that were kept."""
        self._after.clear()

    def _resolve(self, action: int) -> Node:
        assert isinstance(self.at, ChanceNode)
        index = self.tree.outcomes.index(self.at.event, action)
        log = Log()
        with placed(self.tree.machine, self.tree.origins, self.at.base):
            at = self.at.resolve(index, log)
        return self._following(at, log, self.before, self.seat, self.taken, self.length)

    def _take(self, action: int) -> Node:
        due = self.taking
        if due is None or isinstance(self.at, ChanceNode):
            raise Refused("the game is over: there is no action to take")
        taking = copy(due)
        taking.take(action)
        before, taken = (self.before, (*self.taken, action)) if self._begun else (self, (action,))
        if taking.chosen is None:
            found = self._following(self.at, Log(), before, due.seat, taken, self.length + 1)
            found._taking, found._begun = taking, True
            return found
        log = Log()
        with placed(self.tree.machine, self.tree.origins, self.at):
            at = self.tree.machine.advance(self.at, taking.chosen, log)
        return self._following(at, log, before, due.seat, taken, self.length + 1)

    def _following(
        self,
        at: Position | ChanceNode,
        log: Log,
        before: Node | None,
        seat: int | None,
        taken: tuple[int, ...],
        length: int,
    ) -> Node:
        found = Node(self.tree, at, log, length)
        found.before, found.seat, found.taken = before, seat, taken
        return found

    # -- what a seat knows -----------------------------------------------------------------------

    def memory(self, seat: int) -> str:
        """All that a seat knows, line by line: what it saw, heard and chose from the beginning.

        With perfect recall that is its information state: nodes with equal texts are the same to it.
        """
        found = self._memory.get(seat)
        if found is None:
            lines = [line for node in self._moments() for line in node._step(seat)]
            found = "\n".join([self.tree.seat_names[seat], *lines])
            if self.tree.keep:
                self._memory[seat] = found
        return found

    def look(self, seat: int) -> list[str]:
        """What a seat sees here at one look, as lines, with what it has begun to choose.

        In the midst of a move: what it saw before, and what it has noticed of the move.
        """
        notes = self.tree.notes
        lines = [] if self.position is None else notes.picture(self.position, seat)
        if isinstance(self.at, ChanceNode):
            return lines + notes.seen(self._log, seat)
        taking = self.taking
        if taking is not None:
            if not taking.decision.simultaneous or seat == taking.seat:
                lines.append(f"{self.tree.seat_names[taking.seat]} to choose")
            if seat == taking.seat:
                lines += [f"has committed {key_text(option)}" for _, option in taking.decision.committed]
                begun = self.taken if self.under_way else ()
                lines += [f"takes {self.tree.action_texts[action]}" for action in begun]
        return lines

    def vectors(self, seat: int) -> list[list[float]]:
        """The observation vectors of a seat: one for each time that somebody had to act, and the end."""
        return [node.vector(seat) for node in self._moments() if not isinstance(node.at, ChanceNode)]

    def vector(self, seat: int) -> list[float]:
        """What a seat sees here as numbers (see `observations`); zeros before the first decision."""
        found = self._vectors.get(seat)
        if found is None:
            position = self.position
            if position is None:
                found = [0.0] * self.tree.layout.observations.size
            else:
                found = self.tree.layout.observation(position, seat, self.taking)
            if self.tree.keep:
                self._vectors[seat] = found
        return found

    def _moments(self) -> list[Node]:
        """The nodes before this at which nothing was taken of a decision, and this one, first to last."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None:
            found.append(node)
            node = node.before
        found.reverse()
        return found

    def _step(self, seat: int) -> tuple[str, ...]:
        """What a seat has learnt since the moment before."""
        found = self._lines.get(seat)
        if found is None:
            found = self._lines[seat] = tuple(self._learnt(seat))
        return found

    def _learnt(self, seat: int) -> list[str]:
        tree = self.tree
        lines: list[str] = []
        if self.taken and seat == self.seat:
            texts = [tree.action_texts[action] for action in self.taken]
            lines.append(f"{tree.seat_names[seat]} takes {', '.join(texts)}")
        if self._begun:
            return lines
        lines += tree.notes.seen(self._log, seat, own=False)
        if isinstance(self.at, Position):
            earlier = self.before.position if self.before is not None else None
            lines += tree.notes.changes(earlier, self.at, seat)
        return lines
