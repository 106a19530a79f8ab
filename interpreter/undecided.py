"""Piles whose order nobody knows are left undecided until it matters.

A shuffled pile is not put into an order. Its places stand as UNDECIDED in `Position.zones`,
and
`Position.bags` of the zone holds the pieces that are there, one for each such place; every arrangement of
them is equally likely. A piece is decided when it leaves its place or is looked at. Counting, laying
something on top or between and shuffling decide nothing. This has the same distribution as shuffling for
real, and it leaves chance no bigger than what matters for play.

What both backends must do alike: an undecided pile's bag begins in ascending order; a piece is picked by its
index there. If twins with lower numbers are in the bag, the lowest of them changes places with it first. The
piece at the index is the one that is decided, and the last one takes its index. A whole pile is decided from
the top down.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.chance import Chance
from interpreter.layout import Layout
from interpreter.position import UNDECIDED, Position


def labels_in(layout: Layout, pos: Position, zone: int) -> Sequence[int]:
    """What each piece goes by in a pick: dice are told apart by what they show, and open facings too."""
    if not layout.has_dice and not layout.is_bag[zone]:
        return layout.piece_label
    labels = layout.piece_label
    fine = None
    step = len(layout.face_family) * (1 + layout.players)
    for piece in pos.bags[zone] or pos.zones[zone]:
        mark = pos.facing[piece] + 3 * pos.shown[piece]
        if mark:
            if fine is None:
                fine = list(labels)
            fine[piece] += step * mark
    return labels if fine is None else fine


def lowest_twin(layout: Layout, pos: Position, labels: Sequence[int], piece: int) -> int:
    """Of the pieces that chance can take in the place of this one, the one with the lowest number.

    `labels` are those of the piece's zone. Where the piece is undecided so is the one that is given.
    """
    zone = pos.place[piece]
    bag = pos.bags[zone]
    for twin in layout.twins[piece]:
        if twin == piece:
            break
        if pos.place[twin] == zone and labels[twin] == labels[piece] and (not bag or twin in bag):
            return twin
    return piece


def decide(layout: Layout, pos: Position, chance: Chance, zone: int, index: int) -> int:
    """The piece at this place (index from 0) of a zone, decided if it was not."""
    piece = pos.zones[zone][index]
    if piece == UNDECIDED:
        bag = pos.bags[zone]
        labels = labels_in(layout, pos, zone)
        at = chance.pick_piece(labels, bag, zone)
        piece = bag[at]
        twin = lowest_twin(layout, pos, labels, piece)
        if twin != piece:
            bag[bag.index(twin)] = piece
            piece = twin
        bag[at] = bag[-1]
        bag.pop()
        pos.zones[zone][index] = piece
    return piece


def decide_top(layout: Layout, pos: Position, chance: Chance, zone: int) -> int | None:
    """The last piece of a zone (the top of a pile), or None."""
    places = pos.zones[zone]
    if not places:
        return None
    return places[-1] if places[-1] != UNDECIDED else decide(layout, pos, chance, zone, len(places) - 1)


def decide_first(layout: Layout, pos: Position, chance: Chance, zone: int) -> int | None:
    """The first piece of a zone (the bottom of a pile), or None."""
    places = pos.zones[zone]
    if not places:
        return None
    return places[0] if places[0] != UNDECIDED else decide(layout, pos, chance, zone, 0)


def decide_all(layout: Layout, pos: Position, chance: Chance, zone: int) -> None:
    """Every place of a zone is decided; a pile from the top down, anything else from the first place on."""
    if not pos.bags[zone]:
        return
    places = pos.zones[zone]
    order = range(len(places) - 1, -1, -1) if layout.is_pile[zone] else range(len(places))
    for index in order:
        if places[index] == UNDECIDED:
            decide(layout, pos, chance, zone, index)


def pieces(layout: Layout, pos: Position, chance: Chance, zone: int) -> list[int]:
    """What lies in a zone, first to last, all decided. It is the position's own list: copy it before
    changing."""
    if pos.bags[zone]:
        decide_all(layout, pos, chance, zone)
    return pos.zones[zone]
