"""How everybody stands in a position in the middle of a game, and random play up to such a position.

`read_standing()` writes what the result that counts now ranks by into `scores`, as if the game ended here,
and gives 1 + the number of the rule; 0 where none counts or something cannot be told.
`roll_on(fresh, limit, budget)` plays up to `limit` decisions at random: with `fresh` from the position in the
memory, which it keeps, else again from the one that was kept.
"""

from __future__ import annotations

from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.program import TEAM_DOMAIN, ResultRule

DECLARATIONS = ("rolled_from = scratch_i64(1)",)


def write_standing(unit: Unit) -> None:
    """All functions of the module."""
    c = Context(unit, Lines())
    c.is_soft = True
    c.out("heap_top[0] = heap_base[0]")
    c.out("work_left[0] = WORK")
    c.out("pure[0] = 1")
    ends = False
    for number in range(len(unit.program.results) - 1, -1, -1):
        rule = unit.program.results[number]
        _write_scores(unit, number, rule)
        with c.at(rule.origin):
            if rule.condition is None:
                c.out(f"return standing_{number}()")
                ends = True
                break
            with c.out.under(f"if {c(rule.condition)}:"):
                c.out(f"return standing_{number}()")
    if not ends:
        c.out("return 0")
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
