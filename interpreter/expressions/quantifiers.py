"""Quantifiers: a clause binds, an argument (or what was bound last) is the value."""

from __future__ import annotations

from typing import Any

from interpreter.expressions.clauses import cells_of, compile_clause, extreme
from interpreter.expressions.compiler import Compiler, form
from interpreter.expressions.melds import strength_by
from interpreter.faults import EngineBug
from interpreter.program import Clause, Expr
from interpreter.state import Code, State, fault


def _clause(e: Expr) -> Clause:
    if e.clause is None:
        raise EngineBug(f"the quantifier {e.op} has no clause")
    return e.clause


def _value(c: Compiler, e: Expr) -> Code:
    """The quantifier's value: its argument, else what was bound last."""
    if e.args:
        return c(e.args[0])
    cell = cells_of(_clause(e))[-1]
    return lambda st: st.cells[cell]


@form("count")
def _count(c: Compiler, e: Expr) -> Code:
    def step(st: State, out: list[Any]) -> bool:
        out[0] += 1
        return False

    with c.seats_from("first"):
        walk = compile_clause(c, _clause(e), step)

    def count(st: State) -> int:
        out = [0]
        walk(st, out)
        return out[0]

    return count


@form("some")
def _some(c: Compiler, e: Expr) -> Code:
    def stop(st: State, out: list[Any]) -> bool:
        return True

    with c.seats_from("first"):
        walk = compile_clause(c, _clause(e), stop)
    nothing: list[Any] = []

    def some(st: State) -> bool:
        return walk(st, nothing)

    return some


@form("sum")
def _sum(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    with c.seats_from("first"):
        value = _value(c, e)

        def step(st: State, out: list[Any]) -> bool:
            number = value(st)
            if number is None:
                fault("none-number", origin, "a number is needed and there is none")
            out[0] += number
            return False

        walk = compile_clause(c, _clause(e), step)

    def total(st: State) -> int:
        out = [0]
        walk(st, out)
        return out[0]

    return total


def _gather(c: Compiler, e: Expr, most: int | None = None) -> Code:
    """A closure for the list of all values, or of the first `most` of them."""
    with c.seats_from("first"):
        value = _value(c, e)

        def step(st: State, out: list[Any]) -> bool:
            out.append(value(st))
            return len(out) == most

        walk = compile_clause(c, _clause(e), step)

    def gather(st: State) -> list[Any]:
        out: list[Any] = []
        walk(st, out)
        return out

    return gather


@form("collect")
def _collect(c: Compiler, e: Expr) -> Code:
    gather = _gather(c, e)

    def collect(st: State) -> tuple[Any, ...]:
        return tuple(gather(st))

    return collect


@form("the")
def _the(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    gather = _gather(c, e, 2)

    def the(st: State) -> Any:
        found = gather(st)
        if len(found) != 1:
            fault(
                "not-one", origin, f"exactly one is meant, there {'is none' if not found else 'are several'}"
            )
        return found[0]

    return the


@form("first")
def _first(c: Compiler, e: Expr) -> Code:
    gather = _gather(c, e, 1)

    def first(st: State) -> Any:
        found = gather(st)
        return found[0] if found else None

    return first


@form("sole")
def _sole(c: Compiler, e: Expr) -> Code:
    gather = _gather(c, e, 2)

    def sole(st: State) -> Any:
        found = gather(st)
        return found[0] if len(found) == 1 else None

    return sole


def _best(c: Compiler, e: Expr, most: bool) -> Code:
    origin = c.origin
    has_default, *rest = e.static
    order = rest[0] if rest else None
    gather = _gather(c, e)
    default = c(e.args[-1]) if has_default else None
    strength = None if order is None else strength_by(c, order)

    def best(st: State) -> Any:
        found = gather(st)
        if not found:
            if default is None:
                fault("nothing-to-compare", origin, "the greatest or least of nothing is asked for")
            return default(st)
        if strength is None:
            return extreme(found, most)
        ranks = [strength(value) for value in found]
        return found[ranks.index(extreme(ranks, most))]

    return best


@form("most")
def _most(c: Compiler, e: Expr) -> Code:
    return _best(c, e, True)


@form("fewest")
def _fewest(c: Compiler, e: Expr) -> Code:
    return _best(c, e, False)
