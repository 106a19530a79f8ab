"""Whole random games in a kernel, with a record of each: see `interpreter/compiled/code/recording.py`."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any

from attrs import frozen

from interpreter.chance import seed_words
from interpreter.compiled.code.recording import GAMES, Recording, Row
from interpreter.compiled.fault_codes import code_of
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.python_host import KernelFault
from interpreter.faults import EngineBug
from interpreter.machine import DECISION_BUDGET
from interpreter.program import Program

_SIGN = 2**63


@frozen
class Rows:
    """Games that were played one after the other: their rows one behind the other, as `row` says.

    `first` is the number of the first of them among those that were asked for. `options` is `option_log`.
    `totals` are the `use_totals` of these games.
    """

    row: Row
    first: int
    count: int
    numbers: list[int]
    options: list[int]
    totals: list[int]

    def column(self, place: int) -> list[int]:
        """The numbers at a place of all rows."""
        return self.numbers[place :: self.row.size]

    def game(self, number: int) -> list[int]:
        """One row, counted from 0."""
        return self.numbers[number * self.row.size : (number + 1) * self.row.size]


@frozen
class Broken:
    """A game, by its number among those asked for, that a kernel could not play on; the code and origin of
    the fault."""

    number: int
    code: str
    origin: int


@frozen
class Seeds:
    """The seeds of a game: its own, and for each seat the one that its choices are made with."""

    game: str
    seats: Sequence[str]


class _BySteps:
    """The machine for games without a score, made when the first one asks; for several threads."""

    def __init__(self, *arguments: Any) -> None:
        self._arguments = arguments
        self._made: CompiledMachine | None = None
        self._making = Lock()

    def another(self) -> CompiledMachine:
        """A machine with a memory of its own."""
        program, recording, engine, budget, invariants = self._arguments
        with self._making:
            if self._made is None:
                self._made = CompiledMachine(
                    program,
                    engine=engine,
                    decision_budget=budget,
                    recording=recording,
                    invariants=invariants,
                    only="steps",
                )
            return self._made.another()


_ARRAYS = (
    "game_seeds", "row_log", "option_log", "use_totals", "moment_end", "option_end", "moments_from",
    "options_from", "games_done", "under_way", "scoring",
)  # fmt: skip


class Recorder:
    """Plays the random games of one Program.

    `recording` says what is counted. `engine` and `invariants` as for `CompiledMachine`. Not for several
    threads at a time.
    """

    def __init__(
        self,
        program: Program,
        recording: Recording,
        *,
        engine: str = "auto",
        decision_budget: int = DECISION_BUDGET,
        invariants: bool = False,
    ) -> None:
        self.machine = CompiledMachine(
            program,
            engine=engine,
            decision_budget=decision_budget,
            recording=recording,
            invariants=invariants,
            only="games",
        )
        self.row = Row(program.players, len(recording.clauses))
        self.budget = decision_budget
        self._by_steps = _BySteps(program, recording, engine, decision_budget, invariants)
        self._open()

    def _open(self) -> None:
        self._array = {name: self.machine.host.array(name) for name in _ARRAYS}

    def another(self) -> Recorder:
        """One with a memory of its own, for another thread; nothing is compiled again."""
        other = object.__new__(Recorder)
        other.__dict__.update(self.__dict__)
        other.machine = self.machine.another()
        other._open()
        return other

    def play(self, seeds: Sequence[Seeds]) -> Iterator[Rows | Broken]:
        """These games, in order. An EngineBug says in which of them it came up."""
        for first in range(0, len(seeds), GAMES):
            some = seeds[first : first + GAMES]
            self._hand_over(some)
            try:
                yield from self._played(first, len(some))
            except EngineBug as bug:
                seed = some[self._array["games_done"][0]].game
                raise EngineBug(f"{bug} (in the game with seed {seed})") from bug

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

    def _played(self, first: int, count: int) -> Iterator[Rows | Broken]:
        at = self._array
        read = 0
        while read < count:
            at["moment_end"][0] = at["option_end"][0] = 0
            at["use_totals"][:] = memoryview(array("q", bytes(8 * len(at["use_totals"]))))
            broken: Broken | None = None
            while True:
                at = self._array
                try:
                    self.machine.host.call("record_games", count, self.budget)
                except KernelFault as fault:
                    if at["scoring"][0]:
                        self._go_on_without_score()
                        continue
                    broken = Broken(first + at["games_done"][0], code_of(fault.code), fault.origin)
                break
            done = at["games_done"][0]
            if done > read:
                yield self._rows(first, read, done)
            if broken is not None:
                at["under_way"][0] = 0
                done = at["games_done"][0] = done + 1
                yield broken
            read = done

    def _go_on_without_score(self) -> None:
        """There is no score yet: play goes on where it is, or without a stack the game begins anew with
        one."""
        at = self._array
        if self.machine.text.straight:
            at["under_way"][0] = at["scoring"][0] = 0
            at["moment_end"][0] = at["moments_from"][0]
            at["option_end"][0] = at["options_from"][0]
            self.machine = self._by_steps.another()
            self._open()
            for name, array in at.items():
                self._array[name][:] = array

    def _rows(self, first: int, read: int, done: int) -> Rows:
        at, size = self._array, self.row.size
        return Rows(
            self.row,
            first + read,
            done - read,
            at["row_log"][read * size : done * size].tolist(),
            at["option_log"][: at["option_end"][0]].tolist(),
            at["use_totals"].tolist(),
        )
