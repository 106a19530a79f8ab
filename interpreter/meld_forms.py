"""Conditions on a meld that look at its form only: its kind, its size and its highest value.

Such a condition is the same for all melds of one form, so a search can leave out a whole group of melds after
asking about one of them. Without that, a condition like "one card more than the meld that lies there" would
be asked of every one of thousands of melds.
"""

from __future__ import annotations

from interpreter.program import Cond, Expr, Gen, Program

_FORM = frozenset(("meld_kind", "meld_size", "meld_top", "meld_by"))


def looks_at_form_only(program: Program, test: Expr, cell: int) -> bool:
    """Whether an expression uses the meld in a local for nothing but its form (who formed it is known,
    too)."""
    return _harmless(program, test, frozenset((cell,)))


def _harmless(program: Program, expr: Expr, cells: frozenset[int]) -> bool:
    if _is_one_of(expr, cells):
        return False
    if expr.op in _FORM and len(expr.args) == 1 and _is_one_of(expr.args[0], cells):
        return True
    if expr.op == "call":
        function = program.functions[expr.static[0]]
        inner = set(cells)
        for parameter, argument in zip(function.parameters, expr.args, strict=True):
            if _is_one_of(argument, cells):
                inner.add(parameter)
            elif not _harmless(program, argument, cells):
                return False
        return _harmless(program, function.body, frozenset(inner))
    if not all(_harmless(program, argument, cells) for argument in expr.args):
        return False
    if expr.clause is None:
        return True
    steps_fit = all(_step_harmless(program, step, cells) for step in expr.clause.steps)
    return steps_fit and all(_harmless(program, key.value, cells) for key in expr.clause.keys)


def _step_harmless(program: Program, step: Gen | Cond, cells: frozenset[int]) -> bool:
    if isinstance(step, Cond):
        return _harmless(program, step.test, cells)
    return all(_harmless(program, argument, cells) for argument in step.args)


def _is_one_of(expr: Expr, cells: frozenset[int]) -> bool:
    return expr.op == "cell" and expr.static[0] in cells
