"""The stack of a suspended game, and what is tidied up when a part of it goes.

A frame is five numbers and its kind, in the arrays `frame_kind`, `frame_a` to `frame_e`;
`interpreter/frames.py` says what they mean to the reference. Here:

    block     a block, b statement that comes next
    call      a phase
    each      a block, b index, c next binding, d the bindings (flat list)
    repeat    a block, b index, c passes done, d wanted or nothing
    turns     a block, b index, c seat, d how many of the ends have begun, e the blocks of its end (list)
    choose    a block, b index, c seat, d passes
    option    a block, b index, c alternative
    draw      a block, b index, c source, d done, e list: at, facing, left, zones...
    queue     a entries (flat list: trigger, binding), b next entry
    trigger   a trigger, b what is put back (list, in the order of its footprint)
    once, fence
    together  a block, b index, d the bindings (flat list)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from interpreter.analysis.blocks import inner_blocks, kept_for_end, owned, reached, variables
from interpreter.compiled.code.clauses import bound_cells
from interpreter.compiled.code.keeping import keep, keep_rows
from interpreter.compiled.code.kinds import NUMBERS as LIST
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.unit import Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.kernel import NONE
from interpreter.program import Each, Program, Together, Turns
from interpreter.triggers import footprint

BLOCK, CALL, EACH, REPEAT, TURNS, CHOOSE, OPTION, DRAW, QUEUE, TRIGGER, ONCE, TOGETHER, FENCE = range(1, 14)
FRAME_NAMES: Final = (
    "", "block", "call", "each", "repeat", "turns", "choose", "option", "draw", "queue", "trigger", "once",
    "together", "fence",
)  # fmt: skip
_MORE_FRAMES: Final = 200
"""Triggers may fire within triggers; how deep nobody can say before."""


def most_frames(program: Program) -> int:
    """How many frames there can be: blocks and phases cannot contain themselves."""
    deepest: dict[int, int] = {}

    def depth(number: int) -> int:
        if number not in deepest:
            inner = inner_blocks(program, program.blocks[number])
            deepest[number] = 3 + max([depth(block) for block in inner], default=0)
        return deepest[number]

    roots = [program.phases[program.main].body, *(trigger.body for trigger in program.triggers)]
    most = 4 + max(depth(root) for root in roots)
    return most + _MORE_FRAMES if program.triggers else most


def declarations(program: Program) -> list[str]:
    """The arrays of the stack."""
    most = most_frames(program)
    return [f"frame_kind = state_u8({most})", *(f"frame_{letter} = state_i64({most})" for letter in "abcde")]


def place_text(place: int) -> str:
    """A place of `analysis/blocks.py`: a local, or a variable."""
    return f"cells[{place}]" if place >= 0 else f"vars[{-1 - place}]"


def place_kind(unit: Unit, place: int) -> Kind:
    """What stands there."""
    if place >= 0:
        return unit.kinds.cells[place]
    number = -1 - place
    for family, kind in zip(unit.program.variables, unit.kinds.variables, strict=True):
        if family.base <= number < family.base + family.count:
            return kind
    return Kind("number")


def write_stack(unit: Unit) -> None:
    """The functions that every kernel has for its stack."""
    out = Lines()
    out("d = depth[0]")
    with out.under(f"if d >= {most_frames(unit.program)}:"):
        out(f"fault({NUMBERS['beyond-kernel']}, origin_now[0])")
    for name in ("kind", "a", "b", "c", "d", "e"):
        out(f"frame_{name}[d] = {name if name != 'd' else 'x'}")
    out("depth[0] = d + 1")
    unit.add("push", "kind, a, b, c, x, e", out)
    _write_leave(unit)
    _write_unwind(unit)
    _write_turn_at(unit)


def empty(unit: Unit, out: Lines, places: Iterable[int]) -> None:
    """Lines that put places to nothing."""
    for place in places:
        if place < 0 or place in unit.kept_cells:
            out(f"{place_text(place)} = {NONE}")


def kept_by(program: Program) -> frozenset[int]:
    """The places that may have to live on until the end of a turn."""
    return kept_for_end(program)


def clear(unit: Unit, out: Lines, places: Iterable[int]) -> None:
    """Lines that empty locals that are left, but for those that the end of the turn has to read."""
    kept = kept_by(unit.program)
    places = list(places)
    empty(unit, out, [p for p in places if p not in kept])
    late = [p for p in places if p in kept]
    if late:
        unit.ask("end_is_due", lambda: _write_end_is_due(unit))
        with out.under("if end_is_due() == 0:"):
            empty(unit, out, late)


def _write_end_is_due(unit: Unit) -> None:
    out = Lines()
    with out.under("if turn_at[0] < 0:"):
        out("return 0")
    out("return frame_e[turn_at[0]] != 0")
    unit.add("end_is_due", "", out)


def tidy_block(unit: Unit, out: Lines, number: int) -> None:
    """Lines for what happens when a block is left."""
    block = unit.program.blocks[number]
    clear(unit, out, [*block.cells, *(p for family in block.vars for p in variables(unit.program, family))])
    for trigger in block.triggers:
        out(f"alive[{trigger}] = 0")


def kept_in(unit: Unit, body: int) -> tuple[int, ...]:
    """The places that are kept until the end of a turn with this body."""
    kept = kept_by(unit.program)
    return tuple(sorted(kept & owned(unit.program, reached(unit.program, body)))) if kept else ()


def leave_turns(unit: Unit, out: Lines, node: Turns) -> None:
    """Lines for what happens when `turns` are left, after its frame is gone."""
    out("find_turn()")
    empty(unit, out, [node.cell, *kept_in(unit, node.body)])


def _write_turn_at(unit: Unit) -> None:
    """The innermost frame of turns is looked for again."""
    out = Lines()
    out("d = depth[0] - 1")
    with out.under("while d >= 0:"):
        with out.under(f"if frame_kind[d] == {TURNS}:"):
            out("turn_at[0] = d")
            out("return")
        out("d -= 1")
    out("turn_at[0] = -1")
    unit.add("find_turn", "", out)


def _write_leave(unit: Unit) -> None:
    """Takes the top frame away and tidies up after it."""
    program = unit.program
    out = Lines()
    out("d = depth[0] - 1")
    out("depth[0] = d")
    out("kind = frame_kind[d]")
    out("a = frame_a[d]")
    out("b = frame_b[d]")
    with out.under(f"if kind == {BLOCK}:"):
        _by_block(unit, out)
    with out.under(f"elif kind == {CALL}:"):
        _chain(
            out,
            "a",
            {n: _lines(lambda o, p=p: clear(unit, o, p.parameters)) for n, p in enumerate(program.phases)},
        )
    with out.under(f"elif kind == {EACH} or kind == {TOGETHER}:"):
        _by_place(unit, out, (Each, Together), _leave_loop)
        with out.under(f"if kind == {TOGETHER}:"):
            out("committed[0] = 0")
    with out.under(f"elif kind == {TURNS}:"):
        _by_place(unit, out, (Turns,), lambda u, o, node: leave_turns(u, o, node))
        out("find_turn()")
    with out.under(f"elif kind == {OPTION}:"):
        from interpreter.compiled.code.choices import leave_option

        leave_option(unit, out)
    with out.under(f"elif kind == {TRIGGER}:"):
        _chain(
            out, "a", {n: _lines(lambda o, n=n: _put_back(unit, o, n)) for n in range(len(program.triggers))}
        )
    with out.under(f"elif kind == {ONCE}:"):
        out("quiet[0] -= 1")
    unit.add("leave", "", out)


def _leave_loop(unit: Unit, out: Lines, node: Each | Together) -> None:
    cells = bound_cells(node.clause)
    if isinstance(node, Each):
        clear(unit, out, cells)
    else:
        empty(unit, out, cells)


def _put_back(unit: Unit, out: Lines, number: int) -> None:
    for index, place in enumerate(footprint(unit.program, unit.program.triggers[number])):
        if place < 0 or place in unit.kept_cells:
            out(f"{place_text(place)} = heap[b + {index + 1}]")


def _lines(write: object) -> Lines:
    out = Lines(0)
    write(out)  # type: ignore[operator]
    return out


def _chain(out: Lines, name: str, cases: dict[int, Lines]) -> None:
    """A chain of tests of one number; cases without lines are left out."""
    first = True
    for number, lines in cases.items():
        if lines.lines:
            with out.under(f"{'if' if first else 'elif'} {name} == {number}:"):
                out.again(lines.lines, out.depth)
            first = False


def _by_block(unit: Unit, out: Lines) -> None:
    cases = {n: _lines(lambda o, n=n: tidy_block(unit, o, n)) for n in unit.framed}
    _chain(out, "a", cases)


def _by_place(unit: Unit, out: Lines, kinds: tuple[type, ...], write: object) -> None:
    cases: dict[int, Lines] = {}
    inner: dict[int, dict[int, Lines]] = {}
    for number, index, node in unit.with_frames(*kinds):
        lines = _lines(lambda o, node=node: write(unit, o, node))  # type: ignore[operator]
        inner.setdefault(number, {})[index] = lines
    for number, parts in inner.items():
        cases[number] = Lines(0)
        _chain(cases[number], "b", parts)
    _chain(out, "a", cases)


def _write_unwind(unit: Unit) -> None:
    """Drops all frames above a depth; what fired and lives on stands in `entry` afterwards."""
    out = Lines()
    out("entries[0] = 0")
    out("waited = 0")
    with out.under("while depth[0] > to:"):
        out("d = depth[0] - 1")
        out("kind = frame_kind[d]")
        with out.under(f"if kind == {FENCE}:"):
            out(f"fault({NUMBERS['end-in-together']}, origin_now[0])")
        with out.under(f"if kind == {QUEUE}:"):
            out("at = frame_a[d]")
            with out.under("for i in range(frame_b[d], heap[at] // 2):"):
                out("add_entry(heap[at + 1 + 2 * i], heap[at + 2 + 2 * i])")
        with out.under(f"if kind == {ONCE}:"):
            out("waited = 1")
        out("leave()")
    out("n = 0")
    with out.under("for i in range(0, entries[0]):"), out.under("if alive[fired[2 * i]]:"):
        out("fired[2 * n] = fired[2 * i]")
        out("fired[2 * n + 1] = fired[2 * i + 1]")
        out("n += 1")
    out("entries[0] = n")
    with out.under("if waited and quiet[0] == 0:"):
        out("fire_all()")
    unit.add("unwind", "to", out)


def loop_kinds(unit: Unit, node: Each | Together) -> list[Kind]:
    """The kinds of what a loop binds, in order."""
    return [unit.kinds.cells[cell] for cell in bound_cells(node.clause)]


def write_frame_roots(unit: Unit, out: Lines) -> None:
    """Lines that keep anew what frames hold."""
    with out.under("for d in range(0, depth[0]):"):
        out("kind = frame_kind[d]")
        out("a = frame_a[d]")
        out("b = frame_b[d]")
        with out.under(f"if kind == {EACH} or kind == {TOGETHER}:"):
            _by_place(
                unit, out, (Each, Together),
                lambda u, o, node: o(f"frame_d[d] = {keep_rows(u, 'frame_d[d]', loop_kinds(u, node))}"),
            )  # fmt: skip
        with out.under(f"elif kind == {TURNS} or kind == {DRAW}:"):
            out(f"frame_e[d] = {keep(unit, 'frame_e[d]', LIST)}")
        with out.under(f"elif kind == {QUEUE}:"):
            out(f"frame_a[d] = {keep(unit, 'frame_a[d]', LIST)}")
        with out.under(f"elif kind == {TRIGGER}:"):
            cases = {}
            for number, trigger in enumerate(unit.program.triggers):
                kinds = [place_kind(unit, place) for place in footprint(unit.program, trigger)]
                cases[number] = _lines(
                    lambda o, kinds=kinds: o(f"frame_b[d] = {keep_rows(unit, 'frame_b[d]', kinds)}")
                )
            _chain(out, "a", cases)
    from interpreter.compiled.code.together import keep_commitments

    keep_commitments(unit, out)
