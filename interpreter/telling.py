"""What players notice of choices, of counted pieces and of sorting, for a Log that is kept of a game.

Moves of pieces are told by `piles`. A choice is made in the open: everybody hears its label and sees what it
speaks of, except which pieces these are where they are hidden from them or cannot be told apart. In a
simultaneous choice the others hear it only when everything is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from interpreter.knowledge import sight
from interpreter.melds import Meld
from interpreter.piles import place_of
from interpreter.position import NOWHERE, Position

if TYPE_CHECKING:
    from interpreter.choices import AlternativeCode, Option
    from interpreter.layout import Layout
    from interpreter.state import State


def tell_choice(
    layout: Layout, st: State, seat: int, code: AlternativeCode | None, bindings: Sequence[Any]
) -> None:
    """Tells every seat what this one has chosen; no `code`: nothing or enough."""
    if st.log is None:
        return
    if code is None:
        st.log.told(layout.all_seats, "chose", seat, None)
        return
    kinds = code.bound_types
    for observer in range(layout.players):
        seen = [
            _as_seen(layout, st.pos, observer, value, kind)
            for value, kind in zip(bindings, kinds, strict=True)
        ]
        st.log.told(1 << observer, "chose", seat, code.label, *seen)


def tell_commitment(st: State, seat: int, option: Option) -> None:
    """Notes for the one who commits what it was."""
    if st.log is not None:
        st.log.told(1 << seat, "committed", option.key)


def tell_counted(layout: Layout, st: State, counter: int, source: int, target: int, number: int) -> None:
    """Tells everybody that counted pieces went over; holders as in `Position.counters`."""
    if st.log is not None and number:
        st.log.told(layout.all_seats, "counted", counter, source, target, number)


def tell_sorted(
    layout: Layout, st: State, zone: int, before: Sequence[int], after: Sequence[int], follows: int
) -> None:
    """Tells those who can follow from which place each piece of a row came, the others that it was sorted."""
    if st.log is not None:
        st.log.told(follows, "sorted", zone, tuple([before.index(piece) + 1 for piece in after]))
        st.log.told(layout.all_seats & ~follows, "sorted", zone, None)


def _as_seen(layout: Layout, pos: Position, observer: int, value: Any, kind: str) -> Any:
    """A bound value as plain data: a piece as (what it is, or None; zone; place), a meld by its cards."""
    if isinstance(value, Meld):
        cards = [_as_seen(layout, pos, observer, piece, "piece") for piece in value.pieces]
        return (value.kind, tuple(cards), value.faces if all(card[0] is not None for card in cards) else None)
    if kind == "piece" and value is not None:
        label = layout.piece_label[value] if recognises(layout, pos, observer, value) else None
        return (label, pos.place[value], place_of(layout, pos, value))
    if kind == "pieces":
        return tuple([_as_seen(layout, pos, observer, piece, "piece") for piece in value])
    return value


def recognises(layout: Layout, pos: Position, observer: int, piece: int) -> bool:
    """Whether an observer recognises a piece that somebody points at.

    A bag has no places: who knows what is in it, but does not see it there, cannot say which one is meant
    (`knowledge`, rule 5), unless no other lies the same way.
    """
    if not pos.known[piece] >> observer & 1:
        return False
    zone, lies = pos.place[piece], pos.facing[piece]
    if zone == NOWHERE or not layout.is_bag[zone] or sight(layout, zone, lies) >> observer & 1:
        return True
    return sum(pos.facing[other] == lies for other in pos.zones[zone]) == 1
