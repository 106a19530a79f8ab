"""Tiny games in which the best move is known."""

from __future__ import annotations

LAST_STONE = """\
game "Last Stone"
players 2
setting stones: 1..12 = 6
tokens stone: 12
var left = stones
var winner: player or none

phase game {
    turns player p from seat(1) {
        p chooses "Take": n in 1..fewest(3, left) { left -= n; winner = p }
    } until left is 0
}
result player p: most count(player q where q is p and winner is p)
"""
"""Nothing is hidden: leave a multiple of four."""

SURE = """\
game "Sure"
players 2
cards deck: rank 1..6
zone stock: pile, hidden
zone hand per player: bag, private
zone table per player: slot, open

phase game {
    all deck -> stock shuffled
    2 from stock -> each hand
    seat(1) chooses "Play": c in seat(1).hand { c -> seat(1).table }
    seat(2) chooses "Answer": c in seat(2).hand { c -> seat(2).table }
}
result player p: most p.table.rank
"""
"""One's higher card is never the worse, whatever the other has."""

DUEL = """\
game "Duel"
players 2
enum weapon: rock, paper, scissors, dynamite
var chosen per player: weapon or none
phase game {
    together player p { p chooses "Throw": weapon w { p.chosen = w } }
}
define beats(a, b) = a is dynamite and b is not dynamite or a is rock and b is scissors
    or a is paper and b is rock or a is scissors and b is paper
result player p: most count(player q where q is not p and beats(p.chosen, q.chosen))
"""
"""Both choose in secret; one weapon beats all others."""

WIDE = """\
game "Wide"
players 2
var gap per player = 0

phase game {
    each player p { p chooses "Aim": a in 1..40, b in 1..40 { p.gap = a + b } }
}
result player p: most p.gap
"""
"""Thousands of options."""
