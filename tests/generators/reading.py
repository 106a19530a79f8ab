"""What a position is read by: zones, variables, tables, defines, cards that are surely there or perhaps."""

from __future__ import annotations

from tests.generators.base import EVERYTHING, OPEN, SUM, Maker, Scope, Value
from tests.generators.world import Zone


def member(m: Maker, scope: Scope, type_: str, depth: int) -> str:
    """A key of a variable or zone, of this type."""
    if type_ == "player" and scope.own:
        return scope.own
    if type_ == "stall" and m.draws.chance(30) and not scope.fixed:
        return f"1 + mod({m.make('number', scope, 0)}, 3)"
    return m.make(type_, scope, depth)


def variable(m: Maker, scope: Scope, type_: str, depth: int) -> Value | None:
    """A variable of this type, of the file or of the block."""
    if scope.fixed:
        return None
    local = [(name, of) for name, of, value in scope.keyed if value == type_]
    found = [var for var in m.world.variables if var.type == type_]
    if local and m.draws.chance(40):
        name, of = m.draws.one_of(local)
        return keyed(m, name, [member(m, scope, of, 0)])
    if not found:
        return None
    var = m.draws.one_of(found)
    return keyed(m, var.name, [member(m, scope, key, 0) for key in var.keys])


def keyed(m: Maker, name: str, keys: list[str]) -> Value:
    """`score`, `p.score`, `score[p]` or `seen[p, k]`."""
    if not keys:
        return Value(name)
    simple = len(keys) == 1 and keys[0].replace("_", "").isalnum() and not keys[0].isdigit()
    return Value(f"{keys[0]}.{name}" if simple and m.draws.chance(80) else f"{name}[{', '.join(keys)}]")


def visible(zone: Zone, scope: Scope) -> bool:
    """Whether what lies in the zone may be spoken of; of a private zone that of the reader."""
    if scope.own and not zone.keys:
        return zone.visibility == "open"
    if scope.reader == EVERYTHING:
        return True
    return zone.visibility == "open" or (zone.visibility == "private" and scope.reader != OPEN)


def zone(
    m: Maker, scope: Scope, depth: int, *kinds: str, holds: str = "cards", seen: bool = False
) -> Value | None:
    """A zone of one of these kinds; `seen`: one whose cards may be spoken of here."""
    if scope.fixed:
        return None
    found = [z for z in m.world.zones if z.kind in kinds and z.holds == holds]
    found = [
        z for z in found if not seen or (visible(z, scope) and (z.name != "stock" or m.draws.chance(20)))
    ]
    if scope.own:
        found = [z for z in found if "player" in z.keys or (z.visibility == "open" and not z.keys)]
    if not found:
        return None
    chosen = m.draws.one_of(found)
    hidden = seen and chosen.visibility == "private" and scope.reader not in (EVERYTHING, OPEN)
    keys = [scope.reader if hidden and key == "player" else member(m, scope, key, 0) for key in chosen.keys]
    return keyed(m, chosen.name, keys)


def is_bag(m: Maker, text: str) -> bool:
    """Whether a text names zones in which cards lie in no order."""
    bags = [zone.name for zone in m.world.zones if zone.kind == "bag"]
    return any(name in text for name in bags)


def table(m: Maker, scope: Scope, type_: str, depth: int) -> Value | None:
    """An entry of a table, for keys that it has."""
    found = [t for t in m.world.tables if t.type == type_]
    if not found:
        return None
    chosen = m.draws.one_of(found)
    keys: list[str] = []
    for key in chosen.keys:
        if key == "players":
            keys.append("players")
        elif key == "place":
            keys.append(str(m.draws.number(1, 3)))
        elif key == "number":
            keys.append(f"abs({m.make('number', scope, depth - 1)})")
        elif key == "card" or key in m.world.printed("number"):
            card = m.try_("card", scope, depth - 1)
            if card is None:
                return None
            keys.append(card)
        else:
            keys.append(m.make(key, scope, depth - 1))
    if len(keys) == 1 and chosen.keys[0] in ("suit", "rank", "card") and m.draws.chance(50):
        return Value(f"{Value(keys[0], SUM).atom}.{chosen.name}") if not keys[0].isdigit() else None
    return Value(f"{chosen.name}[{', '.join(keys)}]")


def define(m: Maker, scope: Scope, type_: str, depth: int) -> Value | None:
    """A define of this type, called for arguments."""
    found = [d for d in m.world.defines if d.type == type_]
    if not found or scope.fixed or scope.own:
        return None
    chosen = m.draws.one_of(found)
    values = [m.try_(kind, scope, depth - 1) for _, kind in chosen.parameters]
    given = [value for value in values if value is not None]
    if len(given) < len(values):
        return None
    if not given:
        return Value(chosen.name)
    if len(given) == 1 and m.draws.chance(60) and not given[0].lstrip("-").isdigit():
        return Value(f"{given[0].atom}.{chosen.name}")
    return Value(f"{chosen.name}({', '.join(given)})")


def some_card(m: Maker, scope: Scope, depth: int) -> tuple[Value | None, bool]:
    """A card, and whether it is surely there."""
    if m.draws.chance(60):
        card = m.try_("card", scope, depth)
        if card is not None:
            return card, True
    return m.try_("card?", scope, depth), False
