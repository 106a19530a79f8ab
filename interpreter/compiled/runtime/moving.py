"""Leaving a zone and arriving in one, in a kernel: what every move is made of.

A move is written for what is known of the two zones: it comes down to a few stores where nothing has to be
asked. `take` and `put` have the order of events of `interpreter.piles`.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from interpreter.compiled.runtime.chance import ChanceCode
from interpreter.compiled.runtime.knowledge import KnowledgeCode
from interpreter.compiled.runtime.lines import Lines, plus
from interpreter.compiled.runtime.pool import Pool
from interpreter.compiled.runtime.undecided import UndecidedCode
from interpreter.compiled.runtime.zone_classes import EVERYBODY, NOBODY, Zone, ZoneClass

_FEW = 4
"""So many kinds of zones are told apart where a piece is taken, and not in a function."""


@frozen
class How:
    """How pieces arrive, as text: at which place (None: at the end, on the top), turned which way.

    `parameters` are those of a function that is told so, `suffix` is a part of its name.
    """

    at: str | None
    turned: str
    parameters: str
    suffix: str

    def advance(self, out: Lines) -> None:
        """Lines: the next piece comes behind this one."""
        if self.at is not None:
            with out.under(f"if {self.at} != NONE:"):
                out(f"{self.at} += 1")


PLAIN: Final = How(None, "0", "", "")
TOLD: Final = How("at", "turned", ", at, turned", "_at")


def how_to(plain: bool) -> How:
    """As the zone says and at its end, or as a function is told."""
    return PLAIN if plain else TOLD


class MovingCode:
    """Writes how single pieces leave and arrive."""

    def __init__(
        self, pool: Pool, chance: ChanceCode, undecided: UndecidedCode, knowledge: KnowledgeCode
    ) -> None:
        self.pool = pool
        self.chance = chance
        self.undecided = undecided
        self.knowledge = knowledge

    # -- leaving ---------------------------------------------------------------------------------

    def take(self, out: Lines, zone: Zone, piece: str, seen: str) -> None:
        """Lines that take this piece out of its zone; `place` and `facing` are not changed yet."""
        cls = zone.cls
        if cls.is_bag:
            self.knowledge.leave_bag(out, zone, piece, seen)
        if cls.mask:
            out(f"{self.pool.word_of(zone, piece)} ^= {self.pool.bit_of(piece)}", f"{zone.size} -= 1")
        elif cls.kind == "slot":
            out(f"{zone.size} = 0")
        elif cls.kind == "pile":
            self._take_from_pile(out, zone, piece)
        else:
            n = out.fresh("n")
            out(f"{n} = {zone.size}")
            cut = f"{self.cut()}({zone.start}, {n}, {piece})"
            if cls.kind == "meld":
                index = out.fresh("index")
                out(f"{index} = {cut}", f"{zone.size} = {n} - 1")
                out(f"{self.pool.external('leave_meld')}({zone.text}, {index})")
            else:
                out(cut, f"{zone.size} = {n} - 1")

    def _take_from_pile(self, out: Lines, zone: Zone, piece: str) -> None:
        """Most pieces that leave a pile leave its top."""
        n = out.fresh("n")
        out(f"{n} = {zone.size} - 1")
        with out.under(f"if zone_row[{plus(zone.start, n)}] == {piece}:"):
            out(f"{zone.size} = {n}")
        with out.under("else:"):
            if zone.cls.waits:
                out(f"{self._take_from_within(zone.cls)}({zone.text}, {piece})")
            else:
                out(f"{self.cut()}({zone.start}, {n} + 1, {piece})", f"{zone.size} = {n}")

    def cut(self) -> str:
        """`cut(first, n, piece)`: takes a piece out of the row of n from `first` on; its index from 0."""

        def write(out: Lines) -> None:
            out("at = first + n - 1")
            with out.under("while zone_row[at] != piece:"):
                out("at -= 1")
            out("index = at - first")
            with out.under("for i in range(at, first + n - 1):"):
                out("zone_row[i] = zone_row[i + 1]")
            out("return index")

        return self.pool.function(
            "cut", "first, n, piece", "takes a piece out of a row of n; where it was", write
        )

    def _take_from_within(self, cls: ZoneClass) -> str:
        """From a pile that may be undecided: a piece that waits leaves an undecided place by chance."""

        def write(out: Lines) -> None:
            zone = self.pool.of_class(cls, "zone")
            out(
                f"first = {zone.start}",
                f"n = {zone.size}",
                f"waiting = {zone.waiting}",
                f"{zone.size} = n - 1",
            )
            with out.under("if waiting:"):
                out(f"at = {zone.waiting_start}", "end = at + waiting")
                with out.under("while at < end and undecided_row[at] != piece:"):
                    out("at += 1")
                with out.under("if at < end:"):
                    out("undecided_row[at] = undecided_row[end - 1]", f"{zone.waiting} = waiting - 1")
                    with out.under("if waiting < n:"):
                        out(f"hole = {self._undecided_place()}(first, n, waiting)")
                        with out.under("for i in range(hole, first + n - 1):"):
                            out("zone_row[i] = zone_row[i + 1]")
                    out("return")
            out(f"{self.cut()}(first, n, piece)")

        about = "takes a piece out of a pile, decided or not, where it is not the top"
        return self.pool.function(f"take_from_c{cls.number}", "zone, piece", about, write)

    def _undecided_place(self) -> str:
        """`undecided_place(first, n, waiting)`: the first place of the run that chance picks."""

        def write(out: Lines) -> None:
            out("runs = 0", "start = first", "before = 0")
            with out.under("for at in range(first, first + n):"):
                out("piece = zone_row[at]")
                with out.under("if piece < 0 and before >= 0:"):
                    with out.under("if runs == 0:"):
                        out("start = at")
                    out("runs += 1")
                out("before = piece")
            with out.under("if runs == 1:"):
                out("return start")
            out(f"rest = {self.chance.event()}(waiting)", "before = 0")
            with out.under("for at in range(first, first + n):"):
                out("piece = zone_row[at]")
                with out.under("if piece < 0:"):
                    with out.under("if before >= 0:"):
                        out("start = at")
                    with out.under("if rest == 0:"):
                        out("return start")
                    out("rest -= 1")
                out("before = piece")
            out("return start")

        about = "the undecided place that a waiting piece leaves: the first of its run"
        return self.pool.function("undecided_place", "first, n, waiting", about, write)

    def take_from_any(self, out: Lines, zone: str, piece: str, seen: str) -> None:
        """Lines for the same where nothing is known of the zone; written out where there are few kinds."""
        classes = self.pool.holding()
        if len(classes) > _FEW:
            out(f"{self.take_any()}({piece}, {zone}, {seen})")
        else:
            self.pool.by_class(out, zone, classes, lambda found: self.take(out, found, piece, seen))

    def take_any(self) -> str:
        """`take_any(piece, zone, seen)`: takes a piece out of any zone."""

        def write(out: Lines) -> None:
            classes = self.pool.holding()
            self.pool.by_class(out, "zone", classes, lambda zone: self.take(out, zone, "piece", "seen"))

        return self.pool.function("take_any", "piece, zone, seen", "takes a piece out of its zone", write)

    def lift_together(self) -> str:
        """`lift_together(list, zone)`: where all pieces of a list lie in one row other than this zone they
        are taken out of it at once, so that the rest has to be moved up only once."""
        pool = self.pool
        rows = pool.holding(lambda cls: cls.kind in ("row", "pile"))
        each = "for i in range(1, heap[list] + 1):"

        def lift(out: Lines, zone: Zone) -> None:
            if zone.cls.waits:
                with out.under(f"if {zone.waiting}:"):
                    out("return")
            with out.under(each):
                out("marked[heap[list + i]] = 1")
            out("kept = 0", f"first = {zone.start}")
            with out.under(f"for at in range(first, first + {zone.size}):"):
                out("piece = zone_row[at]")
                with out.under("if marked[piece]:"):
                    out("place[piece] = -1")
                with out.under("else:"):
                    out("zone_row[first + kept] = piece", "kept += 1")
            out(f"{zone.size} = kept")
            with out.under(each):
                out("marked[heap[list + i]] = 0")

        def write(out: Lines) -> None:
            out("source = place[heap[list + 1]]")
            with out.under("if source < 0 or source == zone:"):
                out("return")
            with out.under(each), out.under("if place[heap[list + i]] != source:"):
                out("return")
            pool.by_class(out, "source", rows, lambda found: lift(out, found), "pass")

        about = "takes pieces that lie in one row out of it at once"
        return pool.function("lift_together", "list, zone", about, write)

    def needs_seen(self, family: int | None) -> bool:
        """Whether leaving a zone of this family (None: of any) asks who sees the piece arrive."""
        classes = self.pool.holding() if family is None else [self.pool.class_of[family]]
        return any(self.knowledge.needs_seen(cls) for cls in classes)

    # -- drawing ---------------------------------------------------------------------------------

    def lift(self, out: Lines, zone: Zone, seen: str, family: int | None) -> str:
        """Lines that take the next piece out of a zone; the local with it. Where there is none, NONE is
        returned."""
        cls = zone.cls
        if family is not None and cls.holds <= {family}:
            family = None
        if cls.mask:
            piece = self.chance.pick_from_mask(out, zone, family)
            self._none_if(out, f"{piece} == NONE")
            self.take(out, zone, piece, seen)
            return piece
        if cls.is_bag:
            piece = out.fresh("piece")
            out(f"{piece} = {self._pick_from_bag(cls, family)}({zone.text})")
            self._none_if(out, f"{piece} == NONE")
            self.take(out, zone, piece, seen)
            return piece
        if cls.kind == "pile":
            if family is not None:
                piece = out.fresh("piece")
                out(f"{piece} = {self._lift_of_family(cls)}({zone.text}, {family})")
                self._none_if(out, f"{piece} == NONE")
                return piece
            return self._lift_top(out, zone)
        return self._lift_other(out, zone, family)

    def _none_if(self, out: Lines, test: str) -> None:
        with out.under(f"if {test}:"):
            out("return NONE")

    def _lift_top(self, out: Lines, zone: Zone) -> str:
        n, piece = out.fresh("n"), out.fresh("piece")
        out(f"{n} = {zone.size} - 1")
        self._none_if(out, f"{n} < 0")
        out(f"{piece} = zone_row[{plus(zone.start, n)}]")
        if zone.cls.waits:
            with out.under(f"if {piece} < 0:"):
                picked = self.undecided.take_picked(out, zone)
                out(f"{piece} = {picked}")
        out(f"{zone.size} = {n}")
        return piece

    def _lift_of_family(self, cls: ZoneClass) -> str:
        """`lift(zone, family)`: the topmost piece of a family of pieces; those above are decided, too."""

        def write(out: Lines) -> None:
            zone = self.pool.of_class(cls, "zone")
            out(f"first = {zone.start}", f"last = first + {zone.size} - 1")
            with out.under("for at in range(last, first - 1, -1):"):
                out("piece = zone_row[at]")
                if cls.waits:
                    with out.under("if piece < 0:"):
                        out(f"piece = {self.undecided.decide(cls)}(zone, at)")
                with out.under("if piece_family[piece] == family:"):
                    with out.under("for i in range(at, last):"):
                        out("zone_row[i] = zone_row[i + 1]")
                    out(f"{zone.size} -= 1", "return piece")
            out("return NONE")

        about = "lifts the topmost piece of a family"
        return self.pool.function(f"lift_from_c{cls.number}", "zone, family", about, write)

    def _lift_other(self, out: Lines, zone: Zone, family: int | None) -> str:
        piece = out.fresh("piece")
        self._none_if(out, f"{zone.size} == 0")
        if zone.kind != "slot":
            out(self.pool.fault("draw-from-row"), "return NONE")
            return "NONE"
        out(f"{piece} = zone_row[{zone.start}]")
        if family is not None:
            self._none_if(out, f"piece_family[{piece}] != {family}")
        out(f"{zone.size} = 0")
        return piece

    def _pick_from_bag(self, cls: ZoneClass, family: int | None) -> str:
        """`pick(zone)`: a piece of a bag that is a row, by chance, or NONE."""
        marked = self.pool.features.dice or self.pool.features.facing
        pick = self.chance.pick_in("among", marked, cls.twins)
        test = "" if family is None else f"if piece_family[%s] == {family}:"

        def write(out: Lines) -> None:
            out("n = 0")
            with self.pool.each_place(out, self.pool.of_class(cls, "zone")) as (_, other):
                if test:
                    with out.under(test % other):
                        out(f"among[n] = {other}", "n += 1")
                else:
                    out(f"among[n] = {other}", "n += 1")
            with out.under("if n == 0:"):
                out("return NONE")
            if cls.twins:
                # twins stand side by side in a bag
                label = self.pool.label
                out(f"at = {pick}(0, n)", f"label = {label('among[at]', marked)}")
                with out.under(f"while at > 0 and {label('among[at - 1]', marked)} == label:"):
                    out("at -= 1")
                out("return among[at]")
            else:
                out(f"return among[{pick}(n)]")

        only = "" if family is None else f"_of{family}"
        return self.pool.function(
            f"pick_c{cls.number}{only}", "zone", "a piece of a bag by chance, or NONE", write
        )

    def lift_any(self, family: int | None) -> str:
        """`lift_any(zone, seen)`: the same for any zone."""

        def one(out: Lines, zone: Zone) -> None:
            piece = self.lift(out, zone, "seen", family)
            if piece != "NONE":
                out(f"return {piece}")

        def write(out: Lines) -> None:
            self.pool.by_class(out, "zone", self.pool.holding(), lambda zone: one(out, zone), "pass")
            out("return NONE")

        only = "any" if family is None else f"of{family}"
        return self.pool.function(
            f"lift_{only}", "zone, seen", "takes the next piece out of a zone, or NONE", write
        )

    # -- arriving --------------------------------------------------------------------------------

    def put(self, out: Lines, zone: Zone, piece: str, how: How) -> None:
        """Lines that lay a piece that lies nowhere into a zone."""
        cls = zone.cls
        if not cls.holds:
            out(self.pool.fault("beyond-kernel"))
            return
        if not cls.ordered and how.at is not None:
            with out.under(f"if {how.at} != NONE and {how.at} != 1:"):
                out(self.pool.fault("place-without-order"))
        self._lie(out, zone, piece, how.turned)  # before it gets its place in a bag, which depends on it
        if cls.mask:
            out(f"{self.pool.word_of(zone, piece)} |= {self.pool.bit_of(piece)}", f"{zone.size} += 1")
        elif cls.is_bag:
            out(f"{self.knowledge.into_bag()}({zone.start}, {zone.size}, {piece})", f"{zone.size} += 1")
        elif cls.kind == "slot":
            with out.under(f"if {zone.size}:"):
                out(self.pool.fault("slot-full"))
            out(f"zone_row[{zone.start}] = {piece}", f"{zone.size} = 1")
        else:
            self._put_into_row(out, zone, piece, how.at)
        out(f"place[{piece}] = {zone.text}")

    def _put_into_row(self, out: Lines, zone: Zone, piece: str, at: str | None) -> None:
        n = out.fresh("n")
        out(f"{n} = {zone.size}", f"{zone.size} = {n} + 1")
        if at is None:
            out(f"zone_row[{plus(zone.start, n)}] = {piece}")
            return
        with out.under(f"if {at} == NONE:"):
            out(f"zone_row[{plus(zone.start, n)}] = {piece}")
        with out.under("else:"):
            out(f"zone_row[{self._make_place()}({zone.start}, {n}, {at})] = {piece}")

    def _make_place(self) -> str:
        def write(out: Lines) -> None:
            with out.under("if at < 1 or at > n + 1:"):
                out(self.pool.fault("place-outside"))
            out("at += first - 1")
            with out.under("for i in range(first + n, at, -1):"):
                out("zone_row[i] = zone_row[i - 1]")
            out("return at")

        return self.pool.function("make_place", "first, n, at", "opens place `at` in a row of n", write)

    def _lie(self, out: Lines, zone: Zone, piece: str, facing: str) -> None:
        """How the piece lies, and who sees it."""
        if self.pool.features.facing:
            out(f"facing[{piece}] = {self.own_facing(zone, facing)}")
        self.knowledge.sees(out, piece, self.pool.sight(zone, facing))

    def own_facing(self, zone: Zone, facing: str) -> str:
        """A facing, but 0 where pieces lie that way anyway."""
        if facing == "0":
            return facing
        if zone.cls.sees == NOBODY:
            return f"(0 if {facing} == 1 else {facing})"
        return f"(0 if {facing} == 2 else {facing})" if zone.cls.sees == EVERYBODY else facing

    def put_any(self, how: How) -> str:
        """`put_any(piece, zone, at, turned)`: the same for any zone."""

        def write(out: Lines) -> None:
            beyond = self.pool.fault("beyond-kernel")
            classes = self.pool.holding()
            self.pool.by_class(out, "zone", classes, lambda zone: self.put(out, zone, "piece", how), beyond)

        parameters = f"piece, zone{how.parameters}"
        return self.pool.function(f"put_any{how.suffix}", parameters, "lays a piece into a zone", write)
