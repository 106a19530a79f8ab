"""Kernels that test invariants, and the script that plays very many games with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.million import Score, on_reference, play_batch, read_scores, run
from interpreter.compiled.machine import CompiledMachine
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from ruledsl.pipeline import load
from tests.support.rules_files import game_at, rules_files

RULES = """game "Drawing"
players 2..3
enum suit: red "R", blue "B"
enum rank: 1..9
cards deck: suit * rank
zone stock: pile, hidden
zone hand per player: row, private
phase game {
    all deck -> stock shuffled
    turns player p {
        p chooses {
            option "Draw" { 1 from stock -> p.hand }
            option "Wait" { }
        }
    } until stock is empty
}
invariant player p: p.hand.size <= 10
result player p: most p.hand.size
"""


@pytest.fixture
def drawing(tmp_path: Path) -> str:
    path = tmp_path / "drawing.rules"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def test_what_does_not_hold_is_a_fault_at_its_place(drawing: str) -> None:
    game = load(drawing)
    config = game.configure(2)
    program = game.program(config)
    machine = CompiledMachine(program, invariants=True)
    with pytest.raises(RulesFault) as caught:
        machine.games(1000, "many")
    assert caught.value.code == "invariant"
    assert game.lowered(config).origins[caught.value.origin].line == 17
    reference = Machine(program)
    violations = reference.check_invariants(machine.position())
    assert [violation.origin for violation in violations] == [caught.value.origin]


def test_conservation_is_tested(drawing: str) -> None:
    game = load(drawing)
    machine = CompiledMachine(game.program(game.configure(2)), invariants=True)
    machine.begin(1)
    machine.offer()
    machine.host.array("place")[0] = -1
    with pytest.raises(RulesFault) as caught:
        machine.take(1)
    assert caught.value.code == "conservation"


@pytest.mark.parametrize("path", [p for p in rules_files() if p.parent.name == "games"], ids=lambda p: p.stem)
def test_the_rulebooks_keep_theirs(path: Path) -> None:
    game = game_at(path)
    machine = CompiledMachine(game.program(game.configure(game.players[-1])), known=False, invariants=True)
    assert "def check_invariants(" in machine.text.source
    assert machine.games(20, "few").games == 20


def test_they_change_nothing(drawing: str) -> None:
    game = game_at(next(path for path in rules_files() if path.stem == "head_of_mousehold"))
    program = game.program(game.configure(3))
    plain, testing = (CompiledMachine(program, invariants=tested) for tested in (False, True))
    assert plain.games(30, "same") == testing.games(30, "same")


def test_what_a_batch_finds_is_found_again_by_the_reference(drawing: str) -> None:
    batch = play_batch(drawing, 0)
    assert "2 players, seed million:0" in batch.found and "p.hand.size <= 10" in batch.found
    assert batch.games < 1000
    assert "drawing.rules:17" in on_reference(drawing, 2, "million:0", batch.games)


def test_it_goes_on_where_it_was(drawing: str, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    first = run([drawing], 2000, 1, kept)
    assert first[drawing].done == {0, 1} and first[drawing].found
    assert run([drawing], 2000, 1, kept) == first == read_scores(kept)
    assert isinstance(first[drawing], Score)
