"""Melds in a kernel against the reference: the same ones, in the same order, after as many steps."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from attrs import evolve

from interpreter import piles
from interpreter.chance import Sampled, seed_generator
from interpreter.choices import KeyMaker
from interpreter.compiled.kernel import NONE
from interpreter.compiled.runtime.melds import MeldCode
from interpreter.expressions.melds import StateAsker
from interpreter.faults import RulesFault
from interpreter.layout import Layout, empty_position
from interpreter.meld_tables import Asker
from interpreter.melds import Meld, enumerate_melds, form, lying, matches, shared, strength, top
from interpreter.position import LaidMeld, Position
from interpreter.program import Expr, MeldKind, MeldOrder, Part, Shape
from interpreter.state import State
from tests.compiled.meld_kernel import MeldKernel, reference
from tests.interpreter.support import NO_EXPR, RANK, SUIT, plain_part, suited, zone_number
from tests.interpreter.test_melds import ALL_KINDS, POKER_KINDS, Ranks
from tests.support.rules_files import Case, plain_cases

OWN_KINDS = (
    *ALL_KINDS,
    MeldKind("sets or runs", (), (Shape((Part((0, 1), 1, 2), Part((1,), 0, 1))),)),
    MeldKind("two plain", (), (Shape((plain_part(1, 1), Part((7,), 1, 1), plain_part(0, 2)), same=(SUIT,)),)),
    MeldKind("deep", (), (Shape((Part((12,), 1, 1), Part((13, 7), 0, 1))),)),
    MeldKind("low same", (), (Shape((plain_part(0, 3),), consecutive=RANK, different=(SUIT,), low_member=2),)),
    MeldKind("nothing or more", (), (Shape((plain_part(0, 3),), same=(SUIT, RANK)),)),
    MeldKind("colours", (), (Shape((plain_part(1, None),), different=(SUIT,)), Shape((plain_part(2, 3),)))),
    MeldKind(
        "sum of parts",
        (0,),
        (Shape((Part((7,), 1, None), plain_part(0, 1)), measure=NO_EXPR, measure_cell=0, total=NO_EXPR),),
    ),
    MeldKind(
        "sum of unlike",
        (0,),
        (Shape((plain_part(1, 3),), different=(RANK,), measure=NO_EXPR, measure_cell=0, total=NO_EXPR),),
    ),
)
DECKS = {
    "plain": {"suits": 2, "ranks": "1234", "copies": 2},
    "single": {"suits": 3, "ranks": "12345", "copies": 1},
    "wilds": {"suits": 2, "ranks": "1234", "copies": 1, "wilds": 2},
    "jokers": {"suits": 2, "ranks": "123", "copies": 1, "jokers": 2},
}


@cache
def deck(name: str) -> Layout:
    return suited(**DECKS[name], melds=OWN_KINDS)


@cache
def kernel(name: str) -> MeldKernel:
    layout = deck(name)

    def ask(code: MeldCode) -> dict[str, str]:
        names = {}
        for kind, declared in enumerate(OWN_KINDS):
            kinds = ((kind, len(declared.parameters)),)
            names[f"search {kind}"] = code.search(kinds)
            names[f"wanted {kind}"] = code.search(kinds, "wanted")
            names[f"form {kind}"] = code.form(kinds)
            names[f"fixed {kind}"] = code.form_fixed(kinds)
            names[f"matches {kind}"] = code.matches(kinds)
        several = ((0, 0), (3, 0), (10, 0), (5, 1), (2, 0))
        names["search several"] = code.search(several)
        names["form several"] = code.form(several)
        names["top"] = code.top()
        names["shared"] = code.shared()
        names["key"] = code.key()
        names["same"] = code.same()
        names["join"] = code.join()
        names["lay"] = code.lay()
        names["lying"] = code.lying()
        names["last"] = code.last_lying()
        names["move"] = code.move_laid()
        names["compare"] = code.compare_lists()
        names["same lists"] = code.same_lists()
        return names

    more = """
def wanted(m):
    n = heap[m + 6]
    if n == 2:
        return 1
    if n == 3 and heap[m + 8 + n] % 3 == heap[m + 8 + n] % 3:
        return 1
    return 0
"""
    return MeldKernel(layout, ask, more, Ranks(layout))


def cards(layout: Layout, rng: random.Random, most_row: int, most_any: int) -> tuple[Position, Any, Any]:
    """A hand and other cards, some of them in a bag."""
    pos = empty_position(layout)
    ids = rng.sample(range(layout.piece_count), layout.piece_count)
    rows, others, bagged = rng.randint(0, most_row), rng.randint(0, most_any), rng.randint(0, most_any)
    for label, some in (
        ("A.hand", ids[:rows]),
        ("B.front", ids[rows : rows + others]),
        ("A.held", ids[rows + others : rows + others + bagged]),
    ):
        for piece in some:
            piles.put(layout, pos, piece, zone_number(layout, label))
    row = list(pos.zones[zone_number(layout, "A.hand")])
    any_of = pos.zones[zone_number(layout, "B.front")] + pos.zones[zone_number(layout, "A.held")]
    if rng.random() < 0.3:
        rng.shuffle(any_of)
    if rng.random() < 0.25:
        any_of = any_of + rng.sample(row, rng.randint(0, len(row)))
    return pos, row, any_of


def check_search(
    k: MeldKernel, name: str, pos: Position, row: Any, any_of: Any, kinds: Any, asker: Any, by: int | None = 1
) -> list[int]:
    """Searches with both; the places of the melds found."""
    given = [value for _, values in kinds for value in values]
    try:
        expected, steps = reference(k.layout, pos, row, any_of, kinds, asker, by=by)
    except RulesFault as problem:
        with pytest.raises(RulesFault) as caught:
            k.call(name, k.listed(row), k.listed(any_of), NONE if by is None else by, *given)
        assert caught.value.code == problem.code
        return []
    places = k.elements(
        k.call(name, k.listed(row), k.listed(any_of), NONE if by is None else by, *given)
    )
    assert [k.meld(place) for place in places] == expected
    assert k.steps == steps
    return places


NAMES = [kind.name for kind in OWN_KINDS]


@pytest.mark.parametrize("name", DECKS)
@pytest.mark.parametrize("kind", range(len(OWN_KINDS)), ids=NAMES)
def test_the_same_melds_are_found_in_the_same_order(kind: int, name: str) -> None:
    k = kernel(name)
    rng = random.Random(f"{kind} {name}")
    composite = any(part.kinds for shape in OWN_KINDS[kind].shapes for part in shape.parts)
    most = 3 if composite else 4
    for _ in range(25 if composite else 60):
        pos, row, any_of = cards(k.layout, rng, most, most - 1)
        k.load(pos)
        parameters = tuple(rng.randint(1, 9) for _ in OWN_KINDS[kind].parameters)
        by = rng.choice((None, 0, 2))
        check_search(k, f"search {kind}", pos, row, any_of, [(kind, parameters)], Ranks(k.layout), by)
