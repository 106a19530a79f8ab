"""`ruledsl play` through pipes: whole games, saved games, ends of all kinds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ruledsl.tools.session import Session
from tests.play.conftest import Play
from tests.play.support import BROKEN, GAMES, HIGH_CARD, NIM, SECRET_BIDS, game, session

MOUSE = GAMES / "haunted_mouse.rules"


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("high", HIGH_CARD), ("nim", NIM), ("bids", SECRET_BIDS), ("broken", BROKEN)):
        (tmp_path / f"{name}.rules").write_text(text)
    return tmp_path


def test_bots_play_a_whole_game(play: Play) -> None:
    done = play(MOUSE, "--auto", "--players", 3, "--seed", 4)
    assert done.status == 0 and done.err == ""
    lines = done.out.splitlines()
    assert lines[0] == "Haunted Mouse: A (greedy), B (greedy), C (greedy)"
    assert re.search(r"^[ABC] \(greedy\) wins!$", done.out, re.M)
    assert re.search(r"^1\. [ABC] \(greedy\): cheese 7$", done.out, re.M)
    assert lines[-1].endswith("--players 3 --seats greedy,greedy,greedy --seed 4 --auto")
    assert play(MOUSE, "--auto", "--players", 3, "--seed", 4).out == done.out
    assert play(MOUSE, "--auto", "--players", 3, "--seed", 5).out != done.out


def test_the_command_at_the_end_plays_the_same_game(rules: Path, play: Play) -> None:
    first = play("high.rules", "--auto", "--set", "rounds=3")
    command = first.out.splitlines()[-1].removeprefix("The same cards again: ")
    assert command.startswith("ruledsl play high.rules ") and "--set rounds=3" in command
    assert play(*command.split()[2:]).out == first.out


def test_a_person_plays_a_whole_game_by_numbers(rules: Path, play: Play) -> None:
    done = play("nim.rules", "--seed", 2, typed="3\n0\n" * 10)
    assert done.status == 0
    assert "You choose." in done.out and "How many > 3" in done.out
    assert re.search(r"(You win!|B \(greedy\) wins!)", done.out)


def test_a_person_plays_a_whole_game_by_moves(play: Play) -> None:
    """The moves of a game that was played before, one on each line."""
    played = session(game("haunted_mini_mouse"), ["you", "random"], 3)
    typed = []
    while not played.over:
        if played.is_person_due:
            options = played.options
            forced = len(options) == 1
            index = len(played.chosen) % len(options)
            if not forced:
                typed.append(played.texts[index])
            played.take(options[index], forced)
        else:
            played.take(played.bot_option())
    done = play(
        GAMES / "haunted_mini_mouse.rules",
        "--seats",
        "you,random",
        "--seed",
        3,
        typed="\n".join(typed) + "\n",
    )
    assert done.status == 0, done.out[-2000:]
    assert "is not a move" not in done.out
    winner = played.name(played.outcome.ranking[0][0])
    assert ("You win!" if winner == "A (you)" else f"{winner} wins!") in done.out


def test_the_end_of_input_is_a_clean_stop(rules: Path, play: Play) -> None:
    done = play("nim.rules", "--save", "game.json", typed="2\n")
    assert done.status == 1
    assert done.err == "The input ended after 1 choice, before the game did.\n"
    assert "Saved. Go on with: ruledsl play --resume game.json" in done.out
    going_on = play("--resume", "game.json", typed="0\n" + "3\n0\n" * 9)
    assert going_on.status == 0
    assert "The same cards again" not in going_on.out


def test_lines_that_are_no_move_are_answered(rules: Path, play: Play) -> None:
    done = play("nim.rules", typed="7\nHow mani 3\nwhy 7\nhint\n\nquit\n")
    assert done.status == 0
    assert "7 cannot be chosen:" in done.out
    assert "Did you mean How many 3" in done.out
    assert "Hint: How many" in done.out


def test_quitting_saves_where_that_was_asked_for(rules: Path, play: Play) -> None:
    done = play("nim.rules", "--save", "game.json", typed="2\nquit\n")
    assert done.status == 0 and (rules / "game.json").exists()
    assert Session.resume("game.json", (rules / "game.json").read_bytes()).chosen
    done = play("nim.rules", typed="2\nquit\n")
    assert done.status == 0 and "Save" not in done.out


def test_saving_never_overwrites_something_else(rules: Path, play: Play) -> None:
    done = play(
        "nim.rules", typed="save nim.rules\nsave no/such/folder.json\nsave mine.json\nsave mine.json\nquit\n"
    )
    assert "nim.rules is something else than a saved game: it was not touched." in done.out
    assert "no/such/folder.json cannot be written" in done.out
    assert done.out.count("Saved. Go on with: ruledsl play --resume mine.json") == 2
    assert (rules / "nim.rules").read_text() == NIM


def test_a_finished_game_is_saved_for_replay(rules: Path, play: Play) -> None:
    done = play("high.rules", "--auto", "--save", "game.json")
    assert done.status == 0 and "Saved: ruledsl replay game.json" in done.out
    again = play("--resume", "game.json")
    assert again.status == 0 and "1. " in again.out


def test_a_game_that_cannot_be_saved_as_asked_ends_with_a_failure(rules: Path, play: Play) -> None:
    done = play("nim.rules", "--auto", "--save", "no/such/folder.json")
    assert done.status == 2
    assert "--save no/such/folder.json: there is no folder no/such" in done.err.replace("\\", "/")
    assert not done.out, "nothing was played in vain"
    for typed in ("2\nquit\n", "2\n"):
        done = play("nim.rules", "--save", "high.rules", typed=typed)
        assert done.status == 1
        assert "high.rules is something else than a saved game: it was not touched." in done.out
    done = play("nim.rules", "--auto", "--save", "high.rules")
    assert done.status == 1


def test_a_bad_save_is_a_clear_error(rules: Path, play: Play) -> None:
    play("nim.rules", "--save", "game.json", typed="2\nquit\n")
    text = (rules / "game.json").read_text()
    (rules / "cut.json").write_text(text[:-40])
    document = json.loads(text)
    document["record"]["steps"][0]["hash"] = "0" * 32
    (rules / "edited.json").write_text(json.dumps(document))
    for name, code in (("cut", "E451"), ("edited", "E461"), ("nim.rules", "E450"), ("none", "")):
        path = name if "." in name else f"{name}.json"
        before = (rules / path).read_bytes() if (rules / path).exists() else None
        done = play("--resume", path)
        assert done.status == (1 if code else 2) and code in done.err
        assert before is None or (rules / path).read_bytes() == before
    (rules / "nim.rules").write_text(NIM.replace("11", "12"))
    done = play("nim.rules", "--resume", "game.json")
    assert done.status == 1 and "E455" in done.err


def test_bots_go_on_with_a_saved_game(rules: Path, play: Play) -> None:
    play("nim.rules", "--save", "game.json", typed="2\nquit\n")
    done = play("--resume", "game.json", "--auto")
    assert done.status == 0 and "A (greedy)" in done.out
    done = play("--resume", "game.json", "--seats", "random,random")
    assert done.status == 0 and "A (random)" in done.out


def test_a_fault_of_the_rules_is_told_and_the_game_saved(rules: Path, play: Play) -> None:
    done = play("broken.rules", "--save", "game.json")
    assert done.status == 1
    assert "E490" in done.err and "broken.rules:" in done.err
    assert "Saved. Go on with" in done.out and (rules / "game.json").exists()


def test_several_people_take_turns(rules: Path, play: Play) -> None:
    done = play("bids.rules", "--seats", "you,you", typed="1\n2\n3\n4\n5\n6\n")
    assert done.status == 0
    assert done.out.count("A is next.") == 3 and done.out.count("B is next.") == 3
    assert "A chooses, all at the same time." in done.out


def test_no_other_hand_is_on_the_screen(play: Play) -> None:
    """Everything that is shown between two hand-overs names only what that person knows."""
    typed = "1\n" * 12
    done = play(MOUSE, "--seats", "you,you", "--seed", 3, typed=typed)
    played = session(game("haunted_mouse"), ["you", "you"], 3)
    first = [played.view(seat) for seat in range(2)]
    hands = []
    for seen in first:
        zone = next(zone for zone in seen.zones if zone.label == f"{'AB'[seen.seat or 0]}.hand")
        hands.append({played.layout.face_code[card.face or 0] for card in zone.cards})
    part = done.out.partition("A is next.")[2].partition("B is next.")[0]
    shown = set(re.findall(r"\b[1-9][CSOH]\b", part))
    assert hands[0] <= shown
    public = {"5S", "6C"} | set(re.findall(r"public_bait: (.*)\.", part)[0].split())
    assert not (hands[1] - hands[0] - public) & shown


def test_wrong_calls_are_usage_errors(rules: Path, play: Play) -> None:
    cases = [
        ((), "name a rules file"),
        (("nim.rules", "--players", 5), "--players 5: this game is for 2 players"),
        (("nim.rules", "--seats", "you,you,you"), "--players 3: this game is for 2 players"),
        (("nim.rules", "--seats", "you,somebody"), "--seats somebody"),
        (("nim.rules", "--auto", "--seats", "you"), "--auto is for bots only"),
        (("high.rules", "--set", "rounds"), "write it as NAME=VALUE"),
        (("high.rules", "--set", "rounds=2", "--set", "rounds=3"), "`rounds` is set twice"),
        (("high.rules", "--set", "rounds=99"), "the setting `rounds` is 1 to 9"),
        (("--resume", "x.json", "--seed", 3), "leave out --players, --seed and --set"),
    ]
    for arguments, message in cases:
        done = play(*arguments)
        assert done.status == 2 and message in done.err, done.err
    assert play("nothing.rules").status == 1


def test_seats_that_are_not_named_are_greedy_bots(rules: Path, play: Play) -> None:
    done = play("high.rules", "--players", 3, "--seats", "you,random", typed="quit\n")
    assert "B (random)" in done.out and "C (greedy)" in done.out
    done = play("high.rules", "--seats", "you,random,random", typed="quit\n")
    assert "C (random)" in done.out


def test_what_a_menu_shows_may_be_typed(rules: Path, play: Play) -> None:
    typed = "why 1\nwhy catch\nwhy catch 18\n1\nwhy none, 7\n3, 10\nquit\n"
    out = play("mice_to_meet_you", "--players", 3, "--seed", 2, typed=typed).out
    assert out.count("Catch may be chosen, in 8 ways.") == 2
    assert "A whole move is written like this: Catch none, 7" in out
    assert "none, 7 may be chosen." in out
    assert "You: Catch 3, 10" in out


def test_more_cards_than_fit_are_counted(rules: Path, play: Play) -> None:
    """And whether some cards may be chosen can be asked, by their numbers."""
    typed = "1 2 3\nwhy 1 2 3\nwhy 1 2\nwhy 99 1\nquit\n"
    out = play("haunted_mouse", "--players", 2, "--seed", 5, typed=typed).out
    assert out.count("1 2 3: that is 3, and only 2 can be chosen.") == 2
    assert "1 2 may be chosen." in out
    assert "99: not among the cards that fit." in out


def test_scores_are_named_as_the_rules_name_them(rules: Path, play: Play) -> None:
    (rules / "named.rules").write_text(
        'game "Named"\nplayers 2\nenum rank: 7..9, J, Q\ncards deck: rank * 2 copies\n'
        "zone row per player: row, open\nphase game { all deck -> seat(1).row\n"
        "  seat(1).row.last -> seat(2).row\n}\nresult player p: most p.row.first.rank\n",
        encoding="utf-8",
    )
    assert "A (greedy): 7" in play("named.rules", "--auto").out
    last = json.loads(play("named.rules", "--auto", "--json").out.splitlines()[-1])
    assert last["scores"] == {"A": [7], "B": ["Q"]}


def test_what_was_done_in_numbers_stands_in_front_of_the_rest(rules: Path, play: Play) -> None:
    out = play("mice_to_meet_you", "--players", 3, "--seed", 2, typed="1\n3, 10\n").out
    assert re.search(r"C: Catch 7 \(A.nut 1 -> 2; pan: rolled", out)


def test_a_bot_that_searches_sits_down_and_says_what_it_is(rules: Path, play: Play) -> None:
    done = play("nim.rules", "--auto", "--seats", "ismcts:40,ismcts", "--think", "0.02s")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[0] == "Nim: A (ismcts:40), B (ismcts:0.02s)"
    assert "--seats ismcts:40,ismcts:0.02s" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--think", "long"], "--think long: say a number of iterations, such as 1000, or seconds"),
        (["--think", "0.5"], "0.5 seconds are written 0.5s"),
        (["--seats", "you,ismcts:"], "--seats ismcts:: say a number of iterations"),
        (["--seats", "you,random:3"], "random takes no number"),
        (["--seats", "you,ismct:3"], "did you mean `ismcts`?"),
    ],
    ids=" ".join,
)
def test_a_limit_that_is_none(arguments: list[str], said: str, rules: Path, play: Play) -> None:
    done = play("nim.rules", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in " ".join(done.err.split())


def test_a_hint_thinks_as_long_as_it_is_told(rules: Path, play: Play) -> None:
    done = play("nim.rules", "--think", "60", "--seats", "you,random", typed="hint\nquit\n")
    assert "Hint: How many 3" in done.out


def test_a_game_with_a_bot_that_searches_goes_on_from_its_file(rules: Path, play: Play) -> None:
    play("nim.rules", "--seats", "you,ismcts:12", "--save", "game.json", typed="2\nquit\n")
    done = play("--resume", "game.json", typed="0\n" + "3\n0\n" * 9)
    assert done.status == 0 and "ismcts:12" in done.out
