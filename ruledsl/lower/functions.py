"""Calls and quantifiers: `beats(m, n)`, `count(Z)`, `most(q.bet for player q else 0)`."""

from __future__ import annotations

from collections.abc import Callable

from interpreter import program as p
from ruledsl.lower import attributes, clauses, convert, defines, expressions
from ruledsl.lower.compare import comparable
from ruledsl.lower.context import Context, Term
from ruledsl.lower.expressions import lowers
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

BuiltIn = Callable[[Context, Scope, nodes.Call], Term]

QUANTIFIERS = ("count", "some", "sum", "all", "the", "first", "sole", "most", "fewest")


@lowers(nodes.Call)
def _call(cx: Context, scope: Scope, node: nodes.Call, expect: Type | None) -> Term:
    name = node.function.id
    symbol = cx.names.get(name)
    if isinstance(symbol, s.DefineSymbol):
        symbol.used = True
        arguments = tuple(_argument(cx, scope, a) for a in node.arguments)
        return defines.call(cx, node, symbol, arguments)
    build = _FUNCTIONS.get(name)
    if build is not None:
        return build(cx, scope, node)
    if symbol is not None:
        cx.report("E181", node.function, name=name, word=symbol.word)
    elif name in QUANTIFIERS:
        cx.report("E161", node, name=name)
    else:
        cx.unknown("E104", node.function, name, [*cx.of_kind(s.DefineSymbol), *_FUNCTIONS, *QUANTIFIERS])
    return cx.bad(node)


def _argument(cx: Context, scope: Scope, node: nodes.Expr) -> Term:
    term = expressions.expression(cx, scope, node)
    return convert.several(cx, term, node) if term.type.kind == "family" else term


def _wanted(cx: Context, node: nodes.Call, count: int) -> bool:
    if len(node.arguments) == count:
        return True
    cx.report("E151", node, name=node.function.id, wanted=count, found=len(node.arguments))
    return False


def _count(cx: Context, scope: Scope, node: nodes.Call) -> Term:
    if not _wanted(cx, node, 1):
        return cx.bad(node)
    return convert.size(cx, expressions.expression(cx, scope, node.arguments[0]), node.arguments[0])


def _best(op: str) -> BuiltIn:
    def build(cx: Context, scope: Scope, node: nodes.Call) -> Term:
        if len(node.arguments) < 2:
            cx.report("E161", node, name=node.function.id)
            return cx.bad(node)
        terms = [expressions.number(cx, scope, a) for a in node.arguments]
        return cx.term(op, t.NUMBER, node, *terms)

    return build


def _numeric(op: str, count: int) -> BuiltIn:
    def build(cx: Context, scope: Scope, node: nodes.Call) -> Term:
        if not _wanted(cx, node, count):
            return cx.bad(node)
        terms = [expressions.number(cx, scope, a) for a in node.arguments]
        if op == "mod":
            expressions.by_zero(cx, terms[1], node.arguments[1])
        return cx.term(op, t.NUMBER, node, *terms)

    return build


def _left(cx: Context, scope: Scope, node: nodes.Call) -> Term:
    if not _wanted(cx, node, 2):
        return cx.bad(node)
    of = expressions.expression(cx, scope, node.arguments[0])
    domain = cx.domain_of(of.type)
    if domain is None:
        return convert.expected(cx, of, "a player or a member of an enum", node.arguments[0])
    step = expressions.number(cx, scope, node.arguments[1])
    return cx.term("shift", of.type.definite(), node, of, step, static=(domain,))


def _last(cx: Context, scope: Scope, node: nodes.Call) -> Term:
    if not _wanted(cx, node, 2):
        return cx.bad(node)
    term = expressions.expression(cx, scope, node.arguments[0])
    listed = convert.several(cx, term, node.arguments[0])
    if attributes.is_bag(cx, term.type):
        cx.report("E339", node.arguments[0], name="last")
    return cx.term("last_n", listed.type, node, listed, expressions.number(cx, scope, node.arguments[1]))


def _seat(cx: Context, scope: Scope, node: nodes.Call) -> Term:
    if not _wanted(cx, node, 1):
        return cx.bad(node)
    which = expressions.number(cx, scope, node.arguments[0])
    if which.is_constant and not which.type.is_unknown:
        if 1 <= which.value <= cx.config.players:
            return cx.constant(which.value - 1, t.PLAYER, node)
        cx.report("E167", node, seat=which.value, players=cx.config.players)
        return cx.bad(node)
    return cx.term("member", t.PLAYER, node, which, static=(p.PLAYER_DOMAIN,))


_FUNCTIONS: dict[str, BuiltIn] = {
    "count": _count,
    "most": _best("greatest"),
    "fewest": _best("least"),
    "abs": _numeric("abs", 1),
    "mod": _numeric("mod", 2),
    "left": _left,
    "last": _last,
    "seat": _seat,
}


@lowers(nodes.Quantifier)
def _quantifier(cx: Context, scope: Scope, node: nodes.Quantifier, expect: Type | None) -> Term:
    name = node.function.id
    if name not in QUANTIFIERS:
        cx.unknown("E104", node.function, name, QUANTIFIERS)
        return cx.bad(node)
    inner = scope.inner()
    clause = clauses.lower(cx, inner, node.clause)
    if node.value is not None:
        value = expressions.expression(cx, inner, node.value)
    else:
        bound = inner.names[node.clause.generators[-1].name.id]
        value = Term(bound.expr, bound.type)
    if node.default is not None and name not in ("most", "fewest"):
        cx.report("E168", node.default, name=name)
    if node.value is not None and name in ("count", "some"):
        cx.report("E176", node.value, name=name)
    return _quantified(cx, scope, node, name, clause, value)


def _quantified(
    cx: Context, scope: Scope, node: nodes.Quantifier, name: str, clause: p.Clause, value: Term
) -> Term:
    origin = cx.origin(node)
    if name == "count":
        return Term(p.Expr("count", (), (), clause, origin), t.NUMBER)
    if name == "some":
        return Term(p.Expr("some", (), (), clause, origin), t.BOOL)
    if name == "sum":
        number = convert.number(cx, value, node.value or node)
        return Term(p.Expr("sum", (number.expr,), (), clause, origin), t.NUMBER)
    if name in ("most", "fewest"):
        return _extreme(cx, scope, node, name, clause, value)
    kept = convert.stored(cx, value, node) if value.type.kind in ("zone", "family") and node.value else value
    args = (kept.expr,) if node.value is not None else ()
    if name == "all":
        return Term(p.Expr("collect", args, (), clause, origin), t.list_of(kept.type))
    type_ = kept.type if name == "the" else kept.type.or_none()
    return Term(p.Expr(name, args, (), clause, origin), type_)


def _extreme(
    cx: Context, scope: Scope, node: nodes.Quantifier, name: str, clause: p.Clause, value: Term
) -> Term:
    value = convert.stored(cx, value, node)
    comparable(cx, value, node.value or node)
    order = cx.names.get(value.type.name) if value.type.kind == "meld" else None
    number = order.index if isinstance(order, s.OrderSymbol) else None
    if node.default is None:
        return Term(p.Expr(name, (value.expr,), (False, number), clause, cx.origin(node)), value.type)
    default = expressions.expression(cx, scope, node.default, value.type)
    type_ = t.join(value.type, default.type)
    if type_ is None:
        cx.report("E159", node.default, left=str(value.type), right=str(default.type))
        type_ = t.UNKNOWN
    expr = p.Expr(name, (value.expr, default.expr), (True, number), clause, cx.origin(node))
    return Term(expr, type_)
