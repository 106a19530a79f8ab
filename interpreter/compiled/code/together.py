"""Simultaneous choices: everybody commits against the same position, then everything happens as one step.

`committed[0]` counts the bindings of the loop that are complete or under way; of each, `commit_done` says
which it is and `commit_list` has what was committed: a list of places of records (block, index of the choice,
alternative, how many values, the values). To ask a seat, its body is run with its own commitments and the
position put back afterwards. Steps that it takes on the way to a decision count as those of the move; when
only its options are asked for, they begin anew.
"""

from __future__ import annotations

from interpreter.compiled.code.blocks import BlockContext, enter, statement
from interpreter.compiled.code.choices import choices, values_of
from interpreter.compiled.code.clauses import Gathered, bound_cells, most_bindings, walk
from interpreter.compiled.code.frames import FENCE, TOGETHER, empty, loop_kinds
from interpreter.compiled.code.keeping import keep, keep_rows
from interpreter.compiled.code.kinds import NUMBERS as LIST
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.program import Together

MOST = 64
"""How many can choose at the same time."""

DECLARATIONS = (
    "committed = state_i64(1)",
    f"commit_done = state_u8({MOST})",
    f"commit_list = state_i64({MOST})",
    "script = state_i64(1)",
    "script_size = state_i64(1)",
    "commits = state_i64(1)",
    "own_steps = scratch_i64(1)",
    "own_seat = scratch_i64(1)",
    "own_kept = scratch_i64(5)",
    "own_left = scratch_i64(1)",
)


def loops(unit: Unit) -> list[tuple[int, int, Together]]:
    """All simultaneous loops that are played with frames, with their places."""
    return list(unit.with_frames(Together))


@statement(Together)
def _together(c: BlockContext, node: Together) -> None:
    with c.out.under("if script[0] != 0 or own_depth[0] > 0:"):
        c.fault("together-in-together")
    cells = bound_cells(node.clause)
    c.here()
    found = Gathered.begin(c, len(cells), most_bindings(c, node.clause))
    walk(c, node.clause, lambda: found.add(c, [c.cell(cell) for cell in cells]))
    block, index = c.place
    c.may_leave()
    with c.out.under(f"if {found.count} > 0:"):
        c.fault_if(f"{found.count} > {MOST}", "beyond-kernel")
        found.as_list(c)
        rows = keep_rows(c.unit, found.place, loop_kinds(c.unit, node))
        c.out(f"push({TOGETHER}, {block}, {index}, 0, {rows}, 0)")
        c.out("return 0")


def write_together(unit: Unit) -> None:
    """All functions for simultaneous choices."""
    unit.declarations.append("own_depth = scratch_i64(1)")
    if not loops(unit):
        unit.add("go_together", "d", Lines())
        unit.add("list_own_options", "", Lines())
        unit.add("commit", "at", Lines())
        return
    _write_due(unit)
    _write_run_body(unit)
    _write_own(unit)
    _write_go(unit)
    _write_carry_out(unit)
    _write_commit(unit)


def _write_due(unit: Unit) -> None:
    """Which binding's choice is due (or one past the last)."""
    out = Lines()
    out("n = committed[0]")
    with out.under("if n > 0 and commit_done[max(n - 1, 0)] == 0:"):
        out("return n - 1")
    out("return n")
    unit.add("due", "", out)
    out = Lines()
    with out.under("if at < committed[0]:"):
        out("return commit_list[at]")
    out("return 0")
    unit.add("commits_of", "at", out)


def _write_run_body(unit: Unit) -> None:
    """Runs the body for one binding, up to a question (0) or its end (1); `a`, `b`, `rows` name the loop."""
    c = Context(unit, Lines())
    c.out(f"push({FENCE}, 0, 0, 0, 0, 0)")
    for number, (block, index, node) in enumerate(loops(unit)):
        cells = bound_cells(node.clause)
        with c.out.under(f"{'if' if number == 0 else 'elif'} a == {block} and b == {index}:"):
            for place, cell in enumerate(cells):
                c.out(f"cells[{cell}] = heap[rows + 1 + at * {len(cells)} + {place}]")
            enter(c, node.body)
    c.out("return run()")
    unit.add("run_body", "a, b, rows, at", c.out)
    out = Lines()
    for number, (block, index, node) in enumerate(loops(unit)):
        width = len(bound_cells(node.clause))
        with out.under(f"{'if' if number == 0 else 'elif'} a == {block} and b == {index}:"):
            out(f"return heap[rows] // {width}")
    out("return 0")
    unit.add("rows_of", "a, b, rows", out)
    out = Lines()
    for number, (block, index, node) in enumerate(loops(unit)):
        with out.under(f"{'if' if number == 0 else 'elif'} a == {block} and b == {index}:"):
            out(f"chance_off[0] = {node.origin + 1}")
    unit.add("forbid_chance", "a, b", out)


def _write_own(unit: Unit) -> None:
    """`go_own(at, given, most)`: the position as one of those who choose sees it after the first so many of
    these commitments; 1 where it waits for a choice. Work begins anew. `come_back` puts the position back.

    `run_own(at, listing)` does both, and lists the options of the choice in between. `stand_own(at, most)` is
    for those who look: what was listed before stays, and `leave_own` puts the position back.
    """
    out = Lines()
    out("d = depth[0] - 1")
    for number, value in enumerate(("kept_top", "chance_off", "decision_due", "heap_base", "work_left")):
        out(f"own_kept[{number}] = {value}[0]")
    out("save_state(0, kept_top[0])")
    out("decision_due[0] = 0")
    out("work_left[0] = WORK")
    out("a = frame_a[d]")
    out("b = frame_b[d]")
    out("rows = frame_d[d]")
    out("forbid_chance(a, b)")
    out("own_depth[0] += 1")
    if unit.counting is not None:
        out("playing[0] = 0")
    out("committed[0] = 0")
    out("quiet[0] = 1")
    out("script_size[0] = most")
    out("script[0] = given")
    out("commits[0] = 0")
    out("run_body(a, b, rows, at)")
    out("return decision_due[0]")
    unit.add("go_own", "at, given, most", out)
    out = Lines()
    out("own_steps[0] = steps_left[0]")
    out("own_depth[0] -= 1")
    if unit.counting is not None:
        out("playing[0] = 1")
    for number, name in enumerate(("chance_off", "decision_due", "heap_base", "work_left"), 1):
        out(f"{name}[0] = own_kept[{number}]")
    out("load_state(0, own_kept[0])")
    unit.add("come_back", "", out)
    out = Lines()
    out("given = commits_of(at)")
    out("waits = go_own(at, given, heap[given])")
    with out.under("if waits and listing:"):
        out("own_seat[0] = frame_c[depth[0] - 1]")
        out("own_block[0] = frame_a[depth[0] - 1]")
        out("own_index[0] = frame_b[depth[0] - 1]")
        out("list_options(depth[0] - 1)")
    out("come_back()")
    out("return waits")
    unit.add("run_own", "at, listing", out)
    out = Lines()
    out("left = steps_left[0]")
    out("steps_left[0] = STEPS")
    out("run_own(due(), 1)")
    out("steps_left[0] = left")
    unit.add("list_own_options", "", out)
    out = Lines()
    out("steps = steps_left[0]")
    out("base = heap_base[0]")
    out("steps_left[0] = STEPS")
    out("heap_base[0] = heap_top[0]")
    out("go_own(at, commits_of(at), most)")
    out("own_kept[3] = base")
    out("own_left[0] = steps")
    unit.add("stand_own", "at, most", out)
    out = Lines()
    out("come_back()")
    out("steps_left[0] = own_left[0]")
    unit.add("leave_own", "", out)


def _write_go(unit: Unit) -> None:
    """Waits for the seat that is due; when all are in, carries everything out."""
    out = Lines()
    out("n = rows_of(frame_a[d], frame_b[d], frame_d[d])")
    with out.under("while 1:"):
        out("at = due()")
        with out.under("if at == n:"):
            out("break")
        out("waits = run_own(at, 0)")
        out("steps_left[0] = own_steps[0]")
        with out.under("if waits:"):
            out("decision_due[0] = 1")
            out("return")
        with out.under("if at == committed[0]:"):
            out("commit_list[at] = 0")
        out("commit_done[at] = 1")
        out("committed[0] = at + 1")
    out("carry_out(d)")
    unit.add("go_together", "d", out)


def _write_carry_out(unit: Unit) -> None:
    out = Lines()
    if unit.searches:
        out("came_out[0] = 1")
    out("a = frame_a[d]")
    out("b = frame_b[d]")
    out("rows = frame_d[d]")
    out("n = committed[0]")
    out("leave()")
    out("was_off = chance_off[0]")
    out("forbid_chance(a, b)")
    out("quiet[0] += 1")
    out("own_depth[0] += 1")
    with out.under("for i in range(0, n):"):
        out("given = commit_list[i]")
        out("script_size[0] = heap[given]")
        out("script[0] = given")
        out("commits[0] = 0")
        out("done = run_body(a, b, rows, i)")
        with out.under("if done == 0 or commits[0] != script_size[0]:"):
            for number, (block, index, node) in enumerate(loops(unit)):
                with out.under(f"{'if' if number == 0 else 'elif'} a == {block} and b == {index}:"):
                    out(f"fault({NUMBERS['together-depends']}, {node.origin})")
    for number, (block, index, node) in enumerate(loops(unit)):
        with out.under(f"{'if' if number == 0 else 'elif'} a == {block} and b == {index}:"):
            out("pass")
            empty(unit, out, bound_cells(node.clause))
    out("own_depth[0] -= 1")
    out("script[0] = 0")
    out("script_size[0] = 0")
    out("commits[0] = 0")
    with out.under("for i in range(0, n):"):
        out("commit_list[i] = 0")
        out("commit_done[i] = 0")
    out("quiet[0] -= 1")
    out("chance_off[0] = was_off")
    with out.under("if quiet[0] == 0:"):
        out("entries[0] = 0")
        out("fire_all()")
        with out.under("if entries[0] > 0:"):
            out("queue_entries()")
    unit.add("carry_out", "d", out)


def _write_commit(unit: Unit) -> None:
    """The seat that is due commits the option that stands at a place; `own_seat` was asked before."""
    out = Lines()
    out("here = due()")
    out("given = commits_of(here)")
    out("n = heap[at + 1]")
    alloc = unit.lists.name("alloc")
    out(f"record = {alloc}(n + 4)")
    out("heap[record] = own_block[0]")
    out("heap[record + 1] = own_index[0]")
    out("heap[record + 2] = heap[at]")
    out("heap[record + 3] = n")
    with out.under("for i in range(0, n):"):
        out("heap[record + 4 + i] = heap[at + 2 + i]")
    joined = f"{unit.lists.name('join_lists')}(given, {unit.lists.name('single')}(record))"
    out(f"commit_list[here] = keep_commits({joined})")
    out("commit_done[here] = 0")
    out("committed[0] = here + 1")
    out("decision_due[0] = 0")
    unit.add("commit", "at", out)
    unit.declarations += ["own_block = scratch_i64(1)", "own_index = scratch_i64(1)"]
    _write_keep_commits(unit)


def _write_keep_commits(unit: Unit) -> None:
    out = Lines()
    with out.under("if a < KEPT_START:"):
        out("return a")
    out(f"to = {keep(unit, 'a', LIST)}")
    with out.under("for i in range(1, heap[to] + 1):"):
        out("heap[to + i] = keep_record(heap[to + i])")
    out("return to")
    unit.add("keep_commits", "a", out)
    out = Lines()
    out("n = heap[a + 3] + 4")
    out("to = kept_room(n)")
    out("copy(heap, to, heap, a, n)")
    for block, index, node in choices(unit):
        for number, alternative in enumerate(node.alternatives):
            kinds = [unit.kinds.cells[gen.cell] for gen in values_of(alternative)]
            if any(kind.is_place for kind in kinds):
                with out.under(
                    f"if heap[to] == {block} and heap[to + 1] == {index} and heap[to + 2] == {number}:"
                ):
                    for place, kind in enumerate(kinds):
                        if kind.is_place:
                            at = f"heap[to + {place + 4}]"
                            out(f"{at} = {keep(unit, at, kind)}")
    out("return to")
    unit.add("keep_record", "a", out)


def keep_commitments(unit: Unit, out: Lines) -> None:
    """Lines that keep anew what was committed."""
    if loops(unit):
        with out.under("for i in range(0, committed[0]):"):
            out("commit_list[i] = keep_commits(commit_list[i])")
