"""How well a player stands in a position, as numbers that are compared one after the other.

First what the game is over for, then each key of the result as the lead over the best of the others, then
what the rules wish for (`wishes.py`) and what would open more options (`gates.py`).  It is asked only of
positions that a bot has guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from interpreter.chance import ChanceNeeded, Scripted
from interpreter.expressions.clauses import rank_of
from interpreter.faults import RulesFault
from interpreter.layout import Layout
from interpreter.machine import Machine
from interpreter.melds import enumerate_melds
from interpreter.outcome import Judge
from interpreter.position import UNDECIDED, Position
from interpreter.program import TEAM_DOMAIN, ResultRule
from interpreter.state import State
from ruledsl.bots.gates import Gates
from ruledsl.bots.wishes import RowMelds, wishes_of

MOST_REMEMBERED = 20_000
"""Rows of which it is remembered how they can be cut."""


class Standing:
    """Judges positions of one Program."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.layout = machine.layout
        self.judge = Judge(machine.rules)
        self.wishes = wishes_of(machine.program)
        self.gates = Gates(machine)
        self.rules = [_Ranking(machine, rule) for rule in machine.program.results]
        self.width = max([len(rule.keys) for rule in self.rules], default=0) or 1
        self._cuts: dict[tuple[int, ...], int] = {}

    @property
    def cost(self) -> int:
        """How much work a position is, beside one of a game without gates."""
        return 1 + 4 * self.gates.count

    def of(self, pos: Position, seat: int) -> tuple[float, ...]:
        """The numbers for one seat; of two positions in one game the greater tuple is the better."""
        return (
            self._ended(pos, seat),
            *self._leads(pos, (seat,))[0],
            -self._to_get_rid_of(pos, seat),
            -self._steps(pos, seat),
            -self.gates.distance(pos, seat),
        )

    def of_all(self, pos: Position) -> tuple[tuple[float, ...], ...]:
        """For each seat the numbers of `of` without the first, which tells how a finished game ended."""
        leads = self._leads(pos, range(self.layout.players))
        return tuple(
            [
                (
                    *leads[seat],
                    -self._to_get_rid_of(pos, seat),
                    -self._steps(pos, seat),
                    -self.gates.distance(pos, seat),
                )
                for seat in range(self.layout.players)
            ]
        )

    def payoffs_now(self, pos: Position) -> tuple[float, ...]:
        """What the game would pay if it ended now; nothing where only places count or it cannot be told."""
        if self.machine.program.payoffs:
            st = State(pos, Scripted())
            st.steps_left = self.machine.step_budget
            with suppress(RulesFault, ChanceNeeded):
                return tuple([float(worth) for worth in self.judge.outcome(st).payoffs])
        return (0.0,) * self.layout.players

    # -- the result --------------------------------------------------------------------------------

    def _ended(self, pos: Position, seat: int) -> float:
        """1 for a game that was won, -1 for one that was lost, 0 for one that goes on."""
        if not pos.over or pos.no_result:
            return 0.0
        outcome = self.judge.outcome(State(pos, Scripted()))
        member = seat % self.machine.program.teams if outcome.by_team else seat
        others = sum(len(place) for place in outcome.ranking) - 1
        before = 0
        for place in outcome.ranking:
            if member in place:
                behind = others - before - len(place) + 1
                return (behind - before) / others if others > 0 else 0.0
            before += len(place)
        return 0.0

    def _leads(self, pos: Position, seats: Sequence[int]) -> list[list[float]]:
        """For each of these seats, for each key of the result, the lead over the best of the others; without
        keys that of payoffs."""
        found: list[list[float]] = [[] for _ in seats]
        st = State(pos, Scripted())
        st.steps_left = self.machine.step_budget
        st.pure = True
        with suppress(RulesFault, ChanceNeeded):
            for rule in reversed(self.rules):
                if rule.holds(st):
                    found = rule.leads(st, seats)
                    break
            if not found[0] and self.machine.program.payoffs:
                worth = [float(value) for value in self.judge.outcome(st).payoffs]
                found = [[lead(worth, seat, True)] for seat in seats]
        return [leads + [0.0] * (self.width - len(leads)) for leads in found]

    # -- what the rules wish for -------------------------------------------------------------------

    def _to_get_rid_of(self, pos: Position, seat: int) -> int:
        """How many pieces the seat has in zones that should become empty."""
        layout = self.layout
        total = 0
        for family in self.wishes.empty:
            for zone in zones_of(layout, family):
                if layout.zone_owner[zone] in (seat, -1):
                    total += len(pos.zones[zone])
        return total

    def _steps(self, pos: Position, seat: int) -> int:
        """Into how many melds, at the least, the seat's rows can be cut; a card that fits nowhere is one."""
        total = 0
        for row in self.wishes.rows:
            for zone in zones_of(self.layout, row.family):
                if self.layout.zone_owner[zone] == seat and UNDECIDED not in pos.zones[zone]:
                    pieces = pos.zones[zone]
                    total += self.fewest_cuts(row, pieces, partial(self._count_cuts, pos, row, pieces))
        return total

    def fewest_cuts(self, row: RowMelds, pieces: list[int], count: Callable[[], int]) -> int:
        """Into how many melds, at the least, a row can be cut; `count` finds it out when it is not known."""
        label = self.layout.piece_label
        key = (row.family, *[label[piece] for piece in pieces])
        known = self._cuts.get(key)
        if known is None:
            if len(self._cuts) >= MOST_REMEMBERED:
                self._cuts.clear()
            known = self._cuts[key] = count()
        return known

    def _count_cuts(self, pos: Position, row: RowMelds, pieces: list[int]) -> int:
        kinds = tuple((kind, ()) for kind in row.kinds)
        starts: dict[int, set[int]] = {}
        for meld in enumerate_melds(self.layout, pos, pieces, (), kinds):
            places = [pieces.index(piece) for piece in meld.pieces]
            starts.setdefault(max(places) + 1, set()).add(min(places))
        best = [0]
        for end in range(1, len(pieces) + 1):
            before = starts.get(end, set())
            best.append(1 + min(best[start] for start in (end - 1, *before)))
        return best[-1]


class _Ranking:
    """The keys of one rule of the result, ready to be asked."""

    def __init__(self, machine: Machine, rule: ResultRule) -> None:
        compiler = machine.rules.compiler
        program = machine.program
        self.teams = program.teams if rule.domain == TEAM_DOMAIN else 0
        self.members = range(self.teams or program.players)
        self.cell = rule.cell
        self.condition = None if rule.condition is None else compiler(rule.condition)
        self.keys = [(key.most, compiler(key.value)) for key in rule.keys]

    def holds(self, st: State) -> bool:
        """Whether this rule is the one that counts, when none after it does."""
        return self.condition is None or bool(self.condition(st))

    def leads(self, st: State, seats: Sequence[int]) -> list[list[float]]:
        """For each of these seats, for each key the lead over the best of the others."""
        before = st.cells[self.cell]
        found: list[list[float]] = [[] for _ in seats]
        try:
            for most, code in self.keys:
                values = []
                for other in self.members:
                    st.cells[self.cell] = other
                    values.append(code(st))
                for leads, seat in zip(found, seats, strict=True):
                    leads.append(lead(values, seat % self.teams if self.teams else seat, most))
        finally:
            st.cells[self.cell] = before
        return found


def zones_of(layout: Layout, family: int) -> range:
    """The zones of a family."""
    declared = layout.program.zones[family]
    return range(declared.base, declared.base + declared.count)


def lead(values: list[Any], member: int, most: bool) -> float:
    """How far a member is before the best of the others; alone: its value."""
    sign = 1.0 if most else -1.0
    others = values[:member] + values[member + 1 :]
    own = values[member]
    if all(isinstance(value, int | float) for value in values):
        best = (max if most else min)(others) if others else 0
        return sign * float(own - best)
    if not others:
        return 0.0
    best = (max if most else min)(others, key=rank_of)
    if rank_of(own) == rank_of(best):
        return 0.0
    return sign if rank_of(own) > rank_of(best) else -sign
