"""Who knows which piece lies where: a mask of seats for each piece, and the rules that keep the masks honest.

`Position.known[piece]` has the bit of every seat that knows that this piece is where it is (for a die: and
what it shows). The masks are what a fair observer with a good memory can tell from the places of pieces;
what can be reckoned out (only one card is missing, so it must be that one) is not in them. They may say too
little, never too much: nothing in them may depend on something their owner has not seen. The rules, each
with its reason:

1. By nature. In an open zone everybody sees a piece that does not lie face down; in a private zone its owner
   sees one; a piece lying face up is seen by everybody wherever it lies. Who sees it knows it.
2. Face down. Turning or laying a piece face down shows nothing new, but nobody forgets what they saw.
3. Places in rows, piles and melds are public. Who knew the piece at a place and sees something go from that
   place knows what has gone, and where it now lies. Pieces that go to a place nobody looks at keep their
   mask.
4. Seeing it arrive. Whoever sees a piece where it arrives knows it.
5. Bags have no places. If a piece leaves a bag and an observer does not see it there, it may have been any
   piece of the bag that lies the same way (how a piece lies is public). So
   a. if he sees it arrive he knows the piece, but of its twins that lay the same way he cannot say which one
      went. The piece that leaves takes over a twin's bit, if a twin has his bit and it has not: one known
      card of that face is gone.
   b. if he does not see it arrive he forgets all pieces of the bag that lie the same way, and the piece that
      went. Only when no other lies that way he knows what went.
6. A whole bag that goes at once to another bag takes its knowledge along. If it goes to an ordered place
   that an observer does not see, he keeps what he knows only if he knew all of it: the order the pieces come
   to lie in is fixed (by face), so what he kept of a part would tell him about the rest.
7. Showing pieces of a bag. Who knew k pieces of a face there and is shown r of them knows the greater of the
   two numbers: the ones shown may be the ones he knew. Again only pieces that lie the same way can be
   mistaken.
8. Turning pieces of a bag. Who sees them before or after knows which were turned (with rule 7, if only
   after). Who sees neither forgets those that lay the same way, unless all of them are turned.
9. A shuffle makes everybody forget, but for what they see by nature afterwards. Drawing or deciding a piece
   by chance tells nobody anything by itself.
10. What lies nowhere is no secret. All cards of a kind gathered at one place are known to be there, and in
   which order, until they are shuffled; of dice gathered so only those who see them know what they show.
11. A die that is rolled is known to those who see it where it lies.
12. Where a row is sorted, only those who know all of it can follow; to the others the order would tell
   something of what they do not know. They forget what lies there, but for what they see by nature.

Twins are pieces with the same face and the same owner (dice: showing the same); masks of twins in one bag
may be exchanged without a difference anybody can see, so positions that differ only in that are the same
position.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.layout import Layout
from interpreter.position import NOWHERE, Position

DOWN = 1
"""`Position.facing`: lies face down; 0 is as the zone says."""
UP = 2
"""`Position.facing`: lies face up."""


def knows(pos: Position, seat: int, piece: int) -> bool:
    """Whether this player knows that the piece is where it is."""
    return bool(pos.known[piece] >> seat & 1)


def sight(layout: Layout, zone: int, facing: int) -> int:
    """The mask of seats that see a piece that lies in `zone` (or NOWHERE) like this (rule 1)."""
    if zone == NOWHERE:
        return layout.all_seats
    if facing == 0:
        return layout.sees[zone]
    return layout.all_seats if facing == UP else 0


def alike(layout: Layout, pos: Position, one: int, other: int) -> bool:
    """Whether nobody could tell these two pieces apart by looking at them."""
    return layout.piece_label[one] == layout.piece_label[other] and pos.shown[one] == pos.shown[other]


def leave_bag(layout: Layout, pos: Position, zone: int, piece: int, seen: int) -> None:
    """The masks when a piece leaves a bag it is still listed in; `seen`: who sees it arrive (rule 5)."""
    known = pos.known
    facing = pos.facing
    lies = facing[piece]
    blind = layout.all_seats & ~sight(layout, zone, lies)
    if not blind:
        return
    remembered = 0
    like = []
    for other in pos.zones[zone]:
        if facing[other] == lies:
            like.append(other)
            remembered |= known[other]
    blind &= remembered
    if not blind or len(like) == 1:
        return
    lost = blind & ~seen
    if lost:
        for other in like:
            known[other] &= ~lost
    missing = blind & seen & ~known[piece]
    if missing:
        known[piece] |= _taken_over(layout, pos, piece, like, missing)


def turn_in_bag(layout: Layout, pos: Position, zone: int, group: Sequence[int], facing: int) -> None:
    """Pieces of a bag that lie in one way are turned to lie in another (rule 8); what lies how is changed
    too."""
    known = pos.known
    before = pos.facing[group[0]]
    like = [other for other in pos.zones[zone] if pos.facing[other] == before]
    saw, sees = sight(layout, zone, before), sight(layout, zone, facing)
    blind = layout.all_seats & ~saw & ~sees
    if blind and len(group) < len(like):
        for other in like:
            known[other] &= ~blind
    rest = [other for other in like if other not in group]
    for piece in group:
        _taken_over(layout, pos, piece, rest, sees & ~known[piece])
        known[piece] |= sees
        pos.facing[piece] = facing


def _taken_over(layout: Layout, pos: Position, piece: int, among: Sequence[int], missing: int) -> int:
    """Takes the bits `missing` away from twins of a piece, each once; those that some twin had."""
    known = pos.known
    found = 0
    if missing:
        for twin in among:
            if twin != piece and alike(layout, pos, twin, piece):
                taken = missing & known[twin]
                known[twin] &= ~taken
                found |= taken
                missing &= ~taken
    return found


def keep_order(layout: Layout, pos: Position, pieces: Sequence[int], seen: int) -> None:
    """The masks when a whole bag goes to an ordered place that `seen` see (rule 6)."""
    full = layout.all_seats
    for piece in pieces:
        full &= pos.known[piece]
    lost = layout.all_seats & ~full & ~seen
    if lost:
        for piece in pieces:
            pos.known[piece] &= ~lost


def sort_row(layout: Layout, pos: Position, zone: int) -> int:
    """The masks when a row is sorted (rule 12); gives the mask of those who can follow."""
    follows = layout.all_seats
    for piece in pos.zones[zone]:
        follows &= pos.known[piece]
    if follows != layout.all_seats:
        for piece in pos.zones[zone]:
            pos.known[piece] &= follows | sight(layout, zone, pos.facing[piece])
    return follows


def show(layout: Layout, pos: Position, pieces: Sequence[int]) -> None:
    """Everybody is shown these pieces where they lie, at one time (rules 1 and 7)."""
    everybody = layout.all_seats
    known = pos.known
    for piece in pieces:
        missing = everybody & ~known[piece]
        known[piece] = everybody
        zone = pos.place[piece]
        if missing and zone != NOWHERE and layout.is_bag[zone]:
            lies = pos.facing[piece]
            rest = [p for p in pos.zones[zone] if p not in pieces and pos.facing[p] == lies]
            _taken_over(layout, pos, piece, rest, missing)


def forget(layout: Layout, pos: Position, zone: int, pieces: Sequence[int]) -> None:
    """Everybody knows of these pieces of `zone` only what they see (rules 9 and 11)."""
    for piece in pieces:
        pos.known[piece] = sight(layout, zone, pos.facing[piece])
