"""Indentation, columns, blank lines and the breaking of long lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import define

from ruledsl.fmt.spacing import code_of
from ruledsl.fmt.tokens import Line, Token, lines_of

WIDTH: Final = 110
"""Code beyond this column is broken where the language allows it; comments may reach further."""

INDENT: Final = 4
_FAR: Final = 32
"""A comment alone on its line, this far to the right, goes on with the comment of the line before."""

_SIDE_BY_SIDE: Final = 88
"""Comments that had no common column get one, if it is not further to the right than this."""

_OPENS_LINE: Final = frozenset(["where", "with", "else", "otherwise", "until", "or", "and", "then", "using"])
_SIGNS_OPEN_LINE: Final = frozenset(["{", "+", "-", ",", "|"])
_ENDS_OPEN: Final = frozenset(
    [",", "+", "-", "*", "/", "<", ">", "<=", ">=", "=", "+=", "-=", "->", "|", "(", ".", ":"]
)
_WORDS_END_OPEN: Final = frozenset(
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
        "from",
        "until",
        "at",
        "for",
        "of",
        "using",
    ]
)
_ALIGNED: Final = {"zone": ":", "meld": ":", "define": "="}
"""Neighbouring declarations of these kinds have what follows the sign in one column."""


@define
class _Row:
    """A line on its way: its indentation, code, comment; `far` when it only goes on with a comment."""

    indent: int
    code: str
    comment: str
    column: int
    head: str
    continued: bool = False
    far: bool = False

    @property
    def is_blank(self) -> bool:
        return not self.code and not self.comment

    @property
    def width(self) -> int:
        return self.indent + len(self.code) if self.code else 0


def lay_out(text: str) -> str:
    """The text in the common form."""
    rows = _rows(lines_of(text.removeprefix("\ufeff")))
    rows = _without_spare_blanks(rows)
    _align_signs(rows)
    rows = [part for row in rows for part in _broken(row)]
    _align_comments(rows)
    lines = []
    for row in rows:
        line = " " * row.indent + row.code if row.code else ""
        if row.comment:
            line = line.ljust(row.column) + row.comment
        lines.append(line.rstrip())
    return "\n".join(lines).strip("\n") + "\n"


# -- indentation ----------------------------------------------------------------------------------


def _rows(lines: Sequence[Line]) -> list[_Row]:
    rows: list[_Row] = []
    braces = 0
    brackets = 0
    base = 0
    before: Line | None = None
    for line in lines:
        if not line.tokens:
            far = bool(line.comment) and line.column >= _FAR and bool(rows) and not rows[-1].is_blank
            far = far and not line.comment.startswith("##")
            continuing = before is not None and (brackets > 0 or _is_open(before))
            indent = base + INDENT if continuing and line.comment else braces * INDENT
            rows.append(_Row(indent, "", line.comment, line.column, "", far=far))
            continue
        continued = before is not None and (brackets > 0 or _is_open(before) or _goes_on(line))
        closing = _leading_closers(line)
        if not continued or (line.first == "{" and not brackets):
            indent = max(braces - closing, 0) * INDENT
            base = indent if not continued else base
            indent = indent if not continued else base
        else:
            indent = _continued_indent(line, before, base, brackets)
        rows.append(_Row(indent, code_of(line.tokens), line.comment, line.column, line.first, continued))
        for token in line.tokens:
            braces += (token.text == "{") - (token.text == "}")
            brackets += (token.text == "(") - (token.text == ")")
        before = line
    return rows


def _continued_indent(line: Line, before: Line | None, base: int, brackets: int) -> int:
    if line.first in ("}", ")"):
        return base
    ended = before is not None and before.tokens[-1].text == "}"
    if line.first in ("otherwise", "until", "else") and ended:
        return base
    if line.first == "else" and not brackets and before is not None and _has_where(before.tokens):
        return base + 2 * INDENT
    return base + INDENT


def _has_where(tokens: Sequence[Token]) -> bool:
    """Whether a condition stands on the line, so that its reason goes one step further in."""
    depth = 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if token.kind == "word" and token.text == "where" and not depth:
            return True
    return False


def _leading_closers(line: Line) -> int:
    count = 0
    for token in line.tokens:
        if token.text != "}":
            break
        count += 1
    return count


def _is_open(line: Line) -> bool:
    """Whether what the line ends with makes the next one go on."""
    last = line.tokens[-1]
    if last.kind == "word":
        return last.text in _WORDS_END_OPEN and len(line.tokens) > 1
    return last.kind == "sign" and last.text in _ENDS_OPEN


def _goes_on(line: Line) -> bool:
    first = line.tokens[0]
    if first.kind == "word":
        if first.text == "else" and len(line.tokens) > 1 and line.tokens[1].text == ":":
            return False
        return first.text in _OPENS_LINE
    return first.kind == "sign" and first.text in _SIGNS_OPEN_LINE


# -- blank lines ----------------------------------------------------------------------------------


def _without_spare_blanks(rows: Sequence[_Row]) -> list[_Row]:
    kept: list[_Row] = []
    for index, row in enumerate(rows):
        if row.is_blank:
            following = next((r for r in rows[index + 1 :] if not r.is_blank), None)
            after_open = not kept or kept[-1].is_blank or kept[-1].code.endswith("{")
            if following is None or after_open or following.code.startswith("}"):
                continue
        kept.append(row)
    return kept


# -- columns --------------------------------------------------------------------------------------


def _align_signs(rows: Sequence[_Row]) -> None:
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and _groups(rows[start], rows[end]):
            end += 1
        if end > start + 1:
            _align_group(rows[start:end])
        start = max(end, start + 1)


def _groups(first: _Row, row: _Row) -> bool:
    sign = _ALIGNED.get(first.head)
    if sign is None or row.continued or row.indent != first.indent:
        return False
    if not row.code:
        return bool(row.comment)
    return row.head == first.head and _sign_at(row.code, sign) is not None


def _sign_at(code: str, sign: str) -> int | None:
    """Where the text after the sign begins, or None when there is no sign or nothing after it."""
    mark = f"{sign} " if sign == ":" else f" {sign} "
    at = code.find(mark)
    return None if at < 0 else at + len(mark)


def _align_group(rows: Sequence[_Row]) -> None:
    coded = [row for row in rows if row.code]
    sign = _ALIGNED[coded[0].head]
    places = [_sign_at(row.code, sign) or 0 for row in coded]
    column = max(places)
    for row, place in zip(coded, places, strict=True):
        if sign == ":":
            row.code = row.code[:place] + " " * (column - place) + row.code[place:]
        else:
            cut = place - len(sign) - 1
            row.code = row.code[:cut] + " " * (column - place) + row.code[cut:]


def _align_comments(rows: Sequence[_Row]) -> None:
    start = 0
    while start < len(rows):
        if not rows[start].comment or not (rows[start].code or rows[start].far):
            start += 1
            continue
        end = start
        while (
            end < len(rows) and not rows[end].is_blank and not (rows[end].comment and not _trails(rows[end]))
        ):
            end += 1
        group = [row for row in rows[start:end] if row.comment]
        needed = max((row.width for row in group), default=0) + 2
        usual, times = Counter(row.column for row in group).most_common(1)[0]
        if times == 1 and len(group) > 1:
            usual = needed if needed <= _SIDE_BY_SIDE else 0
        for row in group:
            row.column = usual if usual > row.width else row.width + 2
        start = max(end, start + 1)
    for row in rows:
        if row.comment and not _trails(row):
            row.column = row.indent


def _trails(row: _Row) -> bool:
    return bool(row.code) or row.far


# -- long lines -----------------------------------------------------------------------------------


def _broken(row: _Row) -> list[_Row]:
    """The row, or several where it is too long and may be broken."""
    parts = [row]
    while parts[-1].width > WIDTH:
        last = parts[-1]
        cut = _place_to_break(last.code, WIDTH - last.indent)
        if cut is None:
            break
        head, tail = last.code[:cut].rstrip(), last.code[cut:].lstrip()
        indent = row.indent + (0 if row.continued else INDENT)
        if tail.startswith("{"):
            indent = row.indent - (INDENT if row.continued else 0)
        elif tail.startswith("else ") and (head.startswith("where ") or " where " in head):
            indent += INDENT
        rest = _Row(indent, tail, last.comment, last.column, tail.split(" ", 1)[0], True)
        last.code, last.comment = head, ""
        parts.append(rest)
    return parts


def _place_to_break(code: str, width: int) -> int | None:
    """The last place at which the line may end, not inside of brackets, braces or a text."""
    found: int | None = None
    depth = 0
    quoted = False
    for index, sign in enumerate(code):
        if quoted:
            quoted = sign != '"' or code[index - 1] == "\\"
            continue
        if sign == '"':
            quoted = True
        elif sign in "([{":
            if sign == "{" and depth == 0 and 0 < index <= width:
                found = index
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif depth == 0 and sign == " " and 0 < index <= width and _may_end(code, index):
            found = index
    return found


def _may_end(code: str, index: int) -> bool:
    following = code[index + 1 :].split(" ", 1)[0]
    return following in ("where", "with", "or", "and", "else", "using") or code[index - 1] == ","
