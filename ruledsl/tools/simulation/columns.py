"""Adding up games that a kernel played, column by column: the same as `Tally.add` of their records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from attrs import evolve

from interpreter.compiled.code.race import RACE
from interpreter.compiled.code.recording import USE_TOTALS, Row
from interpreter.compiled.kernel import NONE
from interpreter.compiled.recorder import Rows
from ruledsl.bots.random import RandomBot
from ruledsl.tools.simulation.distribution import Distribution
from ruledsl.tools.simulation.tally import Sitting, Tally, Use

_SHARING, _EVERYBODY, _MARGIN, _LEAD_CHANGES, _BEHIND, _DEFICIT = range(Row.COURSE, Row.COURSE + len(RACE))


def add_rows(tally: Tally, rows: Rows, has_turns: bool, has_rounds: bool) -> None:
    """Adds games in which every seat is taken by the bot `random`; whether the rules have turns and
    rounds."""
    row = rows.row
    tally.games += rows.count
    _add_uses(tally, rows.totals)
    _spread(tally.decisions, rows.column(row.DECISIONS))
    if has_turns:
        _spread(tally.turns, rows.column(row.TURNS))
    if has_rounds:
        _spread(tally.rounds, rows.column(row.ROUNDS))
    _spread(tally.options, _options(rows))
    judged = _with_result(rows)
    tally.without_result += rows.count - judged.count
    if judged.count:
        _add_race(tally, judged)
        for seat in range(row.players):
            _add_seat(tally, judged, seat)


def _spread(distribution: Distribution, values: Iterable[int]) -> None:
    for value, times in Counter(values).items():
        distribution.add(value, times)


def _options(rows: Rows) -> list[int]:
    """The numbers of options of all decisions; between two games may stand those of one that was begun
    anew."""
    starts, ends = rows.column(rows.row.OPTIONS), rows.column(rows.row.OPTIONS + 1)
    if starts[1:] == ends[:-1]:
        return rows.options[starts[0] : ends[-1]]
    return [number for start, end in zip(starts, ends, strict=True) for number in rows.options[start:end]]


def _with_result(rows: Rows) -> Rows:
    """The games that came to an end that is judged."""
    broken_off = rows.column(rows.row.NO_RESULT)
    if not any(broken_off):
        return rows
    kept = [number for number, broken in enumerate(broken_off) if not broken]
    numbers = [number for game in kept for number in rows.game(game)]
    return evolve(rows, count=len(kept), numbers=numbers)


def _add_uses(tally: Tally, totals: list[int]) -> None:
    count = len(totals) // USE_TOTALS
    if not tally.uses:
        tally.uses = [Use() for _ in range(count)]
    for number, use in enumerate(tally.uses):
        reached, fired, times, offered, offers = totals[number * USE_TOTALS : (number + 1) * USE_TOTALS]
        use.reached += reached
        use.fired += fired
        use.times += times
        use.offered += offered
        use.offers += offers


def _add_race(tally: Tally, rows: Rows) -> None:
    sharing = rows.column(_SHARING)
    tied = sum([number > 1 for number in sharing])
    tally.tied += tied
    tally.sole_wins += rows.count - tied
    tally.everybody_tied += sum(
        [number > 1 and bool(all_) for number, all_ in zip(sharing, rows.column(_EVERYBODY), strict=True)]
    )
    told = [behind for behind in rows.column(_BEHIND) if behind != NONE]
    tally.raced += len(told)
    tally.comebacks += sum(told)
    for distribution, place in (
        (tally.margins, _MARGIN), (tally.lead_changes, _LEAD_CHANGES), (tally.deficits, _DEFICIT),
    ):  # fmt: skip
        _spread(distribution, [value for value in rows.column(place) if value != NONE])


def _add_seat(tally: Tally, rows: Rows, seat: int) -> None:
    row = rows.row
    sitting = tally.sittings.setdefault((RandomBot.name, seat), Sitting())
    sitting.games += rows.count
    places = rows.column(row.PLACES + seat)
    sharing = rows.column(_SHARING)
    sitting.wins.update([shared for place, shared in zip(places, sharing, strict=True) if place == 0])
    worths = zip(rows.column(row.worth + seat), rows.column(row.UNIT), strict=True)
    for (worth, unit), times in Counter(worths).items():
        sitting.payoffs.add(worth // unit if worth % unit == 0 else Fraction(worth, unit), times)
    rules = rows.column(row.RULE)
    scores = zip(rows.column(row.score + seat), places, rules, strict=True)
    for (score, won), times in Counter([(s, p == 0) for s, p, rule in scores if rule >= 0]).items():
        sitting.scores.add(score, times)
        tally.scores.add(score, times)
        if won:
            tally.winning_scores.add(score, times)
