"""Patterns: does a card fit a face, a number a range, a list a meld?

A pattern of fixed faces (`2..9 of hearts | Q`) becomes one set of faces; one that reads variables becomes
tests on attributes.
"""

from __future__ import annotations

from attrs import frozen

from interpreter import program as p
from ruledsl.lower import convert, expressions, fold, melds
from ruledsl.lower.compare import ordered
from ruledsl.lower.context import Context, Term
from ruledsl.lower.expressions import lowers
from ruledsl.lower.faces import faces_written, families_in, fixed_faces
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

# -- kinds of melds -------------------------------------------------------------------------------


@frozen
class Kinds:
    """Meld kinds with their arguments; `order` is the name of the order they were named by, or empty."""

    kinds: tuple[tuple[int, tuple[Term, ...]], ...]
    order: str = ""

    @property
    def static(self) -> tuple[tuple[int, int], ...]:
        """Each kind with the number of its arguments."""
        return tuple((index, len(terms)) for index, terms in self.kinds)

    @property
    def arguments(self) -> tuple[Term, ...]:
        """The arguments of all kinds."""
        return tuple(term for _, terms in self.kinds for term in terms)


def meld_kinds(cx: Context, scope: Scope, node: nodes.Expr) -> Kinds | None:
    """The kinds of meld that a pattern names, or None when it is no pattern of melds."""
    if isinstance(node, nodes.Alternatives):
        parts = [meld_kinds(cx, scope, item) for item in node.items]
        found = [part for part in parts if part is not None]
        if len(found) < len(parts):
            return None
        return Kinds(tuple(k for part in found for k in part.kinds))
    call = node if isinstance(node, nodes.Call) else None
    name = call.function if call is not None else node
    if not isinstance(name, nodes.Name) or scope.find(name.id) is not None:
        return None
    symbol = cx.names.get(name.id)
    if isinstance(symbol, s.OrderSymbol) and call is None:
        symbol.used = True
        return Kinds(tuple((k, ()) for k in symbol.kinds), symbol.name)
    if not isinstance(symbol, s.MeldSymbol):
        return None
    symbol.used = True
    melds.lower(cx, symbol, name)
    arguments = call.arguments if call is not None else ()
    wanted = len(symbol.declaration.parameters)
    if len(arguments) != wanted:
        # `m is run` may leave out a parameter that the kind does not read
        if call is not None or melds.needs_arguments(symbol):
            cx.report("E151", node, name=symbol.name, wanted=wanted, found=len(arguments))
        return Kinds(((symbol.index, ()),))
    return Kinds(((symbol.index, tuple(expressions.number(cx, scope, a) for a in arguments)),))


# -- matching -------------------------------------------------------------------------------------


def matches(cx: Context, scope: Scope, node: nodes.Expr, subject: Term, by_face: bool = False) -> Term:
    """Whether the subject fits the pattern; `by_face` compares cards by what they show."""
    if subject.type.is_unknown:
        return cx.bad(node)
    if convert.reads_as_piece(subject.type):
        return _piece_matches(cx, scope, node, subject, by_face)
    if convert.reads_as_list(subject.type):
        kinds = meld_kinds(cx, scope, node)
        if kinds is not None:
            cards = _cards(cx, node, subject)
            return cx.term("is_meld", t.BOOL, node, cards, *kinds.arguments, static=kinds.static)
        if isinstance(node, nodes.Written) and holds_pieces(subject.type):
            return _has_written(cx, node, convert.several(cx, subject, node), "same_bag")
    if isinstance(node, nodes.Alternatives):
        return cx.term("or", t.BOOL, node, *(matches(cx, scope, i, subject, by_face) for i in node.items))
    if isinstance(node, nodes.Range):
        return _in_range(cx, scope, node, subject)
    if isinstance(node, nodes.Of):
        cx.report("E160", node, found=str(subject.type))
        return cx.bad(node)
    value = expressions.expression(cx, scope, node, subject.type)
    return same(cx, node, subject, value)


def _cards(cx: Context, node: nodes.Node, subject: Term) -> Term:
    """The cards that may form a meld."""
    listed = convert.several(cx, subject, node)
    element = listed.type.element
    if listed.type.kind == "list" and element is not None and element.kind != "piece":
        return convert.expected(cx, subject, "cards", node)
    return listed


def holds_pieces(type_: Type) -> bool:
    """Whether a value of the type is or holds cards or dice."""
    if type_.kind == "list":
        return type_.element is None or type_.element.kind == "piece"
    return type_.kind in ("family", "meld") or (type_.kind == "zone" and type_.name != "melds")


def same(cx: Context, node: nodes.Node, left: Term, right: Term) -> Term:
    """Whether two values are the same."""
    if left.type.is_unknown or right.type.is_unknown:
        return cx.bad(node)
    if left.type.kind == right.type.kind == "zone" and "holder" in (left.expr.op, right.expr.op):
        return cx.term("eq", t.BOOL, node, left, right)
    left, right = convert.stored(cx, left, node), convert.stored(cx, right, node)
    kinds = {left.type.kind, right.type.kind}
    if kinds == {"list", "piece"}:
        left, right = convert.several(cx, left, node), convert.several(cx, right, node)
    elif kinds == {"member", "number"}:
        left, right = _number_as_member(cx, node, left, right)
    elif kinds == {"piece", "face"}:
        piece, face = (left, right) if left.type.kind == "piece" else (right, left)
        return _has_face(cx, node, piece, face)
    if left.type.is_unknown or right.type.is_unknown:
        return cx.bad(node)
    if t.join(left.type, right.type) is None:
        cx.report("E152", node, left=str(left.type), right=str(right.type))
        return cx.bad(node)
    if left.type.kind == "list" and left.type.element is not None and left.type.element.kind == "piece":
        return cx.term("same_bag", t.BOOL, node, faces_of(cx, node, left), faces_of(cx, node, right))
    return cx.term("eq", t.BOOL, node, left, right)


def _number_as_member(cx: Context, node: nodes.Node, left: Term, right: Term) -> tuple[Term, Term]:
    """A written number beside a member is the member of that name, if there is one."""
    domain = cx.domain_of(left.type if left.type.kind == "member" else right.type)
    if domain is None or domain == p.PLAYER_DOMAIN:
        return left, right
    if right.type.kind == "number" and right.is_constant:
        return left, convert.as_member(cx, right, domain, node)
    return left, right


def _has_face(cx: Context, node: nodes.Node, piece: Term, face: Term) -> Term:
    """Whether a card shows the face of a named card."""
    if face.is_constant:
        return cx.term("face_in", t.BOOL, node, piece, static=(face.value,))
    shown = cx.term("eq", t.BOOL, node, cx.term("face", t.NUMBER, node, piece), face)
    there = cx.term("ne", t.BOOL, node, piece, cx.constant(None, t.NONE, node))
    return cx.term("and", t.BOOL, node, there, shown)


def faces_of(cx: Context, node: nodes.Node, cards: Term) -> Term:
    """The faces of some cards."""
    return cx.term("faces_of", t.list_of(t.NUMBER), node, cards)


def _in_range(cx: Context, scope: Scope, node: nodes.Range, subject: Term) -> Term:
    low = expressions.expression(cx, scope, node.low, subject.type)
    above = ordered(cx, node, "ge", subject, low)
    if node.high is None:
        return above
    high = expressions.expression(cx, scope, node.high, subject.type)
    if (
        expressions.fixed(low)
        and expressions.fixed(high)
        and low.type == high.type
        and low.value > high.value
    ):
        cx.report("E329", node, low=node.low.span.text, high=node.high.span.text)
    return cx.term("and", t.BOOL, node, above, ordered(cx, node, "le", subject, high))


# -- cards and dice -------------------------------------------------------------------------------


def _piece_matches(cx: Context, scope: Scope, node: nodes.Expr, subject: Term, by_face: bool) -> Term:
    piece = convert.piece(cx, subject, node)
    nature = nature_of(cx, piece.type)
    faces = fixed_faces(cx, node, scope) if nature != "die" else None
    if faces is not None and nature == "card":
        if not faces:
            cx.doubt("W520", node)
        return _shows(cx, node, piece, faces)
    if isinstance(node, nodes.Alternatives):
        parts = [_piece_matches(cx, scope, item, piece, by_face) for item in node.items]
        return cx.term("or", t.BOOL, node, *parts)
    if isinstance(node, nodes.Of):
        value = _piece_matches(cx, scope, node.value, piece, by_face)
        group = _piece_matches(cx, scope, node.group, piece, by_face)
        return cx.term("and", t.BOOL, node, value, group)
    if isinstance(node, nodes.Written) and nature != "die":
        return _is_written(cx, node, piece)
    if faces is not None and not _is_numeric(node):
        return _shows(cx, node, piece, faces)
    if isinstance(node, nodes.Range):
        return _piece_range(cx, scope, node, piece, nature)
    return _piece_is_value(cx, scope, node, piece, nature, by_face)


def _shows(cx: Context, node: nodes.Node, piece: Term, faces: frozenset[int]) -> Term:
    return cx.term("face_in", t.BOOL, node, piece, static=tuple(sorted(faces)))


def _is_written(cx: Context, node: nodes.Written, piece: Term) -> Term:
    """Whether a card is one of those that are written; of a certain player's set where that is said."""
    parts = []
    for one in faces_written(cx, node, piece.type):
        test = _shows(cx, node, piece, frozenset(one.faces))
        if one.owner is not None:
            owner = cx.term("owner", t.PLAYER, node, piece)
            mine = cx.term("eq", t.BOOL, node, owner, cx.constant(one.owner, t.PLAYER, node))
            test = cx.term("and", t.BOOL, node, test, mine)
        parts.append(test)
    return cx.term("or", t.BOOL, node, *parts)


def _is_numeric(node: nodes.Expr) -> bool:
    """Whether a pattern is of numbers only, so that it may be meant for dice."""
    if isinstance(node, nodes.Range):
        return isinstance(node.low, nodes.Number) and isinstance(node.high, nodes.Number | None)
    return isinstance(node, nodes.Number)


def _piece_is_value(
    cx: Context, scope: Scope, node: nodes.Expr, piece: Term, nature: str, by_face: bool
) -> Term:
    value = expressions.expression(cx, scope, node)
    type_ = value.type
    if type_.is_unknown:
        return cx.bad(node)
    if type_.kind == "none":
        return cx.term("eq", t.BOOL, node, piece, value)
    if convert.reads_as_piece(type_):
        other = convert.piece(cx, value, node)
        return cx.term("same_face" if by_face else "eq", t.BOOL, node, piece, other)
    if type_.kind == "face":
        return _has_face(cx, node, piece, value)
    found: list[Term] = []
    if type_.kind == "number" and nature != "card":
        shown = cx.term("die_value", t.NUMBER, node, piece)
        found.append(_if_die(cx, node, piece, nature, cx.term("eq", t.BOOL, node, shown, value)))
    attribute = attribute_for(cx, type_) if nature != "die" else None
    faces = fixed_faces(cx, node, scope) if nature == "die or card" else None
    if faces is not None:
        found.append(_shows(cx, node, piece, faces))
    elif attribute is not None:
        found.append(cx.term("attr_is", t.BOOL, node, piece, value, static=(attribute,)))
    return _either(cx, node, found, piece, type_)


def _piece_range(cx: Context, scope: Scope, node: nodes.Range, piece: Term, nature: str) -> Term:
    low = expressions.expression(cx, scope, node.low)
    found: list[Term] = []
    if nature != "card" and low.type.kind == "number":
        shown = cx.term("die_value", t.NUMBER, node, piece)
        found.append(_if_die(cx, node, piece, nature, _in_range(cx, scope, node, shown)))
    attribute = attribute_for(cx, low.type) if nature != "die" else None
    faces = fixed_faces(cx, node, scope) if nature == "die or card" else None
    if faces is not None:
        found.append(_shows(cx, node, piece, faces))
    elif attribute is not None:
        read = cx.term("attr", cx.attribute_type(attribute), node, piece, static=(attribute,))
        found.append(_in_range(cx, scope, node, read))
    return _either(cx, node, found, piece, low.type)


def _if_die(cx: Context, node: nodes.Node, piece: Term, nature: str, test: Term) -> Term:
    return test if nature == "die" else cx.term("and", t.BOOL, node, is_die(cx, node, piece), test)


def _either(cx: Context, node: nodes.Node, found: list[Term], piece: Term, type_: Type) -> Term:
    if not found:
        if not type_.is_unknown:
            cx.report("E152", node, left=str(piece.type), right=str(type_))
        return cx.bad(node)
    return cx.term("or", t.BOOL, node, *found) if len(found) > 1 else found[0]


def nature_of(cx: Context, type_: Type) -> str:
    """What pieces of this type can be: `card`, `die` or `die or card`."""
    dice = {f.name: f.dice for f in cx.families}
    kinds = {dice[x] for x in type_.sources if x in dice}
    if not kinds or any(x not in dice for x in type_.sources):
        kinds = set(dice.values())
    return "die or card" if len(kinds) > 1 else "die" if True in kinds else "card"


def is_die(cx: Context, node: nodes.Node, piece: Term) -> Term:
    """Whether a piece is a die."""
    kinds = [i for i, f in enumerate(cx.families) if f.dice]
    return cx.term(
        "or", t.BOOL, node, *(cx.term("family_is", t.BOOL, node, piece, static=(i,)) for i in kinds)
    )


def attribute_for(cx: Context, type_: Type) -> int | None:
    """The one attribute that a value of this type can be the value of."""
    if type_.kind == "member":
        domain = cx.domain_of(type_)
        found = [i for i, a in enumerate(cx.attributes) if a.domain == domain]
    elif type_.kind == "number":
        found = [i for i, a in enumerate(cx.attributes) if a.domain is None]
    else:
        return None
    return found[0] if len(found) == 1 else None


# -- lists ----------------------------------------------------------------------------------------


@lowers(nodes.From)
def _from(cx: Context, scope: Scope, node: nodes.From, expect: Type | None) -> Term:
    source = expressions.expression(cx, scope, node.zone)
    if isinstance(node.pattern, nodes.Number):
        cx.report("E175", node.pattern, value=node.pattern.value)
        return cx.bad(node)
    return filtered(cx, scope, node, node.pattern, source)


def filtered(cx: Context, scope: Scope, node: nodes.Node, pattern: nodes.Expr, source: Term) -> Term:
    """`pattern from source`: the elements that fit, or all melds that can be made."""
    listed = convert.several(cx, source, node)
    if listed.type.kind != "list":
        return cx.bad(node)
    kinds = meld_kinds(cx, scope, pattern)
    if kinds is not None:
        cards = _cards(cx, node, listed)
        cell, origin = cx.cell("meld"), cx.origin(node)
        args = (fold.constant(()), cards.expr, *(term.expr for term in kinds.arguments))
        gen = p.Gen("melds", cell, args, kinds.static, "meld", "meld", origin)
        type_ = t.list_of(Type("meld", kinds.order))
        return Term(p.Expr("collect", (), (), p.Clause((gen,)), origin), type_)
    cell, element = _element(cx, node, listed)
    test = matches(cx, scope, pattern, element)
    return cx.term("pick", listed.type, node, listed, test, static=(cell,))


def _element(cx: Context, node: nodes.Node, listed: Term) -> tuple[int, Term]:
    cell = cx.cell("element")
    return cell, Term(cx.read(cell, node), listed.type.element or t.UNKNOWN)


def has(cx: Context, scope: Scope, node: nodes.Test, source: Term) -> Term:
    """`list has pattern`: some element fits, cards by what they show."""
    listed = convert.several(cx, source, node.left)
    if listed.type.kind != "list":
        return cx.bad(node)
    if isinstance(node.right, nodes.Written) and holds_pieces(listed.type):
        return _has_written(cx, node.right, listed, "includes_bag")
    cell, element = _element(cx, node, listed)
    test = matches(cx, scope, node.right, element, by_face=True)
    return cx.term("has", t.BOOL, node, listed, test, static=(cell,))


def _has_written(cx: Context, node: nodes.Written, listed: Term, op: str) -> Term:
    """Whether pieces are those that are written, in any order (`same_bag`), or those are among them
    (`includes_bag`). Cards are compared by their faces; where a player's set is written, by that as well.
    """
    element = listed.type.element or t.PIECE
    numbers = t.list_of(t.NUMBER)
    kinds = families_in(cx, element)
    dice = nature_of(cx, element) == "die" or (bool(kinds) and all(cx.families[k].dice for k in kinds))
    if dice and all(v.text.isdigit() for v in node.values):
        values = tuple(int(v.text) for v in node.values)
        cell, die = _element(cx, node, listed)
        shown = _collected(cx, node, listed, cell, cx.term("die_value", t.NUMBER, node, die))
        return cx.term(op, t.BOOL, node, shown, cx.constant(values, numbers, node))
    pieces = faces_written(cx, node, element)
    wanted = cx.constant(tuple(one.faces[0] for one in pieces), numbers, node)
    test = cx.term(op, t.BOOL, node, faces_of(cx, node, listed), wanted)
    owned = [(one.faces[0], one.owner) for one in pieces if one.owner is not None]
    if not owned:
        return test
    # of the cards with these faces, which are all of somebody's set, each is one number: face and owner
    sets = cx.config.players
    cell, card = _element(cx, node, listed)
    here = cx.term("pick", listed.type, node, listed, _shows(cx, node, card, frozenset(f for f, _ in owned)),
                   static=(cell,))  # fmt: skip
    cell, card = _element(cx, node, here)
    many = cx.constant(sets, t.NUMBER, node)
    face = cx.term("mul", t.NUMBER, node, cx.term("face", t.NUMBER, node, card), many)
    label = cx.term("add", t.NUMBER, node, face, cx.term("owner", t.NUMBER, node, card))
    labels = cx.constant(tuple(face * sets + owner for face, owner in owned), numbers, node)
    mine = cx.term("includes_bag", t.BOOL, node, _collected(cx, node, here, cell, label), labels)
    return cx.term("and", t.BOOL, node, test, mine)


def _collected(cx: Context, node: nodes.Node, listed: Term, cell: int, value: Term) -> Term:
    """The values that the elements have, each bound to the cell."""
    gen = p.Gen("list", cell, (listed.expr,), (), "element", "piece", cx.origin(node))
    return Term(p.Expr("collect", (value.expr,), (), p.Clause((gen,)), cx.origin(node)), t.list_of(t.NUMBER))
