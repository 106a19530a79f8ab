"""Melds: taken apart, compared, told from cards that form none. `runtime/melds.py` does the work."""

from __future__ import annotations

from interpreter.compiled.code.generators import ask_measures
from interpreter.compiled.code.masks import is_known
from interpreter.compiled.code.unit import Context, form
from interpreter.compiled.kernel import NONE
from interpreter.program import Expr


def _part(c: Context, e: Expr, text: str, of_none: str) -> str:
    """A part of a meld; `text` has {} for its place."""
    meld = c.atom(e.args[0])
    if not c.kind(e.args[0]).none:
        return text.format(meld)
    return f"({text.format(f'max({meld}, 0)')} if {meld} != {NONE} else {of_none})"


@form("zone_meld")
def _zone_meld(c: Context, e: Expr) -> str:
    c.here()
    return c.hold(f"{c.unit.melds.last_lying()}({c(e.args[0])})", "meld")


@form("zone_melds")
def _zone_melds(c: Context, e: Expr) -> str:
    c.here()
    return c.hold(f"{c.unit.melds.lying()}({c(e.args[0])})", "melds")


@form("meld_pieces")
def _meld_pieces(c: Context, e: Expr) -> str:
    return _part(c, e, "{} + 6", "0")


@form("meld_size")
def _meld_size(c: Context, e: Expr) -> str:
    return _part(c, e, "heap[{} + 6]", "0")


@form("meld_kind")
def _meld_kind(c: Context, e: Expr) -> str:
    return _part(c, e, "heap[{}]", str(NONE))


@form("meld_by")
def _meld_by(c: Context, e: Expr) -> str:
    return _part(c, e, "heap[{} + 2]", str(NONE))


@form("meld_parts")
def _meld_parts(c: Context, e: Expr) -> str:
    return _part(c, e, "heap[{} + 5]", "0")


@form("meld_top")
def _meld_top(c: Context, e: Expr) -> str:
    meld = c.hold(c.needed(e.args[0], "no-meld"))
    c.here()
    return c.hold(f"{c.unit.melds.top()}({meld})", "top")


@form("meld_attr")
def _meld_attr(c: Context, e: Expr) -> str:
    meld = c.hold(c.needed(e.args[0], "no-meld"))
    value = c.hold(f"{c.unit.melds.shared()}({meld}, {e.static[0]})")
    c.fault_if(f"{value} == {NONE}", "not-shared")
    return value


@form("is_meld")
def _is_meld(c: Context, e: Expr) -> str:
    cards = c.atom(e.args[0])
    values = [c.atom(argument) for argument in e.args[1:]]
    if c.reading and c.unit.features.known and not is_known(c, e.args[0]):
        at = c.fresh("i")
        with c.out.under(f"for {at} in range(0, heap[{cards}]):"):
            c.fault_if(f"known[heap[{cards} + 1 + {at}]] >> {c.chooser} & 1 == 0", "secret")
    kinds = tuple((kind, count) for kind, count in e.static)
    ask_measures(c.unit, [kind for kind, _ in kinds])
    c.here()
    return f"({c.unit.melds.matches(kinds)}({', '.join([cards, *values])}) == 1)"


@form("strength")
def _strength(c: Context, e: Expr) -> str:
    strength = c.unit.melds.strength(e.static[0])
    meld = c.atom(e.args[0])
    c.here()
    if c.kind(e.args[0]).none:
        value = c.fresh("strength")
        c.out(f"{value} = {NONE}")
        with c.out.under(f"if {meld} != {NONE}:"):
            c.out(f"{value} = {strength}({meld})")
        return value
    return c.hold(f"{strength}({meld})", "strength")
