"""Gathering pieces from wherever they are, in a kernel.

No chance comes in as long as whatever is undecided goes along; how that is told is written in
`interpreter.piles`.
"""

from __future__ import annotations

from interpreter.compiled.runtime.knowledge import mark
from interpreter.compiled.runtime.lines import Lines, plus
from interpreter.compiled.runtime.moving import How, MovingCode
from interpreter.compiled.runtime.shuffling import ShuffleCode
from interpreter.compiled.runtime.whole import WholeCode, shuffled_part
from interpreter.compiled.runtime.zone_classes import Zone, ZoneClass

_FEW = 8
"""So many elements are cleared one by one."""


class GatherCode:
    """Writes how pieces of some kinds are gathered in one zone."""

    def __init__(self, moving: MovingCode, shuffling: ShuffleCode, whole: WholeCode) -> None:
        self.pool = moving.pool
        self.moving = moving
        self.knowledge = moving.knowledge
        self.shuffling = shuffling
        self.whole = whole

    def gather(self, target: int | None, shuffled: bool, how: How) -> str:
        """`gather(list, zone, at, turned)`: these pieces go into a zone from wherever they are."""
        pool = self.pool

        def write(out: Lines) -> None:
            again = "zone" if shuffled else "-1"
            out(f"{self._lift_gathered()}(list, {again})")
            if target is not None:
                self._gather_into(out, pool.zone(target, "zone"), shuffled, how)
            else:
                pool.by_class(
                    out, "zone", pool.classes, lambda zone: self._gather_into(out, zone, shuffled, how)
                )

        name = f"gather_{pool.part(target)}{shuffled_part(shuffled)}{how.suffix}"
        return pool.function(name, f"list, zone{how.parameters}", pool.named(target), write)

    def _gather_into(self, out: Lines, zone: Zone, shuffled: bool, how: How) -> None:
        pool = self.pool
        spread = self.shuffling.is_spread(zone, shuffled)
        seen = pool.all_seats if shuffled else pool.sight(zone, how.turned)
        out("n = heap[list]")
        with out.under("for i in range(0, n):"):
            out("piece = heap[list + 1 + i]", "source = place[piece]")
            with out.under("if source >= 0:"):
                out(f"{self.moving.take_any()}(piece, source, {seen})", "place[piece] = -1")
            if not spread:
                out("carried[i] = piece")
                self.knowledge.only(out, "piece", self._gathered("piece"))
        if spread:
            # only now, as chance may have been asked before
            out("group = 0")
            with out.under("for i in range(0, n):"):
                out(pool.add("group", "heap[list + 1 + i]"))
            self.shuffling.spread(out, zone, "group")
        elif shuffled and zone.kind == "meld":
            self.shuffling.spread(out, zone, "0")
        else:
            self.whole.land(out, zone, shuffled, how)

    def gather_families(self, target: int, shuffled: bool, families: frozenset[int], how: How) -> str | None:
        """`gather(zone, at, turned)`: all pieces of some families go into a zone. None where other pieces may
        lie among them: then they have to be gathered one by one."""
        pool = self.pool
        zones = pool.layout.program.zones
        holds = [pool.features.holds[zone.base] for zone in zones]
        sources = [number for number, held in enumerate(holds) if held & families]
        if pool.class_of[target].kind == "meld" or not families <= holds[target]:
            return None
        if not all(holds[number] <= families for number in sources):
            return None

        def write(out: Lines) -> None:
            for number in sources:
                self._clear_family(out, number)
            runs = self._runs(families)
            zone = pool.zone(target, "zone")
            if shuffled and zone.cls.ordered:
                self._spread_runs(out, zone, runs)
                return
            for first, end in runs:
                with out.under(f"for piece in range({first}, {end}):"):
                    self.knowledge.only(out, "piece", self._gathered("piece"))
                    self.moving.put(out, zone, "piece", how)
                    how.advance(out)
            if shuffled:
                self.shuffling.shuffle_here(out, zone)

        which = "_".join(map(str, sorted(families)))
        name = f"gather_all_{which}_{pool.part(target)}{shuffled_part(shuffled)}{how.suffix}"
        return pool.function(name, f"zone{how.parameters}", f"everything -> {pool.named(target)}", write)

    def _clear_family(self, out: Lines, family: int) -> None:
        """Lines: nothing lies in the zones of a family any more."""
        declared = self.pool.layout.program.zones[family]
        cls = self.pool.class_of[family]
        arrays = ["zone_size"] + ["undecided_size"] * cls.waits + ["laid_size"] * (cls.kind == "meld")
        for name in arrays:
            self._clear(out, name, declared.base, declared.count)
        if cls.mask:
            words = self.pool.features.words
            self._clear(out, "zone_mask", declared.base * words, declared.count * words)

    def _clear(self, out: Lines, array: str, first: int, count: int) -> None:
        if count > _FEW:
            out(f"fill({array}, {first}, {count}, 0)")
        else:
            out(*(f"{array}[{number}] = 0" for number in range(first, first + count)))

    def _runs(self, families: frozenset[int]) -> list[tuple[int, int]]:
        """The pieces of some families, as runs from a first to before an end."""
        runs: list[tuple[int, int]] = []
        for piece, family in enumerate(self.pool.layout.piece_family):
            if family not in families:
                continue
            if runs and runs[-1][1] == piece:
                runs[-1] = (runs[-1][0], piece + 1)
            else:
                runs.append((piece, piece + 1))
        return runs

    def _spread_runs(self, out: Lines, zone: Zone, runs: list[tuple[int, int]]) -> None:
        """Lines: these pieces, and no others, lie in an ordered zone in an order nobody knows."""
        n = 0
        waits = zone.cls.waits
        for first, end in runs:
            with out.under(f"for piece in range({first}, {end}):"):
                at = plus("piece", str(n - first))
                if waits:
                    out(f"undecided_row[{plus(zone.waiting_start, at)}] = piece")
                    out(f"zone_row[{plus(zone.start, at)}] = -1")
                else:
                    out(f"carried[{at}] = piece")
                if zone.cls.twins:
                    out(f"twin_at[piece] = {plus(zone.waiting_start, at) if waits else at}")
                self.shuffling.lie_there(out, zone, "piece")
            n += end - first
        out(f"{zone.size} = {n}")
        if waits:
            out(f"{zone.waiting} = {n}")
        else:
            out(f"n = {n}")
            self.shuffling.decide_now(out, zone)

    def _gathered(self, piece: str) -> str:
        """Who knows a piece that lies nowhere after it was gathered: everybody, but not what a die shows."""
        everybody = self.pool.all_seats
        return f"(0 if is_die[{piece}] else {everybody})" if self.pool.features.dice else everybody

    def _lift_gathered(self) -> str:
        """`lift_gathered(list, again)`: lifts what goes without chance: whole zones, all that is undecided in
        a pile, and whatever lies in the ordered zone `again`, which is shuffled anyway.

        Slots are left out: a single piece can as well be taken.
        """
        pool = self.pool
        families = [
            family
            for family in range(len(pool.layout.program.zones))
            if pool.class_of[family].holds and pool.class_of[family].kind != "slot"
        ]

        def write(out: Lines) -> None:
            out("group = 0")
            with out.under("for i in range(1, heap[list] + 1):"):
                out(pool.add("group", "heap[list + i]"))
            for family in families:
                declared = pool.layout.program.zones[family]
                lift = self._lift_whole(pool.class_of[family])
                if declared.count == 1:
                    with out.under(f"if zone_size[{declared.base}]:"):
                        out(f"{lift}({declared.base}, group, again)")
                else:
                    span = f"{declared.base}, {declared.base + declared.count}"
                    with out.under(f"for zone in range({span}):"), out.under("if zone_size[zone]:"):
                        out(f"{lift}(zone, group, again)")
            if pool.features.words > 1:
                mark(out, "0", "heap[list] + 1")

        about = "lifts those pieces that go without chance"
        return pool.function("lift_gathered", "list, again", about, write)

    def _lift_whole(self, cls: ZoneClass) -> str:
        zone = self.pool.of_class(cls, "zone")

        def write(out: Lines) -> None:
            if cls.ordered:
                self._lift_row(out, zone)
            else:
                self._lift_bag(out, zone)

        about = "lifts the pieces of a set when nothing else lies there"
        return self.pool.function(f"lift_whole_c{cls.number}", "zone, group, again", about, write)

    def _lift_bag(self, out: Lines, zone: Zone) -> None:
        pool = self.pool
        if zone.cls.mask and pool.features.words == 1:
            with out.under(f"if {zone.mask} & ~group:"):
                out("return")
        else:
            with pool.each_piece(out, zone) as piece, out.under(f"if ({pool.has('group', piece)}) == 0:"):
                out("return")
        with pool.each_piece(out, zone) as piece:
            out(f"place[{piece}] = -1")
        if zone.cls.mask:
            self.whole.clear_mask(out, zone)
        out(f"{zone.size} = 0")

    def _lift_row(self, out: Lines, zone: Zone) -> None:
        has = self.pool.has("group", "piece")
        out(f"first = {zone.start}", f"n = {zone.size}", "every = 1")
        if zone.cls.waits:
            self._lift_waiting(out, zone)
        with out.under("for at in range(first, first + n):"):
            out("piece = zone_row[at]")
            with out.under("if piece < 0:"):
                out("every = 0")
            with out.under(f"elif ({has}) == 0:"):
                out("every = 0")
        with out.under(f"if every == 0 and again != {zone.text}:"):
            out("return")
        out("kept = 0")
        with out.under("for at in range(first, first + n):"):
            out("piece = zone_row[at]")
            with out.under(f"if {has}:"):
                out("place[piece] = -1")
            with out.under("else:"):
                out("zone_row[first + kept] = piece", "kept += 1")
        out(f"{zone.size} = kept")
        if zone.kind == "meld":
            out(f"laid_size[{zone.text}] = 0")

    def _lift_waiting(self, out: Lines, zone: Zone) -> None:
        """The pieces that wait go when all of them are to, or some when the pile is shuffled afterwards."""
        has = self.pool.has("group", "piece")
        out(f"waiting = {zone.waiting}", f"start = {zone.waiting_start}", "kept = 0")
        with out.under("for i in range(start, start + waiting):"):
            out("piece = undecided_row[i]")
            with out.under(f"if ({has}) == 0:"):
                out("kept += 1")
        with out.under(f"if waiting != 0 and (kept == 0 or again == {zone.text}):"):
            out("kept = 0")
            with out.under("for i in range(start, start + waiting):"):
                out("piece = undecided_row[i]")
                with out.under(f"if {has}:"):
                    out("place[piece] = -1")
                with out.under("else:"):
                    out("undecided_row[start + kept] = piece", "kept += 1")
            out(f"{zone.waiting} = kept", "kept = 0")
            with out.under("for at in range(first, first + n):"):
                out("piece = zone_row[at]")
                with out.under("if piece >= 0:"):
                    out("zone_row[first + kept] = piece", "kept += 1")
            out("n = kept", f"{zone.size} = n")
