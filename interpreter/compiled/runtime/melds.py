"""Melds in the kernel language: found, tested, compared, laid and joined as the rules of one Program say.

The meaning is that of `interpreter.melds` and of the statements in `interpreter.moves` that lay melds: the same
melds in the same order, read alike, after the same number of steps. The text is written anew, so that one can
be held against the other.

`MeldCode` writes functions as they are asked for; each of its methods gives the name of one. Melds and lists
are places in `heap` (docs/kernel.md). What only the rules can say is asked of functions that the compiler
writes: `measure_KIND_SHAPE(piece, face)`, what a card read as a face counts, and `total_KIND_SHAPE(p, ...)`,
what the cards must add up to.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import Template
from typing import Protocol

from interpreter.compiled.features import Features
from interpreter.compiled.kernel import NONE
from interpreter.compiled.runtime import meld_frame as frame
from interpreter.compiled.runtime import meld_groups as groups
from interpreter.compiled.runtime import meld_moves as moves
from interpreter.compiled.runtime import meld_parts as parts
from interpreter.compiled.runtime import meld_runs as runs
from interpreter.compiled.runtime import meld_values as values
from interpreter.compiled.runtime.meld_data import ShapeData, compared_attribute, shape_data
from interpreter.layout import Layout
from interpreter.meld_search import BUDGET
from interpreter.meld_values import lowest
from interpreter.program import Shape

Kinds = tuple[tuple[int, int], ...]
"""Kinds of melds, each with how many parameters it has."""

_WORK_ROOM = 1 << 19
"""Numbers on the stack of searches; nearly all of it is for ways to read wilds of a row."""


class ZoneNames(Protocol):
    """What is needed of whoever writes the functions that move pieces."""

    def move_all(self, target_family: int) -> str:
        """The name of f(list, zone, at, facing): pieces go, one after the other, into a zone of this family."""


class MeldCode:
    """Writes the functions; see the module. `text()` and `declarations()` come last, when all are asked for."""

    def __init__(self, layout: Layout, features: Features, zones: ZoneNames) -> None:
        self._layout = layout
        self._program = layout.program
        self._features = features
        self._zones = zones
        self._functions: dict[str, str] = {}
        self._tables: dict[str, tuple[str, tuple[int, ...]]] = {}
        self._names: dict[tuple[object, ...], str] = {}
        self._accepts: list[str] = []
        self._finds: list[int] = []
        self._parts: dict[tuple[int, int], int] = {}
        self._next_part = 0
        self._composites: list[ShapeData] = []

    # -- what may be asked for ---------------------------------------------------------------------

    def search(self, kinds: Kinds, accept: str | None = None) -> str:
        """f(row, any, by, p0, ...) -> the list of all melds of these kinds, as `enumerate_melds` finds them.

        `accept` is a function of the kernel, (meld) -> 0 or 1, with the meaning it has there.
        """
        key = ("search", kinds, accept)
        if key not in self._names:
            self._names[key] = name = f"melds_search_{len(self._names)}"
            given = _parameters(kinds)
            wanted = ""
            if accept is not None:
                if accept not in self._accepts:
                    self._accepts.append(accept)
                wanted = (
                    f"    meld_work[s + MELD_ACCEPT] = {self._accepts.index(accept) + 1}\n"
                    "    meld_work[s + MELD_PROBE] = alloc(8 + 2 * (heap[row] + heap[loose]))\n"
                )
            self._functions[name] = (
                f"def {name}(row, loose, by{given}):\n"
                "    s = meld_begin(row, loose)\n"
                "    meld_work[s + MELD_BY] = by\n"
                f"{wanted}    meld_ready(s)\n"
                + "".join(f"    {call}\n" for call in self._calls(kinds))
                + "    found = meld_listed(s)\n    meld_end(s)\n    return found"
            )
        return self._names[key]

    def form(self, kinds: Kinds) -> str:
        """f(list, p0, ...) -> the first meld of these kinds that consists of just these cards, or NONE."""
        key = ("form", kinds)
        if key not in self._names:
            self._names[key] = name = f"melds_form_{len(self._names)}"
            self._functions[name] = self._form(name, kinds, "", "")
        return self._names[key]

    def form_fixed(self, kinds: Kinds) -> str:
        """f(list, meld, p0, ...) -> the same, with the cards of a meld read as they are read in it."""
        key = ("form_fixed", kinds)
        if key not in self._names:
            self._names[key] = name = f"melds_form_{len(self._names)}"
            fix = "    meld_fix(s, m)\n" if self._layout.has_wilds else ""
            self._functions[name] = self._form(name, kinds, ", m", fix)
        return self._names[key]

    def _form(self, name: str, kinds: Kinds, more: str, fix: str) -> str:
        lines = [
            f"def {name}(cards{more}{_parameters(kinds)}):",
            "    s = meld_begin(0, cards)",
            fix + "    meld_work[s + MELD_LOW] = heap[cards]",
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
        return "\n".join(lines)

    def matches(self, kinds: Kinds) -> str:
        """f(list, p0, ...) -> 1 when these cards, in any order, form a meld of one of these kinds, else 0."""
        key = ("matches", kinds)
        if key not in self._names:
            self._names[key] = name = f"melds_match_{len(self._names)}"
            lines = [f"def {name}(cards{_parameters(kinds)}):", "    n = heap[cards]"]
            if self._layout.has_wilds:
                self._wilds()
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
            self._functions[name] = "\n".join([*lines, "    return 0"])
        return self._names[key]

    def _match(self, kind: int, count: int, given: str) -> list[str]:
        """Lines that return 1 when the cards are of a kind: by their traits as long as these decide it."""
        shapes = self._shapes(kind)
        clear = []
        for data in shapes:
            if not data.plain or data.total:
                break
            clear.append(data)
        tests = []
        for data in clear:
            sizes = f"n >= {data.low}" + ("" if data.high is None else f" and n <= {data.high}")
            tests += [f"    if {sizes}:", f"        if meld_match_{self._fits(data)}(cards):"]
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

    def lying(self) -> str:
        """f(zone) -> the list of the melds that lie in a zone for melds, in order of laying."""
        self._functions["meld_lying"] = values.LYING
        return "meld_lying"

    def last_lying(self) -> str:
        """f(zone) -> the meld that was laid last in a zone for melds, or NONE."""
        self.lying()
        return "meld_last_lying"

    def top(self) -> str:
        """f(meld) -> its highest value; the fault `meld-without-top` where it has none."""
        if "meld_top" not in self._functions:
            self._functions["meld_top"] = values.TOP
            self._functions["faces_of"] = values.FACES_OF
            cases = []
            for data in self._all_shapes():
                body = self._top_of(data.shape)
                if body:
                    cases.append((f"kind == {data.kind} and shape == {data.number}", body))
            lines = values.chain(cases, "return NONE")
            self._functions["meld_top_of"] = f"def meld_top_of(kind, shape, at, n):\n{lines}"
        return "meld_top"

    def _top_of(self, shape: Shape) -> str:
        if shape.consecutive is not None:
            return Template(values.TOP_OF_RUN).substitute(name=self._ladder(shape))
        if shape.same:
            return f"        return {self._value_row(shape.same[0])}[meld_work[at]]"
        return ""

    def shared(self) -> str:
        """f(meld, attribute) -> the value that all its cards have, as read, or NONE."""
        rows = self._layout.face_values
        self._tables["meld_values"] = ("i64", tuple(_plain(value) for row in rows for value in row))
        self._functions["meld_shared"] = values.SHARED
        return "meld_shared"

    def strength(self, order: int) -> str:
        """f(meld) -> the list that compares as an order of kinds says; NONE for no meld."""
        name = f"meld_strength_{order}"
        if name in self._functions:
            return name
        kinds = self._program.orders[order].kinds
        places = tuple(
            kinds.index(kind) if kind in kinds else -1 for kind in range(len(self._program.melds))
        )
        self._tables[f"meld_order_{order}"] = ("i32", places)
        row = self._value_row(compared_attribute(self._program, order))
        cases = [
            (
                f"kind == {data.kind} and shape == {data.number}",
                f"        meld_ladder_{self._ladder(data.shape)}(faces, n, to)\n        return",
            )
            for data in self._all_shapes()
            if data.kind in kinds and data.shape.consecutive is not None
        ]
        default = (
            "for i in range(0, n):\n"
            f"        value = {row}[meld_work[faces + i]]\n"
            "        meld_work[to + i] = -1 if value == NONE else value"
        )
        self._functions[f"meld_compared_{order}"] = (
            f"def meld_compared_{order}(kind, shape, faces, n, to):\n{values.chain(cases, default)}"
        )
        self._functions["faces_of"] = values.FACES_OF
        self._functions["meld_weaker"] = values.WEAKER
        self._functions[name] = Template(values.STRENGTH).substitute(order=order)
        return name

    def key(self) -> str:
        """f(meld) -> a list: two melds of one position have the same exactly when they are the same option."""
        if "meld_key" not in self._functions:
            self.compare_lists()
            self._functions["meld_key"] = values.KEY
            self._functions["meld_looks_like"] = self._looks_like()
        return "meld_key"

    def _looks_like(self) -> str:
        layout, features = self._layout, self._features
        self._tables["meld_first_twin"] = ("i16", tuple(twins[0] for twins in layout.twins))
        alike = values.ALIKE["shown"] if features.dice else ""
        alike += values.ALIKE["facing"] if features.facing else ""
        ordered = undecided = ""
        if any(layout.ordered):
            self._tables["meld_zone_ordered"] = ("u8", tuple(map(int, layout.ordered)))
            if any(features.may_wait):
                self._tables["meld_zone_waits"] = ("u8", tuple(map(int, features.may_wait)))
                self._functions["meld_is_undecided"] = values.UNDECIDED
                undecided = Template(values.IN_UNDECIDED).substitute(alike=alike).strip("\n")
            ordered = Template(values.ORDERED_ZONE).substitute(undecided=undecided)
        return Template(values.LOOKS_LIKE).substitute(ordered=ordered, alike=alike)

    def same(self) -> str:
        """f(meld, meld) -> whether two melds are equal in everything; NONE is equal to itself only."""
        self._functions["meld_same"] = values.SAME
        return "meld_same"

    def same_lists(self) -> str:
        """f(list, list) -> whether two lists of plain numbers are equal."""
        self._functions["meld_same_lists"] = values.SAME_LISTS
        return "meld_same_lists"

    def compare_lists(self) -> str:
        """f(list, list) -> -1, 0 or 1, as two lists of plain numbers compare element by element."""
        self._functions["meld_compare_lists"] = values.COMPARE_LISTS
        return "meld_compare_lists"

    # -- melds that are laid -----------------------------------------------------------------------

    def lay(self) -> str:
        """f(meld, zone, facing): the meld comes to lie in a zone for melds, with all that belongs to it."""
        if "meld_lay_down" not in self._functions:
            self._laid()
            single = tuple(int(kind == "meld") for kind in self._layout.zone_kind)
            self._tables["meld_zone_single"] = ("u8", single)
            self._functions["meld_lay_down"] = Template(moves.LAY).substitute(move_all=self._move_all())
        return "meld_lay_down"

    def join(self) -> str:
        """f(list, meld): cards join a laid meld, which keeps its kind where it still fits."""
        if "meld_join" not in self._functions:
            self._laid()
            fix = ""
            if self._layout.has_wilds:
                fix = "    if fixed:\n        meld_fix(s, m)"
            lines = ["def meld_search_joined(s, kind, own):"]
            for kind, declared in enumerate(self._program.melds):
                if not declared.parameters:
                    lines += [f"    if (kind == {kind}) == own:", f"        if {self._find(kind)}(s):"]
                    lines.append("            return")
            self._functions["meld_search_joined"] = "\n".join([*lines, "    return"])
            self._functions["meld_join"] = Template(moves.JOIN).substitute(fix=fix, move_all=self._move_all())
        return "meld_join"

    def leave_meld(self) -> str:
        """leave_meld(zone, index): the meld that had the piece at `index` of its zone has one card less."""
        self._laid()
        self._functions["leave_meld"] = moves.LEAVE
        return "leave_meld"

    def move_laid(self) -> str:
        """move_laid(source, target): a zone's melds go along when its pieces are moved as a whole."""
        self._laid()
        self._functions["move_laid"] = moves.MOVE_LAID
        return "move_laid"

    def _laid(self) -> None:
        self._functions["meld_laid_faces"] = moves.LAID_FACES
        self._tables["meld_zone_takes"] = ("u8", tuple(map(int, self._layout.is_meld)))
        self._tables["meld_zone_room"] = ("i32", tuple(self._features.room))

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
        self._functions["meld_move_all"] = f"def meld_move_all(cards, zone, at, way):\n{lines}"
        return "meld_move_all"

    def reset(self) -> str:
        """melds_reset(): to be called before anything else when a fault may have ended the call before."""
        self._functions["melds_reset"] = ""
        return "melds_reset"

    # -- the whole ---------------------------------------------------------------------------------

    def text(self) -> str:
        """All functions asked for so far."""
        found = dict(self._functions)
        if found:
            found["stack"] = frame.STACK
        if self._finds:
            found |= self._common()
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
        if not self._functions:
            return lines
        pieces, faces = layout.piece_count, len(layout.face_family)
        room = _WORK_ROOM + (BUDGET if self._composites else 0)
        lines += frame.field_constants() + parts.parts_constants()
        lines += [
            f"MELD_PIECES = {pieces}", f"MELD_FACES = {faces}", f"MELD_WORK = {room}",
            f"MELD_READS = {int(layout.has_wilds)}",
            "meld_at = scratch_i64(4)", f"meld_work = scratch_i64({room})",
        ]  # fmt: skip
        lines += [
            f"{name} = const_{width}({_tuple(numbers)})" for name, (width, numbers) in self._tables.items()
        ]
        if self._parts:
            lines += self._part_tables()
        lines += [f"meld_mark = scratch_u8({pieces})"]
        if self._finds:
            lines += self._search_arrays(pieces, faces)
        return lines

    def _search_arrays(self, pieces: int, faces: int) -> list[str]:
        labels = max(self._layout.piece_label, default=0) + 1
        return [
            f"meld_found = scratch_i64({frame.FOUND_ROOM})",
            f"meld_seen = scratch_i32({frame.SEEN_ROOM})",
            f"meld_seen_mark = scratch_i32({frame.SEEN_ROOM})",
            f"meld_hash = scratch_i64({frame.SEEN_ROOM})",
            f"meld_count = scratch_i16({pieces + faces})",
            f"meld_class_of = scratch_i32({labels})",
            f"meld_noise = const_i64({_tuple(frame.noise(pieces + faces))})",
        ]

    def _part_tables(self) -> list[str]:
        lows, highs, plains = [], [], []
        for kind, number in self._parts:
            for part in self._program.melds[kind].shapes[number].parts:
                lows.append(part.low)
                highs.append(-1 if part.high is None else part.high)
                plains.append(int(not part.kinds))
        return [
            f"meld_part_low = const_i32({_tuple(lows)})",
            f"meld_part_high = const_i32({_tuple(highs)})",
            f"meld_part_plain = const_u8({_tuple(plains)})",
        ]

    def _common(self) -> dict[str, str]:
        """The functions that all searches share."""
        wilds = self._layout.has_wilds
        bags = any(self._layout.is_bag)
        found = {"frames": frame.FRAMES, "seen": frame.SEEN, "emit": frame.EMIT}
        found["risky"] = frame.RISKY if wilds else frame.NEVER_RISKY
        found["ready"] = Template(frame.READY).substitute(
            wilds=frame.READY_WILDS.strip("\n") if wilds else "",
            classes="    meld_classes(s)" if bags else "    meld_alone(s)",
        )
        if wilds:
            found["readings"] = frame.READINGS
        if bags:
            alike = frame.ALIKE_SHOWN if self._features.dice else ""
            alike += frame.ALIKE_FACING if self._features.facing else ""
            alike += frame.ALIKE_FIXED if wilds else ""
            same = "    if piece_label[a] != piece_label[b]:\n        return 0\n"
            found["classes"] = Template(frame.CLASSES).substitute(alike=same + alike)
        cases = [
            (f"number == {number}", f"        return {name}(m)")
            for number, name in enumerate(self._accepts, start=1)
        ]
        found["accept"] = f"def meld_accept(number, m):\n{values.chain(cases, 'return 1')}"
        if self._composites:
            found |= self._common_parts()
        return found

    def _common_parts(self) -> dict[str, str]:
        picks = parts.PICK_WILDS if self._layout.has_wilds else parts.PICK_PRINTED
        found = {"parts": Template(parts.PARTS).substitute(readings=picks.strip("\n"))}
        found["emit_parts"] = parts.EMIT_PARTS
        fits, adds, divided, offers = [], [], [], []
        for data in self._composites:
            case = f"kind == {data.kind} and shape == {data.number}"
            fits.append((case, f"        return meld_fits_{self._fits(data)}(at, n)"))
            if data.total:
                adds.append((case, Template(_ADDS_UP).substitute(measure=_measure(data))))
            if all(part.kinds for part in data.shape.parts):
                divided.append((case, "        return 1"))
            base = self._parts[data.kind, data.number]
            for number, part in enumerate(data.shape.parts):
                calls = "\n".join(f"        {self._find(kind)}(t)" for kind in part.kinds)
                if calls:
                    offers.append((f"part == {base + number}", calls))
        found["fits"] = f"def meld_fits(kind, shape, at, n):\n{values.chain(fits, 'return 0')}"
        found["adds_up"] = f"def meld_adds_up(f, kind, shape, n):\n{values.chain(adds, 'return 1')}"
        found["divided"] = f"def meld_divided(kind, shape):\n{values.chain(divided, 'return 0')}"
        found["offers"] = (
            "def meld_offers(s, part, at, n):\n    t = meld_among(s, at, n)\n"
            f"{values.chain(offers, 'return meld_offered(t)')}"
        )
        return found

    # -- searches ----------------------------------------------------------------------------------

    def _calls(self, kinds: Kinds) -> list[str]:
        calls = []
        at = 0
        for kind, count in kinds:
            given = "".join(f", p{at + i}" for i in range(count))
            calls.append(f"{self._find(kind)}(s{given})")
            at += count
        return calls

    def _shapes(self, kind: int) -> list[ShapeData]:
        count = len(self._program.melds[kind].shapes)
        return [shape_data(self._layout, kind, number) for number in range(count)]

    def _all_shapes(self) -> list[ShapeData]:
        return [data for kind in range(len(self._program.melds)) for data in self._shapes(kind)]

    def _find(self, kind: int) -> str:
        """The function (search, parameters ...) -> 1 when it is enough, that adds all melds of a kind."""
        name = f"meld_find_{kind}"
        if kind in self._finds:
            return name
        self._finds.append(kind)
        if self._layout.has_wilds:
            self._wilds()
        shapes = self._shapes(kind)
        count = len(self._program.melds[kind].parameters)
        lines = [
            f"def {name}(s{''.join(f', p{i}' for i in range(count))}):",
            "    meld_work[s + MELD_SLOTS] = 0",
            "    meld_work[s + MELD_KEPT] = 0",
            "    meld_at[2] = meld_work[s + MELD_SEEN]",
            f"    meld_work[s + MELD_SEVERAL] = {int(len(shapes) > 1)}",
        ]
        for data in shapes:
            given = ", ".join(f"p{i}" for i in range(count))
            lines += self._find_shape(data, given)
        self._functions[name] = "\n".join([*lines, "    return 0"])
        return name

    def _find_shape(self, data: ShapeData, given: str) -> list[str]:
        low, high = "meld_work[s + MELD_LOW]", "meld_work[s + MELD_HIGH]"
        if data.plain:
            low = f"max({low}, {data.low})"
            high = high if data.high is None else f"min({high}, {data.high})"
        check = "1"
        if data.plain and not data.careful:
            check = "1 if meld_work[s + MELD_OVERLAP] else 0"
            if self._layout.has_wilds and not (data.unique and data.shape.consecutive is None):
                check = "1 if meld_work[s + MELD_OVERLAP] else 2 * meld_work[s + MELD_WILD]"
        lines = [
            f"    least = {low}",
            f"    most = {high}",
            "    if least <= most:",
            f"        f = meld_shape_frame(s, {data.kind}, {data.number}, least, most)",
            f"        meld_work[f + MELD_CHECK] = {check}",
        ]
        if data.total:
            lines.append(f"        meld_work[f + MELD_TARGET] = total_{data.kind}_{data.number}({given})")
        return [
            *lines,
            f"        if {self._searcher(data)}:",
            "            return 1",
            "        meld_at[0] = f",
        ]

    def _searcher(self, data: ShapeData) -> str:
        x = f"{data.kind}_{data.number}"
        if not data.plain:
            self._parts[data.kind, data.number] = self._next_part
            self._next_part += len(data.shape.parts)
            self._composites.append(data)
            self._fits(data)
            for part in data.shape.parts:
                for kind in part.kinds:
                    self._find(kind)
            return f"meld_parts(s, f, {self._parts[data.kind, data.number]}, {len(data.shape.parts)})"
        if data.shape.consecutive is not None:
            self._run_code(data, x)
            return f"meld_runs_{x}(s, f)"
        self._group_code(data, x)
        return f"meld_group_{x}(s, f)"

    def _group_code(self, data: ShapeData, x: str) -> None:
        key = self._table("meld_key", data.keys)
        careful = bool(data.shape.different) or data.total
        fill = f"meld_fill_{x}" if careful else "meld_fill"
        if careful:
            self._functions[fill] = self._careful(data, x)
        else:
            self._functions["meld_fill"] = groups.FILL
            self._functions["meld_fill_loose"] = self._careful(None, "loose")
        t = key.removeprefix("meld_key_")
        self._functions[f"meld_offer_{t}"] = Template(groups.OFFER).substitute(
            t=t, keys=data.key_count,
            count=self._reading(groups.COUNT, 8, key=key), place=self._reading(groups.PLACE, 8, key=key),
        )  # fmt: skip
        differs = "1"
        if data.shape.different:
            differs = f"meld_differs_{self._differs(data.shape)}(head + 1, n, face)"
        self._functions[f"meld_group_{x}"] = Template(groups.GROUP).substitute(
            x=x, t=t, keys=data.key_count, fill=fill,
            first=self._reading(groups.FIRST, 8, key=key),
            next=self._reading(groups.NEXT, 20, key=key, differs=differs),
        )  # fmt: skip

    def _careful(self, data: ShapeData | None, x: str) -> str:
        differs = "1"
        if data is not None and data.shape.different:
            differs = f"meld_differs_{self._differs(data.shape)}(chosen, n, (entry >> 16) & 65535)"
        if data is None or not data.total:
            return Template(groups.CAREFUL).substitute(
                x=x, differs=differs, room=4, sort="", need="", need_given="", bounds="", need_left=""
            )
        measure = _measure(data)
        return Template(groups.CAREFUL).substitute(
            x=x, differs=differs, room=8,
            sort=Template(groups.SORT_BY_MEASURE).substitute(measure=measure).strip("\n"),
            need=Template(groups.NEED).substitute(measure=measure).strip("\n"),
            need_given=", need", bounds=groups.BOUNDS.strip("\n"),
            need_left=", need - meld_work[j + meld_work[g + 1]]",
        )  # fmt: skip

    def _differs(self, shape: Shape) -> str:
        """The function that compares a face with entries in what must differ."""
        name = "_".join(map(str, shape.different))
        tests = "\n".join(
            f"        if {self._value_row(attribute)}[other] == {self._value_row(attribute)}[face]:\n"
            "            return 0"
            for attribute in shape.different
        )
        self._functions[f"meld_differs_{name}"] = Template(groups.DIFFERS).substitute(x=name, tests=tests)
        return name

    def _run_code(self, data: ShapeData, x: str) -> None:
        y = self._lay_code(data)
        low = data.shape.low_member is not None
        names = {"key": self._table("meld_key", data.keys), "rung": self._table("meld_rung", data.rungs)}
        if low:
            names["low_rung"] = self._table("meld_rung", data.low_rungs)
        sizes = {"keys": data.key_count, "rungs": data.rung_count}

        def reading(text: str, more: str, indent: int) -> str:
            return self._reading(text + (more.strip("\n") if low else ""), indent, **names, **sizes)

        t = "_".join(name.rpartition("_")[2] for name in names.values())
        self._functions[f"meld_ladders_{t}"] = Template(runs.LADDERS).substitute(
            t=t, cells=data.key_count * data.rung_count, **sizes,
            count=reading(runs.COUNT, runs.COUNT_LOW, 8), place=reading(runs.PLACE, runs.PLACE_LOW, 8),
            settle=self._settle(names, sizes),
        )  # fmt: skip
        self._functions["meld_run_row"] = runs.ROW
        self._functions["meld_without"] = runs.WITHOUT
        self._functions[f"meld_runs_{x}"] = Template(runs.RUNS).substitute(
            x=x, y=y, t=t, **sizes,
            first=reading(runs.FIRST, runs.FIRST_LOW, 8), next=reading(runs.NEXT, runs.NEXT_LOW, 20),
        )  # fmt: skip

    def _settle(self, names: dict[str, str], sizes: dict[str, int]) -> str:
        """Lines that look for cards that stand on several rungs; none where there cannot be one."""
        wilds = self._layout.has_wilds
        if not wilds and "low_rung" not in names:
            return ""
        two = "several"
        if "low_rung" in names:
            two += f" or {names['low_rung']}[face] >= 0"
        return Template(runs.SETTLE).substitute(
            flag=self._reading(runs.FLAG, 8, key=names["key"], two=two),
            note=self._reading(runs.NOTE, 12, key=names["key"]),
            several="meld_read_to(s, piece) - meld_read_from(s, piece) > 1" if wilds else "0",
            **sizes,
        ).strip("\n")

    def _lay_code(self, data: ShapeData) -> str:
        """The suffix of the functions that fill rungs: shapes that ask nothing more have theirs in common."""
        different = bool(data.shape.different)
        y = f"_{data.kind}_{data.number}" if different or data.total else ""
        holds = "1"
        if y:
            holds = f"meld_holds{y}(f, n)"
            differ = total = ""
            if different:
                name = self._differs(data.shape)
                differ = Template(runs.HOLDS_DIFFER).substitute(x=name).strip("\n")
            if data.total:
                total = Template(runs.HOLDS_TOTAL).substitute(measure=_measure(data)).strip("\n")
            self._functions[f"meld_holds{y}"] = Template(runs.HOLDS).substitute(
                x=y.removeprefix("_"), differ=differ, total=total
            )
        self._functions[f"meld_extend{y}"] = Template(runs.EXTEND).substitute(y=y)
        self._functions[f"meld_lay{y}"] = Template(runs.LAY).substitute(y=y, holds=holds)
        return y

    # -- tables ------------------------------------------------------------------------------------

    def _reading(self, body: str, indent: int, **names: object) -> str:
        """Lines that do something for each face that `piece` can be read as."""
        lines = Template(body).substitute(names).strip("\n").split("\n")
        before = ["face = piece_face[piece]"]
        if self._layout.has_wilds:
            before = [
                "for r in range(meld_read_from(s, piece), meld_read_to(s, piece)):",
                "    face = meld_reading[r]",
            ]
            lines = ["    " + line for line in lines]
        return "\n".join(" " * indent + line for line in [*before, *lines])

    def _wilds(self) -> None:
        """The faces each face can be read as, and which wilds can change places."""
        readings = self._layout.readings
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
        self._tables["meld_reading_from"] = ("i32", tuple(starts))
        self._tables["meld_reading_to"] = ("i32", tuple(ends))
        self._tables["meld_reading"] = ("i16", tuple(listed))
        self._tables["meld_wild"] = ("i16", tuple(_wild_groups(self._layout)))

    def _value_row(self, attribute: int) -> str:
        row = self._layout.face_values[attribute]
        self._tables[f"meld_value_{attribute}"] = ("i64", tuple(map(_plain, row)))
        return f"meld_value_{attribute}"

    def _table(self, prefix: str, numbers: tuple[int, ...]) -> str:
        """The name of a table with these numbers; equal ones are one."""
        key = (prefix, numbers)
        if key not in self._names:
            self._names[key] = f"{prefix}_{len(self._names)}"
            self._tables[self._names[key]] = ("i16", numbers)
        return self._names[key]

    def _ladder(self, shape: Shape) -> str:
        """The function that tells how faces stand in a run of this shape."""
        attribute, low = shape.consecutive, shape.low_member
        assert attribute is not None
        name = str(attribute) if low is None else f"{attribute}_{low}"
        text = values.LADDER_WITHOUT_LOW if low is None else values.LADDER
        self._functions[f"meld_ladder_{name}"] = Template(text).safe_substitute(
            name=name, row=self._value_row(attribute), low=low, below=lowest(self._layout, attribute) - 1
        )
        return name

    def _fits(self, data: ShapeData) -> str:
        """The functions that test faces, and cards as they are printed, for the traits of a shape."""
        x = f"{data.kind}_{data.number}"
        shape = data.shape
        tests = [
            Template(values.FITS_SAME).substitute(row=self._value_row(attribute)).strip("\n")
            for attribute in shape.same
        ] + [
            Template(values.FITS_DIFFERENT).substitute(row=self._value_row(attribute)).strip("\n")
            for attribute in shape.different
        ]
        if shape.consecutive is not None:
            row = self._value_row(shape.consecutive)
            run = Template(values.FITS_RUN).substitute(row=row, name=self._ladder(shape))
            tests.append(run.strip("\n"))
        self._functions[f"meld_fits_{x}"] = Template(values.FITS).substitute(x=x, tests="\n".join(tests))
        self._functions[f"meld_match_{x}"] = Template(_MATCH).substitute(x=x)
        return x


_ADDS_UP = """
        need = meld_work[f + MELD_TARGET]
        chosen = meld_work[f + MELD_CHOSEN]
        for i in range(chosen, chosen + n):
            need -= $measure(meld_work[i] & 65535, (meld_work[i] >> 16) & 65535)
        return need == 0
"""

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


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def _measure(data: ShapeData) -> str:
    return f"measure_{data.kind}_{data.number}"


def _parameters(kinds: Kinds) -> str:
    return "".join(f", p{i}" for i in range(sum(count for _, count in kinds)))


def _plain(value: int | None) -> int:
    return NONE if value is None else value


def _tuple(numbers: Sequence[int]) -> str:
    return f"({', '.join(map(str, numbers))},)" if numbers else "()"


_MOST_GROUPS = 62
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
