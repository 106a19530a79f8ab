"""Remarks: the note of a `while`, or of a `when` of the file, is told to players as long as it holds."""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import expressions
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.syntax import nodes


def lower(cx: Context) -> tuple[p.Remark, ...]:
    """All remarks, in the order of the declarations; those of a `while` that never holds are left out."""
    made = []
    for entry in cx.effective.entries:
        node = entry.declaration
        condition = node.condition if isinstance(node, (nodes.While, nodes.When)) else None
        if condition is None or not node.notes:
            continue
        with cx.silently():  # what is wrong with the condition is told where it is lowered for good
            term = expressions.condition(cx, Scope(), condition)
        if not term.type.is_unknown and not (term.is_constant and not term.value):
            made.append(p.Remark(term.expr, "\n".join(node.notes), cx.origin(node)))
    return tuple(made)
