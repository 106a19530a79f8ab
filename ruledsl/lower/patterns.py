"""Patterns: does a card fit a face, a number a range, a list a meld?

A pattern of fixed faces (`2..9 of hearts | Q`) becomes one set of faces; one that reads variables becomes
tests on attributes.
"""

from __future__ import annotations

from attrs import frozen

from interpreter import program as p
from ruledsl.lower import convert, expressions, fold, melds, written
from ruledsl.lower.compare import ordered
from ruledsl.lower.context import Context, Term
from ruledsl.lower.expressions import lowers
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes


@frozen
class Kinds:
    """Meld kinds with their arguments; `order` is the name of the order they were named by, or empty."""

    kinds: tuple[tuple[int, tuple[Term, ...]], ...]
    order: str = ""


def meld_kinds(cx: Context, scope: Scope, node: nodes.Expr) -> Kinds | None:
    """The kinds of meld that a pattern names, or None when it is no pattern of melds."""
    if isinstance(node, nodes.Alternatives):
        parts = [meld_kinds(cx, scope, item) for item in node.items]
        if any(part is None for part in parts):
            return None
        return Kinds(tuple(k for part in parts if part is not None for k in part.kinds))
    call = node if isinstance(node, nodes.Call) else None
    name = call.function if call is not None else node
    if not isinstance(name, nodes.Name) or scope.find(name.id) is not None:
        return None
    symbol = cx.names.get(name.id)
    if isinstance(symbol, s.OrderSymbol) and call is None:
        symbol.used = True
        for index in symbol.kinds:
            _use_meld(cx, index, node)
        return Kinds(tuple((k, ()) for k in symbol.kinds), symbol.name)
    if not isinstance(symbol, s.MeldSymbol):
        return None
    symbol.used = True
    melds.lower(cx, symbol, name)
    arguments = call.arguments if call is not None else ()
    wanted = len(symbol.declaration.parameters)
    if len(arguments) != wanted:
        # `m is run` where the size is a parameter that nobody asked for
        if call is not None or melds.needs_arguments(symbol):
            cx.report("E151", node, name=symbol.name, wanted=wanted, found=len(arguments))
        return Kinds(((symbol.index, ()),))
    terms = tuple(expressions.number(cx, scope, a) for a in arguments)
    return Kinds(((symbol.index, terms),))


def _use_meld(cx: Context, index: int, place: nodes.Node) -> None:
    for symbol in cx.names.values():
        if isinstance(symbol, s.MeldSymbol) and symbol.index == index:
            symbol.used = True
            melds.lower(cx, symbol, place)


# -- fixed faces ----------------------------------------------------------------------------------


def fixed_faces(cx: Context, node: nodes.Expr, scope: Scope | None = None) -> frozenset[int] | None:
    """The faces that a pattern without variables takes, or None when it is not of that kind."""
    if isinstance(node, nodes.Alternatives):
        parts = [fixed_faces(cx, item, scope) for item in node.items]
        if any(part is None for part in parts):
            return None
        return frozenset().union(*(part for part in parts if part is not None))
    if isinstance(node, nodes.Of):
        value, group = fixed_faces(cx, node.value, scope), fixed_faces(cx, node.group, scope)
        return None if value is None or group is None else value & group
    if isinstance(node, nodes.Range):
        return _range_faces(cx, node, scope)
    if isinstance(node, nodes.Number):
        return _member_faces(cx, str(node.value)) or _number_faces(cx, node.value, node.value)
    if isinstance(node, nodes.Name):
        if scope is not None and scope.find(node.id) is not None:
            return None
        symbol = cx.names.get(node.id)
        if isinstance(symbol, s.SingleCard):
            symbol.used = True
            return frozenset({symbol.face})
        if symbol is None or isinstance(symbol, (s.DomainSymbol, s.FamilySymbol)):
            return _member_faces(cx, node.id)
    return None


def _attributes_of(cx: Context, name: str) -> list[tuple[int, int]]:
    """(attribute, member) for each attribute that has a member of that name."""
    return [
        (number, index)
        for domain, index in cx.members.get(name, ())
        for number, attribute in enumerate(cx.attributes)
        if attribute.domain == domain
    ]


def _with_value(cx: Context, attribute: int, low: int, high: int) -> frozenset[int]:
    found: set[int] = set()
    for number, face in enumerate(cx.faces):
        value = face.values[attribute] if attribute < len(face.values) else None
        if value is not None and low <= value <= high and not face.virtual:
            found.add(number)
    return frozenset(found)


def _member_faces(cx: Context, name: str) -> frozenset[int] | None:
    places = _attributes_of(cx, name)
    if not places:
        return None
    return frozenset().union(*(_with_value(cx, a, i, i) for a, i in places))


def _number_faces(cx: Context, low: int, high: int) -> frozenset[int] | None:
    numeric = [n for n, a in enumerate(cx.attributes) if a.domain is None and a.low <= low and high <= a.high]
    return _with_value(cx, numeric[0], low, high) if len(numeric) == 1 else None


def _range_faces(cx: Context, node: nodes.Range, scope: Scope | None) -> frozenset[int] | None:
    if node.high is None:
        return None
    names = [_literal(n) for n in (node.low, node.high)]
    if any(n is None for n in names):
        return None
    low = dict(_attributes_of(cx, str(names[0])))
    high = dict(_attributes_of(cx, str(names[1])))
    both = [a for a in low if a in high]
    if len(both) == 1:
        return _with_value(cx, both[0], low[both[0]], high[both[0]])
    if isinstance(node.low, nodes.Number) and isinstance(node.high, nodes.Number):
        return _number_faces(cx, node.low.value, node.high.value)
    return None


def _literal(node: nodes.Expr) -> str | None:
    if isinstance(node, nodes.Number):
        return str(node.value)
    return node.id if isinstance(node, nodes.Name) else None


# -- matching -------------------------------------------------------------------------------------


def matches(cx: Context, scope: Scope, node: nodes.Expr, subject: Term, by_face: bool = False) -> Term:
    """Whether the subject fits the pattern; `by_face` compares cards by what they show."""
    if subject.type.is_unknown:
        return cx.bad(node)
    if convert.reads_as_piece(subject.type):
        return _piece_matches(cx, scope, node, subject, by_face)
    if isinstance(node, nodes.Alternatives):
        return cx.term("or", t.BOOL, node, *(matches(cx, scope, i, subject, by_face) for i in node.items))
    if isinstance(node, nodes.Range):
        return _in_range(cx, scope, node, subject)
    if isinstance(node, nodes.Of):
        cx.report("E155", node)
        return cx.bad(node)
    value = expressions.expression(cx, scope, node, subject.type)
    return same(cx, node, subject, value)


def same(cx: Context, node: nodes.Node, left: Term, right: Term) -> Term:
    """Whether two values are the same."""
    if left.type.is_unknown or right.type.is_unknown:
        return cx.bad(node)
    left, right = convert.stored(cx, left, node), convert.stored(cx, right, node)
    if {left.type.kind, right.type.kind} == {"list", "piece"}:
        left, right = convert.several(cx, left, node), convert.several(cx, right, node)
    numbers = {"number", "value"}
    if {left.type.kind, right.type.kind} <= numbers or t.join(left.type, right.type) is not None:
        if left.type.kind == "list" and left.type.element is not None and left.type.element.kind == "piece":
            return cx.term("same_bag", t.BOOL, node, faces_of(cx, node, left), faces_of(cx, node, right))
        return cx.term("eq", t.BOOL, node, left, right)
    if "value" in (left.type.kind, right.type.kind):
        return cx.term("eq", t.BOOL, node, left, right)
    cx.report("E152", node, left=str(left.type), right=str(right.type))
    return cx.bad(node)


def faces_of(cx: Context, node: nodes.Node, cards: Term) -> Term:
    """The faces of some cards."""
    return cx.term("faces_of", t.list_of(t.NUMBER), node, cards)


def _in_range(cx: Context, scope: Scope, node: nodes.Range, subject: Term) -> Term:
    low = expressions.expression(cx, scope, node.low, subject.type)
    above = ordered(cx, node, "ge", subject, low)
    if node.high is None:
        return above
    high = expressions.expression(cx, scope, node.high, subject.type)
    return cx.term("and", t.BOOL, node, above, ordered(cx, node, "le", subject, high))


def _piece_matches(cx: Context, scope: Scope, node: nodes.Expr, subject: Term, by_face: bool) -> Term:
    piece = convert.piece(cx, subject, node)
    faces = fixed_faces(cx, node, scope)
    dice = _only_dice(cx, piece.type)
    if faces is not None and not dice:
        if not faces:
            cx.report("W520", node)
        return cx.term("face_in", t.BOOL, node, piece, static=tuple(sorted(faces)))
    if isinstance(node, nodes.Alternatives):
        parts = [_piece_matches(cx, scope, item, piece, by_face) for item in node.items]
        return cx.term("or", t.BOOL, node, *parts)
    if isinstance(node, nodes.Of):
        value = _piece_matches(cx, scope, node.value, piece, by_face)
        group = _piece_matches(cx, scope, node.group, piece, by_face)
        return cx.term("and", t.BOOL, node, value, group)
    if isinstance(node, nodes.Range):
        return _piece_range(cx, scope, node, piece)
    if isinstance(node, nodes.Written):
        written = faces_written(cx, node)
        return cx.term("face_in", t.BOOL, node, piece, static=tuple(sorted(set(written))))
    return _piece_is_value(cx, scope, node, piece, by_face)


def _piece_is_value(cx: Context, scope: Scope, node: nodes.Expr, piece: Term, by_face: bool) -> Term:
    value = expressions.expression(cx, scope, node)
    type_ = value.type
    if type_.is_unknown:
        return cx.bad(node)
    if type_.kind == "none":
        return cx.term("eq", t.BOOL, node, piece, value)
    if convert.reads_as_piece(type_):
        other = convert.piece(cx, value, node)
        return cx.term("same_face" if by_face else "eq", t.BOOL, node, piece, other)
    if type_.kind == "face" and value.is_constant:
        return cx.term("face_in", t.BOOL, node, piece, static=(value.value,))
    if type_.kind in ("number", "value") and _only_dice(cx, piece.type):
        return cx.term("eq", t.BOOL, node, cx.term("die_value", t.NUMBER, node, piece), value)
    attribute = _attribute_for(cx, type_)
    if attribute is None:
        cx.report("E152", node, left=str(piece.type), right=str(type_))
        return cx.bad(node)
    return cx.term("attr_is", t.BOOL, node, piece, value, static=(attribute,))


def _piece_range(cx: Context, scope: Scope, node: nodes.Range, piece: Term) -> Term:
    low = expressions.expression(cx, scope, node.low)
    if _only_dice(cx, piece.type):
        return _in_range(cx, scope, node, cx.term("die_value", t.NUMBER, node, piece))
    attribute = _attribute_for(cx, low.type)
    if attribute is None:
        cx.report("E152", node, left=str(piece.type), right=str(low.type))
        return cx.bad(node)
    read = cx.term("attr", cx.attribute_type(attribute), node, piece, static=(attribute,))
    return _in_range(cx, scope, node, read)


def _only_dice(cx: Context, type_: Type) -> bool:
    dice = {f.name for f in cx.families if f.dice}
    if not dice:
        return False
    if len(dice) == len(cx.families):
        return True
    families = {x for x in type_.sources if not x.startswith("zone ")}
    return bool(families) and families == set(type_.sources) and families <= dice


def _attribute_for(cx: Context, type_: Type) -> int | None:
    """The one attribute that a value of this type can be the value of."""
    if type_.kind == "member":
        domain = cx.domain_of(type_)
        found = [i for i, a in enumerate(cx.attributes) if a.domain == domain]
    elif type_.kind in ("number", "value"):
        found = [i for i, a in enumerate(cx.attributes) if a.domain is None]
    else:
        return None
    return found[0] if len(found) == 1 else None


# -- lists ----------------------------------------------------------------------------------------


@lowers(nodes.From)
def _from(cx: Context, scope: Scope, node: nodes.From, expect: Type | None) -> Term:
    source = expressions.expression(cx, scope, node.zone)
    return filtered(cx, scope, node, node.pattern, source)


def filtered(cx: Context, scope: Scope, node: nodes.Node, pattern: nodes.Expr, source: Term) -> Term:
    """`pattern from source`: the elements that fit, or all melds that can be made."""
    listed = convert.several(cx, source, node)
    if listed.type.kind != "list":
        return cx.bad(node)
    kinds = meld_kinds(cx, scope, pattern)
    if kinds is not None:
        cell = cx.cell("meld")
        params = tuple(term.expr for _, terms in kinds.kinds for term in terms)
        static = tuple((index, len(terms)) for index, terms in kinds.kinds)
        gen = p.Gen(
            "melds", cell, (fold.constant(()), listed.expr, *params), static, "meld", "meld", cx.origin(node)
        )
        clause = p.Clause((gen,))
        type_ = t.list_of(Type("meld", kinds.order))
        return Term(p.Expr("collect", (), (), clause, cx.origin(node)), type_)
    cell, element = _element(cx, node, listed)
    test = matches(cx, scope, pattern, element)
    return cx.term("pick", listed.type, node, listed, test, static=(cell,))


def _element(cx: Context, node: nodes.Node, listed: Term) -> tuple[int, Term]:
    cell = cx.cell("element")
    return cell, Term(p.Expr("cell", (), (cell,), None, cx.origin(node)), listed.type.element or t.UNKNOWN)


def has(cx: Context, scope: Scope, node: nodes.Test, source: Term) -> Term:
    """`list has pattern`: some element fits, cards by what they show."""
    listed = convert.several(cx, source, node.left)
    if listed.type.kind != "list":
        return cx.bad(node)
    element_type = listed.type.element
    if isinstance(node.right, nodes.Written) and (element_type is None or element_type.kind == "piece"):
        wanted = cx.constant(tuple(faces_written(cx, node.right)), t.list_of(t.NUMBER), node.right)
        return cx.term("includes_bag", t.BOOL, node, faces_of(cx, node, listed), wanted)
    cell, element = _element(cx, node, listed)
    test = matches(cx, scope, node.right, element, by_face=True)
    return cx.term("has", t.BOOL, node, listed, test, static=(cell,))


def faces_written(cx: Context, node: nodes.Written) -> list[int]:
    """The face numbers of cards written as `[5C 6S]`; reports what is no card."""
    return [face for value in node.values for face in written.faces(cx, value)[:1]]
