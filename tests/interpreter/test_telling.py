"""What a log of a game holds of choices, counted pieces and sorting, for each player."""

from __future__ import annotations

from typing import Any

from interpreter.program import Sort, Together, Transfer
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
