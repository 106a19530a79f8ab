"""Makes the script of a problem small: fewest players, fewest moves, then the smallest numbers.

This is delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input",
2002) on a list of groups of numbers. Any script is a game, so every part may be left out; what counts is that
the same problem comes again: same kind, same code, same place in the text.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

from attrs import define, evolve, field

from ruledsl.tools.fuzzing.playing import Limits, Played, Table, play
from ruledsl.tools.fuzzing.policies import make_policy
from ruledsl.tools.fuzzing.probes import Problem
from ruledsl.tools.fuzzing.scripts import Script, size, trimmed

Group = tuple[tuple[int, ...], str]
"""The numbers of a move, and the label of the option that was taken (empty: whatever the number leads to).

Where something was left out before, the same number means another option; the label keeps what was meant.
"""

Groups = tuple[Group, ...]

Signature = tuple[str, str, str]
"""Kind, code and `file:line`: problems that share it are one finding."""

MOST_WORK: Final = 8_000
"""So many decisions, wide ones counted several times, are made to shrink one finding."""

FRESH: Final = 24
"""So many games with fewer players, or with usual settings, are played to find the same problem there."""

RESTARTS: Final = 120
"""So many other games are played to find a shorter one; most of them are broken off early."""

_FRESHLY: Final = ("uniform", "stubborn", "first", "stubborn", "uniform", "last")
"""The policies of games that are played anew."""


def signature(table: Table, problem: Problem) -> Signature:
    """By what problems are told apart. Where play stands that has no end is a matter of chance."""
    is_endless = problem.kind == "endless" or problem.code == "too-many-steps"
    place = "" if is_endless else table.place(problem.origin)
    return problem.kind, problem.code, place


@define
class Shrinker:
    """Shrinks scripts that lead to one problem.

    `left` is how much work may still be done; counting it, not seconds, gives the same on any machine. With
    `limits.until` it ends at that time as well.
    """

    wanted: Signature
    limits: Limits
    left: int = MOST_WORK
    tried: dict[Groups, Groups | None] = field(factory=dict)

    @classmethod
    def for_problem(cls, wanted: Signature, limits: Limits) -> Shrinker:
        """Asks of every decision only what the problem needs to be seen."""
        return cls(wanted, limits_for(wanted, limits))

    def game(self, table: Table, script: Script) -> Played | None:
        """The game of a script, up to the problem; None when it does not come."""
        played = play(table, None, "", self.limits, script)
        return played if self._is_wanted(table, played) else None

    def _is_wanted(self, table: Table, played: Played) -> bool:
        self.left -= played.work
        if self.limits.until is not None and time.time() >= self.limits.until:
            self.left = 0
        return played.problem is not None and signature(table, played.problem) == self.wanted

    def _try(self, table: Table, groups: Groups) -> Groups | None:
        """What a candidate comes to when it leads to the problem."""
        if groups not in self.tried:
            script, wishes = _script(groups), [label for _, label in groups[1:]]
            played = play(table, None, "", self.limits, script, wishes)
            self.tried[groups] = _groups(played) if self._is_wanted(table, played) else None
        return self.tried[groups]

    # -- other games -------------------------------------------------------------------------------

    def elsewhere(self, tables: Iterator[Table], script: Script, here: Table) -> tuple[Table, Script]:
        """The first of some tables, from the simplest, at which the problem comes up, with its script."""
        budget = self.left // 2
        for table in tables:
            if table is here:
                break
            for number in range(FRESH):
                if self.left <= budget:
                    return here, script
                found = self._fresh(table, number)
                if found is not None:
                    return table, found
        return here, script

    def _fresh(self, table: Table, number: int, moves: int | None = None) -> Script | None:
        """The script of another game with the problem, of at most so many moves."""
        name = _FRESHLY[number % len(_FRESHLY)]
        policy = make_policy(name, table.standing, table.labels, number // len(_FRESHLY), {})
        limits = self.limits if moves is None else evolve(self.limits, decisions=moves + 1)
        played = play(table, policy, f"shrink:{number}", limits)
        return trimmed(played.script) if self._is_wanted(table, played) else None

    def _restarted(self, table: Table, best: Script) -> Script:
        """The shortest of some other games that show the problem: leaving moves out of a long game often
        leads nowhere, for what comes after them is not possible then.
        """
        keep = self.left // 2
        for number in range(RESTARTS):
            moves = len(best) - 2
            if moves < 0 or self.left <= keep:
                break
            found = self._fresh(table, number, moves)
            if found is not None and size(found) < size(best):
                best = found
        return best

    # -- the script --------------------------------------------------------------------------------

    def shrink(self, table: Table, script: Script) -> Script:
        """A smaller script that leads to the problem; the given one when it does not lead there."""
        first = self.game(table, trimmed(script))
        if first is None:
            return script
        first = self.game(table, self._restarted(table, trimmed(first.script))) or first
        best = _groups(first)
        while self.left > 0:
            before = best
            for step in (_shorter, _without_chance, _shorter, _smaller):
                best = self._improve(table, best, step)
            if best == before:
                break
        return _script(best)

    def _improve(self, table: Table, best: Groups, step: Callable[[Groups], Iterator[Groups]]) -> Groups:
        """Takes every candidate that is simpler, and goes on from it."""
        going = True
        while going and self.left > 0:
            going = False
            for candidate in step(best):
                if self.left <= 0:
                    break
                found = self._try(table, candidate)
                if found is not None and size(_script(found)) < size(_script(best)):
                    best, going = found, True
                    break
        return best


def limits_for(wanted: Signature, limits: Limits) -> Limits:
    """What has to be asked at every decision of a game so that this problem is seen."""
    slow = wanted[0] == "leak" or wanted[1] in ("undo", "save", "compiled")
    return Limits(
        decisions=limits.decisions,
        options=limits.options,
        often=1 if slow else 0,
        repeats=wanted[:2] == ("endless", "comes-back"),
        deals=3 if wanted[0] == "leak" else 1,
        compared=wanted[1] == "compiled",
        until=limits.until,
        forced=1 if wanted[:2] == ("endless", "circle") else limits.forced,
    )


def _groups(played: Played) -> Groups:
    return tuple(zip(trimmed(played.script), ("", *played.labels), strict=False))


def _script(groups: Groups) -> Script:
    return tuple(numbers for numbers, _ in groups)


def _shorter(groups: Groups) -> Iterator[Groups]:
    """Without some moves: large parts first, from the end to the beginning."""
    end = len(groups)
    length = end - 1
    while length >= 1:
        for stop in range(end, 1, -length):
            start = max(1, stop - length)
            yield (*groups[:start], *groups[stop:])
        length //= 2


def _without_chance(groups: Groups) -> Iterator[Groups]:
    """All chance as it comes first, then that of single groups."""
    yield tuple(_cut(group, 1 if number else 0) for number, group in enumerate(groups))
    for number, group in enumerate(groups):
        if len(group[0]) > (1 if number else 0):
            yield (*groups[:number], _cut(group, 1 if number else 0), *groups[number + 1 :])


def _smaller(groups: Groups) -> Iterator[Groups]:
    """One number smaller: 0, half of it, one less; and without the last numbers of a group."""
    for number in range(len(groups) - 1, -1, -1):
        numbers, label = groups[number]
        keep = 1 if number else 0
        half = keep + (len(numbers) - keep) // 2
        if half < len(numbers):
            yield (*groups[:number], _cut(groups[number], half), *groups[number + 1 :])
        for index, value in enumerate(numbers):
            for other in dict.fromkeys((0, value // 2, value - 1)):
                if 0 <= other < value:
                    changed = (*numbers[:index], other, *numbers[index + 1 :])
                    meant = "" if index == 0 and number else label
                    yield (*groups[:number], (trimmed([changed])[0], meant), *groups[number + 1 :])


def _cut(group: Group, length: int) -> Group:
    return trimmed([group[0][:length]])[0], group[1]
