"""Frozen attrs classes that inherit comparing and showing.

A Program and a syntax tree together have about a hundred and fifty small classes. Methods made for each of
them would take a good part of the time that a whole `check` has, so these come from one base class.
"""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

import attrs
from attrs import field, frozen

Class = TypeVar("Class", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def plain(cls: Class) -> Class:
    """As `attrs.frozen`, for a class that inherits from `Plain`."""
    made: Class = frozen(eq=False, repr=False)(cls)
    return made


_COMPARED: dict[type[Any], tuple[str, ...]] = {}


def _compared(cls: type[Any]) -> tuple[str, ...]:
    """The fields that take part in equality: all but those with `eq=False`."""
    found = _COMPARED.get(cls)
    if found is None:
        found = _COMPARED[cls] = tuple(a.name for a in attrs.fields(cls) if a.eq)
    return found


@plain
class Plain:
    """Equal to another of its class with equal fields."""

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in _compared(type(self)))

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in _compared(type(self)))))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _compared(type(self)))
        return f"{type(self).__name__}({shown})"


AnyPlain = TypeVar("AnyPlain", bound=Plain)


def evolve(thing: AnyPlain, **changes: object) -> AnyPlain:
    """A copy with some fields changed."""
    made: AnyPlain = attrs.evolve(thing, **changes)  # type: ignore[misc]
    return made


_PARTS: dict[type[Any], tuple[str, ...]] = {}


def part_names(kind: type[Any]) -> tuple[str, ...]:
    """The names of the fields of an attrs class that are given to it; none of any other class. Quicker than
    asking `attrs.fields` again and again.
    """
    names = _PARTS.get(kind)
    if names is None:
        own = attrs.fields(kind) if attrs.has(kind) else ()
        names = _PARTS[kind] = tuple([each.name for each in own if each.init])
    return names


def parts(thing: object) -> list[Any]:
    """What a thing is made of, field by field; nothing for what is no attrs class."""
    return [getattr(thing, name) for name in part_names(type(thing))]
