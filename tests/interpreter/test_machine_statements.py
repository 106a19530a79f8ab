"""What each statement does, in games of a few lines."""

from __future__ import annotations

import pytest

from interpreter.faults import RulesFault
from interpreter.machine import Machine, Option
from interpreter.notation import move_texts
from interpreter.position import Position
from interpreter.program import (
    AtEnd,
    AtOnce,
    Call,
    Each,
    End,
    Flip,
    Gen,
    If,
    InitVar,
    Misses,
    Repeat,
    Restart,
    Reveal,
    Reverse,
    Roll,
    SetCell,
    Shuffle,
    Sort,
    Target,
    Transfer,
    Turns,
)
from tests.interpreter.build import (
    PLAYER,
    Builder,
    alternative,
    among,
    attr,
    cell,
    choose,
    clause,
    draw,
    kuhn,
    lift,
    move,
    numbers,
    of_seat,
    op,
    pieces,
    put,
    size,
    things,
    to,
    top,
    values,
    var,
    where,
    zone,
)


class Game(Builder):
    """Ten numbered cards and some zones; `log` is a list that the games under test write into."""

    def __init__(self, players: int = 3) -> None:
        super().__init__(players)
        self.number = self.attribute("number", None, 0, 9)
        self.deck = self.cards("deck", number=range(10))
        self.coin = self.counter("coin", 10, 1)
        self.die = self.dice("die", 2)
        self.stock = self.zone("stock", "pile", "hidden")
        self.hand = self.zone("hand", "row", "private", PLAYER)
        self.row = self.zone("row", "row", "open")
        self.slot = self.zone("slot", "slot", "open")
        self.bag = self.zone("bag", "bag", "open")
        self.log = self.var("log", (), kind="list")
        self.p = self.cell("p")
        self.c = self.cell("c")
        self.n = self.cell("n")

    def note(self, value: object) -> object:
        """Writes a value into the log."""
        return put(self.log, value, how="+=")

    def wait(self, who: object = 0) -> object:
        """A decision, so that the position can be looked at."""
        return choose(who, alternative("Go on", self.block()))

    def start(self, *statements: object, seed: int = 1, **block: object) -> tuple[Machine, Position]:
        machine = Machine(self.build(self.block(*statements, **block)))
        return machine, machine.initial(seed)

    def run(self, *statements: object, **block: object) -> tuple[object, ...]:
        """What the log says when the game is over, every decision taking the first option."""
        machine, pos = self.start(*statements, **block)
        while not pos.over:
            pos = machine.apply(pos, machine.options(pos)[0])
            assert machine.check_invariants(pos) == []
        assert pos.cells == [None] * len(pos.cells)
        assert pos.frames == []
        return pos.variables[0]

    def fault(self, *statements: object) -> RulesFault:
        with pytest.raises(RulesFault) as caught:
            self.run(*statements)
        return caught.value

    def in_row(self, count: int = 3) -> object:
        """Puts cards 0, 1, 2 ... into the row."""
        return move(op("list", *range(count)), zone(self.row))


@pytest.fixture
def g() -> Game:
    return Game()


# -- moves ------------------------------------------------------------------------------------------


def content(g: Game, z: object) -> object:
    return put(g.log, op("join", var(g.log), pieces(z)))  # type: ignore[arg-type]


def test_a_list_moves_in_order(g: Game) -> None:
    assert g.run(move(op("list", 2, 0, 1), zone(g.row)), content(g, zone(g.row))) == (2, 0, 1)


def test_places_count_after_removal(g: Game) -> None:
    assert g.run(g.in_row(4), move(0, to(zone(g.row), at=lift(3))), content(g, zone(g.row))) == (1, 2, 0, 3)
    assert g.fault(g.in_row(2), move(0, to(zone(g.row), at=lift(4)))).code == "place-outside"


def test_what_stands_right_of_the_arrow_is_evaluated_first(g: Game) -> None:
    at = size(zone(g.row))
    assert g.run(g.in_row(4), move(0, to(zone(g.row), at=at)), content(g, zone(g.row))) == (1, 2, 3, 0)


def test_moving_nothing_is_a_fault(g: Game) -> None:
    problem = g.fault(move(top(zone(g.slot)), zone(g.row), origin=12))
    assert (problem.code, problem.origin) == ("nothing-to-move", 12)
    assert g.fault(move(op("list", 1, None), zone(g.row))).code == "nothing-to-move"


def test_a_slot_holds_one(g: Game) -> None:
    assert g.fault(move(op("list", 1, 2), zone(g.slot))).code == "slot-full"


def test_a_zone_moves_whole_also_when_empty(g: Game) -> None:
    assert g.run(
        g.in_row(3),
        move(zone(g.row), zone(g.bag), whole=True),
        move(zone(g.row), zone(g.bag), whole=True),
        content(g, zone(g.bag)),
    ) == (0, 1, 2)


def test_a_zone_is_dealt_out_to_a_family(g: Game) -> None:
    assert g.run(
        g.in_row(5),
        move(zone(g.row), Target("family", family=g.hand), whole=True),
        content(g, zone(g.hand, 0)),
        g.note(99),
        content(g, zone(g.hand, 1)),
    ) == (0, 3, 99, 1, 4)


def test_all_of_a_kind_come_from_wherever_they_are(g: Game) -> None:
    assert g.run(
        g.in_row(3),
        move(op("pieces_of", static=(g.deck,)), to(zone(g.stock), shuffled=True), everything=True),
        g.note(size(zone(g.stock))),
        g.note(size(zone(g.row))),
    ) == (10, 0)


def deal(g: Game) -> object:
    return move(op("pieces_of", static=(g.deck,)), to(zone(g.stock), shuffled=True), everything=True)


def test_draws_go_one_by_one_round_a_family(g: Game) -> None:
    machine, pos = g.start(deal(g), draw(2, zone(g.stock), Target("family", family=g.hand)), g.wait())
    assert [len(places) for places in pos.zones[1:4]] == [2, 2, 2]
    assert machine.check_invariants(pos) == []


def test_too_few_is_a_fault_unless_it_is_said(g: Game) -> None:
    problem = g.fault(deal(g), draw(11, zone(g.stock), zone(g.row), origin=5))
    assert (problem.code, problem.origin) == ("too-few", 5)
    assert g.run(deal(g), draw(11, zone(g.stock), zone(g.row), up_to=True), g.note(size(zone(g.row)))) == (
        10,
    )
    assert g.run(deal(g), draw(-1, zone(g.stock), zone(g.row), up_to=True), g.note(size(zone(g.row)))) == (0,)
    assert g.fault(deal(g), draw(-1, zone(g.stock), zone(g.row))).code == "negative-count"


def test_counted_pieces(g: Game) -> None:
    supply = op("supply")

    def give(count: int, source: object, target: object, **more: object) -> Transfer:
        return Transfer(g.coin, lift(count), source, target, **more)  # type: ignore[arg-type]

    held = op("held", of_seat(0), static=(g.coin,))
    assert g.run(give(3, supply, of_seat(0)), g.note(held)) == (4,)
    assert g.fault(give(2, of_seat(1), of_seat(0))).code == "too-few"
    assert g.run(give(2, of_seat(1), of_seat(0), up_to=True), g.note(held)) == (2,)
    assert g.run(give(2, of_seat(1), of_seat(0), fallback=of_seat(2)), g.note(held)) == (3,)
    assert g.fault(give(3, of_seat(1), of_seat(0), fallback=of_seat(2))).code == "too-few"
    assert g.fault(give(-1, of_seat(1), of_seat(0))).code == "negative-count"
    into_zone = give(2, supply, op("zone_holder", zone(g.row)))
    assert g.run(into_zone, g.note(size(zone(g.row)))) == (2,)


def test_facing(g: Game) -> None:
    first = op("facing", 0)
    assert g.run(
        g.in_row(2),
        g.note(first),
        Flip(op("list", 0), lift(0)),
        g.note(first),
        move(0, to(zone(g.row), at=lift(1))),
        g.note(first),
        move(0, to(zone(g.row), facing=lift(0))),
        g.note(first),
        Flip(lift(0), lift(1)),
        g.note(first),
    ) == (1, 0, 1, 0, 1)


def test_roll_shuffle_reveal_sort(g: Game) -> None:
    dice = op("pieces_of", static=(g.die,))
    machine, pos = g.start(move(dice, zone(g.bag)), Roll(dice), g.wait())
    assert all(1 <= pos.shown[piece] <= 6 for piece in machine.layout.family_pieces[g.die])
    machine, pos = g.start(move(op("list", 0, 1), zone(g.hand, 1)), Reveal(op("list", 0)), g.wait())
    assert pos.known[0] == 0b111
    machine, pos = g.start(
        g.in_row(3), move(zone(g.row), zone(g.stock), whole=True), Shuffle(zone(g.stock)), g.wait()
    )
    assert pos.zones[0] == [-1, -1, -1]
    machine, pos = g.start(
        g.in_row(4),
        Sort(zone(g.row), g.c, (sort_key(False, op("mod", attr(cell(g.c), g.number), 2)),)),
        g.wait(),
    )
    assert pos.zones[4] == [0, 2, 1, 3]
    machine, pos = g.start(
        g.in_row(4), Sort(zone(g.row), g.c, (sort_key(True, attr(cell(g.c), g.number)),)), g.wait()
    )
    assert pos.zones[4] == [3, 2, 1, 0]


def sort_key(greatest: bool, value: object) -> object:
    from interpreter.program import Key

    return Key(greatest, value)  # type: ignore[arg-type]


# -- variables --------------------------------------------------------------------------------------


def test_variables(g: Game) -> None:
    score = g.var("score", 3, PLAYER, low=0, high=9)
    assert g.run(
        put(score, 4, 1, how="+="),
        g.note(var(score, 1)),
        put(score, 2, 1, how="-="),
        g.note(var(score, 1)),
        g.note(var(score, 0)),
    ) == (7, 5, 3)
    problem = g.fault(put(score, 9, 1, how="+=", origin=8))
    assert (problem.code, problem.origin, problem.facts["name"]) == ("out-of-range", 8, "score")


def test_lists_grow_and_shrink(g: Game) -> None:
    assert g.run(
        g.note(5), g.note(op("list", 6, 7)), put(g.log, 6, how="-="), put(g.log, op("list", 9), how="-=")
    ) == (5, 7)


def test_locals_are_cleared_with_their_block(g: Game) -> None:
    local = g.var("local", 4, local=True)
    inner = g.block(InitVar(local), put(local, 1, how="+="), g.note(var(local)), vars=(local,))
    assert g.run(If(lift(True), inner), g.note(op("eq", var(local), None))) == (5, True)


def test_cells_of_a_block(g: Game) -> None:
    inner = g.block(SetCell(g.n, "=", lift(2)), SetCell(g.n, "+=", lift(3)), g.note(cell(g.n)), cells=(g.n,))
    assert g.run(If(lift(False), g.block(), inner)) == (5,)


# -- loops ------------------------------------------------------------------------------------------


def test_each_runs_over_a_snapshot(g: Game) -> None:
    body = g.block(move(cell(g.c), zone(g.bag)), g.note(cell(g.c)))
    assert g.run(g.in_row(3), Each(clause(among(g.c, pieces(zone(g.row)))), body)) == (0, 1, 2)


def test_each_with_start_condition_and_until(g: Game) -> None:
    body = g.block(g.note(cell(g.p)))
    assert g.run(Each(clause(things(g.p, start=1)), body)) == (1, 2, 0)
    assert g.run(Each(clause(things(g.p), where(op("ne", cell(g.p), 1))), body)) == (0, 2)
    assert g.run(Each(clause(things(g.p)), body, op("eq", cell(g.p), 1))) == (0, 1)
    assert g.run(Each(clause(things(g.p), numbers(g.n, 1, 2)), body)) == (0, 0, 1, 1, 2, 2)


def test_repeat(g: Game) -> None:
    body = g.block(g.note(7))
    assert g.run(Repeat(lift(3), body)) == (7, 7, 7)
    assert g.run(Repeat(lift(0), body)) == ()
    assert g.run(Repeat(None, body, op("eq", op("size", var(g.log)), 2))) == (7, 7)
    assert g.fault(Repeat(lift(-1), body)).code == "negative-count"


def test_endless_play_without_a_decision_is_a_fault(g: Game) -> None:
    problem = g.fault(Repeat(None, g.block(put(g.log, ())), None, origin=31))
    assert problem.code == "too-many-steps"
    assert problem.origin >= 0 or problem.facts["budget"] == 100_000


def test_decision_budget(g: Game) -> None:
    program = g.build(g.block(Repeat(None, g.block(g.wait()))))
    machine = Machine(program, decision_budget=5)
    pos = machine.initial(1)
    for _ in range(5):
        pos = machine.apply(pos, machine.options(pos)[0])
    assert pos.over
    assert pos.no_result
    assert machine.outcome(pos).no_result


# -- turns ------------------------------------------------------------------------------------------


def turns(
    g: Game,
    *statements: object,
    start: object = None,
    conditions: tuple = (),
    until: object = None,
    **more: object,
) -> Turns:
    body = g.block(*statements)
    until = op("ge", op("size", var(g.log)), 5) if until is None else until
    return Turns(g.p, start, conditions, body, until, **more)  # type: ignore[arg-type]


def test_turns_go_round(g: Game) -> None:
    assert g.run(turns(g, g.note(cell(g.p)))) == (0, 1, 2, 0, 1)
    assert g.run(turns(g, g.note(cell(g.p)), start=lift(2))) == (2, 0, 1, 2, 0)


def test_turn_order_is_live(g: Game) -> None:
    backwards = If(op("eq", cell(g.p), 1), g.block(Reverse()))
    assert g.run(turns(g, g.note(cell(g.p)), backwards)) == (0, 1, 0, 2, 1)
    skipping = If(op("eq", cell(g.p), 0), g.block(Misses(op("next"))))
    assert g.run(turns(g, g.note(cell(g.p)), skipping)) == (0, 2, 0, 2, 0)


def test_seats_are_skipped_and_a_skipped_circle_ends(g: Game) -> None:
    active = where(op("ne", cell(g.p), 1))
    assert g.run(turns(g, g.note(cell(g.p)), conditions=(active,))) == (0, 2, 0, 2, 0)
    short = where(op("lt", op("size", var(g.log)), 2))
    assert g.run(turns(g, g.note(cell(g.p)), conditions=(short,)), g.note(99)) == (0, 1, 99)


def test_next_knows_conditions_and_misses(g: Game) -> None:
    active = where(op("ne", cell(g.p), 1))
    assert g.run(turns(g, g.note(op("next")), conditions=(active,), until=lift(True))) == (2,)
    assert g.run(Misses(lift(1)), turns(g, g.note(op("next")), until=lift(True))) == (2,)
    assert g.run(
        turns(g, g.note(op("turn")), g.note(op("next")), Reverse(), g.note(op("next")), until=lift(True))
    ) == (0, 1, 2)


def test_end_of_turn(g: Game) -> None:
    at_end = AtEnd(g.block(g.note(10)))
    stop = End("turn")
    assert g.run(turns(g, at_end, g.note(cell(g.p)), stop, g.note(99), until=lift(True))) == (0, 10)
    assert g.run(turns(g, at_end, g.note(cell(g.p)), until=lift(True))) == (0, 10)


def test_a_phase_that_ends_drops_the_end_of_turn(g: Game) -> None:
    at_end = AtEnd(g.block(g.note(10)))
    phase = g.phase("round", g.block(turns(g, at_end, End("round"), g.note(99))))
    assert g.run(Call(phase), g.note(1)) == (1,)
    assert g.run(turns(g, at_end, g.note(2), End("game")), g.note(99)) == (2,)


def test_restart_keeps_the_end_of_turn_once(g: Game) -> None:
    again = If(op("eq", op("size", var(g.log)), 1), g.block(Restart()))
    at_end = AtEnd(g.block(g.note(10)))
    assert g.run(turns(g, at_end, g.note(cell(g.p)), again, until=lift(True))) == (0, 0, 10)


def test_variables_of_a_turn_are_put_back(g: Game) -> None:
    drawn = g.var("drawn", 0, reset="turn")
    again = If(op("eq", op("size", var(g.log)), 1), g.block(Restart()))
    game = turns(
        g,
        put(drawn, 1, how="+="),
        g.note(var(drawn)),
        again,
        until=op("ge", op("size", var(g.log)), 3),
        resets=(drawn,),
    )
    assert g.run(game) == (1, 2, 1)


def test_ends_without_a_scope_are_faults(g: Game) -> None:
    assert g.fault(End("turn", origin=3)).code == "nothing-to-end"
    assert g.fault(Restart(origin=3)).code == "no-turn"
    assert g.fault(AtEnd(g.block(), origin=3)).code == "no-turn"


# -- phases -----------------------------------------------------------------------------------------


def test_phases_take_arguments_and_reset(g: Game) -> None:
    tries = g.var("tries", 1, reset="ask")
    phase = g.phase(
        "ask", g.block(put(tries, 1, how="+="), g.note(op("add", cell(g.p), var(tries)))), (g.p,), (tries,)
    )
    assert g.run(Call(phase, (lift(10),)), Call(phase, (lift(20),))) == (12, 22)


def test_end_of_an_outer_phase(g: Game) -> None:
    inner = g.phase("inner", g.block(g.note(1), End("outer"), g.note(2)))
    outer = g.phase("outer", g.block(Call(inner), g.note(3)))
    assert g.run(Call(outer), g.note(4)) == (1, 4)


def test_at_once_is_a_block(g: Game) -> None:
    assert g.run(AtOnce(g.block(g.note(1), g.note(2))), g.note(3)) == (1, 2, 3)


# -- choices ----------------------------------------------------------------------------------------


def keys(options: list[Option]) -> list[object]:
    return [option.key for option in options]


def test_options_in_order(g: Game) -> None:
    ask = choose(
        1,
        alternative("Give", g.block(g.note(cell(g.p))), things(g.p), where(op("ne", cell(g.p), 0))),
        alternative("Name", g.block(g.note(cell(g.n))), numbers(g.n, 1, 2)),
        mode="may",
    )
    machine, pos = g.start(ask)
    options = machine.options(pos)
    assert keys(options) == [("Give", 1), ("Give", 2), ("Name", 1), ("Name", 2), ("nothing",)]
    assert machine.decision(pos).seat == 1
    assert move_texts(machine, pos) == ['"Give" B', '"Give" C', '"Name" 1', '"Name" 2', "nothing"]
    assert machine.apply(pos, options[1]).variables[0] == (2,)
    assert machine.apply(pos, options[-1]).variables[0] == ()
    assert not pos.over, "the position that was asked stays as it was"


def test_twins_are_one_option_in_a_bag_and_two_in_a_row() -> None:
    for kind, expected in (("bag", 2), ("row", 3)):
        b = Builder(2)
        number = b.attribute("number", None, 0, 1)
        deck = b.cards("deck", copies=2, number=range(2))
        place = b.zone("place", kind)
        c = b.cell("c")
        ask = choose(0, alternative("Take", b.block(), among(c, pieces(zone(place)))))
        everything = op("without", op("pieces_of", static=(deck,)), op("list", 3))
        machine = Machine(b.build(b.block(move(everything, zone(place)), ask)))
        options = machine.options(machine.initial())
        assert len(options) == expected
        texts = move_texts(machine, machine.initial())
        assert len(set(texts)) == expected
        assert number == 0


def test_no_option(g: Game) -> None:
    never = alternative("Never", g.block(), where(False))
    problem = g.fault(choose(0, never, origin=4))
    assert (problem.code, problem.origin) == ("no-option", 4)
    assert g.run(choose(0, never, otherwise=g.block(g.note(1)))) == (1,)
    assert g.run(choose(0, never, mode="may"), g.note(2)) == (2,)
    assert g.run(choose(0, never, mode="keeps"), g.note(3)) == (3,)
    assert g.fault(choose(None, never)).code == "nobody-chooses"


def test_keeps_choosing_until_enough_or_nothing_fits(g: Game) -> None:
    body = g.block(move(cell(g.c), zone(g.bag)), g.note(cell(g.c)))
    ask = choose(0, alternative("Take", body, among(g.c, pieces(zone(g.row)))), mode="keeps")
    assert g.run(g.in_row(3), ask, g.note(9)) == (0, 1, 2, 9)
    machine, pos = g.start(g.in_row(3), ask, g.note(9))
    pos = machine.apply(pos, machine.options(pos)[1])
    assert keys(machine.options(pos))[-1] == ("enough",)
    assert len(machine.options(pos)) == 3
    pos = machine.apply(pos, machine.options(pos)[-1])
    assert pos.over
    assert pos.variables[0] == (1, 9)


def test_a_body_may_ask_again_and_names_are_cleared(g: Game) -> None:
    inner = choose(
        0, alternative("Where", g.block(g.note(op("add", cell(g.n), cell(g.c)))), numbers(g.n, 5, 6))
    )
    outer = choose(0, alternative("What", g.block(inner), among(g.c, pieces(zone(g.row)))))
    assert g.run(g.in_row(3), outer) == (5,)


def test_an_option_cannot_speak_of_an_unknown_piece(g: Game) -> None:
    hidden = zone(g.hand, 1)
    for gen in (
        among(g.c, pieces(hidden)),
        values(g.c, op("zone_first", hidden), kind="piece"),
        values(g.c, pieces(hidden), pieces(zone(g.row)), kind="pieces"),
    ):
        cannot_be_asked(g, gen)


def cannot_be_asked(g: Game, gen: Gen) -> None:
    ask = choose(0, alternative("Take", g.block(), gen), origin=6)
    with pytest.raises(RulesFault) as caught:
        machine, pos = g.start(deal(g), draw(2, zone(g.stock), zone(g.hand, 1)), ask)
        machine.options(pos)
    assert (caught.value.code, caught.value.origin) == ("secret", 6)


def test_a_condition_cannot_read_an_unknown_piece(g: Game) -> None:
    reads = where(op("gt", attr(op("zone_first", zone(g.hand, 1)), g.number), 3), origin=8)
    with pytest.raises(RulesFault) as caught:
        g.start(
            deal(g), draw(2, zone(g.stock), zone(g.hand, 1)), choose(0, alternative("Take", g.block(), reads))
        )
    assert (caught.value.code, caught.value.origin) == ("secret", 8)


def test_chance_is_allowed_in_a_statement_but_not_in_a_condition(g: Game) -> None:
    seen = op("attr", top(zone(g.stock)), static=(g.number,))
    (value,) = g.run(deal(g), g.note(seen))  # type: ignore[misc]
    assert 0 <= value < 10  # type: ignore[operator]
    looks = where(op("eq", seen, 3), origin=8)
    with pytest.raises(RulesFault) as caught:
        g.start(deal(g), choose(0, alternative("Look", g.block(), looks)))
    assert (caught.value.code, caught.value.origin) == ("chance", 8)


def test_asking_for_options_leaves_the_position_as_it_is(g: Game) -> None:
    machine = Machine(kuhn())
    pos = machine.initial(3)
    before = repr(pos)
    machine.options(pos)
    machine.apply(pos, machine.options(pos)[0])
    assert repr(pos) == before


def test_the_end_of_a_turn_may_read_what_the_turn_named(g: Game) -> None:
    count = g.var("count", 0, local=True)
    at_end = AtEnd(g.block(g.note(cell(g.n)), g.note(var(count))))
    body = [InitVar(count), SetCell(g.n, "=", lift(3)), at_end, SetCell(g.n, "=", lift(5)), put(count, 7)]
    turn = g.block(*body, cells=(g.n,), vars=(count,))
    assert g.run(Turns(g.p, None, (), turn, lift(True))) == (5, 7)
    by_option = choose(0, alternative("Take", g.block(AtEnd(g.block(g.note(cell(g.c))))), numbers(g.c, 4, 5)))
    assert g.run(Turns(g.p, None, (), g.block(by_option, g.note(1)), lift(True))) == (1, 4)


# -- budgets ----------------------------------------------------------------------------------------


def test_what_grows_without_end_is_a_fault(g: Game) -> None:
    number = g.var("number", 2)
    square = Repeat(None, g.block(put(number, op("mul", var(number), var(number)))))
    assert g.fault(square).code == "out-of-range"
    doubled = Repeat(
        None, g.block(put(g.log, op("list", 1)), Repeat(lift(30), g.block(put(g.log, var(g.log), how="+="))))
    )
    assert g.fault(doubled).code == "list-too-long"
    joined = op("join", var(g.log), var(g.log))
    assert (
        g.fault(put(g.log, op("list", 1)), Repeat(lift(30), g.block(put(g.log, joined)))).code
        == "list-too-long"
    )


def test_expressions_that_take_for_ever_are_faults(g: Game) -> None:
    from tests.interpreter.build import quantify, subsets

    million: list[Gen] = [numbers(cell_number, 1, 100_000) for cell_number in (g.p, g.c, g.n)]
    assert g.fault(g.note(quantify("count", *million))).code == "too-much-work"
    everything = op("join", *[op("pieces_of", static=(g.deck,))] * 6)
    assert g.fault(g.note(quantify("count", subsets(g.c, everything)))).code == "too-much-work"
    own = g.cell("x")
    name = g.function("f0", (own,), op("add", cell(own), 1))
    for _ in range(60):
        own = g.cell("x")
        call = op("call", op("add", cell(own), 1), static=(name,))
        name = g.function("f", (own,), op("add", call, call))
    assert g.fault(g.note(op("call", 1, static=(name,)))).code == "too-much-work"


def test_too_many_options_are_a_fault_and_never_cut_short(g: Game) -> None:
    wide = alternative("Pick", g.block(), numbers(g.n, 1, 400), numbers(g.c, 1, 400), origin=3)
    machine, pos = g.start(choose(0, wide))
    with pytest.raises(RulesFault) as caught:
        machine.options(pos)
    assert (caught.value.code, caught.value.origin) == ("too-many-options", 3)
