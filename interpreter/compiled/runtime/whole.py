"""Moving all that lies in a zone, in a kernel.

Pieces under way stand in the scratch array `carried`, or are a set where their order does not matter. What is
done to them afterwards does not depend on where they came from, so each zone needs one function to carry from
and one to land in.
"""

from __future__ import annotations

from interpreter.compiled.runtime.lines import Lines, plus
from interpreter.compiled.runtime.moving import How, MovingCode
from interpreter.compiled.runtime.shuffling import ShuffleCode
from interpreter.compiled.runtime.zone_classes import Zone, ZoneClass


class WholeCode:
    """Writes the moves of whole zones."""

    def __init__(self, moving: MovingCode, shuffling: ShuffleCode) -> None:
        self.pool = moving.pool
        self.moving = moving
        self.undecided = moving.undecided
        self.knowledge = moving.knowledge
        self.shuffling = shuffling

    def carry(self, cls: ZoneClass) -> str:
        """`carry(zone)`: takes all out of a zone and gives their number; first those that are decided."""
        pool = self.pool
        zone = pool.of_class(cls, "zone")

        def write(out: Lines) -> None:
            if cls.mask:
                out("n = 0")
                with pool.each_bit(out, zone) as piece:
                    out(f"carried[n] = {piece}", "n += 1")
                self.clear_mask(out, zone)
            elif cls.waits:
                out("n = 0")
                with pool.each_place(out, zone) as (_, piece), out.under(f"if {piece} >= 0:"):
                    out(f"carried[n] = {piece}", "n += 1")
                out(f"waiting = {zone.waiting_start}")
                with out.under(f"for i in range(waiting, waiting + {zone.waiting}):"):
                    out("carried[n] = undecided_row[i]", "n += 1")
                out(f"{zone.waiting} = 0")
            else:
                out(f"n = {zone.size}", f"first = {zone.start}")
                with out.under("for i in range(0, n):"):
                    out(f"carried[i] = zone_row[{plus('first', 'i')}]")
            out(f"{zone.size} = 0", "return n")

        about = "takes all out of a zone; how many"
        return pool.function(f"carry_c{cls.number}", "zone", about, write)

    def clear_mask(self, out: Lines, zone: Zone) -> None:
        """Lines: the mask of a zone has nothing in it any more."""
        if self.pool.features.words == 1:
            out(f"{zone.mask} = 0")
        else:
            for word in range(self.pool.features.words):
                out(f"{zone.mask % word} = 0")

    def carry_set(self, cls: ZoneClass) -> str:
        """`carry_set(zone)`: takes all out of a zone as a set, which is given."""
        zone = self.pool.of_class(cls, "zone")

        def write(out: Lines) -> None:
            out("group = 0")
            self.shuffling.add_zone(out, zone, "group")
            if cls.mask:
                self.clear_mask(out, zone)
            if cls.waits:
                out(f"{zone.waiting} = 0")
            out(f"{zone.size} = 0", "return group")

        return self.pool.function(
            f"carry_set_c{cls.number}", "zone", "takes all out of a zone as a set", write
        )

    def land(self, out: Lines, zone: Zone, shuffled: bool, how: How) -> None:
        """Lines: n carried pieces arrive together, not in an order that chance makes."""
        if not zone.cls.holds:
            with out.under("if n:"):
                out(self.pool.fault("beyond-kernel"))
            return
        with out.under("for i in range(0, n):"):
            out("piece = carried[i]")
            self.moving.put(out, zone, "piece", how)
            how.advance(out)
        if shuffled:
            self.shuffling.shuffle_here(out, zone)

    def move_whole(self, source: int | None, target: int | None, shuffled: bool, how: How) -> str:
        """`move_whole(from_zone, zone, at, turned)`: all that lies in one zone goes into another."""
        pool = self.pool

        def write(out: Lines) -> None:
            from_classes, to_classes = self._classes(source), self._classes(target)
            plain_set = how.at is None and not shuffled
            if plain_set and source is not None and target is not None and self.is_set_moved(source, target):
                mask = pool.zone(source, "from_zone").mask
                out(f"{self.move_set(source, target)}({mask}, from_zone, zone)")
            elif target is not None:
                self._move_from(out, source, pool.zone(target, "zone"), shuffled, how)
            elif len(from_classes) > 1 and len(to_classes) > 1:
                # from any zone to any: one function for each kind of zone to go to
                pool.by_class(
                    out, "zone", to_classes, lambda zone: self._hand_on(out, zone.cls, shuffled, how)
                )
            else:
                pool.by_class(
                    out, "zone", to_classes, lambda zone: self._move_from(out, source, zone, shuffled, how)
                )

        name = f"move_whole_{pool.part(source)}_{pool.part(target)}{shuffled_part(shuffled)}{how.suffix}"
        return pool.function(name, f"from_zone, zone{how.parameters}", pool.named(source, target), write)

    def move_set(self, source: int, target: int) -> str:
        """`move_set(mask, from_zone, zone)`: a set of pieces of one mask goes into another."""
        pool = self.pool

        def write(out: Lines) -> None:
            from_zone, zone = pool.zone(source, "from_zone"), pool.zone(target, "zone")
            out("n = popcount(mask)")
            out(f"{from_zone.mask} ^= mask", f"{from_zone.size} -= n")
            out(f"{zone.mask} |= mask", f"{zone.size} += n")
            with out.under("while mask:"):
                out(f"place[ctz(mask)] = {zone.text}", "mask &= mask - 1")

        name = f"move_set_{pool.part(source)}_{pool.part(target)}"
        return pool.function(name, "mask, from_zone, zone", pool.named(source, target), write)

    def is_set_moved(self, source: int, target: int) -> bool:
        """Whether `move_set` can be had for these families: where nobody's knowledge is kept."""
        features = self.pool.features
        both = self.pool.class_of[source].mask and self.pool.class_of[target].mask
        return both and features.words == 1 and not features.known and not features.facing

    def move_rest(self, source: int, target: int) -> str:
        """`move_rest(from_zone, zone)`: all that lies in a row or a decided pile, but for the last piece,
        goes into an ordered zone, which is shuffled."""
        pool = self.pool

        def write(out: Lines) -> None:
            from_zone = pool.zone(source, "from_zone")
            out("group = 0", f"n = {from_zone.size}", f"first = {from_zone.start}")
            with out.under("if n > 1:"):
                with out.under("for i in range(first, first + n - 1):"):
                    out(pool.add("group", "zone_row[i]"))
                out("zone_row[first] = zone_row[first + n - 1]", f"{from_zone.size} = 1")
            self.shuffling.spread(out, pool.zone(target, "zone"), "group")

        name = f"move_rest_{pool.part(source)}_{pool.part(target)}"
        return pool.function(name, "from_zone, zone", pool.named(source, target), write)

    def is_rest_moved(self, source: int, target: int) -> bool:
        """Whether `move_rest` can be had for these families."""
        cls = self.pool.class_of[source]
        return (
            source != target
            and cls.kind in ("row", "pile")
            and not cls.waits
            and bool(cls.holds)
            and self.shuffling.is_spread(self.pool.zone(target, "zone"), True)
        )

    def _classes(self, family: int | None) -> list[ZoneClass]:
        return self.pool.classes if family is None else [self.pool.class_of[family]]

    def _hand_on(self, out: Lines, cls: ZoneClass, shuffled: bool, how: How) -> None:
        name = f"move_whole_any_c{cls.number}{shuffled_part(shuffled)}{how.suffix}"
        parameters = f"from_zone, zone{how.parameters}"

        def write(lines: Lines) -> None:
            self._move_from(lines, None, self.pool.of_class(cls, "zone"), shuffled, how)

        out(f"{self.pool.function(name, parameters, '', write)}({parameters})")

    def _move_from(self, out: Lines, source: int | None, zone: Zone, shuffled: bool, how: How) -> None:
        """All of a zone goes into this one."""
        pool = self.pool
        if source is None or pool.class_of[source] == zone.cls:
            with out.under(f"if from_zone == {zone.text}:"):
                if shuffled:
                    self.shuffling.shuffle_here(out, zone)
                out("return")

        if shuffled and zone.kind == "meld":
            self.shuffling.spread(out, zone, "0")
            return
        spread = self.shuffling.is_spread(zone, shuffled)
        under_way = "group" if spread else "n"

        def carry(from_zone: Zone) -> None:
            cls = from_zone.cls
            if not cls.holds:
                out(f"{under_way} = 0")
                return
            if cls.waits and not shuffled and not zone.cls.is_bag:
                out(f"{self.undecided.decide_all_of(cls)}({from_zone.text})")
            if cls.kind == "meld":
                if zone.kind == "meld" and not shuffled:
                    out(f"{pool.external('move_laid')}({from_zone.text}, {zone.text})")
                else:
                    out(f"laid_size[{from_zone.text}] = 0")
            take = self.carry_set(cls) if spread else self.carry(cls)
            out(f"{under_way} = {take}({from_zone.text})")
            if cls.is_bag and not zone.cls.is_bag and not shuffled:
                self.knowledge.keep_order(out, "n", pool.sight(zone, how.turned))

        if source is not None:
            carry(pool.zone(source, "from_zone"))
        else:
            out(f"{under_way} = 0")
            pool.by_class(out, "from_zone", pool.holding(), carry, "pass")
        if spread:
            self.shuffling.spread(out, zone, "group")
        else:
            self.land(out, zone, shuffled, how)


def shuffled_part(shuffled: bool) -> str:
    """What names of functions say of it."""
    return "_shuffled" if shuffled else ""
