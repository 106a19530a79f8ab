"""What a mutant is: one small change of the text of the rules, as plain data."""

from __future__ import annotations

from attrs import frozen

from ruledsl.source import Source


@frozen
class Mutant:
    """The rules with one stretch of one file's text replaced.

    `file` is the number of the file (oldest first), `start` to `end` the stretch, `text` what stands there
    instead. `kind` is what was done (a row of the table in docs/mutating.md), `clause` the clause that the
    change stands in, `clause_line` the line where that begins, `line` that of the change. `change` tells it
    in the words of the file. No two mutants of a game have the same `name`.
    """

    file: int
    start: int
    end: int
    text: str
    kind: str
    clause: str
    clause_line: int
    path: str
    line: int
    column: int
    last_line: int
    change: str
    again: int = 1
    """1 for the first change in the clause that reads like this, 2 for the second"""

    @property
    def name(self) -> str:
        """Clause and change: the same for as long as the clause stays as it is, wherever it stands."""
        return f"{self.clause}: {self.change}" + (f" ({self.again})" if self.again > 1 else "")

    @property
    def place(self) -> str:
        """`path:line`."""
        return f"{self.path}:{self.line}"

    def applied(self, text: str) -> str:
        """The text of the mutated file."""
        return text[: self.start] + self.text + text[self.end :]

    def lines(self, source: Source) -> tuple[list[str], list[str]]:
        """The lines of the file that the change touches, and what they are afterwards; without comments."""
        code = code_of(source.text)
        first = source.offset(self.line, 1)
        last = source.offset(self.last_line, len(source.text))
        before = code[first:last]
        after = code[first : self.start] + code_of(self.text) + code[self.end : last]
        return _tidy(before), _tidy(after)


def _tidy(text: str) -> list[str]:
    """The lines that say something, moved to the left together."""
    lines = [line.rstrip() for line in text.split("\n")]
    lines = [line for line in lines if line.strip()]
    indent = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return [line[indent:] for line in lines]


def code_of(text: str) -> str:
    """The text with blanks instead of comments and notes; every offset stays what it was."""
    pieces: list[str] = []
    for line in text.split("\n"):
        at = _comment(line)
        pieces.append(line if at < 0 else line[:at] + " " * (len(line) - at))
    return "\n".join(pieces)


def _comment(line: str) -> int:
    """Where the comment of a line begins; -1: it has none. A text never goes across lines."""
    inside = False
    at = 0
    while at < len(line):
        character = line[at]
        if inside and character == "\\":
            at += 1
        elif character == '"':
            inside = not inside
        elif character == "#" and not inside:
            return at
        at += 1
    return -1


def one_line(code: str) -> str:
    """A stretch of code on one line, with single blanks."""
    return " ".join(code.split())
