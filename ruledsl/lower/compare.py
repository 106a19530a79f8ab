"""Which of two values comes first: comparisons, keys of orders, strength of melds."""

from __future__ import annotations

from ruledsl.lower import convert
from ruledsl.lower.context import Context, Term
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.syntax import nodes


def comparable(cx: Context, term: Term, node: nodes.Node, order: str = "") -> Term:
    """A value that has an order: a number, a member, yes over no, or a meld of a declared order.

    `order` is the one to take for a meld that does not say by which it is compared.
    """
    term = convert.stored(cx, term, node) if term.type.kind == "zone" else term
    kind = term.type.kind
    if kind == "meld":
        symbol = cx.names.get(term.type.name or order)
        if isinstance(symbol, s.OrderSymbol):
            symbol.used = True
            return cx.term("strength", t.NUMBER, node, term, static=(symbol.index,))
    elif kind in ("number", "member", "yes/no", "unknown"):
        return term
    cx.report("E153", node, found=str(term.type))
    return cx.bad(node)


def ordered(cx: Context, node: nodes.Node, op: str, left: Term, right: Term) -> Term:
    """A comparison of two values that have an order; `op` is lt, le, gt or ge."""
    if left.type.is_unknown or right.type.is_unknown:
        return cx.bad(node)
    left, right = (convert.stored(cx, x, node) if x.type.kind == "zone" else x for x in (left, right))
    names = {left.type.name, right.type.name}
    alike = left.type.kind == right.type.kind and left.type.kind in ("number", "member", "meld")
    if left.type.kind == right.type.kind and not alike:
        cx.report("E153", node, found=str(left.type))
        return cx.bad(node)
    if not alike or len(names - {""}) > 1:
        cx.report("E152", node, left=str(left.type), right=str(right.type))
        return cx.bad(node)
    order = max(names)
    a, b = comparable(cx, left, node, order), comparable(cx, right, node, order)
    if a.type.is_unknown or b.type.is_unknown:
        return cx.bad(node)
    return cx.term(op, t.BOOL, node, a, b)
