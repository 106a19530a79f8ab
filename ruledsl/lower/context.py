"""The state of one lowering: what has been built of the Program so far, and what was found wrong.

Lowering resolves names and types for one configuration at a time, because the size of an enum, the set of
cards or the meaning of a layered define may depend on the number of players. `check` lowers every
configuration and keeps each finding once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from attrs import define, evolve, field, frozen

from interpreter import program as p
from ruledsl.diagnostics import Diagnostic, Related, did_you_mean
from ruledsl.lower import fold
from ruledsl.model.config import Configuration
from ruledsl.model.effective import Effective
from ruledsl.model.symbols import Local, Symbol
from ruledsl.model.types import NUMBER, UNKNOWN, Type, member
from ruledsl.source import Span
from ruledsl.syntax import nodes

MOST_LEVELS: Final = 200
"""Expressions, blocks and defines may lead into each other so deep."""

MOST_PLACES: Final = 3
"""A finding inside a define is told with so many of the places that ask for it."""

MOST_SUGGESTIONS: Final = 100
"""For so many unknown names the known ones are searched for similar ones."""

_IN_SOME_CONFIGURATIONS: Final = frozenset(
    ("E100", "E102", "E103", "E104", "E105", "E114", "E123", "E167", "E171", "E302", "E310", "E323", "E335")
)
"""What may be wrong for some players and settings only; of text that is never reached with them it is told
only if it is wrong in every configuration.
"""


@frozen
class Term:
    """An expression of the Program together with its type."""

    expr: p.Expr
    type: Type

    @property
    def is_constant(self) -> bool:
        """Whether its value is fixed at set-up."""
        return self.expr.op == "const"

    @property
    def value(self) -> Any:
        """The fixed value."""
        return self.expr.static[0]


@frozen
class Instance:
    """A define lowered for certain types of arguments at a certain layer."""

    function: int
    type: Type
    reason: str


@frozen
class Asked:
    """Something that is being lowered because a place asks for it.

    `word` is what it is (`define`), `layer` which of its meanings; `place` asks, `whole` is its declaration,
    `types` are those of its arguments.
    """

    word: str
    name: str
    place: Span
    whole: Span
    layer: int = 0
    types: tuple[Type, ...] = ()


@define(eq=False)
class Context:
    """Everything that the parts of lowering share."""

    config: Configuration
    effective: Effective
    diagnostics: list[Diagnostic] = field(factory=list)
    doubts: dict[tuple[str, Span], Diagnostic] = field(factory=dict)
    origins: list[Span] = field(factory=list)
    names: dict[str, Symbol] = field(factory=dict)
    members: dict[str, list[tuple[int, int]]] = field(factory=dict)
    """member's name -> (domain, index) for every domain that has one so named"""
    domains: list[p.Domain] = field(factory=list)
    _domain_of_name: dict[str, int] = field(factory=dict)
    attributes: list[p.Attribute] = field(factory=list)
    families: list[p.Family] = field(factory=list)
    faces: list[p.Face] = field(factory=list)
    pieces: list[p.Piece] = field(factory=list)
    counters: list[p.Counter] = field(factory=list)
    zones: list[p.ZoneFamily] = field(factory=list)
    variables: list[p.VarFamily] = field(factory=list)
    zone_count: int = 0
    variable_count: int = 0
    """how many there are over all families"""
    is_full: bool = False
    """whether it was told that these are too many"""
    cells: list[str] = field(factory=list)
    tables: list[p.Table | None] = field(factory=list)
    functions: list[p.Function | None] = field(factory=list)
    melds: list[p.MeldKind | None] = field(factory=list)
    orders: list[p.MeldOrder] = field(factory=list)
    blocks: list[p.Block | None] = field(factory=list)
    phases: list[p.Phase | None] = field(factory=list)
    triggers: list[p.Trigger] = field(factory=list)
    instances: dict[tuple[Any, ...], Instance] = field(factory=dict)
    looked_into: set[tuple[str, int]] = field(factory=set)
    """the defines, with the number of their layer, that were lowered for some arguments"""
    asked: list[Asked] = field(factory=list)
    """the defines, tables and initial values being lowered now, each asked for by the one before"""
    flows: list[tuple[str, str]] = field(factory=list)
    """(where from, where to): families and zones as `deck`, `zone hand`"""
    entered: set[str] = field(factory=set)
    """zones into which something is moved, as `zone pot`; empty text: it cannot be seen into which"""
    families_asked: list[tuple[frozenset[str], frozenset[int]]] = field(factory=list)
    """where pieces come from, and the kinds of pieces that these were taken for, as `flows` were by then"""
    tokens_in: set[str] = field(factory=set)
    """zones into which counted pieces are moved, as `zone pot`"""
    tokens_along: list[tuple[frozenset[str], frozenset[str]]] = field(factory=list)
    """zones that are moved whole into other zones, their counted pieces with them"""
    tokens_out: list[tuple[Span, Type]] = field(factory=list)
    """zones that are emptied of their counted pieces, and where"""
    teams: int = 0
    locals: dict[str, list[Local]] = field(factory=dict)
    """every local of a phase or trigger, by name"""
    bound: list[Local] = field(factory=list)
    """every local"""
    outcome: Any = None
    """results, payoffs and invariants, once they are lowered"""
    main: int = -1
    """the number of the phase `game`"""
    face_with: dict[tuple[Any, ...], int] = field(factory=dict)
    """(family, values, wild attributes) -> face"""
    codes: dict[str, list[int]] = field(factory=dict)
    """print code, its parts in any order -> faces that may be meant"""
    later: set[str] = field(factory=set)
    """names of the file that are not registered yet, because what they mean is not needed for set-up"""
    lost: set[str] = field(factory=set)
    """names whose declaration could not be understood: nothing is said about their use"""
    held: dict[Span, bool | None] = field(factory=dict)
    """condition of a `while` -> whether it holds in this configuration; None: that changes during play"""
    cards_are_known: bool = True
    """False when a factor of some cards could not be understood, so that they may have more attributes"""
    skipped: frozenset[str] = frozenset()
    """words of what could not be read; nothing is said about such a name being unknown"""
    levels: int = 0
    """how deep expressions, blocks and defines lead into each other at this moment"""
    _seen: dict[tuple[Any, ...], int] = field(factory=dict)
    _origin_of: dict[tuple[int, int, int], int] = field(factory=dict)
    _silent: int = 0
    _unreached: int = 0

    # -- findings ---------------------------------------------------------------------------------

    def report(
        self,
        code: str,
        node: nodes.Node | Span,
        candidates: Iterable[str] = (),
        related: Iterable[Related] = (),
        **facts: object,
    ) -> None:
        """Adds a finding, once for each place; a warning about an extended file is not given.

        What is found inside a define is told together with the place that asks for it.
        """
        span = node if isinstance(node, Span) else node.span
        if self._silent or self._speaks_of_lost(span, facts):
            return
        if self._unreached and code in _IN_SOME_CONFIGURATIONS:
            self.doubt(code, span, candidates, **facts)
            return
        if code.startswith("W") and span.source is not self.effective.root.span.source:
            return
        key = (code, id(span.source), span.start, span.end)
        places = (*related, *self._asked_from(span))
        number = self._seen.get(key)
        if number is None:
            self._seen[key] = len(self.diagnostics)
            self.diagnostics.append(Diagnostic(code, span, facts, tuple(candidates), places))
            return
        told = self.diagnostics[number].related
        new = tuple(place for place in places if place not in told)
        if new and len(told) < MOST_PLACES:
            self.diagnostics[number] = evolve(self.diagnostics[number], related=(*told, *new))

    def _speaks_of_lost(self, span: Span, facts: Mapping[str, object]) -> bool:
        """Whether a finding may only be there because a declaration could not be understood."""
        if not self.lost:
            return False
        return facts.get("enum") in self.lost or not self.lost.isdisjoint(re.findall(r"\w+", span.text))

    def doubt(
        self, code: str, node: nodes.Node | Span, candidates: Iterable[str] = (), **facts: object
    ) -> None:
        """Notes what is wrong only if it is so in every configuration, such as a row for a fifth player."""
        span = node if isinstance(node, Span) else node.span
        if code.startswith("W") and span.source is not self.effective.root.span.source:
            return
        if not self._silent and not self._speaks_of_lost(span, facts):
            self.doubts.setdefault((code, span), Diagnostic(code, span, facts, tuple(candidates)))

    def _asked_from(self, span: Span) -> tuple[Related, ...]:
        """Where the define was asked for in which the span lies, if that was with arguments."""
        for asked in reversed(self.asked):
            inside = asked.whole.source is span.source and asked.whole.start <= span.start < asked.whole.end
            if inside and asked.types:
                kinds = " and ".join(str(x) for x in asked.types)
                return (Related(asked.place, f"`{asked.name}` is asked with {kinds} here"),)
        return ()

    def unknown(
        self, code: str, node: nodes.Node | Span, name: str, known: Iterable[str], **facts: object
    ) -> None:
        """Reports a name that nothing has, with the names that may have been meant."""
        if name in self.lost or name in self.skipped:
            return
        span = node if isinstance(node, Span) else node.span
        near = self.effective.near.get(span)
        if near is None and len(self.effective.near) < MOST_SUGGESTIONS:
            near = self.effective.near[span] = did_you_mean(name, known)
        self.report(code, node, near or (), (), name=name, **facts)

    @contextmanager
    def silently(self) -> Iterator[None]:
        """Within this, nothing is reported: for trying one reading before another."""
        self._silent += 1
        try:
            yield
        finally:
            self._silent -= 1

    @contextmanager
    def unreached(self, never: bool = True) -> Iterator[None]:
        """Within this, text is lowered that is never reached with these players and settings."""
        self._unreached += never
        try:
            yield
        finally:
            self._unreached -= never

    @contextmanager
    def asking(self, asked: Asked) -> Iterator[None]:
        """Lowers something that is lowered only once, whoever asks first: it is told aloud in any case."""
        outside = self._silent, self._unreached
        self._silent = self._unreached = 0
        self.asked.append(asked)
        try:
            yield
        finally:
            self.asked.pop()
            self._silent, self._unreached = outside

    def is_asking(self, word: str, name: str, layer: int, node: nodes.Node) -> bool:
        """Whether this is being lowered already, so that it leads back to itself; that is reported."""
        for number, asked in enumerate(self.asked):
            if (asked.word, asked.name, asked.layer) == (word, name, layer):
                circle = tuple(dict.fromkeys(a.name for a in self.asked[number:]))
                with self.asking(Asked("", "", node.span, node.span)):
                    self.report("E109", node, name=name, circle=" -> ".join((*circle, name)))
                return True
        return False

    def too_deep(self, node: nodes.Node) -> bool:
        """Whether the node leads deeper than is allowed; that is reported."""
        if self.levels < MOST_LEVELS:
            return False
        self.report("E036", node, limit=MOST_LEVELS)
        return True

    def origin(self, node: nodes.Node | Span) -> int:
        """The number under which the source map has this place."""
        span = node if isinstance(node, Span) else node.span
        key = (id(span.source), span.start, span.end)
        number = self._origin_of.get(key)
        if number is None:
            number = len(self.origins)
            self._origin_of[key] = number
            self.origins.append(span)
        return number

    # -- building ---------------------------------------------------------------------------------

    def bad(self, node: nodes.Node) -> Term:
        """Stands for what could not be understood."""
        return Term(fold.constant(None, self.origin(node)), UNKNOWN)

    def constant(self, value: Any, type_: Type, node: nodes.Node) -> Term:
        """A fixed value."""
        return Term(fold.constant(value, self.origin(node)), type_)

    def term(self, op: str, type_: Type, node: nodes.Node, *args: Term, static: tuple[Any, ...] = ()) -> Term:
        """An expression with these arguments, worked out where all of them are fixed."""
        parts = tuple(a.expr for a in args)
        if any(a.type.is_unknown for a in args):
            return Term(p.Expr(op, parts, static, None, self.origin(node)), type_)
        return Term(fold.make(op, *parts, static=static, origin=self.origin(node)), type_)

    def read(self, cell: int, node: nodes.Node) -> p.Expr:
        """The value of a local."""
        return p.Expr("cell", (), (cell,), None, self.origin(node))

    def add_zone(self, family: p.ZoneFamily) -> None:
        """Adds a family of zones."""
        self.zones.append(family)
        self.zone_count += family.count

    def add_variable(self, family: p.VarFamily) -> None:
        """Adds a family of variables."""
        self.variables.append(family)
        self.variable_count += family.count

    def cell(self, name: str) -> int:
        """A new local."""
        self.cells.append(name)
        return len(self.cells) - 1

    def reserve_block(self) -> int:
        """The number of a block that is filled in later."""
        self.blocks.append(None)
        return len(self.blocks) - 1

    def domain(self, name: str) -> int | None:
        """The number of the domain with that name."""
        return self._domain_of_name.get(name)

    def add_domain(self, domain: p.Domain) -> int:
        """Adds a domain with its members; the first of a name keeps it."""
        index = len(self.domains)
        self.domains.append(domain)
        self._domain_of_name.setdefault(domain.name, index)
        return index

    def domain_names(self) -> list[str]:
        """The names of the domains that can be written."""
        return [name for name in self._domain_of_name if " " not in name]

    def domain_of(self, type_: Type) -> int | None:
        """The number of a member type's domain."""
        return self.domain(type_.name) if type_.kind == "member" else None

    def member(self, name: str, domain: str) -> int | None:
        """The index of the member so named in that domain."""
        for number, index in self.members.get(name, ()):
            if self.domains[number].name == domain:
                return index
        return None

    def attribute(self, name: str) -> int | None:
        """The number of the attribute with that name."""
        for index, attribute in enumerate(self.attributes):
            if attribute.name == name:
                return index
        return None

    def attribute_type(self, index: int) -> Type:
        """The type of a printed attribute."""
        domain = self.attributes[index].domain
        return NUMBER if domain is None else member(self.domains[domain].name)

    def of_kind(self, *kinds: type[Symbol]) -> list[str]:
        """The names of all symbols of these kinds."""
        return [name for name, symbol in self.names.items() if isinstance(symbol, kinds)]

    def flow(self, source: Type, target: str) -> None:
        """Notes that pieces of this type go to a zone (`zone hand`)."""
        for one in source.sources or (source.element.sources if source.element else ()):
            self.flows.append((one, target))
