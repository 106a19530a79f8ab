"""Conditions on bindings of small ranges, domains and seats, which a kernel asks of all of them at once, mean
what the reference means by them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.compiled.code.build import write_kernel
from ruledsl.pipeline import load
from tests.compiled.differential import Tally, Way, compare_program

RULES = """
game "Spans"
players 2..3

enum rank: one, two, three, four, five
cards deck: rank

zone stock:           pile, hidden
zone hand per player: slot, private

var wanted = three
var level = 0
var score per player = 0
var marked per player = no
var leader: player or none
var limit: number or none

define odd(n) = n is 1 or n is 3 or n is 5
define beats(n, m) = n > m and n is not level
define ahead(q) = q.score > level

phase game {{
    all deck -> stock shuffled
    1 from stock -> each hand
    repeat 12 {{
        each player p {{
            p chooses {{
                option "Up" {{ level += 3; p.score += 1 }}
                option "Down" {{ level -= 5; p.marked = not p.marked }}
                option "Lead" {{ leader = p; limit = level }}
                option "Wish": rank r where r is not wanted {{ wanted = r }}
                {options}
            }}
        }}
    }}
}}

result player p: most p.score
payoff player p: p.score{payoffs}
"""

OPTION = """option "Way {number}": {gens} where {condition} {{ p.score += {points} }}"""
PAYOFF = " + count({gens} where {condition}) + (if some({gens} where {condition}) then 10 else 0)"

CONDITIONS = (
    ("n in 1..6", "n > level"),
    ("n in 1..6", "level >= n"),
    ("n in 1..6", "n is level"),
    ("n in 1..6", "n is not level"),
    ("n in 1..6", "not (n < level)"),
    ("n in 4..9", "n <= level or n is 9"),
    ("n in 0..61", "n >= level - 30 and n < 40"),
    ("n in 0..61", "n >= level * 1000000"),
    ("n in 1..6", "odd(n)"),
    ("n in 1..6", "p.score > 2"),
    ("n in 1..3", "n * 2 > level"),
    ("n in 1..3, m in 0..4", "n > level or n is level and m > p.score"),
    ("n in 1..3, m in 0..4", "n > m"),
    ("n in 1..3, m in 0..4", "beats(n, m)"),
    ("n in 1..3, m in 0..4", "beats(m, level)"),
    ("n in 1..3, m in 0..4", "n is 2 where m < level"),
    ("n in 1..3, rank r, m in 0..1", "n is not level and r < wanted and m is 0 or r is five"),
    ("rank r", "r is wanted or r is one"),
    ("rank r, n in 1..6", "r > wanted and n < level"),
    ("n in 1..6", "limit is n"),
    ("n in 1..6, m in 5..7", "m is not limit where n is not 3"),
)
"""What is bound, and the condition: all are masks."""

OF_SEATS = (
    ("player q", "q is not leader"),
    ("player q", "q.marked"),
    ("player q", "q.score < level"),
    ("player q", "not q.marked or ahead(q)"),
    ("player q, n in 1..4", "q.marked and n > level"),
)
"""Where seats are gone through from the first on, as in what is counted."""

ONE_BY_ONE = (
    ("n in 1..10", "n * n > level"),
    ("n in 1..3, m in 0..4", "n + m > level"),
    ("n in 1..70", "n > level"),
    ("n in 1..6, m in 1..n", "m > level"),
)
"""Which are not."""


def rules() -> str:
    """A game with all of them as options and in what is paid."""
    options = [
        OPTION.format(number=number, points=number % 3, gens=gens, condition=condition)
        for number, (gens, condition) in enumerate(CONDITIONS + ONE_BY_ONE)
    ]
    payoffs = [
        PAYOFF.format(gens=gens, condition=condition)
        for gens, condition in CONDITIONS + OF_SEATS + ONE_BY_ONE
    ]
    return RULES.format(options="\n".join(options), payoffs="".join(payoffs))


@pytest.mark.parametrize(("engine", "known"), [("wasm", True), ("python", False)])
def test_bindings_at_once(engine: str, known: bool, tmp_path: Path) -> None:
    path = tmp_path / "spans.rules"
    path.write_text(rules(), encoding="utf-8")
    game = load(str(path))
    program = game.program(game.configure(2 if known else 3))
    # of those of which there are not more than bits
    alone = len(re.findall(r"fit\d+ \|= 1 <<", write_kernel(program, only="games").source))
    assert alone == ONE_BY_ONE.index(("n in 1..70", "n > level"))
    tally = Tally()
    compare_program(program, Way(engine, known, games=3), "spans", tally, engine)
    assert tally.differences == [] and tally.games == 6
