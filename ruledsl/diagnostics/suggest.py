"""Which known names may have been meant by an unknown one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MOST_SUGGESTIONS: Final = 3
_LONGEST_COMPARED: Final = 80


def did_you_mean(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The up to three known names closest to `name`, best first.

    Names that differ only in upper and lower case come first; then those within a third of the name's
    length (at least one) in insertions, deletions, changes and swaps of neighbours, nearest first; equal
    ones by how well upper and lower case agree, then by alphabet.
    """
    wanted = name.casefold()
    limit = max(1, len(name) // 3)
    ranked: list[tuple[int, int, str]] = []
    for candidate in sorted(set(known)):
        if candidate == name or not candidate:
            continue
        folded = candidate.casefold()
        if folded == wanted:
            ranked.append((0, edit_distance(name, candidate), candidate))
        elif abs(len(folded) - len(wanted)) <= limit and max(len(folded), len(wanted)) <= _LONGEST_COMPARED:
            distance = edit_distance(wanted, folded)
            if distance <= limit and distance < max(len(wanted), len(folded)):
                ranked.append((distance, edit_distance(name, candidate), candidate))
    ranked.sort()
    return tuple(candidate for _, _, candidate in ranked[:MOST_SUGGESTIONS])


def edit_distance(first: str, second: str) -> int:
    """Insertions, deletions, changes and swaps of neighbours that lead from one text to the other.

    This is the optimal string alignment distance: no stretch is edited twice.
    """
    before: list[int] = []
    previous = list(range(len(second) + 1))
    for i, a in enumerate(first, start=1):
        current = [i]
        for j, b in enumerate(second, start=1):
            best = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a != b))
            if i > 1 and j > 1 and a == second[j - 2] and first[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            current.append(best)
        before, previous = previous, current
    return previous[-1]
