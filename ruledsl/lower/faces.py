"""Patterns of fixed faces, such as `2..9 of hearts | Q`, and cards as they are written, such as `[5C 6S]`.

A pattern that reads no variable is worked out to a set of faces when the rules are lowered.
"""

from __future__ import annotations

from ruledsl.lower import written
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

Faces = frozenset[int]


def fixed_faces(cx: Context, node: nodes.Expr, scope: Scope | None = None) -> Faces | None:
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
        found = _member_faces(cx, node, str(node.value))
        return found if found is not None else _number_faces(cx, node.value, node.value)
    if isinstance(node, nodes.Name):
        return _name_faces(cx, node, scope)
    return None


def _name_faces(cx: Context, node: nodes.Name, scope: Scope | None) -> Faces | None:
    if scope is not None and scope.hides(node.id):
        return None
    symbol = cx.names.get(node.id)
    if isinstance(symbol, s.SingleCard):
        symbol.used = True
        return frozenset({symbol.face})
    if symbol is None or isinstance(symbol, (s.DomainSymbol, s.FamilySymbol)):
        return _member_faces(cx, node, node.id)
    return None


def _attributes_of(cx: Context, name: str) -> list[tuple[int, int]]:
    """(attribute, member) for each attribute that has a member of that name."""
    return [
        (number, index)
        for domain, index in cx.members.get(name, ())
        for number, attribute in enumerate(cx.attributes)
        if attribute.domain == domain
    ]


def _with_value(cx: Context, attribute: int, low: int, high: int) -> Faces:
    found: set[int] = set()
    for number, face in enumerate(cx.faces):
        value = face.values[attribute] if attribute < len(face.values) else None
        if value is not None and low <= value <= high and not face.virtual:
            found.add(number)
    return frozenset(found)


def _member_faces(cx: Context, node: nodes.Node, name: str) -> Faces | None:
    """The faces with the member so named; a card that could have it in two ways makes it ambiguous."""
    places = _attributes_of(cx, name)
    if not places:
        return None
    if len(places) > 1:
        either = [
            {a for a, _ in places if a < len(face.values) and face.values[a] is not None} for face in cx.faces
        ]
        twice = next((found for found in either if len(found) > 1), None)
        if twice is not None:
            cx.report("E102", node, name=name, enums=tuple(cx.attributes[a].name for a in sorted(twice)))
    return frozenset().union(*(_with_value(cx, a, i, i) for a, i in places))


def _number_faces(cx: Context, low: int, high: int) -> Faces | None:
    numeric = [n for n, a in enumerate(cx.attributes) if a.domain is None and a.low <= high and low <= a.high]
    return _with_value(cx, numeric[0], low, high) if len(numeric) == 1 else None


def _range_faces(cx: Context, node: nodes.Range, scope: Scope | None) -> Faces | None:
    if node.high is None:
        return None
    names = [_literal(cx, n, scope) for n in (node.low, node.high)]
    if names[0] is None or names[1] is None:
        return None
    low, high = dict(_attributes_of(cx, names[0])), dict(_attributes_of(cx, names[1]))
    both = [a for a in low if a in high]
    if len(both) == 1:
        first, last = low[both[0]], high[both[0]]
        if first > last:
            cx.report("E329", node, low=names[0], high=names[1])
        return _with_value(cx, both[0], min(first, last), max(first, last))
    if isinstance(node.low, nodes.Number) and isinstance(node.high, nodes.Number):
        if node.low.value > node.high.value:
            cx.report("E329", node, low=names[0], high=names[1])
        return _number_faces(cx, *sorted((node.low.value, node.high.value)))
    return None


def _literal(cx: Context, node: nodes.Expr, scope: Scope | None) -> str | None:
    """The text of a number, or of a name that can only be a member."""
    if isinstance(node, nodes.Number):
        return str(node.value)
    if not isinstance(node, nodes.Name) or (scope is not None and scope.hides(node.id)):
        return None
    symbol = cx.names.get(node.id)
    return node.id if symbol is None or isinstance(symbol, (s.DomainSymbol, s.FamilySymbol)) else None


def faces_written(cx: Context, node: nodes.Written, type_: Type) -> list[written.WrittenPiece]:
    """Cards written as `[5C A.G]`, each with its one face; `type_` is that of what is compared with them.

    A text that several kinds of card bear means the kind that the rules move to where it is looked for.
    Reports what is no card, what could be two, and a reading or a way of lying, which no comparison asks for.
    """
    kinds = families_in(cx, type_)
    found: list[written.WrittenPiece] = []
    for value in node.values:
        piece = written.piece(cx, value)
        if piece is None:
            continue
        if piece.reading is not None or piece.facing:
            cx.report("E306", value, value=value.text)
        faces = tuple(f for f in piece.faces if cx.faces[f].family in kinds) or piece.faces
        if piece.owner is not None:
            faces = tuple(f for f in faces if cx.families[cx.faces[f].family].per_player)
            if not faces:
                cx.report("E310", value, name=value.text)
                continue
        if len(faces) > 1:
            names = tuple(cx.faces[f].name for f in faces)
            cx.report("E324", value, value=value.text, names=names)
        found.append(written.WrittenPiece(faces[:1], piece.owner))
    return found


def families_in(cx: Context, type_: Type) -> frozenset[int]:
    """The kinds of pieces that a value of this type can hold, empty when that is not known.

    A zone holds what the rules move there, also what they move there further down in the text: `lower` begins
    anew when an answer was given too early.
    """
    found = _families_from(cx, type_.sources)
    cx.families_asked.append((type_.sources, found))
    return found


def _families_from(cx: Context, sources: frozenset[str]) -> frozenset[int]:
    names = {f.name: i for i, f in enumerate(cx.families)}
    reached = set(sources)
    while more := {a for a, b in cx.flows if b in reached} - reached:
        reached |= more
    return frozenset(names[x] for x in reached if x in names)


def asked_too_early(cx: Context) -> bool:
    """Whether some kinds of pieces were not known yet when they were asked for."""
    return any(_families_from(cx, sources) != found for sources, found in set(cx.families_asked))
