"""Cards and dice: products of enums become faces, faces times copies times owners become pieces."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

from attrs import frozen

from interpreter import program as p
from ruledsl.lower import expressions
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.syntax import nodes

MOST_PIECES = 2000
"""More cards and dice than this in one family are refused: a slip of the pen, or an attack on memory."""


@frozen
class Choice:
    """One value of a factor: attribute, value (None: wild), print code, name, and whether the code was given."""

    attribute: int
    value: int | None
    code: str
    name: str
    coded: bool


def lower_cards(cx: Context, declaration: nodes.Cards) -> None:
    """A `cards` declaration."""
    index = len(cx.families)
    symbol = s.FamilySymbol(declaration.name.id, declaration.name.span, index, False)
    owned = declaration.per is not None
    if declaration.per is not None and declaration.per.id != "player":
        cx.report("E311", declaration.per, name=declaration.per.id)
    cx.families.append(p.Family(declaration.name.id, False, owned, None, "\n".join(declaration.notes)))
    cx.names[symbol.name] = symbol
    made: dict[int, int] = {}
    for product_ in declaration.products:
        copies = 1
        if product_.copies is not None:
            copies = expressions.fixed_number(cx, Scope(), product_.copies, least=1) or 1
        for face in _faces(cx, index, product_):
            made[face] = made.get(face, 0) + copies
    _pieces(cx, declaration, made, owned)
    symbol.attributes = tuple(
        sorted({a for f in made for a, v in enumerate(cx.faces[f].values) if v is not None})
    )


def _pieces(cx: Context, node: nodes.Declaration, made: dict[int, int], owned: bool) -> None:
    owners: list[int | None] = list(range(cx.config.players)) if owned else [None]
    if sum(made.values()) * len(owners) > MOST_PIECES:
        cx.report("E312", node, count=sum(made.values()) * len(owners), limit=MOST_PIECES)
        made = dict.fromkeys(list(made)[:1], 1)
    for face in sorted(made):
        for owner in owners:
            cx.pieces.extend([p.Piece(face, owner)] * made[face])


def _faces(cx: Context, family: int, node: nodes.Product) -> list[int]:
    if len(node.factors) == 1 and _is_single(cx, node.factors[0]):
        return [_single(cx, family, node.factors[0])]
    factors = [_choices(cx, factor) for factor in node.factors]
    total = 1
    for choices in factors:
        total *= len(choices)
    if total > MOST_PIECES:
        cx.report("E312", node, count=total, limit=MOST_PIECES)
        return []
    return [_face(cx, family, combination) for combination in product(*factors)]


def _is_single(cx: Context, factor: nodes.Factor) -> bool:
    return factor.part is None and not factor.wild and cx.domain(factor.name.id) is None


def _single(cx: Context, family: int, factor: nodes.Factor) -> int:
    name = factor.name.id
    if name in cx.names:
        cx.report("E101", factor.name, name=name)
    code = factor.code.value if factor.code is not None else name
    cx.faces.append(p.Face(family, (), code, name))
    face = len(cx.faces) - 1
    cx.names[name] = s.SingleCard(name, factor.name.span, face, family)
    cx.codes.setdefault(code, []).append(face)
    if code != name:
        cx.codes.setdefault(name, []).append(face)
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
    if isinstance(factor.part, nodes.Range) and factor.part.high is not None:
        low = expressions.fixed_number(cx, Scope(), factor.part.low)
        high = expressions.fixed_number(cx, Scope(), factor.part.high)
        if low is None or high is None or high - low > MOST_PIECES:
            return []
        attribute = _attribute(cx, name, None, low, high)
        return [Choice(attribute, v, str(v), str(v), False) for v in range(low, high + 1)]
    known = cx.attribute(name)
    if factor.wild and known is not None:
        return [Choice(known, None, factor.code.value if factor.code else "*", f"any {name}", False)]
    cx.unknown("E106", factor.name, name, [d.name for d in cx.domains])
    return []


def _attribute(cx: Context, name: str, domain: int | None, low: int = 0, high: int = 0) -> int:
    index = cx.attribute(name)
    if index is None:
        cx.attributes.append(p.Attribute(name, domain, low, high))
        return len(cx.attributes) - 1
    old = cx.attributes[index]
    if domain is None and old.domain is None:
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
        ends = (item.low, item.high) if isinstance(item, nodes.Range) else (item, item)
        indexes = [_index(cx, end, of) for end in ends if end is not None]
        if len(indexes) == 2 and None not in indexes:
            low, high = indexes[0], indexes[1]
            assert low is not None and high is not None
            found.extend(range(low, high + 1))
    return found


def _index(cx: Context, node: nodes.Expr, domain: p.Domain) -> int | None:
    name = (
        str(node.value) if isinstance(node, nodes.Number) else node.id if isinstance(node, nodes.Name) else ""
    )
    if name in domain.members:
        return domain.members.index(name)
    cx.unknown("E114", node, name, domain.members, enum=domain.name)
    return None


def _face(cx: Context, family: int, choices: tuple[Choice, ...], virtual: bool = False) -> int:
    """The face with these values, made if it is new."""
    values: dict[int, int | None] = {c.attribute: c.value for c in choices}
    wild = tuple(c.attribute for c in choices if c.value is None)
    width = max(values) + 1 if values else 0
    row = tuple(values.get(a) for a in range(width))
    for number, face in enumerate(cx.faces):
        if face.family == family and _same(face, row, wild):
            if face.virtual and not virtual:
                cx.faces[number] = p.Face(family, face.values, face.code, face.name, wild)
            return number
    parts = [c for c in choices if not c.coded] + [c for c in choices if c.coded]
    code = "".join(c.code for c in parts)
    glue = " of " if len(parts) == 2 and not parts[0].coded and parts[1].coded else " "
    name = glue.join(c.name for c in parts)
    cx.faces.append(p.Face(family, row, code, name, wild, virtual))
    number = len(cx.faces) - 1
    for order in permutations(c.code for c in parts):
        places = cx.codes.setdefault("".join(order), [])
        if number not in places and not virtual:
            places.append(number)
    return number


def _same(face: p.Face, row: tuple[int | None, ...], wild: tuple[int, ...]) -> bool:
    width = max(len(row), len(face.values))
    a = face.values + (None,) * (width - len(face.values))
    b = row + (None,) * (width - len(row))
    return a == b and face.wild == wild


def finish(cx: Context) -> None:
    """Gives every face a value (or none) for every attribute, and adds the faces that wilds may be read as."""
    for number in range(len(cx.faces)):
        if cx.faces[number].wild:
            _readings(cx, number)
    width = len(cx.attributes)
    for number, face in enumerate(cx.faces):
        values = face.values + (None,) * (width - len(face.values))
        cx.faces[number] = p.Face(face.family, values, face.code, face.name, face.wild, face.virtual)


def _readings(cx: Context, number: int) -> None:
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
    for combination in product(*factors):
        _face(cx, face.family, combination, virtual=True)


def lower_dice(cx: Context, declaration: nodes.Dice) -> None:
    """A `dice` declaration."""
    index = len(cx.families)
    name = declaration.name.id
    low: int | None = 1
    high: int | None = 6
    if isinstance(declaration.faces, nodes.Range) and declaration.faces.high is not None:
        low = expressions.fixed_number(cx, Scope(), declaration.faces.low)
        high = expressions.fixed_number(cx, Scope(), declaration.faces.high)
    if low is None or high is None or high < low or high - low > MOST_PIECES:
        cx.report("E313", declaration)
        low, high = 1, 6
    owned = declaration.per is not None
    count = expressions.fixed_number(cx, Scope(), declaration.count, least=1) or 1
    cx.families.append(p.Family(name, True, owned, (low, high), "\n".join(declaration.notes)))
    cx.names[name] = s.FamilySymbol(name, declaration.name.span, index, True)
    cx.faces.append(p.Face(index, (), name, name))
    _pieces(cx, declaration, {len(cx.faces) - 1: count}, owned)


Unused = Any
