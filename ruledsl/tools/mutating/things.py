"""Operators for what is meant: zones, players, sides, melds, alternatives, who sees a zone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ruledsl.source import Span
from ruledsl.syntax import nodes
from ruledsl.tools.mutating.places import At, Change

_OTHER_SIDE: Final = {
    "left": "right", "right": "left", "first": "last", "last": "first", "owner": "holder", "holder": "owner",
}  # fmt: skip
_OTHER_WORD: Final = {"yes": "no", "no": "yes", "up": "down", "down": "up"}
_OTHER_SIGHT: Final = {"open": "hidden", "hidden": "open", "private": "open"}


def zone(at: At) -> Iterator[Change]:
    """Another zone, of the same keys, and of the same kind if there is one."""
    node = at.node
    if isinstance(node, nodes.Name) and not _is_local(at, node.id):
        yield from _other_zone(at, node.id, node.span, ())
    elif isinstance(node, nodes.Attribute):
        yield from _other_zone(at, node.name, node.name_span, None)
    elif isinstance(node, nodes.All | nodes.EachTarget):
        yield from _other_zone(at, node.family.id, node.family.span, None)


def _is_local(at: At, name: str) -> bool:
    return name in at.players


def _other_zone(at: At, name: str, span: Span, keys: tuple[str, ...] | None) -> Iterator[Change]:
    """`keys`: those that the zone has to have; None: any, but at least one."""
    found = at.facts.zones.get(name)
    if found is None or (keys is not None and found[0] != keys) or (keys is None and not found[0]):
        return
    names = list(at.facts.zones)
    index = names.index(name)
    others = [one for one in (*names[index + 1 :], *names[:index]) if at.facts.zones[one][0] == found[0]]
    alike = [one for one in others if at.facts.zones[one][1] == found[1]]
    if others:
        yield at.becomes("wrong zone", span, (alike or others)[0])


def player(at: At) -> Iterator[Change]:
    """Another player: one that has a name there, else the one to the left."""
    node = at.node
    if not isinstance(node, nodes.Name) or node.id not in (*at.players, *at.facts.players):
        return
    if isinstance(at.parent, nodes.Assign) and at.parent.target is node:
        return
    inner = [name for name in reversed(at.players) if name != node.id]
    others = [*inner, *(name for name in at.facts.players if name != node.id)]
    yield at.becomes("wrong player", node.span, others[0] if others else f"{node.id}.left")


def side(at: At) -> Iterator[Change]:
    """Left for right, first for last, up for down, yes for no."""
    node = at.node
    if isinstance(node, nodes.Attribute) and node.name in _OTHER_SIDE:
        yield at.becomes("wrong side", node.name_span, _OTHER_SIDE[node.name])
    elif isinstance(node, nodes.Name) and node.id in _OTHER_WORD:
        yield at.becomes("wrong side", node.span, _OTHER_WORD[node.id])
    elif isinstance(node, nodes.Call) and node.function.id in ("left", "right"):
        yield at.becomes("wrong side", node.function.span, _OTHER_SIDE[node.function.id])


def alternatives(at: At) -> Iterator[Change]:
    """One of `a | b | c` is missing."""
    node = at.node
    if isinstance(node, nodes.Alternatives):
        yield from _one_missing(at, "case dropped", node.items)


def _one_missing(at: At, kind: str, items: Sequence[nodes.Node]) -> Iterator[Change]:
    if len(items) < 2:
        return
    yield at.left_out(kind, items[0].span.start, items[1].span.start)
    for before, item in pairwise(items):
        yield at.left_out(kind, before.span.end, item.span.end)


def meld(at: At) -> Iterator[Change]:
    """A way to make a meld is missing, or something that its cards have in common; `different` for `same`."""
    node = at.node
    if isinstance(node, nodes.Meld):
        yield from _one_missing(at, "case dropped", node.shapes)
    elif isinstance(node, nodes.MeldShape):
        for trait in node.traits:
            begin = at.code.rfind(",", node.span.start, trait.span.start)
            yield at.left_out("condition dropped", begin, trait.span.end)
    elif isinstance(node, nodes.Trait) and node.word in ("same", "different"):
        word = Span(node.span.source, node.span.start, node.span.start + len(node.word))
        yield at.becomes("condition negated", word, "different" if node.word == "same" else "same")
    elif isinstance(node, nodes.Cards):
        yield from _one_missing(at, "case dropped", node.products)


def sight(at: At) -> Iterator[Change]:
    """Others see a zone, or do not."""
    node = at.node
    if isinstance(node, nodes.Zone) and node.visibility.id in _OTHER_SIGHT:
        yield at.becomes("seen by others", node.visibility.span, _OTHER_SIGHT[node.visibility.id])


OPERATORS: Final = (zone, player, side, alternatives, meld, sight)
