"""The outcomes of chance, numbered once for a Program."""

from __future__ import annotations

from interpreter.chance import Event
from interpreter.faults import Refused
from interpreter.layout import Layout
from ruledsl.adapters.actions import piece_text


class OutcomeLayout:
    """Numbers for what chance may give: which piece, by its face and owner; what a die shows; which place.

    Events of different kinds use the same numbers. All lie below `count`, which is 0 for a game without
    pieces.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._labels = sorted(set(layout.piece_label))
        self._numbers = {label: number for number, label in enumerate(self._labels)}
        sides = [family.sides for family in layout.program.families if family.sides is not None]
        self._low = min((low for low, _ in sides), default=0)
        values = max((high for _, high in sides), default=0) - self._low + 1 if sides else 0
        self.count = max(layout.piece_count, values)

    def of(self, event: Event) -> list[tuple[int, float]]:
        """The outcomes of an event in ascending order, each with its probability."""
        weighted = zip(event.outcomes, event.weights, strict=True)
        return sorted((self.number(event, outcome), weight / event.total) for outcome, weight in weighted)

    def number(self, event: Event, outcome: int) -> int:
        """The number of an outcome of an event."""
        if event.kind == "piece":
            return self._numbers[outcome]
        return outcome - self._low if event.kind == "roll" else outcome - 1

    def index(self, event: Event, number: int) -> int:
        """The index of an outcome by its number. Refused when chance cannot give it."""
        for index, outcome in enumerate(event.outcomes):
            if self.number(event, outcome) == number:
                return index
        raise Refused(f"chance cannot give outcome {number} here")

    def text(self, event: Event, number: int) -> str:
        """An outcome of an event, for people."""
        if event.kind == "piece":
            return piece_text(self._layout, self._labels[number])
        return str(number + self._low) if event.kind == "roll" else f"place {number + 1}"
