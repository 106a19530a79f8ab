"""Positions that are written down: how cards lie, and who knows them."""

from __future__ import annotations

from interpreter.machine import Machine
from interpreter.position import UNDECIDED, Position
from ruledsl.pipeline import load_text
from ruledsl.tools.testing import position_from_given, run_examples

RULES = """
game "Turned"
players 2
enum rank: 1..9
cards deck: rank
zone stock:           pile, hidden
zone board:           row, open
zone hand per player: row, private

phase game {
    all deck -> stock shuffled
    3 from stock -> board
    play turning
}
phase turning {
    each player p { p may choose "Turn": c in board where c.face is up { flip c face down } }
}
result player p: most p.hand.size

example "cards that lie face down" {
    given players = 2, board = [1 2=down 3], at turning
    given A knows [2] in board
    expect board.first.face is up and all(c in board where c.face is down) is [2]
    A knows [2] in board
    B knows not [2] in board
    B knows [1 3] in board
}
"""


def known(machine: Machine, pos: Position, label: str) -> list[int]:
    zone = machine.layout.zone_label.index(label)
    return [pos.known[piece] for piece in pos.zones[zone]]


def test_written_cards_may_lie_face_down() -> None:
    assert [result.failure for result in run_examples(load_text(RULES))] == [None]


def test_a_written_card_is_known_to_those_who_see_it() -> None:
    text = "A.hand = [1], B.hand = [5], board = [2 3=down], stock = [4], A knows [3] in board, at turning"
    machine, pos = position_from_given(load_text(RULES), text)
    assert known(machine, pos, "A.hand") == [0b01]
    assert known(machine, pos, "B.hand") == [0b10]
    assert known(machine, pos, "board") == [0b11, 0b01]
    assert known(machine, pos, "stock") == [0]


def test_written_bags_have_the_order_of_bags() -> None:
    game = load_text(
        RULES.replace("rank\n", "rank * 2 copies\n", 1)
        .replace("board:           row", "board:           bag")
        .replace(": c in board where c.face is up { flip c face down }", " { flip all board face down }")
        .split("example")[0]
    )
    for text in ("board = [2=down 2 1], rest in board", "board = [2 1 2=down], rest in board"):
        machine, pos = position_from_given(game, f"players = 2, {text}, at turning")
        board = machine.layout.zone_label.index("board")
        lies = [
            (machine.layout.face_code[machine.layout.piece_face[x]], pos.facing[x]) for x in pos.zones[board]
        ]
        assert lies[:5] == [("1", 0), ("1", 0), ("2", 0), ("2", 1), ("3", 0)]


def test_after_setup_a_card_that_stays_in_its_zone_is_known_as_before() -> None:
    game = load_text(
        RULES.replace("all deck -> stock shuffled\n    3 from stock -> board", "all deck -> board")
    )
    machine, pos = position_from_given(game, "after setup board = [1=down 2=down 3 4 5 6 7 8 9]")
    assert known(machine, pos, "board") == [0b11] * 9


def test_the_set_up_runs_up_to_the_place() -> None:
    rolling = """
game "Rolling"
players 2
enum rank: 1..3
cards deck: rank
dice die: 1
zone stock: pile, open
zone cup:   bag, open
phase game {
    all deck -> stock
    turns player p { play turn_of(p) }
}
phase turn_of(p) {
    all die -> cup
    roll all cup
    p chooses "Stop": c in stock { end game }
}
result player p: most stock.size
example "the roll belongs to the turn" {
    given after setup players = 2, stock = [3 1], rest in stock, at turn of B
    chance [4]
    expect stock is [1 2 3] and turn is B and cup is [4]
}
"""
    assert [result.failure for result in run_examples(load_text(rolling))] == [None]


def test_a_turn_is_where_somebody_is_asked_not_where_cards_are_dealt() -> None:
    dealing = """
game "Dealing"
players 2
enum rank: 1..9
cards deck: rank
zone stock:           pile, hidden
zone hand per player: row, private
phase game { play round }
phase round {
    all deck -> stock shuffled
    each player p { 1 from stock -> p.hand }
    each player p { play turn_of(p) }
}
phase turn_of(p) { p chooses "Keep": c in p.hand { } }
result player p: most p.hand.size
example "nothing is dealt any more" {
    given A.hand = [1], B.hand = [2], rest in stock, at turn of B in round
    expect A.hand is [1] and B.hand is [2]
    B can "Keep" [2]
}
"""
    assert [result.failure for result in run_examples(load_text(dealing))] == [None]


def test_after_setup_play_stands_at_the_first_decision_and_the_rest_joins_the_undecided() -> None:
    game = load_text(
        RULES.replace("    play turning\n", "    play turning\n    all deck -> stock shuffled\n")
    )
    machine, pos = position_from_given(game, "after setup board = [1 2], rest in stock")
    stock = machine.layout.zone_label.index("stock")
    assert len(pos.zones[stock]) == 7
    assert len(pos.bags[stock]) == pos.zones[stock].count(UNDECIDED)
    assert [machine.layout.piece_face[piece] for piece in pos.zones[stock + 1]] == [0, 1]
    while not pos.over:
        pos = machine.apply(pos, machine.options(pos)[-1])
    assert (len(pos.zones[stock]), len(pos.bags[stock])) == (9, 9)
