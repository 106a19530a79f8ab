from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from interpreter import piles
from interpreter.chance import Sampled, Scripted, seed_generator
from interpreter.determinize import allowed_by, determinize
from interpreter.faults import EngineBug
from interpreter.knowledge import DOWN, knows
from interpreter.layout import Layout
from interpreter.melds import Meld
from interpreter.position import NOWHERE, UNDECIDED, LaidMeld, Position, copy_position
from interpreter.program import Counter as Tokens
from interpreter.program import Face, Family, Piece, VarFamily
from interpreter.views import Card, Log, MeldRef, Ref, View, observations, turn_of, view
from tests.interpreter.support import NO_EXPR, deal, lay, plain, program, start, suited, zone_number
from tests.interpreter.test_chance import chi_square

ROWS = (
    ("held", "bag", "private", (0,), 0),
    ("hand", "row", "private", (0,), 0),
    ("stock", "pile", "hidden", (), -1),
    ("pool", "bag", "hidden", (), -1),
    ("line", "row", "open", (), -1),
    ("spot", "slot", "private", (0,), 0),
    ("table", "melds", "open", (), -1),
)
VARIABLES = (
    VarFamily("score", (), 0, 1, NO_EXPR, "number"),
    VarFamily("taken", (), 1, 1, NO_EXPR, "piece"),
    VarFamily("several", (), 2, 1, NO_EXPR, "pieces"),
    VarFamily("best", (), 3, 1, NO_EXPR, "meld"),
)


def game(*counts: int) -> Layout:
    return plain(counts, ROWS, counters=[Tokens("coin", 6, 1)], variables=VARIABLES)


def random_position(layout: Layout, rng: random.Random, steps: int = 25) -> Position:
    """A position after random moves, draws, shuffles and shows, with some pieces in variables."""
    pos = start(layout)
    pos.generator = seed_generator(rng.random().hex())
    chance = Sampled(pos)
    stock = zone_number(layout, "stock")
    piles.gather(layout, pos, chance, range(layout.piece_count), stock, shuffled=True)
    free = [z for z in range(layout.zone_count) if not layout.is_slot[z] and not layout.is_meld[z]]
    for _ in range(steps):
        kind = rng.choice(["draw", "draw", "draw", "move", "move", "show", "flip", "shuffle", "put back"])
        lying = [p for zone in pos.zones for p in zone if p != UNDECIDED]
        if kind == "draw":
            piles.draw_into(layout, pos, chance, stock, rng.choice(free), facing=rng.choice([0, 0, DOWN]))
        elif kind == "move" and lying:
            piles.move(layout, pos, chance, rng.choice(lying), rng.choice(free))
        elif kind == "show" and lying:
            piles.reveal(layout, pos, [rng.choice(lying)])
        elif kind == "flip" and lying:
            piles.flip(layout, pos, [rng.choice(lying)], rng.random() < 0.5)
        elif kind == "shuffle" and rng.random() < 0.2:
            piles.shuffle(layout, pos, chance, rng.choice(free))
    for zone in range(layout.zone_count):
        if layout.is_slot[zone] and rng.random() < 0.5:
            piles.draw_into(layout, pos, chance, stock, zone)
    lying = [p for zone in pos.zones for p in zone if p != UNDECIDED]
    pos.variables = [rng.randint(0, 9), rng.choice([*lying, None]), tuple(lying[:2]), None]
    return pos


def redealt(layout: Layout, pos: Position, seat: int, rng: random.Random) -> Position:
    """The same position with all that the seat does not know dealt anew; variables keep to their places."""
    other = copy_position(pos)
    spots: list[tuple[int, int, int]] = []  # zone, index in zones or (-1 - index) in bags, facing
    pieces: list[int] = []
    for zone in range(layout.zone_count):
        for index, piece in enumerate(pos.zones[zone]):
            if piece != UNDECIDED and not knows(pos, seat, piece):
                spots.append((zone, index, pos.facing[piece]))
                pieces.append(piece)
        for index, piece in enumerate(pos.bags[zone]):
            spots.append((zone, -1 - index, 0))
            pieces.append(piece)
    masks = [pos.known[p] for p in pieces]
    mixed = list(pieces)
    rng.shuffle(mixed)
    became = dict(zip(pieces, mixed, strict=True))
    for (zone, index, facing), piece, mask in zip(spots, mixed, masks, strict=True):
        if index < 0:
            other.bags[zone][-1 - index] = piece
        else:
            other.zones[zone][index] = piece
        other.place[piece], other.facing[piece], other.known[piece] = zone, facing, mask
    for zone in range(layout.zone_count):
        if layout.is_bag[zone]:
            other.zones[zone].sort()
    taken, several = pos.variables[1], pos.variables[2]
    other.variables[1] = None if taken is None else became.get(taken, taken)
    other.variables[2] = tuple(became.get(p, p) for p in several)
    return other


@pytest.mark.parametrize("seed", range(150))
def test_what_a_seat_cannot_know_makes_no_difference(seed: int) -> None:
    rng = random.Random(seed)
    layout = game(2, 2, 1, 1, 3, 1)
    pos = random_position(layout, rng)
    for seat in range(3):
        mine = view(layout, pos, seat)
        again = view(layout, redealt(layout, pos, seat, rng), seat)
        assert again == mine
        assert again.as_data() == mine.as_data()


@pytest.mark.parametrize("seed", range(50))
def test_somebody_at_no_seat_sees_what_lies_open_and_no_more(seed: int) -> None:
    layout = game(2, 2, 1, 1, 3, 1)
    pos = random_position(layout, random.Random(seed))
    seen = view(layout, pos, None)
    assert seen.resume is None
    for zone, shown in enumerate(seen.zones):
        for card in shown.cards:
            if card.face is not None:
                assert layout.zone_visibility[zone] == "open" or card.facing == 2


def test_a_view_is_plain_data() -> None:
    layout = game(2, 2, 1)
    pos = random_position(layout, random.Random(1))
    data = view(layout, pos, 1).as_data()
    assert json.loads(json.dumps(data)) == json.loads(json.dumps(data))
    assert "resume" not in data and "generator" not in str(data) and "known" not in str(data)


def test_what_is_in_a_view() -> None:
    layout = game(2, 2, 1)
    pos = start(layout)
    lay(layout, pos, "A.hand", [0, 2])
    lay(layout, pos, "line", [4])
    lay(layout, pos, "stock", [1])
    pos.counters[0][layout.zone_holder(zone_number(layout, "pool"))] = 2
    pos.variables = [7, 0, (4, 0), None]
    pos.frames = [["turns", 0, 0, 2, 0, ()]]
    mine, theirs = view(layout, pos, 0, resume=False), view(layout, pos, 1, resume=False)
    hand, line = zone_number(layout, "A.hand"), zone_number(layout, "line")
    assert mine.zones[hand].cards == (Card(0), Card(1)) and mine.zones[hand].label == "A.hand"
    assert theirs.zones[hand].cards == (Card(None), Card(None)) and theirs.zones[hand].size == 2
    assert theirs.zones[line].cards == (Card(2),)
    assert theirs.zones[zone_number(layout, "stock")].cards == (Card(None),)
    assert mine.out == ((1, 1),)
    assert mine.turn == 2 == turn_of(pos)
    assert mine.counters == theirs.counters
    assert mine.variables == (7, Card(0), (Card(2), Card(0)), None)
    assert theirs.variables == (7, None, (Card(2), None), None)


def test_melds_on_the_table_and_in_variables() -> None:
    layout = game(2, 2, 1)
    pos = start(layout)
    table, hand = zone_number(layout, "table"), zone_number(layout, "A.hand")
    lay(layout, pos, "table", [0, 2])
    lay(layout, pos, "A.hand", [4])
    pos.laid[table] = [LaidMeld(3, 0, 1, [0, 1])]
    pos.variables = [0, None, (), Meld(0, (4,), (2,), 0)]
    mine, theirs = view(layout, pos, 0), view(layout, pos, 1)
    assert theirs.zones[table].melds[0].faces == (0, 1) and theirs.zones[table].melds[0].by == 1
    assert mine.variables[3] == (Card(2),) and theirs.variables[3] == (None,)
    assert mine.resume is not None and theirs.resume is not None
    assert mine.resume.variables[3] == MeldRef(0, (Ref(hand, 1, 2),), (2,), 0, (), None, 0)
    assert theirs.resume.variables[3] == MeldRef(0, (Ref(hand, 1, None),), (None,), 0, (), None, 0)


def dice_game() -> Layout:
    return Layout(
        program(
            faces=[Face(0, (), "d", "die")],
            pieces=[Piece(0, 0), Piece(0, 0), Piece(0, 1)],
            zone_rows=[("cup", "row", "private", (0,), 0)],
            families=[Family("die", True, True, (1, 6))],
        )
    )


def test_what_dice_show_is_secret_which_they_are_is_not() -> None:
    layout = dice_game()
    pos = start(layout)
    lay(layout, pos, "A.cup", [0, 1])
    lay(layout, pos, "B.cup", [2])
    for die, value in ((0, 3), (2, 5)):
        piles.roll(layout, pos, Scripted([value]), die)
    mine = view(layout, pos, 0)
    assert mine.zones[0].cards == (Card(0, 0, 0, 3), Card(0, 0, 0, 0))
    assert mine.zones[1].cards == (Card(0, 1, 0, None),)
    values = Counter(determinize(layout, mine, seed_generator(n)).shown[2] for n in range(600))
    assert set(values) == {1, 2, 3, 4, 5, 6} and chi_square(values, 6, 600) < 20.5


# ---------------------------------------------------------------------------------------------
# Observations


def test_each_seat_observes_what_it_saw() -> None:
    layout = game(1, 1, 1)
    pos = start(layout)
    log = Log()
    chance = Scripted([1])
    stock, hand, line = (zone_number(layout, z) for z in ("stock", "A.hand", "line"))
    piles.gather(layout, pos, chance, range(3), stock, shuffled=True, log=log)
    piles.draw_into(layout, pos, chance, stock, hand, log=log)
    log.told(0b11, "bid", 3)
    piles.move(layout, pos, chance, 1, line, log=log)
    a, c = observations(log, 0), observations(log, 2)
    assert a[2] == ("moved", 1, stock, 3, hand, 1, 0)
    assert c[2] == ("moved", None, stock, 3, hand, 1, 0)
    assert ("told", "bid", 3) in a and ("told", "bid", 3) not in c
    assert a[-1] == c[-1] == ("moved", 1, hand, 1, line, 1, 0)


# ---------------------------------------------------------------------------------------------
# Guesses


@pytest.mark.parametrize("seed", range(120))
def test_a_guess_agrees_with_its_view(seed: int) -> None:
    rng = random.Random(seed)
    layout = game(2, 2, 1, 1, 3, 1)
    pos = random_position(layout, rng)
    for seat in range(3):
        mine = view(layout, pos, seat)
        guess = determinize(layout, mine, seed_generator(seed))
        theirs = view(layout, guess, seat)
        assert theirs.zones == mine.zones
        assert theirs.out == mine.out
        assert theirs.variables[0] == mine.variables[0]
        assert theirs.counters == mine.counters
        same = determinize(layout, view(layout, redealt(layout, pos, seat, rng), seat), seed_generator(seed))
        assert same == guess
        assert guess.generator and guess.generator != pos.generator


def test_guesses_go_through_all_arrangements_evenly() -> None:
    layout = plain([1, 1, 1, 1, 2], ROWS)
    pos = start(layout)
    lay(layout, pos, "A.hand", [0])
    lay(layout, pos, "B.hand", [1, 2])
    lay(layout, pos, "C.held", [3, 4])
    lay(layout, pos, "stock", [5])
    mine = view(layout, pos, 0)
    generator = seed_generator("even")
    counts: Counter[object] = Counter()
    for _ in range(6000):
        guess = determinize(layout, mine, generator)
        row = tuple(layout.piece_face[p] for p in guess.zones[zone_number(layout, "B.hand")])
        bag = tuple(layout.piece_face[p] for p in guess.zones[zone_number(layout, "C.held")])
        counts[row, bag] += 1
    expected: Counter[object] = Counter()
    faces = [1, 2, 3, 4, 4]
    for order in permutations(range(5)):
        dealt = [faces[i] for i in order]
        expected[(dealt[0], dealt[1]), tuple(sorted(dealt[2:4]))] += 1
    assert set(counts) == set(expected)
    total = sum(expected.values())
    chi = sum((counts[k] - 6000 * n / total) ** 2 / (6000 * n / total) for k, n in expected.items())
    # 33 arrangements, so 32 degrees of freedom: 62.5 is passed once in a thousand
    assert len(expected) == 33 and chi < 62.5


def test_guesses_keep_to_what_zones_can_hold_and_stay_even() -> None:
    faces = [Face(0, (i,), f"a{i}", "") for i in range(3)] + [Face(1, (i,), f"b{i}", "") for i in range(3)]
    layout = Layout(
        program(
            faces=faces,
            pieces=[Piece(f) for f in range(6)],
            zone_rows=ROWS,
            families=[Family("a", False, False), Family("b", False, False)],
            attributes=(),
        )
    )
    pos = start(layout)
    lay(layout, pos, "B.hand", [0, 1])
    lay(layout, pos, "C.hand", [2, 3])
    lay(layout, pos, "stock", [4, 5])
    b, c = zone_number(layout, "B.hand"), zone_number(layout, "C.hand")
    stock = zone_number(layout, "stock")
    allowed = {b: [(0, -1)], c: [(0, -1), (1, -1)], stock: [(0, -1), (1, -1)]}
    mine = view(layout, pos, 0)
    counts: Counter[object] = Counter()
    generator = seed_generator("groups")
    total = 6000
    for _ in range(total):
        guess = determinize(layout, mine, generator, allowed)
        counts[tuple(guess.zones[b]), tuple(guess.zones[c])] += 1
    possible = Counter(
        (order[:2], order[2:4]) for order in permutations(range(6)) if order[0] < 3 and order[1] < 3
    )
    assert set(counts) == set(possible) and len(possible) == 72
    weights = {key: Fraction(n, sum(possible.values())) for key, n in possible.items()}
    chi = sum((counts[key] - total * float(w)) ** 2 / (total * float(w)) for key, w in weights.items())
    assert chi < 112.3  # 71 degrees of freedom, once in a thousand


def sets_in_hands() -> tuple[Layout, Position, Log, list[int], list[int]]:
    """Each player's own four cards in `held`, two of which have gone to the player's `hand`."""
    layout = Layout(
        program(
            faces=[Face(0, (i,), f"f{i}", "") for i in range(4)],
            pieces=[Piece(face, owner) for face in range(4) for owner in range(3)],
            zone_rows=ROWS,
            families=[Family("set", False, True)],
            attributes=(),
        )
    )
    pos = start(layout)
    log = Log()
    chance = Scripted()
    held = [zone_number(layout, f"{seat}.held") for seat in "ABC"]
    hand = [zone_number(layout, f"{seat}.hand") for seat in "ABC"]
    for piece in range(layout.piece_count):
        piles.move(layout, pos, chance, piece, held[layout.piece_owner[piece]], log=log)
    for seat in range(3):
        for piece in list(pos.zones[held[seat]][:2]):
            piles.move(layout, pos, chance, piece, hand[seat], log=log)
    return layout, pos, log, held, hand


def test_what_was_observed_keeps_each_players_cards_apart() -> None:
    layout, pos, log, held, hand = sets_in_hands()
    piles.move_whole(layout, pos, Scripted(), hand[1], held[2], log=log)
    allowed = allowed_by(layout, observations(log, 0))
    assert allowed[held[1]] == [(0, 1)] and set(allowed[held[2]]) == {(0, 1), (0, 2)}
    assert allowed[hand[1]] == [] and allowed[hand[2]] == [(0, 2)]
    mine = view(layout, pos, 0)
    for n in range(20):
        guess = determinize(layout, mine, seed_generator(n), allowed)
        assert all(layout.piece_owner[p] == 1 for p in guess.zones[held[1]])
        assert all(layout.piece_owner[p] == 2 for p in guess.zones[hand[2]])
        assert sorted(layout.piece_owner[p] for p in guess.zones[held[2]]) == [1, 1, 2, 2]


def test_backs_tell_whose_set_a_card_is_of() -> None:
    """A card that the viewer does not know shows its owner, and a guess puts such a card there."""
    layout, pos, log, held, hand = sets_in_hands()
    assert observations(log, 0)[-1][1] == -3, "the back of a card of C"
    assert observations(log, 2)[-1][1] == layout.piece_label[pos.zones[hand[2]][-1]]
    piles.move_whole(layout, pos, Scripted(), hand[1], held[2], log=log)
    mine = view(layout, pos, 0)
    assert [card.owner for card in mine.zones[held[2]].cards] == [1, 1, 2, 2]
    assert all(card.face is None for card in mine.zones[held[2]].cards)
    seen = set()
    for n in range(60):
        guess = determinize(layout, mine, seed_generator(n))
        assert all(layout.piece_owner[p] == 1 for p in guess.zones[held[1]])
        assert sorted(layout.piece_owner[p] for p in guess.zones[held[2]]) == [1, 1, 2, 2]
        seen |= {layout.piece_face[p] for p in guess.zones[held[2]] if layout.piece_owner[p] == 1}
        assert view(layout, guess, 0, resume=False) == view(layout, pos, 0, resume=False)
    assert seen == {0, 1, 2, 3}


def test_all_pieces_that_are_gathered_are_in_one_place() -> None:
    layout = game(2, 2, 1)
    pos = start(layout)
    log = Log()
    stock, hand = zone_number(layout, "stock"), zone_number(layout, "B.hand")
    piles.gather(layout, pos, Scripted(), range(5), stock, shuffled=True, log=log)
    piles.draw_into(layout, pos, Scripted([0]), stock, hand, log=log)
    assert [z for z, kinds in allowed_by(layout, observations(log, 0)).items() if kinds] == sorted(
        [hand, stock]
    )
    piles.gather(layout, pos, Scripted(), range(5), stock, shuffled=True, log=log)
    assert [z for z, kinds in allowed_by(layout, observations(log, 0)).items() if kinds] == [stock]


def test_locals_that_stand_for_pieces_are_found_again() -> None:
    layout = game(2, 2, 1)
    pos = start(layout)
    lay(layout, pos, "A.hand", [0, 2])
    lay(layout, pos, "B.hand", [1])
    lay(layout, pos, "C.held", [3, 4])
    pos.variables = [1, 1, (0, 4), Meld(0, (1,), (0,), 1)]
    b_hand, c_held = zone_number(layout, "B.hand"), zone_number(layout, "C.held")
    for n in range(30):
        guess = determinize(layout, view(layout, pos, 0), seed_generator(n))
        assert guess.variables[1] == guess.zones[b_hand][0]
        first, second = guess.variables[2]
        assert layout.piece_face[first] == 0 and guess.place[first] == zone_number(layout, "A.hand")
        assert guess.place[second] == c_held
        assert guess.variables[3].pieces == (guess.zones[b_hand][0],)


def test_a_guess_is_played_on_with_its_own_chance() -> None:
    layout = game(1, 1, 1, 1)
    pos = start(layout)
    pos.variables = [0, None, (), None]
    stock = zone_number(layout, "stock")
    piles.gather(layout, pos, Scripted(), range(4), stock, shuffled=True)
    guess = determinize(layout, view(layout, pos, 0), seed_generator(1))
    assert guess.zones[stock] == [UNDECIDED] * 4 and sorted(guess.bags[stock]) == [0, 1, 2, 3]
    chance = Sampled(guess)
    assert sorted(piles.draw(layout, guess, chance, stock) or 0 for _ in range(4)) == [0, 1, 2, 3]


def test_nobody_guesses_from_no_seat() -> None:
    layout = game(1)
    pos = start(layout)
    with pytest.raises(EngineBug):
        determinize(layout, view(layout, pos, None), seed_generator(1))


def test_wilds_in_melds_keep_their_readings_in_a_guess() -> None:
    layout = suited(copies=1, wilds=1)
    pos = start(layout)
    pieces = deal(layout, pos, "centre", "*C 5S")
    zone = zone_number(layout, "centre")
    four = layout.face_code.index("4C")
    pos.laid[zone] = [LaidMeld(0, 1, 2, [four, layout.piece_face[pieces[1]]])]
    guess = determinize(layout, view(layout, pos, 0), seed_generator(1))
    assert guess.laid[zone][0].faces[0] == four and guess.place[pieces[0]] == zone


def every_value(view_: View) -> list[Any]:
    """All leaves of a view's data."""
    found: list[Any] = []
    waiting: list[Any] = [view_.as_data()]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value
        else:
            found.append(value)
    return found


def test_every_leaf_is_a_number_a_text_a_truth_or_nothing() -> None:
    layout = game(2, 2, 1)
    pos = random_position(layout, random.Random(3))
    assert all(v is None or isinstance(v, int | str | bool) for v in every_value(view(layout, pos, 2)))
    assert NOWHERE not in [z for z in pos.place if z >= 0]
