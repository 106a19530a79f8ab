"""What one seat notices, as lines of text: of a move, and of a position at one look.

What was noticed of all moves, put together, is all that a seat knows: two moments that it could tell apart,
having forgotten nothing, give different lines; two that it could not give the same. Everything comes from
`interpreter.views`: what was seen and heard while the move was carried out (`observations`), and what is told
of variables, of turns and of melds on the table where the game stands still again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from interpreter.machine import Machine
from interpreter.notation import notation_of
from interpreter.piece_flow import PieceFlow
from interpreter.position import NOWHERE, Position, copy_position
from interpreter.program import Alternative, Gen, Program
from interpreter.views import Card, LaidView, Log, View, observations, turn_of, view
from ruledsl.adapters.actions import piece_text
from ruledsl.bots.parts import parts
from ruledsl.tools.events import variable_names

UNKNOWN = "?"
"""Stands for a piece that is not recognised."""


class Notes:
    """Writes down what seats notice, for one Machine."""

    def __init__(self, machine: Machine) -> None:
        self.layout = machine.layout
        self._notation = notation_of(machine)
        kinds = PieceFlow.of(machine.layout).variables
        self._variables = [
            (number, name, "" if kind else family.type)
            for kind, (family, names) in zip(kinds, variable_names(machine.layout), strict=True)
            for number, name in enumerate(names, family.base)
        ]
        self._needs_views = any(kinds) or any(machine.layout.is_meld)
        self._bound_types = _bound_types(machine.program)

    # -- what was seen and heard -----------------------------------------------------------------

    def seen(self, log: Log, seat: int, own: bool = True) -> list[str]:
        """What a seat saw and heard of a move; `own`: with what it chose itself."""
        lines = []
        for kind, *facts in observations(log, seat):
            if kind != "told":
                lines.append(self._saw(kind, facts))
            elif own or (facts[0] != "committed" and facts[:2] != ["chose", seat]):
                lines.append(self._heard(facts))
        return lines

    def _saw(self, kind: str, facts: list[Any]) -> str:
        """One thing that happened to pieces; see `Log` for what each kind tells."""
        if kind == "moved":
            label, source, place, zone, at, facing = facts
            return f"{self._piece(label, source, place)} > {self._place(zone, at)}{_LYING[facing]}"
        if kind == "moved whole":
            source, zone, labels = facts
            return f"{self._pieces(labels)} {self._place(source)} > {self._place(zone)}"
        if kind == "gathered":
            labels, zone, sizes = facts
            return f"{self._pieces(labels)} gathered > {self._place(zone)} {_plain(sizes)}"
        if kind == "shuffled":
            return f"shuffled {self._place(facts[0])}"
        if kind == "shown":
            pieces = [self._piece(*piece) + (f" {value}" if value else "") for *piece, value in facts[0]]
            return f"shown {', '.join(pieces)}"
        if kind == "flipped":
            return f"turned {self._piece(*facts[:3])}{_LYING[facts[3]]}"
        value = UNKNOWN if facts[3] is None else facts[3]
        return f"rolled {self._piece(*facts[:3])} {value}"

    def _heard(self, facts: list[Any]) -> str:
        if facts[0] != "chose":
            return " ".join([_plain(fact) for fact in facts])
        _, seat, label, *bound = facts
        types = self._bound_types.get(label) or ("",) * len(bound)
        words = [self._bound(value, kind) for value, kind in zip(bound, types, strict=True)]
        return " ".join([self.layout.seat_names[seat], "chose", label or "nothing more", *words])

    def _bound(self, value: Any, kind: str) -> str:
        """What somebody else's option bound, as it was seen (see `interpreter.telling`)."""
        if value is None:
            return "none"
        if kind == "piece":
            return self._piece(*value)
        if kind == "pieces":
            return f"[{', '.join([self._piece(*piece) for piece in value])}]"
        if kind.startswith("domain:"):
            return self._notation.member(kind.removeprefix("domain:"), value)
        return self.layout.zone_label[value] if kind == "zone" else _plain(value)

    def _piece(self, label: int | None, zone: int | None = None, place: int = 0) -> str:
        """A piece where it is recognised, with where it is; below 0 only the back of a card was seen."""
        if label is None:
            text = UNKNOWN
        elif label < 0:
            text = f"{self.layout.seat_names[-1 - label]}.{UNKNOWN}"
        else:
            text = piece_text(self.layout, label)
        return text if zone is None else f"{text} {self._place(zone, place)}"

    def _pieces(self, labels: Sequence[int | None]) -> str:
        return f"[{' '.join([self._piece(label) for label in labels])}]"

    def _place(self, zone: int, place: int = 0) -> str:
        name = "nowhere" if zone == NOWHERE else self.layout.zone_label[zone]
        return f"{name}@{place}" if place else name

    # -- what is seen at one look ----------------------------------------------------------------

    def picture(self, pos: Position, seat: int) -> list[str]:
        """What a seat sees of a position: zones with pieces in them, counted pieces, variables, turns."""
        return self._picture(pos, view(self.layout, pos, seat, resume=False))

    def everything(self, pos: Position) -> list[str]:
        """A position as somebody sees it who knows every piece that has been decided."""
        shown = copy_position(pos)
        shown.known = [self.layout.all_seats] * len(pos.known)
        return self._picture(shown, view(self.layout, shown, 0, resume=False))

    def _picture(self, pos: Position, seen: View) -> list[str]:
        lines = []
        for zone in seen.zones:
            cards = [self._seen(pos, card) for card in zone.cards]
            melds = f" = {' | '.join([self._meld(meld) for meld in zone.melds])}" if zone.melds else ""
            if cards:
                lines.append(f"{zone.label}: {' '.join(cards)}{melds}")
        holders = ["supply", *self.layout.seat_names, *self.layout.zone_label]
        for counter, amounts in zip(self.layout.program.counters, seen.counters, strict=True):
            held = [f"{who} {number}" for who, number in zip(holders, amounts, strict=True) if number]
            lines.append(f"{counter.name}: {', '.join(held)}")
        for number, name, kind in self._variables:
            value = self._value(pos, seen, number, kind)
            if value != "none":
                lines.append(f"{name} = {value}")
        return [*lines, *self._order(None, pos)]

    # -- what is told where the game stands still ------------------------------------------------

    def changes(self, before: Position | None, after: Position, seat: int) -> Iterator[str]:
        """What is told of variables, melds and turns in `after` and was not in `before`, None at first."""
        old = new = None
        if self._needs_views:
            old = None if before is None else view(self.layout, before, seat, resume=False)
            new = view(self.layout, after, seat, resume=False)
        for number, name, kind in self._variables:
            value = self._value(after, new, number, kind)
            if value != ("none" if before is None else self._value(before, old, number, kind)):
                yield f"{name} = {value}"
        if new is not None:
            yield from self._changed_melds(old, new)
        yield from self._order(before, after)

    def _value(self, pos: Position, seen: View | None, number: int, kind: str) -> str:
        if kind or seen is None:
            return self._notation.value(pos, pos.variables[number], kind)
        return self._seen(pos, seen.variables[number])

    def _seen(self, pos: Position, value: Any) -> str:
        """A value in which pieces are cards, or None where they are not known."""
        if isinstance(value, Card):
            if value.face is None:
                return f"{self.layout.seat_names[value.owner]}.{UNKNOWN}" if value.owner >= 0 else UNKNOWN
            shown = UNKNOWN if value.shown is None else value.shown
            text = piece_text(self.layout, self.layout.label(value.face, value.owner))
            return text + (f"={shown}" if shown else "") + _LYING[value.facing].replace(" ", "-")
        if isinstance(value, tuple):
            return f"[{' '.join([self._seen(pos, part) for part in value])}]"
        return self._notation.value(pos, value, "")

    def _changed_melds(self, old: View | None, new: View) -> Iterator[str]:
        for number, zone in enumerate(new.zones):
            if self.layout.is_meld[number]:
                melds = [self._meld(meld) for meld in zone.melds]
                if melds != ([] if old is None else [self._meld(meld) for meld in old.zones[number].melds]):
                    yield f"{zone.label}: {' | '.join(melds) or 'nothing'}"

    def _meld(self, meld: LaidView) -> str:
        layout = self.layout
        faces = [piece_text(layout, layout.label(face)) for face in meld.faces]
        by = "nobody" if meld.by is None else layout.seat_names[meld.by]
        name = layout.program.melds[meld.kind].name
        return f"{name} {meld.shape} of {meld.size} by {by} [{' '.join(faces)}]"

    def _order(self, before: Position | None, after: Position) -> Iterator[str]:
        """Whose turn it is, which way turns go, and who is passed over."""
        seats = self.layout.seat_names
        turn = turn_of(after)
        if turn != (None if before is None else turn_of(before)):
            yield "nobody's turn" if turn is None else f"turn of {seats[turn]}"
        if after.direction != (1 if before is None else before.direction):
            yield "turns go on as before" if after.direction == 1 else "turns go the other way"
        if after.misses != ([0] * len(seats) if before is None else before.misses):
            yield f"misses {_plain(tuple(after.misses))}"
        if after.no_result:
            yield "broken off"
        elif after.over:
            yield "over"


_LYING = ("", " down", " up")
"""How a piece lies, by the number of `Position.facing`."""


def _plain(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({' '.join([_plain(part) for part in value])})"
    return UNKNOWN if value is None else str(value)


def _bound_types(program: Program) -> dict[str, tuple[str, ...]]:
    """What options with a label bind, by type; without labels that bind different things."""
    found: dict[str, tuple[str, ...]] = {}
    unclear: set[str] = set()
    for node in parts(program.blocks):
        if isinstance(node, Alternative):
            gens = [step for step in node.clause.steps if isinstance(step, Gen) and step.kind != "let"]
            types = tuple([gen.type for gen in gens])
            if found.setdefault(node.label, types) != types:
                unclear.add(node.label)
    return {label: types for label, types in found.items() if label not in unclear}
