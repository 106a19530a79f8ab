"""Melds as options: where a search cannot find one twice none is looked up, and the options stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.compiled.agreement import compare_straight
from interpreter.compiled.code.build import write_kernel
from interpreter.compiled.machine import CompiledMachine
from interpreter.program import Program
from ruledsl.pipeline import load
from tests.compiled.differential import Tally, Way, compare_program

RULES = """
game "Options"
players 2

enum suit: clubs, diamonds, hearts
table pips[rank] { 1..5: itself }
cards deck: suit * rank 1..5 * 2 copies
meld set:      1.. cards, same rank
meld run:      2.. cards, consecutive rank, low 5
    or 2..3 cards, same suit
meld exact(n): 1..3 cards, total pips n
meld spread:   1..2 (set | run)

zone stock:           pile, hidden
zone hand per player: HAND, private
zone bait per player: bag, open
zone laid:            melds, open

define baits(p) = if stock.size > 4 then p.bait else all bait
define both(p) = p.hand + p.bait

phase game {
    all deck -> stock shuffled
    5 from stock -> each hand
    2 from stock -> each bait
    repeat 3 {
        each player p {
            p chooses {
                option "Lay": m in MELDS { m -> new laid }
                option "Draw" where stock is not empty { 1 from stock -> p.hand }
            }
        }
    }
}

result player p: most p.hand.size
"""

ONCE = {
    "a bag with twins": ("bag", "set | run from p.hand"),
    "a row": ("row", "set | run using slice from p.hand and any from p.bait"),
    "a row and bags": ("row", "set | run using slice from p.hand and any from p.baits"),
    "some of a bag": ("bag", "set from (hearts from p.hand)"),
    "two bags": ("bag", "run from p.both"),
    "all bags": ("bag", "set from all bait"),
    "made of melds": ("bag", "spread from p.bait"),
}
LOOKED_UP = {
    "a bag twice": ("bag", "set | run from (p.hand + p.hand)"),
    "a bag and the same among others": ("bag", "set from (p.both + p.hand)"),
    "one kind twice": ("bag", "exact(4) | exact(stock.size) from p.hand"),
    "a bag and all bags": ("bag", "set from (all bait + p.bait)"),
}


def program_of(tmp_path: Path, hand: str, melds: str) -> Program:
    text = RULES.replace("HAND", hand).replace("MELDS", melds)
    path = tmp_path / "options.rules"
    path.write_text(text, encoding="utf-8")
    game = load(str(path))
    return game.program(game.configure())


@pytest.mark.parametrize(("hand", "melds"), [*ONCE.values(), *LOOKED_UP.values()], ids=[*ONCE, *LOOKED_UP])
def test_the_same_options(hand: str, melds: str, tmp_path: Path) -> None:
    program = program_of(tmp_path, hand, melds)
    tally = Tally()
    compare_program(program, Way("wasm", True, games=6), "options", tally, melds)
    assert tally.differences == [] and not tally.faults and tally.games == 12
    looks_up = "def meld_key(" in write_kernel(program, known=False, only="games").source
    assert looks_up == ((hand, melds) in LOOKED_UP.values())


MANY = """
game "Many"
players 2

cards deck: number 1..SIZE
cards chip: number 1..3
meld some_cards: 1.. cards
meld chips: 1.. cards, same number

zone hand per player: bag, open
zone pot:             bag, open

phase game {
    all deck -> pot
    all deck -> (seat(1)).hand
    all chip -> pot
    seat(1) chooses {
        FIRST
        option "Some": m in some_cards from (seat(1)).hand { }
    }
}

result player p: most p.hand.size
"""
FEW = 'option "Chip": c in pot { }'
AS_MANY = 'option "Others": m in some_cards from (seat(1)).hand { }'


@pytest.mark.parametrize(("size", "first"), [(17, FEW), (16, AS_MANY)], ids=["of one kind", "together"])
def test_too_many_options_are_a_fault_in_whole_games(size: int, first: str, tmp_path: Path) -> None:
    path = tmp_path / "many.rules"
    path.write_text(MANY.replace("SIZE", str(size)).replace("FIRST", first), encoding="utf-8")
    game = load(str(path))
    played = compare_straight(CompiledMachine(game.program(game.configure())), 1)
    assert played.difference is None and played.fault == "too-many-options"
