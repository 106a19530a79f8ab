"""Values and moves as text, in the notation of `given`, and back.

A piece is its print code (`7S`), a die what it shows, a wild in a meld carries its reading (`*C=5`); lists
stand in brackets; seats are letters, members go by their names, zones are `A.hand` and `line[1]`.  A move
is the label of its option and what is bound: `"Play" [7S 8S]`.  More is said only where two options would
read alike: the kind of a meld (`as run`), whose set a piece is of (`A.G!`), where it lies (`from A.hand at
3`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter.choices import AlternativeCode, Option
from interpreter.melds import Meld
from interpreter.piles import place_of
from interpreter.position import NOWHERE, Position
from interpreter.program import Gen

if TYPE_CHECKING:
    from interpreter.machine import Decision, Machine

_LEVELS = ("", "kinds", "owners", "places")
"""How much is said: each level adds to the ones before."""


class Notation:
    """Writes values of one Program as text."""

    def __init__(self, machine: Machine) -> None:
        self.program = machine.program
        self.layout = machine.layout
        self._wild = [bool(wild) for wild in machine.layout.face_wild]

    def piece(self, pos: Position, piece: int | None, level: int = 0, reading: int | None = None) -> str:
        """A card or a die."""
        if piece is None:
            return "none"
        layout = self.layout
        face = layout.piece_face[piece]
        text = face_text(self.program, face)
        if layout.is_die[piece] and pos.shown[piece]:
            text = str(pos.shown[piece])
        if level >= 2 and layout.piece_owner[piece] >= 0:
            text = f"{layout.seat_names[layout.piece_owner[piece]]}.{text}"
        if reading is not None and reading != face:
            text += f"={reading_text(self.program, face, reading)}"
        return text

    def place(self, pos: Position, piece: int) -> str:
        """Where a piece lies: `A.hand at 3`, `stock`."""
        zone = pos.place[piece]
        if zone == NOWHERE:
            return "nowhere"
        place = place_of(self.layout, pos, piece)
        return f"{self.layout.zone_label[zone]} at {place}" if place else self.layout.zone_label[zone]

    def pieces(self, pos: Position, pieces: Sequence[int], level: int = 0) -> str:
        """A list of pieces in brackets, with their places at the last level."""
        text = "[" + " ".join(self.piece(pos, piece, level) for piece in pieces) + "]"
        return text + self._from(pos, pieces) if level >= 3 else text

    def _from(self, pos: Position, pieces: Sequence[int]) -> str:
        places = [self.place(pos, piece) for piece in pieces if piece is not None]
        return f" from {', '.join(places)}" if places else ""

    def meld(self, pos: Position, meld: Meld | None, level: int = 0) -> str:
        """A meld with the readings of its wilds."""
        if meld is None:
            return "none"
        read = zip(meld.pieces, meld.faces, strict=True)
        text = "[" + " ".join(self.piece(pos, piece, level, face) for piece, face in read) + "]"
        if level >= 1:
            text += f" as {self.program.melds[meld.kind].name}"
            if meld.parts:
                text += f" ({' '.join(self.meld(pos, part) for part in meld.parts)})"
        return text + self._from(pos, meld.pieces) if level >= 3 else text

    def value(self, pos: Position, value: Any, kind: str, level: int = 0) -> str:
        """Any value, by its type (in the words of `VarFamily.type`)."""
        if value is None:
            return "none"
        if isinstance(value, Meld):
            return self.meld(pos, value, level)
        if kind == "piece":
            return self.pieces(pos, (value,), level)
        if kind == "pieces":
            return self.pieces(pos, value, level)
        if kind == "zone":
            return str(self.layout.zone_label[value])
        if kind.startswith("domain:"):
            return self.member(kind[len("domain:") :], value)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return "[" + " ".join(self.value(pos, each, "", level) for each in value) + "]"
        return str(value)

    def member(self, domain: str, value: int) -> str:
        """A member of a domain by its name; seats are letters."""
        number = self.layout.domain_named.get(domain)
        if number is None:
            return str(value)
        if number == 0:
            return self.layout.seat_names[value]
        return self.program.domains[number].members[value]

    def binding(self, pos: Position, code: AlternativeCode, bindings: Sequence[Any], level: int = 0) -> str:
        """The bindings of an alternative, separated by blanks."""
        texts = [
            self.value(pos, value, gen.type, level)
            for gen, value in zip(bound_generators(code), bindings, strict=True)
        ]
        return " ".join(texts)


def face_text(program: Any, face: int) -> str:
    """The print code of a face, or its name where it has none."""
    found = program.faces[face]
    return str(found.code or found.name or f"#{face}")


def reading_text(program: Any, face: int, reading: int) -> str:
    """As what a wild is read: only the values it does not have itself, in the order of the attributes."""
    wild = program.faces[face].wild
    texts = []
    for attribute in wild:
        value = program.faces[reading].values[attribute]
        domain = program.attributes[attribute].domain
        if value is not None:
            texts.append(str(value) if domain is None else _member_code(program.domains[domain], value))
    return "".join(texts) or face_text(program, reading)


def _member_code(domain: Any, value: int) -> str:
    return str(domain.codes[value] or domain.members[value])


def bound_generators(code: AlternativeCode) -> list[Gen]:
    """The generators of an alternative whose values make its bindings: all but `let`."""
    return [step for step in code.node.clause.steps if isinstance(step, Gen) and step.kind != "let"]


# ---------------------------------------------------------------------------------------------
# Moves


def notation_of(machine: Machine) -> Notation:
    """The notation of a machine; made once."""
    found = machine.rules.data.get((-2, 0))
    if not isinstance(found, Notation):
        found = machine.rules.data[-2, 0] = Notation(machine)
    return found


def option_text(machine: Machine, decision: Decision, option: Option, level: int = 0) -> str:
    """An option as text; `level` says how much is told (see the module)."""
    if option.kind != "option":
        return option.kind
    code = decision.choice.alternatives[option.alternative]
    bound = notation_of(machine).binding(decision.position, code, option.bindings, level)
    return f'"{option.label}" {bound}' if bound else f'"{option.label}"'


def decision_texts(machine: Machine, decision: Decision) -> list[str]:
    """The texts of all options in order: each says as much as it must to be told from every other one.

    The order of cards in a list does not tell texts apart.
    """
    options = decision.options
    texts = [option_text(machine, decision, option) for option in options]
    for level in range(1, len(_LEVELS)):
        plain = [_in_any_order(text) for text in texts]
        counts: dict[str, int] = {}
        for text in plain:
            counts[text] = counts.get(text, 0) + 1
        if len(counts) == len(texts):
            break
        texts = [
            text if counts[same] == 1 else option_text(machine, decision, option, level)
            for text, same, option in zip(texts, plain, options, strict=True)
        ]
    return texts


_BRACKETS = re.compile(r"\[([^\]]*)\]")


def _in_any_order(text: str) -> str:
    return _BRACKETS.sub(lambda match: "[" + " ".join(sorted(match.group(1).split())) + "]", text)


def move_texts(machine: Machine, pos: Position) -> list[str]:
    """The texts of all options of a position, in order."""
    return [] if pos.over else decision_texts(machine, machine.decision(pos))


def move_text(machine: Machine, pos: Position, option: Option) -> str:
    """The text of one option of a position, different from that of every other one."""
    decision = machine.decision(pos)
    for text, other in zip(decision_texts(machine, decision), decision.options, strict=True):
        if other.key == option.key:
            return text
    return option_text(machine, decision, option, len(_LEVELS) - 1)


def key_text(option: Option) -> str:
    """An option's key as text: the same for the same option in any run, never a piece's number."""
    return _key_text(option.key)


def _key_text(part: Any) -> str:
    if isinstance(part, tuple):
        return "(" + " ".join(_key_text(each) for each in part) + ")"
    if isinstance(part, str):
        return (
            '"' + part.replace("\\", "\\\\").replace('"', '\\"') + '"' if _NEEDS_QUOTES.search(part) else part
        )
    return str(part)


_NEEDS_QUOTES = re.compile(r'[\s()"\\]|^$|^[-0-9]')


@frozen
class Unclear:
    """A typed text that is not one option: `candidates` are those it may mean (several, or none)."""

    text: str
    candidates: tuple[Option, ...]


def find_option(machine: Machine, pos: Position, text: str) -> Option | Unclear:
    """The option that a typed text means, or what it could mean.

    The label may be shortened, quotes and the label may be left out where that is clear; codes of a face
    may stand in any order and, where that is clear, in any case; so may the cards of a list.
    """
    from interpreter.parse import match_option  # it needs this module

    return match_option(machine, machine.decision(pos), text)
