"""Writing kernel text: lines with their indentation, fresh names, tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

_WIDTHS = (("u8", 0, 255), ("i16", -(2**15), 2**15 - 1), ("i32", -(2**31), 2**31 - 1))


class Lines:
    """The text of one function while it is written."""

    def __init__(self, depth: int = 1) -> None:
        self.lines: list[tuple[int, str]] = []
        self.depth = depth

    def __call__(self, text: str) -> None:
        """One more line."""
        self.lines.append((self.depth, text))

    def again(self, lines: list[tuple[int, str]], deeper: int = 0) -> None:
        """Lines that were written before, and taken out, at another depth."""
        self.lines += [(depth + deeper, text) for depth, text in lines]

    def text(self) -> list[str]:
        """The lines with their indentation."""
        return ["    " * depth + text for depth, text in self.lines]

    @contextmanager
    def under(self, header: str) -> Iterator[None]:
        """What is written inside stands under a header; an empty body becomes `pass`."""
        self(header)
        self.depth += 1
        before = len(self.lines)
        try:
            yield
        finally:
            if len(self.lines) == before:
                self("pass")
            self.depth -= 1


def by_place(out: Lines, places: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """A chain over the block and index that the frame `d` names: what is written for a place while it is
    handed out stands in its arm."""
    cases = list(places)
    if not cases:
        return
    width = 1 + max(index for _, index in cases)
    out(f"at_place = frame_a[d] * {width} + frame_b[d]")
    for number, (block, index) in enumerate(cases):
        with out.under(f"{'elif' if number else 'if'} at_place == {block * width + index}:"):
            yield block, index


class Tables:
    """Constant tables, each written once."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, tuple[int, ...]], str] = {}
        self._taken: set[str] = set()

    def name(self, values: Sequence[int], hint: str) -> str:
        """The name of a table with these values."""
        width = width_of(values)
        key = (width, tuple(values))
        found = self._names.get(key)
        if found is None:
            found = f"t_{hint}"
            number = 1
            while found in self._taken:
                number += 1
                found = f"t_{hint}_{number}"
            self._taken.add(found)
            self._names[key] = found
        return found

    def text(self) -> list[str]:
        """Their declarations."""
        return [
            f"{name} = const_{width}(({', '.join(map(str, values))}{',' if len(values) == 1 else ''}))"
            for (width, values), name in self._names.items()
        ]


def width_of(values: Sequence[int]) -> str:
    """The narrowest kind of array that holds these values."""
    low, high = (min(values), max(values)) if values else (0, 0)
    for width, least, most in _WIDTHS:
        if least <= low and high <= most:
            return width
    return "i64"
