"""Layouts with every kind of zone, the kernel of all zone operations for them, and what drives it."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any

from attrs import evolve

from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.features import Features
from interpreter.compiled.host import open_host
from interpreter.compiled.kernel import NONE, read_kernel
from interpreter.compiled.runtime.zones import ZoneCode
from interpreter.layout import Layout
from interpreter.program import (
    Block,
    Clause,
    Expr,
    Face,
    Family,
    Flip,
    MeldKind,
    Move,
    Part,
    Piece,
    Shape,
    Statement,
    Target,
    Together,
)
from tests.interpreter.support import number_domain, program

HEAP = 20_000
KEPT = 8

ROWS = (
    ("stock", "pile", "hidden", (), -1),
    ("discard", "pile", "open", (), -1),
    ("secret", "pile", "private", (), -1),
    ("own", "pile", "private", (0,), 0),
    ("deck", "pile", "hidden", (0,), -1),
    ("line", "row", "open", (), -1),
    ("dark", "row", "hidden", (3,), -1),
    ("hand", "row", "private", (0,), 0),
    ("held", "bag", "private", (0,), 0),
    ("pool", "bag", "hidden", (), -1),
    ("market", "bag", "open", (), -1),
    ("spot", "slot", "open", (), -1),
    ("cell", "slot", "hidden", (3,), -1),
    ("table", "melds", "open", (), -1),
    ("centre", "meld", "open", (0,), -1),
)
CARDS = Family("card", False, False)
EVENTS = Family("event", False, False)
OWNED = Family("mouse", False, True)
DICE = Family("die", True, False, (1, 6))
ODD = Family("coin", True, False, (1, 2))

HELPERS = f"""
def alloc(n):
    at = heap_top[0]
    if at + n > {HEAP}:
        fault({NUMBERS["beyond-kernel"]}, origin_now[0])
    heap_top[0] = at + n
    return at


def leave_meld(zone, index):
    first = zone_start[zone]
    for i in range(first + index, first + zone_size[zone]):
        laid_face[i] = laid_face[i + 1]
    for j in range(first, first + laid_size[zone]):
        if index < laid_length[j]:
            laid_length[j] -= 1
            if laid_length[j] == 0:
                laid_size[zone] -= 1
                for k in range(j, first + laid_size[zone]):
                    laid_kind[k] = laid_kind[k + 1]
                    laid_shape[k] = laid_shape[k + 1]
                    laid_by[k] = laid_by[k + 1]
                    laid_serial[k] = laid_serial[k + 1]
                    laid_length[k] = laid_length[k + 1]
            return
        index -= laid_length[j]


def move_laid(source, target):
    faces = 0
    to = zone_start[target]
    for j in range(to, to + laid_size[target]):
        faces += laid_length[j]
    at = zone_start[source]
    face = at
    for j in range(at, at + laid_size[source]):
        k = to + laid_size[target]
        laid_kind[k] = laid_kind[j]
        laid_shape[k] = laid_shape[j]
        laid_by[k] = laid_by[j]
        laid_serial[k] = laid_serial[j]
        laid_length[k] = laid_length[j]
        laid_size[target] += 1
        for i in range(0, laid_length[j]):
            laid_face[to + faces] = laid_face[face]
            faces += 1
            face += 1
    laid_size[source] = 0
"""


def make_layout(
    groups: Sequence[tuple[Family, Sequence[int]]],
    *,
    players: int = 3,
    facing: bool = False,
    together: bool = False,
    narrow: bool = False,
) -> Layout:
    """Every family's faces with so many pieces of each (for each player, where a family is owned).

    `narrow`: rows, decks and slots hold the first family only.
    """
    faces: list[Face] = []
    pieces: list[Piece] = []
    for number, (family, counts) in enumerate(groups):
        for count in counts:
            faces.append(Face(number, (), str(len(faces)), ""))
            for owner in range(players) if family.per_player else (None,):
                pieces += [Piece(len(faces) - 1, owner)] * count
    made = program(
        players=players,
        faces=faces,
        pieces=pieces,
        zone_rows=ROWS,
        families=[family for family, _ in groups],
        extra_domains=(number_domain("two", 1, 2),),
        melds=(MeldKind("set", (), (Shape((Part((), 1, None),)),)),),
    )
    statements: list[Statement] = []
    for number, zone in enumerate(made.zones):
        for family in range(len(groups)):
            if not narrow or family == 0 or zone.kind in ("bag", "pile"):
                what = Expr("pieces_of", (), (family,))
                statements.append(Move(what, Target("family", family=number)))
    if facing:
        statements.append(Flip(Expr("pieces_of", (), (0,)), Expr("const", (), (1,))))
    if together:
        statements.append(Together(Clause(()), 0))
    return Layout(evolve(made, blocks=(Block(tuple(statements)),)))


class ZoneKernel:
    """A kernel of zone operations of a layout, in a host, and the names of its functions.

    Operations are written for a share of the families and of pairs of families, and always for any zone.
    """

    def __init__(self, layout: Layout, known: bool = True, seed: int = 0, engine: str = "python") -> None:
        self.layout = layout
        self.features = Features(layout, known)
        self.code = ZoneCode(layout, self.features)
        self.names: dict[tuple[Any, ...], str] = {}
        self._rng = random.Random(seed)
        self._ask()
        size, zones = max(1, self.features.row_size), layout.zone_count
        wrapped = dict.fromkeys(self.names.values())
        laid = [f"laid_{name} = state_i32({size})" for name in ("kind", "shape", "by", "serial", "length")]
        declarations = [
            f"SNAPSHOTS = 1\nEXPORTS = {tuple(self._wrapper(name) for name in wrapped)!r}",
            *self.code.declarations(),
            f"laid_size = state_i32({zones})",
            *laid,
            f"laid_face = state_i16({size})",
            "heap_top = scratch_i64(1)",
            "argument = scratch_i64(4)",
            "result = scratch_i64(1)",
            f"heap = state_i64({HEAP})",
        ]
        text = self.code.text()
        parameters = {}
        for line in text.splitlines():
            if line.startswith("def "):
                name, _, rest = line[4:].partition("(")
                parameters[name] = rest.count(",") + 1
        gives = set(re.findall(r"def (\w+)\(.*\n(?:    .*\n|\n(?=    ))*?    +return \w", text))
        wrappers = [self._wrapped(name, parameters[name], name in gives) for name in wrapped]
        self.source = "\n".join(declarations) + HELPERS + "\n\n" + text + "\n\n" + "\n\n".join(wrappers)
        self.kernel = read_kernel(self.source)
        self.host = open_host(self.kernel, engine)
        self.host.array("heap_top")[0] = KEPT

    def _ask(self) -> None:
        code = self.code
        families = (None, *range(len(self.layout.program.zones)))
        kinds = (None, *range(len(self.layout.program.families)))
        for source in families:
            for target in families:
                if source is target is None or self._rng.random() < 0.1:
                    self._ask_for_two(source, target, kinds)
            if source is not None and self._rng.random() < 0.5:
                continue
            for name in ("shuffle", "sort", "pieces", "top", "first", "decide_all", "place_of"):
                self.names[name, source] = getattr(code, name)(source)
            for shuffled in (False, True):
                for plain in (False, True):
                    self.names["gather", plain, shuffled, source] = code.gather(source, shuffled, plain)
                if source is not None:
                    self._ask_for_families(source, shuffled, kinds[1:])
        for kind in kinds:
            self.names["roll", kind] = code.roll(kind)
        for name in ("reveal", "flip", "lies_up", "mask_to_list", "below", "event", "select_bit"):
            self.names[(name,)] = getattr(code, name)()

    def _ask_for_families(self, target: int, shuffled: bool, kinds: Sequence[int]) -> None:
        for size in range(1, len(kinds) + 1):
            for families in combinations(kinds, size):
                for plain in (False, True):
                    name = self.code.gather_families(target, shuffled, frozenset(families), plain)
                    if name is not None:
                        self.names["gather families", plain, families, shuffled, target] = name

    def _ask_for_two(self, source: int | None, target: int | None, kinds: Sequence[int | None]) -> None:
        code = self.code
        plain = self._rng.random() < 0.6
        for how in {plain, source is not None}:
            self.names["move", how, source, target] = code.move(source, target, how)
            self.names["move all", how, source, target] = code.move_all(target, source, how)
            for kind in kinds:
                self.names["draw", how, kind, source, target] = code.draw(source, target, kind, how)
            for shuffled in (False, True):
                name = code.move_whole(source, target, shuffled, how)
                self.names["move whole", how, shuffled, source, target] = name

    def _wrapper(self, name: str) -> str:
        return f"call_{name}"

    def _wrapped(self, name: str, parameters: int, gives: bool) -> str:
        """A function to call another one with what stands in `argument`: numbers of 64 bits go in and out."""
        arguments = ", ".join(f"argument[{index}]" for index in range(parameters))
        call = f"{name}({arguments})"
        return f"def {self._wrapper(name)}():\n    {'result[0] = ' if gives else ''}{call}\n"

    def operation(self, rng: random.Random, *key: Any) -> tuple[Any, ...]:
        """An operation that there is, for families at the end of the key that may be replaced by None."""
        ends = 2 if key[0] in ("move", "move all", "draw", "move whole") else 1
        fixed, families = key[:-ends], key[-ends:]
        choices = product(*[(family,) if family is None else (None, family) for family in families])
        found = [(*fixed, *choice) for choice in choices if (*fixed, *choice) in self.names]
        return rng.choice(found) if found else ()

    def call(self, *key: Any, args: Sequence[int | None]) -> int:
        """Calls an operation; None among the arguments is NONE. What it gives, 0 if it gives nothing."""
        values = self.host.array("argument")
        for index, value in enumerate(args):
            values[index] = NONE if value is None else value
        self.host.array("result")[0] = 0
        self.host.call(self._wrapper(self.names[key]))
        return int(self.host.array("result")[0])

    def list_of(self, values: Sequence[int]) -> int:
        """Writes a list into the heap."""
        heap, top = self.host.array("heap"), self.host.array("heap_top")
        at = top[0]
        heap[at] = len(values)
        for index, value in enumerate(values, at + 1):
            heap[index] = value
        top[0] = at + len(values) + 1
        return int(at)

    def read_list(self, at: int) -> list[int]:
        """The elements of a list in the heap."""
        heap = self.host.array("heap")
        return list(heap[at + 1 : at + 1 + heap[at]])

    def forget(self) -> None:
        """The room of the last statement is free again."""
        self.host.array("heap_top")[0] = KEPT
