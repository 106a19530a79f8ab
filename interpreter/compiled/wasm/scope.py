"""A function of the kernel while it is written, on its own or within another one."""

from __future__ import annotations

import ast

from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm.survey import Survey
from interpreter.compiled.wasm.values import Value


class Scope:
    """Its names: `values` is what reading one gives, `locals` the cells of those that can be set.

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
        self.loops: list[tuple[int, int]] = []

    def declare(self, name: str, local: int) -> None:
        """Gives a name its cell."""
        self.locals[name] = local
        self.values[name] = Value(wasm.get(local), atom=True)

    def learn(self, name: str, low: int, high: int) -> None:
        """What is in the cell lies between these, from here on."""
        self.values[name] = Value(wasm.get(self.locals[name]), low, high, atom=True)
