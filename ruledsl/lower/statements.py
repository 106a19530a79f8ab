"""Blocks and triggers. What is made of each statement stands in a table that the modules of this room fill
(`lowers`): `assign`, `control`, `moves` and `choices`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from interpreter import program as p
from ruledsl.lower import clauses, expressions
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.syntax import nodes

Lowerer = Callable[[Context, Scope, Any], list[p.Statement]]
_L = TypeVar("_L", bound=Lowerer)

_STATEMENTS: dict[type[nodes.Node], Lowerer] = {}


def lowers(kind: type[nodes.Node]) -> Callable[[_L], _L]:
    """Says of a function that it lowers statements of this class."""

    def note(function: _L) -> _L:
        _STATEMENTS[kind] = function
        return function

    return note


def block(cx: Context, scope: Scope, node: nodes.Block, owns: Sequence[int] = ()) -> int:
    """A block in a scope of its own; `owns` are cells that it clears besides its own locals.

    Triggers that stand in it live from its entry, wherever they are written.
    """
    number = cx.reserve_block()
    inner = scope.inner()
    triggers: list[int] = []
    statements: list[p.Statement] = []
    if not cx.too_deep(node):
        cx.levels += 1
        for statement in node.statements:
            if isinstance(statement, nodes.When):
                # its names must be declared before it; it is looked at from the block's entry
                triggers.append(trigger(cx, inner, statement, number))
            elif type(statement) in _STATEMENTS:
                statements.extend(_STATEMENTS[type(statement)](cx, inner, statement))
        cx.levels -= 1
    cells = (*owns, *inner.cells)
    cx.blocks[number] = p.Block(tuple(statements), cells, tuple(inner.variables), tuple(triggers))
    return number


def trigger(
    cx: Context, scope: Scope, node: nodes.When, where: int | None, condition: nodes.Expr | None = None
) -> int:
    """A `when`; `condition` is that of the `while` it stands in."""
    inner = scope.inner()
    for generator in node.clause.generators:
        if not isinstance(generator, (nodes.Things, nodes.Let)):
            cx.report("E256", generator)
    clause = clauses.lower(cx, inner, node.clause)
    steps = list(clause.steps)
    for test in (condition, node.condition):
        if test is not None:
            term = expressions.condition(cx, inner, test)
            steps.append(p.Cond(term.expr, origin=cx.origin(test)))
    cells = [step.cell for step in steps if isinstance(step, p.Gen)]
    body = block(cx, inner, node.body, owns=cells)
    cx.triggers.append(p.Trigger(p.Clause(tuple(steps)), body, where, cx.origin(node)))
    return len(cx.triggers) - 1
