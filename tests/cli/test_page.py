"""The page that `simulate --report` writes: it needs nothing else, and shows nothing that could harm."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ruledsl.cli.study import page as module
from ruledsl.cli.study.page import simulation_page
from ruledsl.tools.simulation.simulate import make_plan, simulate
from ruledsl.tools.simulation.summary import Summary, summarise
from tests.cli.conftest import Command
from tests.simulation.games import HIGH, RACE, RARELY, game, plan


@pytest.fixture
def without_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library that draws is not written out: that takes seconds."""
    real = module.import_module

    class Empty:
        @staticmethod
        def javascript_bundle() -> str:
            return ""

    monkeypatch.setattr(module, "import_module", lambda name: Empty if name == "vl_convert" else real(name))


def race(games: int = 40) -> Summary:
    return summarise(simulate(game(RACE), plan(RACE, players=3, bots=("greedy", "random")), games))


def specs(html: str) -> list[dict[str, object]]:
    found = re.search(r"const specs = (.*?);\n", html, re.DOTALL)
    assert found is not None
    return list(json.loads(found[1]))


@pytest.mark.usefixtures("without_library")
def test_charts_and_tables_say_the_same() -> None:
    summary = race()
    html = simulation_page(summary)
    assert len(specs(html)) == html.count('class="chart"') == 8
    for text in ("Wins by seat", "Bots", "Score", "Use of the rules", summary.provenance.rules):
        assert text in html
    for seat in summary.seats:
        assert f"{100 * (seat.win.value or 0):.1f} %" in html
    assert html.count("<table>") == html.count("</table>") == 7


@pytest.mark.usefixtures("without_library")
def test_scores_that_are_members_are_shown_by_their_names() -> None:
    one = game(HIGH)
    html = simulation_page(summarise(simulate(one, make_plan(one, one.configure(2), ["random"], "3"), 40)))
    row = re.search(r"<tr><t[hd][^>]*>score</t[hd]>(.*?)</tr>", html)
    assert row is not None
    cells = re.findall(r"<td>(.*?)</td>", row[1])
    assert {"low", "middling", "high"} >= set(cells[:4]) and cells[-2:] == ["–", "–"]
    [axis] = [text for text in map(json.dumps, specs(html)) if "labelExpr" in text]
    assert "middling" in axis and '"range": "middling"' in axis


@pytest.mark.usefixtures("without_library")
def test_charts_can_be_drawn() -> None:
    vl_convert = pytest.importorskip("vl_convert", reason="draws charts; comes with the extra `report`")
    drawn = [vl_convert.vegalite_to_svg(spec) for spec in specs(simulation_page(race()))[:4]]
    assert all(svg.startswith("<svg") and "NaN" not in svg for svg in drawn)
    assert "#0072B2".lower() in drawn[0].lower()


@pytest.mark.usefixtures("without_library")
def test_faults_are_on_the_page() -> None:
    html = simulation_page(summarise(simulate(game(RARELY), plan(RARELY), 30)))
    assert "Where the rules could not be followed" in html
    assert "game.rules:14" in html


@pytest.mark.usefixtures("without_library")
def test_nothing_in_the_rules_becomes_a_part_of_the_page() -> None:
    text = RACE.replace('game "Race"', 'game "Race </script><img src=x>"').replace(
        'option "Step"', 'option "Step </script><b>"'
    )
    html = simulation_page(summarise(simulate(game(text), plan(text), 12)))
    assert "<img" not in html and "<b>" not in html
    assert html.count("</script>") == 2


def test_the_file_needs_no_network(folder: Path, ruledsl: Command) -> None:
    (folder / "race.rules").write_text(RACE, encoding="utf-8")
    done = ruledsl(
        "simulate", "race.rules", "--games", "12", "--workers", "1", "--report", "out.html", "--seed", "1"
    )
    assert (done.status, done.err) == (0, "")
    html = (folder / "out.html").read_text(encoding="utf-8")
    assert "window.vegaEmbed" in html
    assert not re.search(r'<(?:script|link|img|iframe)[^>]*(?:src|href)="?(?:https?:)?//', html)


def test_a_missing_package_is_told_before_anything_is_played(
    folder: Path, ruledsl: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    done = ruledsl("simulate", "mini.rules", "--games", "1000000", "--report", "out.html")
    assert (done.status, done.out) == (1, "")
    assert "E477" in done.err and "--editable '.[report]'" in done.err
    assert not (folder / "out.html").exists()
