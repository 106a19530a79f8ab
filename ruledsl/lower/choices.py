"""Choices: the chooser is the subject, each option is label, generators, conditions and a body."""

from __future__ import annotations

from interpreter import program as p
from ruledsl.diagnostics import Related
from ruledsl.lower import clauses, convert, expressions
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.lower.statements import block, lowers
from ruledsl.syntax import nodes


@lowers(nodes.Choose)
def _choose(cx: Context, scope: Scope, node: nodes.Choose) -> list[p.Statement]:
    who = convert.seat(cx, expressions.expression(cx, scope, node.who), node.who)
    labels: dict[str, nodes.Node] = {}
    alternatives: list[p.Alternative] = []
    for option in node.options:
        label = option.label.value if option.label is not None else ""
        place = option.label or option
        if label in labels:
            cx.report("E117", place, related=[Related(labels[label].span, "first here")], label=label)
        labels.setdefault(label, place)
        alternatives.append(_alternative(cx, scope, option, label))
    otherwise = block(cx, scope, node.otherwise) if node.otherwise is not None else None
    return [p.Choose(who.expr, node.mode, tuple(alternatives), otherwise, cx.origin(node))]


def _alternative(cx: Context, scope: Scope, option: nodes.Option, label: str) -> p.Alternative:
    inner = scope.inner()
    clause = clauses.lower(cx, inner, option.clause)
    cells = [step.cell for step in clause.steps if isinstance(step, p.Gen)]
    body = block(cx, inner, option.body, owns=cells)
    origin = cx.origin(option.label or option)
    return p.Alternative(label, clause, body, "\n".join(option.notes), origin)
