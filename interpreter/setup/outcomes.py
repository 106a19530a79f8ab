"""Chance that gives what was written."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.chance import Event, Sampled
from interpreter.layout import Layout
from interpreter.position import Position
from interpreter.setup.facts import Outcome, SetUpError


class Written:
    """Chance that gives what was written, in order, and after that draws from the position's generator."""

    def __init__(self, layout: Layout, pos: Position, outcomes: list[Outcome]) -> None:
        self.layout = layout
        self.after = Sampled(pos)
        self.outcomes = outcomes
        self.history: list[int] = []

    def _next(self, fits: list[bool], shown: str) -> int | None:
        """The index of the outcome that was written next, None when nothing more was written."""
        if not self.outcomes:
            return None
        wanted = self.outcomes.pop(0)
        for index, fit in enumerate(fits):
            if fit:
                return index
        raise SetUpError(f"chance cannot give `{wanted.text}` here: {shown}", wanted.origin)

    def pick(self, event: Event) -> int:
        """See `Chance`."""
        if len(event.outcomes) == 1:
            return 0
        wanted = self.outcomes[0] if self.outcomes else None
        if event.kind == "piece":
            fits = [wanted is not None and self._is(wanted, label) for label in event.outcomes]
        else:
            fits = [wanted is not None and wanted.number == label for label in event.outcomes]
        found = self._next(fits, f"a {event.kind} is decided")
        return self.after.pick(event) if found is None else found

    def _is(self, wanted: Outcome, label: int) -> bool:
        return self.layout.face_of_label(label) in wanted.faces

    def pick_uniform(self, n: int) -> int:
        """See `Sampled`."""
        return self.pick(Event("index", tuple(range(n)), (1,) * n))

    def pick_piece(self, labels: Sequence[int], pieces: Sequence[int], zone: int = -1) -> int:
        """See `Chance`."""
        if len({labels[piece] for piece in pieces}) == 1:
            return 0
        if not self.outcomes:
            return self.after.pick_piece(labels, pieces, zone)
        wanted = self.outcomes[0]
        codes = " ".join(dict.fromkeys(self.layout.face_code[self.layout.piece_face[x]] for x in pieces))
        found = self._next([self._is(wanted, labels[piece]) for piece in pieces], f"one of {codes} comes")
        assert found is not None
        return found

    def pick_value(self, low: int, high: int) -> int:
        """See `Chance`."""
        if low == high:
            return low
        if not self.outcomes:
            return self.after.pick_value(low, high)
        wanted = self.outcomes[0]
        found = self._next(
            [wanted.number == v for v in range(low, high + 1)], f"a number from {low} to {high} comes"
        )
        assert found is not None
        return low + found
