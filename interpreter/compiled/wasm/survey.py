"""What a function's statements do to its names, found before the function is translated."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from attrs import frozen


@frozen
class Loop:
    """What the body of a loop holds: the names that it sets, whether it is left or cut short somewhere."""

    sets: frozenset[str]
    breaks: bool
    continues: bool


class Survey:
    """See the module.

    `gives`: it returns a value somewhere. `statements`: how many there are.
    `sets[name]`: at how many places the name is set; being a parameter
    is one. `loops[node]` for every loop, `branches[node]`: the names that a chain of `if` sets. `plain` tells
    that the name of a `for` is set by such loops alone, none inside another of the same name: it can count by
    itself.
    """

    def __init__(self, function: ast.FunctionDef) -> None:
        self._parameters = {each.arg for each in function.args.args}
        self.sets: Counter[str] = Counter(self._parameters)
        self.loops: dict[ast.stmt, Loop] = {}
        self.branches: dict[ast.stmt, frozenset[str]] = {}
        self.gives = False
        self.statements = 0
        self._counted: Counter[str] = Counter()
        self._nested: set[str] = set()
        self._block(function.body)

    def plain(self, name: str) -> bool:
        """See the class."""
        return self.sets[name] == self._counted[name] and name not in self._nested

    def names(self) -> Iterator[str]:
        """Everything that is set, without the parameters."""
        return (name for name in self.sets if name not in self._parameters)

    def _block(self, body: list[ast.stmt]) -> tuple[set[str], bool, bool]:
        sets: set[str] = set()
        breaks = continues = False
        self.statements += len(body)
        for node in body:
            more, left, again = self._statement(node)
            sets |= more
            breaks |= left
            continues |= again
        return sets, breaks, continues

    def _statement(self, node: ast.stmt) -> tuple[set[str], bool, bool]:
        kind = type(node)
        if kind is ast.Assign or kind is ast.AugAssign:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target  # type: ignore[attr-defined]
            if isinstance(target, ast.Name):
                self.sets[target.id] += 1
                return {target.id}, False, False
        elif kind is ast.If:
            return self._if(node)  # type: ignore[arg-type]
        elif kind is ast.While or kind is ast.For:
            return self._loop(node)  # type: ignore[arg-type]
        elif isinstance(node, ast.Return):
            self.gives |= node.value is not None
        return set(), kind is ast.Break, kind is ast.Continue

    def _if(self, node: ast.If) -> tuple[set[str], bool, bool]:
        """A chain of `elif` may be long, so it is gone along, not into."""
        sets, breaks, continues = self._block(node.body)
        rest = node.orelse
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            more, left, again = self._block(rest[0].body)
            sets |= more
            breaks |= left
            continues |= again
            rest = rest[0].orelse
        more, left, again = self._block(rest)
        sets |= more
        self.branches[node] = frozenset(sets)
        return sets, breaks or left, continues or again

    def _loop(self, node: ast.While | ast.For) -> tuple[set[str], bool, bool]:
        sets, breaks, continues = self._block(node.body)
        self.loops[node] = Loop(frozenset(sets), breaks, continues)
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            name = node.target.id
            if name in sets:
                self._nested.add(name)
            self._counted[name] += 1
            self.sets[name] += 1
            sets.add(name)
        return sets, False, False
