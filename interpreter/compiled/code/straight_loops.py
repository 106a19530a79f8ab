"""Loops in straight play; see `straight`."""

from __future__ import annotations

from interpreter.compiled.code.clauses import Gathered, bound_cells, most_bindings, walk
from interpreter.compiled.code.generators import over_mask
from interpreter.compiled.code.keeping import store
from interpreter.compiled.code.masks import mask_of_steps
from interpreter.compiled.code.straight import StraightContext, count_pass
from interpreter.compiled.code.words import Mask, held
from interpreter.program import Clause, Each, Expr, Gen, Repeat


def put(c: StraightContext, cell: int, text: str) -> None:
    """A local gets a value."""
    if c.cell(cell) != text:
        store(c, c.cell(cell), text, c.unit.kinds.cells[cell])


def until(c: StraightContext, until: Expr | None) -> None:
    """Leaves a loop when its `until` holds."""
    if until is not None:
        c.out("heap_top[0] = heap_base[0]")
        with c.out.under(f"if {c(until)}:"):
            c.out("break")


def each(c: StraightContext, node: Each) -> None:
    """A pass for each binding of a clause."""
    cells = bound_cells(node.clause)
    mask = _mask_of(c, node.clause)

    def body() -> None:
        with c.at(node.origin):
            count_pass(c)
            for cell in cells:
                if cell not in outer:
                    store(c, f"cells[{cell}]", c.cell(cell), c.unit.kinds.cells[cell])
            c.run(node.body)
            until(c, node.until)

    outer = {cell: c.bound[cell] for cell in cells if cell in c.bound}
    if mask is not None:

        def with_piece(piece: str) -> None:
            with c.binding({cells[0]: piece}, {cells[0]: c.unit.kinds.cells[cells[0]]}):
                body()

        over_mask(c, held(c, mask), with_piece, None)
    elif _is_plain(c, node.clause):
        walk(c, node.clause, body)
    elif not _in_place(c, node, cells, outer):
        _each_row(c, node, cells, outer)
    c.leave_if_ended()


def _is_plain(c: StraightContext, clause: Clause) -> bool:
    """One generator of members, of numbers, or of what a mask holds, and no condition: all is taken once."""
    gen = clause.steps[0] if clause.steps else None
    if len(clause.steps) != 1 or clause.keys or not isinstance(gen, Gen):
        return False
    return gen.kind in ("things", "range") or (gen.kind == "list" and c.set_of(gen.args[0]) is not None)


def _mask_of(c: StraightContext, clause: Clause) -> Mask | None:
    if clause.keys or not clause.steps or len(bound_cells(clause)) != 1:
        return None
    return c.attempt(lambda: mask_of_steps(c, clause.steps))


def _in_place(c: StraightContext, node: Each, cells: list[int], outer: dict[int, str]) -> bool:
    """The elements of a list that a variable or a local holds, where nothing is cleared out meanwhile."""
    gen = node.clause.steps[0] if node.clause.steps else None
    if len(node.clause.steps) != 1 or node.clause.keys or not isinstance(gen, Gen) or gen.kind != "list":
        return False
    if gen.args[0].op not in ("var", "cell"):
        return False

    def write() -> bool:
        place = c(gen.args[0])
        if not place.startswith(("vars[", "cells[")):
            return False
        row, at = c.hold(place, "row"), c.fresh("i")
        with c.out.under(f"for {at} in range(0, heap[{row}]):"):
            count_pass(c)
            put(c, cells[0], f"heap[{row} + 1 + {at}]")
            c.run(node.body)
            until(c, node.until)
        return True

    done, lines = c.apart(write)
    if not done or any("collect()" in text or "straight_" in text for _, text in lines):
        return False
    c.out.again(lines)
    return True


def _each_row(c: StraightContext, node: Each, cells: list[int], outer: dict[int, str]) -> None:
    """All bindings are gathered first; they stand in the heap while the body runs."""
    c.here()
    found = Gathered.begin(c, len(cells), most_bindings(c, node.clause))
    walk(c, node.clause, lambda: found.add(c, [c.cell(cell) for cell in cells]))
    base, at = c.fresh("base"), c.fresh("i")
    c.out(f"{base} = heap_base[0]")
    c.out("heap_base[0] = heap_top[0]")
    with c.out.under(f"for {at} in range(0, {found.count}):"):
        count_pass(c)
        for index, cell in enumerate(cells):
            step = at if found.width == 1 else f"{at} * {found.width}"
            put(c, cell, f"heap[{found.place} + {step} + {index + 1}]")
        c.run(node.body)
        until(c, node.until)
    c.out(f"heap_base[0] = {base}")


def repeat(c: StraightContext, node: Repeat) -> None:
    """Passes by number, or without end."""
    done = ""
    header = "while 1:"
    if node.count is not None:
        count = c.hold(c.needed(node.count, "negative-count"))
        if not count.isdigit():
            c.fault_if(f"{count} < 0", "negative-count")
            kept = c.fresh("count")
            c.out(f"{kept} = {count}")
            count = kept
        done = c.fresh("done")
        c.out(f"{done} = 0")
        header = f"while {done} < {count}:"
    with c.out.under(header):
        count_pass(c)
        if done:
            c.out(f"{done} += 1")
        c.run(node.body)
        until(c, node.until)
    c.leave_if_ended()
