"""Going through the rules: every node with what an operator has to know about the place where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import attrs
from attrs import define, field, frozen

from ruledsl.lower import Lowered
from ruledsl.model import symbols as s
from ruledsl.model.walk import walk
from ruledsl.source import Span
from ruledsl.syntax import nodes

_UNREAD: Final[dict[type, tuple[str, ...]]] = {
    nodes.Things: ("name", "type"), nodes.Members: ("name",), nodes.Let: ("name",), nodes.Using: ("name",),
    nodes.Subset: ("name", "kind"), nodes.Call: ("function",), nodes.Quantifier: ("function",),
    nodes.Phase: ("name", "parameters"), nodes.Define: ("name", "parameters", "reason"),
    nodes.Var: ("names", "per", "type", "each"), nodes.Zone: ("name", "per", "kind", "visibility"),
    nodes.Table: ("name", "keys"), nodes.TableRow: ("keys", "values"), nodes.Meld: ("name", "parameters"),
    nodes.Trait: ("attribute",), nodes.Factor: ("name",), nodes.Cards: ("name", "per"),
    nodes.Tokens: ("name", "per"), nodes.Dice: ("name", "per"), nodes.Enum: ("name", "members"),
    nodes.Setting: ("name",), nodes.Play: ("phase",), nodes.End: ("scope",), nodes.AtEnd: ("scope",),
    nodes.Sort: ("name",), nodes.All: ("family",), nodes.EachTarget: ("family",), nodes.Option: ("label",),
    nodes.Where: ("reason",), nodes.Game: ("title", "extends"), nodes.Order: ("name", "kinds"),
    nodes.MeldPart: ("kinds",), nodes.Teams: ("arrangement",),
}  # fmt: skip
"""Parts of a node that only name something: where a name is bound, or a word of the form."""


@frozen
class Change:
    """What an operator does: the stretch from `start` to `end` becomes `text`.

    `way`: "becomes", "left out" or "swapped" (then `middle` has the two offsets between the parts). `within`:
    the stretch that is shown around the change; None: what is short enough.
    """

    kind: str
    start: int
    end: int
    text: str = ""
    way: str = "becomes"
    middle: tuple[int, int] = (0, 0)
    within: Span | None = None


@define
class Facts:
    """What the file declares, for operators that put one name in the place of another.

    `zones`: name -> (its keys, its kind). `players`: the variables that hold a player. `of_players`: what
    only a player has (counted pieces, families of zones and variables).
    """

    zones: dict[str, tuple[tuple[str, ...], str]] = field(factory=dict)
    players: tuple[str, ...] = ()
    of_players: frozenset[str] = frozenset()


def facts_of(lowered: Lowered) -> Facts:
    """The facts of a game, from one of its configurations."""
    cx = lowered.context
    zones: dict[str, tuple[tuple[str, ...], str]] = {}
    of_players = {"left", "right", "others"}
    for entry in cx.effective.all(nodes.Zone):
        zone = entry.declaration
        assert isinstance(zone, nodes.Zone)
        zones[zone.name.id] = (tuple(key.id for key in zone.per), zone.kind.id)
        if [key.id for key in zone.per] == ["player"]:
            of_players.add(zone.name.id)
    players = []
    for symbol in cx.names.values():
        if isinstance(symbol, s.CounterSymbol):
            of_players.add(symbol.name)
        elif isinstance(symbol, s.VarSymbol):
            if [key.id for key in symbol.declaration.per] == ["player"]:
                of_players.add(symbol.name)
            elif symbol.type is not None and (symbol.type.kind, symbol.type.name) == ("member", "player"):
                players.append(symbol.name)
    return Facts(zones, tuple(players), frozenset(of_players))


@frozen
class At:
    """A node where it stands. `parents` from the outermost; `players`: the locals that are players there,
    from the outermost; `code`: the file's text without comments.
    """

    node: Any
    parents: tuple[nodes.Node, ...]
    players: tuple[str, ...]
    facts: Facts
    code: str

    @property
    def parent(self) -> nodes.Node | None:
        """The node around this one."""
        return self.parents[-1] if self.parents else None

    def text(self, start: int, end: int) -> str:
        """A stretch of the code."""
        return self.code[start:end]

    def find(self, pattern: str, start: int, end: int) -> re.Match[str] | None:
        """The first place in a stretch where a pattern fits."""
        return re.compile(pattern).search(self.code, start, end)

    def becomes(self, kind: str, span: Span, text: str) -> Change:
        """This stretch becomes another text."""
        return Change(kind, span.start, span.end, text)

    def left_out(self, kind: str, start: int, end: int) -> Change:
        """This stretch is left out, with the blanks before it."""
        inside = self.code[start:end]
        start += len(inside) - len(inside.lstrip())
        end -= len(inside) - len(inside.rstrip())
        return Change(kind, start, end, "", "left out")

    def dropped(self, kind: str, span: Span) -> Change:
        """A whole statement, option or declaration is left out, with its notes."""
        return Change(kind, self.begin(span), span.end, "", "left out")

    def begin(self, span: Span) -> int:
        """Where a stretch begins with the notes that stand above it: they cannot stand without it."""
        before = len(self.code[: span.start].rstrip())
        note = re.compile(r"^[ \t]*##", re.MULTILINE).search(span.source.text, before, span.start)
        return span.start if note is None else note.end() - 2

    def outer(self, span: Span) -> tuple[int, int]:
        """The stretch with the parentheses around it. Not for the argument of a call."""
        start, end = span.start, span.end
        while True:
            before = len(self.code[:start].rstrip())
            after = end + len(self.code[end:]) - len(self.code[end:].lstrip())
            if self.code[before - 1 : before] != "(" or self.code[after : after + 1] != ")":
                return start, end
            start, end = before - 1, after + 1


def places(declaration: nodes.Declaration, facts: Facts, code: str) -> Iterator[At]:
    """Every node of a declaration that says something, where it stands, in the order of the text."""
    yield from _inside(declaration, (), (), facts, code)


def _inside(
    node: nodes.Node, parents: tuple[nodes.Node, ...], players: tuple[str, ...], facts: Facts, code: str
) -> Iterator[At]:
    players = (*players, *(name for name in _bound_players(node, facts) if name not in players))
    yield At(node, parents, players, facts, code)
    for inner in _children(node):
        yield from _inside(inner, (*parents, node), players, facts, code)


def _read_fields(kind: type) -> list[str]:
    unread = _UNREAD.get(kind, ())
    return [a.name for a in attrs.fields(kind) if a.name not in unread and not a.name.endswith("span")]


def _children(node: nodes.Node) -> list[nodes.Node]:
    found: list[nodes.Node] = []
    waiting = [getattr(node, name) for name in _read_fields(type(node))]
    while waiting:
        value = waiting.pop()
        if isinstance(value, tuple):
            waiting += value
        elif isinstance(value, nodes.Node):
            found.append(value)
    unlike = {(one.span.start, one.span.end, type(one)): one for one in found}
    return sorted(unlike.values(), key=lambda one: (one.span.start, one.span.end))


def _bound_players(node: nodes.Node, facts: Facts) -> list[str]:
    """The names that a node binds, as far as they are players."""
    clause = getattr(node, "clause", None)
    generators = clause.generators if isinstance(clause, nodes.Clause) else ()
    found = [g.name.id for g in generators if isinstance(g, nodes.Things) and g.type.id == "player"]
    doubtful = [g.name.id for g in generators if isinstance(g, nodes.Members | nodes.Let)]
    if isinstance(node, nodes.Phase | nodes.Define):
        doubtful += [parameter.id for parameter in node.parameters]
    if doubtful:
        used = {
            one.object.id
            for one in walk(node)
            if isinstance(one, nodes.Attribute)
            and isinstance(one.object, nodes.Name)
            and one.name in facts.of_players
        }
        found += [name for name in doubtful if name in used]
    return found
