"""What the statements of the kernel language become."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import islice
from typing import ClassVar, Final

from interpreter.compiled.wasm import arithmetic
from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm.calls import CallWriter
from interpreter.compiled.wasm.cells import Ends, Known
from interpreter.compiled.wasm.expressions import CHEAP, jumps
from interpreter.compiled.wasm.survey import Loop
from interpreter.compiled.wasm.values import CALLS, HIGHEST, LOWEST, Value, constant

REPEATED: Final = 32
"""A test of so many bytes is written before a loop and again at its end: that saves a jump each time."""

UNROLLED: Final = 160
"""A loop over known numbers is written out if that takes no more bytes."""

SPREAD_OUT: Final = 480
"""The same in a function that holds arrays."""

TABLE: Final = 4
"""From so many arms on, a chain of comparisons with numbers becomes a table."""

_PARTS: Final = 40
"""So many parts at most has an expression that is reckoned where it may not be needed."""

Code = tuple[bytes, bool]
"""Code, and whether what follows it can be reached."""


class StatementWriter(CallWriter):
    """Writes the statements of one function."""

    def block(self, body: list[ast.stmt]) -> Code:
        """Statements one after the other; what cannot be reached is left out."""
        parts: list[bytes] = []
        for node in body:
            if self.marking:
                parts.append(wasm.mark(node.lineno))
                self.marks += 1
            mark = self.frame.mark()
            code, falls = self._STATEMENTS[type(node)](self, node)
            if len(self.inlined) == 1:
                # Within an expression, what was written later may have to run earlier.
                self.frame.release(mark)
            parts.append(code)
            if not falls:
                return b"".join(parts), False
        return b"".join(parts), True

    # Plain statements

    def _assign(self, node: ast.Assign) -> Code:
        target = node.targets[0]
        value = self.number(node.value)
        if isinstance(target, ast.Name):
            self.scope.learn(target.id, value.low, value.high)
            return value.code + wasm.put(self.scope.locals[target.id]), True
        assert isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)
        array = self.kernel.arrays[target.value.id]
        index = self.number(target.slice)
        self.cells.note(array, index, True)
        self.effects = True
        if self.is_held(array, index):
            return self.cells.store(array, index, value), True
        self.cells.learn(array, index, value)
        code, offset, _ = self.address(array, index, target.slice)
        store = wasm.STORES[array.width] + wasm.unsigned(offset)
        # The value comes first in Python; that matters only where both do more than reckon.
        if value.flags and index.flags and (value.flags | index.flags) & CALLS:
            local = self.frame.take()
            return value.code + wasm.put(local) + code + wasm.get(local) + store, True
        return code + value.code + store, True

    def _change(self, node: ast.AugAssign) -> Code:
        target, kind = node.target, type(node.op)
        if isinstance(target, ast.Name):
            before, by = self.scope.values[target.id], self.number(node.value)
            value = arithmetic.binary(self.frame, kind, before, by, node.lineno)
            self.scope.learn(target.id, value.low, value.high)
            return value.code + wasm.put(self.scope.locals[target.id]), True
        assert isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)
        array = self.kernel.arrays[target.value.id]
        index = self.number(target.slice)
        self.cells.note(array, index, True)
        self.effects = True
        if self.is_held(array, index):
            placed, index = arithmetic.atom(self.frame, index)
            held = self.cells.load(array, index)
            changed = arithmetic.binary(self.frame, kind, held, self.number(node.value), node.lineno)
            return placed + self.cells.store(array, index, changed), True
        code, offset, flags = self.address(array, index, target.slice)
        again = code
        if index.constant is None:
            place = self.frame.take(wasm.I32)
            code += wasm.tee(place)
            again = wasm.get(place)
        element = self.load(array, again, offset, flags, self.cells.bounds(array, index))
        value = arithmetic.binary(self.frame, kind, element, self.number(node.value), node.lineno)
        self.cells.learn(array, index, value)
        return code + value.code + wasm.STORES[array.width] + wasm.unsigned(offset), True

    def _call(self, node: ast.Expr) -> Code:
        if isinstance(node.value, ast.Constant):
            return b"", True
        assert isinstance(node.value, ast.Call)
        return self.call_alone(node.value)

    def _return(self, node: ast.Return) -> Code:
        code = b"" if node.value is None else self._given(node.value)
        if self.scope.leave is None:
            return code + self.cells.stored() + wasm.RETURN, False
        self.ends[self.scope.leave].cells.append(self.cells.state())
        return code + wasm.jump(self.depth - self.scope.leave), False

    def _given(self, node: ast.expr) -> bytes:
        """The value that a function gives."""
        value = self.number(node)
        if self.scope.leave is not None:
            self.ends[self.scope.leave].given.append(value)
        return value.code

    def _break(self, node: ast.Break) -> Code:
        ends = self.ends.get(self.scope.loops[-1][0])
        if ends is not None:
            ends.values.append(self.scope.known(ends.names))
            ends.cells.append(self.cells.state())
        return wasm.jump(self.depth - self.scope.loops[-1][0]), False

    def _continue(self, node: ast.Continue) -> Code:
        return wasm.jump(self.depth - self.scope.loops[-1][1]), False

    def function_body(self, body: list[ast.stmt]) -> Code:
        """A whole body: a value that is returned at its end is left on the stack."""
        last = body[-1] if body else None
        if not isinstance(last, ast.Return):
            code, falls = self.block(body)
            return (code, True) if falls else (code + wasm.UNREACHABLE, False)
        code, falls = self.block(body[:-1])
        if not falls:
            return code + wasm.UNREACHABLE, False
        if self.marking:
            code += wasm.mark(last.lineno)
            self.marks += 1
        return (code + self._given(last.value) if last.value is not None else code), True

    # Choices

    def _if(self, node: ast.If) -> Code:
        """A chain of `elif` becomes one block that every arm leaves at its end."""
        arms, rest = _arms(node)
        table = self._table(node, arms, rest)
        if table is not None:
            return table
        if len(arms) == 1 and not rest:
            selected = self._selected(*arms[0])
            if selected is not None:
                return selected
        scope, names = self.scope, self.scope.survey.branches[node]
        before, ends, cells = scope.known(names), [], []
        if len(arms) == 1 and not rest:
            code, certain, falls, end_cells = self._arm(*arms[0], None)
            ends = [scope.known(names)] if falls else []
            scope.join(ends if certain else [*ends, before])
            cells = [end_cells] if falls else []
            self.cells.join(cells if certain else [*cells, self.cells.state()])
            return code, falls or not certain
        parts: list[bytes] = []
        self.depth += 1
        end = self.depth
        falls = decided = False
        for test, body in arms:
            code, certain, goes_on, end_cells = self._arm(test, body, end)
            parts.append(code)
            if goes_on:
                falls = True
                ends.append(scope.known(names))
                cells.append(end_cells)
            scope.restore(before)
            if certain:
                decided = True
                break
        if not decided:
            code, goes_on = self.block(rest)
            parts.append(code)
            if goes_on:
                falls = True
                ends.append(scope.known(names))
                cells.append(self.cells.state())
        scope.join(ends)
        self.cells.join(cells)
        self.depth -= 1
        return wasm.begin(wasm.BLOCK) + b"".join(parts) + wasm.END, falls

    def _selected(self, test: ast.expr, body: list[ast.stmt]) -> Code | None:
        """`if a < b: x = c` without a jump, where it is cheap to reckon both; None: it is not like that."""
        node = body[0]
        if len(body) > 1 or not isinstance(node, ast.Assign | ast.AugAssign):
            return None
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if not isinstance(target, ast.Name) or not (_is_short(test) and _is_short(node.value)):
            return None
        condition, old = self.condition(test), self.scope.values[target.id]
        if condition.constant is not None or not self.is_cheap(condition, 2 * CHEAP):
            return None
        value = self.number(node.value)
        if isinstance(node, ast.AugAssign):
            value = arithmetic.binary(self.frame, type(node.op), old, value, node.lineno)
        if not self.is_cheap(value) or self.scope.locals.get(target.id) is None:
            return None
        local = self.scope.locals[target.id]
        code = value.code + wasm.get(local) + condition.code + wasm.SELECT + wasm.put(local)
        self.scope.learn(target.id, min(value.low, old.low), max(value.high, old.high))
        return code, True

    def _arm(self, test: ast.expr, body: list[ast.stmt], end: int | None) -> tuple[bytes, bool, bool, Known]:
        """One arm of a chain: its code, whether it is always taken, whether its end can be reached, and what
        is known of elements there; afterwards that is known which is where it is not taken.

        `end` is the block that holds the chain; None: there is nothing but this arm.
        """
        known: Value | None = None
        if not jumps(test):
            known = self.expression(test).condition()
            if known.constant is not None:
                if not known.constant:
                    return b"", False, False, {}
                code, falls = self.block(body)
                return code, True, falls, self.cells.state()
        self.depth += 1
        code = self.branch_if(known, False, self.depth) if known else self.branch(test, False, self.depth)
        tested = self.cells.state()
        inner, falls = self.block(body)
        ended = self.cells.state()
        self.cells.restore(tested)
        self.depth -= 1
        code = wasm.begin(wasm.BLOCK) + code + inner
        if falls and end is not None:
            code += wasm.jump(self.depth + 1 - end)
        return code + wasm.END, False, falls, ended

    def _table(
        self, node: ast.If, arms: list[tuple[ast.expr, list[ast.stmt]]], rest: list[ast.stmt]
    ) -> Code | None:
        """A chain that compares one local with numbers lying close together, as a jump through a table."""
        name = ""
        numbers: dict[int, int] = {}
        taken = 0
        for test, _ in arms:
            found = self._numbers(test)
            if found is None or (name and found[0] != name):
                break
            name = found[0]
            for number in found[1]:
                numbers.setdefault(number, taken)
            taken += 1
        if taken < TABLE or max(numbers) - min(numbers) >= 3 * len(numbers) + 8:
            return None
        subject = self.scope.values.get(name)
        if subject is None or subject.constant is not None:
            return None
        names = self.scope.survey.branches[node]
        for test, body in reversed(arms[taken:]):
            later = ast.copy_location(ast.If(test=test, body=body, orelse=rest), test)
            self.scope.survey.branches[later] = names
            rest = [later]
        return self._write_table(subject, numbers, [*(body for _, body in arms[:taken]), rest], names)

    def _write_table(
        self, subject: Value, numbers: dict[int, int], bodies: list[list[ast.stmt]], names: frozenset[str]
    ) -> Code:
        """The bodies are those of the arms, and last what is done otherwise."""
        low, count = min(numbers), len(bodies) - 1
        width = max(numbers) - low + 1
        index = arithmetic.binary(self.frame, ast.Sub, subject, constant(low), 0)
        # The innermost block is that of the first arm; the second from the outside leads to the last.
        depths = [numbers.get(low + place, count) for place in range(width)]
        jump = wasm.jump_table(depths, count)
        if index.low < -(2**31) or index.high >= 2**31:
            before, index = arithmetic.atom(self.frame, index)
            guard = index.code + wasm.const(width) + wasm.GREATER_EQUAL_UNSIGNED + wasm.jump_if(count)
            code = before + guard + index.code + wasm.WRAP + jump
        else:
            code = index.code + wasm.WRAP + jump
        known, ends = self.scope.known(names), []
        tested, cells = self.cells.state(), []
        self.depth += 1
        end = self.depth
        for arm, body in enumerate(bodies):
            self.depth = end + count - arm
            self.scope.restore(known)
            self.cells.restore(tested)
            inner, goes_on = self.block(body)
            code += wasm.END + inner
            if goes_on:
                ends.append(self.scope.known(names))
                cells.append(self.cells.state())
                if self.depth > end:
                    code += wasm.jump(self.depth - end)
        self.scope.join(ends)
        self.cells.join(cells)
        self.depth = end - 1
        return wasm.begin(wasm.BLOCK) * (count + 2) + code + wasm.END, bool(ends)

    def _numbers(self, test: ast.expr) -> tuple[str, list[int]] | None:
        """The name and the numbers in `x == 1` or `x == 1 or x == 2`."""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            found = [self._numbers(operand) for operand in test.values]
            names = {each[0] if each else "" for each in found}
            if len(names) != 1 or "" in names:
                return None
            return names.pop(), [number for each in found if each for number in each[1]]
        if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], ast.Eq):
            return None
        left, right = test.left, self.literal(test.comparators[0])
        if not isinstance(left, ast.Name) or right is None:
            return None
        return left.id, [right]

    # Loops

    def _while(self, node: ast.While) -> Code:
        loop = self.scope.survey.loops[node]
        if (
            isinstance(node.test, ast.Constant)
            and isinstance(node.body[-1], ast.Break)
            and not loop.continues
        ):
            return self._once(node, loop)
        self.scope.forget(loop.sets)
        start = self.cells.enter(self.functions.writes(node))
        self.depth += 1
        leave = self.depth
        marks = self.marks
        test = self.branch(node.test, False, leave)
        endless = not test
        repeated = not endless and self.cost(test, marks) <= REPEATED
        self.depth += 1
        again = self.depth
        if repeated:
            inner, falls = self._loop_body(node.body, leave, loop.continues, None)
            if falls:
                if loop.continues:
                    self.scope.forget(loop.sets)
                inner += self.branch(node.test, True, again)
            code = test + wasm.begin(wasm.LOOP) + inner + wasm.END
        else:
            self.marks = marks
            self.cells.restore(start)
            test = self.branch(node.test, False, leave)
            inner, falls = self._loop_body(node.body, leave, False, again)
            if falls:
                inner += wasm.jump(0)
            code = wasm.begin(wasm.LOOP) + test + inner + wasm.END
        self.depth -= 2
        self.scope.forget(loop.sets)
        self.cells.leave(start)
        return wasm.begin(wasm.BLOCK) + code + wasm.END, not endless or loop.breaks

    def _once(self, node: ast.While, loop: Loop) -> Code:
        """What ends with `break` runs once: a block that every `break` leaves."""
        assert isinstance(node.test, ast.Constant)
        if not node.test.value:
            return b"", True
        self.depth += 1
        ends = self.ends[self.depth] = Ends(loop.sets)
        inner, _ = self._loop_body(node.body, self.depth, False, self.depth)
        del self.ends[self.depth]
        self.depth -= 1
        self.scope.join(ends.values)
        self.cells.join(ends.cells)
        return wasm.begin(wasm.BLOCK) + inner + wasm.END, bool(ends.values)

    def _loop_body(self, body: list[ast.stmt], leave: int, continues: bool, again: int | None) -> Code:
        """The body; `continue` goes to `again`, or to the end of the body where that is None."""
        if continues:
            self.depth += 1
        self.scope.loops.append((leave, self.depth if again is None else again))
        code, falls = self.block(body)
        self.scope.loops.pop()
        if continues:
            self.depth -= 1
            code = wasm.begin(wasm.BLOCK) + code + wasm.END
        return code, falls or continues

    def _for(self, node: ast.For) -> Code:
        assert isinstance(node.iter, ast.Call) and isinstance(node.target, ast.Name)
        arguments = node.iter.args
        start, stop = self.number(arguments[0]), self.number(arguments[1])
        step = self.literal(arguments[2]) if len(arguments) == 3 else 1
        assert step
        if start.constant is not None and stop.constant is not None:
            numbers = range(start.constant, stop.constant, step)
            if not numbers:
                return b"", True
            written = self._unrolled(node, numbers)
            if written is not None:
                return written
        return self._counted(node, start, stop, step)

    def _unrolled(self, node: ast.For, numbers: range) -> Code | None:
        """The body once for each number, where that is short."""
        assert isinstance(node.target, ast.Name)
        name, scope = node.target.id, self.scope
        loop = scope.survey.loops[node]
        if not scope.survey.plain(name) or name in loop.sets or len(numbers) > UNROLLED // 4:
            return None
        most = SPREAD_OUT if self.cells.noting else UNROLLED
        before, marks, cells = dict(scope.values), self.marks, self.cells.state()
        cut = loop.breaks or loop.continues
        start = self.cells.enter(self.functions.writes(node)) if cut else {}
        self.depth += 1
        leave, code, falls = self.depth, b"", True
        for number in numbers:
            if cut:
                scope.forget(loop.sets)
                self.cells.restore(start)
            scope.values[name] = constant(number)
            inner, falls = self._loop_body(node.body, leave, loop.continues, None)
            code += inner
            if not falls or (
                len(numbers) > 1
                and self.cost(code, marks) * len(numbers) > most * (numbers.index(number) + 1)
            ):
                break
        scope.values[name] = before[name]
        self.depth -= 1
        if cut:
            self.cells.leave(start)
        if falls and number != numbers[-1]:
            self.marks, scope.values = marks, before
            self.cells.restore(cells)
            return None
        if cut:
            scope.forget(loop.sets)
        return wasm.begin(wasm.BLOCK) + code + wasm.END, falls or loop.breaks

    def _counted(self, node: ast.For, start: Value, stop: Value, step: int) -> Code:
        assert isinstance(node.target, ast.Name)
        name, scope = node.target.id, self.scope
        loop = scope.survey.loops[node]
        own = scope.survey.plain(name) and name not in loop.sets
        counter = scope.locals[name] if own else self.frame.take()
        code = start.code + wasm.put(counter)
        if not self._stays(node, stop, loop.sets):
            limit = self.frame.take()
            code += stop.code + wasm.put(limit)
            stop = Value(wasm.get(limit), stop.low, stop.high, 0, True)
        low, high = (start.low, stop.high - 1) if step > 0 else (stop.low + 1, start.high)
        scope.forget(loop.sets)
        before = self.cells.enter(self.functions.writes(node))
        if name not in loop.sets and LOWEST <= low <= high <= HIGHEST:
            scope.learn(name, low, high)
        kind = ast.Lt if step > 0 else ast.Gt
        self.depth += 1
        leave = self.depth
        first = arithmetic.compare(kind, Value(wasm.get(counter), start.low, start.high, 0, True), stop)
        code += wasm.begin(wasm.BLOCK) + self.branch_if(first, False, leave)
        self.depth += 1
        body = b"" if own else wasm.get(counter) + wasm.put(scope.locals[name])
        inner, falls = self._loop_body(node.body, leave, loop.continues, None)
        body += inner
        if falls:
            body += wasm.get(counter) + wasm.const(step) + wasm.ADD + wasm.tee(counter)
            body += stop.code + arithmetic.COMPARISONS[kind] + wasm.jump_if(0)
        self.depth -= 2
        scope.forget(loop.sets | {name})
        self.cells.leave(before)
        return code + wasm.begin(wasm.LOOP) + body + wasm.END + wasm.END, True

    def _stays(self, node: ast.For, stop: Value, sets: frozenset[str]) -> bool:
        """The end of a count that need not be kept aside: nothing in the loop changes it."""
        if stop.constant is not None:
            return True
        assert isinstance(node.iter, ast.Call) and isinstance(node.target, ast.Name)
        end = node.iter.args[1]
        return stop.atom and isinstance(end, ast.Name) and end.id not in sets and end.id != node.target.id

    _STATEMENTS: ClassVar[dict[type, Callable[..., Code]]] = {
        ast.Assign: _assign,
        ast.AugAssign: _change,
        ast.If: _if,
        ast.While: _while,
        ast.For: _for,
        ast.Return: _return,
        ast.Expr: _call,
        ast.Break: _break,
        ast.Continue: _continue,
        ast.Pass: lambda self, node: (b"", True),
    }


def _is_short(node: ast.expr) -> bool:
    """Nothing is called in it, and it is short."""
    parts = list(islice(ast.walk(node), _PARTS + 1))
    return len(parts) <= _PARTS and not any(isinstance(part, ast.Call) for part in parts)


def _arms(node: ast.If) -> tuple[list[tuple[ast.expr, list[ast.stmt]]], list[ast.stmt]]:
    """The tests and bodies of a chain of `elif`, and what stands under its `else`."""
    arms = [(node.test, node.body)]
    rest = node.orelse
    while len(rest) == 1 and isinstance(rest[0], ast.If):
        arms.append((rest[0].test, rest[0].body))
        rest = rest[0].orelse
    return arms, rest
