"""Tiny Programs, made by hand, on which the parts of the engine are tried."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.layout import Layout, empty_position
from interpreter.position import Position
from interpreter.program import (
    Attribute,
    Block,
    Counter,
    Domain,
    Expr,
    Face,
    Family,
    MeldKind,
    MeldOrder,
    Phase,
    Piece,
    Program,
    VarFamily,
    ZoneFamily,
)

SUITS = ("cat", "snake", "owl", "hawk")
SUIT_CODES = "CSOH"


def number_domain(name: str, low: int, high: int) -> Domain:
    numbers = tuple(range(low, high + 1))
    texts = tuple(str(n) for n in numbers)
    return Domain(name, texts, texts, numbers)


def named_domain(name: str, members: Sequence[str]) -> Domain:
    return Domain(name, tuple(members), tuple(m[0].upper() for m in members), (None,) * len(members))


def zones(
    *rows: tuple[str, str, str, tuple[int, ...], int], domains: Sequence[Domain]
) -> tuple[ZoneFamily, ...]:
    """Rows are (name, kind, visibility, key domains, index of the owner's key or -1)."""
    made = []
    base = 0
    for name, kind, visibility, keys, owner in rows:
        count = 1
        for key in keys:
            count *= len(domains[key].members)
        made.append(ZoneFamily(name, keys, kind, visibility, base, count, None if owner < 0 else owner))
        base += count
    return tuple(made)


def program(
    *,
    players: int = 3,
    faces: Sequence[Face],
    pieces: Sequence[Piece],
    zone_rows: Sequence[tuple[str, str, str, tuple[int, ...], int]],
    attributes: Sequence[Attribute] = (),
    extra_domains: Sequence[Domain] = (),
    families: Sequence[Family] = (Family("card", False, False),),
    counters: Sequence[Counter] = (),
    melds: Sequence[MeldKind] = (),
    orders: Sequence[MeldOrder] = (),
    variables: Sequence[VarFamily] = (),
    cells: Sequence[str] = (),
) -> Program:
    seats = "ABCDEFGH"[:players]
    domains = (
        Domain("player", tuple(seats), tuple(seats), tuple(range(1, players + 1))),
        Domain("facing", ("down", "up"), ("down", "up"), (None, None)),
        Domain("team", (), (), ()),
        *extra_domains,
    )
    return Program(
        title="A test",
        players=players,
        settings=(),
        teams=0,
        domains=domains,
        attributes=tuple(attributes),
        families=tuple(families),
        faces=tuple(faces),
        pieces=tuple(pieces),
        counters=tuple(counters),
        zones=zones(*zone_rows, domains=domains),
        variables=tuple(variables),
        cells=tuple(cells),
        tables=(),
        functions=(),
        melds=tuple(melds),
        orders=tuple(orders),
        blocks=(Block(()),),
        phases=(Phase("game", (), 0),),
        main=0,
        triggers=(),
        results=(),
        payoffs=(),
        invariants=(),
    )


def plain(
    counts: Sequence[int],
    zone_rows: Sequence[tuple[str, str, str, tuple[int, ...], int]],
    players: int = 3,
    counters: Sequence[Counter] = (),
    variables: Sequence[VarFamily] = (),
) -> Layout:
    """Cards 0, 1, 2 ... with `counts[i]` copies of card i."""
    faces = [Face(0, (i,), str(i), str(i)) for i in range(len(counts))]
    pieces = [Piece(i) for i, count in enumerate(counts) for _ in range(count)]
    return Layout(
        program(
            players=players,
            faces=faces,
            pieces=pieces,
            zone_rows=zone_rows,
            attributes=(Attribute("number", None, 0, max(1, len(counts))),),
            counters=counters,
            variables=variables,
        )
    )


def zone_number(layout: Layout, label: str) -> int:
    """The number of the zone that `given` calls so: `A.hand`, `stock`."""
    return layout.zone_label.index(label)


def copy_position(pos: Position) -> Position:
    """An own copy of everything in a position."""
    import copy

    return copy.deepcopy(pos)


def lay(layout: Layout, pos: Position, label: str, ids: Sequence[int], known: int | None = None) -> None:
    """Puts pieces, out of nowhere and unseen, into a zone; `known` is their mask beyond what is seen."""
    from interpreter import piles

    zone = zone_number(layout, label)
    for piece in ids:
        pos.known[piece] = known or 0
        piles.put(layout, pos, piece, zone)


def start(layout: Layout) -> Position:
    return empty_position(layout)


NO_EXPR = Expr("const", (), (None,))
