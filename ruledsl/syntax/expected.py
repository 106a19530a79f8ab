"""Terminals in words, for messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.syntax.lexer import END, Token
from ruledsl.syntax.words import word_set

if TYPE_CHECKING:
    from ruledsl.syntax.parser import Parser

_SHOWN: Final = {
    END: "the end of the file",
    "_NL": "the end of the line",
    "NAME": "a name",
    "NUMBER": "a number",
    "TEXT": "a text in quotes",
    "_LIST": "a list in `[ ]`",
    "WRITTEN": "a value",
}
_VALUE: Final = frozenset(("NAME", "NUMBER", "LPAR"))
"""Where all of these fit, any value fits."""

_SEVERAL_WIN: Final = frozenset(("COMMA", "WIN"))
"""What goes on to say that several win; that one does is enough to be told."""

_STATEMENT: Final = frozenset(("PLAY", "ROLL"))
"""Where these fit, any statement fits."""

_VALUE_STARTS: Final = word_set("NAME NUMBER TEXT LPAR MINUS ALL NOT _LIST IF")
_GOES_ON: Final = word_set(
    "PLUS MINUS STAR SLASH DOT LSQB LPAR VBAR _UP_TO_END OF LESSTHAN MORETHAN _AT_MOST _AT_LEAST IS HAS AND "
    "OR FROM IN SEMICOLON"
)
"""What may follow almost any value; nobody has to be told."""

MOST_SHOWN: Final = 6


def describe(token: Token) -> str:
    """A terminal of the text as a message names it."""
    if token.type in (END, "_NL"):
        return _SHOWN[token.type]
    text = token.text if len(token.text) <= 40 else f"{token.text[:39]}…"
    return f"`{text}`"


def describe_expected(parser: Parser) -> tuple[str, ...]:
    """What could stand here instead, in words, the most likely first."""
    fits = {name for name in parser.row if not name.startswith("_BAD") and parser.accepts(name)}
    if "_NL" in fits:
        fits.discard(END)
    if "WINS" in fits:
        fits -= _SEVERAL_WIN
    if fits >= _STATEMENT:
        return ("a statement",)
    shown: list[str] = []
    if fits >= _VALUE:
        fits -= _VALUE_STARTS
        shown.append("a value")
    else:
        fits = (fits - _GOES_ON if len(fits) > 3 else fits) or fits
    texts = {terminal: text for text, terminal in (parser.tables.words | parser.tables.signs).items()}
    for name in sorted(fits, key=lambda name: (name not in _SHOWN, texts.get(name, name))):
        shown.append(_SHOWN.get(name) or f"`{texts[name]}`")
    if len(shown) <= MOST_SHOWN:
        return tuple(shown) or ("something else",)
    return ("a value",) if shown[0] == "a value" else ("something else",)
