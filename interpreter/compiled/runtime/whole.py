"""Moving all that lies in a zone, gathering from everywhere, and shuffling, in a kernel.

Pieces under way stand in the scratch array `carried`. What is done to them afterwards does not depend on
where they came from, so each zone needs one function to carry from and one to land in.
"""

from __future__ import annotations

from interpreter.compiled.runtime.knowledge import mark
from interpreter.compiled.runtime.lines import Lines, plus
from interpreter.compiled.runtime.moving import MovingCode
from interpreter.compiled.runtime.zone_classes import Zone, ZoneClass


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

    def _spread(self, out: Lines, zone: Zone, n: str) -> None:
        """Lines: the first n carried pieces and all that lies in an ordered zone lie there in an order nobody
        knows."""
        if zone.kind == "meld":
            out(self.pool.fault("shuffle-melds"))
        elif zone.cls.holds:
            out(f"{self._spread_in(zone.cls)}({zone.text}, {n})")

    def _spread_in(self, cls: ZoneClass) -> str:
        pool = self.pool
        zone = pool.of_class(cls, "zone")

        def write(out: Lines) -> None:
            with out.under("for i in range(0, n):"):
                out("marked[carried[i]] = 1")
            with pool.each_place(out, zone) as (_, piece):
                if cls.waits:
                    with out.under(f"if {piece} >= 0:"):
                        out(f"marked[{piece}] = 1")
                else:
                    out(f"marked[{piece}] = 1")
            if cls.waits:
                out(f"waiting = {zone.waiting_start}")
                with out.under(f"for i in range(waiting, waiting + {zone.waiting}):"):
                    out("marked[undecided_row[i]] = 1")
                self._collect_marked(out, zone, "undecided_row", "waiting")
                out(f"fill(zone_row, {zone.start}, n, -1)", f"{zone.waiting} = n")
            else:
                out("waiting = 0")
                self._collect_marked(out, zone, "carried", "waiting")
                self._decide_now(out, zone)

        about = "the carried pieces and those of the zone lie in an order nobody knows"
        return pool.function(f"spread_c{cls.number}", "zone, n", about, write)

    def _collect_marked(self, out: Lines, zone: Zone, array: str, start: str) -> None:
        """The marked pieces go into an array, ascending; n becomes their number."""
        out("n = 0")
        with (
            out.under(f"for piece in range(0, {self.pool.layout.piece_count}):"),
            out.under("if marked[piece]:"),
        ):
            out("marked[piece] = 0", f"{array}[{start} + n] = piece", "n += 1")
            out(f"place[piece] = {zone.text}")
            if self.pool.features.facing:
                out("facing[piece] = 0")
            self.knowledge.only(out, "piece", zone.sees)
        out(f"{zone.size} = n")

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

    def _land(self, out: Lines, zone: Zone, shuffled: bool) -> None:
        """Lines: n carried pieces arrive together."""
        if not zone.cls.holds and zone.kind != "meld":
            with out.under("if n:"):
                out(self.pool.fault("beyond-kernel"))
            return
        if shuffled and zone.cls.ordered:
            self._spread(out, zone, "n")
            return
        with out.under("for i in range(0, n):"):
            out("piece = carried[i]")
            self.moving.put(out, zone, "piece")
            with out.under("if at != NONE:"):
                out("at += 1")
        if shuffled:
            self._shuffle(out, zone)

    def move_whole(self, source: int | None, target: int | None, shuffled: bool) -> str:
        """`move_whole(from_zone, zone, at, turned)`: all that lies in one zone goes into another."""
        pool = self.pool

        def write(out: Lines) -> None:
            from_classes, to_classes = self._classes(source), self._classes(target)
            if target is not None:
                self._move_from(out, source, pool.zone(target, "zone"), shuffled)
            elif len(from_classes) > 1 and len(to_classes) > 1:
                # from any zone to any: one function for each kind of zone to go to
                pool.by_class(out, "zone", to_classes, lambda zone: self._hand_on(out, zone.cls, shuffled))
            else:
                pool.by_class(
                    out, "zone", to_classes, lambda zone: self._move_from(out, source, zone, shuffled)
                )

        name = f"move_whole_{pool.part(source)}_{pool.part(target)}" + ("_shuffled" if shuffled else "")
        return pool.function(name, "from_zone, zone, at, turned", pool.named(source, target), write)

    def _classes(self, family: int | None) -> list[ZoneClass]:
        return self.pool.classes if family is None else [self.pool.class_of[family]]

    def _hand_on(self, out: Lines, cls: ZoneClass, shuffled: bool) -> None:
        name = f"move_whole_any_c{cls.number}" + ("_shuffled" if shuffled else "")

        def write(lines: Lines) -> None:
            self._move_from(lines, None, self.pool.of_class(cls, "zone"), shuffled)

        parameters = "from_zone, zone, at, turned"
        out(f"{self.pool.function(name, parameters, '', write)}({parameters})")

    def _move_from(self, out: Lines, source: int | None, zone: Zone, shuffled: bool) -> None:
        """All of a zone goes into this one."""
        pool = self.pool
        if source is None or pool.class_of[source] == zone.cls:
            with out.under(f"if from_zone == {zone.text}:"):
                if shuffled:
                    self._shuffle(out, zone)
                out("return")

        def carry(from_zone: Zone) -> None:
            cls = from_zone.cls
            if not cls.holds:
                out("n = 0")
                return
            if cls.waits and not shuffled and not zone.cls.is_bag:
                out(f"{self.undecided.decide_all_of(cls)}({from_zone.text})")
            if cls.kind == "meld":
                if zone.kind == "meld" and not shuffled:
                    out(f"{pool.external('move_laid')}({from_zone.text}, {zone.text})")
                else:
                    out(f"laid_size[{from_zone.text}] = 0")
            out(f"n = {self.carry(cls)}({from_zone.text})")
            if cls.is_bag and not zone.cls.is_bag and not shuffled:
                self.knowledge.keep_order(out, "n", pool.sight(zone, "turned"))

        if source is not None:
            carry(pool.zone(source, "from_zone"))
        else:
            out("n = 0")
            pool.by_class(out, "from_zone", pool.holding(), carry, "pass")
        self._land(out, zone, shuffled)

    # -- gathering -------------------------------------------------------------------------------

    def gather(self, target: int | None, shuffled: bool) -> str:
        """`gather(list, zone, at, turned)`: these pieces go into a zone from wherever they are."""
        pool = self.pool

        def write(out: Lines) -> None:
            again = "zone" if shuffled else "-1"
            out(f"{self._lift_gathered()}(list, {again})")
            if target is not None:
                self._gather_into(out, pool.zone(target, "zone"), shuffled)
            else:
                pool.by_class(out, "zone", pool.classes, lambda zone: self._gather_into(out, zone, shuffled))

        name = f"gather_{pool.part(target)}" + ("_shuffled" if shuffled else "")
        return pool.function(name, "list, zone, at, turned", pool.named(target), write)

    def _gather_into(self, out: Lines, zone: Zone, shuffled: bool) -> None:
        pool = self.pool
        seen = pool.all_seats if shuffled else pool.sight(zone, "turned")
        out("n = heap[list]")
        with out.under("for i in range(0, n):"):
            out("piece = heap[list + 1 + i]", "source = place[piece]")
            with out.under("if source >= 0:"):
                out(f"{self.moving.take_any()}(piece, source, {seen})", "place[piece] = -1")
            out("carried[i] = piece")
            if self.knowledge.known:
                known = (
                    f"(0 if is_die[piece] else {pool.all_seats})" if pool.features.dice else pool.all_seats
                )
                out(f"known[piece] = {known}")
        self._land(out, zone, shuffled)

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
            mark(out, "1", "heap[list] + 1")
            for family in families:
                declared = pool.layout.program.zones[family]
                cls = pool.class_of[family]
                lift = self._lift_whole(cls)
                for_again = ", again" if cls.ordered else ""
                if declared.count == 1:
                    with out.under(f"if zone_size[{declared.base}]:"):
                        out(f"{lift}({declared.base}{for_again})")
                else:
                    span = f"{declared.base}, {declared.base + declared.count}"
                    with out.under(f"for zone in range({span}):"), out.under("if zone_size[zone]:"):
                        out(f"{lift}(zone{for_again})")
            mark(out, "0", "heap[list] + 1")

        about = "lifts those pieces that go without chance"
        return pool.function("lift_gathered", "list, again", about, write)

    def _lift_whole(self, cls: ZoneClass) -> str:
        pool = self.pool
        zone = pool.of_class(cls, "zone")

        def bag(out: Lines) -> None:
            with pool.each_piece(out, zone) as piece, out.under(f"if marked[{piece}] == 0:"):
                out("return")
            with pool.each_piece(out, zone) as piece:
                out(f"place[{piece}] = -1")
            if cls.mask:
                self._clear_mask(out, zone)
            out(f"{zone.size} = 0")

        def row(out: Lines) -> None:
            out(f"first = {zone.start}", f"n = {zone.size}", "every = 1")
            if cls.waits:
                self._lift_waiting(out, zone)
            with out.under("for at in range(first, first + n):"):
                out("piece = zone_row[at]")
                with out.under("if piece < 0:"):
                    out("every = 0")
                with out.under("elif marked[piece] == 0:"):
                    out("every = 0")
            with out.under("if every == 0 and again != zone:"):
                out("return")
            out("kept = 0")
            with out.under("for at in range(first, first + n):"):
                out("piece = zone_row[at]")
                with out.under("if marked[piece]:"):
                    out("place[piece] = -1")
                with out.under("else:"):
                    out("zone_row[first + kept] = piece", "kept += 1")
            out(f"{zone.size} = kept")
            if cls.kind == "meld":
                out("laid_size[zone] = 0")

        about = "lifts the marked pieces when nothing else lies there"
        parameters = "zone, again" if cls.ordered else "zone"
        return pool.function(f"lift_whole_c{cls.number}", parameters, about, row if cls.ordered else bag)

    def _lift_waiting(self, out: Lines, zone: Zone) -> None:
        """The pieces that wait go when all of them are to, or some when the pile is shuffled afterwards."""
        out(f"waiting = {zone.waiting}", f"start = {zone.waiting_start}", "kept = 0")
        with (
            out.under("for i in range(start, start + waiting):"),
            out.under("if marked[undecided_row[i]] == 0:"),
        ):
            out("kept += 1")
        with out.under("if waiting != 0 and (kept == 0 or again == zone):"):
            out("kept = 0")
            with out.under("for i in range(start, start + waiting):"):
                out("piece = undecided_row[i]")
                with out.under("if marked[piece]:"):
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
