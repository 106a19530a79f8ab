"""How a game stands, as plain texts by name: for one player, or for somebody who sees everything."""

from __future__ import annotations

from typing import Any, Final

from attrs import frozen

from interpreter.layout import SUPPLY
from interpreter.machine import Machine
from interpreter.notation import face_text, move_texts, notation_of
from interpreter.outcome import Outcome
from interpreter.position import UNDECIDED, Position
from interpreter.program import Program
from interpreter.views import Card, turn_of, view
from ruledsl.tools.events import Viewer, is_public_value, variable_names

UNKNOWN: Final = "?"
"""Stands for a piece that the viewer does not know, or that chance has not decided yet."""


@frozen
class Picture:
    """A position for a viewer. Keys are names as in `given`: `A.hand`, `A.score`.

    `moves` are the legal moves, where the viewer may know them; `chooser` is empty when the game is over.
    """

    zones: dict[str, tuple[str, ...]]
    values: dict[str, str]
    turn: str
    chooser: str
    mode: str
    moves: tuple[str, ...] | None


def picture(machine: Machine, pos: Position, viewer: Viewer) -> Picture:
    """The position as the viewer may know it."""
    seats = machine.layout.seat_names
    turn = turn_of(pos)
    chooser, mode, moves = "", "", None
    if not pos.over:
        decision = machine.decision(pos)
        chooser, mode = seats[decision.seat], decision.mode
        if viewer is None or viewer == decision.seat:
            moves = tuple(move_texts(machine, pos))
    return Picture(
        zones_as_seen(machine, pos, viewer),
        public_values(machine, pos, viewer),
        "" if turn is None else seats[turn],
        chooser,
        mode,
        moves,
    )


def zones_as_seen(machine: Machine, pos: Position, viewer: Viewer) -> dict[str, tuple[str, ...]]:
    """Every zone with its pieces, first to last."""
    layout, program = machine.layout, machine.program
    if viewer is not None:
        seen = view(layout, pos, viewer, resume=False)
        return {zone.label: tuple([_card_text(program, card) for card in zone.cards]) for zone in seen.zones}
    notation = notation_of(machine)
    return {
        layout.zone_label[zone]: tuple(
            [UNKNOWN if piece == UNDECIDED else notation.piece(pos, piece) for piece in places]
        )
        for zone, places in enumerate(pos.zones)
    }


def _card_text(program: Program, card: Card) -> str:
    if card.face is None or card.shown is None:
        return UNKNOWN
    return str(card.shown) if card.shown else face_text(program, card.face)


def public_values(machine: Machine, pos: Position, viewer: Viewer) -> dict[str, str]:
    """Counted pieces (`A.chip`, `supply of chip`, `chip in board`) and the variables of the whole game.

    A variable that speaks of a piece tells it only to who knows it.
    """
    found = _counters(machine, pos)
    notation = notation_of(machine)
    seen = None if viewer is None else view(machine.layout, pos, viewer, resume=False).variables
    for family, names in variable_names(machine.layout):
        if family.local:
            continue
        for number, name in enumerate(names, family.base):
            value = pos.variables[number]
            if seen is None or value is None or is_public_value(family.type):
                found[name] = notation.value(pos, value, family.type)
            else:
                found[name] = _seen_text(machine, pos, seen[number])
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


def _seen_text(machine: Machine, pos: Position, value: Any) -> str:
    """A value of a view, in which pieces are cards, or None where they are not known."""
    if value is None:
        return UNKNOWN
    if isinstance(value, Card):
        return _card_text(machine.program, value)
    if isinstance(value, tuple):
        return f"[{' '.join(_seen_text(machine, pos, part) for part in value)}]"
    return notation_of(machine).value(pos, value, "")


def ranking_in_words(machine: Machine, outcome: Outcome) -> list[str]:
    """The places from the best down: `1. B`, `2. A, C`; shared places carry the same number."""
    if outcome.no_result:
        return ["no result: the game went on for too long"]
    lines = []
    place = 1
    for members in outcome.ranking:
        names = [f"team {m + 1}" if outcome.by_team else machine.layout.seat_names[m] for m in members]
        lines.append(f"{place}. {', '.join(names)}")
        place += len(members)
    return lines
