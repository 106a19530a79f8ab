"""From facts to a position that can run on."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from interpreter import program as p
from interpreter.chance import Chance, Sampled, seed_generator
from interpreter.layout import empty_position
from interpreter.machine import Machine
from interpreter.position import Position
from interpreter.setup import laying, standing
from interpreter.setup.facts import Facts, Outcome, Place, SetUpError
from interpreter.setup.outcomes import Written
from interpreter.state import State

SEED = "example"
"""What chance that is not given is drawn from."""


def set_up(machine: Machine, facts: Facts, outcomes: list[Outcome]) -> Position:
    """The position in which the facts hold, before anything has run (after the set-up if that is wanted: then
    play stands at the first decision, or where the facts say).

    `outcomes` are used by the set-up if it runs. Raises SetUpError or RulesFault.
    """
    layout = machine.layout
    pos = empty_position(layout)
    pos.generator = seed_generator(SEED)
    chance = Written(layout, pos, outcomes)
    st = State(pos, chance)
    st.steps_left = machine.step_budget
    machine.prepare(st)
    at_end = facts.place is not None and facts.place.end
    if facts.after_setup:
        _run_set_up(machine, st, None if at_end else facts.place)
        if st.pos.over:
            raise SetUpError("the game is over before this place is reached")
        if facts.place is not None:
            _stop(machine, st)
    laying.lay(machine, st, chance, facts)
    laying.count(machine, st, facts)
    laying.variables(machine, st, facts, early=True)
    if at_end:
        machine.rules.finish(st)
    elif facts.place is not None:
        standing.stand(machine, st, facts.place)
    elif not facts.after_setup:
        machine._begin(st)
    laying.variables(machine, st, facts, early=False)
    laying.know(machine, st, facts)
    if not at_end:
        laying.wake(machine, st)
    pos.steps = 0
    return pos


class _Arrived(Exception):
    """The place where the position begins has been reached."""


def _run_set_up(machine: Machine, st: State, place: Place | None) -> None:
    """Runs what stands before the place, but at most up to the first decision."""
    path = None if place is None else standing.path_to(machine.program, place)
    if path:
        machine = Machine(machine.program, machine.step_budget)  # its own: others may play on the one given
        block, index = path[-1]
        machine.rules.blocks[block].runs[index] = _arrive
    machine._begin(st)
    with suppress(_Arrived):
        machine._run(st)


def _arrive(_: State) -> bool:
    raise _Arrived


def run_on(machine: Machine, pos: Position, outcomes: list[Outcome]) -> None:
    """Goes on to the next decision or the end."""
    machine.go_on(pos, Written(machine.layout, pos, outcomes))


def _stop(machine: Machine, st: State) -> None:
    """Drops what was under way after the set-up, but keeps the table as it is."""
    machine.rules.finish(st)
    st.pos.over = False


def value_of(machine: Machine, pos: Position, expr: p.Expr, chance: Chance | None = None) -> Any:
    """The value of an expression in a position."""
    st = State(pos, chance if chance is not None else Sampled(pos))
    st.steps_left = machine.step_budget
    return machine.rules.compiler(expr)(st)
