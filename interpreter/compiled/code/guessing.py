"""Other guesses at a position that is in the memory: what is hidden is dealt anew there.

What may change places stands in arrays that whoever guesses fills (see `interpreter.determinize.Hidden`):
`hidden_piece` from `hidden_from[block]` to `hidden_from[block + 1]` for each of `hidden_blocks[0]` blocks,
and `loose_die`, `loose_least`, `loose_values` for each of `loose_dice[0]` dice. Chance comes from `bot`.

`lay_out(again, budget)` makes the position ready for play: with `again` it deals first; then it gives the
game a generator of its own, sets what triggers found true, and in a simultaneous choice goes on past those
who have nothing to choose. `keeps_invariants()` says whether the invariants of the file hold.
"""

from __future__ import annotations

from interpreter.compiled.code.frames import TOGETHER
from interpreter.compiled.code.invariants import walk_invariants
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.features import WORD
from interpreter.program import Invariant


def declarations(unit: Unit) -> list[str]:
    """The arrays of what is hidden."""
    pieces = max(1, unit.layout.piece_count)
    return [
        f"hidden_piece = scratch_i16({pieces})",
        f"hidden_from = scratch_i32({pieces + 1})",
        "hidden_blocks = scratch_i64(1)",
        f"loose_die = scratch_i16({pieces})",
        f"loose_least = scratch_i64({pieces})",
        f"loose_values = scratch_i64({pieces})",
        "loose_dice = scratch_i64(1)",
        f"dealt = scratch_i16({pieces})",
        f"becomes = scratch_i16({pieces})",
        f"lay_was = scratch_i64({3 * pieces})",
    ]


def write_guessing(unit: Unit) -> None:
    """All functions of the module."""
    _write_deal(unit)
    _write_put_down(unit)
    _write_keeps_invariants(unit)
    out = Lines()
    with out.under("if again:"):
        out("deal_again()")
        out("put_down()")
    out("seed_game()")
    out("wake_all()")
    with out.under("if depth[0] > 0:"), out.under(f"if frame_kind[depth[0] - 1] == {TOGETHER}:"):
        out("go(budget)")
    unit.add("lay_out", "again, budget", out)


def _write_deal(unit: Unit) -> None:
    """`deal_again()`: which piece comes to the place of which, in `dealt` and `becomes`."""
    out = Lines()
    with out.under(f"for i in range(0, {unit.layout.piece_count}):"):
        out("becomes[i] = i")
    with out.under("for block in range(0, hidden_blocks[0]):"):
        out("first = hidden_from[block]")
        out("end = hidden_from[block + 1]")
        out("copy(dealt, first, hidden_piece, first, end - first)")
        with out.under("for i in range(end - 1, first, -1):"):
            out("j = first + pick_below(i - first + 1)")
            out("piece = dealt[i]")
            out("dealt[i] = dealt[j]")
            out("dealt[j] = piece")
        with out.under("for i in range(first, end):"):
            out("becomes[hidden_piece[i]] = dealt[i]")
    unit.add("deal_again", "", out)


def _write_put_down(unit: Unit) -> None:
    """`put_down()`: each piece takes over the place of the one that it was dealt for, with all that belongs
    to the place: how a piece lies there and who knows it."""
    layout, features = unit.layout, unit.features
    if not layout.piece_count:
        unit.add("put_down", "", Lines())
        return
    arrays = ["place", *(["facing"] if features.facing else []), *(["known"] if features.known else [])]
    masks = [zone for zone in range(layout.zone_count) if features.is_mask[layout.zone_family[zone]]]
    is_mask = unit.table([int(zone in masks) for zone in range(layout.zone_count)], "is_mask")
    word = f"zone * {features.words} + %s // {WORD}"
    out = Lines()
    out("end = hidden_from[hidden_blocks[0]]")
    with out.under("for i in range(0, end):"):
        out("piece = hidden_piece[i]")
        for number, name in enumerate(arrays):
            out(f"lay_was[3 * i + {number}] = {name}[piece]")
        if masks:
            out("zone = place[piece]")
            with out.under(f"if {is_mask}[zone]:"):
                out(f"zone_mask[{word % 'piece'}] ^= 1 << piece % {WORD}")
    with out.under("for i in range(0, end):"):
        out("piece = dealt[i]")
        for number, name in enumerate(arrays):
            out(f"{name}[piece] = lay_was[3 * i + {number}]")
        if masks:
            out("zone = place[piece]")
            with out.under(f"if {is_mask}[zone]:"):
                out(f"zone_mask[{word % 'piece'}] |= 1 << piece % {WORD}")
    for name, size in (("zone_row", features.row_size), ("undecided_row", features.wait_size)):
        if size:
            with out.under(f"for i in range(0, {size}):"), out.under(f"if {name}[i] >= 0:"):
                out(f"{name}[i] = becomes[{name}[i]]")
    if features.dice:
        with out.under("for i in range(0, loose_dice[0]):"):
            out("shown[loose_die[i]] = loose_least[i] + pick_below(loose_values[i])")
    rows = [zone for zone in range(layout.zone_count) if layout.is_bag[zone] and zone not in masks]
    for zone in rows:
        out(f"{unit.zones.sort_bag()}({zone})")
    unit.add("put_down", "", out)


def _write_keeps_invariants(unit: Unit) -> None:
    """A fault in a test is one that does not hold: whoever calls this has to take it for that."""
    c = Context(unit, Lines())
    c.is_soft = True
    c.out("heap_top[0] = heap_base[0]")
    c.out("work_left[0] = WORK")
    c.out("pure[0] = 1")
    walk_invariants(c, _test)
    c.out("pure[0] = 0")
    c.out("return 1")
    unit.add("keeps_invariants", "", c.out)


def _test(c: Context, invariant: Invariant) -> None:
    test = c(invariant.test)
    with c.out.under(f"if not ({test}):"):
        c.out("pure[0] = 0")
        c.out("return 0")
