"""The properties can fail: each is asked of an engine that was spoilt in the way it is there to find."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from interpreter import codec
from interpreter.choices import Option
from interpreter.explain import Reason
from interpreter.machine import Machine
from interpreter.notation import Unclear
from interpreter.position import Position
from ruledsl.tools.fuzzing import probes
from tests.properties import moments
from tests.properties.moments import Moment
from tests.support.rules_files import ROOT, game_at


def machine() -> Machine:
    game = game_at(ROOT / "games" / "haunted_mouse.rules")
    return Machine(game.program(game.configure(3)))


def moment(engine: Machine, seed: int = 3, skip: int = 12) -> Moment:
    return next(moments.walk(engine, seed, skip, 1))


def test_they_hold_where_nothing_is_spoilt() -> None:
    here = moment(machine())
    for holds in moments.PROPERTIES:
        holds(here)


def lost_card(here: Moment, patch: pytest.MonkeyPatch) -> None:
    here.pos.zones[here.machine.layout.zone_label.index("A.hand")].pop()


def doubled_option(here: Moment, patch: pytest.MonkeyPatch) -> None:
    here.options.append(here.options[0])


def a_reason_against_everything(here: Moment, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(here.machine, "why", lambda *_: [Reason("condition", "never", 0)])


def no_reason_against_anything(here: Moment, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(here.machine, "why", lambda *_: [])


def unreadable_texts(here: Moment, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(moments, "find_option", lambda *_: Unclear("", ()))


def nothing_against_nonsense(here: Moment, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(moments, "why_not", lambda *_: [])


def applying_in_place(here: Moment, patch: pytest.MonkeyPatch) -> None:
    engine = here.machine

    def apply(pos: Position, option: Option, chance: object = None) -> Position:
        pos.decisions += 1
        return pos

    patch.setattr(engine, "apply", apply)


def forgetful_codec(here: Moment, patch: pytest.MonkeyPatch) -> None:
    read = codec.position_from_json

    def forget(data: Any) -> Position:
        pos = read(data)
        pos.known[0] ^= 1
        return pos

    patch.setattr(codec, "position_from_json", forget)


def another_guess(here: Moment, patch: pytest.MonkeyPatch) -> None:
    other = moment(here.machine, seed=4)
    patch.setattr(probes, "guess", lambda *_: other.pos)


SPOILT: list[tuple[Callable[[Moment, pytest.MonkeyPatch], None], Callable[[Moment], None]]] = [
    (lost_card, moments.invariants_hold),
    (doubled_option, moments.something_can_be_chosen),
    (a_reason_against_everything, moments.options_are_applicable),
    (no_reason_against_anything, moments.other_moves_are_refused),
    (unreadable_texts, moments.texts_name_options),
    (nothing_against_nonsense, moments.typed_nonsense_is_refused),
    (applying_in_place, moments.positions_are_not_changed),
    (forgetful_codec, moments.positions_can_be_saved),
    (another_guess, moments.views_tell_no_secrets),
]


@pytest.mark.parametrize(("spoil", "holds"), SPOILT, ids=lambda function: function.__name__)
def test_a_property_finds_what_it_is_there_for(
    spoil: Callable[[Moment, pytest.MonkeyPatch], None],
    holds: Callable[[Moment], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = moment(machine())
    here.rng = random.Random(1)
    spoil(here, monkeypatch)
    with pytest.raises(AssertionError):
        holds(here)


def test_every_property_can_fail() -> None:
    assert {holds for _, holds in SPOILT} == set(moments.PROPERTIES)
