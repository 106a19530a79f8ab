"""The searches for melds of a Program, one function for each kind, and what they have in common."""

from __future__ import annotations

from string import Template

from interpreter.compiled.features import Features
from interpreter.compiled.runtime import meld_frame as frame
from interpreter.compiled.runtime import meld_groups as groups
from interpreter.compiled.runtime import meld_parts as parts
from interpreter.compiled.runtime import meld_runs as runs
from interpreter.compiled.runtime import meld_values as values
from interpreter.compiled.runtime.meld_data import ShapeData, shape_data
from interpreter.compiled.runtime.meld_text import MeldText, written


class MeldSearches:
    """Writes searches into a MeldText. `composites`: the shapes with melds among their parts."""

    def __init__(self, text: MeldText, features: Features) -> None:
        self._text = text
        self._layout = text.layout
        self._program = text.layout.program
        self._features = features
        self._accepts: list[str] = []
        self._finds: list[int] = []
        self._parts: dict[tuple[int, int], int] = {}
        self._next_part = 0
        self.composites: list[ShapeData] = []

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
            self.composites.append(data)
            self._text.fits(data)
            for part in data.shape.parts:
                for kind in part.kinds:
                    self.find(kind)
            return f"meld_parts(s, f, {self._parts[data.kind, data.number]}, {len(data.shape.parts)})"
        if data.shape.consecutive is not None:
            self._run_code(data, x)
            return f"meld_runs_{x}(s, f)"
        self._group_code(data, x)
        return f"meld_group_{x}(s, f)"

    def _group_code(self, data: ShapeData, x: str) -> None:
        key = self._text.table("meld_key", data.keys)
        careful = bool(data.shape.different) or data.total
        fill = f"meld_fill_{x}" if careful else "meld_fill"
        if careful:
            self._text.functions[fill] = self._careful(data, x)
        else:
            self._text.functions["meld_fill"] = groups.FILL
            self._text.functions["meld_fill_loose"] = self._careful(None, "loose")
        t = key.removeprefix("meld_key_")
        self._text.functions[f"meld_offer_{t}"] = Template(groups.OFFER).substitute(
            t=t,
            keys=data.key_count,
            count=self._text.reading(groups.COUNT, 8, key=key),
            place=self._text.reading(groups.PLACE, 8, key=key),
        )
        differs = "1"
        if data.shape.different:
            differs = f"meld_differs_{self._text.differs(data.shape)}(head + 1, n, face)"
        self._text.functions[f"meld_group_{x}"] = Template(groups.GROUP).substitute(
            x=x, t=t, keys=data.key_count, fill=fill,
            first=self._text.reading(groups.FIRST, 8, key=key),
            next=self._text.reading(groups.NEXT, 20, key=key, differs=differs),
        )  # fmt: skip

    def _careful(self, data: ShapeData | None, x: str) -> str:
        differs = "1"
        if data is not None and data.shape.different:
            differs = f"meld_differs_{self._text.differs(data.shape)}(chosen, n, (entry >> 16) & 65535)"
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

    def _run_code(self, data: ShapeData, x: str) -> None:
        y = self._lay_code(data)
        low = data.shape.low_member is not None
        names = {
            "key": self._text.table("meld_key", data.keys),
            "rung": self._text.table("meld_rung", data.rungs),
        }
        if low:
            names["low_rung"] = self._text.table("meld_rung", data.low_rungs)
        sizes = {"keys": data.key_count, "rungs": data.rung_count}

        def reading(text: str, more: str, indent: int) -> str:
            return self._text.reading(text + (more.strip("\n") if low else ""), indent, **names, **sizes)

        t = "_".join(name.rpartition("_")[2] for name in names.values())
        self._text.functions[f"meld_ladders_{t}"] = Template(runs.LADDERS).substitute(
            t=t, cells=data.key_count * data.rung_count, **sizes,
            count=reading(runs.COUNT, runs.COUNT_LOW, 8), place=reading(runs.PLACE, runs.PLACE_LOW, 8),
            settle=self._settle(names, sizes),
        )  # fmt: skip
        self._text.functions["meld_run_row"] = runs.ROW
        self._text.functions["meld_without"] = runs.WITHOUT
        self._text.functions[f"meld_runs_{x}"] = Template(runs.RUNS).substitute(
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
        text = Template(runs.SETTLE).substitute(
            flag=self._text.reading(runs.FLAG, 8, key=names["key"], two=two),
            note=self._text.reading(runs.NOTE, 12, key=names["key"]),
            several="meld_read_to(s, piece) - meld_read_from(s, piece) > 1" if wilds else "0",
            **sizes,
        )
        return text.strip("\n")

    def _lay_code(self, data: ShapeData) -> str:
        """The suffix of the functions that fill rungs: shapes that ask nothing more have theirs in common."""
        different = bool(data.shape.different)
        y = f"_{data.kind}_{data.number}" if different or data.total else ""
        if y:
            differ = total = ""
            if different:
                name = self._text.differs(data.shape)
                differ = Template(runs.HOLDS_DIFFER).substitute(x=name).strip("\n")
            if data.total:
                total = Template(runs.HOLDS_TOTAL).substitute(measure=_measure(data)).strip("\n")
            self._text.functions[f"meld_holds{y}"] = Template(runs.HOLDS).substitute(
                x=y.removeprefix("_"), differ=differ, total=total
            )
        self._text.functions[f"meld_extend{y}"] = Template(runs.EXTEND).substitute(y=y)
        loose = self._climbs()
        lay = Template(runs.LAY).substitute(
            climb=runs.LAY_LOOSE.strip("\n") if loose else "",
            last="" if y else runs.PRODUCT_LAST.strip("\n"),
            next=(runs.PRODUCT_HOLDS if y else runs.PRODUCT_NEXT).strip("\n"),
            y="$y",
        )
        self._text.functions[f"meld_lay{y}"] = Template(lay).substitute(y=y)
        if loose:
            holds = f"meld_holds{y}(f, n)" if y else "1"
            self._text.functions[f"meld_climb{y}"] = Template(runs.CLIMB).substitute(y=y, holds=holds)
        return y

    def _climbs(self) -> bool:
        """Whether a card can stand on several rungs at all."""
        shapes = self.all_shapes()
        return self._layout.has_wilds or any(data.shape.low_member is not None for data in shapes)

    def common(self) -> dict[str, str]:
        """The functions that all searches share."""
        wilds = self._layout.has_wilds
        bags = any(self._layout.is_bag)
        found = {"frames": frame.FRAMES, "seen": frame.SEEN, "emit": frame.EMIT}
        found["emit_each"] = frame.EMIT_EACH
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
                adds.append((case, Template(_ADDS_UP).substitute(measure=_measure(data))))
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


def _measure(data: ShapeData) -> str:
    return f"measure_{data.kind}_{data.number}"
