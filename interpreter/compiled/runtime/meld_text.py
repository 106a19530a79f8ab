"""The functions and tables for melds as they are gathered: what is asked for twice is written once."""

from __future__ import annotations

from collections.abc import Sequence
from string import Template
from typing import Final

from interpreter.compiled.kernel import NONE
from interpreter.compiled.runtime import meld_groups as groups
from interpreter.compiled.runtime import meld_values as values
from interpreter.compiled.runtime.meld_data import ShapeData
from interpreter.faults import EngineBug
from interpreter.layout import Layout
from interpreter.meld_values import lowest
from interpreter.program import Shape


class MeldText:
    """`functions`: the text of each by its name; `tables`: width and numbers of each by its name; `names`:
    how what was made for a request is called."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.functions: dict[str, str] = {}
        self.tables: dict[str, tuple[str, tuple[int, ...]]] = {}
        self.names: dict[tuple[object, ...], str] = {}
        self._places: dict[tuple[str, tuple[int, ...]], int] = {}

    def tables_declared(self) -> list[str]:
        """The declarations of the tables."""
        return [f"{name} = const_{width}({written(row)})" for name, (width, row) in self.tables.items()]

    def reading(self, body: str, indent: int, **names: object) -> str:
        """Lines that do something for each face that `piece` can be read as."""
        lines = Template(body).substitute(names).strip("\n").split("\n")
        before = ["face = piece_face[piece]"]
        if self.layout.has_wilds:
            before = [
                "for r in range(meld_read_from(s, piece), meld_read_to(s, piece)):",
                "    face = meld_reading[r]",
            ]
            lines = ["    " + line for line in lines]
        return "\n".join(" " * indent + line for line in [*before, *lines])

    def wilds(self) -> None:
        """The faces each face can be read as, and which wilds can change places."""
        readings = self.layout.readings
        listed = list(range(len(readings)))
        starts, ends = [], []
        for face, own in enumerate(readings):
            if own == (face,):
                starts.append(face)
                ends.append(face + 1)
            else:
                starts.append(len(listed))
                listed += own
                ends.append(len(listed))
        self.tables["meld_reading_from"] = ("i32", tuple(starts))
        self.tables["meld_reading_to"] = ("i32", tuple(ends))
        self.tables["meld_reading"] = ("i16", tuple(listed))
        self.tables["meld_wild"] = ("i16", tuple(_wild_groups(self.layout)))

    def value_row(self, attribute: int) -> str:
        """The table with the value that each face has of an attribute."""
        row = self.layout.face_values[attribute]
        self.tables[f"meld_value_{attribute}"] = ("i64", tuple(map(plain, row)))
        return f"meld_value_{attribute}"

    def place(self, name: str, numbers: tuple[int, ...]) -> int:
        """Where in a table with all such numbers these stand; equal ones stand there once."""
        key = (name, numbers)
        if key not in self._places:
            _, there = self.tables.get(name, ("", ()))
            self._places[key] = len(there)
            self.tables[name] = ("i16", there + numbers)
        return self._places[key]

    def ladder(self, shape: Shape) -> str:
        """The function that tells how faces stand in a run of this shape."""
        attribute, low = shape.consecutive, shape.low_member
        if attribute is None:
            raise EngineBug("a shape without sequence has no ladder")
        name = str(attribute) if low is None else f"{attribute}_{low}"
        text = values.LADDER_WITHOUT_LOW if low is None else values.LADDER
        self.functions[f"meld_ladder_{name}"] = Template(text).safe_substitute(
            name=name, row=self.value_row(attribute), low=low, below=lowest(self.layout, attribute) - 1
        )
        return name

    def differs(self, shape: Shape) -> str:
        """The function that compares a face with entries in what must differ."""
        name = "_".join(map(str, shape.different))
        tests = "\n".join(
            f"        if {self.value_row(attribute)}[other] == {self.value_row(attribute)}[face]:\n"
            "            return 0"
            for attribute in shape.different
        )
        self.functions[f"meld_differs_{name}"] = Template(groups.DIFFERS).substitute(x=name, tests=tests)
        return name

    def fits(self, data: ShapeData) -> str:
        """The functions that test faces, and cards as they are printed, for the traits of a shape."""
        x = f"{data.kind}_{data.number}"
        shape = data.shape
        tests = [
            Template(values.FITS_SAME).substitute(row=self.value_row(attribute)).strip("\n")
            for attribute in shape.same
        ] + [
            Template(values.FITS_DIFFERENT).substitute(row=self.value_row(attribute)).strip("\n")
            for attribute in shape.different
        ]
        if shape.consecutive is not None:
            row = self.value_row(shape.consecutive)
            run = Template(values.FITS_RUN).substitute(row=row, name=self.ladder(shape))
            tests.append(run.strip("\n"))
        self.functions[f"meld_fits_{x}"] = Template(values.FITS).substitute(x=x, tests="\n".join(tests))
        self.functions[f"meld_match_{x}"] = Template(_MATCH).substitute(x=x)
        return x


_MATCH = """
def meld_match_$x(cards):
    n = heap[cards]
    at = meld_room(n)
    for i in range(0, n):
        meld_work[at + i] = piece_face[heap[cards + 1 + i]]
    found = meld_fits_$x(at, n)
    meld_at[0] = at
    return found
"""


def plain(value: int | None) -> int:
    """A value as a kernel has it."""
    return NONE if value is None else value


def written(numbers: Sequence[int]) -> str:
    """Numbers as a declaration has them."""
    return f"({', '.join(map(str, numbers))},)" if numbers else "()"


_MOST_GROUPS: Final = 62
"""Groups of wilds are bits of one mask; if there were more, the last ones would count as one."""


def _wild_groups(layout: Layout) -> list[int]:
    """For each face the number of its group of wilds, -1: no wild. Wilds that have a reading in common are of
    one group, for only they can change places."""
    groups: list[set[int]] = []
    for face, free in enumerate(layout.face_wild):
        if not free:
            continue
        own = {*layout.readings[face], face}
        near = [group for group in groups if group & own]
        groups = [group for group in groups if not group & own]
        groups.append(own.union(*near))
    found = []
    for face, free in enumerate(layout.face_wild):
        number = next((i for i, group in enumerate(groups) if free and face in group), -1)
        found.append(min(number, _MOST_GROUPS - 1))
    return found
