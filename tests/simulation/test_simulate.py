"""What a simulation says of games whose figures are known, and that it is the same however it is played."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import asdict, evolve

from interpreter.compiled.python_host import PythonHost
from interpreter.faults import EngineBug
from interpreter.machine import Machine
from ruledsl.pipeline import load
from ruledsl.tools.session import Session
from ruledsl.tools.simulation.playout import Played, ReferencePlayouts, seating
from ruledsl.tools.simulation.simulate import Simulation, record_fault, simulate
from ruledsl.tools.simulation.summary import ClauseUse, Summary, summarise
from ruledsl.tools.simulation.work import InThisProcess, WorkersLost, play_in_order
from tests.simulation.games import COIN, DRAWN, ENDLESS, RACE, RARELY, Deadly, game, plan


def run(text: str, games: int, **more: Any) -> Simulation:
    return simulate(game(text), plan(text, **more), games)


def figures(text: str, games: int, **more: Any) -> Summary:
    return summarise(run(text, games, **more))


# -- the figures ----------------------------------------------------------------------------------


def test_a_fair_coin() -> None:
    found = figures(COIN, 800)
    for seat in found.seats:
        assert seat.win.low is not None and seat.win.high is not None
        assert seat.win.low < 0.5 < seat.win.high
        assert seat.win.high - seat.win.low == pytest.approx(0.0692, abs=0.001)
    assert found.even == pytest.approx(0.5)
    assert found.advantage is not None and not found.advantage.sure
    assert found.decisions.median.value == 1
    assert (found.turns, found.rounds) == (None, None)


def test_ties_are_split() -> None:
    found = figures(DRAWN, 40)
    assert [seat.win.value for seat in found.seats] == [0.5, 0.5]
    assert found.ties.value == 1
    assert found.tied == 40


@pytest.mark.parametrize("text", [COIN, DRAWN, RACE, ENDLESS, RARELY])
def test_every_game_is_counted_once(text: str) -> None:
    budget = {"budget": 20} if text is ENDLESS else {}
    tally = run(text, 60 if text is not ENDLESS else 9, **budget).tally
    wins = sum((sitting.won for sitting in tally.sittings.values()), Fraction(0))
    assert wins + tally.without_result + tally.faulted == tally.games
    assert tally.decisions.count == tally.games - tally.faulted


def test_seats_are_rotated() -> None:
    assert [seating(("x", "y"), 3, number) for number in range(3)] == [
        ("x", "y", "x"), ("y", "x", "x"), ("x", "x", "y"),
    ]  # fmt: skip
    tally = run(RACE, 12, players=3, bots=("greedy", "random", "random")).tally
    sat = {key: sitting.games for key, sitting in tally.sittings.items()}
    assert sat == {
        (bot, seat): 4 if bot == "greedy" else 8 for bot in ("greedy", "random") for seat in range(3)
    }


def test_a_better_bot_is_found() -> None:
    found = figures(RACE, 40, bots=("greedy", "random"))
    [meeting] = found.meetings
    assert (meeting.bot, meeting.other) == ("greedy", "random")
    assert {bot.bot for bot in found.bots} == {"greedy", "random"}
    assert {(row.bot, row.seat) for row in found.bots_by_seat} == {
        (bot, seat) for bot in ("greedy", "random") for seat in "AB"
    }
    wins = {bot.bot: bot.win.value for bot in found.bots}
    assert wins["greedy"] == pytest.approx(meeting.above.value)


def test_length_in_turns_and_rounds() -> None:
    race = figures(RACE, 30)
    assert race.turns is not None and race.turns.median == race.decisions.median
    found = summarise(_of_file("kuhn_poker", 40))
    assert found.turns is not None and found.rounds is None
    assert (found.turns.least, found.turns.greatest) == (2, 3)
    heads = summarise(_of_file("head_of_mousehold", 1))
    assert heads.rounds is not None and heads.turns is None
    assert (heads.rounds.least, heads.rounds.greatest) == (5, 5)


def _of_file(name: str, games: int) -> Simulation:
    from ruledsl.tools.simulation.simulate import make_plan

    one = load(name)
    return simulate(one, make_plan(one, one.configure(), ["random"], 5), games)


def test_lead_changes_and_comebacks_are_those_of_the_score() -> None:
    """Counted a second way: from the score after every move of each game."""
    one, wanted = game(RACE), plan(RACE)
    playouts = ReferencePlayouts(one, wanted.config, wanted.bots, wanted.seed)
    for number in range(25):
        played = playouts.play(number)
        scores = [(0, 0)]
        session = Session(one, wanted.config, played.seating, played.seed)
        while not session.over:
            session.take(session.bot_option())
            first = next(f for f in session.program.variables if f.name == "score").base
            scores.append(tuple(session.position.variables[first : first + 2]))
        leaders = [0 if a > b else 1 for a, b in scores if a != b]
        assert played.lead_changes == sum(x != y for x, y in pairwise(leaders))
        winner = session.outcome.ranking[0][0]
        half = scores[session.position.decisions // 2]
        assert played.behind_at_half == (half[winner] < half[1 - winner])
        assert played.margin == abs(scores[-1][0] - scores[-1][1])
        assert played.decisions == session.position.decisions


# -- use of the rules -----------------------------------------------------------------------------


def uses(summary: Summary) -> dict[tuple[str, str], ClauseUse]:
    return {(use.clause.kind, use.clause.label or use.clause.source): use for use in summary.clauses}


def test_rules_that_are_never_used_are_named() -> None:
    found = uses(figures(RACE, 80))
    assert found["option", "Fly"].state == "never true"
    assert found["option", "Fly"].offered == 0
    assert found["option", "Step"].state == "fired"
    assert found["option", "Step"].fired <= 80
    when = next(use for (kind, _), use in found.items() if kind == "when")
    assert (when.state, when.clause.line) == ("never true", 11)
    assert when.clause.source.startswith("when some(player q")


def test_what_was_offered_and_never_taken_is_told_apart() -> None:
    text = COIN.replace(
        'option "Look" { }', 'option "Look" { }; option "Leave" where no { }; option "Go" { }'
    )
    one = game(text)
    wanted = evolve(plan(text), bots=("random",))
    found = uses(summarise(simulate(one, wanted, 1)))
    states = {label: found["option", label].state for label in ("Look", "Leave", "Go")}
    assert states["Leave"] == "never true"
    assert sorted((states["Look"], states["Go"])) == ["fired", "never chosen"]


def test_clauses_inside_of_what_never_happens_are_implied() -> None:
    found = figures(RACE, 30)
    inner = [use for use in found.clauses if use.clause.inside and use.state == "never reached"]
    assert inner and all(use.implied for use in inner)


def test_defines_of_the_result_are_used() -> None:
    text = RACE.replace("result player p: most p.score", "define sum_of(p) = p.score\n"
                        "define of_nobody(p) = p.score + 1\nresult player p: most p.sum_of")  # fmt: skip
    found = uses(figures(text, 12))
    assert found["define", "sum_of"].state == "fired"
    assert ("define", "of_nobody") not in found, "`check` warns of what nothing asks for"


def test_layers_are_watched() -> None:
    found = uses(summarise(_of_file("head_of_mousehold", 3)))
    layers = [use for (kind, _), use in found.items() if kind == "while"]
    assert layers
    assert {use.clause.source.split()[0] for use in layers} == {"while"}
    assert {use.state for use in layers} <= {"fired", "never true"}


def test_counting_changes_nothing() -> None:
    one = load("head_of_mousehold")
    config = one.configure(3)
    playouts = ReferencePlayouts(one, config, ["random"], "9")
    played = playouts.play(0)
    session = Session(one, config, played.seating, played.seed)
    while not session.over:
        session.take(session.bot_option())
    chosen = [number for number, one in enumerate(playouts.clauses) if one.label == "Choose"]
    assert [played.fired[number] for number in chosen] == [3 * 5], "once for each player and round"
    assert [playouts.clauses[number].kind for number in chosen] == ["option"]
    ranking = session.outcome.ranking
    assert [played.places.index(0)] == list(ranking[0][:1])
    assert played.decisions == session.position.decisions
    assert Machine(one.program(config)).program.hash == playouts.machine.program.hash


# -- the same for any number of workers -----------------------------------------------------------


def test_workers_change_nothing() -> None:
    wanted = evolve(plan(RACE, players=3), rows=True)
    rows: list[list[Played]] = [[], []]
    alone = simulate(game(RACE), wanted, 60, workers=1, take_rows=rows[0].extend)
    many = simulate(game(RACE), wanted, 60, workers=2, take_rows=rows[1].extend)
    assert alone.tally == many.tally
    assert rows[0] == rows[1]
    assert [row.number for row in rows[0]] == list(range(60))
    assert asdict(summarise(alone)) == asdict(summarise(many))


def test_any_executor_will_do() -> None:
    wanted = plan(COIN)
    threads = simulate(game(COIN), wanted, 50, workers=2, opener=lambda n: ThreadPoolExecutor(1))
    assert threads.tally == run(COIN, 50).tally


def test_a_lost_worker_loses_nothing(tmp_path: Path) -> None:
    wanted = evolve(plan(RACE), rows=True)
    numbers: list[int] = []
    merged = None
    for piece in play_in_order(Deadly(wanted, str(tmp_path), 7), 40, workers=2):
        numbers += [row.number for row in piece.part.rows]
        if merged is None:
            merged = piece.part.tally
        else:
            merged.merge(piece.part.tally)
    assert (tmp_path / "died-0").exists()
    assert numbers == list(range(40))
    assert merged == simulate(game(RACE), wanted, 40).tally


class Broken(Executor):
    """Workers that are gone before they have done anything."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor("gone"))
        return future


def test_workers_that_always_die_are_given_up() -> None:
    opened: list[Broken] = []

    def open_broken(workers: int) -> Broken:
        opened.append(Broken())
        return opened[-1]

    with pytest.raises(WorkersLost, match="while they played games"):
        simulate(game(RACE), plan(RACE), 40, workers=2, opener=open_broken)
    assert len(opened) == 3


def test_games_before_the_workers_were_lost_are_kept() -> None:
    class Tiring(Executor):
        def __init__(self) -> None:
            self.left = 6

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.left -= 1
            return (InThisProcess() if self.left > 0 else Broken()).submit(fn, *args, **kwargs)

    opened: list[Executor] = []

    def open_tiring(workers: int) -> Executor:
        opened.append(Broken() if opened else Tiring())
        return opened[-1]

    found = simulate(game(COIN), plan(COIN), 10_000, workers=2, opener=open_tiring)
    assert found.lost is not None and found.interrupted
    assert 0 < found.tally.games < 10_000
    assert found.tally == run(COIN, found.tally.games).tally


# -- ends -----------------------------------------------------------------------------------------


def test_games_without_end_are_given_up() -> None:
    found = run(ENDLESS, 1_000_000, budget=50)
    assert (found.gave_up, found.tally.games, found.tally.without_result) == (True, 10, 10)
    assert summarise(found).no_result.value == 1
    assert not run(ENDLESS, 5, budget=50).gave_up


def test_an_interrupt_keeps_what_was_played() -> None:
    def stop(played: int) -> None:
        if played >= 20:
            raise KeyboardInterrupt

    found = simulate(game(COIN), plan(COIN), 100_000, progress=stop)
    assert found.interrupted
    games = found.tally.games
    assert 20 <= games < 100_000
    assert found.tally == run(COIN, games).tally


def test_faults_are_told_with_their_game() -> None:
    simulation = run(RARELY, 60)
    summary = summarise(simulation)
    assert 0 < simulation.tally.faulted < 60
    [fault] = summary.faults
    assert fault.count == simulation.tally.faulted
    assert (fault.path, fault.line) == ("game.rules", 14)
    [first] = simulation.tally.faults.values()
    record = record_fault(simulation, first)
    assert record.fault is not None and record.fault.fault.code == fault.code
    assert record.fault.move == fault.decisions
    assert '"schema": "ruledsl-game"' in record.saved


def test_our_own_faults_name_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Machine, pos: object) -> None:
        raise EngineBug("nonsense")

    def broken_kernel(self: PythonHost, name: str, *args: int) -> int:
        if name == "record_games":
            raise EngineBug("nonsense")
        return call(self, name, *args)

    call = PythonHost.call
    monkeypatch.setattr(Machine, "outcome", broken)
    with pytest.raises(EngineBug, match=r"nonsense .in the game with seed 1-0"):
        run(COIN, 1, engine="reference")
    monkeypatch.setattr(PythonHost, "call", broken_kernel)
    with pytest.raises(EngineBug, match=r"nonsense .in the game with seed 1-0"):
        run(COIN, 1, engine="python")


@pytest.mark.parametrize(
    ("bots", "said"), [((), "no bot"), (("clever",), "no bot 'clever'"), (("random",) * 3, "3 bots")]
)
def test_bots_that_do_not_fit(bots: tuple[str, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        plan(COIN, bots=bots)


def test_no_games_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        run(COIN, 0)


def test_memory_does_not_grow_with_the_games() -> None:
    """The size of what is kept after 50 and after 2000 games differs only by new values seen."""
    import pickle

    sizes = [len(pickle.dumps(run(COIN, games).tally)) for games in (50, 2000)]
    assert sizes[1] < sizes[0] + 300
