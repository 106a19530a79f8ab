"""Zones and what lies in them, counted pieces and who holds them, seats, whose turn it is."""

from __future__ import annotations

from typing import Any

from interpreter import piles
from interpreter.expressions.compiler import Compiler, constant, form
from interpreter.frames import TURNS
from interpreter.layout import SUPPLY
from interpreter.position import UNDECIDED
from interpreter.program import Expr
from interpreter.state import Code, State, fault


def _no_chance(origin: int) -> None:
    fault("chance", origin, "a condition asks for something that chance has not decided yet")


def zone_lister(c: Compiler, zone_code: Code) -> Code:
    """A closure for the pieces of a zone as a tuple, all of them decided."""
    origin = c.origin
    layout = c.layout

    def read(st: State) -> tuple[int, ...]:
        zone = zone_code(st)
        if st.pos.bags[zone]:
            if st.pure:
                _no_chance(origin)
            piles.decide_all(layout, st.pos, st.chance, zone)
        return tuple(st.zones[zone])

    return read


@form("zone_pieces")
def _zone_pieces(c: Compiler, e: Expr) -> Code:
    return zone_lister(c, c(e.args[0]))


@form("zone_size")
def _zone_size(c: Compiler, e: Expr) -> Code:
    layout = c.layout
    [zone_code] = c.all(e.args)
    if not layout.counter_count:
        return lambda st: len(st.zones[zone_code(st)])
    holders = 1 + layout.players

    def size(st: State) -> int:
        zone = zone_code(st)
        number = len(st.zones[zone])
        for held in st.counters:
            number += held[holders + zone]
        return number

    return size


@form("zone_top")
def _zone_top(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    layout = c.layout
    [zone_code] = c.all(e.args)

    def top(st: State) -> int | None:
        zone = zone_code(st)
        places = st.zones[zone]
        if not places:
            return None
        if places[-1] == UNDECIDED:
            if st.pure:
                _no_chance(origin)
            return piles.decide_top(layout, st.pos, st.chance, zone)
        return places[-1]

    return top


@form("zone_first")
def _zone_first(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    layout = c.layout
    [zone_code] = c.all(e.args)

    def first(st: State) -> int | None:
        zone = zone_code(st)
        places = st.zones[zone]
        if not places:
            return None
        if places[0] == UNDECIDED:
            if st.pure:
                _no_chance(origin)
            return piles.decide_first(layout, st.pos, st.chance, zone)
        return places[0]

    return first


@form("zone_by")
def _zone_by(c: Compiler, e: Expr) -> Code:
    [zone_code] = c.all(e.args)

    def by(st: State) -> int | None:
        laid = st.pos.laid[zone_code(st)]
        return laid[-1].by if laid else None

    return by


@form("family_zones")
def _family_zones(c: Compiler, e: Expr) -> Code:
    family = c.program.zones[e.static[0]]
    return constant(tuple(range(family.base, family.base + family.count)))


@form("family_pieces")
def _family_pieces(c: Compiler, e: Expr) -> Code:
    family = c.program.zones[e.static[0]]
    listers = [zone_lister(c, constant(zone)) for zone in range(family.base, family.base + family.count)]

    def read(st: State) -> tuple[int, ...]:
        found: list[int] = []
        for lister in listers:
            found += lister(st)
        return tuple(found)

    return read


@form("family_size")
def _family_size(c: Compiler, e: Expr) -> Code:
    layout = c.layout
    family = c.program.zones[e.static[0]]
    zones = range(family.base, family.base + family.count)
    return lambda st: sum([piles.size(layout, st.pos, zone) for zone in zones])


# ---------------------------------------------------------------------------------------------
# Counted pieces


@form("supply")
def _supply(c: Compiler, e: Expr) -> Code:
    return constant(SUPPLY)


def _shifted(c: Compiler, e: Expr, by: int, who: str) -> Code:
    origin = c.origin
    [argument] = c.all(e.args)

    def holder(st: State) -> int:
        value: int | None = argument(st)
        if value is None:
            fault("none-holder", origin, f"counted pieces are asked of {who} that is nobody")
        return value + by

    return holder


@form("seat_holder")
def _seat_holder(c: Compiler, e: Expr) -> Code:
    return _shifted(c, e, 1, "a player")


@form("zone_holder")
def _zone_holder(c: Compiler, e: Expr) -> Code:
    return _shifted(c, e, 1 + c.layout.players, "a zone")


@form("held")
def _held(c: Compiler, e: Expr) -> Code:
    counter = e.static[0]
    [holder] = c.all(e.args)

    def held(st: State) -> int:
        number: int = st.counters[counter][holder(st)]
        return number

    return held


# ---------------------------------------------------------------------------------------------
# Seats


def _of_seat(c: Compiler, e: Expr, table: list[Any]) -> Code:
    """A closure for what stands in a table for each seat."""
    origin = c.origin
    [argument] = c.all(e.args)

    def read(st: State) -> Any:
        seat = argument(st)
        if seat is None:
            fault("none-key", origin, "something is asked of a player, and there is nobody")
        return table[seat]

    return read


@form("others")
def _others(c: Compiler, e: Expr) -> Code:
    count = c.layout.players
    return _of_seat(c, e, [tuple((seat + n) % count for n in range(1, count)) for seat in range(count)])


@form("team")
def _team(c: Compiler, e: Expr) -> Code:
    return _of_seat(c, e, [seat % (c.program.teams or 1) for seat in range(c.layout.players)])


@form("partner")
def _partner(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    teams = c.program.teams
    if not teams or c.layout.players != 2 * teams:
        return lambda st: fault("no-partner", origin, "a partner exists only in teams of two")
    return _of_seat(c, e, [(seat + teams) % c.layout.players for seat in range(c.layout.players)])


@form("turn")
def _turn(c: Compiler, e: Expr) -> Code:
    return lambda st: st.turn()


@form("next")
def _next(c: Compiler, e: Expr) -> Code:
    players = c.layout.players

    def read(st: State) -> int | None:
        """Goes round as the turns would, without leaving a trace."""
        frame = next((f for f in reversed(st.frames) if f[0] == TURNS), None)
        if frame is None or frame[3] is None:
            return None
        cell, test = c.turn_tests[frame[1], frame[2]]
        before = st.cells[cell]
        misses = list(st.pos.misses)
        seat: int = frame[3]
        found = None
        skipped = 0
        while skipped < players and found is None:
            seat = (seat + st.pos.direction) % players
            st.cells[cell] = seat
            if not test(st):
                skipped += 1
            elif misses[seat]:
                misses[seat] -= 1
                skipped = 0
            else:
                found = seat
        st.cells[cell] = before
        return found

    return read


@form("over")
def _over(c: Compiler, e: Expr) -> Code:
    return lambda st: st.pos.over
