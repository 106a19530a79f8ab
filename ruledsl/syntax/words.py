"""The words of the language: which are reserved, which begin a declaration, which go on over a line end."""

from __future__ import annotations

from typing import Final


def word_set(text: str) -> frozenset[str]:
    """The words of a text that is separated by blanks."""
    return frozenset(text.split())


RESERVED: Final = word_set(
    "all and any at chooses each else end flip for from has if in is keeps may misses not of or otherwise "
    "play repeat restart reveal reverse roll shuffle sort then together turns until using var when where "
    "with"
)
"""Never a name, not even after a dot."""

HEADS: Final = word_set(
    "game players teams setting enum cards tokens dice zone table meld order define var phase when while "
    "result payoff invariant example replace remove"
)
"""The words that begin a declaration."""

ONLY_OUTERMOST: Final = HEADS - {"var", "when"}
"""The words that begin a declaration which cannot stand inside a phase."""

GOES_ON_AFTER: Final = word_set(
    "COMMA PLUS MINUS STAR SLASH EQUAL VBAR LESSTHAN MORETHAN _ARROW _ADD_TO _TAKE_FROM _AT_MOST _AT_LEAST "
    "AND OR NOT IS HAS IN OF FROM THEN ELSE WHERE WITH USING UNTIL _REST_IN"
)
"""Terminals after which a line end means nothing: something must follow."""

GOES_ON_BEFORE: Final = word_set("where with else otherwise until or and then using")
"""Words before which a line end means nothing: they carry on what stands before."""

SIGNS_GO_ON_BEFORE: Final = frozenset("{+-,|")
"""Signs before which a line end means nothing."""

BEFORE_VALUE: Final = word_set("new most fewest given chance expect")
"""Keywords that stand before a value.  Where a name fits as well, they are one if no value follows."""

LONGEST_NAME: Final = 64
LONGEST_NUMBER: Final = 9
"""The most letters of a name and digits of a number."""

DEEPEST: Final = 200
"""How many brackets may stand in each other, and how deep a tree may be."""

TALLEST: Final = 20 * DEEPEST
"""How many symbols may wait for what follows them; what is not too deep stays far below."""

SYNONYMS: Final = {
    "to": "->",
    "into": "->",
    "onto": "->",
    "highest": "most",
    "greatest": "most",
    "largest": "most",
    "lowest": "fewest",
    "least": "fewest",
    "smallest": "fewest",
    "contains": "has",
    "equals": "is",
    "foreach": "each",
}
"""Words that authors try, and what they mean."""
