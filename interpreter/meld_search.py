"""The search for melds; see `melds` for what is searched and in which order it is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any

from interpreter.faults import EngineBug, RulesFault
from interpreter.layout import Layout
from interpreter.meld_parts import combine
from interpreter.meld_tables import Asker, Table, table_of
from interpreter.meld_values import Meld
from interpreter.position import NOWHERE, Position

BUDGET = 1_000_000
"""Steps that one search may take."""

Entry = tuple[int, int, int]
"""A card ready to be used: piece, face it is read as, number of its class (-1: it must be used)."""


class Found(Exception):
    """The first meld is there and no more are wanted."""


class Search:
    """One search: the cards, and what has been found so far."""

    __slots__ = (
        "any_of", "asker", "budget", "classes", "fixed", "found", "high", "layout", "low", "once", "overlap",
        "parameters", "pos", "representative", "row", "seen", "steps", "wild",
    )  # fmt: skip

    def __init__(
        self,
        layout: Layout,
        pos: Position,
        row: Sequence[int],
        any_of: Sequence[int],
        asker: Asker | None,
        low: int,
        high: int | None,
        budget: int,
        fixed: Mapping[int, int] | None = None,
        first: bool = False,
    ) -> None:
        self.layout = layout
        self.pos = pos
        self.row = row
        self.any_of = any_of
        self.asker = asker
        self.low = low
        self.high = len(row) + len(any_of) if high is None else high
        self.budget = budget
        self.fixed = fixed
        self.once = first
        self.found: list[Meld] = []
        self.steps = 0
        self.seen: set[Any] = set()
        self.overlap = bool(row) and not set(row).isdisjoint(any_of)
        self.wild = layout.has_wilds and self._has_wilds()
        self.classes = self._make_classes()
        self.representative: dict[int, int] = {}
        self.parameters: tuple[int, ...] = ()

    def _has_wilds(self) -> bool:
        wilds = self.layout.face_wild
        face = self.layout.piece_face
        return any(wilds[face[p]] for p in self.row) or any(wilds[face[p]] for p in self.any_of)

    def _make_classes(self) -> list[tuple[int, ...]]:
        """The cards of `any_of`, twins of the same bag together."""
        place = self.pos.place
        is_bag = self.layout.is_bag
        for piece in self.any_of:
            if is_bag[place[piece]] and place[piece] != NOWHERE:
                break
        else:
            return [(piece,) for piece in self.any_of]
        classes: dict[Any, list[int]] = {}
        for piece in self.any_of:
            zone = place[piece]
            key: Any = piece
            if zone != NOWHERE and is_bag[zone] and not (self.fixed and piece in self.fixed):
                label = self.layout.piece_label[piece]
                key = (label, zone, self.pos.shown[piece], self.pos.facing[piece])
            classes.setdefault(key, []).append(piece)
        return [tuple(members) for members in classes.values()]

    def readings(self, piece: int) -> tuple[int, ...]:
        """The faces a card may be read as."""
        if self.fixed and piece in self.fixed:
            return (self.fixed[piece],)
        return self.layout.readings[self.layout.piece_face[piece]]

    def find(self, kind: int, parameters: tuple[int, ...]) -> None:
        """Adds all melds of a kind."""
        shapes = self.layout.program.melds[kind].shapes
        self.seen = set()
        self.parameters = parameters
        for number in range(len(shapes)):
            table = table_of(self.layout, kind, number)
            careful = self.wild or self.overlap or len(shapes) > 1 or table.shape.low_member is not None
            low = max(self.low, table.low) if table.plain else self.low
            high = min(self.high, table.limit(self.high)) if table.plain else self.high
            if low > high:
                continue
            shape = ShapeSearch(self, kind, number, table, low, high, careful)
            if not table.plain:
                combine(shape)
            elif table.shape.consecutive is not None:
                shape.runs()
            else:
                shape.groups()

    def spend(self, steps: int, kind: int) -> None:
        """Counts steps; too many are a fault."""
        self.steps += steps
        if self.steps > self.budget:
            name = self.layout.program.melds[kind].name
            raise RulesFault(
                "options-budget",
                facts={"kind": name, "budget": self.budget, "cards": len(self.row) + len(self.any_of)},
                text=f"more than {self.budget} steps to list every {name}",
            )

    def among(self, kinds: Sequence[int], pool: Sequence[int]) -> list[Meld]:
        """All melds of these kinds that some of the cards in reach form, in any order."""
        search = Search(
            self.layout, self.pos, (), pool, self.asker, 0, None, self.budget - self.steps, self.fixed
        )
        for kind in kinds:
            search.find(kind, ())
        self.steps += search.steps
        return search.found

    def twin_key(self, piece: int) -> int:
        """The same number for cards of `any_of` that count as one; any other card is its own."""
        if not self.representative:
            self.representative = {p: c[0] for c in self.classes for p in c}
        return self.representative.get(piece, piece)


class ShapeSearch:
    """The search for one shape of a kind, with sizes from `low` to `high`.

    `careful`: the same meld could be found twice, so each is looked up before it is added.
    """

    __slots__ = ("careful", "classes", "found", "high", "kind", "low", "number", "search", "table", "target")

    def __init__(
        self, search: Search, kind: int, number: int, table: Table, low: int, high: int, careful: bool
    ) -> None:
        self.search = search
        self.kind = kind
        self.number = number
        self.table = table
        self.low = low
        self.high = high
        self.careful = careful
        self.classes = search.classes
        self.found = search.found
        self.target: int | None = None
        if table.shape.total is not None:
            self.target = self._asker().total(kind, table.shape, search.parameters)

    def _asker(self) -> Asker:
        if self.search.asker is None:
            raise EngineBug("a meld with a total is searched without anybody to ask")
        return self.search.asker

    def measure(self, entry: Entry) -> int:
        """What a card counts towards the total."""
        return self._asker().measure(self.table.shape, entry[0], entry[1])

    def emit(self, entries: Sequence[Entry], parts: tuple[Meld, ...] = (), mark: object = None) -> None:
        """Adds a meld laid like this, unless it has been found already; `mark` tells alike ones apart."""
        if not entries:
            pieces: tuple[int, ...] = ()
            faces: tuple[int, ...] = ()
        else:
            pieces, faces, _ = zip(*entries, strict=True)
        if self.careful:
            twin = self.search.twin_key
            key = (tuple(sorted([twin(p) for p in pieces])), tuple(sorted(faces)), mark)
            if key in self.search.seen:
                return
            self.search.seen.add(key)
        self.found.append(Meld(self.kind, pieces, faces, None, parts, None, self.number))
        if self.search.once:
            raise Found

    def emit_all(self, ways: Iterable[tuple[Entry, ...]]) -> None:
        """Adds melds, none of them empty, laid like this."""
        if self.careful or self.search.once:
            for entries in ways:
                self.emit(entries)
            return
        kind = self.kind
        number = self.number
        add = self.found.append
        for entries in ways:
            pieces, faces, _ = zip(*entries, strict=True)
            add(Meld(kind, pieces, faces, None, (), None, number))

    # -- cards that share something --------------------------------------------------------------

    def groups(self) -> None:
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
                if shared[end] != key or not self._differs(head, entry):
                    break
                head = (*head, entry)
                fill(head, entries)

    def _group_with_row(self, offered: dict[Any, list[Entry]], fill: _Fill) -> None:
        """All melds with a piece of the row: for each beginning, longer and longer pieces."""
        row = self.search.row
        options = [self._keyed(piece) for piece in row]
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
                    if other == key and self._differs(head, entry)
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

    def _keyed(self, piece: int) -> list[tuple[Any, Entry]]:
        """The ways to use a card of the row, each with what must be shared."""
        keys = self.table.keys
        return [
            (keys[face], (piece, face, -1)) for face in self.search.readings(piece) if keys[face] is not None
        ]

    def _differs(self, entries: Iterable[Entry], entry: Entry) -> bool:
        """Whether a card differs from the others in what must differ."""
        face = entry[1]
        for row in self.table.different:
            for other in entries:
                if row[face] == row[other[1]]:
                    return False
        return True

    def _free(self, head: Sequence[Entry], entries: Sequence[Entry]) -> Sequence[Entry]:
        """The entries without the cards of the head, which may stand in both lists of the search."""
        if not self.search.overlap:
            return entries
        taken = {entry[0] for entry in head}
        return [entry for entry in entries if entry[0] not in taken]

    def _room(self, entries: Sequence[Entry]) -> int:
        """How many cards these entries are, copies counted."""
        return sum([len(self.classes[entry[2]]) for entry in entries])

    def _fill(self, head: tuple[Entry, ...], entries: Sequence[Entry]) -> None:
        """Puts every fitting number of other cards to the head; nothing but the number matters."""
        if self.search.overlap:
            entries = self._free(head, entries)
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
            self.search.spend(comb(len(entries), number), self.kind)
            self.emit_all([head + others for others in combinations(entries, number)])

    def _fill_carefully(self, head: tuple[Entry, ...], entries: Sequence[Entry]) -> None:
        """Puts other cards to the head, where copies, readings, differences or a total matter."""
        items: list[list[Entry]] = []
        for entry in self._free(head, entries):
            if items and items[-1][0][2] == entry[2]:
                items[-1].append(entry)
            else:
                items.append([entry])
        room = sum(len(self.classes[item[0][2]]) for item in items)
        if len(head) + room < self.low:
            return
        _Filling(self, head, items).walk(0, list(head), self.target)

    # -- cards in sequence -----------------------------------------------------------------------

    def runs(self) -> None:
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
            [(key, rung, entry) for key, entry in self._keyed(piece) for rung in rungs[entry[1]]]
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
            ladder = [list(self._free(entries, rung)) for rung in ladder]
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
        if any(not self._differs(entries[:i], entry) for i, entry in enumerate(entries)):
            return False
        return self.target is None or sum(self.measure(entry) for entry in entries) == self.target


_Fill = Callable[[tuple[Entry, ...], Sequence[Entry]], None]
_State = tuple[Any, int, int, int, dict[int, Entry]]
"""A piece of the row on the rungs: what is shared, up or down (0: one card), first and last rung, cards by
rung."""


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
                    if not shape._differs(more, entry):
                        break
                    more.append(entry)
                else:
                    left = None if need is None else need - sum(shape.measure(e) for e in entries)
                    self.walk(index + 1, more, left)
