"""`ruledsl play --json`: one object a line, for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from interpreter.notation import face_text
from tests.play.conftest import Play
from tests.play.support import GAMES, HIGH_CARD, NIM, game, session

FIELDS = {
    "start": {"game", "players", "settings", "seats", "seed"},
    "decision": {"number", "seat", "player", "mode", "simultaneous"},
    "move": {"number", "seat", "move", "events"},
    "refused": {"text", "reasons", "meant"},
    "result": {"choices", "no_result", "ranking", "scores", "rating", "payoffs", "summary"},
}


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "high.rules").write_text(HIGH_CARD)
    (tmp_path / "nim.rules").write_text(NIM)
    return tmp_path


def read(out: str) -> list[dict[str, Any]]:
    documents = [json.loads(line) for line in out.splitlines()]
    for document in documents:
        assert document["schema"] == "ruledsl-play" and document["version"] == 1
        assert (
            set(document) - {"schema", "version", "type", "options", "zones", "values", "key"}
            == FIELDS[document["type"]]
        )
    return documents


@pytest.mark.parametrize("name", ["haunted_mouse", "mice_to_meet_you", "head_of_mousehold"])
def test_a_game_of_bots(name: str, play: Play) -> None:
    done = play(GAMES / f"{name}.rules", "--auto", "--json", "--seats", "random,random", "--seed", 3)
    assert done.status == 0
    documents = read(done.out)
    assert [d["type"] for d in documents] == [
        "start",
        *["decision", "move"] * ((len(documents) - 2) // 2),
        "result",
    ]
    for decision, move in zip(documents[1:-1:2], documents[2:-1:2], strict=True):
        assert decision["number"] == move["number"] and decision["seat"] == move["seat"]
        assert move["move"] in decision["options"]
    result = documents[-1]
    assert result["choices"] == len(documents) // 2 - 1
    assert sorted(name for place in result["ranking"] for name in place) == ["A", "B"]
    assert set(result["scores"]) == set(result["payoffs"]) == {"A", "B"}


def test_a_program_plays_a_seat_by_numbers_and_moves(rules: Path, play: Play) -> None:
    done = play("nim.rules", "--json", "--seed", 1, typed='3\nBoast 2\nnonsense\n"How many" 9\n' + "1\n" * 20)
    assert done.status == 0
    documents = read(done.out)
    mine = [d for d in documents if d["type"] == "move" and d["seat"] == "A"]
    assert [move["move"] for move in mine[:3]] == ['"How many" 3', '"Boast" 2', '"How many" 1']
    refused = [d for d in documents if d["type"] == "refused"]
    assert [d["text"] for d in refused] == ["nonsense", '"How many" 9']
    assert all(d["reasons"] for d in refused)


def test_the_end_of_input_is_told_on_the_other_stream(rules: Path, play: Play) -> None:
    done = play("nim.rules", "--json", typed="1\n")
    assert done.status == 1 and "before the game did" in done.err
    assert read(done.out)[-1]["type"] == "decision"


def test_a_person_s_lines_tell_no_secrets(play: Play) -> None:
    done = play(
        GAMES / "haunted_mini_mouse.rules", "--json", "--seats", "you,random", "--seed", 2, typed="1\n" * 6
    )
    documents = read(done.out)
    played = session(game("haunted_mini_mouse"), ["you", "random"], 2)
    hidden = {
        face_text(played.program, card.face)
        for zone in played.view(1).zones
        if zone.label == "B.hand"
        for card in zone.cards
        if card.face is not None
    }
    first = next(d for d in documents if d["type"] == "decision" and d["seat"] == "A")
    assert set(first["zones"]["B.hand"]) == {"?"}
    assert first["options"] and hidden
    for document in documents:
        if document["type"] == "decision" and document["seat"] == "B":
            assert "options" not in document and "zones" not in document
        if document["type"] == "move" and document["seat"] == "B":
            assert "key" not in document


def test_a_broken_game_is_one_json_document_of_findings(rules: Path, play: Play) -> None:
    (rules / "bad.rules").write_text(HIGH_CARD.replace("-> p.table", "-> p.tabel"))
    done = play("bad.rules", "--json")
    assert done.status == 1
    assert json.loads(done.out)
