"""Moving pieces: every change of what lies where, with what it does to chance and knowledge.

What both backends must do alike:
* Only piles that nobody sees (hidden, or private without an owner) are left undecided. Shuffling any other
  ordered zone decides it at once: a pile from the top down, a row from its first place on.
* How a place is decided: see `undecided`.
* A whole pile is decided from the top down when its pieces are looked at, or when it moves in its order to
  somewhere else; not when it moves to a bag or is shuffled on arrival.
* A particular piece that leaves an undecided pile while it is itself undecided leaves one of the undecided
  places by chance (in proportion). Neighbouring undecided places lead to the same, so they are one outcome.
* Bags keep their pieces in one order whatever happened, so that nothing can be read from it: by number, but
  twins by what they show and how they lie (see `sort_bag`). A draw from a bag is one pick.
* A piece lies as its zone says when it arrives without a word, and again whenever it leaves or is shuffled.

Functions take a layout, a position (which they change) and, where chance may come in, what decides it.
Places are counted from 1. `facing`: 0 as the zone says, 1 down, 2 up. `seen` is the mask of the seats that
will see where a leaving piece arrives. `log`, if there is one, is told what happened. What cannot be done
raises RulesFault with origin -1; the position may then be half changed.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter import knowledge
from interpreter.chance import Chance, Event
from interpreter.faults import EngineBug, RulesFault
from interpreter.knowledge import DOWN, UP
from interpreter.layout import Layout
from interpreter.position import NOWHERE, UNDECIDED, Position
from interpreter.undecided import decide, decide_all, decide_first, decide_top, labels_in, lowest_twin, pieces

if TYPE_CHECKING:
    from interpreter.views import Log

__all__ = [
    "arrival", "decide", "decide_all", "decide_first", "decide_top", "draw", "draw_into", "flip",
    "gather", "lies_up", "move", "move_all", "move_whole", "pieces", "place_of", "put", "reveal",
    "roll", "shuffle", "size", "sort_bag", "take",
]  # fmt: skip


def size(layout: Layout, pos: Position, zone: int) -> int:
    """How many pieces lie in a zone, counted ones (tokens) included. Decides nothing."""
    number = len(pos.zones[zone])
    if layout.counter_count:
        holder = 1 + layout.players + zone
        for held in pos.counters:
            number += held[holder]
    return number


# ---------------------------------------------------------------------------------------------
# Leaving a place


def take(layout: Layout, pos: Position, chance: Chance, piece: int, seen: int = 0) -> None:
    """Lifts this very piece from where it lies; afterwards it lies nowhere and has to be put somewhere.

    Its mask keeps those who know which piece it is. A piece that lies nowhere stays so.
    """
    zone = pos.place[piece]
    if zone == NOWHERE:
        return
    places = pos.zones[zone]
    if layout.is_bag[zone]:
        knowledge.leave_bag(layout, pos, zone, piece, seen)
        places.remove(piece)
    elif pos.bags[zone] and piece in pos.bags[zone]:
        bag = pos.bags[zone]
        at = bag.index(piece)
        bag[at] = bag[-1]
        bag.pop()
        del places[_place_of_undecided(pos, chance, zone)]
    else:
        index = places.index(piece)
        del places[index]
        if layout.is_meld[zone]:
            _leave_meld(pos, zone, index)
    pos.place[piece] = NOWHERE
    pos.facing[piece] = 0


def _place_of_undecided(pos: Position, chance: Chance, zone: int) -> int:
    """The index of the undecided place that an undecided piece leaves: the first of a run picked by
    chance."""
    starts: list[int] = []
    lengths: list[int] = []
    before = 0
    for index, piece in enumerate(pos.zones[zone]):
        if piece == UNDECIDED:
            if before == UNDECIDED:
                lengths[-1] += 1
            else:
                starts.append(index)
                lengths.append(1)
        before = piece
    if len(starts) == 1:
        return starts[0]
    event = Event("place", tuple(start + 1 for start in starts), tuple(lengths), zone)
    return starts[chance.pick(event)]


def _leave_meld(pos: Position, zone: int, index: int) -> None:
    """The meld that had the piece at `index` has one card less; a meld without cards is gone."""
    for number, meld in enumerate(pos.laid[zone]):
        if index < len(meld.faces):
            del meld.faces[index]
            if not meld.faces:
                del pos.laid[zone][number]
            return
        index -= len(meld.faces)


def draw(
    layout: Layout, pos: Position, chance: Chance, zone: int, family: int | None = None, seen: int = 0
) -> int | None:
    """Lifts the top of a pile, or a piece of a bag by chance, or what lies in a slot; None when there is
    nothing.

    With a family: the topmost piece of that family, or one of that family in the bag.
    """
    places = pos.zones[zone]
    if not places:
        return None
    if layout.is_pile[zone]:
        index = len(places) - 1
        piece = decide(layout, pos, chance, zone, index)
        while family is not None and layout.piece_family[piece] != family:
            index -= 1
            if index < 0:
                return None
            piece = decide(layout, pos, chance, zone, index)
        del places[index]
        pos.place[piece] = NOWHERE
        pos.facing[piece] = 0
        return piece
    if layout.is_slot[zone]:
        piece = places[0]
        if family is not None and layout.piece_family[piece] != family:
            return None
    elif layout.is_bag[zone]:
        among = places if family is None else [p for p in places if layout.piece_family[p] == family]
        if not among:
            return None
        labels = labels_in(layout, pos, zone)
        piece = lowest_twin(layout, pos, labels, among[chance.pick_piece(labels, among, zone)])
    else:
        raise RulesFault(
            "draw-from-row",
            facts={"zone": zone},
            text=f"{layout.zone_label[zone]} is a row: say which of its pieces goes",
        )
    take(layout, pos, chance, piece, seen)
    return piece


# ---------------------------------------------------------------------------------------------
# Arriving


def put(layout: Layout, pos: Position, piece: int, zone: int, at: int | None = None, facing: int = 0) -> None:
    """Lays a piece that lies nowhere into a zone: at place `at`, else at a row's end or on a pile's top."""
    if pos.place[piece] != NOWHERE:
        raise EngineBug(f"piece {piece} is put although it still lies in zone {pos.place[piece]}")
    places = pos.zones[zone]
    if facing:
        facing = _facing(layout, zone, facing)
    pos.facing[piece] = facing
    if at is not None and (layout.ordered[zone] or at != 1):
        _put_at(layout, pos, piece, zone, at)
    elif layout.is_bag[zone]:
        insort(places, piece, key=_rank_in_bag(layout, pos))
    elif places and layout.is_slot[zone]:
        raise RulesFault(
            "slot-full",
            facts={"zone": zone, "piece": piece, "there": places[0]},
            text=f"{layout.zone_label[zone]} already holds a piece",
        )
    else:
        places.append(piece)
    pos.place[piece] = zone
    pos.known[piece] |= knowledge.sight(layout, zone, facing)


def sort_bag(layout: Layout, pos: Position, zone: int) -> None:
    """Puts a bag into its order: by number, but among twins by what they show, then by how they lie."""
    pos.zones[zone].sort(key=_rank_in_bag(layout, pos))


def _rank_in_bag(layout: Layout, pos: Position) -> Callable[[int], Any]:
    """By what pieces are sorted in a bag."""
    if not layout.has_dice and not any(pos.facing):
        return layout.bag_rank.__getitem__
    return lambda piece: (layout.twins[piece][0], pos.shown[piece], pos.facing[piece], piece)


def _put_at(layout: Layout, pos: Position, piece: int, zone: int, at: int) -> None:
    places = pos.zones[zone]
    if not layout.ordered[zone]:
        raise RulesFault(
            "place-without-order",
            facts={"zone": zone, "at": at},
            text=f"{layout.zone_label[zone]} has no places to count",
        )
    if not 1 <= at <= len(places) + 1:
        raise RulesFault(
            "place-outside",
            facts={"zone": zone, "at": at, "size": len(places)},
            text=f"{layout.zone_label[zone]} has {len(places)} places: nothing can be put at {at}",
        )
    places.insert(at - 1, piece)


def arrival(layout: Layout, zone: int, facing: int = 0) -> int:
    """The mask of seats that see a piece arrive in a zone like this: what `take` and `draw` want as
    `seen`."""
    return knowledge.sight(layout, zone, facing)


def move(
    layout: Layout,
    pos: Position,
    chance: Chance,
    piece: int,
    zone: int,
    at: int | None = None,
    facing: int = 0,
    log: Log | None = None,
) -> None:
    """This very piece goes from where it lies into a zone."""
    if log is None:
        take(layout, pos, chance, piece, knowledge.sight(layout, zone, facing))
        put(layout, pos, piece, zone, at, facing)
        return
    source = pos.place[piece]
    place = place_of(layout, pos, piece)
    take(layout, pos, chance, piece, knowledge.sight(layout, zone, facing))
    put(layout, pos, piece, zone, at, facing)
    log.moved(layout, pos, piece, source, place)


def move_all(
    layout: Layout,
    pos: Position,
    chance: Chance,
    group: Sequence[int],
    zone: int,
    at: int | None = None,
    facing: int = 0,
    log: Log | None = None,
) -> None:
    """These pieces go, one after the other, into a zone; with `at` they come to lie from that place on."""
    for piece in group:
        move(layout, pos, chance, piece, zone, at, facing, log)
        if at is not None:
            at += 1


def draw_into(
    layout: Layout,
    pos: Position,
    chance: Chance,
    source: int,
    zone: int,
    family: int | None = None,
    at: int | None = None,
    facing: int = 0,
    log: Log | None = None,
) -> int | None:
    """One piece drawn from `source` (see `draw`) goes into `zone`; None when there is nothing to draw."""
    piece = draw(layout, pos, chance, source, family, knowledge.sight(layout, zone, facing))
    if piece is not None:
        put(layout, pos, piece, zone, at, facing)
        if log is not None:
            top = family is None and layout.is_pile[source]
            place = len(pos.zones[source]) + 1 if top else 0
            log.moved(layout, pos, piece, source, place)
    return piece


def shuffle(layout: Layout, pos: Position, chance: Chance, zone: int, log: Log | None = None) -> None:
    """The order of a zone becomes undecided and everybody forgets it (knowledge, rule 9)."""
    places = pos.zones[zone]
    if not layout.ordered[zone]:
        if layout.is_bag[zone]:
            for piece in places:
                pos.facing[piece] = 0
            knowledge.forget(layout, pos, zone, places)
            sort_bag(layout, pos, zone)
        return
    _spread(layout, pos, chance, zone, sorted(pos.bags[zone] + [p for p in places if p != UNDECIDED]))
    if log is not None:
        log.shuffled(layout, pos, zone)


def _spread(layout: Layout, pos: Position, chance: Chance, zone: int, group: list[int]) -> None:
    """`group`, ascending, lies in an ordered zone in an order nobody knows."""
    if layout.is_meld[zone]:
        label = layout.zone_label[zone]
        raise RulesFault("shuffle-melds", facts={"zone": zone}, text=f"{label} holds melds: it has no order")
    pos.zones[zone] = [UNDECIDED] * len(group)
    pos.bags[zone] = group
    seen = layout.sees[zone]
    for piece in group:
        pos.place[piece] = zone
        pos.facing[piece] = 0
        pos.known[piece] = seen
    if seen or not layout.is_pile[zone]:
        decide_all(layout, pos, chance, zone)


def move_whole(
    layout: Layout,
    pos: Position,
    chance: Chance,
    source: int,
    zone: int,
    shuffled: bool = False,
    at: int | None = None,
    facing: int = 0,
    log: Log | None = None,
) -> int:
    """Everything in `source` goes into `zone` in its order; `shuffled`: and `zone` is shuffled. How many
    went.

    Melds that go from one zone for melds to another stay melds.
    """
    if source == zone:
        if shuffled:
            shuffle(layout, pos, chance, zone, log)
        return len(pos.zones[zone])
    unordered = shuffled or layout.is_bag[zone]
    if not unordered and pos.bags[source]:
        decide_all(layout, pos, chance, source)
    seen = knowledge.sight(layout, zone, facing)
    group = [p for p in pos.zones[source] if p != UNDECIDED] + pos.bags[source]
    if not group:
        if shuffled:
            shuffle(layout, pos, chance, zone, log)
        return 0
    if layout.is_bag[source] and not layout.is_bag[zone] and not shuffled:
        knowledge.keep_order(layout, pos, group, seen)
    if log is not None:
        log.moved_whole(layout, pos, source, zone, group, 0 if shuffled else seen)
    pos.zones[source] = []
    pos.bags[source] = []
    melds = pos.laid.get(source)
    if melds:
        pos.laid[source] = []
        if layout.is_meld[zone]:
            pos.laid[zone].extend(melds)
    _land(layout, pos, chance, group, zone, shuffled, at, facing)
    if shuffled and log is not None:
        log.shuffled(layout, pos, zone)
    return len(group)


def gather(
    layout: Layout,
    pos: Position,
    chance: Chance,
    group: Sequence[int],
    zone: int,
    shuffled: bool = False,
    at: int | None = None,
    facing: int = 0,
    log: Log | None = None,
) -> None:
    """All pieces of some kinds (`group`) go into `zone` from wherever they are (knowledge, rule 10).

    No chance comes in as long as every undecided piece of a pile goes with them, or the pile itself is
    shuffled.
    """
    moving = set(group)
    for source in {pos.place[piece] for piece in group}:
        if source == NOWHERE:
            continue
        places, bag = pos.zones[source], pos.bags[source]
        again = shuffled and source == zone and layout.ordered[zone]
        if bag and (again or moving.issuperset(bag)):
            _lift(pos, [p for p in bag if p in moving])
            pos.bags[source] = [p for p in bag if p not in moving]
            places = pos.zones[source] = [p for p in places if p != UNDECIDED]
        if again or moving.issuperset(places):
            _lift(pos, [p for p in places if p in moving])
            pos.zones[source] = [p for p in places if p not in moving]
            if layout.is_meld[source]:
                pos.laid[source] = []
    seen = layout.all_seats if shuffled else knowledge.sight(layout, zone, facing)
    for piece in group:
        if pos.place[piece] != NOWHERE:
            take(layout, pos, chance, piece, seen)
        pos.known[piece] = 0 if layout.is_die[piece] else layout.all_seats
    if log is not None:
        log.gathered(layout, pos, group, zone)
    _land(layout, pos, chance, group, zone, shuffled, at, facing)
    if shuffled and log is not None:
        log.shuffled(layout, pos, zone)


def _lift(pos: Position, group: Sequence[int]) -> None:
    for piece in group:
        pos.place[piece] = NOWHERE


def _land(
    layout: Layout,
    pos: Position,
    chance: Chance,
    group: Sequence[int],
    zone: int,
    shuffled: bool,
    at: int | None,
    facing: int,
) -> None:
    """Lifted pieces arrive together."""
    if shuffled and layout.ordered[zone]:
        there = [p for p in pos.zones[zone] if p != UNDECIDED]
        _spread(layout, pos, chance, zone, sorted([*there, *pos.bags[zone], *group]))
        return
    for piece in group:
        pos.place[piece] = NOWHERE
        put(layout, pos, piece, zone, at, facing)
        if at is not None:
            at += 1
    if shuffled:
        shuffle(layout, pos, chance, zone)


# ---------------------------------------------------------------------------------------------
# Looking and turning


def reveal(layout: Layout, pos: Position, group: Sequence[int], log: Log | None = None) -> None:
    """Everybody learns these pieces where they lie; they stay there."""
    knowledge.show(layout, pos, group)
    if log is not None:
        log.shown(layout, pos, group)


def flip(layout: Layout, pos: Position, group: Sequence[int], up: bool, log: Log | None = None) -> None:
    """These pieces lie face up or face down from now on."""
    bags: dict[tuple[int, int], list[int]] = {}
    for piece in group:
        zone = pos.place[piece]
        if zone == NOWHERE:
            raise RulesFault(
                "flip-nowhere", facts={"piece": piece}, text="a piece that lies nowhere cannot be turned"
            )
        facing = _facing(layout, zone, UP if up else DOWN)
        if facing == pos.facing[piece]:
            continue
        if layout.is_bag[zone]:
            bags.setdefault((zone, pos.facing[piece]), []).append(piece)
        else:
            pos.facing[piece] = facing
            pos.known[piece] |= knowledge.sight(layout, zone, facing)
    for (zone, _), pieces_there in bags.items():
        knowledge.turn_in_bag(layout, pos, zone, pieces_there, _facing(layout, zone, UP if up else DOWN))
        sort_bag(layout, pos, zone)
    if log is not None:
        log.flipped(layout, pos, group)


def _facing(layout: Layout, zone: int, facing: int) -> int:
    """0 where a piece lies that way in the zone anyway, so that equal positions are equal."""
    return 0 if facing and layout.sees[zone] == (layout.all_seats if facing == UP else 0) else facing


def lies_up(layout: Layout, pos: Position, piece: int) -> bool:
    """Whether a piece lies face up: it was laid so, or it lies in an open zone and was not laid face down."""
    facing = pos.facing[piece]
    if facing:
        return facing == UP
    zone = pos.place[piece]
    return zone != NOWHERE and layout.zone_visibility[zone] == "open"


def roll(layout: Layout, pos: Position, chance: Chance, die: int, log: Log | None = None) -> None:
    """A die gets a new value by chance, known to those who see it where it lies (knowledge, rule 11)."""
    sides = layout.program.families[layout.piece_family[die]].sides
    if sides is None:
        raise RulesFault("roll-card", facts={"piece": die}, text="only dice can be rolled")
    pos.shown[die] = chance.pick_value(sides[0], sides[1])
    zone = pos.place[die]
    pos.known[die] = knowledge.sight(layout, zone, pos.facing[die])
    if zone != NOWHERE and layout.is_bag[zone]:
        sort_bag(layout, pos, zone)
    if log is not None:
        log.rolled(layout, pos, die)


def place_of(layout: Layout, pos: Position, piece: int) -> int:
    """The place (from 1) of a piece in its ordered zone; 0 in a bag or slot, nowhere, or while undecided."""
    zone = pos.place[piece]
    if zone == NOWHERE or not layout.ordered[zone]:
        return 0
    places = pos.zones[zone]
    return places.index(piece) + 1 if piece in places else 0
