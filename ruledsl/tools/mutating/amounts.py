"""Operators for numbers, arithmetic and tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruledsl.syntax import nodes
from ruledsl.tools.mutating.places import At, Change

_OTHER_SIGN: Final = {"+": "-", "-": "+", "*": "+", "/": "*"}


def number(at: At) -> Iterator[Change]:
    """A number is one more, or one less."""
    node = at.node
    if isinstance(node, nodes.Number):
        yield at.becomes("off by one", node.span, str(node.value + 1))
        if node.value > 0:
            yield at.becomes("off by one", node.span, str(node.value - 1))


def arithmetic(at: At) -> Iterator[Change]:
    """`-` for `+` and the like; `-=` for `+=`."""
    node = at.node
    if isinstance(node, nodes.Binary) and node.op in _OTHER_SIGN:
        left, right = at.outer(node.left.span)[1], at.outer(node.right.span)[0]
        yield Change("wrong sign", left, right, f" {_OTHER_SIGN[node.op]} ")
    elif isinstance(node, nodes.Assign) and node.op != "=":
        sign = at.find(r"\+=|-=", node.target.span.end, node.value.span.start)
        if sign is not None:
            other = "-=" if node.op == "+=" else "+="
            yield Change("wrong sign", sign.start(), sign.end(), other)


def table(at: At) -> Iterator[Change]:
    """A cell has another value (a number is one more; else that of another cell); a row is missing."""
    node = at.node
    if not isinstance(node, nodes.Table):
        return
    cells = [(row, value) for row in node.rows for value in row.values]
    for index, (row, cell) in enumerate(cells):
        text = str(cell.value + 1) if isinstance(cell, nodes.Number) else ""
        if not text:
            others = [value for _, value in (*cells[index + 1 :], *cells[:index])]
            other = next((one for one in others if one != cell and type(one) is type(cell)), None)
            text = at.text(other.span.start, other.span.end) if other is not None else ""
        if text:
            yield Change("table cell", cell.span.start, cell.span.end, text, within=row.span)
    if len(node.rows) > 1:
        for row in node.rows:
            yield at.left_out("table row dropped", row.span.start, row.span.end)


OPERATORS: Final = (number, arithmetic, table)
