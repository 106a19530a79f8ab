"""What a name stands for as a value, alone (`led`), with keys (`seen[p, k]`) or behind `all`."""

from __future__ import annotations

from typing import Any

from interpreter import program as p
from ruledsl.lower import convert, declare, defines, expressions, tables
from ruledsl.lower.context import Context, Term
from ruledsl.lower.expressions import lowers
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes


@lowers(nodes.Name)
def _name(cx: Context, scope: Scope, node: nodes.Name, expect: Type | None) -> Term:
    local = scope.find(node.id)
    if local is not None and not (local.role == "seat" and _wanted_member(cx, node, expect)):
        local.used = True
        if local.keys:
            return _no_keys(cx, node, local.name, local.keys)
        return Term(local.expr, local.type)
    if expect is not None and expect.kind == "member" and node.id != "none":
        index = cx.member(node.id, expect.name)
        if index is not None and not _means_declared(cx, node.id):
            return cx.constant(index, expect.definite(), node)
    symbol = cx.names.get(node.id)
    if symbol is not None:
        symbol.used = True
        return symbol_value(cx, node, symbol)
    if node.id in cx.members:
        return _member(cx, node)
    return _predeclared(cx, scope, node)


def _wanted_member(cx: Context, node: nodes.Name, expect: Type | None) -> bool:
    """Whether a value of an enum is wanted that has a member of this name."""
    return (
        expect is not None
        and expect.kind == "member"
        and expect.name != t.PLAYER.name
        and cx.member(node.id, expect.name) is not None
    )


def _means_declared(cx: Context, name: str) -> bool:
    """Whether a name that is also a member of the wanted domain is meant as the declared thing."""
    symbol = cx.names.get(name)
    return isinstance(symbol, (s.VarSymbol, s.DefineSymbol, s.ZoneSymbol, s.Constant))


def _member(cx: Context, node: nodes.Name) -> Term:
    places = cx.members[node.id]
    if len(places) > 1:
        enums = tuple(cx.domains[d].name for d, _ in places)
        cx.report("E102", node, name=node.id, enums=enums)
        return cx.bad(node)
    domain, index = places[0]
    return cx.constant(index, t.member(cx.domains[domain].name), node)


def _predeclared(cx: Context, scope: Scope, node: nodes.Name) -> Term:
    name = node.id
    fixed: dict[str, tuple[Any, Type]] = {
        "yes": (True, t.BOOL), "no": (False, t.BOOL), "none": (None, t.NONE), "empty": ((), t.EMPTY),
        "players": (cx.config.players, t.NUMBER), "down": (0, t.FACING), "up": (1, t.FACING),
    }  # fmt: skip
    if name in fixed:
        return cx.constant(*fixed[name], node)
    forms = {"supply": ("supply", t.HOLDER), "turn": ("turn", t.PLAYER.or_none()), "next": ("next", t.PLAYER),
             "over": ("over", t.BOOL)}  # fmt: skip
    if name in forms:
        return cx.term(*forms[name], node)
    if name == "base":
        cx.report("E110", node)
    elif name in cx.later:
        cx.report("E162", node)
    elif name in s.PREDECLARED:
        cx.report("E111", node, name=name, word=_PREDECLARED_WORDS[name])
    else:
        cx.unknown("E100", node, name, known_names(cx, scope))
    return cx.bad(node)


_PREDECLARED_WORDS = {"player": "type", "card": "type", "cards": "type", "seat": "function"}


def known_names(cx: Context, scope: Scope) -> list[str]:
    """Every name that could stand for a value here."""
    members = (m for m in cx.members if not m.isdigit())
    return [*scope.visible(), *cx.names, *members, *s.PREDECLARED]


def symbol_value(cx: Context, node: nodes.Name, symbol: s.Symbol) -> Term:
    """What a declared name means as a value by itself."""
    if isinstance(symbol, s.Constant):
        return cx.constant(symbol.value, symbol.type, node)
    if isinstance(symbol, s.DefineSymbol):
        return defines.call(cx, node, symbol, ())
    if isinstance(symbol, s.VarSymbol):
        return variable(cx, node, symbol, ())
    if isinstance(symbol, s.ZoneSymbol):
        return zone(cx, node, symbol, ())
    if isinstance(symbol, s.SingleCard):
        return cx.constant(symbol.face, t.FACE, node)
    if isinstance(symbol, s.MeldSymbol):
        return cx.constant(symbol.index, t.MELD_KIND, node)
    if symbol.name in cx.members:
        return _member(cx, node)
    cx.report("E111", node, name=symbol.name, word=symbol.word)
    return cx.bad(node)


def variable(cx: Context, node: nodes.Node, symbol: s.VarSymbol, keys: tuple[Term, ...]) -> Term:
    """The value of a variable, by its keys."""
    type_ = declare.variable_type(cx, symbol, node)
    if len(keys) != len(symbol.keys):
        return _no_keys(cx, node, symbol.name, symbol.keys, len(keys))
    return cx.term("var", type_, node, *keys, static=(symbol.index,))


def zone(cx: Context, node: nodes.Node, symbol: s.ZoneSymbol, keys: tuple[Term, ...]) -> Term:
    """A zone, by its keys."""
    if len(keys) != len(symbol.keys):
        return _no_keys(cx, node, symbol.name, symbol.keys, len(keys))
    type_ = Type("zone", symbol.kind, sources=frozenset({f"zone {symbol.name}"}))
    return cx.term("zone", type_, node, *keys, static=(symbol.index,))


def _no_keys(cx: Context, node: nodes.Node, name: str, keys: tuple[int, ...], given: int = 0) -> Term:
    """Reports that the wrong number of keys was given."""
    words = tuple(cx.domains[k].name for k in keys)
    if name not in cx.lost:
        cx.report("E154", node, name=name, keys=words or ("nothing",), wanted=len(keys), found=given)
    return cx.bad(node)


@lowers(nodes.Index)
def _index(cx: Context, scope: Scope, node: nodes.Index, expect: Type | None) -> Term:
    if not isinstance(node.object, nodes.Name):
        expressions.expression(cx, scope, node.object)
        cx.report("E155", node.object)
        return cx.bad(node)
    name = node.object.id
    local = scope.find(name)
    if local is not None and local.keys and local.variable is not None:
        local.used = True
        keys = key_terms(cx, scope, node.items, local.keys)
        if len(keys) != len(local.keys):
            return _no_keys(cx, node, name, local.keys, len(keys))
        return cx.term("var", local.type, node, *keys, static=(local.variable,))
    symbol = cx.names.get(name) if local is None else None
    if isinstance(symbol, s.TableSymbol) or (isinstance(symbol, (s.VarSymbol, s.ZoneSymbol)) and symbol.keys):
        symbol.used = True
        if isinstance(symbol, s.TableSymbol):
            return tables.lookup(cx, scope, node, symbol, node.items)
        keys = key_terms(cx, scope, node.items, symbol.keys)
        if isinstance(symbol, s.VarSymbol):
            return variable(cx, node, symbol, keys)
        return zone(cx, node, symbol, keys)
    if symbol is None and local is None and name not in cx.members and name not in s.PREDECLARED:
        known = [*scope.visible(), *cx.of_kind(s.TableSymbol, s.VarSymbol, s.ZoneSymbol)]
        cx.unknown("E100", node.object, name, known)
    else:
        cx.report("E155", node.object)
    return cx.bad(node)


def key_terms(
    cx: Context, scope: Scope, items: tuple[nodes.Expr, ...], domains: tuple[int, ...]
) -> tuple[Term, ...]:
    """The keys of a variable or zone: members; a number stands for the member with that name."""
    terms: list[Term] = []
    for position, item in enumerate(items):
        domain = domains[position] if position < len(domains) else None
        wanted = t.member(cx.domains[domain].name) if domain is not None else None
        term = expressions.expression(cx, scope, item, wanted)
        if domain is not None:
            term = convert.as_member(cx, term, domain, item)
        terms.append(term)
    return tuple(terms)


@lowers(nodes.All)
def _all(cx: Context, scope: Scope, node: nodes.All, expect: Type | None) -> Term:
    name = node.family.id
    symbol = cx.names.get(name)
    if symbol is not None:
        symbol.used = True
    if isinstance(symbol, s.ZoneSymbol):
        type_ = Type("family", symbol.name, sources=frozenset({f"zone {symbol.name}"}))
        return Term(p.Expr("family_pieces", (), (symbol.index,), None, cx.origin(node)), type_)
    if isinstance(symbol, s.FamilySymbol):
        type_ = t.list_of(t.piece_from(symbol.name))
        return cx.term("pieces_of", type_, node, static=(symbol.index,))
    known = cx.of_kind(s.ZoneSymbol, s.FamilySymbol)
    if symbol is not None or scope.find(name) is not None or name in s.PREDECLARED:
        word = symbol.word if symbol is not None else "name"
        cx.report("E112", node.family, name=name, word=word)
    elif name in cx.members:
        cx.report("E112", node.family, name=name, word="member of an enum")
    else:
        cx.unknown("E100", node.family, name, known)
    return cx.bad(node)
