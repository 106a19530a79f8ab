"""Lists and the room for them, in the kernel language. A list is a place in `heap`: its length, its
elements.
"""

from __future__ import annotations

from typing import Final

from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.kernel import NONE

_BEYOND = NUMBERS["beyond-kernel"]
_TOO_LONG = NUMBERS["list-too-long"]
_LIMIT = 10_000

TEXTS: Final[dict[str, str]] = {
    "alloc": f"""
def alloc(n):
    # n fresh words that are gone after the statement
    at = heap_top[0]
    if at + n > HEAP_END:
        fault({_BEYOND}, origin_now[0])
    heap_top[0] = at + n
    return at
""",
    "grow": f"""
def grow(at, n, room):
    # more room for a list under work: it moves to a place with twice as much
    to = heap_top[0]
    if to + 2 * room + 1 > HEAP_END:
        fault({_BEYOND}, origin_now[0])
    if at + room + 1 == to:
        heap_top[0] = to + room
        return at
    heap_top[0] = to + 2 * room + 1
    copy(heap, to + 1, heap, at + 1, n)
    return to
""",
    "join_lists": f"""
def join_lists(a, b):
    n = heap[a]
    m = heap[b]
    if n == 0:
        return b
    if m == 0:
        return a
    if n + m > {_LIMIT}:
        fault({_TOO_LONG}, origin_now[0])
    at = alloc(n + m + 1)
    heap[at] = n + m
    copy(heap, at + 1, heap, a + 1, n)
    copy(heap, at + 1 + n, heap, b + 1, m)
    return at
""",
    "index_in": """
def index_in(a, x):
    # the place of a number in a list, from 0, or -1
    for i in range(0, heap[a]):
        if heap[a + 1 + i] == x:
            return i
    return -1
""",
    "without_list": """
def without_list(a, b):
    n = heap[a]
    if heap[b] == 0:
        return a
    at = alloc(n + 1)
    heap[at] = n
    copy(heap, at + 1, heap, a + 1, n)
    for j in range(0, heap[b]):
        i = index_in(at, heap[b + 1 + j])
        if i >= 0:
            n = heap[at] - 1
            copy(heap, at + 1 + i, heap, at + 2 + i, n - i)
            heap[at] = n
    return at
""",
    "last_of_list": """
def last_of_list(a, n):
    size = heap[a]
    if n >= size:
        return a
    at = alloc(n + 1)
    heap[at] = n
    copy(heap, at + 1, heap, a + 1 + size - n, n)
    return at
""",
    "single": """
def single(x):
    at = alloc(2)
    heap[at] = 1
    heap[at + 1] = x
    return at
""",
    "times_in": """
def times_in(a, x):
    found = 0
    for i in range(0, heap[a]):
        if heap[a + 1 + i] == x:
            found += 1
    return found
""",
    "includes_bag": """
def includes_bag(a, b):
    if heap[b] > heap[a]:
        return 0
    for i in range(0, heap[b]):
        x = heap[b + 1 + i]
        if times_in(a, x) < times_in(b, x):
            return 0
    return 1
""",
    "same_numbers": f"""
def same_numbers(a, b):
    if a == b:
        return 1
    if a == {NONE} or b == {NONE}:
        return 0
    n = heap[a]
    if n != heap[b]:
        return 0
    for i in range(0, n):
        if heap[a + 1 + i] != heap[b + 1 + i]:
            return 0
    return 1
""",
    "compare_numbers": f"""
def compare_numbers(a, b):
    # -1, 0 or 1: as lists of numbers compare, element by element; nothing is below every list
    if a == {NONE} or b == {NONE}:
        return (a != {NONE}) - (b != {NONE})
    n = heap[a]
    m = heap[b]
    for i in range(0, min(n, m)):
        x = heap[a + 1 + i]
        y = heap[b + 1 + i]
        if x < y:
            return -1
        if x > y:
            return 1
    if n < m:
        return -1
    if n > m:
        return 1
    return 0
""",
}
_NEEDS: Final = {
    "join_lists": ("alloc",),
    "without_list": ("alloc", "index_in"),
    "last_of_list": ("alloc",),
    "single": ("alloc",),
    "includes_bag": ("times_in",),
}


class ListCode:
    """The list functions that a kernel asked for."""

    def __init__(self) -> None:
        self._used: dict[str, None] = {}

    def name(self, name: str) -> str:
        """The name of a list function, from now on part of the kernel."""
        for needed in _NEEDS.get(name, ()):
            self.name(needed)
        self._used[name] = None
        return name

    def text(self) -> str:
        """All that were asked for."""
        return "".join(TEXTS[name] for name in self._used)
