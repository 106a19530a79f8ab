"""Positions of the games under test, written as in `given`, and what may be done in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from attrs import define, field

from interpreter.faults import Refused
from interpreter.machine import Machine
from interpreter.notation import Unclear, find_option, move_texts
from interpreter.position import Position
from ruledsl.pipeline import Game
from ruledsl.tools.testing import position_from_given
from tests.support.rules_files import ROOT, game_at


def game(name: str) -> Game:
    """One of the four rulebooks."""
    return game_at(ROOT / "games" / f"{name}.rules")


@define
class Table:
    """A game at one moment."""

    machine: Machine
    pos: Position = field(repr=False)

    @classmethod
    def given(cls, name: str, text: str, players: int) -> Table:
        """The position that `given TEXT` describes, run on to its first decision."""
        return cls(*position_from_given(game(name), text, players))

    @property
    def moves(self) -> list[str]:
        """The texts of all options, in order."""
        return move_texts(self.machine, self.pos)

    def moves_of(self, label: str) -> list[str]:
        """What follows the label, of all options with this label."""
        start = f'"{label}"'
        return [move.removeprefix(start).strip() for move in self.moves if move.startswith(start)]

    def play(self, *texts: str) -> Table:
        """Makes moves; each text has to mean exactly one option."""
        for text in texts:
            option = find_option(self.machine, self.pos, text)
            if isinstance(option, Unclear):
                raise Refused(f"{text}: {len(option.candidates)} options; there are {self.moves}")
            self.machine.apply_in_place(self.pos, option)
        return self

    @property
    def seat(self) -> int:
        """Who has to decide."""
        return self.machine.decision(self.pos).seat

    def zone(self, label: str) -> list[int]:
        """The pieces of a zone by its label (`A.hand`); -1 for one that has not been looked at."""
        return self.pos.zones[self.machine.layout.zone_label.index(label)]

    def faces(self, label: str) -> list[str]:
        """The print codes of what lies in a zone, in order."""
        layout = self.machine.layout
        return [
            layout.face_code[layout.piece_face[piece]] if piece >= 0 else "?" for piece in self.zone(label)
        ]

    def held(self, counter: str) -> list[int]:
        """How many of a counted kind the supply and then each player has."""
        number = self.machine.layout.counter_named[counter]
        return self.pos.counters[number][: 1 + self.machine.layout.players]

    def variable(self, name: str) -> list[object]:
        """The values of a variable family."""
        family = next(f for f in self.machine.program.variables if f.name == name)
        return self.pos.variables[family.base : family.base + family.count]


def same(found: Iterable[str], wanted: Iterable[str]) -> bool:
    """Whether two lists hold the same moves, in any order, the cards of a list in any order."""

    def plain(move: str) -> str:
        cards, bracket, rest = move.partition("]")
        label, opening, words = cards.partition("[")
        return label + opening + " ".join(sorted(words.split())) + bracket + rest

    return Counter(map(plain, found)) == Counter(map(plain, wanted))
