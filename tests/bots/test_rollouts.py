"""Rollouts by a kernel and by the reference machine are the same games."""

from __future__ import annotations

import pytest

from interpreter.chance import below, seed_generator
from interpreter.compiled.position_io import BeyondKernel
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from interpreter.position import Position, copy_position
from ruledsl.bots.ismcts import rollouts_of
from ruledsl.bots.search.kernel_rollouts import KernelRollouts
from ruledsl.bots.search.rollouts import ReferenceRollouts
from ruledsl.bots.standing import Standing
from tests.bots.games import LAST_STONE
from tests.play.support import small
from tests.support.rules_files import Case, one_of_each


def some_way_on(machine: Machine, decisions: int, seed: str) -> Position:
    """A position of a random game."""
    pos, generator = machine.initial(seed), seed_generator(seed)
    while not pos.over and pos.decisions < decisions:
        options = machine.options(pos)
        machine.apply_in_place(pos, options[below(generator, len(options))])
    return pos


@pytest.mark.parametrize("case", one_of_each(), ids=str)
def test_a_kernel_gives_the_same_endings(case: Case) -> None:
    machine = case.machine
    rollouts = rollouts_of(machine)
    assert isinstance(rollouts, KernelRollouts)
    for decisions in (0, 7):
        pos = some_way_on(machine, decisions, str(case))
        kept = copy_position(pos)
        endings = rollouts.rollouts(pos, 2, decisions)
        assert endings == rollouts.reference.rollouts(pos, 2, decisions)
        assert endings == rollouts.rollouts(pos, 2, decisions)
        assert pos == kept


def test_without_a_horizon_games_are_played_to_their_end() -> None:
    machine = Machine(small(LAST_STONE).program())
    rollouts = KernelRollouts(machine, Standing(machine), None)
    endings = rollouts.rollouts(machine.initial(1), 5, 3)
    assert all(ending.over and sorted(ending.payoffs) == [-1, 1] for ending in endings)
    assert endings == rollouts.reference.rollouts(machine.initial(1), 5, 3)
    assert len(set(endings)) > 1


@pytest.mark.parametrize("problem", [BeyondKernel("full"), RulesFault("beyond-kernel", -1, {}, "full")])
def test_what_does_not_fit_into_a_kernel_is_played_by_the_reference(problem: Exception) -> None:
    machine = Machine(small(LAST_STONE).program())
    standing = Standing(machine)
    rollouts = KernelRollouts(machine, standing, 3)
    pos = machine.initial(1)
    wanted = ReferenceRollouts(machine, standing, 3).rollouts(pos, 3, 9)

    def full(position: Position) -> None:
        raise problem

    rollouts.kernel.load = full  # type: ignore[method-assign]
    assert rollouts.rollouts(pos, 3, 9) == wanted


def test_a_fault_of_the_rules_is_told() -> None:
    machine = Machine(small(LAST_STONE).program())
    rollouts = KernelRollouts(machine, Standing(machine), 3)

    def broken(position: Position) -> None:
        raise RulesFault("no-option", 3, {}, "there is nothing to choose")

    rollouts.kernel.load = broken  # type: ignore[method-assign]
    with pytest.raises(RulesFault, match="nothing to choose"):
        rollouts.rollouts(machine.initial(1), 1, 1)


def test_what_plays_on_is_made_once_for_a_game_and_its_budgets() -> None:
    machine = Machine(small(LAST_STONE).program())
    assert rollouts_of(Machine(machine.program)) is rollouts_of(machine)
    assert rollouts_of(Machine(machine.program, decision_budget=7)) is not rollouts_of(machine)
