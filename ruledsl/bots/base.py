"""What a bot is, where its chance comes from, and how it guesses at what it cannot see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Protocol

from interpreter.chance import Scripted, below, decision_generator, seed_words
from interpreter.choices import Option
from interpreter.determinize import determinize
from interpreter.frames import TOGETHER
from interpreter.layout import Layout
from interpreter.machine import Decision, Machine
from interpreter.position import Position
from interpreter.state import State
from interpreter.views import View, view

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


def ask(bot: Bot, layout: Layout, pos: Position, decision: Decision) -> Option:
    """What a bot chooses for the seat that decides; nothing of the position but what that seat may see is
    handed to it. (Keys tell nothing either: an option that speaks of an unknown piece is a fault.)"""
    options = decision.options
    if len(options) == 1:
        return options[0]
    seen = view(layout, pos, decision.seat)
    own = [option.key for _, option in decision.committed]
    return options[bot.choose(seen, [option.key for option in options], own)]


PATIENCE = 1500
"""After so many decisions in a game one choice in `RESTLESS` is made at random: two players who both wait for
the other would go on for ever."""
RESTLESS = 8


def is_restless(seen: View, generator: list[int]) -> bool:
    """Whether a bot takes anything now, because the game has gone on for long."""
    return seen.decisions > PATIENCE and below(generator, RESTLESS) == 0


def own_generator(seed: str, seen: View) -> list[int]:
    """The chance of a bot for one decision: the same for the same seed, seat and number of decisions."""
    return decision_generator(*own_seed(seed, seen.seat), seen.decisions)


@lru_cache(maxsize=64)
def own_seed(seed: str, seat: int | None) -> tuple[int, int]:
    """State and stream that the generators of all decisions of a seat are made of; reckoned once a game."""
    return seed_words(own_text(seed, seat))


def own_text(seed: str, seat: int | None) -> str:
    """What the chance of a bot on a seat is reckoned from."""
    return f"bot:{seed}:{seat}"


def laid_out(machine: Machine, seen: View, generator: list[int]) -> Position:
    """A position that agrees with the view. In a simultaneous choice nobody has committed anything in it."""
    pos = determinize(machine.layout, seen, generator)
    st = State(pos, Scripted())
    st.steps_left = machine.step_budget
    for number in pos.bits:
        pos.bits[number] = machine.rules.triggers[number].mask(st)
    if pos.frames and pos.frames[-1][0] == TOGETHER:
        machine.go_on(pos, Scripted())  # past those who have nothing to choose, as in the game itself
    return pos


def option_of(decision: Decision, key: Key) -> Option | None:
    """The option with this key."""
    return next((option for option in decision.options if option.key == key), None)


def guess(
    machine: Machine, seen: View, generator: list[int], committed: Sequence[Key] = ()
) -> Position | None:
    """A position that agrees with the view and in which its seat is due, or None where none was found.

    In a simultaneous choice those who chose before are made to choose something at random, and the seat's
    own choices so far are repeated.
    """
    pos = laid_out(machine, seen, generator)
    waiting = list(committed)
    while not pos.over and pos.frames and pos.frames[-1][0] == TOGETHER:
        decision = machine.decision(pos)
        if decision.seat != seen.seat:
            options = decision.options
            option = options[below(generator, len(options))]
        elif waiting:
            again = option_of(decision, waiting.pop(0))
            if again is None:
                return None
            option = again
        else:
            return pos
        machine.apply_in_place(pos, option)
    return None if waiting or pos.over else pos
