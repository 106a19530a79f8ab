"""The operations on zones that a kernel needs, each written for the families of zones it is used with.

`ZoneCode` is what the compiler asks. Each method gives the name of a kernel function and writes it when it is
first asked for. A family of None means that any zone can come; then the function finds out. All do what
`interpreter.piles`, `undecided`, `knowledge` and `chance` do, with the same picks in the same order; they are
written anew so that the two can be held against each other.

`at` is NONE or a place from 1; `turned` is 0 as the zone says, 1 down, 2 up; a `plain` function is told
neither and has pieces arrive at the end, as the zone says. Lists are places in `heap`. A family given as
source is that of the zone in which the piece surely lies.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.features import WORD, Features
from interpreter.compiled.kernel import NONE
from interpreter.compiled.runtime.chance import ChanceCode, bits_of_eight
from interpreter.compiled.runtime.gathering import GatherCode
from interpreter.compiled.runtime.knowledge import KnowledgeCode
from interpreter.compiled.runtime.lines import Lines
from interpreter.compiled.runtime.moving import How, MovingCode, how_to
from interpreter.compiled.runtime.pool import Pool
from interpreter.compiled.runtime.shuffling import ShuffleCode
from interpreter.compiled.runtime.turning import TurnCode
from interpreter.compiled.runtime.undecided import UndecidedCode
from interpreter.compiled.runtime.whole import WholeCode
from interpreter.layout import Layout

_FAULTS = (
    "beyond-kernel", "chance", "chance-in-together", "draw-from-row", "flip-nowhere", "place-outside",
    "place-without-order", "roll-card", "shuffle-melds", "slot-full",
)  # fmt: skip


class ZoneCode:
    """See the module. `externals` are functions of others that are called: leave_meld, move_laid."""

    def __init__(self, layout: Layout, features: Features) -> None:
        self.layout = layout
        self.features = features
        self._pool = Pool(layout, features)
        self._chance = ChanceCode(self._pool)
        self._undecided = UndecidedCode(self._pool, self._chance)
        self._knowledge = KnowledgeCode(self._pool)
        self._moving = MovingCode(self._pool, self._chance, self._undecided, self._knowledge)
        self._shuffling = ShuffleCode(self._moving)
        self._whole = WholeCode(self._moving, self._shuffling)
        self._gathering = GatherCode(self._moving, self._shuffling, self._whole)
        self._turning = TurnCode(self._moving)

    @property
    def externals(self) -> set[str]:
        """The functions that somebody else has to write."""
        return self._pool.externals

    def text(self) -> str:
        """All functions that were asked for, and those that they need."""
        return self._pool.text()

    # -- moves -----------------------------------------------------------------------------------

    def move(self, source: int | None, target: int | None, plain: bool = False) -> str:
        """`f(piece, zone, at, turned)`: this very piece goes from where it lies into a zone."""
        pool = self._pool
        how = how_to(plain)

        def write(out: Lines) -> None:
            seen = self._seen(out, source, target, how)
            if source is None:
                out("source = place[piece]")
                with out.under("if source >= 0:"):
                    self._moving.take_from_any(out, "source", "piece", seen)
            else:
                zone = pool.zone(source, "source")
                if zone.text == "source":
                    out("source = place[piece]")
                self._moving.take(out, zone, "piece", seen)
            self._put(out, target, "piece", how)

        name = f"move_{pool.part(source)}_{pool.part(target)}{how.suffix}"
        return pool.function(name, f"piece, zone{how.parameters}", pool.named(source, target), write)

    def move_out(self, source: int, target: int | None, plain: bool = False) -> str:
        """`f(piece, source, zone, at, turned)`: this piece goes from the zone where it lies into another."""
        pool = self._pool
        how = how_to(plain)

        def write(out: Lines) -> None:
            seen = self._seen(out, source, target, how)
            self._moving.take(out, pool.zone(source, "source"), "piece", seen)
            self._put(out, target, "piece", how)

        name = f"move_out_{pool.part(source)}_{pool.part(target)}{how.suffix}"
        return pool.function(name, f"piece, source, zone{how.parameters}", pool.named(source, target), write)

    def _seen(self, out: Lines, source: int | None, target: int | None, how: How) -> str:
        """Text for the seats that see a piece arrive, where a piece that leaves has to know."""
        if not self._moving.needs_seen(source):
            return "0"
        if target is not None:
            return self._pool.sight(self._pool.zone(target, "zone"), how.turned)
        out(f"seen = {self.sight()}(zone, {how.turned})")
        return "seen"

    def _put(self, out: Lines, target: int | None, piece: str, how: How) -> None:
        if target is None:
            out(f"{self._moving.put_any(how)}({piece}, zone{how.parameters})")
        else:
            self._moving.put(out, self._pool.zone(target, "zone"), piece, how)

    def sight(self) -> str:
        """`f(zone, turned)`: who sees a piece that lies in a zone like this."""

        def write(out: Lines) -> None:
            if self.features.facing:
                with out.under("if turned:"):
                    out(f"return {self._pool.all_seats} if turned == 2 else 0")
            out("return sees[zone]")

        return self._pool.function(
            "sight", "zone, turned", "who sees a piece that lies there like this", write
        )

    def move_all(self, target: int | None, source: int | None = None, plain: bool = False) -> str:
        """`f(list, zone, at, turned)`: these pieces go one after the other; with `at` from that place on."""
        pool = self._pool
        how = how_to(plain)

        def write(out: Lines) -> None:
            move = self.move(source, target, plain)
            if self._may_lie_in_rows(source):
                move = self.move(None, target, plain)
                with out.under("if heap[list] > 3:"):
                    out(f"{self._moving.lift_together()}(list, zone)")
            with out.under("for i in range(1, heap[list] + 1):"):
                out(f"{move}(heap[list + i], zone{how.parameters})")
                how.advance(out)

        name = f"move_all_{pool.part(source)}_{pool.part(target)}{how.suffix}"
        return pool.function(name, f"list, zone{how.parameters}", pool.named(source, target), write)

    def _may_lie_in_rows(self, family: int | None) -> bool:
        classes = self._pool.holding() if family is None else [self._pool.class_of[family]]
        return any(cls.kind in ("row", "pile") for cls in classes)

    def draw(
        self, source: int | None, target: int | None, family: int | None = None, plain: bool = False
    ) -> str:
        """`f(from_zone, zone, at, turned)`: the next piece of a zone, of a family of pieces if one is given,
        goes into another one; the piece, or NONE when there is none."""
        pool = self._pool
        how = how_to(plain)

        def write(out: Lines) -> None:
            seen = self._seen(out, source, target, how)
            if source is None:
                out(f"piece = {self._moving.lift_any(family)}(from_zone, {seen})")
                with out.under("if piece == NONE:"):
                    out("return NONE")
                piece = "piece"
            elif not pool.class_of[source].holds:
                out("return NONE")
                return
            else:
                piece = self._moving.lift(out, pool.zone(source, "from_zone"), seen, family)
            if piece == "NONE":
                return
            self._put(out, target, piece, how)
            out(f"return {piece}")

        of = "" if family is None else f"_of{family}"
        name = f"draw_{pool.part(source)}_{pool.part(target)}{of}{how.suffix}"
        return pool.function(name, f"from_zone, zone{how.parameters}", pool.named(source, target), write)

    def move_whole(self, source: int | None, target: int | None, shuffled: bool, plain: bool = False) -> str:
        """`f(from_zone, zone, at, turned)`: all that lies in a zone goes into another one, in its order."""
        return self._whole.move_whole(source, target, shuffled, how_to(plain))

    def move_set(self, source: int, target: int) -> str | None:
        """`f(mask, from_zone, zone)`: a set of pieces of a zone goes into another one of these families; None
        where pieces have to go one by one."""
        return self._whole.move_set(source, target) if self._whole.is_set_moved(source, target) else None

    def move_rest(self, source: int, target: int) -> str | None:
        """`f(from_zone, zone)`: all but the last piece of a zone goes into another one, which is shuffled;
        None where pieces have to go one by one."""
        return self._whole.move_rest(source, target) if self._whole.is_rest_moved(source, target) else None

    def gather(self, target: int | None, shuffled: bool, plain: bool = False) -> str:
        """`f(list, zone, at, turned)`: these pieces go into a zone from wherever they are, without chance as
        far as can be."""
        return self._gathering.gather(target, shuffled, how_to(plain))

    def gather_families(
        self, target: int, shuffled: bool, families: frozenset[int], plain: bool = False
    ) -> str | None:
        """`f(zone, at, turned)`: all pieces of these families go into a zone from wherever they are; None
        where `gather` has to be told them one by one, as others may lie among them."""
        return self._gathering.gather_families(target, shuffled, families, how_to(plain))

    def shuffle(self, family: int | None) -> str:
        """`f(zone)`: the order of a zone becomes undecided."""
        return self._shuffling.shuffle(family)

    # -- looking and turning ---------------------------------------------------------------------

    def reveal(self) -> str:
        """`f(list)`: everybody learns these pieces where they lie."""
        return self._knowledge.reveal()

    def flip(self) -> str:
        """`f(list, up)`: these pieces lie face up (1) or down (0) from now on."""
        return self._turning.flip()

    def roll(self, piece_family: int | None) -> str:
        """`f(die)`: a die gets a new value by chance."""
        return self._turning.roll(piece_family)

    def sort(self, family: int | None) -> str:
        """`f(zone, list)`: a zone, all decided, gets the order of the list; who can follow stays informed."""
        return self._turning.sort(family)

    def sort_bag(self) -> str:
        """`f(zone)`: a bag that is a row gets its order back."""
        return self._knowledge.sort_bag()

    def pieces(self, family: int | None) -> str:
        """`f(zone)`: the list of what lies there, first to last, all decided."""
        return self._undecided.pieces(family)

    def top(self, family: int | None) -> str:
        """`f(zone)`: the last piece, decided, or NONE."""
        return self._undecided.top(family)

    def first(self, family: int | None) -> str:
        """`f(zone)`: the first piece, decided, or NONE."""
        return self._undecided.first(family)

    def decide_all(self, family: int | None) -> str:
        """`f(zone)`: every place is decided."""
        return self._undecided.decide_all(family)

    def place_of(self, family: int | None) -> str:
        """`f(piece)`: its place from 1; 0 in a bag or slot, nowhere or while it is undecided."""
        return self._turning.place_of(family)

    def lies_up(self) -> str:
        """`f(piece)`: whether it lies face up, 0 or 1."""
        return self._turning.lies_up()

    def mask_to_list(self) -> str:
        """`f(zone)`: the list of the pieces of a zone that is a mask."""
        return self._undecided.mask_to_list()

    # -- chance ----------------------------------------------------------------------------------

    def below(self) -> str:
        """`f(n)`: a number from 0 to n - 1 of the position's generator; n from 1 to 2**32."""
        return self._chance.below()

    def event(self) -> str:
        """`f(n)`: the same, but a fault where chance is forbidden and n is not 1."""
        return self._chance.event()

    def select_bit(self) -> str:
        """`f(mask, k)`: the number of the k-th set bit of one word, from 0."""
        return self._chance.select_bit()

    # -- declarations ----------------------------------------------------------------------------

    def declarations(self) -> list[str]:
        """The constants, tables and arrays of the position that the functions use; `heap` and the arrays for
        laid melds and counted pieces are declared by others."""
        return [*self._constants(), *self._tables(), *self._arrays()]

    def _constants(self) -> list[str]:
        faults = [f"{code.upper().replace('-', '_')} = {NUMBERS[code]}" for code in _FAULTS]
        return [f"NONE = {NONE}", f"WORDS = {self.features.words}", *faults]

    def _tables(self) -> list[str]:
        layout, features = self.layout, self.features
        zones = range(layout.zone_count)
        tables = [
            _table("zone_start", "i32", features.start),
            _table("zone_family", "i16", layout.zone_family),
            _table(
                "zone_class", "u8", [self._pool.class_of[layout.zone_family[zone]].number for zone in zones]
            ),
            _table("zone_ordered", "u8", [int(layout.ordered[zone]) for zone in zones]),
            _table("zone_open", "u8", [int(layout.zone_visibility[zone] == "open") for zone in zones]),
            _table("undecided_start", "i32", features.wait_start),
            _table("sees", "i32", layout.sees),
            _table("piece_label", "i32", layout.piece_label),
            _table("piece_family", "i16", layout.piece_family),
            _table("is_die", "u8", [int(die) for die in layout.is_die]),
            _table("twin_first", "i16", [twins[0] for twins in layout.twins]),
            _table("bit_of_eight", "u8", bits_of_eight()),
            _table("twin_end", "i16", [twins[-1] + 1 for twins in layout.twins]),
        ]
        if features.words > 1:
            words = []
            for pieces in layout.family_pieces:
                for word in range(features.words):
                    words.append(sum(1 << piece % WORD for piece in pieces if piece // WORD == word))
            tables.append(_table("family_mask", "i64", words))
        return tables

    def _arrays(self) -> list[str]:
        layout, features = self.layout, self.features
        count, zones = layout.piece_count, layout.zone_count
        arrays = [f"zone_size = state_i32({zones})"]
        if any(features.is_mask):
            arrays.append(f"zone_mask = state_i64({zones * features.words})")
        if features.row_size:
            arrays.append(f"zone_row = state_i16({features.row_size})")
        if features.wait_size:
            arrays += [
                f"undecided_size = state_i32({zones})",
                f"undecided_row = state_i16({features.wait_size})",
            ]
        arrays.append(f"place = state_i16({count})")
        if features.facing:
            arrays.append(f"facing = state_u8({count})")
        if features.dice:
            arrays.append(f"shown = state_i32({count})")
        if features.known:
            arrays.append(f"known = state_i32({count})")
        arrays.append("generator = state_i64(2)")
        arrays += [f"carried = scratch_i16({count})", f"among = scratch_i16({count})"]
        arrays.append(f"marked = scratch_u8({count})")
        if any(cls.twins for cls in self._pool.classes):
            arrays.append(f"twin_at = scratch_i16({count})")
        return [*arrays, *(f"{name} = scratch_i64(1)" for name in ("chance_off", "pure", "origin_now"))]


def _table(name: str, width: str, values: Sequence[int]) -> str:
    return f"{name} = const_{width}(({''.join(f'{value}, ' for value in values)}))"
