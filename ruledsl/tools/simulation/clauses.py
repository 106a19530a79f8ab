"""The clauses of a game's rules, and how it is seen whether they are used.

A clause is something in the text that may happen or not: an option, a trigger, a layer (`while`), a branch
of an `if`, a loop, a phase, a define, a statement. For each it is known which counts of a `CountingMachine`
say that play came to it (reached) and that it did what it says (fired).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import attrs
from attrs import define, field, frozen

from interpreter.analysis.blocks import inner_blocks, reached
from interpreter.counting import UseCounts
from interpreter.program import (
    Choose,
    Each,
    Expr,
    If,
    InitVar,
    Program,
    Repeat,
    SetCell,
    Statement,
    Together,
    Turns,
)
from ruledsl.lower import Lowered
from ruledsl.source import Span
from ruledsl.syntax import nodes

Places = tuple[int, ...]

ALWAYS: Final = -1
"""A place that counts 1 in every game."""

NOTED: Final = ("while", "define")
"""Of clauses of these kinds it is known whether they did what they say in a game, not how often."""

_LOOPS: Final = {Each: "each", Repeat: "repeat", Turns: "turns", Together: "together"}


@frozen
class Clause:
    """A clause, as plain data. `kind` is option, when, while, if, else, otherwise, a loop's word, phase,
    define or statement; `label` an option's text or the name of a phase or define; `line` counts from 1.
    """

    kind: str
    label: str
    path: str
    line: int
    column: int
    source: str
    """the line of the rules text, without blanks around it"""
    inside: str
    """`place` of the clause that it stands in and that has to fire before; empty: it stands alone"""

    @property
    def place(self) -> str:
        """Path, line and column."""
        return f"{self.path}:{self.line}:{self.column}"

    @property
    def has_own_line(self) -> bool:
        """Whether its line tells which option it is: there is no other one in it."""
        return self.label in self.source and self.source.count('option "') <= 1


@define
class _Watched:
    """A clause with the places of its counts; `block` is the one it stands in, None for a declaration."""

    kind: str
    span: Span
    label: str = ""
    block: int | None = None
    reached: set[int] = field(factory=set)
    fired: set[int] = field(factory=set)


@define
class Watch:
    """What to look at in each game: the clauses, and for each the places that say reached, fired, offered."""

    clauses: tuple[Clause, ...]
    reached: tuple[Places, ...]
    fired: tuple[Places, ...]
    offered: tuple[Places, ...]

    @property
    def places(self) -> tuple[tuple[Places, Places, Places], ...]:
        """The three of each clause, as kernels take them."""
        return tuple(zip(self.reached, self.fired, self.offered, strict=True))


def while_conditions(lowered: Lowered, program: Program) -> dict[Expr, Span]:
    """The conditions of layers that are asked during play, each with the place of its `while`.

    A layer's condition is lowered once for each declaration in it, so a place may come several times.
    """
    layers = lowered.context.effective.all(nodes.While)
    spans = [
        entry.declaration.condition.span
        for entry in layers
        if isinstance(entry.declaration, nodes.While)
        and lowered.context.held.get(entry.declaration.condition.span) is None
    ]
    found: dict[Expr, Span] = {}
    for expr in _outermost(program, lambda expr: _span_of(expr, lowered.origins, spans) is not None):
        span = _span_of(expr, lowered.origins, spans)
        if span is not None:
            found[expr] = span
    return found


def _span_of(expr: Expr, origins: Sequence[Span], spans: Sequence[Span]) -> Span | None:
    """Which of these stretches an expression stands in."""
    if not 0 <= expr.origin < len(origins):
        return None
    at = origins[expr.origin]
    for span in spans:
        if span.source is at.source and span.start <= at.start and at.end <= span.end:
            return span
    return None


def _outermost(program: Program, wanted: Callable[[Expr], bool]) -> Iterator[Expr]:
    """The expressions in what is played and judged that are wanted, without what stands inside of them."""
    waiting: list[Any] = [*_played_parts(program), program.functions]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Expr) and wanted(node):
            yield node
        elif isinstance(node, tuple):
            waiting += node
        elif attrs.has(type(node)):
            waiting += [getattr(node, each.name) for each in attrs.fields(type(node))]


def _played_parts(program: Program) -> tuple[Any, ...]:
    """What play and the result make use of directly: not invariants and remarks."""
    return (program.blocks, program.triggers, program.results, program.payoffs, program.tables,
            program.variables, program.melds)  # fmt: skip


def watch(lowered: Lowered, program: Program, uses: UseCounts, conditions: dict[Expr, Span]) -> Watch:
    """All clauses of a Program, in the order of the text; `conditions` as `while_conditions` gives them."""
    found = _Finder(lowered.origins, program, uses)
    for number, phase in enumerate(program.phases):
        places = {uses.block(phase.body)}
        found.note("phase", phase.origin, places, places, label=phase.name)
        found.owners[phase.body] = phase.origin
        if number == program.main:
            found.main = phase.body
    for trigger in program.triggers:
        alive = {ALWAYS} if trigger.scope is None else {uses.block(trigger.scope)}
        found.note("when", trigger.origin, alive, {uses.block(trigger.body)}, block=trigger.scope)
        found.owners[trigger.body] = trigger.origin
    asked = _asked_in_play(program)
    for number, function in enumerate(program.functions):
        if number not in asked or function.body.op == "const":
            continue  # settled at set-up, or for examples and invariants only
        places = {uses.function(number)}
        found.note("define", function.origin, places, places, label=function.name)
    for test, span in conditions.items():
        found.add("while", span, {uses.asked(test)}, {uses.held(test)})
    for block in range(len(program.blocks)):
        for index, node in enumerate(program.blocks[block].statements):
            found.statement(block, index, node)
    return found.result()


def _asked_in_play(program: Program) -> set[int]:
    """The defines that blocks, triggers, results and values of tables and variables call, however deep."""
    found: set[int] = set()
    waiting: list[Any] = [*_played_parts(program)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node
        elif isinstance(node, Expr) and node.op == "call" and node.static[0] not in found:
            found.add(node.static[0])
            waiting.append(program.functions[node.static[0]].body)
        if attrs.has(type(node)):
            waiting += [getattr(node, each.name) for each in attrs.fields(type(node))]
    return found


class _Finder:
    """Gathers clauses; those that stand at one place in the text, as lowered several times, are one."""

    def __init__(self, origins: Sequence[Span], program: Program, uses: UseCounts) -> None:
        self.origins, self.program, self.uses = origins, program, uses
        self.found: dict[tuple[str, int, int, int], _Watched] = {}
        self.owners: dict[int, int] = {}
        """block -> origin of the clause that has to fire before it is entered"""
        self.options: dict[tuple[int, int, int], tuple[str, int, int, int]] = {}
        self.main = -1
        self.phases = {phase.origin for phase in program.phases}

    def note(
        self, kind: str, origin: int, reached: set[int], fired: set[int], label: str = "",
        block: int | None = None,
    ) -> tuple[str, int, int, int] | None:  # fmt: skip
        """A clause at an origin; nothing for one without a place in the text."""
        if not 0 <= origin < len(self.origins):
            return None
        return self.add(kind, self.origins[origin], reached, fired, label, block)

    def add(
        self, kind: str, span: Span, reached: set[int], fired: set[int], label: str = "",
        block: int | None = None,
    ) -> tuple[str, int, int, int]:  # fmt: skip
        key = (kind, id(span.source), span.start, span.end)
        clause = self.found.setdefault(key, _Watched(kind, span, label, block))
        clause.reached |= reached
        clause.fired |= fired
        return key

    def statement(self, block: int, index: int, node: Statement) -> None:
        """A statement with what it decides about."""
        begun = {self.uses.statement(block, index)}
        kind = _LOOPS.get(type(node), "statement")
        if isinstance(node, If):
            if node.origin not in self.phases:  # a layer of a phase: its `while` is watched
                self._branch("if", node.origin, node.then, begun, block)
                if node.otherwise is not None:
                    self._branch(
                        "else", self._first(node.otherwise, node.origin), node.otherwise, begun, block
                    )
        elif isinstance(node, Choose):
            for number, alternative in enumerate(node.alternatives):
                key = self._branch(
                    "option", alternative.origin, alternative.body, begun, block, alternative.label
                )
                if key is not None:
                    self.options[block, index, number] = key
            if node.otherwise is not None:
                origin = self._first(node.otherwise, node.origin)
                self._branch("otherwise", origin, node.otherwise, begun, block)
        elif kind != "statement":
            self._branch(kind, node.origin, node.body, begun, block)  # type: ignore[union-attr]
        elif not isinstance(node, InitVar | SetCell):
            self.note("statement", node.origin, begun, begun, block=block)
            for inner in _bodies(node):
                self.owners.setdefault(inner, node.origin)

    def _branch(
        self, kind: str, origin: int, body: int, begun: set[int], block: int, label: str = ""
    ) -> tuple[str, int, int, int] | None:
        self.owners[body] = origin
        return self.note(kind, origin, begun, {self.uses.block(body)}, label, block)

    def _first(self, block: int, fallback: int) -> int:
        """The place of the first statement of a block, for what has no place of its own."""
        statements = self.program.blocks[block].statements
        return statements[0].origin if statements else fallback

    def result(self) -> Watch:
        """See `watch`."""
        ordered = sorted(self.found.items(), key=lambda item: _order(item[1].span))
        offers: dict[tuple[str, int, int, int], list[int]] = {}
        for place, key in self.options.items():
            offers.setdefault(key, []).append(self.uses.offered(*place))
        return Watch(
            tuple(self._plain(clause) for _, clause in ordered),
            tuple(tuple(sorted(clause.reached)) for _, clause in ordered),
            tuple(tuple(sorted(clause.fired)) for _, clause in ordered),
            tuple(tuple(offers.get(key, ())) for key, _ in ordered),
        )

    def _plain(self, clause: _Watched) -> Clause:
        span = clause.span
        owner = None if clause.block is None else self.owners.get(clause.block)
        inside = "" if owner is None or clause.block == self.main else _place(self.origins[owner])
        source = span.source.line_text(span.line).strip()
        return Clause(clause.kind, clause.label, span.source.path, span.line, span.column, source, inside)


def _bodies(node: Statement) -> Iterator[int]:
    body = getattr(node, "body", None)
    if body is not None:
        yield body


def _order(span: Span) -> tuple[str, int, int]:
    return span.source.path, span.start, span.end


def _place(span: Span) -> str:
    return f"{span.source.path}:{span.line}:{span.column}"


# ---------------------------------------------------------------------------------------------
# Turns and rounds


@frozen
class Passes:
    """Whose passes are a game's turns and rounds: numbers of blocks, empty where the rules have none.

    A turn is a pass of a `turns` without another one inside. A round is a pass of an outermost loop in the
    phase `game` in which something is chosen, unless it is such a `turns`, or goes over the players once.
    """

    turns: tuple[int, ...]
    rounds: tuple[int, ...]


def passes(program: Program) -> Passes:
    """The loops of a Program that count its length."""
    inside = {number: set(reached(program, number)) for number in range(len(program.blocks))}
    turns = {
        node.body
        for block in program.blocks
        for node in block.statements
        if isinstance(node, Turns) and not _has(program, inside[node.body], Turns)
    }
    return Passes(tuple(sorted(turns)), tuple(sorted(_rounds(program, inside, turns))))


def _rounds(program: Program, inside: dict[int, set[int]], turns: set[int]) -> set[int]:
    found: set[int] = set()
    seen: set[int] = set()
    waiting = [program.phases[program.main].body]
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        inner = set(inner_blocks(program, program.blocks[number]))
        for node in program.blocks[number].statements:
            if isinstance(node, Repeat | Turns | Each) and _has(program, inside[node.body], Choose):
                if node.body in turns:
                    inner.discard(node.body)
                elif not (isinstance(node, Each) and _over_players(node)):
                    found.add(node.body)
                    inner.discard(node.body)
        waiting += sorted(inner)
    return found


def _over_players(node: Each) -> bool:
    first: Any = node.clause.steps[0] if node.clause.steps else None
    return getattr(first, "kind", "") == "things" and first.static[0] == 0


def _has(program: Program, blocks: set[int], kind: type) -> bool:
    return any(isinstance(node, kind) for block in blocks for node in program.blocks[block].statements)


def reader(places: Sequence[Places], counts: list[int]) -> Callable[[], tuple[int, ...]]:
    """A function that reads the sums at these places from the counts of one game."""
    return lambda: tuple(
        [sum([1 if place == ALWAYS else counts[place] for place in each]) for each in places]
    )
