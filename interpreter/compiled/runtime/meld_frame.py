"""What all searches for melds share, in the kernel language: the cards, what was found, what it cost.

A search has a frame in `meld_work`, a stack of numbers, so a search may run within another (a condition on a
meld, or what a card counts, may itself look for melds). The frame of a shape stands above that of its search.

A card ready to be used is an entry: piece + face it is read as * 2^16 + (number of its class + 1) * 2^32; a
card that must be used has no class. Classes are twins of the same bag, of which it does not matter which one
is taken.
"""

from __future__ import annotations

from typing import Final

from interpreter.compiled.fault_codes import NUMBERS
from interpreter.meld_search import BUDGET

SEARCH_FIELDS: Final = (
    "ROW", "ROWS", "ANY", "ANYS", "BY", "LOW", "HIGH", "ONCE", "FIXED", "OVERLAP", "WILD", "CLASSES",
    "FIRSTS", "MEMBERS", "TWIN", "TWINS_KNOWN", "SEEN", "TABLE", "SLOTS", "KEPT", "FOUND", "ACCEPT", "PROBE",
    "SEVERAL", "STEPS",
)  # fmt: skip
"""A search: where its cards stand and how many (`ROW`: a piece of it in order, `ANY`: any of them), who forms
the melds (`BY`), sizes, whether the first one is enough (`ONCE`), readings that are fixed by piece (`FIXED`,
0: none), the classes (members of class i: from `FIRSTS[i]` on within `MEMBERS`), the class of each piece by
its first member (`TWIN`, made when it is needed), the table of what was found already (`TABLE`, `SLOTS` of
which `KEPT` are taken; `SEEN`: where the stack of tables began), where its melds begin in `meld_found`, the
number of the condition on melds (0: none) and a meld to ask it about."""

SHAPE_FIELDS: Final = (
    "KIND", "SHAPE", "LEAST", "MOST", "TARGET", "CHECK", "KEYS", "KEY_AT", "RUNGS", "RUNG_AT", "LOW_AT",
    "CHOSEN", "USED", "PAIRS", "NEEDS", "NEEDS_STEP", "LOOSE", "SPARE", "ZEROS", "HOPES",
)  # fmt: skip
"""A shape within a search: sizes, the total, whether melds can be found twice (`CHECK` 2: when two of their
wilds can be read alike), its tables, the entries chosen so far, and for a sequence the copies in use and the
ladders. `KEY_AT` is where in `meld_key_of` stands what each face shares, `RUNG_AT` and `LOW_AT` where in
`meld_rung_of` its rung and the one it has as the low member (-1: there is none)."""

FOUND_ROOM: Final = BUDGET + 4_096
"""How many melds are held at once; a search finds at most one for each step."""

SEEN_ROOM: Final = 1 << 20
"""Places in tables of melds found before: the last one for a whole budget, with those that were outgrown."""

_MIX: Final = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def field_constants() -> list[str]:
    """Declares the places of the fields and the limits."""
    lines = [f"MELD_{name} = {place}" for place, name in enumerate(SEARCH_FIELDS)]
    lines += [f"MELD_{name} = {place}" for place, name in enumerate(SHAPE_FIELDS)]
    return [
        *lines,
        f"MELD_SEARCH = {len(SEARCH_FIELDS)}",
        f"MELD_SHAPE_FRAME = {len(SHAPE_FIELDS)}",
        f"MELD_BUDGET = {BUDGET}",
        f"MELD_FOUND_ROOM = {FOUND_ROOM}",
        f"MELD_SEEN_ROOM = {SEEN_ROOM}",
    ]


def noise(count: int) -> tuple[int, ...]:
    """Numbers below 2^48 without pattern; sums of them tell selections apart."""
    found = []
    state = 0
    for _ in range(count):
        state = (state + _MIX[0]) % 2**64
        z = (state ^ state >> 30) * _MIX[1] % 2**64
        z = (z ^ z >> 27) * _MIX[2] % 2**64
        found.append((z ^ z >> 31) >> 16)
    return tuple(found)


STACK = f"""
def meld_room(n):
    at = meld_at[0]
    if at + n > MELD_WORK:
        fault({NUMBERS["beyond-kernel"]}, origin_now[0])
    meld_at[0] = at + n
    return at


def melds_reset():
    fill(meld_at, 0, 4, 0)
"""
"""Room on the stack; and the way back to a clean start after a fault.

`meld_at`: how much is taken of `meld_work`, `meld_found` and `meld_seen`, and the steps of the search."""

FRAMES = f"""
def meld_spend(n):
    meld_at[3] += n
    if meld_at[3] > MELD_BUDGET:
        fault({NUMBERS["options-budget"]}, origin_now[0])


def meld_open(rows, loose):
    s = meld_room(MELD_SEARCH + rows + 3 * loose + 1 + MELD_PIECES)
    fill(meld_work, s, MELD_SEARCH, 0)
    at = s + MELD_SEARCH
    meld_work[s + MELD_ROW] = at
    meld_work[s + MELD_ROWS] = rows
    meld_work[s + MELD_ANY] = at + rows
    meld_work[s + MELD_ANYS] = loose
    meld_work[s + MELD_HIGH] = rows + loose
    at += rows + loose
    meld_work[s + MELD_MEMBERS] = at
    meld_work[s + MELD_FIRSTS] = at + loose
    meld_work[s + MELD_TWIN] = at + 2 * loose + 1
    meld_work[s + MELD_BY] = NONE
    meld_work[s + MELD_FOUND] = meld_at[1]
    meld_work[s + MELD_SEEN] = meld_at[2]
    return s


def meld_begin(row, loose):
    s = meld_open(heap[row], heap[loose])
    copy(meld_work, meld_work[s + MELD_ROW], heap, row + 1, heap[row])
    copy(meld_work, meld_work[s + MELD_ANY], heap, loose + 1, heap[loose])
    meld_work[s + MELD_STEPS] = meld_at[3]
    meld_at[3] = 0
    return s


def meld_end(s):
    meld_at[3] = meld_work[s + MELD_STEPS]
    meld_leave(s)


def meld_leave(s):
    meld_at[0] = s
    meld_at[1] = meld_work[s + MELD_FOUND]
    meld_at[2] = meld_work[s + MELD_SEEN]


def meld_listed(s):
    first = meld_work[s + MELD_FOUND]
    n = meld_at[1] - first
    if n == 0:
        return 0
    place_of_list = alloc(n + 1)
    heap[place_of_list] = n
    copy(heap, place_of_list + 1, meld_found, first, n)
    return place_of_list


def meld_shape_frame(s, kind, shape, least, most):
    cards = meld_work[s + MELD_ROWS] + meld_work[s + MELD_ANYS]
    f = meld_room(MELD_SHAPE_FRAME + cards + 1)
    meld_work[f + MELD_KIND] = kind
    meld_work[f + MELD_SHAPE] = shape
    meld_work[f + MELD_LEAST] = least
    meld_work[f + MELD_MOST] = most
    meld_work[f + MELD_TARGET] = 0
    meld_work[f + MELD_CHOSEN] = f + MELD_SHAPE_FRAME
    return f


def meld_alone(s):
    n = meld_work[s + MELD_ANYS]
    firsts = meld_work[s + MELD_FIRSTS]
    copy(meld_work, meld_work[s + MELD_MEMBERS], meld_work, meld_work[s + MELD_ANY], n)
    for i in range(0, n + 1):
        meld_work[firsts + i] = i
    meld_work[s + MELD_CLASSES] = n
"""
"""Steps, the frames of searches and shapes, classes of one card each."""

ROWS = """
def meld_overlap(s):
    row = meld_work[s + MELD_ROW]
    rows = meld_work[s + MELD_ROWS]
    at = meld_work[s + MELD_ANY]
    found = 0
    if rows:
        for i in range(row, row + rows):
            meld_mark[meld_work[i]] = 1
        for i in range(at, at + meld_work[s + MELD_ANYS]):
            if meld_mark[meld_work[i]]:
                found = 1
                break
        for i in range(row, row + rows):
            meld_mark[meld_work[i]] = 0
    return found


def meld_free(s, f, h, at, m):
    to = meld_room(m)
    chosen = meld_work[f + MELD_CHOSEN]
    for i in range(chosen, chosen + h):
        meld_mark[meld_work[i] & 65535] = 1
    n = 0
    for i in range(at, at + m):
        if meld_mark[meld_work[i] & 65535] == 0:
            meld_work[to + n] = meld_work[i]
            n += 1
    for i in range(chosen, chosen + h):
        meld_mark[meld_work[i] & 65535] = 0
    return n
"""
"""Whether a card stands in the row and among the others; entries without those that are chosen already."""

READY = """
def meld_ready(s):
$overlap
$wilds
$classes
"""
"""What is known about the cards of a search before any kind is looked for."""

READY_OVERLAP = "    meld_work[s + MELD_OVERLAP] = meld_overlap(s)"

READY_WILDS = """
    at = meld_work[s + MELD_ROW]
    for i in range(at, at + meld_work[s + MELD_ROWS] + meld_work[s + MELD_ANYS]):
        if meld_wild[piece_face[meld_work[i]]] >= 0:
            meld_work[s + MELD_WILD] = 1
            break
"""

CLASSES = """
def meld_alike(s, a, b):
    if a == b:
        return 1
    zone = place[a]
    if zone < 0 or place[b] != zone:
        return 0
    if zone_is_bag[zone] == 0:
        return 0
$alike
    return 1


def meld_classes(s):
    at = meld_work[s + MELD_ANY]
    n = meld_work[s + MELD_ANYS]
$twice
    bagged = 0
    for i in range(at, at + n):
        zone = place[meld_work[i]]
        if zone >= 0:
            if zone_is_bag[zone]:
                bagged = 1
                break
    if bagged == 0:
        meld_alone(s)
        return
    members = meld_work[s + MELD_MEMBERS]
    firsts = meld_work[s + MELD_FIRSTS]
    own = meld_room(3 * n)
    leaders = own + n
    chain = leaders + n
    count = 0
    fill(meld_work, firsts, n + 1, 0)
    for i in range(0, n):
        piece = meld_work[at + i]
        label = piece_label[piece]
        number = -1
        other = meld_class_of[label]
        while other:
            if meld_alike(s, meld_work[leaders + other - 1], piece):
                number = other - 1
                other = 0
            else:
                other = meld_work[chain + other - 1]
        if number < 0:
            number = count
            meld_work[leaders + number] = piece
            meld_work[chain + number] = meld_class_of[label]
            count += 1
            meld_class_of[label] = count
        meld_work[own + i] = number
        meld_work[firsts + number + 1] += 1
    for i in range(0, n):
        meld_class_of[piece_label[meld_work[at + i]]] = 0
    for i in range(0, count):
        meld_work[firsts + i + 1] += meld_work[firsts + i]
        meld_work[chain + i] = meld_work[firsts + i]
    for i in range(0, n):
        number = meld_work[own + i]
        meld_work[members + meld_work[chain + number]] = meld_work[at + i]
        meld_work[chain + number] += 1
    meld_work[s + MELD_CLASSES] = count
    meld_at[0] = own
"""

NONE_TWICE = """
    twice = 0
    for i in range(at, at + n):
        if meld_mark[meld_work[i]]:
            twice = 1
        meld_mark[meld_work[i]] = 1
    for i in range(at, at + n):
        meld_mark[meld_work[i]] = 0
    if twice == 0:
        meld_alone(s)
        return
"""
"""Where there are no twins, only a card that is given twice could make a class of two."""

ALIKE_SHOWN = """
    if shown[a] != shown[b]:
        return 0
"""

ALIKE_FACING = """
    if facing[a] != facing[b]:
        return 0
"""

ALIKE_FIXED = """
    fixed = meld_work[s + MELD_FIXED]
    if fixed:
        if meld_work[fixed + a] or meld_work[fixed + b]:
            return 0
"""

READINGS = """
def meld_read_from(s, piece):
    fixed = meld_work[s + MELD_FIXED]
    if fixed:
        if meld_work[fixed + piece]:
            return meld_work[fixed + piece] - 1
    return meld_reading_from[piece_face[piece]]


def meld_read_to(s, piece):
    fixed = meld_work[s + MELD_FIXED]
    if fixed:
        if meld_work[fixed + piece]:
            return meld_work[fixed + piece]
    return meld_reading_to[piece_face[piece]]


def meld_fix(s, m):
    at = meld_room(MELD_PIECES)
    fill(meld_work, at, MELD_PIECES, 0)
    n = heap[m + 6]
    for i in range(1, n + 1):
        meld_work[at + heap[m + 6 + i]] = heap[m + 7 + n + i] + 1
    meld_work[s + MELD_FIXED] = at
"""
"""The readings of a piece stand in `meld_reading` between two places."""

SEEN = f"""
def meld_know_twins(s):
    twin = meld_work[s + MELD_TWIN]
    row = meld_work[s + MELD_ROW]
    for i in range(row, row + meld_work[s + MELD_ROWS]):
        meld_work[twin + meld_work[i]] = meld_work[i]
    firsts = meld_work[s + MELD_FIRSTS]
    members = meld_work[s + MELD_MEMBERS]
    for i in range(0, meld_work[s + MELD_CLASSES]):
        for j in range(meld_work[firsts + i], meld_work[firsts + i + 1]):
            meld_work[twin + meld_work[members + j]] = meld_work[members + meld_work[firsts + i]]
    meld_work[s + MELD_TWINS_KNOWN] = 1


def meld_table(s, slots):
    at = meld_at[2]
    if at + slots > MELD_SEEN_ROOM:
        fault({NUMBERS["beyond-kernel"]}, origin_now[0])
    meld_at[2] = at + slots
    fill(meld_seen, at, slots, 0)
    meld_work[s + MELD_TABLE] = at
    meld_work[s + MELD_SLOTS] = slots


def meld_grow(s):
    old = meld_work[s + MELD_TABLE]
    slots = meld_work[s + MELD_SLOTS]
    meld_table(s, 2 * slots)
    table = meld_work[s + MELD_TABLE]
    last = 2 * slots - 1
    for i in range(old, old + slots):
        if meld_seen[i]:
            hash = meld_hash[i]
            slot = (hash ^ (hash >> 23)) & last
            while meld_seen[table + slot]:
                slot = (slot + 1) & last
            meld_seen[table + slot] = meld_seen[i]
            meld_hash[table + slot] = hash
            meld_seen_mark[table + slot] = meld_seen_mark[i]


def meld_equal(s, at, n, mark, slot):
    m = meld_seen[slot]
    if heap[m + 6] != n:
        return 0
    twin = meld_work[s + MELD_TWIN]
    same = 1
    for i in range(at, at + n):
        meld_count[meld_work[twin + (meld_work[i] & 65535)]] += 1
        meld_count[MELD_PIECES + ((meld_work[i] >> 16) & 65535)] += 1
    for i in range(m + 7, m + 7 + n):
        piece = meld_work[twin + heap[i]]
        face = MELD_PIECES + heap[i + n + 1]
        if meld_count[piece] == 0 or meld_count[face] == 0:
            same = 0
            break
        meld_count[piece] -= 1
        meld_count[face] -= 1
    for i in range(at, at + n):
        meld_count[meld_work[twin + (meld_work[i] & 65535)]] = 0
        meld_count[MELD_PIECES + ((meld_work[i] >> 16) & 65535)] = 0
    if same == 0:
        return 0
    other = meld_seen_mark[slot]
    if mark == 0 or other == 0:
        return mark == 0 and other == 0
    for i in range(0, meld_work[mark] + 1):
        if meld_work[mark + i] != heap[other + i]:
            return 0
    return 1


def meld_look(s, at, n, mark):
    if meld_work[s + MELD_TWINS_KNOWN] == 0:
        meld_know_twins(s)
    if meld_work[s + MELD_SLOTS] == 0:
        meld_table(s, 64)
    elif 2 * meld_work[s + MELD_KEPT] >= meld_work[s + MELD_SLOTS]:
        meld_grow(s)
    twin = meld_work[s + MELD_TWIN]
    hash = n
    for i in range(at, at + n):
        hash += meld_noise[meld_work[twin + (meld_work[i] & 65535)]]
        hash += meld_noise[MELD_PIECES + ((meld_work[i] >> 16) & 65535)]
    if mark:
        for i in range(0, meld_work[mark] + 1):
            hash = mul_wrap(hash, 31) ^ meld_work[mark + i]
    table = meld_work[s + MELD_TABLE]
    last = meld_work[s + MELD_SLOTS] - 1
    slot = (hash ^ (hash >> 23)) & last
    while meld_seen[table + slot]:
        if meld_hash[table + slot] == hash:
            if meld_equal(s, at, n, mark, table + slot):
                return -1
        slot = (slot + 1) & last
    meld_hash[table + slot] = hash
    return table + slot


def meld_keep(s, slot, m, mark):
    meld_seen[slot] = m
    meld_seen_mark[slot] = 0
    meld_work[s + MELD_KEPT] += 1
    if mark:
        n = meld_work[mark] + 1
        kept = alloc(n)
        copy(heap, kept, meld_work, mark, n)
        meld_seen_mark[slot] = kept
"""
"""Which melds were found already: the same cards, read alike (as a multiset), and divided alike (`mark`, a
list in `meld_work`; 0: it does not matter)."""

EMIT = f"""
def meld_write(s, f, m, n, parts):
    heap[m] = meld_work[f + MELD_KIND]
    heap[m + 1] = meld_work[f + MELD_SHAPE]
    heap[m + 2] = meld_work[s + MELD_BY]
    heap[m + 3] = NONE
    heap[m + 4] = NONE
    heap[m + 5] = parts
    heap[m + 6] = n
    heap[m + 7 + n] = n
    chosen = meld_work[f + MELD_CHOSEN]
    to = m + 7
    for i in range(chosen, chosen + n):
        entry = meld_work[i]
        heap[to] = entry & 65535
        heap[to + n + 1] = (entry >> 16) & 65535
        to += 1


def meld_wanted(s, f, n, parts):
    probe = meld_work[s + MELD_PROBE]
    meld_write(s, f, probe, n, parts)
    return meld_accept(meld_work[s + MELD_ACCEPT], probe)


def meld_welcome(s, f, n):
    if meld_work[s + MELD_ACCEPT] == 0 or meld_work[s + MELD_SEVERAL]:
        return 1
    return meld_wanted(s, f, n, 0)


def meld_emit(s, f, n, ask, parts, mark):
    check = meld_work[f + MELD_CHECK]
    slot = -1
    if check == 2:
        check = meld_risky(f, n)
    if check:
        slot = meld_look(s, meld_work[f + MELD_CHOSEN], n, mark)
        if slot < 0:
            return 0
    wanted = 1
    if ask and meld_work[s + MELD_ACCEPT]:
        wanted = meld_wanted(s, f, n, parts)
        if wanted == 0 and slot < 0:
            return 0
    m = alloc(8 + 2 * n)
    meld_write(s, f, m, n, parts)
    if slot >= 0:
        meld_keep(s, slot, m, mark)
    if wanted:
        at = meld_at[1]
        if at == MELD_FOUND_ROOM:
            fault({NUMBERS["beyond-kernel"]}, origin_now[0])
        meld_found[at] = m
        meld_at[1] = at + 1
        return meld_work[s + MELD_ONCE]
    return 0
"""
"""A meld is made of the entries chosen, unless it was found already or is not wanted; 1: it was enough."""

EMIT_EACH = f"""
def meld_emit_each(s, f, n, last, at, count):
    ask = meld_work[s + MELD_SEVERAL]
    if meld_work[f + MELD_CHECK] or meld_work[s + MELD_ONCE] or (ask and meld_work[s + MELD_ACCEPT]):
        for i in range(at, at + count):
            meld_work[last] = meld_work[i]
            if meld_emit(s, f, n, ask, 0, 0):
                return 1
        return 0
    if meld_at[1] + count > MELD_FOUND_ROOM:
        fault({NUMBERS["beyond-kernel"]}, origin_now[0])
    m = alloc((8 + 2 * n) * count)
    kind = meld_work[f + MELD_KIND]
    shape = meld_work[f + MELD_SHAPE]
    by = meld_work[s + MELD_BY]
    chosen = meld_work[f + MELD_CHOSEN]
    end = meld_at[1] + count
    at -= meld_at[1]
    for place_of_found in range(meld_at[1], end):
        meld_work[last] = meld_work[at + place_of_found]
        meld_found[place_of_found] = m
        heap[m] = kind
        heap[m + 1] = shape
        heap[m + 2] = by
        heap[m + 3] = NONE
        heap[m + 4] = NONE
        heap[m + 5] = 0
        heap[m + 6] = n
        m += 7
        heap[m + n] = n
        for i in range(chosen, chosen + n):
            entry = meld_work[i]
            heap[m] = entry & 65535
            heap[m + n + 1] = (entry >> 16) & 65535
            m += 1
        m += n + 1
    meld_at[1] = end
    return 0
"""
"""The melds with each of some entries as the last one chosen, which are wanted already: where nothing has to
be looked up they are written in one go."""

RISKY = """
def meld_risky(f, n):
    at = meld_work[f + MELD_CHOSEN]
    found = 0
    for i in range(at, at + n):
        group = meld_wild[piece_face[meld_work[i] & 65535]]
        if group >= 0:
            bit = 1 << group
            if found & bit:
                return 1
            found |= bit
    return 0
"""
"""Whether two cards are wilds that can change places."""

NEVER_RISKY = """
def meld_risky(f, n):
    return 0
"""
