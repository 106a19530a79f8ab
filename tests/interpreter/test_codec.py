"""Programs and positions as JSON data, both ways."""

from __future__ import annotations

import json
import random
from typing import Any

import attrs
import pytest

from interpreter import program as nodes
from interpreter.codec import (
    CodecError,
    from_json,
    position_from_json,
    position_to_json,
    to_json,
    value_from_json,
    value_to_json,
)
from interpreter.machine import Machine
from interpreter.melds import Meld
from interpreter.position import LaidMeld, Position, copy_position
from interpreter.program import Block, Clause, Cond, Expr, Gen, Program
from tests.interpreter.build import kuhn, lift

EXPR = Expr("const", (), ((1, (2, None), "x", True),), None, 4)
CLAUSE = Clause(
    (Gen("let", 0, (EXPR,), (("a", 1),), "n", "number", 3), Cond(EXPR, "because", True, 2)),
    (nodes.Key(True, EXPR),),
)
TARGET = nodes.Target("zone", EXPR, 3, EXPR, EXPR, True)
ALTERNATIVE = nodes.Alternative("Go", CLAUSE, 1, "note", 2)

STATEMENTS: list[Any] = [
    nodes.Move(EXPR, TARGET, True, False, 1),
    nodes.Draw(EXPR, EXPR, TARGET, True, 2, 1),
    nodes.Transfer(0, EXPR, EXPR, EXPR, EXPR, True, 1),
    nodes.Flip(EXPR, EXPR, 1),
    nodes.Roll(EXPR, 1),
    nodes.Shuffle(EXPR, 1),
    nodes.Reveal(EXPR, 1),
    nodes.Sort(EXPR, 0, (nodes.Key(False, EXPR),), 1),
    nodes.SetVar(0, (EXPR,), "+=", EXPR, 1),
    nodes.InitVar(0, 1),
    nodes.SetCell(0, "=", EXPR, 1),
    nodes.If(EXPR, 0, None, 1),
    nodes.Each(CLAUSE, 0, EXPR, 1),
    nodes.Turns(0, EXPR, (Cond(EXPR),), 0, EXPR, (1, 2), 1),
    nodes.Repeat(EXPR, 0, EXPR, 1),
    nodes.Together(CLAUSE, 0, 1),
    nodes.Call(0, (EXPR,), 1),
    nodes.End("turn", 1),
    nodes.Restart(1),
    nodes.AtEnd(0, 1),
    nodes.AtOnce(0, 1),
    nodes.Reverse(1),
    nodes.Misses(EXPR, 1),
    nodes.Choose(EXPR, "may", (ALTERNATIVE,), 3, 1),
]


def there_and_back(program: Program) -> Program:
    return from_json(json.loads(json.dumps(to_json(program))))


def test_a_program_comes_back_equal() -> None:
    program = kuhn(3)
    assert there_and_back(program) == program
    assert there_and_back(program).hash == program.hash


def test_every_statement_comes_back_equal() -> None:
    assert {type(s) for s in STATEMENTS} == set(nodes.Statement.__args__)
    program = attrs.evolve(kuhn(), blocks=(Block(tuple(STATEMENTS), (1,), (2,), (3,)),))
    again = there_and_back(program)
    assert again == program
    assert isinstance(again.blocks[0].statements[0].what.static[0][1], tuple)  # type: ignore[union-attr]


def test_every_other_node_comes_back_equal() -> None:
    shape = nodes.Shape((nodes.Part((1,), 2, None),), (0,), (1,), 2, 3, EXPR, 0, EXPR)
    program = attrs.evolve(
        kuhn(),
        settings=(("goal", 3), ("easy", True), ("who", "A"), ("none", None)),
        melds=(nodes.MeldKind("run", (1,), (shape,), "note"),),
        orders=(nodes.MeldOrder("by", (0,)),),
        tables=(nodes.Table("t", ("k",), (None,), (nodes.TableRow((((1, None), (0, 2)), None), EXPR),), 5),),
        functions=(nodes.Function("f", (0,), EXPR, "reason", 1),),
        triggers=(nodes.Trigger(CLAUSE, 0, None, 1),),
        results=(nodes.ResultRule(EXPR, 0, 0, (nodes.Key(True, EXPR, "number"),), EXPR, "text", 1),),
        payoffs=(nodes.PayoffRule(None, 0, EXPR, 1),),
        invariants=(nodes.Invariant(CLAUSE, EXPR, "text", 1),),
    )
    assert there_and_back(program) == program


def test_the_hash_tells_programs_apart() -> None:
    assert kuhn(2).hash == kuhn(2).hash
    assert kuhn(2).hash != kuhn(3).hash
    assert attrs.evolve(kuhn(), title="Another").hash != kuhn().hash


def damaged(change: Any) -> Any:
    data = to_json(kuhn())
    change(data)
    return data


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        damaged(lambda d: d.update(version=99)),
        damaged(lambda d: d.pop("cells")),
        damaged(lambda d: d.update(more=1)),
        damaged(lambda d: d.update(players="many")),
        damaged(lambda d: d["blocks"][0]["statements"][0].update({"is": "os.system"})),
        damaged(lambda d: d["blocks"][0]["statements"].append(3)),
        damaged(lambda d: d.update(settings=[["a", [1]]])),
    ],
)
def test_other_data_is_refused(data: Any) -> None:
    with pytest.raises(CodecError):
        from_json(data)


VALUES = [
    None,
    True,
    -3,
    "text",
    (1, (2, None), ()),
    [1, [2]],
    {1: 2},
    Meld(1, (2, 3), (4, 5), 1, (Meld(0, (2,), (4,)),), (3, 7), 1),
    LaidMeld(1, 2, None, [3, 4], 1),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_come_back_equal(value: Any) -> None:
    again = value_from_json(json.loads(json.dumps(value_to_json(value))))
    assert again == value
    assert type(again) is type(value)


def test_a_value_of_another_kind_is_refused() -> None:
    with pytest.raises(CodecError):
        value_to_json(lift(3))
    for data in ({"os.system": {}}, {"tuple": 3}, {"meld": {"kind": 1}}, {"a": 1, "b": 2}, 1.5, {"map": [1]}):
        with pytest.raises(CodecError):
            value_from_json(data)


def test_positions_come_back_equal_all_through_a_game() -> None:
    machine = Machine(kuhn(3))
    rng = random.Random(4)
    pos = machine.initial(9)
    while not pos.over:
        again = position_from_json(json.loads(json.dumps(position_to_json(pos))))
        assert again == pos
        assert machine.options(again) == machine.options(pos)
        pos = machine.apply(again, rng.choice(machine.options(pos)))
    assert position_from_json(position_to_json(pos)) == pos


def test_other_data_is_no_position() -> None:
    good = position_to_json(Machine(kuhn()).initial(1))
    for data in (
        None,
        {},
        {**good, "more": 1},
        {**good, "zones": 3},
        {k: v for k, v in good.items() if k != "cells"},
    ):
        with pytest.raises(CodecError):
            position_from_json(data)


def test_a_copy_is_equal_and_independent() -> None:
    machine = Machine(kuhn(3))
    pos = machine.initial(9)
    twin = copy_position(pos)
    assert twin == pos
    for name in (f.name for f in attrs.fields(Position)):
        value = getattr(pos, name)
        if isinstance(value, list | dict):
            assert getattr(twin, name) is not value
            if isinstance(value, list) and value and isinstance(value[0], list):
                assert getattr(twin, name)[0] is not value[0]
