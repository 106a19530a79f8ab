"""Haunted Mini Mouse: exact numbers of declarations, and games against plain enumeration.

What can be said as an `example` stands in the rules file itself.
"""

from __future__ import annotations

import random

import pytest

from interpreter.machine import Machine
from tests.games.haunted_mini_mouse_model import (
    BAIT,
    DECK,
    MELD,
    TRAP,
    Mini,
    is_run,
    is_set,
    offered_actions,
    plain_actions,
)
from tests.games.support import Table, game, same

COUNTS = [2, 3]
LONE = "B.hand = [2C], C.hand = [2S]"


def table(text: str, players: int = 3) -> Table:
    return Table.given("haunted_mini_mouse", text, players)


def machine_for(players: int) -> Machine:
    rules = game("haunted_mini_mouse")
    return Machine(rules.program(rules.configure(players)))


# ---- exact numbers of declarations -----------------------------------------------------------------------


def test_m4_over_a_pair_of_fours_exactly_one() -> None:
    position = table(f"at turn of A, in_play = [4C 4S] as set by B, A.hand = [*C 5S], {LONE}")
    assert same(position.moves_of(MELD), ["[*C=5 5S]"])


def test_m5_mm_a5_over_a_nine_exactly_three() -> None:
    position = table(f"at turn of A, in_play = [9H] as set by B, A.hand = [*C 5S], {LONE}")
    assert same(position.moves_of(MELD), ["[*C=5 5S]", "[*C=4 5S]", "[*C=6 5S]"])


def test_m6_over_a_run_to_seven_exactly_two() -> None:
    position = table(
        "at turn of A, in_play = [6C 7C] as run by B, A.hand = [8O], B.hand = [2C], C.hand = [2S],"
        "C.bait = [*S]"
    )
    assert same(position.moves_of(MELD), ["[8O *S=7]", "[8O *S=9]"])


@pytest.mark.parametrize(("bait", "traps"), [("5H", 1), ("5C", 0)])
def test_m7_mm_12_mm_a1_a_wild_supplies_its_own_suit(bait: str, traps: int) -> None:
    hand = f"A.hand = [5S 5O *C], A.bait = [{bait}], {LONE}"
    position = table(f"at turn of A, in_play = [4O 4H 4C] as set by B, {hand}")
    assert len(position.moves_of(TRAP)) == traps
    assert f"[5S 5O *C=5 {bait}]" in [move.replace(" as set", "") for move in position.moves_of(MELD)]


@pytest.mark.parametrize(("rank", "legal"), [(3, True), (4, True), (5, False), (6, False)])
def test_m7_the_set_of_four_fives_beats_sets_of_four_up_to_four(rank: int, legal: bool) -> None:
    in_play = f"[{rank}C {rank}S {rank}O {rank}H]"
    hand = "[5S 5O *C]" if rank != 5 else "[*S *O *C]"
    position = table(f"at turn of A, in_play = {in_play} as set by B, A.hand = {hand}, A.bait = [*H], {LONE}")
    fives = [move for move in position.moves_of(MELD) if "=5" in move and move.count("5") == 4]
    assert bool(fives) is legal


def test_m10_four_wilds_are_a_trap_of_any_of_nine_ranks() -> None:
    position = table(f"at turn of A, in_play = [9C] as set by B, A.hand = [*C *S *O *H], {LONE}")
    assert same(
        position.moves_of(TRAP), [f"[*C={rank} *S={rank} *O={rank} *H={rank}]" for rank in range(1, 10)]
    )


def test_mm_a4_all_wilds_are_any_set_or_run() -> None:
    moves = table(f"at turn of A, A.hand = [*C *S], {LONE}").moves_of(MELD)
    assert len(moves) == 9 + 9 + 9 + 2 * 8, "either alone, sets, runs up and runs down"


def test_mm_a6_no_rank_beyond_nine_or_below_one() -> None:
    moves = table(f"at turn of A, in_play = [5H] as set by B, A.hand = [9S *C], {LONE}").moves_of(MELD)
    assert same([m for m in moves if "9S" in m and "*C" in m], ["[9S *C=8]", "[9S *C=9]"])
    moves = table(f"at turn of A, in_play = [5H] as set by B, A.hand = [1S *C], {LONE}").moves_of(MELD)
    assert same([m for m in moves if "1S" in m], ["[1S *C=1]", "[1S *C=2]"])


def test_mm_a7_the_rank_need_not_be_the_best() -> None:
    moves = table(f"at turn of A, in_play = [5H] as set by B, A.hand = [*C], {LONE}").moves_of(MELD)
    assert same(moves, [f"[*C={rank}]" for rank in range(6, 10)])


def test_mm_13_a_trap_of_one_suit_has_at_most_one_wild() -> None:
    position = table(f"at turn of A, in_play = [9C 9S] as set by B, A.hand = [4C 5C *C 7C], {LONE}")
    assert same(position.moves_of(TRAP), ["[4C 5C *C=6 7C]"])
    other = table(f"at turn of A, in_play = [9C 9S] as set by B, A.hand = [4C 5C *S 7C], {LONE}")
    assert other.moves_of(TRAP) == []


def test_mm_14_mm_a8_a_leader_sets_a_trap_of_own_cards_only() -> None:
    cards = "A.hand = [5S 5O *C], B.bait = [5H], B.hand = [2C], C.hand = [2S]"
    assert len(table(f"at turn of A, in_play = [9C] as set by B, {cards}").moves_of(TRAP)) == 1
    assert table(f"at turn of A, {cards}").moves_of(TRAP) == []


def test_mm_a3_whoever_uses_a_wild_as_bait_declares_it() -> None:
    position = table(
        "at turn of A, in_play = [3H] as set by C, A.hand = [4O], B.bait = [*S], B.hand = [2C], C.hand = [2S]"
    )
    assert same(position.moves_of(MELD), ["[4O]", "[4O *S=3]", "[4O *S=4]", "[4O *S=5]"])


def test_m12_mm_a2_a_declared_rank_is_gone_with_the_meld() -> None:
    position = table(
        "at turn of B, A.hand = [1C], B.hand = [5S *C 7S 1S], C.hand = [6H 7H 8H 1H], deck = [2C 3C]"
    )
    position.play('"Play a meld" [5S *C=6 7S]')
    assert Mini.of(position.machine, position.pos).meld[1].rank == 6
    position.play('"Play a meld" [6H 7H 8H]')
    assert [card.rank for card in Mini.of(position.machine, position.pos).discard if card.suit == "C"] == [0]


# ---- lead and payout -------------------------------------------------------------------------------------


def test_m13_mm_17_the_other_game_passes_the_lead_on() -> None:
    """H19 and M13 are one position; the two games differ in one named rule."""
    cards = "in_play = [8C] as set by A, A.bait = [9C], B.hand = [2C 3C], C.hand = [1S], deck = [4S 5S 6S]"
    for name, leads in (("haunted_mini_mouse", 0), ("haunted_mouse", 1)):
        position = Table.given(name, f"at turn of C, {cards}", 3)
        position.play(f'"{DECK}"', '"Insert at" 1', '"Bait" [1S]')
        assert position.zone("in_play") == []
        assert position.seat == leads


def test_mm_a12_mm_18_payouts() -> None:
    two = table("at turn of A, A.hand = [9C], B.hand = [1C]", players=2).play('"Play a meld" [9C]')
    assert two.held("cheese")[1:] == [3, 0] and two.variable("leader") == [1]
    three = table("at turn of A, A.hand = [8C], B.hand = [9C], C.hand = [1C]")
    three.play('"Play a meld" [8C]', '"Play a meld" [9C]')
    assert three.held("cheese")[1:] == [3, 2, 0] and three.variable("leader") == [2]


@pytest.mark.parametrize("before", [4, 5, 6])
def test_mm_a13_a_score_stops_at_seven(before: int) -> None:
    position = table(f"at turn of A, A.hand = [9C], A.cheese = {before}, {LONE}").play('"Play a meld" [9C]')
    assert position.held("cheese")[1] == 7 and position.pos.over


def test_mm_20_the_game_ends_before_the_acting_player_has_a_place() -> None:
    """Both run out in one play, and the first of them wins with it: all invariants hold at the end."""
    cards = "in_play = [5S 6C] as run by A, A.bait = [8O], B.hand = [9C], rest in deck"
    position = table(f"at turn of B, {cards}, A.cheese = 6, B.cheese = 6", players=2).play(
        '"Play a meld" [8O 9C]'
    )
    assert position.pos.over and position.held("cheese")[1:] == [7, 6]
    assert position.machine.check_invariants(position.pos) == []


@pytest.mark.parametrize(("players", "deck", "public"), [(2, 22, 2), (3, 15, 1)])
def test_m14_setup(players: int, deck: int, public: int) -> None:
    machine = machine_for(players)
    start = Table(machine, machine.initial("m14"))
    assert (len(start.zone("deck")), len(start.zone("public_bait"))) == (deck, public)
    faces = machine.layout.piece_face
    assert len(faces) == len(set(faces)) == 40, "MM-2: one of each"


# ---- games -----------------------------------------------------------------------------------------------


def watched_game(players: int, seed: int, most_bait: int, decisions: int = 100_000) -> int:
    """Plays a random game; at turns with little Bait the options are those of plain enumeration."""
    machine = machine_for(players)
    rng = random.Random(seed)
    position = machine.initial(seed)
    compared = 0
    while not position.over and position.decisions < decisions:
        options = machine.options(position)
        shot = Mini.of(machine, position)
        check(shot, players)
        seat = machine.decision(position).seat
        if any(option.label in (MELD, DECK, BAIT) for option in options):
            assert not shot.out(seat), "MM-17: nobody without cards acts"
            if sum(map(len, shot.baits)) + len(shot.public) <= most_bait and _wilds(shot, seat) <= 3:
                assert offered_actions(machine, position, options) == plain_actions(shot, seat)
                compared += 1
        position = machine.apply(position, rng.choice(options))
        assert machine.check_invariants(position) == []
    if position.over and not position.no_result:
        assert sorted(Mini.of(machine, position).cheese)[-1] == 7, "MM-20"
    return compared


def _wilds(shot: Mini, seat: int) -> int:
    reach = [*shot.hands[seat], *shot.public, *(card for bait in shot.baits for card in bait)]
    return sum(1 for card in reach if card.rank == 0)


def check(shot: Mini, players: int) -> None:
    """What holds at any time: scores, ranks of wilds in play and nowhere else, the form of the meld."""
    assert all(0 <= cheese < 7 for cheese in shot.cheese)
    elsewhere = [*shot.discard, *shot.public, *(c for cards in (*shot.hands, *shot.baits) for c in cards)]
    assert not any(card.wild for card in elsewhere)
    if shot.meld:
        assert all(1 <= card.rank <= 9 for card in shot.meld)
        assert is_set(shot.meld) if shot.kind == "set" else is_run(shot.meld, 0)
    everything = [*elsewhere, *shot.meld]
    assert len(everything) + shot.deck == 40
    assert len({(card.rank * (not card.wild), card.suit) for card in everything}) == len(everything)
    assert len(shot.cheese) == players


@pytest.mark.parametrize("players", COUNTS)
def test_mm_8_mm_9_options_are_those_of_plain_enumeration(players: int) -> None:
    assert watched_game(players, seed=players, most_bait=6, decisions=80) > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("players", COUNTS)
def test_options_are_those_of_plain_enumeration_in_many_games(players: int, seed: int) -> None:
    watched_game(players, seed=100 + seed, most_bait=7)
