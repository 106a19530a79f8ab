"""Flow: loops that nothing ends, choices that may be empty, `end` where there is nothing to end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from ruledsl.diagnostics import Diagnostic
from ruledsl.model.effective import Effective
from ruledsl.model.walk import walk
from ruledsl.syntax import nodes


def check(effective: Effective) -> list[Diagnostic]:
    """All findings about flow."""
    graph = Graph.of(effective)
    found: list[Diagnostic] = []
    for name, declaration in graph.bodies:
        found.extend(_findings(graph, name, declaration))
    return found


@define
class Deeds:
    """What happens in some part of the rules, also in the phases that it plays.

    `ends` are the scopes that something ends there (`turn` also for `restart`); `chooses` whether somebody
    decides something; `unknown` whether a phase is played that is not there.
    """

    ends: set[str] = field(factory=set)
    chooses: bool = False
    unknown: bool = False

    def add(self, other: Deeds) -> None:
        """Takes in what happens elsewhere."""
        self.ends |= other.ends
        self.chooses = self.chooses or other.chooses
        self.unknown = self.unknown or other.unknown


@define(eq=False)
class Graph:
    """Who plays whom, and what happens in each phase."""

    bodies: list[tuple[str, nodes.Declaration]] = field(factory=list)
    """(phase, or "" for a `when` of the file; declaration)"""
    callers: dict[str, set[str]] = field(factory=dict)
    calls: dict[str, set[str]] = field(factory=dict)
    in_turns: set[str] = field(factory=set)
    """phases that run inside of some `turns`"""
    _above: dict[str, set[str]] = field(factory=dict)
    deeds: dict[str, Deeds] = field(factory=dict)
    """phase -> what happens in it"""
    broken: bool = False
    """whether something could not be read, so that more may happen than is seen here"""

    @classmethod
    def of(cls, effective: Effective) -> Graph:
        """The graph of a file."""
        graph = cls(broken=bool(effective.lost))
        for entry in effective.entries:
            graph._add(entry.declaration)
        for name, declaration in graph.bodies:
            graph.calls.setdefault(name, set())
            for play, turning in _plays(declaration):
                graph.calls[name].add(play)
                graph.callers.setdefault(play, set()).add(name)
                if turning or name == "":
                    graph.in_turns.add(play)
        todo = list(graph.in_turns)
        while todo:
            new = graph.calls.get(todo.pop(), set()) - graph.in_turns
            graph.in_turns |= new
            todo.extend(new)
        graph._sum_up()
        return graph

    def _add(self, declaration: nodes.Declaration) -> None:
        if isinstance(declaration, nodes.Phase):
            self.bodies.append((declaration.name.id, declaration))
        elif isinstance(declaration, nodes.When):
            self.bodies.append(("", declaration))
        elif isinstance(declaration, nodes.While):
            for inner in declaration.declarations:
                self._add(inner)

    def _sum_up(self) -> None:
        """Finds the deeds of every phase, those of the phases that it plays first."""
        own: dict[str, Deeds] = {}
        for name, declaration in self.bodies:
            own.setdefault(name, Deeds()).add(_own_deeds(declaration))
        for first in own:
            path = [(first, iter(sorted(self.calls[first])))]
            while path:
                name, inner = path[-1]
                if name in self.deeds:
                    path.pop()
                    continue
                waiting = {n for n, _ in path}
                further = next(
                    (n for n in inner if n in own and n not in self.deeds and n not in waiting), None
                )
                if further is not None:
                    path.append((further, iter(sorted(self.calls[further]))))
                    continue
                path.pop()
                self.deeds[name] = self._with_played(own[name], self.calls[name])

    def _with_played(self, deeds: Deeds, played: Iterable[str]) -> Deeds:
        for name in played:
            if name in self.calls:
                deeds.add(self.deeds.get(name, Deeds()))
            else:
                deeds.unknown = True
        return deeds

    def deeds_in(self, node: nodes.Node) -> Deeds:
        """What happens in a part of a phase."""
        return self._with_played(_own_deeds(node), {name for name, _ in _plays(node)})

    def above(self, phase: str) -> set[str]:
        """The phase and all that may be running when it is."""
        if phase in self._above:
            return self._above[phase]
        found = self._above[phase] = {phase}
        todo = [phase]
        while todo:
            for caller in self.callers.get(todo.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    todo.append(caller)
        return found


def _own_deeds(node: nodes.Node) -> Deeds:
    """What happens in it without the phases that it plays."""
    deeds = Deeds()
    for inner in walk(node):
        if isinstance(inner, nodes.End):
            deeds.ends.add(inner.scope.id)
        elif isinstance(inner, nodes.Restart):
            deeds.ends.add("turn")
        elif isinstance(inner, nodes.Choose):
            deeds.chooses = True
    return deeds


def _plays(node: nodes.Node) -> Iterator[tuple[str, bool]]:
    """Each phase that is played, and whether inside of `turns`."""
    in_turns = _inside_turns(node)
    for inner in walk(node):
        if isinstance(inner, nodes.Play):
            yield inner.phase.id, id(inner) in in_turns


def _inside_turns(node: nodes.Node) -> set[int]:
    """What stands in the body of some `turns`, by identity."""
    return {id(n) for t in walk(node) if isinstance(t, nodes.Turns) for n in walk(t.body)}


def _findings(graph: Graph, phase: str, declaration: nodes.Declaration) -> Iterator[Diagnostic]:
    in_turns = _inside_turns(declaration)
    for node in walk(declaration):
        if isinstance(node, nodes.Repeat | nodes.Turns):
            # what ends a turn ends that of the loop itself, not one around it
            turn = isinstance(node, nodes.Repeat) and (phase in graph.in_turns or id(node) in in_turns)
            yield from _endless(graph, node, phase, {"turn"} if turn else set())
        elif isinstance(node, nodes.Choose):
            yield from _empty(node)
        elif isinstance(node, nodes.Block):
            yield from _unreachable(node)
    yield from _scopes(graph, phase, declaration, in_turns)


def _endless(
    graph: Graph, node: nodes.Repeat | nodes.Turns, phase: str, turn: set[str]
) -> Iterator[Diagnostic]:
    """`repeat` without count and `until`: something has to end it, and something has to be decided in it.

    So it is with `turns` without `where` and `until`. What ends something that is running around it ends the
    loop, too; `turn` tells whether that may be a turn.
    """
    if node.until is not None or graph.broken:
        return
    if node.count is not None if isinstance(node, nodes.Repeat) else node.clause.conditions:
        return
    running = graph.above(phase) | turn
    if "" in running:
        return
    inside = graph.deeds_in(node.body)
    name = "repeat" if isinstance(node, nodes.Repeat) else "turns"
    word = node.span.source.span(node.span.start, node.span.start + len(name))
    if inside.unknown or inside.ends & running or "game" in inside.ends:
        return
    if not any(deeds.ends & (running | {"game"}) for deeds in graph.deeds.values()):
        yield Diagnostic("E254", word, {"word": name})
    elif not inside.chooses:
        yield Diagnostic("W510", word, {"word": name})


def _empty(node: nodes.Choose) -> Iterator[Diagnostic]:
    """A choice with a single option that has a condition, and nothing says what happens when it fails.

    Of several options one usually fits where the others do not, so that nothing is said about these.
    """
    if node.mode != "one" or node.otherwise is not None or len(node.options) != 1:
        return
    hard = [where for where in node.options[0].clause.conditions if not where.soft]
    if hard:
        yield Diagnostic("W511", hard[0].condition.span)


_LEAVES = (nodes.End, nodes.Restart)


def _unreachable(block: nodes.Block) -> Iterator[Diagnostic]:
    for before, after in zip(block.statements, block.statements[1:], strict=False):
        if isinstance(before, _LEAVES) and not isinstance(after, nodes.When):
            yield Diagnostic("W512", after.span)
            return


def _scopes(
    graph: Graph, phase: str, declaration: nodes.Declaration, in_turns: set[int]
) -> Iterator[Diagnostic]:
    """`end turn` and the like outside of turns, `end round` where no round can be running."""
    for node in walk(declaration):
        word = _of_a_turn(node)
        if word and phase and phase not in graph.in_turns and id(node) not in in_turns:
            place = node.scope if isinstance(node, nodes.AtEnd) else node
            yield Diagnostic("E253", place.span, {"word": word})
        if isinstance(node, nodes.End) and node.scope.id not in ("turn", "game"):
            name, running = node.scope.id, graph.above(phase)
            if "" not in running and name in graph.deeds and name not in running:
                yield Diagnostic("E263", node.span, {"name": name, "phase": phase})


def _of_a_turn(node: nodes.Node) -> str:
    """The words of a statement that needs a turn to be running; empty for others."""
    if isinstance(node, nodes.Restart):
        return "restart turn"
    if isinstance(node, nodes.AtEnd) and node.scope.id == "turn":
        return "at end of turn"
    return "end turn" if isinstance(node, nodes.End) and node.scope.id == "turn" else ""
