"""Blocks as functions: `block_N(at)` runs a block from a statement on.

It gives 1 when the block is done and its frame gone, 0 when something else has come on top of the stack or a
decision waits. A statement that may bring that about first notes in the frame where play goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from interpreter.compiled.code.frames import BLOCK, tidy_block
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.faults import EngineBug
from interpreter.program import Statement

if TYPE_CHECKING:
    from interpreter.compiled.code.triggers import TriggerCode

StatementWriter = Callable[["BlockContext", Any], None]
STATEMENTS: dict[type, StatementWriter] = {}


def statement(kind: type) -> Callable[[StatementWriter], StatementWriter]:
    """Enters the function that writes a class of statement."""

    def enter_row(function: StatementWriter) -> StatementWriter:
        STATEMENTS[kind] = function
        return function

    return enter_row


class BlockContext(Context):
    """A place in a block's function. `place` is (block, index) of the statement at hand; `d` names the
    block's own frame; `straight`: it is a function of straight play, which has no frames."""

    straight = False

    def __init__(self, unit: Unit, out: Lines, triggers: TriggerCode, block: int) -> None:
        super().__init__(unit, out)
        self.triggers = triggers
        self.place = (block, 0)
        self.resumes: set[int] = set()
        self._noted = False

    def may_leave(self) -> None:
        """Notes in the frame that play goes on behind this statement."""
        if not self._noted:
            self.out(f"frame_b[d] = {self.place[1] + 1}")
            self._noted = True
            self.resumes.add(self.place[1] + 1)

    def begin(self, index: int) -> None:
        """The next statement."""
        self.place = (self.place[0], index)
        self._noted = False

    def look(self, node: Statement) -> None:
        """Looks whether triggers fired; if so they come first."""
        call = self.triggers.after(node)
        if call is not None:
            self.may_leave()
            with self.out.under(f"if {call}:"):
                self.out("return 0")

    def run(self, block: int) -> None:
        """Runs another block, then goes on here."""
        self.may_leave()
        enter(self, block)
        with self.out.under(f"if block_{block}(0) == 0:"):
            self.out("return 0")


def enter(c: Context, block: int) -> None:
    """Puts a block on top; its triggers live from now on."""
    c.out(f"push({BLOCK}, {block}, 0, 0, 0, 0)")
    if c.unit.counting is not None:
        c.unit.counting.block(c.out, block)
    for trigger in c.unit.program.blocks[block].triggers:
        c.out(f"wake_{trigger}()")


def write_blocks(unit: Unit, triggers: TriggerCode) -> None:
    """The functions of all blocks that are played with frames, and `go_block` that goes on with one."""
    for number in unit.framed:
        _write_block(unit, triggers, number)
    out = Lines()
    for place, number in enumerate(unit.framed):
        with out.under(f"{'if' if place == 0 else 'elif'} number == {number}:"):
            out(f"block_{number}(at)")
    unit.add("go_block", "number, at", out)


def _write_block(unit: Unit, triggers: TriggerCode, number: int) -> None:
    block = unit.program.blocks[number]
    c = BlockContext(unit, Lines(), triggers, number)
    written: list[list[tuple[int, str]]] = []
    for index, node in enumerate(block.statements):
        c.begin(index)
        _, lines = c.apart(lambda node=node: _write_statement(c, node))  # type: ignore[misc]
        written.append(lines)
    out = c.out
    out("d = depth[0] - 1")
    parts: list[tuple[int, list[tuple[int, str]]]] = []
    for index, lines in enumerate(written):
        if not parts or index in c.resumes:
            parts.append((index, []))
        parts[-1][1].extend(lines)
    for index, lines in parts:
        if not c.resumes:
            out.again(lines)
        else:
            with out.under(f"if at <= {index}:"):
                out.again(lines, 1)
    out("depth[0] = d")
    tidy_block(unit, out, number)
    out("return 1")
    unit.add(f"block_{number}", "at", out)


def spend(c: Context) -> None:
    """Counts one statement or pass of a loop."""
    c.out("steps_left[0] -= 1")
    with c.out.under("if steps_left[0] < 0:"):
        c.out(f"fault({NUMBERS['too-many-steps']}, {c.origin})")


def _write_statement(c: BlockContext, node: Statement) -> str:
    write = STATEMENTS.get(type(node))
    if write is None:
        raise EngineBug(f"no way to write the statement {type(node).__name__}")
    with c.at(node.origin):
        spend(c)
        if c.unit.counting is not None:
            c.unit.counting.statement(c.out, *c.place)
        _, lines = c.apart(lambda: str(write(c, node)))
        if any("alloc(" in text or "heap" in text or "(" in text for _, text in lines):
            c.out("heap_top[0] = heap_base[0]")
        c.out.again(lines)
    return ""
