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
        self._assigned: dict[str, list[ast.expr | tuple[int, int]]] = {}
        self._unbounded = set(self._parameters)
        self._bounds: dict[str, tuple[int, int] | None] = {}
        self._counted: Counter[str] = Counter()
        self._nested: set[str] = set()
        self._block(function.body)

    def plain(self, name: str) -> bool:
        """See the class."""
        return self.sets[name] == self._counted[name] and name not in self._nested

    def bounds(self, name: str) -> tuple[int, int] | None:
        """Between which numbers a name lies wherever it is set, as far as the text shows: it is one of some
        numbers, or counts up to one and begins anew. None: nothing is known."""
        if name not in self._bounds:
            self._bounds[name] = None  # what goes in a circle is not followed
            self._bounds[name] = self._bounds_of(name)
        return self._bounds[name]

    def _bounds_of(self, name: str) -> tuple[int, int] | None:
        if name in self._unbounded or name not in self._assigned:
            return None
        parts = [
            value if isinstance(value, tuple)
            else self.bounds(value.id) if isinstance(value, ast.Name)
            else _bounds_of_value(name, value)
            for value in self._assigned[name]
        ]  # fmt: skip
        ends = [part for part in parts if part is not None]
        if len(ends) < len(parts):
            return None
        return min(low for low, _ in ends), max(high for _, high in ends)

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
                if kind is ast.Assign:
                    self._assigned.setdefault(target.id, []).append(node.value)  # type: ignore[attr-defined]
                else:
                    self._unbounded.add(target.id)
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
            ends = _bounds_of_range(node.iter)
            if ends is None:
                self._unbounded.add(name)
            else:
                self._assigned.setdefault(name, []).append(ends)
            sets.add(name)
        return sets, False, False


def _bounds_of_value(name: str, value: ast.expr) -> tuple[int, int] | None:
    """What a name can become by `1`, `... % 4`, `... & 3` or `name + 1 if name < 3 else 0` (it was within its
    bounds before)."""
    number = _written(value)
    if number is not None:
        return number, number
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mod):
        by = _written(value.right)
        return (0, by - 1) if by is not None and by > 0 else None
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitAnd):
        mask = _written(value.right)
        return (0, mask) if mask is not None and mask >= 0 else None
    if not isinstance(value, ast.IfExp) or not isinstance(value.test, ast.Compare):
        return None
    step, test, other = value.body, value.test, _written(value.orelse)
    end, more = _written(test.comparators[0]), None
    if isinstance(step, ast.BinOp) and isinstance(step.op, ast.Add) and _is(step.left, name):
        more = _written(step.right)
    if other is None or end is None or more is None or more < 0:
        return None
    if not isinstance(test.ops[0], ast.Lt) or not _is(test.left, name):
        return None
    return other, max(other, end - 1 + more)


def _bounds_of_range(node: ast.expr) -> tuple[int, int] | None:
    """What `range(0, 3)` goes through."""
    if not isinstance(node, ast.Call) or len(node.args) < 2:
        return None
    start, stop, *step = (_written(argument) for argument in node.args)
    if start is None or stop is None or step not in ([], [1]):
        return None
    return start, max(start, stop - 1)


def _written(node: ast.expr) -> int | None:
    """A number that is written here."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = _written(node.left), _written(node.right)
        return None if parts[0] is None or parts[1] is None else parts[0] + parts[1]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        number = _written(node.operand)
        return None if number is None else -number
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
