"""The rules of one Program in a form that can be carried out, and the loop that carries them out.

Statements become closures (`Run`), made by the functions in `STATEMENTS`, one for each class of statement.
What a frame does when it comes to the top stands in `RESUME`, what has to be tidied up when it goes in
`LEAVE`.  The modules `moves`, `control`, `assignments`, `triggers`, `choices`, `together` fill these tables,
each with one concept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from interpreter.analysis.blocks import kept_for_end, owned, reached, variables
from interpreter.analysis.dependencies import Dependencies
from interpreter.expressions import Compiler
from interpreter.faults import EngineBug, RulesFault
from interpreter.frames import BLOCK, FENCE, ONCE, QUEUE, TURNS
from interpreter.layout import Layout
from interpreter.program import Block, Program, Statement
from interpreter.state import Code, State, fault

Run = Callable[[State], bool]
"""Carries out a statement; True: the frames have changed, look at the top again."""

Frame = list[Any]
StatementCompiler = Callable[["Rules", tuple[int, int], Any], Run]

STATEMENTS: dict[type, StatementCompiler] = {}
RESUME: dict[str, Callable[[Rules, State, Frame], None]] = {}
LEAVE: dict[str, Callable[[Rules, State, Frame], None]] = {}


def statement(kind: type) -> Callable[[StatementCompiler], StatementCompiler]:
    """Enters the compile function for a class of statement; it gets the rules, (block, index) and the
    node.
    """

    def enter(function: StatementCompiler) -> StatementCompiler:
        STATEMENTS[kind] = function
        return function

    return enter


FrameFunction = Callable[["Rules", State, Frame], None]


def resume(kind: str) -> Callable[[FrameFunction], FrameFunction]:
    """Enters what a kind of frame does on top of the stack."""

    def enter(function: FrameFunction) -> FrameFunction:
        RESUME[kind] = function
        return function

    return enter


def leave(kind: str) -> Callable[[FrameFunction], FrameFunction]:
    """Enters what is tidied up when a kind of frame is taken from the stack, ended or not."""

    def enter(function: FrameFunction) -> FrameFunction:
        LEAVE[kind] = function
        return function

    return enter


class BlockCode:
    """A compiled block: what runs, where it stands in the text, and what is cleared when it is left."""

    __slots__ = ("origins", "places", "runs", "tidy", "triggers")

    def __init__(self, block: Block, program: Program) -> None:
        self.runs: list[Run] = []
        self.origins = [s.origin for s in block.statements]
        self.places = (
            *block.cells,
            *[place for family in block.vars for place in variables(program, family)],
        )
        self.triggers = block.triggers
        self.tidy = bool(self.places or self.triggers)


class Rules:
    """Everything compiled; holds nothing of a game under way.

    `data` keeps, by (block, index), what a suspended statement needs when it goes on.
    """

    def __init__(self, program: Program, step_budget: int) -> None:
        from interpreter.triggers import compile_triggers  # it needs this module

        self.program = program
        self.layout = Layout.of(program)
        self.step_budget = step_budget
        self.compiler = self._make_compiler()
        self.dependencies = Dependencies(program)
        self.data: dict[tuple[int, int], Any] = {}
        self._kept = kept_for_end(program)
        self.initial_values: list[Code] = [self.compiler(family.initial) for family in program.variables]
        self.triggers = compile_triggers(self)
        self.blocks = [BlockCode(block, program) for block in program.blocks]
        for number, block in enumerate(program.blocks):
            for index, node in enumerate(block.statements):
                self.blocks[number].runs.append(self._compile(number, index, node))
        for kind in program.melds:
            for shape in kind.shapes:
                for expr in (shape.measure, shape.total):
                    if expr is not None:
                        self.compiler.kept(expr)
        self.resume = {kind: function.__get__(self) for kind, function in RESUME.items()}
        self.leave = {kind: function.__get__(self) for kind, function in LEAVE.items()}

    def _make_compiler(self) -> Compiler:
        return Compiler(self.program)

    def _compile(self, block: int, index: int, node: Statement) -> Run:
        compile_statement = STATEMENTS.get(type(node))
        if compile_statement is None:
            raise EngineBug(f"no meaning for the statement {type(node).__name__}")
        with self.compiler.at(node.origin):
            return compile_statement(self, (block, index), node)

    def another_compiler(self) -> Compiler:
        """A compiler for what is asked besides play, such as reasons: this one is for one thread alone."""
        other = Compiler(self.program)
        other.turn_tests = self.compiler.turn_tests
        return other

    # -----------------------------------------------------------------------------------------
    # Running

    def run(self, st: State) -> bool:
        """Goes on until a decision is due (False), or nothing is left to do down to the bottom or a fence
        (True).
        """
        frames = st.frames
        resumes = self.resume
        while frames:
            frame = frames[-1]
            kind = frame[0]
            if kind == FENCE:
                frames.pop()
                return True
            resumes[kind](st, frame)
            if st.waiting:
                return False
        return True

    def enter(self, st: State, number: int) -> None:
        """Puts a block on top; its triggers live from now on."""
        st.frames.append([BLOCK, number, 0])
        for trigger in self.blocks[number].triggers:
            st.pos.bits[trigger] = self.triggers[trigger].mask(st)

    def pop(self, st: State) -> None:
        """Takes the top frame away and tidies up after it."""
        frame = st.frames.pop()
        tidy = self.leave.get(frame[0])
        if tidy is not None:
            tidy(st, frame)

    def unwind(self, st: State, depth: int) -> list[Any]:
        """Drops all frames above `depth`; gives what fired and lives on outside of what was dropped."""
        frames = st.frames
        fired: list[Any] = []
        waited = False
        while len(frames) > depth:
            kind = frames[-1][0]
            if kind == FENCE:
                fault("end-in-together", -1, "a simultaneous choice cannot end what lies around it")
            if kind == QUEUE:
                fired += frames[-1][1]
            waited = waited or kind == ONCE
            self.pop(st)
        alive = [entry for entry in fired if entry[0] in st.pos.bits]
        if waited and not st.quiet:
            alive += self.fired(st, range(len(self.triggers)))
        return alive

    def finish(self, st: State) -> None:
        """The game is over: nothing that was under way remains."""
        pos = st.pos
        pos.over = True
        pos.frames.clear()
        pos.bits.clear()
        pos.queue.clear()
        pos.committed.clear()
        pos.cells[:] = [None] * len(pos.cells)
        for family in self.program.variables:
            if family.local:
                pos.variables[family.base : family.base + family.count] = [None] * family.count
        st.waiting = False

    def spend(self, st: State, origin: int) -> None:
        """Counts one statement or pass of a loop."""
        st.steps_left -= 1
        if st.steps_left < 0:
            fault(
                "too-many-steps", origin,
                f"{self.step_budget} statements without a decision: this does not seem to end",
                budget=self.step_budget,
            )  # fmt: skip

    # -----------------------------------------------------------------------------------------
    # Triggers

    def look(self, numbers: tuple[int, ...]) -> Run:
        """A closure that looks whether one of these triggers has fired, and queues it."""
        if not numbers:
            return _nothing_to_see

        def look_now(st: State) -> bool:
            if st.quiet:
                return False
            entries = self.fired(st, numbers)
            if entries:
                st.frames.append([QUEUE, tuple(entries)])
                return True
            return False

        return look_now

    def look_after(self, node: Statement) -> Run:
        """As `look`, for the triggers that this statement by itself can affect."""
        return self.look(self.dependencies.affected(node))

    def fired(self, st: State, numbers: Any) -> list[Any]:
        """The bindings of these triggers that have become true since they were last looked at, as queue
        entries.
        """
        bits = st.pos.bits
        entries: list[Any] = []
        for number in numbers:
            before = bits.get(number)
            if before is None:
                continue
            mask = 0
            for bit in self.triggers[number].bindings(st):
                mask |= 1 << bit
                if not before >> bit & 1:
                    entries.append((number, bit))
            bits[number] = mask
        return entries

    # -----------------------------------------------------------------------------------------
    # Variables and locals

    def clear(self, st: State, places: Iterable[int]) -> None:
        """Empties locals that are left; those that the end of the turn has to read live on until then."""
        if self._kept and not self._kept.isdisjoint(places) and self._end_is_due(st):
            places = [place for place in places if place not in self._kept]
        empty(st, places)

    def _end_is_due(self, st: State) -> bool:
        for frame in reversed(st.frames):
            if frame[0] == TURNS:
                return bool(frame[5])
        return False

    def kept_in(self, body: int) -> tuple[int, ...]:
        """The places that are kept until the end of a turn with this body."""
        return (
            tuple(sorted(self._kept & owned(self.program, reached(self.program, body)))) if self._kept else ()
        )

    def initialise(self, st: State, family: int) -> None:
        """Puts a variable family to its initial value."""
        declared = self.program.variables[family]
        value = self.initial_values[family](st)
        for number in range(declared.base, declared.base + declared.count):
            st.variables[number] = value


def empty(st: State, places: Iterable[int]) -> None:
    """Sets places (see analysis/blocks.py) to None, so that positions which are the same stay equal."""
    for place in places:
        if place >= 0:
            st.cells[place] = None
        else:
            st.variables[-1 - place] = None


def _nothing_to_see(st: State) -> bool:
    return False


@resume(BLOCK)
def _run_block(rules: Rules, st: State, frame: Frame) -> None:
    code = rules.blocks[frame[1]]
    runs = code.runs
    index = frame[2]
    try:
        while index < len(runs):
            frame[2] = index + 1
            st.steps_left -= 1
            if st.steps_left < 0:
                rules.spend(st, code.origins[index])
            if runs[index](st):
                return
            index += 1
    except RulesFault as problem:
        if problem.origin < 0:
            problem.origin = code.origins[index]
        raise
    rules.pop(st)


@leave(BLOCK)
def _leave_block(rules: Rules, st: State, frame: Frame) -> None:
    code = rules.blocks[frame[1]]
    if code.tidy:
        rules.clear(st, code.places)
        for trigger in code.triggers:
            st.pos.bits.pop(trigger, None)
