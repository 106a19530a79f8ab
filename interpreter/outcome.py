"""How a finished game is judged, and what must hold at every decision."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from attrs import frozen

from interpreter.expressions.clauses import compile_clause, rank_of
from interpreter.faults import RulesFault
from interpreter.program import PLAYER_DOMAIN, TEAM_DOMAIN, Gen
from interpreter.rules import Rules
from interpreter.state import Code, State

Worth = int | Fraction

_MEMBER = "domain:"
"""How the type of a member begins, see `VarFamily.type`."""


@frozen
class Outcome:
    """How a game ended.

    `ranking`: places from the best down, each the members (seats, or teams when `by_team`) that share it.
    `scores`: for each member the values it was ranked by. `rating`: for each member a value to show, or None.
    `payoffs`: for each seat what the game was worth. `no_result`: the game was broken off; all else is
    empty then, and payoffs are 0.
    """

    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[tuple[Any, ...], ...]
    rating: tuple[Any, ...] | None
    payoffs: tuple[Worth, ...]
    by_team: bool = False
    no_result: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have the first place, alone, with others, or as a team."""
        if not self.ranking:
            return ()
        members = sum(map(len, self.ranking))
        return tuple([seat for seat in range(len(self.payoffs)) if seat % members in self.ranking[0]])


@frozen
class Violation:
    """Something that should always hold and does not: `origin` is -1 for the engine's own checks."""

    text: str
    origin: int
    bindings: tuple[tuple[str, Any], ...] = ()


class Judge:
    """Compiled results, payoffs and invariants."""

    def __init__(self, rules: Rules) -> None:
        c = rules.compiler
        self.rules = rules
        self.players = rules.layout.players
        self.teams = rules.program.teams
        self._results: list[tuple[Code | None, list[tuple[bool, Code]], Code | None]] = []
        for result in rules.program.results:
            with c.at(result.origin):
                condition = None if result.condition is None else c(result.condition)
                keys = [(key.most, c(key.value)) for key in result.keys]
                rating = None if result.rating is None else c(result.rating)
                self._results.append((condition, keys, rating))
        self._payoffs: list[tuple[Code | None, Code]] = []
        for payoff in rules.program.payoffs:
            with c.at(payoff.origin):
                self._payoffs.append(
                    (None if payoff.condition is None else c(payoff.condition), c(payoff.value))
                )
        self._invariants = [self._invariant(number) for number in range(len(rules.program.invariants))]

    # -- the end -----------------------------------------------------------------------------------

    def outcome(self, st: State) -> Outcome:
        """See `Outcome`."""
        if st.pos.no_result:
            return Outcome((), (), None, (0,) * self.players, no_result=True)
        st.pure = True
        number = _last_that_holds(st, [condition for condition, _, _ in self._results])
        if number is None:
            everybody = tuple(range(self.players))
            return Outcome((everybody,), ((),) * self.players, None, self._worth(st, (everybody,), False))
        rule = self.rules.program.results[number]
        _, keys, rating_code = self._results[number]
        members = range(self.teams if rule.domain == TEAM_DOMAIN else self.players)
        scores = []
        ratings = []
        for member in members:
            st.cells[rule.cell] = member
            scores.append(tuple([code(st) for _, code in keys]))
            if rating_code is not None:
                ratings.append(rating_code(st))
        st.cells[rule.cell] = None
        ranking = _rank(scores, [most for most, _ in keys])
        by_team = rule.domain == TEAM_DOMAIN
        types = [key.type for key in rule.keys]
        named = [tuple(map(self._named, score, types)) for score in scores]
        rating = None
        if rating_code is not None:
            rating = tuple([self._named(value, rule.rating_type) for value in ratings])
        return Outcome(ranking, tuple(named), rating, self._worth(st, ranking, by_team), by_team)

    def _named(self, value: Any, type_: str) -> Any:
        """A value as the rules name it: of a member its number or its name, not its place in the enum."""
        if value is None or not type_.startswith(_MEMBER):
            return value
        layout = self.rules.layout
        number = layout.domain_named[type_[len(_MEMBER) :]]
        if number == PLAYER_DOMAIN:
            return layout.seat_names[value]
        domain = self.rules.program.domains[number]
        found = domain.numbers[value]
        return domain.members[value] if found is None else found

    def _worth(self, st: State, ranking: tuple[tuple[int, ...], ...], by_team: bool) -> tuple[Worth, ...]:
        number = _last_that_holds(st, [condition for condition, _ in self._payoffs])
        if number is None:
            return self._default_worth(ranking, by_team)
        cell = self.rules.program.payoffs[number].cell
        code = self._payoffs[number][1]
        found = []
        for seat in range(self.players):
            st.cells[cell] = seat
            found.append(code(st))
        st.cells[cell] = None
        return tuple(found)

    def _default_worth(self, ranking: tuple[tuple[int, ...], ...], by_team: bool) -> tuple[Worth, ...]:
        """+1 for the best and -1 for the worst place, evenly spaced between; those who share a place share
        its worth.
        """
        members = sum(len(place) for place in ranking)
        worth: dict[int, Worth] = {}
        before = 0
        for place in ranking:
            middle = Fraction(2 * before + len(place) - 1, 2)
            value = 1 - 2 * middle / (members - 1) if members > 1 else Fraction(0)
            for member in place:
                worth[member] = int(value) if value.denominator == 1 else value
            before += len(place)
        return tuple([worth[seat % self.teams if by_team else seat] for seat in range(self.players)])

    # -- what always holds -------------------------------------------------------------------------

    def _invariant(self, number: int) -> Any:
        c = self.rules.compiler
        invariant = self.rules.program.invariants[number]
        with c.at(invariant.origin):
            test = c(invariant.test)
            steps = [step for step in invariant.clause.steps if isinstance(step, Gen)]

            def note(st: State, out: list[Any]) -> bool:
                if not test(st):
                    bound = tuple([(step.name, st.cells[step.cell]) for step in steps])
                    out.append(Violation(invariant.text or "an invariant", invariant.origin, bound))
                return False

            return compile_clause(c, invariant.clause, note)

    def violations(self, st: State) -> list[Violation]:
        """The invariants that do not hold, then what the engine itself must keep and did not."""
        return self._broken(st) + conservation(self.rules, st)

    def holds(self, st: State) -> bool:
        """Whether every invariant of the file holds."""
        return not self._invariants or not self._broken(st)

    def _broken(self, st: State) -> list[Violation]:
        found: list[Violation] = []
        st.pure = True
        for number, walk in enumerate(self._invariants):
            try:
                walk(st, found)
            except RulesFault as problem:
                invariant = self.rules.program.invariants[number]
                found.append(
                    Violation(
                        f"{invariant.text or 'an invariant'} cannot be tested: {problem}", problem.origin
                    )
                )
        return found


def _last_that_holds(st: State, conditions: list[Code | None]) -> int | None:
    for number in range(len(conditions) - 1, -1, -1):
        condition = conditions[number]
        if condition is None or condition(st):
            return number
    return None


def _rank(scores: list[tuple[Any, ...]], most: list[bool]) -> tuple[tuple[int, ...], ...]:
    """Members from the best down; equal scores share a place."""
    order = list(range(len(scores)))
    for number in range(len(most) - 1, -1, -1):
        ranks = [rank_of(score[number]) for score in scores]
        order.sort(key=ranks.__getitem__, reverse=most[number])
    places: list[list[int]] = []
    for member in order:
        if places and scores[places[-1][0]] == scores[member]:
            places[-1].append(member)
        else:
            places.append([member])
    return tuple(tuple(sorted(place)) for place in places)


def conservation(rules: Rules, st: State) -> list[Violation]:
    """Every piece lies in one place, counted pieces add up, melds have their cards."""
    pos = st.pos
    layout = rules.layout
    found: list[Violation] = []

    def wrong(text: str) -> None:
        found.append(Violation(text, -1))

    seen = [0] * layout.piece_count
    for zone, places in enumerate(pos.zones):
        undecided = 0
        for piece in places:
            if piece < 0:
                undecided += 1
            else:
                seen[piece] += 1
                if pos.place[piece] != zone:
                    wrong(f"a piece lies in {layout.zone_label[zone]} and is noted elsewhere")
        if undecided != len(pos.bags[zone]):
            wrong(
                f"{layout.zone_label[zone]} has {undecided} undecided places for {len(pos.bags[zone])} pieces"
            )
        for piece in pos.bags[zone]:
            seen[piece] += 1
            if pos.place[piece] != zone:
                wrong(f"a piece lies undecided in {layout.zone_label[zone]} and is noted elsewhere")
        if zone in pos.laid and sum(len(meld.faces) for meld in pos.laid[zone]) != len(places):
            wrong(f"the melds in {layout.zone_label[zone]} are not made of what lies there")
    for piece, times in enumerate(seen):
        if times != (1 if pos.place[piece] >= 0 else 0):
            wrong(f"piece {piece} lies in {times} places")
    for counter, held in zip(rules.program.counters, pos.counters, strict=True):
        if sum(held) != counter.total or min(held) < 0:
            wrong(f"{counter.name}: {sum(held)} counted, {counter.total} there are")
    return found
