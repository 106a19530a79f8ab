"""Turns: who is next, what begins and ends with a turn."""

from __future__ import annotations

from interpreter.compiled.code.blocks import BlockContext, enter, spend, statement
from interpreter.compiled.code.control import initialise
from interpreter.compiled.code.frames import TURNS, empty, kept_in, leave_turns
from interpreter.compiled.code.keeping import keep
from interpreter.compiled.code.kinds import NUMBERS as LIST
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines, by_place
from interpreter.compiled.kernel import NONE
from interpreter.program import AtEnd, Restart, Turns


@statement(Turns)
def _turns(c: BlockContext, node: Turns) -> None:
    block, index = c.place
    start = "0" if node.start is None else c.hold(c.needed(node.start, "none-start"))
    c.may_leave()
    c.out("turn_at[0] = depth[0]")
    c.out(f"push({TURNS}, {block}, {index}, {NONE}, 0, 0)")
    c.out(f"begin_turn_{block}_{index}(d + 1, {start})")
    c.out("return 0")
    look = c.triggers.after(node)
    c.unit.ask(f"begin_turn_{block}_{index}", lambda: _write_begin(c.unit, block, index, node, look))
    c.unit.ask(f"go_turns_{block}_{index}", lambda: _write_go(c.unit, block, index, node))


def visited(c: Context, node: Turns) -> str:
    """Whether the seat in the turn's local is to be visited."""
    test = c.fresh("visited")
    c.out(f"{test} = 1")
    for condition in node.conditions:
        with c.out.under(f"if {test}:"):
            c.out(f"{test} = {c(condition.test)}")
    return test


def _write_begin(unit: Unit, block: int, index: int, node: Turns, look: str | None) -> None:
    """The first of the seats from `seat` on that is not skipped has its turn; if all are, the turns are
    over.
    """
    players = unit.layout.players
    c = Context(unit, Lines())
    c.origin = node.origin
    c.out("skipped = 0")
    with c.out.under(f"while skipped < {players}:"):
        spend(c)
        c.out(f"cells[{node.cell}] = seat")
        c.out("heap_top[0] = heap_base[0]")
        test = visited(c, node) if node.conditions else "1"
        with c.out.under(f"if {test} == 0:"):
            c.out("skipped += 1")
        with c.out.under("elif misses[seat] > 0:"):
            c.out("misses[seat] -= 1")
            c.out("skipped = 0")
        with c.out.under("else:"):
            c.out("frame_c[d] = seat")
            c.out("frame_d[d] = 0")
            c.out("frame_e[d] = 0")
            for family in node.resets:
                initialise(c, family)
            enter(c, node.body)
            if look is not None:
                c.out(look)
            c.out("return")
        c.out(f"seat = (seat + direction[0]) % {players}")
    c.out("depth[0] = d")
    leave_turns(unit, c.out, node)
    unit.add(f"begin_turn_{block}_{index}", "d, seat", c.out)


def _write_go(unit: Unit, block: int, index: int, node: Turns) -> None:
    """The turn's body is over: what is set for its end runs, then comes the next seat."""
    c = Context(unit, Lines())
    c.origin = node.origin
    c.out("ended = frame_d[d]")
    c.out("ends = frame_e[d]")
    with c.out.under("if ended < heap[ends]:"):
        c.out("frame_d[d] = ended + 1")
        c.out("enter_block(heap[ends + 1 + ended])")
        c.out("return")
    empty(unit, c.out, kept_in(unit, node.body))
    if node.until is not None:
        c.out("heap_top[0] = heap_base[0]")
        with c.out.under(f"if {c(node.until)}:"):
            c.out("depth[0] = d")
            leave_turns(unit, c.out, node)
            c.out("return")
    c.out(f"begin_turn_{block}_{index}(d, (frame_c[d] + direction[0]) % {unit.layout.players})")
    unit.add(f"go_turns_{block}_{index}", "d", c.out)


@statement(AtEnd)
def _at_end(c: BlockContext, node: AtEnd) -> None:
    c.fault_if("turn_at[0] < 0", "no-turn")
    ends = c.hold("frame_e[turn_at[0]]", "ends")
    with c.out.under(f"if {c.unit.lists.name('index_in')}({ends}, {node.body}) < 0:"):
        joined = f"{c.unit.lists.name('join_lists')}({ends}, {c.unit.lists.name('single')}({node.body}))"
        c.out(f"frame_e[turn_at[0]] = {keep(c.unit, joined, LIST)}")


@statement(Restart)
def _restart(c: BlockContext, node: Restart) -> None:
    c.fault_if("turn_at[0] < 0", "no-turn")
    c.here()
    c.out("unwind(turn_at[0] + 1)")
    c.out("frame_d[turn_at[0]] = 0")
    c.out("enter_turn(turn_at[0])")
    with c.out.under("if entries[0] > 0:"):
        c.out("queue_entries()")
    c.out("return 0")


def write_turns(unit: Unit) -> None:
    """`enter_block` by number, for what ends a turn, and `enter_turn`: the body of the turns in a frame."""
    c = Context(unit, Lines())
    ends = dict.fromkeys(node.body for _, _, node in unit.with_frames(AtEnd))
    for place, number in enumerate(ends):
        with c.out.under(f"{'elif' if place else 'if'} number == {number}:"):
            enter(c, number)
    unit.add("enter_block", "number", c.out)
    c = Context(unit, Lines())
    bodies = {(number, index): node.body for number, index, node in unit.with_frames(Turns)}
    for number, index in by_place(c.out, bodies):
        enter(c, bodies[number, index])
    unit.add("enter_turn", "d", c.out)


def ask_next(unit: Unit) -> str:
    """The name of a function that goes round as the turns would, without leaving a trace."""
    return unit.ask("next_seat", lambda: _write_next(unit))


def _write_next(unit: Unit) -> None:
    players = unit.layout.players
    c = Context(unit, Lines())
    unit.declarations.append(f"misses_left = scratch_i64({players})")
    c.out("d = turn_at[0]")
    with c.out.under("if d < 0:"):
        c.out(f"return {NONE}")
    c.out("seat = frame_c[d]")
    with c.out.under(f"if seat == {NONE}:"):
        c.out(f"return {NONE}")
    with c.out.under(f"for i in range(0, {players}):"):
        c.out("misses_left[i] = misses[i]")
    c.out("skipped = 0")
    with c.out.under(f"while skipped < {players}:"):
        c.out(f"seat = (seat + direction[0]) % {players}")
        c.out("visit = visits(d, seat)")
        with c.out.under("if visit == 0:"):
            c.out("skipped += 1")
        with c.out.under("elif misses_left[seat] > 0:"):
            c.out("misses_left[seat] -= 1")
            c.out("skipped = 0")
        with c.out.under("else:"):
            c.out("return seat")
    c.out(f"return {NONE}")
    unit.add("next_seat", "", c.out)
    c = Context(unit, Lines())
    for number, block in enumerate(unit.program.blocks):
        for index, node in enumerate(block.statements):
            if isinstance(node, Turns):
                with (
                    c.out.under(f"if frame_a[d] == {number} and frame_b[d] == {index}:"),
                    c.binding({node.cell: "seat"}),
                ):
                    c.origin = node.origin
                    c.out(f"return {visited(c, node)}")
    c.out("return 1")
    unit.add("visits", "d, seat", c.out)
