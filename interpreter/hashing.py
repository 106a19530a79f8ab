"""Fingerprints of positions, the same in every process and on every machine.

Two positions that cannot be told apart by any rule and any player have the same fingerprint: twins go by
what is printed on them, bags are sorted, melds by their place on the table. Left out: the generator, steps
and decisions used, and the running number of melds.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from interpreter.frames import EACH, TOGETHER, TRIGGER
from interpreter.layout import Layout
from interpreter.meld_values import Meld
from interpreter.piece_flow import MIXED, PIECE, PIECES, PieceFlow
from interpreter.position import NOWHERE, UNDECIDED, Position
from interpreter.views import cells_of_loop, kind_of_saved, turn_of


def state_hash(layout: Layout, pos: Position) -> str:
    """The fingerprint of everything that matters for play to go on, with who knows what: 32 hex digits."""
    namer = _Namer(layout, pos, True)
    flow = PieceFlow.of(layout)
    return _digest(
        (
            namer.board(),
            tuple([namer.value(v, kind) for v, kind in zip(pos.cells, flow.cells, strict=True)]),
            tuple([namer.frame(frame, flow) for frame in pos.frames]),
            tuple(sorted(pos.bits.items())),
            namer.value(pos.queue, ""),
            tuple([(done, tuple([(n, key) for n, _, key in commits])) for done, commits in pos.committed]),
        )
    )


def board_hash(layout: Layout, pos: Position) -> str:
    """The fingerprint of what lies on the table, of variables and of whose turn it is: 32 hex digits.

    Who knows what and where the rules stand are left out, so this tells that a situation has come again.
    """
    return _digest((_Namer(layout, pos, False).board(), turn_of(pos)))


def _digest(data: Any) -> str:
    return hashlib.sha256(repr(data).encode()).hexdigest()[:32]


class _Namer:
    """Names pieces by where they lie and what they are, and writes a position down with these names."""

    __slots__ = ("layout", "masks", "met", "pos")

    def __init__(self, layout: Layout, pos: Position, masks: bool) -> None:
        self.layout = layout
        self.pos = pos
        self.masks = masks
        self.met: dict[tuple[int, ...], list[int]] = {}

    def look(self, piece: int) -> tuple[int, ...]:
        """All that tells a piece from another one in the same place."""
        pos = self.pos
        known = pos.known[piece] if self.masks else 0
        return (self.layout.piece_label[piece], pos.facing[piece], pos.shown[piece], known)

    def board(self) -> tuple[Any, ...]:
        """Zones, counted pieces, variables."""
        layout, pos = self.layout, self.pos
        zones: list[Any] = []
        for zone, places in enumerate(pos.zones):
            looks: list[Any] = [UNDECIDED if p == UNDECIDED else self.look(p) for p in places]
            if layout.is_bag[zone]:
                looks.sort()
            melds = [(m.kind, m.shape, m.by, tuple(m.faces)) for m in pos.laid.get(zone, ())]
            zones.append((looks, sorted([self.look(p) for p in pos.bags[zone]]), melds))
        kinds = PieceFlow.of(layout).variables
        variables = [
            self.value(value, kind)
            for kind, family in zip(kinds, layout.program.variables, strict=True)
            for value in pos.variables[family.base : family.base + family.count]
        ]
        return (zones, pos.counters, variables, pos.direction, pos.misses, pos.over, pos.no_result)

    def value(self, value: Any, kind: str) -> Any:
        """A value with names for pieces."""
        if isinstance(value, Meld):
            cards = tuple([self.name(piece) for piece in value.pieces])
            parts = tuple([self.value(part, "") for part in value.parts])
            return (value.kind, value.shape, cards, value.faces, value.by, parts, self._home(value))
        if isinstance(value, tuple | list):
            return tuple([self.value(part, PIECE if kind in (PIECES, MIXED) else kind) for part in value])
        if kind in (PIECE, PIECES) and isinstance(value, int) and not isinstance(value, bool):
            return self.name(value)
        return value

    def _home(self, meld: Meld) -> tuple[int, int] | None:
        """The zone of a laid meld and which one of those that lie there it is; 0: it lies there no more."""
        if meld.home is None:
            return None
        zone, serial = meld.home
        serials = [laid.serial for laid in self.pos.laid.get(zone, ())]
        return (zone, serials.index(serial) + 1 if serial in serials else 0)

    def name(self, piece: int) -> tuple[int, ...]:
        """Zone, place from 1 or 0, look, and which one of those that are alike, in order of being met."""
        zone = self.pos.place[piece]
        place = 0
        if zone != NOWHERE and self.layout.ordered[zone] and piece in self.pos.zones[zone]:
            place = self.pos.zones[zone].index(piece) + 1
        base = (zone, place, *self.look(piece))
        alike = self.met.setdefault(base, [])
        if piece not in alike:
            alike.append(piece)
        return (*base, alike.index(piece))

    def frame(self, frame: Sequence[Any], flow: PieceFlow) -> tuple[Any, ...]:
        """A frame with names for pieces."""
        kind = frame[0]
        if kind in (EACH, TOGETHER):
            kinds = [flow.cells[cell] for cell in cells_of_loop(self.layout, frame)]
            bindings = [
                [self.value(value, k) for value, k in zip(binding, kinds, strict=True)]
                for binding in frame[-1]
            ]
            return (*frame[:-1], bindings)
        if kind == TRIGGER:
            saved = [(n, self.value(v, kind_of_saved(self.layout, flow, n))) for n, v in frame[2]]
            return (kind, frame[1], saved)
        return tuple(frame)
