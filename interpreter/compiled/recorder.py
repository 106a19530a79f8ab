"""Whole random games in a kernel, with a record of each: see `interpreter/compiled/code/recording.py`."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from attrs import frozen

from interpreter.chance import seed_words
from interpreter.compiled.code.recording import GAMES, Recording, Row
from interpreter.compiled.fault_codes import code_of
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.python_host import KernelFault
from interpreter.machine import DECISION_BUDGET
from interpreter.program import TEAM_DOMAIN, Program

_SIGN = 2**63

Score = tuple[int, tuple[int, ...]]
"""The rule of `result` that counts, and the value of each member."""


@frozen
class GameLog:
    """A game that was played to its end.

    `judged`: the rule of `result` that counted, -1: none. `places[seat]`: how many are better (0: the
    best). `payoffs` in parts of `unit`. `moments`: the score whenever it changed, as (decisions made
    before, rule, values); `score` at the end, None where there is none. `options` has the number of options
    of each decision, `sums` what was to be added up.
    """

    decisions: int
    no_result: bool
    judged: int
    places: list[int]
    payoffs: list[int]
    unit: int
    score: Score | None
    moments: list[tuple[int, int, tuple[int, ...]]]
    options: list[int]
    sums: list[int]


@frozen
class Broken:
    """A game that a kernel could not play on: the code of the fault and where it is in the rules."""

    code: str
    origin: int


@frozen
class Seeds:
    """The seeds of a game: its own, and for each seat the one that its choices are made with."""

    game: str
    seats: Sequence[str]


class Recorder:
    """Plays the random games of one Program.

    `recording` says what is counted. `engine` as for `CompiledMachine`. Not for several threads at a time.
    """

    def __init__(
        self,
        program: Program,
        recording: Recording,
        *,
        engine: str = "auto",
        decision_budget: int = DECISION_BUDGET,
    ) -> None:
        self.machine = CompiledMachine(
            program, engine=engine, decision_budget=decision_budget, recording=recording
        )
        self.engine = self.machine.host.engine
        self.row = Row(program.players, len(recording.sums))
        self.players = program.players
        self.budget = decision_budget
        self._members = [
            program.teams if rule.domain == TEAM_DOMAIN else program.players for rule in program.results
        ]
        self._straight = True
        self._open()

    def _open(self) -> None:
        host = self.machine.host
        names = (
            "game_seeds", "row_log", "moment_log", "option_log", "moment_end", "option_end", "moments_from",
            "options_from", "games_done", "under_way", "scoring",
        )  # fmt: skip
        self._array = {name: host.array(name) for name in names}

    def another(self) -> Recorder:
        """One with a memory of its own, for another thread; nothing is compiled again."""
        other = object.__new__(Recorder)
        other.__dict__.update(self.__dict__)
        other.machine = self.machine.another()
        other._open()
        return other

    def play(self, seeds: Sequence[Seeds]) -> Iterator[GameLog | Broken]:
        """These games, in order."""
        for first in range(0, len(seeds), GAMES):
            some = seeds[first : first + GAMES]
            self._hand_over(some)
            yield from self._played(len(some))

    def _hand_over(self, seeds: Sequence[Seeds]) -> None:
        words: list[int] = []
        for seed in seeds:
            words += seed_words(seed.game)
            for seat in seed.seats:
                words += seed_words(seat)
        signed = array("q", [word - 2 * _SIGN if word >= _SIGN else word for word in words])
        self._array["game_seeds"][: len(signed)] = memoryview(signed)
        for name in ("games_done", "under_way", "scoring"):
            self._array[name][0] = 0

    def _played(self, count: int) -> Iterator[GameLog | Broken]:
        at = self._array
        read = 0
        while read < count:
            at["moment_end"][0] = at["option_end"][0] = 0
            broken: Broken | None = None
            while True:
                try:
                    self.machine.host.call("record_games", count, self.budget, int(self._straight))
                except KernelFault as fault:
                    if at["scoring"][0]:
                        self._go_on_without_score()
                        continue
                    broken = Broken(code_of(fault.code), fault.origin)
                break
            done = at["games_done"][0]
            for number in range(read, done):
                yield self._log(number)
            if broken is not None:
                at["under_way"][0] = 0
                done = at["games_done"][0] = done + 1
                yield broken
            read = done

    def _go_on_without_score(self) -> None:
        """There is no score yet: play goes on where it is, or without a stack the game begins anew with
        one."""
        at = self._array
        if self._straight:
            self._straight = False
            at["under_way"][0] = at["scoring"][0] = 0
            at["moment_end"][0] = at["moments_from"][0]
            at["option_end"][0] = at["options_from"][0]

    def _log(self, number: int) -> GameLog:
        row, players = self.row, self.players
        base = number * row.size
        numbers = self._array["row_log"][base : base + row.size].tolist()
        moments = self._array["moment_log"]
        width = players + 2
        rule, score = numbers[row.RULE], row.score
        return GameLog(
            numbers[row.DECISIONS],
            bool(numbers[row.NO_RESULT]),
            numbers[row.JUDGED],
            numbers[row.PLACES : row.PLACES + players],
            numbers[row.worth : row.worth + players],
            numbers[row.UNIT],
            None if rule < 0 else (rule, tuple(numbers[score : score + self._members[rule]])),
            [
                (moments[place], rule, tuple(moments[place + 2 : place + 2 + self._members[rule]]))
                for place in range(numbers[row.MOMENTS], numbers[row.MOMENTS + 1], width)
                for rule in (moments[place + 1],)
            ],
            self._array["option_log"][numbers[row.OPTIONS] : numbers[row.OPTIONS + 1]].tolist(),
            numbers[row.uses :],
        )
