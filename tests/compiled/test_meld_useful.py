"""A search among the cards that can be in a meld finds what a search among all of them finds."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from interpreter import piles
from interpreter.compiled.features import Features
from interpreter.compiled.kernel import NONE
from interpreter.compiled.runtime.melds import MeldCode
from interpreter.layout import Layout, empty_position
from interpreter.position import Position
from interpreter.program import MeldKind, Part, Shape
from tests.compiled.meld_kernel import MeldKernel, Zones, reference
from tests.interpreter.support import NO_EXPR, RANK, SUIT, plain_part, suited, zone_number
from tests.interpreter.test_melds import Ranks

DECKS: dict[str, dict[str, Any]] = {
    "full": {"suits": 4, "ranks": "123456789TJQK", "copies": 1},
    "twins": {"suits": 3, "ranks": "12345", "copies": 3},
    "many ranks": {"suits": 2, "ranks": "123456789TJQKABCDEFGHIJKLMNOPQ", "copies": 1},
}
KINDS_EACH = 40


def random_kinds(rng: random.Random) -> list[MeldKind]:
    """Kinds of plain cards, and at the end kinds that are made of them."""
    found = [
        MeldKind(f"plain {n}", (), tuple(plain_shape(rng) for _ in range(rng.choice((1, 1, 2)))))
        for n in range(14)
    ]
    found.append(
        MeldKind(
            "sum",
            (0,),
            (Shape((plain_part(2, 3),), same=(SUIT,), measure=NO_EXPR, measure_cell=0, total=NO_EXPR),),
        )
    )
    for number in range(4):
        parts = tuple(
            Part(
                tuple(rng.sample(range(14), rng.randint(1, 2))),
                *rng.choice(((0, None), (0, 1), (1, 1), (1, 2))),
            )
            for _ in range(rng.choice((1, 1, 2)))
        )
        found.append(MeldKind(f"composite {number}", (), (Shape(parts),)))
    found.append(MeldKind("composite of composites", (), (Shape((Part((15, 16), 0, 1), Part((2,), 0, 1))),)))
    found.append(MeldKind("with a plain card", (), (Shape((Part((1,), 1, 1), plain_part(1, 1))),)))
    return found


def plain_shape(rng: random.Random) -> Shape:
    low = rng.choice((1, 2, 2, 2, 3, 3, 3, 4, 4))
    high = rng.choice((None, low, low + 1))
    same = rng.choice(((), (SUIT,), (RANK,), (SUIT, RANK)))
    if rng.random() < 0.5:
        same = () if RANK in same else same
        return Shape(
            (plain_part(low, high),), same, consecutive=RANK, low_member=rng.choice((None, None, 1, 4))
        )
    if not same:
        low, high = min(low, 2), 2
    different = rng.choice(((), (), (SUIT,), (RANK,)))
    return Shape((plain_part(low, high),), same, tuple(a for a in different if a not in same))


@cache
def kernel(deck: str) -> MeldKernel:
    kinds = random_kinds(random.Random(deck))
    layout = suited(**DECKS[deck], melds=kinds)

    def ask(code: MeldCode) -> dict[str, str]:
        names: dict[str, str] = {}
        for number, kind in enumerate(kinds):
            asked = ((number, len(kind.parameters)),)
            names[f"list {number}"] = code.search(asked, row=False)
            names |= _given(f"set {number}", code.search_set(asked))
            names |= _given(f"useful {number}", code.useful(asked))
        several = ((0, 0), (5, 0), (14, 1), (15, 0))
        names["list several"] = code.search(several, row=False)
        names |= _given("set several", code.search_set(several))
        wanted = code.search_set(((1, 0),), "accept_some")
        return names | _given("set wanted", wanted)

    more = "\ndef accept_some(m):\n    return heap[m + 6] > 2\n"
    return MeldKernel(layout, ask, more, Ranks(layout), "wasm" if deck == "full" else "python")


def _given(name: str, function: str | None) -> dict[str, str]:
    return {} if function is None else {name: function}


def dealt(layout: Layout, rng: random.Random, most: int) -> tuple[Position, list[int]]:
    """Cards, some of them in a bag; now and then many of a suit or rank."""
    pos = empty_position(layout)
    whole = list(range(layout.piece_count))
    faces = layout.face_values
    if rng.random() < 0.5:
        attribute = rng.choice((SUIT, RANK))
        values = rng.sample(range(4), 2)
        whole = [p for p in whole if faces[attribute][layout.piece_face[p]] in values]
    cards = rng.sample(whole, min(len(whole), rng.randint(0, most)))
    zones = [zone_number(layout, label) for label in rng.choice((("A.held",), ("A.held", "B.front")))]
    for piece in cards:
        piles.put(layout, pos, piece, rng.choice(zones))
    return pos, cards


def found_by(k: MeldKernel, name: str, cards: int, parameters: tuple[int, ...]) -> tuple[list[Any], int]:
    places = k.elements(k.call(name, 0, cards, NONE, *parameters))
    return [k.meld(place) for place in places], k.steps


@pytest.mark.parametrize("deck", DECKS)
def test_the_same_melds_after_as_many_steps(deck: str) -> None:
    k = kernel(deck)
    rng = random.Random(f"cards of {deck}")
    melds = 0
    for number, kind in enumerate(k.layout.program.melds):
        composite = any(part.kinds for shape in kind.shapes for part in shape.parts)
        for _ in range(KINDS_EACH // 2 if composite else KINDS_EACH):
            pos, cards = dealt(k.layout, rng, 7 if composite else 11)
            k.load(pos)
            parameters = tuple(rng.randint(1, 9) for _ in kind.parameters)
            asked = [(number, parameters)]
            expected = reference(k.layout, pos, (), cards, asked, Ranks(k.layout))
            melds += len(expected[0])
            assert found_by(k, f"list {number}", k.listed(cards), parameters) == expected
            if f"set {number}" in k.names:
                expected = reference(k.layout, pos, (), sorted(cards), asked, Ranks(k.layout))
                assert found_by(k, f"set {number}", bits(cards), parameters) == expected
    assert melds > 500
    sets = sum(name.startswith("set ") for name in k.names)
    assert sets == 0 if deck == "twins" else sets > 9


@pytest.mark.parametrize("deck", DECKS)
def test_several_kinds_a_card_twice_and_wanted_ones(deck: str) -> None:
    k = kernel(deck)
    rng = random.Random(f"several of {deck}")
    for _ in range(40):
        pos, cards = dealt(k.layout, rng, 6)
        asked = [(0, ()), (5, ()), (14, (rng.randint(2, 9),)), (15, ())]
        k.load(pos)
        expected = reference(k.layout, pos, (), sorted(cards), asked, Ranks(k.layout))
        if "set several" in k.names:
            assert found_by(k, "set several", bits(cards), asked[2][1]) == expected
        twice = cards + cards[:2]
        expected = reference(k.layout, pos, (), twice, asked, Ranks(k.layout))
        assert found_by(k, "list several", k.listed(twice), asked[2][1]) == expected
        if "set wanted" in k.names:
            found = reference(
                k.layout, pos, (), sorted(cards), [(1, ())], accept=lambda meld: len(meld.pieces) > 2
            )
            assert found_by(k, "set wanted", bits(cards), ()) == found


def bits(cards: list[int]) -> int:
    return sum(1 << piece for piece in cards)


def test_no_card_too_many_is_kept() -> None:
    """Where only few things are asked of the cards, each one that is kept is in a meld."""
    k = kernel("full")
    rng = random.Random(5)
    tried = 0
    for number, kind in enumerate(k.layout.program.melds):
        careful = any(
            s.different or s.total or s.low_member or any(p.kinds for p in s.parts) for s in kind.shapes
        )
        if careful or f"useful {number}" not in k.names:
            continue
        tried += 1
        for _ in range(30):
            pos, cards = dealt(k.layout, rng, 11)
            k.load(pos)
            expected, _ = reference(k.layout, pos, (), cards, [(number, ())])
            assert k.call(f"useful {number}", bits(cards)) == bits(
                list({piece for meld in expected for piece in meld.pieces})
            )
    assert tried > 4


@pytest.mark.parametrize(
    ("deck", "kind"),
    [
        ({"suits": 4, "ranks": "123456789TJQKABC", "copies": 1}, 0),
        ({"suits": 2, "ranks": "12345", "copies": 1, "wilds": 1}, 0),
        ({"suits": 2, "ranks": "12345", "copies": 1, "jokers": 1}, 0),
        ({"suits": 2, "ranks": "12345", "copies": 2}, 0),
        ({"suits": 2, "ranks": "12345", "copies": 1}, 1),
    ],
    ids=["more cards than bits", "wilds", "jokers", "twins", "plain cards beside melds"],
)
def test_nothing_is_said_where_a_set_does_not_tell(deck: dict[str, Any], kind: int) -> None:
    pair = MeldKind("pair", (), (Shape((plain_part(2, 2),), same=(RANK,)),))
    more = MeldKind("more", (), (Shape((Part((0,), 1, 1), plain_part(1, 1))),))
    layout = suited(**deck, melds=(pair, more))
    code = MeldCode(layout, Features(layout), Zones())
    assert code.useful(((kind, 0),)) is None
    assert code.search_set(((kind, 0),)) is None
    assert code.search(((kind, 0),), row=False) == code.search(((kind, 0),))
