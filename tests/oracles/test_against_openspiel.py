"""Our games and OpenSpiel's, side by side: the same trees, and the same answers of its algorithms.

OpenSpiel: M. Lanctot et al., "OpenSpiel: A framework for reinforcement learning in games", 2019. Where a
value is a constant, it is the one that is known for its own game.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tests.oracles.support import path_of

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `openspiel`")

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability  # noqa: E402

from ruledsl.adapters.openspiel import load  # noqa: E402

GOOFSPIEL = "turn_based_simultaneous_game(game=goofspiel(imp_info=True,points_order=descending,num_cards={}))"

Pair = tuple[str, int, dict[str, str], str]

PAIRS: list[Pair] = [
    ("kuhn_poker", 2, {}, "kuhn_poker"),
    ("kuhn_poker", 3, {}, "kuhn_poker(players=3)"),
    ("leduc_poker", 2, {"told_apart": "no"}, "leduc_poker(suit_isomorphism=True)"),
    ("liars_dice", 2, {"faces": "3"}, "liars_dice(dice_sides=3)"),
    ("goofspiel", 2, {"size": "3"}, GOOFSPIEL.format(3)),
    ("goofspiel", 2, {"size": "4"}, GOOFSPIEL.format(4)),
    ("tiny_hanabi", 2, {}, "tiny_hanabi"),
    ("go_fish", 2, {}, "go_fish(ranks=3,suits=2,initial_cards=1)"),
]
LARGE_PAIRS: list[Pair] = [
    ("leduc_poker", 2, {"told_apart": "yes"}, "leduc_poker"),
    ("liars_dice", 2, {"faces": "4"}, "liars_dice(dice_sides=4)"),
]

WITHOUT_MEMORY = "go_fish"
"""OpenSpiel's information states of this game are texts of the last events, and tell which card was drawn."""


def named(pair: Pair) -> str:
    return "-".join((pair[0], str(pair[1]), *pair[2].values()))


def ours(name: str, players: int = 2, settings: dict[str, str] | None = None) -> Any:
    return load(path_of(name), players, settings)


# ---------------------------------------------------------------------------------------------
# The same trees


def decided(state: Any) -> Iterator[Any]:
    """What comes of each option of a decision: an option may take several actions."""
    for action in state.legal_actions():
        after = state.child(action)
        if after.node.under_way:
            yield from decided(after)
        else:
            yield after


def without_forced_chance(state: Any) -> Any:
    """OpenSpiel's state after events of chance that have one outcome: ours are none."""
    while state.is_chance_node() and len(state.chance_outcomes()) == 1:
        state = state.child(state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize(
    "pair", [*PAIRS, *(pytest.param(pair, marks=pytest.mark.slow) for pair in LARGE_PAIRS)], ids=named
)
def test_the_tree_is_openspiels(pair: Pair) -> None:
    """Node by node: who acts, how many ways there are, the chances, the returns; and whoever cannot tell two
    nodes of ours apart cannot do so in OpenSpiel's game, and the other way round."""
    name, players, settings, theirs = pair
    other = pyspiel.load_game(theirs)
    known: list[dict[str, str]] = [{} for _ in range(players)]
    waiting = [(ours(name, players, settings).new_initial_state(), other.new_initial_state())]
    while waiting:
        one, two = waiting.pop()
        two = without_forced_chance(two)
        assert one.current_player() == two.current_player()
        if one.is_terminal():
            assert one.returns() == pytest.approx(two.returns(), abs=1e-12)
        elif one.is_chance_node():
            shares = zip(one.chance_outcomes(), two.chance_outcomes(), strict=True)
            for (mine, share), (its, same) in shares:
                assert share == pytest.approx(same, abs=1e-12)
                waiting.append((one.child(mine), two.child(its)))
        else:
            seat = one.current_player()
            text = two.information_state_string(seat)
            assert known[seat].setdefault(one.information_state_string(seat), text) == text or (
                name == WITHOUT_MEMORY
            )
            actions = two.legal_actions()
            waiting += zip(decided(one), [two.child(action) for action in actions], strict=True)
    if name != WITHOUT_MEMORY:
        for texts in known:
            assert len(set(texts.values())) == len(texts)


# ---------------------------------------------------------------------------------------------
# The same answers

UNIFORM = [
    ("kuhn_poker", 2, {}, 11 / 12),
    ("leduc_poker", 2, {"told_apart": "no"}, 4.747222222222222),
    pytest.param("leduc_poker", 2, {"told_apart": "yes"}, 4.747222222222222, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "players", "settings", "value"), UNIFORM)
def test_how_much_is_lost_by_choosing_at_random(
    name: str, players: int, settings: dict[str, str], value: float
) -> None:
    game = ours(name, players, settings)
    assert exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) == pytest.approx(value, abs=1e-9)


def solved(game: Any, iterations: int) -> Any:
    """The average policy of CFR+ (O. Tammelin, "Solving Large Imperfect Information Games Using CFR+")."""
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.average_policy()


CURVES = [
    ("kuhn_poker", 2, {}, "kuhn_poker", 30),
    ("kuhn_poker", 3, {}, "kuhn_poker(players=3)", 3),
    ("leduc_poker", 2, {"told_apart": "no"}, "leduc_poker(suit_isomorphism=True)", 2),
    ("goofspiel", 2, {"size": "3"}, GOOFSPIEL.format(3), 10),
    pytest.param("leduc_poker", 2, {"told_apart": "yes"}, "leduc_poker", 3, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "players", "settings", "theirs", "iterations"), CURVES)
def test_cfr_plus_goes_the_same_way(
    name: str, players: int, settings: dict[str, str], theirs: str, iterations: int
) -> None:
    """The same tree gives the same policies, so that ours follows the curve further, too: to 1.9e-5 after
    10,000 iterations of Kuhn, to 5.1e-4 after 1,000 of Leduc."""
    game, other = ours(name, players, settings), pyspiel.load_game(theirs)
    mine = exploitability.nash_conv(game, solved(game, iterations))
    assert mine == pytest.approx(exploitability.nash_conv(other, solved(other, iterations)), abs=1e-9)


VALUES = [
    ("kuhn_poker", {}, -1 / 18, 100, 0.0025),
    ("goofspiel", {"size": "3"}, 0, 30, 0.004),
    pytest.param("liars_dice", {"faces": "3"}, 1 / 9, 30, 0.05, marks=pytest.mark.slow),
    pytest.param("goofspiel", {"size": "4"}, 0, 30, 0.05, marks=pytest.mark.slow),
    pytest.param("liars_dice", {"faces": "4"}, 1 / 16, 30, 0.1, marks=pytest.mark.slow),
    pytest.param("leduc_poker", {"told_apart": "no"}, -0.0856064241, 60, 0.1, marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "settings", "value", "iterations", "width"), VALUES)
def test_the_value_of_a_game_lies_where_it_is_known_to(
    name: str, settings: dict[str, str], value: float, iterations: int, width: float
) -> None:
    """The best answers to policies that nearly nothing can be won against are its bounds."""
    game = ours(name, 2, settings)
    average = solved(game, iterations)
    root = game.new_initial_state()
    answers = [best_response.BestResponsePolicy(game, seat, average).value(root) for seat in range(2)]
    assert -answers[1] <= value + 1e-12 and value - 1e-12 <= answers[0]
    assert answers[0] + answers[1] < width


def test_the_best_that_partners_reach_in_tiny_hanabi() -> None:
    """Every policy of the first player with the best answer to it; 10 is the most that they can win."""
    game = ours("tiny_hanabi")
    table = policy.TabularPolicy(game)
    rows = [table.state_lookup[text] for text in table.states_per_player[0]]
    acts = [[float(on) for on in act] for act in _one_at_a_time(table.legal_actions_mask[rows[0]])]
    best = -1.0
    for chosen in product(acts, repeat=len(rows)):
        for row, act in zip(rows, chosen, strict=True):
            table.action_probability_array[row] = act
        best = max(best, best_response.BestResponsePolicy(game, 1, table).value(game.new_initial_state()))
    assert best == 10


def _one_at_a_time(mask: Any) -> Iterator[list[bool]]:
    """The policies that always take one legal action."""
    for legal in range(len(mask)):
        if mask[legal]:
            yield [action == legal for action in range(len(mask))]


def test_payoffs_of_random_play() -> None:
    game = ours("leduc_poker", 2, {"told_apart": "no"})
    uniform = policy.UniformRandomPolicy(game)
    values = expected_game_score.policy_value(game.new_initial_state(), [uniform, uniform])
    assert values == pytest.approx([-5 / 64, 5 / 64])
