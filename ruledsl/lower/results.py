"""How a finished game is judged: result, payoff, invariants; and the remarks that hold meanwhile."""

from __future__ import annotations

from attrs import frozen

from interpreter import program as p
from ruledsl.lower import clauses, convert, expressions, remarks
from ruledsl.lower.context import Context
from ruledsl.lower.layers import Layered, Layers
from ruledsl.lower.scope import Scope
from ruledsl.model import types as t
from ruledsl.model.settings import first_line
from ruledsl.syntax import nodes


@frozen
class Outcome:
    """The rules that judge a game."""

    results: tuple[p.ResultRule, ...]
    payoffs: tuple[p.PayoffRule, ...]
    invariants: tuple[p.Invariant, ...]
    remarks: tuple[p.Remark, ...]


def lower(cx: Context, found: Layers) -> Outcome:
    """All results, payoffs and invariants; those in a `while` come last, so that they win."""
    results: list[p.ResultRule] = []
    payoffs: list[p.PayoffRule] = []
    invariants: list[p.Invariant] = []
    ranked = False
    plain = [Layered(entry.declaration, None) for entry in found.entries]
    for layer in [*plain, *found.layers]:
        node = layer.declaration
        if not isinstance(node, (nodes.Result, nodes.Payoff, nodes.Invariant)):
            continue
        condition = expressions.condition(cx, Scope(), layer.condition).expr if layer.condition else None
        if isinstance(node, nodes.Invariant):
            invariants.append(_invariant(cx, node, condition))
        elif isinstance(node, nodes.Result):
            ranked = True
            rule = _result(cx, node, condition)
            results.extend([rule] if rule is not None else [])
        else:
            payoff = _payoff(cx, node, condition)
            payoffs.extend([payoff] if payoff is not None else [])
    if not ranked and "result" not in cx.skipped:
        cx.report("W505", first_line(cx.effective.root))
    return Outcome(tuple(results), tuple(payoffs), tuple(invariants), remarks.lower(cx))


def _who(
    cx: Context, node: nodes.Result | nodes.Payoff, scope: Scope, allowed: tuple[int, ...]
) -> p.Gen | None:
    clause = clauses.lower(cx, scope, node.clause)
    first = clause.steps[0] if len(clause.steps) == 1 else None
    if isinstance(first, p.Gen) and first.kind == "things" and first.static[0] in allowed:
        return first
    cx.report("E262", node.clause, word="result" if isinstance(node, nodes.Result) else "payoff")
    return None


def _result(cx: Context, node: nodes.Result, condition: p.Expr | None) -> p.ResultRule | None:
    scope = Scope()
    gen = _who(cx, node, scope, (p.PLAYER_DOMAIN, p.TEAM_DOMAIN))
    if gen is None:
        return None
    keys = tuple(clauses.key(cx, scope, k) for k in node.keys)
    rating: p.Expr | None = None
    rating_type = ""
    if node.value is not None:
        term = expressions.expression(cx, scope, node.value)
        if term.type.kind not in ("number", "text", "member", "yes/no", "unknown"):
            convert.expected(cx, term, "a number or a text", node.value)
        rating, rating_type = term.expr, t.code(term.type)
    return p.ResultRule(condition, gen.cell, gen.static[0], keys, rating, rating_type, cx.origin(node))


def _payoff(cx: Context, node: nodes.Payoff, condition: p.Expr | None) -> p.PayoffRule | None:
    scope = Scope()
    gen = _who(cx, node, scope, (p.PLAYER_DOMAIN,))
    if gen is None:
        return None
    value = expressions.number(cx, scope, node.value)
    return p.PayoffRule(condition, gen.cell, value.expr, cx.origin(node))


def _invariant(cx: Context, node: nodes.Invariant, condition: p.Expr | None) -> p.Invariant:
    scope = Scope()
    clause = clauses.lower(cx, scope, node.clause)
    if condition is not None:
        clause = p.Clause((p.Cond(condition), *clause.steps), clause.keys)
    test = expressions.condition(cx, scope, node.condition)
    text = " ".join(node.condition.span.text.split())
    return p.Invariant(clause, test.expr, text, cx.origin(node))
