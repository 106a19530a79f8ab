"""What a player may see: the one place through which everything secret has to pass.

`view` makes a picture of a position for one seat (or for somebody at no seat) as plain data. Everything in
it is either public (sizes, counted pieces, variables, melds on the table, whose turn it is) or known to that
seat by the masks of `knowledge`. Pieces never appear by their numbers: a piece is a face, an owner and a
place, and in a bag there is no place. So two positions that differ only in what the seat cannot know give
equal views.

Not in a view, because it could tell something: the masks of others, the generator, the order inside a bag,
steps used, bits of triggers, what others have committed.

`Resume` is the part of a view by which play can go on from a guess (`determinize`): frames, locals and
variables, with every piece replaced by a `Ref`, the place where it lies. Give it to a bot, not to a person:
a local may stand for a piece that lies in a bag, and then the zone is told.

`Log` collects what happens as it happens, and `observations` picks what one seat saw of it: with perfect
memory that is all a player knows, so positions with the same observations are one information state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import asdict, define, field, frozen

from interpreter.frames import EACH, TOGETHER, TRIGGER, TURNS
from interpreter.knowledge import DOWN, UP
from interpreter.layout import Layout
from interpreter.meld_values import Meld
from interpreter.piece_flow import MELD, MIXED, PIECE, PIECES, PieceFlow
from interpreter.position import NOWHERE, UNDECIDED, LaidMeld, Position
from interpreter.program import Gen

# ---------------------------------------------------------------------------------------------
# Views


@frozen
class Card:
    """A place in a zone. `face` is None when the viewer does not know the piece. `owner` is told all the
    same, for the back of a card shows whose set it is of; -1: nobody's, or the piece is not decided yet.

    `facing` as in a position. `shown`: what a die shows, 0 when it was never rolled, None when it is unknown;
    0 for cards. Which die lies where is never secret, only what it shows.
    """

    face: int | None
    owner: int = -1
    facing: int = 0
    shown: int | None = 0


@frozen
class LaidView:
    """A meld on the table; `faces` is how its cards are read, empty when the viewer may not know them."""

    serial: int
    kind: int
    shape: int
    by: int | None
    size: int
    faces: tuple[int, ...]


@frozen
class ZoneView:
    """A zone: its pieces, first to last; in a bag the known ones first, by face, then the others."""

    label: str
    kind: str
    size: int
    cards: tuple[Card, ...]
    melds: tuple[LaidView, ...] = ()


@frozen
class Ref:
    """A piece by where it lies: place from 1, 0 in a bag or slot; `label` None: the viewer does not know
    it."""

    zone: int
    place: int
    label: int | None


@frozen
class MeldRef:
    """A meld by where its cards lie."""

    kind: int
    pieces: tuple[Ref, ...]
    faces: tuple[int | None, ...]
    by: int | None
    parts: tuple[MeldRef, ...]
    home: tuple[int, int] | None
    shape: int


@frozen
class Resume:
    """Where the rules stand, with pieces as `Ref`s.

    `triggers`: those that are alive. `committed`: in a simultaneous choice under way, for each entry how many
    answers have been committed; what they are is not told, not even one's own (who chose remembers).
    """

    frames: tuple[Any, ...]
    cells: tuple[Any, ...]
    variables: tuple[Any, ...]
    queue: tuple[Any, ...]
    triggers: tuple[int, ...]
    committed: tuple[int, ...]


@frozen
class View:
    """What one seat may see (`seat` None: somebody at no seat). Lists are indexed as in a position.

    `out`: labels of the pieces that lie nowhere, with their number. `variables`: a piece is a `Card`, or
    None when it is unknown. `counters[counter][holder]`. `turn`: whose turn it is, or None.
    """

    seat: int | None
    zones: tuple[ZoneView, ...]
    out: tuple[tuple[int, int], ...]
    counters: tuple[tuple[int, ...], ...]
    variables: tuple[Any, ...]
    turn: int | None
    direction: int
    misses: tuple[int, ...]
    serial: int
    decisions: int
    over: bool
    no_result: bool
    resume: Resume | None = field(default=None, repr=False)

    def as_data(self) -> dict[str, Any]:
        """The view as JSON data, without `resume`: this is what may be sent to a person."""
        data: dict[str, Any] = asdict(self, filter=lambda a, _: a.name != "resume")
        return data


def view(layout: Layout, pos: Position, seat: int | None, resume: bool = True) -> View:
    """What a seat may see of a position; `resume` False leaves out what only a guess needs."""
    eye = _Eye(layout, pos, seat)
    out: dict[int, int] = {}
    for piece, zone in enumerate(pos.place):
        if zone == NOWHERE:
            label = layout.piece_label[piece]
            out[label] = out.get(label, 0) + 1
    return View(
        seat=seat,
        zones=tuple([eye.zone(zone) for zone in range(layout.zone_count)]),
        out=tuple(sorted(out.items())),
        counters=tuple([tuple(held) for held in pos.counters]),
        variables=eye.variables(),
        turn=turn_of(pos),
        direction=pos.direction,
        misses=tuple(pos.misses),
        serial=pos.serial,
        decisions=pos.decisions,
        over=pos.over,
        no_result=pos.no_result,
        resume=eye.resume() if resume and seat is not None else None,
    )


def turn_of(pos: Position) -> int | None:
    """Whose turn it is, or None."""
    for frame in reversed(pos.frames):
        if frame[0] == TURNS:
            seat: int = frame[3]
            return seat
    return None


class _Eye:
    """One seat's way of looking at one position."""

    __slots__ = ("cards", "layout", "pos", "seat")

    def __init__(self, layout: Layout, pos: Position, seat: int | None) -> None:
        self.layout = layout
        self.cards = _plain_cards(layout)
        self.pos = pos
        self.seat = seat

    def knows(self, piece: int) -> bool:
        """Whether the viewer knows this piece; somebody at no seat knows what lies face up before
        everybody."""
        if self.seat is not None:
            return bool(self.pos.known[piece] >> self.seat & 1)
        zone = self.pos.place[piece]
        facing = self.pos.facing[piece]
        if zone == NOWHERE or facing == UP:
            return True
        return self.layout.zone_visibility[zone] == "open" and facing != DOWN

    def card(self, piece: int) -> Card:
        """A place with a piece in it."""
        if piece == UNDECIDED:
            return _UNKNOWN
        layout = self.layout
        facing = self.pos.facing[piece]
        known = self.knows(piece)
        if layout.is_die[piece]:
            shown = self.pos.shown[piece]
            value = shown if known or shown == 0 else None
            return Card(layout.piece_face[piece], layout.piece_owner[piece], facing, value)
        if facing:
            face = layout.piece_face[piece] if known else None
            return Card(face, layout.piece_owner[piece], facing)
        if known:
            return self.cards[piece]
        owner = layout.piece_owner[piece]
        return Card(None, owner) if owner >= 0 else _UNKNOWN

    def zone(self, zone: int) -> ZoneView:
        """A zone as the viewer sees it."""
        layout = self.layout
        cards = [self.card(piece) for piece in self.pos.zones[zone]]
        if layout.is_bag[zone]:
            cards.sort(key=_order)
        melds: tuple[LaidView, ...] = ()
        if layout.is_meld[zone]:
            melds = self._melds(zone, self.pos.laid[zone], cards)
        return ZoneView(layout.zone_label[zone], layout.zone_kind[zone], len(cards), tuple(cards), melds)

    def _melds(self, zone: int, laid: Sequence[LaidMeld], cards: Sequence[Card]) -> tuple[LaidView, ...]:
        found = []
        start = 0
        for meld in laid:
            end = start + len(meld.faces)
            known = all(card.face is not None for card in cards[start:end])
            faces = tuple(meld.faces) if known else ()
            found.append(LaidView(meld.serial, meld.kind, meld.shape, meld.by, end - start, faces))
            start = end
        return tuple(found)

    # -- values that may hold pieces -------------------------------------------------------------

    def variables(self) -> tuple[Any, ...]:
        """Every variable, with pieces as cards."""
        kinds = PieceFlow.of(self.layout).variables
        found: list[Any] = []
        for kind, family in zip(kinds, self.layout.program.variables, strict=True):
            for value in self.pos.variables[family.base : family.base + family.count]:
                found.append(self._shown(value, kind))
        return tuple(found)

    def _shown(self, value: Any, kind: str) -> Any:
        """A value as it may be told: numbers and members as they are, pieces as cards."""
        if isinstance(value, Meld):
            return tuple([self._shown(piece, PIECE) for piece in value.pieces])
        if isinstance(value, tuple):
            return tuple([self._shown(part, PIECE if kind in (PIECES, MIXED) else kind) for part in value])
        if kind in (PIECE, PIECES) and isinstance(value, int) and not isinstance(value, bool):
            return self.card(value) if self._told(value) else None
        return value

    def _told(self, piece: int) -> bool:
        return self.knows(piece) and (self.seat is not None or self.pos.place[piece] != NOWHERE)

    def ref(self, value: Any, kind: str) -> Any:
        """A value with every piece replaced by where it lies."""
        if isinstance(value, Meld):
            faces = tuple(
                face if self.knows(piece) else None
                for piece, face in zip(value.pieces, value.faces, strict=True)
            )
            return MeldRef(
                value.kind,
                tuple([self._place(piece) for piece in value.pieces]),
                faces,
                value.by,
                tuple([self.ref(part, MELD) for part in value.parts]),
                value.home,
                value.shape,
            )
        if isinstance(value, tuple | list):
            return tuple([self.ref(part, PIECE if kind in (PIECES, MIXED) else kind) for part in value])
        if kind in (PIECE, PIECES) and isinstance(value, int) and not isinstance(value, bool):
            return self._place(value)
        return value

    def _place(self, piece: int) -> Ref:
        layout = self.layout
        zone = self.pos.place[piece]
        label = layout.piece_label[piece] if self.knows(piece) else None
        if zone == NOWHERE or not layout.ordered[zone]:
            return Ref(zone, 0, label)
        places = self.pos.zones[zone]
        return Ref(zone, places.index(piece) + 1 if piece in places else 0, label)

    def resume(self) -> Resume:
        """Where the rules stand."""
        pos = self.pos
        flow = PieceFlow.of(self.layout)
        families = self.layout.program.variables
        variables = [
            self.ref(value, kind)
            for kind, family in zip(flow.variables, families, strict=True)
            for value in pos.variables[family.base : family.base + family.count]
        ]
        frames = tuple([self._frame(frame, flow) for frame in pos.frames])
        return Resume(
            frames=frames,
            cells=tuple([self.ref(v, kind) for v, kind in zip(pos.cells, flow.cells, strict=True)]),
            variables=tuple(variables),
            queue=tuple([tuple(entry) for entry in pos.queue]),
            triggers=tuple(sorted(pos.bits)),
            committed=tuple([len(commits) for _, commits in pos.committed]),
        )

    def _frame(self, frame: list[Any], flow: PieceFlow) -> tuple[Any, ...]:
        kind = frame[0]
        if kind in (EACH, TOGETHER):
            kinds = [flow.cells[cell] for cell in cells_of_loop(self.layout, frame)]
            bindings = tuple(
                tuple([self.ref(value, k) for value, k in zip(binding, kinds, strict=True)])
                for binding in frame[-1]
            )
            return (*frame[:-1], bindings)
        if kind == TRIGGER:
            saved = tuple(
                (number, self.ref(value, kind_of_saved(self.layout, flow, number)))
                for number, value in frame[2]
            )
            return (kind, frame[1], saved)
        return tuple(frame)


_UNKNOWN = Card(None)


def _plain_cards(layout: Layout) -> list[Card]:
    """Every piece as it looks when it is known and lies as its zone says; made once."""
    cards = layout.program._cache.get("plain cards")
    if not isinstance(cards, list):
        cards = [Card(face, owner) for face, owner in zip(layout.piece_face, layout.piece_owner, strict=True)]
        layout.program._cache["plain cards"] = cards
    return cards


def _order(card: Card) -> tuple[bool, int, int, int, int]:
    return (
        card.face is None,
        card.face or 0,
        card.owner,
        card.facing,
        -1 if card.shown is None else card.shown,
    )


def cells_of_loop(layout: Layout, frame: Sequence[Any]) -> list[int]:
    """The locals that the bindings of an `each` or `together` frame belong to."""
    statement: Any = layout.program.blocks[frame[1]].statements[frame[2]]
    return [step.cell for step in statement.clause.steps if isinstance(step, Gen)]


def kind_of_saved(layout: Layout, flow: PieceFlow, number: int) -> str:
    """What a value that a trigger frame puts back may hold: of a local, or of variable -1 - number."""
    if number >= 0:
        return flow.cells[number]
    wanted = -1 - number
    for kind, family in zip(flow.variables, layout.program.variables, strict=True):
        if family.base <= wanted < family.base + family.count:
            return kind
    return ""


# ---------------------------------------------------------------------------------------------
# Observations

Entry = tuple[Any, ...]
Observation = tuple[Any, ...]


@define
class Log:
    """What has happened, each entry with the mask of the seats that saw it all; see `observations`.

    The functions of `piles` write to it, and whoever runs the rules through `told`. Without a Log nothing is
    kept and nothing is lost: a position does not need one.
    """

    entries: list[Entry] = field(factory=list)

    def moved(self, layout: Layout, pos: Position, piece: int, source: int, place: int) -> None:
        """A piece has gone from a place of a zone (or NOWHERE) to where it lies now."""
        zone = pos.place[piece]
        known, label, back = pos.known[piece], layout.piece_label[piece], back_of(layout, piece)
        at = _place_in(layout, pos, piece)
        self.entries.append(("moved", known, label, source, place, zone, at, pos.facing[piece], back))

    def moved_whole(
        self, layout: Layout, pos: Position, source: int, zone: int, group: Sequence[int], seen: int
    ) -> None:
        """Everything in `source` goes to `zone`; `seen`: who sees it arrive, besides those who know it."""
        ordered = layout.ordered[source] and not pos.bags[source]
        pieces = tuple([(pos.known[piece] | seen, layout.piece_label[piece]) for piece in group])
        backs = tuple([back_of(layout, piece) for piece in group])
        self.entries.append(("moved whole", ordered, source, zone, pieces, backs))

    def gathered(self, layout: Layout, pos: Position, group: Sequence[int], zone: int) -> None:
        """All pieces of some kinds are lifted and go to `zone`; with the sizes of zones meanwhile."""
        labels = tuple(sorted([layout.piece_label[piece] for piece in group]))
        self.entries.append(("gathered", labels, zone, tuple([len(places) for places in pos.zones])))

    def shuffled(self, layout: Layout, pos: Position, zone: int) -> None:
        """A zone has been shuffled."""
        self.entries.append(("shuffled", zone))

    def shown(self, layout: Layout, pos: Position, group: Sequence[int]) -> None:
        """Everybody has been shown these pieces."""
        self.entries.append(("shown", _described(layout, pos, group)))

    def flipped(self, layout: Layout, pos: Position, group: Sequence[int]) -> None:
        """These pieces lie face up or down from now on."""
        for piece in group:
            place = _place_in(layout, pos, piece)
            known, label, back = pos.known[piece], layout.piece_label[piece], back_of(layout, piece)
            self.entries.append(("flipped", known, label, pos.place[piece], place, pos.facing[piece], back))

    def rolled(self, layout: Layout, pos: Position, die: int) -> None:
        """A die has been rolled."""
        label, zone = layout.piece_label[die], pos.place[die]
        self.entries.append(
            ("rolled", pos.known[die], label, zone, _place_in(layout, pos, die), pos.shown[die])
        )

    def told(self, mask: int, *facts: Any) -> None:
        """These seats learn some facts (plain data): a choice that was made, counted pieces that went
        over."""
        self.entries.append(("told", mask, facts))


def observations(log: Log, seat: int, witness: int | None = None) -> list[Observation]:
    """What a seat has seen, in order, as plain data; of a piece it did not recognise only the back.

    With a `witness`, another seat, also only the back of a piece that the witness did not recognise: what the
    seat learnt of pieces before the eyes of the other, beside what it was told.
    """
    found: list[Observation] = []
    eyes = 1 << seat | (0 if witness is None else 1 << witness)
    for entry in log.entries:
        kind = entry[0]
        if kind in ("moved", "flipped"):
            label = entry[2] if entry[1] & eyes == eyes else entry[-1]
            found.append((kind, label, *entry[3:-1]))
        elif kind == "moved whole":
            _, ordered, source, zone, pieces, backs = entry
            labels = [
                label if mask & eyes == eyes else back
                for (mask, label), back in zip(pieces, backs, strict=True)
            ]
            if not ordered:
                labels.sort(key=lambda label: (label is None, label or 0))
            found.append((kind, source, zone, tuple(labels)))
        elif kind == "rolled":
            _, mask, label, zone, place, value = entry
            found.append((kind, label, zone, place, value if mask & eyes == eyes else None))
        elif kind != "told":
            found.append(entry)
        elif entry[1] >> seat & 1:
            found.append((kind, *entry[2]))
    return found


def back_of(layout: Layout, piece: int) -> int | None:
    """What a piece shows of itself to everybody: None, or below 0 (-1 - seat) whose set it is of."""
    owner = layout.piece_owner[piece]
    return None if owner < 0 or layout.is_die[piece] else -1 - owner


def _place_in(layout: Layout, pos: Position, piece: int) -> int:
    """The place from 1 of a piece in an ordered zone, 0 elsewhere."""
    zone = pos.place[piece]
    return pos.zones[zone].index(piece) + 1 if zone != NOWHERE and layout.ordered[zone] else 0


def _described(layout: Layout, pos: Position, group: Sequence[int]) -> tuple[tuple[int, int, int, int], ...]:
    return tuple(
        sorted((layout.piece_label[p], pos.place[p], _place_in(layout, pos, p), pos.shown[p]) for p in group)
    )
