"""Bots: they see views only, do the same again, and bring games to an end."""

from __future__ import annotations

import pytest

from interpreter.chance import seed_generator
from interpreter.machine import Machine
from interpreter.views import view
from ruledsl.bots import BOT_NAMES, make_bot
from ruledsl.bots.base import guess
from ruledsl.bots.gates import gates_of
from ruledsl.bots.wishes import wishes_of
from ruledsl.tools.session import Session
from tests.play.support import HIGH_CARD, NAMES, NIM, game, play_on, session, small

BOTS = ("random", "greedy", "ismcts:4")
"""Every bot, those that search with few iterations."""

KNOCKING = """\
game "Knocking"
players 2
enum rank: 1..9
cards deck: rank * 4 copies
zone stock: pile, hidden
zone gone: pile, open
zone hand per player: bag, private
var winner: player or none

phase game {
    all deck -> stock shuffled
    5 from stock -> each hand
    turns player p from seat(1) {
        1 from stock -> p.hand
        p chooses {
            option "Drop": c in p.hand { c -> gone }
            option "Knock": c in p.hand where sum(d.value_of for d in p.hand - c) <= 12 { winner = p }
        }
    } until winner is not none or stock is empty
}

define value_of(d) = d.points
table points[rank] { 1: 1; 2: 2; 3: 3; 4: 4; 5: 5; 6: 6; 7: 7; 8: 8; 9: 9 }

result player p: most count(player q where q is p and winner is p)
"""


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("rules", NAMES)
def test_another_deal_of_what_is_hidden_changes_no_move(rules: str, name: str) -> None:
    of = game(rules)
    machine = Machine(of.program(of.configure(3)))
    bot = make_bot(name, machine, "x")
    played = session(of, ["random"] * 3, 3)
    compared = 0
    for number in range(40):
        if played.over:
            break
        decision = played.decision
        keys = [option.key for option in decision.options]
        seen = view(played.layout, played.position, decision.seat)
        chosen = bot.choose(seen, keys)
        other = guess(machine, seen, seed_generator(f"again {number}"))
        if other is not None and not decision.simultaneous:
            assert [option.key for option in machine.options(other)] == keys
            assert bot.choose(view(played.layout, other, decision.seat), keys) == chosen
            compared += other.zones != played.position.zones or other.bags != played.position.bags
        play_on(played, 1, seed=str(number))
    assert compared > 5


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_does_the_same_again(name: str) -> None:
    records = []
    for _ in range(2):
        played = session(game("haunted_mini_mouse"), [name] * 2, 9)
        while not played.over and len(played.chosen) < 24:
            played.take(played.bot_option())
        records.append(played.record)
    assert records[0] == records[1]


def test_every_bot_is_tested() -> None:
    assert tuple(name.partition(":")[0] for name in BOTS) == BOT_NAMES


def test_another_seed_makes_another_game() -> None:
    games = {
        tuple(step.move for step in run(session(game("haunted_mini_mouse"), ["random"] * 2, seed), 30))
        for seed in range(3)
    }
    assert len(games) == 3


def run(played: Session, most: int) -> list[object]:
    while not played.over and len(played.chosen) < most:
        played.take(played.bot_option())
    return list(played.record.steps)


def test_a_bot_answers_several_questions_of_one_simultaneous_choice() -> None:
    text = HIGH_CARD.replace(
        "    each player p {\n",
        '    together player p {\n        p chooses "Say": n in 1..3 { p.score = n }\n',
    )
    played = session(small(text), ["greedy", "greedy", "random"])
    while not played.over:
        played.take(played.bot_option())
    seats = [(chosen.seat, chosen.option.label) for chosen in played.chosen]
    assert seats[:6] == [(seat, label) for seat in range(3) for label in ("Say", "Play")]


def test_a_bot_chooses_after_somebody_who_has_nothing_to_choose() -> None:
    rules = """\
game "Late"
players 3
cards deck: rank 1..6
zone stock: pile, hidden
zone hand per player: row, private
zone bet per player: slot, open
phase game {
    all deck -> stock shuffled
    2 from stock -> seat(2).hand
    2 from stock -> seat(3).hand
    together player p { p may choose "Bet": c in p.hand { c -> p.bet } }
}
result player p: most p.bet.size
"""
    played = session(small(rules), ["greedy"] * 3)
    while not played.over:
        played.take(played.bot_option())
    assert played.outcome.ranking == ((1, 2), (0,))


def test_greedy_takes_what_the_result_ranks_by() -> None:
    played = session(small(NIM), ["greedy", "random"])
    assert played.texts[played.options.index(played.bot_option())] == '"How many" 3'
    played = session(small(HIGH_CARD), ["greedy", "random"])
    best = max(int(text[8]) for text in played.texts)
    assert played.texts[played.options.index(played.bot_option())].startswith(f'"Play" [{best}')


def test_greedy_wants_its_zones_empty_where_the_rules_wait_for_it() -> None:
    of = game("haunted_mouse")
    program = of.program(of.configure(3))
    wishes = wishes_of(program)
    names = {program.zones[family].name for family in wishes.empty}
    assert names == {"hand", "bait"}
    (row,) = wishes.rows
    assert program.zones[row.family].name == "hand" and len(row.kinds) >= 2


def test_greedy_works_towards_an_option_that_opens_at_a_value() -> None:
    of = small(KNOCKING)
    (gate,) = gates_of(of.program(of.configure(2)))
    assert gate.op == "le" and [gen.name for gen in gate.generators] == ["c"]
    won = 0
    for seed in range(20):
        played = session(of, ["greedy", "random"], seed)
        while not played.over:
            played.take(played.bot_option())
        won += played.outcome.ranking[0] == (0,)
    assert won >= 15


def ends_with_a_winner(players: int, seed: int) -> None:
    of = game("haunted_mouse")
    played = Session(of, of.configure(players), ["greedy"] * players, seed, keep_record=False)
    while not played.over:
        played.take(played.bot_option())
    assert not played.outcome.no_result
    assert len(played.outcome.ranking[0]) == 1
    assert len(played.chosen) < 1000


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_brings_a_game_to_a_winner(players: int) -> None:
    ends_with_a_winner(players, 1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_brings_many_games_to_a_winner(players: int) -> None:
    for seed in range(2, 8):
        ends_with_a_winner(players, seed)


WAITING = """\
game "Waiting"
players 2
tokens coin: 2, 1 each

phase game {
    turns player p from seat(1) {
        p chooses {
            option "Wait" { }
            option "Pay" { 1 coin from p -> supply; end game }
        }
    }
}

result player p: most p.coin
"""


def test_two_who_both_wait_do_not_wait_for_ever() -> None:
    of = small(WAITING)
    played = Session(of, of.configure(2), ["greedy", "greedy"], 1, keep_record=False)
    while not played.over:
        played.take(played.bot_option())
    assert not played.outcome.no_result
    assert len(played.chosen) > 1000, "nobody gives in while there is time"


def test_greedy_beats_random() -> None:
    of = game("haunted_mini_mouse")
    won = 0
    for seed in range(4):
        played = Session(of, of.configure(2), ["greedy", "random"], seed, keep_record=False)
        while not played.over:
            played.take(played.bot_option())
        won += played.outcome.ranking[0] == (0,)
    assert won >= 3
