"""One statement a line: what stands in braces is either all on one line, or each part on its own."""

from __future__ import annotations

from collections.abc import Sequence

from ruledsl.fmt.tokens import Line, Token


def one_statement_a_line(lines: Sequence[Line]) -> list[Line]:
    """The lines with a line end at every statement that is not in braces which close on the line they open on.

    A line's comment stays with the last part of what stood on it.
    """
    found: list[Line] = []
    for line in lines:
        found += [line] if not line.tokens else _parts(line)
    return found


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
        if token.text == "}" and index not in ends:
            parts.append([token])
        elif token.text == ";" and not depth:
            parts.append([])
        elif token.text != ";" or _separates(tokens, index):
            parts[-1].append(token)
            if token.text == "{" and index not in pairs:
                parts.append([])
        if index in ends:
            depth -= 1
    found = [Line(part) for part in parts if part] or [Line()]
    found[-1].comment, found[-1].column = line.comment, line.column
    return found


def _separates(tokens: Sequence[Token], index: int) -> bool:
    """Whether a `;` within braces stands between two statements."""
    before, following = tokens[index - 1].text, tokens[index + 1].text
    return before not in ("{", ";") and not (following == "}" or _only_separators(tokens, index + 1))


def _only_separators(tokens: Sequence[Token], index: int) -> bool:
    """Whether nothing but `;` stands before the next closing brace."""
    while tokens[index].text == ";":
        index += 1
    return tokens[index].text == "}"
