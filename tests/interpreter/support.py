"""Tiny Programs, made by hand, on which the parts of the engine are tried."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.layout import Layout, empty_position
from interpreter.position import NOWHERE, Position
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
    Part,
    Phase,
    Piece,
    Program,
    Shape,
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


# ---------------------------------------------------------------------------------------------
# Suits and ranks

SUIT, RANK = 0, 1
"""Attributes of the cards of `suited`."""

TABLE_ROWS = (
    ("hand", "row", "private", (0,), 0),
    ("front", "row", "open", (0,), 0),
    ("stock", "pile", "hidden", (), -1),
    ("centre", "meld", "open", (), -1),
    ("held", "bag", "private", (0,), 0),
    ("laid", "melds", "open", (), -1),
)


def plain_part(low: int, high: int | None) -> Part:
    return Part((), low, high)


SET, RUN, TRAP = 0, 1, 2
GRIP_KINDS = (
    MeldKind("set", (), (Shape((plain_part(1, None),), same=(RANK,)),)),
    MeldKind("run", (), (Shape((plain_part(2, None),), consecutive=RANK),)),
    MeldKind(
        "trap",
        (),
        (
            Shape((plain_part(4, 4),), same=(RANK,), different=(SUIT,)),
            Shape((plain_part(4, 4),), consecutive=RANK, same=(SUIT,)),
        ),
    ),
)


def suited(
    *,
    players: int = 3,
    suits: int = 4,
    ranks: Sequence[str] = "123456789",
    copies: int = 2,
    wilds: int = 0,
    jokers: int = 0,
    melds: Sequence[MeldKind] = GRIP_KINDS,
    orders: Sequence[MeldOrder] = (),
) -> Layout:
    """Suits times ranks; `wilds` copies of a card of each suit and any rank; `jokers` read as any card."""
    domains = (named_domain("suit", SUITS[:suits]), named_domain("rank", ranks))
    faces = [
        Face(0, (s, r), f"{rank}{SUIT_CODES[s]}", "") for s in range(suits) for r, rank in enumerate(ranks)
    ]
    pieces = [Piece(face) for face in range(len(faces)) for _ in range(copies)]
    if wilds:
        for s in range(suits):
            faces.append(Face(0, (s, None), f"*{SUIT_CODES[s]}", "", wild=(RANK,)))
            pieces += [Piece(len(faces) - 1)] * wilds
    if jokers:
        faces.append(Face(0, (None, None), "**", "", wild=(SUIT, RANK)))
        pieces += [Piece(len(faces) - 1)] * jokers
    return Layout(
        program(
            players=players,
            faces=faces,
            pieces=pieces,
            zone_rows=TABLE_ROWS,
            attributes=(Attribute("suit", 3), Attribute("rank", 4)),
            extra_domains=domains,
            melds=melds,
            orders=orders,
        )
    )


def deal(layout: Layout, pos: Position, where: str, cards: str) -> list[int]:
    """Puts the cards written like `5C *H` into a zone, out of nowhere, and tells which pieces they are."""
    codes = layout.face_code
    used: list[int] = []
    for code in cards.split():
        face = codes.index(code)
        piece = next(
            p
            for p in range(layout.piece_count)
            if layout.piece_face[p] == face and pos.place[p] == NOWHERE and p not in used
        )
        used.append(piece)
    lay(layout, pos, where, used)
    return used
