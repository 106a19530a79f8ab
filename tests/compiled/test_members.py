"""Conditions on members that a kernel asks of all members at once mean what the reference means by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.compiled.code.build import kernel_text
from ruledsl.pipeline import load
from tests.compiled.differential import Tally, Way, compare_program

RULES = """
game "Members"
players 2..3

enum rank: one, two, three, four, five
enum suit: clubs, hearts, spades
cards deck: rank * suit

zone stock:           pile, hidden
zone hand per player: bag, private
zone heap:            bag, open

var wanted = {first}
var fired = 0

define holds(who, m) = who.hand has m

{triggers}

phase game {{
    all deck -> stock shuffled
    4 from stock -> each hand
    repeat 3 {{
        each player p {{
            p chooses {{
                {options}
                option "Draw" where stock is not empty {{ 1 from stock -> p.hand }}
                option "Wish": {member} m, q in p.others where m is not wanted {{ wanted = m }}
            }}
        }}
    }}
}}

result player p: most p.hand.size
payoff player p: fired{payoffs}
"""

TRIGGER = "when {member} m, player p where {condition} {{ fired += 1 }}"
OPTION = """option "Way {number}": {member} m, q in p.others where {condition} where q.hand is not empty {{
    m from p.hand -> heap
    if stock is not empty {{ 1 from stock -> q.hand }}
}}"""
PAYOFF = " + count({member} m where {condition}) + (if some({member} m where {condition}) then 10 else 0)"

CONDITIONS = (
    "p.hand has m",
    "not (p.hand has m)",
    "some(c in p.hand where c is m)",
    "some(c in p.hand where c is m where c is not three)",
    "count(m from p.hand) is 2",
    "count(m from p.hand) is not 1",
    "count(m from p.hand) >= 2",
    "count(m from p.hand) < 2",
    "count(m from p.hand) <= 1",
    "count(m from p.hand) > 2",
    "1 < count(m from p.hand)",
    "count(m from p.hand) is 7",
    "count(c in p.hand where c is m) is 2",
    "(p.hand has m or heap has m) and stock is not empty",
    "p.hand has m and m is not wanted",
    "holds(p, m) and not holds(p, wanted)",
)


def rules(member: str, first: str) -> str:
    """A game with every condition in an option, in a trigger and in what is paid."""

    def each(form: str, between: str) -> str:
        forms = (
            form.format(member=member, condition=c, number=number) for number, c in enumerate(CONDITIONS)
        )
        return between.join(forms)

    return RULES.format(
        member=member,
        first=first,
        triggers=each(TRIGGER, "\n"),
        options=each(OPTION, "\n"),
        payoffs=each(PAYOFF, ""),
    )


@pytest.mark.parametrize(
    ("member", "first", "engine", "known"),
    [("rank", "one", "wasm", True), ("suit", "clubs", "python", False)],
)
def test_members_at_once(member: str, first: str, engine: str, known: bool, tmp_path: Path) -> None:
    path = tmp_path / "members.rules"
    path.write_text(rules(member, first), encoding="utf-8")
    game = load(str(path))
    program = game.program(game.configure(3))
    # as often as there are conditions, and more: nowhere is a member asked for by itself
    assert kernel_text(program).count("enough") > len(CONDITIONS)
    tally = Tally()
    compare_program(program, Way(engine, known, games=2), "members", tally, f"{member}, {engine}")
    assert tally.differences == [] and tally.games == 4
