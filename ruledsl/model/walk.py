"""Going through a tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ruledsl.syntax import nodes

_FIELDS: dict[type, tuple[str, ...]] = {}


def walk(node: Any) -> Iterator[nodes.Node]:
    """The node (or nodes, in a tuple) and all nodes in it, in the order of the text."""
    stack: list[Any] = [node]
    while stack:
        at = stack.pop()
        if isinstance(at, tuple):
            stack.extend(reversed(at))
        elif isinstance(at, nodes.Node):
            yield at
            names = _FIELDS.get(type(at)) or _fields(type(at))
            stack.extend([getattr(at, name) for name in names])


def _fields(kind: type) -> tuple[str, ...]:
    """The fields in which there may be nodes, the last one first."""
    names = [a.name for a in attrs.fields(kind) if not a.name.endswith("span")]
    found = _FIELDS[kind] = tuple(reversed(names))
    return found


def names_in(node: Any) -> set[str]:
    """Every name that is read somewhere in the node."""
    return {n.id for n in walk(node) if isinstance(n, nodes.Name)}


def attributes_in(node: Any) -> set[str]:
    """Every attribute that is read somewhere in the node."""
    return {n.name for n in walk(node) if isinstance(n, nodes.Attribute)}
