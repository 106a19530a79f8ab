"""Values: from a node of the tree to an expression of the Program with its type.

`expression(cx, scope, node, expect)` is the one way in. `expect` is the type that the place wants, if it
wants one: it tells which enum a bare member's name or a number belongs to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter import program as p
from ruledsl.lower import convert, fold
from ruledsl.lower.context import Context, Term
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

Lowerer = Callable[[Context, Scope, Any, Type | None], Term]
NO_FACTS: frozenset[str] = frozenset()


def expression(cx: Context, scope: Scope, node: nodes.Expr, expect: Type | None = None) -> Term:
    """The node as a value."""
    return _FORMS[type(node)](cx, scope, node, expect)


def condition(cx: Context, scope: Scope, node: nodes.Expr) -> Term:
    """The node as yes or no."""
    return convert.truth(cx, expression(cx, scope, node, t.BOOL), node)


def number(cx: Context, scope: Scope, node: nodes.Expr) -> Term:
    """The node as a number."""
    return convert.number(cx, expression(cx, scope, node, t.NUMBER), node)


def fixed_number(cx: Context, scope: Scope, node: nodes.Expr, least: int | None = None) -> int | None:
    """The node as a number that is fixed at set-up, or None after a report."""
    term = number(cx, scope, node)
    if term.type.is_unknown:
        return None
    if not term.is_constant:
        cx.report("E162", node)
        return None
    value = int(term.value)
    if least is not None and value < least:
        cx.report("E164", node, value=value, least=least)
        return None
    return value


# -- atoms ----------------------------------------------------------------------------------------


def _number(cx: Context, scope: Scope, node: nodes.Number, expect: Type | None) -> Term:
    if expect is not None and expect.kind == "member" and expect.name != "player":
        found = find_member(cx, str(node.value), expect.name)
        if found is not None:
            return cx.constant(found, expect.definite(), node)
    return cx.constant(node.value, t.NUMBER, node)


def _text(cx: Context, scope: Scope, node: nodes.Text, expect: Type | None) -> Term:
    return cx.constant(node.value, t.TEXT, node)


def find_member(cx: Context, name: str, domain: str) -> int | None:
    """The index of the member so named in that domain."""
    for number_, index in cx.members.get(name, ()):
        if cx.domains[number_].name == domain:
            return index
    return None


def _name(cx: Context, scope: Scope, node: nodes.Name, expect: Type | None) -> Term:
    local = scope.find(node.id)
    if local is not None:
        local.used = True
        return Term(local.expr, local.type)
    if expect is not None and expect.kind == "member" and node.id not in ("none",):
        index = find_member(cx, node.id, expect.name)
        if index is not None and not _means_declared(cx, node.id, expect):
            return cx.constant(index, expect.definite(), node)
    symbol = cx.names.get(node.id)
    if symbol is not None:
        symbol.used = True
        return symbol_value(cx, scope, node, symbol)
    if node.id in cx.members:
        return _member(cx, node)
    return _predeclared(cx, scope, node)


def _means_declared(cx: Context, name: str, expect: Type) -> bool:
    """Whether a name that is also a member of the wanted domain is meant as the declared thing."""
    symbol = cx.names.get(name)
    return isinstance(symbol, (s.VarSymbol, s.DefineSymbol, s.ZoneSymbol))


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
    forms = {"supply": ("supply", t.HOLDER), "turn": ("turn", t.PLAYER), "next": ("next", t.PLAYER),
             "over": ("over", t.BOOL)}  # fmt: skip
    if name in forms:
        return cx.term(*forms[name], node)
    if name == "base":
        cx.report("E110", node)
        return cx.bad(node)
    cx.unknown("E100", node, name, known_names(cx, scope))
    return cx.bad(node)


PREDECLARED = ("yes", "no", "none", "empty", "players", "player", "card", "cards", "supply", "seat", "next",
               "base", "up", "down", "over", "turn")  # fmt: skip


def known_names(cx: Context, scope: Scope) -> list[str]:
    """Every name that could stand for a value here."""
    return [*scope.visible(), *cx.names, *(m for m in cx.members if not m.isdigit()), *PREDECLARED]


def symbol_value(cx: Context, scope: Scope, node: nodes.Name, symbol: s.Symbol) -> Term:
    """What a declared name means as a value by itself."""
    from ruledsl.lower import defines

    if isinstance(symbol, s.Constant):
        return cx.constant(symbol.value, symbol.type, node)
    if isinstance(symbol, s.DefineSymbol):
        if symbol.parameters:
            cx.report("E151", node, name=symbol.name, wanted=len(symbol.parameters), found=0)
            return cx.bad(node)
        return defines.call(cx, node, symbol, ())
    if isinstance(symbol, s.VarSymbol):
        return variable(cx, node, symbol, ())
    if isinstance(symbol, s.ZoneSymbol):
        return zone(cx, node, symbol, ())
    if isinstance(symbol, s.SingleCard):
        return cx.constant(symbol.face, Type("face"), node)
    if isinstance(symbol, (s.MeldSymbol, s.OrderSymbol)):
        if isinstance(symbol, s.MeldSymbol):
            return cx.constant(symbol.index, t.MELD_KIND, node)
    if isinstance(symbol, (s.FamilySymbol, s.CounterSymbol)):
        cx.report("E113", node, name=symbol.name, word=symbol.word)
        return cx.bad(node)
    if symbol.name in cx.members:
        return _member(cx, node)
    cx.report("E111", node, name=symbol.name, word=symbol.word)
    return cx.bad(node)


def variable(cx: Context, node: nodes.Node, symbol: s.VarSymbol, keys: tuple[Term, ...]) -> Term:
    """The value of a variable, by its keys."""
    from ruledsl.lower import declare

    type_ = declare.variable_type(cx, symbol)
    if not _keys_fit(cx, node, symbol.name, symbol.keys, len(keys)):
        return cx.bad(node)
    return cx.term("var", type_, node, *keys, static=(symbol.index,))


def zone(cx: Context, node: nodes.Node, symbol: s.ZoneSymbol, keys: tuple[Term, ...]) -> Term:
    """A zone, by its keys."""
    if not _keys_fit(cx, node, symbol.name, symbol.keys, len(keys)):
        return cx.bad(node)
    type_ = Type("zone", symbol.kind, sources=frozenset({f"zone {symbol.name}"}))
    return cx.term("zone", type_, node, *keys, static=(symbol.index,))


def _keys_fit(cx: Context, node: nodes.Node, name: str, keys: tuple[int, ...], given: int) -> bool:
    if len(keys) == given:
        return True
    per = tuple(cx.domains[k].name for k in keys)
    cx.report("E154", node, name=name, keys=per or ("nothing",), wanted=len(keys), found=given)
    return False


def _written(cx: Context, scope: Scope, node: nodes.Written, expect: Type | None) -> Term:
    """`[3 1 1]` as numbers; faces only where a pattern is wanted (see patterns)."""
    if all(v.text.isdigit() for v in node.values):
        return cx.constant(tuple(int(v.text) for v in node.values), t.list_of(t.NUMBER), node)
    values: list[int] = []
    domain = expect.element.name if expect is not None and expect.element is not None else None
    for value in node.values:
        places = cx.members.get(value.text, [])
        if domain is None and len(places) == 1:
            domain = cx.domains[places[0][0]].name
        index = find_member(cx, value.text, domain) if domain is not None else None
        if index is None:
            cx.report("E165", value, value=value.text)
            return cx.bad(node)
        values.append(index)
    assert domain is not None or not values
    return cx.constant(tuple(values), t.list_of(t.member(domain)) if domain else t.EMPTY, node)


def _all(cx: Context, scope: Scope, node: nodes.All, expect: Type | None) -> Term:
    symbol = cx.names.get(node.family.id)
    if symbol is not None:
        symbol.used = True
    if isinstance(symbol, s.ZoneSymbol):
        type_ = Type("family", symbol.name, sources=frozenset({f"zone {symbol.name}"}))
        return Term(p.Expr("family_pieces", (), (symbol.index,), None, cx.origin(node)), type_)
    if isinstance(symbol, s.FamilySymbol):
        type_ = t.list_of(t.piece_from(symbol.name))
        return cx.term("pieces_of", type_, node, static=(symbol.index,))
    if symbol is None:
        known = [n for n, x in cx.names.items() if isinstance(x, (s.ZoneSymbol, s.FamilySymbol))]
        cx.unknown("E100", node.family, node.family.id, known)
    else:
        cx.report("E112", node.family, name=symbol.name, word=symbol.word)
    return cx.bad(node)


# -- operators ------------------------------------------------------------------------------------


def _unary(cx: Context, scope: Scope, node: nodes.Unary, expect: Type | None) -> Term:
    if node.op == "not":
        return cx.term("not", t.BOOL, node, condition(cx, scope, node.operand))
    return cx.term("neg", t.NUMBER, node, number(cx, scope, node.operand))


_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div"}


def _binary(cx: Context, scope: Scope, node: nodes.Binary, expect: Type | None) -> Term:
    if node.op in ("and", "or"):
        left, right = condition(cx, scope, node.left), condition(cx, scope, node.right)
        return cx.term(node.op, t.BOOL, node, left, right)
    left = expression(cx, scope, node.left)
    right = expression(cx, scope, node.right)
    if left.type.is_unknown or right.type.is_unknown:
        return cx.bad(node)
    numeric = ("number", "value")
    if node.op in "*/" or (left.type.kind in numeric and right.type.kind in numeric):
        left, right = convert.number(cx, left, node.left), convert.number(cx, right, node.right)
        return cx.term(_ARITHMETIC[node.op], t.NUMBER, node, left, right)
    return joined(cx, node, left, right)


def joined(cx: Context, node: nodes.Binary, left: Term, right: Term) -> Term:
    """`a + b` and `a - b` on lists."""
    for side, other in ((left, node.left), (right, node.right)):
        if not (convert.reads_as_list(side.type) or side.type.kind == "member"):
            cx.report("E156", node, op=node.op, left=str(left.type), right=str(right.type))
            return cx.bad(other)
    a, b = convert.several(cx, left, node.left), convert.several(cx, right, node.right)
    type_ = t.join(a.type, b.type)
    if type_ is None:
        cx.report("E156", node, op=node.op, left=str(left.type), right=str(right.type))
        return cx.bad(node)
    if node.op == "-":
        return cx.term("without", a.type, node, a, b)
    return cx.term("join", type_, node, a, b)


def _if(cx: Context, scope: Scope, node: nodes.IfElse, expect: Type | None) -> Term:
    test = condition(cx, scope, node.condition)
    value = expression(cx, scope, node.value, expect)
    hint = expect if expect is not None else (value.type if value.type.kind == "member" else None)
    other = expression(cx, scope, node.otherwise, hint)
    return branches(cx, node, test, value, other)


def branches(cx: Context, node: nodes.Node, test: Term, value: Term, other: Term) -> Term:
    """`if` over two values of one type."""
    value, other = alike(cx, node, value, other)
    type_ = t.join(value.type, other.type)
    if type_ is None:
        cx.report("E159", node, left=str(value.type), right=str(other.type))
        return cx.bad(node)
    return cx.term("if", type_, node, test, value, other)


def alike(cx: Context, node: nodes.Node, a: Term, b: Term) -> tuple[Term, Term]:
    """Two values that are to have one type: a zone beside a list is read as a list, and so on."""
    kinds = {a.type.kind, b.type.kind}
    if "zone" in kinds and a.type.kind == b.type.kind and a.type.name == b.type.name:
        return a, b
    if kinds & {"zone", "family"} and kinds <= {"zone", "family", "list", "piece", "meld", "none"}:
        if "none" in kinds or (kinds <= {"zone", "piece"} and ("piece" in kinds or _both_slots(a, b))):
            return convert.stored(cx, a, node), convert.stored(cx, b, node)
        if kinds <= {"zone", "meld"} and "meld" in kinds:
            return convert.stored(cx, a, node), convert.stored(cx, b, node)
        return convert.several(cx, a, node), convert.several(cx, b, node)
    if kinds == {"list", "piece"} or kinds == {"list", "meld"}:
        return convert.several(cx, a, node), convert.several(cx, b, node)
    return a, b


def _both_slots(a: Term, b: Term) -> bool:
    return all(x.type.kind != "zone" or x.type.name == "slot" for x in (a, b))


def _index(cx: Context, scope: Scope, node: nodes.Index, expect: Type | None) -> Term:
    from ruledsl.lower import tables

    if not isinstance(node.object, nodes.Name):
        cx.report("E155", node.object)
        return cx.bad(node)
    symbol = cx.names.get(node.object.id)
    local = scope.find(node.object.id)
    if local is not None and local.keys and local.variable is not None:
        keys = key_terms(cx, scope, node.items, local.keys)
        local.used = True
        return cx.term("var", local.type, node, *keys, static=(local.variable,))
    if symbol is None:
        cx.unknown("E100", node.object, node.object.id, known_names(cx, scope))
        return cx.bad(node)
    symbol.used = True
    if isinstance(symbol, s.TableSymbol):
        return tables.lookup(cx, scope, node, symbol, node.items)
    if isinstance(symbol, (s.VarSymbol, s.ZoneSymbol)):
        keys = key_terms(cx, scope, node.items, symbol.keys)
        if isinstance(symbol, s.VarSymbol):
            return variable(cx, node, symbol, keys)
        return zone(cx, node, symbol, keys)
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
        term = expression(cx, scope, item, wanted)
        if domain is not None and wanted is not None:
            term = as_member(cx, term, domain, item)
        terms.append(term)
    return tuple(terms)


def as_member(cx: Context, term: Term, domain: int, node: nodes.Node) -> Term:
    """The term as a member of the domain; a number is looked up by the members' names."""
    wanted = t.member(cx.domains[domain].name)
    if term.type.is_unknown or (term.type.kind == "member" and term.type.name == wanted.name):
        return term
    if term.type.kind in ("number", "value"):
        return cx.term("member", wanted, node, term, static=(domain,))
    return convert.expected(cx, term, t.describe(wanted), node)


def _pattern_only(cx: Context, scope: Scope, node: nodes.Expr, expect: Type | None) -> Term:
    cx.report("E166", node)
    return cx.bad(node)


def _test(cx: Context, scope: Scope, node: nodes.Test, expect: Type | None) -> Term:
    from ruledsl.lower import tests

    return tests.test(cx, scope, node)


def _attribute(cx: Context, scope: Scope, node: nodes.Attribute, expect: Type | None) -> Term:
    from ruledsl.lower import attributes

    return attributes.attribute(cx, scope, node)


def _from(cx: Context, scope: Scope, node: nodes.From, expect: Type | None) -> Term:
    from ruledsl.lower import patterns

    source = expression(cx, scope, node.zone)
    return patterns.filtered(cx, scope, node, node.pattern, source)


def _call(cx: Context, scope: Scope, node: nodes.Call, expect: Type | None) -> Term:
    from ruledsl.lower import functions

    return functions.call(cx, scope, node)


def _quantifier(cx: Context, scope: Scope, node: nodes.Quantifier, expect: Type | None) -> Term:
    from ruledsl.lower import functions

    return functions.quantifier(cx, scope, node, expect)


_FORMS: dict[type[nodes.Expr], Lowerer] = {
    nodes.Number: _number,
    nodes.Text: _text,
    nodes.Name: _name,
    nodes.Written: _written,
    nodes.All: _all,
    nodes.Unary: _unary,
    nodes.Binary: _binary,
    nodes.IfElse: _if,
    nodes.Index: _index,
    nodes.Attribute: _attribute,
    nodes.Test: _test,
    nodes.From: _from,
    nodes.Call: _call,
    nodes.Quantifier: _quantifier,
    nodes.Alternatives: _pattern_only,
    nodes.Range: _pattern_only,
    nodes.Of: _pattern_only,
}
_ = fold
