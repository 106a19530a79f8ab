"""The charts of a report, as Vega-Lite specifications made with Altair.

Colours are those of M. Okabe and K. Ito, "Color Universal Design", 2008, which the colour-blind can tell
apart; nothing is told by colour alone. Charts are drawn on white, so that they can be printed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ruledsl.tools.simulation.compare import Difference
    from ruledsl.tools.simulation.summary import ClauseUse, Meeting, Spread, Standing

BLUE: Final = "#0072B2"
ORANGE: Final = "#D55E00"
GREY: Final = "#666666"
WIDTH: Final = 520

Spec = dict[str, Any]


def _altair() -> Any:
    return import_module("altair")


def _spec(chart: Any) -> Spec:
    found: Spec = chart.configure_view(stroke=None).to_dict()
    return found


def intervals(rows: Sequence[Standing], even: float, name: str) -> Spec:
    """Shares of wins with their intervals, a row for each seat or bot; a dashed line at an even share."""
    alt = _altair()
    values = [
        {"who": row.seat or row.bot, "win": row.win.value, "low": row.win.low, "high": row.win.high}
        for row in rows
        if row.win.value is not None
    ]
    base = alt.Chart(alt.Data(values=values)).encode(y=alt.Y("who:N", title=name, sort=None))
    x = {"axis": alt.Axis(format="%"), "scale": alt.Scale(zero=False, padding=12)}
    reach = base.mark_rule(color=BLUE, strokeWidth=3).encode(
        x=alt.X("low:Q", title="share of games won (95 % interval)", **x), x2="high:Q"
    )
    point = base.mark_point(filled=True, size=90, color=BLUE, opacity=1).encode(
        x=alt.X("win:Q", **x),
        tooltip=[
            alt.Tooltip("who:N", title=name),
            alt.Tooltip("win:Q", format=".1%", title="wins"),
            alt.Tooltip("low:Q", format=".1%", title="from"),
            alt.Tooltip("high:Q", format=".1%", title="to"),
        ],
    )
    mark = alt.Chart(alt.Data(values=[{"even": even}])).mark_rule(color=GREY, strokeDash=[5, 4])
    return _spec((mark.encode(x="even:Q") + reach + point).properties(width=WIDTH, height=34 * len(values)))


def meetings(rows: Sequence[Meeting]) -> Spec:
    """How often a bot comes out above another one."""
    alt = _altair()
    values = [
        {"who": f"{row.bot} above {row.other}", "share": row.above.value, "low": row.above.low,
         "high": row.above.high}
        for row in rows
    ]  # fmt: skip
    base = alt.Chart(alt.Data(values=values)).encode(y=alt.Y("who:N", title=None, sort=None))
    x = {"axis": alt.Axis(format="%"), "scale": alt.Scale(domain=[0, 1])}
    reach = base.mark_rule(color=ORANGE, strokeWidth=3).encode(
        x=alt.X("low:Q", title="share of meetings (50 %: luck alone)", **x), x2="high:Q"
    )
    point = base.mark_point(filled=True, shape="diamond", size=110, color=ORANGE, opacity=1).encode(
        x=alt.X("share:Q", **x), tooltip=[alt.Tooltip("share:Q", format=".1%"), "who:N"]
    )
    mark = alt.Chart(alt.Data(values=[{"half": 0.5}])).mark_rule(color=GREY, strokeDash=[5, 4])
    return _spec((mark.encode(x="half:Q") + reach + point).properties(width=WIDTH, height=34 * len(values)))


def differences(rows: Sequence[Difference], title: str) -> Spec:
    """How much measures differ (B minus A) with their intervals; a line at no difference. Shares in points,
    numbers in per cent of their mean in A."""
    alt = _altair()
    values = []
    for row in rows:
        found, unit = row.difference, 1.0 if row.is_share else abs(row.a)
        if found.value is not None and found.low is not None and found.high is not None and unit:
            low, value, high = (each / unit for each in (found.low, found.value, found.high))
            values.append({"what": row.measure, "value": value, "low": low, "high": high})
    base = alt.Chart(alt.Data(values=values)).encode(y=alt.Y("what:N", title=None, sort=None))
    x = {"axis": alt.Axis(format="+%"), "scale": alt.Scale(zero=True, padding=12)}
    reach = base.mark_rule(color=BLUE, strokeWidth=3).encode(x=alt.X("low:Q", title=title, **x), x2="high:Q")
    point = base.mark_point(filled=True, size=90, color=BLUE, opacity=1).encode(
        x=alt.X("value:Q", **x),
        tooltip=[
            alt.Tooltip("what:N", title="measure"),
            alt.Tooltip("value:Q", format="+.1%", title="difference"),
            alt.Tooltip("low:Q", format="+.1%", title="from"),
            alt.Tooltip("high:Q", format="+.1%", title="to"),
        ],
    )
    mark = alt.Chart(alt.Data(values=[{"none": 0}])).mark_rule(color=GREY, strokeDash=[5, 4])
    return _spec((mark.encode(x="none:Q") + reach + point).properties(width=WIDTH, height=34 * len(values)))


def histogram(spread: Spread, name: str, of: str, names: Sequence[str] = ()) -> Spec:
    """The distribution of a number; a line at the median.

    With `names` the number is the place of what has that name.
    """
    alt = _altair()
    total = spread.count or 1
    told = [[names[end] if names else str(end) for end in (each.low, each.high)] for each in spread.bins]
    values = [
        {"low": each.low, "high": each.high + 1, "zero": 0, "share": each.count / total, "count": each.count,
         "range": " to ".join(dict.fromkeys(ends))}
        for each, ends in zip(spread.bins, told, strict=True)
    ]  # fmt: skip
    axis = alt.Axis()
    if names:
        # a member's name stands below the middle of its bar
        places = [each.low + 0.5 for each in spread.bins]
        axis = alt.Axis(values=places, labelExpr=f"{json.dumps(list(names))}[floor(datum.value)]")
    bars = (
        alt.Chart(alt.Data(values=values))
        .mark_bar(color=BLUE, stroke="white")
        .encode(
            x=alt.X("low:Q", title=name, scale=alt.Scale(zero=False, nice=False), axis=axis),
            x2="high:Q",
            y=alt.Y("share:Q", title=f"share of {of}", axis=alt.Axis(format="%")),
            y2="zero:Q",
            tooltip=[
                alt.Tooltip("range:N", title=name),
                alt.Tooltip("count:Q", format=",", title=of),
                alt.Tooltip("share:Q", format=".1%"),
            ],
        )
    )
    middle = [{"median": (spread.median.value or 0) + 0.5, "label": "median"}]
    line = alt.Chart(alt.Data(values=middle)).encode(x="median:Q")
    rule = line.mark_rule(color=ORANGE, strokeWidth=2, strokeDash=[6, 3])
    text = line.mark_text(color=ORANGE, align="left", dx=4, y=8).encode(text="label:N")
    return _spec((bars + rule + text).properties(width=WIDTH, height=170))


def frequencies(uses: Sequence[ClauseUse], games: int) -> Spec:
    """In how many games options, triggers and layers came up."""
    alt = _altair()
    values = [
        {"clause": clause_name(use), "share": use.fired / games, "times": use.times / max(use.fired, 1)}
        for use in uses
    ]
    chart = (
        alt.Chart(alt.Data(values=values))
        .mark_bar(color=BLUE)
        .encode(
            y=alt.Y("clause:N", title=None, sort="-x", axis=alt.Axis(labelLimit=320)),
            x=alt.X(
                "share:Q", title="share of games", axis=alt.Axis(format="%"), scale=alt.Scale(domain=[0, 1])
            ),
            tooltip=[
                "clause:N",
                alt.Tooltip("share:Q", format=".1%", title="games"),
                alt.Tooltip("times:Q", format=".2f", title="times in one of these"),
            ],
        )
    )
    return _spec(chart.properties(width=WIDTH - 180, height=18 * len(values)))


def clause_name(use: ClauseUse) -> str:
    """A short name for a clause, with its line."""
    clause = use.clause
    if clause.kind == "option":
        return f'"{clause.label}" ({clause.line})'
    bare = clause.source.split("  #")[0].split("{")[0].strip()
    return f"{bare[:44]} ({clause.line})"
