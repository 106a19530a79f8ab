"""Melds that are made of melds, in the kernel language, in the order of `interpreter.meld_parts`.

The cards in reach stand in groups of twins: first the cards of the piece of the row, which have to be used
up, then those of `ANY`. The parts of all shapes are numbered through; `meld_part_low`, `meld_part_high` (-1:
no limit) and `meld_part_plain` say how many there are of each and whether it is a plain card.
"""

from __future__ import annotations

from typing import Final

PARTS_FIELDS: Final = (
    "BASE", "PARTS", "SIZE", "FORCED", "GROUPS", "GROUP_FIRST", "CARDS", "LEFT", "TAKEN", "OWN", "PICKED",
    "PICKS", "PLAIN", "PLAINS", "OFFERS",
)  # fmt: skip
"""The first part and how many; how many cards are used; groups that must be used, groups; the cards of group
i stand in `CARDS` from `GROUP_FIRST[i]` on, `LEFT` of them are free; `OWN` is the group of a piece; `TAKEN`
is for the making of a meld; `PICKED` has the melds chosen, `PLAIN` the plain cards (group, face); `OFFERS`
for each part where its offers begin and how many they are."""


def parts_constants() -> list[str]:
    """Declares the places of the fields."""
    lines = [f"MELD_Q_{name} = {place}" for place, name in enumerate(PARTS_FIELDS)]
    return [*lines, f"MELD_Q_FRAME = {len(PARTS_FIELDS)}"]


PARTS = """
def meld_parts(s, f, base, parts):
    if meld_parts_with(s, f, base, parts, 0, 0):
        return 1
    rows = meld_work[s + MELD_ROWS]
    for start in range(0, rows):
        for end in range(start + 1, rows + 1):
            if meld_parts_with(s, f, base, parts, start, end):
                return 1
    return 0


def meld_parts_with(s, f, base, parts, start, end):
    top = meld_at[0]
    cards = end - start + meld_work[s + MELD_ANYS]
    q = meld_room(MELD_Q_FRAME + MELD_PIECES + 7 * cards + 2 * parts + 3)
    at = q + MELD_Q_FRAME
    meld_work[q + MELD_Q_BASE] = base
    meld_work[q + MELD_Q_PARTS] = parts
    meld_work[q + MELD_Q_SIZE] = 0
    meld_work[q + MELD_Q_OWN] = at
    meld_work[q + MELD_Q_GROUP_FIRST] = at + MELD_PIECES
    meld_work[q + MELD_Q_CARDS] = at + MELD_PIECES + cards + 1
    meld_work[q + MELD_Q_LEFT] = at + MELD_PIECES + 2 * cards + 1
    meld_work[q + MELD_Q_TAKEN] = at + MELD_PIECES + 3 * cards + 1
    meld_work[q + MELD_Q_PICKED] = at + MELD_PIECES + 4 * cards + 1
    meld_work[q + MELD_Q_PICKS] = 0
    meld_work[q + MELD_Q_PLAIN] = at + MELD_PIECES + 5 * cards + 1
    meld_work[q + MELD_Q_PLAINS] = 0
    meld_work[q + MELD_Q_OFFERS] = at + MELD_PIECES + 7 * cards + 1
    meld_groups_of(s, q, meld_work[s + MELD_ROW] + start, end - start)
    count = meld_work[meld_work[q + MELD_Q_GROUP_FIRST] + meld_work[q + MELD_Q_GROUPS]]
    for i in range(0, parts):
        offers = meld_work[q + MELD_Q_OFFERS] + 2 * i
        meld_work[offers + 1] = 0
        if meld_part_plain[base + i] == 0:
            if end == start or count >= meld_work[f + MELD_LEAST]:
                found = meld_offers(s, base + i, meld_work[q + MELD_Q_CARDS], count)
                meld_work[offers] = found
                meld_work[offers + 1] = meld_at[0] - found
    stop = meld_parts_walk(s, f, q, 0, 0, 0)
    meld_at[0] = top
    return stop


def meld_groups_of(s, q, row, rows):
    own = meld_work[q + MELD_Q_OWN]
    firsts = meld_work[q + MELD_Q_GROUP_FIRST]
    cards = meld_work[q + MELD_Q_CARDS]
    left = meld_work[q + MELD_Q_LEFT]
    groups = 0
    n = 0
    for i in range(row, row + rows):
        piece = meld_work[i]
        if meld_mark[piece] == 0:
            meld_mark[piece] = 1
            meld_work[own + piece] = groups
            meld_work[firsts + groups] = n
            meld_work[cards + n] = piece
            meld_work[left + groups] = 1
            n += 1
            groups += 1
    meld_work[q + MELD_Q_FORCED] = groups
    members = meld_work[s + MELD_MEMBERS]
    for i in range(0, meld_work[s + MELD_CLASSES]):
        at = meld_work[meld_work[s + MELD_FIRSTS] + i]
        end = meld_work[meld_work[s + MELD_FIRSTS] + i + 1]
        begun = n
        for j in range(at, end):
            piece = meld_work[members + j]
            if meld_mark[piece] == 0:
                meld_work[own + piece] = groups
                meld_work[cards + n] = piece
                n += 1
        if n > begun:
            meld_mark[meld_work[cards + begun]] = 1
            meld_work[firsts + groups] = begun
            meld_work[left + groups] = n - begun
            groups += 1
    meld_work[firsts + groups] = n
    meld_work[q + MELD_Q_GROUPS] = groups
    for i in range(cards, cards + n):
        meld_mark[meld_work[i]] = 0


def meld_among(s, at, n):
    t = meld_open(0, n)
    copy(meld_work, meld_work[t + MELD_ANY], meld_work, at, n)
    meld_work[t + MELD_BY] = meld_work[s + MELD_BY]
    meld_work[t + MELD_FIXED] = meld_work[s + MELD_FIXED]
    meld_ready(t)
    return t


def meld_offered(t):
    first = meld_work[t + MELD_FOUND]
    end = meld_at[1]
    meld_leave(t)
    for i in range(first, end):
        if heap[meld_found[i] + 6]:
            at = meld_room(1)
            meld_work[at] = meld_found[i]
    return t


def meld_use(q, m):
    own = meld_work[q + MELD_Q_OWN]
    left = meld_work[q + MELD_Q_LEFT]
    n = heap[m + 6]
    for i in range(0, n):
        group = left + meld_work[own + heap[m + 7 + i]]
        if meld_work[group] == 0:
            for j in range(0, i):
                meld_work[left + meld_work[own + heap[m + 7 + j]]] += 1
            return 0
        meld_work[group] -= 1
    return 1


def meld_parts_walk(s, f, q, index, start, number):
    meld_spend(1)
    size = meld_work[q + MELD_Q_SIZE]
    most = meld_work[f + MELD_MOST]
    if size > most:
        return 0
    if index == meld_work[q + MELD_Q_PARTS]:
        return meld_parts_emit(s, f, q)
    part = meld_work[q + MELD_Q_BASE] + index
    if meld_part_plain[part]:
        return meld_add_plain(s, f, q, index, part)
    if number >= meld_part_low[part]:
        if meld_parts_walk(s, f, q, index + 1, 0, 0):
            return 1
    if number == meld_part_high[part]:
        return 0
    offers = meld_work[meld_work[q + MELD_Q_OFFERS] + 2 * index]
    own = meld_work[q + MELD_Q_OWN]
    left = meld_work[q + MELD_Q_LEFT]
    for i in range(start, meld_work[meld_work[q + MELD_Q_OFFERS] + 2 * index + 1]):
        m = meld_work[offers + i]
        n = heap[m + 6]
        if size + n <= most:
            if meld_use(q, m):
                picks = meld_work[q + MELD_Q_PICKS]
                meld_work[meld_work[q + MELD_Q_PICKED] + picks] = m
                meld_work[q + MELD_Q_PICKS] = picks + 1
                meld_work[q + MELD_Q_SIZE] = size + n
                if meld_parts_walk(s, f, q, index, i, number + 1):
                    return 1
                meld_work[q + MELD_Q_SIZE] = size
                meld_work[q + MELD_Q_PICKS] = picks
                for j in range(m + 7, m + 7 + n):
                    meld_work[left + meld_work[own + heap[j]]] += 1
    return 0


def meld_add_plain(s, f, q, index, part):
    left = meld_work[q + MELD_Q_LEFT]
    groups = meld_work[q + MELD_Q_GROUPS]
    most = meld_work[f + MELD_MOST] - meld_work[q + MELD_Q_SIZE]
    if meld_part_high[part] >= 0:
        most = min(most, meld_part_high[part])
    firsts = meld_room(2 * groups + 2)
    n = 0
    for i in range(0, groups):
        if meld_work[left + i]:
            meld_work[firsts + 1 + n] = i
            n += 1
    meld_work[firsts] = n
    room = firsts + 1 + n
    meld_work[room + n] = 0
    for i in range(n - 1, -1, -1):
        meld_work[room + i] = meld_work[room + i + 1] + meld_work[left + meld_work[firsts + 1 + i]]
    stop = meld_picks(s, f, q, index, firsts, 0, meld_part_low[part], min(most, meld_work[room]))
    meld_at[0] = firsts
    return stop


def meld_picks(s, f, q, index, firsts, i, low, high):
    meld_spend(1)
    n = meld_work[firsts]
    if i == n:
        if low > 0:
            return 0
        return meld_parts_walk(s, f, q, index + 1, 0, 0)
    if meld_work[firsts + 1 + n + i] < low:
        return 0
    group = meld_work[firsts + 1 + i]
    for number in range(min(meld_work[meld_work[q + MELD_Q_LEFT] + group], high), -1, -1):
        if number == 0:
            if meld_picks(s, f, q, index, firsts, i + 1, low, high):
                return 1
        elif meld_pick_plain(s, f, q, index, firsts, i, low, high, number, -1):
            return 1
    return 0


def meld_pick_plain(s, f, q, index, firsts, i, low, high, number, reading):
    group = meld_work[firsts + 1 + i]
    piece = meld_work[meld_work[q + MELD_Q_CARDS] + meld_work[meld_work[q + MELD_Q_GROUP_FIRST] + group]]
    left = meld_work[q + MELD_Q_LEFT] + group
    plains = meld_work[q + MELD_Q_PLAINS]
    at = meld_work[q + MELD_Q_PLAIN] + 2 * plains
    meld_work[q + MELD_Q_PLAINS] = plains + 1
    meld_work[q + MELD_Q_SIZE] += 1
    meld_work[left] -= 1
$readings
    meld_work[left] += 1
    meld_work[q + MELD_Q_SIZE] -= 1
    meld_work[q + MELD_Q_PLAINS] = plains
    return 0
"""
"""Parts are put together as long as their cards suffice; plain cards in every way, more of a group first."""

PICK_WILDS = """
    for r in range(max(reading, meld_read_from(s, piece)), meld_read_to(s, piece)):
        meld_work[at] = group
        meld_work[at + 1] = meld_reading[r]
        if number > 1:
            if meld_pick_plain(s, f, q, index, firsts, i, low - 1, high - 1, number - 1, r):
                return 1
        elif meld_picks(s, f, q, index, firsts, i + 1, low - 1, high - 1):
            return 1
"""

PICK_PRINTED = """
    meld_work[at] = group
    meld_work[at + 1] = piece_face[piece]
    if number > 1:
        if meld_pick_plain(s, f, q, index, firsts, i, low - 1, high - 1, number - 1, 0):
            return 1
    elif meld_picks(s, f, q, index, firsts, i + 1, low - 1, high - 1):
        return 1
"""

EMIT_PARTS = """
def meld_next_copy(q, group):
    taken = meld_work[q + MELD_Q_TAKEN] + group
    meld_work[taken] += 1
    at = meld_work[meld_work[q + MELD_Q_GROUP_FIRST] + group] + meld_work[taken] - 1
    return meld_work[meld_work[q + MELD_Q_CARDS] + at]


def meld_parts_emit(s, f, q):
    n = meld_work[q + MELD_Q_SIZE]
    if n < meld_work[f + MELD_LEAST]:
        return 0
    left = meld_work[q + MELD_Q_LEFT]
    for i in range(0, meld_work[q + MELD_Q_FORCED]):
        if meld_work[left + i]:
            return 0
    fill(meld_work, meld_work[q + MELD_Q_TAKEN], meld_work[q + MELD_Q_GROUPS], 0)
    own = meld_work[q + MELD_Q_OWN]
    picked = meld_work[q + MELD_Q_PICKED]
    picks = meld_work[q + MELD_Q_PICKS]
    to = meld_work[f + MELD_CHOSEN]
    for i in range(picked, picked + picks):
        m = meld_work[i]
        size = heap[m + 6]
        for j in range(m + 7, m + 7 + size):
            meld_work[to] = meld_next_copy(q, meld_work[own + heap[j]]) + (heap[j + size + 1] << 16)
            to += 1
    at = meld_work[q + MELD_Q_PLAIN]
    for i in range(0, meld_work[q + MELD_Q_PLAINS]):
        meld_work[to] = meld_next_copy(q, meld_work[at + 2 * i]) + (meld_work[at + 2 * i + 1] << 16)
        to += 1
    kind = meld_work[f + MELD_KIND]
    shape = meld_work[f + MELD_SHAPE]
    top = meld_at[0]
    faces = meld_room(n)
    chosen = meld_work[f + MELD_CHOSEN]
    for i in range(0, n):
        meld_work[faces + i] = (meld_work[chosen + i] >> 16) & 65535
    if meld_fits(kind, shape, faces, n) == 0:
        meld_at[0] = top
        return 0
    if meld_adds_up(f, kind, shape, n) == 0:
        meld_at[0] = top
        return 0
    mark = 0
    if meld_work[f + MELD_CHECK]:
        if meld_divided(kind, shape):
            mark = meld_mark_of(q, n)
        if meld_look(s, chosen, n, mark) < 0:
            meld_at[0] = top
            return 0
    stop = meld_emit(s, f, n, 1, meld_list_parts(f, q), mark)
    meld_at[0] = top
    return stop


def meld_list_parts(f, q):
    picks = meld_work[q + MELD_Q_PICKS]
    if picks == 0:
        return 0
    parts = alloc(picks + 1)
    heap[parts] = picks
    at = meld_work[f + MELD_CHOSEN]
    for i in range(0, picks):
        m = meld_work[meld_work[q + MELD_Q_PICKED] + i]
        n = heap[m + 6]
        other = 0
        for j in range(0, n):
            if heap[m + 7 + j] != meld_work[at + j] & 65535:
                other = 1
        if other:
            copied = alloc(8 + 2 * n)
            copy(heap, copied, heap, m, 8 + 2 * n)
            for j in range(0, n):
                heap[copied + 7 + j] = meld_work[at + j] & 65535
            m = copied
        heap[parts + 1 + i] = m
        at += n
    return parts


def meld_sort_work(at, n):
    for i in range(at + 1, at + n):
        value = meld_work[i]
        j = i
        while j > at and meld_work[j - 1] > value:
            meld_work[j] = meld_work[j - 1]
            j -= 1
        meld_work[j] = value


def meld_mark_of(q, n):
    picks = meld_work[q + MELD_Q_PICKS]
    own = meld_work[q + MELD_Q_OWN]
    firsts = meld_work[q + MELD_Q_GROUP_FIRST]
    cards = meld_work[q + MELD_Q_CARDS]
    order = meld_room(picks + 2 * picks + 2 * n)
    at = order + picks
    for i in range(0, picks):
        m = meld_work[meld_work[q + MELD_Q_PICKED] + i]
        size = heap[m + 6]
        meld_work[at] = heap[m]
        meld_work[at + 1] = size
        for j in range(0, size):
            group = meld_work[own + heap[m + 7 + j]]
            meld_work[at + 2 + j] = meld_work[cards + meld_work[firsts + group]]
            meld_work[at + 2 + size + j] = heap[m + 8 + size + j]
        meld_sort_work(at + 2, size)
        meld_sort_work(at + 2 + size, size)
        to = i
        while to > 0 and meld_before(at, meld_work[order + to - 1]):
            meld_work[order + to] = meld_work[order + to - 1]
            to -= 1
        meld_work[order + to] = at
        at += 2 + 2 * size
    mark = meld_room(1 + 2 * picks + 2 * n)
    meld_work[mark] = 2 * picks + 2 * n
    to = mark + 1
    for i in range(order, order + picks):
        at = meld_work[i]
        size = 2 + 2 * meld_work[at + 1]
        copy(meld_work, to, meld_work, at, size)
        to += size
    return mark


def meld_before(a, b):
    for i in range(0, 2 + 2 * min(meld_work[a + 1], meld_work[b + 1])):
        if meld_work[a + i] != meld_work[b + i]:
            return meld_work[a + i] < meld_work[b + i]
    return 0
"""
"""A selection of parts becomes a meld when its cards have the traits of the shape. The division (`mark`) is
for each part its kind, its cards by the first of their group and their readings, in a fixed order."""
