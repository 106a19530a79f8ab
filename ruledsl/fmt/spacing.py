"""Blanks inside of a line."""

from __future__ import annotations

from typing import Final

from attrs import define, field

from ruledsl.source import Span
from ruledsl.syntax import nodes
from ruledsl.syntax.nodes import Name, Node

_JOINED: Final = frozenset(", ; : ) ] .".split())
_JOINS: Final = frozenset("( [ .".split())


@define
class Spacing:
    """What the tree knows about signs that are written with and without a blank before or behind them.

    `calls` are round brackets with arguments or parameters, `lists` square ones with written values, `signs`
    the minus of a negative number, `open_ranges` the `..` before what there are at least so many of, and
    `slashes` those of `yes/no`; all by their offsets.  `values` has the ends of written values by their
    starts.
    """

    calls: set[int] = field(factory=set)
    lists: set[int] = field(factory=set)
    signs: set[int] = field(factory=set)
    open_ranges: set[int] = field(factory=set)
    slashes: set[int] = field(factory=set)
    values: dict[int, int] = field(factory=dict)

    @classmethod
    def of(cls, tree: nodes.File, text: str) -> Spacing:
        """What a tree and its text say."""
        found = cls()
        waiting: list[object] = [tree]
        while waiting:
            value = waiting.pop()
            if isinstance(value, tuple):
                waiting.extend(value)
            elif isinstance(value, Node):
                found._note(value, text)
                waiting.extend(getattr(value, name) for name in _field_names(type(value)))
        return found

    def joined(self, before: str, before_start: int, token: str, start: int) -> bool:
        """Whether no blank stands between a token and the one before it."""
        if token in _JOINED or before in _JOINS or token == "..":
            return True
        if before == "..":
            return before_start not in self.open_ranges
        if token == "(":
            return start in self.calls
        if token == "[":
            return start not in self.lists
        if before == "-":
            return before_start in self.signs
        return start in self.slashes or before_start in self.slashes

    def _note(self, node: Node, text: str) -> None:
        match node:
            case nodes.WrittenValue():
                self.values[node.span.start] = node.span.end
            case nodes.Written():
                self.lists.add(node.span.start)
            case nodes.Unary(op="-"):
                self.signs.add(node.span.start)
            case nodes.Call() | nodes.Quantifier():
                self._call(node.function.span, text)
            case nodes.Define() | nodes.Phase() | nodes.Meld() if node.parameters:
                self._call(node.name.span, text)
            case nodes.Play() if node.arguments:
                self._call(node.phase.span, text)
            case nodes.AtFact():
                self._facts_of_position(node, text)
            case nodes.MeldPart(low=nodes.Expr() as low, open=True):
                self.open_ranges.add(text.index("..", low.span.end))
            case Name(id="yes/no"):
                self.slashes.add(text.index("/", node.span.start))

    def _facts_of_position(self, node: nodes.AtFact, text: str) -> None:
        if node.arguments:
            self._call(node.scope.span, text)
        if node.within is not None and node.within_arguments:
            self._call(node.within.span, text)

    def _call(self, name: Span, text: str) -> None:
        self.calls.add(text.index("(", name.end))


_NAMES: Final[dict[type[Node], tuple[str, ...]]] = {}


def _field_names(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a class of nodes, but for the places."""
    found = _NAMES.get(kind)
    if found is None:
        import attrs

        names = (attribute.name for attribute in attrs.fields(kind))
        found = _NAMES[kind] = tuple(name for name in names if not name.endswith("span"))
    return found
