"""Every game, in every configuration, has the properties of `moments`, and comes to an end."""

from __future__ import annotations

import copy
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from interpreter.faults import RulesFault
from interpreter.hashing import state_hash
from interpreter.machine import Machine
from interpreter.replay import Record, Recorder, positions, verify
from ruledsl import pipeline
from ruledsl.tools.simulation.playout import Played
from ruledsl.tools.simulation.simulate import make_plan, simulate
from tests.properties.moments import PROPERTIES, walk
from tests.support.rules_files import ROOT, Case, all_cases, game_at, plain_cases, rules_files

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(deadline=None, derandomize=True, database=None, phases=(Phase.explicit, Phase.generate))
"""A smaller seed is no simpler game: nothing is shrunk."""
MOST_DECISIONS = 1_000
"""A random game is broken off here; whether rules lead to an end at all is not for this test to say. With
other settings than the usual ones less is tried everywhere, for these cases are many."""


def with_budget(machine: Machine, decisions: int) -> Machine:
    """The same machine with another budget."""
    other = copy.copy(machine)
    other.decision_budget = decisions
    return other


def check_walk(machine: Machine, seed: int, skip: int, decisions: int) -> None:
    """Asks every property at some moments of a game."""
    for moment in walk(machine, seed, skip, decisions):
        for holds in PROPERTIES:
            holds(moment)


def test_every_file_is_covered() -> None:
    on_disk = {path for top in ("games", "examples") for path in (ROOT / top).rglob("*.rules")}
    assert {case.path for case in all_cases()} == {case.path for case in plain_cases()} == on_disk
    assert set(rules_files()) == on_disk
    for path in on_disk:
        assert any(case.path == path and not case.problem for case in plain_cases()), (
            f"{path}: cannot be played"
        )


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_properties(case: Case) -> None:
    machine = case.machine
    usual = not case.config.settings

    @settings(FEW, max_examples=2 if usual else 1)
    @given(seed=SEEDS, skip=st.integers(0, 50))
    def at_some_moments(seed: int, skip: int) -> None:
        check_walk(machine, seed, skip, 4 if usual else 2)

    at_some_moments()


@pytest.mark.slow
@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_properties_at_many_moments(case: Case) -> None:
    machine = case.machine

    @settings(FEW, max_examples=5)
    @given(seed=SEEDS, skip=st.integers(0, 150))
    def at_many_moments(seed: int, skip: int) -> None:
        check_walk(machine, seed, skip, 8)

    at_many_moments()


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_random_game_ends_or_uses_up_its_budget(case: Case) -> None:
    most = MOST_DECISIONS if not case.config.settings else MOST_DECISIONS // 5
    machine = with_budget(case.machine, most)
    rng = random.Random(str(case))
    pos = machine.initial(str(case))
    while not pos.over:
        assert pos.decisions < most
        machine.apply_in_place(pos, rng.choice(machine.options(pos)))
    assert pos.no_result <= (pos.decisions == most)
    assert machine.options(pos) == [] and pos.frames == []
    outcome = machine.outcome(pos)
    assert len(outcome.payoffs) == case.config.players
    assert outcome.no_result == pos.no_result
    if not pos.no_result:
        assert machine.check_invariants(pos) == []
        members = sorted(member for place in outcome.ranking for member in place)
        count = machine.program.teams if outcome.by_team else case.config.players
        assert members == list(range(count))


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_budgets(case: Case) -> None:
    few = with_budget(case.machine, 3)
    pos = few.initial(7)
    while not pos.over:
        few.apply_in_place(pos, few.options(pos)[0])
    assert pos.decisions <= 3
    assert pos.no_result <= (pos.decisions == 3), "a game may also end with its last decision"
    assert pos.steps <= few.step_budget
    short = copy.copy(case.machine)
    short.step_budget = 0
    with pytest.raises(RulesFault) as caught:
        short.initial(7)
    assert caught.value.code == "too-many-steps"
    assert caught.value.origin >= 0, "a fault has its place"


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_record_is_the_same_game_again(case: Case) -> None:
    machine = case.machine
    rng = random.Random(f"record of {case}")
    recorder = Recorder(machine, f"record of {case}", case.text)
    while not recorder.position.over and len(recorder.steps) < 30:
        recorder.play(rng.choice(machine.options(recorder.position)))
    record = Record.from_json(json.loads(json.dumps(recorder.record.to_json())))
    assert record == recorder.record
    assert verify(machine, record) is None
    *_, (last, pos) = positions(machine, record)
    assert state_hash(machine.layout, pos) == last.hash == state_hash(machine.layout, recorder.position)
    assert pos.zones == recorder.position.zones, "down to every twin"
    assert [sorted(bag) for bag in pos.bags] == [sorted(bag) for bag in recorder.position.bags]
    resumed = Recorder.resumed(machine, record)
    assert state_hash(machine.layout, resumed.position) == last.hash
    for _ in range(5):
        if not resumed.position.over:
            resumed.play(rng.choice(machine.options(resumed.position)))
    assert verify(machine, resumed.record) is None


TWINS_KEPT = """game "Kept"
players 2
enum rank: 1..3
cards deck: rank * 4 copies
zone stock: pile, hidden
zone heap: bag, hidden
zone hand per player: row, private
var kept: cards
phase game {
    all deck -> stock shuffled
    kept = all deck
    repeat 3 {
        each player p {
            1 from stock -> p.hand
            p may choose "Give": c in p.hand { c -> heap }
            if heap.size > 1 { 1 from heap -> p.hand }
        }
    }
}
result player p: most count(c in kept where c is in p.hand)
"""


def test_a_record_names_the_same_twins_again() -> None:
    """A variable tells twins apart: of those that chance could take it has to take the same ones again."""
    game = pipeline.load_text(TWINS_KEPT)
    machine = Machine(game.program())
    for seed in range(20):
        rng, recorder = random.Random(seed), Recorder(machine, seed, game.text)
        while not recorder.position.over:
            recorder.play(rng.choice(machine.options(recorder.position)))
        assert verify(machine, recorder.record) is None


PLAYER = """
import json, random
from interpreter.hashing import board_hash, state_hash
from interpreter.notation import move_texts
from tests.support.rules_files import plain_cases
found = {}
for case in {case.path: case for case in plain_cases()}.values():
    machine, rng = case.machine, random.Random(5)
    pos = machine.initial(5)
    lines = []
    while not pos.over and pos.decisions < 15:
        options = machine.options(pos)
        lines += [state_hash(machine.layout, pos), board_hash(machine.layout, pos)]
        lines += move_texts(machine, pos)[:5]
        machine.apply_in_place(pos, rng.choice(options))
    found[str(case)] = [machine.program.hash, *lines, state_hash(machine.layout, pos)]
print(json.dumps(found))
"""


@pytest.mark.parametrize("path", rules_files(), ids=lambda path: path.stem)
def test_workers_play_the_same_games(path: Path) -> None:
    """Whoever takes which games, each is the same one, and so are all figures."""
    game = game_at(path)
    wanted = make_plan(game, game.configure(), ("random",), "7", budget=30, rows=True, engine="reference")
    rows: list[list[Played]] = [[], []]
    alone = simulate(game, wanted, 4, workers=1, take_rows=rows[0].extend)
    many = simulate(
        game, wanted, 4, workers=2, take_rows=rows[1].extend, opener=lambda n: ThreadPoolExecutor(1)
    )
    assert alone.tally == many.tally
    assert rows[0] == rows[1]
    assert [row.number for row in rows[0]] == list(range(4))


def test_processes_with_other_hash_seeds_play_the_same() -> None:
    """Sets and dictionaries are ordered otherwise in each process; games are not."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYER],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    one, other = [json.loads(process.communicate(timeout=600)[0]) for process in started]
    assert {name.rpartition("-")[0] for name in one} == {path.stem for path in rules_files()}
    assert {name for name in one if one[name] != other[name]} == set()
