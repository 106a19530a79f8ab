"""Expressions of fixed values are worked out when the rules are lowered.

Only forms without any effect or fault are folded, so a rule that would fail at run time still fails there.
"""

from __future__ import annotations

from typing import Any

from interpreter.program import Expr

_COMPARE = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
_NUMBERS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b}


def constant(value: Any, origin: int = -1) -> Expr:
    """A fixed value as an expression."""
    return Expr("const", static=(value,), origin=origin)


def is_constant(expr: Expr) -> bool:
    """Whether the value is fixed."""
    return expr.op == "const"


def value_of(expr: Expr) -> Any:
    """The fixed value of a constant expression."""
    return expr.static[0]


def make(op: str, *args: Expr, static: tuple[Any, ...] = (), origin: int = -1) -> Expr:
    """An expression, worked out if it can be."""
    if op == "and":
        return _logic("and", args, True, origin)
    if op == "or":
        return _logic("or", args, False, origin)
    if op == "if" and is_constant(args[0]):
        return args[1] if value_of(args[0]) else args[2]
    if args and all(is_constant(a) for a in args):
        folded = _fold(op, [value_of(a) for a in args], static)
        if folded is not None:
            return constant(folded[0], origin)
    return Expr(op, tuple(args), static, None, origin)


def _logic(op: str, args: tuple[Expr, ...], neutral: bool, origin: int) -> Expr:
    kept: list[Expr] = []
    for arg in args:
        if is_constant(arg):
            if bool(value_of(arg)) is not neutral:
                kept.append(constant(not neutral, origin))
                break
            continue
        if arg.op == op:
            kept.extend(arg.args)
        else:
            kept.append(arg)
    if not kept:
        return constant(neutral, origin)
    if len(kept) == 1 or (is_constant(kept[0])):
        return kept[0]
    return Expr(op, tuple(kept), (), None, origin)


def _fold(op: str, values: list[Any], static: tuple[Any, ...]) -> tuple[Any] | None:
    """The value in a tuple, or None when this form is not worked out here."""
    if op in _NUMBERS:
        return (_NUMBERS[op](*values),)
    if op in ("div", "mod") and values[1] != 0:
        return (values[0] // values[1] if op == "div" else values[0] % values[1],)
    if op == "neg":
        return (-values[0],)
    if op == "abs":
        return (abs(values[0]),)
    if op in ("greatest", "least"):
        return (max(values) if op == "greatest" else min(values),)
    if op == "not":
        return (not values[0],)
    if op in ("eq", "ne"):
        return ((values[0] == values[1]) is (op == "eq"),)
    if op in _COMPARE and None not in values:
        return (bool(_COMPARE[op](*values)),)
    return None
