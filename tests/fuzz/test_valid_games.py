"""Random valid games: checked, played, recorded and repeated, without any trouble of ours.

`RULEDSL_FUZZ_GAMES=5000 pytest tests/fuzz` goes on for longer.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from interpreter.faults import RulesFault
from interpreter.hashing import state_hash
from interpreter.machine import Machine
from interpreter.position import Position
from ruledsl import pipeline
from ruledsl.diagnostics.render import render
from ruledsl.fmt import format_source
from ruledsl.source import Source
from ruledsl.syntax import parse
from tests.support.valid_games import game_text

GAMES = int(os.environ.get("RULEDSL_FUZZ_GAMES", "48"))
DECISIONS = 80


def loaded(seed: int, folder: Path) -> pipeline.Game:
    path = folder / "random.rules"
    path.write_text(game_text(seed), encoding="utf-8")
    errors = [d for d in pipeline.check(str(path)) if d.is_error]
    assert not errors, render(errors)
    return pipeline.load(str(path))


def play(machine: Machine, seed: int) -> tuple[list[str], Position | None]:
    """Plays at random; the hashes on the way, and the end unless the rules fault (which they may)."""
    chooser = Random(seed)
    hashes: list[str] = []
    try:
        pos = machine.initial(seed)
        while not pos.over:
            assert machine.check_invariants(pos) == []
            before = state_hash(machine.layout, pos)
            options = machine.options(pos)
            after = machine.apply(pos, chooser.choice(options))
            assert state_hash(machine.layout, pos) == before
            hashes.append(before)
            pos = after
    except RulesFault as fault:
        hashes.append(f"{fault.code} at {fault.origin}")
        return hashes, None
    machine.outcome(pos)
    return hashes, pos


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_game_is_no_trouble(seed: int, tmp_path: Path) -> None:
    game = loaded(seed, tmp_path)
    for players in game.players:
        program = game.program(game.configure(players))
        machine = Machine(program, step_budget=5000, decision_budget=DECISIONS)
        again = Machine(program, step_budget=5000, decision_budget=DECISIONS)
        assert play(machine, seed) == play(again, seed)


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_game_is_laid_out_and_stays_the_same(seed: int) -> None:
    source = Source("random.rules", game_text(seed))
    tree, problems = parse(source)
    assert not problems
    text, _ = format_source(source)
    assert text is not None
    formatted = Source("random.rules", text)
    again, problems = parse(formatted)
    assert not problems
    assert again == tree
    assert format_source(formatted)[0] == text
