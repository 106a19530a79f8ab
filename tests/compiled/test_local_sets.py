"""Lists of members that locals hold as masks, and the best of members, are what they are in the reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.compiled.agreement import compare_straight, pair_of
from interpreter.compiled.code.build import write_kernel
from ruledsl.pipeline import load, load_text
from tests.compiled.differential import Tally, Way, compare_program

RULES = """
game "Local sets"
players 3

enum rank: one, two, three, four, five
enum lone: only
cards deck: rank * 3 copies

zone stock:           pile, hidden
zone hand per player: row, private

var score per player = 0
var out per player = no
var favoured: rank or none
var kept per lone = 0

define held(p, r) = count(c in p.hand where c is r)

phase game {
    all deck -> stock shuffled
    3 from stock -> each hand
    repeat 6 {
        turns player p {
            var liked = all(rank r where held(p, r) > 1)
            p chooses {
                option "Out" where not p.out { p.out = yes }
                option "Back" { p.out = no; p.score -= 1 }
                option "Draw" where stock is not empty { 1 from stock -> p.hand }
                option "Like": r in liked { p.score += liked.size }
                option "Go": n in 1..3 where some(rank r where held(p, r) is n) { p.score += n }
            }
            var leaders = all(player q where not q.out)
            if leaders.size > 1 {
                leaders = all(player q where not q.out with most q.score, then fewest q.hand.size)
            }
            if p is in leaders { p.score += 2 }
            each w in leaders { w.score += 6 / leaders.size; leaders = all(player q where q.out) }
            favoured = first(rank r where held(p, r) > 0 with most held(p, r))
            if sole(rank r with most held(p, r)) is favoured { p.score += 1 }
            var single = the(lone l where l.kept >= 0 with most l.kept)
            single.kept += 1
            var lonely = sole(player q where q.out)
            if lonely is not none { lonely.score += 5 }
        } until p is seat(3)
    }
}

result player p: most p.score
payoff player p: p.score
"""


@pytest.mark.parametrize(("engine", "known"), [("wasm", True), ("python", False)])
def test_sets_in_locals(engine: str, known: bool, tmp_path: Path) -> None:
    path = tmp_path / "sets.rules"
    path.write_text(RULES, encoding="utf-8")
    game = load(str(path))
    program = game.program(game.configure(3))
    # nothing is kept in the heap
    assert "keep_" not in write_kernel(program, only="games").source
    tally = Tally()
    compare_program(program, Way(engine, known, games=6), "sets", tally, engine)
    assert tally.differences == [] and tally.games == 12


TIED = """game "Tied"
players 2
var score per player = 0
phase game {
    turns player p {
        p chooses { option "One" { p.score += 1 }; option "Two" { p.score += 2 } }
    } until p is seat(2)
    var winner = the(player q where q.score > LEAST with most q.score)
    winner.score += 10
}
result player p: most p.score
"""


@pytest.mark.parametrize(("least", "faults"), [("0", {"", "not-one"}), ("5", {"not-one"})])
def test_the_best_of_members_is_one_or_a_fault(least: str, faults: set[str]) -> None:
    machine = pair_of(load_text(TIED.replace("LEAST", least)).program(), 100, engine="python").compiled
    found = [compare_straight(machine, str(seed)) for seed in range(12)]
    assert all(played.difference is None for played in found)
    assert {played.fault for played in found} == faults
