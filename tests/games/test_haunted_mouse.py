"""Haunted Mouse: exact lists of options, counts, and games looked on by a referee.

What can be said as an `example` stands in the rules file itself; see there for most of H1 to H30.
"""

from __future__ import annotations

import random

import pytest

from interpreter.machine import Machine
from tests.games.haunted_mouse_model import (
    BAIT,
    DECK,
    MELD,
    PRIZES,
    TRAP,
    Referee,
    Snapshot,
    offered_options,
    plain_options,
)
from tests.games.support import Table, game, same

COUNTS = [2, 3, 4, 5]
LONE = "B.hand = [1C], C.hand = [1S]"


def table(text: str, players: int = 3) -> Table:
    return Table.given("haunted_mouse", text, players)


# ---- what beats what -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("in_play", "hand", "allowed"),
    [
        ("[1C 1S 1O 1H] as set by B", "[4C 6S 8O]", True),
        ("[6C 7S 8O 9H] as run by B", "[4C 6S 8O]", True),
        ("[3C 4S 5O 6H 7S] as run by B", "[4C 6S 8O]", True),
        ("[4S 5S 6O 7O 8H] as run by B", "[4C 6S 8O]", False),
        ("[5S 6O 7O 8H 9H] as run by B", "[4C 6S 8O]", False),
        ("[1C 1S 1O 1H 1C] as set by B", "[4C 6S 8O]", False),
        ("[1C 2S 3O] as run by B", "[4C 6S 8O]", False),
        ("[1C 1S 1O 1H] as set by B", "[8O 4C 6S]", False),
    ],
)
def test_h3_bait_fills_the_gaps_of_the_hand(in_play: str, hand: str, allowed: bool) -> None:
    position = table(f"at turn of A, in_play = {in_play}, A.hand = {hand}, B.bait = [5H], C.bait = [7C]")
    assert ("[4C 5H 6S 7C 8O]" in position.moves_of(MELD)) is allowed


@pytest.mark.parametrize(
    ("old", "new", "allowed"),
    [
        ("[5C] as set", "[6S]", True),
        ("[5C] as set", "[5S]", False),
        ("[5C] as set", "[4S]", False),
        ("[9C] as set", "[1S 1O]", True),
        ("[9C] as set", "[1S 2O]", True),
        ("[9C] as set", "[1S 2O 3C]", False),
        ("[4C 4S] as set", "[5C 5S]", True),
        ("[4C 4S] as set", "[5C 6S]", False),
        ("[4C 5S] as run", "[5C 6S]", True),
        ("[4C 5S] as run", "[5C 4O]", False),
        ("[4C 5S] as run", "[9C 9S]", False),
        ("[4C 5S] as run", "[1C 1S 1O]", True),
        ("[4C 5S] as run", "[9C]", False),
    ],
)
def test_hm_20_21_22_stronger(old: str, new: str, allowed: bool) -> None:
    position = table(f"at turn of A, in_play = {old} by B, A.hand = {new}, B.hand = [1H], C.hand = [1H]")
    assert (new in position.moves_of(MELD)) is allowed


def test_hm_a24_no_run_goes_over_the_nine() -> None:
    assert same(table(f"at turn of A, A.hand = [8C 9S 1O 2H], {LONE}").moves,
                [f'"{MELD}" {cards}' for cards in
                 ("[8C]", "[9S]", "[1O]", "[2H]", "[8C 9S]", "[1O 2H]")])  # fmt: skip


# ---- exact lists -----------------------------------------------------------------------------------------


def test_h5_exactly_five_leads() -> None:
    position = table(f"at turn of A, A.hand = [2C 7S 3O 4H], {LONE}")
    assert same(
        position.moves, [f'"{MELD}" {cards}' for cards in ("[2C]", "[7S]", "[3O]", "[4H]", "[3O 4H]")]
    )
    position.play('"Play a meld" [7S]')
    assert position.faces("A.hand") == ["2C", "3O", "4H"]
    again = table(f"at turn of A, A.hand = [2C 3O 4H], {LONE}")
    assert "[2C 3O 4H]" in again.moves_of(MELD)


def test_h10_exactly_two_run_traps() -> None:
    cards = "public_bait = [3C], A.hand = [4C 6C], A.bait = [7C], B.bait = [5C]"
    position = table(f"at turn of A, in_play = [9H] as set by B, {cards}")
    assert same(position.moves_of(TRAP), ["[3C 4C 5C 6C]", "[4C 5C 6C 7C]"])
    assert table(f"at turn of A, {cards}").moves_of(TRAP) == []


def test_h11_two_melds_after_the_trap_or_a_draw() -> None:
    position = table(
        "at turn of A, in_play = [1O 2H 3C 4S 5O 6H 7C 8S 9O] as run by B, A.hand = [2C 2S 2O 2H 8S],"
        "A.bait = [1C], B.bait = [9C], C.bait = [9S], D.hand = [9H], rest in deck",
        players=4,
    )
    assert position.moves_of(MELD) == [], "nothing beats nine cards"
    position.play('"Set a Trap" [2C 2S 2O 2H]')
    assert len(position.zone("discard")) == 13
    assert position.seat == 0
    draws = [f'"{DECK}"', f'"{BAIT}" [9C]', f'"{BAIT}" [9S]']
    assert same(position.moves, [f'"{MELD}" [8S]', f'"{MELD}" [1C]', *draws])
    position.play('"Play a meld" [8S]')
    assert position.seat == 1
    assert position.held("cheese") == [31, 0, 0, 0, 0]


def test_h12_after_a_trap_with_public_bait_there_is_none_to_draw() -> None:
    position = table(
        "at turn of A, in_play = [9C] as set by B, public_bait = [5H], A.hand = [5C 5S 5O 7C], A.bait = [1C],"
        "B.hand = [2C], B.bait = [2S], C.hand = [3C], C.bait = [3S], rest in deck"
    )
    position.play('"Set a Trap" [5C 5S 5O 5H]')
    draws = [move for move in position.moves if move.startswith('"Draw')]
    assert same(draws, [f'"{DECK}"', f'"{BAIT}" [2S]', f'"{BAIT}" [3S]'])
    position.play('"Draw a Bait" [2S]', '"Insert at" 1', "nothing")
    assert len(position.zone("public_bait")) == 1
    assert len(position.zone("discard")) == 5


def test_h21_a_leader_after_a_leader_who_drew() -> None:
    position = table(
        "at turn of A, A.hand = [1C], A.bait = [1S], B.hand = [3C 9S], B.bait = [4C], C.hand = [5C],"
        "C.bait = [3S], public_bait = [2C], rest in deck"
    )
    position.play('"Draw a Bait" [3S]', '"Insert at" 1', "nothing")
    assert position.seat == 1
    assert same(position.moves_of(MELD), ["[3C]", "[9S]", "[4C]", "[3C 4C]"])


def test_hm_31_all_sources_but_own_bait() -> None:
    position = table(
        "at turn of A, in_play = [9C 9S] as set by B, A.hand = [1C], A.bait = [2C], B.bait = [3C 3C],"
        "C.bait = [4C], public_bait = [5C], B.hand = [6C], C.hand = [7C], rest in deck"
    )
    draws = [move for move in position.moves if move.startswith('"Draw')]
    assert same(draws, [f'"{DECK}"', f'"{BAIT}" [5C]', f'"{BAIT}" [3C]', f'"{BAIT}" [4C]'])


def test_hm_32_a_drawn_card_goes_anywhere() -> None:
    given = "at turn of A, A.hand = [1C 2C 3C], B.bait = [9C], B.hand = [1S], C.hand = [1O]"
    places = []
    for place in range(1, 5):
        position = table(given).play('"Draw a Bait" [9C]')
        assert same(position.moves, [f'"Insert at" {n}' for n in range(1, 5)])
        position.play(f'"Insert at" {place}')
        places.append(position.faces("A.hand").index("9C"))
        assert [card for card in position.faces("A.hand") if card != "9C"] == ["1C", "2C", "3C"]
    assert places == [0, 1, 2, 3]


def test_hm_33_hm_34_hm_35_bait_after_a_draw() -> None:
    given = "at turn of A, A.hand = [1C 2C], B.bait = [9C], B.hand = [1S], C.hand = [1O]"
    bare = table(given).play('"Draw a Bait" [9C]', '"Insert at" 2')
    assert same(bare.moves, ['"Bait" [1C]', '"Bait" [9C]', '"Bait" [2C]'])  # HM-A28: also the drawn one
    bare.play('"Bait" [9C]')
    assert bare.seat == 1
    some = table(f"{given}, A.bait = [5C]").play('"Draw a Bait" [9C]', '"Insert at" 2')
    assert same(some.moves, ['"Bait" [1C]', '"Bait" [9C]', '"Bait" [2C]', "nothing"])
    some.play('"Bait" [1C]')
    assert some.seat == 1 and some.faces("A.bait") == ["1C", "5C"]


def test_hm_27_a_twin_of_an_own_card_is_not_an_own_card() -> None:
    position = table(
        "at turn of A, in_play = [6C] as set by B, A.hand = [1C], A.bait = [7S], B.hand = [2C],"
        "B.bait = [7S], C.hand = [3C]"
    )
    assert same(position.moves_of(MELD), ["[7S]", "[7S 7S]"])
    assert position.moves_of(BAIT) == ["[7S]"]
    position.play('"Play a meld" [7S]')
    assert position.zone("A.bait") == [] and len(position.zone("B.bait")) == 1


def test_hm_a9_four_of_a_kind_may_be_a_meld_or_a_trap() -> None:
    position = table(
        f"at turn of A, in_play = [9C 9S 9O] as set by B, A.hand = [2C 2S 2O 2H], A.bait = [1C], {LONE}"
    )
    assert position.moves_of(MELD)[0].startswith("[2C 2S 2O 2H]")
    assert position.moves_of(TRAP)[0].startswith("[2C 2S 2O 2H]")


def test_hm_38_hm_39_hm_a8_what_is_a_trap() -> None:
    def traps(hand: str) -> list[str]:
        return table(f"at turn of A, in_play = [9C] as set by B, A.hand = {hand}, {LONE}").moves_of(TRAP)

    assert len(traps("[3C 3S 3O 3H]")) == 1
    assert len(traps("[3C 4C 5C 6C]")) == len(traps("[6C 5C 4C 3C]")) == 1
    assert traps("[3C 3S 3O 3C]") == [], "two of one suit"
    assert traps("[3C 4C 5C 6S]") == [], "two suits"
    assert traps("[3C 5C 4C 6C]") == [], "not in order"
    assert traps("[3C 3S 9H 3O 3H]") == [], "not adjacent"
    assert traps("[3C 4C 5C]") == [], "three cards"
    assert len(traps("[3C 4C 5C 6C 7C]")) == 2, "four of five"


# ---- setting up ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "deck", "public"), [(2, 54, 2), (3, 47, 1), (4, 39, 1), (5, 30, 2)])
def test_h27_sizes_after_setup(players: int, deck: int, public: int) -> None:
    machine = Machine(game("haunted_mouse").program(game("haunted_mouse").configure(players)))
    start = Table(machine, machine.initial("h27"))
    assert len(start.zone("deck")) == deck
    assert len(start.zone("public_bait")) == public
    for seat in range(players):
        assert start.seat == seat, "HM-8: each player commits, nobody sees it"
        assert len(start.moves) == 8 + 28, "HM-10, HM-A26: one card, or two different ones"
        start.play(start.moves[0 if seat % 2 else -1])
    shot = Snapshot.of(machine, start.pos)
    assert [len(hand) + len(bait) for hand, bait in zip(shot.hands, shot.baits, strict=True)] == [8] * players
    assert shot.turn == 1, "HM-12, HM-A30: left of the dealer"


@pytest.mark.parametrize("dealer", ["A", "B", "C"])
def test_hm_a30_the_dealer_may_be_chosen(dealer: str) -> None:
    rules = game("haunted_mouse")
    machine = Machine(rules.program(rules.configure(3, {"dealer": dealer})))
    start = Table(machine, machine.initial(1))
    for _ in range(3):
        start.play(start.moves[0])
    assert start.seat == ("ABC".index(dealer) + 1) % 3


@pytest.mark.parametrize(
    ("cheese", "bonus"),
    [((3, 0, 2), "B"), ((2, 0, 0), "BC"), ((0, 0, 0), "ABC"), ((3, 3), "AB"), ((4, 4, 6), "AB")],
)
def test_h26_who_may_choose_a_bonus_bait(cheese: tuple[int, ...], bonus: str) -> None:
    facts = ", ".join(f"{seat}.cheese = {count}" for seat, count in zip("ABC", cheese, strict=False))
    position = table(f"{facts}, at round", players=len(cheese))
    for seat in range(len(cheese)):
        assert position.seat == seat
        assert len(position.moves) == (36 if "ABC"[seat] in bonus else 8)
        position.play(position.moves[0])


def test_hm_9_hm_a25_bait_is_chosen_before_any_is_shown() -> None:
    machine = Machine(game("haunted_mouse").program(game("haunted_mouse").configure(3)))
    start = Table(machine, machine.initial(1))
    for _ in range(2):
        start.play(start.moves[-1])
        assert [start.zone(f"{seat}.bait") for seat in "ABC"] == [[], [], []]
    start.play(start.moves[-1])
    assert [len(start.zone(f"{seat}.bait")) for seat in "ABC"] == [2, 2, 2]


# ---- going out -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", COUNTS)
def test_h30_payouts(players: int) -> None:
    """One after the other goes out with a higher card; the last one gets nothing and leads."""
    hands = ", ".join(f"{seat}.hand = [{rank}C]" for rank, seat in enumerate("ABCDE"[:players], 1))
    position = table(f"at turn of A, {hands}", players=players)
    for rank in range(1, players):
        position.play(f'"Play a meld" [{rank}C]')
    assert tuple(position.held("cheese")[1:]) == PRIZES[players]
    assert position.variable("leader") == [players - 1]
    assert [len(position.zone(f"{seat}.hand")) for seat in "ABCDE"[:players]] == [8] * players
    assert len(position.moves) == (8 if players > 1 and PRIZES[players][0] > 0 else 36)


@pytest.mark.parametrize(("before", "wedges"), [(3, 6), (4, 7), (5, 7), (6, 7)])
def test_hm_a21_payout_stops_at_seven(before: int, wedges: int) -> None:
    position = table(f"at turn of A, A.hand = [9C], A.cheese = {before}, {LONE}").play('"Play a meld" [9C]')
    assert position.held("cheese") == [31 - wedges, wedges, 0, 0]
    assert position.pos.over is (wedges == 7)


def test_h25_the_last_wedge() -> None:
    cheese = ", ".join(f"{seat}.cheese = 6" for seat in "ABCDE")
    hands = "A.hand = [9C], B.hand = [1C], C.hand = [1S], D.hand = [1O], E.hand = [1H]"
    position = table(f"at turn of A, {cheese}, {hands}", players=5).play('"Play a meld" [9C]')
    assert position.held("cheese") == [0, 7, 6, 6, 6, 6]
    assert position.machine.outcome(position.pos).ranking == ((0,), (1, 2, 3, 4))


def test_hm_55_the_game_ends_in_the_middle_of_a_payout() -> None:
    """A takes the last Bait of B and of C: B has seven with the second wedge, C gets nothing more."""
    position = table(
        "at turn of A, in_play = [1C 2C] as run by D, A.hand = [4C], B.bait = [3C], C.bait = [5C],"
        "D.hand = [9C], B.cheese = 5, C.cheese = 5, A.cheese = 6",
        players=4,
    ).play('"Play a meld" [3C 4C 5C]')
    assert position.held("cheese") == [13, 6, 7, 5, 0]
    assert position.machine.outcome(position.pos).ranking[0] == (1,)


@pytest.mark.parametrize("seat", range(4))
def test_hm_a16_those_who_run_out_together_go_out_clockwise(seat: int) -> None:
    """D, A, B ... from the acting player's left; the acting player last."""
    order = ["ABCD"[(seat + step) % 4] for step in range(4)]
    acting, first, second, _ = order
    hands = f"{acting}.hand = [4C], {first}.bait = [3C], {second}.bait = [5C], {order[3]}.hand = [9C]"
    position = table(f"at turn of {acting}, in_play = [1C 2C] as run by {order[3]}, {hands}", players=4)
    position.play('"Play a meld" [3C 4C 5C]')
    cheese = dict(zip("ABCD", position.held("cheese")[1:], strict=True))
    assert [cheese[name] for name in order] == [1, 3, 2, 0]
    assert position.variable("leader") == ["ABCD".index(order[3])]


def test_hm_a19_a_draw_that_ends_the_round() -> None:
    position = table("at turn of A, A.hand = [1C 2C], B.bait = [7S]", players=2).play('"Draw a Bait" [7S]')
    assert position.held("cheese") == [28, 0, 3]
    assert position.variable("leader") == [0]
    assert [len(position.zone(f"{seat}.hand")) for seat in "AB"] == [8, 8], "the next round has begun"
    assert [len(position.moves), position.seat] == [36, 0], "A has the fewest Cheese"


def test_hm_50_hm_51_out_players_are_skipped() -> None:
    position = table(
        "at turn of A, A.hand = [1C 2C], A.bait = [9O], B.bait = [7S], C.hand = [3O], C.bait = [4O],"
        "D.hand = [5O], D.bait = [6O], rest in deck",
        players=4,
    )
    position.play('"Draw a Bait" [7S]', '"Insert at" 1', "nothing")
    assert position.held("cheese") == [28, 0, 3, 0, 0]
    assert position.seat == 2


def test_hm_a33_who_lost_the_last_bait_goes_on_without() -> None:
    position = table(
        "at turn of A, A.hand = [1C 2C], A.bait = [9O], B.hand = [7O 8O], B.bait = [7S], C.hand = [3O],"
        "rest in deck"
    )
    position.play('"Draw a Bait" [7S]', '"Insert at" 1', "nothing")
    assert position.seat == 1
    assert same(position.moves_of(MELD), ["[7O]", "[8O]", "[7O 8O]"])
    position.play('"Play a meld" [7O]')
    assert position.seat == 2 and position.zone("B.bait") == []


# ---- games -----------------------------------------------------------------------------------------------


def watched_game(players: int, seed: int, decisions: int = 100_000) -> int:
    """Plays a random game under the eyes of the referee; gives the number of decisions."""
    machine = Machine(game("haunted_mouse").program(game("haunted_mouse").configure(players)))
    rng = random.Random(seed)
    position = machine.initial(seed)
    referee = Referee(machine)
    referee.begin(position)
    while not position.over and position.decisions < decisions:
        options = machine.options(position)
        assert options, "I15: there is always something to do"
        option = rng.choice(options)
        after = machine.apply(position, option)
        assert machine.check_invariants(after) == []  # I1
        if not after.no_result:
            referee.look(position, option, after)
        position = after
    return position.decisions


@pytest.mark.parametrize("players", COUNTS)
def test_i1_to_i16_in_random_games(players: int) -> None:
    """I1, I2, I3, I4, I5, I6, I7, I8, I9, I10, I11, I12, I13, I14, I15, I16."""
    watched_game(players, seed=players)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("players", COUNTS)
def test_i1_to_i16_in_many_random_games(players: int, seed: int) -> None:
    watched_game(players, seed=1000 + seed)


def compared_turns(players: int, seed: int, decisions: int, most_bait: int) -> int:
    """Compares the options of turns with plain enumeration; gives the number of turns compared."""
    machine = Machine(game("haunted_mouse").program(game("haunted_mouse").configure(players)))
    rng = random.Random(seed)
    position = machine.initial(seed)
    compared = 0
    while not position.over and position.decisions < decisions:
        options = machine.options(position)
        shot = Snapshot.of(machine, position)
        is_turn = any(option.label in (MELD, DECK) for option in options)
        if is_turn and sum(map(len, shot.baits)) + len(shot.public) <= most_bait:
            assert shot.turn is not None
            assert offered_options(machine, shot, options) == plain_options(shot, shot.turn)
            compared += 1
        position = machine.apply(position, rng.choice(options))
    return compared


@pytest.mark.parametrize("players", COUNTS)
def test_hm_14_to_hm_31_options_are_those_of_plain_enumeration(players: int) -> None:
    assert compared_turns(players, seed=players, decisions=60, most_bait=9) > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", COUNTS)
def test_options_are_those_of_plain_enumeration_in_many_games(players: int, seed: int) -> None:
    compared_turns(players, seed=100 + seed, decisions=300, most_bait=11)
