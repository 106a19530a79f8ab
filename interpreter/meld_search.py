"""The search for melds; see `melds` for what is searched and in which order it is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from interpreter.faults import RulesFault
from interpreter.layout import Layout
from interpreter.meld_groups import GroupSearch
from interpreter.meld_parts import combine
from interpreter.meld_runs import RunSearch
from interpreter.meld_shape import ShapeSearch
from interpreter.meld_tables import Asker, table_of
from interpreter.meld_values import Meld
from interpreter.position import NOWHERE, Position

BUDGET = 250_000
"""Steps that one search may take."""


class Search:
    """One search: the cards, and what has been found so far."""

    __slots__ = (
        "accept", "any_of", "asker", "budget", "by", "classes", "fixed", "found", "high", "layout", "low",
        "once", "overlap", "parameters", "pos", "representative", "row", "seen", "several", "steps", "wild",
    )  # fmt: skip

    def __init__(
        self,
        layout: Layout,
        pos: Position,
        row: Sequence[int],
        any_of: Sequence[int],
        asker: Asker | None,
        low: int,
        high: int | None,
        budget: int,
        fixed: Mapping[int, int] | None = None,
        first: bool = False,
        by: int | None = None,
        accept: Callable[[Meld], bool] | None = None,
    ) -> None:
        self.layout = layout
        self.pos = pos
        self.row = row
        self.any_of = any_of
        self.asker = asker
        self.low = low
        self.high = len(row) + len(any_of) if high is None else high
        self.budget = budget
        self.fixed = fixed
        self.once = first
        self.by = by
        self.accept = accept
        self.found: list[Meld] = []
        self.steps = 0
        self.several = False
        self.seen: set[Any] = set()
        self.overlap = bool(row) and not set(row).isdisjoint(any_of)
        self.wild = layout.has_wilds and self._has_wilds()
        self.classes = self._make_classes()
        self.representative: dict[int, int] = {}
        self.parameters: tuple[int, ...] = ()

    def _has_wilds(self) -> bool:
        wilds = self.layout.face_wild
        face = self.layout.piece_face
        return any(wilds[face[p]] for p in self.row) or any(wilds[face[p]] for p in self.any_of)

    def _make_classes(self) -> list[tuple[int, ...]]:
        """The cards of `any_of`, twins of the same bag together."""
        place = self.pos.place
        is_bag = self.layout.is_bag
        for piece in self.any_of:
            if is_bag[place[piece]] and place[piece] != NOWHERE:
                break
        else:
            return [(piece,) for piece in self.any_of]
        classes: dict[Any, list[int]] = {}
        for piece in self.any_of:
            zone = place[piece]
            key: Any = piece
            if zone != NOWHERE and is_bag[zone] and not (self.fixed and piece in self.fixed):
                label = self.layout.piece_label[piece]
                key = (label, zone, self.pos.shown[piece], self.pos.facing[piece])
            classes.setdefault(key, []).append(piece)
        return [tuple(members) for members in classes.values()]

    def readings(self, piece: int) -> tuple[int, ...]:
        """The faces a card may be read as."""
        if self.fixed and piece in self.fixed:
            return (self.fixed[piece],)
        return self.layout.readings[self.layout.piece_face[piece]]

    def find(self, kind: int, parameters: tuple[int, ...]) -> None:
        """Adds all melds of a kind."""
        shapes = self.layout.program.melds[kind].shapes
        self.seen = set()
        self.parameters = parameters
        self.several = len(shapes) > 1
        for number in range(len(shapes)):
            table = table_of(self.layout, kind, number)
            careful = self.overlap or self.several or table.shape.low_member is not None
            low = max(self.low, table.low) if table.plain else self.low
            high = min(self.high, table.limit(self.high)) if table.plain else self.high
            if low > high:
                continue
            if not table.plain:
                combine(ShapeSearch(self, kind, number, table, low, high, True))
            elif table.shape.consecutive is not None:
                RunSearch(self, kind, number, table, low, high, careful).run()
            else:
                GroupSearch(self, kind, number, table, low, high, careful).run()

    def spend(self, steps: int, kind: int) -> None:
        """Counts steps; too many are a fault."""
        self.steps += steps
        if self.steps > self.budget:
            name = self.layout.program.melds[kind].name
            raise RulesFault(
                "options-budget",
                facts={"kind": name, "budget": self.budget, "cards": len(self.row) + len(self.any_of)},
                text=f"more than {self.budget} steps to list every {name}",
            )

    def among(self, kinds: Sequence[int], pool: Sequence[int]) -> list[Meld]:
        """All melds of these kinds that some of the cards in reach form, in any order."""
        search = Search(
            self.layout,
            self.pos,
            (),
            pool,
            self.asker,
            0,
            None,
            self.budget - self.steps,
            self.fixed,
            by=self.by,
        )
        for kind in kinds:
            search.find(kind, ())
        self.steps += search.steps
        return search.found

    def twin_key(self, piece: int) -> int:
        """The same number for cards of `any_of` that count as one; any other card is its own."""
        if not self.representative:
            self.representative = {p: c[0] for c in self.classes for p in c}
        return self.representative.get(piece, piece)
