"""What is on the table, sorted for showing: read off a Program and a view alone.

A `Sheet` has everything that is shown of a position, as plain data: seats with what lies before them, zones
in the middle, zones laid out by the members of an enum, and the viewer's own cards.  How it looks is decided
in `draw.py` and `plain.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from attrs import field, frozen

from interpreter.layout import SUPPLY, Layout
from interpreter.notation import Notation, face_text
from interpreter.program import PLAYER_DOMAIN, VarFamily, ZoneFamily
from interpreter.views import Card, LaidView, View, ZoneView


@frozen
class Spot:
    """One place with a piece: `text` is empty when the viewer does not know it; its back may show `owner`.

    `owner` is the letter of the player whose set the piece is of, where that is not plain from the zone.
    `face` is the number of the face (-1: unknown), `die` whether it is a die.
    """

    text: str
    owner: str = ""
    face: int = -1
    die: bool = False

    @property
    def label(self) -> str:
        """The text with its owner."""
        return f"{self.owner}.{self.text}" if self.owner and self.text else self.text


@frozen
class Laid:
    """A meld that lies on the table; `by` is a seat's letter or empty, `readings` says how wilds are read."""

    kind: str
    by: str
    spots: tuple[Spot, ...]


@frozen
class Place:
    """A zone: `number` in the layout, `name` of its family, `spots` first to last."""

    number: int
    name: str
    label: str
    kind: str
    visibility: str
    size: int
    spots: tuple[Spot, ...]
    melds: tuple[Laid, ...] = ()
    counted: tuple[tuple[str, int], ...] = ()
    """counted pieces that lie here, as (name, number)"""

    @property
    def keys(self) -> tuple[str, ...]:
        """What may be typed for each piece, see `card_keys`."""
        return card_keys([spot.text for spot in self.spots])

    @property
    def named_by_codes(self) -> bool:
        """Whether a piece is called by what is printed on it, so that it needs no number."""
        return all(key == spot.text for key, spot in zip(self.keys, self.spots, strict=True))

    @property
    def known(self) -> tuple[Spot, ...]:
        """The pieces that the viewer knows."""
        return tuple([spot for spot in self.spots if spot.text])


def card_keys(codes: Sequence[str]) -> tuple[str, ...]:
    """What may be typed for each of the pieces that lie side by side and bear these codes ("": not known).

    Their codes where these are numbers and all different, as then a place could be taken for a card; else
    their places, from 1.
    """
    if all(code.isdecimal() for code in codes) and len(set(codes)) == len(codes):
        return tuple(codes)
    return tuple([str(place) for place in range(1, len(codes) + 1)])


@frozen
class Held:
    """Counted pieces of one kind before a player; `most` is what the richest player has."""

    name: str
    amount: int
    most: int


@frozen
class Seat:
    """A player with what is before them; `facts` are variables that say something."""

    number: int
    letter: str
    who: str
    chooses: bool
    turn: bool
    places: tuple[Place, ...]
    held: tuple[Held, ...]
    facts: tuple[tuple[str, str], ...]


@frozen
class Grid:
    """Zones laid out by the members of an enum: a row for each family, a column for each member."""

    domain: str
    members: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Place, ...]], ...]
    facts: tuple[tuple[str, tuple[str, ...]], ...] = ()


@frozen
class Sheet:
    """A position as one viewer sees it; see the module."""

    title: str
    viewer: int | None
    seats: tuple[Seat, ...]
    middle: tuple[Place, ...]
    grids: tuple[Grid, ...]
    own: tuple[Place, ...]
    supply: tuple[tuple[str, int], ...]
    facts: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...] = ()
    """notes that hold for the time being, such as what an event means"""
    decisions: int = 0
    over: bool = field(default=False)


def make_sheet(
    layout: Layout, notation: Notation, view: View, who: Sequence[str], chooser: int | None
) -> Sheet:
    """The sheet of a view; `who` says for each seat what sits there, `chooser` is the seat that is due."""
    return _Maker(layout, notation, view, who, chooser).sheet()


class _Maker:
    """Sorts one view."""

    def __init__(
        self, layout: Layout, notation: Notation, view: View, who: Sequence[str], chooser: int | None
    ) -> None:
        self.layout = layout
        self.program = layout.program
        self.notation = notation
        self.view = view
        self.who = who
        self.chooser = chooser

    def sheet(self) -> Sheet:
        """The sheet."""
        view = self.view
        return Sheet(
            title=self.program.title,
            viewer=view.seat,
            seats=tuple([self._seat(seat) for seat in range(self.program.players)]),
            middle=tuple([self._place(family.base) for family in self.program.zones if not family.keys]),
            grids=tuple(self._grids()),
            own=tuple(self._own()),
            supply=tuple(
                [
                    (counter.name, view.counters[number][SUPPLY])
                    for number, counter in enumerate(self.program.counters)
                    if counter.total > 0
                ]
            ),
            facts=tuple(self._facts()),
            decisions=view.decisions,
            over=view.over,
        )

    # -- zones -----------------------------------------------------------------------------------

    def _place(self, zone: int) -> Place:
        seen: ZoneView = self.view.zones[zone]
        family = self.program.zones[self.layout.zone_family[zone]]
        owner = self.layout.zone_owner[zone]
        spots = tuple([self._spot(card, owner) for card in seen.cards])
        holder = self.layout.zone_holder(zone)
        counted = [
            (counter.name, self.view.counters[number][holder])
            for number, counter in enumerate(self.program.counters)
            if self.view.counters[number][holder]
        ]
        return Place(
            number=zone,
            name=family.name,
            label=seen.label,
            kind=seen.kind,
            visibility=family.visibility,
            size=seen.size,
            spots=spots,
            melds=tuple(self._melds(seen.melds, spots)),
            counted=tuple(counted),
        )

    def _spot(self, card: Card, zone_owner: int = -1) -> Spot:
        if card.face is None:
            return Spot("", "" if card.owner in (-1, zone_owner) else self.layout.seat_names[card.owner])
        die = self.program.families[self.program.faces[card.face].family].dice
        owner = "" if card.owner in (-1, zone_owner) or die else self.layout.seat_names[card.owner]
        if die:
            return Spot("" if card.shown is None else str(card.shown or "-"), owner, card.face, True)
        return Spot(face_text(self.program, card.face), owner, card.face)

    def _melds(self, melds: Sequence[LaidView], spots: Sequence[Spot]) -> list[Laid]:
        found: list[Laid] = []
        start = 0
        for meld in melds:
            cards = spots[start : start + meld.size]
            start += meld.size
            by = "" if meld.by is None else self.layout.seat_names[meld.by]
            found.append(Laid(self.program.melds[meld.kind].name, by, tuple(self._read(cards, meld.faces))))
        return found

    def _read(self, spots: Sequence[Spot], faces: Sequence[int]) -> list[Spot]:
        """Cards of a meld; a wild tells as what it is read."""
        if len(faces) != len(spots):
            return list(spots)
        return [
            spot if face == spot.face else Spot(f"{spot.text}={face_text(self.program, face)}", "", face)
            for spot, face in zip(spots, faces, strict=True)
        ]

    def _zones_of(self, family: ZoneFamily, seat: int) -> list[int]:
        """The zones of a family that lie before a player."""
        key = family.keys.index(PLAYER_DOMAIN) if PLAYER_DOMAIN in family.keys else None
        if key is None:
            return []
        zones = range(family.base, family.base + family.count)
        return [zone for zone in zones if self.layout.zone_keys[zone][key] == seat]

    def _own(self) -> list[Place]:
        """The viewer's private zones that hold anything."""
        seat = self.view.seat
        if seat is None:
            return []
        zones = [
            zone
            for family in self.program.zones
            if family.visibility == "private"
            for zone in self._zones_of(family, seat)
        ]
        return [self._place(zone) for zone in zones if self.view.zones[zone].size]

    def _grids(self) -> list[Grid]:
        """Zones without an owner, by the domains of their keys."""
        families: dict[tuple[int, ...], list[ZoneFamily]] = {}
        for family in self.program.zones:
            if family.keys and PLAYER_DOMAIN not in family.keys:
                families.setdefault(family.keys, []).append(family)
        grids = []
        for keys, among in families.items():
            domains = [self.program.domains[key] for key in keys]
            names = [", ".join(names) for names in product(*[domain.members for domain in domains])]
            rows = [
                (family.name, tuple([self._place(family.base + i) for i in range(family.count)]))
                for family in among
            ]
            facts = [
                (family.name, tuple([self._value(family, i) for i in range(family.count)]))
                for family in self.program.variables
                if family.keys == keys and any(self._says(family, i) for i in range(family.count))
            ]
            title = ", ".join(domain.name for domain in domains)
            grids.append(Grid(title, tuple(names), tuple(rows), tuple(facts)))
        return grids

    # -- players ---------------------------------------------------------------------------------

    def _seat(self, seat: int) -> Seat:
        places = [self._place(zone) for family in self.program.zones for zone in self._zones_of(family, seat)]
        return Seat(
            number=seat,
            letter=self.layout.seat_names[seat],
            who=self.who[seat],
            chooses=seat == self.chooser,
            turn=seat == self.view.turn,
            places=tuple(places),
            held=tuple(self._held(seat)),
            facts=tuple(self._facts_of(seat)),
        )

    def _held(self, seat: int) -> list[Held]:
        holders = range(1, 1 + self.program.players)
        found = []
        for number, counter in enumerate(self.program.counters):
            amounts = [self.view.counters[number][holder] for holder in holders]
            if counter.total > 0:
                found.append(Held(counter.name, amounts[seat], max(amounts)))
        return found

    # -- variables -------------------------------------------------------------------------------

    def _facts(self) -> list[tuple[str, str]]:
        """Variables of no player and no grid that say something."""
        found = []
        grids = {family.keys for family in self.program.zones}
        for family in self.program.variables:
            if PLAYER_DOMAIN in family.keys or (family.keys and family.keys in grids):
                continue
            for offset, keys in enumerate(self._keys(family)):
                if self._says(family, offset):
                    name = family.name + (f"[{', '.join(keys)}]" if keys else "")
                    found.append((name, self._value(family, offset)))
        return found

    def _facts_of(self, seat: int) -> list[tuple[str, str]]:
        """A player's variables; a family of which nobody has anything to say is left out."""
        found = []
        for family in self.program.variables:
            if PLAYER_DOMAIN not in family.keys or not self._told(family):
                continue
            key = family.keys.index(PLAYER_DOMAIN)
            own = [
                (keys[:key] + keys[key + 1 :], offset)
                for offset, keys in enumerate(self._keys(family))
                if keys[key] == self.layout.seat_names[seat]
            ]
            if not any(self._says(family, offset) for offset in range(family.count)):
                continue
            if len(family.keys) == 1:
                found.append((family.name, self._value(family, own[0][1])))
            else:
                said = [(rest, offset) for rest, offset in own if self._says(family, offset)]
                yes_no = family.type == "yes/no"
                texts = [
                    ", ".join(rest) + ("" if yes_no else f" {self._value(family, offset)}")
                    for rest, offset in said
                ]
                found.append((family.name, " ".join(texts) or "-"))
        return found

    def _keys(self, family: VarFamily) -> list[tuple[str, ...]]:
        ranges = [
            self.layout.seat_names if domain == PLAYER_DOMAIN else list(self.program.domains[domain].members)
            for domain in family.keys
        ]
        return [tuple(keys) for keys in product(*ranges)]

    def _told(self, family: VarFamily) -> bool:
        return family.type != "unknown"

    def _says(self, family: VarFamily, offset: int) -> bool:
        """Whether a value says something: not none, not no, not the number 0, not an empty list."""
        value = self.view.variables[family.base + offset]
        nothing = 0 if family.type == "number" else None
        return self._told(family) and value is not None and value is not False and value not in ((), nothing)

    def _value(self, family: VarFamily, offset: int) -> str:
        return self._text(self.view.variables[family.base + offset], family.type)

    def _text(self, value: Any, kind: str) -> str:
        """A variable's value as text; pieces in brackets."""
        if value is None:
            return "-"
        if isinstance(value, Card):
            return f"[{self._spot(value).label or '?'}]"
        if isinstance(value, tuple):
            if all(isinstance(part, Card | None) for part in value):
                return f"[{' '.join(self._spot(part).label if part else '?' for part in value)}]"
            return " ".join(self._text(part, "") for part in value)
        if isinstance(value, bool):
            return "yes" if value else "-"
        if kind.startswith("domain:"):
            return self.notation.member(kind[len("domain:") :], value)
        return str(value)
