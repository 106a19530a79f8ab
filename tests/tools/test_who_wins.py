"""Examples say who wins: everybody who shares the first place, and nobody else."""

from __future__ import annotations

import pytest

from ruledsl.pipeline import check_game, load_text
from ruledsl.tools.testing import run_examples

PAIRS = """
game "Pairs"
players 2..4
enum suit: clubs "C", hearts "H"
enum rank: 1..9, A
cards deck: suit * rank
zone stock:           pile, hidden
zone hand per player: row, private
var bold per player = no

phase game {
    all deck -> stock shuffled
    play last
}
phase last { each player p { p chooses "Stop" { } } }
result player p: most p.hand.size, then fewest p.bold
"""
TEAMS = PAIRS.replace("2..4", "4\nteams 2 across").replace("result player p: most p.hand.size", RESULT := (
    "result team t: most sum(p.hand.size for player p where p.team is t)"
)).replace(", then fewest p.bold", "").replace("var bold per player = no\n", "")  # fmt: skip
TWO_STOP = 'A does "Stop"\n    B does "Stop"'
STOPS = "\n    ".join(f'{seat} does "Stop"' for seat in "ABCD")


def failure(rules: str, step: str, given: str, stops: str = STOPS) -> tuple[str, str] | None:
    text = f'{rules}\nexample "the end" {{\n    given {given}, at last\n    {stops}\n    {step}\n}}\n'
    game = load_text(text)
    assert [d.code for d in check_game(game) if d.is_error] == []
    [result] = run_examples(game)
    return None if result.failure is None else (result.failure.expected, result.failure.actual)


HANDS = "players = 4, A.hand = [1C], B.hand = [2C 3C], C.hand = [4C 5C], D.hand = [6C]"


@pytest.mark.parametrize(
    ("step", "given"),
    [
        ("B wins", f"{HANDS}, C.bold = yes"),
        ("B, C win", HANDS),
        ("C, B win", HANDS),
        ("seat(2) wins", f"{HANDS}, C.bold = yes"),
        ("A, B, C, D win", "players = 4"),
    ],
)
def test_who_wins(step: str, given: str) -> None:
    assert failure(PAIRS, step, given) is None


def test_at_end_the_game_is_over() -> None:
    text = f'{PAIRS}\nexample "the end" {{\n    given {HANDS}, C.bold = yes, at end\n    %s\n}}\n'
    for step, wrong in (
        ("expect over and turn is none and B.hand is [2C 3C] and C.bold", None),
        ("B wins", None),
        ("C wins", "B wins; "),
        ('A does "Stop"', "the game is over"),
        ("A knows [1C] in A.hand", None),
    ):
        [result] = run_examples(load_text(text % step))
        if wrong is None:
            assert result.failure is None
        else:
            assert result.failure is not None and result.failure.actual.startswith(wrong)
    after = text.replace("given", "given after setup").replace("%s", "C.hand is [4C 5C]\n    B wins")
    [result] = run_examples(load_text(after.replace("    C.hand is", "    expect C.hand is")))
    assert result.failure is None


def test_what_came_instead_is_told_key_by_key() -> None:
    assert failure(PAIRS, "B wins", HANDS) == (
        "B wins",
        "B, C win; most p.hand.size: A 1, B 2, C 2, D 1; then fewest p.bold: A no, B no, C no, D no",
    )
    assert failure(PAIRS, "B, C win", f"{HANDS}, B.bold = yes") == (
        "B, C win",
        "C wins; most p.hand.size: A 1, B 2, C 2, D 1; then fewest p.bold: A no, B yes, C no, D no",
    )


def test_nobody_has_won_while_the_game_goes_on() -> None:
    assert failure(PAIRS, "B wins", f"{HANDS}, C.bold = yes", 'A does "Stop"') == (
        "B wins", "the game goes on: B has to choose",
    )  # fmt: skip


def test_teams_win_by_their_name_or_by_their_players() -> None:
    given = HANDS.replace("C.hand = [4C 5C]", "C.hand = [4C 5C 7C]")
    assert failure(TEAMS, "A.team wins", given) is None
    assert failure(TEAMS, "A, C win", given) is None
    expected, actual = failure(TEAMS, "B wins", given) or ("", "")
    assert expected == "B wins"
    assert actual == f"A, C win; {RESULT.removeprefix('result team t: ')}: A+C 4, B+D 3"


def test_a_rank_has_its_name_also_where_a_seat_has_it() -> None:
    """`A` is the first player, and where a card is looked at an ace."""
    given = "A.hand = [AC 2H], B.hand = [3H]"
    for test in (
        "A.hand.first is A",
        "A.hand.first is A of clubs",
        "A.hand.first.rank is A",
        "A.hand.first.rank is 9..A and A.hand.last is not 9 | A",
        "A.hand has A and not B.hand has A",
        "count(A from all hand) is 1",
        "count(c in all hand where c is A) is 1",
        "most(c.rank for c in all hand) >= A",
        "turn is none and A.left is B",
    ):
        assert failure(PAIRS, f"expect {test}", given, "") is None, test


def test_who_wins_by_several_results() -> None:
    rules = PAIRS + "while stock is not empty { result player p: fewest p.hand.size }\n"
    assert (
        failure(rules, "A wins", "players = 2, A.hand = [1C], B.hand = [2C 3C], stock = [9C]", TWO_STOP)
        is None
    )
    expected, actual = failure(rules, "A wins", HANDS) or ("", "")
    assert (expected, actual) == (
        "A wins",
        "B, C win; key 1: A 1, B 2, C 2, D 1; then key 2: A no, B no, C no, D no",
    )
