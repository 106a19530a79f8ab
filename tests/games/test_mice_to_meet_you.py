"""Mice To Meet You: exact lists of options, how games are ranked, and whole games against a model by hand.

What can be said as an `example` stands in the rules file itself.
"""

from __future__ import annotations

import random

import pytest

from interpreter.machine import Machine
from tests.games.mice_to_meet_you_model import ACTIVE, DICE_CARDS, HAND, NOTHING, Action, Model, Reader
from tests.games.support import Table, game

COUNTS = [1, 2, 3, 4, 5]
ALL_HAND = "1 2 3 4 5 7 8 10 11 13 14 16 17 18"


def table(text: str, players: int = 3) -> Table:
    return Table.given("mice_to_meet_you", text, players)


def machine_for(players: int, **settings: object) -> Machine:
    rules = game("mice_to_meet_you")
    return Machine(rules.program(rules.configure(players, {k: str(v) for k, v in settings.items()})))


def model_turn(bacon: tuple[int, ...], cheese: tuple[int, ...], **facts: object) -> Model:
    """A model where A is to use this roll."""
    model = Model(3)
    for name, value in facts.items():
        setattr(model, name, value)
    model.bacon, model.cheese = bacon, cheese
    return model


def values(actions: set[Action]) -> list[int]:
    return sorted({action.value for action in actions if action.label == "Catch"})


def rolled(position: Table, bacon: list[int], cheese: list[int]) -> Table:
    """The same position with these dice."""
    reader = Reader(position.machine)
    for label, shown in (("pan", bacon), ("plate", cheese)):
        for die, value in zip(reader.zone(position.pos, label), shown, strict=True):
            position.pos.shown[die] = value
    return position


def offered(position: Table) -> set[Action]:
    reader = Reader(position.machine)
    return {reader.action(position.pos, option) for option in position.machine.options(position.pos)}


# ---- exact lists -----------------------------------------------------------------------------------------

FIRST = "after setup A.nut = 0, at turn of A"


def test_t1_mtmy_57_exactly_seven_mice_or_a_miss() -> None:
    position = rolled(table(FIRST), [5, 3], [6, 3, 2])
    assert offered(position) == {
        Action("Miss"),
        Action("Catch", (), 8),
        Action("Catch", (2,), 10),
        Action("Catch", (3,), 11),
        Action("Catch", (2, 3), 13),
        Action("Catch", (6,), 14),
        Action("Catch", (2, 6), 16),
        Action("Catch", (3, 6), 17),
    }


def test_t8_exactly_four_mice_one_dice_card_or_a_miss() -> None:
    position = rolled(table(FIRST), [3, 3], [4, 4, 1])
    assert values(offered(position)) == [7, 10, 11, 14, 15]
    assert len(offered(position)) == 6


def test_t21_mt_a25_only_the_nine_may_be_turned() -> None:
    text = "after setup A.dice_cards = [6 9 12=down 15=down], A.hand = [], rest in A.cage, at turn of A"
    position = rolled(table(text), [4], [2, 3])
    assert offered(position) == {Action("Miss"), Action("Catch", (2, 3), 9)}
    position.play("Miss")
    assert offered(position) == {Action("Take back"), Action("Turn up", (), 12), Action("Turn up", (), 15)}


def test_t22_five_sixes() -> None:
    position = rolled(table(FIRST), [6, 6], [6, 6, 6])
    assert offered(position) == {Action("Miss"), Action("Catch", (), 12), Action("Catch", (6,), 18)}


@pytest.mark.parametrize("nuts", range(5))
def test_k14_mt_a27_nuts_reach_every_target_near_a_sum(nuts: int) -> None:
    for bacon, cheese in (((5, 3), (6, 3, 2)), ((1, 1), (1, 1, 1)), ((6, 6), (6, 5, 5))):
        position = rolled(table(f"after setup A.nut = {nuts}, at turn of A"), list(bacon), list(cheese))
        sums = {sum(bacon) + sum(s) for s in subsets(cheese)}
        targets = {*HAND, 9, 12, 15}
        near = sorted(value for value in targets if any(abs(value - total) <= nuts for total in sums))
        assert values(offered(position)) == near


def subsets(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tuple(d for i, d in enumerate(dice) if mask >> i & 1) for mask in range(1 << len(dice))]


def test_mt_a14_a_die_may_be_brought_down_to_nothing() -> None:
    """Two dice show 1 and 1; the mouse 1 takes one nut, though no die shows 0."""
    position = rolled(table("after setup A.nut = 1, at turn of A"), [1, 1], [6, 6, 6])
    assert Action("Catch", (), 1) in offered(position)
    position.play('"Catch" [] [1]')
    assert position.held("nut") == [9, 0, 0, 0]


def test_mt_a15_k8_dice_that_are_left_over_are_not_changed() -> None:
    position = rolled(table("after setup A.nut = 3, at turn of A"), [5, 3], [6, 3, 2])
    position.play('"Catch" [3] [13]')
    assert position.held("nut")[1] == 1
    assert position.seat == 1 and values(offered(position)) == [8]


def test_t16_k8_the_offer_stays_changed_and_can_be_changed_again() -> None:
    text = "after setup supply.nut = 6, B.nut = 1, C.nut = 2, at turn of A"
    position = rolled(table(text), [1, 1], [6, 1, 2])
    position.play('"Catch" [1 2] [5]')
    assert offered(position) == {NOTHING, *(Action("Catch", (), v) for v in (5, 7))}
    position.play('"Catch" [7]')
    assert offered(position) == {NOTHING, *(Action("Catch", (), v) for v in (5, 7, 8, 9))}, "two nuts: 5 to 9"


def test_mt_a10_a_change_does_not_pay_the_fee() -> None:
    """The supply is empty, B has two nuts: one is the fee, so the sum can be changed by one only."""
    text = "after setup supply.nut = 0, A.nut = 7, B.nut = 2, at turn of A"
    position = rolled(table(text), [5, 3], [6, 3, 2]).play('"Catch" [3] [11]')
    assert values(offered(position)) == [7, 8, 9]


def test_mt_a21_mt_a22_mt_a23_turned_dice_cards() -> None:
    """B turns the 12 as a passive player and rolls without its die at once; the dice on the table stay."""
    position = rolled(table(FIRST), [5, 1], [6, 6, 3])
    position.play('"Catch" [3] [9]', '"Catch" [12]')
    assert position.seat == 2 and Action("Catch", (), 12) in offered(position)
    position.play("nothing")
    reader = Reader(position.machine)
    assert position.seat == 1
    assert (len(reader.zone(position.pos, "pan")), len(reader.zone(position.pos, "plate"))) == (2, 2)


def test_k11_k12_nobody_is_asked_after_the_end() -> None:
    down = "[6 9=down 12=down 15=down]"
    text = f"after setup B.dice_cards = {down}, supply.nut = 1, A.nut = 3, B.nut = 4, C.nut = 4, at turn of A"
    position = rolled(table(text), [5, 3], [6, 3, 2]).play('"Catch" [2 3] [13]', '"Catch" [6]')
    assert position.pos.over
    assert position.held("nut") == [0, 4, 4, 4], "MT-A11: the fee is paid before the card is turned"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_t24_t18_mtmy_4_nuts_at_the_start(players: int) -> None:
    start = Table(machine_for(players), machine_for(players).initial(1))
    assert start.held("nut") == [3 * players, *[0] * players]
    assert all(sorted(map(int, start.faces(f"{s}.hand"))) == sorted(HAND) for s in "ABCDE"[:players])
    assert all(start.faces(f"{s}.dice_cards") == ["6", "9", "12", "15"] for s in "ABCDE"[:players])


@pytest.mark.parametrize("start", ["A", "B", "C"])
def test_mtmy_5_mtmy_60_who_begins_and_who_follows(start: str) -> None:
    machine = machine_for(3, start=start)
    position = Table(machine, machine.initial(3))
    for step in range(6):
        assert position.seat == ("ABC".index(start) + step) % 3
        position.play("Miss")
        turns = 0
        while any(move == "nothing" for move in position.moves) or '"Take back"' in position.moves:
            position.play("nothing" if "nothing" in position.moves else '"Take back"')
            turns += 1
        assert turns <= 3


# ---- ranking ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "ranking"),
    [
        ("A.hand = [18], B.hand = [2 4]", ((1,), (0,))),  # T19
        ("A.hand = [2 4], B.hand = [1 5]", ((0,), (1,))),  # MTMY-41
        ("A.hand = [2 4], B.hand = [1 5], B.dice_cards = [6 9 12 15]", ((0,), (1,))),
        ("A.hand = [7], B.hand = [2 4]", ((1,), (0,))),
    ],
)
def test_t19_mtmy_38_39_41_fewest_mice_then_more_dice_cards_down(
    facts: str, ranking: tuple[tuple[int, ...], ...]
) -> None:
    down = "A.dice_cards = [6 9=down 12=down 15=down]"
    position = table(f"after setup {down}, {facts}, rest in A.cage, at turn of A", players=2)
    rolled(position, [1], [5][: len(position.zone("plate"))])
    position.play('"Catch" [5] [6]')
    assert position.machine.outcome(position.pos).ranking == ranking


@pytest.mark.parametrize(("nuts", "ranking"), [((0, 2, 1), ((1,), (2,))), ((0, 2, 2), ((1, 2),))])
def test_mtmy_42_mt_a28_then_most_nuts_then_both(nuts: tuple[int, ...], ranking: tuple[object, ...]) -> None:
    """A ends the game with more mice than B and C, who have as many and all their dice cards up."""
    held = ", ".join(f"{seat}.nut = {count}" for seat, count in zip("ABC", nuts, strict=True))
    text = f"after setup {held}, A.dice_cards = [6 9=down 12=down 15=down], A.hand = [18], B.hand = [2 4],"
    position = rolled(table(f"{text} C.hand = [1 5], rest in A.cage, at turn of A"), [1], [5])
    position.play('"Catch" [5] [6]')
    assert position.machine.outcome(position.pos).ranking == (*ranking, (0,))


def test_mtmy_40_hand_and_cage_are_always_129() -> None:
    assert sum(HAND) == 129 and len(HAND) == 14


RATINGS = [
    ("", "6 9 12 15", "Outstanding"),
    ("", "6 9 12", "Great"),
    ("", "6 9", "Very good"),
    ("", "6", "Well played"),
    ("18", "6", "Not bad"),
    ("17 18", "6", "Could be better"),
    ("16 17 18", "6", "Try harder"),
    (ALL_HAND.removeprefix("1 "), "6", "Try harder"),
]


@pytest.mark.parametrize(("left", "up", "rating"), RATINGS)
def test_mtmy_56_s7_mt_a39_mt_a40_ratings(left: str, up: str, rating: str) -> None:
    """With an empty hand the last mouse is caught now; else the last dice card is turned by a miss."""
    facing = " ".join(str(c) if str(c) in up.split() else f"{c}=down" for c in DICE_CARDS)
    hand = left or "1"
    text = (
        f"after setup A.dice_cards = [{facing}], A.hand = [{hand}], A.nut = 3, rest in A.cage, at turn of A"
    )
    position = table(text, players=1)
    bacon, cheese = len(position.zone("pan")), len(position.zone("plate"))
    rolled(position, [1] * bacon, [6] * cheese)
    if left:
        position.play("Miss", '"Turn down" [6]')
    else:
        position.play('"Catch" [] [1]')
    assert position.pos.over
    assert position.machine.outcome(position.pos).rating == (rating,)


# ---- alone -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("handicap", "nuts"), [(0, [0, 3]), (1, [1, 2]), (2, [2, 1]), (3, [3, 0])])
def test_mtmy_44_mtmy_55_s8_nuts_alone(handicap: int, nuts: list[int]) -> None:
    machine = machine_for(1, handicap=handicap)
    assert Table(machine, machine.initial(1)).held("nut") == nuts


@pytest.mark.parametrize(
    ("cheese", "middle", "gain"), [((6, 5, 4), 1, 1), ((6, 5, 3), 1, 0), ((6, 6, 6), 0, 0)]
)
def test_s1_mt_a33_fifteen_unused_earn_a_nut(cheese: tuple[int, ...], middle: int, gain: int) -> None:
    machine = machine_for(1, handicap=middle)
    position = rolled(Table(machine, machine.initial(1)), [2, 3], list(cheese))
    position.play('"Catch" [] [5]')
    if "nothing" in position.moves:
        position.play("nothing")
    assert position.held("nut") == [middle - gain, 3 - middle + gain]


def test_mt_a34_the_nut_just_spent_may_come_back() -> None:
    machine = machine_for(1)
    position = rolled(Table(machine, machine.initial(1)), [2, 3], [6, 5, 4])
    position.play('"Catch" [] [4]')
    assert position.held("nut") == [1, 2]
    position.play("nothing")
    assert position.held("nut") == [0, 3]


def test_mt_a31_mt_a32_the_second_card_takes_all_cheese_and_the_award() -> None:
    machine = machine_for(1, handicap=1)
    position = rolled(Table(machine, machine.initial(1)), [2, 3], [6, 6, 5])
    position.play('"Catch" [] [5]')
    assert offered(position) == {NOTHING, Action("Second card", (), 17), *_second(16, 18)}
    position.play('"Second card" [17]')
    assert position.held("nut") == [2, 1] and position.seat == 0
    assert any("Miss" in move for move in position.moves), "once a turn"


def _second(*cards: int) -> set[Action]:
    return {Action("Second card", (), card) for card in cards}


# ---- games -----------------------------------------------------------------------------------------------


def watched_game(players: int, seed: int, handicap: int = 0, start: str = "A", eager: bool = False) -> int:
    """Plays a random game beside the model; `eager` players catch when they can."""
    machine = machine_for(players, handicap=handicap, start=start)
    rng = random.Random(seed)
    position = machine.initial(seed)
    reader = Reader(machine)
    model = Model(players, handicap, "ABCDE".index(start))
    while True:
        reader.compare(position, model)
        assert machine.check_invariants(position) == []
        if position.over:
            break
        if model.stage == ACTIVE:
            model.roll(tuple(reader.values(position, "pan")), tuple(reader.values(position, "plate")))
        options = machine.options(position)
        actions = [reader.action(position, option) for option in options]
        assert len(set(actions)) == len(actions)
        assert set(actions) == model.actions()
        wanted = [i for i, action in enumerate(actions) if action.label in ("Catch", "Second card")]
        index = rng.choice(wanted if eager and wanted and rng.random() < 0.9 else range(len(actions)))
        model.choose(actions[index])
        position = machine.apply(position, options[index])
        if position.no_result:
            return position.decisions
    outcome = machine.outcome(position)
    if players == 1:
        assert outcome.rating == (model.rating(),)
    else:
        assert [sorted(place) for place in outcome.ranking] == model.ranking()
    return position.decisions


@pytest.mark.parametrize("players", COUNTS)
def test_k1_to_k14_beside_the_model(players: int) -> None:
    """K1, K2, K3, K4, K5, K6, K7, K8, K9, K10, K11, K12, K13, K14: the model says all that happens."""
    for seed in range(3):
        watched_game(players, seed, seed, "ABCDE"[seed % players], eager=seed == 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", COUNTS)
def test_k1_to_k14_in_many_games(players: int, seed: int) -> None:
    watched_game(players, 1000 + seed, seed % 4, "ABCDE"[seed % players], eager=seed % 2 == 1)
