"""`ruledsl simulate` as it is called: reports, files, statuses."""

from __future__ import annotations

import csv
import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from interpreter.compiled import host
from interpreter.compiled.host import is_available
from ruledsl.cli import writing
from ruledsl.cli.output import Painter
from ruledsl.cli.study.plots import Plots
from ruledsl.cli.study.simulated import Report, fitting
from ruledsl.tools.simulation.simulate import simulate as run_games
from ruledsl.tools.simulation.summary import summarise
from ruledsl.tools.simulation.work import WorkersLost
from tests.cli.conftest import Command
from tests.cli.support import FAULTY, process, without_pythonpath
from tests.simulation.games import COIN, ENDLESS, HIGH, RACE, RARELY, game, plan

ALONE = ("--workers", "1", "--seed", "7")


@pytest.fixture
def games(folder: Path) -> Path:
    for name, text in {"coin": COIN, "race": RACE, "endless": ENDLESS, "rarely": RARELY}.items():
        (folder / f"{name}.rules").write_text(text, encoding="utf-8")
    return folder


def test_the_report_says_who_wins_how_long_and_what_is_used(games: Path, ruledsl: Command) -> None:
    done = ruledsl("simulate", "race.rules", "--games", "60", "--seats", "greedy,random", *ALONE)
    assert (done.status, done.err) == (0, "")
    for text in (
        "Race: 60 games with 2 players, goal 5", "Wins by seat", "an even share is 50.0 %", "greedy on A",
        "greedy comes out above random in", "decisions", "turns", "options", "ranked by most p.score",
        "The lead changes", 'race.rules:19  option "Fly"', "never true", "seed 7",
    ):  # fmt: skip
        assert text in done.out, text
    assert "rounds" not in done.out


def test_the_same_seed_says_the_same(games: Path, ruledsl: Command) -> None:
    first = ruledsl("simulate", "mini.rules", "--games", "30", "--players", "3", "--json", *ALONE)
    again = ruledsl("simulate", "mini.rules", "--games", "30", "--players", "3", "--json", *ALONE)
    assert first.out == again.out
    other = ruledsl("simulate", "mini.rules", "--games", "30", "--players", "3", "--json", "--seed", "8")
    assert other.json["seats"] != first.json["seats"]


FORM = {
    "": """schema version provenance confidence wanted games with_result without_result faulted tied
        interrupted gave_up no_result ties faults_share even seats advantage bots bots_by_seat meetings
        decisions turns rounds options single_option ranked_by score_names score winning_score margin
        lead_changes comebacks deficit clauses faults bounds replays""",
    "provenance": "ruledsl game title rules program players settings bots seed budget generator",
    "seats": "bot games payoff score seat win",
    "no_result": "count high low value",
    "advantage": "seat difference sure",
    "decisions": "count least low quarter median three_quarters high greatest mean exact bins",
    "clauses": "clause state reached fired times offered implied",
}
"""The names in the document; whoever reads it relies on them."""


def test_json_has_a_stable_form(games: Path, ruledsl: Command) -> None:
    done = ruledsl("simulate", "race.rules", "--games", "20", "--json", *ALONE).json
    assert (done["schema"], done["version"]) == ("ruledsl-simulation", 1)
    for name, names in FORM.items():
        part = done[name] if name else done
        first = part[0] if isinstance(part, list) else part
        assert sorted(first) == sorted(names.split()), name
    assert done["provenance"]["settings"] == {"goal": 5}
    assert sorted(done["clauses"][0]["clause"]) == [
        "column",
        "inside",
        "kind",
        "label",
        "line",
        "path",
        "source",
    ]


def test_a_line_for_each_game(games: Path, ruledsl: Command) -> None:
    done = ruledsl("simulate", "race.rules", "--games", "25", "--csv", "out.csv", *ALONE)
    assert done.status == 0
    rows = list(csv.DictReader(io.StringIO((games / "out.csv").read_text(encoding="utf-8"))))
    assert [row["number"] for row in rows] == [str(number) for number in range(25)]
    assert {row["result"] for row in rows} == {"yes"}
    assert all({row["place_A"], row["place_B"]} == {"1", "2"} for row in rows)
    assert not list(games.glob(".*"))


def test_a_game_is_made_again_by_its_seed(games: Path, ruledsl: Command) -> None:
    ruledsl("simulate", "race.rules", "--games", "3", "--csv", "out.csv", *ALONE)
    row = list(csv.DictReader(io.StringIO((games / "out.csv").read_text(encoding="utf-8"))))[2]
    seats = f"{row['bot_A']},{row['bot_B']}"
    played = ruledsl(
        "play", "race.rules", "--auto", "--json", "--seed", row["seed"], "--seats", seats, "--save", "g.json"
    )
    assert played.status == 0
    record = json.loads((games / "g.json").read_text(encoding="utf-8"))["record"]
    assert len(record["steps"]) == int(row["decisions"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "0"], "--games"),
        (["--workers", "0"], "--workers"),
        (["--budget", "0"], "--budget"),
        (["--seats", "greedi"], "did you mean `greedy`?"),
        (["--seats", "you"], "there are: random, greedy, ismcts"),
        (["--seats", "ismtcs:100"], "did you mean `ismcts`?"),
        (["--seats", "ismcts:few"], "--seats ismcts:few: say a number of iterations, such as 1000"),
        (["--seats", "ismcts:0"], "the number of iterations is from 1"),
        (["--seats", "greedy:9"], "greedy takes no number"),
        (["--seats", "ismcts:1s"], "here bots think in iterations"),
        (["--think", "1s"], "here bots think in iterations, such as --think 1000"),
        (["--think", "0"], "the number of iterations is from 1"),
        (["--players", "9"], "this game is for 2 to 4 players"),
        (["--seats", "random,random,random", "--players", "2"], "--seats names 3 bots for 2 players"),
        (["--set", "gaol=3"], "did you mean `goal`?"),
        (["--require", "nonsense"], "it has to be a measure"),
        (["--require", "seat advntage < 3%"], "there are: seat advantage"),
        (["--require", "seat advantage < 3"], "give it in per cent"),
        (["--require", "decisions < 3 %"], "without per cent"),
    ],
    ids=" ".join,
)
def test_wrong_usage(arguments: list[str], said: str, games: Path, ruledsl: Command) -> None:
    done = ruledsl("simulate", "race.rules", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_bots_that_search_play_the_same_for_any_number_of_workers(games: Path, ruledsl: Command) -> None:
    seats = ("--seats", "ismcts:9,ismcts", "--think", "3", "--games", "6", "--seed", "7", "--json")
    alone = ruledsl("simulate", "race.rules", *seats, "--workers", "1")
    assert alone.status == 0
    assert {bot["bot"] for bot in alone.json["bots"]} == {"ismcts:9", "ismcts:3"}
    assert alone.out == ruledsl("simulate", "race.rules", *seats, "--workers", "2").out


def test_bots_that_are_named_make_players(games: Path, ruledsl: Command) -> None:
    done = ruledsl("simulate", "race.rules", "--games", "6", "--seats", "random,greedy,random", *ALONE)
    assert "6 games with 3 players" in done.out


# -- bounds ---------------------------------------------------------------------------------------


def test_bounds_decide_the_status(games: Path, ruledsl: Command) -> None:
    done = ruledsl("simulate", "coin.rules", "--games", "200", "--require", "seat advantage < 20 %", *ALONE)
    assert done.status == 0
    assert "holds  seat advantage < 20 %: measured" in done.out
    done = ruledsl("simulate", "coin.rules", "--games", "20", "--require", "decisions > 3", *ALONE)
    assert done.status == 1
    assert "fails  decisions > 3" in done.out


def test_bounds_stand_in_the_rules(games: Path, ruledsl: Command) -> None:
    text = COIN.replace("phase game", "# require: ties >= 1 %\nphase game")
    (games / "bound.rules").write_text(text, encoding="utf-8")
    assert ruledsl("check", "bound.rules").status == 0
    done = ruledsl("simulate", "bound.rules", "--games", "20", "--json", *ALONE)
    assert done.status == 1
    assert [(bound["text"], bound["holds"]) for bound in done.json["bounds"]] == [("ties >= 1 %", False)]
    (games / "bound.rules").write_text(text.replace("ties >= 1 %", "tise < 1 %"), encoding="utf-8")
    done = ruledsl("simulate", "bound.rules", "--games", "20", *ALONE)
    assert (done.status, done.out) == (1, "")
    assert "E476" in done.err and "bound.rules:10" in done.err and "did you mean `ties`?" in done.err


# -- what goes wrong ------------------------------------------------------------------------------


def test_a_rare_fault_is_told_and_kept(games: Path, ruledsl: Command) -> None:
    done = ruledsl("simulate", "rarely.rules", "--games", "40", "--workers", "1", "--seed", "a/b 7")
    assert done.status == 1
    assert "the rules could not be followed" in done.out
    assert "E490" in done.err and "rarely.rules:14" in done.err and "--seed 'a/b 7-" in done.err
    [kept] = games.glob("rarely-a_b_7-*.json")
    replayed = ruledsl("replay", kept.name)
    assert replayed.status == 0
    assert "the game is not finished" in replayed.out


def test_a_fault_before_the_first_move(games: Path, ruledsl: Command) -> None:
    (games / "faulty.rules").write_text(FAULTY, encoding="utf-8")
    done = ruledsl("simulate", "faulty.rules", "--games", "12", "--json", *ALONE)
    assert done.status == 1
    assert done.json["faulted"] == 12
    assert done.json["replays"] == {"7-0": None}


def test_a_game_without_an_end(games: Path, ruledsl: Command) -> None:
    done = ruledsl("simulate", "endless.rules", "--games", "1000000", "--budget", "40", *ALONE)
    assert done.status == 1
    assert "None of the first 10 games came to an end within 40 decisions" in done.out


def test_wrong_rules_are_shown(games: Path, ruledsl: Command) -> None:
    (games / "bad.rules").write_text(RACE.replace("p.score", "p.scoer", 1), encoding="utf-8")
    done = ruledsl("simulate", "bad.rules")
    assert (done.status, done.out) == (1, "")
    assert "did you mean `score`?" in done.err


def test_workers_that_keep_ending(games: Path, ruledsl: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from ruledsl.tools.simulation import simulate as module

    def lost(*arguments: object, **more: object) -> None:
        raise WorkersLost(5, 9)

    monkeypatch.setattr(module, "simulate", lost)
    done = ruledsl("simulate", "race.rules")
    assert (done.status, done.out) == (1, "")
    assert "E475" in done.err and "games 5 to 8" in done.err


def test_a_folder_that_may_not_be_written_is_told_before_anything_is_played(
    games: Path, ruledsl: Command
) -> None:
    done = ruledsl("simulate", "race.rules", "--games", "1000000", "--csv", "nowhere/out.csv")
    assert (done.status, done.out) == (1, "")
    assert "E470" in done.err


def test_a_file_is_never_half_written(games: Path, ruledsl: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    (games / "out.csv").write_text("as before\n", encoding="utf-8")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", full)
    done = ruledsl("simulate", "race.rules", "--games", "5", "--csv", "out.csv", *ALONE)
    assert done.status == 1
    assert "E470" in done.err and "no space left" in done.err
    assert "Wins by seat" in done.out, "the figures are shown all the same"
    assert (games / "out.csv").read_text(encoding="utf-8") == "as before\n"
    assert [path.name for path in games.glob(".*")] == []


def test_a_disk_that_is_full_while_playing_costs_no_figures(
    games: Path, ruledsl: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []

    def full(self: io.BufferedWriter, data: bytes) -> int:
        written.append(len(data))
        if len(written) > 2:
            raise OSError(28, "No space left on device")
        return len(data)

    monkeypatch.setattr(writing, "put", full)
    done = ruledsl("simulate", "race.rules", "--games", "20", "--csv", "out.csv", *ALONE)
    assert done.status == 1
    assert "E470" in done.err and "Race: 20 games" in done.out
    assert not (games / "out.csv").exists()


@pytest.mark.parametrize("command", ["simulate", "compare"])
def test_every_engine_gives_the_same_figures(command: str, games: Path, ruledsl: Command) -> None:
    files = ["race.rules"] if command == "simulate" else ["race.rules", "--set-b", "goal=6"]
    found = {}
    for engine in ("auto", "reference", "python", *(["wasm"] if is_available() else [])):
        done = ruledsl(command, *files, "--games", "30", "--json", "--engine", engine, *ALONE)
        assert (done.status, done.err) == (0, ""), engine
        found[engine] = done.json
    assert all(figures == found["reference"] for figures in found.values())


@pytest.mark.parametrize(
    ("engine", "more", "said"),
    [
        ("steam", (), "--engine steam"),
        ("python", ("--seats", "greedy,random"), "kernels are for random bots"),
        ("wasm", (), "wasmtime is missing"),
    ],
)
def test_engines_that_are_not_to_be_had(
    engine: str, more: tuple[str, ...], said: str, games: Path, ruledsl: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(host, "is_available", lambda: False)
    done = ruledsl("simulate", "race.rules", "--games", "5", "--engine", engine, *more)
    assert done.status == 2 and said in done.err


def test_scores_that_are_members_stand_in_the_table_by_their_names(games: Path, ruledsl: Command) -> None:
    (games / "high.rules").write_text(HIGH, encoding="utf-8")
    done = ruledsl("simulate", "high.rules", "--games", "40", "--csv", "out.csv", *ALONE)
    assert done.status == 0 and "mean score" not in done.out
    rows = list(csv.DictReader(io.StringIO((games / "out.csv").read_text(encoding="utf-8"))))
    assert {row[f"score_{seat}"] for row in rows for seat in "AB"} == {"low", "middling", "high"}
    assert all(row["score_A"] == row["score_B"] for row in rows if row["place_A"] == row["place_B"])
    done = ruledsl("compare", "high.rules", "race.rules", "--games", "10", "--csv", "out.csv", *ALONE)
    rows = list(csv.DictReader(io.StringIO((games / "out.csv").read_text(encoding="utf-8"))))
    assert all(row["score_A"].isdecimal() == (row["of"] == "B") for row in rows)


class Interrupted(NamedTuple):
    status: int
    out: bytes
    err: bytes
    waited: float


def interrupted(games: Path, *arguments: str) -> Interrupted:
    """A run of `simulate` that is interrupted when it has written its first games; seconds to its answer."""
    running = subprocess.Popen(
        [sys.executable, "-m", "ruledsl", "simulate", "race.rules", *arguments, "--csv", "out.csv"],
        cwd=games, env=without_pythonpath(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            parts = list(games.glob(".out.csv.*"))
            if parts and parts[0].stat().st_size > 2000:
                break
            time.sleep(0.05)
        asked = time.monotonic()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
        return Interrupted(running.returncode, out, err, time.monotonic() - asked)
    finally:
        running.kill()


@pytest.mark.parametrize("engine", ["auto", "python"])
def test_an_interrupt_of_kernels_is_answered_soon(engine: str, games: Path) -> None:
    """A kernel plays many games in one call, which nothing breaks off: such a call has to be short."""
    done = interrupted(games, "--games", "1000000000", "--engine", engine)
    assert (done.status, done.err) == (130, b"") and b"Interrupted: " in done.out
    assert done.waited < 10


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_reports_what_was_played(workers: str, games: Path) -> None:
    done = interrupted(games, "--games", "10000000", "--workers", workers)
    assert (done.status, done.err) == (130, b"")
    assert b"Interrupted: " in done.out and b"of 10,000,000 games were played" in done.out
    rows = (games / "out.csv").read_text(encoding="utf-8").splitlines()
    assert rows[-1].count(",") == rows[0].count(",")
    said = int(done.out.split(b"Interrupted: ")[1].split(b" ")[0].replace(b",", b""))
    assert len(rows) - 1 == said


# -- plots and terminals --------------------------------------------------------------------------


def test_plots_in_blocks_and_in_ascii() -> None:
    blocks, plain = Plots(ascii=False), Plots(ascii=True)
    assert blocks.bar(0.5, 4) == "██  "
    assert blocks.bar(0.53125, 4) == "██▏ "
    assert plain.bar(0.5, 4) == "##  "
    assert blocks.outline([0, 1, 4, 8]) == " ▁▄█"
    assert plain.outline([0, 1, 4, 8]).isascii()
    assert blocks.interval(0.2, 0.45, 0.7, 0.05, 10) == "│ ├─●──┤"
    assert plain.interval(0.2, 0.45, 0.7, 0.95, 10) == "  [-o--] |"
    assert Plots.for_stream(io.TextIOWrapper(io.BytesIO(), encoding="ascii")).ascii
    assert not Plots.for_stream(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")).ascii
    assert Plots.for_stream(None).ascii


def test_outlines_fit_the_width() -> None:
    counts = list(range(24))
    assert fitting(counts, 30) == counts
    assert fitting(counts, 23) == [1, 5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45]
    assert sum(fitting(counts, 6)) == sum(counts) and len(fitting(counts, 6)) == 6
    assert fitting(counts, 5) == []


@pytest.mark.parametrize("width", [80, 100])
def test_the_report_fits_a_terminal(width: int) -> None:
    summary = summarise(run_games(game(RACE), plan(RACE, bots=("greedy", "random")), 40))
    lines = Report(summary, Painter(None), Plots(ascii=True), width).lines()
    assert max(map(len, lines)) <= width
    assert any("never true" in line for line in lines)


def test_an_output_that_knows_few_signs_gets_ascii(games: Path) -> None:
    environment = {**without_pythonpath(), "PYTHONIOENCODING": "ascii"}
    done = process("simulate", "race.rules", "--games", "20", *ALONE, cwd=games, env=environment)
    assert done.status == 0
    assert done.out.isascii() and "\\u" not in done.out
