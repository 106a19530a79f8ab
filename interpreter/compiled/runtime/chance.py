"""Chance in a kernel: the generator of the position, and picks among pieces.

Number by number as in `interpreter.chance`: an event with only one outcome takes nothing from the generator.
"""

from __future__ import annotations

from interpreter.compiled.features import WORD
from interpreter.compiled.runtime.lines import Lines, plus
from interpreter.compiled.runtime.pool import Pool
from interpreter.compiled.runtime.zone_classes import Zone, ZoneClass

_RANGE = 2**32
_STEP = (
    "old = generator[0]",
    "generator[0] = add_wrap(mul_wrap(old, 6364136223846793005), generator[1])",
    "mixed = shr_u(shr_u(old, 18) ^ old, 27) & 4294967295",
    "turn = shr_u(old, 59)",
)
_EACH_BYTE = 0x0101010101010101
_HIGH_BITS = 0x8080808080808080 - 2**64
_BITS = "(mixed >> turn | mixed << 32 - turn) & 4294967295"


def bits_of_eight() -> list[int]:
    """For each eight bits the numbers of those that are set, in order, with zeros behind them."""
    rows = [[bit for bit in range(8) if eight >> bit & 1] for eight in range(256)]
    return [number for row in rows for number in (row + [0] * 8)[:8]]


class ChanceCode:
    """Writes the functions of chance."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool

    # -- numbers ---------------------------------------------------------------------------------

    def below(self) -> str:
        """`below(n)`: a number from 0 to n - 1 without bias, n from 1 to 2**32."""

        def output(out: Lines) -> None:
            out(*_STEP, f"return {_BITS}")

        def write(out: Lines) -> None:
            with out.under("if n == 1:"):
                out("return 0")
            out(*_STEP, f"bits = {_BITS}")
            with (
                out.under("if bits < n:"),
                out.under(f"while bits < {_RANGE} % n:"),
            ):
                # masked for the translator, which finds bounds in the text: a number that may be negative is
                # divided in a slower way
                out("bits = next_output() & 4294967295")
            out("return bits % n")

        self.pool.function("next_output", "", "32 random bits", output)
        return self.pool.function("below", "n", "a number from 0 to n - 1, every one as likely", write)

    def event(self) -> str:
        """`event(n)`: the same where chance may be forbidden: then n > 1 is a fault."""
        below = self.below()
        if not self.pool.features.together:
            return below

        def write(out: Lines) -> None:
            with out.under("if n == 1:"):
                out("return 0")
            with out.under("if chance_off[0]:"):
                out("fault(CHANCE_IN_TOGETHER, chance_off[0] - 1)")
            out(f"return {below}(n)")

        return self.pool.function("event", "n", "an event with n outcomes as likely as each other", write)

    def select_bit(self) -> str:
        """`select_bit(mask, k)`: the number of the k-th set bit, from 0, which is there."""

        def write(out: Lines) -> None:
            # `sums` has in each byte how many bits that byte and those below it have; in the line behind it a
            # byte keeps its highest bit where that is not more than k. There is no jump to guess.
            out(
                f"twos = mask - (mask >> 1 & {0x5555555555555555})",
                f"fours = (twos & {0x3333333333333333}) + (twos >> 2 & {0x3333333333333333})",
                f"sums = mul_wrap(fours + (fours >> 4) & {0x0F0F0F0F0F0F0F0F}, {_EACH_BYTE})",
                f"full = add_wrap(mul_wrap(k, {_EACH_BYTE}) | {_HIGH_BITS}, -sums) & {_HIGH_BITS}",
                "at = popcount(full) * 8",
                "k -= mul_wrap(sums, 256) >> at & 255",
                "return at + bit_of_eight[(mask >> at & 255) * 8 + k]",
            )

        return self.pool.function("select_bit", "mask, k", "the k-th set bit, from 0", write)

    # -- pieces ----------------------------------------------------------------------------------

    def pick_in(self, array: str, marks: bool, twins: bool) -> str:
        """`pick(first, n)`: the index from 0 of one of the n pieces from `array[first]` on."""
        event = self.event()
        if not twins:
            return event
        name = f"pick_{array}" + ("_marked" if marks else "")

        def write(out: Lines) -> None:
            out(f"label = {self.pool.label(f'{array}[first]', marks)}")
            # the last is the likeliest to be another one: twins are neighbours before any was taken
            with out.under(f"if {self.pool.label(f'{array}[first + n - 1]', marks)} != label:"):
                out(f"return {event}(n)")
            with (
                out.under("for i in range(first + 1, first + n - 1):"),
                out.under(f"if {self.pool.label(f'{array}[i]', marks)} != label:"),
            ):
                out(f"return {event}(n)")
            out("return 0")

        return self.pool.function(name, "first, n", "which one of n pieces; twins are one outcome", write)

    def lowest_twin(self, array: str, marks: bool) -> str:
        """`lowest_twin(zone, first, n, at)`: the piece that chance takes where it picked `array[at]` of the n
        pieces from `array[first]` on, which lie in a zone; it stands at `at` then.

        `twin_at` remembers where pieces were put, so that they need not be looked for.
        """
        pool = self.pool

        def write(out: Lines) -> None:
            out(f"piece = {array}[at]", "end = first + n")
            test = "place[twin] == zone"
            if marks or not pool.features.twins_are_neighbours:
                test += f" and {pool.label('twin', marks)} == {pool.label('piece', marks)}"
            with out.under("for twin in range(twin_first[piece], piece):"), out.under(f"if {test}:"):
                out("other = twin_at[twin]")
                with out.under("if other < first or other >= end:"):
                    out("other = first")
                with out.under(f"if {array}[other] != twin:"):
                    out("other = first")
                    with out.under(f"while other < end and {array}[other] != twin:"):
                        out("other += 1")
                with out.under("if other < end:"):
                    out(f"{array}[other] = piece", "twin_at[piece] = other", f"{array}[at] = twin")
                    out("return twin")
            out("return piece")

        name = f"lowest_twin_{array}" + ("_marked" if marks else "")
        about = "of twins the one with the lowest number goes"
        copies = {len(twins) for twins in pool.layout.twins}
        if marks or not pool.features.twins_are_neighbours or max(copies) > 4:
            return pool.function(name, "zone, first, n, at", about, write)
        searched = pool.function(f"{name}_searched", "zone, first, n, at", about, write)

        def write_quick(out: Lines) -> None:
            self._lowest_of_few(out, array, searched, max(copies))

        return pool.function(name, "zone, first, n, at", about, write_quick)

    def _lowest_of_few(self, out: Lines, array: str, searched: str, copies: int) -> None:
        """Lines of `lowest_twin`: all copies are asked at once where they lie; there is no jump to guess."""
        out(f"piece = {array}[at]", "twin = twin_first[piece]")
        last = self.pool.layout.piece_count - 1
        there = ["(place[twin] == zone)"]
        there += [f"(place[min(twin + {copy}, {last})] == zone) << {copy}" for copy in range(1, copies)]
        out(f"twin += ctz({' | '.join(there)} | 1 << piece - twin)", "other = twin_at[twin]")
        with out.under("if other < first or other >= first + n:"):
            out(f"return {searched}(zone, first, n, at)")
        with out.under(f"if {array}[other] != twin:"):
            out(f"return {searched}(zone, first, n, at)")
        out(f"{array}[other] = piece", "twin_at[piece] = other", f"{array}[at] = twin", "return twin")

    def pick_from_mask(self, out: Lines, zone: Zone, family: int | None) -> str:
        """Lines that pick a piece of a zone that is a mask; the local with it, NONE where there is none."""
        pool = self.pool
        if pool.features.words > 1:
            piece = out.fresh("piece")
            out(f"{piece} = {self._pick_from_words(zone.cls, family)}({zone.text})")
            return piece
        event, select = self.event(), self.select_bit()
        mask, piece = out.fresh("mask"), out.fresh("piece")
        only = "" if family is None else f" & {self._family_mask(family)}"
        out(f"{mask} = {zone.mask}{only}", f"{piece} = NONE")
        count = zone.size if family is None else f"popcount({mask})"
        picked = f"{piece} = {select}({mask}, {event}({count}))"
        with out.under(f"if {mask}:"):
            if zone.cls.twins:
                out(f"{piece} = ctz({mask})")
                with out.under(f"if {mask} >> twin_end[{piece}]:"):
                    out(picked, f"{piece} = twin_first[{piece}]", f"{piece} += ctz({mask} >> {piece})")
            else:
                out(picked)
        return piece

    def _family_mask(self, family: int) -> int:
        return sum(1 << piece for piece in self.pool.layout.family_pieces[family])

    def _pick_from_words(self, cls: ZoneClass, family: int | None) -> str:
        pool = self.pool
        event, select = self.event(), self.select_bit()
        words = f"for word in range(0, {pool.features.words}):"
        mask = pool.of_class(cls, "zone").mask % "word"
        if family is not None:
            mask += f" & family_mask[{plus(str(family * pool.features.words), 'word')}]"

        def write(out: Lines) -> None:
            out("n = 0", "first = NONE")
            with out.under(words):
                out(f"mask = {mask}", "n += popcount(mask)")
                with out.under("if first == NONE and mask != 0:"):
                    out(f"first = word * {WORD} + ctz(mask)")
            with out.under("if n == 0:"):
                out("return NONE")
            if cls.twins:
                out("alike = 0")
                with (
                    out.under("for other in range(twin_first[first], twin_end[first]):"),
                    out.under("if place[other] == zone:"),
                ):
                    out("alike += 1")
                with out.under("if alike == n:"):
                    out("return first")
            out(f"k = {event}(n)")
            with out.under(words):
                out(f"mask = {mask}", "n = popcount(mask)")
                with out.under("if k < n:"):
                    out(f"piece = word * {WORD} + {select}(mask, k)")
                    if cls.twins:
                        with (
                            out.under("for twin in range(twin_first[piece], piece):"),
                            out.under("if place[twin] == zone:"),
                        ):
                            out("return twin")
                    out("return piece")
                out("k -= n")
            out("return NONE")

        only = "" if family is None else f"_of{family}"
        return pool.function(
            f"pick_c{cls.number}{only}", "zone", "a piece of a bag by chance, or NONE", write
        )
