"""Generators, conditions and orders: one form for choices, loops, triggers, quantifiers and results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter import program as p
from ruledsl.lower import attributes, convert, defines, expressions, fold, patterns
from ruledsl.lower.compare import comparable
from ruledsl.lower.context import Context, Term
from ruledsl.lower.scope import Scope, bind
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.model.walk import names_in
from ruledsl.syntax import nodes


def lower(cx: Context, scope: Scope, clause: nodes.Clause) -> p.Clause:
    """The clause; its names are bound in `scope`. Each condition stands as early as its names are bound."""
    steps: list[p.Gen | p.Cond] = []
    waiting = list(clause.conditions)
    unbound = [g.name.id for g in clause.generators]
    soft = [w for w in waiting if w.soft]
    hard = [w for w in waiting if not w.soft]
    hard = _ready(cx, scope, steps, hard, unbound)
    for generator in clause.generators:
        steps.append(_GENERATORS[type(generator)](cx, scope, generator))
        unbound.pop(0)
        hard = _ready(cx, scope, steps, hard, unbound)
    for where in soft:
        steps.append(condition(cx, scope, where))
    if clause.keys and not clause.generators:
        cx.report("E177", clause.keys[0])
    keys = tuple(key(cx, scope, k) for k in clause.keys)
    return p.Clause(tuple(steps), keys)


def _ready(
    cx: Context, scope: Scope, steps: list[p.Gen | p.Cond], waiting: list[nodes.Where], unbound: list[str]
) -> list[nodes.Where]:
    later: list[nodes.Where] = []
    for where in waiting:
        if not unbound or names_in(where.condition).isdisjoint(unbound):
            steps.append(condition(cx, scope, where))
        else:
            later.append(where)
    return later


def condition(cx: Context, scope: Scope, where: nodes.Where) -> p.Cond:
    """One `where`; without a reason of its own it has that of the define it asks."""
    test = expressions.condition(cx, scope, where.condition)
    reason = where.reason.value if where.reason is not None else defines.reason_of(cx, test)
    return p.Cond(test.expr, reason, where.soft, cx.origin(where.condition))


def key(cx: Context, scope: Scope, node: nodes.Key) -> p.Key:
    """One key of an order."""
    value = comparable(cx, expressions.expression(cx, scope, node.value), node.value)
    return p.Key(node.direction == "most", value.expr, t.code(value.type))


def _gen(
    cx: Context, scope: Scope, node: nodes.Generator, kind: str, type_: Type,
    args: tuple[Term, ...], static: tuple[Any, ...] = (),
) -> p.Gen:  # fmt: skip
    role: s.Role = "let" if kind == "let" else "generator"
    cell = bind(cx, scope, node.name, type_, role)
    exprs = tuple(a.expr for a in args)
    return p.Gen(kind, cell, exprs, static, node.name.id, t.code(type_), cx.origin(node))


def _things(cx: Context, scope: Scope, node: nodes.Things) -> p.Gen:
    domain = cx.domain(node.type.id)
    if domain is not None:
        symbol = cx.names.get(node.type.id)
        if symbol is not None:
            symbol.used = True
        type_ = t.member(node.type.id)
        args: tuple[Term, ...] = ()
        if node.start is not None:
            start = expressions.expression(cx, scope, node.start, type_)
            args = (convert.as_member(cx, start, domain, node.start),)
        return _gen(cx, scope, node, "things", type_, args, (domain,))
    symbol = cx.names.get(node.type.id)
    if isinstance(symbol, s.FamilySymbol):
        symbol.used = True
        if node.start is not None:
            cx.report("E178", node.start, name=symbol.name)
        pieces = cx.term("pieces_of", t.PIECES, node, static=(symbol.index,))
        return _gen(cx, scope, node, "list", t.piece_from(symbol.name), (pieces,))
    cx.unknown("E106", node.type, node.type.id, [*cx.domain_names(), *cx.of_kind(s.FamilySymbol)])
    return _gen(cx, scope, node, "values", t.UNKNOWN, ())


def _members(cx: Context, scope: Scope, node: nodes.Members) -> p.Gen:
    collection = node.collection
    if isinstance(collection, nodes.Range) and collection.high is not None:
        return _range(cx, scope, node, collection.low, collection.high)
    if isinstance(collection, nodes.Alternatives):
        return _alternatives(cx, scope, node, collection)
    if isinstance(collection, nodes.From):
        kinds = patterns.meld_kinds(cx, scope, collection.pattern)
        if kinds is not None:
            empty = cx.constant((), t.PIECES, collection)
            return _melds(cx, scope, node, kinds, empty, _cards(cx, scope, collection.zone))
    listed = _listed(cx, scope, collection)
    return _gen(cx, scope, node, "list", listed.type.element or t.UNKNOWN, (listed,))


def _alternatives(cx: Context, scope: Scope, node: nodes.Members, collection: nodes.Alternatives) -> p.Gen:
    terms: list[Term] = []
    type_: Type | None = None
    for item in collection.items:
        hint = type_ if type_ is not None and type_.kind == "member" else None
        term = expressions.expression(cx, scope, item, hint)
        joined = term.type if type_ is None else t.join(type_, term.type)
        if joined is None:
            cx.report("E179", item, left=str(type_), right=str(term.type))
            joined = t.UNKNOWN
        terms.append(term)
        type_ = joined
    return _gen(cx, scope, node, "values", type_ or t.UNKNOWN, tuple(terms))


def _listed(cx: Context, scope: Scope, node: nodes.Expr) -> Term:
    """What a generator goes through: a zone, a list, the cards of a meld."""
    source = expressions.expression(cx, scope, node)
    if source.type.is_unknown or source.type.kind not in ("list", "zone", "family", "meld"):
        return convert.expected(cx, source, "a zone or a list", node)
    return convert.several(cx, source, node)


def _cards(cx: Context, scope: Scope, node: nodes.Expr, slice_: bool = False) -> Term:
    """What melds are made of; a slice needs cards that lie in an order."""
    listed = _listed(cx, scope, node)
    if not listed.type.is_unknown and not patterns.holds_pieces(listed.type):
        return convert.expected(cx, listed, "cards", node)
    if slice_ and listed.expr.op == "zone_pieces" and attributes.is_bag(cx, (listed.type.element or t.PIECE)):
        cx.report("E339", node, name="slice")
    return listed


def _range(cx: Context, scope: Scope, node: nodes.Members, low: nodes.Expr, high: nodes.Expr) -> p.Gen:
    first = expressions.expression(cx, scope, low)
    last = expressions.expression(cx, scope, high, first.type if first.type.kind == "member" else None)
    if last.type.kind == "member" and first.type.kind != "member":
        first = expressions.expression(cx, scope, low, last.type)
    if first.type.kind == "member" and first.type == last.type:
        _not_empty(cx, node.collection, first, last)
        return _gen(cx, scope, node, "range", first.type, (first, last))
    _not_empty(cx, node.collection, first, last)
    args = (convert.number(cx, first, low), convert.number(cx, last, high))
    return _gen(cx, scope, node, "range", t.NUMBER, args)


def _not_empty(cx: Context, node: nodes.Expr, low: Term, high: Term) -> None:
    """Reports a range of fixed ends that holds nothing."""
    known = expressions.fixed(low) and expressions.fixed(high) and low.type == high.type
    if known and isinstance(low.value, int) and low.value > high.value and isinstance(node, nodes.Range):
        ends = node.low.span.text, (node.high or node.low).span.text
        cx.report("E329", node, low=ends[0], high=ends[1])


def _melds(
    cx: Context, scope: Scope, node: nodes.Generator, kinds: patterns.Kinds, slice_: Term, any_: Term
) -> p.Gen:
    type_ = Type("meld", kinds.order)
    return _gen(cx, scope, node, "melds", type_, (slice_, any_, *kinds.arguments), kinds.static)


def _let(cx: Context, scope: Scope, node: nodes.Let) -> p.Gen:
    value = expressions.expression(cx, scope, node.value)
    if value.type.kind == "family":
        value = convert.several(cx, value, node.value)
    return _gen(cx, scope, node, "let", value.type, (value,))


def _subset(cx: Context, scope: Scope, node: nodes.Subset) -> p.Gen:
    source = _listed(cx, scope, node.zone)
    if node.kind is not None and not source.type.is_unknown:
        source = _of_kind(cx, node.kind, source)
    args = [source]
    bounds = [bound for bound in (node.low, node.high) if bound is not None]
    numbers = [expressions.number(cx, scope, bound) for bound in bounds]
    for bound, number in zip(bounds, numbers, strict=True):
        if expressions.fixed(number) and number.value < 0:
            cx.report("E164", bound, value=number.value, least=0)
    if len(numbers) == 2 and all(map(expressions.fixed, numbers)) and numbers[0].value > numbers[1].value:
        cx.report("E329", bounds[0].span.to(bounds[1].span), low=numbers[0].value, high=numbers[1].value)
    args.extend(numbers)
    return _gen(cx, scope, node, "subsets", source.type, tuple(args), (bool(numbers), bool(numbers)))


def _of_kind(cx: Context, kind: nodes.Name, source: Term) -> Term:
    """`2 cards from Z`: the word is one for what Z holds, or a kind of cards or dice to pick from it."""
    symbol = cx.names.get(kind.id)
    element = source.type.element
    pieces = patterns.holds_pieces(source.type)
    if isinstance(symbol, s.FamilySymbol) and pieces:
        symbol.used = True
        cell = cx.cell("element")
        read = Term(cx.read(cell, kind), element or t.PIECE)
        test = cx.term("family_is", t.BOOL, kind, read, static=(symbol.index,))
        return cx.term("pick", source.type, kind, source, test, static=(cell,))
    words = ["card", "cards", "die", "dice"] if pieces else []
    if element is not None and element.name:
        words += [element.name, f"{element.name}s"]
    if element is not None and element.kind == "meld":
        words += ["meld", "melds"]
    if kind.id not in words:
        cx.unknown("E332", kind, kind.id, [*words, *cx.of_kind(s.FamilySymbol)])
    return source


def _using(cx: Context, scope: Scope, node: nodes.Using) -> p.Gen:
    kinds = patterns.meld_kinds(cx, scope, node.pattern)
    sources: list[Term] = []
    for part in (node.slice, node.any):
        if part is None:
            sources.append(Term(fold.constant(()), t.PIECES))
        else:
            sources.append(_cards(cx, scope, part, part is node.slice))
    if kinds is None:
        cx.report("E305", node.pattern)
        return _gen(cx, scope, node, "values", t.UNKNOWN, ())
    return _melds(cx, scope, node, kinds, sources[0], sources[1])


_GENERATORS: dict[type[nodes.Generator], Callable[[Context, Scope, Any], p.Gen]] = {
    nodes.Things: _things,
    nodes.Members: _members,
    nodes.Let: _let,
    nodes.Subset: _subset,
    nodes.Using: _using,
}
