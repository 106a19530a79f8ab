"""How everybody stands in a position in the middle of a game, and random play up to such a position.

`read_standing()` writes what the result that counts now ranks by into `scores`, as if the game ended here,
and gives 1 + the number of the rule; 0 where none counts or something cannot be told.
`roll_on(fresh, limit, budget)` plays up to `limit` decisions at random: with `fresh` from the position in the
memory, which it keeps, else again from the one that was kept. `fewest_cuts(number, zone)` says into how many
melds, at the least, a row can be cut, of the kinds that `Searching.rows[number]` names; a piece that fits
nowhere is one.
"""

from __future__ import annotations

from attrs import frozen

from interpreter.compiled.code.generators import ask_measures
from interpreter.compiled.code.results import choose_rule
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.kernel import NONE
from interpreter.program import TEAM_DOMAIN, ResultRule

DECLARATIONS = ("rolled_from = scratch_i64(1)",)


@frozen
class Searching:
    """What is asked of a kernel for searches besides what every one of them has.

    `rows`: families of rows, each with the kinds of melds that a row can be cut into.
    """

    rows: tuple[tuple[int, tuple[int, ...]], ...] = ()


def write_standing(unit: Unit, searching: Searching) -> None:
    """All functions of the module."""
    _write_fewest_cuts(unit, searching)
    c = Context(unit, Lines())
    c.is_soft = True
    c.out("heap_top[0] = heap_base[0]")
    c.out("work_left[0] = WORK")
    c.out("pure[0] = 1")
    choose_rule(c, "standing", _write_scores)
    unit.add("read_standing", "", c.out)
    out = Lines()
    with out.under("if fresh:"):
        out("rolled_from[0] = kept_top[0]")
        out("save_state(2, kept_top[0])")
    with out.under("else:"):
        out("load_state(2, rolled_from[0])")
    out("left = limit")
    with out.under("while over[0] == 0 and left > 0:"):
        out("n = offer()")
        out("take(pick_below(n), budget)")
        out("left -= 1")
    unit.add("roll_on", "fresh, limit, budget", out)


def _write_scores(unit: Unit, number: int, rule: ResultRule) -> None:
    members = unit.program.teams if rule.domain == TEAM_DOMAIN else unit.layout.players
    width = max(1, len(rule.keys))
    c = Context(unit, Lines())
    c.origin = rule.origin
    c.is_soft = True
    with c.out.under(f"for member in range(0, {members}):"), c.binding({rule.cell: "member"}):
        for index, key in enumerate(rule.keys):
            c.out(f"scores[member * {width} + {index}] = {c(key.value)}")
    c.out(f"return {number + 1}")
    unit.add(f"standing_{number}", "", c.out)


def _write_fewest_cuts(unit: Unit, searching: Searching) -> None:
    out = Lines()
    for number, (family, kinds) in enumerate(searching.rows):
        _write_cuts(unit, number, family, kinds)
        with out.under(f"if number == {number}:"):
            out(f"return cuts_{number}(zone)")
    out("return 0")
    unit.add("fewest_cuts", "number, zone", out)


def _write_cuts(unit: Unit, number: int, family: int, kinds: tuple[int, ...]) -> None:
    """From the front on: the fewest cuts up to each place, over all melds that end there."""
    ask_measures(unit, list(kinds))
    search = unit.melds.search(tuple((kind, 0) for kind in kinds))
    alloc = unit.lists.name("alloc")
    out = Lines()
    out("heap_top[0] = heap_base[0]")
    out("work_left[0] = WORK")
    out("origin_now[0] = -1")
    out(f"row = {unit.zones.pieces(family)}(zone)")
    out(f"found = {search}(row, 0, {NONE})")
    out("n = heap[row]")
    out("count = heap[found]")
    out(f"ends = {alloc}(2 * count + n + 1)")
    with out.under("for i in range(0, count):"):
        out("meld = heap[found + 1 + i]")
        out("first = n")
        out("last = 0")
        with out.under("for j in range(0, heap[meld + 6]):"):
            out(f"at = {unit.zones.place_of(family)}(heap[meld + 7 + j])")
            out("first = min(first, at - 1)")
            out("last = max(last, at)")
        out("heap[ends + 2 * i] = first")
        out("heap[ends + 2 * i + 1] = last")
    out("best = ends + 2 * count")
    out("heap[best] = 0")
    with out.under("for end in range(1, n + 1):"):
        out("fewest = heap[best + end - 1]")
        with out.under("for i in range(0, count):"), out.under("if heap[ends + 2 * i + 1] == end:"):
            out("fewest = min(fewest, heap[best + heap[ends + 2 * i]])")
        out("heap[best + end] = 1 + fewest")
    out("return heap[best + n]")
    unit.add(f"cuts_{number}", "zone", out)
