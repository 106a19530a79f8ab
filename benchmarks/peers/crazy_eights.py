"""Crazy Eights for five players by hand, as one writes it in Python; crazy_eights.c tells the rules."""

from __future__ import annotations

import random

PLAYERS = 5
POINTS = (10, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10)


def play(rng: random.Random) -> tuple[int, int]:
    """A random game: how many decisions it had, and all penalty points together."""
    stock = list(range(52))
    rng.shuffle(stock)
    hands = [{stock.pop() for _ in range(5)} for _ in range(PLAYERS)]
    while stock[-1] // 4 == 7:
        rng.shuffle(stock)
    discard = [stock.pop()]
    suit = discard[-1] % 4
    player, plays, passes, decisions = rng.randrange(PLAYERS), 0, 0, 0
    while True:
        hand, draws = hands[player], 0
        while True:
            rank = discard[-1] // 4
            options: list[int | str] = [c for c in sorted(hand) if c % 4 == suit or c // 4 in (rank, 7)]
            if stock and draws < 5:
                options.append("draw")
            if not stock or draws == 5:
                options.append("pass")
            chosen = rng.choice(options)
            decisions += 1
            if chosen == "draw":
                hand.add(stock.pop())
                draws += 1
                passes = 0
            elif isinstance(chosen, int):
                hand.remove(chosen)
                discard.append(chosen)
                suit = chosen % 4
                plays, passes = plays + 1, 0
            else:
                passes = 0 if stock else passes + 1
            if not stock and len(discard) > 1:
                stock, discard = discard[:-1], discard[-1:]
                rng.shuffle(stock)
            if chosen != "draw":
                break
        if isinstance(chosen, int) and chosen // 4 == 7 and hand and plays < 100:
            suit = rng.randrange(4)
            decisions += 1
        if not hand or plays == 100 or passes > PLAYERS:
            return decisions, sum(POINTS[card // 4] for each in hands for card in each)
        player = (player + 1) % PLAYERS
