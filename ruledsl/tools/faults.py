"""A fault of the rules during play, with the place in the text and the moment in the game.

The engine tells a fault by the number of the statement or expression it was at.  Whoever plays a game knows
more: the text those numbers stand for, how many moves have been made, and who was to choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from interpreter.faults import RulesFault
from interpreter.frames import CHOOSE, TURNS
from interpreter.layout import Layout
from interpreter.machine import Machine
from interpreter.position import Position
from ruledsl.diagnostics import Diagnostic
from ruledsl.source import Span

ADVICE: Final[Mapping[str, str]] = {
    "too-few": "write `up to` before the number where a shortage is meant",
    "no-option": "write `otherwise { }` for the case that nothing can be chosen",
    "not-one": "use `first(...)` for the first in order, `sole(...)` for none when tied, or `all(...)`",
    "nothing-to-compare": "give a value for the case of none: `most(... else 0)`",
    "no-entry": "write an `else:` row, or the row that is missing",
    "too-many-steps": "make sure that a loop comes to its `until`, its number or an `end`",
    "too-many-options": "take the choice apart with `keeps choosing`, or narrow it with a `where`",
    "too-many-bindings": "take the choice apart with `keeps choosing`, or narrow it with a `where`",
    "nothing-to-move": "ask before with `if`, or move a list or a zone: an empty one may be moved",
    "none-number": "ask before whether it `is not none`",
    "none-key": "ask before whether it `is not none`",
    "none-start": "ask before whether it `is not none`",
    "none-compared": "ask before whether it `is not none`",
    "none-holder": "ask before whether it `is not none`",
    "no-piece": "ask before whether it `is not none`",
    "no-meld": "ask before whether it `is not none`",
    "nobody-chooses": "ask before whether it `is not none`",
    "division-by-zero": "ask before whether the divisor is 0",
    "secret": "an option and its `where` may speak only of cards that the chooser knows",
}
"""What to do about a fault, by its code."""


class PlayFault(Exception):
    """The rules cannot be followed: the engine's fault with its place.

    `span` is the place in the text, None where it is not known.  `move` is how many decisions had been made,
    `seat` the letter of who chose or whose turn it was, empty when it was nobody's.
    """

    def __init__(
        self, fault: RulesFault, span: Span | None, facts: Mapping[str, str], move: int = 0, seat: str = ""
    ) -> None:
        super().__init__(fault.code, span, facts, move, seat)
        self.fault, self.span, self.facts, self.move, self.seat = fault, span, facts, move, seat

    def __str__(self) -> str:
        return f"{self.fault.text} ({self.moment})"

    @property
    def moment(self) -> str:
        """When it happened, in words."""
        if self.move == 0 and not self.seat:
            return "before the first move"
        after = (
            f"after {self.move} move{'' if self.move == 1 else 's'}" if self.move else "before the first move"
        )
        return f"{after}, {self.seat} to choose" if self.seat else after

    def diagnostic(self, path: str = "") -> Diagnostic:
        """The fault for the renderers; `path` is the file where the place is not known."""
        known = ", ".join(f"{name} {value}" for name, value in self.facts.items())
        facts = {
            "text": self.fault.text,
            "fault": self.fault.code,
            "moment": self.moment,
            "known": f"; {known}" if known else "",
            "advice": ADVICE.get(self.fault.code, "say in the rules what shall happen in this case"),
        }
        return Diagnostic("E490", self.span, facts, path=None if self.span is not None else path or None)


@contextmanager
def placed(machine: Machine, origins: Sequence[Span], pos: Position | None = None) -> Iterator[None]:
    """Within this, a fault of the rules becomes a `PlayFault`; `pos` is the position before the move."""
    try:
        yield
    except RulesFault as fault:
        raise locate(machine, origins, fault, pos) from fault


def locate(machine: Machine, origins: Sequence[Span], fault: RulesFault, pos: Position | None) -> PlayFault:
    """A fault with its place in the text and in the game."""
    span = origins[fault.origin] if 0 <= fault.origin < len(origins) else None
    facts = facts_in_words(machine.layout, fault.facts)
    if pos is None:
        return PlayFault(fault, span, facts)
    return PlayFault(fault, span, facts, pos.decisions, _chooser(machine, pos))


def _chooser(machine: Machine, pos: Position) -> str:
    for frame in reversed(pos.frames):
        if frame[0] in (CHOOSE, TURNS):
            return str(machine.layout.seat_names[frame[3]])
    return ""


def facts_in_words(layout: Layout, facts: Mapping[str, object]) -> dict[str, str]:
    """The facts of a fault with zones, pieces and seats by their names."""
    found: dict[str, str] = {}
    for name, value in facts.items():
        if name in ("zone", "source", "target") and isinstance(value, int) and 0 <= value < layout.zone_count:
            found[name] = str(layout.zone_label[value])
        elif name == "seat" and isinstance(value, int) and 0 <= value < len(layout.seat_names):
            found[name] = layout.seat_names[value]
        elif name in ("piece", "there") and isinstance(value, int):
            continue  # which piece it is may be a secret
        else:
            found[name] = str(value)
    return found
