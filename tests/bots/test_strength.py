"""The measure of strength: paired deals, going on from a file, claims."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks import strength
from benchmarks.strength import Deal, Match, Results, holds, play_deal, wins_of


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["strength", *arguments])
    return strength.main()


def test_a_deal_is_played_from_every_side_and_the_same_again() -> None:
    match = Match("liars_dice", 3, "random", "random")
    deal = play_deal(match, 5)
    assert len(deal.wins) == len(deal.payoffs) == 3
    assert sum(deal.decisions) > 0 and deal.without_result == 0
    again = play_deal(match, 5)
    assert (again.wins, again.payoffs, again.decisions) == (deal.wins, deal.payoffs, deal.decisions)


def test_in_a_game_for_teams_a_bot_plays_a_whole_team() -> None:
    match = Match("whist", 4, "random", "random", (("goal", "1"),))
    deal = play_deal(match, 1)
    assert len(deal.wins) == 2
    assert all(Fraction(win) in (0, Fraction(1, 2), 1) for win in deal.wins)


def test_a_run_goes_on_where_it_was_and_tells_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    what = ("kuhn_poker", "--a", "greedy", "--b", "random", "--results", str(kept))
    assert run(monkeypatch, *what, "--games", "6") == 0
    assert "6 games" in capsys.readouterr().out
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"match": {"ga')  # it was killed
    first = kept.read_text(encoding="utf-8")
    assert run(monkeypatch, *what, "--games", "6") == 0
    assert kept.read_text(encoding="utf-8") == first + "\n", "nothing was missing"
    assert run(monkeypatch, *what, "--games", "10") == 0
    assert "10 games" in capsys.readouterr().out
    numbers = [
        json.loads(line)["deal"]["number"]
        for line in kept.read_text(encoding="utf-8").splitlines()
        if line.endswith("}")
    ]
    assert sorted(numbers) == [0, 1, 2, 3, 4]
    assert run(monkeypatch, *what, "--games", "10", "--least", "0.999") == 1
    assert "not sure" in capsys.readouterr().out


def test_what_is_claimed_has_to_be_certain() -> None:
    match = Match("kuhn_poker", 2, "greedy", "random", (), 0.5)

    def deals(*wins: str) -> list[Deal]:
        return [Deal(number, (win,), (0.0,), (1, 1), (0.1, 0.1)) for number, win in enumerate(wins)]

    assert holds(match, wins_of(deals("1", "1", "1", "1", "1/2"))) is True
    assert holds(match, wins_of(deals("1", "0", "1", "1", "1/2"))) is False
    assert holds(match, wins_of(deals("1"))) is False, "one deal says nothing"
    assert holds(Match("kuhn_poker", 2, "greedy", "random"), wins_of(deals("0", "0"))) is None


def test_claims_are_of_games_that_there_are() -> None:
    claims = strength.claims()
    assert len({(claim.game, claim.b) for claim in claims}) == len(claims)
    assert all(strength.machine_of(claim).program.players == claim.players for claim in claims)


def test_results_of_other_rules_are_left_out(tmp_path: Path) -> None:
    kept = Results(tmp_path / "kept.jsonl")
    match = Match("kuhn_poker", 2, "random", "random")
    kept.add(match, play_deal(match, 0))
    assert list(Results(kept.path).of(match.key)) == [0]
    assert not Results(kept.path).of({**match.key, "program": "another"})


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a game"),
        (("kuhn_poker", "--a", "wise"), "there is no bot 'wise'"),
        (("kuhn_poker", "--a", "ismcts:1s"), "in iterations"),
        (("kuhn_poker", "--players", "9"), "9"),
        (("kuhn_poker", "--set", "x=1"), "x"),
    ],
    ids=str,
)
def test_wrong_usage(
    arguments: tuple[str, ...],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(monkeypatch, *arguments) == 2
    assert said in capsys.readouterr().err
