"""Trees as short texts, for comparing and for reading."""

from __future__ import annotations

import json
from collections.abc import Iterator

import attrs

from ruledsl.source import Span
from ruledsl.syntax import nodes


def outline(value: object) -> str:
    """A node in one line: its class, its required fields in order, then the others that are not default.

    Names, numbers and texts stand for themselves, a missing one is `-`; spans are left out.
    """
    match value:
        case None:
            return "-"
        case nodes.Name():
            return value.id
        case nodes.Number():
            return str(value.value)
        case nodes.Text():
            return json.dumps(value.value, ensure_ascii=False)
        case nodes.WrittenValue():
            return value.text
        case nodes.Node():
            return f"{type(value).__name__}({', '.join(_fields(value))})"
        case tuple():
            return f"[{', '.join(map(outline, value))}]"
    return value if isinstance(value, str) else repr(value)


def _fields(node: nodes.Node) -> Iterator[str]:
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        if isinstance(value, Span) or not field.eq:
            continue
        if field.default is attrs.NOTHING:
            yield outline(value)
        elif value != field.default:
            yield f"{field.name}={outline(value)}"


def walk(value: object) -> Iterator[nodes.Node]:
    """A node and everything in it, in the order of the fields; a tuple gives what is in its items."""
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if isinstance(found, tuple):
            waiting.extend(reversed(found))
        elif isinstance(found, nodes.Node):
            yield found
            waiting.extend(getattr(found, field.name) for field in reversed(attrs.fields(type(found))))
