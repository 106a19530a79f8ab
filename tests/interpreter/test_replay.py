"""Records of games: written, read, played again, and found out when they were tampered with."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.machine import Machine
from interpreter.replay import Record, Recorder, ReplayError, positions, rules_hash, verify
from tests.interpreter.build import kuhn

MACHINE = Machine(kuhn(3))


def played(seed: int = 5, moves: int = 99) -> Recorder:
    rng = random.Random(seed)
    recorder = Recorder(MACHINE, seed, "game text")
    while not recorder.position.over and len(recorder.steps) < moves:
        recorder.play(rng.choice(MACHINE.options(recorder.position)))
    return recorder


def test_a_record_is_the_same_game_again() -> None:
    recorder = played()
    record = recorder.record
    assert record.rules == rules_hash("game text")
    assert record.result is not None
    assert verify(MACHINE, record) is None
    again = Record.from_json(json.loads(json.dumps(record.to_json())))
    assert again == record
    *_, (_, last) = positions(MACHINE, again)
    assert last.over
    assert last.variables == recorder.position.variables


def test_the_same_seed_and_moves_are_the_same_record() -> None:
    assert played().record == played().record
    assert Recorder(MACHINE, 5).position == MACHINE.initial(5)
    assert Recorder(MACHINE, "5").position == MACHINE.initial(5)


def test_an_unfinished_game_goes_on() -> None:
    record = played(moves=1).record
    assert record.result is None
    resumed = Recorder.resumed(MACHINE, record)
    while not resumed.position.over:
        resumed.play(MACHINE.options(resumed.position)[0])
    assert resumed.record.steps[:1] == record.steps
    assert verify(MACHINE, resumed.record) is None


def test_taking_back() -> None:
    recorder = played(moves=2)
    before = played(moves=1)
    recorder.take_back()
    assert recorder.record == before.record
    assert MACHINE.options(recorder.position) == MACHINE.options(before.position)


def edited(**changes: Any) -> dict[str, Any]:
    data = copy.deepcopy(played().record.to_json())
    data.update(changes)
    return data


@pytest.mark.parametrize("name", list(played().record.to_json()))
def test_a_missing_field_is_told(name: str) -> None:
    data = edited()
    del data[name]
    if name == "result":
        assert Record.from_json(data).result is None
        return
    with pytest.raises(ReplayError) as caught:
        Record.from_json(data)
    assert caught.value.facts["field"] == name


@pytest.mark.parametrize(
    "data", [None, 3, "x", [], {}, edited(schema=99), edited(steps=[1]), edited(steps=[{"move": 3}])]
)
def test_other_data_is_refused(data: Any) -> None:
    with pytest.raises(ReplayError):
        Record.from_json(data)


def test_what_was_changed_is_found() -> None:
    def found(change: Any) -> tuple[int, str]:
        data = edited()
        change(data)
        mismatch = verify(MACHINE, Record.from_json(data))
        assert mismatch is not None
        return mismatch.step, mismatch.what

    assert found(lambda d: d["steps"][1].update(hash="0")) == (2, "hash")
    assert found(lambda d: d["steps"][1].update(move="(Fold)")) == (2, "move")
    assert found(lambda d: d["begin"].update(hash="0")) == (0, "hash")
    assert found(lambda d: d["begin"]["chance"].pop()) == (0, "chance")
    assert found(lambda d: d["begin"]["chance"].append(1)) == (0, "chance")
    assert found(lambda d: d["begin"].update(chance=[77, 1, 2])) == (0, "chance")
    assert found(lambda d: d["steps"].append(d["steps"][0])) == (len(played().steps) + 1, "move")
    assert found(lambda d: d["result"].update(payoffs=[9, 9, 9]))[1] == "result"
    assert found(lambda d: d["steps"].pop())[1] == "result"
    assert found(lambda d: d.update(players=2)) == (0, "rules")
    assert found(lambda d: d.update(settings={"a": 1})) == (0, "rules")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_no_edit_gives_anything_but_a_clear_error(data: st.DataObject) -> None:
    record = edited()
    place: Any = record
    for _ in range(data.draw(st.integers(1, 3))):
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key]:
            break
        parent, place = place, place[key]
        if data.draw(st.booleans()):
            place, key = parent, key
            break
    else:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
    place[key] = data.draw(JSON)
    try:
        read = Record.from_json(record)
    except ReplayError as problem:
        assert problem.code
    else:
        verify(MACHINE, read)
