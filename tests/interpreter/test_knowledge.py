"""The masks are held against what an observer can perceive: faces he sees by nature, and places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from interpreter import piles
from interpreter.chance import Scripted
from interpreter.knowledge import DOWN, UP, knows, sight
from interpreter.layout import Layout
from interpreter.position import NOWHERE, UNDECIDED, Position, copy_position
from interpreter.views import Log, observations, view
from tests.interpreter.support import lay, plain, start, zone_number

ROWS = (
    ("held", "bag", "private", (0,), 0),
    ("pool", "bag", "hidden", (), -1),
    ("line", "row", "open", (), -1),
    ("stock", "pile", "hidden", (), -1),
    ("hand", "row", "private", (0,), 0),
    ("tray", "bag", "open", (), -1),
)

Perception = tuple[Any, ...]


# ---------------------------------------------------------------------------------------------
# The rules one by one


def table(*counts: int, players: int = 3) -> tuple[Layout, Position]:
    layout = plain(counts, ROWS, players=players)
    return layout, start(layout)


def who(pos: Position, piece: int) -> str:
    return "".join(name for seat, name in enumerate("ABC") if knows(pos, seat, piece))


def go(layout: Layout, pos: Position, piece: int, label: str, facing: int = 0, at: int | None = None) -> None:
    piles.move(layout, pos, Scripted(), piece, zone_number(layout, label), at, facing)


def test_by_nature() -> None:
    layout, pos = table(1, 1, 1, 1, 1)
    lay(layout, pos, "line", [0])
    lay(layout, pos, "A.held", [1])
    lay(layout, pos, "stock", [2])
    piles.put(layout, pos, 3, zone_number(layout, "pool"), facing=UP)
    pos.known[4] = 0
    piles.put(layout, pos, 4, zone_number(layout, "line"), facing=DOWN)
    assert [who(pos, p) for p in range(5)] == ["ABC", "A", "", "ABC", ""]


def test_a_card_laid_face_down_is_known_to_who_laid_it() -> None:
    layout, pos = table(1, 1)
    lay(layout, pos, "A.hand", [0, 1])
    go(layout, pos, 0, "line", DOWN)
    assert who(pos, 0) == "A"
    piles.flip(layout, pos, [0], True)
    assert who(pos, 0) == "ABC"
    piles.flip(layout, pos, [0], False)
    assert who(pos, 0) == "ABC"


def test_places_of_rows_are_followed() -> None:
    layout, pos = table(1, 1, 1)
    lay(layout, pos, "A.hand", [0, 1])
    lay(layout, pos, "line", [2])
    go(layout, pos, 2, "A.hand", at=2)
    assert who(pos, 2) == "ABC" and who(pos, 0) == "A"
    go(layout, pos, 2, "stock")
    assert who(pos, 2) == "ABC"
    go(layout, pos, 0, "B.held")
    assert who(pos, 0) == "AB"


def test_what_leaves_a_bag_unseen_makes_forget() -> None:
    layout, pos = table(1, 1, 1)
    lay(layout, pos, "line", [0])
    lay(layout, pos, "A.held", [1, 2])
    go(layout, pos, 0, "A.held")
    assert [who(pos, p) for p in (0, 1, 2)] == ["ABC", "A", "A"]
    go(layout, pos, 1, "B.held")
    assert [who(pos, p) for p in (0, 1, 2)] == ["AB", "AB", "A"]


def test_what_was_alone_in_a_bag_is_followed() -> None:
    layout, pos = table(1, 1)
    lay(layout, pos, "line", [0])
    go(layout, pos, 0, "A.held")
    go(layout, pos, 0, "B.held")
    assert who(pos, 0) == "ABC"


def test_a_twin_hands_its_bit_over() -> None:
    layout, pos = table(2, 1)
    lay(layout, pos, "line", [0])
    lay(layout, pos, "A.held", [1, 2])
    go(layout, pos, 0, "A.held")
    assert [who(pos, p) for p in (0, 1)] == ["ABC", "A"]
    go(layout, pos, 1, "line")
    assert [who(pos, p) for p in (0, 1)] == ["A", "ABC"]


def test_a_card_shown_may_be_the_one_that_was_known() -> None:
    layout, pos = table(3, 1)
    lay(layout, pos, "line", [0])
    lay(layout, pos, "A.held", [1, 2, 3])
    go(layout, pos, 0, "A.held")
    piles.reveal(layout, pos, [1])
    assert sorted(who(pos, p) for p in (0, 1, 2)) == ["A", "A", "ABC"]
    piles.reveal(layout, pos, [1, 2])
    assert sorted(who(pos, p) for p in (0, 1, 2)) == ["A", "ABC", "ABC"]


def test_shuffling_makes_everybody_forget() -> None:
    layout, pos = table(1, 1)
    lay(layout, pos, "line", [0, 1])
    go(layout, pos, 0, "stock")
    go(layout, pos, 1, "stock")
    assert who(pos, 0) == who(pos, 1) == "ABC"
    piles.shuffle(layout, pos, Scripted(), zone_number(layout, "stock"))
    assert who(pos, 0) == who(pos, 1) == ""


def test_a_whole_bag_that_is_known_in_part_is_forgotten_where_order_counts() -> None:
    layout, pos = table(1, 1, 1)
    lay(layout, pos, "line", [1])
    lay(layout, pos, "A.held", [0])
    go(layout, pos, 1, "A.held")
    other = copy_position(pos)
    piles.move_whole(layout, pos, Scripted(), zone_number(layout, "A.held"), zone_number(layout, "stock"))
    assert [who(pos, p) for p in (0, 1)] == ["A", "A"]
    piles.move_whole(layout, other, Scripted(), zone_number(layout, "A.held"), zone_number(layout, "pool"))
    assert [who(other, p) for p in (0, 1)] == ["A", "ABC"]


def test_what_is_gathered_is_known_until_it_is_shuffled() -> None:
    layout, pos = table(1, 1)
    lay(layout, pos, "A.held", [0, 1])
    piles.gather(layout, pos, Scripted(), [0, 1], zone_number(layout, "pool"))
    assert who(pos, 0) == "ABC"
    piles.gather(layout, pos, Scripted(), [0, 1], zone_number(layout, "stock"), shuffled=True)
    assert who(pos, 0) == ""


# ---------------------------------------------------------------------------------------------
# Nothing is known but what was perceived: all histories of small games


class Perceiver:
    """Does things on a position and tells what one seat perceives of them, by sight and places alone."""

    def __init__(self, layout: Layout, seat: int) -> None:
        self.layout = layout
        self.seat = seat

    def sees(self, pos: Position, piece: int) -> bool:
        return bool(sight(self.layout, pos.place[piece], pos.facing[piece]) >> self.seat & 1)

    def face(self, pos: Position, piece: int, seen: bool) -> int | None:
        return self.layout.piece_label[piece] if seen else None

    def place(self, pos: Position, piece: int) -> int:
        zone = pos.place[piece]
        return pos.zones[zone].index(piece) if zone != NOWHERE and self.layout.ordered[zone] else -1

    def table(self, pos: Position) -> Perception:
        """What lies where at the beginning."""
        zones = []
        for zone, places in enumerate(pos.zones):
            faces = [self.face(pos, p, self.sees(pos, p)) for p in places]
            if not self.layout.ordered[zone]:
                faces.sort(key=lambda f: (f is None, f or 0))
            zones.append(tuple(faces))
        return ("table", tuple(zones))

    def move(self, pos: Position, piece: int, zone: int, facing: int, log: Log) -> Perception:
        before = (pos.place[piece], self.place(pos, piece), pos.facing[piece])
        seen = self.sees(pos, piece)
        piles.move(self.layout, pos, Scripted(), piece, zone, None, facing, log)
        seen = seen or self.sees(pos, piece)
        return ("move", *before, zone, self.place(pos, piece), facing, self.face(pos, piece, seen))

    def reveal(self, pos: Position, group: list[int], log: Log) -> Perception:
        piles.reveal(self.layout, pos, group, log)
        shown = [(pos.place[p], self.place(pos, p), pos.facing[p], self.layout.piece_label[p]) for p in group]
        return ("reveal", tuple(sorted(shown)))

    def flip(self, pos: Position, piece: int, up: bool, log: Log) -> Perception:
        seen = self.sees(pos, piece)
        before = (pos.place[piece], self.place(pos, piece), pos.facing[piece])
        piles.flip(self.layout, pos, [piece], up, log)
        seen = seen or self.sees(pos, piece)
        return ("flip", *before, pos.facing[piece], self.face(pos, piece, seen))

    def whole(self, pos: Position, source: int, zone: int, log: Log) -> Perception:
        group = list(pos.zones[source])
        faces = [self.face(pos, p, self.sees(pos, p)) for p in group]
        piles.move_whole(self.layout, pos, Scripted(), source, zone, log=log)
        faces = [
            self.face(pos, p, f is not None or self.sees(pos, p)) for p, f in zip(group, faces, strict=True)
        ]
        if not self.layout.ordered[source]:
            faces.sort(key=lambda f: (f is None, f or 0))
        return ("whole", source, zone, tuple(faces))


Act = Callable[[Perceiver, Position, Log], Perception]


def acts(layout: Layout, pos: Position, wide: bool) -> Iterator[Act]:
    """Everything that can happen next. Chance is not needed: any piece may be the one that goes."""
    lying = [p for p in range(layout.piece_count) if pos.place[p] != NOWHERE]
    zones = range(layout.zone_count)
    for piece in lying:
        for zone in zones:
            yield lambda eye, pos, log, p=piece, z=zone: eye.move(pos, p, z, 0, log)  # type: ignore[misc]
        if wide:
            yield lambda eye, pos, log, p=piece: eye.move(  # type: ignore[misc]
                pos, p, zone_number(layout, "line"), DOWN, log
            )
        yield lambda eye, pos, log, p=piece: eye.reveal(pos, [p], log)  # type: ignore[misc]
        if wide:
            for up in (True, False):
                yield lambda eye, pos, log, p=piece, u=up: eye.flip(pos, p, u, log)  # type: ignore[misc]
    for source in zones:
        if len(pos.zones[source]) > 1:
            yield lambda eye, pos, log, s=source: eye.reveal(pos, list(pos.zones[s]), log)  # type: ignore[misc]
            for zone in zones:
                if zone != source:
                    yield lambda eye, pos, log, s=source, z=zone: eye.whole(pos, s, z, log)  # type: ignore[misc]


def exact(pos: Position) -> tuple[Any, ...]:
    return (str(pos.zones), tuple(pos.facing), tuple(pos.known))


def explore(layout: Layout, seat: int, depth: int, wide: bool, starts: list[Position]) -> int:
    """Goes through all histories; those that look alike to the seat must leave it with the same view."""
    eye = Perceiver(layout, seat)
    level: dict[tuple[Perception, ...], dict[Any, tuple[Position, Log]]] = {}
    for pos in starts:
        level.setdefault((eye.table(pos),), {})[exact(pos)] = (pos, Log())
    checked = 0
    for _ in range(depth):
        after: dict[tuple[Perception, ...], dict[Any, tuple[Position, Log]]] = {}
        for history, positions in level.items():
            for pos, log in positions.values():
                for act in acts(layout, pos, wide):
                    copy = copy_position(pos)
                    more = Log(list(log.entries))
                    perceived = act(eye, copy, more)
                    after.setdefault((*history, perceived), {})[exact(copy)] = (copy, more)
        for history, positions in after.items():
            pairs = list(positions.values())
            first = view(layout, pairs[0][0], seat, resume=False)
            seen = observations(pairs[0][1], seat)
            for pos, log in pairs[1:]:
                assert view(layout, pos, seat, resume=False) == first, history
                assert observations(log, seat) == seen, history
                checked += 1
        level = after
    return checked


def deals(layout: Layout, place: str, others: str) -> list[Position]:
    """Positions in which one zone holds some pieces nobody else knows, another zone the rest."""
    found = []
    size = layout.piece_count
    for mask in range(1 << size):
        inside = [p for p in range(size) if mask >> p & 1]
        if len(inside) * 2 not in (size, size + 1):
            continue
        pos = start(layout)
        lay(layout, pos, place, inside)
        lay(layout, pos, others, [p for p in range(size) if p not in inside])
        found.append(pos)
    return found


BAGS = (
    ("held", "bag", "private", (0,), 0),
    ("pool", "bag", "hidden", (), -1),
    ("line", "row", "open", (), -1),
)
MIXED = (
    ("held", "bag", "private", (0,), 0),
    ("line", "row", "open", (), -1),
    ("stock", "pile", "hidden", (), -1),
)
TRAYS = (("tray", "bag", "open", (), -1), ("line", "row", "open", (), -1))


GAMES = pytest.mark.parametrize(
    ("rows", "counts", "where", "wide"),
    [
        (BAGS, (2, 1), ("A.held", "pool"), False),
        (BAGS, (2, 2), ("A.held", "pool"), False),
        (BAGS, (1, 1, 1), ("A.held", "B.held"), False),
        (MIXED, (2, 1), ("A.held", "stock"), False),
        (MIXED, (2, 1), ("A.held", "line"), True),
        (TRAYS, (2, 1), ("tray", "line"), True),
    ],
    ids=["bags", "twins", "hands", "piles", "facing", "trays"],
)


@GAMES
def test_histories_that_look_alike_leave_the_same_view(
    rows: Any, counts: tuple[int, ...], where: tuple[str, str], wide: bool
) -> None:
    layout = plain(counts, rows, players=2)
    starts = deals(layout, *where)
    checked = sum(explore(layout, seat, 2, wide, starts) for seat in range(2))
    assert checked > 10


@pytest.mark.slow
@GAMES
def test_longer_histories_that_look_alike_leave_the_same_view(
    rows: Any, counts: tuple[int, ...], where: tuple[str, str], wide: bool
) -> None:
    layout = plain(counts, rows, players=2)
    assert explore(layout, 1, 3, wide, deals(layout, *where)[:2]) > 100


def test_undecided_pieces_are_known_to_nobody() -> None:
    layout, pos = table(1, 1, 1)
    lay(layout, pos, "line", [0, 1, 2])
    stock = zone_number(layout, "stock")
    piles.move_whole(layout, pos, Scripted(), zone_number(layout, "line"), stock, shuffled=True)
    assert pos.zones[stock] == [UNDECIDED] * 3
    assert all(card.face is None for card in view(layout, pos, 0).zones[stock].cards)
    piles.decide_top(layout, pos, Scripted([1]), stock)
    assert all(card.face is None for card in view(layout, pos, 0).zones[stock].cards)
