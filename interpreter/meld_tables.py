"""The shapes of melds, spread out by face: what is known before any card is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from attrs import frozen

from interpreter.layout import Layout
from interpreter.meld_values import highest, ladder, lowest
from interpreter.program import Shape


class Asker(Protocol):
    """Answers what only the rules can say: shapes with a `total` need it."""

    def measure(self, shape: Shape, piece: int, face: int) -> int:
        """What the card counts, read as this face."""

    def total(self, kind: int, shape: Shape, parameters: tuple[int, ...]) -> int:
        """What the cards must add up to."""


@frozen(eq=False)
class Table:
    """A shape, spread out by face.

    `keys[face]`: what the cards must share (None: the face cannot be in it); `rungs[face]`: where the face
    may stand in the sequence, from 0; `plain`: it has no parts; `low`, `high`: how many cards (high None: no
    limit).
    """

    shape: Shape
    plain: bool
    low: int
    high: int | None
    keys: list[Any]
    rungs: list[tuple[int, ...]]
    rung_count: int
    different: list[list[int | None]]

    def limit(self, cards: int) -> int:
        """The greatest size when there are so many cards."""
        return cards if self.high is None else min(self.high, cards)


def table_of(layout: Layout, kind: int, number: int) -> Table:
    """The Table of a kind's shape; made once and kept with the Program."""
    name = f"shape {kind} {number}"
    table = layout.program._cache.get(name)
    if not isinstance(table, Table):
        table = _make_table(layout, layout.program.melds[kind].shapes[number])
        layout.program._cache[name] = table
    return table


def _make_table(layout: Layout, shape: Shape) -> Table:
    plain = not any(part.kinds for part in shape.parts)
    highs = [part.high for part in shape.parts]
    high = None if None in highs else sum(h for h in highs if h is not None)
    rows = [layout.face_values[attribute] for attribute in shape.same]
    different = [layout.face_values[attribute] for attribute in shape.different]
    keys: list[Any] = []
    rungs: list[tuple[int, ...]] = []
    for face in range(len(layout.face_family)):
        values = tuple(row[face] for row in rows)
        barred = None in values or any(row[face] is None for row in different)
        keys.append(None if barred else values[0] if len(values) == 1 else values)
        rungs.append(_rungs(layout, shape, face))
        if shape.consecutive is not None and not rungs[-1]:
            keys[-1] = None
    count = 0
    if shape.consecutive is not None:
        count = highest(layout, shape.consecutive) - lowest(layout, shape.consecutive) + 2
    return Table(shape, plain, sum(p.low for p in shape.parts), high, keys, rungs, count, different)


def _rungs(layout: Layout, shape: Shape, face: int) -> tuple[int, ...]:
    """Rung 0 is below the lowest value; only the low member can stand there."""
    attribute = shape.consecutive
    value = None if attribute is None else layout.face_values[attribute][face]
    if attribute is None or value is None:
        return ()
    rung = value - lowest(layout, attribute) + 1
    return (rung, 0) if value == shape.low_member and rung > 1 else (rung,)


def fits(layout: Layout, shape: Shape, faces: Sequence[int]) -> bool:
    """Whether cards read as these faces have the traits of a shape; number and total are not looked at."""
    for attribute in shape.same:
        row = layout.face_values[attribute]
        if len({row[face] for face in faces}) > 1 or (faces and row[faces[0]] is None):
            return False
    for attribute in shape.different:
        row = layout.face_values[attribute]
        values = {row[face] for face in faces}
        if len(values) != len(faces) or None in values:
            return False
    if shape.consecutive is not None:
        row = layout.face_values[shape.consecutive]
        if any(row[face] is None for face in faces):
            return False
        rungs = ladder(layout, shape, faces)
        return len(set(rungs)) == len(rungs) and (not rungs or max(rungs) - min(rungs) == len(rungs) - 1)
    return True
