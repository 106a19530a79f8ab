"""A kernel that has nothing but melds, and the way of positions, cards and melds in and out of it.

What the rest of a kernel would bring along (where pieces lie, room in `heap`, moving) is written here in the
shortest way that will do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from interpreter.compiled.fault_codes import NUMBERS, code_of
from interpreter.compiled.features import Features
from interpreter.compiled.host import KernelFault, open_host
from interpreter.compiled.kernel import NONE, read_kernel
from interpreter.compiled.runtime.melds import MeldCode
from interpreter.faults import RulesFault
from interpreter.layout import Layout
from interpreter.meld_search import BUDGET, Search
from interpreter.meld_shape import Found
from interpreter.meld_tables import Asker
from interpreter.melds import Meld
from interpreter.position import LaidMeld, Position

HEAP = 1 << 23
ORIGIN = 77
_GIVE_NOTHING = ("meld_lay_down", "meld_join", "leave_meld", "move_laid")
PARAMETERS = 40
"""Totals are asked for parameters below this number."""

BASE = f"""
def alloc(n):
    at = heap_at[0]
    if at + n > HEAP:
        fault({NUMBERS["beyond-kernel"]}, origin_now[0])
    heap_at[0] = at + n
    return at


def move_pieces(cards, zone, at, way):
    for i in range(1, heap[cards] + 1):
        piece = heap[cards + i]
        source = place[piece]
        if source >= 0:
            first = zone_start[source]
            index = 0
            while zone_row[first + index] != piece:
                index += 1
            size = zone_size[source] - 1
            copy(zone_row, first + index, zone_row, first + index + 1, size - index)
            zone_size[source] = size
            if is_meld_zone[source]:
                leave_meld(source, index)
        zone_row[zone_start[zone] + zone_size[zone]] = piece
        zone_size[zone] += 1
        place[piece] = zone
"""


class Zones:
    """Stands for whoever writes the functions that move pieces."""

    def move_all(self, target_family: int) -> str:
        """The function in `BASE`."""
        return "move_pieces"


class MeldKernel:
    """A kernel with the functions that `ask` asks for; `names` are those that it gives.

    `more` are further functions: `<name>` in it stands for one of those. Those without parameters are
    exported.
    """

    def __init__(
        self,
        layout: Layout,
        ask: Callable[[MeldCode], dict[str, str]],
        more: str = "",
        asker: Asker | None = None,
        engine: str = "python",
        budget: int = BUDGET,
    ) -> None:
        self.layout = layout
        self.features = _roomy(Features(layout))
        code = MeldCode(layout, self.features, Zones())
        self.names = ask(code)
        for name, function in self.names.items():
            more = more.replace(f"<{name}>", function)
        if self.features.melds:
            code.leave_meld()
        else:
            more += "\ndef leave_meld(zone, index):\n    return\n"
        code.reset()
        body = code.text().replace("meld_at[3] += n", "meld_at[3] += n\n    steps_taken[0] += n")
        lines = [
            *self._arrays(),
            *(line.replace(f"BUDGET = {BUDGET}", f"BUDGET = {budget}") for line in code.declarations()),
            *self._state(),
            BASE,
            self._answers(asker),
            body,
            more,
        ]
        exports = re.findall(r"^def (\w+)\(\):", more, re.MULTILINE)
        self.source = "\n".join([*lines, *self._entrances(body, exports)])
        kernel = read_kernel(self.source)
        self.host = open_host(kernel, engine)

    def _entrances(self, body: str, exports: list[str]) -> list[str]:
        """Exported functions that take what they are given from an array: it holds greater numbers."""
        lines = [f"EXPORTS = {(*exports, *(f'enter_{name}' for name in set(self.names.values())))}"]
        for name in set(self.names.values()):
            [head] = re.findall(rf"^def {name}\((.*)\):", body, re.MULTILINE)
            count = len(head.split(", ")) if head else 0
            given = ", ".join(f"given[{i}]" for i in range(count))
            call = f"{name}({given})"
            answer = call if name in _GIVE_NOTHING else f"answer[0] = {call}"
            lines.append(f"def enter_{name}():\n    melds_reset()\n    steps_taken[0] = 0\n    {answer}")
        return lines

    def _arrays(self) -> list[str]:
        layout = self.layout
        tables = {
            "piece_face": layout.piece_face,
            "piece_label": layout.piece_label,
            "zone_is_bag": [int(bag) for bag in layout.is_bag],
            "is_meld_zone": [int(meld) for meld in layout.is_meld],
            "zone_start": self.features.start,
            "undecided_start": self.features.wait_start,
        }
        return [
            f"NONE = {NONE}",
            f"HEAP = {HEAP}",
            *(f"{name} = const_i32(({', '.join(map(str, row))},))" for name, row in tables.items()),
        ]

    def _state(self) -> list[str]:
        layout, features = self.layout, self.features
        return [
            f"place = state_i16({layout.piece_count})",
            f"facing = state_u8({layout.piece_count})",
            f"shown = state_i32({layout.piece_count})",
            f"zone_size = state_i32({layout.zone_count})",
            f"zone_row = state_i16({features.row_size})",
            f"undecided_size = state_i32({layout.zone_count})",
            f"undecided_row = state_i16({features.wait_size + 1})",
            "origin_now = scratch_i64(1)",
            "heap_at = scratch_i64(1)",
            "steps_taken = scratch_i64(1)",
            "given = scratch_i64(12)",
            "answer = scratch_i64(1)",
            f"heap = state_i64({HEAP})",
        ]

    def _answers(self, asker: Asker | None) -> str:
        """What cards count and must add up to, as tables of what an asker says."""
        if asker is None:
            return ""
        layout = self.layout
        lines: list[str] = []
        for kind, declared in enumerate(layout.program.melds):
            for number, shape in enumerate(declared.shapes):
                if shape.total is None:
                    continue
                counts = [_asked(asker.measure, shape, 0, face) for face in range(len(layout.face_code))]
                wanted = [
                    _asked(asker.total, kind, shape, (value,) * len(declared.parameters))
                    for value in range(PARAMETERS)
                ]
                x = f"{kind}_{number}"
                given = ", ".join(f"p{i}" for i in range(len(declared.parameters)))
                lines += [
                    f"counts_{x} = const_i64(({', '.join(map(str, counts))},))",
                    f"wanted_{x} = const_i64(({', '.join(map(str, wanted))},))",
                    f"def measure_{x}(piece, face):\n    return counts_{x}[face]",
                    f"def total_{x}({given}):\n    return wanted_{x}[{'p0' if given else '0'}]",
                ]
        return "\n".join(lines)

    # -- in and out --------------------------------------------------------------------------------

    def load(self, pos: Position) -> None:
        """Takes over a position; what was in `heap` is gone."""
        array = self.host.array
        for name in ("place", "facing", "shown"):
            for piece, value in enumerate(getattr(pos, name)):
                array(name)[piece] = value
        for zone, pieces in enumerate(pos.zones):
            array("zone_size")[zone] = len(pieces)
            start = self.features.start[zone]
            for index, piece in enumerate(pieces):
                array("zone_row")[start + index] = piece
            array("undecided_size")[zone] = len(pos.bags[zone])
            for index, piece in enumerate(pos.bags[zone]):
                array("undecided_row")[self.features.wait_start[zone] + index] = piece
            if self.features.melds:
                self._load_laid(zone, pos.laid.get(zone, []))
        if self.features.melds:
            array("serial")[0] = pos.serial
        array("heap_at")[0] = 1
        array("origin_now")[0] = ORIGIN

    def _load_laid(self, zone: int, melds: Sequence[LaidMeld]) -> None:
        array = self.host.array
        start = at = self.features.start[zone]
        array("laid_size")[zone] = len(melds)
        for number, laid in enumerate(melds):
            array("laid_kind")[start + number] = laid.kind
            array("laid_shape")[start + number] = laid.shape
            array("laid_by")[start + number] = -1 if laid.by is None else laid.by
            array("laid_serial")[start + number] = laid.serial
            array("laid_length")[start + number] = len(laid.faces)
            for face in laid.faces:
                array("laid_face")[at] = face
                at += 1

    def laid(self, zone: int) -> list[LaidMeld]:
        """The melds that lie in a zone."""
        array = self.host.array
        start = at = self.features.start[zone]
        found = []
        for number in range(start, start + array("laid_size")[zone]):
            length = array("laid_length")[number]
            by = array("laid_by")[number]
            faces = list(array("laid_face")[at : at + length])
            kind, shape = array("laid_kind")[number], array("laid_shape")[number]
            found.append(LaidMeld(array("laid_serial")[number], kind, None if by < 0 else by, faces, shape))
            at += length
        return found

    def row(self, zone: int) -> list[int]:
        """The pieces of a zone."""
        start = self.features.start[zone]
        return list(self.host.array("zone_row")[start : start + self.host.array("zone_size")[zone]])

    def listed(self, values: Iterable[int]) -> int:
        """A new list in `heap`."""
        numbers = list(values)
        if not numbers:
            return 0
        heap = self.host.array("heap")
        place = self.host.array("heap_at")[0]
        self.host.array("heap_at")[0] = place + len(numbers) + 1
        heap[place] = len(numbers)
        for index, value in enumerate(numbers):
            heap[place + 1 + index] = value
        return int(place)

    def elements(self, place: int) -> list[int]:
        """What stands in a list."""
        heap = self.host.array("heap")
        return list(heap[place + 1 : place + 1 + heap[place]])

    def put(self, meld: Meld) -> int:
        """A new meld in `heap`."""
        parts = self.listed([self.put(part) for part in meld.parts])
        zone, serial = meld.home or (NONE, NONE)
        n = len(meld.pieces)
        by = NONE if meld.by is None else meld.by
        place = self.listed([meld.kind, meld.shape, by, zone, serial, parts, n, *meld.pieces, n, *meld.faces])
        return place + 1

    def meld(self, place: int) -> Meld:
        """A meld of `heap`."""
        heap = self.host.array("heap")
        kind, shape, by, zone, serial, parts = heap[place : place + 6]
        n = heap[place + 6]
        return Meld(
            kind,
            tuple(self.elements(place + 6)),
            tuple(self.elements(place + 7 + n)),
            None if by == NONE else by,
            tuple(self.meld(part) for part in self.elements(parts)),
            None if zone == NONE else (zone, serial),
            shape,
        )

    def call(self, name: str, *args: int) -> int:
        """Calls a function asked for; a fault becomes the one of the reference."""
        given = self.host.array("given")
        for place, value in enumerate(args):
            given[place] = value
        try:
            self.host.call(f"enter_{self.names[name]}")
        except KernelFault as problem:
            raise RulesFault(code_of(problem.code), problem.origin) from problem
        assert list(self.host.array("meld_at")[:3]) == [0, 0, 0], "a search leaves nothing behind"
        return int(self.host.array("answer")[0])

    @property
    def steps(self) -> int:
        """How many steps the last call took."""
        return int(self.host.array("steps_taken")[0])


def _roomy(features: Features) -> Features:
    """Every zone keeps a row, in which all pieces find room: these positions come from no rules."""
    layout = features.layout
    pieces = layout.piece_count
    zones = range(layout.zone_count)
    features.room = [pieces] * layout.zone_count
    features.start = features.wait_start = [pieces * zone for zone in zones]
    features.may_wait = list(layout.is_pile)
    features.row_size = features.wait_size = pieces * layout.zone_count
    features.facing = features.dice = True
    return features


def _asked(ask: Callable[..., int | None], *args: Any) -> int:
    """An answer; 0 where there is none, as for a card without the attribute that counts."""
    try:
        value = ask(*args)
    except (RulesFault, TypeError):
        return 0
    return 0 if value is None else int(value)


def reference(
    layout: Layout,
    pos: Position,
    row: Sequence[int],
    any_of: Sequence[int],
    kinds: Sequence[tuple[int, tuple[int, ...]]],
    asker: Asker | None = None,
    first: bool = False,
    budget: int = BUDGET,
    **more: Any,
) -> tuple[list[Meld], int]:
    """The melds that the reference finds, and after how many steps."""
    size = len(any_of)
    low, high = (size, size) if first else (0, None)
    search = Search(layout, pos, row, any_of, asker, low, high, budget, first=first, **more)
    try:
        for kind, parameters in kinds:
            search.find(kind, parameters)
    except Found:
        pass
    return search.found, search.steps
