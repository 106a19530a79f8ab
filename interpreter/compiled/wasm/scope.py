"""A function of the kernel while it is written, on its own or within another one."""

from __future__ import annotations

import ast

from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm.survey import Survey
from interpreter.compiled.wasm.values import HIGHEST, LOWEST, Value


class Scope:
    """Its names: `locals` are cells, `values` stand for something that is known or lies elsewhere.

    `leave` is the block that `return` ends, None: the function itself. `loops` are the blocks that `break`
    and `continue` go to, the innermost last.
    """

    def __init__(self, function: ast.FunctionDef, survey: Survey, gives: bool, leave: int | None) -> None:
        self.function = function
        self.survey = survey
        self.gives = gives
        self.leave = leave
        self.locals: dict[str, int] = {}
        self.values: dict[str, Value] = {}
        self.ranges: dict[str, tuple[int, int]] = {}
        self.loops: list[tuple[int, int]] = []

    def read(self, name: str) -> Value | None:
        """The value of a local; None: it is none."""
        value = self.values.get(name)
        if value is not None:
            return value
        local = self.locals.get(name)
        if local is None:
            return None
        low, high = self.ranges.get(name, (LOWEST, HIGHEST))
        return Value(wasm.get(local), low, high, 0, True)

    def learn(self, name: str, value: Value) -> None:
        """A local is set to this; what is known of the value holds for the name if it is set nowhere else."""
        if self.survey.sets[name] == 1:
            self.ranges[name] = (value.low, value.high)
