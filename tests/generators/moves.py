"""Statements that move, turn, roll, shuffle, show and sort."""

from __future__ import annotations

from tests.generators import clauses, reading
from tests.generators.base import PATTERN, SUM, Maker, Scope, Value, gives


def target(m: Maker, scope: Scope) -> str:
    """A zone that takes any number of cards, and how they come to lie there."""
    zone = reading.zone(m, scope, 0, "pile", "row", "bag")
    if scope.own:
        zone = Value(f"{scope.own}.{m.draws.pick('won', 'hand')}")
    ordered = str(zone).endswith(("board", "discard"))
    at = m.draws.pick(" at 1", " at end", " at 2") if ordered and m.draws.chance(20) else ""
    face = f" face {m.make('facing', scope, 1).at(SUM)}" if m.draws.chance(12) else ""
    shuffled = " shuffled" if m.draws.chance(8) and not scope.own else ""
    if m.draws.chance(5) and not scope.own:
        return f"(if {m.make('truth', scope, 1)} then stock else discard)"
    return f"{zone}{at}{face}{shuffled}"


@gives("move", weight=4)
def draw(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return None
    source = m.draws.pick("stock", "stock", "stock", "discard", "pot")
    count = m.draws.pick("1", "2", f"most(0, fewest(3, {m.make('number', scope, 1)}))")
    kind = m.draws.pick("", "", " deck")
    to = f"each {m.draws.pick('hand', 'won')}" if m.draws.chance(30) else target(m, scope)
    return Value(f"{'up to ' if m.draws.chance(97) else ''}{count}{kind} from {source} -> {to}")


@gives("move", weight=4)
def one_card(m: Maker, scope: Scope, depth: int) -> Value | None:
    card, sure = reading.some_card(m, scope, 1)
    if card is None:
        return None
    move = f"{card.at(PATTERN)} -> {target(m, scope)}"
    if scope.own and m.draws.chance(50):
        move = f"{card.at(PATTERN)} -> {scope.own}.played"
    return Value(move if sure or m.draws.chance(3) else f"if {card.at(SUM)} is not none {{ {move} }}")


@gives("move", weight=4)
def several(m: Maker, scope: Scope, depth: int) -> Value | None:
    cards = m.try_("cards", scope, 1)
    if cards is None or scope.own:
        return None
    if m.draws.chance(40):
        zone = reading.zone(m, scope, 0, "pile", "row", "bag")
        return Value(f"{clauses.face_pattern(m, scope, 1)} from {zone} -> {target(m, scope)}")
    return Value(f"{cards.at(PATTERN)} -> {target(m, scope)}")


@gives("move", weight=3)
def whole(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return None
    zone = reading.zone(m, scope, 0, "pile", "row", "bag")
    to = m.draws.pick("discard", "stock shuffled", "board", "each hand", "each won", target(m, scope))
    return m.draws.pick(
        Value(f"{zone} -> {to}"), Value("discard -> stock shuffled"), Value("all played -> discard"),
        Value(f"{'all deck' if m.draws.chance(30) else 'all won'} -> stock shuffled"),
    )  # fmt: skip


@gives("move")
def into_slot(m: Maker, scope: Scope, depth: int) -> Value | None:
    card = m.try_("card", scope, 0)
    slot = reading.zone(m, scope, 0, "slot")
    if scope.own:
        slot = Value(f"{scope.own}.played")
    if card is None or slot is None:
        return None
    guarded = f"if {slot} is empty {{ {card} -> {slot} }}"
    emptied = f"if {slot} is not empty {{ {slot} -> {m.draws.pick('discard', 'board at end')} }}"
    return Value(guarded if scope.own or m.draws.chance(60) else f"{emptied}\n{card} -> {slot}")


@gives("move")
def meld(m: Maker, scope: Scope, depth: int) -> Value | None:
    found = m.try_("meld", scope, 0)
    if found is None or scope.own:
        return None
    homes = [z for z in m.world.zones if z.name == "mine"]
    to = ["new laid", "discard", "board"]
    if homes:
        place = f"{m.make('player', scope, 0).atom}.mine"
        to.append(f"new {place}" if homes[0].kind == "melds" else place)
    laid = m.fresh("m")
    joins = f"each {laid} in laid where {laid} + {found} is set | run {{ {found} -> {laid} }} until yes"
    return m.draws.pick(
        Value(f"trick -> discard\n{found} -> trick"), Value(f"{found} -> {m.draws.one_of(to)}"), Value(joins)
    )


@gives("move")
def add_to_meld(m: Maker, scope: Scope, depth: int) -> Value | None:
    card = m.try_("card", scope, 0)
    if card is None or scope.own:
        return None
    name = m.fresh("m")
    return m.draws.pick(
        Value(f"each {name} in laid where {name} + {card} is set | run {{ {card} -> {name} }} until yes"),
        Value(f"{m.draws.pick('trick', 'laid')} -> {m.draws.pick('discard', 'stock shuffled')}"),
    )


@gives("move", weight=4)
def transfer(m: Maker, scope: Scope, depth: int) -> Value | None:
    coin = m.draws.one_of(m.world.counters)
    a, b = m.make("holder", scope, 1), m.make("holder", scope, 1)
    count = m.draws.pick("1", "2", f"most(0, {m.make('number', scope, 1)})", "")
    other = f" else {m.make('holder', scope, 1).at(SUM)}" if m.draws.chance(25) and not scope.own else ""
    up_to = "up to " if count and m.draws.chance(95) else ""
    for place in (a, b):
        if place not in ("supply", scope.own):
            m.world.pots.add(place)
    return Value(f"{up_to}{count} {coin} from {a.at(SUM)}{other} -> {b.at(SUM)}".strip())


@gives("move", weight=1)
def emptied(m: Maker, scope: Scope, depth: int) -> Value | None:
    """All counted pieces of a zone go to a player."""
    return None if scope.own else Value(f"pot -> {m.make('player', scope, 1).at(SUM)}")


@gives("move")
def flip(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return None
    what = m.try_(m.draws.pick("cards", "card"), scope, 1) or Value("board")
    return Value(f"flip {what.at(SUM)} face {m.make('facing', scope, 1).at(SUM)}")


@gives("move", weight=3)
def dice(m: Maker, scope: Scope, depth: int) -> Value | None:
    if not m.world.dice or scope.own:
        return None
    what = m.make("dice", scope, 1)
    name = m.draws.one_of(m.world.dice).name
    kinds = {zone.name: zone.kind for zone in m.world.zones}
    drawn = f"up to 1 {name} from cup -> {m.make('player', scope, 0).atom}.tray"
    if (kinds["tray"], kinds["cup"]) != ("row", "bag"):
        drawn = "roll all tray"
    return m.draws.pick(
        Value(f"roll {what.at(SUM)}"), Value("roll cup"), Value(f"all {name} -> cup"),
        Value(f"{what.at(PATTERN)} -> cup"), Value(drawn),
    )  # fmt: skip


@gives("move", weight=3)
def showing(m: Maker, scope: Scope, depth: int) -> Value | None:
    if scope.own:
        return None
    zone = reading.zone(m, scope, 0, "pile", "row", "bag")
    row = reading.zone(m, scope, 0, "row") or Value("board")
    cards = m.make("cards", scope, 1)
    c = m.fresh("c")
    key = m.make("number", scope.with_(("card", c)), 1)
    then = m.draws.pick("", f", then most {c}.suit", f", then {c}.rank")
    return m.draws.pick(
        Value(f"shuffle {zone}"), Value(f"reveal {cards.at(PATTERN)}"),
        Value(f"reveal {clauses.face_pattern(m, scope, 1)} from {zone}"),
        Value(f"sort {c} in {row} with {m.draws.pick('most', 'fewest')} {key}{then}"),
    )  # fmt: skip


@gives("move", weight=1)
def of_odds(m: Maker, scope: Scope, depth: int) -> Value | None:
    odd = scope.of("odd")
    found = [z for z in m.world.zones if z.holds in ("odds", "weather")]
    if not found or scope.own:
        return None
    if odd and m.draws.chance(70):
        return Value(f"{m.draws.one_of(odd)} -> {found[0].name}")
    zone = m.draws.one_of(found).name
    return m.draws.pick(
        Value(f"sort c0 in {zone} with most c0.position"), Value(f"flip {zone} face down"),
        Value(f"shuffle {zone}"), Value(f"if {zone} is not empty {{ {zone}.first -> {zone} at end }}"),
    )  # fmt: skip
