"""What calls become: an instruction, a call, or the function's own statements in its place."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar, Final

from interpreter.compiled.kernel import WIDTHS, Array
from interpreter.compiled.wasm import arithmetic
from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm.cells import NOTHING, Cells, Ends, Plan, Unheld
from interpreter.compiled.wasm.expressions import ExpressionWriter
from interpreter.compiled.wasm.frame import Frame
from interpreter.compiled.wasm.functions import (
    ONCE,
    PLACES,
    SMALL,
    TWICE,
    Functions,
    Written,
    body_of,
)
from interpreter.compiled.wasm.scope import Scope
from interpreter.compiled.wasm.values import CALLS, HIGHEST, LOWEST, READS, TRAPS, Value, constant

SPREAD: Final = 4
"""So many elements are filled or copied one by one."""

FEW: Final = 8
"""So many elements are copied in a loop: the instruction for it is a call of the host."""

PIECES: Final = 16
"""Up to so many words of equal bytes are stored one by one: the instruction for it is a call of the host."""


class CallWriter(ExpressionWriter):
    """Writes the calls of one function. `inlined`: the functions whose statements are being written, from
    the outermost on."""

    def __init__(self, functions: Functions, frame: Frame, scope: Scope, cells: Cells, marking: bool) -> None:
        super().__init__(functions, frame, scope, cells)
        self.marking = marking
        self.inlined = [scope.function.name]
        self.ends: dict[int, Ends] = {}

    @classmethod
    def write(cls, functions: Functions, name: str, marking: bool) -> Written:
        """Writes a function on its own; one that may hold arrays twice, the second time with what pays."""
        found, cells = cls._written(functions, name, marking, NOTHING)
        plan = cells.plan_for() if cells.noting else NOTHING
        while plan.arrays:
            try:
                held, _ = cls._written(functions, name, marking, plan)
            except Unheld as unheld:
                plan = plan.without(str(unheld))
            else:
                # where it is written in place of its call it is as long as it was at first
                held.cost, held.effects = found.cost, found.effects
                found = held
                break
        functions.written[name] = found
        return found

    @classmethod
    def _written(cls, functions: Functions, name: str, marking: bool, plan: Plan) -> tuple[Written, Cells]:
        kernel = functions.kernel
        node, survey, gives = kernel.functions[name], functions.surveys[name], functions.gives[name]
        parameters = [each.arg for each in node.args.args]
        frame = Frame(parameters)
        scope = Scope(node, survey, gives, None)
        for number, parameter in enumerate(parameters):
            scope.declare(parameter, number)
        for local in survey.names():
            scope.declare(local, frame.take(name=local))
        cells = Cells(frame, kernel, plan, name in kernel.holding)
        writer = cls(functions, frame, scope, cells, marking)
        code, falls = writer.function_body(body_of(node))
        code = cells.loaded() + code + (cells.stored() if falls else b"")
        cost = writer.cost(code, 0)
        kept = frame.declarations(), frame.names, frame.types
        return Written(name, node, survey, gives, *kept, code, cost, writer.effects), cells

    def function_body(self, body: list[ast.stmt]) -> tuple[bytes, bool]:
        """The statements of a function; the writer of statements knows how."""
        raise NotImplementedError

    def call(self, node: ast.Call) -> Value:
        """The value of a call."""
        assert isinstance(node.func, ast.Name)
        built_in = self._VALUES.get(node.func.id)
        if built_in is not None:
            return built_in(self, node.args, node.lineno)
        value = self._called(node)
        return Value(value.code, value.low, value.high, value.flags, value.atom)

    def call_alone(self, node: ast.Call) -> tuple[bytes, bool]:
        """A call that stands as a statement, and whether it comes back."""
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        action = self._ACTIONS.get(name)
        if action is not None:
            self.effects = True
            return action(self, node.args, node.lineno), name != "fault"
        if name in self._VALUES:
            return self._VALUES[name](self, node.args, node.lineno).code + wasm.DROP, True
        code = self._called(node).code
        if self.functions.gives[name]:
            code += wasm.DROP
        return code, True

    # Functions of the kernel

    def _called(self, node: ast.Call) -> Value:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        args = [self.number(arg) for arg in node.args]
        written = self.functions.written.get(name)
        if written is None and name in self.functions.postponed:
            value = self._only_here(name, args)
            if value is not None:
                return value
            written = self.write(self.functions, name, self.marking)
        if written is not None and self._fits(written):
            return self._inline(written, args)
        flags = READS | TRAPS
        if written is None or written.effects:
            flags |= CALLS
            self.effects = True
        code = b"".join(arg.code for arg in args)
        touched = self.functions.touches.get(name, {})
        self.cells.called(touched)
        code += (
            self.cells.stored(touched) + wasm.call(self.functions.number(name)) + self.cells.loaded(touched)
        )
        return Value(code, flags=flags)

    def _fits(self, written: Written) -> bool:
        if written.name in self.inlined:
            return False
        calls = self.functions.calls[written.name]
        if self.cells.noting and calls <= PLACES and written.cost * calls <= self.functions.gathered:
            return True
        return written.cost <= {1: ONCE, 2: TWICE}.get(calls, SMALL)

    def _inline(self, written: Written, args: list[Value]) -> Value:
        expression = written.expression
        if expression is None:
            return self._in_place(written.name, args)[0]
        uses = None if written.effects or any(arg.flags & CALLS for arg in args) else written.uses
        flags = 0
        for arg in args:
            flags |= arg.flags
        with self._within(written.name, args, uses) as before:
            value = self.number(expression)
        return Value(before + value.code, value.low, value.high, flags | value.flags) if before else value

    def _only_here(self, name: str, args: list[Value]) -> Value | None:
        """A function that nobody else calls, written where it is called; None: it is too long for that."""
        frame, marks, cells = self.frame.state(), self.marks, self.cells.state()
        value, cost = self._in_place(name, args)
        if cost <= (self.functions.gathered if self.cells.noting else ONCE):
            return value
        self.frame.restore(frame)
        self.cells.restore(cells)
        self.marks = marks
        return None

    def _in_place(self, name: str, args: list[Value]) -> tuple[Value, int]:
        """The statements of a function in place of its call, and how long they are."""
        functions = self.functions
        gives, outer = functions.gives[name], self.effects
        marks = self.marks
        flags = READS | TRAPS
        for arg in args:
            flags |= arg.flags
        self.effects = False
        with self._within(name, args, None) as before:
            self.depth += 1
            ends = self.ends[self.depth] = Ends(frozenset())
            body, falls = self.function_body(body_of(self.scope.function))
            del self.ends[self.depth]
            self.cells.join([*ends.cells, self.cells.state()] if falls else ends.cells)
            self.depth -= 1
        if self.effects:
            flags |= CALLS
        self.effects |= outer
        code = before + wasm.begin(wasm.BLOCK, wasm.I64 if gives else wasm.NOTHING) + body + wasm.END
        low = min((value.low for value in ends.given), default=LOWEST)
        high = max((value.high for value in ends.given), default=HIGHEST)
        return Value(code, low, high, flags), self.cost(body, marks)

    @contextmanager
    def _within(self, name: str, args: list[Value], uses: Counter[str] | None) -> Iterator[bytes]:
        """What is written inside belongs to a function of which the parameters have these values; gives what
        has to stand before it. For `uses` see `_bind`."""
        functions = self.functions
        scope = Scope(
            functions.kernel.functions[name], functions.surveys[name], functions.gives[name], self.depth + 1
        )
        before = self._bind(scope, args, uses)
        for local in scope.survey.names():
            if local not in scope.locals:
                scope.declare(local, self.frame.take(name=local))
        outer, self.scope = self.scope, scope
        self.inlined.append(name)
        yield before
        self.inlined.pop()
        self.scope = outer

    def _bind(self, scope: Scope, args: list[Value], uses: Counter[str] | None) -> bytes:
        """Gives the parameters their values.

        With `uses`, which says how often each name is used, an argument that is used once stays where it is
        used.
        """
        before = b""
        for parameter, arg in zip(scope.function.args.args, args, strict=True):
            name = parameter.arg
            unchanged = scope.survey.sets[name] == 1
            if unchanged and (arg.atom or (uses is not None and uses[name] <= 1)):
                scope.values[name] = arg
                continue
            local = self.frame.take(name=name)
            scope.declare(name, local)
            scope.learn(name, arg.low, arg.high)
            before += arg.code + wasm.put(local)
        return before

    # Built in

    def _counted_bits(self, args: list[ast.expr], instruction: bytes) -> Value:
        value = self.number(args[0])
        if value.constant is not None:
            bits = value.constant & (2**64 - 1)
            if instruction == wasm.POPCNT:
                return constant(bits.bit_count())
            return constant((bits & -bits).bit_length() - 1 if bits else 64)
        return Value(value.code + instruction, 0, 64, value.flags)

    def _extreme(self, args: list[ast.expr], greater: bool) -> Value:
        return arithmetic.smaller(self.frame, self.number(args[0]), self.number(args[1]), greater)

    def _wrapping(self, args: list[ast.expr], instruction: bytes) -> Value:
        left, right = self.number(args[0]), self.number(args[1])
        if left.constant is not None and right.constant is not None:
            both = left.constant, right.constant
            exact = both[0] * both[1] if instruction == wasm.MUL else both[0] + both[1]
            return constant((exact - LOWEST) % 2**64 + LOWEST)
        return Value(left.code + right.code + instruction, flags=left.flags | right.flags)

    def _shifted(self, args: list[ast.expr], line: int) -> Value:
        value, by = self.number(args[0]), self.number(args[1])
        if value.constant is not None and by.constant is not None:
            shifted = (value.constant & (2**64 - 1)) >> by.constant
            return constant((shifted - LOWEST) % 2**64 + LOWEST)
        flags = value.flags | by.flags
        code = value.code + by.code + wasm.SHR_UNSIGNED
        least = max(by.low, 0) if by.high < 64 else 0
        if value.low >= 0:
            return Value(code, 0, value.high >> least, flags)
        return Value(code, 0 if least else LOWEST, (2**64 - 1) >> least if least else HIGHEST, flags)

    def _array(self, node: ast.expr) -> Array:
        assert isinstance(node, ast.Name)
        return self.kernel.arrays[node.id]

    def _pointer(self, array: Array, index: Value) -> bytes:
        """The address of an element as one number; it may be the end of the array where nothing is moved."""
        width = WIDTHS[array.width]
        if index.constant is not None and 0 <= index.constant <= array.length:
            return wasm.const32(array.offset + index.constant * width)
        code, offset, _ = self.address(array, index)
        return code + wasm.const32(offset) + wasm.I32_ADD

    def _bytes(self, count: Value, width: int) -> bytes:
        """So many elements, in bytes."""
        if count.constant is not None:
            return wasm.const32(count.constant * width)
        code = count.code + wasm.WRAP
        return code if width == 1 else code + wasm.const32(width.bit_length() - 1) + wasm.I32_SHL

    def _copy(self, args: list[ast.expr], line: int) -> bytes:
        to, of = self._array(args[0]), self._array(args[2])
        target, source = self.number(args[1]), self.number(args[3])
        code = self._pointer(to, target) + self._pointer(of, source)
        count = self.number(args[4])
        for array, index, writes in ((to, target, True), (of, source, False)):
            self.cells.note(array, index, writes, None)
            if array.name in self.cells.held:
                raise Unheld(array.name)
        self.cells.forget((to.name,))
        if count.constant is not None and 0 <= count.constant <= SPREAD:
            return code + self._copy_each(to, of, range(count.constant))
        code += self._bytes(count, WIDTHS[to.width])
        return code + (wasm.MEMORY_COPY if count.constant is not None else self._copy_few(to.width))

    def _copy_each(self, to: Array, of: Array, elements: range) -> bytes:
        """Copies elements between the addresses on the stack: all are read before one is written."""
        target, source = self.frame.take(wasm.I32), self.frame.take(wasm.I32)
        code = wasm.put(source) + wasm.put(target)
        offsets = [wasm.unsigned(element * WIDTHS[to.width]) for element in elements]
        for offset in offsets:
            code += wasm.get(target) + wasm.get(source) + wasm.LOADS[of.width] + offset
        for offset in reversed(offsets):
            code += wasm.STORES[to.width] + offset
        return code

    def _copy_few(self, width: str) -> bytes:
        """Copies as many bytes as the stack says, between the addresses below: few one element after the
        other, where none is written before it is read."""
        target, source, size = (self.frame.take(wasm.I32) for _ in range(3))
        step = WIDTHS[width]
        many = wasm.get(size) + wasm.const32(FEW * step) + wasm.I32_GREATER + wasm.jump_if(0)
        over = wasm.get(target) + wasm.get(source) + wasm.I32_SUB + wasm.get(size) + wasm.I32_LESS
        code = wasm.put(size) + wasm.put(source) + wasm.put(target) + wasm.begin(wasm.BLOCK)
        code += wasm.begin(wasm.BLOCK) + many + over + wasm.jump_if(0)
        code += wasm.get(size) + wasm.I32_EQZ + wasm.jump_if(1) + wasm.begin(wasm.LOOP)
        code += wasm.get(target) + wasm.get(source) + wasm.LOADS[width] + b"\x00"
        code += wasm.STORES[width] + b"\x00"
        for local in (target, source):
            code += wasm.get(local) + wasm.const32(step) + wasm.I32_ADD + wasm.put(local)
        code += wasm.get(size) + wasm.const32(step) + wasm.I32_SUB + wasm.tee(size) + wasm.jump_if(0)
        code += wasm.END + wasm.jump(1) + wasm.END
        code += wasm.get(target) + wasm.get(source) + wasm.get(size) + wasm.MEMORY_COPY
        return code + wasm.END

    def _fill(self, args: list[ast.expr], line: int) -> bytes:
        array = self._array(args[0])
        index, count, value = (self.number(arg) for arg in args[1:])
        self.cells.note(array, index, True, count.constant if index.constant is not None else None)
        if array.name in self.cells.held:
            return self.cells.fill(array, index, count, value)
        self.cells.forget((array.name,))
        width = WIDTHS[array.width]
        if width == 1 or value.constant in (0, -1):
            # All bytes of such a value are the same.
            stores = _stores(array, index.constant, count.constant, value.constant)
            if stores is not None:
                assert index.constant is not None and count.constant is not None
                for place in range(index.constant, index.constant + count.constant):
                    self.cells.learn(array, constant(place), value)
                return stores
            pointer = self._pointer(array, index)
            filled = wasm.const32(value.constant) if value.constant is not None else value.code + wasm.WRAP
            order = self._bytes(count, width), filled
            if not value.flags & CALLS:
                return pointer + order[1] + order[0] + wasm.MEMORY_FILL
            kept = self.frame.take(wasm.I32)
            code = pointer + order[0] + wasm.put(kept) + order[1] + wasm.get(kept)
            return code + wasm.MEMORY_FILL
        pointer = self._pointer(array, index)
        store = wasm.STORES[array.width]
        place = self.frame.take(wasm.I32)
        code = pointer + wasm.put(place)
        if count.constant is not None and 0 <= count.constant <= SPREAD:
            more, kept_value = arithmetic.atom(self.frame, value)
            code += more
            for number in range(count.constant):
                code += wasm.get(place) + kept_value.code + store + wasm.unsigned(number * width)
            return code
        end = self.frame.take(wasm.I32)
        code += self._bytes(count, width) + wasm.get(place) + wasm.I32_ADD + wasm.put(end)
        more, kept_value = arithmetic.atom(self.frame, value)
        code += more + wasm.begin(wasm.BLOCK) + wasm.get(place) + wasm.get(end) + wasm.I32_GREATER_EQUAL
        code += wasm.jump_if(0) + wasm.begin(wasm.LOOP)
        code += wasm.get(place) + kept_value.code + store + wasm.unsigned(0)
        code += wasm.get(place) + wasm.const32(width) + wasm.I32_ADD + wasm.tee(place)
        code += wasm.get(end) + wasm.I32_LESS + wasm.jump_if(0)
        return code + wasm.END + wasm.END

    def _fault(self, args: list[ast.expr], line: int) -> bytes:
        code = b""
        values = [self.number(arg) for arg in args]
        if values[1].flags & CALLS:
            before, values[0] = arithmetic.atom(self.frame, values[0])
            code += before
        for name, value in zip(("fault_code", "fault_origin"), values, strict=True):
            array = self.kernel.arrays[name]
            code += wasm.const32(0) + value.code + wasm.STORES["i64"] + wasm.unsigned(array.offset)
        return code + wasm.UNREACHABLE

    def _snapshot(self, args: list[ast.expr], saves: bool) -> bytes:
        kernel = self.kernel
        for array in kernel.arrays.values():
            if array.role == "state":
                self.cells.note(array, constant(0), not saves, None)
                if array.name in self.cells.held:
                    raise Unheld(array.name)
                self.cells.forget((array.name,))
        number, kept = self.number(args[0]), self.number(args[1])
        size = kernel.snapshot_size
        if number.constant is not None:
            there = wasm.const32(kernel.snapshot_offset + number.constant * size)
        else:
            there = number.code + wasm.WRAP + wasm.const32(size) + wasm.I32_MUL
            there += wasm.const32(kernel.snapshot_offset) + wasm.I32_ADD
        here = wasm.const32(kernel.state_offset)
        heap = kernel.arrays.get("heap")
        if heap is None:
            length = wasm.const32(size)
        else:
            used = arithmetic.binary(
                self.frame, ast.Add, kept, constant((heap.offset - kernel.state_offset) // 8), 0
            )
            length = self._bytes(used, 8)
        return (there + here if saves else here + there) + length + wasm.MEMORY_COPY

    _VALUES: ClassVar[dict[str, Callable[..., Value]]] = {
        "popcount": lambda self, args, line: self._counted_bits(args, wasm.POPCNT),
        "ctz": lambda self, args, line: self._counted_bits(args, wasm.CTZ),
        "min": lambda self, args, line: self._extreme(args, False),
        "max": lambda self, args, line: self._extreme(args, True),
        "abs": lambda self, args, line: arithmetic.distance(self.frame, self.number(args[0]), line),
        "mul_wrap": lambda self, args, line: self._wrapping(args, wasm.MUL),
        "add_wrap": lambda self, args, line: self._wrapping(args, wasm.ADD),
        "shr_u": _shifted,
    }

    _ACTIONS: ClassVar[dict[str, Callable[..., bytes]]] = {
        "copy": _copy,
        "fill": _fill,
        "fault": _fault,
        "save_state": lambda self, args, line: self._snapshot(args, True),
        "load_state": lambda self, args, line: self._snapshot(args, False),
    }


def _stores(array: Array, first: int | None, count: int | None, value: int | None) -> bytes | None:
    """Elements that are known become a value whose bytes are all the same, as many at a time as a store can
    write; None: something is not known, or they are too many."""
    if first is None or count is None or value is None or not 0 <= first <= first + count <= array.length:
        return None
    start, size = array.offset + first * WIDTHS[array.width], count * WIDTHS[array.width]
    if size > 8 * PIECES:
        return None
    code = b""
    for width in ("i64", "i32", "i16", "u8"):
        step = WIDTHS[width]
        number = int.from_bytes(bytes((value & 255,)) * step, "little", signed=True)
        while size >= step:
            code += wasm.const32(0) + wasm.const(number) + wasm.STORES[width] + wasm.unsigned(start)
            start, size = start + step, size - step
    return code
