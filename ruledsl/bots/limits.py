"""How long a bot may think about one decision: a number of iterations, or seconds."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Final

from attrs import frozen

MOST_ITERATIONS: Final = 10_000_000
MOST_SECONDS: Final = 3600.0

_FORM: Final = re.compile(r"(?P<number>\d+|\d*\.\d+|\d+\.)\s*(?P<unit>s|ms)?", re.ASCII)


class LimitError(ValueError):
    """A text that is no limit; the message says why, and what one looks like."""


@frozen
class Limit:
    """So many `iterations`, or, where that is 0, so many `seconds`."""

    iterations: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return str(self.iterations) if self.iterations else f"{self.seconds:g}s"

    def ticks(self) -> Iterator[int]:
        """Numbers from 0 for as long as thinking may go on; at least one."""
        if self.iterations:
            yield from range(self.iterations)
            return
        number, end = 0, time.perf_counter() + self.seconds
        while not number or time.perf_counter() < end:
            yield number
            number += 1


def read_limit(text: str) -> Limit:
    """The limit that a text means: `1000` iterations, `0.5s` or `500ms`. Raises LimitError."""
    found = _FORM.fullmatch(text.strip().lower())
    if found is None:
        raise LimitError("say a number of iterations, such as 1000, or seconds, such as 0.5s")
    number, unit = found["number"], found["unit"]
    if unit is None:
        if "." in number:
            raise LimitError(f"iterations are whole numbers; {number} seconds are written {number}s")
        if not 1 <= int(number) <= MOST_ITERATIONS:
            raise LimitError(f"the number of iterations is from 1 to {MOST_ITERATIONS:,}")
        return Limit(iterations=int(number))
    seconds = float(number) / (1000 if unit == "ms" else 1)
    if not 0 < seconds <= MOST_SECONDS:
        raise LimitError(f"a time is more than 0 and at most {MOST_SECONDS:g} seconds")
    return Limit(seconds=seconds)
