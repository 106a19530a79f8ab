"""A text as lines of tokens, each of which knows whether a blank stands before it in the common form."""

from __future__ import annotations

import re
from typing import Final

from attrs import define, field, frozen

from ruledsl.fmt.spacing import Spacing
from ruledsl.source import Source
from ruledsl.syntax import nodes

_TOKEN: Final = re.compile(
    r'(?P<comment>#[^\n]*)|(?P<line>\n)|"(?:\\[^\n]|[^"\\\n])*"|\w+|->|\.\.|\+=|-=|<=|>=|[^\s\w]'
)


@frozen
class Token:
    """One token; `joined` when no blank stands between the one before and this one."""

    text: str
    joined: bool = False


@define
class Line:
    """One line: its tokens, its comment, and the column of the comment as written (from 0)."""

    tokens: list[Token] = field(factory=list)
    comment: str = ""
    column: int = 0

    @property
    def is_blank(self) -> bool:
        """Neither code nor comment."""
        return not self.tokens and not self.comment

    @property
    def first(self) -> str:
        """The first token's text, or nothing."""
        return self.tokens[0].text if self.tokens else ""

    @property
    def code(self) -> str:
        """The tokens as text, with the blanks of the common form."""
        return code_of(self.tokens)


def code_of(tokens: list[Token]) -> str:
    """Tokens as text, with the blanks of the common form."""
    text = "".join(token.text if token.joined else f" {token.text}" for token in tokens)
    return text if tokens and tokens[0].joined else text[1:]


def lines_of(source: Source, tree: nodes.File) -> list[Line]:
    """The lines of a text, given its tree."""
    text = source.text
    spacing = Spacing.of(tree, text)
    lines = [Line()]
    line_start = 0
    position = 0
    before = ""
    before_start = -1
    while match := _TOKEN.search(text, position):
        start, position = match.span()
        if match["line"]:
            lines.append(Line())
            line_start = position
            continue
        if match["comment"]:
            lines[-1].comment, lines[-1].column = match[0].rstrip(), start - line_start
            continue
        position = spacing.values.get(start, position)
        token = text[start:position]
        lines[-1].tokens.append(Token(token, spacing.joined(before, before_start, token, start)))
        before, before_start = token, start
    return lines
