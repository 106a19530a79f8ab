"""What a worker does, in this process or another one: plain data goes in, plain data comes out."""

from __future__ import annotations

import time
from collections import Counter
from functools import lru_cache
from typing import Final

from attrs import define, evolve, field, frozen

from interpreter.chance import below, seed_generator
from interpreter.compiled.host import is_available
from interpreter.compiled.position_io import BeyondKernel
from interpreter.faults import RulesFault
from interpreter.replay import verify
from ruledsl.model.config import Configuration, SettingValue
from ruledsl.model.settings import SettingError
from ruledsl.pipeline import Game, RulesError
from ruledsl.tools.fuzzing.playing import WANDERS, Limits, Played, Table, play
from ruledsl.tools.fuzzing.policies import ROTATION, make_policy
from ruledsl.tools.fuzzing.probes import Problem
from ruledsl.tools.fuzzing.scripts import NOTHING, Script
from ruledsl.tools.fuzzing.swarm import Swarm, play_swarm
from ruledsl.tools.fuzzing.trail import follow
from ruledsl.tools.saved import RulesFile, game_from
from ruledsl.tools.simulation.clauses import Clause

Scripts = tuple[Script, ...]

REPLAYED: Final = 8
"""One game in so many is played again from its record."""

MOST_REPLAYED: Final = 300
"""A game with more decisions is not."""

COMPARED: Final = 5
"""In one game of so many the kernel is compared with the reference; odd, so that each configuration is."""

LOST: Final = frozenset({"comes-back", "no-progress"})
"""Problems of games that get nowhere."""

PLAYED_ON: Final = 8
"""So many times a game that got nowhere by random choices is played on, to see whether it ends some day."""

FAR: Final = 100_000
"""To so many decisions."""

SWARM: Final = 4
"""Of so many turns of a configuration one brings a swarm of games in the kernel, too; not the first ones,
because a kernel has to be compiled."""

IMPATIENT: Final = 200
"""Where a policy is known to play without end, its other games are broken off after so many decisions."""


@frozen
class Plan:
    """What is fuzzed. `rules` are the texts, oldest first, `name` what the user called them. `configs` are
    numbers of players with settings; the first `plain` of them differ only in the players.
    """

    rules: tuple[RulesFile, ...]
    name: str
    seed: str
    configs: tuple[tuple[int, tuple[tuple[str, SettingValue], ...]], ...]
    plain: int
    limits: Limits


@frozen
class Task:
    """Games `first` up to, not including, `last`. `taken` and `pool` are what was learned: how often options
    were taken, for each configuration the scripts to branch off from, and the configurations with policies
    that are known to have games without end; `known` are the clauses that many games have used. `until`: no
    game begins after this time, in seconds since the epoch.
    """

    plan: Plan
    first: int
    last: int
    taken: tuple[tuple[str, int], ...] = ()
    pool: tuple[tuple[int, Scripts], ...] = ()
    endless: tuple[tuple[int, str], ...] = ()
    known: tuple[Clause, ...] = ()
    until: float | None = None


@frozen
class Report:
    """One game. `config` is the number of its configuration, `fired` the numbers of its clauses that were
    used, `winners` who shares the first place (None: there is no result). `swarm`: many more games of this
    configuration.
    """

    number: int
    config: int
    policy: str
    decisions: int
    script: Script
    problem: Problem | None = None
    fired: tuple[int, ...] = ()
    taken: tuple[tuple[str, int], ...] = ()
    winners: tuple[int, ...] | None = None
    swarm: Swarm | None = None


@define
class Tables:
    """The tables of a plan, each made when it is needed first."""

    plan: Plan
    game: Game = field(init=False)
    _made: dict[int, Table] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.game = game_from(self.plan.rules, self.plan.name, self.plan.name)

    def __getitem__(self, number: int) -> Table:
        if number not in self._made:
            players, settings = self.plan.configs[number]
            self._made[number] = Table(self.game, Configuration(players, dict(settings)))
        return self._made[number]

    def of(self, players: int, settings: tuple[tuple[str, SettingValue], ...]) -> Table | None:
        """The table for any players and settings; None when the rules do not allow them."""
        if (players, settings) in self.plan.configs:
            return self[self.plan.configs.index((players, settings))]
        try:
            config = self.game.configure(players, dict(settings))
            return Table(self.game, config)
        except (SettingError, RulesError):
            return None


@lru_cache(maxsize=2)
def _tables(plan: Plan) -> Tables:
    return Tables(plan)


def play_task(task: Task) -> list[Report]:
    """Plays the games of a task, as many as there is time for."""
    tables = _tables(task.plan)
    found = []
    for number in range(task.first, task.last):
        if task.until is not None and time.time() >= task.until:
            break
        found.append(_play(tables, task, number))
    return found


def assignment(plan: Plan, number: int) -> tuple[int, str, int]:
    """Of a game: its configuration, its policy, and how many games of both came before.

    Every other game has the usual settings. Each configuration goes through the whole rotation of policies.
    """
    others = len(plan.configs) - plan.plain
    if others and number % 2:
        config, turn = plan.plain + number // 2 % others, number // 2 // others
    elif others:
        config, turn = number // 2 % plan.plain, number // 2 // plan.plain
    else:
        config, turn = number % plan.plain, number // plan.plain
    policy = ROTATION[(turn + 5 * config) % len(ROTATION)]
    return config, policy, turn


def _play(tables: Tables, task: Task, number: int) -> Report:
    config, policy, turn = assignment(task.plan, number)
    table = tables[config]
    seed = f"{task.plan.seed}:{number}"
    chooser = make_policy(policy, table.standing, table.labels, turn // 4 + config, dict(task.taken))
    script = _branch(task, config, seed) if policy == "branch" else NOTHING
    table.coverage.begin()
    limits = evolve(task.plan.limits, until=task.until, compared=number % COMPARED == 0)
    if (config, policy) in task.endless:
        limits = evolve(limits, decisions=min(limits.decisions, IMPATIENT), patient=False)
    played = play(table, chooser, seed, limits, script)
    problem = played.problem
    if problem is not None and policy == "uniform" and problem.code in LOST:
        problem = only_lost_for_a_while(table, played, problem)
    if problem is None and number % REPLAYED == 0 and played.decisions <= MOST_REPLAYED:
        problem = replayed_otherwise(table, played)
    fired = tuple([number for number, count in enumerate(table.coverage.fired()) if count])
    outcome = played.outcome
    winners = outcome.ranking[0] if outcome is not None and outcome.ranking else None
    return Report(
        number, config, policy, played.decisions, played.script, problem, fired,
        tuple(Counter(played.labels).items()), winners, _swarm(table, task, config, turn, seed),
    )  # fmt: skip


def _swarm(table: Table, task: Task, config: int, turn: int, seed: str) -> Swarm | None:
    """The swarm of this turn, if there is one. Kernels run by CPython are too slow for swarms."""
    if turn % SWARM != SWARM - 1 or config >= task.plan.plain or not is_available():
        return None
    if task.until is not None and time.time() >= task.until:
        return None
    return play_swarm(table, f"swarm:{seed}", frozenset(task.known), task.plan.limits)


def only_lost_for_a_while(table: Table, played: Played, problem: Problem) -> Problem:
    """What is wrong with a game that got nowhere while its players chose at random.

    Where random play from its last position always comes to an end, that is no more than a long game.
    """
    last = follow(table, played.script).last
    kernel = table.pair.compiled
    if last is None or last.over:
        return problem
    try:
        kernel.load(last)
        on = kernel.rollouts(PLAYED_ON, f"played on:{played.decisions}", FAR)
    except (RulesFault, BeyondKernel):
        return problem
    if on.without_result:
        return problem
    return evolve(problem, code="wanders", text=WANDERS)


def replayed_otherwise(table: Table, played: Played) -> Problem | None:
    """A game that comes out otherwise when it is played again, by its numbers or from its record."""
    trail = follow(table, played.script)
    mismatch = verify(table.thinking, trail.record())
    if mismatch is not None:
        return Problem("engine", "replay", f"a record is not the same game again: {mismatch.text}")
    last = trail.last
    if trail.fault is None and played.outcome is not None and last is not None and last.over:
        if table.thinking.outcome(last) == played.outcome:
            return None
        return Problem("engine", "replay", "the same moves and chance lead to another result")
    if trail.fault is None and played.outcome is None:
        return None
    return Problem("engine", "replay", "the same moves and chance lead to another end")


def _branch(task: Task, config: int, seed: str) -> Script:
    """The beginning of a game that was kept, up to any decision."""
    scripts = dict(task.pool).get(config, ())
    if not scripts:
        return NOTHING
    generator = seed_generator(f"branch:{seed}")
    script = scripts[below(generator, len(scripts))]
    return script[: below(generator, len(script) + 1)]
