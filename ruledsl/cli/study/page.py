"""A simulation as one HTML file that needs nothing else: charts with the code that draws them, and tables.

The file is read in any browser without a network. What the charts show stands in tables too, for those who
print it, hear it, or let no scripts run.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from ruledsl.cli.study import findings
from ruledsl.cli.study.numbers import count, number, number_range, percent, percent_range, score
from ruledsl.diagnostics.neutral import neutral
from ruledsl.tools.simulation.clauses import NOTED

if TYPE_CHECKING:
    from ruledsl.tools.simulation.bounds import Verdict
    from ruledsl.tools.simulation.summary import ClauseUse, Spread, Standing, Summary

_STYLE: Final = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; border-bottom: 1px solid #bbb; }
table { border-collapse: collapse; margin: .6rem 0; } th, td { padding: .15rem .7rem; text-align: right; }
th { border-bottom: 1px solid #888; font-weight: 600; } td:first-child, th:first-child { text-align: left; }
td.text, th.text { text-align: left; } code { font-family: ui-monospace, monospace; font-size: .9em; }
.chart { margin: .8rem 0; overflow-x: auto; } .said { font-weight: 600; } .quiet { color: #555; }
.fails { color: #a33c00; font-weight: 600; }
@media print { body { max-width: none; margin: 0; font-size: 11pt; } h2, .chart, tr { break-inside: avoid; }
  h2 { break-after: avoid; } .vega-actions, summary.vega { display: none; } }
"""

MOST_BARS: Final = 40
"""So many clauses are shown in the chart; the table has all."""


def check_charts() -> None:
    """Raises Problem (E477) when what draws the charts is not installed."""
    from ruledsl.cli.errors import Problem
    from ruledsl.diagnostics import Diagnostic

    for package in ("altair", "vl_convert"):
        if find_spec(package) is None:
            raise Problem(Diagnostic("E477", facts={"package": package.replace("_", "-")}))


class Page:
    """Gathers the parts of a page; charts are drawn when it is opened."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.parts: list[str] = []
        self.specs: list[dict[str, Any]] = []

    def add(self, html: str) -> None:
        """A piece of HTML."""
        self.parts.append(html)

    def heading(self, text: str) -> None:
        """The heading of a section."""
        self.add(f"<h2>{_text(text)}</h2>")

    def say(self, text: str, kind: str = "said") -> None:
        """A sentence; nothing for an empty one."""
        if text:
            self.add(f'<p class="{kind}">{_text(text)}</p>')

    def chart(self, spec: dict[str, Any], label: str) -> None:
        """A chart, with a label for those who do not see it."""
        self.add(
            f'<div class="chart" id="chart{len(self.specs)}" role="img" aria-label="{_text(label)}"></div>'
        )
        self.specs.append(spec)

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]], texts: Sequence[int] = (0,)) -> None:
        """A table; `texts` are the columns that hold words, the others are numbers."""

        def cells(row: Sequence[str], tag: str) -> str:
            kinds = [' class="text"' if place in texts else "" for place in range(len(row))]
            return "".join(
                f"<{tag}{kind}>{_text(cell)}</{tag}>" for kind, cell in zip(kinds, row, strict=True)
            )

        lines = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in rows)
        self.add(f"<table><thead><tr>{cells(head, 'th')}</tr></thead><tbody>{lines}</tbody></table>")

    def html(self) -> str:
        """The whole file."""
        body = "\n".join(self.parts)
        return (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{_text(self.title)}</title>\n<style>{_STYLE}</style></head>\n"
            f"<body>\n<h1>{_text(self.title)}</h1>\n{body}\n{self._scripts()}</body></html>\n"
        )

    def _scripts(self) -> str:
        """The library that draws charts, written into the page, and the charts to be drawn."""
        if not self.specs:
            return ""
        library = import_module("vl_convert").javascript_bundle()
        specs = json.dumps(self.specs).replace("<", "\\u003c")
        calls = (
            f"{{ const specs = {specs};\n"
            "specs.forEach((spec, number) => window.vegaEmbed('#chart' + number, spec, "
            "{renderer: 'svg', actions: {export: true, source: false, compiled: false, editor: false}})); }"
        )
        return f"<script>{library}</script>\n<script>{calls}</script>\n"


def _text(text: str) -> str:
    """Text from anywhere, made harmless: for a terminal's control characters as for HTML."""
    return escape(neutral(text))


# ---------------------------------------------------------------------------------------------
# The page of a simulation


def simulation_page(summary: Summary, verdicts: Sequence[Verdict] = ()) -> str:
    """The HTML file of a simulation."""
    made = summary.provenance
    page = Page(f"{made.title}: {count(summary.games, 'game')}")
    settings = ", ".join(f"{name} = {value}" for name, value in made.settings.items())
    page.say(
        f"{count(made.players, 'player')}, bots {', '.join(made.bots)}{'; ' if settings else ''}{settings}",
        "quiet",
    )
    for said in findings.played(summary):
        page.say(said)
    for verdict in verdicts:
        word = "holds" if verdict.holds else "fails"
        page.say(f"Required: {verdict.text}: {word}, {verdict.said}.", "said" if verdict.holds else "fails")
    if summary.with_result:
        _seats(page, summary)
        _bots(page, summary)
    if summary.decisions.count:
        _length(page, summary)
    _score(page, summary)
    _clauses(page, summary)
    _faults(page, summary)
    _provenance(page, summary)
    return page.html()


def _seats(page: Page, summary: Summary) -> None:
    from ruledsl.cli.study.charts import intervals

    page.heading("Wins by seat")
    if len(summary.seats) > 1:
        page.say(findings.seats(summary))
        page.chart(intervals(summary.seats, summary.even or 0.0, "seat"), "wins by seat, as in the table")
        page.say(
            "A line is a 95 % interval; the dashed line is an even share. Shared wins are split: "
            f"{percent(summary.ties.value)} of the games ({percent_range(summary.ties)}).",
            "quiet",
        )
    page.table(*_standings(summary.seats, "seat", bool(summary.score_names)))


def _standings(rows: Sequence[Standing], name: str, named_scores: bool) -> tuple[list[str], list[list[str]]]:
    """A table of who came how far; scores that are members of an enum have no mean."""
    head = [name, "games", "wins", "95 % interval", "mean score", "95 % interval", "mean payoff",
            "95 % interval"]  # fmt: skip
    lines = [
        [
            f"{row.bot} on {row.seat}" if row.bot and row.seat else row.seat or row.bot,
            f"{row.games:,}", percent(row.win.value), percent_range(row.win),
            *(("–", "–") if named_scores else (number(row.score.value), number_range(row.score))),
            number(row.payoff.value), number_range(row.payoff),
        ]
        for row in rows
    ]  # fmt: skip
    return head, lines


def _bots(page: Page, summary: Summary) -> None:
    from ruledsl.cli.study.charts import intervals, meetings

    if len(summary.bots) < 2:
        return
    page.heading("Bots")
    for found in summary.meetings:
        page.say(findings.meeting(found))
    page.chart(intervals(summary.bots, summary.even or 0.0, "bot"), "wins by bot, as in the table")
    if summary.meetings:
        page.chart(meetings(summary.meetings), "who comes out above whom, as said above")
    page.table(*_standings([*summary.bots, *summary.bots_by_seat], "bot", bool(summary.score_names)))


def _length(page: Page, summary: Summary) -> None:
    from ruledsl.cli.study.charts import histogram

    page.heading("Length of a game, and options per decision")
    rows = [("decisions", summary.decisions, "games"), ("turns", summary.turns, "games"),
            ("rounds", summary.rounds, "games"), ("options", summary.options, "decisions")]  # fmt: skip
    for name, spread, of in rows:
        if spread is not None and spread.least != spread.greatest:
            page.chart(histogram(spread, name, of), f"how {name} are distributed, as in the table")
    page.table(*_spreads([(name, spread) for name, spread, _ in rows]))


def _spreads(
    rows: Sequence[tuple[str, Spread | None]], names: Sequence[str] = (), named: Sequence[str] = ()
) -> tuple[list[str], list[list[str]]]:
    """A table of quantiles. In the rows `named` numbers are places of members of an enum, with `names`."""
    head = ["", "least", "5 %", "25 %", "median", "95 % interval", "75 %", "95 %", "most", "mean",
            "95 % interval"]  # fmt: skip
    return head, [
        [name, *(_members(spread, names) if names and name in named else _quantiles(spread))]
        for name, spread in rows
        if spread is not None
    ]


def _members(spread: Spread, names: Sequence[str]) -> Iterator[str]:
    yield from (score(value, names) for value in (spread.least, spread.low.value, spread.quarter.value))
    median = spread.median
    ends = "–" if median.low is None else f"{score(median.low, names)} to {score(median.high, names)}"
    yield from (score(median.value, names), ends)
    high = (spread.three_quarters.value, spread.high.value, spread.greatest)
    yield from (score(value, names) for value in high)
    yield from ("–", "–")


def _quantiles(spread: Spread) -> Iterator[str]:
    yield from (number(value) for value in (spread.least, spread.low.value, spread.quarter.value))
    yield from (number(spread.median.value), number_range(spread.median))
    yield from (number(value) for value in (spread.three_quarters.value, spread.high.value, spread.greatest))
    yield from (number(spread.mean.value), number_range(spread.mean))


def _score(page: Page, summary: Summary) -> None:
    from ruledsl.cli.study.charts import histogram

    if summary.score is None:
        return
    page.heading("Score")
    page.say(f"Ranked by {summary.ranked_by}." if summary.ranked_by else "", "quiet")
    for said in findings.race(summary):
        page.say(said)
    names = summary.score_names
    page.chart(
        histogram(summary.score, "score", "scores", names), "how scores are distributed, as in the table"
    )
    if summary.margin is not None:
        page.chart(histogram(summary.margin, "margin", "games"), "how margins are distributed")
    rows = [("score", summary.score), ("of winners", summary.winning_score), ("margin", summary.margin),
            ("lead changes", summary.lead_changes), ("made up by winners", summary.deficit)]  # fmt: skip
    page.table(*_spreads(rows, names, ("score", "of winners")))


def _clauses(page: Page, summary: Summary) -> None:
    from ruledsl.cli.study.charts import frequencies

    if not summary.clauses or not summary.games:
        return
    page.heading("Use of the rules")
    page.say(findings.clauses(summary))
    silent = [use for use in summary.clauses if use.state != "fired" and not use.implied]
    if silent:
        rows = [[use.state, f"{use.clause.path}:{use.clause.line}", use.clause.source] for use in silent]
        page.table(["", "where", "rule"], rows, texts=(0, 1, 2))
    named = [use for use in summary.clauses if use.clause.kind in ("option", "when", "while") and use.fired]
    named.sort(key=lambda use: -use.fired)
    if named:
        page.chart(frequencies(named[:MOST_BARS], summary.games), "how often clauses are used")
    rows = [
        [
            use.state, use.clause.kind, f"{use.clause.path}:{use.clause.line}", use.clause.source,
            percent(use.fired / summary.games), _often(use),
        ]
        for use in summary.clauses
    ]  # fmt: skip
    page.add("<details><summary>All clauses</summary>")
    page.table(["", "", "where", "rule", "games", "times in one of these"], rows, texts=(0, 1, 2, 3))
    page.add("</details>")


def _often(use: ClauseUse) -> str:
    if not use.fired:
        return "0"
    return "" if use.clause.kind in NOTED else number(use.times / use.fired)


def _faults(page: Page, summary: Summary) -> None:
    if not summary.faults:
        return
    page.heading("Where the rules could not be followed")
    rows = [
        [
            f"{fault.path}:{fault.line or '?'}", fault.text, f"{fault.count:,}", percent(fault.share.value),
            f"--seed {fault.seed} --seats {','.join(fault.seats)}",
        ]
        for fault in summary.faults
    ]  # fmt: skip
    page.table(["where", "what", "games", "share", "the first again"], rows, texts=(0, 1, 4))


def _provenance(page: Page, summary: Summary) -> None:
    made = summary.provenance
    page.heading("Where this comes from")
    rows = [
        ["ruledsl", made.ruledsl], ["game", made.game], ["rules (SHA-256)", made.rules],
        ["program (SHA-256)", made.program], ["players", str(made.players)], ["bots", ", ".join(made.bots)],
        ["seed", made.seed], ["games", f"{summary.games:,} of {summary.wanted:,}"],
        ["decisions at most", f"{made.budget:,}"], ["chance", made.generator],
    ]  # fmt: skip
    page.table(["", ""], rows, texts=(0, 1))
