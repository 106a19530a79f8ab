"""Stores that nobody reads are left out of kernels for whole games, and no others."""

from __future__ import annotations

from interpreter.compiled.code.unread import without_unread

TEXT = """def games(count):
    depth[0] = 0
    fill(misses, 0, 2, 0)
    heap_top[0] = heap_base[0]
    turn_at[0] = next_turn()
    kept_top[0] = kept_top[0] + 1
    if count > 1:
        quiet[0] = 1
    work_left[0] -= 1
    if work_left[0] < 0:
        fault(3, 4)
    over[0] = 1"""

LEFT = """def games(count):
    turn_at[0] = next_turn()
    kept_top[0] = kept_top[0] + 1
    if count > 1:
        pass
    work_left[0] -= 1
    if work_left[0] < 0:
        fault(3, 4)
    over[0] = 1"""


def test_what_nobody_reads_is_not_stored() -> None:
    assert without_unread([TEXT]) == [LEFT]


def test_what_another_function_reads_is_stored() -> None:
    reader = "def depth_now():\n    return depth[0] + misses[1] + quiet[0] + heap_top[0]"
    assert without_unread([TEXT, reader]) == [TEXT, reader]
