"""A first look over a whole text: comments, notes, and which brackets belong together.

It needs no grammar, so that what it finds can be trusted where the grammar finds an error.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import define, field

from ruledsl.source import Source
from ruledsl.syntax.nodes import Comment
from ruledsl.syntax.words import DEEPEST

_MARKS: Final = re.compile(r'"(?:\\[^\n]|[^"\\\n])*(?P<end>"?)|#[^\n]*|[(){}\[\];]')
_BLANKS: Final = re.compile(r"(?:[ \t\r\n\f]+|#[^\n]*)*")
_CLOSER: Final = {"(": ")", "[": "]", "{": "}"}


@define
class Note:
    """A `##` line: its text, where it stands, and whether something has taken it."""

    text: str
    start: int
    end: int
    taken: bool = False


@define
class Scan:
    """What the first look found.

    `closer` gives for an opening bracket's offset that of the one which closes it; brackets without a
    partner are in `unclosed` and `unopened`.  `notes` are keyed by the offset of what follows them;
    `misplaced` are notes behind something on their line.  `too_deep` is the first bracket beyond the limit.
    """

    comments: list[Comment] = field(factory=list)
    notes: dict[int, list[Note]] = field(factory=dict)
    misplaced: list[Note] = field(factory=list)
    closer: dict[int, int] = field(factory=dict)
    unclosed: set[int] = field(factory=set)
    unopened: set[int] = field(factory=set)
    too_deep: int | None = None


def scan(source: Source) -> Scan:
    """Looks over a text once; never fails."""
    found = Scan()
    stack: list[tuple[str, int]] = []
    following = -1
    for match in _MARKS.finditer(source.text):
        mark, start = match[0], match.start()
        if mark[0] == "#":
            following = _comment(found, source, start, match.end(), following)
        elif mark in _CLOSER:
            stack.append((mark, start))
            if len(stack) > DEEPEST and found.too_deep is None:
                found.too_deep = start
        elif mark == ";":
            while stack and stack[-1][0] != "{":
                found.unclosed.add(stack.pop()[1])
        elif mark[0] != '"':
            _close(found, stack, mark, start)
        elif not match["end"] and mark.rstrip().endswith("{"):
            stack.append(("{", start + mark.rindex("{")))
    found.unclosed.update(start for _, start in stack)
    return found


def skip_blanks(text: str, start: int) -> int:
    """The offset of the next character that is no blank, line end or part of a comment."""
    match = _BLANKS.match(text, start)
    return match.end() if match else start


def text_before_brace(text: str) -> str:
    """A text that lacks its closing quote, without the `{` that may end its line."""
    stripped = text.rstrip()
    return stripped[:-1].rstrip() if stripped.endswith("{") else stripped


def begins_line(text: str, offset: int) -> bool:
    """Whether only blanks stand before an offset on its line."""
    return not text[text.rfind("\n", 0, offset) + 1 : offset].strip()


def indent(text: str, offset: int) -> int:
    """How many blanks the line of an offset begins with; a tab counts as one."""
    start = text.rfind("\n", 0, offset) + 1
    end = start
    while end < len(text) and text[end] in " \t":
        end += 1
    return end - start


def _close(found: Scan, stack: list[tuple[str, int]], mark: str, start: int) -> None:
    """Pairs a closing bracket; round and square ones never reach over a brace."""
    if mark == "}":
        while stack and stack[-1][0] != "{":
            found.unclosed.add(stack.pop()[1])
    if stack and _CLOSER[stack[-1][0]] == mark:
        found.closer[stack.pop()[1]] = start
    else:
        found.unopened.add(start)


def _comment(found: Scan, source: Source, start: int, end: int, following: int) -> int:
    """Files a comment or note; gives the offset of what follows the notes seen last."""
    text = source.text[start:end].rstrip()
    own_line = begins_line(source.text, start)
    if not text.startswith("##") or text.startswith("###"):
        found.comments.append(Comment(text, own_line, source.span(start, start + len(text))))
        return following
    note = Note(text[2:].removeprefix(" "), start, start + len(text))
    if not own_line:
        found.misplaced.append(note)
        return following
    if start >= following:
        following = skip_blanks(source.text, end)
    found.notes.setdefault(following, []).append(note)
    return following
