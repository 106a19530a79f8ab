"""Operators for what has to hold: `where`, `if`, `until`, tests, `and`, `or`, `not`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruledsl.syntax import nodes
from ruledsl.tools.mutating.places import At, Change

_OPPOSITE: Final = {
    "<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is",
    "is in": "is not in", "is not in": "is in",
}  # fmt: skip
_NEXT: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
"""The same comparison with or without equality."""


def where(at: At) -> Iterator[Change]:
    """A condition is dropped; one that binds `if possible` binds always."""
    node = at.node
    if isinstance(node, nodes.Where):
        yield at.left_out("condition dropped", node.span.start, node.span.end)
        word = at.find(r"\bif\s+possible\b", node.condition.span.end, node.span.end) if node.soft else None
        if word is not None:
            yield at.left_out("condition dropped", word.start(), word.end())


def until(at: At) -> Iterator[Change]:
    """A loop goes on to its end."""
    node = at.node
    if isinstance(node, nodes.Each | nodes.Turns | nodes.Repeat) and node.until is not None:
        yield at.left_out("condition dropped", node.body.span.end, node.span.end)


def branch(at: At) -> Iterator[Change]:
    """`if c { a } else { b }`: always `a`; and without `else`."""
    node = at.node
    if isinstance(node, nodes.If):
        body = at.text(node.then.span.start + 1, node.then.span.end - 1).strip()
        follows_else = isinstance(at.parent, nodes.Block) and at.parent.span == node.span
        yield Change(
            "condition dropped", node.span.start, node.span.end, f"{{ {body} }}" if follows_else else body
        )
        if node.otherwise is not None:
            yield at.left_out("lost else", node.then.span.end, node.span.end)
    elif isinstance(node, nodes.IfElse):
        yield at.becomes("condition dropped", node.span, _bracketed(at, node.value))
        yield at.becomes("lost else", node.span, _bracketed(at, node.otherwise))


def _bracketed(at: At, node: nodes.Expr) -> str:
    text = at.text(*at.outer(node.span))
    return text if isinstance(node, nodes.Name | nodes.Number) or text.startswith("(") else f"({text})"


def test(at: At) -> Iterator[Change]:
    """A test says the opposite, or a comparison takes the limit in, or leaves it out."""
    node = at.node
    if not isinstance(node, nodes.Test):
        return
    left, right = at.outer(node.left.span)[1], at.outer(node.right.span)[0]
    negated = isinstance(at.parent, nodes.Unary) and at.parent.op == "not"
    if node.op in _OPPOSITE and not negated:
        yield Change("condition negated", left, right, f" {_OPPOSITE[node.op]} ")
    elif node.op == "has" and not negated:
        yield at.becomes("condition negated", node.span, f"not {at.text(node.span.start, node.span.end)}")
    if node.op in _NEXT and not isinstance(node.left, nodes.Number) and not _is_number(node.right):
        yield Change("limit", left, right, f" {_NEXT[node.op]} ")


def _is_number(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Number)


def logic(at: At) -> Iterator[Change]:
    """`and` for `or`, one side of them alone, and `not` dropped."""
    node = at.node
    if isinstance(node, nodes.Unary) and node.op == "not":
        start = at.outer(node.operand.span)[0]
        yield at.left_out("condition negated", node.span.start, start)
    if not (isinstance(node, nodes.Binary) and node.op in ("and", "or")):
        return
    left, right = at.outer(node.left.span), at.outer(node.right.span)
    word = at.find(rf"\b{node.op}\b", left[1], right[0])
    if word is None:
        return
    other = "or" if node.op == "and" else "and"
    yield Change("and, or", word.start(), word.end(), other)
    yield at.left_out("condition dropped", node.span.start, right[0])
    yield at.left_out("condition dropped", left[1], node.span.end)


_LOGIC: Final = (nodes.Test, nodes.Unary, nodes.IfElse, nodes.Quantifier)


def plain_condition(at: At) -> Iterator[Change]:
    """A condition that is no test, such as `p.out` or `beats(m, n)`, says the opposite."""
    node, parent = at.node, at.parent
    if isinstance(node, _LOGIC) or not isinstance(node, nodes.Expr):
        return
    if isinstance(node, nodes.Binary) and node.op in ("and", "or"):
        return
    if isinstance(parent, nodes.Where | nodes.If | nodes.IfElse | nodes.When | nodes.While):
        is_condition = parent.condition is node
    elif isinstance(parent, nodes.Each | nodes.Turns | nodes.Repeat):
        is_condition = parent.until is node
    else:
        is_condition = isinstance(parent, nodes.Binary) and parent.op in ("and", "or")
    if is_condition:
        yield at.becomes("condition negated", node.span, f"not {at.text(node.span.start, node.span.end)}")


OPERATORS: Final = (where, until, branch, test, logic, plain_condition)
