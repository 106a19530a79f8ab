"""Locals, and giving variables another value."""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import convert, declare, expressions
from ruledsl.lower.attributes import known_attributes
from ruledsl.lower.context import Context, Term
from ruledsl.lower.names import key_terms
from ruledsl.lower.scope import Scope, bind
from ruledsl.lower.scope import declare as declare_local
from ruledsl.lower.statements import lowers
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.syntax import nodes


@lowers(nodes.Var)
def _var(cx: Context, scope: Scope, node: nodes.Var) -> list[p.Statement]:
    """Locals of a block: cells, or variables where there is one for each player or the like."""
    if node.each is not None:
        cx.report("E257", node.each)
    keys = declare.key_domains(cx, node.per, [name.id for name in node.names])
    made: list[p.Statement] = []
    type_, initial = declare.initial_value(cx, scope, node)
    for name in node.names:
        if not keys:
            cell = bind(cx, scope, name, type_, "var")
            scope.cells.append(cell)
            made.append(p.SetCell(cell, "=", initial, cx.origin(node)))
            continue
        index = len(cx.variables)
        base = cx.variable_count
        count = declare.instances(cx, keys, node)
        cx.add_variable(p.VarFamily(name.id, keys, base, count, initial, t.code(type_), local=True))
        scope.variables.append(index)
        nothing = p.Expr("const", static=(None,))
        local = s.Local(name.id, name.span, type_, nothing, None, index, keys, True, "var")
        declare_local(cx, scope, local)
        made.append(p.InitVar(index, cx.origin(node)))
    return made


@lowers(nodes.Assign)
def _assign(cx: Context, scope: Scope, node: nodes.Assign) -> list[p.Statement]:
    target = node.target
    if isinstance(target, nodes.Name):
        return _assign_name(cx, scope, node, target)
    if isinstance(target, nodes.Attribute):
        of = expressions.expression(cx, scope, target.object)
        return _assign_keyed(cx, scope, node, target.name, (of,))
    if isinstance(target, nodes.Index) and isinstance(target.object, nodes.Name):
        return _assign_keyed(cx, scope, node, target.object.id, target.items)
    _not_assignable(cx, scope, node, target.span.text, "value")
    return []


def _assign_name(cx: Context, scope: Scope, node: nodes.Assign, target: nodes.Name) -> list[p.Statement]:
    local = scope.find(target.id)
    if local is None or local.keys:
        return _assign_keyed(cx, scope, node, target.id, ())
    if not local.assignable or local.cell is None:
        _not_assignable(
            cx, scope, node, target.id, local.word if local.role == "var" else "name of this block"
        )
        return []
    value = _assigned(cx, scope, node, local.type, target.id)
    return [p.SetCell(local.cell, node.op, value, cx.origin(node))]


def _not_assignable(cx: Context, scope: Scope, node: nodes.Assign, name: str, word: str = "") -> None:
    expressions.expression(cx, scope, node.value)
    if not word and name in cx.members:
        word = f"member of `{cx.domains[cx.members[name][0][0]].name}`"
    elif not word and name in s.PREDECLARED:
        word = "fixed name"
    if word:
        cx.report("E158", node.target, name=name, word=word)
    else:
        known = [*cx.of_kind(s.VarSymbol), *scope.visible()]
        cx.unknown("E123", node.target, name, known)


def _assigned(cx: Context, scope: Scope, node: nodes.Assign, type_: t.Type, name: str) -> p.Expr:
    """The value to be stored, added or taken away."""
    hint = type_.definite() if type_.kind != "list" else type_
    if node.op != "=" and type_.kind == "list" and type_.element is not None:
        hint = type_.element.definite()
    term = expressions.expression(cx, scope, node.value, hint)
    if node.op != "=" and type_.kind not in ("number", "list", "unknown"):
        cx.report("E169", node, op=node.op, name=name, found=str(type_))
        return term.expr
    term = convert.stored(cx, term, node.value)
    if node.op != "=" and type_.kind == "list" and not term.type.is_unknown:
        term = convert.several(cx, term, node.value)
    return convert.fit(cx, term, type_, node.value, name).expr


def _assign_keyed(
    cx: Context, scope: Scope, node: nodes.Assign, name: str, given: tuple[Term | nodes.Expr, ...]
) -> list[p.Statement]:
    """A variable of the file, or a local one per player or the like.

    `given` are its keys: nodes, or the term before a dot.
    """
    local = scope.find(name)
    symbol = cx.names.get(name) if local is None or not local.keys else None
    if local is not None and local.keys and local.variable is not None:
        variable, keys, type_ = local.variable, local.keys, local.type
    elif isinstance(symbol, s.VarSymbol):
        variable, keys = symbol.index, symbol.keys
        type_ = declare.variable_type(cx, symbol, node)
        symbol.written = True
    else:
        found: s.Symbol | None = symbol or local
        word = found.word if found is not None else _attribute_word(cx, node.target, given)
        _not_assignable(cx, scope, node, name, word)
        return []
    terms = _keys(cx, scope, node.target, given, keys)
    if terms is None:
        per = tuple(cx.domains[k].name for k in keys) or ("nothing",)
        cx.report("E154", node.target, name=name, keys=per, wanted=len(keys), found=len(given))
        return []
    value = _assigned(cx, scope, node, type_, name)
    return [p.SetVar(variable, tuple(x.expr for x in terms), node.op, value, cx.origin(node))]


def _attribute_word(cx: Context, target: nodes.Expr, given: tuple[Term | nodes.Expr, ...]) -> str:
    """What `stock.top` is, left of `=`; empty where there is no such attribute."""
    of = given[0] if given else None
    if isinstance(target, nodes.Attribute) and isinstance(of, Term):
        return "attribute" if target.name in known_attributes(cx, of.type) else ""
    return ""


def _keys(
    cx: Context, scope: Scope, target: nodes.Expr, given: tuple[Term | nodes.Expr, ...], keys: tuple[int, ...]
) -> tuple[Term, ...] | None:
    """The keys as members, or None when there are too few or too many."""
    if len(given) != len(keys):
        return None
    terms: list[Term] = []
    for one, domain in zip(given, keys, strict=True):
        if isinstance(one, Term):
            terms.append(convert.as_member(cx, one, domain, target))
        else:
            terms.extend(key_terms(cx, scope, (one,), (domain,)))
    return tuple(terms)
