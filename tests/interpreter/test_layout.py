from __future__ import annotations

from attrs import evolve

from interpreter.knowledge import knows
from interpreter.layout import Layout, empty_position
from interpreter.meld_values import highest, lowest
from interpreter.piece_flow import PieceFlow
from interpreter.position import NOWHERE
from interpreter.program import (
    Alternative,
    Block,
    Call,
    Choose,
    Clause,
    Cond,
    Counter,
    Draw,
    Expr,
    Face,
    Family,
    Gen,
    Move,
    Phase,
    Piece,
    SetVar,
    Target,
    VarFamily,
)
from tests.interpreter.support import NO_EXPR, named_domain, plain, program, suited

ROWS = (
    ("stock", "pile", "hidden", (), -1),
    ("hand", "row", "private", (0,), 0),
    ("lane", "row", "open", (3,), -1),
    ("chest", "bag", "private", (0, 3), 0),
    ("shared", "bag", "private", (), -1),
)


def layout_with_lanes() -> Layout:
    return Layout(
        program(
            players=2,
            faces=[Face(0, (), "a", "a"), Face(0, (), "b", "b")],
            pieces=[Piece(0, 0), Piece(0, 0), Piece(0, 1), Piece(1)],
            zone_rows=ROWS,
            extra_domains=(named_domain("lane", ("left", "right")),),
            counters=(Counter("coin", 9, 2),),
        )
    )


def test_zones_are_numbered_last_key_fastest_and_named_as_in_given() -> None:
    layout = layout_with_lanes()
    assert layout.zone_label == [
        "stock", "A.hand", "B.hand", "lane[left]", "lane[right]",
        "A.chest[left]", "A.chest[right]", "B.chest[left]", "B.chest[right]", "shared",
    ]  # fmt: skip
    assert layout.zone(3, (1, 0)) == 7 and layout.zone_label[7] == "B.chest[left]"
    assert layout.zone(0) == 0
    assert layout.zone_owner == [-1, 0, 1, -1, -1, 0, 0, 1, 1, -1]
    assert layout.sees == [0, 1, 2, 3, 3, 1, 1, 2, 2, 0]
    assert layout.ordered == [True, True, True, True, True, False, False, False, False, False]


def test_labels_tell_faces_and_owners_and_nothing_else() -> None:
    layout = layout_with_lanes()
    assert layout.piece_label[0] == layout.piece_label[1] != layout.piece_label[2]
    assert layout.piece_label[3] == 1  # nobody's: the face itself
    for piece, label in enumerate(layout.piece_label):
        assert layout.face_of_label(label) == layout.piece_face[piece]
        assert layout.owner_of_label(label) == layout.piece_owner[piece]
    assert layout.twins == [(0, 1), (0, 1), (2,), (3,)]


def test_a_layout_is_made_once() -> None:
    base = layout_with_lanes().program
    assert Layout.of(base) is Layout.of(base)


def test_at_first_nothing_lies_anywhere() -> None:
    layout = layout_with_lanes()
    pos = empty_position(layout)
    assert pos.place == [NOWHERE] * 4 and not any(pos.zones)
    assert all(knows(pos, seat, piece) for seat in range(2) for piece in range(4))
    assert len(pos.counters[0]) == layout.holder_count == 1 + 2 + 10
    assert pos.counters[0][:3] == [5, 2, 2]
    assert layout.zone_holder(0) == 3 and layout.seat_holder(1) == 2


def test_wilds_are_read_as_what_they_may_stand_for() -> None:
    layout = suited(suits=2, ranks="123", copies=1, wilds=1, jokers=1)
    codes = layout.face_code
    star, joker = codes.index("*S"), codes.index("**")
    assert [codes[f] for f in layout.readings[star]] == ["1S", "2S", "3S"]
    assert len(layout.readings[joker]) == 6
    assert layout.readings[0] == (0,)


def test_bounds_of_attributes() -> None:
    layout = suited()
    assert (lowest(layout, 1), highest(layout, 1)) == (0, 8)
    numbers = plain([1, 1, 1], [("stock", "pile", "hidden", (), -1)])
    assert (lowest(numbers, 0), highest(numbers, 0)) == (0, 3)


# ---------------------------------------------------------------------------------------------
# Where pieces can go


def cell(number: int) -> Expr:
    return Expr("cell", (), (number,))


def zone(family: int, *keys: Expr) -> Expr:
    return Expr("zone", keys, (family,))


def test_families_are_followed_through_moves_locals_and_phases() -> None:
    rows = (
        ("stock", "pile", "hidden", (), -1),
        ("deck", "pile", "hidden", (), -1),
        ("hand", "row", "private", (0,), 0),
        ("away", "bag", "hidden", (), -1),
        ("news", "pile", "open", (), -1),
        ("unused", "row", "open", (), -1),
    )
    base = program(
        faces=[Face(0, (), "a", "a"), Face(1, (), "b", "b")],
        pieces=[Piece(0), Piece(1)],
        zone_rows=rows,
        families=[Family("card", False, False), Family("event", False, False)],
        cells=("p", "c", "what", "n"),
        variables=(
            VarFamily("held", (), 0, 1, NO_EXPR, "piece"),
            VarFamily("sum", (), 1, 1, NO_EXPR, "number"),
        ),
    )
    hand = zone(2, cell(0))
    choice = Gen("list", 1, (Expr("zone_pieces", (hand,)),), type="piece")
    asks = Clause((choice, Cond(Expr("gt", (cell(3), Expr("const", (), (1,)))))))
    body = (
        Move(Expr("pieces_of", (), (0,)), Target("zone", zone(0), shuffled=True), everything=True),
        Move(Expr("pieces_of", (), (1,)), Target("zone", zone(1), shuffled=True), everything=True),
        Draw(Expr("const", (), (3,)), zone(0), Target("family", family=2)),
        Draw(Expr("const", (), (1,)), zone(1), Target("zone", zone(4))),
        Choose(cell(0), "one", (Alternative("Go", asks, 2),)),
        SetVar(1, (), "=", Expr("zone_size", (hand,))),
    )
    whole = evolve(
        base,
        blocks=(
            Block(body),
            Block((Move(cell(2), Target("zone", zone(3))),)),
            Block((SetVar(0, (), "=", cell(1)), Call(1, (cell(1),)))),
        ),
        phases=(Phase("game", (), 0), Phase("put", (2,), 1)),
    )
    layout = Layout(whole)
    flow = PieceFlow.of(layout)
    assert flow.cells == ["", "piece", "piece", ""]
    assert flow.variables == ["piece", ""]
    assert [sorted(flow.holds[z.base]) for z in whole.zones] == [[0], [1], [0], [0], [1], []]
