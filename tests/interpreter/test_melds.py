from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.faults import RulesFault
from interpreter.layout import Layout
from interpreter.meld_forms import looks_at_form_only
from interpreter.melds import Meld, enumerate_melds, form, identity, lying, matches, shared, strength, top
from interpreter.position import LaidMeld, Position
from interpreter.program import Clause, Expr, Function, Gen, MeldKind, MeldOrder, Part, Shape
from tests.interpreter.support import (
    GRIP_KINDS,
    NO_EXPR,
    RANK,
    RUN,
    SET,
    SUIT,
    TRAP,
    deal,
    plain_part,
    start,
    suited,
    zone_number,
)

GRIP = suited()
WILD = suited(copies=1, wilds=1)


def find(
    layout: Layout, row: str, any_of: str = "", kinds: Sequence[int] = (SET, RUN), where: str = "B.front"
) -> tuple[Position, list[Meld]]:
    """The melds of a hand, written like `5C 6S`, with some cards of another zone."""
    pos = start(layout)
    hand = deal(layout, pos, "A.hand", row)
    others = deal(layout, pos, where, any_of)
    return pos, enumerate_melds(layout, pos, hand, others, [(kind, ()) for kind in kinds])


def written(layout: Layout, melds: Sequence[Meld]) -> list[str]:
    """Kind and readings of melds, as laid."""
    names = [kind.name for kind in layout.program.melds]
    codes = layout.face_code
    return [f"{names[m.kind]} {' '.join(codes[face] for face in m.faces)}" for m in melds]


# ---------------------------------------------------------------------------------------------
# The printed cases


def test_h1_a_run_keeps_the_order_of_the_hand() -> None:
    assert "run 3C 4S 5O" in written(GRIP, find(GRIP, "3C 4S 5O")[1])
    assert "run 5C 4S 3O" in written(GRIP, find(GRIP, "5C 4S 3O")[1])
    found = written(GRIP, find(GRIP, "4C 3S 5O")[1])
    assert [m for m in found if len(m.split()) == 4] == []


def test_h2_the_forms_that_can_be_laid() -> None:
    for row, kind in (("6C 7S 8O", RUN), ("9C 9S 9O", SET), ("1C 1S 1O 1H", SET), ("4C 3S 2O 1H", RUN)):
        found = [m for m in find(GRIP, row)[1] if len(m.pieces) == len(row.split())]
        assert [m.kind for m in found] == [kind]
    [long] = [m for m in find(GRIP, "1C 2S 3O 4H 5C")[1] if len(m.pieces) == 5]
    assert top(GRIP, long) == 4  # the rank 5 is the fifth member of its domain
    [down] = [m for m in find(GRIP, "8C 7S 6O")[1] if len(m.pieces) == 3]
    assert top(GRIP, down) == 7


def test_h3_cards_are_put_in_between() -> None:
    assert "run 4C 5O 6C 7H 8C" in written(GRIP, find(GRIP, "4C 6C 8C", "5O 7H")[1])
    assert not [m for m in find(GRIP, "8C 4C 6C", "5O 7H")[1] if len(m.pieces) == 5]


def test_h5_the_gap_closes() -> None:
    assert sorted(written(GRIP, find(GRIP, "2C 7S 3O 4H")[1])) == [
        "run 3O 4H", "set 2C", "set 3O", "set 4H", "set 7S",
    ]  # fmt: skip
    assert "run 2C 3O 4H" in written(GRIP, find(GRIP, "2C 3O 4H")[1])


def test_h10_two_runs_of_one_suit() -> None:
    found = written(GRIP, find(GRIP, "4C 6C", "7C 5C 3C", [TRAP])[1])
    assert sorted(found) == ["trap 3C 4C 5C 6C", "trap 4C 5C 6C 7C"]


def test_m4_a_pair_with_a_wild_as_a_set() -> None:
    found = written(WILD, find(WILD, "*C 5S", kinds=[SET])[1])
    assert [m for m in found if len(m.split()) == 3] == ["set 5C 5S"]


def test_m5_a_pair_with_a_wild_reads_three_ways() -> None:
    found = written(WILD, find(WILD, "*C 5S")[1])
    assert sorted(m for m in found if len(m.split()) == 3) == ["run 4C 5S", "run 6C 5S", "set 5C 5S"]


def test_m6_a_wild_before_or_behind() -> None:
    found = find(WILD, "8O", "*S", [RUN])[1]
    assert written(WILD, found) == ["run 8O 9S", "run 7S 8O"]
    assert [top(WILD, m) for m in found] == [8, 7]


def test_m7_a_wild_supplies_its_own_suit_only() -> None:
    _, found = find(WILD, "5S 5O *C", "5H", [TRAP])
    assert written(WILD, found) == ["trap 5S 5O 5C 5H"]
    pos, found = find(WILD, "5S 5O *C", "5C", [SET, TRAP])
    assert "set 5S 5O 5C 5C" in written(WILD, found)
    assert not [m for m in found if m.kind == TRAP]
    assert matches(WILD, pos, [*found[-1].pieces], [(SET, ())])


def test_m10_four_wilds_are_a_trap_of_any_rank() -> None:
    found = find(WILD, "*C *S *O *H", kinds=[TRAP])[1]
    assert len(found) == 9 and len({m.faces for m in found}) == 9


def test_twins_are_one_in_a_bag_and_two_in_a_row() -> None:
    assert len(find(GRIP, "", "5C 5C", [SET], where="A.held")[1]) == 2  # one card, or both
    assert len(find(GRIP, "", "5C 5C", [SET], where="B.front")[1]) == 3
    assert len(find(GRIP, "5C 5C", "", [SET])[1]) == 3


def test_an_empty_row_leaves_the_others() -> None:
    assert written(GRIP, find(GRIP, "", "6S 5C", [RUN])[1]) == ["run 5C 6S"]


def test_sizes_can_be_narrowed() -> None:
    pos = start(GRIP)
    hand = deal(GRIP, pos, "A.hand", "1C 2C 3C 4C")
    found = enumerate_melds(GRIP, pos, hand, (), [(RUN, ())], low=3, high=3)
    assert written(GRIP, found) == ["run 1C 2C 3C", "run 2C 3C 4C"]


def test_too_many_are_a_fault_and_nothing_is_cut() -> None:
    pos = start(GRIP)
    hand = deal(GRIP, pos, "A.hand", "1C 2C 3C 4C")
    with pytest.raises(RulesFault) as caught:
        enumerate_melds(GRIP, pos, hand, (), [(RUN, ())], budget=2)
    assert caught.value.code == "options-budget" and caught.value.facts["kind"] == "run"


# ---------------------------------------------------------------------------------------------
# Against a search that tries everything


class Ranks:
    """Measures a card by its rank, a wild as read; the total is the first parameter."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def measure(self, shape: Shape, piece: int, face: int) -> int:
        return (self.layout.face_values[RANK][face] or 0) + 1

    def total(self, kind: int, shape: Shape, parameters: tuple[int, ...]) -> int:
        return parameters[0]


def orders_of(layout: Layout, shape: Shape, faces: Sequence[int]) -> Iterator[list[int]]:
    """The ways in which cards stand in sequence: with the low member where it is, or below the lowest."""
    assert shape.consecutive is not None
    row = layout.face_values[shape.consecutive]
    choices = []
    for face in faces:
        value = row[face]
        assert value is not None
        choices.append((value, -1) if value == shape.low_member else (value,))
    for values in product(*choices):
        if sorted(values) == list(range(min(values), min(values) + len(values))):
            yield list(values)


def traits_hold(layout: Layout, shape: Shape, faces: Sequence[int], taken: int) -> bool:
    """Whether cards, the first `taken` of them in the order of the row, have a shape's traits."""
    for attribute in shape.same:
        values = [layout.face_values[attribute][f] for f in faces]
        if None in values or len(set(values)) > 1:
            return False
    for attribute in shape.different:
        values = [layout.face_values[attribute][f] for f in faces]
        if None in values or len(set(values)) < len(values):
            return False
    if shape.consecutive is not None and faces:
        if any(layout.face_values[shape.consecutive][f] is None for f in faces):
            return False
        for values in orders_of(layout, shape, faces):
            part = values[:taken]
            if part in (sorted(part), sorted(part, reverse=True)):
                return True
        return False
    return True


def divisions(
    layout: Layout, parts: Sequence[Part], cards: list[tuple[int, int]]
) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """The ways to divide cards (piece, face) among parts: pairs of kind and cards, plain cards as kind -1."""
    if not parts:
        if not cards:
            yield ()
        return
    part, rest = parts[0], parts[1:]
    if part.low <= 0:
        yield from divisions(layout, rest, cards)
    if part.high is not None and part.high <= 0:
        return
    fewer = Part(part.kinds, part.low - 1, None if part.high is None else part.high - 1)
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            left = [card for card in cards if card not in chosen]
            kinds = part.kinds or (-1,)
            for kind in kinds:
                if kind < 0 and size > 1:
                    continue
                if kind >= 0 and not any(
                    shape_holds(layout, shape, list(chosen), 0) for shape in layout.program.melds[kind].shapes
                ):
                    continue
                for others in divisions(layout, [fewer, *rest], left):
                    yield ((kind, tuple(sorted(chosen))), *others)


def shape_holds(layout: Layout, shape: Shape, cards: list[tuple[int, int]], taken: int) -> bool:
    if all(not part.kinds for part in shape.parts):
        low = sum(part.low for part in shape.parts)
        high = sum(len(cards) if part.high is None else part.high for part in shape.parts)
        if not low <= len(cards) <= high:
            return False
    elif not any(True for _ in divisions(layout, shape.parts, cards)):
        return False
    return traits_hold(layout, shape, [face for _, face in cards], taken)


def naive(
    layout: Layout,
    pos: Position,
    row: Sequence[int],
    any_of: Sequence[int],
    kind: int,
    total: int | None = None,
) -> set[Any]:
    """The identities of all melds of a kind, found by trying all cards in all readings."""
    found = set()
    pieces_of_row = {tuple(row[i:j]) for i in range(len(row)) for j in range(i + 1, len(row) + 1)} | {()}
    for piece_of_row in pieces_of_row:
        others = [p for p in any_of if p not in piece_of_row]
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                pieces = [*piece_of_row, *chosen]
                for faces in product(*(layout.readings[layout.piece_face[p]] for p in pieces)):
                    cards = list(zip(pieces, faces, strict=True))
                    for shape in layout.program.melds[kind].shapes:
                        if not shape_holds(layout, shape, cards, len(piece_of_row)):
                            continue
                        if shape.total is not None:
                            ranks = Ranks(layout)
                            if sum(ranks.measure(shape, p, f) for p, f in cards) != total:
                                continue
                        found |= set(identities(layout, pos, kind, shape, cards))
    return found


def identities(
    layout: Layout, pos: Position, kind: int, shape: Shape, cards: list[tuple[int, int]]
) -> Iterator[Any]:
    def own(kind: int, cards: Sequence[tuple[int, int]], parts: tuple[Meld, ...] = ()) -> Any:
        pieces, faces = tuple(p for p, _ in cards), tuple(f for _, f in cards)
        return identity(layout, pos, Meld(kind, pieces, faces, parts=parts))

    if shape.parts and all(part.kinds for part in shape.parts):
        for division in divisions(layout, shape.parts, cards):
            parts = tuple(
                Meld(k, tuple(p for p, _ in some), tuple(f for _, f in some)) for k, some in division
            )
            yield own(kind, cards, parts)
    else:
        yield own(kind, cards)


def check(
    layout: Layout,
    pos: Position,
    row: Sequence[int],
    any_of: Sequence[int],
    kind: int,
    total: int | None = None,
) -> None:
    parameters = () if total is None else (total,)
    melds = enumerate_melds(layout, pos, row, any_of, [(kind, parameters)], Ranks(layout))
    plain = any(not p.kinds for s in layout.program.melds[kind].shapes for p in s.parts)
    keys = [identity(layout, pos, Meld(m.kind, m.pieces, m.faces) if plain else m) for m in melds]
    assert len(set(keys)) == len(keys)
    assert set(keys) == naive(layout, pos, row, any_of, kind, total)
    for meld in melds:
        check_laid(layout, [] if set(row) & set(any_of) else row, meld)
        assert matches(layout, pos, meld.pieces, [(kind, parameters)], Ranks(layout))


def check_laid(layout: Layout, row: Sequence[int], meld: Meld) -> None:
    """A meld is laid as it says: a contiguous piece of the row in its order, a sequence up or down."""
    shape = layout.program.melds[meld.kind].shapes[meld.shape]
    for piece, face in zip(meld.pieces, meld.faces, strict=True):
        assert face in layout.readings[layout.piece_face[piece]]
    if meld.parts:
        return
    if shape.consecutive is not None:
        assert any(
            values in (sorted(values), sorted(values, reverse=True))
            for values in orders_of(layout, shape, meld.faces)
        )
    places = [list(row).index(p) for p in meld.pieces if p in row]
    assert places == list(range(places[0], places[-1] + 1) if places else ())


def cards_of(layout: Layout, data: st.DataObject, most_row: int, most_any: int) -> tuple[Position, Any, Any]:
    """A hand and other cards, partly in a bag, at random."""
    pos = start(layout)
    ids = data.draw(st.permutations(range(layout.piece_count)))
    row_size = data.draw(st.integers(0, most_row))
    any_size = data.draw(st.integers(0, most_any))
    bag_size = data.draw(st.integers(0, any_size))
    from tests.interpreter.support import lay

    lay(layout, pos, "A.hand", ids[:row_size])
    lay(layout, pos, "B.front", ids[row_size : row_size + any_size - bag_size])
    lay(layout, pos, "A.held", ids[row_size + any_size - bag_size : row_size + any_size])
    any_of = pos.zones[zone_number(layout, "B.front")] + pos.zones[zone_number(layout, "A.held")]
    return pos, pos.zones[zone_number(layout, "A.hand")], any_of


PLAIN = suited(suits=2, ranks="1234", copies=2)
WILDS = suited(suits=2, ranks="1234", copies=1, wilds=2)
JOKERS = suited(suits=2, ranks="123", copies=1, jokers=2)

LOW = MeldKind("low run", (), (Shape((plain_part(2, None),), consecutive=RANK, low_member=3),))
FLUSH_RUN = MeldKind(
    "low suit run", (), (Shape((plain_part(2, 4),), consecutive=RANK, same=(SUIT,), low_member=3),)
)
SUM = MeldKind("sum", (0,), (Shape((plain_part(1, None),), measure=NO_EXPR, measure_cell=0, total=NO_EXPR),))
SUM_RUN = MeldKind(
    "sum run",
    (0,),
    (Shape((plain_part(2, None),), consecutive=RANK, measure=NO_EXPR, measure_cell=0, total=NO_EXPR),),
)
MIX = MeldKind("mix", (), (Shape((plain_part(2, 3),), different=(SUIT, RANK)),))
ANYTHING = MeldKind("anything", (), (Shape((plain_part(2, 2),)),))
TWO = MeldKind("two", (), (Shape((plain_part(2, 2),), same=(RANK,)),))
ROW3 = MeldKind("row", (), (Shape((plain_part(3, None),), consecutive=RANK),))
PAIR = MeldKind("pair", (), (Shape((Part((7,), 1, 1), plain_part(1, 2))),))
PAIRS = MeldKind("pairs", (), (Shape((Part((7,), 2, 2), plain_part(1, 1))),))
HOUSE = MeldKind("house", (), (Shape((Part((7,), 1, 1), Part((8,), 1, 1))),))
SPREAD = MeldKind("spread", (), (Shape((Part((7, 8), 0, None),)),))
SUITED_PAIR = MeldKind("suited pair", (), (Shape((Part((7,), 1, 1), plain_part(1, 1)), different=(SUIT,)),))
ALL_KINDS = (
    *GRIP_KINDS, LOW, FLUSH_RUN, SUM, SUM_RUN, TWO, ROW3, MIX, ANYTHING,
    PAIR, PAIRS, HOUSE, SPREAD, SUITED_PAIR,
)  # fmt: skip
KIND_NAMES = [kind.name for kind in ALL_KINDS]


@pytest.mark.parametrize("kind", range(len(ALL_KINDS)), ids=KIND_NAMES)
@pytest.mark.parametrize("deck", ["plain", "wilds", "jokers"])
def test_the_search_finds_what_trying_everything_finds(kind: int, deck: str) -> None:
    layout = {
        "plain": suited(suits=2, ranks="1234", copies=2, melds=ALL_KINDS),
        "wilds": suited(suits=2, ranks="1234", copies=1, wilds=2, melds=ALL_KINDS),
        "jokers": suited(suits=2, ranks="123", copies=1, jokers=2, melds=ALL_KINDS),
    }[deck]
    composite = kind > KIND_NAMES.index("anything")
    small = composite or deck != "plain"
    total_kinds = (KIND_NAMES.index("sum"), KIND_NAMES.index("sum run"))

    @settings(max_examples=35 if small else 70, deadline=None, derandomize=True)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        pos, row, any_of = cards_of(layout, data, 3 if small else 5, 3 if small else 5)
        total = data.draw(st.integers(1, 9)) if kind in total_kinds else None
        check(layout, pos, row, any_of, kind, total)

    run()


def test_a_card_may_stand_in_both_lists() -> None:
    layout = suited(suits=2, ranks="1234", copies=1, melds=ALL_KINDS)

    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        pos, row, any_of = cards_of(layout, data, 4, 2)
        both = list(row) + list(any_of)
        for kind in (SET, RUN, TRAP, KIND_NAMES.index("mix")):
            check(layout, pos, row, both, kind)

    run()


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_cards_match_a_kind_when_some_reading_of_all_of_them_does(data: st.DataObject) -> None:
    layout = suited(suits=2, ranks="1234", copies=2, wilds=1, melds=ALL_KINDS)
    pos, _, any_of = cards_of(layout, data, 0, 5)
    kind = data.draw(st.sampled_from([k for k, name in enumerate(KIND_NAMES) if not name.startswith("sum")]))
    expected = any(
        shape_holds(layout, shape, list(zip(any_of, faces, strict=True)), 0)
        for faces in product(*(layout.readings[layout.piece_face[p]] for p in any_of))
        for shape in layout.program.melds[kind].shapes
    )
    assert matches(layout, pos, any_of, [(kind, ())]) == expected


def test_form_lays_cards_in_sequence_and_keeps_fixed_readings() -> None:
    pos = start(WILD)
    pieces = deal(WILD, pos, "A.held", "7S *C 5O")
    meld = form(WILD, pos, pieces, [(SET, ()), (RUN, ())])
    assert meld is not None and written(WILD, [meld]) == ["run 5O 6C 7S"]
    eight = WILD.face_code.index("8C")
    assert form(WILD, pos, pieces, [(RUN, ())], fixed={pieces[1]: eight}) is None
    assert form(WILD, pos, pieces[:1], [(RUN, ())]) is None


# ---------------------------------------------------------------------------------------------
# What melds read as, and how they compare

POKER_KINDS = (
    MeldKind("two", (), (Shape((plain_part(2, 2),), same=(RANK,)),)),
    MeldKind("three", (), (Shape((plain_part(3, 3),), same=(RANK,)),)),
    MeldKind("four", (), (Shape((plain_part(4, 4),), same=(RANK,)),)),
    MeldKind("high card", (), (Shape((plain_part(5, 5),)),)),
    MeldKind("pair", (), (Shape((Part((0,), 1, 1), plain_part(3, 3))),)),
    MeldKind("two pairs", (), (Shape((Part((0,), 2, 2), plain_part(1, 1))),)),
    MeldKind("trips", (), (Shape((Part((1,), 1, 1), plain_part(2, 2))),)),
    MeldKind("straight", (), (Shape((plain_part(5, 5),), consecutive=RANK, low_member=12),)),
    MeldKind("flush", (), (Shape((plain_part(5, 5),), same=(SUIT,)),)),
    MeldKind("full house", (), (Shape((Part((1,), 1, 1), Part((0,), 1, 1))),)),
    MeldKind("quads", (), (Shape((Part((2,), 1, 1), plain_part(1, 1))),)),
    MeldKind(
        "straight flush", (), (Shape((plain_part(5, 5),), consecutive=RANK, same=(SUIT,), low_member=12),)
    ),
)
POKER = suited(
    ranks="23456789TJQKA", copies=1, melds=POKER_KINDS, orders=[MeldOrder("poker", tuple(range(3, 12)))]
)


def best(cards: str) -> tuple[str, tuple[int, ...]]:
    pos = start(POKER)
    pieces = deal(POKER, pos, "A.held", cards)
    melds = enumerate_melds(POKER, pos, (), pieces, [(kind, ()) for kind in range(3, 12)])
    meld = max(melds, key=lambda m: strength(POKER, m, 0))
    return POKER_KINDS[meld.kind].name, strength(POKER, meld, 0)


def test_the_best_of_seven_cards_by_order() -> None:
    ladder = [
        ("high card", "2C 4S 6O 8H TC QS KO"),
        ("pair", "2C 2S 6O 8H TC QS KO"),
        ("pair", "3C 3S 6O 8H TC QS KO"),
        ("two pairs", "2C 2S 6O 6H TC QS KO"),
        ("two pairs", "2C 2S 6O 6H TC QS AO"),
        ("trips", "2C 2S 2O 8H TC QS KO"),
        ("straight", "AC 2S 3O 4H 5C KS KO"),
        ("straight", "2S 3O 4H 5C 6C KS KO"),
        ("straight", "AC TS JO QH KC 2S 2O"),
        ("flush", "2C 4C 6C 8C TC QS KO"),
        ("full house", "2C 2S 2O KH KC QS 9O"),
        ("full house", "3C 3S 3O 2H 2C QS 9O"),
        ("quads", "2C 2S 2O 2H TC QS KO"),
        ("straight flush", "AC 2C 3C 4C 5C KS KO"),
        ("straight flush", "9C TC JC QC KC KS KO"),
    ]
    results = [best(cards) for _, cards in ladder]
    assert [name for name, _ in results] == [name for name, _ in ladder]
    strengths = [strength for _, strength in results]
    assert strengths == sorted(strengths) and len(set(strengths)) == len(strengths)


def test_equal_hands_compare_equal() -> None:
    assert best("AC KS QO JH 9C 2S 3O") == best("AS KC QH JO 9S 2H 3C")


def test_strength_of_a_kind_that_is_not_in_the_order_is_a_fault() -> None:
    pos = start(POKER)
    pieces = deal(POKER, pos, "A.held", "2C 2S")
    [meld] = enumerate_melds(POKER, pos, (), pieces, [(0, ())])
    with pytest.raises(RulesFault) as caught:
        strength(POKER, meld, 0)
    assert caught.value.code == "kind-not-ordered"


def test_top_and_what_cards_share() -> None:
    _, melds = find(GRIP, "3C 4C 5C", "5S")
    by_text = dict(zip(written(GRIP, melds), melds, strict=True))
    assert top(GRIP, by_text["run 3C 4C 5C"]) == 4
    assert top(GRIP, by_text["set 5C 5S"]) == 4
    assert shared(GRIP, by_text["run 3C 4C 5C"], SUIT) == 0
    assert shared(GRIP, by_text["run 3C 4C 5C"], RANK) is None
    assert shared(GRIP, by_text["set 5C 5S"], RANK) == 4
    assert shared(GRIP, by_text["set 5C 5S"], SUIT) is None


def test_top_of_a_run_that_begins_with_its_low_member() -> None:
    pos = start(POKER)
    pieces = deal(POKER, pos, "A.held", "AC 2S 3O 4H 5C")
    [meld] = enumerate_melds(POKER, pos, (), pieces, [(7, ())])
    assert top(POKER, meld) == 3  # the five
    assert written(POKER, [meld]) == ["straight AC 2S 3O 4H 5C"]


def test_a_kind_without_a_value_has_no_top() -> None:
    pos = start(POKER)
    pieces = deal(POKER, pos, "A.held", "2C 4S 6O 8H TC")
    [meld] = enumerate_melds(POKER, pos, (), pieces, [(3, ())])
    with pytest.raises(RulesFault) as caught:
        top(POKER, meld)
    assert caught.value.code == "meld-without-top"


def test_melds_on_the_table() -> None:
    pos = start(GRIP)
    pieces = deal(GRIP, pos, "laid", "3C 4S 5O 7C 7S")
    zone = zone_number(GRIP, "laid")
    faces = [GRIP.piece_face[p] for p in pieces]
    pos.laid[zone] = [LaidMeld(4, RUN, 1, faces[:3]), LaidMeld(6, SET, None, faces[3:])]
    run, pair = lying(GRIP, pos, zone)
    assert run.pieces == tuple(pieces[:3]) and run.by == 1 and run.home == (zone, 4)
    assert pair.pieces == tuple(pieces[3:]) and pair.by is None and pair.home == (zone, 6)


def test_spreads_tell_their_parts() -> None:
    layout = suited(suits=3, ranks="123", copies=1, melds=ALL_KINDS)
    pos = start(layout)
    pieces = deal(layout, pos, "A.held", "1C 2C 3C 1S 2S 3S 1O 2O 3O")
    spread = KIND_NAMES.index("spread")
    full = [m for m in enumerate_melds(layout, pos, (), pieces, [(spread, ())]) if len(m.pieces) == 9]
    rows = [m for m in full if all(part.kind == KIND_NAMES.index("row") for part in m.parts)]
    assert len(rows) == len(list(permutations(range(3)))) ** 2  # which two, which three with each of the ones
    assert len({identity(layout, pos, m) for m in full}) == len(full)


# ---------------------------------------------------------------------------------------------
# Only the melds that are wanted


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_what_is_not_wanted_is_left_out_and_nothing_else(data: st.DataObject) -> None:
    layout = suited(suits=2, ranks="1234", copies=2, wilds=1, melds=ALL_KINDS)
    pos, row, any_of = cards_of(layout, data, 3, 4)
    size, height = data.draw(st.integers(1, 4)), data.draw(st.integers(0, 3))

    def wanted(meld: Meld) -> bool:
        return len(meld.pieces) == size + 1 or (len(meld.pieces) == size and top(layout, meld) > height)

    for kind in (SET, RUN, TRAP, KIND_NAMES.index("low run"), KIND_NAMES.index("pair")):
        everything = enumerate_melds(layout, pos, row, any_of, [(kind, ())], by=1)
        some = enumerate_melds(layout, pos, row, any_of, [(kind, ())], by=1, accept=wanted)
        assert some == [meld for meld in everything if wanted(meld)]
        assert all(meld.by == 1 for meld in everything)


def test_a_condition_that_looks_at_the_form_only() -> None:
    def cell(number: int) -> Expr:
        return Expr("cell", (), (number,))

    def of(op: str, number: int) -> Expr:
        return Expr(op, (cell(number),))

    beats = Function(
        "beats",
        (1, 2),
        Expr(
            "or",
            (
                Expr("eq", (of("meld_size", 1), Expr("add", (of("meld_size", 2), Expr("const", (), (1,)))))),
                Expr("gt", (of("meld_top", 1), of("meld_top", 2))),
            ),
        ),
    )
    base = evolve(GRIP.program, functions=(beats,), cells=("m", "new", "old"))
    centre = Expr("zone_meld", (Expr("zone", (), (3,)),))
    own = Expr("some", (), (), Clause((Gen("list", 1, (of("meld_pieces", 0),)),)))
    assert looks_at_form_only(base, Expr("call", (cell(0), centre), (0,)), 0)
    assert not looks_at_form_only(base, own, 0)
    assert not looks_at_form_only(base, Expr("eq", (cell(0), centre)), 0)
    assert looks_at_form_only(base, Expr("not", (Expr("call", (cell(0), centre), (0,)),)), 0)
    assert looks_at_form_only(base, own, 2)
