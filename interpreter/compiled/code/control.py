"""Statements that steer: conditions, loops, phases, ends; what is set aside in variables."""

from __future__ import annotations

from interpreter.compiled.code.blocks import BlockContext, enter, spend, statement
from interpreter.compiled.code.clauses import Gathered, bound_cells, most_bindings, walk
from interpreter.compiled.code.frames import CALL, EACH, FENCE, ONCE, QUEUE, REPEAT, clear, loop_kinds
from interpreter.compiled.code.keeping import keep_rows, store
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.lists import without_lists
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.values import constant_list, index_of
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.kernel import NONE
from interpreter.program import (
    AtOnce,
    Call,
    Each,
    End,
    If,
    InitVar,
    Misses,
    Repeat,
    Reverse,
    SetCell,
    SetVar,
)  # fmt: skip
from interpreter.state import NUMBER_LIMIT


@statement(If)
def _if(c: BlockContext, node: If) -> None:
    test = c(node.test)
    c.may_leave()
    with c.out.under(f"if {test}:"):
        c.run(node.then)
    if node.otherwise is not None:
        with c.out.under("else:"):
            c.run(node.otherwise)


# ---------------------------------------------------------------------------------------------
# Loops


@statement(Each)
def _each(c: BlockContext, node: Each) -> None:
    cells = bound_cells(node.clause)
    c.here()
    found = Gathered.begin(c, len(cells), most_bindings(c, node.clause))
    walk(c, node.clause, lambda: found.add(c, [c.cell(cell) for cell in cells]))
    block, index = c.place
    c.may_leave()
    with c.out.under(f"if {found.count} > 0:"):
        found.as_list(c)
        rows = keep_rows(c.unit, found.place, loop_kinds(c.unit, node))
        c.out(f"push({EACH}, {block}, {index}, 0, {rows}, 0)")
        with c.out.under(f"if go_each_{block}_{index}(d + 1) == 0:"):
            c.out("return 0")
    c.unit.ask(f"go_each_{block}_{index}", lambda: _write_each(c.unit, block, index, node))


def _write_each(unit: Unit, block: int, index: int, node: Each) -> None:
    """Goes on with a loop: passes follow one another as long as nothing else comes on top."""
    cells = bound_cells(node.clause)
    width = len(cells)
    c = Context(unit, Lines())
    c.origin = node.origin
    with c.out.under("while 1:"):
        c.out("i = frame_c[d]")
        c.out("at = frame_d[d]")
        done = c.fresh("done")
        c.out(f"{done} = i * {width} >= heap[at]")
        if node.until is not None:
            with c.out.under(f"if i > 0 and {done} == 0:"):
                c.out("heap_top[0] = heap_base[0]")
                c.out(f"{done} = {c(node.until)}")
        with c.out.under(f"if {done}:"):
            c.out("depth[0] = d")
            clear(unit, c.out, cells)
            c.out("return 1")
        spend(c)
        c.out("frame_c[d] = i + 1")
        for place, cell in enumerate(cells):
            c.out(f"cells[{cell}] = heap[at + 1 + i * {width} + {place}]")
        enter(c, node.body)
        with c.out.under(f"if block_{node.body}(0) == 0:"):
            c.out("return 0")
    c.out("return 0")
    unit.add(f"go_each_{block}_{index}", "d", c.out)


@statement(Repeat)
def _repeat(c: BlockContext, node: Repeat) -> None:
    block, index = c.place
    count = str(NONE)
    if node.count is not None:
        count = c.hold(c.needed(node.count, "negative-count"))
        if not count.isdigit():
            c.fault_if(f"{count} < 0", "negative-count")
    c.may_leave()
    c.out(f"push({REPEAT}, {block}, {index}, 0, {count}, 0)")
    c.out("return 0")
    c.unit.ask(f"go_repeat_{block}_{index}", lambda: _write_repeat(c.unit, block, index, node))


def _write_repeat(unit: Unit, block: int, index: int, node: Repeat) -> None:
    c = Context(unit, Lines())
    c.origin = node.origin
    with c.out.under("while 1:"):
        c.out("done = frame_c[d]")
        c.out("ends = done == frame_d[d]")
        if node.until is not None:
            with c.out.under("if done > 0 and ends == 0:"):
                c.out("heap_top[0] = heap_base[0]")
                c.out(f"ends = {c(node.until)}")
        with c.out.under("if ends:"):
            c.out("depth[0] = d")
            c.out("return")
        spend(c)
        c.out("frame_c[d] = done + 1")
        enter(c, node.body)
        with c.out.under(f"if block_{node.body}(0) == 0:"):
            c.out("return")
    unit.add(f"go_repeat_{block}_{index}", "d", c.out)


# ---------------------------------------------------------------------------------------------
# Phases and ends


@statement(Call)
def _call(c: BlockContext, node: Call) -> None:
    phase = c.unit.program.phases[node.phase]
    values = [c.hold(c(argument)) for argument in node.args]
    for family in phase.resets:
        initialise(c, family)
    for cell, value, argument in zip(phase.parameters, values, node.args, strict=True):
        store(c, f"cells[{cell}]", value, c.kind(argument))
    c.may_leave()
    c.out(f"push({CALL}, {node.phase}, 0, 0, 0, 0)")
    enter(c, phase.body)
    look = c.triggers.after(node)
    if look is not None:
        c.out(look)
        c.out("return 0")
        return
    with c.out.under(f"if block_{phase.body}(0) == 0:"):
        c.out("return 0")
    c.out("depth[0] = d + 1")
    clear(c.unit, c.out, phase.parameters)


def write_end_phase(unit: Unit) -> None:
    """`end_phase(mask)`: the depth of the innermost call of one of these phases, or -1."""
    out = Lines()
    out("d = depth[0] - 1")
    with out.under("while d >= 0:"):
        with out.under(f"if frame_kind[d] == {CALL} and phases >> frame_a[d] & 1 == 1:"):
            out("return d")
        out("d -= 1")
    out("return -1")
    unit.add("find_call", "phases", out)
    out = Lines()
    out("d = depth[0] - 1")
    with out.under("while d >= 0:"):
        with out.under(f"if frame_kind[d] == {FENCE}:"):
            out("return 1")
        out("d -= 1")
    out("return 0")
    unit.add("is_fenced", "", out)


@statement(End)
def _end(c: BlockContext, node: End) -> None:
    if node.scope == "game":
        with c.out.under("if is_fenced():"):
            c.fault("end-in-together")
        c.out("finish()")
        c.out("return 0")
        return
    c.may_leave()
    to = c.fresh("to")
    if node.scope == "turn":
        c.out(f"{to} = turn_at[0]")
    else:
        phases = sum(1 << n for n, phase in enumerate(c.unit.program.phases) if phase.name == node.scope)
        c.out(f"{to} = find_call({phases})")
    c.fault_if(f"{to} < 0", "nothing-to-end")
    c.here()
    c.out(f"unwind({to} + 1)" if node.scope == "turn" else f"unwind({to})")
    with c.out.under("if entries[0] > 0:"):
        c.out("queue_entries()")
    c.out("return 0")


@statement(AtOnce)
def _at_once(c: BlockContext, node: AtOnce) -> None:
    c.may_leave()
    c.out(f"push({ONCE}, 0, 0, 0, 0, 0)")
    c.out("quiet[0] += 1")
    enter(c, node.body)
    with c.out.under(f"if block_{node.body}(0) == 0:"):
        c.out("return 0")
    with c.out.under("if go_once(d + 1):"):
        c.out("return 0")


def write_once(unit: Unit) -> None:
    """The end of `at once`: triggers look now; 1 where some fired."""
    out = Lines()
    out("depth[0] = d")
    out("quiet[0] -= 1")
    with out.under("if quiet[0] == 0:"):
        out("entries[0] = 0")
        out("fire_all()")
        with out.under("if entries[0] > 0:"):
            out("queue_entries()")
            out("return 1")
    out("return 0")
    unit.add("go_once", "d", out)


@statement(Reverse)
def _reverse(c: BlockContext, node: Reverse) -> None:
    c.out("direction[0] = -direction[0]")
    c.look(node)


@statement(Misses)
def _misses(c: BlockContext, node: Misses) -> None:
    c.out(f"misses[{c.needed(node.who, 'none-key')}] += 1")
    c.look(node)


# ---------------------------------------------------------------------------------------------
# Variables and locals


def initialise(c: Context, family: int) -> None:
    """Puts a variable family to its initial value."""
    declared = c.unit.program.variables[family]
    value = c.hold(c(declared.initial))
    for number in range(declared.base, declared.base + declared.count):
        store(c, f"vars[{number}]", value, c.unit.kinds.variables[family])


@statement(InitVar)
def _init_var(c: BlockContext, node: InitVar) -> None:
    initialise(c, node.var)
    c.look(node)


@statement(SetVar)
def _set_var(c: BlockContext, node: SetVar) -> None:
    family = c.unit.program.variables[node.var]
    kind = c.unit.kinds.variables[node.var]
    value = c.hold(c(node.value))
    place = f"vars[{c.hold(index_of(c, family.base, family.keys, node.keys))}]"
    if node.op != "=":
        value = _changed(
            c, node.op, place, kind, value, c.kind(node.value), family.type in ("pieces", "list")
        )
    if family.type == "number":
        low = -NUMBER_LIMIT if family.low is None else family.low
        high = NUMBER_LIMIT if family.high is None else family.high
        if not (value.lstrip("-").isdigit() and low <= int(value) <= high):
            value = c.hold(value)
            test = f"{value} < {low} or {value} > {high}"
            if c.kind(node.value).none and node.op == "=":
                test = f"{value} != {NONE} and ({test})"
            c.fault_if(test, "out-of-range")
    store(c, place, value, kind)
    c.look(node)


@statement(SetCell)
def _set_cell(c: BlockContext, node: SetCell) -> None:
    kind = c.unit.kinds.cells[node.cell]
    value = c.hold(c(node.value))
    place = c.cell(node.cell)
    if node.op != "=":
        value = _changed(c, node.op, place, kind, value, c.kind(node.value), kind.form == "list")
    if not kind.is_place and kind.form == "number" and not value.lstrip("-").isdigit():
        value = c.hold(value)
        test = f"{value} < {-NUMBER_LIMIT} or {value} > {NUMBER_LIMIT}"
        if c.kind(node.value).none:
            test = f"{value} != {NONE} and ({test})"
        c.fault_if(test, "out-of-range")
    store(c, place, value, kind)
    c.look(node)


def _changed(c: Context, op: str, place: str, kind: Kind, value: str, of: Kind, is_list: bool) -> str:
    """What `+=` or `-=` makes of the old and the new value."""
    old = c.hold(place, "old")
    if is_list:
        c.fault_if(f"{old} == {NONE}", "none-number")
        c.here()
        if of.form != "list":
            value = c.hold(constant_list(c, [value]))
        if op == "+=":
            return c.hold(f"{c.unit.lists.name('join_lists')}({old}, {value})")
        return without_lists(c, old, value, kind)
    tests = [f"{old} == {NONE}"] if kind.none else []
    if of.none:
        tests.append(f"{value} == {NONE}")
    if tests:
        c.fault_if(" or ".join(tests), "none-number")
    return f"{old} {op[0]} {value}"


__all__ = ["NUMBERS", "QUEUE", "initialise", "write_end_phase", "write_once"]
