"""Defines: lowered once for each combination of argument types, and for each layer that replaces them.

A layer whose condition is fixed at set-up is taken or dropped here; one that depends on the game becomes an
`if`. `base` inside a layer is the define as the weaker layers give it, for the same arguments.
"""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import convert, expressions, fold
from ruledsl.lower.context import Context, Instance, Term
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes


def call(cx: Context, node: nodes.Node, symbol: s.DefineSymbol, arguments: tuple[Term, ...]) -> Term:
    """The define's value for these arguments."""
    if len(arguments) != len(symbol.parameters):
        cx.report("E151", node, name=symbol.name, wanted=len(symbol.parameters), found=len(arguments))
        return cx.bad(node)
    if any(a.type.is_unknown for a in arguments):
        return cx.bad(node)
    found = instance(cx, node, symbol, len(symbol.layers) - 1, tuple(a.type for a in arguments))
    if found is None:
        return cx.bad(node)
    function = cx.functions[found.function]
    if not arguments and function is not None and fold.is_constant(function.body):
        return Term(function.body, found.type)
    return cx.term("call", found.type, node, *arguments, static=(found.function,))


def reason_of(cx: Context, term: Term) -> str:
    """The reason that travels with a condition that is a define."""
    if term.expr.op != "call":
        return ""
    function = cx.functions[term.expr.static[0]]
    return function.reason if function is not None else ""


def _type_key(type_: Type) -> tuple[object, ...]:
    return (type_, type_.sources)


def instance(
    cx: Context, node: nodes.Node, symbol: s.DefineSymbol, layer: int, types: tuple[Type, ...]
) -> Instance | None:
    """The define lowered for arguments of these types, as layers `0..layer` give it; None after a report."""
    key = (symbol.name, layer, tuple(_type_key(x) for x in types))
    found = cx.instances.get(key)
    if found is not None:
        return found
    if (symbol.name, layer) in cx.active:
        circle = tuple(dict.fromkeys(name for name, _ in cx.active))
        cx.report("E109", node, name=symbol.name, circle=circle)
        return None
    cx.active.append((symbol.name, layer))
    inherited = cx.inherited
    cx.inherited = symbol.layers[layer].inherited
    try:
        made = _lower(cx, symbol, layer, types)
    finally:
        cx.active.pop()
        cx.inherited = inherited
    cx.instances[key] = made
    return made


def _lower(cx: Context, symbol: s.DefineSymbol, level: int, types: tuple[Type, ...]) -> Instance:
    layer = symbol.layers[level]
    declaration = layer.declaration
    assert isinstance(declaration, nodes.Define)
    number = len(cx.functions)
    cx.functions.append(None)
    scope = Scope()
    cells: list[int] = []
    for name, type_ in zip(declaration.parameters, types, strict=True):
        cell = cx.cell(name.id)
        cells.append(cell)
        read = p.Expr("cell", (), (cell,), None, cx.origin(name))
        scope.names[name.id] = s.Local(name.id, name.span, type_, read, cell)
    if level > 0:
        scope.names["base"] = _base(cx, scope, symbol, level, declaration, types)
    body = expressions.expression(cx, scope, declaration.value)
    if layer.condition is not None:
        test = expressions.condition(cx, Scope(), layer.condition)
        base = scope.names["base"]
        weaker = Term(base.expr, base.type)
        body = expressions.branches(cx, declaration, test, body, weaker)
    reason = declaration.reason.value if declaration.reason is not None else ""
    cx.functions[number] = p.Function(symbol.name, tuple(cells), body.expr, reason, cx.origin(declaration))
    return Instance(number, body.type, reason)


def _base(
    cx: Context, scope: Scope, symbol: s.DefineSymbol, level: int, node: nodes.Define, types: tuple[Type, ...]
) -> s.Local:
    weaker = instance(cx, node, symbol, level - 1, types)
    if weaker is None:
        return s.Local("base", node.span, t.UNKNOWN, fold.constant(None))
    arguments = tuple(scope.names[name.id].expr for name in node.parameters)
    expr = p.Expr("call", arguments, (weaker.function,), None, cx.origin(node))
    return s.Local("base", node.span, weaker.type, expr)


def lower_unused(cx: Context, symbol: s.DefineSymbol) -> None:
    """Looks into a define that nobody reads, as far as that goes without knowing its arguments."""
    for level in range(len(symbol.layers)):
        instance(cx, symbol.layers[level].declaration, symbol, level, (t.UNKNOWN,) * len(symbol.parameters))


_ = convert
