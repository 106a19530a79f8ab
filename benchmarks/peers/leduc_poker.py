"""Leduc poker by hand, as one would write it in Python: see leduc_poker.c for the rules."""

from __future__ import annotations

import random


def _betting(rng: random.Random, bet: list[int], size: int) -> tuple[int, int]:
    """How many decisions a round had, and who folded (-1: nobody)."""
    calls = raises = decisions = player = 0
    while True:
        options = ["call"]
        if bet[player] < max(bet):
            options.append("fold")
        if raises < 2:
            options.append("raise")
        chosen = rng.choice(options)
        decisions += 1
        if chosen == "fold":
            return decisions, player
        if chosen == "call":
            bet[player] = max(bet)
            calls += 1
        else:
            bet[player] = max(bet) + size
            raises, calls = raises + 1, 1
        if calls == 2:
            return decisions, -1
        player = 1 - player


def play(rng: random.Random) -> tuple[int, int]:
    """A random game: how many decisions it had, and what the first player won."""
    one, other, board = rng.sample([0, 0, 1, 1, 2, 2], 3)
    bet = [1, 1]
    decisions, folded = _betting(rng, bet, 2)
    if folded < 0:
        more, folded = _betting(rng, bet, 4)
        decisions += more
    if folded >= 0:
        return decisions, -bet[0] if folded == 0 else bet[1]
    ranks = (one == board, one), (other == board, other)
    return decisions, 0 if ranks[0] == ranks[1] else bet[1] if ranks[0] > ranks[1] else -bet[0]
