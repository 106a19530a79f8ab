"""Melds whose cards are consecutive: one card on each rung of a stretch of the ladder of values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from interpreter.meld_shape import Entry, ShapeSearch

_State = tuple[Any, int, int, int, dict[int, Entry]]
"""A piece of the row on the rungs: what is shared, up or down (0: one card), first and last rung, cards by
rung."""


class _Ladder:
    """The cards of `any_of` that share something, by rung.

    `loose`: some card stands on several rungs (a wild, or the low member), so it could be used twice.
    `needs[i]` counts the rungs below i on which nothing but such cards stands, and `spare` how many such
    cards there are: a stretch that needs more than that cannot be filled.
    """

    __slots__ = ("loose", "needs", "rungs", "spare")

    def __init__(self, count: int) -> None:
        self.rungs: list[list[Entry]] = [[] for _ in range(count)]
        self.loose = False
        self.needs = [0] * (count + 1)
        self.spare = 0

    def settle(self, loose: set[int], classes: Sequence[Sequence[int]]) -> None:
        """Counts what is needed, given the numbers of the classes that stand on several rungs."""
        here = {entry[2] for entries in self.rungs for entry in entries} & loose
        if not here:
            return
        self.loose = True
        self.spare = sum(len(classes[number]) for number in here)
        for rung, entries in enumerate(self.rungs):
            bare = bool(entries) and all(entry[2] in here for entry in entries)
            self.needs[rung + 1] = self.needs[rung] + bare


class RunSearch(ShapeSearch):
    """The search for a consecutive shape."""

    __slots__ = ()

    def run(self) -> None:
        """All melds of a consecutive shape."""
        ladders = self._ladders()
        for key in sorted(ladders):
            self._stretches(ladders[key])
        if self.search.row and self.high:
            if self.search.wild or self.search.overlap or self.table.shape.low_member is not None:
                self._run_with_row(ladders)
            else:
                self._run_with_plain_row(ladders)

    def _ladders(self) -> dict[Any, _Ladder]:
        """The cards of `any_of` by what they must share and by rung."""
        keys = self.table.keys
        rungs = self.table.rungs
        readings = self.search.readings
        ladders: dict[Any, _Ladder] = {}
        loose: set[int] = set()
        for number, members in enumerate(self.classes):
            faces = readings(members[0])
            for face in faces:
                key = keys[face]
                if key is None:
                    continue
                ladder = ladders.get(key)
                if ladder is None:
                    ladder = ladders[key] = _Ladder(self.table.rung_count)
                for rung in rungs[face]:
                    ladder.rungs[rung].append((members[0], face, number))
                if len(faces) > 1 or len(rungs[face]) > 1:
                    loose.add(number)
        if loose:
            for ladder in ladders.values():
                ladder.settle(loose, self.classes)
        return ladders

    # -- without the row -------------------------------------------------------------------------

    def _stretches(self, ladder: _Ladder) -> None:
        """All runs without a card of the row."""
        rungs, needs = ladder.rungs, ladder.needs
        count = len(rungs)
        for first in range(count):
            for stop in range(first + 1, min(count, first + self.high) + 1):
                if not rungs[stop - 1] or needs[stop] - needs[first] > ladder.spare:
                    break
                if stop - first >= self.low:
                    self._lay(rungs[first:stop], False, ladder.loose)

    # -- with a piece of the row -----------------------------------------------------------------

    def _run_with_plain_row(self, ladders: dict[Any, _Ladder]) -> None:
        """As `_run_with_row`, when every card has one place in the sequence."""
        keys = self.table.keys
        face_of = self.search.layout.piece_face
        row = self.search.row
        faces = [face_of[piece] for piece in row]
        shared = [keys[face] for face in faces]
        rungs = [
            self.table.rungs[face][0] if key is not None else -1
            for face, key in zip(faces, shared, strict=True)
        ]
        bare = _Ladder(self.table.rung_count)
        hopeful = self._hopeful(ladders, shared, rungs)
        for start, first in enumerate(rungs):
            key = shared[start]
            if first < 0 or key not in hopeful:
                continue
            ladder = ladders.get(key, bare)
            entries = ladder.rungs
            fixed = {first: (row[start], faces[start], -1)}
            self._extend(ladder, fixed, first, first, False)
            last = first
            down = False
            for end in range(start + 1, len(row)):
                rung = rungs[end]
                if end == start + 1:
                    down = rung < first
                if (
                    rung < 0
                    or shared[end] != key
                    or (rung >= last if down else rung <= last)
                    or abs(rung - first) >= self.high
                    or not all(entries[rung + 1 : last] if down else entries[last + 1 : rung])
                ):
                    break
                fixed[rung] = (row[end], faces[end], -1)
                last = rung
                self._extend(ladder, fixed, first, last, down)

    def _hopeful(self, ladders: dict[Any, _Ladder], shared: Sequence[Any], rungs: Sequence[int]) -> set[Any]:
        """What cards must share, where there is a stretch of rungs without a hole that is long enough."""
        if self.low < 3:
            return {*ladders, *shared}
        masks: dict[Any, int] = {}
        for key, ladder in ladders.items():
            mask = 0
            for rung, entries in enumerate(ladder.rungs):
                if entries:
                    mask |= 1 << rung
            masks[key] = mask
        for key, rung in zip(shared, rungs, strict=True):
            if rung >= 0:
                masks[key] = masks.get(key, 0) | 1 << rung
        for key, mask in masks.items():
            for _ in range(self.low - 1):
                mask &= mask >> 1
            masks[key] = mask
        return {key for key, mask in masks.items() if mask}

    def _run_with_row(self, ladders: dict[Any, _Ladder]) -> None:
        """All runs with a piece of the row: for each beginning, longer and longer pieces."""
        row = self.search.row
        rungs = self.table.rungs
        bare = _Ladder(self.table.rung_count)
        options = [
            [(key, rung, entry) for key, entry in self.keyed(piece) for rung in rungs[entry[1]]]
            for piece in row
        ]
        for start in range(len(row)):
            states: list[_State] = [
                (key, 0, rung, rung, {rung: entry}) for key, rung, entry in options[start]
            ]
            end = start + 1
            while states:
                for key, way, first, last, fixed in states:
                    self._extend(ladders.get(key, bare), fixed, first, last, way < 0)
                if end == len(row):
                    break
                states = self._go_on(states, options[end], ladders, bare)
                end += 1

    def _go_on(
        self,
        states: list[_State],
        options: list[tuple[Any, int, Entry]],
        ladders: dict[Any, _Ladder],
        bare: _Ladder,
    ) -> list[_State]:
        """The ways in which a piece of the row can have one more card."""
        found: list[_State] = []
        for key, way, first, last, fixed in states:
            ladder = ladders.get(key, bare)
            for other, rung, entry in options:
                step = rung - last
                if other != key or step == 0 or step * way < 0 or abs(rung - first) >= self.high:
                    continue
                low, high = (last + 1, rung) if step > 0 else (rung + 1, last)
                if all(ladder.rungs[low:high]) and ladder.needs[high] - ladder.needs[low] <= ladder.spare:
                    found.append((key, 1 if step > 0 else -1, first, rung, {**fixed, rung: entry}))
        return found

    def _extend(self, ladder: _Ladder, fixed: dict[int, Entry], first: int, last: int, down: bool) -> None:
        """All runs with these cards of the row on these rungs and no others of it."""
        if down:
            first, last = last, first
        if self.search.overlap:
            ladder = self._without(ladder, fixed)
        rungs, needs, spare = ladder.rungs, ladder.needs, ladder.spare
        inside = 0
        if ladder.loose:
            inside = needs[last + 1] - needs[first] - sum([needs[r + 1] - needs[r] for r in fixed])
        # how far the stretch can go on below and above without a hole
        bottom = first
        floor = max(0, last - self.high + 1)
        while bottom > floor and rungs[bottom - 1] and inside + needs[first] - needs[bottom - 1] <= spare:
            bottom -= 1
        end = last + 1
        ceiling = min(len(rungs), first + self.high)
        while end < ceiling and rungs[end] and inside + needs[end + 1] - needs[last + 1] <= spare:
            end += 1
        if end - bottom < self.low or inside > spare:
            return
        core = [[fixed[rung]] if rung in fixed else rungs[rung] for rung in range(first, last + 1)]
        if self.search.overlap and not all(core):
            return
        for start in range(first, bottom - 1, -1):
            left = spare - inside - (needs[first] - needs[start])
            for stop in range(max(last + 1, start + self.low), min(end, start + self.high) + 1):
                if needs[stop] - needs[last + 1] > left:
                    break
                self._lay(rungs[start:first] + core + rungs[last + 1 : stop], down, ladder.loose)

    def _without(self, ladder: _Ladder, fixed: dict[int, Entry]) -> _Ladder:
        """A ladder without some cards, which stand in the row as well."""
        left = _Ladder(len(ladder.rungs))
        entries = list(fixed.values())
        left.rungs = [list(self.free(entries, rung)) for rung in ladder.rungs]
        left.loose = ladder.loose
        return left

    # -- filling rungs ---------------------------------------------------------------------------

    def _lay(self, rungs: list[list[Entry]], down: bool, loose: bool) -> None:
        """One card from each rung, in every way."""
        if self.search.accept is not None and not self.welcome([rung[0] for rung in rungs]):
            return
        if loose:
            found: list[tuple[Entry, ...]] = []
            self._climb(rungs, [], {}, found)
            ways: Iterable[tuple[Entry, ...]] = found
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
        self,
        rungs: list[list[Entry]],
        chosen: list[Entry],
        used: dict[int, int],
        found: list[tuple[Entry, ...]],
    ) -> None:
        """As a product of the rungs from the next one on, but no card is used twice."""
        index = len(chosen)
        if index == len(rungs):
            self.search.spend(1, self.kind)
            found.append(tuple(chosen))
            return
        for entry in rungs[index]:
            number = entry[2]
            copy = 0
            if number >= 0:
                copies = self.classes[number]
                copy = used.get(number, 0)
                if copy == len(copies):
                    continue
                used[number] = copy + 1
                if copy:
                    entry = (copies[copy], entry[1], number)
            chosen.append(entry)
            self._climb(rungs, chosen, used, found)
            chosen.pop()
            used[number] = copy

    def _holds(self, entries: Sequence[Entry]) -> bool:
        """Whether the cards differ as they must and add up."""
        if any(not self.differs(entries[:i], entry) for i, entry in enumerate(entries)):
            return False
        return self.target is None or sum(self.measure(entry) for entry in entries) == self.target
