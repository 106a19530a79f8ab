"""A Program, spread out: everything that is asked again and again while playing, as plain lists by number.

A Layout holds nothing that changes during play, so one is made for a Program and kept with it (`Layout.of`).
"""

from __future__ import annotations

from itertools import product

from interpreter.faults import EngineBug
from interpreter.position import NOWHERE, Position
from interpreter.program import PLAYER_DOMAIN, Program, ZoneFamily

SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SUPPLY = 0
"""The holder number of the common supply."""


class Layout:
    """Lists by number. Seats, zones, pieces, faces, families, attributes and counters are numbered as in the
    Program.

    zones
        `zone_family`, `zone_keys`, `zone_kind`, `zone_visibility`, `zone_label`; `zone_owner`: a seat or -1;
        `is_bag`, `is_pile`, `is_slot`, `is_meld`: the kind again (`is_meld`: `meld` and `melds`);
        `ordered`: its places are told apart (rows, piles, melds; not bags, not slots);
        `sees`: mask of the seats that see what lies there when nothing else was said
    pieces
        `piece_face`, `piece_owner` (a seat or -1), `piece_family`, `is_die`;
        `piece_label`: the same number for twins and only for them; for a piece without owner it is its face;
        `twins`: all pieces with this piece's label, ascending;
        `bag_rank`: by what pieces are sorted in a bag where all show and lie the same
    faces
        `face_values[attribute][face]`, `face_family`, `face_code`, `face_wild`, `has_wilds`;
        `readings[face]`: the faces a card may be read as in a meld; itself, unless it is a wild
    """

    __slots__ = (
        "all_seats", "attribute_named", "bag_rank", "counter_count", "counter_named", "domain_named",
        "face_code", "face_family", "face_values", "face_wild", "family_pieces", "has_dice", "has_wilds",
        "is_bag", "is_die", "is_meld", "is_pile", "is_slot", "ordered", "piece_count", "piece_face",
        "piece_family", "piece_label", "piece_owner", "players", "program", "readings", "seat_names", "sees",
        "twins", "zone_base", "zone_count", "zone_family", "zone_keys", "zone_kind", "zone_label",
        "zone_named", "zone_owner", "zone_visibility",
    )  # fmt: skip

    def __init__(self, program: Program) -> None:
        self.program = program
        self.players = program.players
        self.all_seats = (1 << program.players) - 1
        self.seat_names = [SEATS[s] if s < len(SEATS) else str(s + 1) for s in range(program.players)]
        self.domain_named = {d.name: i for i, d in enumerate(program.domains)}
        self.attribute_named = {a.name: i for i, a in enumerate(program.attributes)}
        self.counter_named = {c.name: i for i, c in enumerate(program.counters)}
        self.counter_count = len(program.counters)
        self._lay_out_faces(program)
        self._lay_out_pieces(program)
        self._lay_out_zones(program)

    @staticmethod
    def of(program: Program) -> Layout:
        """The Layout of a Program; made once and kept with it."""
        layout = program._cache.get("layout")
        if not isinstance(layout, Layout):
            layout = Layout(program)
            program._cache["layout"] = layout
        return layout

    def _lay_out_faces(self, program: Program) -> None:
        self.face_values: list[list[int | None]] = [
            [face.values[a] for face in program.faces] for a in range(len(program.attributes))
        ]
        self.face_family = [face.family for face in program.faces]
        self.face_code = [face.code for face in program.faces]
        self.face_wild = [face.wild for face in program.faces]
        self.has_wilds = any(self.face_wild)
        self.readings = [self._readings(face) for face in range(len(program.faces))]

    def _readings(self, wild: int) -> tuple[int, ...]:
        """The faces of the same family that differ from a wild only in what it may be read as."""
        faces = self.program.faces
        free = faces[wild].wild
        if not free:
            return (wild,)
        return tuple(
            number
            for number, face in enumerate(faces)
            if face.family == faces[wild].family
            and not face.wild
            and all(
                face.values[a] is not None if a in free else face.values[a] == faces[wild].values[a]
                for a in range(len(face.values))
            )
        )

    def _lay_out_pieces(self, program: Program) -> None:
        self.piece_count = len(program.pieces)
        self.piece_face = [p.face for p in program.pieces]
        self.piece_owner = [-1 if p.owner is None else p.owner for p in program.pieces]
        self.piece_family = [self.face_family[f] for f in self.piece_face]
        self.is_die = [program.families[f].dice for f in self.piece_family]
        self.has_dice = any(self.is_die)
        self.piece_label = [
            self.label(face, owner) for face, owner in zip(self.piece_face, self.piece_owner, strict=True)
        ]
        alike: dict[int, list[int]] = {}
        for piece, label in enumerate(self.piece_label):
            alike.setdefault(label, []).append(piece)
        self.twins: list[tuple[int, ...]] = [tuple(alike[label]) for label in self.piece_label]
        count = self.piece_count
        self.bag_rank = [twins[0] * count + piece for piece, twins in enumerate(self.twins)]
        self.family_pieces: list[tuple[int, ...]] = [
            tuple(p for p in range(self.piece_count) if self.piece_family[p] == family)
            for family in range(len(program.families))
        ]

    def _lay_out_zones(self, program: Program) -> None:
        self.zone_count = program.zone_count
        self.zone_family = [-1] * self.zone_count
        self.zone_keys: list[tuple[int, ...]] = [()] * self.zone_count
        self.zone_kind = [""] * self.zone_count
        self.zone_visibility = [""] * self.zone_count
        self.zone_owner = [-1] * self.zone_count
        self.zone_label = [""] * self.zone_count
        self.zone_base = [family.base for family in program.zones]
        self.zone_named = {family.name: i for i, family in enumerate(program.zones)}
        for number, family in enumerate(program.zones):
            ranges = [range(len(program.domains[d].members)) for d in family.keys]
            combinations = list(product(*ranges))
            if len(combinations) != family.count:
                raise EngineBug(
                    f"zone family {family.name}: {family.count} zones for {len(combinations)} keys"
                )
            for offset, keys in enumerate(combinations):
                self._lay_out_zone(family, number, family.base + offset, keys)
        self.is_bag = [kind == "bag" for kind in self.zone_kind]
        self.is_pile = [kind == "pile" for kind in self.zone_kind]
        self.is_slot = [kind == "slot" for kind in self.zone_kind]
        self.is_meld = [kind in ("meld", "melds") for kind in self.zone_kind]
        self.ordered = [kind not in ("bag", "slot") for kind in self.zone_kind]
        self.sees = [self._nature(zone) for zone in range(self.zone_count)]

    def _lay_out_zone(self, family: ZoneFamily, number: int, zone: int, keys: tuple[int, ...]) -> None:
        self.zone_family[zone] = number
        self.zone_keys[zone] = keys
        self.zone_kind[zone] = family.kind
        self.zone_visibility[zone] = family.visibility
        if family.owner_key is not None and family.keys[family.owner_key] == PLAYER_DOMAIN:
            self.zone_owner[zone] = keys[family.owner_key]
        self.zone_label[zone] = self._label_of_zone(family, keys)

    def _label_of_zone(self, family: ZoneFamily, keys: tuple[int, ...]) -> str:
        """As in `given`: `A.hand`, `line[1]`, `stock`; further keys stand in brackets."""
        seat_key = family.owner_key
        if seat_key is None and PLAYER_DOMAIN in family.keys:
            seat_key = family.keys.index(PLAYER_DOMAIN)
        if seat_key is not None and family.keys[seat_key] != PLAYER_DOMAIN:
            seat_key = None
        before = "" if seat_key is None else self.seat_names[keys[seat_key]] + "."
        others = [
            self.program.domains[domain].members[key]
            for i, (domain, key) in enumerate(zip(family.keys, keys, strict=True))
            if i != seat_key
        ]
        return before + family.name + (f"[{', '.join(others)}]" if others else "")

    def _nature(self, zone: int) -> int:
        if self.zone_visibility[zone] == "open":
            return self.all_seats
        if self.zone_visibility[zone] == "private" and self.zone_owner[zone] >= 0:
            return 1 << self.zone_owner[zone]
        return 0

    def label(self, face: int, owner: int = -1) -> int:
        """The number that a face of this owner (-1: nobody's) goes by; twins share it."""
        return face + (1 + owner) * len(self.face_family)

    def face_of_label(self, label: int) -> int:
        """The face of a label."""
        return label % len(self.face_family)

    def owner_of_label(self, label: int) -> int:
        """The owner of a label, -1 for nobody."""
        return label // len(self.face_family) % (1 + self.players) - 1

    def zone(self, family: int, keys: tuple[int, ...] = ()) -> int:
        """The number of a zone; the last key runs fastest."""
        declared = self.program.zones[family]
        offset = 0
        for domain, key in zip(declared.keys, keys, strict=True):
            offset = offset * len(self.program.domains[domain].members) + key
        return declared.base + offset

    def seat_holder(self, seat: int) -> int:
        """The holder number of a player."""
        return 1 + seat

    def zone_holder(self, zone: int) -> int:
        """The holder number of a zone."""
        return 1 + self.players + zone

    @property
    def holder_count(self) -> int:
        """How many holders of counted pieces there are."""
        return 1 + self.players + self.zone_count


def empty_position(layout: Layout) -> Position:
    """A position in which nothing has happened: pieces lie nowhere, counted pieces stand as declared.

    Variables and cells are None; the machine sets them. What lies nowhere is no secret, so everybody knows
    it.
    """
    program = layout.program
    counters: list[list[int]] = []
    for counter in program.counters:
        holders = [0] * layout.holder_count
        holders[SUPPLY] = counter.total - counter.each * layout.players
        for seat in range(layout.players):
            holders[1 + seat] = counter.each
        counters.append(holders)
    return Position(
        zones=[[] for _ in range(layout.zone_count)],
        bags=[[] for _ in range(layout.zone_count)],
        place=[NOWHERE] * layout.piece_count,
        facing=[0] * layout.piece_count,
        shown=[0] * layout.piece_count,
        known=[layout.all_seats] * layout.piece_count,
        laid={zone: [] for zone in range(layout.zone_count) if layout.is_meld[zone]},
        counters=counters,
        variables=[None] * program.variable_count,
        cells=[None] * len(program.cells),
        misses=[0] * layout.players,
    )
