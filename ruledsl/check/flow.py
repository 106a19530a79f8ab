"""Flow: loops that nothing ends, choices that may be empty, `end` where there is nothing to end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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


@define(eq=False)
class Graph:
    """Who plays whom, and what happens in each phase."""

    bodies: list[tuple[str, nodes.Declaration]] = field(factory=list)
    """(phase, or "" for a `when` of the file; declaration)"""
    callers: dict[str, set[str]] = field(factory=dict)
    calls: dict[str, set[str]] = field(factory=dict)
    in_turns: set[str] = field(factory=set)
    """phases that run inside of some `turns`"""
    broken: bool = False
    """whether something could not be read, so that more may happen than is seen here"""

    @classmethod
    def of(cls, effective: Effective) -> Graph:
        """The graph of a file."""
        graph = cls(broken=bool(effective.lost))
        for entry in effective.entries:
            graph._add(entry.declaration)
        for name, declaration in graph.bodies:
            for play, turning in _plays(declaration, False):
                graph.calls.setdefault(name, set()).add(play)
                graph.callers.setdefault(play, set()).add(name)
                if turning or name == "":
                    graph.in_turns.add(play)
        while True:
            more = {c for n in graph.in_turns for c in graph.calls.get(n, ())} - graph.in_turns
            if not more:
                return graph
            graph.in_turns |= more

    def _add(self, declaration: nodes.Declaration) -> None:
        if isinstance(declaration, nodes.Phase):
            self.bodies.append((declaration.name.id, declaration))
        elif isinstance(declaration, nodes.When):
            self.bodies.append(("", declaration))
        elif isinstance(declaration, nodes.While):
            for inner in declaration.declarations:
                self._add(inner)

    def above(self, phase: str) -> set[str]:
        """The phase and all that may be running when it is."""
        found = {phase}
        todo = [phase]
        while todo:
            for caller in self.callers.get(todo.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    todo.append(caller)
        return found

    def reach(self, node: Any) -> Iterator[nodes.Node]:
        """Every node in it and in the phases that it plays, once each."""
        seen: set[str] = set()
        todo: list[Any] = [node]
        while todo:
            for inner in walk(todo.pop()):
                yield inner
                if isinstance(inner, nodes.Play) and inner.phase.id not in seen:
                    seen.add(inner.phase.id)
                    todo.extend(d for n, d in self.bodies if n == inner.phase.id)


def _plays(node: Any, turning: bool) -> Iterator[tuple[str, bool]]:
    for inner in walk(node):
        if isinstance(inner, nodes.Turns):
            for deeper in walk(inner.body):
                if isinstance(deeper, nodes.Play):
                    yield deeper.phase.id, True
        elif isinstance(inner, nodes.Play):
            yield inner.phase.id, turning


def _findings(graph: Graph, phase: str, declaration: nodes.Declaration) -> Iterator[Diagnostic]:
    for node in walk(declaration):
        if isinstance(node, nodes.Repeat):
            yield from _endless(graph, node)
        elif isinstance(node, nodes.Choose):
            yield from _empty(node)
        elif isinstance(node, nodes.Block):
            yield from _unreachable(node)
    yield from _scopes(graph, phase, declaration)


def _endless(graph: Graph, node: nodes.Repeat) -> Iterator[Diagnostic]:
    """`repeat` without count and `until`: something has to end it, and something has to be decided in it."""
    if node.count is not None or node.until is not None:
        return
    inside = list(graph.reach(node.body))
    everywhere = (n for _, d in graph.bodies for n in walk(d))
    leaves = any(isinstance(n, _LEAVES) for n in inside)
    if graph.broken:
        return
    word = node.span.source.span(node.span.start, node.span.start + len("repeat"))
    if not leaves and not any(isinstance(n, nodes.End) and n.scope.id != "turn" for n in everywhere):
        yield Diagnostic("E254", word)
    elif not leaves and not any(isinstance(n, nodes.Choose) or _is_unknown(graph, n) for n in inside):
        yield Diagnostic("W510", word)


def _empty(node: nodes.Choose) -> Iterator[Diagnostic]:
    """A choice with a single option that has a condition, and nothing says what happens when it fails.

    Of several options one usually fits where the others do not, so that nothing is said about these.
    """
    if node.mode != "one" or node.otherwise is not None or len(node.options) != 1:
        return
    hard = [where for where in node.options[0].clause.conditions if not where.soft]
    if hard:
        yield Diagnostic("W511", hard[0].condition.span)


def _is_unknown(graph: Graph, node: nodes.Node) -> bool:
    """Whether a phase is played that is not there."""
    return isinstance(node, nodes.Play) and node.phase.id not in {name for name, _ in graph.bodies}


_LEAVES = (nodes.End, nodes.Restart)


def _unreachable(block: nodes.Block) -> Iterator[Diagnostic]:
    for before, after in zip(block.statements, block.statements[1:], strict=False):
        if isinstance(before, _LEAVES) and not isinstance(after, nodes.When):
            yield Diagnostic("W512", after.span)
            return


def _scopes(graph: Graph, phase: str, declaration: nodes.Declaration) -> Iterator[Diagnostic]:
    """`end turn` and the like outside of turns, `end round` where no round can be running."""
    inside = {id(n) for t in walk(declaration) if isinstance(t, nodes.Turns) for n in walk(t.body)}
    running = graph.above(phase)
    known = {name for name, _ in graph.bodies}
    for node in walk(declaration):
        word = _of_a_turn(node)
        if word and phase and phase not in graph.in_turns and id(node) not in inside:
            yield Diagnostic(
                "E253", node.span if not isinstance(node, nodes.AtEnd) else node.scope.span, {"word": word}
            )
        if (
            isinstance(node, nodes.End)
            and "" not in running
            and node.scope.id in known - running - {"game", "turn"}
        ):
            yield Diagnostic("E263", node.span, {"name": node.scope.id, "phase": phase})


def _of_a_turn(node: nodes.Node) -> str:
    """The words of a statement that needs a turn to be running; empty for others."""
    if isinstance(node, nodes.Restart):
        return "restart turn"
    if isinstance(node, nodes.AtEnd) and node.scope.id == "turn":
        return "at end of turn"
    return "end turn" if isinstance(node, nodes.End) and node.scope.id == "turn" else ""
