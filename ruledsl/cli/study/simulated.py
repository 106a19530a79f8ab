"""The report of a simulation as text, with small plots."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ruledsl.cli.output import BOLD, DIM, GREEN, RED, Painter
from ruledsl.cli.study import findings
from ruledsl.cli.study.numbers import (
    count,
    number,
    number_range,
    percent,
    percent_range,
    score,
    with_range,
)
from ruledsl.cli.study.plots import Plots
from ruledsl.diagnostics.neutral import neutral
from ruledsl.tools.simulation.clauses import NOTED

if TYPE_CHECKING:
    from ruledsl.tools.simulation.bounds import Verdict
    from ruledsl.tools.simulation.intervals import Estimate
    from ruledsl.tools.simulation.summary import ClauseUse, Provenance, Spread, Standing, Summary

WIDTH: Final = 100
"""How wide a report is that goes to no terminal."""

LINE: Final = 34
"""How wide an interval is drawn."""

FEWEST_BINS: Final = 6
"""An outline of fewer says nothing."""

SHORTEST: Final = 40
"""A clause is cut no shorter."""

MOST_CLAUSES: Final = 40
"""So many clauses of a kind are listed; JSON and the HTML report have all."""


class Report:
    """Writes a Summary as lines of `width` columns; `paint` and `plots` know what the output can show."""

    def __init__(self, summary: Summary, paint: Painter, plots: Plots, width: int = WIDTH) -> None:
        self.summary, self.paint, self.plots, self.width = summary, paint, plots, width

    def lines(self) -> list[str]:
        """The whole report."""
        parts = (self._heading(), self._seats(), self._bots(), self._length(), self._score(), self._clauses())
        found: list[str] = []
        for part in parts:
            lines = list(part)
            if lines:
                found += [*lines, ""]
        return [*found, *self._provenance()]

    def _title(self, text: str) -> str:
        return self.paint(BOLD, text)

    def _say(self, text: str) -> list[str]:
        """A sentence, in as many lines as it takes."""
        return textwrap.wrap(text, self.width, initial_indent="  ", subsequent_indent="    ")

    def _heading(self) -> Iterator[str]:
        summary, made = self.summary, self.summary.provenance
        yield self._title(f"{neutral(made.title)}: {count(summary.games, 'game')} {configuration(made)}")
        yield from findings.played(summary)

    # -- who wins ---------------------------------------------------------------------------------

    def _seats(self) -> Iterator[str]:
        summary = self.summary
        if not summary.with_result:
            return
        if len(summary.seats) == 1:
            yield from self._means(summary.seats)
            return
        even = summary.even or 0.0
        yield self._title("Wins by seat") + self.paint(
            DIM, f"  95 % intervals; ties are split; an even share is {percent(even)}"
        )
        for seat in summary.seats:
            yield f"  {seat.seat}  {self._share(seat.win, even)}"
        if summary.ties.value:
            yield f"  shared first places: {percent(summary.ties.value)} ({percent_range(summary.ties)})"
        yield from self._say(findings.seats(summary))
        yield from self._means(summary.seats)

    def _share(self, win: Estimate, even: float) -> str:
        if win.value is None or win.low is None or win.high is None:
            return "–"
        plot = self.plots.interval(win.low, win.value, win.high, even, LINE)
        return f"{percent(win.value):>7}  {percent_range(win):<16}  {plot}"

    def _means(self, rows: Sequence[Standing]) -> Iterator[str]:
        """Mean scores and payoffs, where they say more than who has won."""
        for row in rows:
            said = []
            if row.score.count and not self.summary.score_names:
                said.append(f"score {_mean(row.score)}")
            same = row.payoff.value == row.score.value
            if row.payoff.count and not same and (len(rows) > 1 or not row.score.count):
                said.append(f"payoff {_mean(row.payoff)}")
            if said:
                yield f"  {row.seat or row.bot}  mean {', '.join(said)}"

    def _bots(self) -> Iterator[str]:
        summary = self.summary
        if len(summary.bots) < 2 or not summary.with_result:
            return
        yield self._title("Bots") + self.paint(DIM, "  each sits on each seat equally often")
        width = max(len(bot.bot) for bot in summary.bots)
        for bot in summary.bots:
            yield f"  {bot.bot:<{width}}  {self._share(bot.win, summary.even or 0.0)}"
        for found in summary.meetings:
            yield from self._say(findings.meeting(found))
        for row in summary.bots_by_seat:
            yield f"  {row.bot:<{width}} on {row.seat}  {percent(row.win.value):>7}  {percent_range(row.win)}"

    # -- how it goes ------------------------------------------------------------------------------

    def _length(self) -> Iterator[str]:
        summary = self.summary
        if not summary.decisions.count:
            return
        rows = [
            ("decisions", summary.decisions), ("turns", summary.turns), ("rounds", summary.rounds),
            ("options", summary.options),
        ]  # fmt: skip
        yield self._title("Length of a game, and options per decision")
        yield from self._spreads(rows)
        if summary.single_option:
            yield f"  {percent(summary.single_option)} of the decisions have only one option"

    def _score(self) -> Iterator[str]:
        summary = self.summary
        if summary.score is None:
            return
        ranked = f"  ranked by {neutral(summary.ranked_by)}" if summary.ranked_by else ""
        yield self._title("Score") + self.paint(DIM, ranked)
        rows = [
            ("score", summary.score), ("of winners", summary.winning_score), ("margin", summary.margin),
            ("lead changes", summary.lead_changes), ("made up", summary.deficit),
        ]  # fmt: skip
        shown = [row for row in rows if len(summary.seats) > 1 or row[0] == "score"]
        yield from self._spreads(shown, ("score", "of winners") if summary.score_names else ())
        for said in findings.race(summary):
            yield from self._say(said)

    def _spreads(self, rows: Sequence[tuple[str, Spread | None]], named: Sequence[str] = ()) -> Iterator[str]:
        """A table of quantiles, each row with the outline of its distribution.

        Rows in `named` are of scores that are members of an enum.
        """
        width = max(len(name) for name, _ in rows)
        middle = "median (interval)"
        head = f"  {'':<{width}}  {'least':>6} {'5 %':>6}  {middle:<18} {'95 %':>6} {'most':>6}"
        left = self.width - len(head) - 2
        yield self.paint(DIM, head)
        for name, spread in rows:
            if spread is None:
                continue
            names = self.summary.score_names if name in named else ()
            least, low, high, most = (
                neutral(score(value, names))
                for value in (spread.least, spread.low.value, spread.high.value, spread.greatest)
            )
            ends, more = f"{least:>6} {low:>6}", f"{high:>6} {most:>6}"
            middle = neutral(score(spread.median.value, names)) if names else with_range(spread.median)
            outline = self.plots.outline(fitting([each.count for each in spread.bins], left))
            yield f"  {name:<{width}}  {ends}  {middle:<18} {more}  {outline}".rstrip()

    # -- the rules --------------------------------------------------------------------------------

    def _clauses(self) -> Iterator[str]:
        said = findings.clauses(self.summary)
        if not said:
            return
        yield self._title("Use of the rules")
        options = [use for use in self.summary.clauses if use.clause.kind in ("option", "when", "while")]
        yield from self._frequencies([use for use in options if use.state == "fired"])
        yield "  " + said
        for state in ("never chosen", "never true", "never reached"):
            silent = [use for use in self.summary.clauses if use.state == state and not use.implied]
            for use in silent[:MOST_CLAUSES]:
                yield self._clause(f"  {state:<13}  ", use)
            if len(silent) > MOST_CLAUSES:
                yield f"  {state:<13}  and {len(silent) - MOST_CLAUSES} more (see --json or --report)"

    def _frequencies(self, uses: Sequence[ClauseUse]) -> Iterator[str]:
        games = self.summary.games
        if not uses or not games:
            return
        yield self.paint(DIM, "  in how many games, and how often in one of these")
        for use in sorted(uses, key=lambda one: -one.fired)[:MOST_CLAUSES]:
            share = use.fired / games
            bar = self.plots.bar(share, 10)
            often = "" if use.clause.kind in NOTED else number(use.times / use.fired)
            yield self._clause(f"  {percent(share):>8} {bar} {often:>7}  ", use)

    def _clause(self, before: str, use: ClauseUse) -> str:
        return before + neutral(_short(_clause(use), max(SHORTEST, self.width - len(before))))

    def _provenance(self) -> Iterator[str]:
        made = self.summary.provenance
        text = (
            f"ruledsl {made.ruledsl}, rules {made.rules[:12]}, seed {neutral(made.seed)}, "
            f"bots {', '.join(made.bots)}"
        )
        yield self.paint(DIM, text)


def configuration(made: Provenance) -> str:
    """For how many players, and with which settings."""
    parts = [f"with {made.players} player{'' if made.players == 1 else 's'}"]
    for name, value in made.settings.items():
        shown = ("yes" if value else "no") if isinstance(value, bool) else "none" if value is None else value
        parts.append(f"{neutral(name)} {neutral(str(shown))}")
    return ", ".join(parts)


def _mean(estimate: Estimate) -> str:
    between = number_range(estimate)
    return f"{number(estimate.value)} ({between})" if between else number(estimate.value)


def fitting(counts: Sequence[int], most: int) -> list[int]:
    """The counts, neighbours added up where there are more than fit; none where hardly any do."""
    found = list(counts)
    while len(found) > most:
        if len(found) <= FEWEST_BINS:
            return []
        found = [sum(found[place : place + 2]) for place in range(0, len(found), 2)]
    return found


def _clause(use: ClauseUse) -> str:
    """The line of a clause, with its place."""
    clause = use.clause
    source, named = clause.source, f'option "{clause.label}"'
    if clause.kind == "option" and not clause.has_own_line:
        source = f"{named}: {source}"
    elif clause.kind in ("else", "otherwise"):
        source = f"{clause.kind}: {source}"
    return f"{clause.path}:{clause.line}  {source.split('  #')[0].rstrip()}"


def _short(text: str, most: int) -> str:
    """A text, cut where it is too long."""
    return text if len(text) <= most else text[: most - 3] + "..."


def columns() -> int:
    """How wide the terminal is, within reason; `WIDTH` where there is none."""
    import shutil
    import sys

    if sys.stdout is None or sys.stdout.closed or not sys.stdout.isatty():
        return WIDTH
    return min(max(shutil.get_terminal_size((WIDTH, 24)).columns, 60), 140)


def verdict_lines(verdicts: Sequence[Verdict], paint: Painter) -> list[str]:
    """What became of the bounds that were required."""
    found = []
    for verdict in verdicts:
        word, style = ("holds", GREEN) if verdict.holds else ("fails", RED)
        found.append(f"{paint(style, word)}  {neutral(verdict.text)}: {neutral(verdict.said)}")
    return found
