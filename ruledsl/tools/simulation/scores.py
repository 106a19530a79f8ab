"""The score of a game under way: what `result` ranks by first, where that is a number."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from interpreter.chance import ChanceNeeded, Scripted
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from interpreter.position import Position
from interpreter.program import TEAM_DOMAIN
from interpreter.state import Code, State

Values = tuple[int, ...]


@frozen
class _Rule:
    """One rule of `result`: its condition, its first key, and whose values it compares."""

    condition: Code | None
    key: Code | None
    cell: int
    members: range


class ScoreReader:
    """Reads scores from positions; `most` says for each rule of `result` whether more is better.

    It is asked on a machine that does not count, so that asking is not taken for use.
    """

    def __init__(self, machine: Machine) -> None:
        program, compiler = machine.program, machine.rules.compiler
        self.machine = machine
        self.most = [rule.keys[0].most if rule.keys else True for rule in program.results]
        self._rules = [
            _Rule(
                None if rule.condition is None else compiler(rule.condition),
                compiler(rule.keys[0].value) if rule.keys else None,
                rule.cell,
                range(program.teams if rule.domain == TEAM_DOMAIN else program.players),
            )
            for rule in program.results
        ]

    def read(self, pos: Position) -> tuple[int, Values] | None:
        """The rule of `result` that would count now and every member's number; None where there is none."""
        st = State(pos, Scripted())
        st.steps_left = self.machine.step_budget
        st.pure = True
        before = pos.cells[:]
        try:
            for number in range(len(self._rules) - 1, -1, -1):
                rule = self._rules[number]
                if rule.condition is None or rule.condition(st):
                    return self._values(st, number, rule)
        except (RulesFault, ChanceNeeded):
            return None  # what is ranked by does not exist yet
        finally:
            pos.cells[:] = before
        return None

    def _values(self, st: State, number: int, rule: _Rule) -> tuple[int, Values] | None:
        if rule.key is None:
            return None
        found: list[int] = []
        for member in rule.members:
            st.cells[rule.cell] = member
            value = rule.key(st)
            if type(value) is not int:
                return None
            found.append(value)
        return number, tuple(found)


@define
class Course:
    """How the score went in one game: its value whenever it changed, with the decisions made before."""

    moments: list[tuple[int, int, Values]] = field(factory=list)

    def note(self, decisions: int, read: tuple[int, Values] | None) -> None:
        """The score after so many decisions."""
        if read is not None and (not self.moments or self.moments[-1][1:] != read):
            self.moments.append((decisions, *read))

    def under(self, rule: int) -> list[tuple[int, Values]]:
        """The moments at which the rule of `result` counted that counted at the end."""
        return [(decisions, values) for decisions, number, values in self.moments if number == rule]


@frozen
class Race:
    """What the course of the score tells: changes of the sole leader; whether the sole winner was behind
    when half of the decisions had been made, and by how much at most during the game (None: no sole winner).
    """

    lead_changes: int
    behind_at_half: bool | None
    deficit: int | None


def race(course: Course, rule: int, most: bool, winners: Sequence[int], decisions: int) -> Race | None:
    """How the lead went; `winners` are members.

    None where there is nobody to race, where the score is no number, or stands still until the last decision.
    """
    moments = course.under(rule)
    if not moments or len(moments[0][1]) < 2 or len([at for at, _ in moments if at < decisions]) < 2:
        return None
    sign = 1 if most else -1
    changes = 0
    leader: int | None = None
    for _, values in moments:
        ahead = max(sign * value for value in values)
        first = [member for member, value in enumerate(values) if sign * value == ahead]
        if len(first) == 1:
            changes += leader is not None and first[0] != leader
            leader = first[0]
    if len(winners) != 1:
        return Race(changes, None, None)
    behind = [(at, _behind(values, winners[0], sign)) for at, values in moments]
    before_half = [gap for at, gap in behind if 2 * at <= decisions]
    return Race(changes, bool(before_half) and before_half[-1] > 0, max(gap for _, gap in behind))


def _behind(values: Values, member: int, sign: int) -> int:
    """How far a member is behind the best; 0 for the best."""
    return max(sign * value for value in values) - sign * values[member]
