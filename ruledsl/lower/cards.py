"""Cards and dice: products of enums become faces, faces times copies times owners become pieces."""

from __future__ import annotations

from itertools import permutations, product
from math import prod
from typing import Final

from attrs import frozen

from interpreter import program as p
from ruledsl.diagnostics import did_you_mean
from ruledsl.lower import declare, expressions
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.syntax import nodes

MOST_PIECES: Final = 2000
"""More cards and dice than this are refused: a slip of the pen, or an attack on memory."""

MOST_READINGS: Final = 5000
"""So many faces there may be together with all that wild cards may be read as."""

MOST_IN_ANY_ORDER: Final = 4
"""The codes of a card with so many factors may be written in any order; with more, as they are declared."""


@frozen
class Choice:
    """One value of a factor: attribute, value (None: wild), print code, name; whether the code was given."""

    attribute: int
    value: int | None
    code: str
    name: str
    coded: bool


def lower_cards(cx: Context, declaration: nodes.Cards) -> None:
    """A `cards` declaration."""
    index = len(cx.families)
    symbol = s.FamilySymbol(declaration.name.id, declaration.name.span, index, False)
    owned = _is_owned(cx, declaration.per)
    cx.families.append(p.Family(declaration.name.id, False, owned, None, "\n".join(declaration.notes)))
    declare.register(cx, symbol, declaration.name)
    made: dict[int, int] = {}
    for product_ in declaration.products:
        copies = 1
        if product_.copies is not None:
            copies = expressions.fixed_number(cx, Scope(), product_.copies, least=1) or 1
        room = MOST_PIECES - len(cx.faces)
        for face in _faces(cx, index, product_, room):
            made[face] = made.get(face, 0) + copies
    _pieces(cx, declaration.name, made, owned)
    symbol.attributes = tuple(
        sorted({a for f in made for a, v in enumerate(cx.faces[f].values) if v is not None})
    )


def _is_owned(cx: Context, per: nodes.Name | None) -> bool:
    """Whether there is a set for each player; sets for anything else are refused."""
    if per is not None and per.id != "player":
        cx.report("E311", per, name=per.id)
    return per is not None


def _pieces(cx: Context, place: nodes.Node, made: dict[int, int], owned: bool) -> None:
    owners: list[int | None] = list(range(cx.config.players)) if owned else [None]
    count = len(cx.pieces) + sum(made.values()) * len(owners)
    if count > MOST_PIECES:
        cx.report("E312", place, what="cards and dice", count=count, limit=MOST_PIECES)
        return
    for face in sorted(made):
        for owner in owners:
            cx.pieces.extend([p.Piece(face, owner)] * made[face])


def _faces(cx: Context, family: int, node: nodes.Product, room: int) -> list[int]:
    """The faces of one product, of which at most `room` may be made."""
    if len(node.factors) == 1 and _is_single(cx, node.factors[0]):
        return [_single(cx, family, node.factors[0])]
    factors = [_choices(cx, factor) for factor in node.factors]
    for number, factor in enumerate(node.factors):
        if factor.name.id in [f.name.id for f in node.factors[:number]]:
            cx.report("E321", factor, name=factor.name.id)
            return []
    total = prod(len(choices) for choices in factors)
    if total > room:
        cx.report("E312", node, what="kinds of cards", count=len(cx.faces) + total, limit=MOST_PIECES)
        return []
    return [_face(cx, family, combination) for combination in product(*factors)]


def _is_single(cx: Context, factor: nodes.Factor) -> bool:
    plain = factor.part is None and not factor.wild
    return plain and cx.domain(factor.name.id) is None and cx.attribute(factor.name.id) is None


def _single(cx: Context, family: int, factor: nodes.Factor) -> int:
    name = factor.name.id
    code = factor.code.value if factor.code is not None else name
    cx.faces.append(p.Face(family, (), code, name))
    face = len(cx.faces) - 1
    near = did_you_mean(name, cx.domain_names()) if name not in cx.names else ()
    if near:
        cx.report("W508", factor, near, name=name)
    declare.register(cx, s.SingleCard(name, factor.name.span, face, family), factor.name)
    for spelled in {code, name}:
        cx.codes.setdefault(spelled, []).append(face)
    return face


def _choices(cx: Context, factor: nodes.Factor) -> list[Choice]:
    name = factor.name.id
    domain = cx.domain(name)
    if domain is not None:
        symbol = cx.names.get(name)
        if symbol is not None:
            symbol.used = True
        attribute = _attribute(cx, name, domain)
        if factor.wild:
            return [Choice(attribute, None, factor.code.value if factor.code else "*", f"any {name}", False)]
        return [_member(cx, attribute, domain, i) for i in _part(cx, factor, domain)]
    if isinstance(factor.part, nodes.Range):
        ends = declare.fixed_range(cx, factor.part)
        if ends is None:
            cx.lost.add(name)
            return []
        low, high = ends
        if high - low >= MOST_PIECES:
            cx.report("E312", factor, what="values", count=high - low + 1, limit=MOST_PIECES)
            high = low
        attribute = _attribute(cx, name, None, low, high)
        return [Choice(attribute, v, str(v), str(v), False) for v in range(low, high + 1)]
    known = cx.attribute(name)
    if known is not None and cx.attributes[known].domain is None:
        of = cx.attributes[known]
        if factor.wild:
            return [Choice(known, None, factor.code.value if factor.code else "*", f"any {name}", False)]
        if factor.part is None:
            return [Choice(known, v, str(v), str(v), False) for v in range(of.low, of.high + 1)]
    cx.unknown("E106", factor.name, name, cx.domain_names())
    cx.lost.add(name)
    cx.cards_are_known = False
    return []


def _attribute(cx: Context, name: str, domain: int | None, low: int = 0, high: int = 0) -> int:
    index = cx.attribute(name)
    if index is None:
        cx.attributes.append(p.Attribute(name, domain, low, high))
        return len(cx.attributes) - 1
    old = cx.attributes[index]
    if domain is None:
        cx.attributes[index] = p.Attribute(name, None, min(old.low, low), max(old.high, high))
    return index


def _member(cx: Context, attribute: int, domain: int, index: int) -> Choice:
    of = cx.domains[domain]
    coded = of.codes[index] != of.members[index]
    return Choice(attribute, index, of.codes[index], of.members[index], coded)


def _part(cx: Context, factor: nodes.Factor, domain: int) -> list[int]:
    of = cx.domains[domain]
    if factor.part is None:
        return list(range(len(of.members)))
    items = factor.part.items if isinstance(factor.part, nodes.Alternatives) else (factor.part,)
    found: list[int] = []
    for item in items:
        if isinstance(item, nodes.Range) and item.high is not None:
            low, high = _index(cx, item.low, of), _index(cx, item.high, of)
        else:
            low = high = _index(cx, item, of)
        if low is None or high is None:
            continue
        if low > high:
            cx.report("E329", item, low=of.members[low], high=of.members[high])
        found.extend(i for i in range(low, high + 1) if i not in found)
    return found


def _index(cx: Context, node: nodes.Expr, domain: p.Domain) -> int | None:
    """The member that is named in a part of an enum."""
    if node.span.text in domain.members:
        return domain.members.index(node.span.text)
    cx.unknown("E114", node, node.span.text, domain.members, enum=domain.name)
    return None


def _face(cx: Context, family: int, choices: tuple[Choice, ...], virtual: bool = False) -> int:
    """The face with these values, made if it is new."""
    values: dict[int, int | None] = {c.attribute: c.value for c in choices}
    wild = tuple(c.attribute for c in choices if c.value is None)
    width = max((a for a, v in values.items() if v is not None), default=-1) + 1
    row = tuple(values.get(a) for a in range(width))
    key = (family, row, wild)
    if key in cx.face_with:
        return cx.face_with[key]
    parts = [c for c in choices if not c.coded] + [c for c in choices if c.coded]
    code = "".join(c.code for c in parts)
    glue = " of " if len(parts) == 2 and not parts[0].coded and parts[1].coded else " "
    name = glue.join(c.name for c in parts)
    number = len(cx.faces)
    cx.faces.append(p.Face(family, row, code, name, wild, virtual))
    cx.face_with[key] = number
    if not virtual:
        codes = [c.code for c in parts]
        orders = permutations(codes) if len(codes) <= MOST_IN_ANY_ORDER else [tuple(codes)]
        for spelled in {"".join(order) for order in orders}:
            cx.codes.setdefault(spelled, []).append(number)
    return number


def finish(cx: Context) -> None:
    """Gives every face a value (or none) for every attribute, and adds what wilds may be read as."""
    for number in range(len(cx.faces)):
        if cx.faces[number].wild and not _readings(cx, number):
            break
    width = len(cx.attributes)
    for number, face in enumerate(cx.faces):
        values = face.values + (None,) * (width - len(face.values))
        cx.faces[number] = p.Face(face.family, values, face.code, face.name, face.wild, face.virtual)


def _readings(cx: Context, number: int) -> bool:
    """Adds all that a wild face may be read as; False when that would be too much."""
    face = cx.faces[number]
    factors: list[list[Choice]] = []
    for attribute, value in enumerate(face.values + (None,) * (len(cx.attributes) - len(face.values))):
        of = cx.attributes[attribute]
        if attribute in face.wild:
            if of.domain is None:
                factors.append(
                    [Choice(attribute, v, str(v), str(v), False) for v in range(of.low, of.high + 1)]
                )
            else:
                members = range(len(cx.domains[of.domain].members))
                factors.append([_member(cx, attribute, of.domain, i) for i in members])
        elif value is not None:
            if of.domain is None:
                factors.append([Choice(attribute, value, str(value), str(value), False)])
            else:
                factors.append([_member(cx, attribute, of.domain, value)])
    total = len(cx.faces) + prod(len(choices) for choices in factors)
    if total > MOST_READINGS:
        symbol = cx.names[cx.families[face.family].name]
        if symbol.span is not None:
            cx.report("E312", symbol.span, what="readings of wild cards", count=total, limit=MOST_READINGS)
        return False
    for combination in product(*factors):
        _face(cx, face.family, combination, virtual=True)
    return True


def lower_dice(cx: Context, declaration: nodes.Dice) -> None:
    """A `dice` declaration."""
    index = len(cx.families)
    name = declaration.name.id
    sides: tuple[int, int] | None = (1, 6)
    if isinstance(declaration.faces, nodes.Range):
        sides = declare.fixed_range(cx, declaration.faces)
    elif declaration.faces is not None:
        cx.report("E313", declaration.faces)
    low, high = sides or (1, 6)
    if high - low >= MOST_PIECES and declaration.faces is not None:
        cx.report("E312", declaration.faces, what="sides", count=high - low + 1, limit=MOST_PIECES)
    owned = _is_owned(cx, declaration.per)
    count = expressions.fixed_number(cx, Scope(), declaration.count, least=1) or 1
    cx.families.append(p.Family(name, True, owned, (low, high), "\n".join(declaration.notes)))
    declare.register(cx, s.FamilySymbol(name, declaration.name.span, index, True), declaration.name)
    cx.faces.append(p.Face(index, (), name, name))
    _pieces(cx, declaration.name, {len(cx.faces) - 1: count}, owned)
