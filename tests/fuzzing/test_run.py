"""Runs of the fuzzer: what is found does not depend on workers, and survives an interrupt."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from attrs import evolve

from interpreter.chance import seed_generator
from interpreter.compiled.agreement import compare_game
from interpreter.compiled.code import build
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.recorder import Rows
from interpreter.machine import Machine
from interpreter.program import Program
from interpreter.replay import Mismatch
from ruledsl.pipeline import load, load_text
from ruledsl.tools.fuzzing import playing, probes, work
from ruledsl.tools.fuzzing.corpus import CorpusError, entry_text, marked, read_entry
from ruledsl.tools.fuzzing.examples import run_block
from ruledsl.tools.fuzzing.findings import Finding, is_note
from ruledsl.tools.fuzzing.playing import Limits, Table, play
from ruledsl.tools.fuzzing.policies import ROTATION, make_policy
from ruledsl.tools.fuzzing.probes import Problem
from ruledsl.tools.fuzzing.run import Tally, fuzz, make_plan
from ruledsl.tools.fuzzing.scripts import Driven, trimmed
from ruledsl.tools.fuzzing.shrinking import Shrinker, signature
from ruledsl.tools.fuzzing.swarm import Swarm, play_swarm, script_of
from ruledsl.tools.fuzzing.work import Plan, assignment, replayed_otherwise
from ruledsl.tools.simulation.compiled import seeds_of
from ruledsl.tools.simulation.work import InThisProcess

DRY = """\
game "Dry"
players 2..3
setting first: 1..2 = 1
enum rank: 1..6
cards deck: rank * 2 copies
zone stock:           pile, hidden
zone discard:         pile, open
zone hand per player: row, private
var score per player = 0
phase game {
    all deck -> stock shuffled
    3 from stock -> each hand
    turns player p from seat(first) {
        p chooses {
            option "Play": c in p.hand where c.rank > 2 { c -> discard; p.score += 1 }
            option "Draw" { 1 from stock -> p.hand }
        }
    } until p.score is 4
}
invariant player p: p.score < 4
result player p: most p.score
"""

MENDED = (
    DRY.replace("{ 1 from stock", "{ up to 1 from stock")
    .replace("p.score < 4", "p.score < 5")
    .replace("until p.score is 4", "until p.score is 4 or stock is empty")
)


def plan_of(text: str, seed: str = "1", limits: Limits | None = None, **fixed: Any) -> Plan:
    players, settings = fixed.get("players"), fixed.get("settings", {})
    return make_plan(load_text(text, "dry.rules"), seed, players, settings, limits or Limits())


@pytest.fixture(scope="module")
def dry() -> Tally:
    return fuzz(plan_of(DRY), 30)


def by_kind(tally: Tally) -> dict[str, Finding]:
    return {finding.kind: finding for finding in tally.found}


# ---------------------------------------------------------------------------------------------
# What is found


def test_both_faults_are_found_and_shrunk(dry: Tally) -> None:
    found = by_kind(dry)
    assert set(found) == {"fault", "invariant"}
    fault = found["fault"]
    assert (fault.code, fault.clause, fault.players, fault.settings) == ("too-few", "dry.rules:16", 2, ())
    assert fault.source.startswith('option "Draw"')
    moves = [move for move in fault.moves if not move.startswith("chance")]
    assert [move.split(" (")[0] for move in moves] == ['A: "Draw"', 'B: "Draw"'] * 3 + ['A: "Draw"'], (
        "six cards are left, so the seventh draw is the first that fails"
    )


def test_the_example_fails_until_the_rule_is_mended(dry: Tally) -> None:
    fault = by_kind(dry)["fault"]
    for text, holds in ((DRY, False), (MENDED, True)):
        game = load_text(text, "dry.rules")
        result = run_block(Table(game, game.configure(2)), fault.example)
        assert result is not None and result.ok is holds
    assert "A.hand = [" in fault.given


def test_nothing_is_found_in_the_mended_game() -> None:
    tally = fuzz(plan_of(MENDED), 30)
    assert tally.found == [] and tally.games == 30 and tally.decisions > 100
    assert tally.unused == []


def test_finding_out_takes_any_number_of_workers(dry: Tally) -> None:
    def threads(workers: int) -> Executor:
        return ThreadPoolExecutor(1)  # one at a time, but with much in store, as with several processes

    other = fuzz(plan_of(DRY), 30, workers=3, opener=threads)
    assert other.findings == dry.findings
    assert (other.games, other.decisions, other.fired) == (dry.games, dry.decisions, dry.fired)


@pytest.mark.slow
def test_processes_find_the_same(dry: Tally) -> None:
    assert fuzz(plan_of(DRY), 30, workers=2).findings == dry.findings


def test_another_seed_plays_other_games(dry: Tally) -> None:
    assert fuzz(plan_of(DRY, "2"), 30).decisions != dry.decisions


# ---------------------------------------------------------------------------------------------
# Which games are played


def test_players_and_settings_have_their_turn() -> None:
    plan = plan_of(DRY)
    assert plan.configs == ((2, ()), (3, ()), (2, (("first", 2),)), (3, (("first", 2),)))
    assert plan_of(DRY, players=3, settings={"first": "2"}).configs == ((3, (("first", 2),)),)
    played = {assignment(plan, number)[:2] for number in range(4 * len(ROTATION))}
    assert played == {(config, policy) for config in range(4) for policy in set(ROTATION)}


def test_time_is_kept() -> None:
    tally = fuzz(plan_of(MENDED), None, seconds=0.5)
    assert tally.games >= 1 and tally.seconds < 30


class Interrupting(Executor):
    """Stops as if somebody pressed Ctrl-C after some work."""

    def __init__(self, workers: int) -> None:
        self.left = 4

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return InThisProcess().submit(fn, *args, **kwargs)


def test_an_interrupt_leaves_what_was_found() -> None:
    kept: list[Finding] = []
    tally = fuzz(plan_of(DRY), 300, found=kept.append, opener=Interrupting)
    assert tally.interrupted and 0 < tally.games <= 12
    assert kept and [finding.signature for finding in kept] == [f.signature for f in tally.found]


# ---------------------------------------------------------------------------------------------
# Scripts


def test_any_list_of_numbers_is_a_game() -> None:
    game = load_text(MENDED)
    table = Table(game, game.configure(2))
    for script in ((), ((9, 8, 7),), ((1,), (99, 5), (), (3,)), tuple((n, n * 7) for n in range(200))):
        played = play(table, None, "", Limits(often=0), script)
        assert played.problem is None
        again = play(table, None, "", Limits(often=0), trimmed(played.script))
        assert again.script == played.script


def test_what_a_policy_played_is_played_again_by_its_script() -> None:
    game = load_text(MENDED)
    table = Table(game, game.configure(3))
    for name in dict.fromkeys(ROTATION):
        policy = make_policy(name, table.standing, table.labels, 0, {})
        played = play(table, policy, f"seed of {name}", Limits())
        again = play(table, None, "", Limits(often=0), played.script)
        assert (again.script, again.labels) == (played.script, played.labels)


def test_chance_without_a_generator_takes_the_first_outcome() -> None:
    chance = Driven((7,), None)
    assert [chance.pick_value(1, 6), chance.pick_value(1, 6), chance.pick_value(3, 3)] == [2, 1, 3]
    assert (chance.history, chance.used, chance.kinds) == ([2, 1], [1, 0], ["roll", "roll"])


def test_a_problem_that_does_not_come_again_is_not_shrunk() -> None:
    game = load_text(MENDED)
    table = Table(game, game.configure(2))
    shrinker = Shrinker.for_problem(("fault", "too-few", ""), Limits())
    assert shrinker.shrink(table, ((1, 2), (1,))) == ((1, 2), (1,))


# ---------------------------------------------------------------------------------------------
# Endless games


PASSING = """\
game "Passing"
players 2
enum rank: 1..2
cards deck: rank
zone stock: pile, hidden
zone hand per player: row, private
phase game {
    all deck -> stock shuffled
    1 from stock -> each hand
    turns player p {
        p chooses {
            option "Pass" { }
            option "End" { end game }
        }
    }
}
result player p: most p.hand.size
"""


def test_who_only_refuses_to_end_the_game_is_a_note() -> None:
    tally = fuzz(plan_of(PASSING), 32)
    assert tally.found == []
    assert {(note.kind, note.code) for note in tally.notes} == {("endless", "comes-back")}
    assert {note.policy for note in tally.notes} <= {"stubborn", "first", "contrary", "rare"}


def test_a_circle_is_found_at_once() -> None:
    tally = fuzz(plan_of(PASSING.replace('option "End" { end game }', "")), 4)
    [finding] = tally.found
    assert (finding.kind, finding.code) == ("endless", "circle")
    assert {move[3:] for move in finding.moves[1:]} == {'"Pass"'} and len(finding.moves) <= 4
    assert "expect over" in finding.example
    assert tally.decisions < 100


def test_what_goes_on_and_gets_nowhere_is_told_from_what_is_long() -> None:
    counting = PASSING.replace('option "End" { end game }', 'option "Wait" { waited += 1 }').replace(
        "phase game", "var waited = 0\nphase game"
    )
    [note] = fuzz(plan_of(counting, limits=Limits(decisions=200)), 1).notes
    assert (note.kind, note.code) == ("endless", "long")
    turning = counting.replace("waited += 1", "waited = mod(waited + 1, 7)")
    [finding] = fuzz(plan_of(turning, limits=Limits(decisions=300)), 1).found
    assert (finding.kind, finding.code) == ("endless", "comes-back")


@pytest.mark.parametrize(
    "problem",
    [
        Problem("options", "too-many", ""),
        Problem("fault", "too-many-options", ""),
        Problem("fault", "options-budget", ""),
    ],
)
def test_too_many_options_of_who_refuses_to_end_the_game_are_a_note(problem: Problem) -> None:
    assert is_note(problem, "stubborn") and not is_note(problem, "uniform")
    assert not is_note(Problem("fault", "too-few", ""), "stubborn")


STREAK = """\
game "Streak"
players 2
var streak = 0
phase game {
    turns player p {
        p chooses {
            option "On" { streak += 1 }
            option "Back" { streak = 0 }
        }
    } until streak is 9
}
result player p: most 0
"""


def test_a_game_that_chance_brings_to_its_end_is_not_without_end() -> None:
    short = Limits(decisions=150)
    tally = fuzz(plan_of(STREAK, limits=short), 12)
    assert [finding for finding in tally.found if finding.policy == "uniform"] == []
    assert "wanders" in {note.code for note in tally.notes if note.policy == "uniform"}
    for_ever = STREAK.replace("streak is 9", "streak is 99").replace(
        "streak += 1", "streak = mod(streak + 1, 9)"
    )
    assert "comes-back" in {finding.code for finding in fuzz(plan_of(for_ever, limits=short), 12).found}


# ---------------------------------------------------------------------------------------------
# Faults of ours, and leaks: the engine is spoilt for these


def test_a_leak_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(machine: Machine, seen: Any, generator: Any, own: Any = ()) -> Any:
        return machine.initial(Driven((5, 4, 3, 2, 1, 0), None))

    monkeypatch.setattr(probes, "guess", other)
    game = load_text(MENDED, "dry.rules")
    table = Table(game, game.configure(2))
    policy = make_policy("uniform", table.standing, table.labels, 0, {})
    played = play(table, policy, "1", Limits(often=1))
    assert played.problem is not None and played.problem.kind == "leak"
    assert signature(table, played.problem)[2] == "dry.rules:14"


def test_a_lost_card_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = playing.Moment.own_after

    def lose(self: Any, pos: Any, option: Any) -> Any:
        pos.zones[self.machine.layout.zone_label.index("A.hand")].clear()
        return plain(self, pos, option)

    monkeypatch.setattr(playing.Moment, "own_after", lose)
    game = load_text(MENDED, "dry.rules")
    table = Table(game, game.configure(2))
    policy = make_policy("uniform", table.standing, table.labels, 0, {})
    played = play(table, policy, "1", Limits(often=0))
    assert played.problem is not None and played.problem.kind == "engine"


def test_whatever_is_raised_becomes_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ZeroDivisionError("spoilt")

    monkeypatch.setattr(probes, "broken_invariant", fail)
    game = load_text(MENDED, "dry.rules")
    tally = fuzz(make_plan(game, "1", None, {}, Limits()), 2)
    assert {(finding.kind, finding.code) for finding in tally.found} == {("engine", "ZeroDivisionError")}
    assert all(finding.is_ours for finding in tally.found)


def test_a_record_that_comes_out_otherwise_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_text(MENDED, "dry.rules")
    table = Table(game, game.configure(2))
    policy = make_policy("uniform", table.standing, table.labels, 0, {})
    played = play(table, policy, "1", Limits(often=0))
    assert replayed_otherwise(table, played) is None
    shorter = evolve(played, script=played.script[:-1])
    assert replayed_otherwise(table, shorter) == Problem(
        "engine", "replay", "the same moves and chance lead to another end"
    )
    monkeypatch.setattr(work, "verify", lambda *_: Mismatch(1, "hash", "spoilt"))
    [finding] = fuzz(plan_of(MENDED), 1).found
    assert (finding.kind, finding.code) == ("engine", "replay") and "spoilt" in finding.text


# ---------------------------------------------------------------------------------------------
# The corpus


def test_a_finding_is_kept_and_tried_first(dry: Tally) -> None:
    fault = by_kind(dry)["fault"]
    entry = read_entry("a.json", entry_text(fault).encode())
    assert (entry.kind, entry.code, entry.script, entry.mended) == ("fault", "too-few", fault.script, False)
    again = fuzz(plan_of(DRY), 0, entries=[entry])
    assert [finding.signature for finding in again.found] == [fault.signature]
    assert again.still == [entry] and again.mended == []


def test_a_mended_finding_is_told(dry: Tally) -> None:
    entry = read_entry("a.json", entry_text(by_kind(dry)["fault"]).encode())
    tally = fuzz(plan_of(MENDED), 0, entries=[entry])
    assert tally.found == [] and tally.mended == [entry]
    assert read_entry("a.json", marked(entry, True).encode()).mended


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"fuzz": {"version": 2}}', b'{"fuzz": {"version": 1, "kind": 3}}', b"\xff"],
)
def test_other_files_are_no_entries(data: bytes) -> None:
    with pytest.raises(CorpusError):
        read_entry("a.json", data)


# ---------------------------------------------------------------------------------------------
# Clauses that are never used


def test_of_clauses_within_each_other_the_outer_one_is_told() -> None:
    idle = MENDED.replace(
        '            option "Draw"',
        '            option "Dream": c in p.hand where c.rank > 6 {\n'
        "                c -> discard\n            }\n"
        '            option "Draw"',
    )
    tally = fuzz(plan_of(idle), 24)
    assert [(clause.kind, clause.label, clause.line) for clause in tally.unused_alone] == [
        ("option", "Dream", 16)
    ]
    assert len(tally.unused) == 2


def test_a_kernel_that_disagrees_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel of other rules than those that are played; the game is shrunk like any other."""
    other = partial(CompiledMachine, other_program())
    monkeypatch.setattr(playing, "CompiledMachine", lambda program, only: other(only=only))
    game = load("crazy_eights")
    tally = fuzz(make_plan(game, "parted", 2, {}, Limits(often=1)), 1)
    [finding] = [finding for finding in tally.found if finding.code == "compiled"]
    assert finding.kind == "engine" and "disagree" in finding.text
    assert {name for name, _ in finding.facts} == {"after", "reference", "compiled"}
    assert finding.moves == () or len(finding.moves) <= 3


def other_program() -> Program:
    game = load("crazy_eights")
    return game.program(game.configure(3))


def test_a_kernel_without_room_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_text(MENDED, "dry.rules")
    table = Table(game, game.configure(2))
    pos = table.thinking.initial(Driven((), None))
    pos.generator = seed_generator(1)
    moment = probes.Moment(table.thinking, pos)
    monkeypatch.setattr(build, "_ROOM", build._KEPT + 1)
    difference = compare_game(table.pair, 1, pos, most=1).difference
    assert difference is not None and difference.beyond and "beyond-kernel" in difference.compiled
    assert probes.parted(table.pair, moment, [1, 1]) is None


# ---------------------------------------------------------------------------------------------
# Swarms


SELDOM = (
    MENDED.replace(
        "    } until", "        if p.hand.size is 0 and stock.size is 3 { play seldom }\n    } until"
    ).replace("invariant player p: p.score < 5\n", "")
    + "phase seldom { 9 from stock -> discard }\n"
)
"""A fault that few games come to."""


def swarm_of(text: str, seed: str = "1") -> tuple[Table, Swarm]:
    game = load_text(text, "dry.rules")
    table = Table(game, game.configure(2))
    return table, play_swarm(table, seed, frozenset(), Limits())


def test_a_swarm_finds_a_fault_in_one_game_of_hundreds() -> None:
    table, swarm = swarm_of(SELDOM)
    [(problem, script)] = swarm.problems
    assert (problem.kind, problem.code) == ("fault", "too-few")
    assert play(table, None, "", Limits(), script).problem == problem
    assert swarm.games > 1000


def test_a_swarm_brings_back_games_with_rare_clauses() -> None:
    table, swarm = swarm_of(MENDED)
    assert swarm.problems == () and swarm.rare
    for clause, script in swarm.rare:
        table.coverage.begin()
        played = play(table, None, "", Limits(), script)
        assert played.outcome is not None and table.coverage.fired()[clause] > 0
    assert swarm_of(MENDED)[1] == swarm and swarm_of(MENDED, "2")[1] != swarm


def test_a_broken_invariant_in_a_swarm_is_told_with_its_game() -> None:
    table, swarm = swarm_of(MENDED.replace("p.score < 5", "p.score < 4"))
    [(problem, script)] = swarm.problems
    assert problem.kind == "invariant" and play(table, None, "", Limits(), script).problem == problem


def test_what_only_a_kernel_says_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_text(MENDED, "dry.rules")
    table = Table(game, game.configure(2))
    broken = load_text(DRY, "dry.rules")
    other = Table(broken, broken.configure(2))
    monkeypatch.setattr(Table, "recorder", other.recorder)
    [(problem, _), *_] = play_swarm(table, "1", frozenset(), Limits()).problems
    assert problem.kind == "engine" and "only the kernel" in problem.text


def test_swarms_have_their_turn() -> None:
    tally = fuzz(plan_of(MENDED, players=2, settings={"first": "1"}), 8)
    assert tally.swarmed > 1000 and tally.games == 8 and tally.found == []
    assert sum(tally.fired.values()) > tally.swarmed


@pytest.mark.parametrize("name", ["crazy_eights", "golf_solitaire", "haunted_mini_mouse", "mice_to_meet_you"])
def test_a_game_of_a_swarm_is_the_same_on_the_reference(name: str) -> None:
    game = load(name)
    table = Table(game, game.configure(game.players.start))
    [rows] = table.recorder.play([seeds_of("7", table.config.players)])
    assert isinstance(rows, Rows)
    script = script_of(table.thinking, "7")
    assert rows.game(0)[rows.row.DECISIONS] == len(script) - 1
    table.coverage.begin()
    assert play(table, None, "", Limits(decisions=10_000), script).outcome is not None
    uses = rows.game(0)[rows.row.uses :][rows.row.clauses : 2 * rows.row.clauses]
    assert tuple(map(bool, uses)) == tuple(map(bool, table.coverage.fired()))
