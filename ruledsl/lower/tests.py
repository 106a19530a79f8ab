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
    return cx.term("not", t.BOOL, node, found) if " not" in node.op else found


def _compare(cx: Context, scope: Scope, node: nodes.Test) -> Term:
    left = expressions.expression(cx, scope, node.left)
    hint = left.type.definite() if left.type.kind == "member" else None
    right = expressions.expression(cx, scope, node.right, hint)
    if right.type.kind == "member" and left.type.kind == "number":
        left = expressions.expression(cx, scope, node.left, right.type.definite())
    return ordered(cx, node, _ORDERED[node.op], left, right)


def _named(scope: Scope, node: nodes.Expr, name: str) -> bool:
    return isinstance(node, nodes.Name) and node.id == name and scope.find(name) is None


def _is(cx: Context, scope: Scope, node: nodes.Test) -> Term:
    left = expressions.expression(cx, scope, node.left)
    if left.type.is_unknown:
        with cx.silently():
            expressions.expression(cx, scope, node.right) if not _pattern(node.right) else None
        return cx.bad(node)
    if left.type.kind == "number" and isinstance(node.left, nodes.Number):
        right = expressions.expression(cx, scope, node.right) if not _pattern(node.right) else None
        if right is not None and right.type.kind == "member":
            left = expressions.expression(cx, scope, node.left, right.type.definite())
    if _named(scope, node.right, "empty"):
        zero = cx.constant(0, t.NUMBER, node.right)
        return cx.term("eq", t.BOOL, node, convert.size(cx, left, node.left), zero)
    kinds = patterns.meld_kinds(cx, scope, node.right)
    if kinds is not None and convert.reads_as_list(left.type):
        static = tuple((index, len(terms)) for index, terms in kinds.kinds)
        params = [term for _, terms in kinds.kinds for term in terms]
        cards = convert.several(cx, left, node.left)
        return cx.term("is_meld", t.BOOL, node, cards, *params, static=static)
    if isinstance(node.right, nodes.Written) and _holds_pieces(left):
        cards = patterns.faces_of(cx, node, convert.several(cx, left, node.left))
        faces = tuple(patterns.faces_written(cx, node.right))
        wanted = cx.constant(faces, t.list_of(t.NUMBER), node.right)
        return cx.term("same_bag", t.BOOL, node, cards, wanted)
    return patterns.matches(cx, scope, node.right, left)


def _pattern(node: nodes.Expr) -> bool:
    return isinstance(node, (nodes.Alternatives, nodes.Range, nodes.Of, nodes.Written))


def _holds_pieces(term: Term) -> bool:
    kind = term.type.kind
    if kind == "list":
        return term.type.element is None or term.type.element.kind == "piece"
    return kind in ("zone", "family", "meld")


def _is_in(cx: Context, scope: Scope, node: nodes.Test) -> Term:
    where = expressions.expression(cx, scope, node.right)
    if where.type.is_unknown:
        return where
    listed = convert.several(cx, where, node.right)
    if listed.type.kind != "list":
        return cx.bad(node)
    element = listed.type.element
    left = expressions.expression(cx, scope, node.left, element)
    if left.type.kind == "zone" and left.type.name == "slot":
        left = convert.piece(cx, left, node.left)
    if element is not None and t.join(left.type, element) is None:
        cx.report("E152", node, left=str(left.type), right=str(where.type))
        return cx.bad(node)
    return cx.term("contains", t.BOOL, node, listed, left)
