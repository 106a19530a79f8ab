"""What is at hand while rules are carried out: the position under work and how it may be read just now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from interpreter.faults import RulesFault
from interpreter.frames import TURNS

if TYPE_CHECKING:
    from interpreter.chance import Chance
    from interpreter.position import Position
    from interpreter.views import Log


WORK_BUDGET = 5_000_000
"""How many loops and calls inside expressions there may be until somebody begins anew to reckon.

That is with every move, with every look for options (whether there are any, and which), and in asking how a
game ended. It is a bound for what is reckoned within a statement, not a measure: a kernel reckons in other
ways. Statements are measured, alike on both: see `machine.STEP_BUDGET`.
"""

NUMBER_LIMIT = 2**31 - 1
"""How great a number may be that is kept, up and down."""

LIST_LIMIT = 10_000
"""How many elements a list may have."""


class State:
    """A position with its lists at hand.

    `reader` is the mask of the one seat that conditions are being tested for, 0 when the rules themselves
    read; `pure` forbids chance while something is only asked.  `quiet` counts the reasons for which triggers
    do not look now.  `log`, if there is one, is told what happens.  `script` holds the committed choices
    that are being carried out, None outside of that.  `memory` keeps what conditions reckoned before.
    """

    __slots__ = (
        "cells",
        "chance",
        "chooser",
        "commits",
        "counters",
        "facing",
        "frames",
        "known",
        "log",
        "memory",
        "place",
        "pos",
        "pure",
        "quiet",
        "reader",
        "script",
        "shown",
        "steps_left",
        "variables",
        "waiting",
        "work",
        "zones",
    )

    def __init__(self, pos: Position, chance: Chance, log: Log | None = None) -> None:
        self.pos = pos
        self.cells = pos.cells
        self.variables = pos.variables
        self.zones = pos.zones
        self.place = pos.place
        self.known = pos.known
        self.facing = pos.facing
        self.shown = pos.shown
        self.counters = pos.counters
        self.frames = pos.frames
        self.chance = chance
        self.log = log
        self.memory: dict[int, Any] = {}
        self.reader = 0
        self.chooser: int | None = None
        self.pure = False
        self.quiet = 0
        self.script: list[Any] | None = None
        self.commits = 0
        self.steps_left = 0
        self.waiting = False
        self.work = WORK_BUDGET

    def turn(self) -> int | None:
        """Whose turn it is: the seat of the innermost `turns`, or None."""
        for frame in reversed(self.frames):
            if frame[0] == TURNS:
                seat: int | None = frame[3]
                return seat
        return None


Code = Callable[[State], Any]
"""A compiled expression."""


def fault(code: str, origin: int, text: str, **facts: Any) -> NoReturn:
    """Ends play with a located fault."""
    raise RulesFault(code, origin, facts, text)


def overworked(origin: int) -> NoReturn:
    """The fault of an expression that does not come to an end."""
    fault("too-much-work", origin, "this takes more than can be reckoned", budget=WORK_BUDGET)
