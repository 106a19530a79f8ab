"""Lists of pieces of which only the set is asked: the zones of a family, lists put together.

`mask_of` gives a mask only where the list is in ascending order, for those who go through it. Who only asks
how many there are, or whether one is among them, does not care for the order.
"""

from __future__ import annotations

from interpreter.compiled.code.masks import fixed_values, mask_of, mask_of_pick
from interpreter.compiled.code.unit import Context
from interpreter.compiled.code.words import Mask, both, either, fixed_mask, held
from interpreter.program import Expr

_MOST_ZONES = 8
_MOST_TERMS = 8
"""A sum is counted bit by bit of its values as long as there are no more."""


def union_of(c: Context, e: Expr) -> Mask | None:
    """The mask of a list of pieces in any order, no piece twice; None where it is no such list."""
    if e.op == "join":
        return _mask_of_join(c, e)
    if e.op == "family_pieces":
        return _mask_of_family(c, e.static[0])
    if e.op == "pick" and e.args[0].op in ("join", "family_pieces"):
        return mask_of_pick(c, e, union_of)
    return mask_of(c, e)


def _mask_of_join(c: Context, e: Expr) -> Mask | None:
    families = [_family_of(part) for part in e.args]
    if None in families or len(set(families)) < len(families):
        return None
    found = None
    for part in e.args:
        mask = union_of(c, part)
        if mask is None:
            return None
        found = mask if found is None else either(found, mask)
    return found


def _family_of(e: Expr) -> int | None:
    """The family of zones in which the pieces of a list lie."""
    if e.op in ("pick", "without"):
        return _family_of(e.args[0])
    if e.op == "zone_pieces" and e.args[0].op == "zone":
        return int(e.args[0].static[0])
    return int(e.static[0]) if e.op == "family_pieces" else None


def _mask_of_family(c: Context, number: int) -> Mask | None:
    features = c.unit.features
    family = c.unit.program.zones[number]
    if family.count > _MOST_ZONES or features.words > 1:
        return None
    zones = range(family.base, family.base + family.count)
    if features.is_mask[number]:
        texts = [f"zone_mask[{zone}]" for zone in zones]
    elif family.kind == "slot":
        texts = [f"(1 << zone_row[{features.start[zone]}] if zone_size[{zone}] > 0 else 0)" for zone in zones]
    else:
        return None
    return (f"({' | '.join(texts)})" if len(texts) > 1 else texts[0],)


def sum_over(c: Context, mask: Mask, value: Expr, cell: int) -> str | None:
    """The sum over the pieces of a mask of what is printed on them, counted bit by bit of the values; None,
    and nothing written, where a value may be a fault, asks for more, or has too many bits.
    """
    counting = c.unit.counting
    if counting is not None and counting.is_inside(value):
        return None
    values = fixed_values(c, value, cell)
    if values is None or None in values.values():
        return None
    terms: dict[tuple[int, Mask], int] = {}
    for sign in (1, -1):
        most = max((sign * number for number in values.values()), default=0)
        for at in range(max(most, 0).bit_length()):
            pieces = [p for p, number in values.items() if sign * number > 0 and sign * number >> at & 1]
            if pieces:
                of = (sign, fixed_mask(c, pieces))
                terms[of] = terms.get(of, 0) + (1 << at)
    if sum(word != "0" for _, pieces in terms for word in pieces) > _MOST_TERMS:
        return None
    mask = held(c, mask)
    text = ""
    for (sign, of_bit), factor in terms.items():
        for word in both(mask, of_bit):
            if word != "0":
                times = "" if factor == 1 else f" * {factor}"
                text += f" {'+' if sign > 0 else '-'} popcount({word}){times}"
    return f"({text.strip().removeprefix('+ ') or 0})"
