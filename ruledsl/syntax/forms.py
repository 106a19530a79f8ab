"""A well-written line of each kind, by the word it begins with, to be shown beside one that went wrong."""

from __future__ import annotations

import re
from typing import Final

_FORMS: Final = {
    "all": "all deck -> stock shuffled",
    "at": "at end of turn { ... }",
    "cards": "cards deck: suit * rank 1..9 * 2 copies",
    "chance": "chance [5 3 6]",
    "define": 'define beats(m, n) = m.top > n.top else "play a higher one"',
    "dice": "dice die: 5",
    "each": "each player p { ... }",
    "else": "else { ... }",
    "end": "end turn",
    "enum": 'enum suit: hearts "H", clubs "C"',
    "example": 'example "a title" { ... }',
    "expect": "expect A.score is 3",
    "flip": "flip c face up",
    "for": "each player p { ... }",
    "foreach": "each player p { ... }",
    "game": 'game "Mine"',
    "given": "given players = 2, A.hand = [9C], at turn of A",
    "if": "if p.hand is empty { ... }",
    "invariant": "invariant player p: p.score >= 0",
    "meld": "meld run: 3.. cards, consecutive rank, same suit",
    "option": 'option "Draw" where stock is not empty else "the stock is empty" { ... }',
    "otherwise": "otherwise { ... }",
    "payoff": "payoff player p: p.score",
    "phase": "phase round(p) { ... }",
    "play": "play round(p)",
    "players": "players 2..4",
    "remove": "remove meld run",
    "repeat": "repeat 3 { ... }",
    "replace": "replace define beats(m, n) = m.size > n.size",
    "restart": "restart turn",
    "result": "result player p: most p.score, then fewest p.hand.size",
    "reveal": "reveal p.hand",
    "reverse": "reverse turn",
    "roll": "roll all die",
    "setting": "setting rounds: 1..9 = 3",
    "shuffle": "shuffle stock",
    "sort": "sort c in row with fewest c.rank",
    "table": "table fee[players] { 2: 1; 3: 2; else: 3 }",
    "teams": "teams 2 across",
    "together": 'together player p { p chooses "Bid": c in p.hand { ... } }',
    "tokens": "tokens coin: 30, 5 each",
    "turns": "turns player p from seat(1) { ... } until stock is empty",
    "var": "var score per player = 0",
    "when": "when player p where p.score is 5 { ... }",
    "while": "while easy { ... }",
    "zone": "zone hand per player: row, private",
}
_CHOICE: Final = 'p chooses "Play": c in p.hand where c.rank > 2 { ... }'
_MOVE: Final = "2 from stock -> p.hand"
_DECLARATION: Final = _FORMS["zone"]
_WORD: Final = re.compile(r"[a-z]+")


def form_like(line: str) -> str:
    """A line of the kind that `line` seems to be meant as."""
    words = _WORD.findall(line)
    if "chooses" in words or "choose" in words:
        return _CHOICE
    stripped = line.lstrip()
    if words and stripped.startswith(words[0]) and words[0] in _FORMS:
        return _FORMS[words[0]]
    return _DECLARATION if stripped == line else _MOVE
