"""Triggers: which have become true, and how they run one after the other."""

from __future__ import annotations

from interpreter.analysis.dependencies import Dependencies
from interpreter.compiled.code.clauses import bound_cells, walk
from interpreter.compiled.code.frames import QUEUE, TRIGGER, place_kind, place_text
from interpreter.compiled.code.keeping import keep, keep_rows
from interpreter.compiled.code.kinds import NUMBERS as LIST
from interpreter.compiled.code.masks import may_decide
from interpreter.compiled.code.members import harmless
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.values import junction
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.features import WORD
from interpreter.compiled.kernel import NONE
from interpreter.program import Cond, Gen, Program, Statement, Trigger
from interpreter.triggers import footprint

MOST_ENTRIES = 4_096


def bits_of(program: Program, trigger: Trigger) -> int:
    """How many bindings a trigger can have."""
    count = 1
    for step in trigger.clause.steps:
        if isinstance(step, Gen) and step.kind == "things":
            count *= len(program.domains[step.static[0]].members)
    return count


def bit_words(program: Program) -> list[int]:
    """The first word of each trigger's mask in `bits`; the last entry is how many words there are."""
    starts = [0]
    for trigger in program.triggers:
        starts.append(starts[-1] + -(-bits_of(program, trigger) // WORD))
    return starts


def declarations(program: Program) -> list[str]:
    """The arrays for triggers."""
    return [
        f"alive = state_u8({max(1, len(program.triggers))})",
        f"trigger_bits = state_i64({max(1, bit_words(program)[-1])})",
        f"fired = scratch_i64({2 * MOST_ENTRIES})",
        "entries = scratch_i64(1)",
        f"now_true = scratch_i64({max(1, bit_words(program)[-1])})",
    ]


class TriggerCode:
    """Which triggers a statement has to look at; writes the functions that look."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.dependencies = Dependencies(unit.program)
        self._looks: dict[tuple[int, ...], str] = {}

    def after(self, node: Statement) -> str | None:
        """A call that looks at what a statement can affect, 1 where something fired; None: nothing can."""
        numbers = self.dependencies.affected(node)
        if not numbers:
            return None
        name = self._looks.get(numbers)
        if name is None:
            name = self._looks[numbers] = f"look_{len(self._looks)}"
            self._write_look(name, numbers)
        return f"{name}()"

    def _write_look(self, name: str, numbers: tuple[int, ...]) -> None:
        out = Lines()
        with out.under("if quiet[0]:"):
            out("return 0")
        out("entries[0] = 0")
        for number in numbers:
            self._fire(out, number)
        with out.under("if entries[0] == 0:"):
            out("return 0")
        out("queue_entries()")
        out("return 1")
        self.unit.add(name, "", out)

    def _fire(self, out: Lines, number: int) -> None:
        with out.under(f"if alive[{number}]:"):
            out(f"fire_{number}()")

    def write(self) -> None:
        """The functions of all triggers."""
        unit = self.unit
        program = unit.program
        for number in range(len(program.triggers)):
            if not self._write_quick(number):
                self._write_walk(number, "fire")
                self._write_walk(number, "wake")
            if not self._write_asked(number):
                self._write_walk(number, "still")
            self._write_start(number)
        out = Lines()
        for number in range(len(program.triggers)):
            self._fire(out, number)
        unit.add("fire_all", "", out)
        out = Lines()
        with out.under(f"if entries[0] >= {MOST_ENTRIES}:"):
            out(f"fault({NUMBERS['beyond-kernel']}, origin_now[0])")
        out("fired[2 * entries[0]] = trigger")
        out("fired[2 * entries[0] + 1] = binding")
        out("entries[0] += 1")
        unit.add("add_entry", "trigger, binding", out)
        self._write_queue()

    def _write_walk(self, number: int, purpose: str, name: str = "") -> None:
        """fire: adds what has become true; wake: notes what is true; still: whether one binding is true.

        The function is called `name`, or after its purpose.
        """
        unit = self.unit
        program = unit.program
        trigger = program.triggers[number]
        start = bit_words(program)[number]
        words = bit_words(program)[number + 1] - start
        c = Context(unit, Lines())
        c.origin = trigger.origin
        c.seats = "acting"
        things = [
            (step.cell, len(program.domains[step.static[0]].members))
            for step in trigger.clause.steps
            if isinstance(step, Gen) and step.kind == "things"
        ]
        decides = may_decide(unit, trigger.clause)
        if decides:
            c.out("was_pure = pure[0]")
            c.out("pure[0] = 1")
        if purpose == "still":
            c.out("found = 0")
        else:
            for word in range(words):
                c.out(f"now_true[{start + word}] = 0")

        def note() -> None:
            text = "0"
            for cell, size in things:
                text = c.cell(cell) if text == "0" else f"({text} * {size} + {c.cell(cell)})"
            if purpose == "still":
                with c.out.under(f"if {text} == binding:"):
                    c.out("found = 1")
                return
            at = c.hold(text, "at")
            word = str(start) if words == 1 else c.hold(f"{start} + {at} // {WORD}")
            bit = f"1 << {at}" if words == 1 else f"1 << {at} % {WORD}"
            c.out(f"now_true[{word}] |= {bit}")
            if purpose == "fire":
                shift = at if words == 1 else f"({at} % {WORD})"
                with c.out.under(f"if trigger_bits[{word}] >> {shift} & 1 == 0:"):
                    c.out(f"add_entry({number}, {at})")

        walk(c, trigger.clause, note)
        if decides:
            c.out("pure[0] = was_pure")
        if purpose == "still":
            c.out("return found")
            unit.add(f"still_{number}", "binding", c.out)
            return
        for word in range(words):
            c.out(f"trigger_bits[{start + word}] = now_true[{start + word}]")
        if purpose == "wake":
            c.out(f"alive[{number}] = 1")
        unit.add(name or f"{purpose}_{number}", "", c.out)

    def _write_quick(self, number: int) -> bool:
        """`fire_N` and `wake_N` where all bindings can be asked in any order: in which they fire is found
        out only when there are several.
        """
        unit = self.unit
        clause = unit.program.triggers[number].clause
        start, end = bit_words(unit.program)[number : number + 2]
        gens = [step for step in clause.steps if isinstance(step, Gen)]
        if end - start > 1 or not gens or any(gen.kind != "things" for gen in gens):
            return False
        if clause.keys or may_decide(unit, clause):
            return False
        c = Context(unit, Lines())
        c.origin = unit.program.triggers[number].origin
        c.counts_work = False
        c.out("now = 0")

        def note() -> None:
            text = "0"
            for gen in gens:
                size = len(unit.program.domains[gen.static[0]].members)
                here = c.cell(gen.cell)
                text = here if text == "0" else f"({text} * {size} + {here})"
            c.out(f"now |= 1 << {text}")

        def look() -> str:
            walk(c, clause, note)
            return "now"

        if harmless(c, look) is None:
            return False
        lines = list(c.out.lines)
        c.out(f"trigger_bits[{start}] = now")
        c.out(f"alive[{number}] = 1")
        unit.add(f"wake_{number}", "", c.out)
        self._write_walk(number, "fire", f"fire_in_order_{number}")
        out = Lines()
        out.again(lines)
        out(f"fresh = now & ~trigger_bits[{start}]")
        with out.under("if fresh & fresh - 1:"):
            out(f"fire_in_order_{number}()")
        with out.under("else:"):
            out(f"trigger_bits[{start}] = now")
            with out.under("if fresh:"):
                out(f"add_entry({number}, ctz(fresh))")
        unit.add(f"fire_{number}", "", out)
        return True

    def _write_asked(self, number: int) -> bool:
        """`still_N(binding)`, where a binding can be asked for by itself and no other one may be a fault."""
        unit = self.unit
        trigger = unit.program.triggers[number]
        steps = trigger.clause.steps
        if trigger.clause.keys or may_decide(unit, trigger.clause) or not bound_cells(trigger.clause):
            return False
        if any(step.soft if isinstance(step, Cond) else step.kind != "things" for step in steps):
            return False
        c = Context(unit, Lines())
        c.origin = trigger.origin
        c.seats = "acting"
        names = {}
        for step in reversed(steps):
            if isinstance(step, Gen):
                names[step.cell] = name = c.fresh("member")
                size = len(unit.program.domains[step.static[0]].members)
                c.out(f"{name} = binding % {size}")
                c.out(f"binding = binding // {size}")
        kinds = {step.cell: c.bound_kind(step) for step in steps if isinstance(step, Gen)}
        with c.binding(names, kinds):
            tests = tuple(step.test for step in steps if isinstance(step, Cond))
            found = harmless(c, lambda: junction(c, tests, "and"))
        if found is None:
            return False
        c.out(f"return {found}")
        unit.add(f"still_{number}", "binding", c.out)
        return True

    def _write_start(self, number: int) -> None:
        """Runs a trigger for one binding: what its body may overwrite is set aside."""
        from interpreter.compiled.code.blocks import enter

        unit = self.unit
        program = unit.program
        trigger = program.triggers[number]
        c = Context(unit, Lines())
        c.origin = trigger.origin
        places = footprint(program, trigger)
        c.out(f"saved = {unit.lists.name('alloc')}({len(places) + 1})")
        c.out(f"heap[saved] = {len(places)}")
        for index, place in enumerate(places):
            text = place_text(place) if place < 0 or place in unit.kept_cells else str(NONE)
            c.out(f"heap[saved + {index + 1}] = {text}")
        kinds = [place_kind(unit, place) for place in places]
        c.out(f"push({TRIGGER}, {number}, {keep_rows(unit, 'saved', kinds)}, 0, 0, 0)")
        things = [
            (step.cell, len(program.domains[step.static[0]].members))
            for step in trigger.clause.steps
            if isinstance(step, Gen) and step.kind == "things"
        ]
        for cell, size in reversed(things):
            c.out(f"cells[{cell}] = binding % {size}")
            c.out(f"binding = binding // {size}")
        with c.seats_from("acting"):
            for step in trigger.clause.steps:
                if isinstance(step, Gen) and step.kind == "let":
                    value = keep(unit, c.hold(c(step.args[0])), unit.kinds.cells[step.cell])
                    c.out(f"cells[{step.cell}] = {value}")
        enter(c, trigger.body)
        unit.add(f"start_{number}", "binding", c.out)

    def _write_queue(self) -> None:
        unit = self.unit
        out = Lines()
        out(f"at = {unit.lists.name('alloc')}(2 * entries[0] + 1)")
        out("heap[at] = 2 * entries[0]")
        with out.under("for i in range(0, 2 * entries[0]):"):
            out("heap[at + 1 + i] = fired[i]")
        out(f"push({QUEUE}, {keep(unit, 'at', LIST)}, 0, 0, 0, 0)")
        unit.add("queue_entries", "", out)
        out = Lines()
        out("at = frame_a[d]")
        out("i = frame_b[d]")
        with out.under("if 2 * i >= heap[at]:"):
            out("depth[0] = d")
            out("return")
        out("frame_b[d] = i + 1")
        out("trigger = heap[at + 1 + 2 * i]")
        out("binding = heap[at + 2 + 2 * i]")
        with out.under("if alive[trigger] == 0:"):
            out("return")
        for number, trigger in enumerate(unit.program.triggers):
            with out.under(f"{'if' if number == 0 else 'elif'} trigger == {number}:"):
                with out.under(f"if still_{number}(binding) == 0:"):
                    out("return")
                out("steps_left[0] -= 1")
                with out.under("if steps_left[0] < 0:"):
                    out(f"fault({NUMBERS['too-many-steps']}, {trigger.origin})")
                out("heap_top[0] = heap_base[0]")
                out(f"start_{number}(binding)")
        unit.add("go_queue", "d", out)
