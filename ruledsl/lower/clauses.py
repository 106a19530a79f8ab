"""Generators, conditions and orders: one form for choices, loops, triggers, quantifiers and results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter import program as p
from ruledsl.diagnostics import did_you_mean
from ruledsl.lower import convert, defines, expressions, fold, patterns
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
    keys = tuple(key(cx, scope, k) for k in clause.keys)
    return p.Clause(tuple(steps), keys)


def _ready(
    cx: Context, scope: Scope, steps: list[p.Gen | p.Cond], waiting: list[nodes.Where], unbound: list[str]
) -> list[nodes.Where]:
    later: list[nodes.Where] = []
    for where in waiting:
        if names_in(where.condition).isdisjoint(unbound):
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
    return p.Key(node.direction == "most", value.expr)


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
        pieces = cx.term("pieces_of", t.PIECES, node, static=(symbol.index,))
        return _gen(cx, scope, node, "list", t.piece_from(symbol.name), (pieces,))
    known = [d.name for d in cx.domains] + [n for n, x in cx.names.items() if isinstance(x, s.FamilySymbol)]
    cx.report("E106", node.type, did_you_mean(node.type.id, known), name=node.type.id)
    return _gen(cx, scope, node, "values", t.UNKNOWN, ())


def _members(cx: Context, scope: Scope, node: nodes.Members) -> p.Gen:
    collection = node.collection
    if isinstance(collection, nodes.Range) and collection.high is not None:
        return _range(cx, scope, node, collection.low, collection.high)
    if isinstance(collection, nodes.Alternatives):
        terms = [expressions.expression(cx, scope, item) for item in collection.items]
        type_ = terms[0].type
        for term, item in zip(terms[1:], collection.items[1:], strict=True):
            joined = t.join(type_, term.type)
            if joined is None:
                cx.report("E159", item, left=str(type_), right=str(term.type))
                joined = t.UNKNOWN
            type_ = joined
        return _gen(cx, scope, node, "values", type_, tuple(terms))
    if isinstance(collection, nodes.From):
        kinds = patterns.meld_kinds(cx, scope, collection.pattern)
        if kinds is not None:
            empty = cx.constant((), t.PIECES, collection)
            source = expressions.expression(cx, scope, collection.zone)
            cards = convert.several(cx, source, collection.zone)
            return _melds(cx, scope, node, kinds, empty, cards)
    source = expressions.expression(cx, scope, collection)
    listed = convert.several(cx, source, collection)
    if listed.type.kind != "list":
        return _gen(cx, scope, node, "values", t.UNKNOWN, ())
    return _gen(cx, scope, node, "list", listed.type.element or t.UNKNOWN, (listed,))


def _range(cx: Context, scope: Scope, node: nodes.Members, low: nodes.Expr, high: nodes.Expr) -> p.Gen:
    first = expressions.expression(cx, scope, low)
    last = expressions.expression(cx, scope, high, first.type if first.type.kind == "member" else None)
    if last.type.kind == "member" and first.type.kind != "member":
        first = expressions.expression(cx, scope, low, last.type)
    if first.type.kind == "member" and first.type == last.type:
        return _gen(cx, scope, node, "range", first.type, (first, last))
    args = (convert.number(cx, first, low), convert.number(cx, last, high))
    return _gen(cx, scope, node, "range", t.NUMBER, args)


def _melds(
    cx: Context, scope: Scope, node: nodes.Generator, kinds: patterns.Kinds, slice_: Term, any_: Term
) -> p.Gen:
    static = tuple((index, len(params)) for index, params in kinds.kinds)
    params = tuple(term for _, terms in kinds.kinds for term in terms)
    type_ = Type("meld", kinds.order)
    return _gen(cx, scope, node, "melds", type_, (slice_, any_, *params), static)


def _let(cx: Context, scope: Scope, node: nodes.Let) -> p.Gen:
    value = expressions.expression(cx, scope, node.value)
    if value.type.kind == "family":
        value = convert.several(cx, value, node.value)
    return _gen(cx, scope, node, "let", value.type, (value,))


def _subset(cx: Context, scope: Scope, node: nodes.Subset) -> p.Gen:
    source = convert.several(cx, expressions.expression(cx, scope, node.zone), node.zone)
    type_ = source.type if source.type.kind == "list" else t.UNKNOWN
    args = [source]
    for bound in (node.low, node.high):
        if bound is not None:
            args.append(expressions.number(cx, scope, bound))
    if node.exact and node.high is None:
        args.append(args[-1])
    has_low = node.low is not None
    return _gen(cx, scope, node, "subsets", type_, tuple(args), (has_low, has_low and len(args) == 3))


def _using(cx: Context, scope: Scope, node: nodes.Using) -> p.Gen:
    kinds = patterns.meld_kinds(cx, scope, node.pattern)
    if kinds is None:
        cx.report("E305", node.pattern)
        return _gen(cx, scope, node, "values", t.UNKNOWN, ())
    sources: list[Term] = []
    for part in (node.slice, node.any):
        if part is None:
            sources.append(Term(fold.constant(()), t.PIECES))
        else:
            sources.append(convert.several(cx, expressions.expression(cx, scope, part), part))
    return _melds(cx, scope, node, kinds, sources[0], sources[1])


_GENERATORS: dict[type[nodes.Generator], Callable[[Context, Scope, Any], p.Gen]] = {
    nodes.Things: _things,
    nodes.Members: _members,
    nodes.Let: _let,
    nodes.Subset: _subset,
    nodes.Using: _using,
}
