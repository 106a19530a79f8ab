"""Moves as text and back, and why a move is refused."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from interpreter.choices import Option
from interpreter.explain import Reason
from interpreter.layout import empty_position
from interpreter.machine import Machine
from interpreter.notation import Unclear, find_option, key_text, move_text, move_texts, notation_of
from interpreter.parse import candidates, split_groups, split_label, why_not
from interpreter.piles import put
from interpreter.position import Position
from interpreter.program import Face, MeldKind, Part, Piece, Shape
from tests.interpreter import build
from tests.interpreter.build import (
    PLAYER,
    Builder,
    alternative,
    among,
    attr,
    cell,
    choose,
    let,
    melds,
    most,
    numbers,
    op,
    pieces,
    subsets,
    things,
    where,
    zone,
)

SUIT, RANK = 0, 1


class Cards(Builder):
    """Two suits, four ranks, everything twice, and a wild of each suit."""

    def __init__(self) -> None:
        super().__init__(2)
        suit, rank = self.domain("suit", "clubs hearts"), self.domain("rank", "7 8 9 king")
        self.attribute("suit", suit)
        self.attribute("rank", rank)
        self.deck = self.cards("deck", copies=2, rank=range(4), suit=range(2))
        for s in range(2):
            self.faces.append(Face(self.deck, (s, None), "*" + "CH"[s], "", wild=(RANK,)))
            self.pieces.append(Piece(len(self.faces) - 1))
        self.own = self.cards("own", per_player=True, rank=[0])
        self.die = self.dice("die", 2)
        self.hand = self.zone("hand", "row", "private", PLAYER)
        self.reach = self.zone("reach", "bag", "open")
        self.far = self.zone("far", "bag", "open")
        part = Part((), 2, None)
        self.melds += [
            MeldKind("set", (), (Shape((part,), same=(RANK,)),)),
            MeldKind("run", (), (Shape((part,), consecutive=RANK),)),
        ]
        self.p, self.c, self.n, self.m, self.s = (self.cell(name) for name in "pcnms")

    def ask(self, *alternatives: Any, mode: str = "one", **hands: str) -> tuple[Machine, Position]:
        """A game that asks A at once, with cards where it is said."""
        program = self.build(self.block(choose(0, *alternatives, mode=mode)))
        machine = Machine(program)
        real = empty_position(machine.layout)
        for label, codes in hands.items():
            for code in codes.split():
                lay(machine, real, code, label.replace("_", "."))
        from interpreter.chance import Scripted
        from interpreter.state import State

        st = State(real, Scripted())
        machine.prepare(st)
        machine._begin(st)
        machine._run(st)
        return machine, real

    def hand_of(self, seat: int = 0) -> Any:
        return pieces(zone(self.hand, seat))


def lay(machine: Machine, pos: Position, code: str, label: str) -> None:
    layout = machine.layout
    value, _, owner = code.partition("@")
    for piece in range(layout.piece_count):
        face = layout.face_code[layout.piece_face[piece]]
        right = layout.is_die[piece] if value.startswith("d") else face == value
        if pos.place[piece] < 0 and right and (not owner or layout.piece_owner[piece] == int(owner)):
            if layout.is_die[piece]:
                pos.shown[piece] = int(value[1:])
            zone_number = layout.zone_label.index(label)
            put(layout, pos, piece, zone_number)
            pos.known[piece] = layout.sees[zone_number]
            return
    raise AssertionError(code)


@pytest.fixture
def b() -> Cards:
    return Cards()


def found(machine: Machine, pos: Position, text: str) -> str:
    option = find_option(machine, pos, text)
    assert isinstance(option, Option), f"{text}: {option}"
    return move_text(machine, pos, option)


def unclear(machine: Machine, pos: Position, text: str) -> list[str]:
    option = find_option(machine, pos, text)
    assert isinstance(option, Unclear)
    return [move_text(machine, pos, candidate) for candidate in option.candidates]


def test_texts_of_each_kind_of_binding(b: Cards) -> None:
    play = alternative("Play", b.block(), among(b.c, b.hand_of()))
    name = alternative(
        "Name", b.block(), evolve(things(b.n, 3), type="domain:suit"), numbers(b.s, 1, 2), things(b.p)
    )
    flag = alternative("Alone", b.block(), build.values(b.n, False, True, kind="yes/no"))
    bare = alternative("Stop", b.block())
    machine, pos = b.ask(play, name, flag, bare, mode="may", A_hand="7C 8H")
    texts = move_texts(machine, pos)
    assert texts[:3] == ['"Play" [7C]', '"Play" [8H]', '"Name" clubs 1 A']
    assert texts[-4:] == ['"Alone" no', '"Alone" yes', '"Stop"', "nothing"]
    for text, option in zip(texts, machine.options(pos), strict=True):
        assert find_option(machine, pos, text) == option


def test_typed_freely(b: Cards) -> None:
    play = alternative("Play a card", b.block(), among(b.c, b.hand_of()))
    two = alternative("Swap", b.block(), subsets(b.s, b.hand_of(), 2, 2))
    machine, pos = b.ask(play, two, mode="may", A_hand="7C 8H kingH".replace("kingH", "KH"))
    assert found(machine, pos, "play a card 7c") == '"Play a card" [7C]'
    assert found(machine, pos, "play c7") == '"Play a card" [7C]'
    assert found(machine, pos, "7C") == '"Play a card" [7C]'
    assert found(machine, pos, '"Swap" [KH 7C]') == '"Swap" [7C KH]'
    assert found(machine, pos, "swap [h8 C7]") == '"Swap" [7C 8H]'
    assert found(machine, pos, "nothing") == "nothing"
    assert found(machine, pos, "pass") == "nothing"
    assert unclear(machine, pos, "swap") == ['"Swap" [7C 8H]', '"Swap" [7C KH]', '"Swap" [8H KH]']
    assert unclear(machine, pos, "swap [9C 9H]") == []
    assert unclear(machine, pos, "nonsense") == []


def test_twins_are_told_apart_only_where_needed(b: Cards) -> None:
    play = alternative("Play", b.block(), among(b.c, op("join", b.hand_of(), pieces(zone(b.reach)))))
    machine, pos = b.ask(play, A_hand="7C 8C", reach="8C")
    assert move_texts(machine, pos) == [
        '"Play" [7C]',
        '"Play" [8C] from A.hand at 2',
        '"Play" [8C] from reach',
    ]
    for text, option in zip(move_texts(machine, pos), machine.options(pos), strict=True):
        assert find_option(machine, pos, text) == option
    assert unclear(machine, pos, "play 8C") == move_texts(machine, pos)[1:]


def test_owners_are_told_only_where_needed(b: Cards) -> None:
    play = alternative("Play", b.block(), among(b.c, pieces(zone(b.reach))))
    machine, pos = b.ask(play, reach="7@0 7@1")
    assert move_texts(machine, pos) == ['"Play" [A.7]', '"Play" [B.7]']
    assert found(machine, pos, "play b.7") == '"Play" [B.7]'
    machine, pos = b.ask(play, reach="7@1")
    assert move_texts(machine, pos) == ['"Play" [7]']
    assert found(machine, pos, "play [B.7]") == '"Play" [7]'
    assert unclear(machine, pos, "play [A.7]") == []


def test_dice_go_by_what_they_show(b: Cards) -> None:
    take = alternative("Take", b.block(), subsets(b.s, pieces(zone(b.reach)), 1, 2))
    machine, pos = b.ask(take, reach="d3 d3")
    assert move_texts(machine, pos) == ['"Take" [3]', '"Take" [3 3]']
    machine, pos = b.ask(take, reach="d3 d5")
    assert move_texts(machine, pos) == ['"Take" [3]', '"Take" [5]', '"Take" [3 5]']
    assert found(machine, pos, "take [5 3]") == '"Take" [3 5]'


def test_melds_tell_readings_and_kinds(b: Cards) -> None:
    lay_down = alternative("Lay", b.block(), melds(b.m, (0, 1), b.hand_of()))
    machine, pos = b.ask(lay_down, A_hand="8H *C")
    assert move_texts(machine, pos) == ['"Lay" [8H *C=8]', '"Lay" [*C=7 8H]', '"Lay" [8H *C=9]']
    for text, option in zip(move_texts(machine, pos), machine.options(pos), strict=True):
        assert find_option(machine, pos, text) == option
    assert found(machine, pos, "lay [8h c*=9]") == '"Lay" [8H *C=9]'
    assert len(unclear(machine, pos, "lay [8H *C]")) == 3
    assert found(machine, pos, "lay [8H *C] as set") == '"Lay" [8H *C=8]'
    option = machine.options(pos)[1].bindings[0]
    assert notation_of(machine).meld(pos, option, 1) == "[*C=7 8H] as run"
    assert option.by == 0


def test_keys_name_no_piece(b: Cards) -> None:
    lay_down = alternative("Lay down", b.block(), melds(b.m, (0, 1), b.hand_of()))
    machine, pos = b.ask(lay_down, mode="may", A_hand="8H 7C")
    assert [key_text(option) for option in machine.options(pos)] == [
        '("Lay down" (run (("7C" A.hand 2 0) ("8H" A.hand 1 0)) ("7C" "8H") ()))',
        "(nothing)",
    ]


# -- refusals ---------------------------------------------------------------------------------------


def kinds(reasons: list[Reason]) -> list[tuple[str, str]]:
    return [(reason.kind, reason.text) for reason in reasons]


def picky(b: Cards) -> tuple[Machine, Position]:
    rank, suit = attr(cell(b.c), RANK), attr(cell(b.c), SUIT)
    play = alternative(
        "Play",
        b.block(),
        among(b.c, b.hand_of()),
        let(b.n, op("mul", rank, 2)),
        where(op("gt", rank, 0), "too low", origin=11),
        where(op("eq", suit, 1), "hearts only", origin=12),
        where(op("eq", op("div", 6, op("sub", rank, 0)), op("div", 6, rank)), "sixth", origin=13),
        origin=10,
    )
    return b.ask(play, mode="may", A_hand="7C 8C 9H KH", reach="9H", B_hand="8H")


def test_every_failing_condition_is_told(b: Cards) -> None:
    machine, pos = picky(b)
    assert kinds(why_not(machine, machine.decision(pos), "play 8C")) == [("condition", "hearts only")]
    assert kinds(why_not(machine, machine.decision(pos), "play 7C")) == [
        ("condition", "too low"),
        ("condition", "hearts only"),
        ("not-evaluated", "sixth"),
    ]
    assert why_not(machine, machine.decision(pos), "play KH") == []
    reason = why_not(machine, machine.decision(pos), "play 8C")[0]
    assert reason.origin == 12


def test_what_cannot_be_bound_is_told(b: Cards) -> None:
    machine, pos = picky(b)
    [candidate] = candidates(machine, machine.decision(pos), "play 8H")[:1]
    reasons = machine.why(pos, candidate.label, candidate.bindings)
    assert kinds(reasons)[0] == ("not-in", "not in A.hand")
    assert machine.why(pos, "Sing", ())[0].kind == "no-option"
    assert machine.why(pos, "Play", ())[0].kind == "bindings"
    assert why_not(machine, machine.decision(pos), "sing 3")[0].kind == "unclear"


def test_a_card_is_not_named_twice_nor_where_it_does_not_lie(b: Cards) -> None:
    play = alternative("Play", b.block(), among(b.c, b.hand_of()))
    two = alternative("Swap", b.block(), subsets(b.s, b.hand_of(), 2, 2))
    machine, pos = b.ask(play, two, mode="may", A_hand="7C 8C 9H")
    decision = machine.decision(pos)
    for text in ("play [7C 7C]", "play [7C] from A.hand at 2", "swap [7C 8C] from A.hand at 1, A.hand at 3"):
        assert kinds(why_not(machine, decision, text))[0][0] == "unclear"
    assert why_not(machine, decision, "swap [7C 8C] from A.hand at 2, A.hand at 1") == []


def test_soft_conditions_and_keys_are_told(b: Cards) -> None:
    follow = alternative(
        "Follow",
        b.block(),
        among(b.c, b.hand_of()),
        where(op("attr_is", cell(b.c), 1, static=(SUIT,)), "follow suit", soft=True),
    )
    best = alternative("Best", b.block(), among(b.c, b.hand_of()), keys=[most(attr(cell(b.c), RANK))])
    machine, pos = b.ask(follow, best, A_hand="7C 8H")
    decision = machine.decision(pos)
    assert kinds(why_not(machine, decision, "follow 7C")) == [("soft", "follow suit")]
    assert why_not(machine, decision, "follow 8H") == []
    assert [reason.kind for reason in why_not(machine, decision, "best 7C")] == ["best"]
    machine, pos = b.ask(follow, A_hand="7C 8C")
    assert why_not(machine, machine.decision(pos), "follow 7C") == []


def test_defines_bring_their_reason_along(b: Cards) -> None:
    high = b.function("high", (b.n,), op("gt", attr(cell(b.n), RANK), 1), "only high ones")
    test = build.both(op("call", cell(b.c), static=(high,)), op("attr_is", cell(b.c), 0, static=(SUIT,)))
    play = alternative("Play", b.block(), among(b.c, b.hand_of()), where(test))
    machine, pos = b.ask(play, mode="may", A_hand="7C 8H 9C")
    decision = machine.decision(pos)
    assert kinds(why_not(machine, decision, "play 7C")) == [("condition", "only high ones")]
    assert kinds(why_not(machine, decision, "play 8H")) == [
        ("condition", "only high ones"),
        ("condition", "a condition does not hold"),
    ]


def test_melds_that_cannot_be_made_of_what_there_is(b: Cards) -> None:
    lay_down = alternative("Lay", b.block(), melds(b.m, (0, 1), b.hand_of()))
    machine, pos = b.ask(lay_down, mode="may", A_hand="7C 8C 9C", far="7H")
    decision = machine.decision(pos)
    assert [reason.kind for reason in why_not(machine, decision, "lay [7C 7H]")] == ["not-in"]
    assert why_not(machine, decision, "lay [7C 8C]") == []
    assert [reason.kind for reason in why_not(machine, decision, "lay [7C 9C]")] == ["no-meld"]


def test_asking_why_changes_nothing(b: Cards) -> None:
    machine, pos = picky(b)
    before = repr(pos)
    why_not(machine, machine.decision(pos), "play 7C")
    find_option(machine, pos, "play 7C")
    assert repr(pos) == before


# -- the pieces of a typed text ---------------------------------------------------------------------


def test_labels() -> None:
    labels = ["Play", "Play a meld", "Pass"]
    assert split_label('"Play" [1]', labels) == (["Play"], "[1]")
    assert split_label("play a meld [1]", labels) == (["Play a meld"], "[1]")
    assert split_label("play [1]", labels) == (["Play"], "[1]")
    assert split_label("pas", labels) == (["Pass"], "")
    assert split_label("[1]", labels) == (labels, "[1]")
    assert split_label('"Pl', labels) == (["Play", "Play a meld"], "")


def test_groups() -> None:
    [first, second, third] = split_groups("[1C 2C] as run from A.hand at 3, stock 7 [")
    assert (first.words, first.kind, first.places) == (("1C", "2C"), "run", ("a.hand at 3", "stock"))
    assert (second.words, second.listed) == (("7",), False)
    assert third.words == ()
