"""A text as lines of tokens."""

from __future__ import annotations

import re
from typing import Final

from attrs import define, field, frozen

_TOKEN: Final = re.compile(
    r'(?P<text>"(?:\\.|[^"\\])*")|(?P<comment>#.*)|(?P<word>[^\W\d]\w*|\d\w*)'
    r"|(?P<sign>->|\.\.|\+=|-=|<=|>=|[^\s\w])"
)


@frozen
class Token:
    """One token; `kind` is text, word, sign or list (a whole `[ ... ]`). `tight`: no blank stood before it."""

    kind: str
    text: str
    tight: bool


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


def lines_of(text: str) -> list[Line]:
    """The lines of a text that parses; lists in brackets that run over lines are joined into one."""
    found: list[Line] = []
    depth = 0
    inside: list[str] = []
    tight = False
    for written in text.replace("\r\n", "\n").split("\n"):
        line = Line()
        if not depth:
            found.append(line)
        else:
            line = found[-1]
            inside.append(" ")
        end = 0
        for match in _TOKEN.finditer(written):
            blank = match.start() > end or match.start() == 0
            end = match.end()
            token = match[0]
            if match["comment"]:
                line.comment, line.column = token.rstrip(), match.start()
                break
            if depth or token == "[":
                if not depth:
                    tight, inside = not blank, []
                depth += (token == "[") - (token == "]")
                inside.append((" " if blank and inside else "") + token)
                if not depth:
                    line.tokens.append(Token("list", _list("".join(inside)), tight))
                continue
            kind = "text" if match["text"] else "word" if match["word"] else "sign"
            line.tokens.append(Token(kind, token, not blank))
    return found


def _list(text: str) -> str:
    """The inside of brackets: values with one blank between them, keys with a comma and a blank."""
    inner = " ".join(text[1:-1].split())
    inner = re.sub(r"\s*,\s*", ", ", inner)
    return f"[{inner}]"
