"""Melds: every meld that some cards can form, and whether some cards form one.

`meld_values` says what a meld is, `meld_tables` spreads out the shapes of the kinds, `meld_search` and
`meld_parts` search; this module is what the rest of the engine uses.

The cards are given as two lists. `row` is ordered: a meld takes a contiguous piece of it, maybe empty, and
keeps its order. `any_of` has cards that may be put in anywhere. A meld whose cards must be consecutive reads
upwards or downwards as it is laid, so the piece of the row must do so too; other melds have no order to keep.

Two melds of a kind are the same when they have the same cards and these are read alike (as a multiset). Twins
count as the same card while they lie in the same bag; in a row every place counts. A shape that is made of
melds only (`0.. (set | run)`) tells two melds also apart by how the cards are divided into parts, as the
parts may be used one by one; where plain cards are among the parts (`two + 3 cards`) the division does not
matter.

The order in which melds are found is fixed: kinds as asked for, shapes as written, pieces of the row by
start and length with the empty one first, then by value or rank upwards, then the cards of `any_of` in the
order given. How a meld is laid: a consecutive one as its piece of the row runs, else upwards; any other one
with the piece of the row first.

For consecutive shapes cards are sorted by rung (their place in the sequence) and only stretches of rungs
without a hole are filled; for the others they are sorted by the value they must share. What remains is one
step for each meld found, or nearly so. Steps are counted, and too many of them are a fault: a choice is
never cut short.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from interpreter.layout import Layout
from interpreter.meld_search import BUDGET, Search
from interpreter.meld_shape import Found
from interpreter.meld_tables import Asker, fits, table_of
from interpreter.meld_values import Kinds, Meld, formed_by, laid_from, lying, shared, strength, top
from interpreter.position import Position

__all__ = [
    "BUDGET", "Asker", "Kinds", "Meld", "enumerate_melds", "form", "formed_by", "identity", "laid_from",
    "lying", "matches", "shared", "strength", "top",
]  # fmt: skip


def enumerate_melds(
    layout: Layout,
    pos: Position,
    row: Sequence[int],
    any_of: Sequence[int],
    kinds: Kinds,
    asker: Asker | None = None,
    *,
    low: int = 0,
    high: int | None = None,
    by: int | None = None,
    accept: Callable[[Meld], bool] | None = None,
    budget: int = BUDGET,
) -> list[Meld]:
    """All melds of these kinds; see the module for what counts as one and the order.

    `low` to `high`: how many cards; `by`: who forms them. `accept` says which melds are wanted. It must look
    at nothing but a meld's kind, size and highest value (`meld_forms` tells whether a condition does so),
    because it is asked about one meld of such a group before the others are made.

    Raises RulesFault `options-budget` when there are too many.
    """
    search = Search(layout, pos, row, any_of, asker, low, high, budget, by=by, accept=accept)
    for kind, parameters in kinds:
        search.find(kind, parameters)
    return search.found


def form(
    layout: Layout,
    pos: Position,
    pieces: Sequence[int],
    kinds: Kinds,
    asker: Asker | None = None,
    fixed: Mapping[int, int] | None = None,
) -> Meld | None:
    """The first meld of these kinds that consists of just these cards, in any order; None when there is none.

    `fixed` says for some of the pieces as which face they must be read.
    """
    size = len(pieces)
    search = Search(layout, pos, (), pieces, asker, size, size, BUDGET, fixed, first=True)
    try:
        for kind, parameters in kinds:
            search.find(kind, parameters)
    except Found:
        return search.found[0]
    return None


def matches(
    layout: Layout, pos: Position, pieces: Sequence[int], kinds: Kinds, asker: Asker | None = None
) -> bool:
    """Whether the cards, in any order, form a meld of one of these kinds."""
    wilds = layout.face_wild
    faces = [layout.piece_face[piece] for piece in pieces]
    slow = any(wilds[face] for face in faces)
    for kind, parameters in kinds:
        for number in range(len(layout.program.melds[kind].shapes)):
            table = table_of(layout, kind, number)
            if slow or not table.plain or table.shape.total is not None:
                if form(layout, pos, pieces, ((kind, parameters),), asker) is not None:
                    return True
                break
            if table.low <= len(pieces) <= table.limit(len(pieces)) and fits(layout, table.shape, faces):
                return True
    return False


def identity(layout: Layout, pos: Position, meld: Meld) -> tuple[object, ...]:
    """What tells a meld from others of its kind: equal for two melds that are the same option.

    Cards by place and face, a card of a bag by its face alone; then the readings; then, for a meld of melds,
    the identities of its parts.
    """
    cards: list[tuple[int, ...]] = []
    for piece in meld.pieces:
        zone = pos.place[piece]
        if zone >= 0 and layout.is_bag[zone]:
            cards.append((zone, layout.piece_label[piece], pos.shown[piece], pos.facing[piece], -1))
        else:
            cards.append((zone, layout.piece_label[piece], 0, 0, piece))
    parts = sorted(str(identity(layout, pos, part)) for part in meld.parts)
    return (meld.kind, tuple(sorted(cards)), tuple(sorted(meld.faces)), tuple(parts))
