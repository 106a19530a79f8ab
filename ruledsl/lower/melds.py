"""Kinds of melds and their orders."""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import convert, expressions
from ruledsl.lower.context import Asked, Context
from ruledsl.lower.scope import Scope, bind
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.syntax import nodes


def lower(cx: Context, symbol: s.MeldSymbol, place: nodes.Node) -> None:
    """Writes a kind into the Program, once; `place` asks for it."""
    declaration = symbol.declaration
    if cx.melds[symbol.index] is not None or cx.is_asking("meld", symbol.name, 0, place):
        return
    scope = Scope()
    parameters = tuple(bind(cx, scope, name, t.NUMBER, "parameter") for name in declaration.parameters)
    with cx.asking(Asked("meld", symbol.name, place.span, declaration.span)):
        shapes = tuple(_shape(cx, scope, shape) for shape in declaration.shapes)
    note = "\n".join(declaration.notes)
    cx.melds[symbol.index] = p.MeldKind(symbol.name, parameters, shapes, note)


def _shape(cx: Context, scope: Scope, node: nodes.MeldShape) -> p.Shape:
    parts = tuple(_part(cx, scope, part) for part in node.parts)
    same: list[int] = []
    different: list[int] = []
    consecutive: int | None = None
    low: nodes.Expr | None = None
    total: tuple[int | None, p.Expr | None, p.Expr | None] = (None, None, None)
    said: set[tuple[str, str]] = set()
    for trait in node.traits:
        several = trait.word in ("same", "different") and trait.attribute is not None
        what = (trait.word, trait.attribute.id if several and trait.attribute is not None else "")
        if what in said:
            cx.report("E119", trait, word=trait.word)
        said.add(what)
        if trait.word == "low":
            low = trait.value
        elif trait.word == "total":
            total = _total(cx, scope, trait)
        elif trait.attribute is not None:
            index = _attribute(cx, trait.attribute)
            if index is None:
                low = None
            elif trait.word == "consecutive":
                consecutive = index
            else:
                (same if trait.word == "same" else different).append(index)
    unknown = any(trait.word == "consecutive" for trait in node.traits) and consecutive is None
    low_member = _low(cx, low, consecutive) if low is not None and not unknown else None
    cell, measure, amount = total
    return p.Shape(parts, tuple(same), tuple(different), consecutive, low_member, measure, cell, amount)


def _attribute(cx: Context, name: nodes.Name) -> int | None:
    index = cx.attribute(name.id)
    if index is None and cx.cards_are_known:
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
    term = convert.as_member(cx, term, domain, node)
    return int(term.value) if expressions.fixed(term) else None


def _total(cx: Context, scope: Scope, node: nodes.Trait) -> tuple[int | None, p.Expr | None, p.Expr | None]:
    """`total pips 15`: pips is read from each card as an attribute."""
    assert node.attribute is not None and node.value is not None
    card = nodes.Name("card of the meld", span=node.attribute.span)
    inner = scope.inner()
    cell = cx.cell("card")
    inner.names[card.id] = s.Local(card.id, None, t.PIECE, cx.read(cell, node), cell)
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
                lower(cx, symbol, item)
                _without_arguments(cx, symbol, item)
                kinds.append(symbol.index)
            else:
                cx.unknown("E309", item, item.span.text, cx.of_kind(s.MeldSymbol))
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


def _without_arguments(cx: Context, symbol: s.MeldSymbol, node: nodes.Node) -> None:
    """A kind that stands as a part or in an order is given no arguments, so it may not need any."""
    wanted = len(symbol.declaration.parameters)
    if wanted and needs_arguments(symbol):
        cx.report("E151", node, name=symbol.name, wanted=wanted, found=0)


def needs_arguments(symbol: s.MeldSymbol) -> bool:
    """Whether the kind reads its parameters; only a `total` can."""
    return any(trait.word == "total" for shape in symbol.declaration.shapes for trait in shape.traits)


def declare_order(cx: Context, node: nodes.Order) -> s.OrderSymbol:
    """An order of kinds, weak to strong."""
    kinds: list[int] = []
    for name in node.kinds:
        symbol = cx.names.get(name.id)
        if isinstance(symbol, s.MeldSymbol):
            symbol.used = True
            _without_arguments(cx, symbol, name)
            kinds.append(symbol.index)
        else:
            cx.unknown("E309", name, name.id, cx.of_kind(s.MeldSymbol))
    cx.orders.append(p.MeldOrder(node.name.id, tuple(kinds)))
    return s.OrderSymbol(node.name.id, node.name.span, len(cx.orders) - 1, tuple(kinds))
