"""A machine that counts which rules are used while a game is played.

It carries out a Program exactly as `Machine` does and notes beside that how often each block was entered and
each statement carried out, whether each define was reckoned, and whether chosen conditions were asked and
held.  How often the latter happens is the engine's own affair, which may remember what it has reckoned.  The
plain machine knows nothing of this and pays nothing for it.

Blocks and statements are counted only in the position that is being played: a simultaneous choice is asked
on copies and carried out afterwards, and only the latter counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from interpreter.chance import Chance
from interpreter.choices import Option
from interpreter.expressions import Compiler
from interpreter.frames import NOTHING
from interpreter.machine import DECISION_BUDGET, STEP_BUDGET, Decision, Machine
from interpreter.position import Position
from interpreter.program import Choose, Expr, Program, Statement
from interpreter.rules import Rules, Run
from interpreter.state import Code, State
from interpreter.views import Log


class UseCounts:
    """One list of numbers, `counts`, and where in it each thing is counted.

    `tests` are the conditions that are watched. `reset` sets all to 0; the list stays the same object.
    """

    def __init__(self, program: Program, tests: Iterable[Expr] = ()) -> None:
        self._statements: list[int] = []
        size = len(program.blocks)
        for block in program.blocks:
            self._statements.append(size)
            size += len(block.statements)
        self._functions = size
        size += len(program.functions)
        self._tests = {test: size + 2 * number for number, test in enumerate(dict.fromkeys(tests))}
        self._origins = {test.origin for test in self._tests}
        size += 2 * len(self._tests)
        self._offers: dict[tuple[int, int, int], int] = {}
        for number, block in enumerate(program.blocks):
            for index, node in enumerate(block.statements):
                for place in range(len(node.alternatives)) if isinstance(node, Choose) else ():
                    self._offers[number, index, place] = size + len(self._offers)
        self.counts = [0] * (size + len(self._offers))

    def reset(self) -> None:
        """Sets every count to 0."""
        self.counts[:] = [0] * len(self.counts)

    def block(self, number: int) -> int:
        """Where it is counted how often a block was entered."""
        return number

    def statement(self, block: int, index: int) -> int:
        """Where it is counted how often a statement was begun."""
        return self._statements[block] + index

    def function(self, number: int) -> int:
        """Where it is noted (1) that a define was reckoned."""
        return self._functions + number

    def asked(self, test: Expr) -> int:
        """Where it is noted (1) that a watched condition was asked."""
        return self._tests[test]

    def held(self, test: Expr) -> int:
        """Where it is noted (1) that a watched condition held."""
        return self._tests[test] + 1

    def offered(self, block: int, index: int, alternative: int) -> int:
        """Where it is counted how many decisions offered an alternative of a choice."""
        return self._offers[block, index, alternative]

    def choices(self) -> Iterable[tuple[int, int, int]]:
        """All alternatives of all choices, as `offered` takes them."""
        return self._offers

    def watches(self, expr: Expr) -> bool:
        """Whether this is a condition that is watched."""
        return expr.origin in self._origins and expr in self._tests


class _CountingCompiler(Compiler):
    """Makes closures that count what is asked of them."""

    def __init__(self, program: Program, uses: UseCounts) -> None:
        super().__init__(program)
        self.uses = uses

    def __call__(self, expr: Expr) -> Code:
        code = super().__call__(expr)
        if not self.uses.watches(expr):
            return code
        counts = self.uses.counts
        asked, held = self.uses.asked(expr), self.uses.held(expr)

        def tested(st: State) -> Any:
            counts[asked] = 1
            value = code(st)
            if value is True:
                counts[held] = 1
            return value

        return tested

    def function(self, number: int) -> Code:
        return self._counted(number, super().function(number))

    def written_out(self, number: int, args: tuple[Expr, ...]) -> Code | None:
        code = super().written_out(number, args)
        return None if code is None else self._counted(number, code)

    def _counted(self, number: int, code: Code) -> Code:
        counts, place = self.uses.counts, self.uses.function(number)

        def reckoned(st: State) -> Any:
            counts[place] = 1
            return code(st)

        return reckoned


class _CountingRules(Rules):
    """Rules whose blocks and statements are counted; `playing` is the position that counts."""

    def __init__(self, program: Program, step_budget: int, uses: UseCounts) -> None:
        self.uses = uses
        self.playing: Position | None = None
        super().__init__(program, step_budget)

    def _make_compiler(self) -> Compiler:
        return _CountingCompiler(self.program, self.uses)

    def _compile(self, block: int, index: int, node: Statement) -> Run:
        run = super()._compile(block, index, node)
        counts, place = self.uses.counts, self.uses.statement(block, index)

        def counted(st: State) -> bool:
            if st.pos is self.playing:
                counts[place] += 1
            return run(st)

        return counted

    def enter(self, st: State, number: int) -> None:
        if st.pos is self.playing:
            self.uses.counts[number] += 1
        super().enter(st, number)


class CountingMachine(Machine):
    """A `Machine` that counts, in `uses`, what the game that it plays makes use of.

    `tests`: the conditions to be watched. Counts add up until `uses.reset()` is called; what decisions offer
    is counted by whoever asks (`offered`). What is tried on other positions than the one played last is not
    told apart: give bots a machine of their own.
    """

    rules: _CountingRules

    def __init__(
        self,
        program: Program,
        tests: Iterable[Expr] = (),
        step_budget: int = STEP_BUDGET,
        decision_budget: int = DECISION_BUDGET,
    ) -> None:
        self.uses = UseCounts(program, tests)
        super().__init__(program, step_budget, decision_budget)

    def offered(self, decision: Decision, options: Iterable[Option]) -> None:
        """Counts what a decision offered."""
        block, index = decision.choice.place
        for alternative in {option.alternative for option in options}:
            if alternative != NOTHING:
                self.uses.counts[self.uses.offered(block, index, alternative)] += 1

    def _make_rules(self) -> Rules:
        return _CountingRules(self.program, self.step_budget, self.uses)

    def _begin(self, st: State) -> None:
        self.rules.playing = st.pos
        super()._begin(st)

    def _chosen(self, pos: Position, option: Option, chance: Chance, log: Log | None) -> State:
        self.rules.playing = pos
        return super()._chosen(pos, option, chance, log)
