"""Melds whose cards are consecutive: one card on each rung of a stretch of the ladder of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from interpreter.meld_shape import Entry, ShapeSearch

_State = tuple[Any, int, int, int, dict[int, Entry]]
"""A piece of the row on the rungs: what is shared, up or down (0: one card), first and last rung, cards by
rung."""


class RunSearch(ShapeSearch):
    """The search for a consecutive shape."""

    __slots__ = ()

    def run(self) -> None:
        """All melds of a consecutive shape."""
        ladders, loose = self._ladders()
        for key in sorted(ladders):
            self._stretches(ladders[key], key in loose)
        if self.search.row and self.high:
            if self.search.wild or self.search.overlap or self.table.shape.low_member is not None:
                self._run_with_row(ladders, loose)
            else:
                self._run_with_plain_row(ladders)

    def _run_with_plain_row(self, ladders: dict[Any, list[list[Entry]]]) -> None:
        """As `_run_with_row`, when every card has one place in the sequence."""
        keys = self.table.keys
        face_of = self.search.layout.piece_face
        row = self.search.row
        faces = [face_of[piece] for piece in row]
        rungs = [self.table.rungs[face][0] if keys[face] is not None else -1 for face in faces]
        bare: list[list[Entry]] = [[]] * self.table.rung_count
        hopeful = self._hopeful(ladders, zip(faces, rungs, strict=True))
        for start, first in enumerate(rungs):
            if first < 0:
                continue
            key = keys[faces[start]]
            if key not in hopeful:
                continue
            ladder = ladders.get(key, bare)
            fixed = {first: (row[start], faces[start], -1)}
            self._extend(ladder, fixed, first, first, False, False)
            last = first
            down = False
            for end in range(start + 1, len(row)):
                rung = rungs[end]
                if end == start + 1:
                    down = rung < first
                if (
                    rung < 0
                    or keys[faces[end]] != key
                    or (rung >= last if down else rung <= last)
                    or abs(rung - first) >= self.high
                    or not all(ladder[rung + 1 : last] if down else ladder[last + 1 : rung])
                ):
                    break
                fixed[rung] = (row[end], faces[end], -1)
                last = rung
                self._extend(ladder, fixed, first, last, down, False)

    def _hopeful(self, ladders: dict[Any, list[list[Entry]]], cards: Iterable[tuple[int, int]]) -> set[Any]:
        """What cards must share, where there is a stretch of rungs without a hole that is long enough."""
        if self.low < 3:
            return {*ladders, *[self.table.keys[face] for face, rung in cards if rung >= 0]}
        masks: dict[Any, int] = {}
        for key, ladder in ladders.items():
            mask = 0
            for rung, entries in enumerate(ladder):
                if entries:
                    mask |= 1 << rung
            masks[key] = mask
        for face, rung in cards:
            if rung >= 0:
                key = self.table.keys[face]
                masks[key] = masks.get(key, 0) | 1 << rung
        for key, mask in masks.items():
            for _ in range(self.low - 1):
                mask &= mask >> 1
            masks[key] = mask
        return {key for key, mask in masks.items() if mask}

    def _run_with_row(self, ladders: dict[Any, list[list[Entry]]], loose: set[Any]) -> None:
        """All runs with a piece of the row: for each beginning, longer and longer pieces."""
        row = self.search.row
        rungs = self.table.rungs
        bare: list[list[Entry]] = [[]] * self.table.rung_count
        options = [
            [(key, rung, entry) for key, entry in self.keyed(piece) for rung in rungs[entry[1]]]
            for piece in row
        ]
        for start in range(len(row)):
            states = [(key, 0, rung, rung, {rung: entry}) for key, rung, entry in options[start]]
            end = start + 1
            while states:
                for key, way, first, last, fixed in states:
                    self._extend(ladders.get(key, bare), fixed, first, last, way < 0, key in loose)
                if end == len(row):
                    break
                states = self._go_on(states, options[end], ladders, bare)
                end += 1

    def _ladders(self) -> tuple[dict[Any, list[list[Entry]]], set[Any]]:
        """The cards of `any_of` by what they must share and by rung; and where a card stands on several
        rungs."""
        keys = self.table.keys
        rungs = self.table.rungs
        ladders: dict[Any, list[list[Entry]]] = {}
        loose: set[Any] = set()
        for number, members in enumerate(self.classes):
            faces = self.search.readings(members[0])
            for face in faces:
                key = keys[face]
                if key is None:
                    continue
                if key not in ladders:
                    ladders[key] = [[] for _ in range(self.table.rung_count)]
                for rung in rungs[face]:
                    ladders[key][rung].append((members[0], face, number))
                if len(faces) > 1 or len(rungs[face]) > 1:
                    loose.add(key)
        return ladders, loose

    def _go_on(
        self,
        states: list[_State],
        options: list[tuple[Any, int, Entry]],
        ladders: dict[Any, list[list[Entry]]],
        bare: list[list[Entry]],
    ) -> list[_State]:
        """The ways in which a piece of the row can have one more card."""
        found: list[_State] = []
        for key, way, first, last, fixed in states:
            for other, rung, entry in options:
                step = rung - last
                if other != key or step == 0 or step * way < 0 or abs(rung - first) >= self.high:
                    continue
                ladder = ladders.get(key, bare)
                between = ladder[last + 1 : rung] if step > 0 else ladder[rung + 1 : last]
                if all(between):
                    found.append((key, 1 if step > 0 else -1, first, rung, {**fixed, rung: entry}))
        return found

    def _stretches(self, ladder: list[list[Entry]], loose: bool) -> None:
        """All runs without a card of the row."""
        count = len(ladder)
        for first in range(count):
            for stop in range(first + 1, min(count, first + self.high) + 1):
                if not ladder[stop - 1]:
                    break
                if stop - first >= self.low:
                    self._lay(ladder[first:stop], False, loose)

    def _extend(
        self,
        ladder: list[list[Entry]],
        fixed: dict[int, Entry],
        first: int,
        last: int,
        down: bool,
        loose: bool,
    ) -> None:
        """All runs with these cards of the row on these rungs and no others of it."""
        if down:
            first, last = last, first
        if self.search.overlap:
            entries = list(fixed.values())
            ladder = [list(self.free(entries, rung)) for rung in ladder]
        # how far the stretch can go on below and above without a hole
        bottom = first
        floor = last - self.high
        while bottom > 0 and bottom > floor + 1 and ladder[bottom - 1]:
            bottom -= 1
        end = last + 1
        ceiling = min(len(ladder), first + self.high)
        while end < ceiling and ladder[end]:
            end += 1
        if end - bottom < self.low:
            return
        core = [[fixed[rung]] if rung in fixed else ladder[rung] for rung in range(first, last + 1)]
        if self.search.overlap and not all(core):
            return
        for start in range(first, bottom - 1, -1):
            for stop in range(max(last + 1, start + self.low), min(end, start + self.high) + 1):
                self._lay(ladder[start:first] + core + ladder[last + 1 : stop], down, loose)

    def _lay(self, rungs: list[list[Entry]], down: bool, loose: bool) -> None:
        """One card from each rung, in every way."""
        if not self.welcome([rung[0] for rung in rungs]):
            return
        if loose:
            ways: Iterable[tuple[Entry, ...]] = self._climb(rungs, 0, {})
        else:
            count = 1
            for rung in rungs:
                count *= len(rung)
            self.search.spend(count, self.kind)
            ways = product(*rungs)
        if self.table.different or self.target is not None:
            ways = [entries for entries in ways if self._holds(entries)]
        if down:
            ways = [entries[::-1] for entries in ways]
        self.emit_all(ways)

    def _climb(
        self, rungs: list[list[Entry]], index: int, used: dict[int, int]
    ) -> Iterator[tuple[Entry, ...]]:
        """As `_cross`, but no card is used twice."""
        self.search.spend(1, self.kind)
        if index == len(rungs):
            yield ()
            return
        for piece, face, number in rungs[index]:
            copy = used.get(number, 0)
            if number >= 0:
                if copy == len(self.classes[number]):
                    continue
                piece = self.classes[number][copy]
                used[number] = copy + 1
            for rest in self._climb(rungs, index + 1, used):
                yield ((piece, face, number), *rest)
            used[number] = copy

    def _holds(self, entries: Sequence[Entry]) -> bool:
        """Whether the cards differ as they must and add up."""
        if any(not self.differs(entries[:i], entry) for i, entry in enumerate(entries)):
            return False
        return self.target is None or sum(self.measure(entry) for entry in entries) == self.target
