"""The report of a comparison as text: a sentence for each measure, the sure ones first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ruledsl.cli.output import BOLD, DIM, Painter
from ruledsl.cli.study.numbers import count, number, number_range, percent
from ruledsl.cli.study.simulated import configuration
from ruledsl.diagnostics.neutral import neutral

if TYPE_CHECKING:
    from ruledsl.tools.simulation.compare import Comparison, Difference
    from ruledsl.tools.simulation.summary import Summary

HEADS: Final = {
    "clear": "What differs for sure",
    "likely": "What probably differs (of twenty figures that do not differ, one looks like this)",
    "none": "What cannot be told apart",
}


def report(
    comparison: Comparison, summaries: tuple[Summary, Summary], found: Sequence[Difference], paint: Painter
) -> list[str]:
    """The lines of the report; `found` are the differences, the clear ones first."""
    games = comparison.a.tally.games
    lines = [paint(BOLD, f"{count(games, 'game')} of each, with the same seeds")]
    for letter, summary in zip("AB", summaries, strict=True):
        made = summary.provenance
        lines.append(f"  {letter}  {neutral(made.title)} ({neutral(made.game)}) {configuration(made)}")
    lines += ends(comparison)
    for told, head in HEADS.items():
        rows = [one for one in found if one.told == told]
        if rows:
            lines += ["", paint(BOLD, head), *[f"  {sentence(one)}" for one in rows]]
    made = summaries[0].provenance
    where = f"ruledsl {made.ruledsl}, seed {neutral(made.seed)}, bots {', '.join(made.bots)}"
    return [*lines, "", paint(DIM, where)]


def ends(comparison: Comparison) -> Iterator[str]:
    """How it ended, where that was not as planned."""
    if comparison.interrupted:
        yield f"  Interrupted: {comparison.a.tally.games:,} of {comparison.a.wanted:,} games were played."
    for letter, one in (("A", comparison.a), ("B", comparison.b)):
        if one.gave_up:
            yield f"  None of the first games of {letter} came to an end, so no more were played."
        if one.tally.faulted:
            yield f"  In {count(one.tally.faulted, 'game')} of {letter} the rules could not be followed."


def sentence(found: Difference) -> str:
    """What one measure says."""
    name = found.measure
    if found.same:
        return f"{name}: the same in every game ({_value(found, found.a)})"
    size, between = _by(found)
    values = f"{_value(found, found.a)} in A, {_value(found, found.b)} in B"
    if found.told == "none" or found.difference.value is None:
        return f"{name}: {values}; no difference can be told ({between or 'too few games'})"
    word = "more" if found.difference.value > 0 else "less"
    return f"{name}: {size} {word} in B ({between}): {values}"


def _value(found: Difference, value: float) -> str:
    return percent(value) if found.is_share else number(value)


def _by(found: Difference) -> tuple[str, str]:
    """How much it is, and the interval; shares in points of per cent."""
    estimate = found.difference
    if estimate.low is None or estimate.high is None or estimate.value is None:
        return "", ""
    if not found.is_share:
        return number(abs(estimate.value)), number_range(estimate, sign=True)
    size, low, high = (
        percent(value, sign).removesuffix(" %")
        for value, sign in ((abs(estimate.value), False), (estimate.low, True), (estimate.high, True))
    )
    return f"{size} points", f"{low} to {high} points"
