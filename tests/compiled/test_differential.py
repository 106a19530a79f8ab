"""The differential test on a budget; `make differential` goes on for as long as one likes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from interpreter.compiled.agreement import compare_game, pair_of
from interpreter.machine import Machine
from ruledsl.pipeline import load, load_text
from tests.compiled.differential import (
    FAULTS,
    Tally,
    Task,
    Way,
    all_files,
    compare_examples,
    compare_program,
    drawn_configuration,
    read_tally,
    write_tally,
)
from tests.generators.games import random_rules
from tests.support.rules_files import Case, all_cases, game_at, rules_files

FEW = Way(games=2, most=30, budget=300)
EACH = Way(most=50, budget=2000)
"""Of every configuration; what comes late in long games is met in whole games, and by `make differential`."""
FILES = [path for path in all_files() if path.parent != FAULTS]
FAULTY = [path for path in all_files() if path.parent == FAULTS and path.stem != "any_of_many"]
"""Without the one that has more options at one decision than a test has time for."""
RANDOM = 6


def agreed(tally: Tally) -> None:
    assert tally.differences == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_game_in_one_configuration(path: Path) -> None:
    game = game_at(path)
    tally = Tally()
    config = drawn_configuration(game, Random(f"any of {path.stem}"))
    compare_program(game.program(config), FEW, "few", tally, path.name)
    agreed(tally)


@pytest.mark.parametrize("path", FILES[::4], ids=lambda path: path.stem)
@pytest.mark.parametrize(("engine", "known"), [("python", True), ("wasm", False)], ids=["cpython", "unknown"])
def test_other_kernels(path: Path, engine: str, known: bool) -> None:
    game = game_at(path)
    tally = Tally()
    way = Way(engine=engine, known=known, games=1, most=12, budget=100)
    compare_program(game.program(game.configure(game.players[-1])), way, "other", tally, path.name)
    agreed(tally)


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_faults_come_at_the_same_place(path: Path) -> None:
    game = game_at(path)
    tally = Tally()
    for players in (game.players[0], game.players[-1]):
        compare_program(game.program(game.configure(players)), FEW, "faults", tally, path.name)
    agreed(tally)


def test_faults_are_met() -> None:
    """A test that no fault comes up in says nothing about faults."""
    expected = {
        "deck_runs_dry": "too-few",
        "winner_must_move": "no-option",
        "waits_for_ever": "too-many-steps",
    }
    for name, code in expected.items():
        game = game_at(FAULTS / f"{name}.rules")
        pair = pair_of(game.program(game.configure()), 300)
        assert any(compare_game(pair, seed).fault == code for seed in range(10))


TWO_CHOICES = """game "Two choices"
players 2
enum rank: 1..5
cards deck: rank * 2 copies
zone stock: pile, hidden
zone hand per player: row, private
zone played per player: row, open
var busy = 0
phase game {
    all deck -> stock shuffled
    4 from stock -> each hand
    repeat 12 { busy += 1 }
    together player p {
        p chooses "Play": c in p.hand { c -> p.played }
        p keeps choosing "Play more": c in p.hand { c -> p.played }
    }
}
result player p: most p.played.size
"""


@pytest.mark.parametrize("reload", [False, True])
def test_simultaneous_choices_count_steps_alike_and_see_their_own_cards(reload: bool) -> None:
    """With budgets of steps that run out in different places."""
    program = load_text(TWO_CHOICES).program()
    faults = set()
    for budget in range(24, 90, 8):
        pair = pair_of(program, 100, budget, engine="python")
        pair.reload = reload
        played = compare_game(pair, budget)
        assert played.difference is None, str(played.difference)
        faults.add(played.fault)
    assert faults == {"", "too-many-steps"}


SAME_NAMES = """game "Same names"
players 2
enum suit: clubs, spades
enum rank: 1..4
cards deck: suit * rank
meld pair: 2 cards, same rank
zone stock: pile, hidden
zone hand per player: bag, private
zone laid per player: melds, open
zone aside per player: bag, private
var bid per player = 0
var named per player: rank or none
phase game {
    all deck -> stock shuffled
    4 from stock -> each hand
    each player p { p chooses: n in 1..3 { p.bid = n } }
    repeat 2 {
        together player p {
            p may choose: rank r { p.named = r }
            p may choose: m in pair from p.hand { m -> new p.laid }
            p may choose: n in 2..3 { p.bid += n }
            p may choose: c in p.hand { c -> p.aside }
        }
        1 from stock -> each hand
    }
}
result player p: most p.bid
"""


def test_choices_without_names_keep_what_was_committed() -> None:
    """What some have committed is read back as it was, whatever other choices bind."""
    pair = pair_of(load_text(SAME_NAMES).program(), 100)
    pair.reload = True
    for seed in range(8):
        played = compare_game(pair, seed)
        assert played.difference is None, str(played.difference)


ASKS_FOR_CHANCE = """game "Asks for chance"
players 2
enum rank: 1..5
cards deck: rank * 2 copies
zone stock: pile, hidden
zone hand per player: row, private
var seen = 0
phase game {
    all deck -> stock shuffled
    CONDITION
    4 from stock -> each hand
    each player p { p chooses "Play": c in p.hand { c -> stock } }
}
when player q where q.hand is not empty and ASKED { seen += 1 }
result player p: most seen
"""


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ("count(c in stock where c is 3) > 1", "chance"),
        ("stock has 3", "chance"),
        ("stock.size > 2", ""),
    ],
)
def test_conditions_may_not_ask_what_chance_has_not_decided(asked: str, fault: str) -> None:
    """But statements may: then it is decided."""
    for text, expected in ((asked, fault), ("seen < 9", "")):
        before = f"if {asked} {{ seen = 0 }}" if text != asked else ""
        rules = ASKS_FOR_CHANCE.replace("CONDITION", before).replace("ASKED", text)
        pair = pair_of(load_text(rules).program(), 100, engine="python")
        played = compare_game(pair, 1)
        assert played.difference is None, str(played.difference)
        assert played.fault == expected


@pytest.mark.parametrize("seed", range(RANDOM))
def test_generated_games(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "random.rules"
    path.write_text(random_rules(seed), encoding="utf-8")
    game = load(str(path))
    tally = Tally()
    way = Way(games=2, most=30, budget=100, steps=5_000)
    compare_program(game.program(game.configure(game.players[-1])), way, str(seed), tally, f"seed {seed}")
    agreed(tally)


@pytest.mark.slow
@pytest.mark.parametrize("path", rules_files(), ids=lambda path: path.stem)
def test_positions_of_examples(path: Path) -> None:
    tally = Tally()
    compare_examples(game_at(path), Way(most=15), "examples", tally)
    agreed(tally)


@pytest.mark.slow
@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_every_configuration(case: Case) -> None:
    tally = Tally()
    compare_program(game_at(case.path).program(case.config), EACH, "all", tally, str(case))
    agreed(tally)


# -- the test itself ----------------------------------------------------------------------------------


def test_a_difference_is_told() -> None:
    """A reference that plays by other rules than the kernel is found out, with the place."""
    game = game_at(next(path for path in rules_files() if path.stem == "crazy_eights"))
    pair = pair_of(game.program(game.configure(2)), 300)
    pair.reference = Machine(game.program(game.configure(4)))
    difference = compare_game(pair, 3).difference
    assert difference is not None
    assert difference.game == "seed 3" and difference.decision == 0 and difference.after == "the beginning"
    assert "reference: " in str(difference) and "compiled: " in str(difference)


def test_a_long_run_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    assert read_tally(path) == (Tally(), 0)
    tally = Tally(programs=2, games=7, decisions=99, differences=["somewhere"])
    tally.faults.update({"too-few": 2})
    write_tally(path, tally, 5)
    assert read_tally(path) == (tally, 5)
    assert [p.name for p in tmp_path.iterdir()] == ["kept.json"]


def test_a_task_is_the_same_again(tmp_path: Path) -> None:
    first, second = Tally(), Tally()
    number = 2 * [path.stem for path in all_files()].index("pig")
    Task(number).run(first, tmp_path)
    Task(number).run(second, tmp_path)
    assert first == second and first.games > 0
