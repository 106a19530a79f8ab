"""Undecided piles in a kernel: places are decided when they are looked at, see `interpreter.undecided`."""

from __future__ import annotations

from interpreter.compiled.runtime.chance import ChanceCode
from interpreter.compiled.runtime.lines import Lines, plus
from interpreter.compiled.runtime.pool import Pool
from interpreter.compiled.runtime.zone_classes import Zone, ZoneClass


class UndecidedCode:
    """Writes the functions that decide places, and those that look at what lies in a zone."""

    def __init__(self, pool: Pool, chance: ChanceCode) -> None:
        self.pool = pool
        self.chance = chance

    # -- deciding --------------------------------------------------------------------------------

    def pick(self, cls: ZoneClass) -> str:
        """Picks one of the pieces that wait in a pile: a function of the first place and their number."""
        return self.chance.pick_in("undecided_row", cls.dice or self._marks(), cls.twins)

    def _marks(self) -> bool:
        """Whether pieces of piles are told apart by how they lie: only in games with dice."""
        return self.pool.features.dice

    def take_picked(self, out: Lines, zone: Zone) -> str:
        """Lines that decide one of the pieces that wait; the local with it. There is one."""
        first, n, at, piece = (out.fresh(name) for name in ("waiting", "left", "pick", "piece"))
        out(f"{n} = {zone.waiting}", f"{first} = {zone.waiting_start}")
        picked = f"{self.pick(zone.cls)}({f'{first}, ' if zone.cls.twins else ''}{n})"
        taken = f"undecided_row[{at}]"
        if zone.cls.twins:
            lowest = self.chance.lowest_twin("undecided_row", zone.cls.dice or self._marks())
            taken = f"{lowest}({zone.text}, {first}, {n}, {at})"
        out(
            f"{at} = {first} + {picked}",
            f"{piece} = {taken}",
            f"{n} -= 1",
            f"undecided_row[{at}] = undecided_row[{first} + {n}]",
            f"{zone.waiting} = {n}",
        )
        if zone.cls.twins:
            out(f"twin_at[undecided_row[{at}]] = {at}")
        return piece

    def decide(self, cls: ZoneClass) -> str:
        """`decide(zone, at)`: the undecided place `at` of `zone_row` gets a piece, which is given."""

        def write(out: Lines) -> None:
            piece = self.take_picked(out, self.pool.of_class(cls, "zone"))
            out(f"zone_row[at] = {piece}", f"return {piece}")

        return self.pool.function(f"decide_c{cls.number}", "zone, at", "decides a place", write)

    def decide_all(self, family: int | None) -> str:
        """`decide_all(zone)`: every place is decided, from the top down."""

        def write(out: Lines) -> None:
            if family is not None:
                self._decide_all(out, self.pool.zone(family, "zone"))
            else:
                waiting = self.pool.holding(lambda cls: cls.waits)
                self.pool.by_class(out, "zone", waiting, lambda zone: self._decide_all(out, zone), "pass")

        return self.pool.function(
            f"decide_all_{self.pool.part(family)}", "zone", self.pool.named(family), write
        )

    def _decide_all(self, out: Lines, zone: Zone) -> None:
        if not zone.cls.waits or not zone.cls.holds:
            return
        with out.under(f"if {zone.waiting}:"):
            decide = self.decide(zone.cls)
            with self.pool.each_place(out, zone, back=True) as (at, piece), out.under(f"if {piece} < 0:"):
                out(f"{decide}({zone.text}, {at})")

    # -- looking ---------------------------------------------------------------------------------

    def _no_chance(self, out: Lines) -> None:
        with out.under("if pure[0]:"):
            out(self.pool.fault("chance"))

    def pieces(self, family: int | None) -> str:
        """`pieces(zone)`: the list of what lies there, all decided."""

        def one(out: Lines, zone: Zone) -> None:
            if not zone.cls.holds:
                out("return 0")
                return
            if zone.cls.waits:
                with out.under(f"if {zone.waiting}:"):
                    self._no_chance(out)
                    out(f"{self.decide_all_of(zone.cls)}({zone.text})")
            n, at = out.fresh("n"), out.fresh("list")
            out(f"{n} = {zone.size}")
            with out.under(f"if {n} == 0:"):
                out("return 0")
            out(f"{at} = alloc({n} + 1)", f"heap[{at}] = {n}")
            if zone.cls.mask:
                self._write_bits(out, zone, at)
            else:
                first = out.fresh("first")
                out(f"{first} = {zone.start}")
                with out.under(f"for i in range(0, {n}):"):
                    out(f"heap[{at} + 1 + i] = zone_row[{plus(first, 'i')}]")
            out(f"return {at}")

        def write(out: Lines) -> None:
            if family is not None:
                one(out, self.pool.zone(family, "zone"))
                return
            self.pool.by_class(out, "zone", self.pool.classes, lambda zone: one(out, zone))

        return self.pool.function(f"pieces_{self.pool.part(family)}", "zone", self.pool.named(family), write)

    def decide_all_of(self, cls: ZoneClass) -> str:
        """As `decide_all`, for a class."""

        def write(out: Lines) -> None:
            self._decide_all(out, self.pool.of_class(cls, "zone"))

        return self.pool.function(f"decide_all_c{cls.number}", "zone", "", write)

    def _write_bits(self, out: Lines, zone: Zone, at: str) -> None:
        to = out.fresh("to")
        out(f"{to} = {at}")
        with self.pool.each_bit(out, zone) as piece:
            out(f"{to} += 1", f"heap[{to}] = {piece}")

    def mask_to_list(self) -> str:
        """`mask_to_list(zone)`: the list of the pieces of a zone that is a mask, ascending."""

        def one(out: Lines, zone: Zone) -> None:
            with out.under(f"if {zone.size} == 0:"):
                out("return 0")
            out(f"list = alloc({zone.size} + 1)", f"heap[list] = {zone.size}")
            self._write_bits(out, zone, "list")
            out("return list")

        def write(out: Lines) -> None:
            masks = [cls for cls in self.pool.classes if cls.mask]
            if masks:
                one(out, self.pool.of_class(masks[0], "zone"))
            else:
                out("return 0")

        return self.pool.function("mask_to_list", "zone", "the pieces of any bag that is a mask", write)

    def top(self, family: int | None) -> str:
        """`top(zone)`: the last piece, decided, or NONE."""
        return self._end("top", family)

    def first(self, family: int | None) -> str:
        """`first(zone)`: the first piece, decided, or NONE."""
        return self._end("first", family)

    def _end(self, end: str, family: int | None) -> str:
        def one(out: Lines, zone: Zone) -> None:
            if not zone.cls.holds:
                out("return NONE")
            elif zone.cls.mask:
                self._end_of_mask(out, zone, end)
            else:
                self._end_of_row(out, zone, end)

        def write(out: Lines) -> None:
            if family is not None:
                one(out, self.pool.zone(family, "zone"))
            else:
                self.pool.by_class(out, "zone", self.pool.classes, lambda zone: one(out, zone))

        return self.pool.function(f"{end}_{self.pool.part(family)}", "zone", self.pool.named(family), write)

    def _end_of_row(self, out: Lines, zone: Zone, end: str) -> None:
        last = zone.size if zone.kind != "slot" and end == "top" else ""
        if not zone.cls.waits:
            at = plus(plus(zone.start, last), "-1") if last else zone.start
            out(f"return zone_row[{at}] if {zone.size} else NONE")
            return
        n, at, piece = out.fresh("n"), out.fresh("at"), out.fresh("piece")
        out(f"{n} = {zone.size}")
        with out.under(f"if {n} == 0:"):
            out("return NONE")
        out(f"{at} = {plus(plus(zone.start, n), '-1') if last else zone.start}", f"{piece} = zone_row[{at}]")
        with out.under(f"if {piece} < 0:"):
            self._no_chance(out)
            out(f"{piece} = {self.decide(zone.cls)}({zone.text}, {at})")
        out(f"return {piece}")

    def _end_of_mask(self, out: Lines, zone: Zone, end: str) -> None:
        """Ascending: the first is the lowest bit."""
        words = self.pool.features.words
        piece = out.fresh("piece")
        if words > 1:
            out(f"{piece} = NONE")
            with self.pool.each_bit(out, zone) as other:
                if end == "top":
                    out(f"{piece} = {other}")
                else:
                    with out.under(f"if {piece} == NONE:"):
                        out(f"{piece} = {other}")
            out(f"return {piece}")
            return
        mask = out.fresh("mask")
        out(f"{mask} = {zone.mask}")
        with out.under(f"if {mask} == 0:"):
            out("return NONE")
        if end == "first":
            out(f"return ctz({mask})")
            return
        for shift in (1, 2, 4, 8, 16, 32):
            out(f"{mask} |= {mask} >> {shift}")
        out(f"return popcount({mask}) - 1")
