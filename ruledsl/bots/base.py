"""What a bot is, where its chance comes from, and how it guesses at what it cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from interpreter.chance import Scripted, below, seed_generator
from interpreter.determinize import determinize
from interpreter.frames import TOGETHER
from interpreter.machine import Machine
from interpreter.position import Position
from interpreter.state import State
from interpreter.views import View

Key = tuple[Any, ...]
"""The key of an option (`Option.key`): label, then face, place and owner of what is bound."""


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, view: View, keys: Sequence[Key], committed: Sequence[Key] = ()) -> int:
        """The index of the chosen option.

        `view` is that of the seat that decides, with what play goes on from; `keys` are the keys of its
        options in their order. `committed` are the keys of what this seat has chosen so far in a
        simultaneous choice that is under way, which a view does not tell.
        """


def own_generator(seed: str, view: View) -> list[int]:
    """The chance of a bot for one decision: the same for the same seed, seat and number of decisions."""
    return seed_generator(f"bot:{seed}:{view.seat}:{view.decisions}")


def guess(
    machine: Machine, view: View, generator: list[int], committed: Sequence[Key] = ()
) -> Position | None:
    """A position that agrees with the view and in which its seat is due, or None where none was found.

    In a simultaneous choice those who chose before are made to choose something at random, and the seat's
    own choices so far are repeated.
    """
    pos = determinize(machine.layout, view, generator)
    st = State(pos, Scripted())
    st.steps_left = machine.step_budget
    for number in pos.bits:
        pos.bits[number] = machine.rules.triggers[number].mask(st)
    waiting = list(committed)
    if pos.frames and pos.frames[-1][0] == TOGETHER:
        machine.go_on(pos, Scripted())  # past those who have nothing to choose, as in the game itself
    while not pos.over and pos.frames and pos.frames[-1][0] == TOGETHER:
        decision = machine.decision(pos)
        if decision.seat != view.seat:
            options = decision.options
            option = options[below(generator, len(options))]
        elif waiting:
            key = waiting.pop(0)
            found = [option for option in decision.options if option.key == key]
            if not found:
                return None
            option = found[0]
        else:
            return pos
        machine.apply_in_place(pos, option)
    return None if waiting or pos.over else pos
