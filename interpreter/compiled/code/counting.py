"""Kernels that count which rules are used, numbered as in `interpreter/counting.py`.

`use_counts` has a number for each place of `UseCounts`. Blocks and statements are counted while
`playing[0]` is 1, that is not while those who choose at the same time are asked. Defines and watched
conditions are noted (0 or 1) while `noting[0]` is 1, that is not while the score is read. How often they
are reckoned is the engine's own affair; whether they are is not. So what holds one is never reckoned as a
mask of all pieces at once; as a mask among given pieces it is noted where there are any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.counting import UseCounts
from interpreter.program import Expr, Gen, Together

if TYPE_CHECKING:
    from interpreter.compiled.code.unit import Context, Unit
    from interpreter.compiled.code.writer import Lines


class Counting:
    """Writes the lines that count, for one kernel."""

    def __init__(self, unit: Unit, uses: UseCounts) -> None:
        program = unit.program
        self.program = program
        self.uses = uses
        self._functions: dict[int, bool] = {}
        self._asks_apart = any(
            isinstance(node, Together) for block in program.blocks for node in block.statements
        )
        unit.declarations += [
            f"use_counts = scratch_i64({max(1, len(uses.counts))})",
            "playing = scratch_i64(1)",
            "noting = scratch_i64(1)",
        ]

    # -- what is counted ---------------------------------------------------------------------------

    def block(self, out: Lines, number: int) -> None:
        """A block is entered."""
        self._count(out, self.uses.block(number))

    def statement(self, out: Lines, block: int, index: int) -> None:
        """A statement begins."""
        self._count(out, self.uses.statement(block, index))

    def _count(self, out: Lines, place: int) -> None:
        out(f"use_counts[{place}] += {'playing[0]' if self._asks_apart else '1'}")

    def decision(
        self, out: Lines, choice: tuple[int, int], counts: Sequence[str], options: str, seat: str
    ) -> None:
        """A decision of a choice is due: how many options each alternative gives, and all together."""
        for alternative, count in enumerate(counts):
            out(f"use_counts[{self.uses.offered(*choice, alternative)}] += {count} > 0")
        out(f"note_options({options})")
        out("note_score()")
        out(f"use_generator({seat})")

    def function(self, c: Context, number: int) -> None:
        """A define is reckoned."""
        if self._is_noted(number):
            c.out(f"use_counts[{self.uses.function(number)}] |= noting[0]")

    def condition(self, c: Context, expr: Expr, text: str) -> str:
        """The text for the value of an expression, noted if it is a condition that is watched."""
        if not self.uses.watches(expr):
            return text
        c.out(f"use_counts[{self.uses.asked(expr)}] |= noting[0]")
        text = c.hold(text, "test")
        with c.out.under(f"if {text}:"):
            c.out(f"use_counts[{self.uses.held(expr)}] |= noting[0]")
        return text

    def _is_noted(self, number: int) -> bool:
        """A define that is settled at set-up is no clause of the rules that could be used or not."""
        return self.program.functions[number].body.op != "const"

    # -- what has to be reckoned as it stands --------------------------------------------------------

    def is_inside(self, expr: Expr) -> bool:
        """Whether something that is noted stands in an expression, or in what it calls."""
        if self.uses.watches(expr):
            return True
        if expr.op == "call" and self._is_noted_within(expr.static[0]):
            return True
        if any(self.is_inside(argument) for argument in expr.args):
            return True
        if expr.clause is None:
            return False
        parts = [
            *[a for s in expr.clause.steps for a in (s.args if isinstance(s, Gen) else (s.test,))],
            *[key.value for key in expr.clause.keys],
        ]
        return any(self.is_inside(part) for part in parts)

    def _is_noted_within(self, number: int) -> bool:
        if number not in self._functions:
            self._functions[number] = self._is_noted(number) or self.is_inside(
                self.program.functions[number].body
            )
        return self._functions[number]
