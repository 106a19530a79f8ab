"""When a trigger fires, in which order, and what ends it."""

from __future__ import annotations

import pytest

from interpreter.analysis.dependencies import Dependencies
from interpreter.faults import RulesFault
from interpreter.program import AtOnce, Call, Each, End, If, Repeat, Restart, Transfer, Turns
from tests.interpreter.build import (
    cell,
    choose,
    clause,
    draw,
    lift,
    move,
    of_seat,
    op,
    pieces,
    put,
    size,
    things,
    to,
    var,
    where,
    zone,
)
from tests.interpreter.test_machine_statements import Game, alternative, deal


class Watched(Game):
    """A game with a score for each player and one number `x`, to be watched."""

    def __init__(self, players: int = 3) -> None:
        super().__init__(players)
        self.score = self.var("score", 0, 0)
        self.x = self.var("x", 0)
        self.q = self.cell("q")
        self.r = self.cell("r")

    def set_x(self, value: object) -> object:
        return put(self.x, value)

    def when_x(self, value: object, *body: object) -> int:
        return self.trigger(self.block(*body), where(op("eq", var(self.x), value)))  # type: ignore[arg-type]

    def gain(self, seat: object, by: int = 1) -> object:
        return put(self.score, by, seat, how="+=")


@pytest.fixture
def g() -> Watched:
    return Watched()


def test_fires_once_when_it_becomes_true(g: Watched) -> None:
    g.when_x(1, g.note(7))
    assert g.run(g.set_x(1), g.note(0), g.set_x(1), g.set_x(2), g.set_x(1)) == (7, 0, 7)


def test_true_on_entry_does_not_fire(g: Watched) -> None:
    g.when_x(0, g.note(7))
    assert g.run(g.note(1), g.set_x(0), g.set_x(1), g.set_x(0)) == (1, 7)


def test_runs_right_after_the_statement(g: Watched) -> None:
    g.when_x(op("size", var(g.log)), g.note(7))
    assert g.run(g.set_x(2), g.note(1), g.note(2), g.note(3)) == (1, 2, 7, 3)


def test_lives_as_long_as_its_block(g: Watched) -> None:
    trigger = g.when_x(1, g.note(7))
    inner = g.block(g.set_x(1), g.note(0), triggers=(trigger,))
    assert g.run(g.set_x(1), g.set_x(0), If(lift(True), inner), g.set_x(0), g.set_x(1)) == (7, 0)


def test_every_binding_has_its_own_edge(g: Watched) -> None:
    reached = where(op("ge", var(g.score, cell(g.q)), 2))
    g.trigger(g.block(g.note(cell(g.q))), things(g.q), reached)
    assert g.run(g.gain(1, 2), g.gain(0, 2), g.gain(1), g.gain(2, 2)) == (1, 0, 2)


def test_order_is_as_declared_then_clockwise_with_the_acting_player_last(g: Watched) -> None:
    over = where(op("gt", var(g.x), 0))
    g.trigger(g.block(g.note(op("add", 10, cell(g.q)))), things(g.q), over)
    g.trigger(g.block(g.note(op("add", 20, cell(g.q)))), things(g.q, start=2), over)
    turn = g.block(g.set_x(1))
    assert g.run(Turns(g.p, lift(1), (), turn, lift(True))) == (12, 10, 11, 22, 20, 21)


def test_edges_of_one_statement_are_marked_together_and_own_edges_run_inside(g: Watched) -> None:
    """Two go out at once; each is paid by its place, which counts those who went out before."""
    place = g.var("place", 0, 0)
    gone = where(op("gt", var(g.x), cell(g.q)))
    ranked = op("add", 1, op("count", clause=clause(things(g.r), where(op("gt", var(place, cell(g.r)), 0)))))
    body = g.block(
        put(place, ranked, cell(g.q)), g.note(op("add", op("mul", 10, cell(g.q)), var(place, cell(g.q))))
    )
    g.trigger(body, things(g.q), gone)
    second = where(op("eq", var(place, 1), 2))
    g.trigger(g.block(g.note(99)), second)
    assert g.run(g.set_x(2), g.note(5)) == (1, 99, 12, 5)


def test_nested_edges_keep_the_names_of_the_outer_body(g: Watched) -> None:
    reached = where(op("ge", var(g.score, cell(g.q)), 1))
    nxt = op("shift", cell(g.q), 1, static=(0,))
    body = g.block(
        If(op("lt", cell(g.q), 2), g.block(g.gain(nxt))),
        g.note(cell(g.q)),
    )
    g.trigger(body, things(g.q), reached)
    assert g.run(g.gain(0)) == (2, 1, 0)


def test_tested_again_before_it_runs(g: Watched) -> None:
    g.when_x(1, g.note(1), g.set_x(0))
    g.when_x(1, g.note(2))
    assert g.run(g.set_x(1)) == (1,)


def test_at_once_lets_triggers_look_at_its_end_only(g: Watched) -> None:
    g.when_x(1, g.note(1))
    g.when_x(2, g.note(2))
    assert g.run(AtOnce(g.block(g.set_x(1), g.set_x(2), g.note(0)))) == (0, 2)
    ended = g.phase("part", g.block(AtOnce(g.block(g.set_x(1), End("part"))), g.note(9)))
    assert g.run(Call(ended), g.note(5)) == (1, 5)


def test_one_step_moves_several_and_a_number_moves_one_by_one(g: Watched) -> None:
    for n in (1, 2):
        g.trigger(g.block(g.note(n)), where(op("eq", size(zone(g.row)), n)))
    assert g.run(move(op("list", 0, 1), zone(g.row))) == (2,)
    assert g.run(deal(g), draw(2, zone(g.stock), zone(g.row))) == (1, 2)


def test_a_draw_goes_on_after_a_trigger_and_looks_again(g: Watched) -> None:
    """The pile runs dry in the middle of a draw and is filled again."""
    refill = g.block(draw(5, zone(g.bag), zone(g.stock)), g.note(1))
    g.trigger(refill, where(op("eq", size(zone(g.stock)), 0)), where(op("gt", size(zone(g.bag)), 0)))
    start = [
        move(op("list", *range(5, 10)), zone(g.bag)),
        move(op("list", 0, 1), to(zone(g.stock), shuffled=True)),
    ]
    taken = g.note(size(zone(g.row)))
    assert g.run(*start, draw(4, zone(g.stock), zone(g.row)), taken) == (1, 4)
    assert g.run(*start, draw(9, zone(g.stock), zone(g.row), up_to=True), taken) == (1, 7)


def test_an_end_drops_what_lives_in_its_scope(g: Watched) -> None:
    inner = g.when_x(1, g.note(1), End("part"))
    dropped = g.when_x(1, g.note(2))
    g.when_x(1, g.note(3))
    part = g.phase("part", g.block(g.set_x(1), g.note(9), triggers=(inner, dropped)))
    assert g.run(Call(part), g.note(5)) == (1, 3, 5)


def test_end_of_the_game_drops_everything(g: Watched) -> None:
    g.when_x(1, g.note(1), End("game"))
    g.when_x(1, g.note(2))
    assert g.run(g.set_x(1), g.note(5)) == (1,)


def test_restart_enters_the_block_again(g: Watched) -> None:
    trigger = g.when_x(1, g.note(7), g.set_x(2))
    again = If(op("lt", op("size", var(g.log)), 2), g.block(Restart()))
    body = g.block(g.set_x(1), g.note(0), again, triggers=(trigger,))
    assert g.run(Turns(g.p, None, (), body, lift(True))) == (7, 0)
    turn = g.block(g.note(op("turn")), triggers=())
    assert g.run(Turns(g.p, None, (), turn, op("eq", cell(g.p), 1))) == (0, 1)


def test_a_choice_within_a_trigger(g: Watched) -> None:
    ask = choose(1, alternative("Say", g.block(g.note(4))))
    g.when_x(1, ask)
    machine, pos = g.start(g.set_x(1), g.note(5))
    assert machine.decision(pos).seat == 1
    assert machine.apply(pos, machine.options(pos)[0]).variables[0] == (4, 5)


def test_a_condition_of_a_trigger_uses_no_chance(g: Watched) -> None:
    g.trigger(g.block(), where(op("eq", op("zone_top", zone(g.stock)), 3)))
    assert g.fault(deal(g)).code == "chance"


def test_a_trigger_that_sets_itself_off_for_ever_is_a_fault(g: Watched) -> None:
    g.when_x(1, g.set_x(0), g.set_x(1))
    with pytest.raises(RulesFault) as caught:
        g.run(g.set_x(1))
    assert caught.value.code in ("too-many-steps", "too-deep")


def test_dependencies_say_which_triggers_a_statement_may_affect(g: Watched) -> None:
    on_x = g.when_x(1)
    on_score = g.trigger(g.block(), things(g.q), where(op("gt", var(g.score, cell(g.q)), 0)))
    on_row = g.trigger(g.block(), where(op("eq", size(zone(g.row)), 1)))
    on_coin = g.trigger(g.block(), where(op("eq", op("held", of_seat(0), static=(g.coin,)), 1)))
    hand_full = op(
        "call", 0, static=(g.function("full", (g.r,), op("gt", size(zone(g.hand, cell(g.r))), 3)),)
    )
    on_hand = g.trigger(g.block(), where(hand_full))
    on_turn = g.trigger(g.block(), where(op("eq", op("turn"), 1)))
    program = g.build(g.block())
    affected = Dependencies(program).affected
    assert affected(g.set_x(1)) == (on_x,)  # type: ignore[arg-type]
    assert affected(g.gain(0)) == (on_score,)  # type: ignore[arg-type]
    assert affected(Transfer(g.coin, lift(1), op("supply"), of_seat(0))) == (on_row, on_coin, on_hand)
    assert affected(draw(1, zone(g.stock), zone(g.row))) == (on_row,)
    assert affected(move(pieces(zone(g.hand, 0)), zone(g.bag))) == (on_hand,)
    assert affected(move(cell(g.c), zone(g.bag))) == (on_row, on_hand)
    assert affected(Turns(g.p, None, (), 0)) == (on_turn,)
    assert affected(Repeat(None, 0)) == ()
    assert affected(Each(clause(things(g.p)), 0)) == ()
