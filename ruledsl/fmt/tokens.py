"""A text as lines of tokens, each of which knows whether a blank stands before it in the common form."""

from __future__ import annotations

import re
from typing import Final

from attrs import define, field, frozen

from ruledsl.fmt.spacing import Spacing
from ruledsl.source import Source, display_width
from ruledsl.syntax import nodes

_TOKEN: Final = re.compile(
    r'(?P<comment>#[^\n]*)|(?P<line>\n)|"(?:\\[^\n]|[^"\\\n])*"|\w+|->|\.\.|\+=|-=|<=|>=|[^\s\w]'
)


@frozen
class Token:
    """One token; `joined` when no blank stands between the one before and this one.

    `pad` is the number of blanks more than usual, for the sake of a column.  `in_table` tells a `;` that
    separates rows of a table, which may share a line; `is_item` a word that begins something of its own
    without a separator before it.
    """

    text: str
    joined: bool = False
    pad: int = 0
    in_table: bool = False
    is_item: bool = False


@define
class Line:
    """One line: its tokens, its comment, and the column of the comment as written, from 0."""

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
    blanks = ("" if token.joined else " " + " " * token.pad for token in tokens)
    return "".join(blank + token.text for blank, token in zip(blanks, tokens, strict=True)).lstrip()


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
            lines[-1].comment = match[0].rstrip()
            lines[-1].column = display_width(text[line_start:start])
            continue
        position = spacing.values.get(start, position)
        token = text[start:position]
        joined = spacing.joined(before, before_start, token, start)
        made = Token(token, joined, in_table=spacing.in_table(start), is_item=start in spacing.items)
        lines[-1].tokens.append(made)
        before, before_start = token, start
    return lines
