"""Values: from a node of the tree to an expression of the Program with its type.

`expression(cx, scope, node, expect)` is the one way in. `expect` is the type that the place wants, if it
wants one: it tells which enum a bare member's name or a number belongs to. What is made of each class of node
stands in a table that the modules of this room fill (`lowers`): literals and operators here, the others in
`names`, `attributes`, `functions`, `patterns` and `tests`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ruledsl.diagnostics import Related
from ruledsl.lower import convert
from ruledsl.lower.context import Context, Term
from ruledsl.lower.scope import Scope
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

Lowerer = Callable[[Context, Scope, Any, Type | None], Term]
_L = TypeVar("_L", bound=Lowerer)

_FORMS: dict[type[nodes.Expr], Lowerer] = {}


def lowers(*kinds: type[nodes.Expr]) -> Callable[[_L], _L]:
    """Says of a function that it lowers nodes of these classes."""

    def note(function: _L) -> _L:
        for kind in kinds:
            _FORMS[kind] = function
        return function

    return note


def expression(cx: Context, scope: Scope, node: nodes.Expr, expect: Type | None = None) -> Term:
    """The node as a value."""
    if cx.too_deep(node):
        return cx.bad(node)
    cx.levels += 1
    try:
        return _FORMS[type(node)](cx, scope, node, expect)
    finally:
        cx.levels -= 1


def condition(cx: Context, scope: Scope, node: nodes.Expr) -> Term:
    """The node as yes or no."""
    return convert.truth(cx, expression(cx, scope, node, t.BOOL), node)


def number(cx: Context, scope: Scope, node: nodes.Expr) -> Term:
    """The node as a number."""
    return convert.number(cx, expression(cx, scope, node, t.NUMBER), node)


def fixed_number(cx: Context, scope: Scope, node: nodes.Expr, least: int | None = None) -> int | None:
    """The node as a number that is fixed at set-up, or None after a report."""
    term = number(cx, scope, node)
    if term.type.is_unknown:
        return None
    if not term.is_constant:
        cx.report("E162", node)
        return None
    value = int(term.value)
    if least is not None and value < least:
        cx.report("E164", node, value=value, least=least)
        return None
    return value


# -- literals -------------------------------------------------------------------------------------


@lowers(nodes.Number)
def _number(cx: Context, scope: Scope, node: nodes.Number, expect: Type | None) -> Term:
    if expect is not None and expect.kind == "member" and expect.name != "player":
        found = cx.member(str(node.value), expect.name)
        if found is not None:
            return cx.constant(found, expect.definite(), node)
    return cx.constant(node.value, t.NUMBER, node)


@lowers(nodes.Text)
def _text(cx: Context, scope: Scope, node: nodes.Text, expect: Type | None) -> Term:
    return cx.constant(node.value, t.TEXT, node)


@lowers(nodes.Written)
def _written(cx: Context, scope: Scope, node: nodes.Written, expect: Type | None) -> Term:
    """`[3 1 1]` as numbers, `[A K]` as members; faces only where a pattern is wanted (see patterns)."""
    domain = expect.element.name if expect is not None and expect.element is not None else ""
    if not node.values:
        return cx.constant((), t.EMPTY, node)
    if not domain and all(v.text.lstrip("-").isdigit() for v in node.values):
        return cx.constant(tuple(int(v.text) for v in node.values), t.list_of(t.NUMBER), node)
    values: list[int] = []
    for value in node.values:
        places = cx.members.get(value.text, [])
        if not domain and len(places) == 1:
            domain = cx.domains[places[0][0]].name
        index = cx.member(value.text, domain) if domain else None
        if index is None:
            cx.report("E165", value, value=value.text)
            return cx.bad(node)
        values.append(index)
    return cx.constant(tuple(values), t.list_of(t.member(domain)), node)


@lowers(nodes.Alternatives, nodes.Range, nodes.Of)
def _pattern_only(cx: Context, scope: Scope, node: nodes.Expr, expect: Type | None) -> Term:
    cx.report("E166", node)
    return cx.bad(node)


# -- operators ------------------------------------------------------------------------------------


@lowers(nodes.Unary)
def _unary(cx: Context, scope: Scope, node: nodes.Unary, expect: Type | None) -> Term:
    if node.op == "not":
        return cx.term("not", t.BOOL, node, condition(cx, scope, node.operand))
    return cx.term("neg", t.NUMBER, node, number(cx, scope, node.operand))


@lowers(nodes.Binary)
def _binary(cx: Context, scope: Scope, node: nodes.Binary, expect: Type | None) -> Term:
    if node.op in ("and", "or"):
        return _logic(cx, scope, node)
    chain: list[nodes.Binary] = []
    first: nodes.Expr = node
    while isinstance(first, nodes.Binary) and first.op not in ("and", "or"):
        chain.append(first)
        first = first.left
    term = expression(cx, scope, first)
    for operation in reversed(chain):
        term = _combined(cx, operation, term, expression(cx, scope, operation.right))
    return term


def _logic(cx: Context, scope: Scope, node: nodes.Binary) -> Term:
    """A whole chain of `and`, or of `or`; what stands behind a part that decides it is never reached."""
    parts: list[nodes.Expr] = []
    first: nodes.Expr = node
    while isinstance(first, nodes.Binary) and first.op == node.op:
        parts.append(first.right)
        first = first.left
    terms: list[Term] = []
    decided = False
    for part in (first, *reversed(parts)):
        with cx.unreached(decided):
            term = condition(cx, scope, part)
        decided = decided or (fixed(term) and term.value is (node.op == "or"))
        terms.append(term)
    return cx.term(node.op, t.BOOL, node, *terms)


def fixed(term: Term) -> bool:
    """Whether the value is fixed at set-up, and known."""
    return term.is_constant and not term.type.is_unknown


_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "div"}


def _combined(cx: Context, node: nodes.Binary, left: Term, right: Term) -> Term:
    if left.type.is_unknown or right.type.is_unknown:
        return cx.bad(node)
    if node.op in "*/" or (left.type.kind == "number" and right.type.kind == "number"):
        left, right = convert.number(cx, left, node.left), convert.number(cx, right, node.right)
        if node.op == "/":
            by_zero(cx, right, node.right)
        return cx.term(_ARITHMETIC[node.op], t.NUMBER, node, left, right)
    return joined(cx, node, left, right)


def by_zero(cx: Context, divisor: Term, node: nodes.Node) -> None:
    """Reports a divisor that is zero in any case."""
    if fixed(divisor) and divisor.value == 0:
        cx.report("E171", node)


def joined(cx: Context, node: nodes.Binary, left: Term, right: Term) -> Term:
    """`a + b` and `a - b` on lists."""
    listed = [convert.reads_as_list(side.type) for side in (left, right)]
    single = [
        side.type.kind == "member" or (side.type.kind == "number" and any(listed)) for side in (left, right)
    ]
    if not all(a or b for a, b in zip(listed, single, strict=True)):
        cx.report("E156", node, op=node.op, left=str(left.type), right=str(right.type))
        return cx.bad(node)
    a, b = convert.several(cx, left, node.left), convert.several(cx, right, node.right)
    type_ = t.join(a.type, b.type)
    if type_ is None:
        cx.report("E156", node, op=node.op, left=str(left.type), right=str(right.type))
        return cx.bad(node)
    if node.op == "-":
        return cx.term("without", a.type, node, a, b)
    return cx.term("join", type_, node, a, b)


@lowers(nodes.IfElse)
def _if(cx: Context, scope: Scope, node: nodes.IfElse, expect: Type | None) -> Term:
    test = condition(cx, scope, node.condition)
    with cx.unreached(fixed(test) and not test.value):
        value = expression(cx, scope, node.value, expect)
    hint = expect if expect is not None else (value.type if value.type.kind == "member" else None)
    with cx.unreached(fixed(test) and bool(test.value)):
        other = expression(cx, scope, node.otherwise, hint)
        if other.type.kind == "member" and value.type.kind == "number":
            value = expression(cx, scope, node.value, other.type)
    return branches(cx, node, test, value, other)


def branches(cx: Context, node: nodes.IfElse | nodes.Define, test: Term, value: Term, other: Term) -> Term:
    """`if` over two values of one type; for a define, what it gives for a while and what else."""
    value, other = alike(cx, node, value, other)
    type_ = t.join(value.type, other.type)
    if type_ is None:
        if isinstance(node, nodes.IfElse):
            related = [Related(node.value.span, str(value.type))]
            cx.report("E159", node.otherwise, related=related, left=str(value.type), right=str(other.type))
        else:
            cx.report("E172", node.value, name=node.name.id, left=str(value.type), right=str(other.type))
        return cx.bad(node)
    return cx.term("if", type_, node, test, value, other)


def alike(cx: Context, node: nodes.Node, a: Term, b: Term) -> tuple[Term, Term]:
    """Two values that are to have one type: a zone beside a list is read as a list, and so on."""
    kinds = {a.type.kind, b.type.kind}
    if kinds == {"zone"} and a.type.name == b.type.name:
        return a, b
    if kinds & {"zone", "family"} and kinds <= {"zone", "family", "list", "piece", "meld", "none"}:
        single = kinds <= {"zone", "piece", "none"} and all(_is_single(x, "slot") for x in (a, b))
        if single or (kinds <= {"zone", "meld", "none"} and all(_is_single(x, "meld") for x in (a, b))):
            return convert.stored(cx, a, node), convert.stored(cx, b, node)
        if "none" not in kinds:
            return convert.several(cx, a, node), convert.several(cx, b, node)
    if kinds == {"list", "piece"} or kinds == {"list", "meld"}:
        return convert.several(cx, a, node), convert.several(cx, b, node)
    return a, b


def _is_single(term: Term, kind: str) -> bool:
    """Whether this is no zone, or one of the kind that holds one thing."""
    return term.type.kind != "zone" or term.type.name == kind
