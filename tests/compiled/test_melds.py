"""Melds in a kernel against the reference: the same ones, in the same order, after as many steps."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
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
from interpreter.machine import Machine
from interpreter.melds import BUDGET, Meld, enumerate_melds, lying, matches, shared, strength, top
from interpreter.moves import _add_to_meld as add_to_meld
from interpreter.moves import _joined as joined
from interpreter.moves import _lay as lay_meld
from interpreter.moves import _Spot as Spot
from interpreter.position import Position
from interpreter.program import MeldKind, MeldOrder, Part, Shape
from interpreter.rules import Rules
from interpreter.state import State
from tests.compiled.meld_kernel import ORIGIN, MeldKernel, reference
from tests.interpreter.support import NO_EXPR, RANK, SUIT, plain_part, suited, zone_number
from tests.interpreter.test_melds import ALL_KINDS, POKER_KINDS, Ranks
from tests.support.rules_files import Case, plain_cases

OWN_KINDS = (
    *ALL_KINDS,
    MeldKind("sets or runs", (), (Shape((Part((0, 1), 1, 2), Part((1,), 0, 1))),)),
    MeldKind("two plain", (), (Shape((plain_part(1, 1), Part((7,), 1, 1), plain_part(0, 2)), same=(SUIT,)),)),
    MeldKind("deep", (), (Shape((Part((12,), 1, 1), Part((13, 7), 0, 1))),)),
    MeldKind(
        "low same", (), (Shape((plain_part(0, 3),), consecutive=RANK, different=(SUIT,), low_member=2),)
    ),
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
ENGINES = ("python", "wasm")
DECKS = {
    "plain": {"suits": 2, "ranks": "1234", "copies": 2},
    "single": {"suits": 3, "ranks": "12345", "copies": 1},
    "wilds": {"suits": 2, "ranks": "1234", "copies": 1, "wilds": 2},
    "jokers": {"suits": 2, "ranks": "123", "copies": 1, "jokers": 2},
}
HOSTED = [*((name, "wasm") for name in DECKS), ("wilds", "python")]
"""Both hosts do the same (`test_hosts.py`), so one of them tries everything and the other some of it."""


@cache
def deck(name: str) -> Layout:
    return suited(**DECKS[name], melds=OWN_KINDS)


@cache
def kernel(name: str, engine: str) -> MeldKernel:
    layout = deck(name)

    def ask(code: MeldCode) -> dict[str, str]:
        names = {}
        for kind, declared in enumerate(OWN_KINDS):
            kinds = ((kind, len(declared.parameters)),)
            names[f"search {kind}"] = code.search(kinds)
            names[f"wanted {kind}"] = code.search(kinds, "accept_some")
            names[f"nested {kind}"] = code.search(kinds, "accept_nested")
            names[f"form {kind}"] = code.form(kinds)
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
def accept_nested(m):
    found = <search 0>(0, m + 6, NONE)
    return heap[m + 6] == 2 and heap[found] > 0


def accept_some(m):
    n = heap[m + 6]
    if n == 3:
        return meld_top(m) > 1
    return n == 2
"""
    return MeldKernel(layout, ask, more, Ranks(layout), engine)


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
    k: MeldKernel,
    name: str,
    pos: Position,
    row: Any,
    any_of: Any,
    kinds: Any,
    asker: Any,
    by: int | None = 1,
    budget: int = BUDGET,
) -> list[int]:
    """Searches with both; the places of the melds found."""
    given = [value for _, values in kinds for value in values]
    try:
        expected, steps = reference(k.layout, pos, row, any_of, kinds, asker, by=by, budget=budget)
    except RulesFault as problem:
        with pytest.raises(RulesFault) as caught:
            k.call(name, k.listed(row), k.listed(any_of), NONE if by is None else by, *given)
        assert caught.value.code == problem.code
        return []
    places = k.elements(k.call(name, k.listed(row), k.listed(any_of), NONE if by is None else by, *given))
    assert [k.meld(place) for place in places] == expected
    assert k.steps == steps
    return places


NAMES = [kind.name for kind in OWN_KINDS]


@pytest.mark.parametrize(("name", "engine"), HOSTED)
@pytest.mark.parametrize("kind", range(len(OWN_KINDS)), ids=NAMES)
def test_the_same_melds_are_found_in_the_same_order(kind: int, name: str, engine: str) -> None:
    k = kernel(name, engine)
    rng = random.Random(f"{kind} {name}")
    composite = any(part.kinds for shape in OWN_KINDS[kind].shapes for part in shape.parts)
    most = 3 if composite else 4
    for _ in range(12 if composite else 25):
        pos, row, any_of = cards(k.layout, rng, most, most - 1)
        k.load(pos)
        parameters = tuple(rng.randint(1, 9) for _ in OWN_KINDS[kind].parameters)
        by = rng.choice((None, 0, 2))
        check_search(k, f"search {kind}", pos, row, any_of, [(kind, parameters)], Ranks(k.layout), by)


@pytest.mark.parametrize(("name", "engine"), HOSTED)
def test_several_kinds_at_once(name: str, engine: str) -> None:
    k = kernel(name, engine)
    rng = random.Random(name)
    for _ in range(40):
        pos, row, any_of = cards(k.layout, rng, 3, 2)
        k.load(pos)
        kinds = [(0, ()), (3, ()), (10, ()), (5, (rng.randint(1, 9),)), (2, ())]
        check_search(k, "search several", pos, row, any_of, kinds, Ranks(k.layout))
    k.load(pos)
    check_search(k, "search several", pos, [], [], kinds, Ranks(k.layout), None)


@pytest.mark.parametrize(("name", "engine"), HOSTED)
def test_what_is_not_wanted_is_left_out(name: str, engine: str) -> None:
    k = kernel(name, engine)
    layout = k.layout
    rng = random.Random(name)

    def accepted(meld: Meld) -> bool:
        return len(meld.pieces) == 2 or (len(meld.pieces) == 3 and top(layout, meld) > 1)

    for _ in range(40):
        pos, row, any_of = cards(layout, rng, 3, 3)
        for kind in (0, 1, 2, 3, 4):
            k.load(pos)
            expected, steps = reference(layout, pos, row, any_of, [(kind, ())], accept=accepted)
            found = k.call(f"wanted {kind}", k.listed(row), k.listed(any_of), NONE)
            assert [k.meld(place) for place in k.elements(found)] == expected
            assert k.steps == steps


@pytest.mark.parametrize(("name", "engine"), HOSTED)
def test_a_search_may_run_within_another(name: str, engine: str) -> None:
    k = kernel(name, engine)
    rng = random.Random(name)
    for _ in range(3):
        pos, row, any_of = cards(k.layout, rng, 2, 2)
        for kind in range(len(OWN_KINDS)):
            k.load(pos)
            given = tuple(4 for _ in OWN_KINDS[kind].parameters)
            kinds = [(kind, given)]
            melds = enumerate_melds(k.layout, pos, row, any_of, kinds, Ranks(k.layout), by=2)
            found = k.call(f"nested {kind}", k.listed(row), k.listed(any_of), 2, *given)
            places = k.elements(found)
            assert [k.meld(place) for place in places] == [m for m in melds if len(m.pieces) == 2]


def test_too_many_steps_are_the_same_fault() -> None:
    layout = deck("jokers")
    kinds = range(len(OWN_KINDS))

    def ask(code: MeldCode) -> dict[str, str]:
        return {str(kind): code.search(((kind, len(OWN_KINDS[kind].parameters)),)) for kind in kinds}

    budget = 60
    k = MeldKernel(layout, ask, asker=Ranks(layout), engine="wasm", budget=budget)
    rng = random.Random(3)
    faults = 0
    for _ in range(12):
        pos, row, any_of = cards(layout, rng, 3, 2)
        for kind in kinds:
            k.load(pos)
            parameters = tuple(5 for _ in OWN_KINDS[kind].parameters)
            asked = k, str(kind), pos, row, any_of, [(kind, parameters)], Ranks(layout)
            check_search(*asked, budget=budget)
            faults += k.steps > budget
    assert 30 < faults < 200


@pytest.mark.parametrize(("name", "engine"), HOSTED)
@pytest.mark.parametrize("kind", range(len(OWN_KINDS)), ids=NAMES)
def test_cards_form_the_same_meld_or_none(kind: int, name: str, engine: str) -> None:
    k = kernel(name, engine)
    layout = k.layout
    asker = Ranks(layout)
    rng = random.Random(f"{kind} {name}")
    for _ in range(15):
        pos, row, any_of = cards(layout, rng, 2, 2)
        some = likely(layout, rng, pos, row + any_of)
        parameters = tuple(rng.randint(1, 9) for _ in OWN_KINDS[kind].parameters)
        kinds = [(kind, parameters)]
        k.load(pos)
        expected, steps = reference(layout, pos, (), some, kinds, asker, first=True)
        place = k.call(f"form {kind}", k.listed(some), *parameters)
        assert (None if place == NONE else k.meld(place)) == (expected[0] if expected else None)
        assert k.steps == steps
        matched = matches(layout, pos, some, kinds, asker)
        assert k.call(f"matches {kind}", k.listed(some), *parameters) == matched


def likely(layout: Layout, rng: random.Random, pos: Position, there: Sequence[int]) -> list[int]:
    """Some cards, at times ones that can form a meld."""
    found = enumerate_melds(layout, pos, (), there, [(rng.choice((0, 1, 2, 3, 8)), ())])
    if found and rng.random() < 0.7:
        pieces = list(rng.choice(found).pieces)
        rng.shuffle(pieces)
        return pieces
    return rng.sample(list(there), rng.randint(0, min(4, len(there))))


@pytest.mark.parametrize(("name", "engine"), HOSTED)
def test_melds_read_and_are_told_apart_as_in_the_reference(name: str, engine: str) -> None:
    k = kernel(name, engine)
    layout = k.layout
    maker = KeyMaker(layout)
    rng = random.Random(name)
    for _ in range(5):
        pos, row, any_of = cards(layout, rng, 2, 3)
        for piece in any_of:
            pos.facing[piece] = rng.choice((0, 0, 2))
        k.load(pos)
        melds: list[Meld] = []
        for kind in (0, 1, 3, 8, 11, 12, NAMES.index("deep")):
            melds += enumerate_melds(layout, pos, row, any_of, [(kind, ())], Ranks(layout))[:25]
        melds += [evolve(meld, home=(zone_number(layout, "laid"), 3)) for meld in melds[:2]]
        melds += [evolve(meld, by=2) for meld in melds[:2]]
        melds = rng.sample(melds, min(40, len(melds)))
        places = [k.put(meld) for meld in melds]
        keys = [k.elements(k.call("key", place)) for place in places]
        read = [(key, maker.meld(pos, meld)) for key, meld in zip(keys, melds, strict=True)]
        for place, meld, (key, expected) in zip(places, melds, read, strict=True):
            check_top(k, place, meld)
            for attribute in (SUIT, RANK):
                value = shared(layout, meld, attribute)
                assert k.call("shared", place, attribute) == (NONE if value is None else value)
            for other_place, other, (other_key, other_expected) in zip(places, melds, read, strict=True):
                assert (key == other_key) == (expected == other_expected)
                assert k.call("same", place, other_place) == (meld == other)
        assert k.call("key", NONE) == NONE and k.call("same", NONE, NONE) == 1
        assert not places or k.call("same", NONE, places[0]) == 0


def check_top(k: MeldKernel, place: int, meld: Meld) -> None:
    try:
        expected = top(k.layout, meld)
    except RulesFault as problem:
        with pytest.raises(RulesFault) as caught:
            k.call("top", place)
        assert (caught.value.code, caught.value.origin) == (problem.code, ORIGIN)
    else:
        assert k.call("top", place) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_lists_compare_as_tuples_do(engine: str) -> None:
    k = kernel("plain", engine)
    k.load(empty_position(k.layout))
    lists = [(), (0,), (1,), (1, -2), (1, 0, 5), (-3, 9), (1, 0)]
    for a in lists:
        for b in lists:
            first, second = k.listed(a), k.listed(b)
            assert k.call("compare", first, second) == (a > b) - (a < b)
            assert k.call("same lists", first, second) == (a == b)


@pytest.mark.parametrize("engine", ENGINES)
def test_strength_compares_as_in_the_reference(engine: str) -> None:
    layout = suited(
        suits=3, ranks="A23456", copies=1, wilds=1, melds=POKER_KINDS,
        orders=[MeldOrder("poker", tuple(range(3, 12))), MeldOrder("few", (0, 1))],
    )  # fmt: skip
    kinds = tuple((kind, 0) for kind in range(len(POKER_KINDS)))
    k = MeldKernel(
        layout,
        lambda code: {"search": code.search(kinds), "0": code.strength(0), "1": code.strength(1)},
        engine=engine,
    )
    rng = random.Random(5)
    for _ in range(3):
        pos = empty_position(layout)
        some = rng.sample(range(layout.piece_count), 8)
        k.load(pos)
        places = check_search(k, "search", pos, [], some, [(kind, ()) for kind, _ in kinds], None)
        for place in rng.sample(places, min(300, len(places))):
            for order in (0, 1):
                try:
                    expected = strength(layout, k.meld(place), order)
                except RulesFault as problem:
                    with pytest.raises(RulesFault) as caught:
                        k.call(str(order), place)
                    assert (caught.value.code, caught.value.origin) == (problem.code, ORIGIN)
                else:
                    assert tuple(k.elements(k.call(str(order), place))) == expected
        assert k.call("0", NONE) == NONE


# ---------------------------------------------------------------------------------------------
# Melds on the table


@cache
def rules_of(layout: Layout) -> Rules:
    return Machine(layout.program).rules


class Table:
    """A position in both, on which melds are laid, joined and taken from."""

    def __init__(self, k: MeldKernel, rng: random.Random) -> None:
        self.k = k
        self.rng = rng
        self.layout = k.layout
        self.rules = rules_of(k.layout)
        self.pos = empty_position(k.layout)
        self.pos.generator = seed_generator(1)
        self.state = State(self.pos, Sampled(self.pos))
        ids = rng.sample(range(k.layout.piece_count), k.layout.piece_count)
        for piece in ids[:10]:
            piles.put(k.layout, self.pos, piece, zone_number(k.layout, "A.hand"))
        k.load(self.pos)
        self.joins = 0
        self.zones = [zone for zone, meld in enumerate(k.layout.is_meld) if meld]

    def both(self, name: str, args: Sequence[int], then: Callable[[], None]) -> None:
        """Does the same with both: the same comes of it, or the same fault."""
        try:
            then()
        except RulesFault as problem:
            with pytest.raises(RulesFault) as caught:
                self.k.call(name, *args)
            assert caught.value.code == problem.code
            self.k.load(self.pos)
        else:
            self.k.call(name, *args)
        for zone in range(self.layout.zone_count):
            assert self.k.row(zone) == self.pos.zones[zone]
            assert self.k.laid(zone) == self.pos.laid.get(zone, [])
        for zone in self.zones:
            expected = lying(self.layout, self.pos, zone)
            places = self.k.elements(self.k.call("lying", zone))
            assert tuple(self.k.meld(place) for place in places) == expected
            last = self.k.call("last", zone)
            assert (None if last == NONE else self.k.meld(last)) == (expected[-1] if expected else None)

    def lay(self) -> None:
        hand = self.pos.zones[zone_number(self.layout, "A.hand")]
        by = self.rng.choice((None, 1))
        melds = enumerate_melds(self.layout, self.pos, (), hand, [(0, ()), (1, ())], by=by)
        zone = self.rng.choice(self.zones)
        if melds:
            meld = self.rng.choice(melds)
            spot = Spot((zone,), None, 0)
            args = self.k.put(meld), zone, 0
            self.both("lay", args, lambda: lay_meld(self.rules, self.state, meld, spot, ORIGIN))

    def join(self) -> None:
        melds = [meld for zone in self.zones for meld in lying(self.layout, self.pos, zone)]
        hand = self.pos.zones[zone_number(self.layout, "A.hand")]
        if melds:
            meld = self.rng.choice(melds)
            pool = [piece for piece in range(self.layout.piece_count) if self.pos.place[piece] in self.zones]
            pool = [piece for piece in pool + hand if piece not in meld.pieces]
            groups = [tuple(self.rng.sample(pool, self.rng.randint(0, min(3, len(pool))))) for _ in range(4)]
            fitting = [group for group in groups if joined(self.rules, self.state, group, meld)]
            group = self.rng.choice(fitting if fitting and self.rng.random() < 0.7 else groups)
            self.joins += group in fitting and len(group) > 0
            if self.rng.random() < 0.1:
                meld = evolve(meld, home=None)
            args = self.k.listed(group), self.k.put(meld)
            self.both("join", args, lambda: add_to_meld(self.rules, self.state, group, meld, ORIGIN))

    def move_whole(self) -> None:
        source, target = self.rng.sample(self.zones, 2)
        if not self.pos.zones[target]:
            piles.move_whole(self.layout, self.pos, self.state.chance, source, target)
            self.k.call("move", source, target)
            assert self.k.laid(source) == [] and self.k.laid(target) == self.pos.laid[target]
        self.k.load(self.pos)


@pytest.mark.parametrize(("name", "engine"), HOSTED)
def test_melds_are_laid_joined_and_moved(name: str, engine: str) -> None:
    k = kernel(name, engine)
    joins = 0
    for seed in range(8):
        rng = random.Random(f"{seed} {name}")
        table = Table(k, rng)
        for _ in range(8):
            rng.choice((table.lay, table.lay, table.join, table.join, table.move_whole))()
            k.load(table.pos)
        joins += table.joins
    assert joins > 2


# ---------------------------------------------------------------------------------------------
# The kinds of the games that come along


def games_with_melds() -> list[Case]:
    """Each file with melds once: the number of players makes no difference to them."""
    cases = {case.path: case for case in plain_cases() if "\nmeld " in case.text}
    return list(cases.values())


def hand_of(layout: Layout, rng: random.Random) -> tuple[Position, list[int], list[int]]:
    """Cards that lie in zones that can be: in a row or a bag, and some others."""
    pos = empty_position(layout)
    families = [family for family in layout.family_pieces if family and not layout.is_die[family[0]]]
    pool = list(rng.choice(families))
    rng.shuffle(pool)
    zones = [zone for zone in range(layout.zone_count) if layout.zone_kind[zone] in ("row", "bag")]
    row: list[int] = []
    for number in range(2):
        count = rng.randint(0, 6)
        zone = rng.choice(zones)
        for piece in pool[number * 6 : number * 6 + count]:
            piles.put(layout, pos, piece, zone)
            row += [piece] * (number == 0)
    if row and rng.random() < 0.5:
        row = list(pos.zones[pos.place[row[0]]])
    there = [piece for piece in range(layout.piece_count) if pos.place[piece] >= 0 and piece not in row]
    return (pos, row, there) if rng.random() < 0.6 else (pos, [], row + there)


@pytest.mark.parametrize("case", games_with_melds(), ids=str)
def test_the_melds_of_games(case: Case) -> None:
    machine = case.machine
    layout = machine.layout
    pos = empty_position(layout)
    pos.generator = seed_generator(1)
    asker = StateAsker(machine.rules.compiler, State(pos, Sampled(pos)))
    kinds = tuple((kind, len(declared.parameters)) for kind, declared in enumerate(layout.program.melds))

    def ask(code: MeldCode) -> dict[str, str]:
        names = {f"search {kind}": code.search(((kind, count),)) for kind, count in kinds}
        names |= {f"matches {kind}": code.matches(((kind, count),)) for kind, count in kinds}
        return names | {"all": code.search(kinds), "top": code.top()}

    k = MeldKernel(layout, ask, asker=asker, engine="wasm")
    rng = random.Random(str(case))
    for _ in range(25):
        pos, row, any_of = hand_of(layout, rng)
        k.load(pos)
        given = {kind: tuple(rng.randint(1, 15) for _ in range(count)) for kind, count in kinds}
        places = check_search(k, "all", pos, row, any_of, list(given.items()), asker)
        for place in places[:30]:
            check_top(k, place, k.meld(place))
        for kind, values in given.items():
            check_search(k, f"search {kind}", pos, row, any_of, [(kind, values)], asker, None)
            for some in (any_of, row, rng.sample(any_of, min(3, len(any_of)))):
                expected = matches(layout, pos, some, [(kind, values)], asker)
                assert k.call(f"matches {kind}", k.listed(some), *values) == expected
