"""Melds whose cards are consecutive, in the kernel language: one card on each rung of a stretch of a ladder.

There is a ladder for each thing that the cards may share; for each of its rungs stand, in `PAIRS`, where its
entries begin and how many there are. A card that stands on several rungs (a wild, or the low member) could be
used twice: for a ladder with such cards `LOOSE` is 1, `SPARE` says how many there are and `NEEDS` counts the
rungs below each on which nothing else stands. The order is that of `interpreter.meld_runs`.
"""

from __future__ import annotations

LADDERS = """
def meld_ladders(s, f):
    keys = meld_work[f + MELD_KEYS]
    key_at = meld_work[f + MELD_KEY_AT]
    rungs = meld_work[f + MELD_RUNGS]
    rung_at = meld_work[f + MELD_RUNG_AT]
$low_at
    ladder_rungs = keys * rungs
    pairs = meld_room(2 * ladder_rungs)
    for i in range(0, ladder_rungs):
        meld_work[pairs + 2 * i + 1] = 0
    zeros = meld_room(rungs + 1 + 2 * keys)
    for i in range(zeros, zeros + rungs + 1 + 2 * keys):
        meld_work[i] = 0
    meld_work[f + MELD_PAIRS] = pairs
    meld_work[f + MELD_ZEROS] = zeros
    meld_work[f + MELD_NEEDS] = zeros
    meld_work[f + MELD_NEEDS_STEP] = 0
    meld_work[f + MELD_LOOSE] = zeros + rungs + 1
    meld_work[f + MELD_SPARE] = zeros + rungs + 1 + keys
    firsts = meld_work[s + MELD_FIRSTS]
    members = meld_work[s + MELD_MEMBERS]
    classes = meld_work[s + MELD_CLASSES]
    for i in range(0, classes):
        piece = meld_work[members + meld_work[firsts + i]]
$count
    at = meld_at[0]
    for i in range(0, ladder_rungs):
        meld_work[pairs + 2 * i] = at
        at += meld_work[pairs + 2 * i + 1]
        meld_work[pairs + 2 * i + 1] = 0
    meld_room(at - meld_at[0])
    for i in range(0, classes):
        piece = meld_work[members + meld_work[firsts + i]]
$place
$settle
"""

HOPES = """
def meld_hopes(s, f):
    keys = meld_work[f + MELD_KEYS]
    key_at = meld_work[f + MELD_KEY_AT]
    rungs = meld_work[f + MELD_RUNGS]
    rung_at = meld_work[f + MELD_RUNG_AT]
$low_at
    hopes = meld_room(keys)
    meld_work[f + MELD_HOPES] = hopes
    unknown = meld_work[s + MELD_WILD] or rungs > 62
    for i in range(hopes, hopes + keys):
        meld_work[i] = -1 if unknown else 0
    if unknown:
        return 1
    at = meld_work[s + MELD_ROW]
    for i in range(at, at + meld_work[s + MELD_ROWS] + meld_work[s + MELD_ANYS]):
        face = piece_face[meld_work[i]]
        if meld_key_of[key_at + face] >= 0:
            mask = 1 << meld_rung_of[rung_at + face]
$low
            meld_work[hopes + meld_key_of[key_at + face]] |= mask
    some = 0
    for i in range(hopes, hopes + keys):
        mask = meld_work[i]
        if mask:
            for j in range(1, min(meld_work[f + MELD_LEAST], rungs + 1)):
                mask &= mask >> 1
            meld_work[i] = mask
            if mask:
                some = 1
    return some
"""
"""For each thing that cards share the rungs on which a stretch that is long enough can begin, as far as the
cards go (-1: unknown, because there are wilds or too many rungs for a mask); 0: there is none at all."""

HOPES_LOW = """
            if low_at >= 0 and meld_rung_of[low_at + face] >= 0:
                mask |= 1 << meld_rung_of[low_at + face]
"""

COUNT = """
if meld_key_of[key_at + face] >= 0:
    cell = pairs + 2 * (meld_key_of[key_at + face] * rungs + meld_rung_of[rung_at + face])
    meld_work[cell + 1] += 1
"""

COUNT_LOW = """
    if low_at >= 0 and meld_rung_of[low_at + face] >= 0:
        cell = pairs + 2 * (meld_key_of[key_at + face] * rungs + meld_rung_of[low_at + face])
        meld_work[cell + 1] += 1
"""

PLACE = """
if meld_key_of[key_at + face] >= 0:
    cell = pairs + 2 * (meld_key_of[key_at + face] * rungs + meld_rung_of[rung_at + face])
    meld_work[meld_work[cell] + meld_work[cell + 1]] = piece + (face << 16) + ((i + 1) << 32)
    meld_work[cell + 1] += 1
"""

PLACE_LOW = """
    if low_at >= 0 and meld_rung_of[low_at + face] >= 0:
        cell = pairs + 2 * (meld_key_of[key_at + face] * rungs + meld_rung_of[low_at + face])
        meld_work[meld_work[cell] + meld_work[cell + 1]] = piece + (face << 16) + ((i + 1) << 32)
        meld_work[cell + 1] += 1
"""

SETTLE = """
    used = meld_room(2 * classes + keys * (rungs + 2))
    flags = used + classes
    seen_last = flags + classes
    needs = seen_last + keys
    for i in range(used, needs + keys * (rungs + 1)):
        meld_work[i] = 0
    loose = meld_work[f + MELD_LOOSE]
    spare = meld_work[f + MELD_SPARE]
    some = 0
    for i in range(0, classes):
        piece = meld_work[members + meld_work[firsts + i]]
        flag = 0
        several = $several
$flag
        if flag:
            some = 1
            meld_work[flags + i] = 1
$note
    if some == 0:
        return
    meld_work[f + MELD_USED] = used
    meld_work[f + MELD_NEEDS] = needs
    meld_work[f + MELD_NEEDS_STEP] = rungs + 1
    for key in range(0, keys):
        if meld_work[loose + key]:
            at = needs + key * (rungs + 1)
            for rung in range(0, rungs):
                cell = pairs + 2 * (key * rungs + rung)
                bare = 1 if meld_work[cell + 1] else 0
                for i in range(meld_work[cell], meld_work[cell] + meld_work[cell + 1]):
                    if meld_work[flags + (meld_work[i] >> 32) - 1] == 0:
                        bare = 0
                        break
                meld_work[at + rung + 1] = meld_work[at + rung] + bare
"""

FLAG = """
if meld_key_of[key_at + face] >= 0:
    if $two:
        flag = 1
"""

NOTE = """
key = meld_key_of[key_at + face]
if key >= 0:
    if meld_work[seen_last + key] != i + 1:
        meld_work[seen_last + key] = i + 1
        meld_work[loose + key] = 1
        meld_work[spare + key] += meld_work[firsts + i + 1] - meld_work[firsts + i]
"""

RUNS = """
def meld_runs$y(s, f):
    if meld_hopes(s, f) == 0:
        return 0
    meld_ladders(s, f)
    rungs = meld_work[f + MELD_RUNGS]
    least = meld_work[f + MELD_LEAST]
    most = meld_work[f + MELD_MOST]
    for key in range(0, meld_work[f + MELD_KEYS]):
        pairs = meld_work[f + MELD_PAIRS] + key * rungs * 2
        needs = meld_work[f + MELD_NEEDS] + key * meld_work[f + MELD_NEEDS_STEP]
        spare = meld_work[meld_work[f + MELD_SPARE] + key]
        loose = meld_work[meld_work[f + MELD_LOOSE] + key]
        hopes = meld_work[meld_work[f + MELD_HOPES] + key]
        for first in range(0, rungs if hopes else 0):
            if hopes < 0 or hopes >> first & 1:
                for end in range(first + 1, min(rungs, first + most) + 1):
                    if meld_work[pairs + 2 * end - 1] == 0:
                        break
                    if meld_work[needs + end] - meld_work[needs + first] > spare:
                        break
                    if end - first >= least:
                        if meld_lay$y(s, f, pairs + 2 * first, end - first, 0, loose):
                            return 1
$row
    return 0
"""
"""All melds of a consecutive shape: those without the row first."""

THEN_ROW = """
    if meld_work[s + MELD_ROWS] and most:
        return meld_runs_row$y(s, f)
"""

RUNS_ROW = """
def meld_runs_row$y(s, f):
    key_at = meld_work[f + MELD_KEY_AT]
    rungs = meld_work[f + MELD_RUNGS]
    rung_at = meld_work[f + MELD_RUNG_AT]
$low_at
    hopes = meld_work[f + MELD_HOPES]
    row = meld_work[s + MELD_ROW]
    rows = meld_work[s + MELD_ROWS]
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
                if meld_extend$y(s, f, heads + i * (2 * n + 4), n, rungs):
                    return 1
            if start + n == rows:
                count = 0
            else:
                piece = meld_work[row + start + n]
                longer = meld_at[0]
                number = 0
                for i in range(0, count):
                    head = heads + i * (2 * n + 4)
                    key = meld_work[head]
                    last = meld_work[head + 3]
$next
                heads = longer
                count = number
                n += 1
        meld_at[0] = base
    return 0
"""
"""Those with a piece of the row. Ways to read such a piece stand one behind the other: what they share, up or
down (0: one card), first and last rung, then for each card its rung and its entry."""

FIRST = """
if meld_key_of[key_at + face] >= 0 and meld_work[hopes + meld_key_of[key_at + face]]:
    head = meld_room(6)
    meld_start(head, meld_key_of[key_at + face], meld_rung_of[rung_at + face], piece + (face << 16))
    count += 1
"""

FIRST_LOW = """
    if low_at >= 0 and meld_rung_of[low_at + face] >= 0:
        head = meld_room(6)
        meld_start(head, meld_key_of[key_at + face], meld_rung_of[low_at + face], piece + (face << 16))
        count += 1
"""

NEXT = """
if meld_key_of[key_at + face] == key:
    if meld_goes_on(f, head, meld_rung_of[rung_at + face], most, rungs):
        meld_longer(head, n, meld_rung_of[rung_at + face], piece + (face << 16))
        number += 1
"""

NEXT_LOW = """
    if low_at >= 0 and meld_rung_of[low_at + face] >= 0:
        if meld_goes_on(f, head, meld_rung_of[low_at + face], most, rungs):
            meld_longer(head, n, meld_rung_of[low_at + face], piece + (face << 16))
            number += 1
"""

ROW = """
def meld_start(head, key, rung, entry):
    meld_work[head] = key
    meld_work[head + 1] = 0
    meld_work[head + 2] = rung
    meld_work[head + 3] = rung
    meld_work[head + 4] = rung
    meld_work[head + 5] = entry


def meld_goes_on(f, head, rung, most, rungs):
    last = meld_work[head + 3]
    step = rung - last
    if step == 0 or step * meld_work[head + 1] < 0 or abs(rung - meld_work[head + 2]) >= most:
        return 0
    key = meld_work[head]
    pairs = meld_work[f + MELD_PAIRS] + 2 * key * rungs
    low = last + 1 if step > 0 else rung + 1
    high = rung if step > 0 else last
    for i in range(low, high):
        if meld_work[pairs + 2 * i + 1] == 0:
            return 0
    needs = meld_work[f + MELD_NEEDS] + key * meld_work[f + MELD_NEEDS_STEP]
    return meld_work[needs + high] - meld_work[needs + low] <= meld_work[meld_work[f + MELD_SPARE] + key]


def meld_longer(head, n, rung, entry):
    other = meld_room(2 * n + 6)
    copy(meld_work, other, meld_work, head, 2 * n + 4)
    meld_work[other + 1] = 1 if rung > meld_work[head + 3] else -1
    meld_work[other + 3] = rung
    meld_work[other + 2 * n + 4] = rung
    meld_work[other + 2 * n + 5] = entry
"""

EXTEND = """
def meld_extend$y(s, f, head, n, rungs):
    top = meld_at[0]
    least = meld_work[f + MELD_LEAST]
    most = meld_work[f + MELD_MOST]
    key = meld_work[head]
    down = meld_work[head + 1] < 0
    first = min(meld_work[head + 2], meld_work[head + 3])
    last = max(meld_work[head + 2], meld_work[head + 3])
    pairs = meld_work[f + MELD_PAIRS] + 2 * key * rungs
    needs = meld_work[f + MELD_NEEDS] + key * meld_work[f + MELD_NEEDS_STEP]
    spare = meld_work[meld_work[f + MELD_SPARE] + key]
    loose = meld_work[meld_work[f + MELD_LOOSE] + key]
    if meld_work[s + MELD_OVERLAP]:
        needs = meld_work[f + MELD_ZEROS]
        spare = 0
        pairs = meld_without(s, f, head, n, pairs, rungs)
    inside = 0
    if loose:
        inside = meld_work[needs + last + 1] - meld_work[needs + first]
        for i in range(0, n):
            rung = meld_work[head + 4 + 2 * i]
            inside -= meld_work[needs + rung + 1] - meld_work[needs + rung]
    bottom = first
    floor = max(0, last - most + 1)
    while bottom > floor:
        if meld_work[pairs + 2 * bottom - 1] == 0:
            break
        if inside + meld_work[needs + first] - meld_work[needs + bottom - 1] > spare:
            break
        bottom -= 1
    end = last + 1
    ceiling = min(rungs, first + most)
    while end < ceiling:
        if meld_work[pairs + 2 * end + 1] == 0:
            break
        if inside + meld_work[needs + end + 1] - meld_work[needs + last + 1] > spare:
            break
        end += 1
    if end - bottom < least or inside > spare:
        meld_at[0] = top
        return 0
    own = meld_room(2 * rungs)
    for i in range(2 * bottom, 2 * end):
        meld_work[own + i] = meld_work[pairs + i]
    for i in range(0, n):
        cell = own + 2 * meld_work[head + 4 + 2 * i]
        meld_work[cell] = head + 5 + 2 * i
        meld_work[cell + 1] = 1
    for i in range(first, last + 1):
        if meld_work[own + 2 * i + 1] == 0:
            meld_at[0] = top
            return 0
    for start in range(first, bottom - 1, -1):
        left = spare - inside - (meld_work[needs + first] - meld_work[needs + start])
        for stop in range(max(last + 1, start + least), min(end, start + most) + 1):
            if meld_work[needs + stop] - meld_work[needs + last + 1] > left:
                break
            if meld_lay$y(s, f, own + 2 * start, stop - start, down, loose):
                return 1
    meld_at[0] = top
    return 0
"""
"""All runs with these cards of the row on these rungs and no others of it."""

WITHOUT = """
def meld_without(s, f, head, n, pairs, rungs):
    chosen = meld_work[f + MELD_CHOSEN]
    for i in range(0, n):
        meld_work[chosen + i] = meld_work[head + 5 + 2 * i]
    own = meld_room(2 * rungs)
    for i in range(0, rungs):
        at = meld_at[0]
        cell = pairs + 2 * i
        meld_work[own + 2 * i] = at
        meld_work[own + 2 * i + 1] = meld_free(s, f, n, meld_work[cell], meld_work[cell + 1])
    return own
"""

LAY = """
def meld_lay$y(s, f, pairs, n, down, loose):
    chosen = meld_work[f + MELD_CHOSEN]
    if meld_work[s + MELD_ACCEPT] and meld_work[s + MELD_SEVERAL] == 0:
        for i in range(0, n):
            meld_work[chosen + i] = meld_work[meld_work[pairs + 2 * i]]
        if meld_wanted(s, f, n, 0) == 0:
            return 0
$climb
    count = 1
    for i in range(0, n):
        count = min(count * meld_work[pairs + 2 * i + 1], MELD_BUDGET + 1)
    meld_spend(count)
    return meld_product$y(s, f, pairs, 0, n, down)


def meld_product$y(s, f, pairs, i, n, down):
    place_of_card = meld_work[f + MELD_CHOSEN] + (n - 1 - i if down else i)
    while i + 1 < n and meld_work[pairs + 2 * i + 1] == 1:
        meld_work[place_of_card] = meld_work[meld_work[pairs + 2 * i]]
        place_of_card += -1 if down else 1
        i += 1
    at = meld_work[pairs + 2 * i]
$last
    for j in range(at, at + meld_work[pairs + 2 * i + 1]):
        meld_work[place_of_card] = meld_work[j]
$next
            return 1
    return 0
"""
"""One card from each rung of a stretch, in every way."""

CLIMB = """
def meld_climb$y(s, f, pairs, i, n, down):
    at = meld_work[pairs + 2 * i]
    place_of_card = meld_work[f + MELD_CHOSEN] + (n - 1 - i if down else i)
    for j in range(at, at + meld_work[pairs + 2 * i + 1]):
        entry = meld_work[j]
        number = entry >> 32
        copied = 0
        free = 1
        used = meld_work[f + MELD_USED] + number - 1
        if number:
            first = meld_work[meld_work[s + MELD_FIRSTS] + number - 1]
            copied = meld_work[used]
            if copied == meld_work[meld_work[s + MELD_FIRSTS] + number] - first:
                free = 0
            else:
                meld_work[used] = copied + 1
                if copied:
                    copy_of = meld_work[meld_work[s + MELD_MEMBERS] + first + copied]
                    entry = entry - (entry & 65535) + copy_of
        if free:
            meld_work[place_of_card] = entry
            if i + 1 < n:
                meld_climb$y(s, f, pairs, i + 1, n, down)
            else:
                meld_spend(1)
                if meld_work[s + MELD_ONCE] == 0 or meld_at[1] == meld_work[s + MELD_FOUND]:
                    if $holds:
                        meld_emit(s, f, n, meld_work[s + MELD_SEVERAL], 0, 0)
            if number:
                meld_work[used] = copied
"""
"""One card from each rung, in every way, where some stand on several rungs but none may be used twice. Where
the first meld is enough, the other ways are counted all the same, as they are in a search for all."""

LAY_LOOSE = """
    if loose:
        meld_climb$y(s, f, pairs, 0, n, down)
        if meld_work[s + MELD_ONCE]:
            return meld_at[1] > meld_work[s + MELD_FOUND]
        return 0
"""


PRODUCT_LAST = """
    if i + 1 == n:
        return meld_emit_each(s, f, n, place_of_card, at, meld_work[pairs + 2 * i + 1])
"""

PRODUCT_NEXT = """
        if meld_product$y(s, f, pairs, i + 1, n, down):
"""

PRODUCT_HOLDS = """
        if i + 1 < n:
            if meld_product$y(s, f, pairs, i + 1, n, down):
                return 1
        elif meld_holds$y(f, n) and meld_emit(s, f, n, meld_work[s + MELD_SEVERAL], 0, 0):
"""

HOLDS = """
def meld_holds$y(f, n):
    chosen = meld_work[f + MELD_CHOSEN]
$differ
$total
    return 1
"""
"""Whether the cards differ as they must and add up."""

HOLDS_DIFFER = """
    for i in range(0, n):
        if meld_differs_$x(chosen, i, (meld_work[chosen + i] >> 16) & 65535) == 0:
            return 0
"""

HOLDS_TOTAL = """
    need = meld_work[f + MELD_TARGET]
    for i in range(chosen, chosen + n):
        need -= $measure(meld_work[i] & 65535, (meld_work[i] >> 16) & 65535)
    if need != 0:
        return 0
"""
