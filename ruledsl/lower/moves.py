"""Statements that move pieces and counted pieces, and those that turn, roll, shuffle, show or sort them."""

from __future__ import annotations

import attrs

from interpreter import program as p
from ruledsl.lower import clauses, convert, expressions, fold, patterns
from ruledsl.lower.context import Context, Term
from ruledsl.lower.faces import fixed_faces
from ruledsl.lower.scope import Scope, bind
from ruledsl.lower.statements import lowers
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes


@lowers(nodes.Move)
def _arrow(cx: Context, scope: Scope, node: nodes.Move) -> list[p.Statement]:
    """Any arrow."""
    counter = _counter(cx, scope, node.source)
    if counter is not None:
        return [_transfer(cx, scope, node, counter)]
    if node.fallback is not None:
        cx.report("E320", node.fallback)
    counted = _counted(cx, scope, node.source)
    if counted is not node.source:
        node = attrs.evolve(node, source=counted)
    if node.source.count is not None or (node.source.what is not None and node.source.up_to):
        return [_draw(cx, scope, node)]
    return _move(cx, scope, node)


def _counter(cx: Context, scope: Scope, source: nodes.Source) -> s.CounterSymbol | None:
    if isinstance(source.what, nodes.Name) and scope.find(source.what.id) is None:
        symbol = cx.names.get(source.what.id)
        if isinstance(symbol, s.CounterSymbol):
            symbol.used = True
            return symbol
    return None


def _counted(cx: Context, scope: Scope, source: nodes.Source) -> nodes.Source:
    """Before `from` a number is a count, whatever gives it; anything else is a pattern."""
    what = source.what
    if (
        what is None
        or source.count is not None
        or isinstance(what, (nodes.Alternatives, nodes.Range, nodes.Of))
    ):
        return source
    if fixed_faces(cx, what, scope) is not None or patterns.meld_kinds(cx, scope, what) is not None:
        return source
    with cx.silently():
        term = expressions.expression(cx, scope, what)
    return attrs.evolve(source, what=None, count=what) if term.type.kind == "number" else source


def _transfer(cx: Context, scope: Scope, node: nodes.Move, counter: s.CounterSymbol) -> p.Transfer:
    source = node.source
    holder = convert.holder(cx, expressions.expression(cx, scope, source.zone), source.zone)
    if source.count is None:
        count = cx.term("held", t.NUMBER, source, holder, static=(counter.index,))
    else:
        count = expressions.number(cx, scope, source.count)
    fallback: p.Expr | None = None
    if node.fallback is not None:
        term = expressions.expression(cx, scope, node.fallback)
        fallback = convert.holder(cx, term, node.fallback).expr
    if isinstance(node.target, (nodes.EachTarget, nodes.NewTarget)):
        cx.report("E321", node.target)
        target = fold.constant(None)
    else:
        term = expressions.expression(cx, scope, node.target)
        target = convert.holder(cx, term, node.target).expr
    for part in (node.position, node.facing):
        if part is not None:
            cx.report("E321", part)
    return p.Transfer(counter.index, count.expr, holder.expr, target, fallback, source.up_to, cx.origin(node))


def _draw(cx: Context, scope: Scope, node: nodes.Move) -> p.Statement:
    source = node.source
    count = expressions.number(cx, scope, source.count) if source.count is not None else None
    from_ = expressions.expression(cx, scope, source.zone)
    family: int | None = None
    if source.what is not None:
        symbol = cx.names.get(source.what.id) if isinstance(source.what, nodes.Name) else None
        if isinstance(symbol, s.FamilySymbol):
            symbol.used = True
            family = symbol.index
        else:
            known = [n for n, x in cx.names.items() if isinstance(x, (s.FamilySymbol, s.CounterSymbol))]
            name = source.what.id if isinstance(source.what, nodes.Name) else source.what.span.text
            cx.unknown("E322", source.what, name, known)
    target = _target(cx, scope, node, _sources(from_))
    if from_.type.kind == "holder":
        cx.report("E323", source.zone)
        return _nothing(cx, node)
    if from_.type.kind == "zone" and from_.type.name == "row":
        cx.report("E324", source.zone)
    zone = convert.zone(cx, from_, source.zone)
    counted = count.expr if count is not None else fold.constant(0)
    return p.Draw(counted, zone.expr, target, source.up_to, family, cx.origin(node))


def _nothing(cx: Context, node: nodes.Node) -> p.Statement:
    return p.If(fold.constant(False), 0, None, cx.origin(node))


def _sources(term: Term) -> Type:
    return term.type


def _move(cx: Context, scope: Scope, node: nodes.Move) -> list[p.Statement]:
    source = node.source
    if source.what is not None:
        zone = expressions.expression(cx, scope, source.zone)
        what = patterns.filtered(cx, scope, source, source.what, zone)
        target = _target(cx, scope, node, what.type)
        return [p.Move(what.expr, target, origin=cx.origin(node))]
    what = expressions.expression(cx, scope, source.zone)
    everything = isinstance(source.zone, nodes.All) and what.type.kind == "list"
    if isinstance(source.zone, nodes.Binary):
        everything = all(isinstance(x, nodes.All) for x in (source.zone.left, source.zone.right))
        everything = (
            everything and what.expr.op == "join" and all(a.op == "pieces_of" for a in what.expr.args)
        )
    if (
        what.type.kind == "zone"
        and cx.counters
        and not isinstance(node.target, (nodes.EachTarget, nodes.NewTarget))
    ):
        with cx.silently():
            to = expressions.expression(cx, scope, node.target)
        if to.type.kind in ("member", "holder"):
            return _all_counted(cx, node, what, convert.holder(cx, to, node.target))
    target = _target(cx, scope, node, what.type)
    whole = what.type.kind == "zone" and what.type.name != "slot"
    if not whole:
        what = _movable(cx, what, source.zone)
    return [p.Move(what.expr, target, whole, everything, cx.origin(node))]


def _all_counted(cx: Context, node: nodes.Move, zone: Term, target: Term) -> list[p.Statement]:
    """`pot -> p`: all counted pieces that lie in the zone."""
    source = convert.holder(cx, zone, node.source.zone)
    made: list[p.Statement] = []
    for index in range(len(cx.counters)):
        count = cx.term("held", t.NUMBER, node, source, static=(index,))
        made.append(p.Transfer(index, count.expr, source.expr, target.expr, origin=cx.origin(node)))
    return made


def _movable(cx: Context, what: Term, node: nodes.Node) -> Term:
    type_ = what.type
    if type_.kind == "zone" and type_.name == "slot":
        return convert.piece(cx, what, node)
    if type_.kind == "family":
        return convert.several(cx, what, node)
    if type_.kind in ("piece", "meld", "unknown"):
        return what
    element = type_.element
    if type_.kind == "list" and (element is None or element.kind == "piece"):
        return what
    return convert.expected(cx, what, "cards, dice or a zone", node)


def _target(cx: Context, scope: Scope, node: nodes.Move, moved: Type) -> p.Target:
    at = facing = None
    end = False
    if isinstance(node.position, nodes.Name) and node.position.id == "end" and scope.find("end") is None:
        end = True
    elif node.position is not None:
        at = expressions.number(cx, scope, node.position).expr
    if node.facing is not None:
        facing = _facing(cx, scope, node.facing)
    _ = end
    if isinstance(node.target, nodes.EachTarget):
        symbol = cx.names.get(node.target.family.id)
        if not isinstance(symbol, s.ZoneSymbol):
            known = [n for n, x in cx.names.items() if isinstance(x, s.ZoneSymbol)]
            cx.unknown("E325", node.target.family, node.target.family.id, known)
            return p.Target("family", None, 0)
        symbol.used = True
        cx.flow(moved, f"zone {symbol.name}")
        return p.Target("family", None, symbol.index, at, facing, node.shuffled)
    if isinstance(node.target, nodes.NewTarget):
        place = expressions.expression(cx, scope, node.target.zone)
        _flow(cx, moved, place)
        if place.type.kind != "zone" or place.type.name != "melds":
            convert.expected(cx, place, "a `melds` zone", node.target.zone)
        return p.Target("new", place.expr, None, at, facing, node.shuffled)
    place = expressions.expression(cx, scope, node.target)
    _flow(cx, moved, place)
    if place.type.kind == "meld":
        return p.Target("meld", place.expr, None, at, facing, node.shuffled)
    if place.type.kind == "zone" and place.type.name == "melds":
        cx.report("E326", node.target)
    if node.position is not None and place.type.kind == "zone" and place.type.name not in ("row", "pile"):
        cx.report("E327", node.position, kind=place.type.name)
    zone = convert.zone(cx, place, node.target)
    return p.Target("zone", zone.expr, None, at, facing, node.shuffled)


def _flow(cx: Context, moved: Type, place: Term) -> None:
    for source in place.type.sources:
        cx.flow(moved, source)


def _facing(cx: Context, scope: Scope, node: nodes.Expr) -> p.Expr:
    term = expressions.expression(cx, scope, node, t.FACING)
    if term.type.is_unknown or term.type.definite() == t.FACING:
        return term.expr
    return convert.expected(cx, term, "`up` or `down`", node).expr


def _pieces(cx: Context, scope: Scope, node: nodes.Expr) -> Term:
    term = expressions.expression(cx, scope, node)
    if term.type.kind == "list" and (term.type.element is None or term.type.element.kind == "piece"):
        return term
    if convert.reads_as_list(term.type):
        return convert.several(cx, term, node)
    return convert.expected(cx, term, "cards or dice", node)


@lowers(nodes.Flip)
def _flip(cx: Context, scope: Scope, node: nodes.Flip) -> list[p.Statement]:
    """`flip what face up`."""
    what = _pieces(cx, scope, node.what)
    return [p.Flip(what.expr, _facing(cx, scope, node.facing), cx.origin(node))]


@lowers(nodes.Roll)
def _roll(cx: Context, scope: Scope, node: nodes.Roll) -> list[p.Statement]:
    """`roll what`; dice in several zones are rolled zone by zone."""
    if not any(f.dice for f in cx.families):
        cx.report("E328", node)
    return [p.Roll(_pieces(cx, scope, node.what).expr, cx.origin(node))]


@lowers(nodes.Shuffle)
def _shuffle(cx: Context, scope: Scope, node: nodes.Shuffle) -> list[p.Statement]:
    """`shuffle stock`."""
    zone = convert.zone(cx, expressions.expression(cx, scope, node.what), node.what)
    return [p.Shuffle(zone.expr, cx.origin(node))]


@lowers(nodes.Reveal)
def _reveal(cx: Context, scope: Scope, node: nodes.Reveal) -> list[p.Statement]:
    """`reveal r from q.hand`."""
    return [p.Reveal(_pieces(cx, scope, node.what).expr, cx.origin(node))]


@lowers(nodes.Sort)
def _sort(cx: Context, scope: Scope, node: nodes.Sort) -> list[p.Statement]:
    """`sort c in t.line with fewest c.pace`."""
    zone = convert.zone(cx, expressions.expression(cx, scope, node.zone), node.zone)
    inner = scope.inner()
    cell = bind(cx, inner, node.name, Type("piece", sources=zone.type.sources), "generator")
    keys = tuple(clauses.key(cx, inner, k) for k in node.keys)
    return [p.Sort(zone.expr, cell, keys, cx.origin(node))]
