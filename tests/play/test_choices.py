"""Decisions taken apart: every option can be reached, and keys mean what is on the table."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from interpreter.notation import face_text
from ruledsl.cli.table.brackets import without_brackets
from ruledsl.cli.table.choices import FEW, MANY, Choices, how_to_pick, number_span
from ruledsl.cli.table.sheet import card_keys
from ruledsl.tools.session import Session
from tests.play.support import HIGH_CARD, MELDS, NAMES, NIM, game, option, play_on, play_until, session, small


def choices_of(played: Session) -> Choices:
    return Choices(played, played.view(played.decision.seat))


def walk(choices: Choices, wanted: int) -> tuple[int, int]:
    """The option reached by always taking an entry that has the wanted one, and how many steps it took."""
    menu, steps = choices.start(), 0
    while len(menu.options) > 1:
        entry = min(
            (entry for entry in menu.entries if wanted in entry.options), key=lambda entry: len(entry.options)
        )
        menu, steps = choices.narrowed(menu, entry), steps + 1
        assert steps < 12
    return menu.options[0], steps


@pytest.mark.parametrize("name", NAMES)
def test_every_option_can_be_reached(name: str) -> None:
    played = session(game(name), ["you"] * 3, 2)
    sizes = set()
    for number in range(25):
        choices = choices_of(played)
        count = len(played.options)
        sizes.add(count)
        for wanted in range(0, count, max(1, count // 15)):
            assert walk(choices, wanted)[0] == wanted
        play_on(played, 1, seed=str(number))
        if played.over:
            break
    assert max(sizes) > FEW


@pytest.mark.parametrize("name", NAMES)
def test_keys_are_told_apart_and_lists_are_short(name: str) -> None:
    played = session(game(name), ["you"] * 3, 3)
    for number in range(25):
        menu = choices_of(played).start()
        keys = [key for entry in menu.entries for key in (entry.key, *entry.keys)]
        assert len(set(keys)) == len(keys)
        assert len(menu.entries) <= 2 * MANY
        assert {index for entry in menu.entries for index in entry.options} == set(menu.options)
        play_on(played, 1, seed=str(number))
        if played.over:
            break


def test_a_card_goes_by_the_number_under_it() -> None:
    played = session(small(HIGH_CARD), ["you", "greedy"], 4)
    menu = choices_of(played).start()
    hand = played.view(0).zones[played.layout.zone_named["hand"] + 0]
    assert menu.path == ("Play",)
    for entry in menu.entries:
        card = hand.cards[int(entry.key) - 1]
        assert entry.text == f"[{played.layout.face_code[card.face or 0]}]"


def test_a_number_goes_by_itself() -> None:
    played = session(small(NIM), ["you", "greedy"])
    menu = choices_of(played).start()
    assert [(entry.key, entry.text) for entry in menu.entries] == [("1", "1"), ("2", "2"), ("3", "3")]
    assert number_span(menu) == "a number from 1 to 3"
    played.take(option(played, '"How many" 2'))
    menu = choices_of(played).start()
    assert menu.path == ("Boast",)
    assert [entry.key for entry in menu.entries] == ["1", "2", "3", "0"]
    assert menu.entries[-1].text == "nothing"


def large(name: str, least: int, players: int = 2) -> Session:
    found: Callable[[Session], bool] = lambda s: len(s.options) >= least  # noqa: E731
    return play_until(session(game(name), ["you"] * players, 1), found)


def test_several_cards_are_picked_at_once_by_number_or_code() -> None:
    played = large("head_of_mousehold", 500)
    choices = choices_of(played)
    menu = choices.start()
    assert menu.picks and len(menu.entries) < MANY
    by_number = choices.pick(menu, ["1", "3", "5", "7"])
    assert by_number is not None and len(by_number.options) == 1
    codes = [menu.entries[place].text for place in (6, 0, 4, 2)]
    by_code = choices.pick(menu, [code.lower() for code in codes])
    assert by_code is not None and by_code.options == by_number.options
    one_by_one = menu
    for key in ("5", "1", "7", "3"):
        picked = choices.pick(one_by_one, [key]) if one_by_one.picks else None
        if picked is None:
            break
        one_by_one = picked
    assert by_number.options[0] in one_by_one.options
    assert choices.pick(menu, ["1", "99"]) is None


def test_cards_that_are_an_option_are_taken_at_once() -> None:
    played = session(game("haunted_mouse"), ["you", "greedy"], 1)
    choices = choices_of(played)
    menu = choices.start()
    assert menu.picks
    one = choices.pick(menu, ["3"])
    two = choices.pick(menu, ["3", "5"])
    assert one is not None and two is not None
    assert len(one.options) == len(two.options) == 1
    assert [len(played.options[m.options[0]].bindings[0]) for m in (one, two)] == [1, 2]


def test_many_melds_are_parted_by_kind_and_size() -> None:
    played = session(small(MELDS), ["you", "random"], 3)
    choices = choices_of(played)
    menu = choices.start()
    assert len(menu.options) > 200
    assert menu.path == ("Meld",)
    assert all(re.fullmatch(r"(set|run) of \d+ cards", entry.text) for entry in menu.entries)
    for wanted in range(0, len(played.options), 17):
        found, steps = walk(choices, wanted)
        assert found == wanted and steps <= 9


def test_the_options_of_twins_are_told_apart_by_their_places() -> None:
    def twins(played: Session) -> bool:
        return len({t.partition(" from ")[0] for t in played.texts}) < len(played.texts) <= MANY

    played = play_until(session(game("haunted_mouse"), ["you"] * 3, 2), twins)
    menu = choices_of(played).start()
    while len(menu.entries) == 1 or any(len(entry.options) > 1 for entry in menu.entries):
        entry = max(menu.entries, key=lambda entry: len(entry.options))
        menu = choices_of(played).narrowed(menu, entry)
    names = [(entry.key, entry.text) for entry in menu.entries]
    assert len(set(names)) == len(names)


HIGH = """\
game "High Card"
players 2..4
enum rank: 2..9, T, J, Q, K, A
cards deck: rank * 4 copies
zone stock: pile, hidden
zone hand per player: row, private
zone played per player: slot, open
phase game {
    all deck -> stock shuffled
    3 from stock -> each hand
    each player p { p chooses "Play": c in p.hand { c -> p.played } }
}
result player p: most p.played.rank
"""


@pytest.mark.parametrize("seed", range(1, 30))
def test_keys_are_places_where_a_code_could_be_taken_for_one(seed: int) -> None:
    played = session(small(HIGH), ["you", "you"], seed)
    choices = choices_of(played)
    spots = [face_text(played.program, card.face) for card in choices.view.zones[1].cards]
    menu = choices.start()
    told = [(entry.key, without_brackets(entry.text)) for entry in menu.entries]
    if all(code.isdecimal() for code in spots) and len(set(spots)) == len(spots):
        assert told == [(code, code) for code in spots]
    else:
        assert told == [(str(place), code) for place, code in enumerate(spots, 1)]


def test_keys_of_cards() -> None:
    assert card_keys(["3", "10", "7"]) == ("3", "10", "7")
    assert card_keys(["3", "3", "7"]) == ("1", "2", "3")
    assert card_keys(["2", "A"]) == card_keys(["2", ""]) == ("1", "2")
    assert card_keys([]) == ()


def test_how_many_cards_are_wanted_is_told() -> None:
    played = session(game("head_of_mousehold"), ["you"] * 3, 1)
    choices = choices_of(played)
    menu = choices.start()
    assert how_to_pick(menu) == "Type 3 cards, all at once, by number or code"
    menu = choices.pick(menu, ["1"])
    assert menu is not None
    assert how_to_pick(menu) == "Type 2 more, all at once, by number or code"
