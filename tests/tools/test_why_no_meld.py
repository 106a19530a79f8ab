"""A refusal of cards that make no meld says so."""

from __future__ import annotations

import pytest

from interpreter.parse import why_not
from ruledsl import pipeline
from ruledsl.tools.testing import position_from_given

GIVEN = "players = 3, A.hand = [8C 3C 4C], at turn of A in race"


@pytest.mark.parametrize("text", ['"Play a meld" [8C 3C]', "play a meld 8C 3C"])
def test_cards_that_make_no_meld_are_named(text: str) -> None:
    machine, position = position_from_given(pipeline.load("haunted_mouse"), GIVEN)
    [reason] = why_not(machine, machine.decision(position), text)
    assert reason.kind == "no-meld"
    assert reason.text == "[8C 3C] is no set or run"
