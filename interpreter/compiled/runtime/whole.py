"""Moving all that lies in a zone, gathering from everywhere, and shuffling, in a kernel.

Pieces under way stand in the scratch array `carried`. What is done to them afterwards does not depend on
where they came from, so each zone needs one function to carry from and one to land in.
"""

from __future__ import annotations

from interpreter.compiled.runtime.knowledge import mark
from interpreter.compiled.runtime.lines import Lines, plus
from interpreter.compiled.runtime.moving import How, MovingCode
from interpreter.compiled.runtime.zone_classes import Zone, ZoneClass

_FEW = 8
"""So many elements are cleared one by one."""


class WholeCode:
    """Writes the moves of many pieces at once."""

    def __init__(self, moving: MovingCode) -> None:
        self.moving = moving
        self.pool = moving.pool
        self.chance = moving.chance
        self.undecided = moving.undecided
        self.knowledge = moving.knowledge

    # -- shuffling -------------------------------------------------------------------------------

    def shuffle(self, family: int | None) -> str:
        """`shuffle(zone)`: the order becomes undecided and everybody forgets it."""

        def write(out: Lines) -> None:
            if family is not None:
                self._shuffle(out, self.pool.zone(family, "zone"))
            else:
                self.pool.by_class(out, "zone", self.pool.classes, lambda zone: self._shuffle(out, zone))

        return self.pool.function(f"shuffle_{self.pool.part(family)}", "zone", self.pool.named(family), write)

    def _shuffle(self, out: Lines, zone: Zone) -> None:
        if zone.cls.ordered:
            self._spread(out, zone, "0")
        elif zone.cls.is_bag:
            if self.pool.features.facing or self.knowledge.known:
                with self.pool.each_piece(out, zone) as piece:
                    if self.pool.features.facing:
                        out(f"facing[{piece}] = 0")
                    self.knowledge.only(out, piece, zone.sees)
            if not zone.cls.mask:
                out(f"{self.knowledge.sort_bag()}({zone.text})")

    def _spread(self, out: Lines, zone: Zone, group: str) -> None:
        """Lines: a set of pieces and all that lies in an ordered zone lie there in an order nobody knows."""
        if zone.kind == "meld":
            out(self.pool.fault("shuffle-melds"))
        elif zone.cls.holds:
            out(f"{self._spread_in(zone.cls)}({zone.text}, {group})")

    def _spread_in(self, cls: ZoneClass) -> str:
        pool = self.pool
        zone = pool.of_class(cls, "zone")

        def write(out: Lines) -> None:
            self._gather_zone(out, zone, "group")
            out(f"first = {zone.start}", "n = 0")
            if cls.waits:
                out(f"waiting = {zone.waiting_start}")
            with pool.each_in(out, "group") as piece:
                out(f"undecided_row[waiting + n] = {piece}" if cls.waits else f"carried[n] = {piece}")
                if cls.waits:
                    out("zone_row[first + n] = -1")
                self._lie_there(out, zone, piece)
                out("n += 1")
            out(f"{zone.size} = n")
            if cls.waits:
                out(f"{zone.waiting} = n")
            else:
                self._decide_now(out, zone)

        about = "a set of pieces and those of the zone lie in an order nobody knows"
        return pool.function(f"spread_c{cls.number}", "zone, group", about, write)

    def _is_spread(self, zone: Zone, shuffled: bool) -> bool:
        """Whether pieces that come to a zone are put together with those there in a new order."""
        return shuffled and zone.cls.ordered and zone.kind != "meld" and bool(zone.cls.holds)

    def _gather_zone(self, out: Lines, zone: Zone, group: str) -> None:
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
        with (
            out.under(f"if {zone.size} > {zone.waiting}:"),
            pool.each_place(out, zone) as (_, piece),
            out.under(f"if {piece} >= 0:"),
        ):
            out(pool.add(group, piece))
        with out.under(f"for {i} in range(0, {zone.waiting}):"):
            out(pool.add(group, f"undecided_row[{plus(zone.waiting_start, i)}]"))

    def _lie_there(self, out: Lines, zone: Zone, piece: str) -> None:
        """Lines: a piece lies in a zone as pieces lie there, and nobody knows more than what they see."""
        out(f"place[{piece}] = {zone.text}")
        if self.pool.features.facing:
            out(f"facing[{piece}] = 0")
        self.knowledge.only(out, piece, zone.sees)

    def _decide_now(self, out: Lines, zone: Zone) -> None:
        """What somebody sees is decided at once: a pile from the top down, a row from its first place on."""
        cls = zone.cls
        pick = self.chance.pick_in("carried", cls.dice or self.pool.features.dice, cls.twins)
        out(f"first = {zone.start}", "left = n")
        span = "first + n - 1, first - 1, -1" if cls.kind == "pile" else "first, first + n"
        with out.under(f"for at in range({span}):"):
            out(f"pick = {pick}({'0, ' if cls.twins else ''}left)", "left -= 1")
            out("zone_row[at] = carried[pick]", "carried[pick] = carried[left]")

    # -- carrying --------------------------------------------------------------------------------

    def carry(self, cls: ZoneClass) -> str:
        """`carry(zone)`: takes all out of a zone and gives their number; first those that are decided."""
        pool = self.pool
        zone = pool.of_class(cls, "zone")

        def write(out: Lines) -> None:
            if cls.mask:
                out("n = 0")
                with pool.each_bit(out, zone) as piece:
                    out(f"carried[n] = {piece}", "n += 1")
                self._clear_mask(out, zone)
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

    def _clear_mask(self, out: Lines, zone: Zone) -> None:
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
            self._gather_zone(out, zone, "group")
            if cls.mask:
                self._clear_mask(out, zone)
            if cls.waits:
                out(f"{zone.waiting} = 0")
            out(f"{zone.size} = 0", "return group")

        return self.pool.function(
            f"carry_set_c{cls.number}", "zone", "takes all out of a zone as a set", write
        )

    def _land(self, out: Lines, zone: Zone, shuffled: bool, how: How) -> None:
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
            self._shuffle(out, zone)

    def move_whole(self, source: int | None, target: int | None, shuffled: bool, how: How) -> str:
        """`move_whole(from_zone, zone, at, turned)`: all that lies in one zone goes into another."""
        pool = self.pool

        def write(out: Lines) -> None:
            from_classes, to_classes = self._classes(source), self._classes(target)
            if target is not None:
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

        name = f"move_whole_{pool.part(source)}_{pool.part(target)}{_shuffled(shuffled)}{how.suffix}"
        return pool.function(name, f"from_zone, zone{how.parameters}", pool.named(source, target), write)

    def _classes(self, family: int | None) -> list[ZoneClass]:
        return self.pool.classes if family is None else [self.pool.class_of[family]]

    def _hand_on(self, out: Lines, cls: ZoneClass, shuffled: bool, how: How) -> None:
        name = f"move_whole_any_c{cls.number}{_shuffled(shuffled)}{how.suffix}"
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
                    self._shuffle(out, zone)
                out("return")

        if shuffled and zone.kind == "meld":
            self._spread(out, zone, "0")
            return
        spread = self._is_spread(zone, shuffled)
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
            self._spread(out, zone, "group")
        else:
            self._land(out, zone, shuffled, how)

    # -- gathering -------------------------------------------------------------------------------

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

        name = f"gather_{pool.part(target)}{_shuffled(shuffled)}{how.suffix}"
        return pool.function(name, f"list, zone{how.parameters}", pool.named(target), write)

    def _gather_into(self, out: Lines, zone: Zone, shuffled: bool, how: How) -> None:
        pool = self.pool
        spread = self._is_spread(zone, shuffled)
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
            self._spread(out, zone, "group")
        elif shuffled and zone.kind == "meld":
            self._spread(out, zone, "0")
        else:
            self._land(out, zone, shuffled, how)

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
                self._shuffle(out, zone)

        which = "_".join(map(str, sorted(families)))
        name = f"gather_all_{which}_{pool.part(target)}{_shuffled(shuffled)}{how.suffix}"
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
                self._lie_there(out, zone, "piece")
            n += end - first
        out(f"{zone.size} = {n}")
        if waits:
            out(f"{zone.waiting} = {n}")
        else:
            out(f"n = {n}")
            self._decide_now(out, zone)

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
            self._clear_mask(out, zone)
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

    # -- turning, rolling, sorting ---------------------------------------------------------------

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
        out(f"shown[die] = {value}", "zone = place[die]")

        def lie(zone: Zone) -> None:
            self.knowledge.only(out, "die", pool.sight(zone, "facing[die]"))
            if zone.cls.is_bag:
                out(f"{self.knowledge.sort_bag()}(zone)")

        classes = pool.holding(lambda cls: cls.dice)
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


def _shuffled(shuffled: bool) -> str:
    return "_shuffled" if shuffled else ""
