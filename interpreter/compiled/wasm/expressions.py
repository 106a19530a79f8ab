"""What the expressions of the kernel language become."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import ClassVar, Final

from interpreter.compiled.kernel import LIMITS, WIDTHS, Array, KernelError
from interpreter.compiled.wasm import arithmetic
from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm.cells import Cells
from interpreter.compiled.wasm.frame import Frame
from interpreter.compiled.wasm.functions import Functions
from interpreter.compiled.wasm.scope import Scope
from interpreter.compiled.wasm.values import (
    CALLS,
    READS,
    TRAPS,
    Value,
    constant,
    truth,
    truth_constant,
    within,
)

CHEAP: Final = 24
"""Code of so many bytes is rather run in vain than jumped over."""


class ExpressionWriter:
    """Writes the expressions of one function.

    `depth` counts the blocks that are open around them, `marks` the marks that were set; `effects`: something
    was written that changes memory.
    """

    def __init__(self, functions: Functions, frame: Frame, scope: Scope, cells: Cells) -> None:
        self.functions = functions
        self.kernel = functions.kernel
        self.frame = frame
        self.scope = scope
        self.cells = cells
        self.depth = 0
        self.marks = 0
        self.effects = False

    def literal(self, node: ast.expr) -> int | None:
        """The number that is written here, maybe by a constant's name."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            number = self.literal(node.operand)
            return None if number is None else -number
        if isinstance(node, ast.Name) and node.id not in self.scope.values:
            return self.kernel.constants[node.id]
        return node.value if isinstance(node, ast.Constant) else None  # type: ignore[return-value]

    def call(self, node: ast.Call) -> Value:
        """What a call gives; the writer of statements knows how."""
        raise NotImplementedError

    # What stands where

    def expression(self, node: ast.expr) -> Value:
        """A value of 64 bits, or a condition where the expression is one."""
        return self._FORMS[type(node)](self, node)

    def number(self, node: ast.expr) -> Value:
        """A value of 64 bits. Most are names and numbers."""
        kind = type(node)
        if kind is ast.Name:
            value = self.scope.values.get(node.id)  # type: ignore[attr-defined]
            if value is not None:
                return value
        elif kind is ast.Constant:
            return constant(node.value)  # type: ignore[attr-defined]
        value = self._FORMS[kind](self, node)
        return value.number() if value.truth else value

    def condition(self, node: ast.expr) -> Value:
        """A condition of 32 bits."""
        return self._FORMS[type(node)](self, node).condition()

    def cost(self, code: bytes, marks: int) -> int:
        """How long code is without its marks, which were set since there were so many."""
        return len(code) - wasm.MARK_SIZE * (self.marks - marks)

    def _constant(self, node: ast.Constant) -> Value:
        return constant(node.value)

    def _name(self, node: ast.Name) -> Value:
        value = self.scope.values.get(node.id)
        return constant(self.kernel.constants[node.id]) if value is None else value

    def _binary(self, node: ast.BinOp) -> Value:
        if isinstance(node.op, ast.BitAnd) and isinstance(node.left, ast.BinOp):
            rotated = self._rotated(node.left, node.right)
            if rotated is not None:
                return rotated
        left, right = self.number(node.left), self.number(node.right)
        return arithmetic.binary(self.frame, type(node.op), left, right, node.lineno)

    def _rotated(self, both: ast.BinOp, mask: ast.expr) -> Value | None:
        """`(x >> n | x << 32 - n) & 4294967295` for 32 bits; None: it is something else."""
        if not isinstance(both.op, ast.BitOr) or self.literal(mask) != 2**32 - 1:
            return None
        down, up = both.left, both.right
        if not isinstance(down, ast.BinOp) or not isinstance(up, ast.BinOp):
            return None
        if not isinstance(down.left, ast.Name) or not isinstance(down.right, ast.Name):
            return None
        number, by = down.left.id, down.right.id
        if ast.unparse(both) != f"{number} >> {by} | {number} << 32 - {by}":
            return None
        x, n = self._name(down.left), self._name(down.right)
        if not (x.low >= 0 and x.high < 2**32 and n.low >= 0 and n.high < 32) or x.flags | n.flags:
            return None
        code = x.code + wasm.WRAP + n.code + wasm.WRAP + wasm.I32_ROTATE_RIGHT + wasm.EXTEND_UNSIGNED
        return Value(code, 0, 2**32 - 1)

    def _unary(self, node: ast.UnaryOp) -> Value:
        kind = type(node.op)
        if kind is ast.Not:
            return self.expression(node.operand).negated()
        operand = node.operand
        if kind is ast.USub and isinstance(operand, ast.Constant):
            assert isinstance(operand.value, int)
            return arithmetic.known(-operand.value, node.lineno)
        value = self.number(operand)
        return arithmetic.invert(value) if kind is ast.Invert else arithmetic.negative(value, node.lineno)

    def _compare(self, node: ast.Compare) -> Value:
        left, right = self.number(node.left), self.number(node.comparators[0])
        return arithmetic.compare(type(node.ops[0]), left, right)

    # Logic

    def _logical(self, node: ast.BoolOp) -> Value:
        is_and = isinstance(node.op, ast.And)
        parts: list[Value] = []
        for operand in node.values:
            before = self.cells.state()
            part = self.condition(operand)
            self.cells.perhaps(before)
            if part.constant is None:
                parts.append(part)
            elif (part.constant == 0) == is_and:
                parts.append(part)
                break
        if not parts:
            return truth_constant(is_and)
        result = parts.pop()
        while parts:
            result = self._joined(is_and, parts.pop(), result)
        return result

    def _joined(self, is_and: bool, first: Value, then: Value) -> Value:
        flags = first.flags | then.flags
        whole = arithmetic.between(is_and, first, then)
        if whole is not None:
            return whole
        if self.is_cheap(then):
            return truth(first.code + then.code + (wasm.I32_AND if is_and else wasm.I32_OR), flags)
        code = first.code + wasm.begin(wasm.IF, wasm.I32)
        if is_and:
            code += then.code + wasm.ELSE + wasm.const32(0) + wasm.END
        else:
            code += wasm.const32(1) + wasm.ELSE + then.code + wasm.END
        return truth(code, flags)

    def is_cheap(self, value: Value, most: int = CHEAP) -> bool:
        """Whether code may rather run in vain than be jumped over."""
        return not value.flags & (TRAPS | CALLS) and len(value.code) <= most

    def _choice(self, node: ast.IfExp) -> Value:
        test = self.condition(node.test)
        if test.constant is not None:
            return self.number(node.body if test.constant else node.orelse)
        before = self.cells.state()
        yes = self.number(node.body)
        then = self.cells.state()
        self.cells.restore(before)
        no = self.number(node.orelse)
        self.cells.perhaps(then)
        if {yes.constant, no.constant} == {0, 1}:
            return test if yes.constant else test.negated()
        flags = test.flags | yes.flags | no.flags
        if self.is_cheap(yes) and self.is_cheap(no) and not test.flags & (TRAPS | CALLS):
            code = yes.code + no.code + test.code + wasm.SELECT
        else:
            code = test.code + wasm.begin(wasm.IF, wasm.I64) + yes.code + wasm.ELSE + no.code + wasm.END
        return within(code, min(yes.low, no.low), max(yes.high, no.high), flags)

    def branch(self, node: ast.expr, when: bool, label: int) -> bytes:
        """Goes to a block if a condition is as said."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.branch(node.operand, not when, label)
        if isinstance(node, ast.BoolOp):
            return self._branch_logical(node, when, label)
        return self.branch_if(self.expression(node), when, label)

    def branch_if(self, test: Value, when: bool, label: int) -> bytes:
        """The same for a condition that is written already."""
        test = test.condition() if when else test.negated()
        if test.constant is None:
            return test.code + wasm.jump_if(self.depth - label)
        return wasm.jump(self.depth - label) if test.constant else b""

    def _branch_logical(self, node: ast.BoolOp, when: bool, label: int) -> bytes:
        is_and = isinstance(node.op, ast.And)
        tests = self._tests(node, is_and)
        if is_and != when:
            # One operand that is as said is enough.
            return b"".join(self._branch_test(test, when, label) for test in tests)
        if len(tests) == 1:
            return self._branch_test(tests[0], when, label)
        self.depth += 1
        code = b"".join(self._branch_test(test, not when, self.depth) for test in tests[:-1])
        code += self._branch_test(tests[-1], when, label)
        self.depth -= 1
        return wasm.begin(wasm.BLOCK) + code + wasm.END

    def _branch_test(self, test: Value | ast.expr, when: bool, label: int) -> bytes:
        if isinstance(test, Value):
            return self.branch_if(test, when, label)
        before = self.cells.state()
        code = self.branch(test, when, label)
        self.cells.perhaps(before)
        return code

    def _tests(self, node: ast.BoolOp, is_and: bool) -> list[Value | ast.expr]:
        """The operands; what is cheap is joined to the one before it, what jumps by itself stays a node."""
        tests: list[Value | ast.expr] = []
        for operand in node.values:
            marks, before = self.marks, self.cells.state()
            test = self.expression(operand).condition()
            if not self.is_cheap(test) and jumps(operand):
                self.marks = marks
                self.cells.restore(before)
                tests.append(operand)
                continue
            self.cells.perhaps(before)
            if not self.is_cheap(test):
                tests.append(test)
            elif test.constant is not None:
                if (test.constant == 0) == is_and:
                    return [*tests, test]
            elif tests and isinstance(last := tests[-1], Value):
                tests[-1] = self._joined(is_and, last, test)
            else:
                tests.append(test)
        return tests or [truth_constant(is_and)]

    # Arrays

    def address(self, array: Array, index: Value, written: ast.expr | None = None) -> tuple[bytes, int, int]:
        """Where an element lies: code for an address, what is added to it, and flags.

        `written` is the index in the text: without any name in it, it has to lie within the array. What is
        found out about locals may be true of lines that are never reached, so there it ends the run.
        """
        width = WIDTHS[array.width]
        place = index.constant
        if place is not None:
            if 0 <= place < array.length:
                return wasm.const32(0), array.offset + place * width, 0
            if written is not None and not any(isinstance(part, ast.Name) for part in ast.walk(written)):
                raise KernelError(f"line {written.lineno}: {array.name} has no element {place}")
            return wasm.const32(-1), 0, TRAPS
        flags = index.flags | (0 if index.low >= 0 and index.high < array.length else TRAPS)
        offset, behind = array.offset, 0
        inner = index.inner
        if inner is not None and -(2**31) < index.plus * width < 2**31:
            # An index is never negative, so what is taken away from it can be taken from the address. What is
            # added cannot, unless the rest is known not to be negative: addresses do not wrap.
            if inner.low >= 0 or (index.plus < 0 and offset + index.plus * width >= 0):
                index, offset = inner, offset + index.plus * width
            elif index.plus > 0:
                index, behind = inner, index.plus * width
        code = index.code + wasm.WRAP
        if width > 1:
            code += wasm.const32(width.bit_length() - 1) + wasm.I32_SHL
        if behind:
            code += wasm.const32(behind) + wasm.I32_ADD
        return code, offset, flags

    def _element(self, node: ast.Subscript) -> Value:
        assert isinstance(node.value, ast.Name)
        array = self.kernel.arrays[node.value.id]
        index = self.number(node.slice)
        place = index.constant
        if array.role == "const" and place is not None and 0 <= place < len(array.values):
            return constant(array.values[place])
        self.cells.note(array, index, False)
        if self.is_held(array, index):
            return self.cells.load(array, index)
        bounds = self.cells.bounds(array, index)
        if bounds is not None and bounds[0] == bounds[1] and not index.flags:
            return constant(bounds[0])
        code, offset, flags = self.address(array, index, node.slice)
        return self.load(array, code, offset, flags, bounds)

    def is_held(self, array: Array, index: Value) -> bool:
        """Whether an element lives in a local. What lies outside of the array does not."""
        if array.name not in self.cells.held:
            return False
        return index.constant is None or 0 <= index.constant < array.length

    def load(
        self, array: Array, code: bytes, offset: int, flags: int, bounds: tuple[int, int] | None = None
    ) -> Value:
        """The element at an address; `bounds`: it is known to lie between these."""
        low, high = bounds or LIMITS[array.width]
        if array.role == "const":
            low, high = self.functions.limits(array)
            if not flags & TRAPS:
                flags &= ~READS
        else:
            flags |= READS
        result = Value(code + wasm.LOADS[array.width] + wasm.unsigned(offset), low, high, flags)
        return result if low < high or flags else constant(low)

    _FORMS: ClassVar[dict[type, Callable[..., Value]]] = {
        ast.Constant: _constant,
        ast.Name: _name,
        ast.BinOp: _binary,
        ast.Compare: _compare,
        ast.Subscript: _element,
        ast.Call: lambda self, node: self.call(node),
        ast.UnaryOp: _unary,
        ast.BoolOp: _logical,
        ast.IfExp: _choice,
    }


def jumps(node: ast.expr) -> bool:
    """A condition that is best written as jumps."""
    while isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node = node.operand
    return isinstance(node, ast.BoolOp)
