"""What the operators of the kernel language become; numbers that are known are reckoned here."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Final

from interpreter.compiled.kernel import KernelError
from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm.frame import Frame
from interpreter.compiled.wasm.values import (
    HIGHEST,
    LOWEST,
    TRAPS,
    Value,
    constant,
    truth,
    truth_constant,
    within,
)

EXACT: Final[dict[type, Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}

COMPARISONS: Final[dict[type, bytes]] = {
    ast.Eq: wasm.EQ,
    ast.NotEq: wasm.NE,
    ast.Lt: wasm.LESS,
    ast.LtE: wasm.LESS_EQUAL,
    ast.Gt: wasm.GREATER,
    ast.GtE: wasm.GREATER_EQUAL,
}


def known(number: int, line: int) -> Value:
    """A number that was reckoned here."""
    if not LOWEST <= number <= HIGHEST:
        raise KernelError(f"line {line}: {number} does not fit into 64 bits")
    return constant(number)


def atom(frame: Frame, value: Value) -> tuple[bytes, Value]:
    """A value that can be used many times, and the code that has to stand before that."""
    if value.atom:
        return b"", value
    local = frame.take()
    return value.code + wasm.put(local), Value(wasm.get(local), value.low, value.high, 0, True)


def binary(frame: Frame, kind: type, left: Value, right: Value, line: int) -> Value:
    """One of the operators with two sides, both 64 bits."""
    a, b = left.constant, right.constant
    if a is not None and b is not None:
        if kind in (ast.FloorDiv, ast.Mod) and b == 0:
            raise KernelError(f"line {line}: division by zero")
        if kind in (ast.LShift, ast.RShift) and not 0 <= b <= 62:
            raise KernelError(f"line {line}: a shift by {b}")
        return known(EXACT[kind](a, b), line)
    if kind is ast.FloorDiv or kind is ast.Mod:
        return _division(frame, kind is ast.Mod, left, right, line)
    return _PLAIN[kind](left, right, left.flags | right.flags)


def _add(left: Value, right: Value, flags: int) -> Value:
    if left.constant is not None:
        left, right = right, left
    plus = right.constant
    if plus is None:
        return within(left.code + right.code + wasm.ADD, left.low + right.low, left.high + right.high, flags)
    inner = left
    if left.inner is not None:
        inner, plus = left.inner, left.plus + plus
    if plus == 0 or not LOWEST <= plus <= HIGHEST:
        return inner if plus == 0 else Value(left.code + right.code + wasm.ADD, flags=flags)
    result = within(inner.code + wasm.const(plus) + wasm.ADD, inner.low + plus, inner.high + plus, flags)
    result.inner, result.plus = inner, plus
    return result


def _subtract(left: Value, right: Value, flags: int) -> Value:
    minus = right.constant
    if minus is not None and minus != LOWEST:
        return _add(left, constant(-minus), flags)
    return within(left.code + right.code + wasm.SUB, left.low - right.high, left.high - right.low, flags)


def _multiply(left: Value, right: Value, flags: int) -> Value:
    if left.constant is not None:
        left, right = right, left
    factor = right.constant
    ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    if factor == 1:
        return left
    if factor == 0 and not flags:
        return constant(0)
    if factor is not None and factor > 0 and factor & (factor - 1) == 0:
        code = left.code + wasm.const(factor.bit_length() - 1) + wasm.SHL
    else:
        code = left.code + right.code + wasm.MUL
    return within(code, min(ends), max(ends), flags)


def _and(left: Value, right: Value, flags: int) -> Value:
    if left.constant is not None:
        left, right = right, left
    if right.constant == -1:
        return left
    if right.constant == 0 and not flags:
        return constant(0)
    if right.constant == 2**32 - 1:
        return Value(left.code + wasm.WRAP + wasm.EXTEND_UNSIGNED, 0, 2**32 - 1, flags)
    code = left.code + right.code + wasm.AND
    if left.low >= 0 and right.low >= 0:
        return Value(code, 0, min(left.high, right.high), flags)
    if left.low >= 0 or right.low >= 0:
        return Value(code, 0, left.high if left.low >= 0 else right.high, flags)
    return Value(code, flags=flags)


def _or(left: Value, right: Value, flags: int) -> Value:
    if right.constant == 0:
        return left
    if left.constant == 0:
        return right
    return _bits(left.code + right.code + wasm.OR, left, right, flags)


def _xor(left: Value, right: Value, flags: int) -> Value:
    if right.constant == 0:
        return left
    if left.constant == 0:
        return right
    return _bits(left.code + right.code + wasm.XOR, left, right, flags)


def _bits(code: bytes, left: Value, right: Value, flags: int) -> Value:
    if left.low < 0 or right.low < 0:
        return Value(code, flags=flags)
    return Value(code, 0, (1 << max(left.high, right.high).bit_length()) - 1, flags)


def _shift_left(left: Value, right: Value, flags: int) -> Value:
    code = left.code + right.code + wasm.SHL
    if right.constant == 0:
        return left
    if right.low >= 0 and right.high <= 62:
        ends = [number << by for number in (left.low, left.high) for by in (right.low, right.high)]
        return within(code, min(ends), max(ends), flags)
    return Value(code, 0 if left.low >= 0 else LOWEST, HIGHEST, flags)


def _shift_right(left: Value, right: Value, flags: int) -> Value:
    if right.constant == 0:
        return left
    code = left.code + right.code + wasm.SHR
    low, high = max(right.low, 0), min(right.high, 63)
    if low > high:
        low, high = 0, 63
    ends = [number >> by for number in (left.low, left.high) for by in (low, high)]
    return Value(code, min(ends), max(ends), flags)


_PLAIN: Final[dict[type, Callable[[Value, Value, int], Value]]] = {
    ast.Add: _add,
    ast.Sub: _subtract,
    ast.Mult: _multiply,
    ast.BitAnd: _and,
    ast.BitOr: _or,
    ast.BitXor: _xor,
    ast.LShift: _shift_left,
    ast.RShift: _shift_right,
}


# -------------------------------------------------------------------------------------------------
# Division


def _division(frame: Frame, rest: bool, left: Value, right: Value, line: int) -> Value:
    """`left // right`, or `left % right` where `rest`: rounded down, where WebAssembly rounds to zero."""
    by = right.constant
    if by == 0:
        raise KernelError(f"line {line}: division by zero")
    if by is not None and by > 0:
        return _division_by_constant(frame, rest, left, by)
    flags = left.flags | right.flags | (TRAPS if right.low <= 0 <= right.high else 0)
    if left.low >= 0 and left.high < 2**32 and right.low >= 0 and right.high < 2**32:
        return _division_of_halves(rest, left, right, flags)
    before, a = atom(frame, left)
    more, b = atom(frame, right)
    # Processors divide numbers of 32 bits in a fraction of the time, and most numbers are small.
    code = before + more + a.code + b.code + wasm.OR + wasm.const(32) + wasm.SHR_UNSIGNED + wasm.EQZ
    code += wasm.begin(wasm.IF, wasm.I64) + _division_of_halves(rest, a, b, 0).code + wasm.ELSE
    if left.low >= 0 and right.low >= 0:
        code += a.code + b.code + (wasm.REM_UNSIGNED if rest else wasm.DIV_UNSIGNED)
        low, high = 0, min(left.high, right.high) if rest else left.high
    else:
        code += _rounded_down(frame, rest, a, b)
        low, high = LOWEST, HIGHEST
        if rest:
            low, high = min(right.low + 1, 0), max(right.high - 1, 0)
    return Value(code + wasm.END, low, high, flags | TRAPS)


def _division_of_halves(rest: bool, left: Value, right: Value, flags: int) -> Value:
    """Both are known to be unsigned numbers of 32 bits."""
    code = left.code + wasm.WRAP + right.code + wasm.WRAP
    code += (wasm.I32_REM_UNSIGNED if rest else wasm.I32_DIV_UNSIGNED) + wasm.EXTEND_UNSIGNED
    return Value(code, 0, min(left.high, right.high) if rest else left.high, flags)


def _rounded_down(frame: Frame, rest: bool, a: Value, b: Value) -> bytes:
    """The remainder has the wrong sign where it is not 0 and its sign is not that of the divisor."""
    remainder = frame.take()
    nonzero = wasm.get(remainder) + wasm.const(0) + wasm.NE
    differs = wasm.get(remainder) + b.code + wasm.XOR + wasm.const(0) + wasm.LESS
    wrong = nonzero + differs + wasm.I32_AND
    code = a.code + b.code
    if rest:
        return code + wasm.REM + wasm.tee(remainder) + b.code + wasm.const(0) + wrong + wasm.SELECT + wasm.ADD
    quotient = frame.take()
    code += wasm.DIV + wasm.put(quotient)
    code += a.code + wasm.get(quotient) + b.code + wasm.MUL + wasm.SUB + wasm.put(remainder)
    return code + wasm.get(quotient) + wrong + wasm.EXTEND_UNSIGNED + wasm.SUB


def _division_by_constant(frame: Frame, rest: bool, left: Value, by: int) -> Value:
    high = min(left.high, by - 1) if rest and left.low >= 0 else by - 1
    low, top = (0, high) if rest else (left.low // by, left.high // by)
    if by & (by - 1) == 0:
        if by == 1:
            return Value(left.code + wasm.DROP + wasm.const(0), 0, 0, left.flags) if rest else left
        if rest:
            return Value(left.code + wasm.const(by - 1) + wasm.AND, low, top, left.flags)
        return Value(left.code + wasm.const(by.bit_length() - 1) + wasm.SHR, low, top, left.flags)
    if left.low >= 0:
        operation = wasm.REM_UNSIGNED if rest else wasm.DIV_UNSIGNED
        return Value(left.code + wasm.const(by) + operation, low, top, left.flags)
    # With ~x for a negative x: x // by is ~(~x // by) and x % by is by + ~(~x % by).
    code, number = atom(frame, left)
    sign = frame.take()
    code += number.code + wasm.const(63) + wasm.SHR + wasm.tee(sign) + number.code + wasm.XOR
    code += wasm.const(by) + (wasm.REM_UNSIGNED if rest else wasm.DIV_UNSIGNED) + wasm.get(sign) + wasm.XOR
    if rest:
        code += wasm.get(sign) + wasm.const(by) + wasm.AND + wasm.ADD
    return Value(code, low, top, left.flags)


# -------------------------------------------------------------------------------------------------
# Comparison, sign, choice


def compare(kind: type, left: Value, right: Value) -> Value:
    """A comparison of two values of 64 bits."""
    a, b = left.constant, right.constant
    if a is not None and b is not None:
        return truth_constant(bool(EXACT[kind](a, b)))
    flags = left.flags | right.flags
    if not flags and (certain := _decided(kind, left, right)) is not None:
        return truth_constant(certain)
    if a == 0 and kind in (ast.Eq, ast.NotEq):
        left, right, b = right, left, 0
    if b == 0 and kind is ast.Eq:
        return truth(left.code + wasm.EQZ, flags)
    result = truth(left.code + right.code + COMPARISONS[kind], flags)
    if left.atom and b is not None:
        if kind is ast.Lt or kind is ast.LtE:
            result.bounds = left, LOWEST, b - (kind is ast.Lt)
        elif kind is ast.Gt or kind is ast.GtE:
            result.bounds = left, b + (kind is ast.Gt), HIGHEST
    return result


def between(is_and: bool, first: Value, then: Value) -> Value | None:
    """`x >= a and x <= b`, or `x < a or x > b`, as one comparison; None: the two are something else."""
    if first.bounds is None or then.bounds is None or first.bounds[0].code != then.bounds[0].code:
        return None
    below, above = sorted((first.bounds, then.bounds), key=lambda bounds: bounds[2])
    if below[1] != LOWEST or above[2] != HIGHEST:
        return None
    low, high = (above[1], below[2]) if is_and else (below[2] + 1, above[1] - 1)
    if low > high:
        return None
    number = first.bounds[0]
    code = number.code + wasm.const(low) + wasm.SUB if low else number.code
    width = high - low
    operation = wasm.LESS_EQUAL_UNSIGNED if is_and else wasm.GREATER_UNSIGNED
    return truth(code + wasm.const(width if width <= HIGHEST else width - 2**64) + operation)


def _decided(kind: type, left: Value, right: Value) -> bool | None:
    """What a comparison gives whatever the numbers are; None: that depends."""
    below, above = left.high < right.low, left.low > right.high
    if kind is ast.Eq or kind is ast.NotEq:
        return (kind is ast.NotEq) if below or above else None
    if kind is ast.Lt or kind is ast.GtE:
        found = True if below else False if left.low >= right.high else None
        return found if kind is ast.Lt or found is None else not found
    found = True if above else False if left.high <= right.low else None
    return found if kind is ast.Gt or found is None else not found


def negative(value: Value, line: int) -> Value:
    """The number with the other sign."""
    if value.constant is not None:
        return known(-value.constant, line)
    return within(wasm.const(0) + value.code + wasm.SUB, -value.high, -value.low, value.flags)


def invert(value: Value) -> Value:
    """All bits turned."""
    if value.constant is not None:
        return constant(~value.constant)
    return Value(value.code + wasm.const(-1) + wasm.XOR, ~value.high, ~value.low, value.flags)


def smaller(frame: Frame, left: Value, right: Value, greater: bool) -> Value:
    """The smaller of two, or the greater."""
    pick = max if greater else min
    if left.constant is not None and right.constant is not None:
        return constant(pick(left.constant, right.constant))
    for one, other in ((left, right), (right, left)):
        # the one is sure to be picked, and nothing is lost with the other
        if (one.low >= other.high if greater else one.high <= other.low) and not other.flags:
            return one
    before, a = atom(frame, left)
    more, b = atom(frame, right)
    code = before + more + a.code + b.code + a.code + b.code
    code += (wasm.GREATER if greater else wasm.LESS) + wasm.SELECT
    flags = left.flags | right.flags
    return Value(code, pick(left.low, right.low), pick(left.high, right.high), flags)


def distance(frame: Frame, value: Value, line: int) -> Value:
    """How far from 0."""
    if value.constant is not None:
        return known(abs(value.constant), line)
    if value.low >= 0:
        return value
    code, number = atom(frame, value)
    sign = frame.take()
    code += number.code + wasm.const(63) + wasm.SHR + wasm.tee(sign) + number.code + wasm.XOR
    code += wasm.get(sign) + wasm.SUB
    return within(code, 0, max(-value.low, value.high), value.flags)
