"""Whether a seat wins too often, or never: only what many games make sure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.machine import Machine
from ruledsl.tools.fuzzing.probes import Problem
from ruledsl.tools.simulation.intervals import share

ENOUGH: Final = 100
"""With fewer games nothing is said."""

CONFIDENCE: Final = 0.9999
"""How sure the interval is: many configurations are looked at, and none of them by chance."""


def favoured(machine: Machine, wins: Mapping[int, int]) -> Problem | None:
    """A seat (or team) that wins alone much more often than its share when everybody plays at random.

    `wins`: for each member how often, and under -1 in how many games. "Much": the whole interval lies beyond
    the middle between the fair share and always.
    """
    games = wins.get(-1, 0)
    members = machine.program.teams or machine.program.players
    if games < ENOUGH or members < 2:
        return None
    for member in range(members):
        estimate = share(wins.get(member, 0), games, CONFIDENCE)
        if estimate.low is not None and estimate.low > (1 + 1 / members) / 2:
            name = f"team {member + 1}" if machine.program.teams else machine.layout.seat_names[member]
            text = (
                f"{name} wins {wins[member]} of {games} random games with {machine.program.players} players"
            )
            return Problem("seat", "favoured", text)
    return None
