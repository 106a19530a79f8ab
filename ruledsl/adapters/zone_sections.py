"""What a seat sees of the zones, as numbers.

A zone's sections speak only of pieces that the rules can bring there. Pieces that look alike (one face, one
owner) share an entry where they are counted, and stand in the order of their positions where each has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.layout import Layout
from interpreter.piece_flow import PieceFlow
from interpreter.views import Card, LaidView, ZoneView
from ruledsl.adapters.actions import piece_text, reading_faces
from ruledsl.adapters.sections import Plan

Vector = list[float]


class ZoneSections:
    """The sections of one zone; `write` fills them in from a view."""

    def __init__(self, plan: Plan, layout: Layout, zone: int, turned: bool) -> None:
        self.layout = layout
        self.name = f"zone {layout.zone_label[zone]}"
        self.ordered = layout.ordered[zone]
        families = PieceFlow.of(layout).holds[zone]
        pieces = [p for family in sorted(families) for p in layout.family_pieces[family]]
        self.labels = sorted({layout.piece_label[p] for p in pieces})
        self.dice = {layout.piece_label[p] for p in pieces if layout.is_die[p]}
        self.most = len(pieces)
        self.twins = self._twins(pieces)
        self.size = plan.add(f"{self.name} size", ["size"] if pieces else [], 0, self.most)
        texts = [piece_text(layout, label) for label in self.labels]
        self.known = plan.add(f"{self.name} known", texts, 0, max(self.twins.values(), default=0))
        self._counted = {label: self.known + index for index, label in enumerate(self.labels)}
        self._lay_out_backs(plan, pieces)
        self._lay_out_places(plan)
        self._lay_out_turned(plan, turned)
        self._lay_out_dice(plan)
        self._lay_out_melds(plan, zone)

    def _twins(self, pieces: Sequence[int]) -> dict[int, int]:
        found: dict[int, int] = {}
        for piece in pieces:
            label = self.layout.piece_label[piece]
            found[label] = found.get(label, 0) + 1
        return found

    def _each(self, labels: Sequence[int]) -> list[str]:
        """A text for every single piece with one of these labels."""
        return [
            piece_text(self.layout, label) + (f" ({number})" if self.twins[label] > 1 else "")
            for label in labels
            for number in range(1, self.twins[label] + 1)
        ]

    def _starts(self, start: int, labels: Sequence[int]) -> dict[int, int]:
        """For each label the entry of its first piece."""
        found = {}
        for label in labels:
            found[label] = start
            start += self.twins[label]
        return found

    def _lay_out_backs(self, plan: Plan, pieces: Sequence[int]) -> None:
        """Whose set unknown pieces are of, and where they lie."""
        layout = self.layout
        owned = [0] * layout.players
        for piece in pieces:
            if layout.piece_owner[piece] >= 0 and not layout.is_die[piece]:
                owned[layout.piece_owner[piece]] += 1
        owners = [seat for seat in range(layout.players) if owned[seat]]
        names = layout.seat_names
        start = plan.add(f"{self.name} unknown", [names[s] for s in owners], 0, max(owned, default=0))
        self._backs = {seat: start + index for index, seat in enumerate(owners)}
        self._back_places: dict[int, int] = {}
        if self.ordered:
            each = [f"{names[seat]} ({number + 1})" for seat in owners for number in range(owned[seat])]
            start = plan.add(f"{self.name} unknown at", each, 0, self.most)
            for seat in owners:
                self._back_places[seat] = start
                start += owned[seat]

    def _lay_out_places(self, plan: Plan) -> None:
        self._places: dict[int, int] = {}
        if self.ordered:
            start = plan.add(f"{self.name} at", self._each(self.labels), 0, self.most)
            self._places = self._starts(start, self.labels)

    def _lay_out_turned(self, plan: Plan, turned: bool) -> None:
        """How pieces lie: piece by piece in an ordered zone, else as numbers of those down and up."""
        self._turned: dict[int, int] = {}
        self._down: dict[int, int] = {}
        if not turned:
            return
        if self.ordered:
            start = plan.add(f"{self.name} turned", self._each(self.labels), 0, 2)
            self._turned = self._starts(start, self.labels)
            return
        texts = [f"{piece_text(self.layout, label)} {way}" for label in self.labels for way in ("down", "up")]
        start = plan.add(f"{self.name} turned", texts, 0, max(self.twins.values(), default=0))
        self._down = {label: start + 2 * index for index, label in enumerate(self.labels)}

    def _lay_out_dice(self, plan: Plan) -> None:
        """What dice show: die by die in an ordered zone, else how many show each value."""
        self._shown: dict[int, int] = {}
        self._showing: dict[int, int] = {}
        layout = self.layout
        dice = [label for label in self.labels if label in self.dice]
        highs = {label: _sides(layout, label) for label in dice}
        if self.ordered:
            start = plan.add(f"{self.name} shown", self._each(dice), 0, max(highs.values(), default=0))
            self._shown = self._starts(start, dice)
            return
        texts = [f"{piece_text(layout, label)} {n}" for label in dice for n in range(1, highs[label] + 1)]
        start = plan.add(
            f"{self.name} shown", texts, 0, max((self.twins[label] for label in dice), default=0)
        )
        for label in dice:
            self._showing[label] = start - 1
            start += highs[label]

    def _lay_out_melds(self, plan: Plan, zone: int) -> None:
        """The melds that lie here: of the one in a `meld` zone its kind and who formed it; in a zone for many
        the number, kind and former of the meld in which each piece lies. And how wilds are read."""
        layout, program = self.layout, self.layout.program
        self._single = layout.zone_kind[zone] == "meld"
        self._many = layout.zone_kind[zone] == "melds"
        if not (self._single or self._many):
            return
        kinds = [kind.name for kind in program.melds]
        faces = reading_faces(layout)
        wilds = [label for label in self.labels if layout.face_wild[layout.face_of_label(label)]]
        self._readings = {face: index for index, face in enumerate(faces)}
        if self._single:
            self._kind = plan.add(f"{self.name} kind", kinds)
            self._by = plan.add(f"{self.name} by", layout.seat_names)
            texts = [piece_text(layout, layout.label(face)) for face in faces] if wilds else []
            self._read = plan.add(f"{self.name} read as", texts, 0, self.most)
            return
        each = self._each(self.labels)
        self._meld = plan.add(f"{self.name} meld", each, 0, max(1, self.most))
        self._kind = plan.add(f"{self.name} kind", each, 0, len(kinds))
        self._by = plan.add(f"{self.name} by", each, 0, layout.players)
        self._pieces = self._starts(0, self.labels)
        start = plan.add(f"{self.name} read as", self._each(wilds), 0, len(faces))
        self._wilds = self._starts(start, wilds)

    # -- filling in ------------------------------------------------------------------------------

    def write(self, zone: ZoneView, out: Vector) -> None:
        """Fills in what a view says of the zone."""
        if not self.labels:
            return
        out[self.size] = zone.size
        met: dict[int, int] = {}
        backs: dict[int, int] = {}
        faces = len(self.layout.face_family)
        for place, card in enumerate(zone.cards, start=1):
            if card.face is None:
                if card.owner in self._backs:
                    order = backs[card.owner] = backs.get(card.owner, -1) + 1
                    out[self._backs[card.owner]] += 1
                    if self.ordered:
                        out[self._back_places[card.owner] + order] = place
                continue
            label = card.face + (1 + card.owner) * faces
            order = met[label] = met.get(label, -1) + 1
            out[self._counted[label]] += 1
            if self.ordered:
                out[self._places[label] + order] = place
            if card.facing or card.shown:
                self._write_looks(card, label, order, out)
        if self._single:
            self._write_meld(zone, out)
        elif self._many:
            self._write_melds(zone, out)

    def _write_looks(self, card: Card, label: int, order: int, out: Vector) -> None:
        """How a piece lies and what it shows."""
        if card.facing and label in self._turned:
            out[self._turned[label] + order] = card.facing
        elif card.facing and label in self._down:
            out[self._down[label] + card.facing - 1] += 1
        if card.shown and label in self._shown:
            out[self._shown[label] + order] = card.shown
        elif card.shown and label in self._showing:
            out[self._showing[label] + card.shown] += 1

    def _write_meld(self, zone: ZoneView, out: Vector) -> None:
        for meld in zone.melds:
            out[self._kind + meld.kind] = 1
            if meld.by is not None:
                out[self._by + meld.by] = 1
            for face, card in zip(meld.faces, zone.cards, strict=False):
                if card.face != face:
                    out[self._read + self._readings[face]] += 1

    def _write_melds(self, zone: ZoneView, out: Vector) -> None:
        met: dict[int, int] = {}
        for number, meld, cards in _with_cards(zone):
            for index, card in enumerate(cards):
                if card.face is None:
                    continue
                label = self.layout.label(card.face, card.owner)
                order = met[label] = met.get(label, -1) + 1
                piece = self._pieces[label] + order
                out[self._meld + piece] = number
                out[self._kind + piece] = 1 + meld.kind
                out[self._by + piece] = 0 if meld.by is None else 1 + meld.by
                if label in self._wilds and meld.faces:
                    out[self._wilds[label] + order] = 1 + self._readings[meld.faces[index]]


def _with_cards(zone: ZoneView) -> Iterator[tuple[int, LaidView, Sequence[Card]]]:
    """The melds of a zone, numbered from 1, with their cards."""
    start = 0
    for number, meld in enumerate(zone.melds, start=1):
        yield number, meld, zone.cards[start : start + meld.size]
        start += meld.size


def _sides(layout: Layout, label: int) -> int:
    """The highest value of a die."""
    family = layout.program.families[layout.face_family[layout.face_of_label(label)]]
    return family.sides[1] if family.sides is not None else 0
