"""Who knows which piece lies where, in a kernel: the rules of `interpreter.knowledge`, by their numbers.

Where knowledge does not matter (`features.known` is False) the writers here write nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.compiled.runtime.lines import Lines
from interpreter.compiled.runtime.pool import Pool
from interpreter.compiled.runtime.zone_classes import EVERYBODY, Zone, ZoneClass


class KnowledgeCode:
    """Writes what happens to the masks of knowledge, and what bags that are rows need besides."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.known = pool.features.known
        self.facing = pool.features.facing

    # -- what pieces of a bag have in common -----------------------------------------------------

    def _alike(self, one: str, other: str) -> str:
        """Whether nobody could tell two pieces apart by looking at them."""
        text = f"piece_label[{one}] == piece_label[{other}]"
        return f"{text} and shown[{one}] == shown[{other}]" if self.pool.features.dice else text

    def _lies(self, other: str) -> str:
        """A condition, with `and`: another piece lies the way `lies` says."""
        return f" and facing[{other}] == lies" if self.facing else ""

    def taken_over(self, cls: ZoneClass) -> str:
        """`taken_over(zone, piece, missing, lies)`: bits that twins in a bag lose to a piece (rule 5a).

        Only twins that lie the same way and are not marked; each bit once.
        """

        def write(out: Lines) -> None:
            out("found = 0")
            zone = self.pool.of_class(cls, "zone")
            if cls.mask:
                header = "for other in range(twin_first[piece], twin_end[piece]):"
                with out.under(header):
                    self._take_over(out, "other", "place[other] == zone")
            else:
                with self.pool.each_place(out, zone) as (_, other):
                    self._take_over(out, other, self._alike(other, "piece") + self._lies(other))
            out("return found")

        about = "the bits that twins in a bag lose to a piece"
        return self.pool.function(f"taken_over_c{cls.number}", "zone, piece, missing, lies", about, write)

    def _take_over(self, out: Lines, other: str, test: str) -> None:
        with out.under(f"if {other} != piece and {test} and marked[{other}] == 0:"):
            out(f"taken = missing & known[{other}]", f"known[{other}] &= ~taken")
            out("found |= taken", "missing &= ~taken")

    def _without(self, sight: str) -> str:
        """The mask of the seats that are not in a mask."""
        everybody = self.pool.all_seats
        return str(int(everybody) & ~int(sight)) if sight.isdigit() else f"{everybody} & ~{sight}"

    # -- rule 5 ----------------------------------------------------------------------------------

    def leave_bag(self, out: Lines, zone: Zone, piece: str, seen: str) -> None:
        """Lines for a piece that leaves a bag in which it still lies; `seen`: who sees it arrive."""
        if not self.known or (zone.cls.sees == EVERYBODY and not self.facing):
            return
        with out.under(f"if {zone.size} > 1:"):
            out(f"{self._leave(zone.cls)}({zone.text}, {piece}, {seen})")

    def needs_seen(self, cls: ZoneClass) -> bool:
        """Whether leaving a zone of this class asks who sees the piece arrive."""
        return cls.is_bag and self.known and not (cls.sees == EVERYBODY and not self.facing)

    def _leave(self, cls: ZoneClass) -> str:
        pool = self.pool

        def write(out: Lines) -> None:
            zone = pool.of_class(cls, "zone")
            if self.facing:
                out("lies = facing[piece]", "like = 0")
            out(
                f"blind = {self._without(pool.sight(zone, 'lies' if self.facing else '0'))}", "remembered = 0"
            )
            if self.facing:
                with out.under("if blind == 0:"):
                    out("return")
            with pool.each_piece(out, zone) as other:
                if self.facing:
                    with out.under(f"if facing[{other}] == lies:"):
                        out(f"remembered |= known[{other}]", "like += 1")
                else:
                    out(f"remembered |= known[{other}]")
            out("blind &= remembered")
            with out.under("if blind == 0 or like == 1:" if self.facing else "if blind == 0:"):
                out("return")
            out("lost = blind & ~seen")
            with out.under("if lost:"), pool.each_piece(out, zone) as other:
                if self.facing:
                    with out.under(f"if facing[{other}] == lies:"):
                        out(f"known[{other}] &= ~lost")
                else:
                    out(f"known[{other}] &= ~lost")
            if cls.twins:
                out("missing = blind & seen & ~known[piece]")
                with out.under("if missing:"):
                    lies = "lies" if self.facing else "0"
                    out(f"known[piece] |= {self.taken_over(cls)}(zone, piece, missing, {lies})")

        about = "who knows what when a piece leaves a bag; `seen` see it arrive"
        return pool.function(f"leave_c{cls.number}", "zone, piece, seen", about, write)

    # -- arriving, and what everybody forgets ----------------------------------------------------

    def sees(self, out: Lines, piece: str, sight: str) -> None:
        """Lines: these seats get to know a piece."""
        if self.known and sight != "0":
            out(f"known[{piece}] |= {sight}")

    def only(self, out: Lines, piece: str, sight: str) -> None:
        """Lines: these seats, and no others, know a piece."""
        if self.known:
            out(f"known[{piece}] = {sight}")

    # -- rule 6 ----------------------------------------------------------------------------------

    def keep_order(self, out: Lines, count: str, seen: str) -> None:
        """Lines: the carried pieces, a whole bag, go to an ordered place that `seen` see."""
        if not self.known:
            return

        def write(lines: Lines) -> None:
            lines(f"full = {self.pool.all_seats}")
            with lines.under("for i in range(0, n):"):
                lines("full &= known[carried[i]]")
            lines(f"lost = {self.pool.all_seats} & ~full & ~seen")
            with lines.under("if lost:"), lines.under("for i in range(0, n):"):
                lines("known[carried[i]] &= ~lost")

        about = "who knows what when a whole bag is put into an order that `seen` see"
        out(f"{self.pool.function('keep_order', 'n, seen', about, write)}({count}, {seen})")

    # -- rules 7 and 8 ---------------------------------------------------------------------------

    def reveal(self) -> str:
        """`reveal(list)`: everybody is shown these pieces where they lie, at one time."""
        bags = self.pool.holding(lambda cls: cls.is_bag and cls.twins)

        def give(out: Lines, zone: Zone) -> None:
            lies = "facing[piece]" if self.facing else "0"
            out(f"{self.taken_over(zone.cls)}({zone.text}, piece, missing, {lies})")

        def write(out: Lines) -> None:
            if not self.known:
                return
            everybody = self.pool.all_seats
            if not bags:
                with out.under("for i in range(1, heap[list] + 1):"):
                    out(f"known[heap[list + i]] = {everybody}")
                return
            mark(out, "1", "heap[list] + 1")
            with out.under("for i in range(1, heap[list] + 1):"):
                out("piece = heap[list + i]", f"missing = {everybody} & ~known[piece]")
                out(f"known[piece] = {everybody}", "zone = place[piece]")
                with out.under("if missing != 0 and zone >= 0:"):
                    self.pool.by_class(out, "zone", bags, lambda zone: give(out, zone), "pass")
            mark(out, "0", "heap[list] + 1")

        return self.pool.function("reveal", "list", "everybody learns these pieces where they lie", write)

    def turn_in_bag(self, cls: ZoneClass) -> str:
        """`turn(zone, list, at, before, after)`: those pieces of the list, from `at` on, that lie in this bag
        one way are turned to lie another way, all together."""
        pool = self.pool
        here = "place[piece] == zone and facing[piece] == before"

        def write(out: Lines) -> None:
            zone = pool.of_class(cls, "zone")
            each = "for i in range(at, heap[list] + 1):"
            out("size = 0")
            with out.under(each):
                out("piece = heap[list + i]")
                with out.under(f"if {here}:"):
                    out("marked[piece] = 1", "size += 1")
            if self.known:
                self._forget_turned(out, zone)
            with out.under(each):
                out("piece = heap[list + i]")
                with out.under(f"if {here}:"):
                    if self.known:
                        if cls.twins:
                            out("missing = sees_it & ~known[piece]")
                            with out.under("if missing:"):
                                out(f"{self.taken_over(cls)}(zone, piece, missing, before)")
                        out("known[piece] |= sees_it")
                    out("facing[piece] = after")
            mark(out, "0", "heap[list] + 1")
            out(f"{self.sort_bag()}(zone)")

        about = "pieces of a bag that lie the same way are turned"
        return pool.function(f"turn_c{cls.number}", "zone, list, at, before, after", about, write)

    def _forget_turned(self, out: Lines, zone: Zone) -> None:
        pool = self.pool
        out(f"sees_it = {pool.sight(zone, 'after')}")
        out(f"blind = {pool.all_seats} & ~{pool.sight(zone, 'before')} & ~sees_it", "like = 0")
        with out.under("if blind:"):
            with pool.each_place(out, zone) as (_, other), out.under(f"if facing[{other}] == before:"):
                out("like += 1")
            with (
                out.under("if size < like:"),
                pool.each_place(out, zone) as (_, other),
                out.under(f"if facing[{other}] == before:"),
            ):
                out(f"known[{other}] &= ~blind")

    # -- rule 12 and the order of bags -----------------------------------------------------------

    def sort_row(self, out: Lines, zone: Zone) -> None:
        """Lines: a row is sorted."""
        if not self.known:
            return
        out(f"follows = {self.pool.all_seats}")
        with self.pool.each_piece(out, zone) as other:
            out(f"follows &= known[{other}]")
        with out.under(f"if follows != {self.pool.all_seats}:"), self.pool.each_piece(out, zone) as other:
            out(f"known[{other}] &= follows | {self.pool.sight(zone, f'facing[{other}]')}")

    def sort_bag(self) -> str:
        """`sort_bag(zone)`: a bag that is a row gets its order: among twins what they show and how they lie
        come before their numbers."""
        into_bag = self.into_bag()

        def write(out: Lines) -> None:
            out("first = zone_start[zone]")
            with out.under("for n in range(1, zone_size[zone]):"):
                out(f"{into_bag}(first, n, zone_row[first + n])")

        return self.pool.function("sort_bag", "zone", "a bag gets its order", write)

    def into_bag(self) -> str:
        """`into_bag(first, n, piece)`: a piece comes to its place in a bag of n pieces that is a row."""
        key = self._bag_key()

        def write(out: Lines) -> None:
            out(f"wanted = {key('piece')}", "at = first + n - 1", "going = 1")
            with out.under("while going:"):
                out("going = 0")
                with out.under("if at >= first:"):
                    out("other = zone_row[at]")
                    with out.under(f"if {key('other')} > wanted:"):
                        out("zone_row[at + 1] = other", "at -= 1", "going = 1")
            out("zone_row[at + 1] = piece")

        about = "a piece comes to its place in a bag of n pieces"
        return self.pool.function("into_bag", "first, n, piece", about, write)

    def _bag_key(self) -> Callable[[str], str]:
        """Text for the number by which a piece is sorted."""
        layout = self.pool.layout
        sides = [family.sides for family in layout.program.families if family.sides is not None]
        span = (
            max((high for _, high in sides), default=0)
            - min((min(low, 0) for low, _ in sides), default=0)
            + 1
        )

        def key(piece: str) -> str:
            text = f"twin_first[{piece}]"
            if self.pool.features.dice:
                text = f"({text} * {span} + shown[{piece}])"
            if self.facing:
                text = f"({text} * 3 + facing[{piece}])"
            return f"{text} * {layout.piece_count} + {piece}"

        return key


def mark(out: Lines, value: str, end: str) -> None:
    """Lines that mark the pieces of `list`, or unmark them."""
    with out.under(f"for i in range(1, {end}):"):
        out(f"marked[heap[list + i]] = {value}")
