"""Blanks inside of a line."""

from __future__ import annotations

from typing import Final

import attrs
from attrs import define, field

from ruledsl.source import Span
from ruledsl.syntax import nodes
from ruledsl.syntax.nodes import Name, Node
from ruledsl.syntax.words import word_set

_JOINED: Final = word_set(", ; : ) ] .")
_JOINS: Final = word_set("( [ .")


@define
class Spacing:
    """What the tree knows about signs that are written with and without a blank before or behind them.

    `calls` are round brackets with arguments or parameters, `lists` square ones with written values, `signs`
    the minus of a negative number, `open_ranges` the `..` before what there are at least so many of, and
    `slashes` those of `yes/no`; all by their offsets.  `values` has the ends of written values by their
    starts, `tables` the spans of tables, and `items` are the words that begin something without a separator.
    """

    calls: set[int] = field(factory=set)
    lists: set[int] = field(factory=set)
    signs: set[int] = field(factory=set)
    open_ranges: set[int] = field(factory=set)
    slashes: set[int] = field(factory=set)
    values: dict[int, int] = field(factory=dict)
    tables: list[Span] = field(factory=list)
    items: set[int] = field(factory=set)

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

    def in_table(self, start: int) -> bool:
        """Whether an offset lies in a table."""
        return any(span.start <= start < span.end for span in self.tables)

    def _note(self, node: Node, text: str) -> None:
        match node:
            case nodes.WrittenValue():
                self.values[node.span.start] = node.span.end
            case nodes.Table():
                self.tables.append(node.span)
            case nodes.TableRow(keys=()):
                self.items.add(node.span.start)
            case nodes.Choose(otherwise=nodes.Block() as block, braces=True):
                self.items.add(text.rindex("otherwise", 0, block.span.start))
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


_FIELDS: dict[type, tuple[str, ...]] = {}


def _field_names(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes, but for the places."""
    found = _FIELDS.get(kind)
    if found is None:
        names = (attribute.name for attribute in attrs.fields(kind))
        found = _FIELDS[kind] = tuple(name for name in names if not name.endswith("span"))
    return found
