"""`replay`: a recorded game shown and verified, and records that were cut or edited."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.cli.support import recorded

Edit = Callable[[dict[str, Any]], object]


def test_every_move_is_shown(saved: Path, ruledsl: Command) -> None:
    done = ruledsl("replay", "game.json")
    moves = len(json.loads(saved.read_text(encoding="utf-8"))["record"]["steps"])
    assert done.status == 0
    assert done.out.startswith("Mini, 2 players, goal 3, seed 7\n")
    assert done.out.count('"Play" [') == moves
    assert "result: 1." in done.out
    assert done.out.endswith(f"verified: {moves} moves, each as recorded\n")


def test_a_game_that_is_not_finished(folder: Path, ruledsl: Command) -> None:
    (folder / "game.json").write_text(recorded(folder / "mini.rules", 1), encoding="utf-8")
    done = ruledsl("replay", "game.json")
    assert done.status == 0
    assert "the game is not finished" in done.out
    assert "verified: 1 move, " in done.out


def test_the_document(saved: Path, ruledsl: Command) -> None:
    document = ruledsl("replay", "game.json", "--json").json
    assert set(document) == {
        "schema",
        "version",
        "title",
        "players",
        "settings",
        "as",
        "seed",
        "moves",
        "position",
        "finished",
        "result",
        "verified",
        "diagnostics",
    }
    assert document["schema"] == "ruledsl-replay"
    assert (document["verified"], document["finished"], document["position"]) == (True, True, None)
    assert document["settings"] == {"goal": 3}
    assert [move["number"] for move in document["moves"]] == list(range(len(document["moves"])))
    assert set(document["moves"][1]) == {"number", "seat", "move", "events"}


def test_one_moment(saved: Path, ruledsl: Command) -> None:
    done = ruledsl("replay", "game.json", "--at", "0")
    assert done.status == 0
    assert "A.hand" in done.out
    assert "A to choose" in done.out
    assert '"Play"' not in done.out
    position = ruledsl("replay", "game.json", "--at", "0", "--json").json["position"]
    assert position["zones"]["A.hand"]["size"] == 2
    assert position["zones"]["stock"] == {"size": 6, "cards": ["?"] * 6}
    assert (position["chooser"], position["values"]["A.score"]) == ("A", "0")
    for wrong in ("99", "-1"):
        done = ruledsl("replay", "game.json", "--at", wrong)
        assert (done.status, "E464" in done.err) == (1, True)


def test_a_player_sees_no_secret(saved: Path, ruledsl: Command) -> None:
    whole = ruledsl("replay", "game.json", "--at", "0", "--json").json["position"]["zones"]
    document = ruledsl("replay", "game.json", "--at", "0", "--as", "a", "--json").json
    seen = document["position"]["zones"]
    assert seen["A.hand"] == whole["A.hand"]
    assert seen["B.hand"]["cards"] == ["?", "?"]
    assert document["seed"] is None
    first = " ".join(document["moves"][0]["events"])
    assert all(card in first for card in whole["A.hand"]["cards"])
    assert not any(card in first for card in whole["B.hand"]["cards"])
    other = ruledsl("replay", "game.json", "--at", "0", "--as", "B", "--json").json
    assert other["position"]["moves"] is None
    done = ruledsl("replay", "game.json", "--as", "C")
    assert (done.status, "E465" in done.err) == (1, True)
    assert "seed" not in ruledsl("replay", "game.json", "--as", "B").out


SECRETIVE = """\
game "Secretive"
players 2
enum rank: 1..6
cards deck: rank
zone stock: pile, hidden
zone hand per player: bag, private
zone away: bag, hidden
zone shown: pile, open
var moves = 0
phase game {
    all deck -> stock shuffled
    3 from stock -> each hand
    reveal seat(1).hand
    turns player p from seat(1) {
        p chooses "Put away": c in p.hand { c -> away; moves += 1 }
        if moves is 2 { p chooses "Show": c in p.hand { c -> shown }; end game }
    }
}
"""


def test_which_of_several_known_cards_went_is_not_told(folder: Path, ruledsl: Command) -> None:
    (folder / "s.rules").write_text(SECRETIVE, encoding="utf-8")
    (folder / "s.json").write_text(recorded(folder / "s.rules"), encoding="utf-8")
    texts = [move["move"] for move in ruledsl("replay", "s.json", "--json").json["moves"]]
    by_a, by_b = (
        [move["move"] for move in ruledsl("replay", "s.json", "--as", seat, "--json").json["moves"]]
        for seat in "AB"
    )
    assert (by_a[1], by_b[2]) == (texts[1], texts[2])
    for hidden in (by_b[1], by_a[2]):
        assert hidden.startswith('"Put away"')
        assert "[" not in hidden
    assert by_a[3] == by_b[3] == texts[3]


def edited(saved: Path, edit: Edit) -> None:
    """Changes the saved document."""
    document = json.loads(saved.read_text(encoding="utf-8"))
    edit(document)
    saved.write_text(json.dumps(document), encoding="utf-8")


def _set(place: str, value: Any) -> Edit:
    def edit(document: dict[str, Any]) -> None:
        at: Any = document
        *path, last = place.split(".")
        for part in path:
            at = at[int(part)] if part.isdigit() else at[part]
        at[int(last) if last.isdigit() else last] = value

    return edit


def _without(name: str) -> Edit:
    return lambda document: document.pop(name)


def _doubled(document: dict[str, Any]) -> None:
    document["record"]["steps"].append(document["record"]["steps"][-1])


EDITS: dict[str, tuple[Edit, str, str]] = {
    "another schema": (_set("schema", "something"), "E450", ""),
    "a newer version": (_set("version", 9), "E452", "9"),
    "no rules": (_without("rules"), "E453", "`rules`"),
    "no record": (_without("record"), "E453", "`record`"),
    "rules of a wrong kind": (_set("rules", [1]), "E453", "`rules`"),
    "other rules": (_set("rules.0.text", 'game "Other"\n'), "E453", "not those"),
    "no moves": (_set("record.steps", None), "E453", "`steps`"),
    "a move of a wrong kind": (_set("record.steps.0", 7), "E453", "step 1"),
    "a newer record": (_set("record.schema", 99), "E453", "another version"),
    "other players": (_set("record.players", 3), "E46", ""),
    "too many players": (_set("record.players", 99), "E453", "players"),
    "a setting out of range": (_set("record.settings", {"goal": 77}), "E453", "goal"),
    "a setting left out": (_set("record.settings", {}), "E453", "settings"),
    "a setting too many": (_set("record.settings", {"goal": 3, "x": 1}), "E453", "settings"),
    "a move that is none": (_set("record.steps.1.move", "(Dance)"), "E460", "move 2"),
    "a fingerprint": (_set("record.steps.1.hash", "0" * 32), "E461", "move 2"),
    "the beginning's fingerprint": (_set("record.begin.hash", "0" * 32), "E461", "move 0"),
    "chance that cannot be": (_set("record.begin.chance", [999]), "E462", "move 0"),
    "too little chance": (_set("record.begin.chance", []), "E462", "missing"),
    "too much chance": (_set("record.steps.0.chance", [1, 2]), "E462", "move 1"),
    "moves after the end": (_doubled, "E463", "goes on after the end"),
    "another result": (_set("record.result", {"ranking": [[1], [0]]}), "E453", "result"),
}


@pytest.mark.parametrize("name", EDITS)
def test_edited_records(name: str, saved: Path, ruledsl: Command) -> None:
    edit, code, said = EDITS[name]
    edited(saved, edit)
    done = ruledsl("replay", "game.json")
    assert done.status == 1
    assert f"error[{code}" in done.err
    assert said in done.err
    assert "verified" not in done.out
    as_json = ruledsl("replay", "game.json", "--json")
    assert as_json.status == 1
    assert as_json.json["diagnostics"][0]["code"].startswith(code)


def test_rules_with_errors_in_a_record(saved: Path, ruledsl: Command) -> None:
    import hashlib

    def spoil(document: dict[str, Any]) -> None:
        text = document["rules"][0]["text"].replace("-> board;", "-> bord;")
        document["rules"][0]["text"] = text
        document["record"]["rules"] = hashlib.sha256(text.encode()).hexdigest()

    edited(saved, spoil)
    done = ruledsl("replay", "game.json")
    assert done.status == 1
    assert "E454" in done.err
    assert "E100" in done.err


def test_records_that_are_cut_off(saved: Path, ruledsl: Command) -> None:
    whole = saved.read_text(encoding="utf-8")
    for size in {1, 2, 20, 200, len(whole) // 2, len(whole) - 3}:
        saved.write_text(whole[:size], encoding="utf-8")
        done = ruledsl("replay", "game.json")
        assert done.status == 1
        assert "E451" in done.err, size


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "E450"),
        (b"hello", "E450"),
        (b"[1, 2]", "E450"),
        (b"\xff\xfe\x00", "E450"),
        (b'{"schema": nonsense}', "E453"),
        (b"[" * 100_000, "E45"),
        (b'{"a": ' * 100_000, "E45"),
        (b'{"schema": "ruledsl-game", "version": ' + b"9" * 5000 + b"}", "E45"),
    ],
    ids=["empty", "text", "list", "binary", "word", "deep", "deeper", "large number"],
)
def test_what_is_no_record(data: bytes, code: str, saved: Path, ruledsl: Command) -> None:
    saved.write_bytes(data)
    done = ruledsl("replay", "game.json")
    assert done.status == 1
    assert f"error[{code}" in done.err


def test_records_that_are_not_there(folder: Path, ruledsl: Command) -> None:
    for name, code in (("gone.json", "E457"), (".", "E450"), ("mini.rules", "E450")):
        done = ruledsl("replay", name)
        assert (done.status, f"error[{code}]" in done.err) == (1, True), name


def test_a_record_is_followed_after_its_rules_have_changed(saved: Path, ruledsl: Command) -> None:
    (saved.parent / "mini.rules").unlink()
    assert ruledsl("replay", "game.json").status == 0
