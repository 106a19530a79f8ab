"""Defines: lowered once for each combination of argument types, and for each layer that replaces them.

A layer whose condition is fixed at set-up is taken or dropped here; one that depends on the game becomes an
`if`. `base` inside a layer is the define as the weaker layers give it, for the same arguments.
"""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import expressions, fold
from ruledsl.lower.context import Asked, Context, Instance, Term
from ruledsl.lower.scope import Scope, bind
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.model.walk import names_in
from ruledsl.syntax import nodes

MOST_CHAINED = 64
"""So many defines may ask for one another in a chain."""


def call(cx: Context, node: nodes.Node, symbol: s.DefineSymbol, arguments: tuple[Term, ...]) -> Term:
    """The define's value for these arguments."""
    symbol.used = True
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
    if cx.is_asking("define", symbol.name, layer, node):
        return None
    if len(cx.asked) >= MOST_CHAINED:
        if not any(d.code == "E122" for d in cx.diagnostics):
            cx.report("E122", node, name=symbol.name, limit=MOST_CHAINED)
        return None
    declaration = symbol.layers[layer].declaration
    with cx.asking(Asked("define", symbol.name, node.span, declaration.span, layer, types)):
        made = _lower(cx, symbol, layer, types)
    cx.instances[key] = made
    cx.looked_into.add((symbol.name, layer))
    return made


def _lower(cx: Context, symbol: s.DefineSymbol, level: int, types: tuple[Type, ...]) -> Instance:
    layer = symbol.layers[level]
    declaration = layer.declaration
    assert isinstance(declaration, nodes.Define)
    number = len(cx.functions)
    cx.functions.append(None)
    scope = Scope()
    pairs = zip(declaration.parameters, types, strict=True)
    cells = tuple(bind(cx, scope, name, type_, "parameter") for name, type_ in pairs)
    weaker: Instance | None = None
    if level > 0 and (layer.condition is not None or "base" in names_in(declaration.value)):
        weaker = instance(cx, declaration, symbol, level - 1, types)
        scope.names["base"] = _base(cx, scope, declaration, weaker)
    body = expressions.expression(cx, scope, declaration.value)
    if layer.condition is not None:
        test = expressions.condition(cx, Scope(), layer.condition)
        base = scope.names["base"]
        body = expressions.branches(cx, declaration, test, body, Term(base.expr, base.type))
    if declaration.reason is not None and body.type.kind not in ("yes/no", "unknown"):
        cx.report("E182", declaration.reason, name=symbol.name, found=str(body.type))
    reason = declaration.reason.value if declaration.reason is not None else weaker.reason if weaker else ""
    cx.functions[number] = p.Function(symbol.name, cells, body.expr, reason, cx.origin(declaration))
    return Instance(number, body.type, reason)


def _base(cx: Context, scope: Scope, node: nodes.Define, weaker: Instance | None) -> s.Local:
    """What the word `base` means in a layer."""
    if weaker is None:
        return s.Local("base", None, t.UNKNOWN, fold.constant(None), role="base")
    arguments = tuple(scope.names[name.id].expr for name in node.parameters)
    expr = p.Expr("call", arguments, (weaker.function,), None, cx.origin(node))
    return s.Local("base", None, weaker.type, expr, role="base")


def lower_unused(cx: Context, symbol: s.DefineSymbol) -> None:
    """Looks into a define that nobody asked for, as far as that goes without knowing its arguments."""
    top = len(symbol.layers) - 1
    if (symbol.name, top) not in cx.looked_into:
        unknown = (t.UNKNOWN,) * len(symbol.parameters)
        instance(cx, symbol.layers[top].declaration, symbol, top, unknown)
