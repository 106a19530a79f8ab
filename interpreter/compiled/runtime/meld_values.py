"""What melds read as, how they compare and which lie on the table, in the kernel language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.compiled.fault_codes import NUMBERS

LADDER = """
def meld_ladder_$name(faces, n, to):
    highest = NONE
    lowest = 0
    found = 0
    for i in range(0, n):
        value = $row[meld_work[faces + i]]
        if value == NONE:
            value = -1
        meld_work[to + i] = value
        lowest = value if i == 0 else min(lowest, value)
        highest = max(highest, value)
        if value == $low:
            found += 1
    if found and highest - lowest != n - 1:
        for i in range(0, n):
            if meld_work[to + i] == $low:
                meld_work[to + i] = $below
                if found == 2:
                    break
"""
"""The values of faces as they stand in a run: the low member below the lowest where it does not fit as it is;
of two of them one does."""

LADDER_WITHOUT_LOW = """
def meld_ladder_$name(faces, n, to):
    for i in range(0, n):
        value = $row[meld_work[faces + i]]
        meld_work[to + i] = -1 if value == NONE else value
"""

FITS = """
def meld_fits_$x(at, n):
$tests
    return 1
"""
"""Whether faces have the traits of a shape; number and total are not looked at."""

FITS_SAME = """
    if n:
        value = $row[meld_work[at]]
        if value == NONE:
            return 0
        for i in range(at + 1, at + n):
            if $row[meld_work[i]] != value:
                return 0
"""

FITS_DIFFERENT = """
    for i in range(at, at + n):
        value = $row[meld_work[i]]
        if value == NONE:
            return 0
        for j in range(at, i):
            if $row[meld_work[j]] == value:
                return 0
"""

FITS_RUN = """
    for i in range(at, at + n):
        if $row[meld_work[i]] == NONE:
            return 0
    if n:
        to = meld_room(n)
        meld_ladder_$name(at, n, to)
        meld_at[0] = to
        lowest = meld_work[to]
        highest = lowest
        for i in range(to, to + n):
            value = meld_work[i]
            lowest = min(lowest, value)
            highest = max(highest, value)
            for j in range(to, i):
                if meld_work[j] == value:
                    return 0
        if highest - lowest != n - 1:
            return 0
"""

FACES_OF = """
def meld_faces_of(m):
    n = heap[m + 6]
    at = meld_room(n)
    copy(meld_work, at, heap, m + 8 + n, n)
    return at
"""

TOP = f"""
def meld_top(m):
    n = heap[m + 6]
    value = NONE
    if n:
        at = meld_faces_of(m)
        value = meld_top_of(heap[m], heap[m + 1], at, n)
        meld_at[0] = at
    parts = heap[m + 5]
    if value == NONE and heap[parts] > 0:
        most = 0
        for i in range(parts + 1, parts + 1 + heap[parts]):
            most = max(most, heap[heap[i] + 6])
        for i in range(parts + 1, parts + 1 + heap[parts]):
            if heap[heap[i] + 6] == most:
                value = max(value, meld_top(heap[i]))
    if value == NONE:
        fault({NUMBERS["meld-without-top"]}, origin_now[0])
    return value
"""

TOP_OF_RUN = """
        meld_ladder_$name(at, n, meld_room(n))
        value = meld_work[meld_at[0] - n]
        for i in range(meld_at[0] - n, meld_at[0]):
            value = max(value, meld_work[i])
        return value
"""

SHARED = """
def meld_shared(m, attribute):
    n = heap[m + 6]
    if n == 0:
        return NONE
    at = m + 8 + n
    row = attribute * MELD_FACES
    value = meld_values[row + heap[at]]
    for i in range(at + 1, at + n):
        if meld_values[row + heap[i]] != value:
            return NONE
    return value
"""

STRENGTH = f"""
def meld_strength_$order(m):
    if m == NONE:
        return NONE
    place_in_order = meld_order_$order[heap[m]]
    if place_in_order < 0:
        fault({NUMBERS["kind-not-ordered"]}, origin_now[0])
    n = heap[m + 6]
    faces = meld_faces_of(m)
    values = meld_room(2 * n)
    meld_compared_$order(heap[m], heap[m + 1], faces, n, values)
    groups = 0
    for i in range(0, n):
        value = meld_work[values + i]
        found = 0
        for j in range(0, groups):
            if meld_work[faces + j] == value:
                meld_work[values + n + j] += 1
                found = 1
                break
        if found == 0:
            meld_work[faces + groups] = value
            meld_work[values + n + groups] = 1
            groups += 1
    strength = alloc(2 + 2 * groups)
    heap[strength] = 1 + 2 * groups
    heap[strength + 1] = place_in_order
    for i in range(0, groups):
        value = meld_work[faces + i]
        count = meld_work[values + n + i]
        to = strength + 2 + 2 * i
        while to > strength + 2 and meld_weaker(to - 2, count, value):
            heap[to] = heap[to - 2]
            heap[to + 1] = heap[to - 1]
            to -= 2
        heap[to] = count
        heap[to + 1] = value
    meld_at[0] = faces
    return strength
"""
"""Kind, then for each group of equal values how many and which; the larger group first, then the higher
value. `faces` is written over by the values of the groups, of which there are never more than values read."""

WEAKER = """
def meld_weaker(at, count, value):
    if heap[at] != count:
        return heap[at] < count
    return heap[at + 1] < value
"""

LYING = """
def meld_at_home(zone, j, at):
    laid = zone_start[zone] + j
    n = laid_length[laid]
    m = alloc(8 + 2 * n)
    heap[m] = laid_kind[laid]
    heap[m + 1] = laid_shape[laid]
    heap[m + 2] = NONE if laid_by[laid] < 0 else laid_by[laid]
    heap[m + 3] = zone
    heap[m + 4] = laid_serial[laid]
    heap[m + 5] = 0
    heap[m + 6] = n
    heap[m + 7 + n] = n
    for i in range(0, n):
        heap[m + 7 + i] = zone_row[zone_start[zone] + at + i]
        heap[m + 8 + n + i] = laid_face[zone_start[zone] + at + i]
    return m


def meld_lying(zone):
    n = laid_size[zone]
    if n == 0:
        return 0
    found = alloc(n + 1)
    heap[found] = n
    at = 0
    for j in range(0, n):
        heap[found + 1 + j] = meld_at_home(zone, j, at)
        at += laid_length[zone_start[zone] + j]
    return found


def meld_last_lying(zone):
    n = laid_size[zone]
    if n == 0:
        return NONE
    at = 0
    for j in range(0, n - 1):
        at += laid_length[zone_start[zone] + j]
    return meld_at_home(zone, n - 1, at)
"""

SAME = """
def meld_same(a, b):
    if a == b:
        return 1
    if a == NONE or b == NONE:
        return 0
    n = heap[a + 6]
    if heap[b + 6] != n:
        return 0
    for i in range(0, 5):
        if heap[a + i] != heap[b + i]:
            return 0
    for i in range(7, 8 + 2 * n):
        if heap[a + i] != heap[b + i]:
            return 0
    first = heap[a + 5]
    second = heap[b + 5]
    if heap[first] != heap[second]:
        return 0
    for i in range(1, heap[first] + 1):
        if meld_same(heap[first + i], heap[second + i]) == 0:
            return 0
    return 1
"""

SAME_LISTS = """
def meld_same_lists(a, b):
    if a == b:
        return 1
    if a == NONE or b == NONE:
        return 0
    for i in range(0, heap[a] + 1):
        if heap[a + i] != heap[b + i]:
            return 0
    return 1
"""

COMPARE_LISTS = """
def meld_compare_lists(a, b):
    if a == b:
        return 0
    for i in range(1, min(heap[a], heap[b]) + 1):
        if heap[a + i] < heap[b + i]:
            return -1
        if heap[a + i] > heap[b + i]:
            return 1
    if heap[a] == heap[b]:
        return 0
    return -1 if heap[a] < heap[b] else 1
"""

KEY = """
def meld_sort_heap(at, n):
    for i in range(at + 1, at + n):
        value = heap[i]
        j = i
        while j > at and heap[j - 1] > value:
            heap[j] = heap[j - 1]
            j -= 1
        heap[j] = value


def meld_key(m):
    if m == NONE:
        return NONE
    if heap[m + 3] != NONE:
        home = alloc(5)
        heap[home] = 4
        heap[home + 1] = heap[m]
        heap[home + 2] = -1
        heap[home + 3] = heap[m + 3]
        heap[home + 4] = heap[m + 4]
        return home
    n = heap[m + 6]
    parts = heap[m + 5]
    keys = 0
    count = heap[parts]
    size = 3 + 2 * n
    if count:
        keys = alloc(count)
        for i in range(0, count):
            own = meld_key(heap[parts + 1 + i])
            size += heap[own] + 1
            to = keys + i
            while to > keys and meld_compare_lists(heap[to - 1], own) > 0:
                heap[to] = heap[to - 1]
                to -= 1
            heap[to] = own
    key = alloc(size + 1)
    heap[key] = size
    heap[key + 1] = heap[m]
    heap[key + 2] = n
    heap[key + 3] = count
    at = key + 4
    for i in range(0, n):
        heap[at + i] = meld_looks_like(heap[m + 7 + i])
    copy(heap, at + n, heap, m + 8 + n, n)
    meld_sort_heap(at, n)
    meld_sort_heap(at + n, n)
    at += 2 * n
    for i in range(0, count):
        own = heap[keys + i]
        copy(heap, at, heap, own, heap[own] + 1)
        at += heap[own] + 1
    return key
"""
"""Cards stand in a key as the first piece that nobody could tell from them where they lie."""

LOOKS_LIKE = """
def meld_looks_like(piece):
    first = meld_first_twin[piece]
    if first == piece:
        return piece
    zone = place[piece]
$ordered
    for other in range(first, piece):
        if piece_label[other] == piece_label[piece] and place[other] == zone$alike:
            return other
    return piece
"""

ORDERED_ZONE = """
    if zone >= 0:
        if meld_zone_ordered[zone]:
$undecided
            return piece
"""

IN_UNDECIDED = """
            if meld_is_undecided(piece, zone):
                for other in range(first, piece):
                    if piece_label[other] == piece_label[piece] and place[other] == zone$alike:
                        if meld_is_undecided(other, zone):
                            return other
"""

UNDECIDED = """
def meld_is_undecided(piece, zone):
    if meld_zone_waits[zone] == 0:
        return 0
    at = undecided_start[zone]
    for i in range(at, at + undecided_size[zone]):
        if undecided_row[i] == piece:
            return 1
    return 0
"""

ALIKE: Final = {"shown": " and shown[other] == shown[piece]", "facing": " and facing[other] == facing[piece]"}
"""What else has to be alike, where there is such a thing."""


def chain(cases: Sequence[tuple[str, str]], otherwise: str) -> str:
    """Lines that ask one case after the other: (condition, lines of its body with their indent)."""
    lines = []
    for condition, body in cases:
        lines += [f"    if {condition}:", body.strip("\n")]
    return "\n".join([*lines, f"    {otherwise}"])
