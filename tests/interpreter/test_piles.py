from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from interpreter import piles
from interpreter.chance import Chance, ChanceNeeded, Sampled, Scripted, seed_generator
from interpreter.faults import EngineBug, RulesFault
from interpreter.knowledge import DOWN, UP, knows
from interpreter.layout import Layout
from interpreter.position import NOWHERE, UNDECIDED, LaidMeld, Position, copy_position
from interpreter.program import Counter as Tokens
from interpreter.program import Face, Family, Piece
from tests.interpreter.support import lay, plain, program, start, zone_number
from tests.interpreter.test_chance import chi_square

ROWS = (
    ("stock", "pile", "hidden", (), -1),
    ("discard", "pile", "open", (), -1),
    ("line", "row", "open", (), -1),
    ("pool", "bag", "hidden", (), -1),
    ("spot", "slot", "open", (), -1),
    ("hand", "row", "private", (0,), 0),
    ("held", "bag", "private", (0,), 0),
    ("table", "melds", "open", (), -1),
)


def deck(*counts: int, tokens: Sequence[Tokens] = ()) -> Layout:
    return plain(counts, ROWS, counters=tokens)


def numbers(layout: Layout, pieces: Sequence[int | None]) -> list[int | None]:
    return [None if p is None else layout.piece_face[p] for p in pieces]


# ---------------------------------------------------------------------------------------------
# Distributions, exactly

Distribution = dict[Any, Fraction]


def outcomes(run: Callable[[Chance], Any]) -> Distribution:
    """What a run can come to, each with its probability: every list of outcomes of chance is tried."""
    found: Distribution = {}
    waiting: list[tuple[list[int], Fraction]] = [([], Fraction(1))]
    while waiting:
        labels, weight = waiting.pop()
        try:
            result = run(Scripted(labels))
        except ChanceNeeded as needed:
            event = needed.event
            waiting += [
                ([*labels, label], weight * Fraction(w, event.total))
                for label, w in zip(event.outcomes, event.weights, strict=True)
            ]
        else:
            found[result] = found.get(result, Fraction(0)) + weight
    assert sum(found.values()) == 1
    return found


Script = list[tuple[Any, ...]]


def random_script(rng: random.Random, twins: bool) -> tuple[int, Script]:
    """A pile's size and what is done with it; at most one shuffle comes after the first."""
    size = rng.randint(1, 4)
    inside = size
    outside = 2
    script: Script = []
    again = 1
    for _ in range(rng.randint(2, 7)):
        kind = rng.choice(
            ["draw", "draw", "top", "first", "put", "insert", "shuffle", "all", "take", "whole"]
        )
        if kind in ("draw", "top", "first", "take") and not inside:
            continue
        if kind == "draw":
            inside -= 1
        elif kind in ("put", "insert"):
            if not outside:
                continue
            outside -= 1
            script.append((kind, outside, rng.randint(1, inside + 1)))
            inside += 1
            continue
        elif kind == "take":
            if twins:
                continue
            script.append((kind, rng.randint(0, 5)))
            inside -= 1  # perhaps; only the guards above need it
            continue
        elif kind == "shuffle":
            if not again:
                continue
            again -= 1
        script.append((kind,))
    return size, script


def play_lazily(layout: Layout, size: int, script: Script, chance: Chance) -> Any:
    """The script on an undecided pile."""
    pos = start(layout)
    stock = zone_number(layout, "stock")
    line = zone_number(layout, "line")
    piles.gather(layout, pos, chance, range(size), stock, shuffled=True)
    seen: list[Any] = []
    for step in script:
        kind = step[0]
        if kind == "draw":
            piece = piles.draw(layout, pos, chance, stock)
            seen.append(numbers(layout, [piece]))
            if piece is not None:
                piles.put(layout, pos, piece, line)
        elif kind == "top":
            seen.append(numbers(layout, [piles.decide_top(layout, pos, chance, stock)]))
        elif kind == "first":
            seen.append(numbers(layout, [piles.decide_first(layout, pos, chance, stock)]))
        elif kind == "put":
            piles.put(layout, pos, size + step[1], stock)
        elif kind == "insert":
            at = min(step[2], len(pos.zones[stock]) + 1)
            piles.put(layout, pos, size + step[1], stock, at)
        elif kind == "shuffle":
            piles.shuffle(layout, pos, chance, stock)
        elif kind == "all":
            seen.append(numbers(layout, piles.pieces(layout, pos, chance, stock)))
        elif kind == "take" and step[1] < layout.piece_count and pos.place[step[1]] == stock:
            piles.move(layout, pos, chance, step[1], line)
        elif kind == "whole":
            piles.move_whole(layout, pos, chance, stock, stock)
        check_books(layout, pos)
    seen.append(numbers(layout, piles.pieces(layout, pos, chance, stock)))
    return str(seen)


def play_really(layout: Layout, size: int, script: Script) -> Distribution:
    """The same script on piles that are really put into every order."""
    state: list[tuple[list[int], list[Any], Fraction]] = []
    orders = list(permutations(range(size)))
    for order in orders:
        state.append((list(order), [], Fraction(1, len(orders))))
    for step in script:
        kind = step[0]
        if kind == "shuffle":
            split = []
            for pile, seen, weight in state:
                mixed = list(permutations(pile))
                split += [(list(m), list(seen), weight / len(mixed)) for m in mixed]
            state = split
            continue
        for pile, seen, _ in state:
            if kind == "draw":
                seen.append(numbers(layout, [pile.pop() if pile else None]))
            elif kind == "top":
                seen.append(numbers(layout, [pile[-1] if pile else None]))
            elif kind == "first":
                seen.append(numbers(layout, [pile[0] if pile else None]))
            elif kind == "put":
                pile.append(size + step[1])
            elif kind == "insert":
                pile.insert(min(step[2], len(pile) + 1) - 1, size + step[1])
            elif kind == "all":
                seen.append(numbers(layout, pile))
            elif kind == "take" and step[1] in pile:
                pile.remove(step[1])
    found: Distribution = {}
    for pile, seen, weight in state:
        key = str([*seen, numbers(layout, pile)])
        found[key] = found.get(key, Fraction(0)) + weight
    return found


def check_books(layout: Layout, pos: Position) -> None:
    """Every piece lies in exactly one place, and undecided places and pieces are as many."""
    lying = [p for zone in pos.zones for p in zone if p != UNDECIDED] + [p for bag in pos.bags for p in bag]
    assert len(lying) == len(set(lying))
    for zone, places in enumerate(pos.zones):
        assert places.count(UNDECIDED) == len(pos.bags[zone])
        for piece in [p for p in places if p != UNDECIDED] + pos.bags[zone]:
            assert pos.place[piece] == zone
        if layout.is_bag[zone]:
            assert places == sorted(places)
    assert {p for p in range(layout.piece_count) if pos.place[p] == NOWHERE}.isdisjoint(lying)


@pytest.mark.parametrize("seed", range(400))
def test_an_undecided_pile_is_a_shuffled_pile(seed: int) -> None:
    rng = random.Random(seed)
    twins = seed % 3 == 0
    size, script = random_script(rng, twins)
    layout = deck(*([2, 2, 2] if twins else [1] * 6))
    assert outcomes(lambda chance: play_lazily(layout, size, script, chance)) == play_really(
        layout, size, script
    )


def test_a_whole_pile_keeps_its_distribution_wherever_it_goes() -> None:
    layout = deck(1, 1, 1, 1)
    stock, other = zone_number(layout, "stock"), zone_number(layout, "discard")

    def run(chance: Chance) -> Any:
        pos = start(layout)
        piles.gather(layout, pos, chance, range(3), stock, shuffled=True)
        piles.put(layout, pos, 3, stock, 2)
        piles.move_whole(layout, pos, chance, stock, other)
        assert not pos.zones[stock] and not pos.bags[stock]
        check_books(layout, pos)
        return tuple(pos.zones[other])

    expected = {(a, 3, b, c): Fraction(1, 6) for a, b, c in permutations(range(3))}
    assert outcomes(run) == expected


def test_a_pile_that_goes_to_a_bag_or_is_shuffled_on_arrival_needs_no_chance() -> None:
    layout = deck(1, 1, 1, 1)
    stock, hand = zone_number(layout, "stock"), zone_number(layout, "A.held")
    pos = start(layout)
    chance = Scripted()
    piles.gather(layout, pos, chance, range(4), stock, shuffled=True)
    piles.move_whole(layout, pos, chance, stock, hand)
    assert pos.zones[hand] == [0, 1, 2, 3]
    piles.move_whole(layout, pos, chance, hand, stock, shuffled=True)
    assert pos.zones[stock] == [UNDECIDED] * 4 and pos.bags[stock] == [0, 1, 2, 3]
    piles.gather(layout, pos, chance, range(4), hand)
    assert pos.zones[hand] == [0, 1, 2, 3] and not pos.zones[stock] and not pos.bags[stock]


def test_gathering_some_of_an_undecided_pile_leaves_the_rest_as_it_would_be() -> None:
    layout = deck(1, 1, 1, 1, 1)
    stock, line = zone_number(layout, "stock"), zone_number(layout, "line")

    def run(chance: Chance) -> Any:
        pos = start(layout)
        piles.gather(layout, pos, chance, range(4), stock, shuffled=True)
        piles.put(layout, pos, 4, stock, 3)
        piles.gather(layout, pos, chance, [0, 1], line)
        check_books(layout, pos)
        return tuple(piles.pieces(layout, pos, chance, stock))

    real: Distribution = {}
    for order in permutations(range(4)):
        pile = list(order)
        pile.insert(2, 4)
        key = tuple(p for p in pile if p > 1)
        real[key] = real.get(key, Fraction(0)) + Fraction(1, 24)
    assert outcomes(run) == real


def test_gathering_some_of_a_pile_that_is_shuffled_again_needs_no_chance() -> None:
    layout = deck(1, 1, 1, 1, 1)
    stock = zone_number(layout, "stock")
    pos = start(layout)
    chance = Scripted()
    piles.gather(layout, pos, chance, range(4), stock, shuffled=True)
    piles.put(layout, pos, 4, stock, 3)
    piles.gather(layout, pos, chance, [0, 1, 4], stock, shuffled=True)
    check_books(layout, pos)
    assert pos.zones[stock] == [UNDECIDED] * 5 and pos.bags[stock] == [0, 1, 2, 3, 4]


def test_sampling_shuffles_evenly() -> None:
    layout = deck(1, 1, 1, 1)
    stock = zone_number(layout, "stock")
    counts: Counter[object] = Counter()
    generator = seed_generator("piles")
    for _ in range(12_000):
        pos = start(layout)
        chance = Sampled.of(generator)
        piles.gather(layout, pos, chance, range(4), stock, shuffled=True)
        counts[tuple(piles.pieces(layout, pos, chance, stock))] += 1
    assert chi_square(counts, 24, 12_000) < 49.7  # 23 degrees of freedom, once in a thousand


def test_a_sampled_pile_is_repeated_from_its_history() -> None:
    layout = deck(2, 3, 1, 2)
    stock = zone_number(layout, "stock")
    pos = start(layout)
    pos.generator = seed_generator("history")

    def deal(chance: Chance) -> list[int | None]:
        pos = start(layout)
        piles.gather(layout, pos, chance, range(8), stock, shuffled=True)
        return numbers(layout, [piles.draw(layout, pos, chance, stock) for _ in range(9)])

    sampled = Sampled(pos)
    first = deal(sampled)
    scripted = Scripted(sampled.history)
    assert deal(scripted) == first and scripted.used == len(sampled.history)
    assert first[-1] is None


# ---------------------------------------------------------------------------------------------
# Moves


def test_counting_laying_and_shuffling_decide_nothing() -> None:
    layout = deck(1, 1, 1, 1)
    stock = zone_number(layout, "stock")
    pos = start(layout)
    chance = Scripted()
    piles.gather(layout, pos, chance, range(3), stock, shuffled=True)
    assert piles.size(layout, pos, stock) == 3
    piles.put(layout, pos, 3, stock)
    assert pos.zones[stock] == [UNDECIDED] * 3 + [3]
    assert piles.draw(layout, pos, chance, stock) == 3
    piles.shuffle(layout, pos, chance, stock)
    assert pos.zones[stock] == [UNDECIDED] * 3


def test_what_everybody_sees_is_decided_at_once() -> None:
    layout = deck(1, 1, 1)
    pos = start(layout)
    chance = Scripted([2, 0])
    piles.gather(layout, pos, chance, range(3), zone_number(layout, "discard"), shuffled=True)
    assert pos.zones[zone_number(layout, "discard")] == [1, 0, 2]  # from the top down
    chance = Scripted([2, 0])
    piles.gather(layout, pos, chance, range(3), zone_number(layout, "A.hand"), shuffled=True)
    assert pos.zones[zone_number(layout, "A.hand")] == [2, 0, 1]  # from the first place on


def test_places_are_counted_from_one_after_removal() -> None:
    layout = deck(1, 1, 1, 1)
    line = zone_number(layout, "line")
    pos = start(layout)
    chance = Scripted()
    lay(layout, pos, "line", [0, 1, 2])
    piles.move(layout, pos, chance, 0, line, 3)
    assert pos.zones[line] == [1, 2, 0]
    piles.move(layout, pos, chance, 3, line, 1)
    assert pos.zones[line] == [3, 1, 2, 0]
    piles.move(layout, pos, chance, 1, line)
    assert pos.zones[line] == [3, 2, 0, 1]
    assert [piles.place_of(layout, pos, p) for p in (3, 2, 0, 1)] == [1, 2, 3, 4]
    piles.move_all(layout, pos, chance, [0, 1], line, 1)
    assert pos.zones[line] == [0, 1, 3, 2]
    with pytest.raises(RulesFault) as caught:
        piles.move(layout, pos, chance, 0, line, 5)
    assert caught.value.code == "place-outside"


def test_a_full_slot_and_a_bag_with_places_are_faults() -> None:
    layout = deck(1, 1, 1)
    pos = start(layout)
    lay(layout, pos, "spot", [0])
    lay(layout, pos, "pool", [1])
    with pytest.raises(RulesFault) as caught:
        piles.put(layout, pos, 2, zone_number(layout, "spot"))
    assert caught.value.code == "slot-full"
    with pytest.raises(RulesFault) as caught:
        piles.put(layout, pos, 2, zone_number(layout, "pool"), 2)
    assert caught.value.code == "place-without-order"
    with pytest.raises(EngineBug):
        piles.put(layout, pos, 1, zone_number(layout, "line"))


@pytest.mark.parametrize("order", list(permutations([(0, UP), (1, 0), (2, DOWN), (3, 0)])))
def test_a_bag_has_one_order_however_it_was_filled(order: Sequence[tuple[int, int]]) -> None:
    layout = deck(3, 1)
    pos = start(layout)
    held = zone_number(layout, "A.held")
    for piece, facing in order:
        piles.put(layout, pos, piece, held, facing=facing)
    assert pos.zones[held] == [1, 2, 0, 3], "twins by how they lie"


def test_drawing() -> None:
    layout = deck(2, 1, 1)
    pos = start(layout)
    lay(layout, pos, "pool", [0, 1, 2])
    pool, line, spot = (zone_number(layout, name) for name in ("pool", "line", "spot"))
    with pytest.raises(ChanceNeeded) as needed:
        piles.draw(layout, pos, Scripted(), pool)
    assert needed.value.event.outcomes == (0, 1) and needed.value.event.weights == (2, 1)
    assert piles.draw_into(layout, pos, Scripted([0]), pool, line) in (0, 1)
    assert numbers(layout, pos.zones[pool]) == [0, 1]
    with pytest.raises(RulesFault) as caught:
        piles.draw(layout, pos, Scripted(), line)
    assert caught.value.code == "draw-from-row"
    assert piles.draw(layout, pos, Scripted(), spot) is None
    lay(layout, pos, "spot", [3])
    assert piles.draw(layout, pos, Scripted(), spot) == 3


def test_drawing_one_family() -> None:
    faces = [Face(0, (0,), "a", "a"), Face(1, (1,), "b", "b")]
    layout = Layout(
        program(
            faces=faces,
            pieces=[Piece(0), Piece(0), Piece(1), Piece(1)],
            zone_rows=ROWS,
            families=[Family("one", False, False), Family("other", False, False)],
            attributes=(),
        )
    )
    pos = start(layout)
    chance = Scripted()
    lay(layout, pos, "discard", [0, 2, 1])
    discard = zone_number(layout, "discard")
    assert piles.draw(layout, pos, chance, discard, 1) == 2
    assert pos.zones[discard] == [0, 1]
    assert piles.draw(layout, pos, chance, discard, 1) is None
    lay(layout, pos, "pool", [2, 3])
    assert piles.draw(layout, pos, chance, zone_number(layout, "pool"), 1) in (2, 3)
    assert piles.draw(layout, pos, chance, zone_number(layout, "pool"), 0) is None


def test_counted_pieces_are_part_of_the_size() -> None:
    layout = deck(1, tokens=[Tokens("coin", 5, 1)])
    pos = start(layout)
    pool = zone_number(layout, "pool")
    lay(layout, pos, "pool", [0])
    assert piles.size(layout, pos, pool) == 1
    pos.counters[0][layout.zone_holder(pool)] += 2
    assert piles.size(layout, pos, pool) == 3
    assert [pos.counters[0][layout.seat_holder(s)] for s in range(3)] == [1, 1, 1]
    assert pos.counters[0][0] == 2


def test_melds_stay_melds_or_lose_cards() -> None:
    layout = deck(1, 1, 1, 1, 1)
    table = zone_number(layout, "table")
    pos = start(layout)
    chance = Scripted()
    lay(layout, pos, "table", [0, 1, 2, 3])
    pos.laid[table] = [LaidMeld(0, 0, None, [0, 1]), LaidMeld(1, 0, None, [2, 3])]
    piles.move(layout, pos, chance, 3, zone_number(layout, "line"))
    assert [m.faces for m in pos.laid[table]] == [[0, 1], [2]]
    piles.move(layout, pos, chance, 2, zone_number(layout, "line"))
    assert [m.faces for m in pos.laid[table]] == [[0, 1]]
    piles.move_whole(layout, pos, chance, table, zone_number(layout, "discard"))
    assert pos.laid[table] == [] and pos.zones[zone_number(layout, "discard")] == [0, 1]


def test_facing_ends_when_a_piece_leaves_or_is_shuffled() -> None:
    layout = deck(1, 1)
    stock, line = zone_number(layout, "stock"), zone_number(layout, "line")
    pos = start(layout)
    chance = Scripted()
    piles.put(layout, pos, 0, line, facing=DOWN)
    assert not piles.lies_up(layout, pos, 0)
    piles.move(layout, pos, chance, 0, stock)
    assert pos.facing[0] == 0 and not piles.lies_up(layout, pos, 0)
    piles.flip(layout, pos, [0], True)
    assert piles.lies_up(layout, pos, 0) and pos.facing[0] == UP
    piles.shuffle(layout, pos, chance, stock)
    assert pos.facing[0] == 0
    piles.put(layout, pos, 1, line, facing=UP)
    assert pos.facing[1] == 0  # that is how it lies there anyway


def test_rolling() -> None:
    layout = Layout(
        program(
            faces=[Face(0, (), "d", "die")],
            pieces=[Piece(0), Piece(0)],
            zone_rows=ROWS,
            families=[Family("die", True, False, (1, 6))],
        )
    )
    pos = start(layout)
    chance = Scripted([3, 5])
    lay(layout, pos, "A.held", [0])
    lay(layout, pos, "pool", [1])
    for die in (0, 1):
        piles.roll(layout, pos, chance, die)
    assert pos.shown == [3, 5]
    assert knows(pos, 0, 0) and not knows(pos, 1, 0) and not knows(pos, 0, 1)


def test_dice_in_a_bag_are_told_apart_by_what_they_show() -> None:
    layout = Layout(
        program(
            faces=[Face(0, (), "d", "die")],
            pieces=[Piece(0), Piece(0), Piece(0)],
            zone_rows=ROWS,
            families=[Family("die", True, False, (1, 6))],
        )
    )
    pos = start(layout)
    lay(layout, pos, "pool", [0, 1, 2])
    pos.shown = [4, 4, 6]
    with pytest.raises(ChanceNeeded) as needed:
        piles.draw(layout, pos, Scripted(), zone_number(layout, "pool"))
    assert needed.value.event.weights == (2, 1)


def test_a_copy_is_independent() -> None:
    layout = deck(1, 1, 1)
    pos = start(layout)
    chance = Scripted([0])
    piles.gather(layout, pos, chance, range(3), zone_number(layout, "stock"), shuffled=True)
    other = copy_position(pos)
    piles.draw(layout, other, chance, zone_number(layout, "stock"))
    assert len(pos.zones[zone_number(layout, "stock")]) == 3
