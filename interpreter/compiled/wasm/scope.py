"""A function of the kernel while it is written, on its own or within another one."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from interpreter.compiled.wasm import encoding as wasm
from interpreter.compiled.wasm.survey import Survey
from interpreter.compiled.wasm.values import HIGHEST, LOWEST, Value


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

    def forget(self, names: Iterable[str]) -> None:
        """Any of the places that set these names may have been the last.

        A name that is set at one place only has always what is set there.
        """
        for name in names:
            if self.survey.sets[name] > 1:
                bounds = self.survey.bounds(name) or (LOWEST, HIGHEST)
                self.values[name] = Value(wasm.get(self.locals[name]), *bounds, atom=True)

    def known(self, names: Iterable[str]) -> dict[str, Value]:
        """What is known of these names here; for `restore` and `join`."""
        return {name: self.values[name] for name in names if self.survey.sets[name] > 1}

    def restore(self, known: dict[str, Value]) -> None:
        """Back to where that was known."""
        self.values.update(known)

    def join(self, ends: list[dict[str, Value]]) -> None:
        """Here several ways come together."""
        if not ends:
            return
        self.values.update(ends[0])
        for name, value in ends[0].items():
            others = [end[name] for end in ends]
            if any(other is not value for other in others):
                self.learn(name, min(other.low for other in others), max(other.high for other in others))

    def learn(self, name: str, low: int, high: int) -> None:
        """What is in the cell lies between these, from here on."""
        self.values[name] = Value(wasm.get(self.locals[name]), low, high, atom=True)
