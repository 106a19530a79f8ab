"""Melds whose cards have no sequence: they share something, differ in something, or add up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

from interpreter.meld_shape import Entry, ShapeSearch

_Fill = Callable[[tuple[Entry, ...], Sequence[Entry]], None]


class GroupSearch(ShapeSearch):
    """The search for a shape without sequence."""

    __slots__ = ()

    def run(self) -> None:
        """All melds of a shape without sequence."""
        offered, loose = self._offer()
        loose = loose or bool(self.table.different) or self.target is not None
        fill = self._fill_carefully if loose else self._fill
        for key in sorted(offered):
            fill((), offered[key])
        if self.search.row and self.high:
            if self.search.wild or self.search.overlap:
                self._group_with_row(offered, fill)
            else:
                self._group_with_plain_row(offered, fill)

    def _group_with_plain_row(self, offered: dict[Any, list[Entry]], fill: _Fill) -> None:
        """As `_group_with_row`, when every card is read in one way."""
        keys = self.table.keys
        face_of = self.search.layout.piece_face
        row = self.search.row
        faces = [face_of[piece] for piece in row]
        shared = [keys[face] for face in faces]
        for start, key in enumerate(shared):
            if key is None:
                continue
            entries = offered.get(key, ())
            if self.low > 1 and shared.count(key) + self._room(entries) < self.low:
                continue
            head: tuple[Entry, ...] = ((row[start], faces[start], -1),)
            fill(head, entries)
            for end in range(start + 1, min(len(row), start + self.high)):
                entry = (row[end], faces[end], -1)
                if shared[end] != key or not self.differs(head, entry):
                    break
                head = (*head, entry)
                fill(head, entries)

    def _group_with_row(self, offered: dict[Any, list[Entry]], fill: _Fill) -> None:
        """All melds with a piece of the row: for each beginning, longer and longer pieces."""
        row = self.search.row
        options = [self.keyed(piece) for piece in row]
        for start in range(len(row)):
            states: list[tuple[Any, tuple[Entry, ...]]] = [(key, (entry,)) for key, entry in options[start]]
            end = start + 1
            while states:
                for key, head in states:
                    fill(head, offered.get(key, ()))
                if end == len(row) or end - start == self.high:
                    break
                states = [
                    (key, (*head, entry))
                    for key, head in states
                    for other, entry in options[end]
                    if other == key and self.differs(head, entry)
                ]
                end += 1

    def _offer(self) -> tuple[dict[Any, list[Entry]], bool]:
        """The cards of `any_of` by what they must share; and whether one card stands for several entries."""
        keys = self.table.keys
        readings = self.search.readings
        offered: dict[Any, list[Entry]] = {}
        loose = self.search.wild
        for number, members in enumerate(self.classes):
            if len(members) > 1:
                loose = True
            for face in readings(members[0]):
                key = keys[face]
                if key is None:
                    continue
                if key in offered:
                    offered[key].append((members[0], face, number))
                else:
                    offered[key] = [(members[0], face, number)]
        return offered, loose

    def _room(self, entries: Sequence[Entry]) -> int:
        """How many cards these entries are, copies counted."""
        return sum([len(self.classes[entry[2]]) for entry in entries])

    def _fill(self, head: tuple[Entry, ...], entries: Sequence[Entry]) -> None:
        """Puts every fitting number of other cards to the head; nothing but the number matters."""
        if self.search.overlap:
            entries = self.free(head, entries)
        given = len(head)
        if not entries:
            if self.low <= given <= self.high:
                self.search.spend(1, self.kind)
                self.emit(head)
            return
        most = min(self.high - given, len(entries))
        for number in range(max(0, self.low - given), most + 1):
            if number == 0:
                self.search.spend(1, self.kind)
                self.emit(head)
                continue
            if self.welcome([*head, *entries[:number]]):
                self.search.spend(comb(len(entries), number), self.kind)
                self.emit_all([head + others for others in combinations(entries, number)])

    def _fill_carefully(self, head: tuple[Entry, ...], entries: Sequence[Entry]) -> None:
        """Puts other cards to the head, where copies, readings, differences or a total matter."""
        items: list[list[Entry]] = []
        for entry in self.free(head, entries):
            if items and items[-1][0][2] == entry[2]:
                items[-1].append(entry)
            else:
                items.append([entry])
        room = sum(len(self.classes[item[0][2]]) for item in items)
        if len(head) + room < self.low:
            return
        _Filling(self, head, items).walk(0, list(head), self.target)


class _Filling:
    """Puts cards of some classes to a head: walks from class to class and takes as many copies as can be."""

    __slots__ = ("counts", "items", "least", "most", "room", "shape")

    def __init__(self, shape: ShapeSearch, head: Sequence[Entry], items: list[list[Entry]]) -> None:
        self.shape = shape
        self.items = items
        if shape.target is not None:
            items.sort(key=lambda item: -max(shape.measure(entry) for entry in item))
        self.counts = [len(shape.classes[item[0][2]]) for item in items]
        self.room = [0] * (len(items) + 1)
        self.least = [0] * (len(items) + 1)
        self.most = [0] * (len(items) + 1)
        for index in range(len(items) - 1, -1, -1):
            count = self.counts[index]
            self.room[index] = self.room[index + 1] + count
            if shape.target is not None:
                measures = [shape.measure(entry) for entry in items[index]]
                self.least[index] = self.least[index + 1] + min(0, count * min(measures))
                self.most[index] = self.most[index + 1] + max(0, count * max(measures))

    def walk(self, index: int, chosen: list[Entry], need: int | None) -> None:
        """Decides about the classes from `index` on; `need`: what is missing for the total."""
        shape = self.shape
        shape.search.spend(1, shape.kind)
        if len(chosen) + self.room[index] < shape.low:
            return
        if need is not None:
            if index == 0:
                need -= sum(shape.measure(entry) for entry in chosen)
            if not self.least[index] <= need <= self.most[index]:
                return
        if index == len(self.items):
            shape.emit(chosen)
            return
        copies = shape.classes[self.items[index][0][2]]
        for number in range(min(self.counts[index], shape.high - len(chosen)) + 1):
            for entries in combinations_with_replacement(self.items[index], number):
                more = list(chosen)
                for copy, (_, face, own) in enumerate(entries):
                    entry = (copies[copy], face, own)
                    if not shape.differs(more, entry):
                        break
                    more.append(entry)
                else:
                    left = None if need is None else need - sum(shape.measure(e) for e in entries)
                    self.walk(index + 1, more, left)
