"""What a meld is, how it reads and how two of them compare.

A meld is its kind, its cards and how each of them is read: a wild is read as one of the faces it may stand
for, any other card as what is printed on it.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from interpreter.faults import RulesFault
from interpreter.layout import Layout
from interpreter.position import LaidMeld, Position
from interpreter.program import Shape


@define(unsafe_hash=True)
class Meld:
    """Cards that form a meld. Never changed once made (to freeze it would make it four times slower).

    `faces[i]` is how `pieces[i]` is read; `by` is the seat that formed it; `parts` are the melds it is made
    of;
    `home` is (zone, serial) when it lies in a zone for melds; `shape` is the alternative of its kind it fits.
    """

    kind: int
    pieces: tuple[int, ...]
    faces: tuple[int, ...]
    by: int | None = None
    parts: tuple[Meld, ...] = ()
    home: tuple[int, int] | None = None
    shape: int = 0


Kinds = Sequence[tuple[int, tuple[int, ...]]]
"""Kinds of melds with the values of their parameters."""


# ---------------------------------------------------------------------------------------------
# How a meld reads


def ladder(layout: Layout, shape: Shape, faces: Sequence[int]) -> list[int]:
    """The values of a shape's consecutive attribute as cards of these faces stand in a run, in no special
    order.

    The low member stands below the lowest value where it does not fit as it is; of two of them one does.
    """
    attribute = shape.consecutive
    if attribute is None:
        return []
    row = layout.face_values[attribute]
    values = [-1 if (v := row[face]) is None else v for face in faces]
    low = shape.low_member
    if low is not None and low in values and max(values) - min(values) != len(values) - 1:
        below = lowest(layout, attribute) - 1
        if values.count(low) == 2:
            values[values.index(low)] = below
        else:
            values = [below if v == low else v for v in values]
    return values


def lowest(layout: Layout, attribute: int) -> int:
    """The lowest value an attribute can have."""
    declared = layout.program.attributes[attribute]
    return 0 if declared.domain is not None else declared.low


def highest(layout: Layout, attribute: int) -> int:
    """The highest value an attribute can have."""
    declared = layout.program.attributes[attribute]
    if declared.domain is None:
        return declared.high
    return len(layout.program.domains[declared.domain].members) - 1


def top(layout: Layout, meld: Meld) -> int:
    """The highest value of the meld's consecutive or same attribute, as read.

    Of a meld of melds it is that of the part with most cards, of several the highest.
    """
    shape = layout.program.melds[meld.kind].shapes[meld.shape]
    if shape.consecutive is not None and meld.faces:
        return max(ladder(layout, shape, meld.faces))
    if shape.same and meld.faces:
        value = layout.face_values[shape.same[0]][meld.faces[0]]
        if value is not None:
            return value
    if meld.parts:
        most = max(len(part.pieces) for part in meld.parts)
        return max(top(layout, part) for part in meld.parts if len(part.pieces) == most)
    name = layout.program.melds[meld.kind].name
    raise RulesFault("meld-without-top", facts={"kind": name}, text=f"a {name} has no value to be highest")


def shared(layout: Layout, meld: Meld, attribute: int) -> int | None:
    """The value of an attribute that all cards of the meld have, as read; None when they differ or lack
    it."""
    row = layout.face_values[attribute]
    values = {row[face] for face in meld.faces}
    return values.pop() if len(values) == 1 else None


# ---------------------------------------------------------------------------------------------
# How melds compare


def strength(layout: Layout, meld: Meld, order: int) -> tuple[int, ...]:
    """What compares as the order says: kind, then the larger group, then the higher value, group by group.

    A group is the cards of the same value. A run that begins with its low member counts that member lowest.
    """
    kinds = layout.program.orders[order].kinds
    if meld.kind not in kinds:
        name = layout.program.melds[meld.kind].name
        raise RulesFault(
            "kind-not-ordered",
            facts={"kind": name, "order": layout.program.orders[order].name},
            text=f"a {name} has no place in the order {layout.program.orders[order].name}",
        )
    shape = layout.program.melds[meld.kind].shapes[meld.shape]
    values: list[int]
    if shape.consecutive is not None:
        values = ladder(layout, shape, meld.faces)
    else:
        row = layout.face_values[_compared(layout, order)]
        values = [-1 if (v := row[face]) is None else v for face in meld.faces]
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    found = [kinds.index(meld.kind)]
    for value, count in sorted(counts.items(), key=lambda group: (-group[1], -group[0])):
        found += (count, value)
    return tuple(found)


def _compared(layout: Layout, order: int) -> int:
    """The attribute by which an order compares cards: the one its runs are made of, else that of its sets."""
    cache = layout.program._cache
    key = f"compared {order}"
    if key not in cache:
        shapes = _shapes_within(layout, layout.program.orders[order].kinds)
        runs = [s.consecutive for s in shapes if s.consecutive is not None]
        sets = [s.same[0] for s in shapes if s.same]
        cache[key] = (runs + sets + [0])[0]
    return int(cache[key])


def _shapes_within(layout: Layout, kinds: Sequence[int]) -> list[Shape]:
    """The shapes of some kinds; behind each those of its parts."""
    found: list[Shape] = []
    for kind in kinds:
        for shape in layout.program.melds[kind].shapes:
            found.append(shape)
            for part in shape.parts:
                found += _shapes_within(layout, part.kinds)
    return found


# ---------------------------------------------------------------------------------------------
# Melds on the table


def lying(layout: Layout, pos: Position, zone: int) -> tuple[Meld, ...]:
    """The melds that lie in a zone for melds, in order of laying."""
    found: list[Meld] = []
    start = 0
    places = pos.zones[zone]
    for laid in pos.laid[zone]:
        end = start + len(laid.faces)
        pieces = tuple(places[start:end])
        home = (zone, laid.serial)
        found.append(Meld(laid.kind, pieces, tuple(laid.faces), laid.by, (), home, laid.shape))
        start = end
    return tuple(found)


def laid_from(pos: Position, meld: Meld) -> LaidMeld:
    """The entry for a meld that is laid now; the position's next serial number is used up."""
    pos.serial += 1
    return LaidMeld(pos.serial - 1, meld.kind, meld.by, list(meld.faces), meld.shape)


def formed_by(meld: Meld, seat: int | None) -> Meld:
    """The same meld, formed by this player."""
    if meld.by == seat:
        return meld
    return Meld(meld.kind, meld.pieces, meld.faces, seat, meld.parts, meld.home, meld.shape)
