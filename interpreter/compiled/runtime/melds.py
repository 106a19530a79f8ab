"""Melds in the kernel language: found, tested, compared, laid and joined as the rules of one Program say.

The meaning is that of `interpreter.melds` and of the statements in `interpreter.moves` that lay melds: the
same melds in the same order, read alike, after the same number of steps. The text is written anew, so that
one can be held against the other.

`meld_searches` puts searches together from `meld_frame` (the cards of a search and what was found),
`meld_groups` and `meld_runs` (shapes without and with a sequence, by `meld_shapes`) and `meld_parts` (melds
made of melds); `meld_useful` tells which cards are worth searching among, `meld_data` spreads out the shapes
by face, `meld_values` has what melds read as and how they compare, `meld_moves` how they are laid.

`MeldCode` writes functions as they are asked for; each of its methods gives the name of one. Melds and lists
are places in `heap` (docs/kernel.md). What only the rules can say is asked of functions that the compiler
writes: `measure_KIND_SHAPE(piece, face)`, what a card read as a face counts, and `total_KIND_SHAPE(p, ...)`,
what the cards must add up to.
"""

from __future__ import annotations

from string import Template
from typing import Final, Protocol

from interpreter.compiled.features import Features
from interpreter.compiled.runtime import meld_frame as frame
from interpreter.compiled.runtime import meld_moves as moves
from interpreter.compiled.runtime import meld_parts as parts
from interpreter.compiled.runtime import meld_values as values
from interpreter.compiled.runtime.meld_data import compared_attribute
from interpreter.compiled.runtime.meld_searches import MeldSearches
from interpreter.compiled.runtime.meld_text import MeldText, plain
from interpreter.compiled.runtime.meld_useful import FILTERED, LISTED
from interpreter.layout import Layout
from interpreter.meld_search import BUDGET
from interpreter.program import Shape

Kinds = tuple[tuple[int, int], ...]
"""Kinds of melds, each with how many parameters it has."""

_WORK_ROOM: Final = 1 << 19
"""Numbers on the stack of searches; nearly all of it is for ways to read wilds of a row."""


class ZoneNames(Protocol):
    """What is needed of whoever writes the functions that move pieces."""

    def move_all(self, target_family: int) -> str:
        """The name of f(list, zone, at, facing): pieces go, one by one, into a zone of this family."""


class MeldCode:
    """Writes the functions; see the module. `text()` and `declarations()` come when all are asked for."""

    def __init__(self, layout: Layout, features: Features, zones: ZoneNames) -> None:
        self._layout = layout
        self._program = layout.program
        self._features = features
        self._zones = zones
        self._text = MeldText(layout)
        self._searches = MeldSearches(self._text, features)

    # -- what may be asked for ---------------------------------------------------------------------

    def search(self, kinds: Kinds, accept: str | None = None, row: bool = True) -> str:
        """f(row, any, by, p0, ...) -> the list of all melds of these kinds, as `enumerate_melds` finds them.

        `accept` is a function of the kernel, (meld) -> 0 or 1, with the meaning it has there. Where `row` is
        False the row is always empty, and nothing is written for it unless another search needs it.
        """
        self._searches.rows |= row
        useful = None if row else self.useful(kinds)
        if useful is None:
            return self._search_all(kinds, accept)
        self._text.functions[f"{useful}_of"] = Template(FILTERED).substitute(useful=useful)
        return self._search_useful(kinds, accept, "list", f"{useful}_of(loose)")

    def search_set(self, kinds: Kinds, accept: str | None = None) -> str | None:
        """f(0, mask, by, p0, ...) -> as `search` finds with no row and the pieces of a mask, in ascending
        order; None where it cannot be told from a set which pieces can be in a meld.
        """
        useful = self.useful(kinds)
        if useful is None:
            return None
        self._text.functions["meld_listed_set"] = LISTED
        return self._search_useful(kinds, accept, "set", f"meld_listed_set({useful}(loose))")

    def useful(self, kinds: Kinds) -> str | None:
        """f(mask) -> mask of the pieces that can be in a meld of these kinds; None where nobody knows."""
        return self._searches.useful(tuple(kind for kind, _ in kinds))

    def _search_useful(self, kinds: Kinds, accept: str | None, form: str, cards: str) -> str:
        """A search that is given a list or a set and looks at what can be in a meld only."""
        key = ("search", kinds, accept, form)
        if key not in self._text.names:
            whole, given = self._search_all(kinds, accept), _parameters(kinds)
            self._text.names[key] = name = f"{whole}_of_{form}"
            self._text.functions[name] = (
                f"def {name}(row, loose, by{given}):\n    return {whole}(row, {cards}, by{given})"
            )
        return self._text.names[key]

    def _search_all(self, kinds: Kinds, accept: str | None) -> str:
        """A search among all cards it is given."""
        key = ("search", kinds, accept)
        if key in self._text.names:
            return self._text.names[key]
        self._text.names[key] = name = f"melds_search_{len(self._text.names)}"
        given = _parameters(kinds)
        wanted = ""
        if accept is not None:
            wanted = (
                f"    meld_work[s + MELD_ACCEPT] = {self._searches.accept(accept)}\n"
                "    meld_work[s + MELD_PROBE] = alloc(8 + 2 * (heap[row] + heap[loose]))\n"
            )
        self._text.functions[name] = (
            f"def {name}(row, loose, by{given}):\n"
            "    s = meld_begin(row, loose)\n"
            "    meld_work[s + MELD_BY] = by\n"
            f"{wanted}    meld_ready(s)\n"
            + "".join(f"    {call}\n" for call in self._calls(kinds))
            + "    found = meld_listed(s)\n    meld_end(s)\n    return found"
        )
        return name

    def form(self, kinds: Kinds) -> str:
        """f(list, p0, ...) -> the first meld of these kinds that consists of just these cards, or NONE."""
        key = ("form", kinds)
        if key not in self._text.names:
            self._text.names[key] = name = f"melds_form_{len(self._text.names)}"
            lines = [
                f"def {name}(cards{_parameters(kinds)}):",
                "    s = meld_begin(0, cards)",
                "    meld_work[s + MELD_LOW] = heap[cards]",
                "    meld_work[s + MELD_HIGH] = heap[cards]",
                "    meld_work[s + MELD_ONCE] = 1",
                "    meld_ready(s)",
                "    found = 0",
            ]
            for call in self._calls(kinds):
                lines += ["    if found == 0:", f"        found = {call}"]
            lines += [
                "    m = NONE",
                "    if found:",
                "        m = meld_found[meld_work[s + MELD_FOUND]]",
                "    meld_end(s)",
                "    return m",
            ]
            self._text.functions[name] = "\n".join(lines)
        return self._text.names[key]

    def matches(self, kinds: Kinds) -> str:
        """f(list, p0, ...) -> 1 when these cards, in any order, form a meld of one of these kinds, else 0."""
        key = ("matches", kinds)
        if key not in self._text.names:
            self._text.names[key] = name = f"melds_match_{len(self._text.names)}"
            lines = [f"def {name}(cards{_parameters(kinds)}):", "    n = heap[cards]"]
            if self._layout.has_wilds:
                self._text.wilds()
                lines += [
                    "    wild = 0",
                    "    for i in range(1, n + 1):",
                    "        if meld_wild[piece_face[heap[cards + i]]] >= 0:",
                    "            wild = 1",
                ]
            at = 0
            for kind, count in kinds:
                given = "".join(f", p{at + i}" for i in range(count))
                at += count
                lines += self._match(kind, count, given)
            self._text.functions[name] = "\n".join([*lines, "    return 0"])
        return self._text.names[key]

    def _match(self, kind: int, count: int, given: str) -> list[str]:
        """Lines that return 1 when the cards are of a kind: by their traits as long as these decide it."""
        shapes = self._searches.shapes(kind)
        clear = []
        for data in shapes:
            if not data.plain or data.total:
                break
            clear.append(data)
        tests = []
        for data in clear:
            sizes = f"n >= {data.low}" + ("" if data.high is None else f" and n <= {data.high}")
            tests += [f"    if {sizes}:", f"        if meld_match_{self._text.fits(data)}(cards):"]
            tests.append("            return 1")
        wilds = self._layout.has_wilds
        if not wilds and len(clear) == len(shapes):
            return tests
        formed = [f"    if {self.form(((kind, count),))}(cards{given}) != NONE:", "        return 1"]
        if len(clear) < len(shapes):
            tests += formed
        if not wilds:
            return tests
        return ["    if wild:", *_indented(formed), "    else:", *_indented(tests)]

    def _calls(self, kinds: Kinds) -> list[str]:
        calls = []
        at = 0
        for kind, count in kinds:
            given = "".join(f", p{at + i}" for i in range(count))
            calls.append(f"{self._searches.find(kind)}(s{given})")
            at += count
        return calls

    def lying(self) -> str:
        """f(zone) -> the list of the melds that lie in a zone for melds, in order of laying."""
        self._text.functions["meld_lying"] = values.LYING
        return "meld_lying"

    def last_lying(self) -> str:
        """f(zone) -> the meld that was laid last in a zone for melds, or NONE."""
        self.lying()
        return "meld_last_lying"

    def top(self) -> str:
        """f(meld) -> its highest value; the fault `meld-without-top` where it has none."""
        if "meld_top" not in self._text.functions:
            self._text.functions["meld_top"] = values.TOP
            self._text.functions["faces_of"] = values.FACES_OF
            cases = []
            for data in self._searches.all_shapes():
                body = self._top_of(data.shape)
                if body:
                    cases.append((f"kind == {data.kind} and shape == {data.number}", body))
            lines = values.chain(cases, "return NONE")
            self._text.functions["meld_top_of"] = f"def meld_top_of(kind, shape, at, n):\n{lines}"
        return "meld_top"

    def _top_of(self, shape: Shape) -> str:
        if shape.consecutive is not None:
            return Template(values.TOP_OF_RUN).substitute(name=self._text.ladder(shape))
        if shape.same:
            return f"        return {self._text.value_row(shape.same[0])}[meld_work[at]]"
        return ""

    def shared(self) -> str:
        """f(meld, attribute) -> the value that all its cards have, as read, or NONE."""
        rows = self._layout.face_values
        self._text.tables["meld_values"] = ("i64", tuple(plain(value) for row in rows for value in row))
        self._text.functions["meld_shared"] = values.SHARED
        return "meld_shared"

    def strength(self, order: int) -> str:
        """f(meld) -> the list that compares as an order of kinds says; NONE for no meld."""
        name = f"meld_strength_{order}"
        if name in self._text.functions:
            return name
        kinds = self._program.orders[order].kinds
        places = tuple(kinds.index(kind) if kind in kinds else -1 for kind in range(len(self._program.melds)))
        self._text.tables[f"meld_order_{order}"] = ("i32", places)
        row = self._text.value_row(compared_attribute(self._program, order))
        cases = [
            (
                f"kind == {data.kind} and shape == {data.number}",
                f"        meld_ladder_{self._text.ladder(data.shape)}(faces, n, to)\n        return",
            )
            for data in self._searches.all_shapes()
            if data.kind in kinds and data.shape.consecutive is not None
        ]
        default = (
            "for i in range(0, n):\n"
            f"        value = {row}[meld_work[faces + i]]\n"
            "        meld_work[to + i] = -1 if value == NONE else value"
        )
        self._text.functions[f"meld_compared_{order}"] = (
            f"def meld_compared_{order}(kind, shape, faces, n, to):\n{values.chain(cases, default)}"
        )
        self._text.functions["faces_of"] = values.FACES_OF
        self._text.functions["meld_weaker"] = values.WEAKER
        self._text.functions[name] = Template(values.STRENGTH).substitute(order=order)
        return name

    def key(self) -> str:
        """f(meld) -> a list, for two melds of one position the same just when they are the same option."""
        if "meld_key" not in self._text.functions:
            self.compare_lists()
            self._text.functions["meld_key"] = values.KEY
            self._text.functions["meld_looks_like"] = self._looks_like()
        return "meld_key"

    def _looks_like(self) -> str:
        layout, features = self._layout, self._features
        self._text.tables["meld_first_twin"] = ("i16", tuple(twins[0] for twins in layout.twins))
        alike = values.ALIKE["shown"] if features.dice else ""
        alike += values.ALIKE["facing"] if features.facing else ""
        ordered = undecided = ""
        if any(layout.ordered):
            self._text.tables["meld_zone_ordered"] = ("u8", tuple(map(int, layout.ordered)))
            if any(features.may_wait):
                self._text.tables["meld_zone_waits"] = ("u8", tuple(map(int, features.may_wait)))
                self._text.functions["meld_is_undecided"] = values.UNDECIDED
                undecided = Template(values.IN_UNDECIDED).substitute(alike=alike).strip("\n")
            ordered = Template(values.ORDERED_ZONE).substitute(undecided=undecided)
        return Template(values.LOOKS_LIKE).substitute(ordered=ordered, alike=alike)

    def same(self) -> str:
        """f(meld, meld) -> whether two melds are equal in everything; NONE is equal to itself only."""
        self._text.functions["meld_same"] = values.SAME
        return "meld_same"

    def same_lists(self) -> str:
        """f(list, list) -> whether two lists of plain numbers are equal."""
        self._text.functions["meld_same_lists"] = values.SAME_LISTS
        return "meld_same_lists"

    def compare_lists(self) -> str:
        """f(list, list) -> -1, 0 or 1, as two lists of plain numbers compare element by element."""
        self._text.functions["meld_compare_lists"] = values.COMPARE_LISTS
        return "meld_compare_lists"

    # -- melds that are laid -----------------------------------------------------------------------

    def lay(self) -> str:
        """f(meld, zone, facing): the meld comes to lie in a zone for melds, with all that belongs to it."""
        if "meld_lay_down" not in self._text.functions:
            self._laid()
            single = tuple(int(kind == "meld") for kind in self._layout.zone_kind)
            self._text.tables["meld_zone_single"] = ("u8", single)
            self._text.functions["meld_lay_down"] = Template(moves.LAY).substitute(move_all=self._move_all())
        return "meld_lay_down"

    def join(self) -> str:
        """f(list, meld): cards join a laid meld, which keeps its kind where it still fits."""
        if "meld_join" not in self._text.functions:
            self._laid()
            fix = ""
            if self._layout.has_wilds:
                fix = "    if fixed:\n        meld_fix(s, m)"
            lines = ["def meld_search_joined(s, kind, own):"]
            for kind, declared in enumerate(self._program.melds):
                if not declared.parameters:
                    lines += [
                        f"    if (kind == {kind}) == own:",
                        f"        if {self._searches.find(kind)}(s):",
                    ]
                    lines.append("            return")
            self._text.functions["meld_search_joined"] = "\n".join([*lines, "    return"])
            self._text.functions["meld_join"] = Template(moves.JOIN).substitute(
                fix=fix, move_all=self._move_all()
            )
        return "meld_join"

    def leave_meld(self) -> str:
        """leave_meld(zone, index): the meld that had the piece at `index` of its zone has one card less."""
        self._laid()
        self._text.functions["leave_meld"] = moves.LEAVE
        return "leave_meld"

    def move_laid(self) -> str:
        """move_laid(source, target): a zone's melds go along when its pieces are moved as a whole."""
        self._laid()
        self._text.functions["move_laid"] = moves.MOVE_LAID
        return "move_laid"

    def _laid(self) -> None:
        self._text.functions["meld_laid_faces"] = moves.LAID_FACES
        self._text.tables["meld_zone_takes"] = ("u8", tuple(map(int, self._layout.is_meld)))
        self._text.tables["meld_zone_room"] = ("i32", tuple(self._features.room))

    def _move_all(self) -> str:
        """The function that moves pieces into any zone for melds."""
        families = [
            (number, family)
            for number, family in enumerate(self._program.zones)
            if family.kind in ("meld", "melds")
        ]
        names = [self._zones.move_all(number) for number, _ in families]
        if len(set(names)) == 1:
            return names[0]
        cases = [
            (f"zone < {family.base + family.count}", f"        {name}(cards, zone, at, way)\n        return")
            for name, (_, family) in zip(names, families, strict=True)
        ]
        lines = values.chain(cases, "return")
        self._text.functions["meld_move_all"] = f"def meld_move_all(cards, zone, at, way):\n{lines}"
        return "meld_move_all"

    def reset(self) -> str:
        """melds_reset(): to be called before anything else when a fault may have ended the call before."""
        self._text.functions["melds_reset"] = ""
        return "melds_reset"

    # -- the whole ---------------------------------------------------------------------------------

    def text(self) -> str:
        """All functions asked for so far."""
        found = dict(self._text.functions)
        if found:
            found["stack"] = frame.STACK
        if self._searches.used:
            found |= self._searches.common()
        return "\n\n\n".join(text.strip("\n") for text in found.values() if text) + "\n" if found else ""

    def declarations(self) -> list[str]:
        """The tables and arrays that the functions need, one declaration a line."""
        layout, features = self._layout, self._features
        lines = []
        if features.melds:
            zones, size = layout.zone_count, max(1, features.row_size)
            lines += [f"laid_size = state_i32({zones})", f"laid_face = state_i16({size})"]
            lines += [
                f"laid_{name} = state_i32({size})" for name in ("kind", "shape", "by", "serial", "length")
            ]
            lines.append("serial = state_i64(1)")
        if not self._text.functions:
            return lines
        pieces, faces = layout.piece_count, len(layout.face_family)
        room = _WORK_ROOM + (BUDGET if self._searches.composites else 0)
        lines += frame.field_constants() + parts.parts_constants()
        lines += [
            f"MELD_PIECES = {pieces}", f"MELD_FACES = {faces}", f"MELD_WORK = {room}",
            f"MELD_READS = {int(layout.has_wilds)}",
            "meld_at = scratch_i64(4)", f"meld_work = scratch_i64({room})",
        ]  # fmt: skip
        return [*lines, *self._text.tables_declared(), *self._searches.arrays()]


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def _parameters(kinds: Kinds) -> str:
    return "".join(f", p{i}" for i in range(sum(count for _, count in kinds)))
