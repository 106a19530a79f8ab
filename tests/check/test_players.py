"""Numbers of players, and what is wrong for some of them only."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.diagnostics import Diagnostic
from tests.check.frame import check, codes


@pytest.mark.parametrize("text", ["players 1", "players 26", "players 1..26", "players 3..3"])
def test_numbers_that_are_allowed(text: str, tmp_path: Path) -> None:
    assert codes(text + "\n", tmp_path) == []


@pytest.mark.parametrize("text", ["0", "27", "2..27", "5..2", "2 + 1", "-1", "leader", "0..3"])
def test_numbers_that_are_not(text: str, tmp_path: Path) -> None:
    assert codes(f"players {text}\n", tmp_path) == ["E326"]


def only(text: str, folder: Path) -> Diagnostic:
    [found] = check(text, folder)
    return found


def test_a_missing_row_is_told_for_every_number_of_players(tmp_path: Path) -> None:
    table = "table dealt[players] { 3: 1; 5: 2 }\n"
    found = only(f"players 2..6\n{table}when dealt[players] > 1 {{ end game }}\n", tmp_path)
    assert found.code == "E302"
    assert found.facts["players"] == ("2", "4", "6")


def test_text_that_is_never_reached_with_some_players(tmp_path: Path) -> None:
    text = (
        "players 2..4\n"
        "table dealt[players] { 4: 1 }\n"
        "phase game {\n"
        "    if players is 4 { leader = seat(4); dealt[players] from stock -> hand[4] }\n"
        "    if players > 3 and dealt[players] > 0 or leader.gem > (if players is 4 then dealt[4] else 2) {\n"
        "        end game\n"
        "    }\n"
        "}\n"
    )
    assert codes(text, tmp_path) == []
    assert codes(text.replace("seat(4)", "seat(5)"), tmp_path) == ["E167"]
    assert codes(text.replace("leader = seat(4)", "leader = dealer"), tmp_path) == ["E100"]


def test_what_is_there_for_some_players_only(tmp_path: Path) -> None:
    text = (
        "players 2..4\n"
        "while players is 2 { zone dummy: row, open }\n"
        "phase game {\n"
        "    if players is 2 { 1 from stock -> dummy }\n"
        "    if players is 2 and dummy is empty { end game }\n"
        "}\n"
    )
    assert codes(text, tmp_path) == []
    assert codes(text.replace("if players is 2 { 1", "if players is 3 { 1"), tmp_path) == ["E100"]


def test_what_does_not_come_out_even_is_told_for_every_number(tmp_path: Path) -> None:
    found = only("players 2..6\nteams 2 across\n", tmp_path)
    assert found.code == "E314"
    assert found.facts["players"] == ("3", "5")


def test_an_error_in_a_define_that_is_first_looked_at_in_passing(tmp_path: Path) -> None:
    text = "define broken = leader.colour\nphase game { broken from stock -> discard; end game }\n"
    assert codes(text, tmp_path) == ["E103"]
