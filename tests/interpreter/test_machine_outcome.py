"""How finished games are judged, and what must always hold."""

from __future__ import annotations

from fractions import Fraction

import pytest

from interpreter.machine import Machine, Outcome
from interpreter.program import Expr, Invariant
from tests.interpreter.build import TEAM, cell, clause, fewest, most, op, put, things, var, where
from tests.interpreter.test_machine_statements import Game


class Scored(Game):
    """A game that sets scores and ends."""

    def __init__(self, players: int = 3) -> None:
        super().__init__(players)
        self.score = self.var("score", 0, 0)
        self.goals = self.var("goals", 0, 0)

    def outcome(self, *scores: int, goals: tuple[int, ...] = ()) -> Outcome:
        statements = [put(self.score, value, seat) for seat, value in enumerate(scores)]
        statements += [put(self.goals, value, seat) for seat, value in enumerate(goals)]
        machine, pos = self.start(*statements)
        assert pos.over
        return machine.outcome(pos)

    @property
    def own(self) -> Expr:
        return var(self.score, cell(self.p))


def test_places_are_shared_and_worth_is_shared_out() -> None:
    g = Scored()
    g.result(g.p, most(g.own))
    assert g.outcome(1, 5, 3).ranking == ((1,), (2,), (0,))
    assert g.outcome(1, 5, 3).payoffs == (-1, 1, 0)
    assert g.outcome(5, 5, 3).ranking == ((0, 1), (2,))
    assert g.outcome(5, 5, 3).payoffs == (Fraction(1, 2), Fraction(1, 2), -1)
    assert g.outcome(5, 5, 5).payoffs == (0, 0, 0)
    assert g.outcome(5, 1, 3).scores == ((5,), (1,), (3,))


def test_further_keys_break_ties() -> None:
    g = Scored()
    g.result(g.p, fewest(g.own), most(var(g.goals, cell(g.p))))
    assert g.outcome(2, 2, 1, goals=(1, 3, 0)).ranking == ((2,), (1,), (0,))


def test_without_a_result_all_are_equal() -> None:
    outcome = Scored().outcome(1, 2, 3)
    assert outcome.ranking == ((0, 1, 2),)
    assert outcome.payoffs == (0, 0, 0)


def test_the_last_rule_that_holds_counts() -> None:
    g = Scored()
    g.result(g.p, most(g.own))
    g.result(g.p, fewest(g.own), condition=op("gt", var(g.score, 0), 8))
    assert g.outcome(1, 5, 3).ranking[0] == (1,)
    assert g.outcome(9, 5, 3).ranking[0] == (2,)


def test_a_rating_and_a_payoff() -> None:
    g = Scored(1)
    g.result(g.p, rating=op("if", op("gt", g.own, 3), "good", "poor"))
    g.payoff(g.p, op("mul", g.own, 2))
    outcome = g.outcome(5)
    assert outcome.rating == ("good",)
    assert outcome.payoffs == (10,)


def test_teams_are_ranked_together() -> None:
    g = Scored(4)
    g.teams = 2
    g.domains[TEAM] = g.domains[TEAM].__class__("team", ("1", "2"), ("1", "2"), (1, 2))
    total = op("add", var(g.score, cell(g.p)), var(g.score, op("add", cell(g.p), 2)))
    g.result(g.p, most(total), domain=TEAM)
    outcome = g.outcome(1, 2, 3, 4)
    assert outcome.by_team
    assert outcome.ranking == ((1,), (0,))
    assert outcome.payoffs == (-1, 1, -1, 1)


@pytest.fixture
def waiting() -> tuple[Machine, object]:
    g = Scored()
    g.invariants.append(Invariant(clause(things(g.p)), op("lt", g.own, 3), "nobody has three", 21))
    g.invariants.append(Invariant(clause(where(True)), op("eq", op("div", 1, var(g.score, 2)), 1), "odd", 22))
    return g.start(put(g.score, 1, 2), g.in_row(3), g.wait())


def test_invariants_name_what_breaks_them(waiting: tuple[Machine, object]) -> None:
    machine, pos = waiting
    assert machine.check_invariants(pos) == []  # type: ignore[arg-type]
    pos.variables[2] = 7  # type: ignore[attr-defined]
    [violation] = machine.check_invariants(pos)  # type: ignore[arg-type]
    assert (violation.text, violation.origin, violation.bindings) == ("nobody has three", 21, (("p", 1),))
    pos.variables[3] = 0  # type: ignore[attr-defined]
    assert len(machine.check_invariants(pos)) == 2  # type: ignore[arg-type]


def test_the_engine_counts_pieces(waiting: tuple[Machine, object]) -> None:
    machine, pos = waiting
    broken = [
        lambda: pos.zones[4].append(0),  # type: ignore[attr-defined]
        lambda: pos.zones[4].pop(),  # type: ignore[attr-defined]
        lambda: pos.bags[0].append(5),  # type: ignore[attr-defined]
        lambda: pos.counters[0].__setitem__(0, 3),  # type: ignore[attr-defined]
        lambda: pos.place.__setitem__(1, 0),  # type: ignore[attr-defined]
    ]
    for change in broken:
        before = repr(pos)
        change()
        assert repr(pos) != before
        assert machine.check_invariants(pos), "a piece too many or too few is noticed"
        pos = waiting[0].initial(1)
        waiting = (machine, pos)
