"""Text of kernel functions while it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

_SET = re.compile(r"^(?:for )?(\w+) (?:in|=) ")

_ENDS = re.compile(r"(?:(.*\S) ([+-]) |(-?))(\d+)")
"""A number at the end of a sum, with what stands before it."""


class Lines:
    """The lines of one function; called with a line it writes it."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 1
        self._names: set[str] = set()

    def __call__(self, *lines: str) -> None:
        """Some more lines."""
        for line in lines:
            self._names.update(_SET.findall(line))
        self._lines += ["    " * self._depth + line for line in lines]

    @contextmanager
    def under(self, header: str) -> Iterator[None]:
        """What is written inside stands under a header; nothing becomes `pass`."""
        self(header)
        self._depth += 1
        before = len(self._lines)
        yield
        if len(self._lines) == before:
            self("pass")
        self._depth -= 1

    def fresh(self, name: str) -> str:
        """A local's name that is not yet used in this function."""
        found = name
        number = 1
        while found in self._names:
            number += 1
            found = f"{name}{number}"
        self._names.add(found)
        return found

    def text(self) -> list[str]:
        """The lines with their indentation."""
        return self._lines or ["    pass"]


def plus(first: str, second: str) -> str:
    """The text of a sum, as short as it can be: numbers come last, and together."""
    names: list[str] = []
    fixed = 0
    for text in (first, second):
        found = _ENDS.fullmatch(text)
        if found is None:
            names.append(text)
            continue
        if found[1]:
            names.append(found[1])
        fixed += -int(found[4]) if "-" in (found[2], found[3]) else int(found[4])
    if fixed or not names:
        names.append(str(fixed))
    return " + ".join(names).replace(" + -", " - ")
