"""Head of Mousehold: traps settled by hand, options counted, and whole games beside a model.

What can be said as an `example` stands in the rules file itself.
"""

from __future__ import annotations

import random
from itertools import combinations, permutations
from math import comb

import pytest

from interpreter.machine import Machine
from tests.games.head_of_mousehold_model import COLORS, EVENTS, Model, Mouse, Reader, settle
from tests.games.support import Table, game, same

COUNTS = [2, 3, 4, 5]
CODES = {"G": "green", "B": "blue", "O": "orange", "X": "red", "Y": "yellow"}
USUAL = "G B O X Y"


def table(text: str, players: int = 3) -> Table:
    return Table.given("head_of_mousehold", text, players)


def machine_for(players: int, **settings: object) -> Machine:
    rules = game("head_of_mousehold")
    return Machine(rules.program(rules.configure(players, {k: str(v) for k, v in settings.items()})))


def written(mouse: str) -> Mouse:
    owner, _, code = mouse.partition(".")
    kind = {"!": "squeaker", "+": "extra"}.get(code[1:], "plain")
    return Mouse("ABCDE".index(owner), CODES[code[0]], kind)


def settled(
    line: str, column: str = USUAL, event: str = "", players: int = 4, others: str = ""
) -> tuple[str, str]:
    """Who is caught at trap 1 and whose the token is, by the engine; by hand it must be the same."""
    facts = f"line[1] = [{line}], column = [{column}], prize[1] = [4], rest in pool, at claiming"
    facts += f", line[2] = [{others}]" if others else ""
    facts += f", today = [{event}]" if event else ", easy = yes"
    position = table(facts, players)
    reader = Reader(position.machine)
    caught = set(reader.mice(position.pos, "caught"))
    winners = [seat for seat in "ABCDE"[:players] if "4" in position.faces(f"{seat}.loot")]
    here = [written(mouse) for mouse in line.split()]
    most = max(len(here), len(others.split()))
    wanted = settle(here, [CODES[code] for code in column.split()], event, most)
    assert caught & set(here) == set(wanted.caught)
    assert winners == ([] if wanted.winner is None else ["ABCDE"[wanted.winner.owner]])
    mine = [mouse for mouse in line.split() if written(mouse) in caught]
    return " ".join(mine), "".join(winners)


# ---- at the traps ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "column", "event", "caught", "winner"),
    [
        ("A.G! B.G D.B", USUAL, "", "A.G! B.G", "D"),  # O1
        ("A.O", "G B X Y O", "", "", "A"),  # O2
        ("A.B! C.O", "G B X Y O", "", "A.B! C.O", ""),  # O3
        ("A.B! C.O D.O", "G B X Y O", "", "A.B! C.O", "D"),  # O3
        ("A.X", USUAL, "", "A.X", ""),  # O5
        ("A.X B.Y", USUAL, "", "A.X", "B"),  # O9
        ("A.G! B.B C.X", USUAL, "sleeping_pills", "A.G!", "B"),  # O10
        ("A.G! B.G", "B O X Y G", "", "", "A"),  # O11
        ("C.G D.Y", "B O X Y G", "", "D.Y", "C"),  # O11
        ("A.Y B.G", "Y G B O X", "", "A.Y", "B"),  # O12
        ("C.X", "Y G B O X", "", "", "C"),  # O12
        ("C.G A.B", USUAL, "", "C.G", "A"),  # O16
        ("A.G B.G!", USUAL, "", "A.G", "B"),  # O25
        ("A.G! B.B! C.B", USUAL, "", "A.G! B.B!", "C"),  # HoM-27
        ("A.G! B.B!", USUAL, "", "A.G! B.B!", ""),  # HoM-27, HoM-A11
        ("A.Y! B.Y", USUAL, "", "", "A"),  # HoM-A8
        ("A.G! B.Y C.Y", USUAL, "", "A.G! B.Y", "C"),  # HoM-28, HoM-A9
        ("A.O B.X", USUAL, "", "A.O", "B"),  # HoM-A10
        ("A.X B.O", USUAL, "", "B.O", "A"),  # HoM-22
        ("A.G! B.B C.O", USUAL, "defective_trap", "", "A"),  # HoM-A24
        ("A.G! B.B C.O! D.G", USUAL, "defective_trap", "", "A"),  # HoM-A25
    ],
)
def test_hom_22_to_33_at_a_trap(line: str, column: str, event: str, caught: str, winner: str) -> None:
    assert settled(line, column, event) == (caught, winner)


def test_hom_46_hom_a23_hom_a26_only_the_fullest_traps_are_defective() -> None:
    assert settled("A.G! B.B", event="defective_trap", others="C.G C.B C.O") == ("A.G! B.B", "")
    assert settled("A.G! B.B", event="defective_trap", others="C.G C.B") == ("", "A")
    assert settled("A.G!", event="defective_trap", others="C.G") == ("", "A")


def test_j7_j8_j9_j14_every_line_of_up_to_three() -> None:
    """Every choice of three mice in every order: J14, what matters is the order within a color only."""
    mice = ["A.G!", "B.G", "A.B", "B.B!", "C.O", "A.O!", "C.X", "B.Y", "C.Y!"]
    column = list(COLORS)
    for size in range(4):
        for chosen in combinations(mice, size):
            outcomes: dict[tuple[str, ...], set[tuple[frozenset[Mouse], Mouse | None]]] = {}
            for order in permutations(chosen):
                line = [written(mouse) for mouse in order]
                found = settle(line, column, "", size)
                colors = tuple(
                    f"{mouse.owner}{mouse.kind}" for color in COLORS for mouse in line if mouse.color == color
                )
                outcomes.setdefault(colors, set()).add((frozenset(found.caught), found.winner))
                assert len(found.caught) <= 2, "J7"
                assert (found.winner is not None) or size < 3, "J9"
                if found.winner is not None:
                    place = sorted(line, key=lambda m: column.index(m.color)).index(found.winner)
                    assert place == len(found.caught), "J8"
            assert all(len(results) == 1 for results in outcomes.values()), "J14"


def test_j14_the_engine_takes_the_same_view_of_the_order() -> None:
    for order in permutations(["A.G!", "B.B", "C.X"]):
        assert settled(" ".join(order))[1] == "C"
    for order in permutations(["A.G!", "B.G", "C.X"]):
        line = " ".join(order)
        assert settled(line)[1] == ("C" if line.index("A.G!") < line.index("B.G") else "A")


# ---- choosing and placing --------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "clan", "quota", "traps"), [(2, 15, 4, 3), (3, 10, 3, 3), (5, 10, 3, 5)])
def test_o23_hom_3_hom_4_hom_14_hom_54_setup(players: int, clan: int, quota: int, traps: int) -> None:
    start = Table(machine_for(players), machine_for(players).initial(23))
    assert len(start.moves) == comb(clan, quota)
    assert sum(label.startswith("line") for label in start.machine.layout.zone_label) == traps
    assert all(len(start.zone(f"prize[{trap}]")) == 1 for trap in range(1, traps + 1))
    kinds = {face[1:] for face in start.faces("A.clan")}
    assert kinds == ({"!", "", "+"} if players == 2 else {"!", ""})
    assert len(start.zone("deck")) == len(start.zone("unused")) == 5, "HoM-8"


def test_hom_a5_with_two_mice_exactly_one_turn_is_passed() -> None:
    """All ways in which A can pass one of three turns; whoever has placed two mice has to pass then."""
    given = "easy = yes, column = [G B O X Y], A.crew = [G B], B.crew = [X Y O], C.crew = [X Y O], at placing"
    for passed in range(3):
        position = table(given)
        for lap in range(3):
            assert position.seat == 0
            left = len(position.zone("A.crew"))
            assert ('"Pass"' in position.moves) is (left <= 2 - lap)
            mice = {move.split("]")[0] for move in position.moves_of("Place")}
            assert len(mice) == left and len(position.moves_of("Place")) == 3 * left
            position.play('"Pass"' if lap == passed else position.moves[0])
            if lap < 2:
                position.play(position.moves[0], position.moves[0])
        assert position.zone("A.crew") == []


def test_hom_a7_who_has_no_mouse_passes_every_turn() -> None:
    given = "easy = yes, column = [G B O X Y], B.crew = [X Y O], C.crew = [X Y O], at placing"
    position = table(given)
    for lap in range(3):
        assert position.seat == 0 and position.moves == ['"Pass"']
        position.play('"Pass"')
        if lap < 2:
            position.play(position.moves[0], position.moves[0])


def test_o18_hom_a21_hom_a22_every_exchange_is_offered_or_none() -> None:
    given = (
        "deck = [lineup_change], column = [G B O X Y], A.crew = [G G! B], A.clan = [O Y], B.crew = [G B O]"
    )
    position = table(f"{given}, C.crew = [G B O], C.clan = [X], at revealing")
    swaps = [f"[{old}] [{new}]" for old in ("G", "G!", "B") for new in ("O", "Y")]
    assert same(position.moves_of("Swap"), swaps) and "nothing" in position.moves
    position.play("nothing")
    assert position.seat == 2, "B has no mouse left to take in"
    position.play('"Swap" [G] [X]')
    assert sorted(position.faces("C.crew")) == ["B", "O", "X"]


def test_hom_a20_two_players_exchange_one_mouse_each() -> None:
    given = "deck = [mouse_held_hostage], column = [G B O X Y], A.crew = [G G! B O], B.crew = [X X! Y O]"
    position = table(f"{given}, at revealing", players=2)
    position.play('"Hostage" [B]')
    assert position.faces("A.crew").count("B") == 1, "HoM-A16: nothing moves before all have chosen"
    position.play('"Hostage" [Y]')
    assert sorted(position.faces("A.crew")) == ["G", "G!", "O", "Y"]
    assert sorted(position.faces("B.crew")) == ["B", "O", "X", "X!"]


@pytest.mark.parametrize("start", "ABCD")
def test_o24_j10_the_first_player(start: str) -> None:
    machine = machine_for(4, start=start, easy="yes")
    position = Table(machine, machine.initial(24))
    for round_ in range(5):
        assert position.variable("starter") == [("ABCD".index(start) + round_) % 4]
        for _ in range(4):
            position.play(position.moves[0])
        assert position.seat == ("ABCD".index(start) + round_) % 4
        for _ in range(12):
            position.play(position.moves[-1])
    assert position.pos.over


def test_o20_never_more_than_thirty_tokens_are_out() -> None:
    """Five players, one Heist, one Blind Tasting: nothing is ever short."""
    most = 0
    for seed in range(12):
        machine = machine_for(5)
        position, rng = machine.initial(seed), random.Random(seed)
        while not position.over:
            position = machine.apply(position, rng.choice(machine.options(position)))
            most = max(most, 36 - len(Reader(machine).pieces(position, "pool")))
    assert most in (25, 30)


@pytest.mark.parametrize(
    ("facts", "ranking"),
    [
        ("A.loot = [4 2], B.loot = [3 2], C.loot = [2]", ((0,), (1,), (2,))),
        ("A.loot = [4], B.loot = [2 2], C.loot = [3], A.clan = [G B], B.clan = [G B O]", ((1,), (0,), (2,))),
        ("A.loot = [4], B.loot = [2 2], C.loot = [3], A.clan = [G B], B.clan = [G O]", ((0, 1), (2,))),
    ],
)
def test_hom_35_hom_36_hom_a13_hom_a31_ranking(facts: str, ranking: tuple[tuple[int, ...], ...]) -> None:
    """Prizes left on the traps are nobody's: HoM-A13."""
    position = table(f"easy = yes, {facts}, prize[1] = [4 4], at placing")
    position.machine.rules.finish(position.machine.decision(position.pos).state)
    assert position.machine.outcome(position.pos).ranking == ranking


# ---- games -----------------------------------------------------------------------------------------------


def watched_game(players: int, seed: int, easy: bool, start: str = "A") -> Model:
    """Plays a random game beside the model."""
    machine = machine_for(players, easy="yes" if easy else "no", start=start)
    rng = random.Random(seed)
    position = machine.initial(seed)
    reader = Reader(machine)
    model = Model(players, easy, "ABCDE".index(start))
    model.begin_round(reader, position)
    while True:
        model.compare(reader, position)
        assert machine.check_invariants(position) == []
        if position.over:
            break
        options = machine.options(position)
        moves = [reader.move(option) for option in options]
        assert len(set(moves)) == len(moves)
        assert set(moves) == model.moves()
        index = rng.randrange(len(options))
        model.choose(moves[index])
        position = machine.apply(position, options[index])
        if model.stage == "new round":
            model.begin_round(reader, position)
        elif model.stage == "revealing":
            model.reveal(reader, position)
    assert model.rounds == 5 and len(model.events) == (0 if easy else 5), "J11"
    assert [sorted(place) for place in machine.outcome(position).ranking] == model.ranking(reader)
    pools = [*reader.pieces(position, "pool"), *(token for prize in model.prizes for token in prize)]
    everything = [*pools, *(token for loot in model.loot for token in loot)]
    assert sum(map(reader.worth, everything)) == 12 * (2 + 3 + 4), "J13"
    return model


@pytest.mark.parametrize("players", COUNTS)
def test_j1_to_j15_beside_the_model(players: int) -> None:
    """J1, J2, J3, J4, J5, J6, J7, J8, J9, J10, J11, J12, J13, J14, J15: the model says all that happens."""
    seen: set[str] = set()
    for seed in range(4):
        seen |= set(watched_game(players, seed, easy=seed == 3, start="ABCDE"[seed % players]).events)
    assert len(seen) > 5 and seen <= set(EVENTS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", COUNTS)
def test_j1_to_j15_in_many_games(players: int, seed: int) -> None:
    watched_game(players, 1000 + seed, easy=seed % 6 == 5, start="ABCDE"[seed % players])
