"""The examples of the rulebooks notice what is changed in their rules.

The whole score takes minutes for each game: `make mutate-rulebooks`. Here is a part of it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.pipeline import load
from ruledsl.tools.mutating.equivalents import SUFFIX, Listed, read_list
from ruledsl.tools.mutating.judging import EXAMPLES, FAILED, KILLED, STILLBORN, SURVIVED, Fuzzing, Judge
from ruledsl.tools.mutating.making import mutants_of
from ruledsl.tools.mutating.nearness import Nearness, words_of

GAMES = Path(__file__).parents[2] / "games"
RULEBOOKS = sorted(path.stem for path in GAMES.glob("*.rules"))
EVERY = 12
"""One mutant in so many is judged."""


def listed(name: str) -> Listed:
    path = (GAMES / name).with_suffix(SUFFIX)
    return read_list(path.read_text(encoding="utf-8")) if path.exists() else {}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_lists_name_mutants_that_there_are(name: str) -> None:
    assert set(listed(name)) <= {mutant.name for mutant in mutants_of(load(name))}


def test_every_list_belongs_to_a_game() -> None:
    assert {path.name.removesuffix(SUFFIX) for path in GAMES.glob(f"*{SUFFIX}")} <= set(RULEBOOKS)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULEBOOKS)
def test_nine_of_ten_mutants_are_killed(name: str) -> None:
    game = load(name)
    judge = Judge(game, Fuzzing("1", 0))
    equivalent = listed(name)
    sample = [mutant for mutant in mutants_of(game)[::EVERY] if mutant.name not in equivalent]
    fates = [judge.judge(mutant, fuzzed=False).fate for mutant in sample]
    assert FAILED not in fates
    lived = len(fates) - fates.count(STILLBORN)
    survivors = [mutant.name for mutant, fate in zip(sample, fates, strict=True) if fate == SURVIVED]
    assert sum(fate in KILLED for fate in fates) >= 0.9 * lived, survivors
    assert EXAMPLES in fates


def test_the_nearest_example_is_run_first() -> None:
    file = load("haunted_mouse").effective.root
    nearness = Nearness.of(file)
    words = words_of('phase race > option "Set a Trap": where own(m, p)')
    nearest = sorted(nearness.examples, key=lambda title: nearness.distance(title, words))
    assert all("Trap" in title for title in nearest[:3])
    assert nearness.distance("no such example", words) == 0
