"""A value: the code that reckons it and what is known of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from interpreter.compiled.wasm import encoding as wasm

LOWEST: Final = -(2**63)
HIGHEST: Final = 2**63 - 1

READS: Final = 1
"""The code reads memory, so it must not move over a write."""
TRAPS: Final = 2
"""The code may end the run, so it must not be reckoned where it was not asked for."""
CALLS: Final = 4
"""The code may change memory: it stands once, and where it was written."""


class Value:
    """What an expression becomes.

    `code` pushes it: 64 bits or, where `truth`, a condition of 32 bits that is 0 or 1. `low` and `high`
    enclose it, `constant` is the number that it always is. `flags` says what its code does, `atom` that it is
    nothing but a local or a constant. `inner` and `plus`: it was reckoned as `inner + plus`, with a constant.
    `bounds`: it is a condition that a local lies between two numbers.
    """

    __slots__ = ("atom", "bounds", "code", "constant", "flags", "high", "inner", "low", "plus", "truth")

    def __init__(
        self,
        code: bytes,
        low: int = LOWEST,
        high: int = HIGHEST,
        flags: int = 0,
        atom: bool = False,
        truth: bool = False,
    ) -> None:
        self.code = code
        self.low = low
        self.high = high
        self.flags = flags
        self.atom = atom
        self.truth = truth
        self.constant = low if low == high and not flags else None
        self.bounds: tuple[Value, int, int] | None = None
        self.inner: Value | None = None
        self.plus = 0

    def number(self) -> Value:
        """The same in 64 bits."""
        if not self.truth:
            return self
        if self.atom:
            return constant(self.low)
        return Value(self.code + wasm.EXTEND_UNSIGNED, self.low, self.high, self.flags)

    def condition(self) -> Value:
        """The same as a condition: is it not 0?"""
        if self.truth:
            return self
        if self.constant is not None:
            return truth_constant(self.constant != 0)
        return truth(self.code + wasm.const(0) + wasm.NE, self.flags)

    def negated(self) -> Value:
        """The opposite condition."""
        if not self.truth:
            if self.constant is not None:
                return truth_constant(self.constant == 0)
            return truth(self.code + wasm.EQZ, self.flags)
        if self.atom:
            return truth_constant(self.low == 0)
        last = self.code[-1:]
        if last in OPPOSITES:
            return truth(self.code[:-1] + OPPOSITES[last], self.flags)
        if last == wasm.EQZ:
            return truth(self.code[:-1] + wasm.const(0) + wasm.NE, self.flags)
        if last == wasm.I32_EQZ:
            return truth(self.code[:-1], self.flags)
        return truth(self.code + wasm.I32_EQZ, self.flags)


OPPOSITES: Final = {
    before: after
    for pair in (
        (wasm.EQ, wasm.NE),
        (wasm.LESS, wasm.GREATER_EQUAL),
        (wasm.GREATER, wasm.LESS_EQUAL),
        (wasm.GREATER_UNSIGNED, wasm.LESS_EQUAL_UNSIGNED),
    )
    for before, after in (pair, pair[::-1])
}
"""A condition that is no constant ends with what made it: one of these, a logical instruction or `end`."""


@lru_cache(maxsize=4096)
def constant(number: int) -> Value:
    """A value that is known."""
    return Value(wasm.const(number), number, number, 0, True)


def truth(code: bytes, flags: int = 0) -> Value:
    """A condition."""
    return Value(code, 0, 1, flags, False, True)


def truth_constant(holds: bool) -> Value:
    """A condition that is known."""
    return Value(wasm.const32(int(holds)), int(holds), int(holds), 0, True, True)


def within(code: bytes, low: int, high: int, flags: int) -> Value:
    """A value of 64 bits between two bounds that may lie beyond 64 bits."""
    if low < LOWEST or high > HIGHEST:
        return Value(code, flags=flags)
    return Value(code, low, high, flags)
