"""What searches for one shape of a kind have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.faults import EngineBug
from interpreter.meld_tables import Asker, Table
from interpreter.meld_values import Meld

if TYPE_CHECKING:
    from interpreter.meld_search import Search

Entry = tuple[int, int, int]
"""A card ready to be used: piece, face it is read as, number of its class (-1: it must be used)."""


class Found(Exception):
    """The first meld is there and no more are wanted."""


class ShapeSearch:
    """The search for one shape of a kind, with sizes from `low` to `high`.

    `careful`: the same meld could be found twice even without wilds, so each is looked up before it is added.
    """

    __slots__ = ("careful", "classes", "found", "high", "kind", "low", "number", "search", "table", "target")

    def __init__(
        self, search: Search, kind: int, number: int, table: Table, low: int, high: int, careful: bool
    ) -> None:
        self.search = search
        self.kind = kind
        self.number = number
        self.table = table
        self.low = low
        self.high = high
        self.careful = careful
        self.classes = search.classes
        self.found = search.found
        self.target: int | None = None
        if table.shape.total is not None:
            self.target = self._asker().total(kind, table.shape, search.parameters)

    def _asker(self) -> Asker:
        if self.search.asker is None:
            raise EngineBug("a meld with a total is searched without anybody to ask")
        return self.search.asker

    def measure(self, entry: Entry) -> int:
        """What a card counts towards the total."""
        return self._asker().measure(self.table.shape, entry[0], entry[1])

    def emit(self, entries: Sequence[Entry], parts: tuple[Meld, ...] = (), mark: object = None) -> None:
        """Adds a meld laid like this, unless it has been found already; `mark` tells alike ones apart."""
        meld = self._laid(entries, parts)
        if self.careful or (self.search.wild and self._has_wilds(meld)):
            twin = self.search.twin_key
            key = (tuple(sorted([twin(p) for p in meld.pieces])), tuple(sorted(meld.faces)), mark)
            if key in self.search.seen:
                return
            self.search.seen.add(key)
        if self.search.accept is None or self.search.accept(meld):
            self.found.append(meld)
            if self.search.once:
                raise Found

    def _has_wilds(self, meld: Meld) -> bool:
        """Whether several of its cards are wilds: then they can change places."""
        wilds = self.search.layout.face_wild
        face_of = self.search.layout.piece_face
        number = 0
        for piece in meld.pieces:
            if wilds[face_of[piece]]:
                number += 1
        return number > 1

    def _laid(self, entries: Sequence[Entry], parts: tuple[Meld, ...] = ()) -> Meld:
        pieces = tuple([entry[0] for entry in entries])
        faces = tuple([entry[1] for entry in entries])
        return Meld(self.kind, pieces, faces, self.search.by, parts, None, self.number)

    def emit_all(self, ways: Iterable[tuple[Entry, ...]]) -> None:
        """Adds melds, none of them empty, laid like this and already accepted."""
        if self.careful or self.search.wild or self.search.once:
            for entries in ways:
                self.emit(entries)
            return
        kind = self.kind
        number = self.number
        by = self.search.by
        add = self.found.append
        for entries in ways:
            pieces, faces, _ = zip(*entries, strict=True)
            add(Meld(kind, pieces, faces, by, (), None, number))

    def welcome(self, entries: Sequence[Entry]) -> bool:
        """Whether melds of the kind, size and highest value of this one are wanted at all.

        Where a kind has several shapes, the same cards may read differently in each: then each is asked
        about.
        """
        accept = self.search.accept
        return accept is None or self.search.several or accept(self._laid(entries))

    def keyed(self, piece: int) -> list[tuple[Any, Entry]]:
        """The ways to use a card of the row, each with what must be shared."""
        keys = self.table.keys
        return [
            (keys[face], (piece, face, -1)) for face in self.search.readings(piece) if keys[face] is not None
        ]

    def differs(self, entries: Iterable[Entry], entry: Entry) -> bool:
        """Whether a card differs from the others in what must differ."""
        face = entry[1]
        for row in self.table.different:
            for other in entries:
                if row[face] == row[other[1]]:
                    return False
        return True

    def free(self, head: Sequence[Entry], entries: Sequence[Entry]) -> Sequence[Entry]:
        """The entries without the cards of the head, which may stand in both lists of the search."""
        if not self.search.overlap:
            return entries
        taken = {entry[0] for entry in head}
        return [entry for entry in entries if entry[0] not in taken]
