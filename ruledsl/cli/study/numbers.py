"""Figures in words: shares as per cent, numbers short, estimates with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ruledsl.tools.simulation.intervals import Estimate

UNKNOWN: Final = "–"
"""Stands where too little was seen."""


def percent(share: float | None, sign: bool = False) -> str:
    """A share as per cent; small ones with the digits that matter."""
    if share is None:
        return UNKNOWN
    value = 100 * share
    digits = 1 if abs(value) >= 1 or value == 0 else 2 if abs(value) >= 0.1 else 3
    return f"{value:{'+' if sign else ''}.{digits}f} %"


def number(value: float | None, sign: bool = False) -> str:
    """A number: whole ones as they are, others with three digits or so."""
    if value is None:
        return UNKNOWN
    plus = "+" if sign else ""
    if value == int(value) and abs(value) < 1e15:
        return f"{int(value):{plus},}"
    digits = 2 if abs(value) < 10 else 1 if abs(value) < 1000 else 0
    return f"{value:{plus},.{digits}f}"


def percent_range(estimate: Estimate, sign: bool = False) -> str:
    """The interval of a share: `49.0 to 55.2 %`; empty where there is none."""
    if estimate.low is None or estimate.high is None:
        return ""
    return f"{percent(estimate.low, sign).removesuffix(' %')} to {percent(estimate.high, sign)}"


def number_range(estimate: Estimate, sign: bool = False) -> str:
    """The interval of a number; empty where there is none."""
    if estimate.low is None or estimate.high is None:
        return ""
    return f"{number(estimate.low, sign)} to {number(estimate.high, sign)}"


def with_range(estimate: Estimate) -> str:
    """A number with its interval in brackets."""
    between = number_range(estimate)
    return f"{number(estimate.value)} ({between})" if between else number(estimate.value)


def count(value: int, what: str) -> str:
    """A number of things: `1 game`, `1,000 games`."""
    return f"{value:,} {what}{'' if value == 1 else 's'}"


def score(value: float | None, names: Sequence[str]) -> str:
    """A score: a number, or where it is the place of a member of an enum, that member's name."""
    if value is None or not names or not 0 <= round(value) < len(names):
        return number(value)
    return names[round(value)]
