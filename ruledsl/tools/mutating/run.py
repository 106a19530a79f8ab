"""All mutants of a game: which there are, what became of each, and what that says about its examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from attrs import define, evolve, field, frozen

from ruledsl.pipeline import Game
from ruledsl.tools.mutating.equivalents import Listed
from ruledsl.tools.mutating.judging import (
    FAILED,
    KILLED,
    STILLBORN,
    SURVIVED,
    Fuzzing,
    Judge,
    Known,
    Verdict,
    known_problems,
)
from ruledsl.tools.mutating.making import mutants_of
from ruledsl.tools.mutating.mutants import Mutant
from ruledsl.tools.saved import RulesFile, game_from, rules_files
from ruledsl.tools.simulation.work import WorkersLost, open_executor, play_in_order

Verdicts = tuple[Verdict, ...]


@frozen
class Plan:
    """What is to be judged, as plain data: it can be sent to another process.

    `rules` are the texts, oldest first, `name` what the user called them; `inherited` as in `mutants_of`.
    `numbers` are those of the mutants to be judged, `unplayed` those that are not fuzzed. `known`: see
    `Judge`.
    """

    rules: tuple[RulesFile, ...]
    name: str
    inherited: bool
    numbers: tuple[int, ...]
    unplayed: frozenset[int]
    fuzzing: Fuzzing
    known: Known = frozenset()

    def prepare(self) -> Judging:
        """See `work.Job`."""
        game = game_from(self.rules, self.name, self.name)
        return Judging(self, mutants_of(game, self.inherited), Judge(game, self.fuzzing, self.known))


@frozen
class Judging:
    """Judges ranges of a plan's mutants; see `work.Player`."""

    plan: Plan
    mutants: tuple[Mutant, ...]
    judge: Judge

    def play(self, first: int, last: int) -> Verdicts:
        """The mutants at these places of `numbers`."""
        numbers = self.plan.numbers[first:last]
        return tuple(
            self.judge.judge(self.mutants[number], number not in self.plan.unplayed) for number in numbers
        )

    def another(self) -> Judging:
        """See `work.Player`."""
        return self.plan.prepare()


@define
class Tally:
    """What became of the mutants so far. `wanted`: how many were to be judged.

    `listed` has the reasons of those that are held to be equivalent, by name. `interrupted`: it was broken
    off, by hand or because the workers were lost (`lost`).
    """

    game: Game
    plan: Plan
    wanted: int
    listed: Listed = field(factory=dict)
    mutants: list[Mutant] = field(factory=list)
    verdicts: list[Verdict] = field(factory=list)
    unmatched: tuple[str, ...] = ()
    """names in the list that no mutant has"""
    interrupted: bool = False
    lost: WorkersLost | None = None

    @property
    def judged(self) -> list[tuple[Mutant, Verdict]]:
        """The mutants with what became of them, in the order of the text."""
        return list(zip(self.mutants, self.verdicts, strict=True))

    def having(self, fate: str) -> list[tuple[Mutant, Verdict]]:
        """Those of one fate; equivalent ones are no survivors."""
        return [
            (mutant, verdict)
            for mutant, verdict in self.judged
            if verdict.fate == fate and not (fate == SURVIVED and mutant.name in self.listed)
        ]

    @property
    def equivalent(self) -> list[Mutant]:
        """The listed ones that nothing told from the rules."""
        return [m for m, v in self.judged if v.fate == SURVIVED and m.name in self.listed]

    @property
    def wrongly_listed(self) -> list[tuple[Mutant, Verdict]]:
        """Listed ones that were killed."""
        return [(m, v) for m, v in self.judged if v.fate in KILLED and m.name in self.listed]

    @property
    def fates(self) -> Counter[str]:
        """How many mutants had which fate."""
        return Counter(verdict.fate for verdict in self.verdicts)

    @property
    def killed(self) -> int:
        """How many were told from the rules."""
        return sum(self.fates[fate] for fate in KILLED)

    @property
    def score(self) -> float | None:
        """Killed ones as a part of all that lived and are not equivalent; None when there are none."""
        lived = self.killed + len(self.having(SURVIVED))
        return self.killed / lived if lived else None

    def by_clause(self) -> dict[tuple[str, str, int], list[tuple[Mutant, Verdict]]]:
        """The mutants that lived and are not equivalent, by path, clause and its line, in order."""
        found: dict[tuple[str, str, int], list[tuple[Mutant, Verdict]]] = {}
        for mutant, verdict in self.judged:
            equivalent = verdict.fate == SURVIVED and mutant.name in self.listed
            if verdict.fate not in (STILLBORN, FAILED) and not equivalent:
                key = (mutant.path, mutant.clause, mutant.clause_line)
                found.setdefault(key, []).append((mutant, verdict))
        return found


def chosen(mutants: Sequence[Mutant], only: Sequence[str]) -> tuple[int, ...]:
    """The numbers of the mutants that `only` names: lines (`12`, `12-20`) or parts of the names of clauses.

    All of them when it is empty. Raises ValueError, with the one that fits nothing.
    """
    if not only:
        return tuple(range(len(mutants)))
    found: set[int] = set()
    for wanted in only:
        fitting = {number for number, mutant in enumerate(mutants) if _fits(mutant, wanted)}
        if not fitting:
            raise ValueError(wanted)
        found |= fitting
    return tuple(sorted(found))


def _fits(mutant: Mutant, wanted: str) -> bool:
    low, dash, high = wanted.partition("-")
    if low.isdecimal() and (high.isdecimal() if dash else True):
        return mutant.line <= int(high or low) and int(low) <= mutant.last_line
    return wanted.casefold() in mutant.clause.casefold()


def make_plan(
    game: Game, numbers: Sequence[int], fuzzing: Fuzzing, listed: Listed, inherited: bool = False
) -> Plan:
    """A plan for some of a game's mutants; finds out which problems its games have anyhow."""
    mutants = mutants_of(game, inherited)
    unplayed = frozenset(number for number in numbers if mutants[number].name in listed)
    plan = Plan(rules_files(game), game.path, inherited, tuple(numbers), unplayed, fuzzing)
    return evolve(plan, known=known_problems(game, fuzzing))


def mutate(
    game: Game,
    plan: Plan,
    listed: Listed,
    workers: int = 1,
    progress: Callable[[Tally], None] | None = None,
    opener: Callable[[int], Executor] = open_executor,
) -> Tally:
    """Judges the mutants of a plan, for a game whose examples hold.

    The same plan gives the same tally for any number of workers, as long as its fuzzing is not bound by
    time. An interrupt ends it early, and so does the loss of all workers: what was judged until then is in
    the tally. Raises WorkersLost when nothing was.
    """
    mutants = mutants_of(game, plan.inherited)
    tally = Tally(game, plan, len(plan.numbers), listed)
    if len(plan.numbers) == len(mutants):
        names = {mutant.name for mutant in mutants}
        tally.unmatched = tuple(name for name in listed if name not in names)
    pieces = play_in_order(plan, len(plan.numbers), workers, opener=opener)
    try:
        for piece in pieces:
            tally.mutants += [mutants[number] for number in plan.numbers[piece.first : piece.last]]
            tally.verdicts += piece.part
            if progress is not None:
                progress(tally)
    except KeyboardInterrupt:
        tally.interrupted = True
    except WorkersLost as lost:
        if not tally.verdicts:
            raise
        tally.interrupted, tally.lost = True, lost
    finally:
        pieces.close()
    return tally
