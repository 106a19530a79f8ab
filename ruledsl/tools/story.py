"""What happened with a move, in words, as one player saw it or as somebody who sees everything.

Of a move itself others learn its label and whatever is not a piece; a piece is named only to who knows it
where it lies afterwards. What moved is told from the observations of `interpreter.views`, so nothing is said
that the player did not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final

from interpreter.choices import Option
from interpreter.layout import SUPPLY, Layout
from interpreter.machine import Decision, Machine
from interpreter.melds import Meld
from interpreter.notation import bound_generators, decision_texts, face_text, notation_of
from interpreter.position import NOWHERE, UNDECIDED, Position
from interpreter.program import Program
from interpreter.views import Card, Log, View, observations, view

UNKNOWN: Final = "?"
"""Stands for a piece that is not known."""

MOST_NAMED: Final = 16
"""More pieces than this in one movement are counted, not named."""

SECRET_CHOICE: Final = "(in secret)"


# ---------------------------------------------------------------------------------------------
# The move itself


def move_as_seen(
    machine: Machine, decision: Decision, option: Option, after: Position, seat: int | None
) -> str:
    """A move in the notation, with what `seat` does not know left out; `seat` None sees everything.

    `after` is the position after the move.
    """
    if seat is None or decision.seat == seat:
        for text, other in zip(decision_texts(machine, decision), decision.options, strict=True):
            if other.key == option.key:
                return text
    if decision.simultaneous:
        return SECRET_CHOICE
    if option.kind != "option":
        return option.kind
    code = decision.choice.alternatives[option.alternative]
    words = [f'"{option.label}"'] if option.label else []
    for gen, value in zip(bound_generators(code), option.bindings, strict=True):
        words.append(_value_as_seen(machine, decision.position, after, value, gen.type, seat))
    return " ".join(words)


def _value_as_seen(
    machine: Machine, before: Position, after: Position, value: Any, kind: str, seat: int | None
) -> str:
    if isinstance(value, Meld):
        pieces: Sequence[int] = value.pieces
    elif kind == "piece" and value is not None:
        pieces = (value,)
    elif kind == "pieces":
        pieces = value
    else:
        return notation_of(machine).value(before, value, kind)
    if all(_is_known(after, piece, seat) for piece in pieces):
        return notation_of(machine).value(before, value, kind)
    notation = notation_of(machine)
    texts = [notation.piece(before, p) if _is_known(after, p, seat) else UNKNOWN for p in pieces]
    return f"[{' '.join(texts)}]"


def _is_known(pos: Position, piece: int, seat: int | None) -> bool:
    return seat is None or bool(pos.known[piece] >> seat & 1)


# ---------------------------------------------------------------------------------------------
# What came of it


def events(machine: Machine, log: Log, before: Position | None, after: Position, seat: int | None) -> list[str]:
    """What happened, in order: what moved, was shown, turned and rolled; then what variables have changed."""
    seen = _everything(log) if seat is None else observations(log, seat)
    teller = _Teller(machine.layout)
    told: list[str] = []
    for _, group in groupby(seen, key=_joined):
        told.append(teller.tell(list(group)))
    old = {} if before is None else public_values(machine, before, seat)
    for name, value in public_values(machine, after, seat).items():
        if before is not None and old.get(name) != value:
            told.append(f"{name}: {old.get(name, 'none')} -> {value}")
    return [text for text in told if text]


def _everything(log: Log) -> list[tuple[Any, ...]]:
    """The log as one who sees everything would observe it."""
    found: list[tuple[Any, ...]] = []
    for entry in log.entries:
        kind = entry[0]
        if kind in ("moved", "flipped"):
            found.append((kind, *entry[2:]))
        elif kind == "moved whole":
            found.append((kind, entry[2], entry[3], tuple([label for _, label in entry[4]])))
        elif kind == "rolled":
            found.append((kind, *entry[2:]))
        elif kind != "told":
            found.append(entry)
    return found


def _joined(seen: tuple[Any, ...]) -> tuple[Any, ...]:
    """Observations that are alike in this are told together: moves from one zone to another."""
    kind = seen[0]
    if kind == "moved":
        return (kind, seen[2], seen[4])
    if kind == "flipped":
        return (kind, seen[2], seen[4])
    if kind == "rolled":
        return (kind, seen[2])
    return (kind, id(seen))


class _Teller:
    """Words for observations of one game."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def tell(self, group: list[tuple[Any, ...]]) -> str:
        """One sentence for observations that are told together."""
        first = group[0]
        kind = first[0]
        if kind == "moved":
            labels = [seen[1] for seen in group]
            return f"{self.pieces(labels)}: {self._way(first[2], first[4])}"
        if kind == "moved whole":
            return f"{self.pieces(first[3])}: {self._way(first[1], first[2])}" if first[3] else ""
        if kind == "gathered":
            return f"{self.pieces(first[1])}: all -> {self._zone(first[2])}"
        if kind == "shuffled":
            return f"{self._zone(first[1])} is shuffled"
        if kind == "shown":
            return f"{self.pieces([label for label, *_ in first[1]])}: shown to all"
        if kind == "flipped":
            side = "face up" if first[4] == 2 else "face down"
            return f"{self.pieces([seen[1] for seen in group])}: {side} in {self._zone(first[2])}"
        if kind == "rolled":
            values = " ".join(UNKNOWN if seen[4] is None else str(seen[4]) for seen in group)
            return f"rolled in {self._zone(first[2])}: {values}"
        return ""

    def pieces(self, labels: Sequence[int | None]) -> str:
        """Pieces by their codes, unknown ones and large numbers of them counted."""
        known = [label for label in labels if label is not None]
        if not known or len(labels) > MOST_NAMED:
            return f"{len(labels)} {self._noun(labels)}"
        names = " ".join(self._name(label) for label in known)
        hidden = len(labels) - len(known)
        return f"{names} and {hidden} unknown" if hidden else names

    def _noun(self, labels: Sequence[int | None]) -> str:
        known = [label for label in labels if label is not None]
        families = self.layout.program.families
        dice = known and all(families[self.layout.face_family[self._face(label)]].dice for label in known)
        if dice:
            return "die" if len(labels) == 1 else "dice"
        return "card" if len(labels) == 1 else "cards"

    def _face(self, label: int) -> int:
        return self.layout.face_of_label(label)

    def _name(self, label: int) -> str:
        return face_text(self.layout.program, self._face(label))

    def _way(self, source: int, target: int) -> str:
        """The arrow, or only the zone where pieces stay in one."""
        if source == target:
            return f"within {self._zone(target)}"
        start = f"{self._zone(source)} " if source != NOWHERE else ""
        return f"{start}-> {self._zone(target)}"

    def _zone(self, zone: int) -> str:
        return "out of play" if zone == NOWHERE else str(self.layout.zone_label[zone])


# ---------------------------------------------------------------------------------------------
# How it stands


def zones_as_seen(machine: Machine, pos: Position, seat: int | None) -> dict[str, list[str]]:
    """Every zone with its pieces, first to last; `UNKNOWN` for a piece that is not known.

    Without a seat everything that is decided is told; the order of a shuffled pile is decided card by card.
    """
    layout, program = machine.layout, machine.program
    if seat is not None:
        picture = view(layout, pos, seat, resume=False)
        return {zone.label: [_card_text(program, card) for card in zone.cards] for zone in picture.zones}
    notation = notation_of(machine)
    return {
        layout.zone_label[zone]: [
            UNKNOWN if piece == UNDECIDED else notation.piece(pos, piece) for piece in places
        ]
        for zone, places in enumerate(pos.zones)
    }


def _card_text(program: Program, card: Card) -> str:
    if card.face is None or card.shown is None:
        return UNKNOWN
    return str(card.shown) if card.shown else face_text(program, card.face)


def public_values(machine: Machine, pos: Position, seat: int | None) -> dict[str, str]:
    """Counted pieces and variables of the whole game by name, as text; a piece only to who knows it."""
    found = _counters(machine, pos)
    picture = view(machine.layout, pos, seat, resume=False) if seat is not None else None
    number = 0
    for family in machine.program.variables:
        for offset in range(family.count):
            if not family.local:
                name = _variable_name(machine, family, offset)
                found[name] = _variable_text(machine, pos, picture, number, family.type)
            number += 1
    return found


def _counters(machine: Machine, pos: Position) -> dict[str, str]:
    layout = machine.layout
    found: dict[str, str] = {}
    for counter, held in zip(machine.program.counters, pos.counters, strict=True):
        for holder, amount in enumerate(held):
            if holder == SUPPLY:
                found[f"supply of {counter.name}"] = str(amount)
            elif holder <= layout.players:
                found[f"{layout.seat_names[holder - 1]}.{counter.name}"] = str(amount)
            elif amount:
                found[f"{counter.name} in {layout.zone_label[holder - 1 - layout.players]}"] = str(amount)
    return found


def _variable_name(machine: Machine, family: Any, offset: int) -> str:
    layout, program = machine.layout, machine.program
    members: list[str] = []
    for domain in reversed(family.keys):
        size = len(program.domains[domain].members)
        offset, index = divmod(offset, size)
        members.insert(0, layout.seat_names[index] if domain == 0 else program.domains[domain].members[index])
    if not members:
        return str(family.name)
    if len(members) == 1:
        return f"{members[0]}.{family.name}"
    return f"{family.name}[{', '.join(members)}]"


def _variable_text(machine: Machine, pos: Position, picture: View | None, number: int, kind: str) -> str:
    if picture is None:
        return notation_of(machine).value(pos, pos.variables[number], kind)
    value = picture.variables[number]
    if isinstance(value, Card):
        return _card_text(machine.program, value)
    if isinstance(value, tuple) and any(isinstance(part, Card) or part is None for part in value):
        texts = [_card_text(machine.program, p) if isinstance(p, Card) else UNKNOWN for p in value]
        return f"[{' '.join(texts)}]"
    if value is None and pos.variables[number] is not None:
        return UNKNOWN
    return notation_of(machine).value(pos, value, "" if isinstance(value, tuple) else kind)
