"""Many fuzzed games: what is played next, by whom, and what was found.

Games have numbers. Number, seed and what the rounds before have shown decide everything about a game, and a
round learns only from rounds that ended two rounds before it. So the findings are the same for any number of
workers, and two rounds can be under way at a time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Final

from attrs import define, evolve, field, frozen

from ruledsl.model.config import Configuration, SettingValue
from ruledsl.pipeline import Game
from ruledsl.tools.fuzzing.corpus import Entry
from ruledsl.tools.fuzzing.findings import Finding, is_note, make_finding, make_note, simplest_first
from ruledsl.tools.fuzzing.playing import HARMLESS, Limits, Table, play
from ruledsl.tools.fuzzing.probes import Problem
from ruledsl.tools.fuzzing.scripts import Script
from ruledsl.tools.fuzzing.seats import favoured
from ruledsl.tools.fuzzing.shrinking import Signature, limits_for, signature
from ruledsl.tools.fuzzing.swarm import Swarm
from ruledsl.tools.fuzzing.work import Plan, Report, Scripts, Tables, Task, play_task
from ruledsl.tools.simulation.clauses import Clause
from ruledsl.tools.simulation.work import WorkersLost, close_executor, open_executor

ROUND: Final = 12
"""So many games are in a round."""

SLICE: Final = 3
"""So many games are handed to a worker at a time."""

POOL: Final = 8
"""Of one configuration so many games are kept to branch off from."""

SHRINK_SECONDS: Final = 10.0
"""So long one finding is shrunk at most when the time is limited."""

MOST_SHRUNK: Final = 25
"""So many findings are shrunk; of any more only the first game is told."""

ENDLESS_GAMES: Final = 3
"""When a policy has had so many games without end, its others in that configuration are broken off early."""


@frozen
class Learned:
    """What the rounds up to one have shown; see `work.Task`."""

    taken: tuple[tuple[str, int], ...] = ()
    pool: tuple[tuple[int, Scripts], ...] = ()
    endless: tuple[tuple[int, str], ...] = ()
    known: tuple[Clause, ...] = ()


@define
class Tally:
    """What was found so far. `swarmed`: games that were played in kernels, beside the `games` that were
    watched closely. `seconds`: time on the clock."""

    games: int = 0
    decisions: int = 0
    swarmed: int = 0
    findings: dict[tuple[Signature, bool], Finding] = field(factory=dict)
    fired: Counter[Clause] = field(factory=Counter)
    clauses: dict[Clause, None] = field(factory=dict)
    taken: Counter[str] = field(factory=Counter)
    policies: Counter[str] = field(factory=Counter)
    wins: dict[int, Counter[int]] = field(factory=dict)
    """by configuration: how often each member won alone, and under -1 how many games there were"""
    mended: list[Entry] = field(factory=list)
    still: list[Entry] = field(factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def found(self) -> list[Finding]:
        """What has to be mended, in the order of discovery."""
        return [finding for finding in self.findings.values() if not finding.note]

    @property
    def notes(self) -> list[Finding]:
        """What is worth knowing, and no reproach."""
        return [finding for finding in self.findings.values() if finding.note]

    @property
    def unused(self) -> list[Clause]:
        """The clauses that no game has used, in the order of the text."""
        return [clause for clause in self.clauses if not self.fired[clause]]

    @property
    def unused_alone(self) -> list[Clause]:
        """Of these the ones that do not stand in another one, each line once."""
        places = {f"{clause.path}:{clause.line}:{clause.column}" for clause in self.unused}
        found: dict[tuple[str, int], Clause] = {}
        for clause in self.unused:
            if clause.inside not in places:
                found.setdefault((clause.path, clause.line), clause)
        return list(found.values())


Progress = Callable[[Tally], None]
Found = Callable[[Finding], None]


def make_plan(
    game: Game, seed: str, players: int | None, settings: Mapping[str, str], limits: Limits
) -> Plan:
    """What is to be fuzzed: every number of players and setting that is not fixed.

    Raises SettingError, and RulesError for rules that are wrong for any of these.
    """
    from ruledsl.tools.saved import rules_files

    fixed = game.configure(players, settings) if players is not None or settings else None
    chosen = {name: fixed.settings[name] for name in settings} if fixed is not None else {}
    counts = [players] if players is not None else list(game.players)
    plain = [Configuration(count, chosen) for count in counts if _fits(game, count, settings)]
    more = [
        Configuration(count, {**chosen, setting.name: value})
        for setting in game.settings
        if setting.name not in chosen
        for count in dict.fromkeys((counts[0], counts[-1]))
        for value in setting.extremes(count)
    ]
    for config in (*plain, *more):
        game.program(config)
    configs = [(config.players, tuple(config.settings.items())) for config in (*plain, *more)]
    return Plan(rules_files(game), game.path, seed, tuple(configs), len(plain), limits)


def _fits(game: Game, players: int, settings: Mapping[str, str]) -> bool:
    from ruledsl.model.settings import SettingError

    try:
        game.configure(players, settings)
    except SettingError:
        return False
    return True


def fuzz(
    plan: Plan,
    games: int | None,
    seconds: float | None = None,
    workers: int = 1,
    entries: Sequence[Entry] = (),
    progress: Progress | None = None,
    found: Found | None = None,
    opener: Callable[[int], Executor] = open_executor,
) -> Tally:
    """Plays until so many games or seconds are over; an interrupt ends it, too, and is told in the tally.

    `entries` are tried first. `found` is told every finding when it is made, `progress` now and then. Raises
    WorkersLost when a process that plays is ended from outside.
    """
    return _Run(plan, games, seconds, workers, progress, found).run(entries, opener)


class _Run:
    """A run while it goes on."""

    def __init__(
        self, plan: Plan, games: int | None, seconds: float | None, workers: int,
        progress: Progress | None, found: Found | None,
    ) -> None:  # fmt: skip
        self.plan, self.games, self.workers = plan, games, workers
        self.begun = time.time()
        self.until = None if seconds is None else self.begun + seconds
        self.tell, self.found = progress, found
        self.tally = Tally()
        self.tables = Tables(plan)
        self.pool: dict[int, dict[Clause, tuple[tuple[int, ...], ...]]] = {}
        self.endless: Counter[tuple[int, str]] = Counter()
        self.learned: list[Learned] = []
        self.out: dict[Future[list[Report]], int] = {}
        self.back: dict[int, list[Report]] = {}
        self.handed = self.merged = 0
        self.shrunk = 0

    def run(self, entries: Sequence[Entry], opener: Callable[[int], Executor]) -> Tally:
        """See `fuzz`."""
        executor = opener(self.workers)
        finished = False
        try:
            self._retry(entries)
            while self._hand_out(executor) or self.out:
                done, _ = wait(self.out, return_when=FIRST_COMPLETED)
                for future in done:
                    self._take(future)
                self._merge()
            self._judge_seats()
            finished = True
        except KeyboardInterrupt:
            self.tally.interrupted = True
        finally:
            close_executor(executor, at_once=not finished)
        self.tally.seconds = time.time() - self.begun
        return self.tally

    def _take(self, future: Future[list[Report]]) -> None:
        number = self.out.pop(future)
        try:
            self.back[number] = future.result()
        except BrokenExecutor as problem:
            raise WorkersLost(number * SLICE, (number + 1) * SLICE) from problem

    # -- handing out -------------------------------------------------------------------------------

    def _hand_out(self, executor: Executor) -> bool:
        """Keeps the workers busy; whether anything was handed out."""
        ahead = 1 if self.workers == 1 else 2 * self.workers
        handed = False
        while len(self.out) < ahead:
            first = self.handed * SLICE
            last = first + SLICE if self.games is None else min(first + SLICE, self.games)
            round_ = first // ROUND
            if first >= last or self._is_late() or len(self.learned) < round_ - 1:
                break
            known = self.learned[round_ - 2] if round_ >= 2 else Learned()
            task = Task(
                self.plan, first, last, known.taken, known.pool, known.endless, known.known, self.until
            )
            self.out[executor.submit(play_task, task)] = self.handed
            self.handed += 1
            handed = True
        return handed

    def _is_late(self) -> bool:
        return self.until is not None and time.time() >= self.until

    # -- taking back -------------------------------------------------------------------------------

    def _merge(self) -> None:
        """Adds up what came back, in order."""
        while self.merged in self.back:
            for report in self.back.pop(self.merged):
                self._add(report)
            self.merged += 1
            if self.merged * SLICE % ROUND == 0:
                self.learned.append(self._learned())
            if self.tell is not None:
                self.tally.seconds = time.time() - self.begun
                self.tell(self.tally)

    def _learned(self) -> Learned:
        return Learned(
            tuple(self.tally.taken.items()),
            tuple((config, tuple(scripts.values())) for config, scripts in self.pool.items()),
            tuple(each for each, count in self.endless.items() if count >= ENDLESS_GAMES),
            tuple(clause for clause in self.tally.clauses if self.tally.fired[clause] >= POOL),
        )

    def _add(self, report: Report) -> None:
        tally = self.tally
        tally.games += 1
        tally.decisions += report.decisions
        tally.policies[report.policy] += 1
        tally.taken.update(dict(report.taken))
        table = self.tables[report.config]
        for clause in table.coverage.clauses:
            tally.clauses.setdefault(clause)
        new = [table.coverage.clauses[number] for number in report.fired]
        self._keep(report.config, new, report.script)
        tally.fired.update(new)
        if report.winners is not None and report.policy == "uniform" and report.config < self.plan.plain:
            wins = tally.wins.setdefault(report.config, Counter())
            wins[-1] += 1
            if len(report.winners) == 1:
                wins[report.winners[0]] += 1
        if report.problem is not None:
            is_endless = report.problem.kind == "endless" and report.problem.code not in HARMLESS
            self.endless[report.config, report.policy] += is_endless
            self._note(table, report.problem, report)
        if report.swarm is not None:
            self._add_swarm(table, report, report.swarm)

    def _add_swarm(self, table: Table, report: Report, swarm: Swarm) -> None:
        clauses = table.coverage.clauses
        for number, script in swarm.rare:
            self._keep(report.config, [clauses[number]], script)
        self.tally.swarmed += swarm.games
        self.tally.fired.update({clauses[number]: count for number, count in swarm.fired})
        for problem, script in swarm.problems:
            if (signature(table, problem), False) not in self.tally.findings:
                self._note(table, problem, evolve(report, problem=problem, policy="uniform", script=script))

    def _keep(self, config: int, fired: Sequence[Clause], script: Script) -> None:
        """Keeps a game that used a clause which few games have used."""
        pool = self.pool.setdefault(config, {})
        for clause in fired:
            if clause not in pool and self.tally.fired[clause] < POOL and script:
                pool[clause] = script
        while len(pool) > POOL:
            pool.pop(max(pool, key=lambda clause: self.tally.fired[clause]))

    def _note(self, table: Table, problem: Problem, report: Report) -> None:
        key = (signature(table, problem), is_note(problem, report.policy))
        known = self.tally.findings.get(key)
        if known is not None:
            self.tally.findings[key] = evolve(known, games=known.games + 1)
            return
        if key[1] or self.shrunk >= MOST_SHRUNK:
            finding = evolve(make_note(table, problem, report.policy, report.number), note=key[1])
        else:
            self.shrunk += 1
            until = None if self.until is None else time.time() + SHRINK_SECONDS
            limits = evolve(self.plan.limits, until=until)
            finding = make_finding(
                table, self._simplest(), problem, report.script, report.policy, report.number, limits
            )
        self.tally.findings[key] = finding
        if self.found is not None and finding.replay:
            self.found(finding)

    def _simplest(self) -> Iterator[Table]:
        """Tables from the simplest; each is made when it is asked for."""
        order = sorted(range(len(self.plan.configs)), key=lambda number: _simplicity(self.plan, number))
        for number in order:
            yield self.tables[number]

    # -- at the beginning and at the end -----------------------------------------------------------

    def _retry(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            table = self.tables.of(entry.players, entry.settings)
            if table is None:
                continue
            limits = limits_for((entry.kind, entry.code, ""), self.plan.limits)
            played = play(table, None, "", limits, entry.script)
            if played.problem is None:
                self.tally.mended.append(entry)
                continue
            same = (played.problem.kind, played.problem.code) == (entry.kind, entry.code)
            (self.tally.still if same else self.tally.mended).append(entry)
            report = Report(
                number=-1, config=0, policy="uniform", decisions=0, script=played.script,
                problem=played.problem,
            )  # fmt: skip
            self._note(table, played.problem, report)

    def _judge_seats(self) -> None:
        for config, wins in self.tally.wins.items():
            table = self.tables[config]
            problem = favoured(table.machine, wins)
            if problem is not None:
                finding = make_note(table, problem, "uniform", 0)
                key = ((problem.kind, f"{problem.code}-{table.config.players}", ""), False)
                self.tally.findings[key] = evolve(finding, note=False, games=wins[-1])


def _simplicity(plan: Plan, number: int) -> tuple[int, int]:
    players, settings = plan.configs[number]
    return players, len(settings)


__all__ = ["SettingValue", "Tally", "fuzz", "make_plan", "simplest_first"]
