"""The shapes of melds as tables by face: what cards must share, and where they stand in a sequence.

Both are numbered densely: what is shared by its place among all that can be shared, in ascending order; the
places of a sequence (rungs) without the stretches on which no face stands, of which one place is kept as a
hole.
"""

from __future__ import annotations

from attrs import frozen

from interpreter.layout import Layout
from interpreter.meld_values import lowest
from interpreter.program import Program, Shape


@frozen
class ShapeData:
    """One shape of a kind.

    `plain`: no melds are among its parts; `low`, `high`: how many cards (None: no limit).
    `keys[face]`: the number of what is shared, -1: the face cannot be in it; `key_count` how many there are.
    `rungs[face]`, `low_rungs[face]`: where the face stands in the sequence, and where else as the low member
    (-1: nowhere); `rung_count` 0: there is no sequence.
    `careful`: the same meld could be found twice even with one card for each entry and no wilds.
    `unique`: no face can be read in two ways that share the same.
    """

    kind: int
    number: int
    shape: Shape
    plain: bool
    low: int
    high: int | None
    keys: tuple[int, ...]
    key_count: int
    rungs: tuple[int, ...]
    low_rungs: tuple[int, ...]
    rung_count: int
    careful: bool
    unique: bool

    @property
    def total(self) -> bool:
        """Whether the cards have to add up to something."""
        return self.shape.total is not None


def shape_data(layout: Layout, kind: int, number: int) -> ShapeData:
    """The tables of a kind's shape."""
    shapes = layout.program.melds[kind].shapes
    shape = shapes[number]
    keys, key_count = _keys(layout, shape)
    rungs, low_rungs, rung_count = _rungs(layout, shape)
    highs = [part.high for part in shape.parts]
    return ShapeData(
        kind=kind,
        number=number,
        shape=shape,
        plain=not any(part.kinds for part in shape.parts),
        low=sum(part.low for part in shape.parts),
        high=None if None in highs else sum(high or 0 for high in highs),
        keys=keys,
        key_count=key_count,
        rungs=rungs,
        low_rungs=low_rungs,
        rung_count=rung_count,
        careful=len(shapes) > 1 or shape.low_member is not None,
        unique=all(_differ([keys[face] for face in readings]) for readings in layout.readings),
    )


def _keys(layout: Layout, shape: Shape) -> tuple[tuple[int, ...], int]:
    """What each face shares with others, and how many such things there are."""
    wanted = [*shape.same, *shape.different]
    if shape.consecutive is not None:
        wanted.append(shape.consecutive)
    fitting = [
        all(layout.face_values[attribute][face] is not None for attribute in wanted)
        for face in range(len(layout.face_family))
    ]
    shared = [
        tuple(layout.face_values[attribute][face] or 0 for attribute in shape.same)
        for face in range(len(layout.face_family))
    ]
    kept = sorted({values for values, fits in zip(shared, fitting, strict=True) if fits})
    place = {values: number for number, values in enumerate(kept)}
    keys = tuple(place[values] if fits else -1 for values, fits in zip(shared, fitting, strict=True))
    return keys, len(kept)


def _differ(keys: list[int]) -> bool:
    found = [key for key in keys if key >= 0]
    return len(set(found)) == len(found)


def _rungs(layout: Layout, shape: Shape) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Where each face stands; the low member also below the lowest value, unless it is the lowest."""
    if shape.consecutive is None:
        nowhere = (-1,) * len(layout.face_family)
        return nowhere, nowhere, 0
    row = layout.face_values[shape.consecutive]
    least = lowest(layout, shape.consecutive)
    low = shape.low_member
    used = {value for value in row if value is not None}
    if low in used and low != least:
        used.add(least - 1)
    new: dict[int, int] = {}
    last = -1
    for value in sorted(used):
        last += 1 if not new or value - 1 in new else 2
        new[value] = last
    rungs = tuple(-1 if value is None else new[value] for value in row)
    low_rungs = tuple(new[least - 1] if value == low and least - 1 in new else -1 for value in row)
    return rungs, low_rungs, last + 1


def compared_attribute(program: Program, order: int) -> int:
    """The attribute by which an order compares cards: the one its runs are made of, else that of its sets."""
    shapes = _shapes_within(program, program.orders[order].kinds)
    for shape in shapes:
        if shape.consecutive is not None:
            return shape.consecutive
    for shape in shapes:
        if shape.same:
            return shape.same[0]
    return 0


def _shapes_within(program: Program, kinds: tuple[int, ...]) -> list[Shape]:
    """The shapes of some kinds; behind each those of its parts."""
    found: list[Shape] = []
    for kind in kinds:
        for shape in program.melds[kind].shapes:
            found.append(shape)
            for part in shape.parts:
                found += _shapes_within(program, part.kinds)
    return found
