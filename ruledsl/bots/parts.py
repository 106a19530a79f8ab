"""Walking over a part of a Program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import fields, has


def parts(node: Any) -> Iterator[Any]:
    """Every node inside a part of a Program, the part itself first."""
    if isinstance(node, tuple):
        for each in node:
            yield from parts(each)
    elif has(type(node)):
        yield node
        for attribute in fields(type(node)):
            yield from parts(getattr(node, attribute.name))
