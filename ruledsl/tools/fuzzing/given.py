"""A position in the notation of `given`.

Not every position can be written: a `given` names at most one pile of unknown cards, one meld in a zone, and
a place at the beginning of a turn or a phase. So several ways are offered, and whoever uses one has to see
whether it leads to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.frames import CALL, EACH, TURNS
from interpreter.knowledge import DOWN, UP, sight
from interpreter.layout import empty_position
from interpreter.notation import Notation, notation_of, reading_text
from interpreter.position import NOWHERE, UNDECIDED, Position
from interpreter.program import PLAYER_DOMAIN
from interpreter.setup.facts import Facts
from interpreter.setup.run import set_up
from ruledsl.lower import Lowered
from ruledsl.model import symbols, types
from ruledsl.tools.fuzzing.playing import Table


class NotWritable(Exception):
    """The notation of `given` has no way to say this; `str()` says what."""


def configuration_facts(table: Table) -> list[str]:
    """The facts for how many play and with which settings."""
    found = [f"players = {table.config.players}"]
    for name, value in table.config.settings.items():
        word = ("yes" if value else "no") if isinstance(value, bool) else value
        found.append(f"{name} = {word}")
    return found


def givens(table: Table, pos: Position) -> Iterator[str]:
    """What may be written behind `given` for a position with a decision, the likeliest first.

    Raises NotWritable.
    """
    lying = [*configuration_facts(table), *_Lying(table, pos).facts()]
    for place in _places(table, pos):
        yield ", ".join([*lying, place])


class _Lying:
    """Writes down what lies where, what is counted, remembered and known."""

    def __init__(self, table: Table, pos: Position) -> None:
        self.machine, self.pos = table.thinking, pos
        self.layout = self.machine.layout
        self.notation: Notation = notation_of(self.machine)
        self.lowered = table.game.lowered(table.config)

    def facts(self) -> list[str]:
        """Every fact that is not so by itself."""
        zones, rest = self._zones()
        found = [*zones, *self._counters(), *self._variables(), *self._locals(), *self._knowledge()]
        return [*found, f"rest in {rest}"] if rest else found

    def _zones(self) -> tuple[list[str], str]:
        """The zones with what lies there, and the pile that gets the rest (empty: none)."""
        pos, layout = self.pos, self.layout
        away = any(place == NOWHERE for place in pos.place)
        unknown = [zone for zone in range(layout.zone_count) if pos.bags[zone]]
        rest = max(unknown, key=lambda zone: len(pos.bags[zone]), default=None)
        if rest is not None and (away or set(pos.zones[rest]) != {UNDECIDED}):
            rest = None
        found = []
        for zone in range(layout.zone_count):
            if zone != rest and pos.zones[zone]:
                found.append(f"{layout.zone_label[zone]} = {self._zone(zone)}")
        return found, "" if rest is None else layout.zone_label[rest]

    def _zone(self, zone: int) -> str:
        pos = self.pos
        melds = pos.laid.get(zone, [])
        if len(melds) > 1:
            raise NotWritable(f"several melds in {self.layout.zone_label[zone]}")
        bag = sorted(pos.bags[zone])
        pieces = [bag.pop(0) if piece == UNDECIDED else piece for piece in pos.zones[zone]]
        readings: list[int | None] = list(melds[0].faces) if melds else [None] * len(pieces)
        text = " ".join(
            self._piece(piece, zone, reading) for piece, reading in zip(pieces, readings, strict=True)
        )
        text = f"[{text}]"
        if melds:
            text += f" as {self.machine.program.melds[melds[0].kind].name}"
            if melds[0].by is not None:
                text += f" by {self.layout.seat_names[melds[0].by]}"
        return text

    def _piece(self, piece: int, zone: int, reading: int | None) -> str:
        layout, pos = self.layout, self.pos
        owner = layout.piece_owner[piece]
        level = 2 if owner >= 0 and owner != layout.zone_owner[zone] else 0
        text = self.notation.piece(pos, piece, level)
        face = layout.piece_face[piece]
        if reading is not None and reading != face:
            text += f"={reading_text(self.machine.program, face, reading)}"
        return text + {DOWN: "=down", UP: "=up"}.get(pos.facing[piece], "")

    def _counters(self) -> Iterator[str]:
        usual = empty_position(self.layout).counters
        for number, counter in enumerate(self.machine.program.counters):
            for holder, held in enumerate(self.pos.counters[number]):
                if holder and held != usual[number][holder]:
                    yield f"{self._holder(holder)}.{counter.name} = {held}"

    def _holder(self, holder: int) -> str:
        players = self.layout.players
        if holder <= players:
            return self.layout.seat_names[holder - 1]
        return self.layout.zone_label[holder - 1 - players]

    def _variables(self) -> Iterator[str]:
        usual = set_up(self.machine, Facts(), []).variables
        for family in self.machine.program.variables:
            for number in range(family.count):
                value = self.pos.variables[family.base + number]
                if value is None if family.local else value == usual[family.base + number]:
                    continue
                name = family.name + self._keys(family.keys, number)
                yield f"{name} = {self.notation.value(self.pos, value, family.type)}"

    def _keys(self, domains: tuple[int, ...], number: int) -> str:
        program = self.machine.program
        found = []
        for domain in reversed(domains):
            number, member = divmod(number, len(program.domains[domain].members))
            name = program.domains[domain].members[member]
            found.append(self.layout.seat_names[member] if domain == PLAYER_DOMAIN else name)
        return f"[{', '.join(reversed(found))}]" if found else ""

    def _locals(self) -> Iterator[str]:
        """Locals that a `var` of a block declares; loops and parameters follow from the place."""
        for name, found in self.lowered.context.locals.items():
            cells = [local for local in found if local.cell is not None and local.role == "var"]
            if len(found) == 1 and cells and cells[0].cell is not None:
                value = self.pos.cells[cells[0].cell]
                if value is not None:
                    yield f"{name} = {self.notation.value(self.pos, value, types.code(cells[0].type))}"

    def _knowledge(self) -> Iterator[str]:
        pos, layout = self.pos, self.layout
        for zone, places in enumerate(pos.zones):
            for seat in range(layout.players):
                known = [
                    piece
                    for piece in places
                    if piece != UNDECIDED
                    and pos.known[piece] >> seat & 1
                    and not sight(layout, zone, pos.facing[piece]) >> seat & 1
                ]
                if known:
                    texts = " ".join(self.notation.piece(pos, piece) for piece in known)
                    yield f"{layout.seat_names[seat]} knows [{texts}] in {layout.zone_label[zone]}"


# ---------------------------------------------------------------------------------------------
# Where play stands


def _places(table: Table, pos: Position) -> Iterator[str]:
    """Places that may be the one where play stands, innermost first."""
    machine = table.thinking
    names = machine.layout.seat_names
    lowered = table.game.lowered(table.config)
    for depth in range(len(pos.frames) - 1, -1, -1):
        frame = pos.frames[depth]
        inside = _phase_around(pos.frames, depth)
        if frame[0] == TURNS:
            yield f"at turn of {names[frame[3]]}{_within(table, lowered, pos, inside)}"
        elif frame[0] == EACH:
            binding: tuple[Any, ...] = frame[4][frame[3] - 1] if frame[3] else ()
            if len(binding) == 1 and type(binding[0]) is int and 0 <= binding[0] < machine.layout.players:
                yield f"at turn of {names[binding[0]]}{_within(table, lowered, pos, inside)}"
        elif frame[0] == CALL and frame[1] != machine.program.main:
            yield f"at {_phase(lowered, table, pos, frame[1])}"


def _phase_around(frames: list[list[Any]], depth: int) -> int | None:
    return next((frame[1] for frame in reversed(frames[:depth]) if frame[0] == CALL), None)


def _within(table: Table, lowered: Lowered, pos: Position, phase: int | None) -> str:
    return "" if phase is None else f" in {_phase(lowered, table, pos, phase)}"


def _phase(lowered: Lowered, table: Table, pos: Position, number: int) -> str:
    """A phase with its arguments, as it is called."""
    phase = table.thinking.program.phases[number]
    symbol = lowered.context.names.get(phase.name)
    if not phase.parameters or not isinstance(symbol, symbols.PhaseSymbol):
        return phase.name
    notation = notation_of(table.thinking)
    arguments = [
        notation.value(pos, pos.cells[cell], "" if type_ is None else types.code(type_))
        for cell, type_ in zip(phase.parameters, symbol.types, strict=True)
    ]
    return f"{phase.name}({', '.join(arguments)})"
