"""`ruledsl compare` as it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.simulation.games import RACE, RARELY

ALONE = ("--workers", "1", "--seed", "7")


@pytest.fixture
def race(folder: Path) -> Path:
    (folder / "race.rules").write_text(RACE, encoding="utf-8")
    (folder / "same.rules").write_text(RACE + "# as before\n", encoding="utf-8")
    (folder / "rarely.rules").write_text(RARELY, encoding="utf-8")
    return folder


def test_two_settings(race: Path, ruledsl: Command) -> None:
    done = ruledsl("compare", "race.rules", "--set-a", "goal=3", "--set-b", "goal=9", "--games", "60", *ALONE)
    assert (done.status, done.err) == (0, "")
    sure, _, untold = done.out.partition("What cannot be told apart")
    assert "A  Race (race.rules) with 2 players, goal 3" in sure
    assert "What differs for sure" in sure and "decisions: " in sure and "more in B (+" in sure
    assert "no result: the same in every game (0.0 %)" in untold


def test_two_files_as_json(race: Path, ruledsl: Command) -> None:
    done = ruledsl("compare", "race.rules", "mini.rules", "--games", "20", "--json", *ALONE)
    assert done.status == 0
    assert (done.json["schema"], done.json["version"]) == ("ruledsl-comparison", 1)
    assert sorted(done.json) == [
        "a",
        "b",
        "differences",
        "games",
        "interrupted",
        "schema",
        "version",
        "wanted",
    ]
    assert sorted(done.json["differences"][0]) == [
        "a", "b", "difference", "games", "is_share", "measure", "same", "told",
    ]  # fmt: skip
    assert done.json["b"]["provenance"]["title"] == "Mini"


def test_a_line_for_each_game_and_a_page(race: Path, ruledsl: Command) -> None:
    files = ("--csv", "out.csv", "--report", "out.html")
    done = ruledsl("compare", "race.rules", "--set-b", "goal=9", "--games", "30", *files, *ALONE)
    assert (done.status, done.err) == (0, "")
    head, *lines = (race / "out.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("of,number,seed,decisions,")
    assert [line[:4] for line in lines[:4]] == ["A,0,", "B,0,", "A,1,", "B,1,"] and len(lines) == 60
    page = (race / "out.html").read_text(encoding="utf-8")
    assert "<h2>What differs for sure</h2>" in page and "more in B" in page and "chart1" in page
    assert "http://" not in page.partition("<script>")[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["race.rules"], "A and B are the same game"),
        (["race.rules", "same.rules"], "A and B are the same game"),
        (["race.rules", "--set-a", "gaol=3"], "did you mean `goal`?"),
        (["race.rules", "--set", "goal=3", "--set-b", "goal=4"], "set twice"),
        (["race.rules", "mini.rules", "--players", "4"], "2 to 3 players"),
        (["race.rules", "--set-b", "goal=9", "--games", "0"], "--games"),
        (["race.rules", "kuhn_poker", "--seats", "you"], "there are: random, greedy, ismcts"),
        (["race.rules", "kuhn_poker", "--think", "0.5s"], "here bots think in iterations"),
    ],
    ids=" ".join,
)
def test_wrong_usage(arguments: list[str], said: str, race: Path, ruledsl: Command) -> None:
    done = ruledsl("compare", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_faults_are_counted(race: Path, ruledsl: Command) -> None:
    done = ruledsl("compare", "race.rules", "rarely.rules", "--games", "20", *ALONE)
    assert done.status == 1
    assert "of B the rules could not be followed" in done.out
