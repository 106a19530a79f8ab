"""What each expression form means, and that there is one meaning for each row of the table of primitives."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.chance import Scripted
from interpreter.expressions import COMPILERS, Compiler
from interpreter.faults import RulesFault
from interpreter.layout import Layout, empty_position
from interpreter.melds import form
from interpreter.piles import put
from interpreter.position import UNDECIDED
from interpreter.primitives import FORMS
from interpreter.program import (
    Expr,
    Function,
    Key,
    MeldKind,
    MeldOrder,
    Part,
    Shape,
    Table,
    TableRow,
)
from interpreter.state import State
from tests.interpreter import build
from tests.interpreter.build import (
    Builder,
    among,
    attr,
    cell,
    op,
    pieces,
    quantify,
    size,
    things,
    var,
    where,
    zone,
)

SUIT, RANK = 0, 1


def table_game() -> Builder:
    b = Builder(3)
    suit, rank = b.domain("suit", "clubs hearts"), b.domain("rank", "7 8 9 king")
    b.attribute("suit", suit)
    b.attribute("rank", rank)
    b.cards("deck", rank=range(4), suit=range(2))
    b.dice("die", 2)
    b.cards("own", per_player=True, suit=[0])
    b.counter("coin", 10, 2)
    b.zone("stock", "pile", "hidden")
    b.zone("hand", "row", "private", build.PLAYER)
    b.zone("cup", "bag", "open")
    b.zone("laid", "melds", "open")
    b.zone("front", "meld", "open")
    b.var("score", 5, build.PLAYER)
    b.var("pair", 0, build.PLAYER, rank)
    for name in "abc":
        b.cell(name)
    b.functions.append(Function("twice", (2,), op("mul", cell(2), 2)))
    b.tables.append(
        Table(
            "worth",
            ("rank",),
            (rank,),
            (TableRow((((0, 1),),), build.lift(10)), TableRow((((3, None),),), build.lift(20))),
        )
    )
    plain = Part((), 2, None)
    b.melds += [
        MeldKind("set", (), (Shape((plain,), same=(RANK,)),)),
        MeldKind("run", (), (Shape((plain,), consecutive=RANK),)),
    ]
    b.orders.append(MeldOrder("by", (0, 1)))
    b.block()
    return b


STOCK, HAND, CUP, LAID, FRONT = range(5)


class Bench:
    """A position with a few cards, and expressions evaluated on it."""

    def __init__(self, builder: Builder | None = None) -> None:
        self.program = (builder or table_game()).build(0)
        self.layout = Layout.of(self.program)
        self.pos = empty_position(self.layout)
        self.pos.variables = [5, 6, 7, *range(12)]
        self.st = State(self.pos, Scripted())

    def card(self, code: str) -> int:
        return self.layout.piece_face.index(self.layout.face_code.index(code))

    def lay(self, label: str, *codes: str) -> list[int]:
        ids = [self.card(code) for code in codes]
        for piece in ids:
            put(self.layout, self.pos, piece, self.layout.zone_label.index(label))
        return ids

    def __call__(self, expr: Expr) -> Any:
        value = Compiler(self.program)(expr)(self.st)
        assert self.pos.cells == [None] * 3, "the cells are as they were"
        return value

    def fault(self, expr: Expr) -> RulesFault:
        with pytest.raises(RulesFault) as caught:
            Compiler(self.program)(Expr(expr.op, expr.args, expr.static, expr.clause, 77))(self.st)
        assert caught.value.origin == 77
        return caught.value


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_every_primitive_has_a_meaning_and_nothing_else_has() -> None:
    assert set(COMPILERS) == {form.name for form in FORMS}


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (op("add", 2, 3), 5),
        (op("sub", 2, 3), -1),
        (op("mul", 2, 3), 6),
        (op("div", -7, 2), -4),
        (op("mod", -7, 3), 2),
        (op("neg", 3), -3),
        (op("abs", -3), 3),
        (op("greatest", 1, 4, 2), 4),
        (op("least", 3, 1, 2), 1),
        (op("and", True, True, False), False),
        (op("and", True, True), True),
        (op("or", False, False, True), True),
        (op("not", True), False),
        (op("if", True, 1, 2), 1),
        (op("eq", None, 0), False),
        (op("eq", None, None), True),
        (op("ne", 1, 2), True),
        (op("lt", 1, 2), True),
        (op("le", 2, 2), True),
        (op("gt", 1, 2), False),
        (op("ge", 1, 2), False),
        (op("var", 1, static=(0,)), 6),
        (op("var", 1, 2, static=(1,)), 6),
        (op("zone", 1, static=(HAND,)), 2),
        (op("call", 4, static=(0,)), 8),
        (op("call", op("call", 4, static=(0,)), static=(0,)), 16),
        (op("table", 1, static=(0,)), 10),
        (op("table", 3, static=(0,)), 20),
        (op("list", 1, 2), (1, 2)),
        (op("join", op("list", 1), op("list", 2), op("list", 3)), (1, 2, 3)),
        (op("without", op("list", 1, 2, 1), op("list", 1, 5)), (2, 1)),
        (op("size", op("list", 1, 2)), 2),
        (op("first_of", op("list", 1, 2)), 1),
        (op("first_of", op("list")), None),
        (op("last_of", op("list", 1, 2)), 2),
        (op("last_n", op("list", 1, 2, 3), 2), (2, 3)),
        (op("last_n", op("list", 1), 2), (1,)),
        (op("last_n", op("list", 1), 0), ()),
        (op("contains", op("list", 1, 2), 2), True),
        (op("pick", op("list", 1, 2, 3), op("gt", cell(0), 1), static=(0,)), (2, 3)),
        (op("has", op("list", 1, 2, 3), op("gt", cell(0), 3), static=(0,)), False),
        (op("same_bag", op("list", 1, 2, 1), op("list", 2, 1, 1)), True),
        (op("includes_bag", op("list", 1, 2), op("list", 1, 1)), False),
        (op("members_of_list", op("list", 7, 8), 2), 8),
        (op("shift", 2, 2, static=(0,)), 1),
        (op("shift", 0, -1, static=(0,)), 2),
        (op("others", 1), (2, 0)),
        (op("member", 8, static=(4,)), 1),
        (op("member", 2, static=(0,)), 1),
        (op("number", 2, static=(4,)), 9),
        (op("number", 2, static=(0,)), 3),
        (op("turn"), None),
        (op("next"), None),
        (op("over"), False),
        (op("supply"), 0),
        (op("held", op("supply"), static=(0,)), 4),
        (op("held", op("seat_holder", 2), static=(0,)), 2),
        (op("held", op("zone_holder", 0), static=(0,)), 0),
        (op("pieces_of", static=(1,)), (8, 9)),
        (op("family_zones", static=(HAND,)), (1, 2, 3)),
    ],
    ids=lambda value: value.op if isinstance(value, Expr) else "",
)
def test_values(bench: Bench, expr: Expr, value: Any) -> None:
    assert bench(expr) == value


def test_logic_stops_early(bench: Bench) -> None:
    boom = op("div", 1, 0)
    assert bench(op("and", False, boom)) is False
    assert bench(op("or", True, boom)) is True
    assert bench(op("if", True, 1, boom)) == 1


@pytest.mark.parametrize(
    ("expr", "code"),
    [
        (op("div", 1, 0), "division-by-zero"),
        (op("mod", 1, 0), "division-by-zero"),
        (op("add", 1, None), "none-number"),
        (op("neg", None), "none-number"),
        (op("greatest", 1, None), "none-number"),
        (op("lt", None, 1), "none-compared"),
        (op("table", 2, static=(0,)), "no-entry"),
        (op("table", None, static=(0,)), "no-entry"),
        (op("var", None, static=(0,)), "none-key"),
        (op("zone", None, static=(HAND,)), "none-key"),
        (op("attr", None, static=(RANK,)), "no-piece"),
        (op("attr", 8, static=(RANK,)), "no-value"),
        (op("face", None), "no-piece"),
        (op("holder", 0), "nowhere"),
        (op("position", 0), "nowhere"),
        (op("die_value", 8), "not-rolled"),
        (op("owner", 0), "no-owner"),
        (op("member", 5, static=(4,)), "no-member"),
        (op("number", 3, static=(4,)), "not-a-number"),
        (op("members_of_list", op("list", 7), 2), "no-element"),
        (op("meld_top", None), "no-meld"),
        (op("meld_attr", None, static=(RANK,)), "no-meld"),
        (op("partner", 0), "no-partner"),
        (op("shift", None, 1, static=(0,)), "none-key"),
        (quantify("the", things(0)), "not-one"),
        (quantify("the", things(0), where(False)), "not-one"),
        (quantify("most", things(0), where(False), static=(False, None)), "nothing-to-compare"),
    ],
    ids=lambda value: value.op if isinstance(value, Expr) else value,
)
def test_faults_are_located(bench: Bench, expr: Expr, code: str) -> None:
    assert bench.fault(expr).code == code


def test_pieces(bench: Bench) -> None:
    seven, king = bench.lay("A.hand", "7C", "KH")
    assert bench(attr(build.lift(king), RANK)) == 3
    assert bench(op("attr_is", king, 3, static=(RANK,)))
    assert not bench(op("attr_is", None, 3, static=(RANK,)))
    assert not bench(op("attr_is", 8, 0, static=(RANK,)))
    face = bench.layout.piece_face[king]
    assert bench(op("face_in", king, static=(face,)))
    assert not bench(op("face_in", None, static=(face,)))
    assert bench(op("face", king)) == face
    assert bench(op("same_face", king, king))
    assert not bench(op("same_face", king, seven))
    assert bench(op("holder", king)) == 1
    assert bench(op("position", king)) == 2
    assert bench(op("facing", king)) == 0
    assert bench(op("faces_of", op("list", seven, king))) == (bench.layout.piece_face[seven], face)
    assert bench(op("family_is", 8, static=(1,)))
    assert not bench(op("family_is", king, static=(1,)))
    owned = bench.layout.family_pieces[2]
    assert [bench(op("owner", piece)) for piece in owned] == [0, 1, 2]


def test_dice_show_what_was_rolled(bench: Bench) -> None:
    bench.pos.shown[8] = 4
    assert bench(op("die_value", 8)) == 4


def test_zones(bench: Bench) -> None:
    cards = bench.lay("A.hand", "7C", "KH")
    bench.pos.counters[0][1 + 3 + 1] = 3
    hand = zone(HAND, 0)
    assert bench(pieces(hand)) == tuple(cards)
    assert bench(size(hand)) == 5
    assert bench(op("zone_top", hand)) == cards[1]
    assert bench(op("zone_first", hand)) == cards[0]
    assert bench(op("zone_top", zone(HAND, 1))) is None
    assert bench(op("family_pieces", static=(HAND,))) == tuple(cards)
    assert bench(op("family_size", static=(HAND,))) == 5


def test_a_condition_cannot_look_into_an_undecided_pile(bench: Bench) -> None:
    bench.pos.zones[0] = [UNDECIDED] * 2
    bench.pos.bags[0] = [0, 1]
    bench.pos.place[0] = bench.pos.place[1] = 0
    bench.st.chance = Scripted([bench.layout.piece_label[1]])
    bench.st.pure = True
    for form_name in ("zone_top", "zone_first", "zone_pieces"):
        assert bench.fault(op(form_name, zone(STOCK))).code == "chance"
    assert bench(size(zone(STOCK))) == 2
    bench.st.pure = False
    assert bench(op("zone_top", zone(STOCK))) == 1


SECRET_FORMS = [
    attr(build.lift(0), RANK),
    op("attr_is", 0, 1, static=(RANK,)),
    op("face_in", 0, static=(0,)),
    op("face", 0),
    op("same_face", 0, 1),
    op("faces_of", op("list", 0)),
    op("die_value", 8),
    op("is_meld", op("list", 0, 1), static=((0, 0),)),
]


@pytest.mark.parametrize("expr", SECRET_FORMS, ids=lambda e: e.op)
def test_a_chooser_reads_only_what_he_knows(bench: Bench, expr: Expr) -> None:
    bench.lay("A.hand", "7C", "7H")
    bench.pos.shown[8] = 3
    for piece in (0, 1, 8):
        bench.pos.known[piece] = 0b001
    bench(expr)
    bench.st.reader = 0b001
    bench(expr)
    bench.st.reader = 0b010
    assert bench.fault(expr).code == "secret"


def test_melds(bench: Bench) -> None:
    cards = bench.lay("A.hand", "7C", "7H", "8C")
    a_set = form(bench.layout, bench.pos, cards[:2], ((0, ()),))
    a_run = form(bench.layout, bench.pos, cards[1:], ((1, ()),))
    assert a_set is not None
    assert a_run is not None
    bench.pos.cells[0] = None
    held = Expr("const", (), (a_set,))
    run = Expr("const", (), (a_run,))
    nothing = build.lift(None)
    assert bench(op("meld_pieces", held)) == tuple(cards[:2])
    assert bench(op("meld_size", held)) == 2
    assert bench(op("meld_kind", held)) == 0
    assert bench(op("meld_kind", nothing)) is None
    assert bench(op("meld_top", run)) == 1
    assert bench(op("meld_attr", held, static=(RANK,))) == 0
    assert bench.fault(op("meld_attr", run, static=(RANK,))).code == "not-shared"
    assert bench(op("meld_by", held)) is None
    assert bench(op("meld_parts", held)) == ()
    assert bench(op("is_meld", op("list", *cards[:2]), static=((0, 0), (1, 0))))
    assert not bench(op("is_meld", op("list", cards[0]), static=((0, 0), (1, 0))))
    assert bench(op("strength", run, static=(0,))) > bench(op("strength", held, static=(0,)))
    assert bench(op("strength", nothing, static=(0,))) is None
    assert bench(op("zone_meld", zone(FRONT))) is None
    assert bench(op("zone_melds", zone(LAID))) == ()
    assert bench(op("zone_by", zone(FRONT))) is None


def test_quantifiers(bench: Bench) -> None:
    score = var(0, cell(0))
    big = where(op("gt", score, 5))
    assert bench(quantify("count", things(0), big)) == 2
    assert bench(quantify("some", things(0), big)) is True
    assert bench(quantify("some", things(0), where(op("gt", score, 9)))) is False
    assert bench(quantify("sum", things(0), value=score)) == 18
    assert bench(quantify("collect", things(0), value=score)) == (5, 6, 7)
    assert bench(quantify("collect", things(0, start=2))) == (2, 0, 1)
    assert bench(quantify("the", things(0), where(op("eq", score, 6)))) == 1
    assert bench(quantify("first", things(0), big)) == 1
    assert bench(quantify("first", things(0), where(False))) is None
    assert bench(quantify("sole", things(0), keys=[build.most(score)])) == 2
    assert bench(quantify("sole", things(0), big)) is None
    assert bench(quantify("most", things(0), value=score, static=(False, None))) == 7
    assert bench(quantify("fewest", things(0), value=score, static=(False, None))) == 5
    default = Expr("most", (score, build.lift(0)), (True, None), build.clause(things(0), where(False)))
    assert bench(default) == 0


def test_quantifiers_over_pairs_and_ties(bench: Bench) -> None:
    pairs = quantify("count", things(0), things(1), where(op("lt", cell(0), cell(1))))
    assert bench(pairs) == 3
    odd = Key(True, op("mod", var(0, cell(0)), 2))
    assert bench(quantify("collect", things(0), keys=[odd])) == (0, 2)
    assert bench(quantify("collect", things(0), keys=[odd, build.fewest(cell(0))])) == (0,)


def test_soft_conditions_bind_only_where_they_can(bench: Bench) -> None:
    def chosen(*soft: Expr) -> Any:
        return bench(quantify("collect", things(0), *[where(s, soft=True) for s in soft]))

    assert chosen(op("gt", cell(0), 0)) == (1, 2)
    assert chosen(op("gt", cell(0), 7)) == (0, 1, 2)
    assert chosen(op("gt", cell(0), 0), op("lt", cell(0), 1)) == (1, 2)
    assert chosen(op("gt", cell(0), 7), op("lt", cell(0), 1)) == (0,)


def test_none_is_below_everything_in_keys(bench: Bench) -> None:
    key = op("if", op("eq", cell(0), 1), None, cell(0))
    assert bench(quantify("collect", things(0), keys=[build.most(key)])) == (2,)
    assert bench(quantify("collect", things(0), keys=[build.fewest(key)])) == (1,)


def test_generators(bench: Bench) -> None:
    def found(*steps: Any, value: Any = None) -> Any:
        return bench(quantify("collect", *steps, value=value))

    assert found(build.numbers(0, 2, 4)) == (2, 3, 4)
    assert found(build.numbers(0, 4, 2)) == ()
    assert found(build.values(0, 5, 1)) == (5, 1)
    assert found(things(0), build.let(1, op("add", cell(0), 1))) == (1, 2, 3)
    three = op("list", 1, 2, 3)
    assert found(among(0, three)) == (1, 2, 3)
    assert found(build.subsets(0, three, 2, 2)) == ((1, 2), (1, 3), (2, 3))
    assert len(found(build.subsets(0, three))) == 8
    assert found(build.subsets(0, three, 3)) == ((1, 2, 3),)
    assert found(build.subsets(0, three, 4, 4)) == ()
    cards = bench.lay("A.hand", "7C", "7H", "8C")
    made = found(build.melds(0, (0, 1), pieces(zone(HAND, 0))))
    assert [sorted(meld.pieces) for meld in made] == [cards[:2], sorted([cards[0], cards[2]]), cards[1:]]
