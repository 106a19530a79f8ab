"""Small plots made of characters: bars, outlines of distributions, and intervals on a line.

Where the output cannot show block characters, plain ASCII stands in for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TextIO

from attrs import frozen

_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
_HEIGHTS: Final = " ▁▂▃▄▅▆▇█"
_ASCII_HEIGHTS: Final = " .:-=+*#@"


@frozen
class Plots:
    """Draws with block characters, or with ASCII."""

    ascii: bool

    @classmethod
    def for_stream(cls, stream: TextIO | None, plain: bool = False) -> Plots:
        """What a stream can show."""
        return cls(plain or not can_show(stream, _EIGHTHS + _HEIGHTS + "├─┤●│"))

    def bar(self, share: float, width: int) -> str:
        """A bar that is `share` (0 to 1) of `width` characters long, filled up with blanks."""
        eighths = round(min(max(share, 0.0), 1.0) * width * 8)
        if self.ascii:
            return ("#" * round(eighths / 8)).ljust(width)
        full, part = divmod(eighths, 8)
        return ("█" * full + (_EIGHTHS[part] if part else "")).ljust(width)

    def outline(self, counts: Sequence[int]) -> str:
        """One character for each count, the higher the greater; a count that is not 0 is always seen."""
        heights = _ASCII_HEIGHTS if self.ascii else _HEIGHTS
        most = max(counts, default=0) or 1
        return "".join(heights[0 if not n else max(1, round(8 * n / most))] for n in counts)

    def interval(self, low: float, value: float, high: float, mark: float, width: int) -> str:
        """An interval on a line from 0 to 1, with its value, and a mark behind it (such as an even share)."""
        cells = [" "] * width
        place = [min(width - 1, int(part * width)) for part in (low, value, high, mark)]
        cells[place[3]] = "|" if self.ascii else "│"
        for number in range(place[0], place[2] + 1):
            cells[number] = "-" if self.ascii else "─"
        if place[2] > place[0]:
            cells[place[0]], cells[place[2]] = ("[", "]") if self.ascii else ("├", "┤")
        cells[place[1]] = "o" if self.ascii else "●"
        return "".join(cells).rstrip()


def can_show(stream: TextIO | None, text: str) -> bool:
    """Whether a stream's encoding has these characters."""
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
