"""Rules that are almost valid, and texts that hardly are: what a slip of the pen makes of a valid file.

`almost_valid` changes words for others of the same kind, so that most lines can still be read but do not
always make sense. `mutated` cuts, doubles and moves any stretch of the text.
"""

from __future__ import annotations

import re
from random import Random

from tests.generators.games import random_rules

TOKEN = re.compile(r'"(?:\\.|[^"\n])*"|[A-Za-z_]\w*|\d+|->|\.\.|[<>+\-]=|##?[^\n]*|\s+|[^\w\s]')
NUMBERS = ("0", "1", "2", "7", "99", "1000", "999999999")
SIGNS = (
    "+",
    "-",
    "*",
    "/",
    "|",
    "..",
    "<",
    ">",
    "<=",
    ">=",
    "is",
    "has",
    "and",
    "or",
    ",",
    "->",
    "=",
    "of",
    "from",
)
SCRAPS = (
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    '"',
    "\n",
    ";",
    "##",
    "#",
    "\t",
    "é",
    "🐭",
    "\0",
    "\u202e",
    "\\",
    "0x1",
    "'",
)


def tokens_of(text: str) -> list[str]:
    """The words, signs and blanks of a text; put together they are the text again."""
    return TOKEN.findall(text)


def almost_valid(seed: int) -> str:
    """A valid game in which a few words were replaced, taken out, doubled or exchanged."""
    random = Random(f"almost {seed}")
    tokens = tokens_of(random_rules(seed))
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        _slip(tokens, random)
    return "".join(tokens)


def _slip(tokens: list[str], random: Random) -> None:
    names = [n for n, token in enumerate(tokens) if token[0].isalpha()]
    numbers = [n for n, token in enumerate(tokens) if token.isdigit()]
    signs = [n for n, token in enumerate(tokens) if token in SIGNS]
    first, second = random.choice(names), random.choice(names)
    match random.randrange(8):
        case 0 | 1:
            tokens[first] = tokens[second]
        case 2:
            tokens[first], tokens[second] = tokens[second], tokens[first]
        case 3:
            tokens[random.choice(numbers)] = random.choice(NUMBERS)
        case 4:
            tokens[random.choice(signs)] = random.choice(SIGNS)
        case 5:
            del tokens[first]
        case 6:
            tokens[first] = misspelt(tokens[first], random)
        case 7:
            _line(tokens, random)


def misspelt(word: str, random: Random) -> str:
    """A word with two letters exchanged, one left out or one doubled."""
    place = random.randrange(len(word))
    return (
        random.choice(
            (word[:place] + word[place + 1 :], word[:place] + word[place] + word[place:], word[::-1])
        )
        or "x"
    )


def _line(tokens: list[str], random: Random) -> None:
    """A line that opens or closes no brace is left out or doubled."""
    lines = "".join(tokens).split("\n")
    plain = [n for n, line in enumerate(lines) if line.strip() and "{" not in line and "}" not in line]
    place = random.choice(plain)
    lines[place : place + 1] = random.choice(([], [lines[place]] * 2))
    tokens[:] = tokens_of("\n".join(lines))


def mutated(seed: int) -> str:
    """A valid game with stretches of its text cut out, doubled, moved or overwritten."""
    random = Random(f"mutated {seed}")
    text = random_rules(seed)
    for _ in range(random.choice((1, 2, 4, 8))):
        start = random.randrange(len(text))
        end = min(len(text), start + random.choice((1, 1, 2, 5, 20, 200)))
        elsewhere = random.randrange(len(text))
        put = random.choice(
            ("", text[start:end] * 2, random.choice(SCRAPS), text[elsewhere : elsewhere + 10])
        )
        text = text[:start] + put + text[end:]
    return text if random.random() < 0.8 else text[: random.randrange(len(text))]
