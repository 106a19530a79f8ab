"""`options`: legal moves of a described or recorded position, and why a move is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.support import FAULTY, GIVEN


def test_the_moves_of_a_described_position(folder: Path, ruledsl: Command) -> None:
    done = ruledsl("options", "mini.rules", "--given", GIVEN)
    assert (done.status, done.out) == (0, 'A to choose: 2 moves\n  "Play" [3R]\n  "Play" [4B]\n')


def test_the_moves_as_json(folder: Path, ruledsl: Command) -> None:
    done = ruledsl("options", "mini.rules", "--given", GIVEN, "--players", "3", "--set", "goal=2", "--json")
    document = done.json
    assert done.status == 0
    assert set(document) == {"schema", "version", "over", "seat", "mode", "simultaneous", "place", "moves"}
    assert (document["schema"], document["version"]) == ("ruledsl-options", 1)
    assert (document["seat"], document["mode"], document["over"]) == ("A", "one", False)
    assert [(move["text"], move["label"]) for move in document["moves"]] == [
        ('"Play" [3R]', "Play"),
        ('"Play" [4B]', "Play"),
    ]
    assert document["place"] == {"path": "mini.rules", "line": 18, "column": 9}


@pytest.mark.parametrize(
    ("move", "reasons"),
    [
        ("1B", ["play a high card"]),
        ('"Play" [2B]', ["not in A.hand", "play a high card"]),
        ("Dance", ["this is not a move that could be made here"]),
    ],
)
def test_every_reason_against_a_move(move: str, reasons: list[str], folder: Path, ruledsl: Command) -> None:
    done = ruledsl("options", "mini.rules", "--given", GIVEN, "--why", move)
    assert done.status == 0
    assert f"refused: {move}" in done.out
    for reason in reasons:
        assert reason in done.out
    assert "mini.rules:18:" in done.out
    document = ruledsl("options", "mini.rules", "--given", GIVEN, "--why", move, "--json").json
    assert [reason["text"] for reason in document["reasons"]] == reasons
    assert document["allowed"] is False
    assert all(reason["place"]["path"] == "mini.rules" for reason in document["reasons"])


def test_a_legal_move_is_allowed(folder: Path, ruledsl: Command) -> None:
    done = ruledsl("options", "mini.rules", "--given", GIVEN, "--why", "play 3r")
    assert (done.status, done.out) == (0, "allowed: play 3r\n")
    document = ruledsl("options", "mini.rules", "--given", GIVEN, "--why", "3R", "--json").json
    assert (document["allowed"], document["reasons"]) == (True, [])


def test_what_an_unclear_move_may_stand_for(folder: Path, ruledsl: Command) -> None:
    document = ruledsl("options", "mini.rules", "--given", GIVEN, "--why", "Play", "--json").json
    assert document["meant"] == ['"Play" [3R]', '"Play" [4B]']


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("A.hand = [9R]", "E310"),
        ("A.hnd = [3R]", "E"),
        ("A.hand = [3R 3R]", "E480"),
        ("A.hand = [3R", "E"),
        ("at trn of A", "E105"),
        ('"', "E"),
    ],
)
def test_positions_that_cannot_be(given: str, code: str, folder: Path, ruledsl: Command) -> None:
    done = ruledsl("options", "mini.rules", "--given", given)
    assert done.status == 1
    assert f"error[{code}" in done.err
    as_json = ruledsl("options", "mini.rules", "--given", given, "--json")
    assert as_json.status == 1
    assert as_json.json["diagnostics"][0]["code"].startswith(code)


def test_a_fault_as_json(folder: Path, ruledsl: Command) -> None:
    (folder / "faulty.rules").write_text(FAULTY, encoding="utf-8")
    done = ruledsl("options", "faulty.rules", "--given", "after setup A.hand = [3R]", "--json")
    assert done.status == 1
    [finding] = done.json["diagnostics"]
    assert (finding["code"], finding["path"]) == ("E490", "faulty.rules")
    assert finding["facts"]["fault"] == "too-few"


def test_the_moves_of_a_recorded_position(saved: Path, ruledsl: Command) -> None:
    done = ruledsl("options", "--replay", "game.json", "--at", "0")
    assert done.status == 0
    assert done.out.startswith("A to choose")
    assert "the game is over" in ruledsl("options", "--replay", "game.json").out
    refused = ruledsl("options", "--replay", "game.json", "--why", "3R")
    assert (refused.status, "E481" in refused.err) == (1, True)
    assert ruledsl("options", "--replay", "game.json", "--at", "99").status == 1


def test_a_record_may_be_named_with_its_own_rules_only(saved: Path, folder: Path, ruledsl: Command) -> None:
    done = ruledsl("options", "mini.rules", "--replay", "game.json", "--at", "0")
    assert (done.status, done.out) == (0, ruledsl("options", "--replay", "game.json", "--at", "0").out)
    (folder / "other.rules").write_text((folder / "mini.rules").read_text() + "# other\n", encoding="utf-8")
    done = ruledsl("options", "other.rules", "--replay", "game.json")
    assert (done.status, "E455" in done.err) == (1, True)


def test_facts_that_the_deal_replaces_are_told(folder: Path, ruledsl: Command) -> None:
    done = ruledsl("options", "mini.rules", "--given", "A.hand = [3R]")
    assert "what it deals replaces what --given says" in done.err
    for given in ("", "A.hand = [3R], at turn of A", "after setup A.hand = [3R]"):
        assert "what it deals" not in ruledsl("options", "mini.rules", "--given", given).err
