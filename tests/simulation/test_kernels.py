"""Games that a kernel plays: the records are those of the reference, to the last number."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import asdict

from interpreter.compiled.host import is_available
from ruledsl.cli.study.numbers import score
from ruledsl.pipeline import Game, load
from ruledsl.tools.simulation.compiled import KernelPlayouts
from ruledsl.tools.simulation.playout import Played, ReferencePlayouts
from ruledsl.tools.simulation.simulate import make_plan, simulate
from ruledsl.tools.simulation.summary import summarise
from ruledsl.tools.simulation.tally import Tally
from tests.simulation.games import COIN, DRAWN, ENDLESS, RACE, RARELY, game
from tests.support.rules_files import plain_cases

GAMES = sorted({case.path for case in plain_cases() if not case.problem})

TEAMS = """\
game "Teams"
players 4
teams 2
dice die: 1
zone cup: bag, open
var score per team = 0
var n = 0
define lucky(d) = d.value > 4
phase game {
    all die -> cup
    turns player p {
        p chooses {
            option "Roll" { roll all cup; if lucky(the(d in cup)) { score[p.team] += 1 }; n += 1 }
            option "Pass" { n += 2 }
        }
    } until n > 20
}
result team t: most score[t]
"""

UNSCORED = """\
game "High Card"
players 2..4
enum rank: 2..9, T, J, Q, K, A
cards deck: rank * 4 copies
zone stock:             pile, hidden
zone hand per player:   row, private
zone played per player: slot, open
phase game {
    all deck -> stock shuffled
    3 from stock -> each hand
    each player p { p chooses "Play": c in p.hand { c -> p.played } }
}
result player p: most p.played.rank
"""
"""There is no score until everybody has played: asking for it is a fault."""

SECRETLY = """\
game "Secretly"
players 2..4
var chosen per player = 0
var sum = 0
define high(n) = n > 2
phase game {
    repeat 3 {
        together player p {
            p chooses {
                option "Low": n in 1..2 { p.chosen = n }
                option "High": n in 3..4 where high(n) {
                    p.chosen = n
                    p chooses { option "More" { p.chosen += 1 } }
                }
            }
        }
        each player p { sum += p.chosen }
    }
}
result player p: fewest p.chosen
"""


def difference(one: Game, count: int, players: int, budget: int, engine: str, settings: Any = None) -> str:
    """The first field in which a record differs, and the sums that differ, in words; empty: none."""
    config = one.configure(players, settings)
    whole = (one, config, ("random",), "5", budget)
    kernel = KernelPlayouts(*whole, engine)
    theirs = [ReferencePlayouts(*whole).play(number) for number in range(count)]
    ours = list(kernel.games(0, count))
    for mine, other in zip(ours, theirs, strict=True):
        for name, value in asdict(other, recurse=False).items():
            if getattr(mine, name) != value:
                return f"game {other.number}, {name}: {getattr(mine, name)} and not {value}"
    added = Tally()
    for played in theirs:
        added.add(played)
    return "" if asdict(kernel.another().tally(0, count)) == asdict(added) else "the sums differ"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_game_has_the_records_of_the_reference(path: Any) -> None:
    one = load(str(path))
    for players in {one.players.start, one.players.stop - 1}:
        assert difference(one, 3, players, 120, "auto") == ""


@pytest.mark.slow
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_number_of_players_has_the_records_of_the_reference(path: Any) -> None:
    one = load(str(path))
    for players in one.players:
        assert difference(one, 4, players, 10_000, "auto") == ""


@pytest.mark.parametrize("engine", ["auto", "python"])
@pytest.mark.parametrize(
    ("text", "players"),
    [(COIN, 2), (DRAWN, 2), (RACE, 3), (ENDLESS, 2), (RARELY, 2), (TEAMS, 4), (UNSCORED, 3), (SECRETLY, 3)],
    ids=["coin", "drawn", "race", "endless", "faults", "teams", "unscored", "secretly"],
)
def test_small_games_have_the_records_of_the_reference(text: str, players: int, engine: str) -> None:
    assert difference(game(text), 40, players, 50, engine) == ""


@pytest.mark.parametrize("goal", [1, 20])
def test_settings(goal: int) -> None:
    assert difference(game(RACE), 20, 4, 10_000, "auto", {"goal": goal}) == ""


def played(engine: str, workers: int, text: str = RACE) -> Tally:
    one = game(text)
    plan = make_plan(one, one.configure(2), ["random"], "3", engine=engine)
    return simulate(one, plan, 60, workers).tally


def test_the_figures_are_the_same_on_every_engine_and_for_any_number_of_workers() -> None:
    expected = asdict(played("reference", 1))
    for engine, workers in [("python", 1), ("python", 2), ("auto", 1), ("auto", 3), ("reference", 2)]:
        assert asdict(played(engine, workers)) == expected


@pytest.mark.skipif(not is_available(), reason="wasmtime is not installed")
def test_threads_play_where_they_are_quicker() -> None:
    one = game(RACE)
    config = one.configure(2)
    assert make_plan(one, config, ["random"], "3").in_threads
    assert not make_plan(one, config, ["greedy", "random"], "3").in_threads
    assert not make_plan(one, config, ["random"], "3", engine="python").in_threads


def test_scores_that_are_members_have_names() -> None:
    one = game(UNSCORED)
    figures = summarise(simulate(one, make_plan(one, one.configure(2), ["random"], "3"), 20))
    assert figures.score_names == ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
    assert score(12, figures.score_names) == "A"
    assert score(12, ()) == "12"


def test_without_wasmtime_the_kernel_is_run_by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    from ruledsl.tools.simulation import simulate as module

    monkeypatch.setattr(module, "is_available", lambda: False)
    one = game(RACE)
    assert make_plan(one, one.configure(2), ["random"], "3").played_by == "python"


def test_a_kernel_is_for_random_bots() -> None:
    one = game(RACE)
    with pytest.raises(ValueError, match="for random bots alone"):
        make_plan(one, one.configure(2), ["greedy"], "3", engine="python")


def test_faults_are_told_in_the_words_of_the_reference() -> None:
    one = game(RARELY)
    kernel = KernelPlayouts(one, one.configure(2), ("random",), "1")
    faults = [record.fault for record in kernel.games(0, 40) if record.fault is not None]
    assert faults and {fault.code for fault in faults} == {"too-few"}
    assert all(fault.text for fault in faults)


def test_what_does_not_fit_into_a_kernel_is_played_by_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.compiled.code import recording

    monkeypatch.setattr(recording, "_LOG", 16)
    one = game(RACE)
    plan = (one, one.configure(3), ("random",), "1")
    kernel, reference = KernelPlayouts(*plan), ReferencePlayouts(*plan)
    expected: list[Played] = [reference.play(number) for number in range(20)]
    assert list(kernel.games(0, 20)) == expected
    assert kernel._reference is not None
