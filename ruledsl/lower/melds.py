"""Kinds of melds and their orders."""

from __future__ import annotations

from interpreter import program as p
from ruledsl.diagnostics import did_you_mean
from ruledsl.lower import expressions
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.syntax import nodes

TRAITS = ("same", "different", "consecutive", "total", "low")


def lower(cx: Context, symbol: s.MeldSymbol) -> None:
    """Writes a kind into the Program."""
    declaration = symbol.declaration
    scope = Scope()
    parameters: list[int] = []
    for name in declaration.parameters:
        cell = cx.cell(name.id)
        parameters.append(cell)
        read = p.Expr("cell", (), (cell,), None, cx.origin(name))
        scope.names[name.id] = s.Local(name.id, name.span, t.NUMBER, read, cell)
    shapes = tuple(_shape(cx, scope, shape) for shape in declaration.shapes)
    note = "\n".join(declaration.notes)
    cx.melds[symbol.index] = p.MeldKind(symbol.name, tuple(parameters), shapes, note)


def _shape(cx: Context, scope: Scope, node: nodes.MeldShape) -> p.Shape:
    parts = tuple(_part(cx, scope, part) for part in node.parts)
    same: list[int] = []
    different: list[int] = []
    consecutive: int | None = None
    low: nodes.Expr | None = None
    measure: p.Expr | None = None
    cell: int | None = None
    total: p.Expr | None = None
    for trait in node.traits:
        if trait.word == "low":
            low = trait.value
            continue
        if trait.word == "total":
            cell, measure, total = _total(cx, scope, trait)
            continue
        if trait.word not in TRAITS or trait.attribute is None:
            cx.report("E306", trait, did_you_mean(trait.word, TRAITS), word=trait.word)
            continue
        index = _attribute(cx, trait.attribute)
        if index is None:
            continue
        if trait.word == "consecutive":
            consecutive = index
        else:
            (same if trait.word == "same" else different).append(index)
    low_member = _low(cx, low, consecutive) if low is not None else None
    return p.Shape(parts, tuple(same), tuple(different), consecutive, low_member, measure, cell, total)


def _attribute(cx: Context, name: nodes.Name) -> int | None:
    index = cx.attribute(name.id)
    if index is None:
        cx.unknown("E307", name, name.id, [a.name for a in cx.attributes])
    return index


def _low(cx: Context, node: nodes.Expr, attribute: int | None) -> int | None:
    if attribute is None:
        cx.report("E308", node)
        return None
    domain = cx.attributes[attribute].domain
    if domain is None:
        return expressions.fixed_number(cx, Scope(), node)
    term = expressions.expression(cx, Scope(), node, t.member(cx.domains[domain].name))
    return int(term.value) if term.is_constant and term.type.kind == "member" else None


def _total(cx: Context, scope: Scope, node: nodes.Trait) -> tuple[int | None, p.Expr | None, p.Expr | None]:
    """`total pips 15`: pips is read from each card as an attribute."""
    if node.attribute is None or node.value is None:
        cx.report("E306", node, word=node.word)
        return None, None, None
    card = nodes.Name("card of the meld", span=node.attribute.span)
    inner = scope.inner()
    cell = cx.cell("card")
    read = p.Expr("cell", (), (cell,), None, cx.origin(node))
    inner.names[card.id] = s.Local(card.id, node.span, t.PIECE, read, cell)
    reading = nodes.Attribute(card, node.attribute.id, node.attribute.span, span=node.attribute.span)
    measure = expressions.number(cx, inner, reading)
    return cell, measure.expr, expressions.number(cx, scope, node.value).expr


def _part(cx: Context, scope: Scope, node: nodes.MeldPart) -> p.Part:
    kinds: list[int] = []
    if node.kinds is not None:
        items = node.kinds.items if isinstance(node.kinds, nodes.Alternatives) else (node.kinds,)
        for item in items:
            symbol = cx.names.get(item.id) if isinstance(item, nodes.Name) else None
            if isinstance(symbol, s.MeldSymbol):
                symbol.used = True
                kinds.append(symbol.index)
            else:
                name = item.id if isinstance(item, nodes.Name) else "?"
                known = [n for n, x in cx.names.items() if isinstance(x, s.MeldSymbol)]
                cx.unknown("E309", item, name, known)
    if node.low is None:
        return p.Part(tuple(kinds), 1, 1)
    low = expressions.fixed_number(cx, scope, node.low, least=0)
    low = 1 if low is None else low
    if node.open:
        return p.Part(tuple(kinds), low, None)
    if node.high is None:
        return p.Part(tuple(kinds), low, low)
    high = expressions.fixed_number(cx, scope, node.high, least=low)
    return p.Part(tuple(kinds), low, low if high is None else high)


def declare_order(cx: Context, node: nodes.Order) -> s.OrderSymbol:
    """An order of kinds, weak to strong."""
    kinds: list[int] = []
    for name in node.kinds:
        symbol = cx.names.get(name.id)
        if isinstance(symbol, s.MeldSymbol):
            symbol.used = True
            kinds.append(symbol.index)
        else:
            cx.unknown("E309", name, name.id, [n for n, x in cx.names.items() if isinstance(x, s.MeldSymbol)])
    cx.orders.append(p.MeldOrder(node.name.id, tuple(kinds)))
    return s.OrderSymbol(node.name.id, node.name.span, len(cx.orders) - 1, tuple(kinds))
