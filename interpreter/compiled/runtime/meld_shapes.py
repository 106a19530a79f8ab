"""The functions that search for shapes without parts, put together for what is asked of them."""

from __future__ import annotations

from string import Template

from interpreter.compiled.runtime import meld_groups as groups
from interpreter.compiled.runtime import meld_runs as runs
from interpreter.compiled.runtime.meld_data import ShapeData
from interpreter.compiled.runtime.meld_text import MeldText


class ShapeText:
    """Writes the functions of shapes; `rows`: searches may have a row. What many shapes have in common has no
    name of its own (`own` is ""), the others have the numbers of kind and shape in theirs."""

    def __init__(self, text: MeldText, rows: bool) -> None:
        self._text = text
        self._rows = rows
        self._wilds = text.layout.has_wilds
        self._twins = any(text.layout.is_bag)
        shapes = [shape for kind in text.layout.program.melds for shape in kind.shapes]
        self._lows = any(shape.low_member is not None for shape in shapes)

    # -- shapes without sequence -------------------------------------------------------------------

    def group(self, own: str, data: ShapeData) -> dict[str, str]:
        """The functions for a shape without sequence, by name."""
        found = {
            "meld_offer": Template(groups.OFFER).substitute(
                count=self._text.reading(groups.COUNT, 8), place=self._text.reading(groups.PLACE, 8)
            )
        }
        found["meld_hope"] = groups.HOPE
        row = _lines(groups.THEN_ROW, y=own) if self._rows else ""
        found[f"meld_group{own}"] = Template(groups.GROUP).substitute(y=own, row=row)
        if self._rows:
            differs = self._differs(data, "head + 1, n, face")
            found[f"meld_group_row{own}"] = Template(groups.GROUP_ROW).substitute(
                y=own,
                first=self._text.reading(groups.FIRST, 8),
                next=self._text.reading(groups.NEXT, 20, differs=differs),
            )
        if own:
            found[f"meld_fill{own}"] = self._careful(own, data)
            return found
        loose = self._wilds or self._twins
        if loose:
            found["meld_fill_loose"] = self._careful("_loose", data)
        found["meld_fill"] = Template(groups.FILL).substitute(
            free=self._free(), loose=_lines(groups.FILL_LOOSE) if loose else ""
        )
        return found

    def _free(self) -> str:
        return _lines(groups.FREE) if self._rows else ""

    def _differs(self, data: ShapeData, given: str) -> str:
        if not data.shape.different:
            return "1"
        return f"meld_differs_{self._text.differs(data.shape)}({given})"

    def _careful(self, own: str, data: ShapeData) -> str:
        differs = self._differs(data, "chosen, n, (entry >> 16) & 65535")
        names = {
            "y": own, "free": self._free(), "differs": differs,
            "room": 4, "sort": "", "need": "", "need_given": "", "bounds": "", "need_left": "",
        }  # fmt: skip
        if data.total:
            measure = measure_of(data)
            names |= {
                "room": 8,
                "sort": _lines(groups.SORT_BY_MEASURE, measure=measure),
                "need": _lines(groups.NEED, measure=measure),
                "need_given": ", need",
                "bounds": _lines(groups.BOUNDS),
                "need_left": ", need - meld_work[j + meld_work[g + 1]]",
            }
        return Template(groups.CAREFUL).substitute(names)

    # -- consecutive shapes ------------------------------------------------------------------------

    def runs(self, own: str, data: ShapeData) -> dict[str, str]:
        """The functions for a consecutive shape, by name."""
        low_at = "    low_at = meld_work[f + MELD_LOW_AT]" if self._lows else ""
        found = {
            "meld_ladders": Template(runs.LADDERS).substitute(
                low_at=low_at,
                count=self._reading(runs.COUNT, runs.COUNT_LOW, 8),
                place=self._reading(runs.PLACE, runs.PLACE_LOW, 8),
                settle=self._settle(),
            )
        }
        low = _lines(runs.HOPES_LOW) if self._lows else ""
        found["meld_hopes"] = Template(runs.HOPES).substitute(low_at=low_at, low=low)
        row = _lines(runs.THEN_ROW, y=own) if self._rows else ""
        found[f"meld_runs{own}"] = Template(runs.RUNS).substitute(y=own, row=row)
        if self._rows:
            found["meld_goes_on"] = runs.ROW
            found["meld_without"] = runs.WITHOUT
            found[f"meld_extend{own}"] = Template(runs.EXTEND).substitute(y=own)
            found[f"meld_runs_row{own}"] = Template(runs.RUNS_ROW).substitute(
                y=own,
                low_at=low_at,
                first=self._reading(runs.FIRST, runs.FIRST_LOW, 8),
                next=self._reading(runs.NEXT, runs.NEXT_LOW, 20),
            )
        return found | self._lay(own, data)

    def _reading(self, text: str, more: str, indent: int) -> str:
        return self._text.reading(text + (more.strip("\n") if self._lows else ""), indent)

    def _settle(self) -> str:
        """Lines that look for cards that stand on several rungs; none where there cannot be one."""
        if not self._wilds and not self._lows:
            return ""
        two = "several"
        if self._lows:
            two = "several or (low_at >= 0 and meld_rung_of[low_at + face] >= 0)"
        return _lines(
            runs.SETTLE,
            flag=self._text.reading(runs.FLAG, 8, two=two),
            note=self._text.reading(runs.NOTE, 12),
            several="meld_read_to(s, piece) - meld_read_from(s, piece) > 1" if self._wilds else "0",
        )

    def _lay(self, own: str, data: ShapeData) -> dict[str, str]:
        """The functions that fill rungs."""
        found = {}
        if own:
            differ = total = ""
            if data.shape.different:
                differ = _lines(runs.HOLDS_DIFFER, x=self._text.differs(data.shape))
            if data.total:
                total = _lines(runs.HOLDS_TOTAL, measure=measure_of(data))
            found[f"meld_holds{own}"] = Template(runs.HOLDS).substitute(y=own, differ=differ, total=total)
        loose = self._wilds or self._lows
        found[f"meld_lay{own}"] = Template(runs.LAY).substitute(
            y=own,
            climb=_lines(runs.LAY_LOOSE, y=own) if loose else "",
            last="" if own else _lines(runs.PRODUCT_LAST),
            next=_lines(runs.PRODUCT_HOLDS if own else runs.PRODUCT_NEXT, y=own),
        )
        if loose:
            holds = f"meld_holds{own}(f, n)" if own else "1"
            found[f"meld_climb{own}"] = Template(runs.CLIMB).substitute(y=own, holds=holds)
        return found


def measure_of(data: ShapeData) -> str:
    """The function that says what a card counts."""
    return f"measure_{data.kind}_{data.number}"


def _lines(text: str, **names: object) -> str:
    return Template(text).substitute(names).strip("\n")
