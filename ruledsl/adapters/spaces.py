"""Spaces and arrays of the environments; importing this needs the extra `rl`."""

from __future__ import annotations

from typing import Any

from ruledsl.adapters.extras import MissingExtra
from ruledsl.adapters.match import Match

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtra("rl", error.name) from error

Observation = dict[str, NDArray[Any]]
"""`observation`: what a seat sees, float32. `action_mask`: 1 for each legal action, int8."""


def action_space(match: Match, waits: bool = False) -> spaces.Space[Any]:
    """The actions of a match; with `waits` one more, the last: to do nothing."""
    return spaces.Discrete(match.layout.actions.size + waits)


def observation_space(match: Match, waits: bool = False) -> spaces.Space[Any]:
    """Where observations and masks lie."""
    sections = match.layout.observations.sections
    lengths = [len(section.entries) for section in sections]
    low = np.repeat(np.array([section.low for section in sections], dtype=np.float32), lengths)
    high = np.repeat(np.array([section.high for section in sections], dtype=np.float32), lengths)
    size = match.layout.actions.size + waits
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (size,), dtype=np.int8),
        }
    )


def observation(match: Match, seat: int, waits: bool = False) -> Observation:
    """What a seat sees and may do. With `waits` a seat that is not due may only wait."""
    return {
        "observation": np.array(match.observation(seat), dtype=np.float32),
        "action_mask": mask(match, seat, waits),
    }


def mask(match: Match, seat: int | None, waits: bool = False) -> NDArray[np.int8]:
    """The legal actions of a seat, or of nobody, as 0 and 1."""
    found = np.zeros(match.layout.actions.size + waits, dtype=np.int8)
    taking = None if seat is None else match.taking(seat)
    if taking is not None:
        found[taking.legal()] = 1
    elif waits:
        found[-1] = 1
    return found
