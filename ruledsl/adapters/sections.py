"""Named sections of a vector: what stands where, and within which bounds."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen


@frozen
class Section:
    """Neighbouring entries of a vector. `entries` name them; every value lies within `low..high`."""

    name: str
    start: int
    entries: tuple[str, ...]
    low: float
    high: float

    @property
    def stop(self) -> int:
        """One past the last entry."""
        return self.start + len(self.entries)


@define
class Plan:
    """Sections one after the other, as they are added."""

    sections: list[Section] = field(factory=list)
    size: int = 0

    def add(self, name: str, entries: Sequence[str], low: float = 0, high: float = 1) -> int:
        """Adds a section and gives its start; one without entries is left out.

        A name that is taken gets a number, for different locals may be called alike.
        """
        start = self.size
        times = sum(section.name.partition(" #")[0] == name for section in self.sections)
        if times:
            name = f"{name} #{times + 1}"
        if entries:
            self.sections.append(Section(name, start, tuple(entries), low, high))
            self.size += len(entries)
        return start
