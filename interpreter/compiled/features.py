"""What a Program needs of a kernel: which zones are masks, how much can lie where, who must know what.

Everything here may say too much (a row where a mask would do, more room than needed), never too little.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from interpreter.layout import Layout
from interpreter.piece_flow import PieceFlow
from interpreter.plain import part_names
from interpreter.program import Flip, Program, Roll, Target, Together

WORD: Final = 62
"""How many pieces one word of a mask stands for: bits 0 to 61, so that a mask is never negative."""


class Features:
    """See the module.

    `words`: words of a mask of all pieces. `is_mask[family]`: this family of zones keeps a mask, else a row.
    `room[zone]`: how many pieces can lie in a zone; `start[zone]` where its row begins in `zone_row`.
    `may_wait[zone]`: a pile that can be undecided; `wait_start[zone]` its first place in `undecided_row`.
    `twins_are_neighbours`: whether twins have numbers side by side.
    `facing`, `dice`, `known`, `counters`, `melds`, `together`: whether there is such a thing at all.
    """

    def __init__(self, layout: Layout, known: bool = True) -> None:
        program = layout.program
        self.layout = layout
        self.program: Program = program
        self.known = known
        self.counters = layout.counter_count > 0
        self.dice = layout.has_dice
        self.melds = any(layout.is_meld)
        self.rolls = any(isinstance(node, Roll) for node in nodes(program))
        self.together = any(isinstance(node, Together) for node in nodes(program))
        self.facing = any(
            isinstance(node, Flip) or (isinstance(node, Target) and node.facing is not None)
            for node in nodes(program)
        )
        self.words = max(1, -(-layout.piece_count // WORD))
        # So it is when a file was lowered. Only then the order of bags is that of the numbers of pieces.
        self.twins_are_neighbours = all(twins[-1] - twins[0] + 1 == len(twins) for twins in layout.twins)
        flow = PieceFlow.of(layout)
        self.holds = flow.holds
        self.is_mask = [
            zone.kind == "bag"
            and not self.facing
            and not any(program.families[family].dice for family in flow.holds[zone.base])
            and self.twins_are_neighbours
            for zone in program.zones
        ]
        self._make_room()

    def _make_room(self) -> None:
        layout = self.layout
        self.room: list[int] = []
        self.start: list[int] = []
        self.may_wait: list[bool] = []
        self.wait_start: list[int] = []
        at = waiting = 0
        for zone in range(layout.zone_count):
            if layout.is_slot[zone]:
                room = 1
            else:
                room = sum(len(layout.family_pieces[family]) for family in self.holds[zone])
            self.room.append(room)
            self.start.append(at)
            self.wait_start.append(waiting)
            self.may_wait.append(layout.is_pile[zone] and not layout.sees[zone])
            if not self.is_mask[layout.zone_family[zone]]:
                at += room
            if self.may_wait[zone]:
                waiting += room
        self.row_size = at
        self.wait_size = waiting


def nodes(node: Any) -> Iterator[Any]:
    """Every part of a Program, the node itself first."""
    if not isinstance(node, Program):
        return _walked(node)
    found = node._cache.get("nodes")
    if not isinstance(found, tuple):
        # many ask for those of the whole Program
        found = node._cache["nodes"] = tuple(_walked(node))
    return iter(found)


def _walked(node: Any) -> Iterator[Any]:
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node[::-1]
            continue
        names = part_names(type(node))
        if names:
            yield node
            waiting += [getattr(node, name) for name in reversed(names)]
