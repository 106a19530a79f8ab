"""Statements that decide what is done next: conditions, loops, turns, phases, `end`."""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import clauses, convert, expressions
from ruledsl.lower.context import Context, Term
from ruledsl.lower.scope import Scope
from ruledsl.lower.statements import block, lowers
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.syntax import nodes


@lowers(nodes.If)
def _if(cx: Context, scope: Scope, node: nodes.If) -> list[p.Statement]:
    test = expressions.condition(cx, scope, node.condition)
    known = expressions.fixed(test)
    with cx.unreached(known and not test.value):
        then = block(cx, scope, node.then)
    with cx.unreached(known and bool(test.value)):
        otherwise = block(cx, scope, node.otherwise) if node.otherwise is not None else None
    return [p.If(test.expr, then, otherwise, cx.origin(node))]


def _until(cx: Context, scope: Scope, node: nodes.Expr | None) -> p.Expr | None:
    return expressions.condition(cx, scope, node).expr if node is not None else None


@lowers(nodes.Each)
def _each(cx: Context, scope: Scope, node: nodes.Each) -> list[p.Statement]:
    inner = scope.inner()
    clause = clauses.lower(cx, inner, node.clause)
    body = block(cx, inner, node.body)
    return [p.Each(clause, body, _until(cx, inner, node.until), cx.origin(node))]


@lowers(nodes.Turns)
def _turns(cx: Context, scope: Scope, node: nodes.Turns) -> list[p.Statement]:
    inner = scope.inner()
    clause = clauses.lower(cx, inner, node.clause)
    seats = _seats(cx, node.clause, clause, "turns")
    if clause.keys:
        cx.report("E259", node.clause.keys[0])
    conditions = tuple(step for step in clause.steps if isinstance(step, p.Cond))
    body = block(cx, inner, node.body)
    until = _until(cx, inner, node.until)
    if seats is None:
        return []
    start = seats.args[0] if seats.args else None
    resets = tuple(i for i, v in enumerate(cx.variables) if v.reset == "turn")
    return [p.Turns(seats.cell, start, conditions, body, until, resets, cx.origin(node))]


def _seats(cx: Context, node: nodes.Clause, clause: p.Clause, word: str) -> p.Gen | None:
    """The one generator `player p` that a clause must have; None after a report."""
    generators = [step for step in clause.steps if isinstance(step, p.Gen)]
    first = generators[0]
    if len(generators) == 1 and first.kind == "things" and first.static == (p.PLAYER_DOMAIN,):
        return first
    cx.report("E258", node, word=word)
    return None


@lowers(nodes.Repeat)
def _repeat(cx: Context, scope: Scope, node: nodes.Repeat) -> list[p.Statement]:
    count: Term | None = None
    if node.count is not None:
        count = expressions.number(cx, scope, node.count)
        if expressions.fixed(count) and count.value < 0:
            cx.report("E164", node.count, value=count.value, least=0)
    body = block(cx, scope, node.body)
    times = count.expr if count is not None else None
    return [p.Repeat(times, body, _until(cx, scope, node.until), cx.origin(node))]


@lowers(nodes.Together)
def _together(cx: Context, scope: Scope, node: nodes.Together) -> list[p.Statement]:
    inner = scope.inner()
    clause = clauses.lower(cx, inner, node.clause)
    seats = _seats(cx, node.clause, clause, "together")
    body = block(cx, inner, node.body)
    return [p.Together(clause, body, cx.origin(node))] if seats is not None else []


@lowers(nodes.Play)
def _play(cx: Context, scope: Scope, node: nodes.Play) -> list[p.Statement]:
    symbol = cx.names.get(node.phase.id)
    hints = symbol.types if isinstance(symbol, s.PhaseSymbol) else []
    arguments = [
        expressions.expression(cx, scope, argument, hints[number] if number < len(hints) else None)
        for number, argument in enumerate(node.arguments)
    ]
    if not isinstance(symbol, s.PhaseSymbol):
        cx.unknown("E105", node.phase, node.phase.id, cx.of_kind(s.PhaseSymbol))
        return []
    symbol.used = True
    if len(arguments) != len(symbol.parameters):
        cx.report("E151", node, name=symbol.name, wanted=len(symbol.parameters), found=len(arguments))
        return []
    passed: list[p.Expr] = []
    for position, (term, argument) in enumerate(zip(arguments, node.arguments, strict=True)):
        if term.type.kind == "family":
            term = convert.several(cx, term, argument)
        old = symbol.types[position]
        joined = term.type if old is None else t.join(old, term.type)
        if joined is None:
            name = symbol.parameters[position]
            cx.report("E170", argument, name=name, phase=symbol.name, wanted=str(old), found=str(term.type))
            joined = t.UNKNOWN
        symbol.types[position] = joined
        passed.append(term.expr)
    return [p.Call(symbol.index, tuple(passed), cx.origin(node))]


@lowers(nodes.End)
def _end(cx: Context, scope: Scope, node: nodes.End) -> list[p.Statement]:
    name = node.scope.id
    if name not in ("turn", "game") and not isinstance(cx.names.get(name), s.PhaseSymbol):
        cx.unknown("E252", node.scope, name, ["turn", "game", *cx.of_kind(s.PhaseSymbol)])
    return [p.End(name, cx.origin(node))]


@lowers(nodes.AtEnd)
def _at_end(cx: Context, scope: Scope, node: nodes.AtEnd) -> list[p.Statement]:
    if node.scope.id != "turn":
        cx.report("E260", node.scope, name=node.scope.id)
    return [p.AtEnd(block(cx, scope, node.body), cx.origin(node))]


@lowers(nodes.AtOnce)
def _at_once(cx: Context, scope: Scope, node: nodes.AtOnce) -> list[p.Statement]:
    return [p.AtOnce(block(cx, scope, node.body), cx.origin(node))]


@lowers(nodes.Misses)
def _misses(cx: Context, scope: Scope, node: nodes.Misses) -> list[p.Statement]:
    who = convert.seat(cx, expressions.expression(cx, scope, node.who), node.who)
    return [p.Misses(who.expr, cx.origin(node))]


@lowers(nodes.Restart)
def _restart(cx: Context, scope: Scope, node: nodes.Restart) -> list[p.Statement]:
    return [p.Restart(cx.origin(node))]


@lowers(nodes.Reverse)
def _reverse(cx: Context, scope: Scope, node: nodes.Reverse) -> list[p.Statement]:
    return [p.Reverse(cx.origin(node))]
