"""Turning, rolling and sorting what lies in zones, and asking how and where it lies, in a kernel."""

from __future__ import annotations

from interpreter.compiled.runtime.lines import Lines, plus
from interpreter.compiled.runtime.moving import MovingCode
from interpreter.compiled.runtime.zone_classes import Zone


class TurnCode:
    """Writes what is done to pieces that stay where they are."""

    def __init__(self, moving: MovingCode) -> None:
        self.pool = moving.pool
        self.moving = moving
        self.chance = moving.chance
        self.knowledge = moving.knowledge

    def flip(self) -> str:
        """`flip(list, up)`: these pieces lie face up (1) or down (0) from now on."""
        pool = self.pool

        def turn(out: Lines, zone: Zone) -> None:
            cls = zone.cls
            out(f"after = {self.moving.own_facing(zone, 'wanted')}")
            with out.under("if after != facing[piece]:"):
                if cls.is_bag:
                    out(f"{self.knowledge.turn_in_bag(cls)}(zone, list, i, facing[piece], after)")
                else:
                    out("facing[piece] = after")
                    self.knowledge.sees(out, "piece", pool.sight(zone, "after"))

        def write(out: Lines) -> None:
            if not pool.features.facing:
                out("return")
                return
            out("wanted = 2 if up else 1")
            with out.under("for i in range(1, heap[list] + 1):"):
                out("piece = heap[list + i]", "zone = place[piece]")
                with out.under("if zone < 0:"):
                    out(pool.fault("flip-nowhere"))
                pool.by_class(out, "zone", pool.holding(), lambda zone: turn(out, zone), "pass")

        return pool.function("flip", "list, up", "pieces are turned", write)

    def roll(self, piece_family: int | None) -> str:
        """`roll(die)`: a die gets a new value by chance."""
        families = self.pool.layout.program.families

        def write(out: Lines) -> None:
            if piece_family is not None:
                self._roll(out, families[piece_family].sides)
                return
            dice = [number for number, family in enumerate(families) if family.sides is not None]
            out("family = piece_family[die]")
            for number in dice:
                with out.under(f"if family == {number}:"):
                    out(f"{self.roll(number)}(die)", "return")
            out(self.pool.fault("roll-card"))

        name = "roll_any" if piece_family is None else f"roll_{piece_family}"
        return self.pool.function(name, "die", "", write)

    def _roll(self, out: Lines, sides: tuple[int, int] | None) -> None:
        pool = self.pool
        if sides is None:
            out(pool.fault("roll-card"))
            return
        low, high = sides
        value = str(low) if low == high else plus(str(low), f"{self.chance.event()}({high - low + 1})")
        out(f"shown[die] = {value}")

        def lie(zone: Zone) -> None:
            self.knowledge.only(out, "die", pool.sight(zone, "facing[die]"))
            if zone.cls.is_bag and zone.cls.twins:
                out(f"{self.knowledge.sort_bag()}(zone)")

        classes = pool.holding(lambda cls: cls.dice)
        if not pool.features.known and not any(cls.is_bag and cls.twins for cls in classes):
            return
        out("zone = place[die]")
        if not classes:
            self.knowledge.only(out, "die", pool.all_seats)
            return
        with out.under("if zone < 0:"):
            self.knowledge.only(out, "die", pool.all_seats)
        with out.under("else:"):
            pool.by_class(out, "zone", classes, lie)

    def sort(self, family: int | None) -> str:
        """`sort(zone, list)`: a row, all of it decided, gets the order of the list."""

        def one(out: Lines, zone: Zone) -> None:
            self.knowledge.sort_row(out, zone)
            if zone.cls.mask:
                return
            out(f"first = {zone.start}")
            with out.under(f"for i in range(0, {zone.size}):"):
                out("zone_row[first + i] = heap[list + 1 + i]")

        def write(out: Lines) -> None:
            if family is not None:
                one(out, self.pool.zone(family, "zone"))
            else:
                self.pool.by_class(out, "zone", self.pool.classes, lambda zone: one(out, zone))

        return self.pool.function(
            f"sort_{self.pool.part(family)}", "zone, list", self.pool.named(family), write
        )

    # -- asking ----------------------------------------------------------------------------------

    def place_of(self, family: int | None) -> str:
        """`place_of(piece)`: its place from 1; 0 in a bag or slot, nowhere or while it is undecided."""

        def one(out: Lines, zone: Zone) -> None:
            out(f"first = {zone.start}")
            with out.under(f"for i in range(0, {zone.size}):"), out.under("if zone_row[first + i] == piece:"):
                out("return i + 1")

        def write(out: Lines) -> None:
            if family is not None:
                zone = self.pool.zone(family, "zone")
                if zone.cls.ordered:
                    if zone.text == "zone":
                        out("zone = place[piece]")
                    one(out, zone)
            else:
                out("zone = place[piece]")
                with out.under("if zone < 0:"):
                    out("return 0")
                if self.pool.holding(lambda cls: cls.ordered):
                    # all rows are asked alike
                    with out.under("if zone_ordered[zone]:"):
                        one(out, self.pool.any_zone("zone"))
            out("return 0")

        return self.pool.function(
            f"place_of_{self.pool.part(family)}", "piece", self.pool.named(family), write
        )

    def lies_up(self) -> str:
        """`lies_up(piece)`: whether a piece lies face up."""

        def write(out: Lines) -> None:
            if self.pool.features.facing:
                with out.under("if facing[piece]:"):
                    out("return facing[piece] == 2")
            out("zone = place[piece]")
            with out.under("if zone < 0:"):
                out("return 0")
            out("return zone_open[zone]")

        return self.pool.function("lies_up", "piece", "whether a piece lies face up", write)
