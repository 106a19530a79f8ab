"""Playing the games of a configuration in its kernel, where every seat is taken by the bot `random`.

The records are those of `playout.ReferencePlayouts`, to the last number. A game that cannot be followed, or
does not fit into the kernel, is played again by the reference, which tells what is wrong with it in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from threading import Lock
from typing import Any

from interpreter.compiled.code.race import RACE
from interpreter.compiled.code.recording import Recording, Row
from interpreter.compiled.kernel import NONE
from interpreter.compiled.recorder import Broken, Recorder, Rows, Seeds
from interpreter.counting import UseCounts
from interpreter.program import TEAM_DOMAIN
from ruledsl.bots.base import own_text
from ruledsl.model.config import Configuration
from ruledsl.pipeline import Game
from ruledsl.tools.simulation.clauses import passes, watch, while_conditions
from ruledsl.tools.simulation.columns import add_rows
from ruledsl.tools.simulation.playout import (
    DEFAULT_BUDGET,
    Played,
    ReferencePlayouts,
    game_seed,
    seating,
)  # fmt: skip
from ruledsl.tools.simulation.tally import Tally

_SHARING, _, _MARGIN, _LEAD_CHANGES, _BEHIND, _DEFICIT = range(Row.COURSE, Row.COURSE + len(RACE))


def seeds_of(game: str, players: int) -> Seeds:
    """The seeds of a game that the bot `random` plays on every seat; `game` is its own."""
    return Seeds(game, [own_text(f"{game}:{seat}", seat) for seat in range(players)])


class KernelPlayouts:
    """Plays in a kernel; see `Playouts`. All `bots` are `random`; `engine` as for `CompiledMachine`."""

    def __init__(
        self,
        game: Game,
        config: Configuration,
        bots: Sequence[str],
        seed: str,
        budget: int = DEFAULT_BUDGET,
        engine: str = "auto",
    ) -> None:
        program, lowered = game.program(config), game.lowered(config)
        conditions = while_conditions(lowered, program)
        uses = UseCounts(program, conditions)
        found = watch(lowered, program, uses, conditions)
        self.clauses = found.clauses
        length = passes(program)
        self.has_turns, self.has_rounds = bool(length.turns), bool(length.rounds)
        self._whole = (game, config, tuple(bots), seed, budget)
        self._reference: ReferencePlayouts | None = None
        self.bots, self.seed, self.players = tuple(bots), seed, program.players
        self._teams = [program.teams if r.domain == TEAM_DOMAIN else program.players for r in program.results]
        self._most = [rule.keys[0].most if rule.keys else True for rule in program.results]
        places = [tuple(map(uses.block, blocks)) for blocks in (length.turns, length.rounds)]
        self._recording = Recording(uses, places[0], places[1], found.places)
        self._program, self._budget, self._engine = program, budget, engine
        self._recorder: Recorder | None = None
        self._making = Lock()

    @property
    def recorder(self) -> Recorder:
        """The kernel, made when it is needed."""
        with self._making:
            if self._recorder is None:
                self._recorder = Recorder(
                    self._program, self._recording, engine=self._engine, decision_budget=self._budget
                )
            return self._recorder

    def another(self) -> KernelPlayouts:
        """See `Playouts`."""
        other = object.__new__(KernelPlayouts)
        other.__dict__.update(self.__dict__)
        other._recorder = self.recorder.another()
        other._reference = None
        return other

    @property
    def reference(self) -> ReferencePlayouts:
        """The reference, made when it is needed."""
        if self._reference is None:
            self._reference = ReferencePlayouts(*self._whole)
        return self._reference

    def play(self, number: int) -> Played:
        """See `Playouts`."""
        return next(self.games(number, number + 1))

    def games(self, first: int, last: int) -> Iterator[Played]:
        """See `Playouts`."""
        for part in self._played(first, last):
            if isinstance(part, Broken):
                yield self.reference.play(first + part.number)
            else:
                for number in range(part.count):
                    yield self._record(first + part.first + number, part.game(number), part)

    def tally(self, first: int, last: int) -> Tally:
        """The same games, added up; much quicker than record by record."""
        tally = Tally()
        for part in self._played(first, last):
            if isinstance(part, Broken):
                tally.add(self.reference.play(first + part.number))
            else:
                add_rows(tally, part, self.has_turns, self.has_rounds)
        return tally

    def _played(self, first: int, last: int) -> Iterator[Rows | Broken]:
        numbers = range(first, last)
        return self.recorder.play(
            [seeds_of(game_seed(self.seed, number), self.players) for number in numbers]
        )

    def _record(self, number: int, game: list[int], rows: Rows) -> Played:
        row, count = rows.row, len(self.clauses)
        options = rows.options[game[row.OPTIONS] : game[row.OPTIONS + 1]]
        uses = game[row.uses :]
        return Played(
            number,
            game_seed(self.seed, number),
            seating(self.bots, self.players, number),
            game[row.DECISIONS],
            game[row.TURNS] if self.has_turns else None,
            game[row.ROUNDS] if self.has_rounds else None,
            dict(Counter(options)),
            reached=tuple(uses[:count]),
            fired=tuple(uses[count : 2 * count]),
            offered=tuple(uses[2 * count :]),
            **({} if game[row.NO_RESULT] else self._judged(game, row)),
        )

    def _judged(self, game: list[int], row: Row) -> dict[str, Any]:
        """What the result says, by the names of `Played`."""
        players, rule, unit = self.players, game[row.RULE], game[row.UNIT]
        better = game[row.PLACES : row.PLACES + players]
        ranks = {count: place for place, count in enumerate(sorted(set(better)))}
        teams = self._teams[game[row.JUDGED]] if game[row.JUDGED] >= 0 else players
        worth = game[row.worth : row.worth + players]
        scores = tuple(game[row.score : row.score + players])
        margin, changes, behind, deficit = (
            None if game[at] == NONE else game[at] for at in (_MARGIN, _LEAD_CHANGES, _BEHIND, _DEFICIT)
        )
        return {
            "places": tuple([ranks[count] for count in better]),
            "members": tuple([seat % teams for seat in range(players)]),
            "payoffs": tuple([w // unit if w % unit == 0 else Fraction(w, unit) for w in worth]),
            "scores": scores if rule >= 0 else (None,) * players,
            "more_is_better": rule < 0 or self._most[rule],
            "margin": margin,
            "lead_changes": changes,
            "behind_at_half": None if behind is None else bool(behind),
            "deficit": deficit,
        }
