"""The state of one lowering: what has been built of the Program so far, and what was found wrong.

Lowering resolves names and types for one configuration at a time, because the size of an enum, the set of
cards or the meaning of a layered define may depend on the number of players. `check` lowers every
configuration and keeps each finding once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import define, field, frozen

from interpreter import program as p
from ruledsl.diagnostics import Diagnostic, Related, did_you_mean
from ruledsl.lower import fold
from ruledsl.model.config import Configuration
from ruledsl.model.effective import Effective
from ruledsl.model.symbols import Local, Symbol
from ruledsl.model.types import UNKNOWN, Type
from ruledsl.source import Span
from ruledsl.syntax import nodes


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


@define(eq=False)
class Context:
    """Everything that the parts of lowering share."""

    config: Configuration
    effective: Effective
    diagnostics: list[Diagnostic] = field(factory=list)
    origins: list[Span] = field(factory=list)
    names: dict[str, Symbol] = field(factory=dict)
    members: dict[str, list[tuple[int, int]]] = field(factory=dict)
    """member's name -> (domain, index) for every domain that has one so named"""
    domains: list[p.Domain] = field(factory=list)
    attributes: list[p.Attribute] = field(factory=list)
    families: list[p.Family] = field(factory=list)
    faces: list[p.Face] = field(factory=list)
    pieces: list[p.Piece] = field(factory=list)
    counters: list[p.Counter] = field(factory=list)
    zones: list[p.ZoneFamily] = field(factory=list)
    variables: list[p.VarFamily] = field(factory=list)
    cells: list[str] = field(factory=list)
    tables: list[p.Table | None] = field(factory=list)
    functions: list[p.Function | None] = field(factory=list)
    melds: list[p.MeldKind | None] = field(factory=list)
    orders: list[p.MeldOrder] = field(factory=list)
    blocks: list[p.Block | None] = field(factory=list)
    phases: list[p.Phase | None] = field(factory=list)
    triggers: list[p.Trigger] = field(factory=list)
    instances: dict[tuple[Any, ...], Instance] = field(factory=dict)
    active: list[tuple[str, int]] = field(factory=list)
    """the defines being lowered now, to find circles"""
    calls: dict[str, list[tuple[Type, ...]]] = field(factory=dict)
    """phase -> argument types of each `play` seen"""
    flows: list[tuple[str, str]] = field(factory=list)
    """(where from, where to): families and zones as `deck`, `zone hand`"""
    inherited: bool = False
    """whether the declaration being lowered comes from an extended file"""
    phase: str | None = None
    """the phase being lowered"""
    teams: int = 0
    locals: dict[str, list[Local]] = field(factory=dict)
    """every local of the rules, by name"""
    outcome: Any = None
    """results, payoffs and invariants, once they are lowered"""
    main: int = -1
    """the number of the phase `game`"""
    codes: dict[str, list[int]] = field(factory=dict)
    """print code, its parts in any order -> faces that may be meant"""
    _seen: set[tuple[Any, ...]] = field(factory=set)
    _origin_of: dict[tuple[int, int, int], int] = field(factory=dict)
    _silent: int = 0

    # -- findings ---------------------------------------------------------------------------------

    def report(
        self,
        code: str,
        node: nodes.Node | Span,
        candidates: Iterable[str] = (),
        related: Iterable[Related] = (),
        **facts: object,
    ) -> None:
        """Adds a finding, once for each place; a warning about inherited text is not given."""
        span = node if isinstance(node, Span) else node.span
        if self._silent or (code.startswith("W") and self.inherited):
            return
        key = (
            code,
            id(span.source),
            span.start,
            span.end,
            tuple(sorted((k, str(v)) for k, v in facts.items())),
        )
        if key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(Diagnostic(code, span, facts, tuple(candidates), tuple(related)))

    def unknown(
        self, code: str, node: nodes.Node | Span, name: str, known: Iterable[str], **facts: object
    ) -> None:
        """Reports a name that nothing has, with the names that may have been meant."""
        self.report(code, node, did_you_mean(name, known), name=name, **facts)

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
        """An expression with these arguments."""
        expr = fold.make(op, *(a.expr for a in args), static=static, origin=self.origin(node))
        return Term(expr, type_)

    def declare(self, names: dict[str, Local], local: Local) -> None:
        """Gives a local its name in a scope, and keeps it for examples, which may ask for any local."""
        names[local.name] = local
        self.locals.setdefault(local.name, []).append(local)

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
        for index, domain in enumerate(self.domains):
            if domain.name == name:
                return index
        return None

    def domain_of(self, type_: Type) -> int | None:
        """The number of a member type's domain."""
        return self.domain(type_.name) if type_.kind == "member" else None

    def attribute(self, name: str) -> int | None:
        """The number of the attribute with that name."""
        for index, attribute in enumerate(self.attributes):
            if attribute.name == name:
                return index
        return None

    def flow(self, source: Type, target: str) -> None:
        """Notes that pieces of this type go to a zone (`zone hand`)."""
        for one in source.sources or (source.element.sources if source.element else ()):
            self.flows.append((one, target))

    def silently(self) -> _Silence:
        """Within this, nothing is reported: for trying one reading before another."""
        return _Silence(self)


class _Silence:
    def __init__(self, context: Context) -> None:
        self.context = context

    def __enter__(self) -> None:
        self.context._silent += 1

    def __exit__(self, *_: object) -> None:
        self.context._silent -= 1
