"""Phases, callers before callees, so that the types of parameters are known from every `play`."""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import expressions, statements
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.walk import walk
from ruledsl.syntax import nodes


def lower_all(cx: Context) -> int:
    """Lowers every phase that can be reached; returns the number of `game`."""
    phases = {n: x for n, x in cx.names.items() if isinstance(x, s.PhaseSymbol)}
    _check_resets(cx, phases)
    main = phases.get("game")
    if main is None:
        games = cx.effective.root.declarations
        cx.report("E251", games[0] if games else cx.effective.root)
        return -1
    main.used = True
    for name in _order(cx, phases):
        _lower(cx, phases[name])
    return main.index


def _calls(symbol: s.PhaseSymbol) -> list[nodes.Play]:
    return [n for layer in symbol.layers for n in walk(layer.declaration) if isinstance(n, nodes.Play)]


def _order(cx: Context, phases: dict[str, s.PhaseSymbol]) -> list[str]:
    """All phases, each after those that play it; a circle is reported and cut."""
    done: list[str] = []
    state: dict[str, int] = {}

    def visit(name: str, path: list[str]) -> None:
        state[name] = 1
        for play in _calls(phases[name]):
            callee = play.phase.id
            if callee not in phases:
                continue
            if state.get(callee) == 1:
                circle = [*path[path.index(callee) :], callee] if callee in path else [name, callee]
                cx.report("E250", play, circle=tuple(circle))
            elif callee not in state:
                visit(callee, [*path, callee])
        state[name] = 2
        done.append(name)

    for name in phases:
        if name not in state:
            visit(name, [name])
    return list(reversed(done))


def _lower(cx: Context, symbol: s.PhaseSymbol) -> None:
    scope_types = [type_ if type_ is not None else t.UNKNOWN for type_ in symbol.types]
    bodies: list[tuple[p.Expr | None, int]] = []
    for layer in symbol.layers:
        node = layer.declaration
        assert isinstance(node, nodes.Phase)
        cx.inherited = layer.inherited
        scope = Scope()
        for name, cell, type_ in zip(node.parameters, symbol.cells, scope_types, strict=True):
            read = p.Expr("cell", (), (cell,), None, cx.origin(name))
            cx.declare(scope.names, s.Local(name.id, name.span, type_, read, cell))
        condition = expressions.condition(cx, Scope(), layer.condition).expr if layer.condition else None
        body = statements.block(cx, scope, node.body)
        bodies = [(condition, body)] if condition is None else [*bodies, (condition, body)]
    first = symbol.layers[-1].declaration
    body = bodies[0][1]
    for condition, replacing in bodies[1:]:
        assert condition is not None
        choice = p.If(condition, replacing, body, cx.origin(first))
        cx.blocks.append(p.Block((choice,)))
        body = len(cx.blocks) - 1
    resets = tuple(i for i, v in enumerate(cx.variables) if v.reset == symbol.name)
    note = "\n".join(first.notes)
    cx.phases[symbol.index] = p.Phase(symbol.name, symbol.cells, body, resets, note, cx.origin(first))


def _check_resets(cx: Context, phases: dict[str, s.PhaseSymbol]) -> None:
    for symbol in cx.names.values():
        if isinstance(symbol, s.VarSymbol) and symbol.declaration.each is not None:
            name = symbol.declaration.each.id
            if name != "turn" and name not in phases:
                cx.unknown("E261", symbol.declaration.each, name, ["turn", *phases])
