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

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from interpreter.analysis.blocks import owned, reached
from interpreter.compiled.code.blocks import STATEMENTS, BlockContext
from interpreter.compiled.code.clauses import bound_cells
from interpreter.compiled.code.frames import place_kind, place_text
from interpreter.compiled.code.keeping import store
from interpreter.compiled.code.local_sets import set_locals
from interpreter.compiled.code.masks import may_decide
from interpreter.compiled.code.triggers import MOST_ENTRIES, TriggerCode, bit_words
from interpreter.compiled.code.unit import Unit
from interpreter.compiled.code.values import junction
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
    End,
    Expr,
    Gen,
    Program,
    Restart,
    Statement,
    Together,
    Turns,
)  # fmt: skip
from interpreter.triggers import footprint

TURN, GAME, AGAIN, PHASE = 1, 2, 3, 4

StraightWriter = Callable[["StraightContext", Any], None]
STRAIGHT: dict[type, StraightWriter] = {}
"""What writes a class of statement where it is not written as with frames; `straight_statements` fills it."""

DECLARATIONS = (
    f"pending = scratch_i64({2 * MOST_ENTRIES})",
    "pendings = scratch_i64(1)",
    "once_dropped = scratch_i64(1)",
    "budget_now = scratch_i64(1)",
)

PASSING = (
    "origin_now", "pure", "work_left", "decision_due", "heap_top", "heap_base", "bot", "pendings",
    "once_dropped", "budget_now", "entries", "now_true", "place_of", "worth", "worth_unit", "judged",
    "scores",
)  # fmt: skip
"""Arrays that are no part of the position and that whoever comes after a fault sets anew."""

_SHORT = 500
"""Lines of all phases together."""

_FEW_LINES = 1500
"""Lines of all functions together."""


def held_declarations(functions: Mapping[str, str], declared: Iterable[str]) -> list[str]:
    """Which arrays functions of straight play may hold in locals, and which functions those are: their texts
    are given. None where the phases or all functions are long: there it takes time to find out, and little is
    gained.
    """
    phases = [name for name in functions if name.startswith("straight_phase_")]
    lines = {name: text.count("\n") for name, text in functions.items()}
    if not phases or sum(lines[name] for name in phases) > _SHORT or sum(lines.values()) > _FEW_LINES:
        return []
    parts = [line.partition(" = ") for line in declared]
    arrays = [name for name, _, kind in parts if kind.startswith("state_") or name in PASSING]
    return [f"HOLDING = {('games', *phases)!r}", f"HELD = {tuple(arrays)!r}"]


def is_possible(unit: Unit) -> bool:
    """Whether games of this Program can be played straight through.

    What a trigger sets aside while it runs must be plain numbers, and where simultaneous choices are played
    with frames no trigger may end what lies around them.
    """
    program = unit.program
    for trigger in program.triggers:
        if any(place_kind(unit, place).is_place for place in footprint(program, trigger)):
            return False
    statements = [statement for block in program.blocks for statement in block.statements]
    if any(isinstance(s, Together) and single_choice(program, s) is None for s in statements):
        for trigger in program.triggers:
            for number in reached(program, trigger.body):
                if any(isinstance(s, End | Restart | AtEnd) for s in program.blocks[number].statements):
                    return False
    return True


def single_choice(program: Program, node: Together) -> Choose | None:
    """The one choice that everybody has, if the body is no more than that and nothing is asked behind it."""
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


def lists_in_locals(unit: Unit) -> tuple[frozenset[int], dict[int, int]]:
    """The locals that have to stand in memory: others than the phase at hand read them, or they are lists;
    and those lists of members that are masks instead, see `local_sets`."""
    elsewhere = _read_elsewhere(unit)
    sets = {cell: count for cell, count in set_locals(unit).items() if cell not in elsewhere}
    lists = {cell for cell in unit.kept_cells if unit.kinds.cells[cell].is_place}
    return frozenset(lists - sets.keys()) | elsewhere, sets


def _read_elsewhere(unit: Unit) -> frozenset[int]:
    """The locals that others read than the phase or the trigger at hand."""
    program = unit.program
    found: set[int] = set()
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
        self.just_bound: dict[int, Expr] = {}

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
        loud = self.always_loud()
        self.out("entries[0] = 0")
        for number in numbers:
            with self.out.under(f"if alive[{number}]:" if loud else f"if alive[{number}] and quiet[0] == 0:"):
                self.out(f"fire_{number}()")
        with self.out.under("if entries[0] > 0:"):
            self.out("code = straight_fired()")
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
                    count_pass(self)
                    self.out(f"code = straight_trigger_{number}(0)")
                    self.leave_if_ended()

    def always_loud(self) -> bool:
        """Whether nothing ever keeps triggers from looking."""
        return not self.unit.classes & {AtOnce, Together}

    def leave_if_ended(self) -> None:
        """Leaves the loop at hand when something ends."""
        with self.out.under("if code:"):
            self.out("break")

    def run_pending(self) -> None:
        """What ended is over; what had fired before and lives on runs now."""
        self.out("code = run_pending()" if self.unit.program.triggers else "code = 0")

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
        self.shared, self.sets = lists_in_locals(unit)
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
        c.sets = self.sets
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
            c.run_pending()
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
        self._write_run()

    def _write_run(self) -> None:
        """`straight_fired`: as `straight_queue`, where everything has just fired: what fired first is true.
        `run_trigger`: a trigger runs if it still holds, `begin_trigger`: it runs.
        """
        unit = self.unit
        out = Lines()
        with out.under("if entries[0] > 1:"):
            out("return straight_queue()")
        out("base = heap_base[0]")
        out("heap_base[0] = heap_top[0]")
        out("code = begin_trigger(fired[0], fired[1])")
        out("heap_base[0] = base")
        out("return code")
        unit.add("straight_fired", "", out)
        asked, begun = Lines(), Lines()
        for number, trigger in enumerate(unit.program.triggers):
            head = "if" if number == 0 else "elif"
            with (
                asked.under(f"{head} trigger == {number}:"),
                asked.under(f"if still_{number}(binding) == 0:"),
            ):
                asked("return 0")
            with begun.under(f"{head} trigger == {number}:"):
                begun("steps_left[0] -= 1")
                with begun.under("if steps_left[0] < 0:"):
                    begun(f"fault({NUMBERS['too-many-steps']}, {trigger.origin})")
                begun(f"return straight_trigger_{number}(binding)")
        asked("return begin_trigger(trigger, binding)")
        begun("return 0")
        unit.add("run_trigger", "trigger, binding", asked)
        unit.add("begin_trigger", "trigger, binding", begun)

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


def count_pass(c: StraightContext) -> None:
    """Counts one pass of a loop."""
    c.out("steps_left[0] -= 1")
    c.fault_if("steps_left[0] < 0", "too-many-steps")
