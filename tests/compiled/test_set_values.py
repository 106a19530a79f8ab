"""What is reckoned of a whole set means what the reference reckons piece by piece and meld by meld."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.compiled.code import kept_values
from interpreter.compiled.code.build import write_kernel
from interpreter.program import Program
from ruledsl.pipeline import load
from tests.compiled.differential import Tally, Way, compare_program

RULES = """
game "Sets"
players 2..3

enum suit: clubs, diamonds, hearts, spades
enum rank: A, 2..8
table pips[rank] {{ A: 1; 2..7: itself; 8: 11 }}
table signed[rank] {{ A: -3; 2..4: 0; 5..8: itself }}
table holes[rank] {{ 2..8: 1 }}
cards deck: suit * rank
meld set:    2..3 cards, same rank
meld run:    2.. cards, same suit, consecutive rank
meld spread: 0.. (set | run)
meld long:   4.. cards, same suit, consecutive rank, low 8

zone stock:           pile, hidden
zone hand per player: bag, {visibility}
zone heap:            bag, open

define worth(cs) = sum(c.pips for c in cs)
define deadwood(cs) = cs.worth - most(s.worth for s in spread from cs)
define twice(cs) = cs.worth + sum(c.signed for c in cs) + cs.size
define listed(cs) = cs.worth + (if cs is alike then 7 else 0)
meld alike: 1.. cards, same suit

phase game {{
    all deck -> stock shuffled
    5 from stock -> each hand
    repeat 3 {{
        each player p {{
            p chooses {{
                {options}
                option "Draw" where stock is not empty {{ 1 from stock -> p.hand }}
                option "Lay": c in p.hand {{ c -> heap }}
            }}
        }}
    }}
}}

result player p: most p.hand.size
payoff player p: {payoffs}
"""

VALUES = (
    "{hand}.worth",
    "{hand}.deadwood",
    "{hand}.twice",
    "heap.deadwood",
    "(heap - {hand}).worth",
    "sum(c.signed for c in {hand})",
    "sum(c.signed for c in {hand} where c.suit is hearts or c.rank is 8)",
    "sum(c.pips * c.signed for c in heap)",
    "count(m in run | set from {hand})",
    "count(m in run from {hand} where m.size > 2)",
    "sum(m.worth * m.size for m in set | run from {hand})",
    "most(m.worth for m in set from {hand} else 0 - 1)",
    "fewest(m.size + m.top for m in run from {hand} else 40)",
    "(if some(m in long from {hand}) then 5 else 0)",
    "(if some(s in spread from {hand} where s.parts.size is 2) then 3 else 0)",
    "count(c in {hand} where ({hand} - c).deadwood < {hand}.deadwood)",
    "sum(({hand} - c).worth for c in {hand})",
    "{hand}.listed",
    "sum(({hand} - c).listed for c in {hand})",
    "most(s.worth for s in spread from {hand} where s.size <= stock.size)",
)
FAULTS = {
    "a table without the value": "sum(c.holes for c in {hand})",
    "a table without the value, in a meld": "sum(sum(c.holes for c in m) for m in run | set from {hand})",
    "a hand that is not seen": "p.left.hand.deadwood",
    "a sum of cards that are not seen": "sum(c.pips for c in p.left.hand)",
    "nothing to compare": "most(m.size for m in long from {hand})",
}


def rules(values: tuple[str, ...], visibility: str) -> str:
    """A game with every value in the condition of an option and in what is paid."""
    options = [
        f'option "Way {number}" where {value.format(hand="p.hand")} > {number % 5} {{{{ }}}}'
        for number, value in enumerate(values)
    ]
    # Several members of a player's own hand, and the hand of the next one, in what is paid.
    payoffs = [f"{value.format(hand=hand)}" for value in values for hand in ("p.hand", "p.left.hand")]
    text = RULES.replace("{options}", "\n".join(options)).replace("{payoffs}", " + ".join(payoffs))
    return text.replace("{visibility}", visibility).replace("{{", "{").replace("}}", "}")


def program_of(tmp_path: Path, values: tuple[str, ...], visibility: str = "private") -> Program:
    path = tmp_path / "sets.rules"
    path.write_text(rules(values, visibility), encoding="utf-8")
    game = load(str(path))
    return game.program(game.configure(3))


def compared(program: Program, way: Way, name: str) -> Tally:
    tally = Tally()
    compare_program(program, way, name, tally, name)
    assert tally.differences == []
    return tally


@pytest.mark.parametrize("visibility", ["private", "open"])
@pytest.mark.parametrize(("engine", "known"), [("wasm", True), ("python", False)])
def test_values_of_sets(engine: str, known: bool, visibility: str, tmp_path: Path) -> None:
    tally = compared(program_of(tmp_path, VALUES, visibility), Way(engine, known, games=6), "sets")
    assert not tally.faults and tally.games == 12


def test_whole_games_ask_for_sets_and_not_for_lists(tmp_path: Path) -> None:
    source = write_kernel(program_of(tmp_path, VALUES), known=False, only="games").source
    functions = source.split("\ndef ")
    play = [text for text in functions if text.startswith("straight_phase")]
    assert "kept_value_" in "".join(play)
    # what is kept is reckoned with a set, and a hand is counted digit by digit
    kept = [text for text in functions if re.match(r"kept_value_\d+\(mask\)", text)]
    assert len(kept) > 8 and all("_of_set(0, mask" in text for text in kept)
    assert "pieces_any" not in "".join(play)


def test_a_set_that_lost_its_place_is_reckoned_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(kept_values, "_SLOT_BITS", 1)
    compared(program_of(tmp_path, VALUES), Way("python", False, games=6), "few places")


@pytest.mark.parametrize("value", FAULTS.values(), ids=list(FAULTS))
def test_faults_come_at_the_same_place(value: str, tmp_path: Path) -> None:
    tally = compared(program_of(tmp_path, (value,)), Way("wasm", True, games=8), "faults")
    assert tally.faults
