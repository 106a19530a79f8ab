"""`object.name`: what was declared per thing comes first, then what comes with the object's type."""

from __future__ import annotations

from collections.abc import Callable

from ruledsl.lower import convert, defines, patterns, tables
from ruledsl.lower.context import Context, Term
from ruledsl.lower.expressions import expression, lowers
from ruledsl.lower.names import variable, zone
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

BuiltIn = Callable[[Context, nodes.Attribute, Term], Term]


@lowers(nodes.Attribute)
def _attribute(cx: Context, scope: Scope, node: nodes.Attribute, expect: Type | None) -> Term:
    of = expression(cx, scope, node.object)
    if of.type.is_unknown:
        return of
    local = scope.find(node.name)
    if local is not None and len(local.keys) == 1 and _keyed_by(cx, local.keys[0], of.type):
        local.used = True
        return cx.term("var", local.type, node, of, static=(local.variable,))
    found = _declared(cx, node, of) or _printed(cx, node, of) or _built_in(cx, node, of)
    if found is not None:
        return found
    if cx.cards_are_known or not convert.reads_as_piece(of.type):
        of_words = t.describe(of.type.definite())
        cx.unknown("E103", node.name_span, node.name, known_attributes(cx, of.type), of=of_words)
    return cx.bad(node)


def _keyed_by(cx: Context, domain: int, type_: Type) -> bool:
    return type_.kind == "member" and cx.domain_of(type_) == domain


def _declared(cx: Context, node: nodes.Attribute, of: Term) -> Term | None:
    symbol = cx.names.get(node.name)
    if symbol is None:
        return None
    found: Term | None = None
    if isinstance(symbol, s.VarSymbol) and len(symbol.keys) == 1 and _keyed_by(cx, symbol.keys[0], of.type):
        found = variable(cx, node, symbol, (of,))
    elif (
        isinstance(symbol, s.ZoneSymbol) and len(symbol.keys) == 1 and _keyed_by(cx, symbol.keys[0], of.type)
    ):
        found = zone(cx, node, symbol, (of,))
    elif isinstance(symbol, s.CounterSymbol):
        if of.type.kind in ("holder", "zone") or (of.type.kind == "member" and of.type.name == "player"):
            holder = convert.holder(cx, of, node.object)
            found = cx.term("held", t.NUMBER, node, holder, static=(symbol.index,))
    elif isinstance(symbol, s.DefineSymbol) and len(symbol.parameters) == 1:
        found = defines.call(cx, node, symbol, (of,))
    elif isinstance(symbol, s.TableSymbol) and len(symbol.keys) == 1:
        found = tables.of_thing(cx, node, symbol, of)
    if found is not None:
        symbol.used = True
    return found


def _printed(cx: Context, node: nodes.Attribute, of: Term) -> Term | None:
    """An attribute printed on a card, or the value of a die, or what all cards of a meld share."""
    index = cx.attribute(node.name)
    if convert.reads_as_piece(of.type):
        piece = convert.piece(cx, of, node.object)
        return _of_piece(cx, node, piece, index)
    if index is not None and convert.reads_as_meld(of.type):
        meld = convert.meld(cx, of, node.object)
        return cx.term("meld_attr", cx.attribute_type(index), node, meld, static=(index,))
    return None


def _of_piece(cx: Context, node: nodes.Attribute, piece: Term, index: int | None) -> Term | None:
    nature = patterns.nature_of(cx, piece.type)
    shown = cx.term("die_value", t.NUMBER, node, piece) if node.name == "value" and nature != "card" else None
    if index is None or nature == "die":
        return shown
    printed = cx.term("attr", cx.attribute_type(index), node, piece, static=(index,))
    if shown is None or printed.type.kind != "number":
        return printed
    # a card and a die may both have a value: look which it is
    return cx.term("if", t.NUMBER, node, patterns.is_die(cx, node, piece), shown, printed)


def _simple(op: str, type_: Type, convert_to: Callable[[Context, Term, nodes.Node], Term]) -> BuiltIn:
    def build(cx: Context, node: nodes.Attribute, of: Term) -> Term:
        return cx.term(op, type_, node, convert_to(cx, of, node.object))

    return build


def _same(cx: Context, term: Term, node: nodes.Node) -> Term:
    return term


def _element(op: str) -> BuiltIn:
    def build(cx: Context, node: nodes.Attribute, of: Term) -> Term:
        listed = convert.several(cx, of, node.object)
        element = (listed.type.element or t.UNKNOWN).or_none()
        return cx.term(op, element, node, listed)

    return build


def _zone_end(op: str) -> BuiltIn:
    def build(cx: Context, node: nodes.Attribute, of: Term) -> Term:
        if of.type.name == "melds":
            return _element("last_of" if op == "zone_top" else "first_of")(cx, node, of)
        if is_bag(cx, of.type):
            cx.report("E339", node.name_span, name=node.name)
            return cx.bad(node)
        return cx.term(op, Type("piece", optional=True, sources=of.type.sources), node, of)

    return build


def is_bag(cx: Context, type_: Type) -> bool:
    """Whether only zones are meant in which cards lie in no order."""
    zones = [cx.names.get(x.removeprefix("zone ")) for x in type_.sources if x.startswith("zone ")]
    return bool(zones) and all(isinstance(x, s.ZoneSymbol) and x.kind == "bag" for x in zones)


def _shift(by: int) -> BuiltIn:
    def build(cx: Context, node: nodes.Attribute, of: Term) -> Term:
        domain = cx.domain_of(of.type)
        assert domain is not None
        step = cx.constant(by, t.NUMBER, node)
        return cx.term("shift", of.type.definite(), node, of, step, static=(domain,))

    return build


_ZONE: dict[str, BuiltIn] = {
    "size": lambda cx, node, of: convert.size(cx, of, node),
    "top": _zone_end("zone_top"),
    "last": _zone_end("zone_top"),
    "first": _zone_end("zone_first"),
}
_MELD: dict[str, BuiltIn] = {
    "size": _simple("meld_size", t.NUMBER, convert.meld),
    "kind": _simple("meld_kind", t.MELD_KIND.or_none(), convert.meld),
    "top": _simple("meld_top", t.NUMBER, convert.meld),
    "by": _simple("meld_by", t.PLAYER.or_none(), convert.meld),
    "parts": _simple("meld_parts", t.MELDS, convert.meld),
    "first": _element("first_of"),
    "last": _element("last_of"),
}
_MELD_ZONE: dict[str, BuiltIn] = {
    **_MELD,
    "size": _ZONE["size"],
    "by": _simple("zone_by", t.PLAYER.or_none(), _same),
}
_LIST: dict[str, BuiltIn] = {
    "size": lambda cx, node, of: convert.size(cx, of, node),
    "first": _element("first_of"),
    "last": _element("last_of"),
    "top": _element("last_of"),
}
_PIECE: dict[str, BuiltIn] = {
    "owner": _simple("owner", t.PLAYER, convert.piece),
    "holder": _simple("holder", Type("zone", "bag"), convert.piece),
    "face": _simple("facing", t.FACING, convert.piece),
    "position": _simple("position", t.NUMBER, convert.piece),
}
_MEMBER: dict[str, BuiltIn] = {"left": _shift(1), "right": _shift(-1)}
_PLAYER: dict[str, BuiltIn] = {
    **_MEMBER,
    "others": _simple("others", t.list_of(t.PLAYER), convert.seat),
}
_TEAMS: dict[str, BuiltIn] = {
    "team": _simple("team", t.TEAM, convert.seat),
    "partner": _simple("partner", t.PLAYER, convert.seat),
}


def _table_for(cx: Context, type_: Type) -> dict[str, BuiltIn]:
    if type_.kind == "zone":
        if type_.name == "meld":
            return _MELD_ZONE
        return {**_PIECE, **_ZONE} if type_.name == "slot" else _ZONE
    if type_.kind == "member":
        if type_.name != "player":
            return _MEMBER
        return {**_PLAYER, **_TEAMS} if cx.teams else _PLAYER
    return {"meld": _MELD, "list": _LIST, "family": _LIST, "piece": _PIECE}.get(type_.kind, {})


def _built_in(cx: Context, node: nodes.Attribute, of: Term) -> Term | None:
    build = _table_for(cx, of.type).get(node.name)
    return None if build is None else build(cx, node, of)


def known_attributes(cx: Context, type_: Type) -> list[str]:
    """The attributes that a value of the type has, for suggestions."""
    names = list(_table_for(cx, type_))
    if convert.reads_as_piece(type_) or convert.reads_as_meld(type_):
        names.extend(a.name for a in cx.attributes)
    return [*names, *(name for name, symbol in cx.names.items() if _may_be_of(cx, symbol, type_))]


def _may_be_of(cx: Context, symbol: s.Symbol, type_: Type) -> bool:
    """Whether a declared name may be read as an attribute of a value of the type."""
    if isinstance(symbol, (s.VarSymbol, s.ZoneSymbol)):
        return len(symbol.keys) == 1 and _keyed_by(cx, symbol.keys[0], type_)
    if isinstance(symbol, s.CounterSymbol):
        return type_.kind in ("holder", "zone") or type_ == t.PLAYER
    if isinstance(symbol, s.DefineSymbol):
        return len(symbol.parameters) == 1
    return isinstance(symbol, s.TableSymbol) and len(symbol.keys) == 1


# -- names that hide attributes -------------------------------------------------------------------


def check_hidden(cx: Context) -> None:
    """Warns of declared names that stand for something else behind a dot, too."""
    built_in = {*_ZONE, *_MELD, *_LIST, *_PIECE, *_PLAYER, *(_TEAMS if cx.teams else ())}
    printed = {attribute.name for attribute in cx.attributes}
    for name, symbol in cx.names.items():
        if symbol.span is not None and name in _hidden_by(cx, symbol, built_in, printed):
            cx.report("W503", symbol.span, name=name, word=symbol.word)


def _hidden_by(cx: Context, symbol: s.Symbol, built_in: set[str], printed: set[str]) -> set[str]:
    """The attributes that the symbol would hide if it had their name."""
    if isinstance(symbol, s.DefineSymbol):
        return built_in | printed if len(symbol.parameters) == 1 else set()
    if isinstance(symbol, s.TableSymbol):
        return printed if len(symbol.keys) == 1 else set()
    if isinstance(symbol, s.CounterSymbol):
        return {*_ZONE, *_PLAYER}
    if isinstance(symbol, (s.ZoneSymbol, s.VarSymbol)) and len(symbol.keys) == 1:
        of = t.member(cx.domains[symbol.keys[0]].name)
        return set(_table_for(cx, of))
    if isinstance(symbol, s.DomainSymbol) and symbol.name in printed:
        return {*_PIECE, *(_MELD if cx.melds else ())}
    return set()
