"""Kernels of which only a part is written: they play the games of the whole one, and hold no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.compiled.code.build import write_kernel
from interpreter.compiled.code.drive import GAMES
from interpreter.compiled.kernel import read_kernel
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.wasm.checking import check
from tests.support.rules_files import game_at, rules_files

FILES = rules_files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_either_part_plays_the_same_games(path: Path) -> None:
    game = game_at(path)
    program = game.program(game.configure(game.players[-1]))
    whole, by_steps = [
        CompiledMachine(program, known=False, decision_budget=300, only=only) for only in ("games", "steps")
    ]
    assert whole.games(20, "parts") == by_steps.games(20, "parts")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_whole_games_need_less_text(path: Path) -> None:
    game = game_at(path)
    program = game.program(game.configure(game.players[0]))
    everything, games, steps = [write_kernel(program, only=only) for only in ("everything", "games", "steps")]
    kernel = read_kernel(games.source)
    check(kernel)
    assert set(kernel.exports) < set(GAMES)
    assert everything.straight == games.straight and not steps.straight
    assert len(games.source) < len(everything.source)
    assert (len(steps.source) < len(everything.source)) == games.straight


@pytest.mark.parametrize("name", ["head_of_mousehold", "haunted_mouse", "whist", "crazy_eights"])
def test_who_plays_whole_games_alone_keeps_no_stack(name: str) -> None:
    """What is played with frames is the simultaneous choices, if there are any."""
    game = game_at(next(path for path in FILES if path.stem == name))
    functions = read_kernel(write_kernel(game.program(game.configure()), only="games").source).functions
    assert any(function.startswith("block_") for function in functions) == (name == "head_of_mousehold")
    assert ("run" in functions) == (name == "head_of_mousehold")
    assert not {"begin", "take", "recount"} & functions.keys()


@pytest.mark.parametrize("name", ["head_of_mousehold", "cribbage", "haunted_mouse"])
def test_a_fault_amid_clearing_out_leaves_nothing_to_the_next_game(name: str) -> None:
    """While things are cleared out `lifting` is 1, and a fault may leave it so."""
    game = game_at(next(path for path in FILES if path.stem == name))
    machine = CompiledMachine(game.program(game.configure()), known=False, only="games")
    played = machine.games(20, "clear")
    machine.host.array("lifting")[0] = 1
    assert machine.games(20, "clear") == played


def test_what_nobody_asks_for_is_not_noted() -> None:
    """In Whist whoever moves a card knows where it lies; in Golf it is asked."""
    for name, asks in (("whist", False), ("golf", True)):
        game = game_at(next(path for path in FILES if path.stem == name))
        source = write_kernel(game.program(game.configure()), known=False, only="games").source
        assert ("place[" in source) == asks
        assert "\n\n\n\n" not in source


@pytest.mark.parametrize(("name", "holds"), [("whist", True), ("rummy", False), ("haunted_mouse", False)])
def test_long_kernels_hold_nothing(name: str, holds: bool) -> None:
    """There it would take longer to be ready, and no game would be played sooner."""
    game = game_at(next(path for path in FILES if path.stem == name))
    source = write_kernel(game.program(game.configure()), known=False, only="games").source
    assert ("\nHELD = " in source) == holds
