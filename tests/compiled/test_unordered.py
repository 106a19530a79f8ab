"""Piles whose order nobody asks for, and sets of pieces in several zones, mean what the reference means."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.compiled.code.build import write_kernel
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.unordered import without_order
from interpreter.program import Program
from ruledsl.pipeline import load
from tests.compiled.differential import Tally, Way, compare_program

RULES = """
game "Tricks"
players 2..3

enum suit: clubs, hearts, spades
enum rank: 1..5
table worth[rank] {{ 1: -3; 2: 2; 3: itself; 4: 10; else: 7 }}
cards deck: suit * rank

zone stock:             pile, hidden
zone hand per player:   bag, private
zone played per player: slot, open
zone won per player:    pile, hidden
zone gone:              row, open

var told = 0

define worth_of(cs) = sum(c.worth for c in cs)

phase game {{
    all deck -> stock shuffled
    4 from stock -> each hand
    repeat 4 {{
        each player p {{ p chooses "Play": c in p.hand {{ c -> p.played }} }}
        each player p {{ told += {number} }}
        if {condition} {{ told += 100 }}
        each player p {{ if p.hand.size is 2 {{ p.played -> gone }} else {{ p.played -> p.won }} }}
        {more}
    }}
}}

result player p: most p.won.size
payoff player p: told + sum(c.worth for c in p.won)
"""

NUMBERS = (
    "count(c in all played where c is hearts)",
    "count(c in all won + all played where c is hearts)",
    "(all won + gone).size",
    "(all won + all won).size",
    "sum(c.worth for c in p.won)",
    "sum(c.worth for c in p.won where c is hearts)",
    "sum(c.worth for c in all won + all played)",
    "worth_of(p.won)",
    "count(c in all played + gone where c is in gone)",
    "count(c in all played + gone where c is in gone + seat(1).played + all won)",
    "(if first(c in all played where c is hearts) is in gone + p.played then 1 else 0)",
    "(if all played has hearts then 1 else 0)",
    "(if all won + all played has 3 then 1 else 0)",
    "(if some(c in all won where c is spades where c.worth > 5) then 1 else 0)",
    "(if p.played is not empty and all played has p.played.top.rank then 1 else 0)",
)

LISTS = ("(all won + all won).size", NUMBERS[9])
"""Here lists are made: a piece may be in it twice; each piece of several zones is asked where it lies."""

ASKS = (
    "each c in seat(1).won { told += c.worth * 2 }",
    "shuffle seat(1).won; told += seat(1).won.size; each c in seat(1).won { told += 1 }",
    "if seat(1).won is not empty and seat(1).won.top is hearts { told += 5 }",
    "if seat(1).won is not empty { first(c in seat(1).won where c is hearts or c is 1 or yes) -> gone }",
    "if seat(1).won is not empty { 1 from seat(1).won -> gone }",
    "gone -> stock",
    "gone -> stock shuffled",
    "all won -> stock shuffled",
    "if seat(2).hand.size is 1 { seat(1).won -> stock shuffled; 1 from stock -> seat(2).hand }",
)
"""Statements that may ask for the order of the piles `won`."""


def _program(tmp_path: Path, number: str, condition: str, more: str, players: int = 2) -> Program:
    path = tmp_path / "tricks.rules"
    path.write_text(RULES.format(number=number, condition=condition, more=more), encoding="utf-8")
    game = load(str(path))
    return game.program(game.configure(players))


def _bags(program: Program) -> set[str]:
    loose = without_order(program)
    pairs = zip(program.zones, loose.zones, strict=True)
    return {before.name for before, after in pairs if before.kind != after.kind}


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_about_several_zones(number: str, tmp_path: Path) -> None:
    program = _program(tmp_path, number, "all won + all played has hearts", "")
    tally = Tally()
    compare_program(program, Way("wasm", False, games=3), "sets", tally, number)
    assert tally.differences == [] and tally.games
    assert _bags(program) == {"won", "gone"}
    whole, by_steps = [CompiledMachine(program, known=False, only=only) for only in ("games", "steps")]
    assert whole.games(200, "sets") == by_steps.games(200, "sets")
    lists = "def join_lists" in write_kernel(program, known=False, only="games").source
    assert lists == (number in LISTS)


@pytest.mark.parametrize("more", ASKS)
def test_who_asks_for_the_order_gets_it(more: str, tmp_path: Path) -> None:
    program = _program(tmp_path, "1", "gone is empty", more)
    assert ("won" in _bags(program)) == ("stock" in more)
    whole, by_steps = [CompiledMachine(program, known=False, only=only) for only in ("games", "steps")]
    assert whole.games(200, "order") == by_steps.games(200, "order")
