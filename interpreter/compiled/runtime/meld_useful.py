"""Which cards can be in a meld at all, told from the set of those at hand by shifts, in the kernel language.

A set is a mask: one word, bit `piece`. Where three cards of a rank are needed, the suits are laid over one
another, and all ranks are counted at once; where three in sequence are needed, the set is laid over itself,
and all stretches whose cards stand equally far apart are tested at once. Cards that are in no such group or
stretch are in no meld, so a search that leaves them out finds the same melds in the same order after as many
steps.

Nothing is said where a card can be read as another one, where plain cards are parts of a meld of melds, where
there are more pieces than bits, and where there are twins: a search goes another way, with other steps, when
there are any among its cards, whether they can be in a meld or not. Nor is anything said where one card is a
meld, or any two are, so that nothing would be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.compiled.features import WORD
from interpreter.compiled.runtime.meld_data import ShapeData
from interpreter.layout import Layout

_MOST_LAYERS: Final = 8
_MOST_GROUPS: Final = 16
_MOST_SPACINGS: Final = 8
"""Where more of them would have to be written, nothing is said."""


def useful_lines(layout: Layout, shapes: Sequence[ShapeData]) -> list[str] | None:
    """Lines that put into `found` those pieces of `mask` that can be in a meld of one of these shapes, which
    have plain cards only; None where that cannot be told.
    """
    twins = any(len(twins) > 1 for twins in layout.twins)
    if layout.has_wilds or twins or layout.piece_count > WORD:
        return None
    if any(data.low < 2 or (data.key_count == 1 and not data.rung_count) for data in shapes):
        return None
    lines = ["found = 0"]
    for data in shapes:
        own = _runs(layout, data) if data.rung_count else _groups(layout, data)
        if own is None:
            return None
        lines += own
    return lines


def _bits(pieces: Sequence[int]) -> int:
    return sum(1 << piece for piece in set(pieces))


def _shifted(word: str, by: int, sign: str) -> str:
    return f"({word} {sign} {by})" if by else word


def _layers(groups: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    """How far pieces stand from the first one of their group, which stands for it: for each distance those of
    the groups that have a piece so far away.
    """
    found: dict[int, list[int]] = {}
    for pieces in groups:
        for piece in pieces:
            found.setdefault(piece - pieces[0], []).append(pieces[0])
    return found


def _layer(away: int, firsts: Sequence[int]) -> str:
    """The first pieces of groups whose piece at a distance is there."""
    return f"{_shifted('mask', away, '>>')} & {_bits(firsts)}"


def _unfolded(groups: str, layers: dict[int, list[int]]) -> list[str]:
    """Lines that put into `found` the pieces of those groups whose first pieces are known."""
    every = {first for firsts in layers.values() for first in firsts}
    lines = []
    for away, firsts in layers.items():
        some = groups if len(set(firsts)) == len(every) else f"({groups} & {_bits(firsts)})"
        lines.append(f"found |= mask & {_shifted(some, away, '<<')}")
    return lines


# -- cards that share something ----------------------------------------------------------------------


def _groups(layout: Layout, data: ShapeData) -> list[str] | None:
    by_key: list[list[int]] = [[] for _ in range(data.key_count)]
    for piece, face in enumerate(layout.piece_face):
        if data.keys[face] >= 0:
            by_key[data.keys[face]].append(piece)
    groups = [pieces for pieces in by_key if len(pieces) >= data.low]
    layers = _layers(groups)
    if len(layers) <= _MOST_LAYERS:
        return _counted_at_once(layers, data.low)
    if len(groups) > _MOST_GROUPS:
        return None
    lines = []
    for pieces in groups:
        lines += [f"some = mask & {_bits(pieces)}", f"if popcount(some) >= {data.low}:", "    found |= some"]
    return lines


def _counted_at_once(layers: dict[int, list[int]], low: int) -> list[str]:
    """`least3` are the groups of which at least three pieces have been counted."""
    lines = [f"least{number} = 0" for number in range(1, low + 1)]
    for away, firsts in layers.items():
        lines.append(f"layer = {_layer(away, firsts)}")
        lines += [f"least{number} |= least{number - 1} & layer" for number in range(low, 1, -1)]
        lines.append("least1 |= layer")
    return lines + _unfolded(f"least{low}", layers)


# -- cards in sequence -------------------------------------------------------------------------------


def _runs(layout: Layout, data: ShapeData) -> list[str] | None:
    """A group are the pieces on the same rung that share the same; a stretch is made of groups."""
    rungs: dict[tuple[int, int], list[int]] = {}
    for piece, face in enumerate(layout.piece_face):
        for rung in {data.rungs[face], data.low_rungs[face]}:
            if data.keys[face] >= 0 and rung >= 0:
                rungs.setdefault((data.keys[face], rung), []).append(piece)
    layers = _layers([pieces for _, pieces in sorted(rungs.items())])
    spacings: dict[tuple[int, ...], list[int]] = {}
    for key, rung in rungs:
        groups = [rungs.get((key, rung + step), []) for step in range(data.low)]
        # the low member may stand at both ends, if there are two such pieces
        if all(len(pieces) >= groups.count(pieces) for pieces in groups):
            stretch = sorted({pieces[0] for pieces in groups})
            spacings.setdefault(tuple(first - stretch[0] for first in stretch), []).append(stretch[0])
    if len(layers) > _MOST_LAYERS or len(spacings) > _MOST_SPACINGS:
        return None
    lines = ["there = 0", "whole = 0"]
    lines += [f"there |= {_layer(away, starts)}" for away, starts in layers.items()]
    for spacing, starts in spacings.items():
        together = " & ".join(_shifted("there", away, ">>") for away in spacing)
        lines.append(f"some = {together} & {_bits(starts)}")
        lines.append(f"whole |= {' | '.join(_shifted('some', away, '<<') for away in spacing)}")
    return lines + _unfolded("whole", layers)


LISTED = """
def meld_listed_set(mask):
    if mask == 0:
        return 0
    list = alloc(popcount(mask) + 1)
    at = list
    while mask:
        at += 1
        heap[at] = ctz(mask)
        mask &= mask - 1
    heap[list] = at - list
    return list
"""

FILTERED = """
def ${useful}_of(cards):
    n = heap[cards]
    mask = 0
    for i in range(cards + 1, cards + n + 1):
        mask |= 1 << heap[i]
    fit = $useful(mask)
    if fit == mask or popcount(mask) != n:
        return cards
    if fit == 0:
        return 0
    kept = alloc(popcount(fit) + 1)
    at = kept
    for i in range(cards + 1, cards + n + 1):
        if fit >> heap[i] & 1:
            at += 1
            heap[at] = heap[i]
    heap[kept] = at - kept
    return kept
"""
"""A list without the cards that are in no meld. One that has a card twice stays as it is: only how many cards
there are of each thing is known of a set."""
