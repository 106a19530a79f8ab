"""Fuzzing ourselves: random rules, valid and wrong, trouble no pass of the language and not the engine.

A few of them each time; `make fuzz-ourselves` goes on for as long as it is let.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from ruledsl import pipeline
from ruledsl.source import Source
from ruledsl.syntax import parse
from tests.fuzz.ordeal import Tally, endured, laid_out, told
from tests.generators.coverage import UNWRITTEN, constructs, used_by
from tests.generators.games import random_rules, random_variant, rules_text
from tests.generators.mistakes import almost_valid, mutated, tokens_of
from tests.generators.strategies import valid_rules, wrong_rules
from tests.support.rules_files import ROOT

PROGRAMS = 8
VARIANTS = 4
WRONG = 12
COVERING = 80
"""So many programs are asked to use every construct."""

FEW = settings(
    max_examples=4, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
    phases=(Phase.explicit, Phase.generate),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_a_valid_game_is_no_trouble(seed: int, tmp_path: Path) -> None:
    endured(random_rules(seed), seed, tmp_path, games=1, closely=1)


@pytest.mark.parametrize("seed", range(VARIANTS))
def test_a_valid_variant_is_no_trouble(seed: int, tmp_path: Path) -> None:
    base, text = random_variant(seed)
    endured(text, seed, tmp_path, games=1, closely=0, base=base)


def test_most_random_games_are_played_for_a_while(tmp_path: Path) -> None:
    tally = Tally()
    for seed in range(PROGRAMS, 2 * PROGRAMS):
        tally.add(endured(random_rules(seed), seed, tmp_path, games=1, closely=0))
    assert tally.decisions > 4 * tally.games
    assert tally.ended > tally.games / 3
    assert tally.faults.total() < tally.games / 2


@pytest.mark.parametrize("seed", range(WRONG))
def test_a_game_that_is_almost_valid_is_told_of(seed: int, tmp_path: Path) -> None:
    told(almost_valid(seed), tmp_path)


@pytest.mark.parametrize("seed", range(WRONG))
def test_a_mutated_text_is_told_of(seed: int, tmp_path: Path) -> None:
    told(mutated(seed), tmp_path)


def test_most_of_what_is_almost_valid_can_be_read_and_is_wrong(tmp_path: Path) -> None:
    found = [told(almost_valid(seed), tmp_path) for seed in range(WRONG, 2 * WRONG)]
    wrong = [codes for codes in found if codes]
    read = [codes for codes in wrong if not any(code < "E050" for code in codes)]
    assert len(wrong) > WRONG / 2
    assert len(read) > WRONG / 6


@FEW
@given(valid_rules())
def test_what_hypothesis_draws_is_valid(text: str) -> None:
    laid_out(text)
    game = pipeline.load_text(text)
    for players in game.players:
        assert game.lowered(game.configure(players)).program is not None


@FEW
@given(wrong_rules())
def test_what_hypothesis_draws_wrong_is_told_of(text: str) -> None:
    parse(Source("random.rules", text))


def test_every_construct_is_written() -> None:
    found: Counter[str] = Counter()
    for seed in range(COVERING):
        text = random_rules(seed)
        game = pipeline.load_text(text)
        tree, _ = parse(Source("random.rules", text))
        found += used_by(tree, [game.program(game.configure(game.players[-1]))])
    for seed in range(VARIANTS):
        tree, _ = parse(Source("random.rules", random_variant(seed)[1]))
        found += used_by(tree, [])
    assert {name for name in constructs() if not found[name]} == set()


def test_what_no_text_is_lowered_to() -> None:
    """The forms that are left out of the count are those that the language has no way to write."""
    lowering = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "ruledsl" / "lower").glob("*.py"))
    for name, reason in UNWRITTEN.items():
        assert reason
        assert f'term("{name}"' not in lowering and f'Expr("{name}"' not in lowering


def test_a_seed_gives_the_same_text() -> None:
    assert random_rules(7) == random_rules(7) == rules_text(Random(7))
    assert len({random_rules(seed) for seed in range(20)}) == 20


def test_tokens_are_the_text() -> None:
    for seed in range(5):
        assert "".join(tokens_of(random_rules(seed))) == random_rules(seed)
