"""What must hold whenever a decision is due and at the end: `check_invariants()`, for kernels that test it.

The invariants of the file, then what the engine has to keep: every piece lies where it is noted, and counted
pieces add up. What does not hold is a fault, `invariant` with its place in the file or `conservation`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from interpreter.compiled.code.clauses import walk
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.program import Invariant


def declarations(unit: Unit) -> list[str]:
    """The array that conservation is reckoned in."""
    return [f"lying = scratch_i32({max(1, unit.layout.zone_count)})"]


def write_invariants(unit: Unit) -> None:
    """The function. It leaves the position as it is, and the work and the heap of whoever calls it."""
    c = Context(unit, Lines())
    c.out("work = work_left[0]")
    c.out("top = heap_top[0]")
    c.out("work_left[0] = WORK")
    c.out("pure[0] = 1")
    walk_invariants(c, _test)
    c.out("pure[0] = 0")
    c.out("work_left[0] = work")
    c.out("heap_top[0] = top")
    c.origin = -1
    _conserve(c)
    unit.add("check_invariants", "", c.out)


def walk_invariants(c: Context, test: Callable[[Context, Invariant], None]) -> None:
    """Everything that the invariants of the file speak of; `test` writes one test of one of them."""
    for invariant in c.unit.program.invariants:
        with c.at(invariant.origin):
            walk(c, invariant.clause, partial(test, c, invariant))


def _test(c: Context, invariant: Invariant) -> None:
    test = c(invariant.test)
    with c.at(invariant.origin):
        c.fault_if(f"not ({test})", "invariant")


def _conserve(c: Context) -> None:
    layout = c.unit.layout
    zones = layout.zone_count
    if zones and layout.piece_count:
        c.out(f"fill(lying, 0, {zones}, 0)")
        with (
            c.out.under(f"for piece in range(0, {layout.piece_count}):"),
            c.out.under("if place[piece] >= 0:"),
        ):
            c.out("lying[place[piece]] += 1")
        with c.out.under(f"for zone in range(0, {zones}):"):
            c.fault_if("lying[zone] != zone_size[zone]", "conservation")
    for number, counter in enumerate(c.unit.program.counters):
        c.out("held = 0")
        first = number * layout.holder_count
        with c.out.under(f"for holder in range({first}, {first + layout.holder_count}):"):
            c.out("held += counters[holder]")
            c.fault_if("counters[holder] < 0", "conservation")
        c.fault_if(f"held != {counter.total}", "conservation")
