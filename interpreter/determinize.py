"""Guessing at what is hidden: a full position that agrees with a view, every such position equally likely.

`determinize` is given a view and nothing else, so it cannot know more than the player whose view it is.
Pieces the player knows lie where they lie. The others are dealt to the unknown places at random: uniformly
among all arrangements of the physical pieces in which every back shows what it does (whose set a card is of)
and every zone holds only families that the rules can bring there (or only what the caller allows). With
such restrictions the number of pieces of each group that
go to each zone is drawn first, each combination by the exact number of arrangements it stands for; filling
zones one after the other without counting would be biased, and throwing impossible deals away would never
end.

The guess is a position one can play on from, except for two things that the view must not tell:
* the triggers that are alive have their bits at 0: the machine has to set them from the guess;
* in a simultaneous choice under way nobody has committed yet: whoever uses the guess lets the others choose
  again and repeats the player's own choices.
Masks of knowledge are what each seat sees by nature, and for the player what the view says. Piles nobody sees
stay undecided. The guess has a generator of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import comb
from typing import Any

from attrs import frozen

from interpreter.chance import below, below_large, next_output, shuffle_list, start_generator
from interpreter.faults import EngineBug
from interpreter.knowledge import sight
from interpreter.layout import Layout, empty_position
from interpreter.meld_values import Meld
from interpreter.piece_flow import PieceFlow
from interpreter.piles import sort_bag
from interpreter.position import NOWHERE, UNDECIDED, LaidMeld, Position
from interpreter.views import Card, MeldRef, Observation, Ref, View

Allowed = Mapping[int, Collection[tuple[int, int]]]
"""For some zones the (family, owner) of the pieces they can hold; owner -1 is nobody."""


def determinize(layout: Layout, view: View, generator: list[int], allowed: Allowed | None = None) -> Position:
    """A position that agrees with the view; the generator moves on. Equal views and generators give equal
    ones."""
    if view.seat is None or view.resume is None:
        raise EngineBug("a guess needs the view of a seat, with what play goes on from")
    return _Guess(layout, view, generator, allowed or {}).make()


@frozen
class Hidden:
    """What a guess was free to do.

    The pieces of a block may change places with each other in any way, and a die of `dice` (its number, the
    least value, how many values) may show anything: what comes of that agrees with the view as well, and all
    of it is equally likely.
    """

    blocks: tuple[tuple[int, ...], ...]
    dice: tuple[tuple[int, int, int], ...]


def determinize_freely(layout: Layout, view: View, generator: list[int]) -> tuple[Position, Hidden | None]:
    """As `determinize`, with what else it could have been; None where that is not as simple as `Hidden`
    tells it."""
    guess = _Guess(layout, view, generator, {})
    pos = guess.make()
    blocks = tuple([block for block in guess.blocks if len(block) > 1])
    return pos, Hidden(blocks, tuple(guess.loose)) if guess.is_free else None


def allowed_by(layout: Layout, seen: Iterable[Observation]) -> Allowed:
    """Which groups of pieces can lie where, by what a seat has observed from the beginning of the game.

    A piece that went unseen from one zone to another may have been of any group that could lie there. Where
    each player has a set of cards, this keeps one player's cards out of zones that only another's have come
    to.
    """
    labels = layout.piece_label
    kinds = {labels[p]: (layout.piece_family[p], layout.piece_owner[p]) for p in range(layout.piece_count)}
    reach: dict[tuple[int, int], set[int]] = {kind: set() for kind in kinds.values()}
    sizes = [0] * layout.zone_count

    def follow(label: int | None, source: int, zone: int) -> None:
        for kind, zones in reach.items():
            if _may_be(kinds, label, kind) and (source in zones or (label is not None and label >= 0)):
                zones.add(zone)
        sizes[zone] += 1
        if source != NOWHERE:
            sizes[source] -= 1

    for entry in seen:
        if entry[0] == "moved":
            follow(entry[1], entry[2], entry[4])
        elif entry[0] == "moved whole":
            for label in entry[3]:
                follow(label, entry[1], entry[2])
        elif entry[0] == "gathered":
            sizes = list(entry[3])
            sizes[entry[2]] += len(entry[1])
            for label in entry[1]:
                reach[kinds[label]] = {entry[2]}
        else:
            continue
        for zones in reach.values():
            zones.difference_update([zone for zone in zones if not sizes[zone]])
    return {
        zone: [kind for kind, zones in reach.items() if zone in zones] for zone in range(layout.zone_count)
    }


def _may_be(kinds: Mapping[int, tuple[int, int]], label: int | None, kind: tuple[int, int]) -> bool:
    """Whether a piece that was seen like this, or only its back, may be of this kind."""
    if label is None:
        return True
    return kinds[label] == kind if label >= 0 else kind[1] == -1 - label


Room = tuple[int, int]
"""A zone, and the owner that the backs of unknown pieces there show: -1 for nobody, or not decided."""


class _Guess:
    """One guess under construction."""

    def __init__(self, layout: Layout, view: View, generator: list[int], allowed: Allowed) -> None:
        self.layout = layout
        self.view = view
        self.generator = generator
        self.allowed = allowed
        self.pos = empty_position(layout)
        self.free: dict[int, list[int]] = {}
        for piece in range(layout.piece_count - 1, -1, -1):
            self.free.setdefault(layout.piece_label[piece], []).append(piece)
        self.hidden: dict[int, list[int]] = {}
        self.blocks: list[tuple[int, ...]] = []
        self.loose: list[tuple[int, int, int]] = []
        self.is_free = True

    def make(self) -> Position:
        """The position."""
        view, pos = self.view, self.pos
        for label, count in view.out:
            del self.free[label][len(self.free[label]) - count :]
        self._place_known()
        self._place_hidden()
        self._lay_melds()
        pos.counters = [list(held) for held in view.counters]
        pos.direction = view.direction
        pos.misses = list(view.misses)
        pos.serial = view.serial
        pos.decisions = view.decisions
        pos.over = view.over
        pos.no_result = view.no_result
        self._resume()
        pos.generator = self._own_generator()
        return pos

    def _own_generator(self) -> list[int]:
        words = [next_output(self.generator) for _ in range(4)]
        return start_generator(words[0] << 32 | words[1], words[2] << 32 | words[3])

    # -- pieces ----------------------------------------------------------------------------------

    def _place_known(self) -> None:
        """Puts down what the player knows; unknown places stay UNDECIDED."""
        for number, zone in enumerate(self.view.zones):
            places: list[int] = []
            for card in zone.cards:
                if card.face is None:
                    places.append(UNDECIDED)
                    continue
                piece = self.free[self.layout.label(card.face, card.owner)].pop()
                places.append(piece)
                self._settle(piece, number, card)
            self.pos.zones[number] = places
            if self.layout.is_bag[number] and UNDECIDED not in places:
                sort_bag(self.layout, self.pos, number)

    def _settle(self, piece: int, zone: int, card: Card) -> None:
        pos = self.pos
        pos.place[piece] = zone
        pos.facing[piece] = card.facing
        pos.known[piece] = sight(self.layout, zone, card.facing)
        if self.layout.is_die[piece]:
            pos.shown[piece] = self._value(piece) if card.shown is None else card.shown
        if card.face is not None and card.shown is not None and self.view.seat is not None:
            pos.known[piece] |= 1 << self.view.seat

    def _value(self, die: int) -> int:
        sides = self.layout.program.families[self.layout.piece_family[die]].sides
        if sides is None:
            raise EngineBug("a card stands for a die")
        self.loose.append((die, sides[0], sides[1] - sides[0] + 1))
        return sides[0] + below(self.generator, sides[1] - sides[0] + 1)

    def _place_hidden(self) -> None:
        """Deals the other pieces to the unknown places."""
        left = sorted(piece for pieces in self.free.values() for piece in pieces)
        rooms: dict[Room, int] = {}
        for zone, seen in enumerate(self.view.zones):
            for card in seen.cards:
                if card.face is None:
                    rooms[zone, card.owner] = rooms.get((zone, card.owner), 0) + 1
        if sum(rooms.values()) != len(left):
            raise EngineBug(f"{len(left)} pieces are left for {sum(rooms.values())} places")
        for (zone, owner), pieces in self._dealt(left, rooms).items():
            self.hidden[zone] = sorted([*self.hidden.get(zone, ()), *pieces])
            self._fill(zone, owner, pieces)

    def _fill(self, zone: int, owner: int, pieces: list[int]) -> None:
        """Lays pieces to the unknown places of a zone that show this owner."""
        unknown = [
            (index, card)
            for index, card in enumerate(self.view.zones[zone].cards)
            if card.face is None and card.owner == owner
        ]
        undecided = self.layout.is_pile[zone] and not self.layout.sees[zone] and owner < 0
        if undecided and not any(card.facing for _, card in unknown):
            self.pos.bags[zone] = sorted(pieces)
            for piece in pieces:
                self._settle(piece, zone, unknown[0][1])
            return
        waiting = list(pieces)
        for index, card in unknown:
            piece = waiting.pop()
            self.pos.zones[zone][index] = piece
            self._settle(piece, zone, card)
        if self.layout.is_bag[zone] and UNDECIDED not in self.pos.zones[zone]:
            sort_bag(self.layout, self.pos, zone)

    def _dealt(self, left: list[int], rooms: dict[Room, int]) -> dict[Room, list[int]]:
        """The pieces of each room, in random order."""
        for by_rules in (True, False):
            groups = self._groups(left, rooms, by_rules)
            if len(groups) > 1:
                pieces = [tuple(group) for group in groups.values()]
                dealt = _Deal(groups, rooms).sample(self.generator)
                if dealt is not None:
                    self.blocks = pieces
                    self.is_free = all(sum(may_lie) <= 1 for may_lie in zip(*groups, strict=True))
                    return dealt
        self.blocks = [tuple(left)]
        shuffle_list(self.generator, left)
        dealt = {}
        for room, size in rooms.items():
            dealt[room] = [left.pop() for _ in range(size)]
        return dealt

    def _groups(
        self, left: Sequence[int], rooms: Mapping[Room, int], by_rules: bool
    ) -> dict[tuple[bool, ...], list[int]]:
        """Pieces by the rooms they may go to: by their backs, and by where the rules can bring them."""
        layout = self.layout
        holds = PieceFlow.of(layout).holds
        groups: dict[tuple[bool, ...], list[int]] = {}
        known: dict[tuple[int, int], tuple[bool, ...]] = {}
        for piece in left:
            kind = (layout.piece_family[piece], layout.piece_owner[piece])
            if kind not in known:
                known[kind] = tuple(
                    (
                        not by_rules
                        or (kind in self.allowed[zone] if zone in self.allowed else kind[0] in holds[zone])
                    )
                    and (kind[1] == owner or (owner < 0 and layout.is_pile[zone]))
                    for zone, owner in rooms
                )
            groups.setdefault(known[kind], []).append(piece)
        return groups

    def _lay_melds(self) -> None:
        for number, zone in enumerate(self.view.zones):
            start = 0
            for meld in zone.melds:
                pieces = self.pos.zones[number][start : start + meld.size]
                self._note(*pieces)
                faces = list(meld.faces) or [self.layout.piece_face[p] for p in pieces]
                self.pos.laid[number].append(LaidMeld(meld.serial, meld.kind, meld.by, faces, meld.shape))
                start += meld.size

    # -- where the rules stand -------------------------------------------------------------------

    def _resume(self) -> None:
        resume, pos = self.view.resume, self.pos
        if resume is None:
            return
        pos.frames = [[self._real(part) for part in frame] for frame in resume.frames]
        pos.cells = [self._real(value) for value in resume.cells]
        pos.variables = [self._real(value) for value in resume.variables]
        pos.queue = [list(entry) for entry in resume.queue]
        pos.bits = dict.fromkeys(resume.triggers, 0)

    def _real(self, value: Any) -> Any:
        """A value with pieces again."""
        if isinstance(value, Ref):
            return self._piece(value)
        if isinstance(value, MeldRef):
            pieces = tuple([self._piece(ref) for ref in value.pieces])
            faces = tuple(
                [
                    self.layout.piece_face[piece] if face is None else face
                    for piece, face in zip(pieces, value.faces, strict=True)
                ]
            )
            parts = tuple([self._real(part) for part in value.parts])
            return Meld(value.kind, pieces, faces, value.by, parts, value.home, value.shape)
        if isinstance(value, tuple):
            return tuple([self._real(part) for part in value])
        return value

    def _piece(self, ref: Ref) -> int:
        """The piece that is meant."""
        piece = self._meant(ref)
        self._note(piece)
        return piece

    def _note(self, *pieces: int) -> None:
        """Where the rules speak of a piece that was dealt, another deal is more than other places."""
        if any(piece in block for piece in pieces for block in self.blocks):
            self.is_free = False

    def _meant(self, ref: Ref) -> int:
        pos, layout = self.pos, self.layout
        if ref.zone == NOWHERE:
            among = [p for p in range(layout.piece_count) if pos.place[p] == NOWHERE]
        elif ref.place:
            piece = pos.zones[ref.zone][ref.place - 1]
            if piece == UNDECIDED:
                bag = pos.bags[ref.zone]
                piece = bag.pop(below(self.generator, len(bag)))
                pos.zones[ref.zone][ref.place - 1] = piece
            return piece
        else:
            among = [p for p in range(layout.piece_count) if pos.place[p] == ref.zone]
            if ref.label is None:
                among = self.hidden.get(ref.zone) or among
        if ref.label is not None:
            among = [p for p in among if layout.piece_label[p] == ref.label]
        if not among:
            raise EngineBug(f"nothing is where {ref} says")
        return among[0] if ref.label is not None else among[below(self.generator, len(among))]


class _Deal:
    """Deals groups of pieces to zones, every possible arrangement equally likely.

    `groups`: for each group (named by which zones it may go to, in the order of `rooms`) its pieces.
    """

    def __init__(self, groups: Mapping[tuple[bool, ...], list[int]], rooms: Mapping[Room, int]) -> None:
        self.names = sorted(groups)
        self.pieces = [list(groups[name]) for name in self.names]
        self.names_of_rooms = list(rooms)
        self.rooms = [rooms[room] for room in self.names_of_rooms]
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}

    def ways(self, index: int, left: tuple[int, ...]) -> int:
        """In how many ways pieces can be chosen for the zones from `index` on, so many of each group left."""
        if index == len(self.rooms):
            return 0 if any(left) else 1
        key = (index, left)
        if key not in self.known:
            self.known[key] = sum(weight for _, weight in self.shares(index, left))
        return self.known[key]

    def shares(self, index: int, left: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        """How many of each group can go to a zone, with the number of ways to go on from there."""
        found: list[tuple[tuple[int, ...], int]] = []

        def choose(group: int, room: int, taken: tuple[int, ...], weight: int) -> None:
            if group == len(left):
                if not room:
                    rest = tuple(have - gone for have, gone in zip(left, taken, strict=True))
                    further = self.ways(index + 1, rest)
                    if further:
                        found.append((taken, weight * further))
                return
            most = min(room, left[group]) if self.names[group][index] else 0
            for number in range(most + 1):
                choose(group + 1, room - number, (*taken, number), weight * comb(left[group], number))

        choose(0, self.rooms[index], (), 1)
        return found

    def sample(self, generator: list[int]) -> dict[Room, list[int]] | None:
        """One arrangement, or None when there is none."""
        left = tuple(len(pieces) for pieces in self.pieces)
        if not self.ways(0, left):
            return None
        for pieces in self.pieces:
            shuffle_list(generator, pieces)
        dealt: dict[Room, list[int]] = {}
        for index, room in enumerate(self.names_of_rooms):
            shares = self.shares(index, left)
            rest = below_large(generator, sum([weight for _, weight in shares]))
            chosen = 0
            while rest >= shares[chosen][1]:
                rest -= shares[chosen][1]
                chosen += 1
            taken = shares[chosen][0]
            hand: list[int] = []
            for group, number in enumerate(taken):
                hand += [self.pieces[group].pop() for _ in range(number)]
            shuffle_list(generator, hand)
            dealt[room] = hand
            left = tuple(have - gone for have, gone in zip(left, taken, strict=True))
        return dealt
