"""What happened in a move, in words, for one viewer: never more than that viewer saw.

`Watch` is handed to the machine as the log of a move.  It notes who saw which piece while the move was
carried out; what somebody did not see is told as a number of pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from operator import itemgetter
from typing import Any, Final

from attrs import define, field, frozen

from interpreter.choices import Option
from interpreter.knowledge import UP
from interpreter.layout import SUPPLY, Layout
from interpreter.machine import Decision, Machine
from interpreter.melds import Meld
from interpreter.notation import Notation, bound_generators, face_text, notation_of
from interpreter.position import NOWHERE, Position
from interpreter.program import VarFamily
from interpreter.telling import recognises
from interpreter.views import Entry, Log

Viewer = int | None
"""A seat, or None for somebody who sees everything (when no person plays)."""

SECRET: Final = "has chosen"
"""What others are told of a choice in a simultaneous one."""


@frozen
class Happened:
    """A move and what came of it; `seat` None: the beginning, before anybody chose.

    `text` is the move as the viewer may know it; `effects` are what else was seen, the last `totals` of them
    what counted pieces and variables have come to.
    """

    number: int
    seat: int | None
    text: str
    effects: tuple[str, ...] = ()
    totals: int = 0


@define
class Watch(Log):
    """A log of one move that also notes who saw which piece."""

    seen: dict[int, int] = field(factory=dict)
    """piece -> mask of the seats that saw it during the move"""

    def _saw(self, piece: int, mask: int) -> None:
        self.seen[piece] = self.seen.get(piece, 0) | mask

    def moved(self, layout: Layout, pos: Position, piece: int, source: int, place: int) -> None:
        """See `Log`."""
        self._saw(piece, pos.known[piece])
        Log.moved(self, layout, pos, piece, source, place)

    def moved_whole(
        self, layout: Layout, pos: Position, source: int, zone: int, group: Sequence[int], seen: int
    ) -> None:
        """See `Log`."""
        for piece in group:
            self._saw(piece, pos.known[piece] | seen)
        Log.moved_whole(self, layout, pos, source, zone, group, seen)

    def shown(self, layout: Layout, pos: Position, group: Sequence[int]) -> None:
        """See `Log`."""
        for piece in group:
            self._saw(piece, layout.all_seats)
        Log.shown(self, layout, pos, group)

    def flipped(self, layout: Layout, pos: Position, group: Sequence[int]) -> None:
        """See `Log`."""
        for piece in group:
            self._saw(piece, pos.known[piece])
        Log.flipped(self, layout, pos, group)

    def rolled(self, layout: Layout, pos: Position, die: int) -> None:
        """See `Log`."""
        self._saw(die, pos.known[die])
        Log.rolled(self, layout, pos, die)

    def news(self, before: Position) -> bool:
        """Whether anybody saw a piece that they did not know before the move."""
        return any(mask & ~before.known[piece] for piece, mask in self.seen.items())


def _sees(mask: int, viewer: Viewer) -> bool:
    return viewer is None or bool(mask >> viewer & 1)


# ---------------------------------------------------------------------------------------------
# The move itself


def move_in_words(
    machine: Machine, decision: Decision, option: Option, watch: Watch, viewer: Viewer, done: bool = True
) -> str:
    """A chosen option as a viewer may know it.

    `done` False: it was committed in a simultaneous choice and is not shown yet.
    """
    if not done and viewer not in (None, decision.seat):
        return SECRET
    if option.kind != "option":
        return option.kind
    code = decision.choice.alternatives[option.alternative]
    words = [option.label]
    for gen, value in zip(bound_generators(code), option.bindings, strict=True):
        words.append(_bound(machine, decision.position, value, gen.type, watch, viewer))
    return " ".join(word for word in words if word)


def _bound(machine: Machine, pos: Position, value: Any, kind: str, watch: Watch, viewer: Viewer) -> str:
    """A bound value as a viewer may know it."""
    notation = notation_of(machine)
    pieces: Sequence[int] | None = None
    if isinstance(value, Meld):
        pieces = value.pieces
    elif kind == "piece" and value is not None:
        pieces = (value,)
    elif kind == "pieces":
        pieces = value
    if not pieces:
        return value_in_words(notation, pos, value, kind)
    hidden = [p for p in pieces if not _recognised(machine, pos, p, watch, viewer)]
    if not hidden:
        return notation.value(pos, value, kind)
    known = [p for p in pieces if p not in hidden]
    shown = f"[{' '.join(notation.piece(pos, p) for p in known)}] and " if known else ""
    return shown + ("a card" if len(hidden) == 1 else f"{len(hidden)} cards")


def _recognised(machine: Machine, pos: Position, piece: int, watch: Watch, viewer: Viewer) -> bool:
    """Whether a viewer can tell which piece is meant: by seeing where it went, else by where it lies."""
    if viewer is None or piece in watch.seen:
        return _sees(watch.seen.get(piece, 0), viewer)
    return recognises(machine.layout, pos, viewer, piece)


def _number(count: int, dice: bool = False) -> str:
    if dice:
        return "1 die" if count == 1 else f"{count} dice"
    return "1 card" if count == 1 else f"{count} cards"


def value_in_words(notation: Notation, pos: Position, value: Any, kind: str) -> str:
    """A bound value in the notation; a member that goes by a number alone says of what it is a member."""
    text = notation.value(pos, value, kind)
    if kind.startswith("domain:") and text.isdigit():
        return f"{kind[len('domain:') :]} {text}"
    return text


def bound_pieces(option: Option) -> tuple[int, ...]:
    """The pieces that an option's bindings name; only a piece has a tuple in the option's key."""
    found: list[int] = []
    for value, part in zip(option.bindings, option.key[1:], strict=True):
        if isinstance(value, Meld):
            found.extend(value.pieces)
        elif isinstance(part, tuple) and isinstance(value, tuple):
            found.extend(value)
        elif isinstance(part, tuple) and value is not None:
            found.append(value)
    return tuple(found)


# ---------------------------------------------------------------------------------------------
# What came of it


def effects_in_words(
    machine: Machine,
    before: Position,
    after: Position,
    watch: Watch,
    viewer: Viewer,
    told: Sequence[int] = (),
) -> tuple[tuple[str, ...], int]:
    """What a viewer saw happen, in order, and how many totals stand at its end (see `Happened`).

    `told` are pieces that the text of the move has named already: their moves are left out where they were
    seen.
    """
    words = _Words(machine, viewer)
    moves = tuple(words.entries(before, watch, told))
    totals = (*words.counters(before, after), *words.variables(before, after))
    return (*moves, *totals), len(totals)


_Named = tuple[int, bool]
"""A label, and whether the viewer saw the piece."""


class _Words:
    """Words for one viewer."""

    def __init__(self, machine: Machine, viewer: Viewer) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.viewer = viewer

    # -- pieces ----------------------------------------------------------------------------------

    def entries(self, before: Position, watch: Watch, told: Sequence[int]) -> Iterator[str]:
        """The entries of the log; those of one kind that follow each other are told together."""
        known = self._told_labels(before, watch, told)
        entries = [entry for entry in watch.entries if not self._goes_to_be_rolled(entry, watch)]
        for kind, group in groupby(entries, key=itemgetter(0)):
            if kind == "moved":
                yield from self._movements(list(group), known)
            elif kind in ("flipped", "rolled"):
                yield from self._in_zones(list(group))
            else:
                for entry in group:
                    yield from self._other(entry)

    def _goes_to_be_rolled(self, entry: Entry, watch: Watch) -> bool:
        """Whether an entry only brings dice to where they are rolled in the same move."""
        if entry[0] == "moved":
            return self._is_die(entry[2]) and any(
                e[0] == "rolled" and e[3] == entry[5] for e in watch.entries
            )
        return (
            entry[0] == "gathered"
            and all(map(self._is_die, entry[1]))
            and any(e[0] == "rolled" for e in watch.entries)
        )

    def _movements(self, group: list[Entry], known: dict[tuple[int, int], int]) -> Iterator[str]:
        """Movements; those from one zone to another are one line."""
        ways: dict[tuple[int, int], list[_Named]] = {}
        for entry in group:
            label, source = entry[2:4]
            cards = ways.setdefault((source, entry[5]), [])
            seen = _sees(entry[1], self.viewer)
            if seen and known.get((label, source), 0) > 0:
                known[label, source] -= 1
            else:
                cards.append((label, seen))
        for (source, target), cards in ways.items():
            alike = [way for way in ways if way[1] == target and self._are_alike(way[0], source)]
            if len(alike) == 1:
                yield from self._moved((source, target), cards)
            elif alike[0] == (source, target):
                together = [card for way in alike for card in ways[way]]
                family = self.layout.program.zones[self.layout.zone_family[source]].name
                if together:
                    yield f"{self._cards(together)} from all {family} to {self._zone(target)}"

    def _are_alike(self, one: int, other: int) -> bool:
        """Whether two places are zones of the same family."""
        families = self.layout.zone_family
        return one == other or (NOWHERE not in (one, other) and families[one] == families[other])

    def _in_zones(self, group: list[Entry]) -> Iterator[str]:
        """What was turned or rolled, a line for each zone."""
        zones: dict[tuple[int, int], list[Entry]] = {}
        for entry in group:
            zones.setdefault((entry[3], entry[5] if entry[0] == "flipped" else 0), []).append(entry)
        for (zone, facing), entries in zones.items():
            cards = [(entry[2], _sees(entry[1], self.viewer)) for entry in entries]
            if entries[0][0] == "flipped":
                up = facing == UP or (not facing and self.layout.zone_visibility[zone] == "open")
                yield f"{self._cards(cards)} in {self._zone(zone)} turned face {'up' if up else 'down'}"
            else:
                values = [str(entry[5]) for entry in entries if _sees(entry[1], self.viewer)]
                yield f"{self._zone(zone)}: rolled {' '.join(values) or 'unseen'}"

    def _told_labels(self, before: Position, watch: Watch, told: Sequence[int]) -> dict[tuple[int, int], int]:
        """How many pieces of a label from a zone the text of the move has named."""
        found: dict[tuple[int, int], int] = {}
        for piece in told:
            if piece in watch.seen:
                key = (self.layout.piece_label[piece], before.place[piece])
                found[key] = found.get(key, 0) + 1
        return found

    def _label(self, label: int) -> str:
        text = face_text(self.layout.program, self.layout.face_of_label(label))
        owner = self.layout.owner_of_label(label)
        return text if owner < 0 else f"{self.layout.seat_names[owner]}.{text}"

    def _zone(self, zone: int) -> str:
        return "nowhere" if zone == NOWHERE else str(self.layout.zone_label[zone])

    def _cards(self, cards: Sequence[_Named]) -> str:
        """Pieces by their codes, those that were not seen and dice by their number."""
        named = [self._label(label) for label, seen in cards if seen and not self._is_die(label)]
        counted = [label for label, seen in cards if not seen or self._is_die(label)]
        parts = [f"[{' '.join(named)}]"] if named else []
        if counted:
            parts.append(_number(len(counted), all(map(self._is_die, counted))))
        return " and ".join(parts)

    def _is_die(self, label: int) -> bool:
        face = self.layout.face_of_label(label)
        return self.layout.program.families[self.layout.face_family[face]].dice

    def _moved(self, way: tuple[int, int], cards: Sequence[_Named]) -> Iterator[str]:
        source, target = way
        if not cards:
            return
        if source == target:
            if any(seen for _, seen in cards):
                yield f"{self._cards(cards)} to another place in {self._zone(target)}"
        else:
            origin = "" if source == NOWHERE else f" from {self._zone(source)}"
            yield f"{self._cards(cards)}{origin} to {self._zone(target)}"

    def _other(self, entry: Entry) -> Iterator[str]:
        kind = entry[0]
        if kind == "moved whole" and entry[4]:
            _, _, source, zone, pieces, _ = entry
            yield from self._moved(
                (source, zone), [(label, _sees(mask, self.viewer)) for mask, label in pieces]
            )
        elif kind == "gathered" and entry[1]:
            dice = all(map(self._is_die, entry[1]))
            yield f"{_number(len(entry[1]), dice)} gathered in {self._zone(entry[2])}"
        elif kind == "shuffled":
            yield f"{self._zone(entry[1])} is shuffled"
        elif kind == "shown" and entry[1]:
            for zone in dict.fromkeys(place[1] for place in entry[1]):
                shown = [self._shown(place) for place in entry[1] if place[1] == zone]
                yield f"[{' '.join(shown)}] shown in {self._zone(zone)}"

    def _shown(self, place: tuple[int, int, int, int]) -> str:
        return str(place[3]) if place[3] else self._label(place[0])

    # -- counted pieces and variables ------------------------------------------------------------

    def counters(self, before: Position, after: Position) -> Iterator[str]:
        """Who has got more or less of what is counted; the supply is not told."""
        for number, counter in enumerate(self.layout.program.counters):
            pairs = zip(before.counters[number], after.counters[number], strict=True)
            for holder, (old, new) in enumerate(pairs):
                if old != new and holder != SUPPLY:
                    yield f"{self._holder(holder)}.{counter.name} {old} -> {new}"

    def _holder(self, holder: int) -> str:
        if holder <= self.layout.players:
            return self.layout.seat_names[holder - 1]
        return self._zone(holder - 1 - self.layout.players)

    def variables(self, before: Position, after: Position) -> Iterator[str]:
        """Variables of the whole game that have changed to something that says something."""
        notation = notation_of(self.machine)
        for family, names in variable_names(self.layout):
            if family.local or not is_public_value(family.type):
                continue
            for offset, name in enumerate(names):
                old, new = (pos.variables[family.base + offset] for pos in (before, after))
                put_back = family.reset is not None and family.type == "number" and new == 0
                if old == new or new is None or new is False or put_back:
                    continue
                text = notation.value(after, new, family.type)
                if family.type == "number" and type(old) is int:
                    yield f"{name} {old} -> {text}"
                else:
                    yield f"{name}: {text}"


def is_public_value(kind: str) -> bool:
    """Whether values of a type (in the words of `VarFamily.type`) speak of no piece."""
    return kind in ("number", "yes/no", "text") or kind.startswith("domain:")


def variable_names(layout: Layout) -> list[tuple[VarFamily, list[str]]]:
    """Each family of variables with the names of its variables: `score`, `A.score`, `A.seen[red]`."""
    program = layout.program
    found: list[tuple[VarFamily, list[str]]] = []
    for family in program.variables:
        names = []
        for keys in product(*[range(len(program.domains[domain].members)) for domain in family.keys]):
            before, rest = "", []
            for domain, key in zip(family.keys, keys, strict=True):
                if domain == 0 and not before:
                    before = f"{layout.seat_names[key]}."
                else:
                    rest.append(program.domains[domain].members[key])
            names.append(before + family.name + (f"[{', '.join(rest)}]" if rest else ""))
        found.append((family, names))
    return found
