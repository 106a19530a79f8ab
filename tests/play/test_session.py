"""Sessions: what may be taken back, saved games, and logs that tell nobody too much."""

from __future__ import annotations

import json

import pytest

from interpreter.faults import Refused
from interpreter.hashing import state_hash
from interpreter.notation import face_text
from ruledsl.cli.table.brackets import LISTS
from ruledsl.tools.faults import PlayFault
from ruledsl.tools.saved import RecordError
from ruledsl.tools.session import Session
from tests.play.support import (
    BROKEN,
    HIGH_CARD,
    NAMES,
    NIM,
    SECRET_BIDS,
    game,
    option,
    play_on,
    play_until,
    session,
    small,
)

# -- taking back ---------------------------------------------------------------------------------


def test_a_choice_that_told_nobody_anything_is_taken_back() -> None:
    played = session(small(NIM), ["you", "greedy"])
    before = played.position
    played.take(option(played, '"How many" 2'))
    assert played.decision.choice.alternatives[0].label == "Boast"
    assert played.can_undo
    played.undo()
    assert played.position == before
    assert played.chosen == [] and len(played.log[0]) == 1
    assert not played.can_undo


def test_undo_ends_where_somebody_else_has_chosen() -> None:
    played = session(small(NIM), ["you", "you"])
    played.take(option(played, '"How many" 2'))
    played.take(option(played, "nothing"))
    assert played.decision.seat == 1
    with pytest.raises(Refused, match="somebody else's choice"):
        played.undo()


def test_undo_never_goes_back_across_a_card_that_was_shown() -> None:
    played = session(small(HIGH_CARD), ["you", "you"])
    played.take(played.options[0])
    assert not played.can_undo


def test_undo_never_goes_back_across_chance() -> None:
    played = play_until(
        session(game("haunted_mouse"), ["you", "you"]),
        lambda s: any(text == '"Draw from the deck"' for text in s.texts),
    )
    played.take(option(played, '"Draw from the deck"'))
    with pytest.raises(Refused, match="chance has decided"):
        played.undo()
    played.take(played.options[0])
    assert played.can_undo, "where a drawn card is put tells nobody anything"


def test_undo_also_takes_back_what_was_taken_for_the_player() -> None:
    nod = """{ play take(p, n) }
        p chooses "Nod" { }
        p chooses "Wave": k in 1..2 { p.taken = k }"""
    played = session(small(NIM.replace("{ play take(p, n) }", nod)), ["you", "greedy"])
    before = played.position
    played.take(option(played, '"How many" 1'))
    played.take(option(played, "nothing"))
    after_both = played.position
    played.take(option(played, '"Nod"'), forced=True)
    assert played.decision.choice.alternatives[0].label == "Wave"
    played.undo()
    assert len(played.chosen) == 1 and played.position != after_both
    played.undo()
    assert played.position == before and played.chosen == []


def test_the_same_choices_after_undo_make_the_same_game() -> None:
    straight = session(game("haunted_mouse"), ["you", "greedy"], 5)
    winding = session(game("haunted_mouse"), ["you", "greedy"], 5)
    for number in range(60):
        if straight.over:
            break
        mine = straight.decision.seat == 0
        chosen = straight.options[number % len(straight.options)] if mine else straight.bot_option()
        straight.take(chosen)
        winding.take(next(o for o in winding.options if o.key == chosen.key))
        if winding.can_undo:
            winding.undo()
            winding.take(next(o for o in winding.options if o.key == chosen.key))
    assert winding.position == straight.position
    assert winding.record == straight.record


# -- saving and going on -------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_game_goes_on_as_if_nothing_had_happened(name: str) -> None:
    played = play_on(session(game(name), ["you", "random", "greedy"], 7), 25)
    resumed = Session.resume("game.json", played.save().encode())
    assert resumed.seats == played.seats
    assert resumed.log == played.log
    for _ in range(15):
        if played.over:
            break
        chosen = played.options[0] if played.is_person_due else played.bot_option()
        played.take(chosen)
        if resumed.is_person_due:
            resumed.take(next(o for o in resumed.options if o.key == chosen.key))
        else:
            assert resumed.bot_option().key == chosen.key
            resumed.take(resumed.bot_option())
    assert state_hash(resumed.layout, resumed.position) == state_hash(played.layout, played.position)


def test_others_may_go_on_in_their_place() -> None:
    played = play_on(session(small(HIGH_CARD), ["you", "greedy"]), 2)
    resumed = Session.resume("x.json", played.save().encode(), ["random", "random"])
    assert resumed.people == () and resumed.viewers == (None,)
    with pytest.raises(ValueError, match="1 seats for 2 players"):
        Session.resume("x.json", played.save().encode(), ["random"])


def test_a_save_that_was_cut_or_edited_is_told_from_a_good_one() -> None:
    text = play_on(session(small(HIGH_CARD), ["you", "greedy"]), 3).save()

    def code_of(data: bytes) -> str:
        with pytest.raises(RecordError) as problem:
            Session.resume("x.json", data)
        return problem.value.diagnostics[0].code

    assert code_of(text[: len(text) // 2].encode()) == "E451"
    assert code_of(b"not a game") == "E450"
    assert code_of(b"{}") == "E450"
    document = json.loads(text)
    document["record"]["steps"][1]["hash"] = "0" * 32
    assert code_of(json.dumps(document).encode()) == "E461"
    document = json.loads(text)
    document["record"]["steps"][1]["move"] = "(Cheat)"
    assert code_of(json.dumps(document).encode()) == "E460"
    for seats in (["you"], ["you", "somebody"], "you", [["you"], "you"]):
        document = json.loads(text)
        document["seats"] = seats
        assert code_of(json.dumps(document).encode()) == "E453"
    document = json.loads(text)
    del document["seats"]
    assert Session.resume("x.json", json.dumps(document).encode()).seats == ("you", "you")


def test_a_game_without_a_record_is_not_saved() -> None:
    of = small(HIGH_CARD)
    played = Session(of, of.configure(2), ["greedy", "greedy"], 1, keep_record=False)
    with pytest.raises(Refused):
        played.save()


# -- logs ----------------------------------------------------------------------------------------


def codes_in(lines: list[str]) -> set[str]:
    return {code for line in lines for listed in LISTS.findall(line) for code in listed.split()}


@pytest.mark.parametrize("name", NAMES)
def test_a_log_names_only_cards_that_its_viewer_has_known(name: str) -> None:
    played = session(game(name), ["you", "you", "you"], 11)
    program = played.program
    known: list[set[str]] = [set() for _ in range(3)]

    def look() -> None:
        for seat in range(3):
            for zone in played.view(seat).zones:
                for card in zone.cards:
                    if card.face is not None:
                        letter = "" if card.owner < 0 else f"{played.layout.seat_names[card.owner]}."
                        known[seat] |= {face_text(program, card.face), letter + face_text(program, card.face)}
                        known[seat].add(str(card.shown))

    look()
    seen_alone = 0
    for _ in range(80):
        if played.over:
            break
        play_on(played, 1, seed=str(len(played.chosen)))
        look()
        for seat in range(3):
            last = played.log[seat][-1]
            told = codes_in([last.text, *last.effects])
            passing = {code for code in told if code not in known[seat]}
            assert not passing or passes_by(played, seat, passing)
            seen_alone += told != codes_in([played.log[0][-1].text, *played.log[0][-1].effects])
    assert bool(seen_alone) == (name != "mice_to_meet_you"), "logs differ where anything is hidden"


def passes_by(played: Session, seat: int, codes: set[str]) -> bool:
    """Whether everybody was told the same: a card that lay open only within the move."""
    return all(codes <= codes_in([*log[-1].effects, log[-1].text]) for log in played.log.values())


def test_what_is_chosen_in_secret_is_told_when_all_have_chosen() -> None:
    played = session(small(SECRET_BIDS), ["you", "you", "greedy"])
    played.take(option(played, '"Bid" [3]'))
    assert played.log[0][-1].text == "Bid [A.3]" or played.log[0][-1].text == "Bid [3]"
    assert played.log[1][-1].text == "has chosen"
    assert played.log[1][-1].effects == ()
    played.take(option(played, '"Bid" [5]'))
    assert "5" not in played.log[0][-1].text
    played.take(played.bot_option())
    assert any("from all hand" in e or "A.hand to A.bet" in e for e in played.log[1][-1].effects)


def test_nobody_who_watches_is_told_less_than_all() -> None:
    played = play_on(session(small(HIGH_CARD), ["random", "random"]), 4)
    assert list(played.log) == [None]
    assert not any("1 card" in effect for line in played.log[None] for effect in line.effects)


# -- faults --------------------------------------------------------------------------------------


def test_a_fault_of_the_rules_leaves_the_game_as_it_was() -> None:
    played = session(small(BROKEN), ["you", "greedy"])
    played.take(played.options[0])
    before = played.position
    with pytest.raises(PlayFault) as fault:
        played.take(played.options[0])
    assert fault.value.span is not None
    assert played.position is before and len(played.chosen) == 1
    assert Session.resume("x.json", played.save().encode()).chosen


def test_a_game_that_never_ends_is_broken_off() -> None:
    of = game("haunted_mouse")
    played = Session(of, of.configure(2), ["random", "random"], 1, decision_budget=30)
    play_on(played, 100)
    assert played.over and played.outcome.no_result and len(played.chosen) == 30


PUT_AWAY = """\
game "Put Away"
players 2
cards mouse: rank 1..4
zone table: row, open
zone hand per player: bag, private
zone away: pile, hidden

phase game {
    all mouse -> table
    all table -> seat(2).hand
    seat(2) chooses "Put away": c in seat(2).hand { c -> away }
}

result player p: most p.hand.size
"""
"""Everybody has seen what the hand holds, but not which of its cards leaves it."""


def test_a_known_card_that_leaves_face_down_is_told_only_to_those_who_see_which() -> None:
    played = session(small(PUT_AWAY), ["you", "you"])
    played.take(option(played, '"Put away" [2]'))
    first, second = played.log[0][-1], played.log[1][-1]
    assert (first.text, first.effects) == ("Put away a card", ("1 card from B.hand to away",))
    assert (second.text, second.effects) == ("Put away [2]", ())


def test_undo_names_what_is_in_the_way() -> None:
    played = session(game("haunted_mouse"), ["you", "greedy"], 1)
    played.take(played.options[0])
    while not played.is_person_due:
        played.take(played.bot_option())
    draw = next(o for o in played.options if o.label == "Draw from the deck")
    played.take(draw)
    played.take(played.options[0])
    played.undo()
    with pytest.raises(Refused, match="chance has decided something"):
        played.undo()


def test_a_known_card_that_is_named_where_it_lies_is_told_only_to_those_who_see_which() -> None:
    rules = PUT_AWAY.replace("{ c -> away }", "{ chosen = c.rank }").replace(
        "zone away", "var chosen = 0\nzone away"
    )
    played = session(small(rules), ["you", "you"])
    played.take(option(played, '"Put away" [2]'))
    assert (played.log[0][-1].text, played.log[1][-1].text) == ("Put away a card", "Put away [2]")
