"""How far random play goes, and that a kernel for searches is made once."""

from __future__ import annotations

from interpreter.chance import seed_generator
from interpreter.machine import Machine
from interpreter.position import Position
from interpreter.views import view
from ruledsl.bots.search.game import Rollouts
from ruledsl.bots.search.kernel_game import KernelGame
from ruledsl.bots.search.kernels import SearchKernel, search_kernel
from tests.bots.games import LAST_STONE
from tests.play.support import small


def game_in(shared: SearchKernel, pos: Position, seed: int = 1) -> KernelGame:
    """A game at the first decision of a position."""
    layout = shared.machine.layout
    game = KernelGame(shared, view(layout, pos, 0), seed_generator(seed))
    game.start(0)
    return game


def test_a_short_game_is_played_to_its_end_and_a_long_one_up_to_a_horizon() -> None:
    assert search_kernel(Machine(small(LAST_STONE).program())).rollouts.horizon is None
    machine = Machine(small(SLOW).program())
    long = search_kernel(machine)
    assert long.rollouts.horizon is not None
    endings = game_in(long, machine.initial(1)).endings()
    assert [ending.over for ending in endings] == [False, False]


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
    shared = SearchKernel(machine, Rollouts(None, 50))
    (ending,) = game_in(shared, machine.initial(1)).endings()
    assert (ending.over, ending.games, ending.standing) == (True, 50, ())
    assert sum(ending.payoffs) == 0 and -1 < ending.payoffs[0] < 1
    assert [ending] == list(game_in(shared, machine.initial(1)).endings())
    (other,) = game_in(shared, machine.initial(1), 2).endings()
    assert other != ending


def test_where_the_result_cannot_be_told_it_counts_nothing() -> None:
    machine = Machine(small(SLOW.replace("most p.steps", "most 6 / (p.steps - 1)")).program())
    shared = SearchKernel(machine, Rollouts(0, 1))
    pos, leads = machine.initial(1), []
    for _ in range(3):
        shared.kernel.load(pos)
        assert shared.kernel_standing.of_all() == shared.standing.of_all(pos)
        leads.append(shared.standing.of_all(pos)[0][0])
        for index in (1, 0):
            machine.apply_in_place(pos, machine.options(pos)[index])
    assert leads[0] == leads[1] == 0 and leads[2] != 0


def test_what_plays_on_is_made_once_for_a_game_and_its_budgets() -> None:
    machine = Machine(small(LAST_STONE).program())
    assert search_kernel(Machine(machine.program)) is search_kernel(machine)
    assert search_kernel(Machine(machine.program, decision_budget=7)) is not search_kernel(machine)
