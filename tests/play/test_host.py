"""Talking with people: what they type, and what they are answered."""

from __future__ import annotations

import pytest

from interpreter.notation import face_text
from ruledsl.cli.table.commands import COMMANDS, command_of
from ruledsl.cli.table.host import Quit
from ruledsl.tools.session import Session
from tests.play.support import (
    HIGH_CARD,
    NAMES,
    NIM,
    SECRET_BIDS,
    game,
    host,
    play_until,
    session,
    small,
    type_in,
)


def first_card(played: Session) -> str:
    """The code of a card that may be played."""
    return played.texts[0].partition("[")[2].rstrip("]")


@pytest.mark.parametrize(
    "typed", ["{key}", "{code}", "[{code}]", "play {code}", "Play [{code}]", '"Play" [{code}]', "PLAY {low}"]
)
def test_a_move_is_typed_in_many_ways(typed: str) -> None:
    played = session(small(HIGH_CARD), ["you", "greedy"], 6)
    code = first_card(played)
    key = played.view(0).zones[played.layout.zone_base[1]].cards
    number = next(
        place for place, card in enumerate(key, 1) if face_text(played.program, card.face or 0) == code
    )
    type_in(played, typed.format(key=number, code=code, low=code.lower()))
    assert played.chosen[0].option.label == "Play"
    assert f"[{code}]" in played.log[0][1].text


def test_a_hint_can_be_typed_as_it_is_shown() -> None:
    for name in NAMES:
        played = session(game(name), ["you", "random", "random"], 8)
        played.hinting = "ismcts:2"
        for _ in range(12):
            if played.over:
                break
            before = len(played.chosen)
            screen = type_in(played, "hint")
            assert screen.notes.startswith("Hint: ")
            hinted = played.hint()
            after = type_in(played, screen.notes.removeprefix("Hint: "))
            if len(played.chosen) == before:
                raise AssertionError(after.notes)
            made = [chosen for chosen in played.chosen[before:] if not chosen.forced]
            assert made[0].option.key == hinted.key


def test_what_cannot_be_chosen_is_answered_with_every_reason() -> None:
    def has_a_one(played: Session) -> bool:
        return (
            not played.over
            and played.decision.seat == 0
            and any(
                card.face is not None and "1" in face_text(played.program, card.face)
                for card in played.view(0).zones[1].cards
            )
        )

    played = play_until(session(small(HIGH_CARD), ["you", "random"], 3), has_a_one)
    code = next(
        face_text(played.program, card.face)
        for card in played.view(0).zones[1].cards
        if card.face is not None and "1" in face_text(played.program, card.face)
    )
    screen = type_in(played, f"play {code}")
    assert f"play {code} cannot be chosen:" in screen.notes
    assert "a one is too low" in screen.notes
    screen = type_in(played, f"why {code}")
    assert "a one is too low" in screen.notes
    screen = type_in(played, "why")
    assert "which move" in screen.notes


def test_a_slip_is_answered_with_what_was_meant() -> None:
    screen = type_in(session(small(NIM), ["you", "greedy"]), "How mani 2")
    assert "Did you mean How many 2" in screen.notes
    screen = type_in(session(small(NIM), ["you", "greedy"]), "hnit")
    assert "Did you mean hint?" in screen.notes


def test_undo_back_and_the_other_commands() -> None:
    played = session(small(NIM), ["you", "greedy"])
    screen = type_in(played, "undo", "2", "undo", "log", "rules", "?", "table", "save x.json", "3", "1")
    assert "Nothing can be taken back: nothing was chosen yet." in screen.scenes[1].notes
    assert [chosen.option.bindings for chosen in played.chosen[:2]] == [(3,), (1,)]
    assert "the game begins" in screen.everything
    assert "Nim" in screen.everything
    assert all(any(line.split()[:1] == [name] for line in screen.everything) for name in COMMANDS)
    assert "Saved x.json" in screen.everything


def test_notes_of_the_rules_are_in_the_help() -> None:
    played = session(small(HIGH_CARD), ["you", "greedy"])
    screen = type_in(played, "?", "rules")
    assert "Play: A low card is worth nothing." in screen.everything
    assert "Whoever has played the most points wins." in screen.everything
    assert "Setting rounds = 2" in screen.everything


def test_quitting_is_told_apart_from_playing() -> None:
    made, _ = host(session(small(NIM), ["you", "greedy"]), "quit")
    with pytest.raises(Quit):
        made.run()


def test_where_the_rules_have_a_move_of_that_name_the_word_is_the_move() -> None:
    assert command_of("undo", ["Undo", "Play"]) is None
    assert command_of("/undo", ["Undo"]) is not None
    assert command_of("UNDO", ["Play"]) is not None
    assert command_of("save the king", []) is not None
    assert command_of("log 5", []) is None
    assert command_of("?", []) == command_of("help", [])
    assert command_of("", []) is None


def test_back_and_an_empty_line_begin_again() -> None:
    played = session(game("haunted_mouse"), ["you"] + ["random"] * 2, 5)
    play_until(played, lambda s: s.decision.seat == 0 and not s.decision.simultaneous and len(s.options) > 12)
    screen = type_in(played, "1", "back", "1", "")
    menus = [scene.menu for scene in screen.scenes]
    assert menus[0] == menus[2] == menus[4]
    assert menus[1] == menus[3] != menus[0]


def test_the_only_option_is_taken_with_a_line_that_says_so() -> None:
    of = small(NIM.replace("fewest(3, supply.stone)", "1").replace("1..3", "1..1 where m is 2"))
    played = session(of, ["you", "greedy"])
    screen = type_in(played)
    assert played.over
    assert all(chosen.forced for chosen in played.chosen if chosen.seat == 0)
    assert not screen.prompts
    assert any("How many 1, the only move" in line for line in screen.scenes[-1].news)


def test_news_are_what_the_others_did_since_the_last_turn() -> None:
    played = session(small(HIGH_CARD), ["you", "greedy", "random"], 2)
    screen = type_in(played, "", "1", "2", "3")
    later = [scene for scene in screen.scenes if scene.news]
    assert later
    assert any(line.startswith("B: Play") for line in later[0].news)
    assert not any(line.startswith("the game begins") for line in later[0].news)


def test_the_end_tells_ranking_and_scores() -> None:
    played = session(small(HIGH_CARD), ["you", "greedy"], 2)
    screen = type_in(played, "1", "2", "3", "1", "2", "3", "1", "2", "3")
    assert played.over
    last = screen.scenes[-1]
    assert last.menu is None
    assert any(line.startswith("1. ") and "score" in line for line in last.notes)
    assert "win" in last.head.lower() or "tie" in last.head


# -- several people at one screen ----------------------------------------------------------------


def test_the_screen_is_handed_over_whenever_another_person_chooses() -> None:
    played = session(small(SECRET_BIDS), ["you", "random", "you"])
    screen = type_in(played, "1", "1", "2", "2", "3", "3")
    assert played.over
    assert screen.handed == ["A", "C"] * 3
    assert not any(chosen.forced for chosen in played.chosen)


@pytest.mark.parametrize("name", NAMES)
def test_a_scene_shows_nothing_but_what_its_viewer_may_see(name: str) -> None:
    """The sheet of a seat is the same for another deal of what the seat cannot know."""
    from interpreter.chance import seed_generator
    from ruledsl.bots.base import guess

    played = session(game(name), ["you", "you", "you"], 6)
    compared = 0
    for number in range(20):
        if played.over:
            break
        seat = played.decision.seat
        made, _ = host(played)
        sheet = made.sheet(seat)
        news = played.log[seat][-1]
        seen = played.view(seat, resume=True)
        other = None
        if not played.decision.simultaneous:
            other = guess(played.machine, seen, seed_generator(f"deal {number}"))
        if other is not None:
            before, played.position = played.position, other
            assert made.sheet(seat) == sheet
            assert played.log[seat][-1] == news
            played.position = before
            compared += 1
        options = played.options
        played.take(options[number % len(options)])
    assert compared
