"""Melds on the table: laid, looked at, moved on, replaced, and added to."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.faults import RulesFault
from interpreter.machine import Machine
from interpreter.notation import find_option, move_texts
from interpreter.position import Position
from interpreter.program import Each, MeldKind, Part, Piece, Shape, Target
from tests.interpreter.build import (
    PLAYER,
    Builder,
    alternative,
    among,
    cell,
    choose,
    clause,
    melds,
    move,
    op,
    pieces,
    put,
    to,
    where,
    zone,
)

RANK = 0
SET, RUN, SPREAD = range(3)


class Table(Builder):
    """Ranks 1 to 6 in two copies and two wild cards; A holds some and lays melds."""

    def __init__(self) -> None:
        super().__init__(2)
        self.attribute("rank", None, 1, 6)
        self.deck = self.cards("deck", copies=2, rank=range(1, 7))
        from interpreter.program import Face

        self.faces.append(Face(self.deck, (None,), "*", "", wild=(RANK,)))
        self.pieces += [Piece(len(self.faces) - 1)] * 2
        self.hand = self.zone("hand", "row", "private", PLAYER)
        self.front = self.zone("front", "meld")
        self.laid = self.zone("laid", "melds")
        self.done = self.zone("done", "pile")
        self.log = self.var("log", (), kind="list")
        self.m, self.c, self.n = self.cell("m"), self.cell("c"), self.cell("n")
        part = Part((), 2, None)
        self.melds += [
            MeldKind("set", (), (Shape((part,), same=(RANK,)),)),
            MeldKind("run", (), (Shape((part,), consecutive=RANK),)),
            MeldKind("spread", (), (Shape((Part((SET, RUN), 0, None),)),)),
        ]

    def card(self, rank: int, copy: int = 0) -> int:
        return 2 * (rank - 1) + copy

    def deal(self, *cards: int) -> Any:
        return move(op("list", *cards), zone(self.hand, 0))

    def lay(self, target: Any, *kinds: int, body: tuple[Any, ...] = ()) -> Any:
        mine = melds(self.m, kinds or (SET, RUN), pieces(zone(self.hand, 0)))
        return choose(0, alternative("Lay", self.block(*body, move(cell(self.m), target)), mine), mode="may")

    def note(self, value: Any) -> Any:
        return put(self.log, value, how="+=")

    def start(self, *statements: Any) -> tuple[Machine, Position]:
        machine = Machine(self.build(self.block(*statements, choose(0, alternative("Stop", self.block())))))
        return machine, machine.initial(1)

    def play(self, machine: Machine, pos: Position, *texts: str) -> Position:
        for text in texts:
            option = find_option(machine, pos, text)
            assert hasattr(option, "bindings"), (text, move_texts(machine, pos))
            pos = machine.apply(pos, option)  # type: ignore[arg-type]
            assert machine.check_invariants(pos) == []
        return pos


@pytest.fixture
def t() -> Table:
    return Table()


def test_a_laid_meld_keeps_kind_order_readings_and_who_formed_it(t: Table) -> None:
    front = op("zone_meld", zone(t.front))
    tell = [
        t.note(op("meld_top", front)),
        t.note(op("meld_kind", front)),
        t.note(op("zone_by", zone(t.front))),
    ]
    machine, pos = t.start(t.deal(t.card(2), 12, t.card(4)), t.lay(zone(t.front)), *tell)
    pos = t.play(machine, pos, "lay [2 4 *=3]")
    [laid] = pos.laid[2]
    assert [machine.layout.face_code[f] for f in laid.faces] == ["2", "3", "4"]
    assert pos.zones[2] == [t.card(2), 12, t.card(4)]
    assert (laid.kind, laid.by) == (RUN, 0)
    assert pos.variables[0] == (4, RUN, 0)


def test_a_meld_must_be_out_of_the_way(t: Table) -> None:
    two = (t.lay(zone(t.front)), t.lay(zone(t.front)))
    machine, pos = t.start(t.deal(0, 1, 2, 3), *two)
    pos = t.play(machine, pos, "lay [1 1]")
    option = find_option(machine, pos, "lay [2 2]")
    with pytest.raises(RulesFault) as caught:
        machine.apply(pos, option)  # type: ignore[arg-type]
    assert caught.value.code == "meld-in-the-way"
    away = move(zone(t.front), zone(t.done), whole=True)
    machine, pos = t.start(t.deal(0, 1, 2, 3), t.lay(zone(t.front)), t.lay(zone(t.front), body=(away,)))
    pos = t.play(machine, pos, "lay [1 1]", "lay [2 2]")
    assert pos.zones[4] == [0, 1]
    assert len(pos.laid[2]) == 1


def test_only_melds_go_into_their_zones(t: Table) -> None:
    for target in (t.front, t.laid):
        with pytest.raises(RulesFault) as caught:
            t.start(move(op("list", 0, 1), zone(target)))
        assert caught.value.code == "not-a-meld"
    with pytest.raises(RulesFault):
        t.start(t.deal(0, 1), move(zone(t.hand, 0), zone(t.front), whole=True))


def new(t: Table) -> Target:
    return Target("new", zone(t.laid))


def lay_off(t: Table) -> Any:
    fits = where(
        op(
            "is_meld",
            op("join", op("meld_pieces", cell(t.m)), op("list", cell(t.c))),
            static=((SET, 0), (RUN, 0)),
        )
    )
    mine = among(t.c, pieces(zone(t.hand, 0)))
    onto = among(t.m, op("zone_melds", zone(t.laid)), kind="meld")
    body = t.block(move(cell(t.c), Target("meld", cell(t.m))))
    return choose(0, alternative("Add", body, mine, onto, fits), mode="keeps")


def test_several_melds_lie_side_by_side_and_grow(t: Table) -> None:
    cards = [t.card(1), t.card(2), t.card(4), t.card(4, 1), t.card(3), 12]
    machine, pos = t.start(t.deal(*cards), t.lay(new(t)), t.lay(new(t)), lay_off(t))
    pos = t.play(machine, pos, "lay [1 2]", "lay [4 4]")
    assert [laid.kind for laid in pos.laid[3]] == [RUN, SET]
    assert move_texts(machine, pos)[:2] == ['"Add" [3] [1 2]', '"Add" [*] [1 2]']
    pos = t.play(machine, pos, '"Add" [3] [1 2]')
    assert [len(laid.faces) for laid in pos.laid[3]] == [3, 2]
    assert pos.zones[3] == [t.card(1), t.card(2), t.card(3), t.card(4), t.card(4, 1)]
    pos = t.play(machine, pos, '"Add" [*] [4 4]')
    assert [machine.layout.face_code[f] for f in pos.laid[3][1].faces] == ["4", "4", "4"]
    assert [laid.serial for laid in pos.laid[3]] == [0, 1]


def test_a_card_may_go_to_the_front_of_a_run(t: Table) -> None:
    machine, pos = t.start(t.deal(t.card(3), t.card(4), t.card(2)), t.lay(new(t)), lay_off(t))
    pos = t.play(machine, pos, "lay [3 4]", "add [2] [3 4]")
    assert pos.zones[3] == [t.card(2), t.card(3), t.card(4)]


def test_a_meld_may_become_one_of_another_kind(t: Table) -> None:
    machine, pos = t.start(t.deal(12, t.card(3), t.card(4)), t.lay(new(t)), lay_off(t))
    pos = t.play(machine, pos, "lay [3 *=3]", "add [4] [3 *=3]")
    assert [laid.kind for laid in pos.laid[3]] == [RUN]


def test_what_does_not_fit_is_a_fault(t: Table) -> None:
    add = move(t.card(6), Target("meld", op("first_of", op("zone_melds", zone(t.laid)))))
    machine, pos = t.start(t.deal(0, 1, t.card(6)), t.lay(new(t)), add)
    option = machine.options(pos)[0]
    with pytest.raises(RulesFault) as caught:
        machine.apply(pos, option)
    assert caught.value.code == "does-not-fit"


def test_parts_of_a_meld_can_be_laid_one_by_one(t: Table) -> None:
    mine = melds(t.m, (SPREAD,), pieces(zone(t.hand, 0)))
    each = Each(
        clause(among(t.n, op("meld_parts", cell(t.m)), kind="meld")), t.block(move(cell(t.n), new(t)))
    )
    machine, pos = t.start(
        t.deal(0, 1, t.card(3), t.card(4)), choose(0, alternative("Lay", t.block(each), mine))
    )
    best = max(machine.options(pos), key=lambda option: len(option.bindings[0].pieces))
    pos = machine.apply(pos, best)
    assert sorted(laid.kind for laid in pos.laid[3]) == [SET, RUN]
    assert all(laid.by == 0 for laid in pos.laid[3])
    assert machine.check_invariants(pos) == []


def test_a_meld_that_moves_on_is_only_cards(t: Table) -> None:
    machine, pos = t.start(
        t.deal(0, 1),
        t.lay(zone(t.front)),
        move(op("zone_meld", zone(t.front)), to(zone(t.done))),
        t.note(op("zone_by", zone(t.front))),
    )
    pos = t.play(machine, pos, "lay [1 1]")
    assert pos.laid[2] == []
    assert pos.zones[4] == [0, 1]
    assert pos.variables[0] == (None,)


def test_a_meld_moves_whole_to_another_place_for_melds(t: Table) -> None:
    machine, pos = t.start(t.deal(0, 1), t.lay(zone(t.front)), move(zone(t.front), zone(t.laid), whole=True))
    pos = t.play(machine, pos, "lay [1 1]")
    assert pos.laid[2] == []
    assert [(laid.kind, laid.by) for laid in pos.laid[3]] == [(SET, 0)]
