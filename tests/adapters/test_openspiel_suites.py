"""OpenSpiel's own tests of games, and some of its algorithms, on games of rules files."""

from __future__ import annotations

import random
import unittest
from typing import Any

import pytest

from ruledsl import files
from tests.oracles.support import path_of

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `openspiel`")

import numpy as np  # noqa: E402
from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, mcts  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

from ruledsl.adapters.openspiel import load, register  # noqa: E402

HORIZON = 40
"""Random games are broken off after so many actions: OpenSpiel asks for whole information states at each."""

GAMES = sorted(files.bundled_games())


def passes(base: type[unittest.TestCase], game: Any, name: str) -> None:
    """All tests of a class of OpenSpiel's pass for a game; `name` is that of its own game, whose numbers the
    tests know."""
    case = type(base.__name__, (base,), {"game": game, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 4
    assert not result.failures + result.errors, "\n".join(text for _, text in result.failures + result.errors)


WHOLE = [
    ("kuhn_poker", 2, {}, "kuhn_poker"),
    ("kuhn_poker", 3, {}, "kuhn_poker3p"),
    ("goofspiel", 2, {"size": "4"}, "iigoofspiel4"),
    ("tiny_hanabi", 2, {}, "tiny_hanabi"),
    pytest.param("leduc_poker", 2, {"told_apart": "yes"}, "leduc_poker", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("name", "players", "settings", "theirs"), WHOLE)
def test_the_interface_over_whole_trees(
    name: str, players: int, settings: dict[str, str], theirs: str
) -> None:
    passes(api_test.EnforceAPIOnFullTreeBase, load(path_of(name), players, settings), theirs)


@pytest.mark.parametrize("name", ["kuhn_poker", "pig", "go_fish", "haunted_mini_mouse", "mice_to_meet_you"])
def test_the_interface_over_some_states(name: str) -> None:
    random.seed(1)  # it picks states with it
    passes(api_test.EnforceAPIOnPartialTreeBase, load(name, horizon=HORIZON), name)


@pytest.mark.parametrize("name", GAMES)
def test_random_games_of_the_library(name: str) -> None:
    """In C++: copies, masks, texts, saving, observations, returns within their bounds."""
    pyspiel.random_sim_test(load(name, horizon=HORIZON), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_random_games_of_the_python_tests(name: str) -> None:
    """In Python: copies, saving and pickling of games and states."""
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(load(name, horizon=HORIZON))


@pytest.mark.parametrize("name", ["leduc_poker", "goofspiel", "pig", "haunted_mouse"])
def test_playthroughs(name: str) -> None:
    """OpenSpiel writes down a game with all that it asks, and plays it again to the same text."""
    game = f"{register(name)}(horizon=10)"
    text = generate_playthrough.playthrough(game, [], seed=1)
    actions = [
        int(line.removeprefix("action: ")) for line in text.splitlines() if line.startswith("action: ")
    ]
    assert len(actions) > 3
    assert generate_playthrough.playthrough(game, actions, seed=2) == text


def test_tree_search() -> None:
    """One card is better than the other: a search over random games finds that out."""
    game = load("pig", settings={"goal": 20}, horizon=200)
    state = game.new_initial_state()
    state.apply_action(5)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1, 20, evaluator, random_state=np.random.RandomState(1))
    found = bot.mcts_search(state)
    assert {child.action for child in found.children} == set(state.legal_actions())
    assert found.explore_count == 20
