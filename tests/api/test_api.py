"""The names that Python programs use."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import ruledsl
from interpreter.faults import Refused
from ruledsl import api
from ruledsl.tools.session import Session
from tests.simulation.games import COIN, ENDLESS, RACE, RARELY


def test_a_game_is_played_move_by_move() -> None:
    game = ruledsl.load_text(RACE)
    assert (game.title, game.players, [s.name for s in game.settings]) == ("Race", range(2, 5), ["goal"])
    start = game.new(seed=7, players=3, settings={"goal": 2})
    assert (start.seed, start.players, start.player, start.over) == ("7", ("A", "B", "C"), "A", False)
    assert [str(option) for option in start.options()] == ['"Step"', '"Roll"']
    state = start
    while not state.over:
        state = state.apply(state.options()[0])
    assert state.outcome.ranking == ((0,), (1, 2))
    assert (state.decisions, state.player, state.options()) == (4, "", ())
    assert (start.decisions, start.player) == (0, "A"), "a state never changes"


def test_it_is_the_game_that_play_plays() -> None:
    game = ruledsl.load("crazy_eights")
    state = game.new(seed=3, players=2, settings={"goal": 1})
    session = Session(game._game, game._game.configure(2, {"goal": 1}), ["you", "you"], 3)
    for _ in range(12):
        assert [option.text for option in state.options()] == session.texts
        session.take(session.options[-1])
        state = state.apply(state.options()[-1])
    assert state._position == session.position


def test_moves_are_typed_or_taken_from_the_options() -> None:
    start = ruledsl.load_text(RACE).new(seed=1)
    by_option, by_text = start.apply(start.options()[0]), start.apply("  step ")
    assert by_option.view("A") == by_text.view("A")
    assert by_option.view("A").values["A.score"] == "1"


def test_illegal_moves_say_why() -> None:
    start = ruledsl.load_text(RACE).new(seed=1)
    with pytest.raises(ruledsl.IllegalMove, match="never") as told:
        start.apply("Fly")
    assert told.value.reasons == ("never",)
    with pytest.raises(ruledsl.IllegalMove, match="another state"):
        start.apply(start.apply("Step").options()[0])
    over = ruledsl.load_text(COIN).new(seed=1).apply("Look")
    with pytest.raises(ruledsl.IllegalMove, match="the game is over"):
        over.apply("Look")


def test_a_view_keeps_secrets() -> None:
    state = ruledsl.load("kuhn_poker").new(seed=5)
    mine, theirs = state.view("A"), state.view(1)
    assert mine.zones["A.hand"] != ("?",) and mine.zones["B.hand"] == ("?",)
    assert theirs.zones["A.hand"] == ("?",) and theirs.moves is None
    for wrong in ("Q", 2, -1):
        with pytest.raises(ValueError, match="there is no player"):
            state.view(wrong)


def test_without_a_seed_one_is_drawn_and_told() -> None:
    game = ruledsl.load_text(RACE)
    state = game.new()
    assert state.seed.isdigit()
    assert game.new(seed=state.seed).apply("Roll").view("A") == state.apply("Roll").view("A")


def test_what_is_wrong_is_raised(tmp_path: Path) -> None:
    with pytest.raises(ruledsl.RulesError, match=r"nothing.rules: E001"):
        ruledsl.load(tmp_path / "nothing.rules")
    with pytest.raises(ruledsl.RulesError, match=r":\d+:\d+: E\d+ .*scoer") as raised:
        ruledsl.load_text(RACE.replace("p.score", "p.scoer"))
    again = pickle.loads(pickle.dumps(raised.value))
    assert str(again) == str(raised.value), "workers send it home"
    game = ruledsl.load_text(RACE)
    with pytest.raises(ruledsl.SettingError):
        game.new(players=9)
    with pytest.raises(ruledsl.SettingError):
        game.simulate(5, settings={"gaol": 3})
    with pytest.raises(ValueError, match="no bot 'clever'"):
        game.simulate(5, bots="clever")
    with pytest.raises(Refused):
        _ = game.new(seed=1).outcome


def test_faults_are_raised_with_their_place() -> None:
    game = ruledsl.load_text(RARELY)
    with pytest.raises(ruledsl.PlayFault) as told:
        for seed in range(20):
            state = game.new(seed=seed)
            while not state.over:
                state = state.apply("Roll")
    assert told.value.span is not None and told.value.span.line == 14


# -- many games -----------------------------------------------------------------------------------


def test_figures_are_those_of_the_command() -> None:
    game = ruledsl.load_text(RACE)
    told: list[int] = []
    found = game.simulate(30, bots=["greedy", "random", "random"], seed=4, progress=told.append)
    assert (found.games, len(found.seats), found.provenance.seed) == (30, 3, "4")
    assert told[-1] == 30
    assert found == game.simulate(30, bots=["greedy", "random", "random"], seed=4)


def test_a_batch_has_a_row_for_each_game() -> None:
    numpy = pytest.importorskip("numpy", reason="columns are lists without NumPy")
    game = ruledsl.load_text(RACE)
    batch = game.batch(20, bots=["greedy", "random"], seed=4)
    assert len(batch) == 20
    assert batch.win.shape == batch.places.shape == batch.bots.shape == (20, 2)
    assert batch.win.sum() == 20 and batch.result.all()
    assert (batch.rounds == -1).all() and (batch.turns == batch.decisions).all()
    assert (batch.scores.max(axis=1) >= 5).all()
    assert numpy.issubdtype(batch.decisions.dtype, numpy.integer)
    figures = game.simulate(20, bots=["greedy", "random"], seed=4)
    assert batch.win.mean(axis=0).tolist() == [seat.win.value for seat in figures.seats]
    state = game.new(seed=str(batch.seeds[3]))
    assert state.seed == "4-3"


def test_a_batch_without_results() -> None:
    batch = ruledsl.load_text(ENDLESS).batch(3, seed=1, budget=10)
    assert not batch.result.any()
    assert (batch.places == -1).all() and (batch.win == 0).all()


def test_columns_are_lists_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "find_spec", lambda name: None)
    batch = ruledsl.load_text(COIN).batch(4, seed=1)
    assert batch.decisions == [1, 1, 1, 1]
    assert [sum(row) for row in batch.win] == [1, 1, 1, 1]


# -- the package itself ---------------------------------------------------------------------------


def test_names_are_looked_up_late() -> None:
    code = (
        "import sys, ruledsl\n"
        "assert not any(name.startswith('ruledsl.') for name in sys.modules), 'nothing is loaded'\n"
        "assert {'load', 'Game', '__version__'} <= set(dir(ruledsl))\n"
        "from ruledsl import load\n"
        "assert 'numpy' not in sys.modules and 'altair' not in sys.modules and 'rich' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_the_stub_names_what_there_is() -> None:
    stub = (Path(ruledsl.__file__).parent / "__init__.pyi").read_text(encoding="utf-8")
    named = {line.split(" as ")[1] for line in stub.splitlines() if " as " in line}
    assert named | {"__version__"} == set(ruledsl.__all__)
    assert all(getattr(ruledsl, name) is not None for name in ruledsl.__all__)
    with pytest.raises(AttributeError, match="nothing"):
        _ = ruledsl.nothing  # type: ignore[attr-defined]


def test_a_hint_is_an_option_and_knows_no_more_than_its_player() -> None:
    state = ruledsl.load("kuhn_poker").new(seed=4)
    hinted = state.hint(think=20)
    assert hinted in state.options() or hinted.text in {option.text for option in state.options()}
    assert state.hint(think=20).text == hinted.text
    assert state.hint("greedy").text in {option.text for option in state.options()}
    with pytest.raises(ValueError, match="there is no bot 'wise'"):
        state.hint("wise")
    with pytest.raises(ValueError, match="such as 1000"):
        state.hint(think="soon")


def test_bots_that_search_think_in_iterations_where_many_games_are_played() -> None:
    game = ruledsl.load("kuhn_poker")
    found = game.simulate(6, bots=["ismcts", "random"], think=5, seed=4)
    assert {bot.bot for bot in found.bots} == {"ismcts:5", "random"}
    assert found == game.simulate(6, bots=["ismcts:5", "random"], seed=4)
    with pytest.raises(ValueError, match="in iterations, not in seconds"):
        game.simulate(6, bots="ismcts:1s")
