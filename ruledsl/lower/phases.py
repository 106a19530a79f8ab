"""Phases, callers before callees, so that the types of parameters are known from every `play`."""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import expressions, statements
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope, bind
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.settings import first_line
from ruledsl.model.walk import walk
from ruledsl.syntax import nodes


def lower_all(cx: Context) -> int:
    """Lowers every phase that can be reached; returns the number of `game`."""
    phases = {n: x for n, x in cx.names.items() if isinstance(x, s.PhaseSymbol)}
    _check_resets(cx, phases)
    main = phases.get("game")
    if main is None:
        if not {"phase", "game"} <= cx.skipped:
            cx.report("E251", first_line(cx.effective.root))
        return -1
    main.used = True
    for name in _order(cx, phases):
        _lower(cx, phases[name])
    return main.index


def _calls(symbol: s.PhaseSymbol) -> list[nodes.Play]:
    return [n for layer in symbol.layers for n in walk(layer.declaration) if isinstance(n, nodes.Play)]


def _order(cx: Context, phases: dict[str, s.PhaseSymbol]) -> list[str]:
    """All phases, each after those that play it; a circle is reported and cut."""
    calls = {name: _calls(symbol) for name, symbol in phases.items()}
    done: list[str] = []
    seen: set[str] = set()
    for first in phases:
        if first in seen:
            continue
        seen.add(first)
        path, todo = [first], [iter(calls[first])]
        while path:
            play = next(todo[-1], None)
            if play is None:
                done.append(path.pop())
                todo.pop()
                continue
            name = play.phase.id
            if name in path:
                cx.report("E250", play, circle=" -> ".join((*path[path.index(name) :], name)))
            elif name in phases and name not in seen:
                seen.add(name)
                path.append(name)
                todo.append(iter(calls[name]))
    return list(reversed(done))


def _lower(cx: Context, symbol: s.PhaseSymbol) -> None:
    types = [type_ if type_ is not None else t.UNKNOWN for type_ in symbol.types]
    body: int | None = None
    for layer in symbol.layers:
        node = layer.declaration
        assert isinstance(node, nodes.Phase)
        scope = Scope()
        for name, cell, type_ in zip(node.parameters, symbol.cells, types, strict=True):
            bind(cx, scope, name, type_, "parameter", cell)
        test = expressions.condition(cx, Scope(), layer.condition).expr if layer.condition else None
        replacing = statements.block(cx, scope, node.body)
        if test is not None:
            cx.blocks.append(p.Block((p.If(test, replacing, body, cx.origin(node)),)))
            replacing = len(cx.blocks) - 1
        body = replacing
    assert body is not None
    last = symbol.layers[-1].declaration
    resets = tuple(i for i, v in enumerate(cx.variables) if v.reset == symbol.name)
    note = "\n".join(last.notes)
    cx.phases[symbol.index] = p.Phase(symbol.name, symbol.cells, body, resets, note, cx.origin(last))


def _check_resets(cx: Context, phases: dict[str, s.PhaseSymbol]) -> None:
    for symbol in cx.names.values():
        if isinstance(symbol, s.VarSymbol) and symbol.declaration.each is not None:
            name = symbol.declaration.each.id
            if name != "turn" and name not in phases:
                cx.unknown("E261", symbol.declaration.each, name, ["turn", *phases])
