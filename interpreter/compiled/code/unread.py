"""What is noted and never asked: stores into an array that nothing reads are left out of a kernel's text.

Where only whole games are played, it may be that nothing asks of any piece where it lies: who moves it knows.
And what is kept of turns, stacks, budgets and the heap is asked for in few games.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

ARRAYS = (
    "place", "misses", "depth", "turn_at", "quiet", "direction", "committed", "script", "script_size",
    "commits", "decision_due", "chance_off", "own_depth", "work_left", "pendings", "once_dropped", "kept_top",
    "lifting", "heap_top", "heap_base", "pure", "judged",
)  # fmt: skip
"""Arrays that nobody outside reads from a kernel for whole games alone; each before those whose elements it
gets."""

_CALLED = re.compile(r"\w\(")
_WALK = re.compile(r"^( *)while (\w+):\n\1    \2 &= \2 - 1$", re.MULTILINE)
"""A walk over a mask in which nothing is left to do."""


def without_unread(functions: Sequence[str]) -> list[str]:
    """The functions without stores into those of `ARRAYS` that none of them reads."""
    found = list(functions)
    for array in ARRAYS:
        store = re.compile(rf"^ *(?:{array}\[[^=\n]*\] = (?P<value>.*)|fill\({array}, .*)$")
        read = re.compile(rf"\b{array}[\[,]")
        # most functions have nothing to do with it: a look for its name is quicker than for a pattern
        there = [n for n, text in enumerate(found) if f"{array}[" in text or f"{array}," in text]
        if not any(_reads(found[number], array, store, read) for number in there):
            for number in there:
                found[number] = _without(found[number], store)
    return found


def _reads(function: str, array: str, store: re.Pattern[str], read: re.Pattern[str]) -> bool:
    """Whether a function does more with an array than store into it what is there without it."""
    for line in function.split("\n"):
        if array in line and read.search(line) is not None:
            stored = store.match(line)
            value = "" if stored is None else stored["value"] or ""
            if stored is None or read.search(value) or _CALLED.search(value):
                return True
    return False


def _without(function: str, store: re.Pattern[str]) -> str:
    lines = [line for line in function.split("\n") if store.match(line) is None]
    return _WALK.sub("", _filled("\n".join(lines))).replace("\n\n", "\n")


def _filled(function: str) -> str:
    """The function with `pass` where a block has lost all its lines."""
    lines = function.split("\n")
    found: list[str] = []
    for number, line in enumerate(lines):
        found.append(line)
        if line.endswith(":"):
            own = len(line) - len(line.lstrip())
            after = lines[number + 1] if number + 1 < len(lines) else ""
            if not after.strip() or len(after) - len(after.lstrip()) <= own:
                found.append(" " * (own + 4) + "pass")
    return "\n".join(found)
