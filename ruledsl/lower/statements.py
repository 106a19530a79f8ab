"""Statements and blocks, phases aside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter import program as p
from ruledsl.diagnostics import did_you_mean
from ruledsl.lower import choices, clauses, convert, declare, expressions, moves
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.syntax import nodes

Lowerer = Callable[[Context, Scope, Any], list[p.Statement]]


def block(cx: Context, scope: Scope, node: nodes.Block, owns: Sequence[int] = ()) -> int:
    """A block in a scope of its own; `owns` are cells that it clears besides its own locals.

    Triggers that stand in it live from its entry, wherever they are written.
    """
    number = cx.reserve_block()
    inner = scope.inner()
    triggers: list[int] = []
    statements: list[p.Statement] = []
    for statement in node.statements:
        if isinstance(statement, nodes.When):
            # its names must be declared before it; it is looked at from the block's entry
            triggers.append(trigger(cx, inner, statement, number))
            continue
        lowerer = _STATEMENTS.get(type(statement))
        if lowerer is None:
            if not isinstance(statement, nodes.BadStatement):
                cx.report("E255", statement)
            continue
        statements.extend(lowerer(cx, inner, statement))
    cells = (*owns, *inner.cells)
    cx.blocks[number] = p.Block(tuple(statements), cells, tuple(inner.variables), tuple(triggers))
    return number


def trigger(
    cx: Context, scope: Scope, node: nodes.When, where: int | None, condition: nodes.Expr | None = None
) -> int:
    """A `when`; `condition` is that of the `while` it stands in."""
    inner = scope.inner()
    for generator in node.clause.generators:
        if not isinstance(generator, (nodes.Things, nodes.Let)):
            cx.report("E256", generator)
    clause = clauses.lower(cx, inner, node.clause)
    steps = list(clause.steps)
    for test in (condition, node.condition):
        if test is not None:
            term = expressions.condition(cx, inner, test)
            steps.append(p.Cond(term.expr, origin=cx.origin(test)))
    cells = [step.cell for step in steps if isinstance(step, p.Gen)]
    body = block(cx, inner, node.body, owns=cells)
    cx.triggers.append(p.Trigger(p.Clause(tuple(steps)), body, where, cx.origin(node)))
    return len(cx.triggers) - 1


def cells_of(clause: p.Clause) -> tuple[int, ...]:
    """The cells that a clause binds."""
    return tuple(step.cell for step in clause.steps if isinstance(step, p.Gen))


# -- variables ------------------------------------------------------------------------------------


def _var(cx: Context, scope: Scope, node: nodes.Var) -> list[p.Statement]:
    if node.each is not None:
        cx.report("E257", node.each)
    type_, initial = declare.initial_value(cx, scope, node)
    keys = declare.key_domains(cx, node.per)
    made: list[p.Statement] = []
    for name in node.names:
        if name.id in scope.names:
            cx.report("E101", name, name=name.id)
        if not keys:
            cell = cx.cell(name.id)
            scope.cells.append(cell)
            read = p.Expr("cell", (), (cell,), None, cx.origin(name))
            cx.declare(scope.names, s.Local(name.id, name.span, type_, read, cell, assignable=True))
            made.append(p.SetCell(cell, "=", initial, cx.origin(node)))
            continue
        index = len(cx.variables)
        base = sum(v.count for v in cx.variables)
        count = declare.instances(cx, keys, node)
        family = p.VarFamily(name.id, keys, base, count, initial, t.code(type_), local=True)
        cx.variables.append(family)
        scope.variables.append(index)
        read = p.Expr("const", static=(None,))
        cx.declare(scope.names, s.Local(name.id, name.span, type_, read, None, index, keys, True))
        made.append(p.InitVar(index, cx.origin(node)))
    return made


def _assign(cx: Context, scope: Scope, node: nodes.Assign) -> list[p.Statement]:
    target = node.target
    if isinstance(target, nodes.Name):
        local = scope.find(target.id)
        if local is not None:
            return _assign_local(cx, scope, node, target, local)
        return _assign_variable(cx, scope, node, target.id, target, ())
    if isinstance(target, nodes.Attribute):
        of = expressions.expression(cx, scope, target.object)
        if of.type.is_unknown:
            return []
        return _assign_variable(cx, scope, node, target.name, target, (of,))
    if isinstance(target, nodes.Index) and isinstance(target.object, nodes.Name):
        return _assign_variable(cx, scope, node, target.object.id, target, None)
    cx.report("E158", target, name=target.span.text)
    return []


def _assign_local(
    cx: Context, scope: Scope, node: nodes.Assign, target: nodes.Name, local: s.Local
) -> list[p.Statement]:
    if not local.assignable or local.cell is None:
        cx.report("E158", target, name=target.id)
        return []
    value = _assigned(cx, scope, node, local.type, target.id)
    return [p.SetCell(local.cell, node.op, value, cx.origin(node))]


def _assigned(cx: Context, scope: Scope, node: nodes.Assign, type_: t.Type, name: str) -> p.Expr:
    hint = type_.definite() if type_.kind != "list" else type_
    term = expressions.expression(cx, scope, node.value, hint)
    if node.op != "=" and type_.kind not in ("number", "list", "unknown"):
        cx.report("E169", node, op=node.op, name=name, found=str(type_))
        return term.expr
    term = convert.stored(cx, term, node.value)
    if node.op != "=" and type_.kind == "list":
        return convert.several(cx, term, node.value).expr
    return convert.fit(cx, term, type_, node.value, name).expr


def _assign_variable(
    cx: Context, scope: Scope, node: nodes.Assign, name: str, target: nodes.Expr, of: tuple[Any, ...] | None
) -> list[p.Statement]:
    local = scope.find(name)
    variable: int | None = None
    keys: tuple[int, ...] = ()
    type_ = t.UNKNOWN
    if local is not None and local.variable is not None:
        variable, keys, type_ = local.variable, local.keys, local.type
        local.used = True
    else:
        symbol = cx.names.get(name)
        if isinstance(symbol, s.VarSymbol):
            variable, keys = symbol.index, symbol.keys
            type_ = declare.variable_type(cx, symbol)
            symbol.written = True
    if variable is None:
        if name in cx.names or local is not None:
            cx.report("E158", target, name=name)
        else:
            known = [n for n, x in cx.names.items() if isinstance(x, s.VarSymbol)] + scope.visible()
            cx.report("E100", target, did_you_mean(name, known), name=name)
        return []
    if of is None:
        assert isinstance(target, nodes.Index)
        terms: tuple[Any, ...] = expressions.key_terms(cx, scope, target.items, keys)
    else:
        terms = of
    if len(terms) != len(keys) or any(
        x.type.kind == "member" and cx.domain_of(x.type) != k for x, k in zip(terms, keys, strict=True)
    ):
        per = tuple(cx.domains[k].name for k in keys) or ("nothing",)
        cx.report("E154", target, name=name, keys=per, wanted=len(keys), found=len(terms))
        return []
    value = _assigned(cx, scope, node, type_, name)
    return [p.SetVar(variable, tuple(x.expr for x in terms), node.op, value, cx.origin(node))]


# -- control --------------------------------------------------------------------------------------


def _if(cx: Context, scope: Scope, node: nodes.If) -> list[p.Statement]:
    test = expressions.condition(cx, scope, node.condition)
    then = block(cx, scope, node.then)
    otherwise = block(cx, scope, node.otherwise) if node.otherwise is not None else None
    return [p.If(test.expr, then, otherwise, cx.origin(node))]


def _until(cx: Context, scope: Scope, node: nodes.Expr | None) -> p.Expr | None:
    return expressions.condition(cx, scope, node).expr if node is not None else None


def _each(cx: Context, scope: Scope, node: nodes.Each) -> list[p.Statement]:
    inner = scope.inner()
    clause = clauses.lower(cx, inner, node.clause)
    body = block(cx, inner, node.body)
    return [p.Each(clause, body, _until(cx, inner, node.until), cx.origin(node))]


def _turns(cx: Context, scope: Scope, node: nodes.Turns) -> list[p.Statement]:
    inner = scope.inner()
    clause = clauses.lower(cx, inner, node.clause)
    generators = [step for step in clause.steps if isinstance(step, p.Gen)]
    seats = generators[0] if generators else None
    if len(generators) != 1 or seats is None or seats.kind != "things" or seats.static != (p.PLAYER_DOMAIN,):
        cx.report("E258", node.clause)
        return []
    if clause.keys:
        cx.report("E259", node.clause.keys[0])
    conditions = tuple(step for step in clause.steps if isinstance(step, p.Cond))
    start = seats.args[0] if seats.args else None
    body = block(cx, inner, node.body)
    resets = tuple(i for i, v in enumerate(cx.variables) if v.reset == "turn")
    until = _until(cx, inner, node.until)
    return [p.Turns(seats.cell, start, conditions, body, until, resets, cx.origin(node))]


def _repeat(cx: Context, scope: Scope, node: nodes.Repeat) -> list[p.Statement]:
    count = expressions.number(cx, scope, node.count).expr if node.count is not None else None
    body = block(cx, scope, node.body)
    return [p.Repeat(count, body, _until(cx, scope, node.until), cx.origin(node))]


def _together(cx: Context, scope: Scope, node: nodes.Together) -> list[p.Statement]:
    inner = scope.inner()
    clause = clauses.lower(cx, inner, node.clause)
    first = clause.steps[0] if clause.steps else None
    if not isinstance(first, p.Gen) or first.kind != "things" or first.static != (p.PLAYER_DOMAIN,):
        cx.report("E258", node.clause)
    body = block(cx, inner, node.body)
    return [p.Together(clause, body, cx.origin(node))]


def _play(cx: Context, scope: Scope, node: nodes.Play) -> list[p.Statement]:
    symbol = cx.names.get(node.phase.id)
    arguments = [expressions.expression(cx, scope, a) for a in node.arguments]
    if not isinstance(symbol, s.PhaseSymbol):
        known = [n for n, x in cx.names.items() if isinstance(x, s.PhaseSymbol)]
        cx.report("E105", node.phase, did_you_mean(node.phase.id, known), name=node.phase.id)
        return []
    symbol.used = True
    if len(arguments) != len(symbol.parameters):
        cx.report("E151", node, name=symbol.name, wanted=len(symbol.parameters), found=len(arguments))
        return []
    passed = []
    for position, (term, argument) in enumerate(zip(arguments, node.arguments, strict=True)):
        if term.type.kind == "family":
            term = convert.several(cx, term, argument)
        old = symbol.types[position]
        joined = term.type if old is None else t.join(old, term.type)
        if joined is None:
            cx.report("E170", argument, name=symbol.name, wanted=str(old), found=str(term.type))
            joined = t.UNKNOWN
        symbol.types[position] = joined
        passed.append((term, argument))
    return [p.Call(symbol.index, tuple(x.expr for x, _ in passed), cx.origin(node))]


def _end(cx: Context, scope: Scope, node: nodes.End) -> list[p.Statement]:
    name = node.scope.id
    if name not in ("turn", "game") and not isinstance(cx.names.get(name), s.PhaseSymbol):
        known = ["turn", "game", *(n for n, x in cx.names.items() if isinstance(x, s.PhaseSymbol))]
        cx.report("E252", node.scope, did_you_mean(name, known), name=name)
    return [p.End(name, cx.origin(node))]


def _at_end(cx: Context, scope: Scope, node: nodes.AtEnd) -> list[p.Statement]:
    if node.scope.id != "turn":
        cx.report("E260", node.scope, name=node.scope.id)
    return [p.AtEnd(block(cx, scope, node.body), cx.origin(node))]


def _at_once(cx: Context, scope: Scope, node: nodes.AtOnce) -> list[p.Statement]:
    return [p.AtOnce(block(cx, scope, node.body), cx.origin(node))]


def _misses(cx: Context, scope: Scope, node: nodes.Misses) -> list[p.Statement]:
    who = convert.seat(cx, expressions.expression(cx, scope, node.who), node.who)
    return [p.Misses(who.expr, cx.origin(node))]


_STATEMENTS: dict[type[nodes.Node], Lowerer] = {
    nodes.Move: moves.move,
    nodes.Flip: moves.flip,
    nodes.Roll: moves.roll,
    nodes.Shuffle: moves.shuffle,
    nodes.Reveal: moves.reveal,
    nodes.Sort: moves.sort,
    nodes.Var: _var,
    nodes.Assign: _assign,
    nodes.If: _if,
    nodes.Each: _each,
    nodes.Turns: _turns,
    nodes.Repeat: _repeat,
    nodes.Together: _together,
    nodes.Play: _play,
    nodes.End: _end,
    nodes.Restart: lambda cx, scope, node: [p.Restart(cx.origin(node))],
    nodes.AtEnd: _at_end,
    nodes.AtOnce: _at_once,
    nodes.Reverse: lambda cx, scope, node: [p.Reverse(cx.origin(node))],
    nodes.Misses: _misses,
    nodes.Choose: lambda cx, scope, node: choices.choose(cx, scope, node, block),
}
