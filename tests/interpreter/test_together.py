"""Simultaneous choices: everybody commits, then everything happens at once."""

from __future__ import annotations

import pytest

from interpreter.codec import position_from_json, position_to_json
from interpreter.faults import Refused, RulesFault
from interpreter.notation import move_texts
from interpreter.program import Draw, If, Repeat, Together
from tests.interpreter.build import (
    among,
    cell,
    choose,
    clause,
    lift,
    move,
    numbers,
    op,
    pieces,
    put,
    size,
    things,
    to,
    where,
    zone,
)
from tests.interpreter.test_machine_statements import Game, alternative, deal


class Bidding(Game):
    """Everybody has cards in hand and lays some out."""

    def __init__(self, players: int = 2) -> None:
        super().__init__(players)
        self.out = self.zone("out", "row", "open", 0)
        self.bid = self.var("bid", 0, 0)

    def hands(self) -> list[object]:
        return [
            move(op("list", 2 * seat, 2 * seat + 1), zone(self.hand, seat)) for seat in range(self.players)
        ]

    def lay(self) -> int:
        return self.block(move(cell(self.c), zone(self.out, cell(self.p))))

    def ask(self, mode: str = "one") -> object:
        mine = among(self.c, pieces(zone(self.hand, cell(self.p))))
        return choose(cell(self.p), alternative("Lay", self.lay(), mine), mode=mode)

    def together(self, *body: object) -> Together:
        return Together(clause(things(self.p)), self.block(*body))


@pytest.fixture
def g() -> Bidding:
    return Bidding()


def test_nothing_moves_until_all_are_in(g: Bidding) -> None:
    machine, pos = g.start(*g.hands(), g.together(g.ask()), g.wait())
    assert (machine.decision(pos).seat, machine.decision(pos).simultaneous) == (0, True)
    after = machine.apply(pos, machine.options(pos)[1])
    assert after.zones == pos.zones
    assert machine.decision(after).seat == 1
    assert move_texts(machine, after) == ['"Lay" [2]', '"Lay" [3]']
    done = machine.apply(after, machine.options(after)[0])
    assert [done.zones[z] for z in (-2, -1)] == [[1], [2]]
    assert done.committed == []
    assert not machine.decision(done).simultaneous


def test_own_effects_count_for_the_next_own_choice(g: Bidding) -> None:
    machine, pos = g.start(*g.hands(), g.together(g.ask(), g.ask()))
    assert len(machine.options(pos)) == 2
    pos = machine.apply(pos, machine.options(pos)[0])
    assert machine.decision(pos).seat == 0
    assert move_texts(machine, pos) == ['"Lay" [1]']
    own = machine.decision(pos).position
    assert own.zones[-2] == [0]
    assert pos.zones[-2] == []


def test_all_can_be_asked_at_once(g: Bidding) -> None:
    machine, pos = g.start(*g.hands(), g.together(g.ask(), g.ask()), g.wait())
    assert machine.choosers(pos) == 2
    first, second = machine.decision_of(pos, 0), machine.decision_of(pos, 1)
    assert first is not None and second is not None
    assert (first.seat, second.seat, second.number) == (0, 1, 1)
    taken = second.options[1]
    further = machine.decision_of(pos, 1, [taken])
    assert further is not None and further.seat == 1 and len(further.options) == 1
    [(earlier, option)] = further.committed
    assert option == taken and earlier.options == second.options
    assert machine.decision_of(pos, 1, [taken, further.options[0]]) is None
    after = machine.apply(pos, first.options[0])
    again = machine.decision_of(after, 1)
    assert again is not None and again.options == second.options, "what others commit does not matter"
    assert [option for _, option in machine.decision(after).committed] == [first.options[0]]


def test_outside_of_simultaneous_choices_nobody_is_asked_like_that(g: Bidding) -> None:
    machine, pos = g.start(*g.hands(), g.wait())
    assert machine.choosers(pos) == 0
    assert machine.decision(pos).committed == []
    with pytest.raises(Refused, match="no chooser 0"):
        machine.decision_of(pos, 0)


def test_keeps_may_and_conditions_within_the_body(g: Bidding) -> None:
    again = If(op("gt", size(zone(g.out, cell(g.p))), 1), g.block(g.ask("may")))
    machine, pos = g.start(
        *g.hands(),
        g.together(g.ask("keeps"), again, put(g.bid, size(zone(g.out, cell(g.p))), cell(g.p))),
        g.wait(),
    )
    pos = machine.apply(pos, machine.options(pos)[0])
    assert move_texts(machine, pos) == ['"Lay" [1]', "enough"]
    pos = machine.apply(pos, machine.options(pos)[1])
    assert machine.decision(pos).seat == 1
    pos = machine.apply(pos, machine.options(pos)[0])
    pos = machine.apply(pos, machine.options(pos)[0])
    assert not machine.decision(pos).simultaneous, "nothing is left in hand, so nothing more is asked"
    assert pos.variables[-2:] == [1, 2]


def test_whoever_has_nothing_to_choose_is_passed_over(g: Bidding) -> None:
    only_b = If(op("eq", cell(g.p), 1), g.block(g.ask()))
    machine, pos = g.start(*g.hands(), g.together(only_b), g.wait())
    assert machine.decision(pos).seat == 1
    machine, pos = g.start(*g.hands(), g.together(put(g.bid, 3, cell(g.p))), g.wait())
    assert pos.variables[-2:] == [3, 3]


def test_bodies_are_one_step_for_triggers(g: Bidding) -> None:
    laid = op("size", op("family_pieces", static=(g.out,)))
    for n in (1, 2):
        g.trigger(g.block(g.note(n)), where(op("eq", laid, n)))
    assert g.run(*g.hands(), g.together(g.ask()), g.note(9)) == (2, 9)


def test_a_loop_within_the_body(g: Bidding) -> None:
    two = Repeat(lift(2), g.block(g.ask()))
    machine, pos = g.start(*g.hands(), g.together(two), g.wait())
    seats = []
    while machine.decision(pos).simultaneous:
        seats.append(machine.decision(pos).seat)
        pos = machine.apply(pos, machine.options(pos)[-1])
    assert seats == [0, 0, 1, 1]
    assert [pos.zones[z] for z in (-2, -1)] == [[1, 0], [3, 2]]


def test_chance_and_ends_have_no_place_in_the_body(g: Bidding) -> None:
    from interpreter.program import End

    lucky = g.block(Draw(lift(1), zone(g.stock), to(zone(g.hand, cell(g.p)))))
    choice = choose(cell(g.p), alternative("Draw", lucky))
    assert g.fault(deal(g), g.together(choice)).code == "chance-in-together"
    assert g.fault(g.together(End("game"))).code == "end-in-together"
    phase = g.phase("part", g.block(g.together(End("part"))))
    from interpreter.program import Call

    assert g.fault(Call(phase)).code == "end-in-together"


def test_a_body_that_depends_on_another_one_is_a_fault(g: Bidding) -> None:
    free = where(op("eq", size(zone(g.row)), 0))
    take = choose(
        cell(g.p), alternative("Take", g.block(move(cell(g.p), zone(g.row))), free), otherwise=g.block()
    )
    machine, pos = g.start(g.together(take))
    pos = machine.apply(pos, machine.options(pos)[0])
    with pytest.raises(RulesFault) as caught:
        machine.apply(pos, machine.options(pos)[0])
    assert caught.value.code == "together-depends"


def test_commitments_can_be_saved(g: Bidding) -> None:
    machine, pos = g.start(*g.hands(), g.together(g.ask(), g.ask()), g.wait())
    pos = machine.apply(pos, machine.options(pos)[0])
    again = position_from_json(position_to_json(pos))
    assert again == pos
    assert machine.options(again) == machine.options(pos)


def test_numbers_are_chosen_in_secret_too(g: Bidding) -> None:
    body = g.block(put(g.bid, cell(g.n), cell(g.p)))
    machine, pos = g.start(
        g.together(choose(cell(g.p), alternative("Bid", body, numbers(g.n, 1, 3)))), g.wait()
    )
    pos = machine.apply(pos, machine.options(pos)[2])
    assert pos.variables[-2:] == [0, 0]
    pos = machine.apply(pos, machine.options(pos)[1])
    assert pos.variables[-2:] == [3, 2]
