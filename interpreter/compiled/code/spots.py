"""Where pieces come from and where they go, as text."""

from __future__ import annotations

from attrs import frozen

from interpreter.compiled.code.places import family_of
from interpreter.compiled.code.unit import Context
from interpreter.compiled.features import nodes
from interpreter.compiled.kernel import NONE
from interpreter.knowledge import DOWN
from interpreter.program import Expr, Target


@frozen
class Spot:
    """A target as text: `zone` (of the family `family`, None: any), or all `zones` to go round, or a laid
    meld.
    """

    zone: str
    family: int | None
    zones: tuple[int, ...]
    at: str
    facing: str
    meld: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether pieces arrive at the end and as the zone says, so that nothing has to be told."""
        return self.at == str(NONE) and self.facing == "0"

    @property
    def how(self) -> str:
        """The last arguments of a move."""
        return "" if self.is_plain else f", {self.at}, {self.facing}"


def spot_of(c: Context, target: Target) -> Spot:
    """Where a target is now."""
    at = str(NONE)
    if target.at is not None and not (target.at.op == "const" and target.at.static[0] == "end"):
        at = c.hold(c(target.at))
    facing = "0"
    if target.facing is not None:
        facing = c.hold(f"{DOWN} + {c(target.facing)}")
    if target.kind == "family":
        assert target.family is not None
        family = c.unit.program.zones[target.family]
        return Spot("", target.family, tuple(range(family.base, family.base + family.count)), at, facing)
    assert target.place is not None
    place = c.hold(c.needed(target.place, "no-target"))
    if target.kind == "meld":
        return Spot("", None, (), at, facing, place)
    return Spot(place, family_of(target.place), (), at, facing)


def source_of(c: Context, e: Expr) -> int | None:
    """The family of zones that the pieces of an expression surely lie in, or None."""
    if e.op == "cell":
        lying = c.lies_in.get(e.static[0])
        return None if lying is None else source_of(c, lying)
    if e.op in ("zone_pieces", "zone_top", "zone_first"):
        return family_of(e.args[0])
    if e.op in ("first_of", "last_of", "pick", "last_n"):
        return source_of(c, e.args[0])
    return None


def zone_holding(c: Context, e: Expr) -> tuple[int, str] | None:
    """The one zone that the pieces of an expression surely lie in: its family, and text for it."""
    while e.op in ("pick", "first_of", "last_of", "last_n", "zone_top", "zone_first", "cell"):
        if e.op == "cell":
            lying = c.lies_in.get(e.static[0])
            if lying is None or not _is_steady(c, lying):
                return None
            e = lying
        elif e.op in ("zone_top", "zone_first"):
            e = Expr("zone_pieces", e.args)
        else:
            e = e.args[0]
    if e.op != "zone_pieces" or e.args[0].op != "zone":
        return None
    family: int = e.args[0].static[0]
    return family, c.hold(c(e.args[0]), "zone")


def mover(c: Context, what: Expr, spot: Spot) -> tuple[str, str]:
    """The function that moves a piece of an expression, and what it is told before the zone to go to."""
    zone = zone_holding(c, what)
    if zone is None or c.unit.program.zones[zone[0]].count == 1:
        return c.unit.zones.move(source_of(c, what), spot.family, spot.is_plain), ""
    return c.unit.zones.move_out(zone[0], spot.family, spot.is_plain), f"{zone[1]}, "


def _is_steady(c: Context, pieces: Expr) -> bool:
    """Whether the zone of a list is named by what stays as it was while a statement is carried out."""
    zones = [part for part in nodes(pieces) if isinstance(part, Expr) and part.op == "zone"]
    return all(
        key.op == "const" or (key.op == "cell" and key.static[0] not in c.unit.set_cells)
        for zone in zones
        for key in zone.args
    )


def shuffle_targets(c: Context, target: Target, spot: Spot) -> None:
    """Where pieces have arrived shuffled, the zones that they went to are shuffled."""
    if target.shuffled:
        for zone in spot.zones or (spot.zone,):
            c.out(f"{c.unit.zones.shuffle(spot.family)}({zone})")
