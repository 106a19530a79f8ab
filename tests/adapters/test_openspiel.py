"""Games of rules files as games of OpenSpiel."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `openspiel`")

from open_spiel.python.observation import make_observation  # noqa: E402

from ruledsl import pipeline  # noqa: E402
from ruledsl.adapters.openspiel import load, register  # noqa: E402
from ruledsl.model.settings import SettingError  # noqa: E402
from tests.oracles.support import path_of  # noqa: E402

MATCHES = """
game "Matches"
players 2
var score per player = 0
phase game {
    repeat 30 { each player p { p chooses "Take": n in 1..3 { p.score += n } } }
}
result player p: most p.score
payoff player p: p.score
"""


def played(game: Any, *actions: int) -> Any:
    state = game.new_initial_state()
    for action in actions:
        state.apply_action(action)
    return state


def kind(**wanted: Any) -> Any:
    return pyspiel.IIGObservationType(**wanted)


# ---------------------------------------------------------------------------------------------
# Names and parameters


def test_a_registered_game_is_found_by_its_name() -> None:
    assert register(path_of("kuhn_poker")) == "ruledsl_kuhn_poker"
    assert "ruledsl_kuhn_poker" in pyspiel.registered_names()
    game = pyspiel.load_game("ruledsl_kuhn_poker(players=3)")
    assert game.num_players() == 3
    assert game.get_parameters() == {"players": 3, "horizon": 10_000}
    assert game.get_type().long_name == "Kuhn Poker"


def test_rules_of_the_same_name_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a-game.rules"
    for players in (2, 3):
        path.write_text(MATCHES.replace("players 2", f"players {players}"))
        assert register(path) == "ruledsl_a_game"
        assert pyspiel.load_game("ruledsl_a_game").num_players() == players
    assert load(path).tree is load(path).tree, "made once"
    assert load(pipeline.load_text(MATCHES)).num_players() == 2


def test_settings_are_parameters_of_their_types() -> None:
    register(path_of("leduc_poker"), "leduc")
    assert pyspiel.load_game("leduc").get_parameters()["told_apart"] is True
    assert pyspiel.load_game("leduc(told_apart=False)").max_chance_outcomes() == 3
    game = load(path_of("goofspiel"), settings={"size": "4"}, horizon=50)
    assert game.get_parameters() == {"players": 2, "size": 4, "horizon": 50}


def test_what_the_rules_do_not_allow_is_refused() -> None:
    with pytest.raises(SettingError):
        load(path_of("kuhn_poker"), players=7)
    with pytest.raises(SettingError):
        load(path_of("goofspiel"), settings={"size": 12})
    register(path_of("goofspiel"))
    with pytest.raises(SettingError):
        pyspiel.load_game("ruledsl_goofspiel(size=12)")
    with pytest.raises(ValueError, match="letters"):
        register("pig", "a pig")


def test_a_setting_with_the_name_of_a_parameter_is_refused() -> None:
    game = pipeline.load_text(
        'game "T"\nplayers 2\nsetting horizon: 1..3 = 1\nphase game { }\nresult player p: most 0\n', "t.rules"
    )
    with pytest.raises(ValueError, match="horizon"):
        register(game)


def test_rules_that_are_wrong_are_told(tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    path.write_text('game "T"\nplayers 2\nphase game { nonsense }\n')
    with pytest.raises(pipeline.RulesError):
        load(path)


# ---------------------------------------------------------------------------------------------
# What is known of a game


def test_small_games_are_known_exactly() -> None:
    game = load(path_of("kuhn_poker"), players=3)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-2, 4, 0)
    assert (game.max_game_length(), game.num_distinct_actions(), game.max_chance_outcomes()) == (5, 2, 4)
    described = game.get_type()
    assert described.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert described.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert described.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert load(path_of("tiny_hanabi")).get_type().utility == pyspiel.GameType.Utility.IDENTICAL
    goofspiel = load(path_of("goofspiel")).get_type()
    assert goofspiel.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC


def test_large_games_say_what_the_rules_tell() -> None:
    pig = load("pig")
    assert (pig.min_utility(), pig.max_utility(), pig.max_game_length()) == (-1, 1, 10_000)
    assert pig.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert not pig.get_type().provides_information_state_tensor
    blackjack = load("blackjack")
    assert (blackjack.min_utility(), blackjack.max_utility()) == (-math.inf, math.inf)
    assert blackjack.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_claims_are_believed_and_watched() -> None:
    rules = pipeline.load_text(MATCHES, "matches.rules")
    register(rules, "matches", min_utility=30, max_utility=90)  # and 0, when it is broken off
    game = pyspiel.load_game("matches")
    one = game.new_initial_state().legal_actions()[0]
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (0, 90, None)
    assert played(pyspiel.load_game("matches(horizon=3)"), one, one, one).returns() == [0, 0]
    assert played(game, *[one] * 60).returns() == [30, 30]
    register(rules, "matches", utility_sum=0)
    state = played(pyspiel.load_game("matches"), *[one] * 60)
    with pytest.raises(ValueError, match="add up to 60"):
        state.returns()


# ---------------------------------------------------------------------------------------------
# States


def test_a_hand_of_kuhn_poker() -> None:
    game = load(path_of("kuhn_poker"))
    state = game.new_initial_state()
    assert state.is_chance_node() and state.current_player() == pyspiel.PlayerId.CHANCE
    assert [share for _, share in state.chance_outcomes()] == pytest.approx([1 / 3] * 3)
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["0", "1", "2"]
    state = played(game, 2, 0)
    assert state.current_player() == 0
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == ["Pass", "Bet"]
    assert state.legal_actions(1) == []
    state.apply_action(1)
    state.apply_action(0)
    assert state.is_terminal() and state.returns() == [1, -1]
    assert game.action_to_string(0, 1) == "Bet"


def test_an_action_that_is_not_legal_is_refused() -> None:
    state = played(load(path_of("leduc_poker"), settings={"told_apart": "no"}), 0, 0)
    with pytest.raises(Exception, match="not legal"):
        state.apply_action(0)
    assert state.history() == [0, 0]


def test_copies_go_their_own_ways() -> None:
    state = played(load("pig"), 3)
    copy = state.clone()
    copy.apply_action(1)
    assert state.history() == [3] and copy.history() == [3, 1]
    assert str(state) != str(copy)
    assert str(state.child(1)) == str(copy)


@pytest.mark.parametrize("name", ["kuhn_poker", "haunted_mouse", "hearts"])
def test_a_state_is_saved_as_its_history(name: str) -> None:
    """It is played again when it is read: nothing of a game but its actions is saved."""
    game = load(name)
    state = game.new_initial_state()
    for _ in range(30):
        if state.is_terminal():
            break
        text = pyspiel.serialize_game_and_state(game, state)
        actions = state.legal_actions()
        state.apply_action(actions[len(actions) // 2])
    again, read = pyspiel.deserialize_game_and_state(text)
    state = again.deserialize_state(text[text.index("history=") :].strip())
    assert str(again) == str(game)
    assert str(read) == str(state) and read.history() == state.history()
    assert read.legal_actions() == state.legal_actions()
    assert str(pickle.loads(pickle.dumps(read))) == str(read)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    assert len(text) < 2000


def test_a_state_outlives_its_game() -> None:
    state = load("pig").new_initial_state()
    for action in (3, 0, 2):
        state.apply_action(action)
    assert state.get_game().get_type().short_name == "ruledsl_pig"
    assert state.legal_actions() == [0, 1]


# ---------------------------------------------------------------------------------------------
# Observations


def test_an_information_state_is_what_was_seen_heard_and_chosen() -> None:
    state = played(load(path_of("kuhn_poker")), 2, 0, 0)
    assert state.information_state_string(1).splitlines() == [
        "B",
        "[0 1 2] gathered > stock (0 0 0)",
        "shuffled stock",
        "? stock@3 > A.hand",
        "0 stock@2 > B.hand",
        "A.stake = 1",
        "B.stake = 1",
        "A.chips = 0",
        "B.chips = 0",
        "A.folded = no",
        "B.folded = no",
        "spoken = 1",
        "turn of A",
        "A chose Pass",
        "spoken = 2",
        "turn of B",
    ]
    assert "2 stock@3 > A.hand" in state.information_state_string(0).splitlines()


def test_tensors_have_the_sections_of_the_layout_by_name() -> None:
    game = load(path_of("kuhn_poker"))
    state = played(game, 2, 0)
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert seen.dict["zone A.hand known"].tolist() == [0, 0, 1]
    assert seen.dict["zone B.hand known"].tolist() == [0, 0, 0]
    assert seen.dict["chooses"].tolist() == [1, 0]
    assert state.observation_tensor(0) == seen.tensor.tolist()
    memory = make_observation(game, kind(perfect_recall=True))
    memory.set_from(played(game, 2, 0, 0), 0)
    rows = memory.dict["moments"]
    assert rows.shape == (game.max_game_length() + 1, seen.tensor.size)
    assert rows[0].tolist() == seen.tensor.tolist()
    assert rows[1].any() and not rows[2:].any()


def test_what_all_see_and_what_one_sees_make_the_whole() -> None:
    game = load("haunted_mouse", horizon=100)
    state = game.new_initial_state()
    public = make_observation(game, kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE))
    private = make_observation(game, kind(perfect_recall=False, public_info=False))
    whole = make_observation(game)
    while not state.is_terminal():
        shared = set(public.string_from(state, 0).splitlines())
        for player in range(2):
            own = set(private.string_from(state, player).splitlines())
            assert own | shared == set(whole.string_from(state, player).splitlines())
            assert not own & shared
        actions = state.legal_actions()
        state.apply_action(actions[state.move_number() % len(actions)])
    assert public.tensor is None and private.tensor is None


def test_kinds_of_observations_that_are_not_there() -> None:
    game = load("pig")
    for wanted in (
        kind(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE),
        kind(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
    ):
        assert make_observation(game, wanted) is None
    assert make_observation(game, kind(perfect_recall=True)).tensor is None
    with pytest.raises(ValueError, match="parameters"):
        make_observation(game, None, {"a": 1})


# ---------------------------------------------------------------------------------------------
# Without OpenSpiel, and at the end


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)


def test_what_is_missing_is_told() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import ruledsl.adapters.openspiel"
    assert "extra `openspiel`" in run(code).stderr


def test_a_process_with_registered_games_ends_well() -> None:
    """OpenSpiel lets go of a game only after Python has ended."""
    code = (
        "from ruledsl.adapters.openspiel import load, register\n"
        "register('pig'); register('pig')\n"
        "state = load('kuhn_poker').new_initial_state()\n"
        "print(len(state.legal_actions()))"
    )
    ended = run(code)
    assert (ended.returncode, ended.stdout.strip()) == (0, "3"), ended.stderr


def test_commands_do_not_load_it() -> None:
    code = "import sys, ruledsl.cli.main; print('pyspiel' in sys.modules, 'numpy' in sys.modules)"
    assert run(code).stdout.strip() == "False False"
