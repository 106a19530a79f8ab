"""One statement a line: what stands in braces is either all on one line, or each part on its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ruledsl.fmt.tokens import Line, Token
from ruledsl.syntax.words import GOES_ON_BEFORE, SIGNS_GO_ON_BEFORE, word_set

_OPEN_SIGNS: Final = word_set(", + - * / < > <= >= = += -= -> |")
_OPEN_WORDS: Final = word_set("and or not is in has of from then else where with using until")
"""Signs and words after which a line goes on; after an `else` of a table stands a colon."""


def one_statement_a_line(lines: Sequence[Line]) -> list[Line]:
    """The lines with a line end at every statement, but for those in braces that close on the same line.

    Rows of tables may share a line.  A line's comment stays with the last part of what stood on it.
    """
    found: list[Line] = []
    for number, line in enumerate(lines):
        parts = [line] if not line.tokens else _parts(line)
        if line.tokens and line.tokens[-1].text == ";" and _would_go_on(lines[number + 1 :]):
            parts[-1] = Line([*parts[-1].tokens, line.tokens[-1]], parts[-1].comment, parts[-1].column)
        for part in parts:
            if found and _belongs_behind(part, found[-1], found[-2] if len(found) > 1 else None):
                found[-1] = Line([*found[-1].tokens, *part.tokens], part.comment, part.column)
            else:
                found.append(part)
    return found


def _belongs_behind(line: Line, before: Line, earlier: Line | None) -> bool:
    """Whether a line has to stand behind the one before it.

    That is a brace behind the head of its block, if the head is a single line, and what goes on behind a
    closing brace that stands alone.
    """
    if not line.tokens or not before.tokens or before.comment:
        return False
    if before.first == "}" and len(before.tokens) == 1:
        return line.first in ("else", "until", "otherwise") and not line.tokens[0].is_item
    if line.first != "{" or len(line.tokens) > 1:
        return False
    return not goes_on(before) and not (
        earlier is not None and earlier.tokens and is_open(earlier.tokens[-1])
    )


def is_open(token: Token) -> bool:
    """Whether a line that ends with a token goes on."""
    return token.text in _OPEN_SIGNS or token.text in _OPEN_WORDS


def goes_on(line: Line) -> bool:
    """Whether a line carries on the one before."""
    first = line.first
    if first == "else" and len(line.tokens) > 1 and line.tokens[1].text == ":":
        return False
    return first in GOES_ON_BEFORE or first[0] in SIGNS_GO_ON_BEFORE


def _would_go_on(following: Sequence[Line]) -> bool:
    """Whether only a `;` keeps what follows from carrying on this line, such as `-1: 3` behind a row."""
    after = next((line for line in following if line.tokens), None)
    return after is not None and goes_on(after)


def closers(tokens: Sequence[Token]) -> dict[int, int]:
    """For each brace that opens and closes among the tokens the index of the one that closes it."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for index, token in enumerate(tokens):
        if token.text == "{":
            waiting.append(index)
        elif token.text == "}" and waiting:
            found[waiting.pop()] = index
    return found


def spread(line: Line, opening: int) -> list[Line]:
    """The line with the contents of the braces that open at an index on lines of their own.

    Its comment goes to the line that the braces open on.
    """
    closing = closers(line.tokens)[opening]
    head = Line(line.tokens[: opening + 1], line.comment, line.column)
    inside = _parts(Line(line.tokens[opening + 1 : closing]))
    return [head, *(part for part in inside if part.tokens), Line(line.tokens[closing:])]


def _parts(line: Line) -> list[Line]:
    """A line cut at the separators and braces that are not within braces on this line."""
    tokens = line.tokens
    pairs = closers(tokens)
    ends = {closing: opening for opening, closing in pairs.items()}
    parts: list[list[Token]] = [[]]
    depth = 0
    for index, token in enumerate(tokens):
        if index in pairs:
            depth += 1
        if (token.text == "}" and index not in ends) or (token.is_item and not depth):
            parts.append([token])
        elif token.text == ";" and not depth and not (token.in_table and _separates(tokens, index)):
            parts.append([])
        elif token.text != ";" or _separates(tokens, index):
            parts[-1].append(token)
            if token.text == "{" and index not in pairs:
                parts.append([])
        if index in ends:
            depth -= 1
    found = [Line(part) for part in map(_without_end, parts) if part] or [Line()]
    found[-1].comment, found[-1].column = line.comment, line.column
    return found


def _without_end(tokens: list[Token]) -> list[Token]:
    """A part without the `;` behind it: its line ends there anyway."""
    return tokens[:-1] if tokens and tokens[-1].text == ";" else tokens


def _separates(tokens: Sequence[Token], index: int) -> bool:
    """Whether a `;` stands between two statements or rows, and not beside a brace or the line's end."""
    if not index or tokens[index - 1].text in ("{", ";"):
        return False
    following = (token.text for token in tokens[index:] if token.text != ";")
    return next(following, "}") != "}"
