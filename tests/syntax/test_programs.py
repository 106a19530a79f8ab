"""The texts of `tests/support/programs.py` reach the whole grammar, and parse."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from ruledsl.source import Source
from ruledsl.syntax import parse
from tests.support.programs import all_rules, covering, program, programs
from tests.support.trees import outline


def test_the_texts_use_every_rule() -> None:
    texts, used = covering()
    assert used == all_rules()
    assert texts.keys() == all_rules()
    for rule, text in texts.items():
        _, diagnostics = parse(Source("x.rules", text))
        assert not diagnostics, (rule, text)


@settings(max_examples=30, deadline=None)
@given(programs())
def test_random_texts_are_valid(text: str) -> None:
    _, diagnostics = parse(Source("x.rules", text))
    assert not diagnostics


def test_a_seed_gives_one_text() -> None:
    assert program(7) == program(7)
    assert program(7) != program(8)


@pytest.mark.parametrize("seed", range(5))
def test_line_ends_of_another_system_change_nothing(seed: int) -> None:
    text = program(seed).replace("\r\n", "\n")
    file, _ = parse(Source("x.rules", text))
    other, _ = parse(Source("x.rules", text.replace("\n", "\r\n")))
    assert outline(file) == outline(other)
    assert file == other
