"""Playing the games of a configuration in its kernel, where every seat is taken by the bot `random`.

The records are those of `playout.ReferencePlayouts`, to the last number. A game that cannot be followed, or
does not fit into the kernel, is played again by the reference, which tells what is wrong with it in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from interpreter.compiled.code.recording import Recording
from interpreter.compiled.recorder import Broken, GameLog, Recorder, Seeds
from interpreter.counting import UseCounts
from interpreter.program import TEAM_DOMAIN
from ruledsl.bots.base import own_text
from ruledsl.model.config import Configuration
from ruledsl.pipeline import Game
from ruledsl.tools.simulation.clauses import passes, watch, while_conditions
from ruledsl.tools.simulation.playout import (
    DEFAULT_BUDGET,
    Played,
    ReferencePlayouts,
    Worth,
    game_seed,
    judged,
    seating,
)  # fmt: skip
from ruledsl.tools.simulation.scores import Course


class KernelPlayouts:
    """Plays in a kernel; see `Playouts`. All `bots` are `random`; `engine` as for `CompiledMachine`."""

    def __init__(
        self, game: Game, config: Configuration, bots: Sequence[str], seed: str, budget: int = DEFAULT_BUDGET,
        engine: str = "auto",
    ) -> None:  # fmt: skip
        program, lowered = game.program(config), game.lowered(config)
        conditions = while_conditions(lowered, program)
        uses = UseCounts(program, conditions)
        found = watch(lowered, program, uses, conditions)
        self.clauses = found.clauses
        length = passes(program)
        self._has_turns, self._has_rounds = bool(length.turns), bool(length.rounds)
        self._whole = (game, config, tuple(bots), seed, budget)
        self._reference: ReferencePlayouts | None = None
        self.bots, self.seed, self.players = tuple(bots), seed, program.players
        self._teams = [program.teams if r.domain == TEAM_DOMAIN else program.players for r in program.results]
        self._most = [rule.keys[0].most if rule.keys else True for rule in program.results]
        sums = (length.turns, length.rounds, *found.reached, *found.fired, *found.offered)
        self.recorder = Recorder(
            program, Recording(uses, tuple(map(tuple, sums))), engine=engine, decision_budget=budget
        )

    def another(self) -> KernelPlayouts:
        """One for another thread."""
        other = object.__new__(KernelPlayouts)
        other.__dict__.update(self.__dict__)
        other.recorder = self.recorder.another()
        other._reference = None
        return other

    def play(self, number: int) -> Played:
        """See `Playouts`."""
        return next(self.games(number, number + 1))

    def games(self, first: int, last: int) -> Iterator[Played]:
        """See `Playouts`."""
        seeds = []
        for number in range(first, last):
            game = game_seed(self.seed, number)
            seeds.append(Seeds(game, [own_text(f"{game}:{seat}", seat) for seat in range(self.players)]))
        for number, log in zip(range(first, last), self.recorder.play(seeds), strict=True):
            yield self.reference.play(number) if isinstance(log, Broken) else self._record(number, log)

    @property
    def reference(self) -> ReferencePlayouts:
        """The reference, made when it is needed."""
        if self._reference is None:
            self._reference = ReferencePlayouts(*self._whole)
        return self._reference

    def _record(self, number: int, log: GameLog) -> Played:
        count = len(self.clauses)
        turns, rounds, *uses = log.sums
        result = {}
        if not log.no_result:
            unit = log.unit
            payoffs: tuple[Worth, ...] = tuple(
                [worth // unit if worth % unit == 0 else Fraction(worth, unit) for worth in log.payoffs]
            )
            ranks = {better: place for place, better in enumerate(sorted(set(log.places)))}
            teams = self._teams[log.judged] if log.judged >= 0 else self.players
            most = log.score is None or self._most[log.score[0]]
            places = {member: ranks[log.places[member]] for member in range(teams)}
            result = judged(places, teams, payoffs, log.score, most, Course(log.moments), log.decisions)
        return Played(
            number,
            game_seed(self.seed, number),
            seating(self.bots, self.players, number),
            log.decisions,
            turns if self._has_turns else None,
            rounds if self._has_rounds else None,
            dict(Counter(log.options)),
            reached=tuple(uses[:count]),
            fired=tuple(uses[count : 2 * count]),
            offered=tuple(uses[2 * count :]),
            **result,
        )
