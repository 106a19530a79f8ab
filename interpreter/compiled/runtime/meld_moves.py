"""Melds that come to lie, grow, lose cards and move, in the kernel language (as in `interpreter.moves`)."""

from __future__ import annotations

from interpreter.compiled.fault_codes import NUMBERS

LAID_FACES = """
def meld_laid_faces(zone, count):
    found = 0
    for j in range(zone_start[zone], zone_start[zone] + count):
        found += laid_length[j]
    return found
"""
"""How many cards the first melds of a zone have."""

LEAVE = """
def leave_meld(zone, index):
    first = zone_start[zone]
    count = laid_size[zone]
    faces = meld_laid_faces(zone, count)
    if index >= faces:
        return
    copy(laid_face, first + index, laid_face, first + index + 1, faces - index - 1)
    left = index
    j = first
    while left >= laid_length[j]:
        left -= laid_length[j]
        j += 1
    laid_length[j] -= 1
    if laid_length[j] == 0:
        n = first + count - 1 - j
        copy(laid_kind, j, laid_kind, j + 1, n)
        copy(laid_shape, j, laid_shape, j + 1, n)
        copy(laid_by, j, laid_by, j + 1, n)
        copy(laid_serial, j, laid_serial, j + 1, n)
        copy(laid_length, j, laid_length, j + 1, n)
        laid_size[zone] = count - 1
"""
"""The meld that had the piece at `index` of its zone has one card less; a meld without cards is gone."""

MOVE_LAID = f"""
def move_laid(source, target):
    count = laid_size[source]
    if count == 0 or source == target:
        return
    laid_size[source] = 0
    if meld_zone_takes[target] == 0:
        return
    here = zone_start[source]
    before = laid_size[target]
    faces = meld_laid_faces(source, count)
    there = zone_start[target] + before
    face_to = zone_start[target] + meld_laid_faces(target, before)
    if faces + face_to > zone_start[target] + meld_zone_room[target]:
        fault({NUMBERS["beyond-kernel"]}, origin_now[0])
    copy(laid_kind, there, laid_kind, here, count)
    copy(laid_shape, there, laid_shape, here, count)
    copy(laid_by, there, laid_by, here, count)
    copy(laid_serial, there, laid_serial, here, count)
    copy(laid_length, there, laid_length, here, count)
    copy(laid_face, face_to, laid_face, here, faces)
    laid_size[target] = before + count
"""
"""The melds of a zone that moves as a whole stay melds in another zone for melds, elsewhere they are gone."""

LAY = f"""
def meld_lay_down(m, zone, way):
    if meld_zone_single[zone]:
        if zone_size[zone]:
            fault({NUMBERS["meld-in-the-way"]}, origin_now[0])
    n = heap[m + 6]
    if n == 0:
        return
    $move_all(m + 6, zone, NONE, way)
    count = laid_size[zone]
    at = zone_start[zone] + meld_laid_faces(zone, count)
    if at + n > zone_start[zone] + meld_zone_room[zone]:
        fault({NUMBERS["beyond-kernel"]}, origin_now[0])
    for i in range(0, n):
        laid_face[at + i] = heap[m + 8 + n + i]
    j = zone_start[zone] + count
    laid_kind[j] = heap[m]
    laid_shape[j] = heap[m + 1]
    laid_by[j] = -1 if heap[m + 2] == NONE else heap[m + 2]
    laid_serial[j] = serial[0]
    laid_length[j] = n
    laid_size[zone] = count + 1
    serial[0] += 1
"""
"""A meld comes to lie with its kind, order, readings and who formed it."""

JOIN = f"""
def meld_joined_form(cards, m, own, fixed):
    s = meld_begin(0, cards)
$fix
    meld_work[s + MELD_LOW] = heap[cards]
    meld_work[s + MELD_HIGH] = heap[cards]
    meld_work[s + MELD_ONCE] = 1
    meld_ready(s)
    kind = heap[m]
    meld_search_joined(s, kind, own)
    found = NONE
    if meld_at[1] > meld_work[s + MELD_FOUND]:
        found = meld_found[meld_work[s + MELD_FOUND]]
    meld_end(s)
    return found


def meld_joined(group, m):
    n = heap[m + 6]
    cards = alloc(1 + n + heap[group])
    heap[cards] = n + heap[group]
    copy(heap, cards + 1, heap, m + 7, n)
    copy(heap, cards + 1 + n, heap, group + 1, heap[group])
    found = meld_joined_form(cards, m, 1, 1)
    if found == NONE and MELD_READS:
        found = meld_joined_form(cards, m, 1, 0)
    if found == NONE:
        found = meld_joined_form(cards, m, 0, 1)
    if found == NONE and MELD_READS:
        found = meld_joined_form(cards, m, 0, 0)
    return found


def meld_laid_index(zone, number):
    for j in range(zone_start[zone], zone_start[zone] + laid_size[zone]):
        if laid_serial[j] == number:
            return j
    return -1


def meld_join(group, m):
    zone = heap[m + 3]
    if zone == NONE:
        fault({NUMBERS["meld-gone"]}, origin_now[0])
    number = heap[m + 4]
    if meld_laid_index(zone, number) < 0:
        fault({NUMBERS["meld-gone"]}, origin_now[0])
    joined = meld_joined(group, m)
    if joined == NONE:
        fault({NUMBERS["does-not-fit"]}, origin_now[0])
    $move_all(group, zone, NONE, 0)
    j = meld_laid_index(zone, number)
    if j < 0:
        fault({NUMBERS["beyond-kernel"]}, origin_now[0])
    first = zone_start[zone]
    start = first + meld_laid_faces(zone, j - first)
    faces = meld_laid_faces(zone, laid_size[zone])
    before = laid_length[j]
    n = heap[joined + 6]
    end = first + zone_size[zone] - heap[group]
    if n - before != heap[group]:
        fault({NUMBERS["beyond-kernel"]}, origin_now[0])
    copy(zone_row, start + n, zone_row, start + before, end - start - before)
    copy(laid_face, start + n, laid_face, start + before, first + faces - start - before)
    for i in range(0, n):
        zone_row[start + i] = heap[joined + 7 + i]
        laid_face[start + i] = heap[joined + 8 + n + i]
    laid_kind[j] = heap[joined]
    laid_shape[j] = heap[joined + 1]
    laid_length[j] = n
"""
"""Cards join a laid meld, which keeps its kind where it still fits, else becomes one that does; its cards are
read as before if they can be."""
