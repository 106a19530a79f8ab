"""The searches for melds of a Program, one function for each kind, and what they have in common."""

from __future__ import annotations

from string import Template

from interpreter.compiled.features import Features
from interpreter.compiled.runtime import meld_frame as frame
from interpreter.compiled.runtime import meld_parts as parts
from interpreter.compiled.runtime import meld_useful as useful
from interpreter.compiled.runtime import meld_values as values
from interpreter.compiled.runtime.meld_data import ShapeData, shape_data
from interpreter.compiled.runtime.meld_shapes import ShapeText, measure_of
from interpreter.compiled.runtime.meld_text import MeldText, written


class MeldSearches:
    """Writes searches into a MeldText.

    `composites`: the shapes with melds among their parts; `rows`: whether any search has a row. The functions
    for shapes are written at the end, when that is known; shapes that ask nothing special share theirs.
    """

    def __init__(self, text: MeldText, features: Features) -> None:
        self._text = text
        self._layout = text.layout
        self._program = text.layout.program
        self._features = features
        self._accepts: list[str] = []
        self._finds: list[int] = []
        self._parts: dict[tuple[int, int], int] = {}
        self._next_part = 0
        self._groups: dict[str, ShapeData] = {}
        self._runs: dict[str, ShapeData] = {}
        self.composites: list[ShapeData] = []
        self.rows = False

    @property
    def used(self) -> bool:
        """Whether any kind is searched for."""
        return bool(self._finds)

    def accept(self, name: str) -> int:
        """The number by which a search knows a condition on melds."""
        if name not in self._accepts:
            self._accepts.append(name)
        return self._accepts.index(name) + 1

    def shapes(self, kind: int) -> list[ShapeData]:
        """The shapes of a kind."""
        count = len(self._program.melds[kind].shapes)
        return [shape_data(self._layout, kind, number) for number in range(count)]

    def all_shapes(self) -> list[ShapeData]:
        """The shapes of all kinds."""
        return [data for kind in range(len(self._program.melds)) for data in self.shapes(kind)]

    def useful(self, kinds: tuple[int, ...]) -> str | None:
        """The function (mask) -> mask of the pieces that can be in a meld of these kinds at all; None where
        that cannot be told from a set.
        """
        key = ("useful", kinds)
        if key not in self._text.names:
            shapes = self._shapes_of_cards(kinds, ())
            lines = None if shapes is None else useful.useful_lines(self._layout, shapes)
            self._text.names[key] = "" if lines is None else self._useful_function(lines)
        return self._text.names[key] or None

    def _useful_function(self, lines: list[str]) -> str:
        """The function with these lines; the same cards can be in melds of many kinds."""
        key = ("useful", *lines)
        if key not in self._text.names:
            self._text.names[key] = name = f"meld_useful_{len(self._text.names)}"
            body = "\n".join("    " + line for line in lines)
            self._text.functions[name] = f"def {name}(mask):\n{body}\n    return found"
        return self._text.names[key]

    def _shapes_of_cards(self, kinds: tuple[int, ...], within: tuple[int, ...]) -> list[ShapeData] | None:
        """The shapes with plain cards only that melds of these kinds are made of in the end; None where plain
        cards stand beside melds.
        """
        found: list[ShapeData] = []
        for kind in kinds:
            if kind in within:
                return None
            for data in self.shapes(kind):
                if data.plain:
                    found.append(data)
                    continue
                for part in data.shape.parts:
                    inner = self._shapes_of_cards(part.kinds, (*within, kind)) if part.kinds else None
                    if inner is None:
                        return None
                    found += inner
        return found

    def find(self, kind: int) -> str:
        """The function (search, parameters ...) -> 1 when it is enough, that adds all melds of a kind."""
        name = f"meld_find_{kind}"
        if kind in self._finds:
            return name
        self._finds.append(kind)
        if self._layout.has_wilds:
            self._text.wilds()
        shapes = self.shapes(kind)
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
        self._text.functions[name] = "\n".join([*lines, "    return 0"])
        return name

    def _find_shape(self, data: ShapeData, given: str) -> list[str]:
        low, high = "meld_work[s + MELD_LOW]", "meld_work[s + MELD_HIGH]"
        if data.plain:
            low = f"max({low}, {data.low})"
            high = high if data.high is None else f"min({high}, {data.high})"
        check = "1"
        if not data.plain and len(data.shape.parts) == 1 and len(self.shapes(data.kind)) == 1:
            check = "meld_work[s + MELD_OVERLAP]"
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
        if data.plain:
            lines += self._tables(data)
        return [
            *lines,
            f"        if {self._searcher(data)}:",
            "            return 1",
            "        meld_at[0] = f",
        ]

    def _searcher(self, data: ShapeData) -> str:
        if not data.plain:
            self._parts[data.kind, data.number] = self._next_part
            self._next_part += len(data.shape.parts)
            self.composites.append(data)
            self._text.fits(data)
            for part in data.shape.parts:
                for kind in part.kinds:
                    self.find(kind)
            return f"meld_parts(s, f, {self._parts[data.kind, data.number]}, {len(data.shape.parts)})"
        own = f"_{data.kind}_{data.number}" if data.shape.different or data.total else ""
        if data.shape.different:
            self._text.differs(data.shape)
        if data.shape.consecutive is not None:
            self._runs[own] = data
            return f"meld_runs{own}(s, f)"
        self._groups[own] = data
        return f"meld_group{own}(s, f)"

    def _tables(self, data: ShapeData) -> list[str]:
        """Lines that say where the tables of a shape stand."""
        fields = {"KEYS": data.key_count, "KEY_AT": self._text.place("meld_key_of", data.keys)}
        if data.shape.consecutive is not None:
            fields["RUNGS"] = data.rung_count
            fields["RUNG_AT"] = self._text.place("meld_rung_of", data.rungs)
            low = data.shape.low_member is not None
            fields["LOW_AT"] = self._text.place("meld_rung_of", data.low_rungs) if low else -1
        return [f"        meld_work[f + MELD_{name}] = {value}" for name, value in fields.items()]

    def common(self) -> dict[str, str]:
        """The functions that all searches share."""
        wilds = self._layout.has_wilds
        bags = any(self._layout.is_bag)
        found = {"frames": frame.FRAMES, "seen": frame.SEEN, "emit": frame.EMIT}
        found["emit_each"] = frame.EMIT_EACH
        found["risky"] = frame.RISKY if wilds else frame.NEVER_RISKY
        found["ready"] = Template(frame.READY).substitute(
            overlap=frame.READY_OVERLAP if self.rows else "",
            wilds=frame.READY_WILDS.strip("\n") if wilds else "",
            classes="    meld_classes(s)" if bags else "    meld_alone(s)",
        )
        if self.rows:
            found["rows"] = frame.ROWS
        writer = ShapeText(self._text, self.rows)
        for own, data in self._groups.items():
            found |= writer.group(own, data)
        for own, data in self._runs.items():
            found |= writer.runs(own, data)
        if wilds:
            found["readings"] = frame.READINGS
        if bags:
            alike = frame.ALIKE_SHOWN if self._features.dice else ""
            alike += frame.ALIKE_FACING if self._features.facing else ""
            alike += frame.ALIKE_FIXED if wilds else ""
            alone = all(len(twins) == 1 for twins in self._layout.twins)
            twice = frame.NONE_TWICE.strip("\n") if alone else ""
            same = "    if piece_label[a] != piece_label[b]:\n        return 0\n"
            found["classes"] = Template(frame.CLASSES).substitute(alike=same + alike, twice=twice)
        cases = [
            (f"number == {number}", f"        return {name}(m)")
            for number, name in enumerate(self._accepts, start=1)
        ]
        found["accept"] = f"def meld_accept(number, m):\n{values.chain(cases, 'return 1')}"
        if self.composites:
            found |= self._common_parts()
        return found

    def _common_parts(self) -> dict[str, str]:
        picks = parts.PICK_WILDS if self._layout.has_wilds else parts.PICK_PRINTED
        found = {"parts": Template(parts.PARTS).substitute(readings=picks.strip("\n"))}
        found["emit_parts"] = parts.EMIT_PARTS
        fits, adds, divided, offers = [], [], [], []
        for data in self.composites:
            case = f"kind == {data.kind} and shape == {data.number}"
            fits.append((case, f"        return meld_fits_{self._text.fits(data)}(at, n)"))
            if data.total:
                adds.append((case, Template(_ADDS_UP).substitute(measure=measure_of(data))))
            if all(part.kinds for part in data.shape.parts):
                divided.append((case, "        return 1"))
            base = self._parts[data.kind, data.number]
            for number, part in enumerate(data.shape.parts):
                calls = "\n".join(f"        {self.find(kind)}(t)" for kind in part.kinds)
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

    def arrays(self) -> list[str]:
        """Declares what the searches need."""
        if not self._finds:
            return []
        layout = self._layout
        pieces, faces = layout.piece_count, len(layout.face_family)
        labels = max(layout.piece_label, default=0) + 1
        return [
            *self._part_tables(),
            f"meld_mark = scratch_u8({pieces})",
            f"meld_found = scratch_i64({frame.FOUND_ROOM})",
            f"meld_seen = scratch_i32({frame.SEEN_ROOM})",
            f"meld_seen_mark = scratch_i32({frame.SEEN_ROOM})",
            f"meld_hash = scratch_i64({frame.SEEN_ROOM})",
            f"meld_count = scratch_i16({pieces + faces})",
            f"meld_class_of = scratch_i32({labels})",
            f"meld_noise = const_i64({written(frame.noise(pieces + faces))})",
        ]

    def _part_tables(self) -> list[str]:
        if not self._parts:
            return []
        lows, highs, plains = [], [], []
        for kind, number in self._parts:
            for part in self._program.melds[kind].shapes[number].parts:
                lows.append(part.low)
                highs.append(-1 if part.high is None else part.high)
                plains.append(int(not part.kinds))
        return [
            f"meld_part_low = const_i32({written(lows)})",
            f"meld_part_high = const_i32({written(highs)})",
            f"meld_part_plain = const_u8({written(plains)})",
        ]


_ADDS_UP = """
        need = meld_work[f + MELD_TARGET]
        chosen = meld_work[f + MELD_CHOSEN]
        for i in range(chosen, chosen + n):
            need -= $measure(meld_work[i] & 65535, (meld_work[i] >> 16) & 65535)
        return need == 0
"""
