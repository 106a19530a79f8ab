"""Blanks inside of a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruledsl.fmt.tokens import Token
from ruledsl.syntax.words import RESERVED

_NOT_BEFORE: Final = frozenset([",", ";", ":", ")", ".", ".."])
_NOT_AFTER: Final = frozenset(["(", ".", ".."])
_BEFORE_SIGN: Final = frozenset(
    [
        "and",
        "or",
        "not",
        "is",
        "in",
        "has",
        "if",
        "then",
        "else",
        "where",
        "with",
        "most",
        "fewest",
        "from",
        "until",
        "at",
        "for",
        "to",
        "of",
        "each",
        "any",
        "all",
        "up",
        "end",
        "face",
        "new",
        "repeat",
    ]
)
"""After these words a minus is a sign."""

_NO_CALL: Final = RESERVED - {"all"}
"""A bracket after one of these words does not belong to a call."""


def code_of(tokens: Sequence[Token]) -> str:
    """The tokens as text, with the blanks of the common form."""
    parts: list[str] = []
    for index, token in enumerate(tokens):
        if index and _blank(tokens, index):
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)


def _blank(tokens: Sequence[Token], index: int) -> bool:
    before, token = tokens[index - 1], tokens[index]
    if before.text in ("{", "}") or token.text in ("{", "}"):
        return token.text not in (",", ";", ")", ".") if before.text == "}" else True
    if _in_yes_no(tokens, index):
        return False
    if before.kind == "sign" and before.text in _NOT_AFTER:
        # `3.. cards`: a range without an end stands before the word or a bracket
        return before.text == ".." and (
            token.text in ("card", "cards") or (token.text == "(" and not token.tight)
        )
    if token.kind == "sign" and token.text in _NOT_BEFORE:
        return False
    if token.text == "(":
        return not (token.tight and before.kind == "word" and before.text not in _NO_CALL)
    if token.kind == "list":
        return not token.tight
    if _is_sign(tokens, index - 1):
        return False
    return True


def _is_sign(tokens: Sequence[Token], index: int) -> bool:
    """Whether a minus is the sign of a number, not a difference."""
    if tokens[index].text != "-":
        return False
    if index == 0:
        return False
    before = tokens[index - 1]
    if before.kind in ("text", "list"):
        return False
    if before.kind == "word":
        return before.text in _BEFORE_SIGN
    return before.text not in (")", "]", "}")


def _in_yes_no(tokens: Sequence[Token], index: int) -> bool:
    """Inside of the type `yes/no`."""
    for start in (index - 2, index - 1):
        words = [t.text for t in tokens[max(start, 0) : max(start, 0) + 3]]
        if words == ["yes", "/", "no"] and start >= 0 and start < index <= start + 2:
            return True
    return False
