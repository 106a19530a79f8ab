"""Zones and what lies in them, counted pieces and who holds them, seats, whose turn it is."""

from __future__ import annotations

from interpreter.compiled.code.generators import turn_text
from interpreter.compiled.code.unit import Context, form
from interpreter.compiled.kernel import NONE
from interpreter.layout import SUPPLY
from interpreter.program import Expr


def family_of(e: Expr) -> int | None:
    """The family of zones that an expression surely names one of."""
    return e.static[0] if e.op == "zone" else None


@form("zone_pieces")
def _zone_pieces(c: Context, e: Expr) -> str:
    zone = c.atom(e.args[0])
    c.here()
    return c.hold(f"{c.unit.zones.pieces(family_of(e.args[0]))}({zone})", "pieces")


def _counted(c: Context, zone: str) -> str:
    """What counted pieces add to the size of a zone."""
    layout = c.unit.layout
    parts = [
        f"counters[{zone} + {counter * layout.holder_count + 1 + layout.players}]"
        for counter in range(layout.counter_count)
    ]
    return "".join(f" + {part}" for part in parts)


@form("zone_size")
def _zone_size(c: Context, e: Expr) -> str:
    zone = c.atom(e.args[0])
    return f"(zone_size[{zone}]{_counted(c, zone)})"


@form("zone_top")
def _zone_top(c: Context, e: Expr) -> str:
    zone = c.atom(e.args[0])
    c.here()
    return c.hold(f"{c.unit.zones.top(family_of(e.args[0]))}({zone})", "top")


@form("zone_first")
def _zone_first(c: Context, e: Expr) -> str:
    zone = c.atom(e.args[0])
    c.here()
    return c.hold(f"{c.unit.zones.first(family_of(e.args[0]))}({zone})", "first")


@form("zone_by")
def _zone_by(c: Context, e: Expr) -> str:
    zone = c.atom(e.args[0])
    by = c.fresh("by")
    c.out(f"{by} = {NONE}")
    with c.out.under(f"if laid_size[{zone}] > 0:"):
        c.out(f"{by} = laid_by[zone_start[{zone}] + laid_size[{zone}] - 1]")
        with c.out.under(f"if {by} < 0:"):
            c.out(f"{by} = {NONE}")
    return by


@form("family_zones")
def _family_zones(c: Context, e: Expr) -> str:
    family = c.unit.program.zones[e.static[0]]
    from interpreter.compiled.code.values import constant_list

    return constant_list(c, [str(zone) for zone in range(family.base, family.base + family.count)])


@form("family_pieces")
def _family_pieces(c: Context, e: Expr) -> str:
    family = c.unit.program.zones[e.static[0]]
    read = c.unit.zones.pieces(e.static[0])
    c.here()
    whole = c.hold(f"{read}({family.base})", "pieces")
    for zone in range(family.base + 1, family.base + family.count):
        whole = c.hold(f"{c.unit.lists.name('join_lists')}({whole}, {read}({zone}))", "pieces")
    return whole


@form("family_size")
def _family_size(c: Context, e: Expr) -> str:
    family = c.unit.program.zones[e.static[0]]
    zones = range(family.base, family.base + family.count)
    return "(" + " + ".join(f"zone_size[{zone}]{_counted(c, str(zone))}" for zone in zones) + ")"


# ---------------------------------------------------------------------------------------------
# Counted pieces


@form("supply")
def _supply(c: Context, e: Expr) -> str:
    return str(SUPPLY)


def _shifted(c: Context, e: Expr, by: int) -> str:
    value = c.needed(e.args[0], "none-holder")
    return str(int(value) + by) if value.isdigit() else f"({value} + {by})"


@form("seat_holder")
def _seat_holder(c: Context, e: Expr) -> str:
    return _shifted(c, e, 1)


@form("zone_holder")
def _zone_holder(c: Context, e: Expr) -> str:
    return _shifted(c, e, 1 + c.unit.layout.players)


@form("held")
def _held(c: Context, e: Expr) -> str:
    base = e.static[0] * c.unit.layout.holder_count
    holder = c.needed(e.args[0], "none-holder")
    return f"counters[{int(holder) + base if holder.isdigit() else f'{holder} + {base}' if base else holder}]"


# ---------------------------------------------------------------------------------------------
# Seats


@form("others")
def _others(c: Context, e: Expr) -> str:
    count = c.unit.layout.players
    seat = c.hold(c.needed(e.args[0], "none-key"))
    at = c.fresh("others")
    c.out(f"{at} = {c.unit.lists.name('alloc')}({count})")
    c.out(f"heap[{at}] = {count - 1}")
    for step in range(1, count):
        c.out(f"heap[{at} + {step}] = ({seat} + {step}) % {count}")
    return at


@form("team")
def _team(c: Context, e: Expr) -> str:
    return f"({c.needed(e.args[0], 'none-key')} % {c.unit.program.teams or 1})"


@form("partner")
def _partner(c: Context, e: Expr) -> str:
    teams, players = c.unit.program.teams, c.unit.layout.players
    if not teams or players != 2 * teams:
        c.fault("no-partner")
        return "0"
    return f"(({c.needed(e.args[0], 'none-key')} + {teams}) % {players})"


@form("turn")
def _turn(c: Context, e: Expr) -> str:
    return turn_text()


@form("next")
def _next(c: Context, e: Expr) -> str:
    from interpreter.compiled.code.turns import ask_next

    return f"{ask_next(c.unit)}()"


@form("over")
def _over(c: Context, e: Expr) -> str:
    return "(over[0] == 1)"
