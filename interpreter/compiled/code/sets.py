"""Moves of many pieces without a list of them: all of a kind, a set, a family of zones, all but the last."""

from __future__ import annotations

from interpreter.compiled.code.blocks import BlockContext
from interpreter.compiled.code.generators import over_mask
from interpreter.compiled.code.lists import as_mask
from interpreter.compiled.code.places import family_of
from interpreter.compiled.code.spots import mover, shuffle_targets, spot_of, zone_holding
from interpreter.program import Expr, Move


def moved_at_once(c: BlockContext, node: Move) -> bool:
    """Writes a move without a list of what moves; False, and nothing written, where that cannot be."""
    return _gather_all(c, node) or _move_set(c, node) or _move_family(c, node) or _move_rest(c, node)


def _gather_all(c: BlockContext, node: Move) -> bool:
    """All pieces of some families go into one zone, where no others lie among them."""
    families = _families(node.what) if node.everything else None
    place = node.target.place
    family = None if place is None or node.target.kind != "zone" else family_of(place)
    if families is None or family is None or node.target.at is not None or node.target.facing is not None:
        return False
    gather = c.unit.zones.gather_families(family, node.target.shuffled, families, True)
    if gather is None:
        return False
    spot = spot_of(c, node.target)
    c.here()
    c.out(f"{gather}({spot.zone})")
    return True


def _families(e: Expr) -> frozenset[int] | None:
    """The families whose pieces a list has, all of them; None where it has others or not all."""
    if e.op == "pieces_of":
        return frozenset({e.static[0]})
    parts = [_families(argument) for argument in e.args] if e.op == "join" else [None]
    found: frozenset[int] = frozenset()
    for part in parts:
        if part is None:
            return None
        found |= part
    return found


def _move_set(c: BlockContext, node: Move) -> bool:
    """A set of pieces that goes to one zone: piece by piece, upwards, without a list of them."""
    target = node.target
    if (
        node.whole
        or node.everything
        or target.kind != "zone"
        or target.at is not None
        or c.kind(node.what).form != "list"
    ):
        return False
    assert target.place is not None
    family = family_of(target.place)
    if family is None or c.unit.program.zones[family].kind in ("meld", "melds", "slot"):
        return False
    mask = as_mask(c, node.what)
    if mask is None:
        return False
    spot = spot_of(c, target)
    c.here()
    zone = zone_holding(c, node.what)
    as_set = None if zone is None or not spot.is_plain else c.unit.zones.move_set(zone[0], family)
    if as_set is not None and zone is not None:
        c.out(f"{as_set}({mask[0]}, {zone[1]}, {spot.zone})")
        shuffle_targets(c, target, spot)
        return True
    move, out_of = mover(c, node.what, spot)

    def one(piece: str) -> None:
        c.out(f"{move}({piece}, {out_of}{spot.zone}{spot.how})")

    over_mask(c, mask, one, None)
    shuffle_targets(c, target, spot)
    return True


def _move_family(c: BlockContext, node: Move) -> bool:
    """What lies in all zones of a family goes to one zone of another, zone by zone, first to last."""
    target = node.target
    if node.what.op != "family_pieces" or node.whole or node.everything or target.at is not None:
        return False
    source: int = node.what.static[0]
    family = None if target.place is None or target.kind != "zone" else family_of(target.place)
    zones = c.unit.program.zones
    if family is None or family == source or zones[family].kind in ("meld", "melds", "slot"):
        return False
    declared = zones[source]
    if declared.kind not in ("slot", "row") or any(
        c.unit.features.may_wait[declared.base : declared.base + declared.count]
    ):
        return False
    spot = spot_of(c, target)
    c.here()
    several = declared.count > 1
    move = (c.unit.zones.move_out if several else c.unit.zones.move)(source, family, spot.is_plain)
    zone = c.fresh("zone")
    out_of = f"{zone}, " if several else ""
    with c.out.under(f"for {zone} in range({declared.base}, {declared.base + declared.count}):"):
        step = "if" if declared.kind == "slot" else "while"
        with c.out.under(f"{step} zone_size[{zone}] > 0:"):
            c.out(f"{move}(zone_row[zone_start[{zone}]], {out_of}{spot.zone}{spot.how})")
    shuffle_targets(c, target, spot)
    return True


def _move_rest(c: BlockContext, node: Move) -> bool:
    """All of a zone but its last piece goes to another one that is shuffled: no list of them is needed."""
    target = node.target
    if node.whole or node.everything or not target.shuffled or target.kind != "zone":
        return False
    if target.at is not None or target.facing is not None or node.what.op != "without":
        return False
    whole, rest = node.what.args
    if whole.op != "zone_pieces" or [part.op for part in (rest, *rest.args)] != ["list", "zone_top"]:
        return False
    if not _is_same(whole.args[0], rest.args[0].args[0]):
        return False
    assert target.place is not None
    source, family = family_of(whole.args[0]), family_of(target.place)
    move = None if source is None or family is None else c.unit.zones.move_rest(source, family)
    if move is None:
        return False
    zone = c.hold(c(whole.args[0]))
    spot = spot_of(c, target)
    c.here()
    c.out(f"{move}({zone}, {spot.zone})")
    return True


def _is_same(a: Expr, b: Expr) -> bool:
    """Whether two expressions say the same, wherever they stand."""
    if (a.op, a.static, len(a.args)) != (b.op, b.static, len(b.args)) or a.clause or b.clause:
        return False
    return all(_is_same(one, other) for one, other in zip(a.args, b.args, strict=True))
