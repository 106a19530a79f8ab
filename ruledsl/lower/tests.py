"""Tests: `<`, `is`, `is in`, `has`."""

from __future__ import annotations

from ruledsl.lower import convert, expressions, patterns
from ruledsl.lower.compare import ordered
from ruledsl.lower.context import Context, Term
from ruledsl.lower.expressions import lowers
from ruledsl.lower.scope import Scope
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

_ORDERED = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


@lowers(nodes.Test)
def _test(cx: Context, scope: Scope, node: nodes.Test, expect: Type | None) -> Term:
    if node.op in _ORDERED:
        return _compare(cx, scope, node)
    if node.op == "has":
        source = expressions.expression(cx, scope, node.left)
        return source if source.type.is_unknown else patterns.has(cx, scope, node, source)
    found = _is_in(cx, scope, node) if node.op.endswith("in") else _is(cx, scope, node)
    if found.type.is_unknown:
        return found
    return cx.term("not", t.BOOL, node, found) if " not" in node.op else found


def _compare(cx: Context, scope: Scope, node: nodes.Test) -> Term:
    left = expressions.expression(cx, scope, node.left)
    hint = left.type.definite() if left.type.kind == "member" else None
    right = expressions.expression(cx, scope, node.right, hint)
    if right.type.kind == "member" and left.type.kind == "number":
        left = expressions.expression(cx, scope, node.left, right.type.definite())
    return ordered(cx, node, _ORDERED[node.op], left, right)


def _is(cx: Context, scope: Scope, node: nodes.Test) -> Term:
    left = expressions.expression(cx, scope, node.left)
    if left.type.is_unknown:
        if not _is_pattern(node.right) and patterns.meld_kinds(cx, scope, node.right) is None:
            expressions.expression(cx, scope, node.right)
        return cx.bad(node)
    if left.type.kind == "number" and isinstance(node.left, nodes.Number) and not _is_pattern(node.right):
        right = expressions.expression(cx, scope, node.right)
        if right.type.kind == "member":
            left = expressions.expression(cx, scope, node.left, right.type.definite())
    if _is_predeclared(cx, scope, node.right, "empty"):
        zero = cx.constant(0, t.NUMBER, node.right)
        return cx.term("eq", t.BOOL, node, convert.size(cx, left, node.left), zero)
    return patterns.matches(cx, scope, node.right, left)


def _is_predeclared(cx: Context, scope: Scope, node: nodes.Expr, name: str) -> bool:
    """Whether the node is this predeclared name, which nothing hides."""
    return (
        isinstance(node, nodes.Name) and node.id == name and scope.find(name) is None and name not in cx.names
    )


def _is_pattern(node: nodes.Expr) -> bool:
    return isinstance(node, (nodes.Alternatives, nodes.Range, nodes.Of, nodes.Written))


def _is_in(cx: Context, scope: Scope, node: nodes.Test) -> Term:
    if isinstance(node.right, nodes.Written):
        left = expressions.expression(cx, scope, node.left)
        if convert.reads_as_piece(left.type):
            return patterns.matches(cx, scope, node.right, left)
    where = expressions.expression(cx, scope, node.right)
    left = expressions.expression(cx, scope, node.left, where.type.element)
    if where.type.is_unknown or left.type.is_unknown:
        return cx.bad(node)
    if where.type.kind not in ("list", "zone", "family", "meld"):
        return convert.expected(cx, where, "a zone or a list", node.right)
    listed = convert.several(cx, where, node.right)
    if convert.reads_as_piece(left.type):
        left = convert.piece(cx, left, node.left)
    element = listed.type.element
    if element is not None and t.join(left.type, element) is None:
        cx.report("E152", node, left=str(left.type), right=str(listed.type))
        return cx.bad(node)
    return cx.term("contains", t.BOOL, node, listed, left)
