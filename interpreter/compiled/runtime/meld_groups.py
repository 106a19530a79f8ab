"""Melds whose cards have no sequence, in the kernel language: they share something, differ or add up.

The cards of `ANY` stand in buckets by what they share; each bucket is filled up, alone and with each piece of
the row, in the order of `interpreter.meld_groups`.
"""

from __future__ import annotations

OFFER = """
def meld_offer(s, f):
    keys = meld_work[f + MELD_KEYS]
    key_at = meld_work[f + MELD_KEY_AT]
    buckets = meld_room(keys + 2)
    for i in range(buckets, buckets + keys + 2):
        meld_work[i] = 0
    firsts = meld_work[s + MELD_FIRSTS]
    members = meld_work[s + MELD_MEMBERS]
    classes = meld_work[s + MELD_CLASSES]
    for i in range(0, classes):
        piece = meld_work[members + meld_work[firsts + i]]
$count
    at = meld_at[0]
    for i in range(0, keys):
        at += meld_work[buckets + i]
        meld_work[buckets + i] = at - meld_work[buckets + i]
    meld_room(at - meld_at[0])
    for i in range(0, classes):
        piece = meld_work[members + meld_work[firsts + i]]
$place
    for i in range(keys, 0, -1):
        meld_work[buckets + i] = meld_work[buckets + i - 1]
    meld_work[buckets] = buckets + keys + 2
    return buckets
"""
"""Buckets of entries: `buckets[k]` to `buckets[k + 1]` are those that share the k-th. Where each bucket ends
is counted while they are filled, so the ends are moved up by one afterwards."""

COUNT = """
key = meld_key_of[key_at + face]
if key >= 0:
    meld_work[buckets + key] += 1
"""

PLACE = """
key = meld_key_of[key_at + face]
if key >= 0:
    meld_work[meld_work[buckets + key]] = piece + (face << 16) + ((i + 1) << 32)
    meld_work[buckets + key] += 1
"""

HOPE = """
def meld_hope(s, f):
    least = meld_work[f + MELD_LEAST]
    if least < 2 or meld_work[s + MELD_WILD]:
        return 1
    key_at = meld_work[f + MELD_KEY_AT]
    keys = meld_work[f + MELD_KEYS]
    counts = meld_room(keys)
    for i in range(counts, counts + keys):
        meld_work[i] = 0
    found = 0
    at = meld_work[s + MELD_ROW]
    for i in range(at, at + meld_work[s + MELD_ROWS] + meld_work[s + MELD_ANYS]):
        key = meld_key_of[key_at + piece_face[meld_work[i]]]
        if key >= 0:
            meld_work[counts + key] += 1
            if meld_work[counts + key] == least:
                found = 1
                break
    meld_at[0] = counts
    return found
"""
"""Whether there are enough cards at all that share something."""

GROUP = """
def meld_group$y(s, f):
    if meld_hope(s, f) == 0:
        return 0
    buckets = meld_offer(s, f)
    loose = 1
    if meld_work[s + MELD_WILD] == 0 and meld_work[s + MELD_CLASSES] == meld_work[s + MELD_ANYS]:
        loose = 0
    least = max(1, meld_work[f + MELD_LEAST])
    for i in range(0, meld_work[f + MELD_KEYS]):
        at = meld_work[buckets + i]
        m = meld_work[buckets + i + 1] - at
        if m >= least or (m > 0 and loose):
            if meld_fill$y(s, f, loose, 0, at, m):
                return 1
$row
    return 0
"""
"""All melds of a shape: those without the row first."""

THEN_ROW = """
    if meld_work[s + MELD_ROWS] and meld_work[f + MELD_MOST]:
        return meld_group_row$y(s, f, buckets, loose)
"""

GROUP_ROW = """
def meld_group_row$y(s, f, buckets, loose):
    key_at = meld_work[f + MELD_KEY_AT]
    row = meld_work[s + MELD_ROW]
    rows = meld_work[s + MELD_ROWS]
    chosen = meld_work[f + MELD_CHOSEN]
    most = meld_work[f + MELD_MOST]
    base = meld_at[0]
    for start in range(0, rows):
        heads = base
        count = 0
        piece = meld_work[row + start]
$first
        n = 1
        while count:
            for i in range(0, count):
                head = heads + i * (n + 1)
                for j in range(0, n):
                    meld_work[chosen + j] = meld_work[head + 1 + j]
                at = meld_work[buckets + meld_work[head]]
                m = meld_work[buckets + meld_work[head] + 1] - at
                if meld_fill$y(s, f, loose, n, at, m):
                    return 1
            if start + n == rows or n == most:
                count = 0
            else:
                piece = meld_work[row + start + n]
                longer = meld_at[0]
                number = 0
                for i in range(0, count):
                    head = heads + i * (n + 1)
$next
                heads = longer
                count = number
                n += 1
        meld_at[0] = base
    return 0
"""
"""Those with a piece of the row: for each beginning longer and longer ones. Ways to read such a piece stand
one behind the other: what they share, then their entries."""

FIRST = """
key = meld_key_of[key_at + face]
if key >= 0:
    head = meld_room(2)
    meld_work[head] = key
    meld_work[head + 1] = piece + (face << 16)
    count += 1
"""

NEXT = """
if meld_key_of[key_at + face] == meld_work[head]:
    if $differs:
        other = meld_room(n + 2)
        copy(meld_work, other, meld_work, head, n + 1)
        meld_work[other + n + 1] = piece + (face << 16)
        number += 1
"""

FREE = """
    if meld_work[s + MELD_OVERLAP]:
        m = meld_free(s, f, h, at, m)
        at = top
        meld_at[0] = top + m
"""

FILL_LOOSE = """
    if loose:
        return meld_fill_loose(s, f, loose, h, at, m)
"""

FILL = """
def meld_fill(s, f, loose, h, at, m):
$loose
    top = meld_at[0]
$free
    least = meld_work[f + MELD_LEAST]
    most = meld_work[f + MELD_MOST]
    if m == 0:
        if least <= h and h <= most:
            meld_spend(1)
            if meld_emit(s, f, h, 1, 0, 0):
                return 1
        meld_at[0] = top
        return 0
    chosen = meld_work[f + MELD_CHOSEN] + h
    for number in range(max(0, least - h), min(most - h, m) + 1):
        if number == 0:
            meld_spend(1)
            if meld_emit(s, f, h, 1, 0, 0):
                return 1
        else:
            for i in range(0, number):
                meld_work[chosen + i] = meld_work[at + i]
            if meld_welcome(s, f, h + number):
                meld_spend(meld_ways(m, number))
                if meld_choose(s, f, h, at, m, number):
                    return 1
    meld_at[0] = top
    return 0


def meld_ways(m, number):
    ways = 1
    for i in range(1, min(number, m - number) + 1):
        ways = ways * (m - i + 1) // i
        if ways > MELD_BUDGET:
            return ways
    return ways


def meld_choose(s, f, h, at, m, number):
    chosen = meld_work[f + MELD_CHOSEN] + h
    if number == 1:
        return meld_emit_each(s, f, h + 1, chosen, at, m)
    picks = meld_room(number - 1)
    for i in range(0, number - 1):
        meld_work[picks + i] = i
    i = number - 2
    while i >= 0:
        next_pick = meld_work[picks + number - 2] + 1
        if meld_emit_each(s, f, h + number, chosen + number - 1, at + next_pick, m - next_pick):
            return 1
        i = number - 2
        while i >= 0 and meld_work[picks + i] == m - number + i:
            i -= 1
        if i >= 0:
            pick = meld_work[picks + i] + 1
            for j in range(i, number - 1):
                meld_work[picks + j] = pick
                meld_work[chosen + j] = meld_work[at + pick]
                pick += 1
    meld_at[0] = picks
    return 0
"""
"""Every fitting number of other cards is put to the head; nothing but the number matters."""

CAREFUL = """
def meld_fill$y(s, f, loose, h, at, m):
    top = meld_at[0]
$free
    g = meld_room($room * (m + 1))
    firsts = meld_work[s + MELD_FIRSTS]
    items = 0
    before = 0
    cards = h
    for i in range(at, at + m):
        number = meld_work[i] >> 32
        if number != before:
            before = number
            item = g + 2 + 3 * items
            meld_work[item] = i
            meld_work[item + 2] = meld_work[firsts + number] - meld_work[firsts + number - 1]
            cards += meld_work[item + 2]
            items += 1
        meld_work[g + 3 * items] = i + 1
    if cards < meld_work[f + MELD_LEAST]:
        meld_at[0] = top
        return 0
    meld_work[g] = items
    room = g + 2 + 3 * items
$sort
    meld_work[room + items] = 0
    for i in range(items - 1, -1, -1):
        meld_work[room + i] = meld_work[room + i + 1] + meld_work[g + 4 + 3 * i]
$need
    stop = meld_walk$y(s, f, g, room, 0, h$need_given)
    meld_at[0] = top
    return stop


def meld_walk$y(s, f, g, room, i, n$need_given):
    meld_spend(1)
    if n + meld_work[room + i] < meld_work[f + MELD_LEAST]:
        return 0
$bounds
    if i == meld_work[g]:
        return meld_emit(s, f, n, 1, 0, 0)
    if meld_walk$y(s, f, g, room, i + 1, n$need_given):
        return 1
    item = g + 2 + 3 * i
    for number in range(1, min(meld_work[item + 2], meld_work[f + MELD_MOST] - n) + 1):
        if meld_pick$y(s, f, g, room, i, n, number, meld_work[item], 0$need_given):
            return 1
    return 0


def meld_pick$y(s, f, g, room, i, n, number, at, copied$need_given):
    chosen = meld_work[f + MELD_CHOSEN]
    for j in range(at, meld_work[g + 3 + 3 * i]):
        entry = meld_work[j]
        if $differs:
            if copied:
                first = meld_work[meld_work[s + MELD_FIRSTS] + (entry >> 32) - 1]
                copy_of = meld_work[meld_work[s + MELD_MEMBERS] + first + copied]
                entry = entry - (entry & 65535) + copy_of
            meld_work[chosen + n] = entry
            if number == 1:
                if meld_walk$y(s, f, g, room, i + 1, n + 1$need_left):
                    return 1
            elif meld_pick$y(s, f, g, room, i, n + 1, number - 1, j, copied + 1$need_left):
                return 1
    return 0
"""
"""The same where copies, readings, differences or a total matter: from class to class, as many copies as can
be. `g` has the number of classes, then (from `g + 2` on) for each its first entry, the end of its entries and
its copies; `room` how many cards the classes from each on are. With a total, `g + 1` is the way from an entry
to what it counts, and behind `room` stand the least and the most that the classes from each on can count."""

SORT_BY_MEASURE = """
    measures = room + 3 * (items + 1)
    meld_work[g + 1] = measures - at
    for i in range(0, items):
        item = g + 2 + 3 * i
        greatest = 0
        for j in range(meld_work[item], meld_work[item + 1]):
            value = $measure(meld_work[j] & 65535, (meld_work[j] >> 16) & 65535)
            meld_work[measures + j - at] = value
            greatest = value if j == meld_work[item] else max(greatest, value)
        first = meld_work[item]
        end = meld_work[item + 1]
        copies = meld_work[item + 2]
        to = i
        while to > 0 and meld_work[room + to - 1] < greatest:
            meld_work[room + to] = meld_work[room + to - 1]
            copy(meld_work, g + 2 + 3 * to, meld_work, g + 3 * to - 1, 3)
            to -= 1
        meld_work[room + to] = greatest
        meld_work[g + 2 + 3 * to] = first
        meld_work[g + 3 + 3 * to] = end
        meld_work[g + 4 + 3 * to] = copies
"""

NEED = """
    least = room + items + 1
    most = least + items + 1
    meld_work[least + items] = 0
    meld_work[most + items] = 0
    for i in range(items - 1, -1, -1):
        item = g + 2 + 3 * i
        low = 0
        high = 0
        for j in range(meld_work[item], meld_work[item + 1]):
            value = meld_work[j + meld_work[g + 1]] * meld_work[item + 2]
            low = value if j == meld_work[item] else min(low, value)
            high = value if j == meld_work[item] else max(high, value)
        meld_work[least + i] = meld_work[least + i + 1] + min(0, low)
        meld_work[most + i] = meld_work[most + i + 1] + max(0, high)
    need = meld_work[f + MELD_TARGET]
    chosen = meld_work[f + MELD_CHOSEN]
    for i in range(chosen, chosen + h):
        need -= $measure(meld_work[i] & 65535, (meld_work[i] >> 16) & 65535)
"""

BOUNDS = """
    least = room + meld_work[g] + 1 + i
    if need < meld_work[least] or need > meld_work[least + meld_work[g] + 1]:
        return 0
"""

DIFFERS = """
def meld_differs_$x(at, n, face):
    for i in range(at, at + n):
        other = (meld_work[i] >> 16) & 65535
$tests
    return 1
"""
"""Whether a face differs from those of the entries in what must differ."""
