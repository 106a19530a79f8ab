"""Putting pieces into an order that nobody knows, in a kernel."""

from __future__ import annotations

from interpreter.compiled.runtime.lines import Lines, plus
from interpreter.compiled.runtime.moving import MovingCode
from interpreter.compiled.runtime.zone_classes import Zone, ZoneClass


class ShuffleCode:
    """Writes shuffles, on their own and where pieces arrive."""

    def __init__(self, moving: MovingCode) -> None:
        self.pool = moving.pool
        self.chance = moving.chance
        self.knowledge = moving.knowledge

    def shuffle(self, family: int | None) -> str:
        """`shuffle(zone)`: the order becomes undecided and everybody forgets it."""

        def write(out: Lines) -> None:
            if family is not None:
                self.shuffle_here(out, self.pool.zone(family, "zone"))
            else:
                self.pool.by_class(out, "zone", self.pool.classes, lambda zone: self.shuffle_here(out, zone))

        return self.pool.function(f"shuffle_{self.pool.part(family)}", "zone", self.pool.named(family), write)

    def shuffle_here(self, out: Lines, zone: Zone) -> None:
        """Lines for a shuffle."""
        if zone.cls.ordered:
            self.spread(out, zone, "0")
        elif zone.cls.is_bag:
            if self.pool.features.facing or self.knowledge.known:
                with self.pool.each_piece(out, zone) as piece:
                    if self.pool.features.facing:
                        out(f"facing[{piece}] = 0")
                    self.knowledge.only(out, piece, zone.sees)
            if not zone.cls.mask:
                out(f"{self.knowledge.sort_bag()}({zone.text})")

    def spread(self, out: Lines, zone: Zone, group: str) -> None:
        """Lines: a set of pieces and all that lies in an ordered zone lie there in an order nobody knows."""
        if zone.kind == "meld":
            out(self.pool.fault("shuffle-melds"))
        elif zone.cls.holds:
            out(f"{self._spread_in(zone.cls)}({zone.text}, {group})")

    def _spread_in(self, cls: ZoneClass) -> str:
        pool = self.pool
        zone = pool.of_class(cls, "zone")

        def write(out: Lines) -> None:
            self.add_zone(out, zone, "group")
            out(f"first = {zone.start}", "n = 0")
            if cls.waits:
                out(f"waiting = {zone.waiting_start}")
            with pool.each_in(out, "group") as piece:
                out(f"undecided_row[waiting + n] = {piece}" if cls.waits else f"carried[n] = {piece}")
                if cls.waits:
                    out("zone_row[first + n] = -1")
                if cls.twins:
                    out(f"twin_at[{piece}] = {'waiting + n' if cls.waits else 'n'}")
                self.lie_there(out, zone, piece)
                out("n += 1")
            out(f"{zone.size} = n")
            if cls.waits:
                out(f"{zone.waiting} = n")
            else:
                self.decide_now(out, zone)

        about = "a set of pieces and those of the zone lie in an order nobody knows"
        return pool.function(f"spread_c{cls.number}", "zone, group", about, write)

    def is_spread(self, zone: Zone, shuffled: bool) -> bool:
        """Whether pieces that come to a zone are put together with those there in a new order."""
        return shuffled and zone.cls.ordered and zone.kind != "meld" and bool(zone.cls.holds)

    def add_zone(self, out: Lines, zone: Zone, group: str) -> None:
        """Lines: all that lies in a zone is added to a set."""
        pool = self.pool
        if zone.cls.mask and pool.features.words == 1:
            out(f"{group} |= {zone.mask}")
            return
        if not zone.cls.waits:
            with pool.each_piece(out, zone) as piece:
                out(pool.add(group, piece))
            return
        i = out.fresh("i")
        # what waits is counted by its own: a pile that is being gathered has no places for it any more
        with pool.each_place(out, zone) as (_, piece), out.under(f"if {piece} >= 0:"):
            out(pool.add(group, piece))
        with out.under(f"for {i} in range(0, {zone.waiting}):"):
            out(pool.add(group, f"undecided_row[{plus(zone.waiting_start, i)}]"))

    def lie_there(self, out: Lines, zone: Zone, piece: str) -> None:
        """Lines: a piece lies in a zone as pieces lie there, and nobody knows more than what they see."""
        out(f"place[{piece}] = {zone.text}")
        if self.pool.features.facing:
            out(f"facing[{piece}] = 0")
        self.knowledge.only(out, piece, zone.sees)

    def decide_now(self, out: Lines, zone: Zone) -> None:
        """What somebody sees is decided at once: a pile from the top down, a row from its first place on."""
        cls = zone.cls
        marks = cls.dice or self.pool.features.dice
        pick = self.chance.pick_in("carried", marks, cls.twins)
        out(f"first = {zone.start}", "left = n")
        span = "first + n - 1, first - 1, -1" if cls.kind == "pile" else "first, first + n"
        with out.under(f"for at in range({span}):"):
            out(f"pick = {pick}({'0, ' if cls.twins else ''}left)")
            taken = "carried[pick]"
            if cls.twins:
                taken = f"{self.chance.lowest_twin('carried', marks)}({zone.text}, 0, left, pick)"
            out(f"zone_row[at] = {taken}", "left -= 1", "carried[pick] = carried[left]")
            if cls.twins:
                out("twin_at[carried[pick]] = pick")
