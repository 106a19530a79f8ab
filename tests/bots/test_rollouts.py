"""Rollouts by a kernel and by the reference machine are the same games."""

from __future__ import annotations

import pytest

from interpreter.chance import below, seed_generator
from interpreter.compiled.machine import CompiledMachine
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


def kernel_of(machine: Machine, horizon: int | None) -> KernelRollouts:
    kernel = CompiledMachine(machine.program, known=False)
    return KernelRollouts(machine, kernel, Standing(machine), horizon, 4)


def test_a_short_game_is_played_to_its_end_and_a_long_one_up_to_a_horizon() -> None:
    short = rollouts_of(Machine(small(LAST_STONE).program()))
    assert isinstance(short, KernelRollouts) and short.horizon is None
    machine = Machine(small(SLOW).program())
    long = rollouts_of(machine)
    assert isinstance(long, KernelRollouts) and long.horizon is not None
    endings = long.rollouts(machine.initial(1), 2, 3)
    assert [ending.over for ending in endings] == [False, False]
    assert endings == long.reference.rollouts(machine.initial(1), 2, 3)


SLOW = """\
game "Slow"
players 2
var steps per player = 0
phase game {
    turns player p from seat(1) { p chooses "Step": n in 0..1 { p.steps += n } } until p.steps is 200
}
result player p: most p.steps
"""


def test_games_to_the_end_tell_what_was_paid_on_average() -> None:
    machine = Machine(small(LAST_STONE).program())
    rollouts = kernel_of(machine, None)
    (ending,) = rollouts.rollouts(machine.initial(1), 50, 3)
    assert (ending.over, ending.games, ending.standing) == (True, 50, ())
    assert sum(ending.payoffs) == 0 and -1 < ending.payoffs[0] < 1
    assert [ending] == list(rollouts.reference.rollouts(machine.initial(1), 50, 3))
    (other,) = rollouts.rollouts(machine.initial(1), 50, 4)
    assert other != ending


@pytest.mark.parametrize("horizon", [None, 3])
@pytest.mark.parametrize("problem", [BeyondKernel("full"), RulesFault("beyond-kernel", -1, {}, "full")])
def test_what_does_not_fit_into_a_kernel_is_played_by_the_reference(
    problem: Exception, horizon: int | None
) -> None:
    machine = Machine(small(LAST_STONE).program())
    rollouts = kernel_of(machine, horizon)
    pos = machine.initial(1)
    wanted = ReferenceRollouts(machine, Standing(machine), horizon, 4).rollouts(pos, 3, 9)

    def full(position: Position) -> None:
        raise problem

    rollouts.kernel.load = full  # type: ignore[method-assign]
    assert rollouts.rollouts(pos, 3, 9) == wanted


@pytest.mark.parametrize("horizon", [None, 3])
def test_a_fault_of_the_rules_is_told(horizon: int | None) -> None:
    machine = Machine(small(LAST_STONE).program())
    rollouts = kernel_of(machine, horizon)

    def broken(position: Position) -> None:
        raise RulesFault("no-option", 3, {}, "there is nothing to choose")

    rollouts.kernel.load = broken  # type: ignore[method-assign]
    with pytest.raises(RulesFault, match="nothing to choose"):
        rollouts.rollouts(machine.initial(1), 1, 1)


def test_what_plays_on_is_made_once_for_a_game_and_its_budgets() -> None:
    machine = Machine(small(LAST_STONE).program())
    assert rollouts_of(Machine(machine.program)) is rollouts_of(machine)
    assert rollouts_of(Machine(machine.program, decision_budget=7)) is not rollouts_of(machine)
