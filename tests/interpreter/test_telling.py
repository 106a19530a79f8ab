"""What a log of a game holds of choices, counted pieces and sorting, for each player."""

from __future__ import annotations

from typing import Any

from interpreter.program import PLAYER_DOMAIN as PLAYER
from interpreter.program import Reveal, Sort, Together, Transfer
from interpreter.views import Log, observations
from tests.interpreter.build import (
    alternative,
    among,
    attr,
    cell,
    choose,
    clause,
    draw,
    lift,
    move,
    numbers,
    of_seat,
    op,
    pieces,
    subsets,
    things,
    top,
    zone,
)
from tests.interpreter.test_machine_statements import Game, deal, sort_key


def told(log: Log, seat: int) -> list[tuple[Any, ...]]:
    return [entry[1:] for entry in observations(log, seat) if entry[0] == "told"]


def test_a_choice_is_heard_by_all_and_its_cards_are_seen_by_those_who_know_them() -> None:
    g = Game()
    pick = alternative("Pick", g.block(), among(g.c, pieces(zone(g.hand, 0))), numbers(g.n, 4, 4))
    machine, pos = g.start(
        deal(g), draw(2, zone(g.stock), zone(g.hand, 0)), choose(0, pick, mode="may"), g.wait()
    )
    log = Log()
    after = machine.apply(pos, machine.options(pos)[1], log=log)
    card = pos.zones[1][1]
    assert told(log, 0) == [("chose", 0, "Pick", (machine.layout.piece_label[card], 1, 2), 4)]
    assert told(log, 1) == [("chose", 0, "Pick", (None, 1, 2), 4)]
    log = Log()
    machine.apply(pos, machine.options(pos)[-1], log=log)
    assert told(log, 1) == [("chose", 0, None)]
    assert after.over is False


def test_nobody_can_say_which_card_of_a_closed_bag_was_chosen() -> None:
    """A seat that knows all cards in another one's bag does not see which of them is taken."""
    g = Game()
    held = g.zone("held", "bag", "private", PLAYER)
    pick = alternative("Pick", g.block(move(cell(g.c), zone(g.hand, 0))), among(g.c, pieces(zone(held, 0))))
    fill = move(op("list", 1, 2), zone(held, 0))
    machine, pos = g.start(fill, choose(0, pick), choose(0, pick), g.wait())
    assert pos.known[1] == pos.known[2] == machine.layout.all_seats
    log = Log()
    after = machine.apply(pos, machine.options(pos)[0], log=log)
    assert [told(log, seat)[0][3][0] for seat in range(3)] == [1, None, None]
    log = Log()
    machine.apply(after, machine.options(after)[0], log=log)
    assert told(log, 0)[0][3][0] == 2
    assert told(log, 1)[0][3][0] is None, "forgotten, as either may have gone"


def test_a_list_of_cards() -> None:
    g = Game()
    pick = alternative("Pick", g.block(), subsets(g.c, pieces(zone(g.row)), 2, 2))
    machine, pos = g.start(g.in_row(2), choose(0, pick), g.wait())
    log = Log()
    machine.apply(pos, machine.options(pos)[0], log=log)
    assert told(log, 2) == [("chose", 0, "Pick", ((0, 4, 1), (1, 4, 2)))]


def test_a_simultaneous_choice_is_heard_when_all_are_in() -> None:
    g = Game(2)
    say = choose(cell(g.p), alternative("Say", g.block(g.note(cell(g.n))), numbers(g.n, 1, 3)))
    machine, pos = g.start(Together(clause(things(g.p)), g.block(say)), g.wait())
    log = Log()
    pos = machine.apply(pos, machine.options(pos)[2], log=log)
    assert told(log, 0) == [("committed", ("Say", 3))]
    assert told(log, 1) == []
    machine.apply(pos, machine.options(pos)[0], log=log)
    assert told(log, 1) == [("committed", ("Say", 1)), ("chose", 0, "Say", 3), ("chose", 1, "Say", 1)]


def test_counted_pieces_and_sorting_are_seen_by_all() -> None:
    g = Game()
    give = Transfer(g.coin, lift(2), of_seat(1), of_seat(0), of_seat(2))
    order = Sort(zone(g.row), g.c, (sort_key(True, attr(cell(g.c), g.number)),))  # type: ignore[arg-type]
    act = alternative("Act", g.block(give, order))
    machine, pos = g.start(move(op("list", 1, 2), zone(g.row)), choose(0, act), g.wait())
    log = Log()
    machine.apply(pos, machine.options(pos)[0], log=log)
    assert told(log, 2)[1:] == [("counted", 0, 2, 1, 1), ("counted", 0, 3, 1, 1), ("sorted", 4, (2, 1))]


def test_who_does_not_know_a_whole_row_cannot_follow_when_it_is_sorted() -> None:
    g = Game()
    hand = zone(g.hand, 0)
    order = Sort(hand, g.c, (sort_key(True, attr(cell(g.c), g.number)),))  # type: ignore[arg-type]
    act = alternative("Act", g.block(Reveal(top(hand)), order))
    machine, pos = g.start(deal(g), draw(3, zone(g.stock), hand), choose(0, act), g.wait())
    log = Log()
    after = machine.apply(pos, machine.options(pos)[0], log=log)
    before, now = pos.zones[1], after.zones[1]
    moved = ("sorted", 1, tuple(before.index(piece) + 1 for piece in now))
    assert told(log, 0)[1:] == [moved]
    assert told(log, 1)[1:] == [("sorted", 1, None)]
    assert [after.known[piece] for piece in now] == [0b001] * 3, "one was shown, but where is it now?"
