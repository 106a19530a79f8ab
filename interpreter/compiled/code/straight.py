"""Whole random games without a stack: what a person would write to play a game from the deal to its end.

Where nobody looks at the game between decisions, nothing has to be suspended. A phase is a function, blocks
are written where they run, an option is counted, picked and carried out on the spot, and locals are locals.
The order of everything, and with it the chance, is that of the functions with frames.

The local `code` says that something ends: 0 nothing, 1 the turn, 2 the game, 3 the turn begins again, 4 + p
phase p. Whoever sets it leaves the loop at hand; behind each loop it is looked at again, until the scope that
is meant takes it back to 0. What had fired and lives on waits in `pending` until then. Locals are not put to
nothing when they are left, because nobody can see them any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from interpreter.analysis.blocks import owned, reached
from interpreter.compiled.code.blocks import STATEMENTS, BlockContext
from interpreter.compiled.code.choices import may_have_twins, values_of
from interpreter.compiled.code.clauses import Gathered, bound_cells, walk
from interpreter.compiled.code.control import initialise
from interpreter.compiled.code.frames import FENCE, TOGETHER, TURNS, loop_kinds, place_kind, place_text
from interpreter.compiled.code.generators import over_mask
from interpreter.compiled.code.keeping import keep_rows, store
from interpreter.compiled.code.masks import mask_of_steps, may_decide
from interpreter.compiled.code.picking import (
    Counted,
    bind_option,
    bind_values,
    count_options,
    known_of,
    option_values,
)
from interpreter.compiled.code.triggers import MOST_ENTRIES, TriggerCode, bit_words
from interpreter.compiled.code.turns import visited
from interpreter.compiled.code.unit import Unit
from interpreter.compiled.code.values import junction
from interpreter.compiled.code.words import Mask, held
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.features import nodes
from interpreter.compiled.kernel import NONE
from interpreter.program import (
    PLAYER_DOMAIN,
    AtEnd,
    AtOnce,
    Call,
    Choose,
    Clause,
    Cond,
    Each,
    End,
    Expr,
    Gen,
    If,
    Misses,
    Program,
    Repeat,
    Restart,
    Reverse,
    Statement,
    Together,
    Turns,
)  # fmt: skip
from interpreter.triggers import footprint

TURN, GAME, AGAIN, PHASE = 1, 2, 3, 4

DECLARATIONS = (
    f"pending = scratch_i64({2 * MOST_ENTRIES})",
    "pendings = scratch_i64(1)",
    "once_dropped = scratch_i64(1)",
    "budget_now = scratch_i64(1)",
)


def is_possible(unit: Unit) -> bool:
    """Whether games of this Program can be played straight through.

    What a trigger sets aside while it runs must be plain numbers, and with simultaneous choices (which are
    played with frames) no trigger may end what lies around them.
    """
    program = unit.program
    for trigger in program.triggers:
        if any(place_kind(unit, place).is_place for place in footprint(program, trigger)):
            return False
    statements = [statement for block in program.blocks for statement in block.statements]
    if any(isinstance(statement, Together) for statement in statements):
        for trigger in program.triggers:
            for number in reached(program, trigger.body):
                if any(isinstance(s, End | Restart | AtEnd) for s in program.blocks[number].statements):
                    return False
    return True


def is_turn_asked(unit: Unit) -> bool:
    """Whether anything but the turns themselves has to know whose turn it is."""
    program = unit.program
    if unit.classes & {AtEnd, Restart, Together}:
        return True
    if any(isinstance(part, Expr) and part.op in ("turn", "next") for part in nodes(program)):
        return True
    for trigger in program.triggers:
        if any(
            isinstance(s, Gen) and s.kind == "things" and s.static[0] == PLAYER_DOMAIN
            for s in trigger.clause.steps
        ):
            return True
    return End in unit.classes and any(
        _ends_outside(program, number) for number in range(len(program.phases))
    )


def _ends_outside(program: Program, phase: int) -> bool:
    """Whether a phase ends a turn that it has not begun itself."""
    waiting, seen = [program.phases[phase].body], set()
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        for node in program.blocks[number].statements:
            if isinstance(node, End) and node.scope == "turn":
                return True
            if isinstance(node, Turns):
                continue
            waiting += [
                b
                for b in (getattr(node, n, None) for n in ("then", "otherwise", "body"))
                if isinstance(b, int)
            ]
            if isinstance(node, Choose):
                waiting += [alternative.body for alternative in node.alternatives]
    return False


def shared_cells(unit: Unit) -> frozenset[int]:
    """The locals that have to stand in memory: others than the phase at hand read them, or they are lists."""
    program = unit.program
    found = {cell for cell in unit.kept_cells if unit.kinds.cells[cell].is_place}
    asks_next = any(isinstance(part, Expr) and part.op == "next" for part in nodes(program))
    for trigger in program.triggers:
        inside = reached(program, trigger.body)
        own = {step.cell for step in trigger.clause.steps if isinstance(step, Gen)} | owned(program, inside)
        read = _read(trigger)
        for number in inside:
            read |= _read(program.blocks[number])
        found |= read - own
    for block in program.blocks:
        for statement in block.statements:
            if isinstance(statement, Turns) and asks_next:
                # whoever asks who is next asks the conditions from outside
                for condition in statement.conditions:
                    found |= _read(condition)
            if isinstance(statement, Together | AtEnd):
                for number in reached(program, statement.body):
                    found |= _read(program.blocks[number])
                    found |= {place for place in owned(program, [number]) if place >= 0}
            if isinstance(statement, Together):
                found |= set(bound_cells(statement.clause))
    return frozenset(found)


def _read(node: Any) -> set[int]:
    return {part.static[0] for part in nodes(node) if isinstance(part, Expr) and part.op == "cell"}


class StraightContext(BlockContext):
    """A place in a function of straight play."""

    straight = True

    def __init__(self, unit: Unit, out: Lines, triggers: TriggerCode, block: int) -> None:
        super().__init__(unit, out, triggers, block)
        self.just_bound: dict[int, int] = {}

    def may_leave(self) -> None:
        """Nothing has to be noted."""

    def look(self, node: Statement) -> None:
        """Triggers that fired run at once."""
        self.look_at(self.triggers.dependencies.affected(node))

    def look_at(self, numbers: Iterable[int]) -> None:
        """As `look`, for these triggers."""
        numbers = tuple(numbers)
        if not numbers:
            return
        if len(numbers) == 1 and not bound_cells(self.unit.program.triggers[numbers[0]].clause):
            self._look_at_one(numbers[0])
            return
        with self.out.under("if quiet[0] == 0:"):
            self.out("entries[0] = 0")
            for number in numbers:
                with self.out.under(f"if alive[{number}]:"):
                    self.out(f"fire_{number}()")
            with self.out.under("if entries[0] > 0:"):
                self.out("code = straight_queue()")
                self.leave_if_ended()

    def _look_at_one(self, number: int) -> None:
        """A trigger without names that is the only one to look at: it runs on the spot."""
        trigger = self.unit.program.triggers[number]
        tests = tuple(step.test for step in trigger.clause.steps if isinstance(step, Cond))
        word = bit_words(self.unit.program)[number]
        header = f"if alive[{number}]:" if self.always_loud() else f"if alive[{number}] and quiet[0] == 0:"
        with self.out.under(header), self.seats_from("acting"), self.at(trigger.origin):
            decides = may_decide(self.unit, trigger.clause)
            if decides:
                self.out("pure[0] = 1")
            now = self.hold(junction(self, tests, "and"), "now")
            if decides:
                self.out("pure[0] = 0")
            with self.out.under(f"if {now} != trigger_bits[{word}]:"):
                self.out(f"trigger_bits[{word}] = {now}")
                with self.out.under(f"if {now}:"):
                    _pass(self)
                    self.out(f"code = straight_trigger_{number}(0)")
                    self.leave_if_ended()

    def always_loud(self) -> bool:
        """Whether nothing ever keeps triggers from looking."""
        return not self.unit.classes & {AtOnce, Together}

    def leave_if_ended(self) -> None:
        """Leaves the loop at hand when something ends."""
        with self.out.under("if code:"):
            self.out("break")

    def wake(self, block: int) -> None:
        """A block is entered: its triggers live from now on."""
        if self.unit.counting is not None:
            self.unit.counting.block(self.out, block)
        for trigger in self.unit.program.blocks[block].triggers:
            self.out(f"wake_{trigger}()")

    def run(self, block: int) -> None:
        """Writes a block where it runs."""
        self.wake(block)
        self.inside(block)

    def inside(self, block: int) -> None:
        """The statements of a block whose triggers live already."""
        node = self.unit.program.blocks[block]
        before = self.place
        if node.triggers:
            with self.out.under("while 1:"):
                self._statements(block)
                self.out("break")
            for trigger in node.triggers:
                self.out(f"alive[{trigger}] = 0")
            self.leave_if_ended()
        else:
            self._statements(block)
        self.place = before

    def _statements(self, block: int) -> None:
        for index, statement in enumerate(self.unit.program.blocks[block].statements):
            self.place = (block, index)
            self.write(statement)

    def write(self, node: Statement) -> None:
        """One statement."""
        write = STRAIGHT.get(type(node)) or STATEMENTS[type(node)]
        lying, self.just_bound = self.just_bound, {}
        self.lies_in = lying
        with self.at(node.origin):
            if self.unit.counting is not None:
                self.unit.counting.statement(self.out, *self.place)
            _, lines = self.apart(lambda: str(write(self, node)))
            if any("heap" in text or "alloc(" in text for _, text in lines):
                self.out("heap_top[0] = heap_base[0]")
            self.out.again(lines)
        self.lies_in = {}


class StraightCode:
    """Writes the functions of straight play: `straight_phase_P`, `straight_trigger_T`, `straight_queue`."""

    def __init__(self, unit: Unit, triggers: TriggerCode) -> None:
        self.unit = unit
        self.triggers = triggers
        self.shared = shared_cells(unit)
        self._looks = {
            node.phase: triggers.dependencies.affected(node)
            for block in unit.program.blocks
            for node in block.statements
            if isinstance(node, Call)
        }

    def write(self) -> None:
        """All of them."""
        program = self.unit.program
        for number in range(len(program.phases)):
            self._write_phase(number)
        for number in range(len(program.triggers)):
            self._write_trigger(number)
        self._write_queue()
        self._write_pending()

    def _context(self, body: int, more: Iterable[int]) -> StraightContext:
        """A context in which the locals of a body, but for the shared ones, are locals of the function."""
        c = StraightContext(self.unit, Lines(), self.triggers, -1)
        blocks = own_blocks(self.unit.program, body)
        cells = {place for place in owned(self.unit.program, blocks) if place >= 0} | set(more)
        c.bound = {cell: f"c{cell}" for cell in sorted((cells & self.unit.kept_cells) - self.shared)}
        return c

    def _write_phase(self, number: int) -> None:
        phase = self.unit.program.phases[number]
        c = self._context(phase.body, phase.parameters)
        names = [c.bound.get(cell, f"given{index}") for index, cell in enumerate(phase.parameters)]
        c.out("code = 0")
        for name in c.bound.values():
            if name not in names:
                c.out(f"{name} = {NONE}")
        for cell, name in zip(phase.parameters, names, strict=True):
            if cell not in c.bound:
                store(c, f"cells[{cell}]", name, self.unit.kinds.cells[cell])
        c.wake(phase.body)
        with c.out.under("while 1:"):
            c.look_at(self._looks.get(number, ()))
            c.inside(phase.body)
            c.out("break")
        for trigger in self.unit.program.blocks[phase.body].triggers:
            c.out(f"alive[{trigger}] = 0")
        with c.out.under(f"if code == {PHASE + number}:"):
            c.out("code = run_pending()")
        c.out("return code")
        self.unit.add(f"straight_phase_{number}", ", ".join(names), c.out)

    def _write_trigger(self, number: int) -> None:
        """A trigger for one binding; what its body may overwrite in memory is put back afterwards."""
        unit = self.unit
        program = unit.program
        trigger = program.triggers[number]
        c = self._context(trigger.body, [s.cell for s in trigger.clause.steps if isinstance(s, Gen)])
        c.origin = trigger.origin
        kept = [
            p for p in footprint(program, trigger) if p < 0 or (p not in c.bound and p in unit.kept_cells)
        ]
        c.out("code = 0")
        for name in c.bound.values():
            c.out(f"{name} = {NONE}")
        for index, place in enumerate(kept):
            c.out(f"saved{index} = {place_text(place)}")
        for cell, size in reversed(_things(program, trigger.clause)):
            c.out(f"{c.cell(cell)} = binding % {size}")
            c.out(f"binding = binding // {size}")
        with c.seats_from("acting"):
            for step in trigger.clause.steps:
                if isinstance(step, Gen) and step.kind == "let":
                    store(c, c.cell(step.cell), c.hold(c(step.args[0])), unit.kinds.cells[step.cell])
        with c.out.under("while 1:"):
            c.run(trigger.body)
            c.out("break")
        for index, place in enumerate(kept):
            c.out(f"{place_text(place)} = saved{index}")
        c.out("return code")
        unit.add(f"straight_trigger_{number}", "binding", c.out)

    def _write_queue(self) -> None:
        """`straight_queue`: what stands in `fired` runs, in order; when something ends the rest is left
        pending.
        """
        unit = self.unit
        out = Lines()
        out("n = entries[0]")
        out("base = heap_base[0]")
        out(f"at = {unit.lists.name('alloc')}(2 * n)")
        out("copy_fired(at, n)")
        out("heap_base[0] = heap_top[0]")
        out("code = 0")
        with out.under("for i in range(0, n):"):
            out("trigger = heap[at + 2 * i]")
            with out.under("if code:"):
                out("add_pending(trigger, heap[at + 2 * i + 1])")
            with out.under("elif alive[trigger]:"):
                out("code = run_trigger(trigger, heap[at + 2 * i + 1])")
        out("heap_base[0] = base")
        out("return code")
        unit.add("straight_queue", "", out)
        out = Lines()
        with out.under("for i in range(0, 2 * n):"):
            out("heap[at + i] = fired[i]")
        unit.add("copy_fired", "at, n", out)
        out = Lines()
        for number, trigger in enumerate(unit.program.triggers):
            head = "if" if number == 0 else "elif"
            with out.under(f"{head} trigger == {number}:"), out.under(f"if still_{number}(binding):"):
                out("steps_left[0] -= 1")
                with out.under("if steps_left[0] < 0:"):
                    out(f"fault({NUMBERS['too-many-steps']}, {trigger.origin})")
                out(f"return straight_trigger_{number}(binding)")
        out("return 0")
        unit.add("run_trigger", "trigger, binding", out)

    def _write_pending(self) -> None:
        """`run_pending`: what fired before something ended and lives on runs now."""
        out = Lines()
        with out.under(f"if pendings[0] >= {MOST_ENTRIES}:"):
            out(f"fault({NUMBERS['beyond-kernel']}, origin_now[0])")
        out("pending[2 * pendings[0]] = trigger")
        out("pending[2 * pendings[0] + 1] = binding")
        out("pendings[0] += 1")
        self.unit.add("add_pending", "trigger, binding", out)
        out = Lines()
        out("n = 0")
        with out.under("for i in range(0, pendings[0]):"), out.under("if alive[pending[2 * i]]:"):
            out("fired[2 * n] = pending[2 * i]")
            out("fired[2 * n + 1] = pending[2 * i + 1]")
            out("n += 1")
        out("entries[0] = n")
        out("pendings[0] = 0")
        with out.under("if once_dropped[0] and quiet[0] == 0:"):
            out("fire_all()")
        out("once_dropped[0] = 0")
        with out.under("if entries[0] == 0:"):
            out("return 0")
        out("return straight_queue()")
        self.unit.add("run_pending", "", out)


def own_blocks(program: Program, body: int) -> list[int]:
    """The blocks that are written into a function: those of a body without the phases that it calls."""
    seen: dict[int, None] = {}
    waiting = [body]
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen[number] = None
        for node in program.blocks[number].statements:
            if isinstance(node, Together):
                continue
            waiting += [
                b
                for b in (getattr(node, n, None) for n in ("then", "otherwise", "body"))
                if isinstance(b, int)
            ]
            if isinstance(node, Choose):
                waiting += [alternative.body for alternative in node.alternatives]
    return list(seen)


def _things(program: Program, clause: Clause) -> list[tuple[int, int]]:
    return [
        (step.cell, len(program.domains[step.static[0]].members))
        for step in clause.steps
        if isinstance(step, Gen) and step.kind == "things"
    ]


# ---------------------------------------------------------------------------------------------
# Statements

StraightWriter = Callable[[StraightContext, Any], None]


def _pass(c: StraightContext) -> None:
    """Counts one pass of a loop."""
    c.out("steps_left[0] -= 1")
    c.fault_if("steps_left[0] < 0", "too-many-steps")


def _put(c: StraightContext, cell: int, text: str) -> None:
    """A local gets a value."""
    if c.cell(cell) != text:
        store(c, c.cell(cell), text, c.unit.kinds.cells[cell])


def _if(c: StraightContext, node: If) -> None:
    with c.out.under(f"if {c(node.test)}:"):
        c.run(node.then)
    if node.otherwise is not None:
        with c.out.under("else:"):
            c.run(node.otherwise)


def _until(c: StraightContext, until: Expr | None) -> None:
    """Leaves a loop when its `until` holds."""
    if until is not None:
        c.out("heap_top[0] = heap_base[0]")
        with c.out.under(f"if {c(until)}:"):
            c.out("break")


def _each(c: StraightContext, node: Each) -> None:
    cells = bound_cells(node.clause)
    mask = _mask_of(c, node.clause)

    def body() -> None:
        _pass(c)
        for cell in cells:
            if cell not in outer:
                store(c, f"cells[{cell}]", c.cell(cell), c.unit.kinds.cells[cell])
        c.run(node.body)
        _until(c, node.until)

    outer = {cell: c.bound[cell] for cell in cells if cell in c.bound}
    if mask is not None:

        def with_piece(piece: str) -> None:
            with c.binding({cells[0]: piece}, {cells[0]: c.unit.kinds.cells[cells[0]]}):
                body()

        over_mask(c, held(c, mask), with_piece, None)
    elif _is_plain(node.clause):
        walk(c, node.clause, body)
    else:
        _each_row(c, node, cells, outer)
    c.leave_if_ended()


def _is_plain(clause: Clause) -> bool:
    """One generator of members or numbers, whose ends are taken once, and no condition."""
    gen = clause.steps[0] if clause.steps else None
    return (
        len(clause.steps) == 1
        and not clause.keys
        and isinstance(gen, Gen)
        and gen.kind in ("things", "range")
    )


def _mask_of(c: StraightContext, clause: Clause) -> Mask | None:
    if clause.keys or not clause.steps or len(bound_cells(clause)) != 1:
        return None
    found: list[Mask | None] = []

    def find() -> str:
        found.append(mask_of_steps(c, clause.steps))
        return ""

    _, lines = c.apart(find)
    if found[0] is not None:
        c.out.again(lines)
    return found[0]


def _each_row(c: StraightContext, node: Each, cells: list[int], outer: dict[int, str]) -> None:
    """All bindings are gathered first; they stand in the heap while the body runs."""
    c.here()
    found = Gathered.begin(c, len(cells))
    walk(c, node.clause, lambda: found.add(c, [c.cell(cell) for cell in cells]))
    base, at = c.fresh("base"), c.fresh("i")
    c.out(f"{base} = heap_base[0]")
    c.out("heap_base[0] = heap_top[0]")
    with c.out.under(f"for {at} in range(0, {found.count}):"):
        _pass(c)
        for index, cell in enumerate(cells):
            step = at if found.width == 1 else f"{at} * {found.width}"
            _put(c, cell, f"heap[{found.place} + {step} + {index + 1}]")
        c.run(node.body)
        _until(c, node.until)
    c.out(f"heap_base[0] = {base}")


def _repeat(c: StraightContext, node: Repeat) -> None:
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
        _pass(c)
        if done:
            c.out(f"{done} += 1")
        c.run(node.body)
        _until(c, node.until)
    c.leave_if_ended()


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
        _pass(c)
        _put(c, node.cell, seat)
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
        _until(c, node.until)
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
            with c.out.under(f"if {again}:"):
                c.out("code = run_pending()")
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
    with c.out.under(f"while code == {TURN}:"):
        c.out("code = run_pending()")


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
            c.out("code = straight_queue()")
            c.leave_if_ended()


def _together(c: StraightContext, node: Together) -> None:
    """Simultaneous choices are played with frames, behind a fence."""
    cells = bound_cells(node.clause)
    c.here()
    found = Gathered.begin(c, len(cells))
    walk(c, node.clause, lambda: found.add(c, [c.cell(cell) for cell in cells]))
    block, index = c.place
    choice = _single_choice(c, node)
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


def _single_choice(c: StraightContext, node: Together) -> Choose | None:
    """The one choice that everybody has, if the body is no more than that and nothing is asked behind it."""
    program = c.unit.program
    body = program.blocks[node.body]
    if len(body.statements) != 1 or body.triggers or not isinstance(body.statements[0], Choose):
        return None
    choice = body.statements[0]
    if choice.mode != "one" or choice.otherwise is not None:
        return None
    for alternative in choice.alternatives:
        for number in own_blocks(program, alternative.body):
            block = program.blocks[number]
            asks = (Choose, Call, Turns, Together, End, Restart, AtEnd)
            if block.triggers or any(isinstance(statement, asks) for statement in block.statements):
                return None
    return choice


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
            c.out("code = straight_queue()")
            c.leave_if_ended()


def _load_row(c: StraightContext, found: Gathered, cells: list[int], at: str) -> None:
    for index, cell in enumerate(cells):
        step = at if found.width == 1 else f"{at} * {found.width}"
        _put(c, cell, f"heap[{found.place} + {step} + {index + 1}]")


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
        c.out("finish()")
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
    families, kinds = known_of(c, counted)
    c.just_bound = families
    with c.binding({}, {**c.bound_kinds, **kinds}):
        c.run(counted.alternative.body)
    c.just_bound = {}


STRAIGHT: dict[type, StraightWriter] = {
    If: _if,
    Each: _each,
    Repeat: _repeat,
    Turns: _turns,
    AtEnd: _at_end,
    Restart: _restart,
    Call: _call,
    End: _end,
    AtOnce: _at_once,
    Together: _together,
    Choose: _choose,
}
