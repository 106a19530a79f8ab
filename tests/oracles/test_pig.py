"""Optimal play of Pig, reckoned over the positions that the rules lead to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from interpreter.machine import ChanceNode, Machine
from interpreter.position import Position
from interpreter.views import view
from tests.oracles.support import machine_of

Situation = tuple[Any, ...]
"""What matters for what comes: scores, what was gathered, whose turn it is. What the die shows does not."""

Outcomes = list[tuple[float, Situation | float]]
"""What one option leads to: probabilities, with a situation or with what the first player wins."""


def situation(machine: Machine, pos: Position) -> Situation:
    seen = view(machine.layout, pos, None, resume=False)
    return (*seen.variables, seen.turn)


def leaves(at: Position | ChanceNode, share: float) -> Iterator[tuple[float, Position]]:
    """The positions that come of a move, with their probabilities."""
    if isinstance(at, Position):
        yield share, at
        return
    for index, weight in enumerate(at.event.weights):
        yield from leaves(at.resolve(index), share * weight / at.event.total)


def best_value(machine: Machine, most_choices: int) -> float:
    """What the first player wins when both play best and nobody wins after so many choices."""
    start = machine.begin()
    assert isinstance(start, Position)
    graph: dict[Situation, tuple[int, list[Outcomes]]] = {}
    waiting = [start]
    while waiting:
        pos = waiting.pop()
        here = situation(machine, pos)
        if here in graph:
            continue
        decision = machine.decision(pos)
        graph[here] = (decision.seat, [])
        for option in decision.options:
            outcomes: Outcomes = []
            for share, after in leaves(machine.advance(pos, option), 1.0):
                if after.over:
                    outcomes.append((share, float(machine.outcome(after).payoffs[0])))
                else:
                    outcomes.append((share, situation(machine, after)))
                    waiting.append(after)
            graph[here][1].append(outcomes)
    worth = dict.fromkeys(graph, 0.0)
    for _ in range(most_choices):
        before = worth
        worth = {
            here: (max, min)[seat](
                sum(share * (to if isinstance(to, float) else before[to]) for share, to in outcomes)
                for outcomes in options
            )
            for here, (seat, options) in graph.items()
        }
    return worth[situation(machine, start)]


@pytest.mark.parametrize(
    ("goal", "most_choices", "value"),
    [(10, 60, 0.4188486452), pytest.param(20, 120, 0.2311170996, marks=pytest.mark.slow)],
)
def test_best_play_is_worth_what_openspiel_finds(goal: int, most_choices: int, value: float) -> None:
    """The values were reckoned over OpenSpiel's `pig(winscore=...,horizon=...)` in the same way."""
    assert best_value(machine_of("pig", 2, {"goal": goal}), most_choices) == pytest.approx(value, abs=1e-10)
