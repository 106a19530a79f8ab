"""How statements that steer, and choices, are written in straight play; see `straight`."""

from __future__ import annotations

from typing import Any

from interpreter.analysis.blocks import reached
from interpreter.compiled.code.blocks import STATEMENTS
from interpreter.compiled.code.choices import may_have_twins, values_of
from interpreter.compiled.code.clauses import Gathered, bound_cells, most_bindings, walk
from interpreter.compiled.code.control import initialise
from interpreter.compiled.code.frames import FENCE, TOGETHER, TURNS, loop_kinds
from interpreter.compiled.code.keeping import keep_rows
from interpreter.compiled.code.local_sets import collected_set
from interpreter.compiled.code.picking import (
    Counted,
    bind_option,
    bind_values,
    count_options,
    known_of,
    option_values,
)
from interpreter.compiled.code.straight import (
    AGAIN,
    GAME,
    PHASE,
    STRAIGHT,
    TURN,
    StraightContext,
    StraightWriter,
    count_pass,
    is_turn_asked,
    own_blocks,
    single_choice,
)  # fmt: skip
from interpreter.compiled.code.straight_loops import each, put, repeat, until
from interpreter.compiled.code.turns import visited
from interpreter.compiled.code.unit import Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.kernel import NONE
from interpreter.program import (
    AtEnd,
    AtOnce,
    Call,
    Choose,
    Each,
    End,
    If,
    Misses,
    Program,
    Repeat,
    Restart,
    Reverse,
    SetCell,
    Together,
    Turns,
)  # fmt: skip


def _if(c: StraightContext, node: If) -> None:
    with c.out.under(f"if {c(node.test)}:"):
        c.run(node.then)
    if node.otherwise is not None:
        with c.out.under("else:"):
            c.run(node.otherwise)


def _turns(c: StraightContext, node: Turns) -> None:
    """The frame of the turns stands on the stack all the same: it says whose turn it is."""
    players = c.unit.layout.players
    block, index = c.place
    seat, skipped, frame = c.fresh("seat"), c.fresh("skipped"), c.fresh("frame")
    c.out(f"{seat} = {'0' if node.start is None else c.needed(node.start, 'none-start')}")
    asked = is_turn_asked(c.unit)
    if asked:
        c.out(f"{frame} = depth[0]")
        c.out(f"turn_at[0] = {frame}")
        c.out(f"push({TURNS}, {block}, {index}, {NONE}, 0, 0)")
    c.out(f"{skipped} = 0")
    onward = [f"{seat} = ({seat} + direction[0]) % {players}"]
    if Reverse not in c.unit.classes:
        onward = [f"{seat} = {seat} + 1 if {seat} < {players - 1} else 0"]
    with c.out.under(f"while {skipped} < {players}:"):
        count_pass(c)
        put(c, node.cell, seat)
        if node.conditions:
            c.out("heap_top[0] = heap_base[0]")
            with c.out.under(f"if {visited(c, node)} == 0:"):
                c.out(f"{skipped} += 1")
                c.out(onward[0])
                c.out("continue")
        c.out(f"{skipped} = 0")
        if Misses in c.unit.classes:
            with c.out.under(f"if misses[{seat}] > 0:"):
                c.out(f"misses[{seat}] -= 1")
                c.out(onward[0])
                c.out("continue")
        if asked:
            c.out(f"frame_c[{frame}] = {seat}")
        for family in node.resets:
            initialise(c, family)
        _turn(c, node, frame)
        c.leave_if_ended()
        until(c, node.until)
        c.out(onward[0])
    if asked:
        c.out(f"depth[0] = {frame}")
        c.out("find_turn()")
    c.leave_if_ended()


def _turn(c: StraightContext, node: Turns, frame: str) -> None:
    """One turn, begun again as often as the rules say, with what is set for its end."""
    program = c.unit.program
    statements = [s for number in own_blocks(program, node.body) for s in program.blocks[number].statements]
    ends = list(dict.fromkeys(s.body for s in statements if isinstance(s, AtEnd)))
    outside = any(isinstance(s, AtEnd) for block in program.blocks for s in block.statements)
    if Restart not in c.unit.classes and not outside:
        _plain_turn(c, node)
        return
    again = c.fresh("again")
    c.out(f"{again} = 0")
    if outside:
        c.out(f"frame_d[{frame}] = 0")
        c.out(f"frame_e[{frame}] = 0")
    with c.out.under("while 1:"):
        c.wake(node.body)
        with c.out.under("while 1:"):
            with c.out.under(f"if {again}:"), c.out.under("if pendings[0] or once_dropped[0]:"):
                c.run_pending()
                c.leave_if_ended()
            numbers = c.triggers.dependencies.affected(node)
            if numbers:
                with c.out.under("else:"):
                    c.look_at(numbers)
            c.inside(node.body)
            c.out("break")
        for trigger in program.blocks[node.body].triggers:
            c.out(f"alive[{trigger}] = 0")
        _end_of_turn(c)
        if outside:
            _run_ends(c, frame, ends)
        with c.out.under(f"if code != {AGAIN}:"):
            c.out("break")
        c.out("code = 0")
        c.out(f"{again} = 1")
        if outside:
            c.out(f"frame_d[{frame}] = 0")


def _plain_turn(c: StraightContext, node: Turns) -> None:
    """A turn in a game in which none begins again and nothing is set for its end."""
    c.wake(node.body)
    with c.out.under("while 1:"):
        c.look(node)
        c.inside(node.body)
        c.out("break")
    for trigger in c.unit.program.blocks[node.body].triggers:
        c.out(f"alive[{trigger}] = 0")
    _end_of_turn(c)


def _end_of_turn(c: StraightContext) -> None:
    with c.out.under(f"{'while' if c.unit.program.triggers else 'if'} code == {TURN}:"):
        c.run_pending()


def _run_ends(c: StraightContext, frame: str, ends: list[int]) -> None:
    """What was set for the end of the turn, by this function or one that it called."""
    program = c.unit.program
    every = list(dict.fromkeys(s.body for b in program.blocks for s in b.statements if isinstance(s, AtEnd)))
    with c.out.under(f"while code == 0 and frame_d[{frame}] < heap[frame_e[{frame}]]:"):
        end = c.hold(f"heap[frame_e[{frame}] + 1 + frame_d[{frame}]]", "end")
        c.out(f"frame_d[{frame}] += 1")
        with c.out.under("while 1:"):
            for number, body in enumerate(ends or every):
                with c.out.under(f"{'if' if number == 0 else 'elif'} {end} == {body}:"):
                    c.run(body)
            c.out("break")
        _end_of_turn(c)


def _at_end(c: StraightContext, node: AtEnd) -> None:
    STATEMENTS[AtEnd](c, node)


def _restart(c: StraightContext, node: Restart) -> None:
    c.fault_if("turn_at[0] < 0", "no-turn")
    c.out(f"code = {AGAIN}")
    c.out("break")


def _call(c: StraightContext, node: Call) -> None:
    phase = c.unit.program.phases[node.phase]
    values = [c.hold(c(argument)) for argument in node.args]
    for family in phase.resets:
        initialise(c, family)
    c.out(f"code = straight_phase_{node.phase}({', '.join(values)})")
    c.leave_if_ended()


def _end(c: StraightContext, node: End) -> None:
    if node.scope == "game":
        c.out("over[0] = 1")
        c.out(f"code = {GAME}")
        c.out("break")
        return
    if node.scope == "turn":
        if is_turn_asked(c.unit):
            c.fault_if("turn_at[0] < 0", "nothing-to-end")
        c.out(f"code = {TURN}")
    else:
        [number] = [n for n, phase in enumerate(c.unit.program.phases) if phase.name == node.scope]
        c.out(f"code = {PHASE + number}")
    c.out("break")


def _at_once(c: StraightContext, node: AtOnce) -> None:
    c.out("quiet[0] += 1")
    with c.out.under("while 1:"):
        c.run(node.body)
        c.out("break")
    c.out("quiet[0] -= 1")
    with c.out.under("if code:"):
        c.out("once_dropped[0] = 1")
        c.out("break")
    with c.out.under("if quiet[0] == 0:"):
        c.out("entries[0] = 0")
        c.out("fire_all()")
        with c.out.under("if entries[0] > 0:"):
            c.out("code = straight_fired()")
            c.leave_if_ended()


def _set_cell(c: StraightContext, node: SetCell) -> None:
    if node.cell not in c.sets:
        STATEMENTS[SetCell](c, node)
        return
    c.out(f"{c.cell(node.cell)} = {collected_set(c, node.value)}")
    c.look(node)


def _together(c: StraightContext, node: Together) -> None:
    """Simultaneous choices are played with frames, behind a fence."""
    cells = bound_cells(node.clause)
    c.here()
    found = Gathered.begin(c, len(cells), most_bindings(c, node.clause))
    walk(c, node.clause, lambda: found.add(c, [c.cell(cell) for cell in cells]))
    block, index = c.place
    choice = single_choice(c.unit.program, node)
    if choice is not None:
        _together_at_once(c, node, choice, found, cells)
        return
    with c.out.under(f"if {found.count} > 0:"):
        c.fault_if(f"{found.count} > 64", "beyond-kernel")
        found.as_list(c)
        c.out(f"push({FENCE}, 0, 0, 0, 0, 0)")
        rows = keep_rows(c.unit, found.place, loop_kinds(c.unit, node))
        c.out(f"push({TOGETHER}, {block}, {index}, 0, {rows}, 0)")
        c.out("code = play_to_fence()")
        c.leave_if_ended()


def _together_at_once(
    c: StraightContext, node: Together, choice: Choose, found: Gathered, cells: list[int]
) -> None:
    """Everybody chooses in the position as it is; what was chosen stands in a row until all are in."""
    width = 1 + max([len(values_of(alternative)) for alternative in choice.alternatives], default=0)
    base, chosen, at = c.fresh("base"), c.fresh("chosen"), c.fresh("i")
    c.out(f"{base} = heap_base[0]")
    c.out(f"{chosen} = {c.unit.lists.name('alloc')}({found.count} * {width} + 1)")
    c.out("heap_base[0] = heap_top[0]")
    with c.out.under(f"for {at} in range(0, {found.count}):"):
        _load_row(c, found, cells, at)
        seat = c.hold(c.needed(choice.who, "nobody-chooses"), "seat")
        if any(_needs_area(c, alternative) for alternative in choice.alternatives):
            c.out("options[0] = 0")
        counted = count_options(c, choice, seat)
        total = c.hold(" + ".join(a.count for a in counted) or "0", "n")
        c.fault_if(f"{total} == 0", "no-option")
        k = _begin_decision(c, total, counted, seat, (node.body, 0))
        slot = f"heap[{chosen} + {at} * {width}"
        before = ""
        for number, entry in enumerate(counted):
            test = f"{k} < {before}{entry.count}" if number < len(counted) - 1 else ""
            header = (
                "if 1:"
                if len(counted) == 1
                else "else:"
                if not test
                else f"{'if' if number == 0 else 'elif'} {test}:"
            )
            with c.out.under(header):
                if before:
                    c.out(f"{k} -= {before[:-3]}" if number == 1 else f"{k} -= ({before[:-3]})")
                c.out(f"{slot}] = {number}")
                for place, text in enumerate(option_values(c, entry, k)):
                    c.out(f"{slot} + {place + 1}] = {text}")
            before += f"{entry.count} + "
        # what was allocated for the values stays until all are in
        c.out("heap_base[0] = heap_top[0]")
    c.leave_if_ended()
    c.out("quiet[0] += 1")
    with c.out.under(f"for {at} in range(0, {found.count}):"):
        _load_row(c, found, cells, at)
        if c.unit.counting is not None:
            c.unit.counting.block(c.out, node.body)
            c.unit.counting.statement(c.out, node.body, 0)
        seat = c.hold(c(choice.who), "seat")
        taken = c.hold(f"heap[{chosen} + {at} * {width}]", "taken")
        for number, alternative in enumerate(choice.alternatives):
            with c.out.under(f"{'if' if number == 0 else 'elif'} {taken} == {number}:"):
                texts = [
                    f"heap[{chosen} + {at} * {width} + {p + 1}]" for p in range(len(values_of(alternative)))
                ]
                bind_values(c, alternative, texts, seat)
                c.run(alternative.body)
    c.out("quiet[0] -= 1")
    c.out(f"heap_base[0] = {base}")
    with c.out.under("if quiet[0] == 0:"):
        c.out("entries[0] = 0")
        c.out("fire_all()")
        with c.out.under("if entries[0] > 0:"):
            c.out("code = straight_fired()")
            c.leave_if_ended()


def _load_row(c: StraightContext, found: Gathered, cells: list[int], at: str) -> None:
    for index, cell in enumerate(cells):
        step = at if found.width == 1 else f"{at} * {found.width}"
        put(c, cell, f"heap[{found.place} + {step} + {index + 1}]")


def fenced_blocks(program: Program) -> list[int]:
    """The blocks that straight play leaves to the functions with frames."""
    roots = [
        node.body
        for block in program.blocks
        for node in block.statements
        if isinstance(node, Together) and single_choice(program, node) is None
    ]
    if roots:
        roots += [trigger.body for trigger in program.triggers]
    return sorted({number for root in roots for number in reached(program, root)})


def write_fenced(unit: Unit) -> None:
    """`play_to_fence`: plays at random what lies above the innermost fence; gives the code of the game's end
    or 0.
    """
    out = Lines()
    with out.under("while run() == 0:"):
        with out.under("if decisions[0] >= budget_now[0]:"):
            out("finish()")
            out("no_result[0] = 1")
            out(f"return {GAME}")
        out("n = offer()")
        if unit.counting is not None:
            out("note_decision(n)")
        out("choose_option(pick_below(n))")
    out(f"return {GAME} if over[0] else 0")
    unit.add("play_to_fence", "", out)


def _choose(c: StraightContext, node: Choose) -> None:
    seat = c.fresh("seat")
    c.out(f"{seat} = {c.needed(node.who, 'nobody-chooses')}")
    if node.mode == "keeps":
        first = c.fresh("first")
        c.out(f"{first} = 1")
        with c.out.under("while 1:"):
            _ask(c, node, seat, first)
        c.leave_if_ended()
        return
    _ask(c, node, seat, "")


def _ask(c: StraightContext, node: Choose, seat: str, first: str) -> None:
    """One question: counted, picked, carried out."""
    if any(_needs_area(c, alternative) for alternative in node.alternatives):
        c.out("options[0] = 0")
    counted = count_options(c, node, seat)
    total = added([entry.count for entry in counted])
    if not total.isdigit():
        total = c.hold(total, "n")
    if first:
        with c.out.under(f"if {total} == 0:"):
            if node.otherwise is not None:
                with c.out.under(f"if {first}:"):
                    c.run(node.otherwise)
            c.out("break")
        c.out(f"{first} = 0")
        _decide(c, node, seat, counted, total)
        return
    if total.isdigit() and int(total) > 0:
        _decide(c, node, seat, counted, total)
        return
    with c.out.under(f"if {total} > 0:"):
        _decide(c, node, seat, counted, total)
    if node.otherwise is not None:
        with c.out.under("else:"):
            c.run(node.otherwise)
    elif node.mode == "one":
        with c.out.under("else:"):
            c.fault("no-option")


def _needs_area(c: StraightContext, alternative: Any) -> bool:
    return may_have_twins(c.unit, values_of(alternative))


def _begin_decision(
    c: StraightContext, total: str, counted: list[Counted], seat: str, place: tuple[int, int]
) -> str:
    """A decision is due: counted against the budget, and picked; `place` is that of the choice."""
    with c.out.under("if decisions[0] >= budget_now[0]:"):
        if c.unit.counting is not None:
            # the score may be asked for yet
            c.out("finish()")
        c.out("over[0] = 1")
        c.out("no_result[0] = 1")
        c.out(f"code = {GAME}")
        c.out("break")
    if c.unit.counting is not None:
        c.unit.counting.decision(c.out, place, [entry.count for entry in counted], total, seat)
    c.out("decisions[0] += 1")
    c.out("steps_left[0] = STEPS")
    c.out("work_left[0] = WORK")
    k = c.fresh("k")
    if total.isdigit() and int(total).bit_count() == 1 and c.unit.counting is None:
        # of a power of two nothing is redrawn
        c.out(f"{k} = bot_output() >> {33 - int(total).bit_length()}" if total != "1" else f"{k} = 0")
    else:
        c.out(f"{k} = pick_below({total})")
    return k


def added(counts: list[str]) -> str:
    """The sum of counts; what is known is added now."""
    fixed = sum(int(count) for count in counts if count.isdigit())
    parts = [count for count in counts if not count.isdigit()] + ([str(fixed)] if fixed else [])
    return " + ".join(parts) or "0"


def _decide(c: StraightContext, node: Choose, seat: str, counted: list[Counted], total: str) -> None:
    k = _begin_decision(c, total if node.mode == "one" else f"{total} + 1", counted, seat, c.place)
    for number, entry in enumerate(counted):
        last = number == len(counted) - 1 and node.mode == "one"
        if last and number == 0:
            _carry_out(c, entry, k, seat)
            continue
        before = added([e.count for e in counted[:number]])
        up_to = added([e.count for e in counted[: number + 1]])
        header = "else:" if last else f"{'if' if number == 0 else 'elif'} {k} < {up_to}:"
        with c.out.under(header):
            if number and values_of(entry.alternative):
                c.out(f"{k} -= {before}" if "+" not in before else f"{k} -= ({before})")
            _carry_out(c, entry, k, seat)
    if node.mode == "keeps":
        with c.out.under("else:" if counted else "if 1:"):
            c.out("break")


def _carry_out(c: StraightContext, counted: Counted, k: str, seat: str) -> None:
    """The k-th option of an alternative; the first statement of its body knows where its pieces lie."""
    bind_option(c, counted, k, seat)
    lists, kinds = known_of(c, counted)
    c.just_bound = lists
    with c.binding({}, {**c.bound_kinds, **kinds}):
        c.run(counted.alternative.body)
    c.just_bound = {}


_WRITERS: dict[type, StraightWriter] = {
    If: _if,
    Each: each,
    Repeat: repeat,
    Turns: _turns,
    AtEnd: _at_end,
    Restart: _restart,
    Call: _call,
    End: _end,
    AtOnce: _at_once,
    SetCell: _set_cell,
    Together: _together,
    Choose: _choose,
}

STRAIGHT.update(_WRITERS)
