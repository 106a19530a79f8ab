"""What the figures of a simulation mean, in plain sentences that say how sure they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.cli.study.numbers import count, number, percent, percent_range

if TYPE_CHECKING:
    from ruledsl.tools.simulation.summary import Meeting, Summary


def played(summary: Summary) -> list[str]:
    """How many games there were, and what became of those that have no result."""
    said = []
    if summary.interrupted:
        said.append(f"Interrupted: {summary.games:,} of {count(summary.wanted, 'game')} were played.")
    if summary.gave_up:
        said.append(
            f"None of the first {summary.games} games came to an end within "
            f"{summary.provenance.budget:,} decisions, so no more were played."
        )
    elif summary.without_result:
        said.append(
            f"{count(summary.without_result, 'game')} of {summary.games:,} had no result after "
            f"{summary.provenance.budget:,} decisions: {percent(summary.no_result.value)} "
            f"({percent_range(summary.no_result)})."
        )
    if summary.faulted:
        said.append(
            f"In {count(summary.faulted, 'game')} of {summary.games:,} the rules could not be followed; "
            "these count for nothing else."
        )
    return said


def seats(summary: Summary) -> str:
    """Whether a seat is better than the others."""
    found = summary.advantage
    if found is None or found.difference.value is None:
        return ""
    low, high = percent(found.difference.low, True), percent(found.difference.high, True)
    between = f"{low.removesuffix(' %')} to {high.removesuffix(' %')}"
    if not found.sure:
        return (
            f"No seat's advantage can be told from chance (the largest: seat {found.seat}, {between} points)."
        )
    word = "more" if found.difference.value > 0 else "less"
    size = percent(abs(found.difference.value)).removesuffix(" %")
    return f"Seat {found.seat} wins {word} often than an even share, by {size} points ({between})."


def meeting(found: Meeting) -> str:
    """Whether one bot is better than another one, and how much of it is luck."""
    rate, between = percent(found.above.value), percent_range(found.above)
    said = f"{found.bot} comes out above {found.other} in {rate} of their meetings ({between}): "
    if found.above.value is None or found.above.low is None:
        return said + "too few to say anything."
    if not found.sure:
        return said + "no difference can be told from luck."
    ahead = max(found.above.value, 1 - found.above.value)
    kind = "mostly luck" if ahead < 0.6 else "skill and luck" if ahead < 0.8 else "mostly skill"
    return said + f"that is not chance; 50 % would be luck alone, so it is {kind} between these two."


def race(summary: Summary) -> list[str]:
    """Lead changes and comebacks."""
    changes = summary.lead_changes
    if changes is None or changes.median.value is None:
        return []
    said = [
        f"The lead changes {_times(changes.median.value)} in the middle game of all "
        f"(5 % to 95 %: {number(changes.low.value)} to {number(changes.high.value)})."
    ]
    if summary.comebacks.count:
        said.append(
            f"Who wins alone was behind at half-time in {percent(summary.comebacks.value)} of the games "
            f"({percent_range(summary.comebacks)})."
        )
    return said


def _times(value: float) -> str:
    return "once" if value == 1 else f"{number(value)} times"


def clauses(summary: Summary) -> str:
    """How many clauses were used, and how many not."""
    total = len(summary.clauses)
    if not total:
        return ""
    used = sum(use.state == "fired" for use in summary.clauses)
    if used == total:
        return f"Every one of the {total} clauses of the rules was used."
    return f"{used} of {total} clauses of the rules were used. Not used:"
