"""The report of a comparison as a page: what differs, with charts of the differences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ruledsl.cli.study.compared import HEADS, ends, sentence
from ruledsl.cli.study.numbers import count, number, number_range, percent, percent_range
from ruledsl.cli.study.page import Page
from ruledsl.cli.study.simulated import configuration

if TYPE_CHECKING:
    from ruledsl.tools.simulation.compare import Comparison, Difference
    from ruledsl.tools.simulation.summary import Summary


def comparison_page(
    comparison: Comparison, summaries: tuple[Summary, Summary], found: Sequence[Difference]
) -> str:
    """The HTML file; `found` are the differences, the clear ones first."""
    from ruledsl.cli.study.charts import differences

    titles = [summary.provenance.title for summary in summaries]
    games = count(comparison.a.tally.games, "game")
    page = Page(f"{' and '.join(dict.fromkeys(titles))}: {games} of each")
    for letter, summary in zip("AB", summaries, strict=True):
        made = summary.provenance
        page.say(f"{letter}: {made.title} ({made.game}) {configuration(made)}")
    for said in ends(comparison):
        page.say(said.strip(), "fails")
    for told, head in HEADS.items():
        rows = [one for one in found if one.told == told]
        if rows:
            page.heading(head)
            for one in rows:
                page.say(sentence(one))
    differ = [one for one in found if not one.same]
    shares = [one for one in differ if one.is_share]
    numbers = [one for one in differ if not one.is_share and one.a]
    if shares:
        page.heading("Shares")
        page.chart(differences(shares, "points more in B (95 % interval)"), "shares, as in the table")
    if numbers:
        page.heading("Numbers")
        title = "more in B, in per cent of the mean in A (95 % interval)"
        page.chart(differences(numbers, title), "numbers, as in the table")
    page.heading("All figures")
    columns = ["", "games", "A", "B", "B minus A", "95 % interval"]
    page.table(columns, [_row(one) for one in found])
    made = summaries[0].provenance
    page.say(f"ruledsl {made.ruledsl}, seed {made.seed}, bots {', '.join(made.bots)}", "quiet")
    return page.html()


def _row(one: Difference) -> list[str]:
    told, interval = (percent, percent_range) if one.is_share else (number, number_range)
    difference = "" if one.difference.value is None else told(one.difference.value, True)
    between = interval(one.difference, sign=True)
    return [one.measure, f"{one.games:,}", told(one.a), told(one.b), difference, between]
