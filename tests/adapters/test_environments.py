"""PettingZoo's and Gymnasium's own checks, and what an environment promises besides."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from collections.abc import Sequence
from typing import Any

import pytest

from interpreter.faults import Refused
from interpreter.machine import Machine
from interpreter.views import View
from ruledsl import pipeline
from ruledsl.adapters.match import IllegalAction, Match
from tests.support.rules_files import ROOT, rules_files

REASON = "needs the extra `rl`: python -m pip install --editable '.[rl]'"
np = pytest.importorskip("numpy", reason=REASON)
gymnasium = pytest.importorskip("gymnasium", reason=REASON)
pytest.importorskip("pettingzoo", reason=REASON)

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, parallel_api_test, seed_test  # noqa: E402

from ruledsl.adapters import environments  # noqa: E402
from ruledsl.adapters.aec import AECGame  # noqa: E402

CLASSICS = (
    "kuhn_poker",
    "leduc_poker",
    "goofspiel",
    "liars_dice",
    "golf",
    "hearts",
    "gin_rummy",
    "blackjack",
)
GAMES = [str(path) for path in rules_files() if path.parent.name == "games" or path.stem in CLASSICS]
NAMES = [path.rpartition("/")[2] for path in GAMES]

EXPECTED_WARNINGS = (
    "Observation is not a NumPy array",  # it is a dictionary, as PettingZoo asks for where there are masks
    "Observation space for each agent probably should be",
    ".*Not able to test alternative render modes",
)


def path_of(name: str) -> str:
    return next(str(path) for path in rules_files() if path.stem == name)


def only_expected_warnings() -> None:
    warnings.simplefilter("error")
    for message in EXPECTED_WARNINGS:
        warnings.filterwarnings("ignore", message=message)


# ---------------------------------------------------------------------------------------------
# Their checks


def test_there_are_enough_games() -> None:
    assert len(GAMES) == 4 + len(CLASSICS)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_pettingzoo_accepts_agents_one_after_the_other(game: str) -> None:
    with warnings.catch_warnings():
        only_expected_warnings()
        api_test(environments.aec(game), num_cycles=15)
        seed_test(lambda: environments.aec(game), num_cycles=15)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_pettingzoo_accepts_agents_at_the_same_time(game: str) -> None:
    with warnings.catch_warnings():
        only_expected_warnings()
        parallel_api_test(environments.parallel(game), num_cycles=30)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_gymnasium_accepts_a_learner_among_bots(game: str) -> None:
    with warnings.catch_warnings():
        only_expected_warnings()
        check_env(environments.single(game, illegal=-1.0, render_mode="ansi"))


# ---------------------------------------------------------------------------------------------
# Whole games


def play_together(env: Any, seed: int, most: int = 2000) -> tuple[list[list[int]], Any]:
    """A random game; what each seat took, and the last step."""
    rng = random.Random(seed)
    seen, _ = env.reset(seed=seed)
    taken: list[list[int]] = [[] for _ in env.possible_agents]
    step = None
    for _ in range(most):
        actions = {agent: int(rng.choice(np.flatnonzero(o["action_mask"]))) for agent, o in seen.items()}
        for seat, agent in enumerate(env.possible_agents):
            if actions[agent] != env.wait:
                taken[seat].append(actions[agent])
        step = env.step(actions)
        seen = step[0]
        if not env.agents:
            return taken, step
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    "name", ["goofspiel", "haunted_mini_mouse", "kuhn_poker", "head_of_mousehold", "golf"]
)
def test_both_kinds_play_the_same_game(name: str) -> None:
    parallel = environments.parallel(path_of(name), decision_budget=300)
    taken, (seen, rewards, terminations, truncations, _) = play_together(parallel, 5)
    env = AECGame(path_of(name), decision_budget=300)
    env.reset(seed=5)
    found: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            found[agent] = reward
            assert observation is not None
            assert (terminated, truncated) == (terminations[agent], truncations[agent])
            assert (observation["observation"] == seen[agent]["observation"]).all()
            env.step(None)
        else:
            env.step(taken[env.possible_agents.index(agent)].pop(0))
    assert found == rewards and not any(taken)
    outcome = env.match.machine.outcome(env.match.position)
    assert list(rewards.values()) == [float(worth) for worth in outcome.payoffs]


def test_payoffs_add_up_as_the_game_says() -> None:
    env = environments.parallel(path_of("kuhn_poker"))
    totals = []
    for seed in range(20):
        _, (_, rewards, terminations, truncations, _) = play_together(env, seed)
        assert sum(rewards.values()) == 0 and set(map(abs, rewards.values())) <= {1.0, 2.0}
        assert all(terminations.values()) and not any(truncations.values())
        totals.append(rewards["player_0"])
    assert len(set(totals)) > 1


def test_a_game_that_is_broken_off_is_truncated() -> None:
    env = environments.parallel("haunted_mouse", players=3, decision_budget=10)
    _, (_, rewards, terminations, truncations, _) = play_together(env, 1)
    assert all(truncations.values()) and not any(terminations.values())
    assert set(rewards.values()) == {0.0}
    aec = AECGame("haunted_mouse", decision_budget=1)
    aec.reset(seed=1)
    while not any(aec.truncations.values()):
        aec.step(int(np.flatnonzero(aec.observe(aec.agent_selection)["action_mask"])[0]))
    assert not any(aec.terminations.values())


def test_seeds_give_the_same_games_again() -> None:
    def games(seed: int | None) -> list[str]:
        env = environments.parallel(path_of("kuhn_poker"))
        found = []
        for number in range(4):
            env.reset(seed=seed if number == 0 else None)
            found.append(repr(env.match.position))
        return found

    assert games(3) == games(3) != games(4)
    assert len(set(games(3))) > 1
    env = environments.parallel(path_of("kuhn_poker"))
    env.reset()
    assert env.match.seed.isdigit(), "without a seed one is drawn"


def test_a_seed_is_that_of_the_engine() -> None:
    env = AECGame("haunted_mouse", players=3)
    env.reset(seed=7)
    machine = env.match.machine
    assert env.match.position == machine.initial("7")


# ---------------------------------------------------------------------------------------------
# Masks


def test_those_who_are_not_due_can_only_wait() -> None:
    env = environments.parallel("haunted_mouse", players=3)
    seen, infos = env.reset(seed=2)
    for agent, found in seen.items():
        assert not found["action_mask"][env.wait], "all choose their first card at the same time"
        assert (infos[agent]["action_mask"] == found["action_mask"]).all()
    while env.match.position.decisions < 6:
        rng = random.Random(env.match.position.decisions)
        seen = env.step({a: int(rng.choice(np.flatnonzero(o["action_mask"]))) for a, o in seen.items()})[0]
    waiting = [agent for agent, found in seen.items() if found["action_mask"][env.wait]]
    assert len(waiting) == 2
    assert all(seen[agent]["action_mask"].sum() == 1 for agent in waiting)
    assert env.action_text(env.wait) == "wait"
    before = env.match.position
    busy = next(agent for agent in seen if agent not in waiting)
    right = {a: int(np.flatnonzero(o["action_mask"])[0]) for a, o in seen.items()}
    for wrong in ({**right, busy: env.wait}, {**right, waiting[0]: 0}, {busy: right[busy]}):
        with pytest.raises(IllegalAction):
            env.step(wrong)
    assert env.match.position is before


def test_illegal_actions_are_refused_or_end_the_game() -> None:
    env = environments.aec(path_of("leduc_poker"))
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"A: action 0 \(Fold\) is not legal here; legal are 1, 2"):
        env.step(0)
    env.step(1)
    losing = environments.aec(path_of("leduc_poker"), illegal=-5.0)
    losing.reset(seed=1)
    losing.step(0)
    assert losing.last()[1:4] == (-5.0, True, True)
    single = environments.single(path_of("leduc_poker"))
    single.reset(seed=1)
    with pytest.raises(IllegalAction, match="Fold"):
        single.step(0)
    single = environments.single(path_of("leduc_poker"), illegal=-5.0)
    single.reset(seed=1)
    _, reward, terminated, truncated, info = single.step(0)
    assert (reward, terminated, truncated, info["illegal"]) == (-5.0, True, False, True)
    with pytest.raises(ValueError, match="reset"):
        single.step(1)


def test_wrong_arguments_are_refused() -> None:
    for arguments, words in (
        ({"seat": 9}, "seat 9 is not one of 0 to 1"),
        ({"bots": "clever"}, "there is no bot 'clever'; there are random, greedy, ismcts"),
        ({"bots": ["random", "random"]}, "2 bots for 1 seats"),
        ({"render_mode": "rgb_array"}, "'rgb_array' is not one of ansi, human"),
    ):
        with pytest.raises(ValueError, match=words):
            environments.single(path_of("kuhn_poker"), **arguments)
    with pytest.raises(ValueError, match="without a render_mode"):
        environments.parallel(path_of("kuhn_poker")).render()
    with pytest.raises(ValueError, match="over"):
        environments.parallel(path_of("kuhn_poker")).step({})


# ---------------------------------------------------------------------------------------------
# One learner


class Spy:
    """A bot that notes what it is shown."""

    name = "spy"

    def __init__(self, machine: Machine, seed: str) -> None:
        self.seed = seed
        SEEN.append(self)
        self.views: list[View] = []
        self.committed: list[Sequence[Any]] = []

    def choose(self, view: View, keys: Sequence[Any], committed: Sequence[Any] = ()) -> int:
        self.views.append(view)
        self.committed.append(committed)
        return len(keys) - 1


SEEN: list[Spy] = []


def test_bots_see_their_own_views_and_commitments() -> None:
    SEEN.clear()
    env = environments.single(path_of("golf"), players=3, seat=1, bots=Spy)
    env.reset(seed=4)
    assert [spy.seed for spy in SEEN] == ["4:0", "4:2"]
    assert [{view.seat for view in spy.views} for spy in SEEN] == [{0}, {2}]
    assert [[len(c) for c in spy.committed] for spy in SEEN] == [[0, 1], [0, 1]], "two cards are turned up"


@pytest.mark.parametrize("bots", ["random", "greedy", ["greedy", "random"]])
def test_a_learner_plays_whole_games(bots: str | list[str]) -> None:
    env = environments.single(path_of("goofspiel"), players=3, seat=1, bots=bots)
    results = []
    for seed in (1, 1, None):
        _, info = env.reset(seed=seed)
        rng = random.Random(seed or 0)
        terminated, rewards = False, []
        while not terminated:
            assert (env.action_masks() == info["action_mask"]).all() and info["action_mask"].any()
            action = int(rng.choice(np.flatnonzero(info["action_mask"])))
            seen, reward, terminated, _, info = env.step(action)
            rewards.append(reward)
        assert set(rewards[:-1]) <= {0.0}
        assert rewards[-1] == env.match.payoffs[1]
        results.append((rewards, seen["observation"].tolist()))
    assert results[0] == results[1] != results[2]


IDLE = """
game "Idle"
players 2
enum rank: 1..3
cards deck: rank
zone board: bag, open
phase game { all deck -> board; seat(2) chooses "Take": c in board { c -> board } }
result player p: most board.size
"""


def test_a_learner_that_never_decides_is_told() -> None:
    env = environments.single(pipeline.load_text(IDLE), seat=0)
    with pytest.raises(RuntimeError, match="seat 0 had nothing to decide"):
        env.reset(seed=1)


def test_drawing_keeps_the_secrets_of_a_learner(capsys: pytest.CaptureFixture[str]) -> None:
    env = environments.single(path_of("kuhn_poker"), seat=0, render_mode="ansi")
    env.reset(seed=3)
    drawn = str(env.render())
    lines = {line.split()[0]: line for line in drawn.splitlines()}
    assert ":" in lines["A.hand"] and ":" not in lines["B.hand"]
    assert "A to choose" in drawn
    shown = environments.aec(path_of("kuhn_poker"), render_mode="human")
    shown.reset(seed=3)
    shown.step(0)
    printed = capsys.readouterr().out
    assert printed.count("move ") == 2 and ":" in printed.splitlines()[2]


# ---------------------------------------------------------------------------------------------
# The extra


def test_a_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for library in ("numpy", "gymnasium", "pettingzoo"):
        with monkeypatch.context() as patch:
            for module in [name for name in sys.modules if name.startswith("ruledsl.adapters.")]:
                patch.delitem(sys.modules, module)
            patch.setitem(sys.modules, library, None)
            with pytest.raises(ImportError, match=r"editable '\.\[rl\]'") as caught:
                __import__("ruledsl.adapters.environments")
            assert caught.value.name == library


def test_commands_do_not_load_the_extra() -> None:
    code = (
        "import sys\n"
        "from ruledsl.cli.main import run\n"
        "sys.argv = ['ruledsl', 'check', 'haunted_mouse']\n"
        "try: run()\n"
        "except SystemExit: pass\n"
        "import ruledsl.adapters.layout\n"
        "print(sorted({'numpy', 'gymnasium', 'pettingzoo'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr


def test_a_copy_goes_its_own_way() -> None:
    match = Match(path_of("head_of_mousehold"), players=3)
    with pytest.raises(Refused, match="no game has begun"):
        match.observation(0)
    match.start("5")
    match.take(1, match.mask(1).index(1))
    other = match.copy()
    before = [match.mask(seat) for seat in range(3)]
    assert [other.mask(seat) for seat in range(3)] == before
    for seat in (2, 1, 0):
        while seat in other.due and other.position.decisions == 0:
            other.take(seat, other.mask(seat).index(1))
    assert other.position.decisions > 0 == match.position.decisions
    assert [match.mask(seat) for seat in range(3)] == before


def test_a_simple_learner_learns() -> None:
    """What is seen, done and paid belong to the same seat: mean rewards per observation beat chance."""
    env = environments.single(path_of("kuhn_poker"), seat=1)
    rng = random.Random(1)
    worth: dict[tuple[bytes, int], list[float]] = {}
    late = 0.0
    for episode in range(1500):
        seen, _ = env.reset(seed=episode)
        taken, over, reward = [], False, 0.0
        while not over:
            legal = np.flatnonzero(seen["action_mask"])
            view = seen["observation"].tobytes()
            tried = {int(a): worth.get((view, int(a)), [1.0]) for a in legal}
            best = max(tried, key=lambda action: sum(tried[action]) / len(tried[action]))
            action = int(rng.choice(legal)) if rng.random() < 0.1 else best
            taken.append((view, action))
            seen, reward, over, _, _ = env.step(action)
        for key in taken:
            worth.setdefault(key, []).append(reward)
        late += reward if episode >= 500 else 0.0
    assert late / 1000 > 0.25, "against a random player a good one makes more"


def test_gymnasium_makes_it_by_a_name() -> None:
    gymnasium.register(
        "Kuhn-v0", "ruledsl.adapters.single:SingleGame", kwargs={"game": path_of("kuhn_poker")}
    )
    env = gymnasium.make("Kuhn-v0", illegal=-1.0)
    with warnings.catch_warnings():
        only_expected_warnings()
        check_env(env.unwrapped)
    several = gymnasium.make_vec("Kuhn-v0", num_envs=3, vectorization_mode="sync")
    seen, _ = several.reset(seed=3)
    assert seen["observation"].shape == (3, env.unwrapped.match.layout.observations.size)


def test_a_match_needs_no_library() -> None:
    match = Match(path_of("kuhn_poker"))
    match.start("1")
    while not match.over:
        [seat] = match.due
        match.take(seat, match.mask(seat).index(1))
    assert sum(match.payoffs) == 0
    with pytest.raises(IllegalAction, match="A is not due"):
        match.take(0, 0)
