"""Melds that are made of melds: `three + two`, `2 two + 1 card`, `0.. (set | run)`.

The melds that may be parts are searched once among all cards in reach; then parts are put together as long as
their cards suffice. Parts of one kind of place are taken in the order in which they were found, so that no
selection comes twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from attrs import evolve

from interpreter.meld_tables import fits
from interpreter.meld_values import Meld
from interpreter.program import Part

if TYPE_CHECKING:
    from interpreter.meld_shape import Entry, ShapeSearch


def combine(shape: ShapeSearch) -> None:
    """Adds all melds of a shape that has melds among its parts, for every piece of the row."""
    row = shape.search.row
    _Parts(shape, ()).walk(0, 0, 0)
    for start in range(len(row)):
        for end in range(start + 1, len(row) + 1):
            _Parts(shape, row[start:end]).walk(0, 0, 0)


class _Parts:
    """Puts parts together from the cards of `any_of` and a piece of the row, which has to be used up."""

    __slots__ = ("chosen", "copies", "first_of", "forced", "left", "offers", "plain", "shape", "size")

    def __init__(self, shape: ShapeSearch, forced: Sequence[int]) -> None:
        self.shape = shape
        self.forced = tuple(forced)
        self.copies: dict[int, tuple[int, ...]] = {piece: (piece,) for piece in forced}
        for members in shape.classes:
            free = tuple(piece for piece in members if piece not in self.copies)
            if free:
                self.copies[free[0]] = free
        self.first_of = {p: first for first, members in self.copies.items() for p in members}
        self.left = {first: len(members) for first, members in self.copies.items()}
        pool = [piece for members in self.copies.values() for piece in members]
        self.offers = [self._offers(part, pool) for part in shape.table.shape.parts]
        self.chosen: list[Meld] = []
        self.plain: list[Entry] = []
        self.size = 0

    def _offers(self, part: Part, pool: Sequence[int]) -> list[Meld]:
        if not part.kinds or (self.forced and len(pool) < self.shape.low):
            return []
        return [meld for meld in self.shape.search.among(part.kinds, pool) if meld.pieces]

    def _use(self, meld: Meld) -> bool:
        """Takes the cards of a part; False, and nothing is taken, when there are not enough."""
        taken: list[int] = []
        for piece in meld.pieces:
            first = self.first_of[piece]
            if not self.left[first]:
                for other in taken:
                    self.left[other] += 1
                return False
            self.left[first] -= 1
            taken.append(first)
        return True

    def walk(self, index: int, start: int, number: int) -> None:
        """Goes on with part `index`, of which there are `number` already, with offers from `start` on."""
        shape = self.shape
        shape.search.spend(1, shape.kind)
        parts = shape.table.shape.parts
        if self.size > shape.high:
            return
        if index == len(parts):
            self._emit()
            return
        part = parts[index]
        if not part.kinds:
            self._add_plain(index, part)
            return
        if number >= part.low:
            self.walk(index + 1, 0, 0)
        if part.high is not None and number == part.high:
            return
        offers = self.offers[index]
        for place in range(start, len(offers)):
            meld = offers[place]
            if self.size + len(meld.pieces) <= shape.high and self._use(meld):
                self.chosen.append(meld)
                self.size += len(meld.pieces)
                self.walk(index, place, number + 1)
                self.size -= len(meld.pieces)
                self.chosen.pop()
                for piece in meld.pieces:
                    self.left[self.first_of[piece]] += 1

    def _add_plain(self, index: int, part: Part) -> None:
        """Adds cards that need not form anything, in every way."""
        high = self.shape.high - self.size
        if part.high is not None:
            high = min(high, part.high)
        firsts = [first for first, count in self.left.items() if count]
        room = sum(self.left[first] for first in firsts)
        for entries in self._picks(firsts, 0, part.low, min(high, room)):
            self.plain.extend(entries)
            self.size += len(entries)
            for entry in entries:
                self.left[entry[2]] -= 1
            self.walk(index + 1, 0, 0)
            for entry in entries:
                self.left[entry[2]] += 1
            self.size -= len(entries)
            del self.plain[len(self.plain) - len(entries) :]

    def _picks(self, firsts: Sequence[int], index: int, low: int, high: int) -> Iterator[list[Entry]]:
        """Selections of `low` to `high` cards with their readings, from `firsts[index]` on."""
        self.shape.search.spend(1, self.shape.kind)
        if index == len(firsts):
            if low <= 0:
                yield []
            return
        first = firsts[index]
        room = sum(self.left[other] for other in firsts[index:])
        if room < low:
            return
        for number in range(min(self.left[first], high), -1, -1):
            for faces in combinations_with_replacement(self.shape.search.readings(first), number):
                entries = [(first, face, first) for face in faces]
                for rest in self._picks(firsts, index + 1, low - number, high - number):
                    yield entries + rest

    def _emit(self) -> None:
        shape = self.shape
        if self.size < shape.low or any(self.left[piece] for piece in self.forced):
            return
        used: dict[int, int] = {}
        melds: list[Meld] = []
        entries: list[Entry] = []
        for meld in self.chosen:
            pieces = tuple(self._copy(self.first_of[piece], used) for piece in meld.pieces)
            melds.append(evolve(meld, pieces=pieces))
            entries += [(piece, face, -1) for piece, face in zip(pieces, meld.faces, strict=True)]
        entries += [(self._copy(first, used), face, -1) for first, face, _ in self.plain]
        if not fits(shape.search.layout, shape.table.shape, [entry[1] for entry in entries]):
            return
        if shape.target is not None and sum(shape.measure(entry) for entry in entries) != shape.target:
            return
        mark = None
        if all(part.kinds for part in shape.table.shape.parts):
            mark = tuple(
                sorted(
                    (m.kind, tuple(sorted(map(self.first_of.__getitem__, m.pieces))), tuple(sorted(m.faces)))
                    for m in melds
                )
            )
        shape.emit(entries, tuple(melds), mark)

    def _copy(self, first: int, used: dict[int, int]) -> int:
        copy = used.get(first, 0)
        used[first] = copy + 1
        return self.copies[first][copy]
