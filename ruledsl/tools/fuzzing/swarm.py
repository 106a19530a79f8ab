"""Many random games at once, in a kernel that tests invariants: for what happens in one game of thousands.

A kernel plays a thousand games while the machine that is watched closely plays one. It tells of each game
which clauses it used, and of a game that cannot go on where that was. Such a game is played again on the
reference with the same choices and chance, and becomes a script like any other: to be looked at, branched
off from and shrunk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from typing import Final

from attrs import frozen

from interpreter.chance import Sampled, below, decision_generator, seed_generator, seed_words
from interpreter.compiled.fault_codes import BEYOND
from interpreter.compiled.recorder import Broken, Rows
from interpreter.faults import RulesFault
from interpreter.machine import Machine
from ruledsl.tools.fuzzing.playing import Limits, Table, play
from ruledsl.tools.fuzzing.probes import Problem
from ruledsl.tools.fuzzing.scripts import Noted, Script
from ruledsl.tools.simulation.clauses import Clause
from ruledsl.tools.simulation.compiled import seeds_of

DECISIONS: Final = 100_000
"""After so many decisions a swarm is over."""

PART: Final = 16
"""So many games are asked for at a time."""

MOST_GAMES: Final = 2048
"""A swarm has no more games than these."""

MOST_SCRIPTS: Final = 4
"""So many games with rare clauses are brought back from a swarm."""


@frozen
class Swarm:
    """What came of many games, as plain data. `fired`: in how many of them each clause did what it says, by
    its number. `rare`: games that used a clause which few games before have used. `problems`: what is
    wrong, each with the game that came to it first.
    """

    games: int = 0
    decisions: int = 0
    fired: tuple[tuple[int, int], ...] = ()
    rare: tuple[tuple[int, Script], ...] = ()
    problems: tuple[tuple[Problem, Script], ...] = ()


def play_swarm(table: Table, seed: str, known: Set[Clause], limits: Limits) -> Swarm:
    """Plays a swarm. `known` are the clauses that many games have used so far."""
    recorder = table.recorder
    fired: Counter[int] = Counter()
    broken: dict[tuple[str, int], str] = {}
    rare: dict[int, str] = {}
    games = decisions = 0
    for first in range(0, MOST_GAMES, PART):
        seeds = [f"{seed}-{number}" for number in range(first, first + PART)]
        for part in recorder.play([seeds_of(each, table.config.players) for each in seeds]):
            if isinstance(part, Broken):
                broken.setdefault((part.code, part.origin), seeds[part.number])
                games += 1
                continue
            games += part.count
            lengths = part.column(part.row.DECISIONS)
            decisions += sum(lengths)
            for clause, number in _used(part):
                fired[clause] += 1
                if lengths[number] <= limits.decisions and table.coverage.clauses[clause] not in known:
                    rare.setdefault(clause, seeds[part.first + number])
        if decisions >= DECISIONS:
            break
    kept = sorted(rare, key=lambda clause: fired[clause])[:MOST_SCRIPTS]
    return Swarm(
        games,
        decisions,
        tuple(sorted(fired.items())),
        tuple([(clause, script_of(table.thinking, rare[clause])) for clause in kept]),
        tuple(_problems(table, broken, limits)),
    )


def _used(rows: Rows) -> Iterator[tuple[int, int]]:
    """Clauses that did what they say, each with the number of a game in which they did."""
    row = rows.row
    for clause in range(row.clauses):
        for number, times in enumerate(rows.column(row.uses + row.clauses + clause)):
            if times:
                yield clause, number


def _problems(
    table: Table, broken: dict[tuple[str, int], str], limits: Limits
) -> Iterator[tuple[Problem, Script]]:
    for (code, origin), game in broken.items():
        if code == BEYOND:
            continue  # the reference has room for such games, and plays some
        script = script_of(table.thinking, game)
        problem = play(table, None, "", limits, script).problem
        if problem is None:
            text = f"reference and compiled kernel disagree: only the kernel tells {code}"
            problem = Problem("engine", "compiled", text, origin, (("game", game),))
        yield problem, script


def script_of(machine: Machine, game: str) -> Script:
    """The game with this seed as a script, as far as it can be played."""
    chance = Noted(Sampled.of(seed_generator(game)))
    own = [seed_words(seat) for seat in seeds_of(game, machine.layout.players).seats]
    groups: list[tuple[int, ...]] = []
    choice: tuple[int, ...] = ()
    try:
        pos = machine.initial(chance)
        while not pos.over and not machine.check_invariants(pos):
            decision = machine.decision(pos)
            groups.append((*choice, *chance.taken()))
            number = below(decision_generator(*own[decision.seat], pos.decisions), len(decision.options))
            choice = (number,)
            machine.apply_in_place(pos, decision.options[number], chance)
    except RulesFault:
        pass  # what it is comes out when the script is played
    groups.append((*choice, *chance.taken()))
    return tuple(groups)
