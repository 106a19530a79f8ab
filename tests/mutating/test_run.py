"""What becomes of mutants, and what is made of it."""

from __future__ import annotations

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from ruledsl.pipeline import Game, load_text
from ruledsl.tools.mutating import judging
from ruledsl.tools.mutating.equivalents import ListError, list_line, read_list
from ruledsl.tools.mutating.judging import CHECK, EXAMPLES, FAILED, FUZZ, STILLBORN, SURVIVED, Fuzzing, Judge
from ruledsl.tools.mutating.making import mutants_of
from ruledsl.tools.mutating.run import Tally, chosen, make_plan, mutate
from ruledsl.tools.simulation.work import InThisProcess

NINE = """\
game "Nine"
players 2..3
cards deck: pips 1..6 * 4 copies
zone stock:            pile, hidden
zone shown per player: row, open
var done per player = no
define total(p) = sum(c.pips for c in p.shown)
table most_cards[players] { 2: 9; 3: 9 }
phase game {
    all deck -> stock shuffled
    1 from stock -> each shown
    turns player p where not p.done {
        p chooses {
            option "Draw" where total(p) < most_cards[players] else "you have nine" {
                1 from stock -> p.shown
            }
            option "Stop" { p.done = yes }
        }
    }
}
result player p: most total(p)
invariant player p: total(p) < 15
example "drawing and stopping" {
    given players = 2, A.shown = [5], B.shown = [6], at turn of A, rest in stock
    chance [3]
    A does "Draw"
    expect A.shown is [3 5] and turn is B
    B does "Stop"
    A can "Draw"
}
"""
FUZZING = Fuzzing("1", 6)


def nine() -> Game:
    return load_text(NINE, "nine.rules")


def run(game: Game, listed: dict[str, str] | None = None, only: tuple[str, ...] = (), **more: Any) -> Tally:
    numbers = chosen(mutants_of(game), only)
    return mutate(game, make_plan(game, numbers, FUZZING, listed or {}), listed or {}, **more)


@pytest.fixture(scope="module")
def tally() -> Tally:
    return run(nine())


def fate_of(tally: Tally, words: str) -> set[str]:
    return {verdict.fate for mutant, verdict in tally.judged if words in mutant.name}


@pytest.mark.parametrize(
    ("words", "fate"),
    [
        ("`2: 9` is left out", STILLBORN),
        ("`where not p.done` is left out", STILLBORN),
        ("`all deck -> stock shuffled` is left out", CHECK),
        ("`1 from stock -> p.shown` is left out", EXAMPLES),
        ("`total(p) < most_cards[players]` becomes `total(p.left) <", FUZZ),
        ("`2: 9` becomes `2: 10`", SURVIVED),
    ],
)
def test_fates(tally: Tally, words: str, fate: str) -> None:
    assert fate_of(tally, words) == {fate}


def test_the_score(tally: Tally) -> None:
    fates = tally.fates
    killed = fates[CHECK] + fates[EXAMPLES] + fates[FUZZ]
    assert tally.killed == killed
    assert sum(fates.values()) == len(mutants_of(nine())) == tally.wanted
    assert tally.score == killed / (killed + fates[SURVIVED])
    counted = [verdict for judged in tally.by_clause().values() for _, verdict in judged]
    assert len(counted) == killed + fates[SURVIVED]


def test_a_verdict_tells_what_killed(tally: Tally) -> None:
    told = {
        verdict.fate: verdict.told for mutant, verdict in tally.judged if "-> p.shown` is left" in mutant.name
    }
    assert told == {EXAMPLES: "drawing and stopping"}
    assert all(bool(verdict.told) is (verdict.fate != SURVIVED) for _, verdict in tally.judged)


def test_listed_ones_are_not_counted(tally: Tally) -> None:
    survivor = tally.having(SURVIVED)[0][0].name
    killed = next(m.name for m, v in tally.judged if v.fate == EXAMPLES)
    listed = {survivor: "no reason", killed: "a mistake", "phase none: nothing": "gone"}
    again = run(nine(), listed)
    assert [mutant.name for mutant in again.equivalent] == [survivor]
    assert [mutant.name for mutant, _ in again.wrongly_listed] == [killed]
    assert again.unmatched == ("phase none: nothing",)
    assert again.killed == tally.killed
    assert len(again.having(SURVIVED)) == len(tally.having(SURVIVED)) - 1


def threads(workers: int) -> Executor:
    return ThreadPoolExecutor(workers)


def test_the_same_for_any_number_of_workers(tally: Tally) -> None:
    again = run(nine(), workers=3, opener=threads)
    assert again.judged == tally.judged


class Stopping(InThisProcess):
    def __init__(self) -> None:
        self.left = 4

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().submit(fn, *args, **kwargs)


def test_an_interrupt_tells_what_there_is(tally: Tally) -> None:
    stopped = run(nine(), opener=lambda _: Stopping())
    assert stopped.interrupted and 0 < len(stopped.verdicts) < stopped.wanted
    assert stopped.judged == tally.judged[: len(stopped.verdicts)]


def test_only() -> None:
    mutants = mutants_of(nine())
    assert {mutants[number].line for number in chosen(mutants, ["8"])} == {8}
    assert {mutants[number].line for number in chosen(mutants, ["7-8"])} == {7, 8}
    assert {mutants[number].clause for number in chosen(mutants, ['OPTION "Stop"'])} == {
        'phase game > option "Stop"'
    }
    assert chosen(mutants, []) == tuple(range(len(mutants)))
    with pytest.raises(ValueError, match="phase none"):
        chosen(mutants, ["8", "phase none"])


def test_a_problem_that_the_rules_have_anyhow_kills_nothing() -> None:
    """The invariant is broken by the rules themselves: only examples and `check` can tell mutants."""
    game = load_text(NINE.replace("total(p) < 15", "total(p) < 9"), "nine.rules")
    assert run(game, only=('option "Draw"',)).fates[FUZZ] == 0


def test_faults_of_ours_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    game = nine()
    judge = Judge(game, FUZZING)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("over")

    monkeypatch.setattr(judging, "lower_examples", broken)
    verdict = judge.judge(mutants_of(game)[-1])
    assert (verdict.fate, verdict.told) == (FAILED, "ZeroDivisionError: over")


def test_lists() -> None:
    names = ['option "Draw": `x` is left out', 'it\'s `y` becomes "z\\"']
    text = "[equivalent]\n" + "".join(f'{list_line(name)}"why"\n' for name in names)
    assert read_list(text) == dict.fromkeys(names, "why")
    assert read_list("") == {}


@pytest.mark.parametrize(
    "text",
    ["[equivalent", "[other]\n", "equivalent = 3\n", '[equivalent]\n"a" = 3\n', '[equivalent]\n"a" = " "\n'],
)
def test_other_files_are_no_lists(text: str) -> None:
    with pytest.raises(ListError):
        read_list(text)
