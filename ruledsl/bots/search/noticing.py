"""What a seat notices of an option that is taken, on the reference machine; kernels have the same as numbers
(`interpreter/compiled/code/noticing.py`)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from interpreter.choices import Option
from interpreter.frames import CHOOSE
from interpreter.knowledge import sight
from interpreter.layout import Layout
from interpreter.machine import Decision
from interpreter.melds import Meld
from interpreter.piles import place_of
from interpreter.position import NOWHERE, Position, copy_position
from interpreter.views import view


def look_of(layout: Layout, pos: Position, seat: int, witness: int) -> Hashable:
    """How a position looks to a seat, as far as another one knows it, too; and what is due in it."""
    eyes = 1 << seat | 1 << witness
    seen = copy_position(pos)
    seen.known = [known if known & eyes == eyes else 0 for known in pos.known]
    look = view(layout, seen, seat, resume=False)
    due = tuple(pos.frames[-1][:4]) if pos.frames and pos.frames[-1][0] == CHOOSE else None
    return (
        look.zones, look.out, look.counters, look.variables, look.direction, look.misses, look.serial,
        look.over, look.no_result, due,
    )  # fmt: skip


def seen_choice(layout: Layout, decision: Decision, option: Option, seat: int, witness: int) -> Hashable:
    """What a seat sees of another one's choice: all but which pieces they are where it cannot tell."""
    if option.kind != "option":
        return (option.label,)
    eyes = 1 << seat | 1 << witness
    kinds = decision.choice.alternatives[option.alternative].bound_types
    parts = [
        _seen(layout, decision.position, eyes, value, kind)
        for value, kind in zip(option.bindings, kinds, strict=True)
    ]
    return ("option", option.label, *parts)


def _seen(layout: Layout, pos: Position, eyes: int, value: Any, kind: str) -> Hashable:
    if isinstance(value, Meld):
        cards = tuple([_seen(layout, pos, eyes, piece, "piece") for piece in value.pieces])
        plain = all(pos.known[piece] & eyes == eyes for piece in value.pieces)
        return (value.kind, cards, tuple(value.faces) if plain else None)
    if kind == "piece" and value is not None:
        label = layout.piece_label[value] if _recognised(layout, pos, eyes, value) else None
        return (label, pos.place[value], place_of(layout, pos, value))
    if kind == "pieces" and isinstance(value, Sequence):
        return tuple([_seen(layout, pos, eyes, piece, "piece") for piece in value])
    if isinstance(value, tuple | list):
        return tuple([_seen(layout, pos, eyes, part, "") for part in value])
    hashable: Hashable = value
    return hashable


def _recognised(layout: Layout, pos: Position, eyes: int, piece: int) -> bool:
    """Whether all of these seats know the piece; one in a bag only if they see it there."""
    if pos.known[piece] & eyes != eyes:
        return False
    zone = pos.place[piece]
    if zone == NOWHERE or not layout.is_bag[zone]:
        return True
    return sight(layout, zone, pos.facing[piece]) & eyes == eyes
