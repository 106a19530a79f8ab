"""Bounds that a game has to keep, such as `seat advantage < 3 %`.

A bound stands in the rules as a comment, `# require: seat advantage < 3 %`, or is given to `simulate`. It is
held against the figures of a simulation; whether the games were enough to be sure is said beside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

from ruledsl.pipeline import Game
from ruledsl.source import Span
from ruledsl.tools.simulation.intervals import NOTHING, Estimate
from ruledsl.tools.simulation.summary import Spread, Summary

_FORM: Final = re.compile(
    r"(?P<measure>[a-z][a-z ]*?)\s*(?P<sign><=|>=|<|>)\s*(?P<number>-?[0-9]+(?:\.[0-9]+)?)\s*(?P<unit>%?)",
    re.IGNORECASE,
)
_COMMENT: Final = re.compile(r"#?\s*require:\s*(?P<bound>.*)", re.DOTALL)


class BoundError(Exception):
    """A text that is no bound. `reason` says why; `known` are the measures when the name is not known."""

    def __init__(self, text: str, reason: str, name: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(f"{text}: {reason}")
        self.text, self.reason, self.name, self.known = text, reason, name, known


@frozen
class Bound:
    """A measure, a sign and a number (a share from 0 to 1 where the measure is one)."""

    text: str
    measure: str
    sign: str
    number: float


@frozen
class Verdict:
    """Whether a bound holds, by the value that was measured. `sure`: the whole interval is on that side."""

    text: str
    holds: bool
    sure: bool
    value: Estimate
    said: str


def _median(spread: Spread | None) -> Estimate:
    return NOTHING if spread is None else spread.median


def _high(spread: Spread | None) -> Estimate:
    return NOTHING if spread is None else spread.high


def _advantage(summary: Summary) -> Estimate:
    """The largest distance of a seat from an even share, whichever side."""
    if summary.advantage is None:
        return NOTHING
    found = summary.advantage.difference
    if found.value is None or found.low is None or found.high is None:
        return found
    ends = sorted((abs(found.low), abs(found.high)))
    low = 0.0 if found.low <= 0 <= found.high else ends[0]
    return Estimate(abs(found.value), low, ends[1], found.count)


@frozen
class _Measure:
    read: Callable[[Summary], Estimate]
    is_share: bool
    says: str


MEASURES: Final[dict[str, _Measure]] = {
    "seat advantage": _Measure(_advantage, True, "how far a seat is from an even share of wins, at most"),
    "ties": _Measure(lambda s: s.ties, True, "games whose first place is shared"),
    "no result": _Measure(lambda s: s.no_result, True, "games that are broken off"),
    "faults": _Measure(lambda s: s.faults_share, True, "games in which the rules cannot be followed"),
    "comebacks": _Measure(lambda s: s.comebacks, True, "sole winners who were behind at half-time"),
    "decisions": _Measure(lambda s: s.decisions.median, False, "the median of decisions in a game"),
    "long game": _Measure(lambda s: _high(s.decisions), False, "the 95 % quantile of decisions in a game"),
    "turns": _Measure(lambda s: _median(s.turns), False, "the median of turns in a game"),
    "rounds": _Measure(lambda s: _median(s.rounds), False, "the median of rounds in a game"),
    "options": _Measure(lambda s: s.options.median, False, "the median of options per decision"),
    "margin": _Measure(lambda s: _median(s.margin), False, "the median of the winner's margin"),
    "lead changes": _Measure(lambda s: _median(s.lead_changes), False, "the median of changes of the leader"),
}
"""What may be bounded, by name."""


def read_bound(text: str) -> Bound:
    """The bound that a text says. Raises BoundError."""
    shown = " ".join(text.split())
    match = _FORM.fullmatch(shown)
    if match is None:
        raise BoundError(shown, "it has to be a measure, one of < <= > >=, and a number")
    name = " ".join(match["measure"].lower().split())
    measure = MEASURES.get(name)
    if measure is None:
        raise BoundError(shown, f"there is no measure `{name}`", name, tuple(MEASURES))
    if measure.is_share != bool(match["unit"]):
        needed = "is a share: give it in per cent" if measure.is_share else "is a number without per cent"
        raise BoundError(shown, f"`{name}` {needed}")
    number = float(match["number"]) / (100 if measure.is_share else 1)
    return Bound(shown, name, match["sign"], number)


def declared_bounds(game: Game) -> list[tuple[Span, str]]:
    """The bounds that comments of the rules require, as texts with their places."""
    found = []
    for span, comment in game.comments:
        match = _COMMENT.fullmatch(comment.strip())
        if match is not None:
            found.append((span, match["bound"].strip()))
    return found


_TESTS: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": lambda value, limit: value < limit,
    "<=": lambda value, limit: value <= limit,
    ">": lambda value, limit: value > limit,
    ">=": lambda value, limit: value >= limit,
}


def judge(bounds: Sequence[Bound], summary: Summary) -> tuple[Verdict, ...]:
    """Holds each bound against what was measured; what could not be measured does not hold."""
    return tuple(_judge(bound, summary) for bound in bounds)


def _judge(bound: Bound, summary: Summary) -> Verdict:
    measure = MEASURES[bound.measure]
    found = measure.read(summary)
    if found.value is None:
        return Verdict(bound.text, False, False, found, "it could not be measured in these games")
    test = _TESTS[bound.sign]
    holds = test(found.value, bound.number)
    ends = [end for end in (found.low, found.high) if end is not None]
    sure = len(ends) == 2 and all(test(end, bound.number) == holds for end in ends)
    said = f"measured {_shown(found, measure.is_share)}"
    if not sure:
        said += "; not sure yet, more games would tell"
    return Verdict(bound.text, holds, sure, found, said)


def _shown(found: Estimate, is_share: bool) -> str:
    def one(value: float | None) -> str:
        if value is None:
            return "?"
        return f"{100 * value:.2f} %" if is_share else f"{value:g}"

    if found.low is None or found.high is None:
        return one(found.value)
    return f"{one(found.value)} (95 %: {one(found.low)} to {one(found.high)})"
