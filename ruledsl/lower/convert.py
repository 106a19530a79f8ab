"""From one type to another where the language reads a thing in several ways.

A slot reads as its card, a meld zone as its meld, a zone or a meld or a single card as a list of cards.
"""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import fold
from ruledsl.lower.context import Context, Term
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes


def expected(cx: Context, term: Term, wanted: str, node: nodes.Node) -> Term:
    """Reports that something else was expected, unless the type is unknown anyway."""
    if not term.type.is_unknown:
        cx.report("E150", node, wanted=wanted, found=str(term.type))
    return cx.bad(node)


def number(cx: Context, term: Term, node: nodes.Node) -> Term:
    """A number; a member whose name is a number does not count as one."""
    if term.type.kind == "number":
        return Term(term.expr, t.NUMBER)
    return expected(cx, term, "a number", node)


def as_member(cx: Context, term: Term, domain: int, node: nodes.Node) -> Term:
    """A member of the domain; a number is looked up by the members' names, a seat by its place."""
    of = cx.domains[domain]
    wanted = t.member(of.name)
    if term.type.is_unknown or (term.type.kind == "member" and term.type.name == of.name):
        return term
    if term.type.kind != "number":
        return expected(cx, term, t.describe(wanted), node)
    if term.is_constant:
        if term.value in of.numbers:
            return cx.constant(of.numbers.index(term.value), wanted, node)
        if domain == p.PLAYER_DOMAIN:
            cx.report("E167", node, seat=term.value, players=cx.config.players)
        else:
            cx.report("E114", node, name=str(term.value), enum=of.name)
        return cx.bad(node)
    return cx.term("member", wanted, node, term, static=(domain,))


def truth(cx: Context, term: Term, node: nodes.Node) -> Term:
    """Yes or no."""
    if term.type.kind == "yes/no":
        return term
    return expected(cx, term, "a condition", node)


def reads_as_piece(type_: Type) -> bool:
    """Whether a value of the type is a card or reads as one."""
    return type_.kind == "piece" or (type_.kind == "zone" and type_.name == "slot")


def piece(cx: Context, term: Term, node: nodes.Node) -> Term:
    """A card or die; a slot gives what lies in it, or none."""
    if term.type.kind == "piece":
        return term
    if term.type.kind == "zone" and term.type.name == "slot":
        return cx.term("zone_top", Type("piece", optional=True, sources=term.type.sources), node, term)
    return expected(cx, term, "a card", node)


def reads_as_meld(type_: Type) -> bool:
    """Whether a value of the type is a meld or reads as one."""
    return type_.kind == "meld" or (type_.kind == "zone" and type_.name == "meld")


def meld(cx: Context, term: Term, node: nodes.Node) -> Term:
    """A meld; a meld zone gives the meld that lies there, or none."""
    if term.type.kind == "meld":
        return term
    if term.type.kind == "zone" and term.type.name == "meld":
        return cx.term("zone_meld", Type("meld", optional=True), node, term)
    return expected(cx, term, "a meld", node)


def reads_as_list(type_: Type) -> bool:
    """Whether a value of the type is a list or reads as one."""
    return type_.kind in ("list", "zone", "family", "meld", "piece")


def several(cx: Context, term: Term, node: nodes.Node) -> Term:
    """A list: of what lies in a zone, of a meld's cards, of a single card alone."""
    kind = term.type.kind
    if kind == "list":
        return term
    if kind == "zone":
        if term.type.name == "melds":
            return cx.term("zone_melds", t.MELDS, node, term)
        pieces = t.list_of(Type("piece", sources=term.type.sources))
        return cx.term("zone_pieces", pieces, node, term)
    if kind == "family":
        pieces = t.list_of(Type("piece", sources=term.type.sources))
        return cx.term("family_pieces", pieces, node, static=term.expr.static)
    if kind == "meld":
        return cx.term("meld_pieces", t.PIECES, node, term)
    if kind in ("piece", "member", "number"):
        return cx.term("list", t.list_of(term.type), node, term)
    return expected(cx, term, "cards or a list", node)


def size(cx: Context, term: Term, node: nodes.Node) -> Term:
    """How many there are; of a zone nothing is decided for it."""
    forms = {"zone": "zone_size", "meld": "meld_size", "list": "size"}
    kind = term.type.kind
    if kind == "family":
        return cx.term("family_size", t.NUMBER, node, static=term.expr.static)
    if kind in forms and not (kind == "zone" and term.type.name == "melds"):
        return cx.term(forms[kind], t.NUMBER, node, term)
    if kind != "zone":
        return expected(cx, term, "a zone or a list", node)
    return cx.term("size", t.NUMBER, node, several(cx, term, node))


def seat(cx: Context, term: Term, node: nodes.Node) -> Term:
    """A player."""
    if term.type.kind == "member" and term.type.name == "player":
        return term
    return expected(cx, term, "a player", node)


def zone(cx: Context, term: Term, node: nodes.Node) -> Term:
    """A zone itself."""
    return term if term.type.kind == "zone" else expected(cx, term, "a zone", node)


def holder(cx: Context, term: Term, node: nodes.Node) -> Term:
    """Who or what can hold counted pieces: the supply, a player or a zone."""
    if term.type.kind == "holder":
        return term
    if term.type.kind == "member" and term.type.name == "player":
        return cx.term("seat_holder", t.HOLDER, node, term)
    if term.type.kind == "zone":
        return cx.term("zone_holder", t.HOLDER, node, term)
    return expected(cx, term, "a player, a zone or the supply", node)


def stored(cx: Context, term: Term, node: nodes.Node) -> Term:
    """As a variable keeps it: not the place, but what lies there now."""
    if term.type.kind == "zone":
        if term.type.name == "slot":
            return piece(cx, term, node)
        if term.type.name == "meld":
            return meld(cx, term, node)
        return several(cx, term, node)
    if term.type.kind == "family":
        return several(cx, term, node)
    return term


def fit(cx: Context, term: Term, target: Type, node: nodes.Node, what: str) -> Term:
    """The term as a value of the declared type `target`; reports `E157` for `what` if it is none."""
    if target.kind == "list" and reads_as_list(term.type):
        term = several(cx, term, node)
    elif target.kind in ("piece", "meld") and term.type.kind == "zone":
        term = stored(cx, term, node)
    if term.type.kind == "list" and target.kind == "list" and term.type.element is None:
        return Term(term.expr, target)
    if t.fits(term.type, target):
        return term
    cx.report("E157", node, what=what, wanted=str(target), found=str(term.type))
    return Term(fold.constant(None, cx.origin(node)), t.UNKNOWN)
