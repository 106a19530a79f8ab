"""Quantifiers: a clause binds, an argument (or what was bound last) is the value."""

from __future__ import annotations

from interpreter.compiled.code.clauses import (
    Fitting,
    Gathered,
    compared,
    conditions_behind,
    fitting_members,
    most_bindings,
    walk,
)
from interpreter.compiled.code.kept_values import kept_for_set
from interpreter.compiled.code.kinds import last_bound
from interpreter.compiled.code.lists import listed, tests_of_place
from interpreter.compiled.code.masks import is_known, mask_of_steps
from interpreter.compiled.code.members import member_mask
from interpreter.compiled.code.spans import span_mask
from interpreter.compiled.code.unions import sum_over, union_of
from interpreter.compiled.code.unit import Context, form
from interpreter.compiled.code.words import Mask, count_of, held, is_any, lowest
from interpreter.compiled.kernel import NONE
from interpreter.faults import EngineBug
from interpreter.plain import evolve
from interpreter.program import Clause, Cond, Expr, Gen


def _clause(e: Expr) -> Clause:
    if e.clause is None:
        raise EngineBug(f"the quantifier {e.op} has no clause")
    return e.clause


def _value(c: Context, e: Expr) -> str:
    """The quantifier's value at one binding."""
    return c(e.args[0]) if e.args else c.cell(last_bound(_clause(e)))


def _as_mask(c: Context, e: Expr) -> Mask | None:
    """The mask of what is bound, where the clause is one generator over pieces with conditions."""
    clause = _clause(e)
    if clause.keys or not clause.steps or e.args:
        return None
    with c.seats_from("first"):
        return c.attempt(lambda: mask_of_steps(c, clause.steps))


def _as_set(c: Context, e: Expr) -> Mask | None:
    """As `_as_mask`, where the order in which pieces are bound does not matter."""
    clause = _clause(e)
    if clause.keys or not clause.steps or e.args:
        return None
    with c.seats_from("first"):
        return c.attempt(lambda: mask_of_steps(c, clause.steps, union_of))


def _as_members(c: Context, e: Expr) -> Mask | None:
    """The mask of the members that are bound, where the clause is one generator over them with conditions."""
    clause = _clause(e)
    first = clause.steps[0] if clause.steps else None
    if clause.keys or e.args or not isinstance(first, Gen):
        return None
    tests = conditions_behind(clause.steps, 0)
    if len(tests) != len(clause.steps) - 1:
        return None
    with c.seats_from("first"):
        members = member_mask(c, first, tests)
        if members is not None:
            return (members.mask,)
        mask = span_mask(c, (first,), tests)
    return None if mask is None else (mask,)


def _as_places(c: Context, e: Expr) -> list[str] | None:
    """Of a few pieces whether they are among what is bound; see `tests_of_place`."""
    clause = _clause(e)
    if clause.keys or not clause.steps or e.args or not isinstance(clause.steps[0], Gen):
        return None
    gen, tests = clause.steps[0], conditions_behind(clause.steps, 0)
    if gen.kind != "list" or len(tests) != len(clause.steps) - 1:
        return None
    return tests_of_place(c, gen.args[0], gen.cell, tests)


@form("count")
def _count(c: Context, e: Expr) -> str:
    mask = _as_set(c, e) or _as_members(c, e)
    if mask is not None:
        return count_of(mask)
    there = _as_places(c, e)
    if there is not None:
        return f"({' + '.join(there) or '0'})"
    kept = kept_for_set(c, e)
    if kept is not None:
        return kept
    number = c.fresh("count")
    c.out(f"{number} = 0")
    with c.seats_from("first"):
        walk(c, _clause(e), lambda: c.out(f"{number} += 1"))
    return number


@form("some")
def _some(c: Context, e: Expr) -> str:
    mask = _as_set(c, e) or _as_members(c, e)
    if mask is not None:
        return is_any(mask)
    there = _as_places(c, e)
    if there is not None:
        return f"({' | '.join(there) or '0 == 1'})"
    kept = kept_for_set(c, e)
    if kept is not None:
        return kept
    stop = c.fresh("some")
    with c.seats_from("first"):
        walk(c, _clause(e), lambda: c.out(f"{stop} = 1"), stop)
    return stop


@form("sum")
def _sum(c: Context, e: Expr) -> str:
    counted = c.attempt(lambda: _sum_by_bits(c, e)) or kept_for_set(c, e)
    if counted is not None:
        return counted
    total = c.fresh("sum")
    c.out(f"{total} = 0")
    none = c.kind(e.args[0]).none if e.args else c.unit.kinds.cells[last_bound(_clause(e))].none

    def add() -> None:
        value = _value(c, e)
        if none:
            value = c.hold(value)
            c.fault_if(f"{value} == {NONE}", "none-number")
        c.out(f"{total} += {value}")

    with c.seats_from("first"):
        walk(c, _clause(e), add)
    return total


def _sum_by_bits(c: Context, e: Expr) -> str | None:
    """The sum of what is printed on the pieces of a set."""
    clause = _clause(e)
    first = clause.steps[0] if clause.steps else None
    if clause.keys or len(e.args) != 1 or not isinstance(first, Gen) or first.kind != "list":
        return None
    if not is_known(c, first.args[0]):
        return None
    with c.seats_from("first"):
        mask = mask_of_steps(c, clause.steps, union_of)
    if mask is None:
        return None
    with c.pieces_from(first.args[0]):
        return sum_over(c, mask, e.args[0], first.cell)


@form("collect")
def _collect(c: Context, e: Expr) -> str:
    mask = _as_mask(c, e)
    if mask is not None:
        return listed(c, held(c, mask))
    c.here()
    found = Gathered.begin(c, 1, most_bindings(c, _clause(e)))
    with c.seats_from("first"):
        walk(c, _clause(e), lambda: found.add(c, [_value(c, e)], "list-too-long"))
    return found.as_list(c)


def _up_to(c: Context, e: Expr, most: int) -> tuple[str, str]:
    """The first value, and how many there are up to `most`."""
    fitting = _as_fitting(c, e)
    if fitting is not None:
        # with nothing that fits, the value must not be asked for
        value = f"({fitting.lowest} if {fitting.mask} else {NONE})" if most == 1 else fitting.lowest
        return value, f"popcount({fitting.mask})"
    value, number, stop = c.fresh("value"), c.fresh("count"), c.fresh("stop")
    # where one has to be there nobody asks what stands in its place, and members keep their bounds
    c.out(f"{value} = {NONE if most == 1 else 0}")
    c.out(f"{number} = 0")
    if _is_ranked(c, e):
        _ranked(c, e, value, number)
        return value, number

    def note() -> None:
        found = _value(c, e)
        if most == 1:
            c.out(f"{value} = {found}")
            c.out(f"{number} = 1")
            c.out(f"{stop} = 1")
            return
        found = c.hold(found)
        c.out(f"{number} += 1")
        with c.out.under(f"if {number} == 1:"):
            c.out(f"{value} = {found}")
        with c.out.under("else:"):
            c.out(f"{stop} = 1")

    with c.seats_from("first"):
        walk(c, _clause(e), note, stop)
    return value, number


def _as_fitting(c: Context, e: Expr) -> Fitting | None:
    """What is bound as members that fit, where nobody stops at the second one, lest what comes behind it is a
    fault.
    """
    if e.args:
        return None

    def find() -> Fitting | None:
        fitting = fitting_members(c, _clause(e))
        return fitting if fitting is None or _clause(e).keys or fitting.is_at_once else None

    with c.seats_from("first"):
        return c.attempt(find)


def _is_ranked(c: Context, e: Expr) -> bool:
    """One generator with conditions and one key, the value being what is bound."""
    clause = _clause(e)
    gens = [step for step in clause.steps if isinstance(step, Gen)]
    soft = any(isinstance(step, Cond) and step.soft for step in clause.steps)
    return (
        not e.args
        and not soft
        and len(clause.keys) == 1
        and len(gens) == 1
        and not c.kind_of_key(clause.keys[0]).is_place
    )


def _ranked(c: Context, e: Expr, value: str, number: str) -> None:
    """The best by one key, and how many are as good; the key is asked for where there are two to compare."""
    clause = _clause(e)
    key = clause.keys[0]
    cell = last_bound(clause)
    best, ranked = c.fresh("best"), c.fresh("ranked")
    c.out(f"{best} = 0")
    c.out(f"{ranked} = 0")

    def note() -> None:
        here = c.cell(cell)
        with c.out.under(f"if {number} == 0:"):
            c.out(f"{value} = {here}")
            c.out(f"{number} = 1")
        with c.out.under("else:"):
            with c.out.under(f"if {ranked} == 0:"):
                with c.binding({cell: value}, {cell: c.kind(Expr("cell", (), (cell,)))}):
                    c.out(f"{best} = {c(key.value)}")
                c.out(f"{ranked} = 1")
            rank = c.hold(c(key.value), "rank")
            with c.out.under(f"if {rank} == {best}:"):
                c.out(f"{number} += 1")
            with c.out.under(f"elif {rank} {'>' if key.most else '<'} {best}:"):
                c.out(f"{best} = {rank}")
                c.out(f"{value} = {here}")
                c.out(f"{number} = 1")

    with c.seats_from("first"):
        walk(c, evolve(clause, keys=()), note)


@form("the")
def _the(c: Context, e: Expr) -> str:
    value, number = _up_to(c, e, 2)
    c.fault_if(f"{number} != 1", "not-one")
    return value


@form("first")
def _first(c: Context, e: Expr) -> str:
    mask = _as_mask(c, e)
    if mask is not None:
        return lowest(c, held(c, mask))
    return _up_to(c, e, 1)[0]


@form("sole")
def _sole(c: Context, e: Expr) -> str:
    value, number = _up_to(c, e, 2)
    return f"({value} if {number} == 1 else {NONE})"


def _best(c: Context, e: Expr, most: bool) -> str:
    kept = kept_for_set(c, e)
    if kept is not None:
        return kept
    has_default, *rest = e.static
    order = rest[0] if rest else None
    kind = c.kind(e.args[0]) if e.args else c.unit.kinds.cells[last_bound(_clause(e))]
    if order is None and kind.form == "number" and not kind.none:
        return _best_number(c, e, most, has_default)
    best, number, rank = c.fresh("best"), c.fresh("count"), c.fresh("rank")
    for name in (best, number, rank):
        c.out(f"{name} = 0")

    def note() -> None:
        value = c.hold(_value(c, e))
        measured = value
        if order is not None:
            c.here()
            strength = c.unit.melds.strength(order)
            measured = c.fresh("rank")
            c.out(f"{measured} = {NONE}")
            with c.out.under(f"if {value} != {NONE}:"):
                c.out(f"{measured} = {strength}({value})")
        test = c.hold(f"{number} == 0", "better")
        with c.out.under(f"if {number} > 0:"):
            if order is not None:
                text = f"{c.unit.lists.name('compare_numbers')}({measured}, {rank})"
            else:
                text = compared(c, measured, rank, kind)
            c.out(f"{test} = {text} {'>' if most else '<'} 0")
        with c.out.under(f"if {test}:"):
            c.out(f"{best} = {value}")
            c.out(f"{rank} = {measured}")
        c.out(f"{number} += 1")

    with c.seats_from("first"):
        walk(c, _clause(e), note)
    with c.out.under(f"if {number} == 0:"):
        if has_default:
            c.out(f"{best} = {c(e.args[-1])}")
        else:
            c.fault("nothing-to-compare")
    return best


def _best_number(c: Context, e: Expr, most: bool, has_default: bool) -> str:
    """Of plain numbers the greatest or least is kept without asking which comes first."""
    best = c.fresh("best")
    nothing = NONE if most else -(NONE + 1)
    c.out(f"{best} = {nothing}")
    with c.seats_from("first"):
        walk(c, _clause(e), lambda: c.out(f"{best} = {'max' if most else 'min'}({best}, {_value(c, e)})"))
    if not has_default and _is_never_empty(_clause(e)):
        return best
    with c.out.under(f"if {best} == {nothing}:"):
        if has_default:
            c.out(f"{best} = {c(e.args[-1])}")
        else:
            c.fault("nothing-to-compare")
    return best


def _is_never_empty(clause: Clause) -> bool:
    return all(isinstance(step, Gen) and step.kind in ("things", "let") for step in clause.steps)


@form("most")
def _most(c: Context, e: Expr) -> str:
    return _best(c, e, True)


@form("fewest")
def _fewest(c: Context, e: Expr) -> str:
    return _best(c, e, False)
