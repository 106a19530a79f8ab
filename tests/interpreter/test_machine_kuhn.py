"""Kuhn poker from its first card to its last chip: every history, with its probability and its payoffs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from interpreter.chance import Scripted
from interpreter.faults import Refused
from interpreter.machine import ChanceNode, Machine
from interpreter.position import Position
from tests.interpreter.build import kuhn

MACHINE = Machine(kuhn())

PAYOFFS = {
    "Pass Pass": lambda high: 1 if high else -1,
    "Bet Bet": lambda high: 2 if high else -2,
    "Pass Bet Bet": lambda high: 2 if high else -2,
    "Bet Pass": lambda high: 1,
    "Pass Bet Pass": lambda high: -1,
}
"""What the first player gains, by the moves and whether the first player has the higher card."""


def histories(node: Position | ChanceNode, odds: Fraction, moves: tuple[str, ...]) -> list[tuple[Any, ...]]:
    if isinstance(node, ChanceNode):
        event = node.event
        found = []
        for index, weight in enumerate(event.weights):
            found += histories(node.resolve(index), odds * Fraction(weight, event.total), moves)
        return found
    if node.over:
        return [(moves, odds, node)]
    return [
        history
        for option in MACHINE.options(node)
        for history in histories(MACHINE.advance(node, option), odds, (*moves, option.label))
    ]


def test_all_histories_have_exact_odds_and_payoffs() -> None:
    found = histories(MACHINE.begin(), Fraction(1), ())
    assert len(found) == 30
    for moves, odds, pos in found:
        assert odds == Fraction(1, 6)
        cards = [pos.zones[1 + seat][0] for seat in range(2)]
        gain = PAYOFFS[" ".join(moves)](cards[0] > cards[1])
        outcome = MACHINE.outcome(pos)
        assert outcome.payoffs == (gain, -gain)
        assert outcome.ranking == (((0,), (1,)) if gain > 0 else ((1,), (0,)))
        assert MACHINE.check_invariants(pos) == []


def test_the_first_player_loses_an_eighteenth_in_equilibrium() -> None:
    """The value of the game is -1/18 (H. W. Kuhn, "A simplified two-person poker", 1950)."""
    never_bluff = {(0, 0): 0, (0, 1): 0, (0, 2): 0, (1, 0): 0, (1, 1): Fraction(1, 3), (1, 2): 1}
    total = Fraction(0)
    for moves, odds, pos in histories(MACHINE.begin(), Fraction(1), ()):
        cards = [pos.zones[1 + seat][0] for seat in range(2)]
        bets = [_bets(cards, moves, step, never_bluff) for step in range(len(moves))]
        for move, bet in zip(moves, bets, strict=True):
            odds *= bet if move == "Bet" else 1 - bet
        total += odds * MACHINE.outcome(pos).payoffs[0]
    assert total == Fraction(-1, 18)


def _bets(cards: list[int], moves: tuple[str, ...], step: int, first: dict[tuple[int, int], Any]) -> Any:
    """An equilibrium: the first player checks everything and calls; the second one mixes."""
    if step == 0:
        return 0
    card = cards[step % 2]
    if step == 2:
        return first[1, card]
    if moves[0] == "Bet":
        return {0: 0, 1: Fraction(1, 3), 2: 1}[card]
    return {0: Fraction(1, 3), 1: 0, 2: 1}[card]


def test_twins_of_chance_and_handed_out_cards() -> None:
    pos = MACHINE.initial(Scripted([2, 0]))
    assert [pos.zones[1], pos.zones[2]] == [[2], [0]]
    assert pos.generator == []
    with pytest.raises(Refused):
        MACHINE.initial(Scripted([7]))


def test_the_same_seed_is_the_same_game() -> None:
    assert MACHINE.initial(4) == MACHINE.initial("4")
    assert len({repr(MACHINE.initial(seed).zones) for seed in range(30)}) == 6


def test_what_is_over_is_over() -> None:
    pos = MACHINE.initial(1)
    with pytest.raises(Refused):
        MACHINE.outcome(pos)
    while not pos.over:
        last = MACHINE.options(pos)[0]
        pos = MACHINE.apply(pos, last)
    assert MACHINE.over(pos)
    assert MACHINE.options(pos) == []
    for ask in (lambda: MACHINE.decision(pos), lambda: MACHINE.apply(pos, last)):
        with pytest.raises(Refused):
            ask()


def test_three_players_share_what_one_loses() -> None:
    machine = Machine(kuhn(3))
    for seed in range(40):
        pos = machine.initial(seed)
        while not pos.over:
            options = machine.options(pos)
            pos = machine.apply(pos, options[seed % len(options)])
        assert sum(machine.outcome(pos).payoffs) == 0
