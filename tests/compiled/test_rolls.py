"""Dice that are rolled where they lie get the values that they get in the reference."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.compiled.code.build import kernel_text
from ruledsl.pipeline import load
from tests.compiled.differential import Tally, Way, compare_program

RULES = """
game "Rolls"
players 2

dice big:   5 of 1..20
dice small: 2 per player of 1..6

zone line:            row, open
zone sack:            bag, hidden
zone cup per player:  slot, private
zone rack per player: row, private

var score per player = 0

phase game {
    all big -> line
    each small d { if d.owner.cup is empty { d -> d.owner.cup } else { d -> sack } }
    repeat 8 {
        each player p {
            p chooses {
                option "Line" { roll line; p.score += line.first.value }
                option "Sack" { roll sack; p.score += most(d.value for d in sack) }
                option "Cups" { roll all cup; p.score += p.cup.value }
                option "Rack" { roll p.rack; p.score += p.rack.size }
                option "Racks" { roll all rack; p.score += 1 }
                option "Take" where line is not empty { line.first -> p.rack }
                option "High": d in line where d.value > 9 { roll d }
            }
        }
    }
}

result player p: most p.score
"""


@pytest.mark.parametrize(("engine", "known"), [("wasm", True), ("python", False)])
def test_dice_are_rolled_where_they_lie(engine: str, known: bool, tmp_path: Path) -> None:
    path = tmp_path / "rolls.rules"
    path.write_text(RULES, encoding="utf-8")
    game = load(str(path))
    program = game.program(game.configure(2))
    # no list of the dice of rows and slots
    text = kernel_text(program, known=known)
    assert not any(f"pieces_z{family}(" in text for family in (0, 2, 3))
    tally = Tally()
    compare_program(program, Way(engine, known, games=4), "rolls", tally, engine)
    assert tally.differences == [] and tally.games == 8
