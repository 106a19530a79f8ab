"""A machine that plays a Program by its kernel, with the same positions, options and chance as the reference.

`initial`, `options` and `apply` take and give positions like `interpreter.machine.Machine`; inside it is
quicker to stay: `begin`, `offer`, `take` leave the game in the kernel's memory, `games` and `rollouts` play
at random to the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from attrs import frozen

from interpreter.chance import seed_generator
from interpreter.choices import Option
from interpreter.compiled.code.build import KernelText, Part, write_kernel
from interpreter.compiled.code.drive import SHARES
from interpreter.compiled.code.recording import Recording
from interpreter.compiled.code.standing import Searching
from interpreter.compiled.collecting import uncollected
from interpreter.compiled.fault_codes import code_of
from interpreter.compiled.host import Host, open_host
from interpreter.compiled.kernel import read_kernel
from interpreter.compiled.position_io import read_position, write_position
from interpreter.compiled.python_host import KernelFault
from interpreter.compiled.values_io import ValuesIO
from interpreter.faults import EngineBug, RulesFault
from interpreter.frames import TOGETHER
from interpreter.layout import Layout
from interpreter.machine import DECISION_BUDGET, STEP_BUDGET
from interpreter.position import Position
from interpreter.program import Program
from interpreter.together import due

_SIGN = 2**63


@frozen
class Tally:
    """What many random games came to. `worth[seat]` is a sum of payoffs, `wins[seat]` of wins (a shared one
    is split); both only of games with a result."""

    games: int
    decisions: int
    without_result: int
    worth: tuple[float, ...]
    wins: tuple[float, ...]


@frozen
class Verdict:
    """How a finished game was judged: of each seat how many are better (0: the best), and what it gets."""

    places: tuple[int, ...]
    payoffs: tuple[Fraction, ...]


class CompiledMachine:
    """Plays one Program. `engine`: wasm, python, or auto for the quicker one that is there.

    `known` False leaves out who knows what: quicker, and good for play that asks nobody's view. Not for
    several threads at a time: each takes a machine of its own (`another`). With `invariants` what does not
    hold at a decision or at the end is a fault: `invariant`, or `conservation` for what the engine has to
    keep.

    `only` leaves out what is not needed, and is ready sooner by it: "games" has `games` alone, "steps" has
    everything, but a game of `games` takes longer.
    """

    def __init__(
        self,
        program: Program,
        *,
        engine: str = "auto",
        known: bool = True,
        step_budget: int = STEP_BUDGET,
        decision_budget: int = DECISION_BUDGET,
        recording: Recording | None = None,
        invariants: bool = False,
        only: Part = "everything",
        searching: Searching | None = None,
    ) -> None:
        self.program = program
        self.known = known
        self.layout = Layout.of(program)
        self.decision_budget = decision_budget
        self.step_budget = step_budget
        self.engine = engine
        # What is made on the way is much, and none of it is garbage that only a search would find.
        with uncollected():
            self.text: KernelText = write_kernel(
                program, known=known, step_budget=step_budget, recording=recording, invariants=invariants,
                only=only, searching=searching,
            )  # fmt: skip
            host = open_host(read_kernel(self.text.source), engine)
        self._open(host)

    def _open(self, host: Host) -> None:
        self.host = host
        self.kernel = host.kernel
        self._values = ValuesIO(self.program, self.text.kinds, self.text.texts, self.host)
        self._array = {
            name: self.host.array(name)
            for name in ("generator", "bot", "tally", "over", "depth", "frame_kind", "frame_a", "frame_b",
                         "option_at", "own_block", "own_index", "fault_code", "decisions")
            if name in self.kernel.arrays
        }  # fmt: skip
        self._call("setup")

    def another(self) -> CompiledMachine:
        """A machine with a memory of its own, for another thread; nothing is compiled again."""
        other = object.__new__(CompiledMachine)
        other.__dict__.update(self.__dict__)
        other._open(self.host.again())
        return other

    def _call(self, name: str, *args: int) -> int:
        try:
            return self.host.call(name, *args)
        except KernelFault as fault:
            code = code_of(fault.code)
            raise RulesFault(code, fault.origin, {}, code.replace("-", " ")) from None

    # -- in the kernel's memory --------------------------------------------------------------------

    def begin(self, seed: int | str) -> None:
        """Begins a game, up to its first decision."""
        self._call("reset")
        self._seed(self._array["generator"], seed_generator(seed))
        self._call("begin", self.decision_budget)

    def _seed(self, array: object, generator: list[int]) -> None:
        for index, number in enumerate(generator):
            array[index] = number - 2 * _SIGN if number >= _SIGN else number  # type: ignore[index]

    @property
    def over(self) -> bool:
        """Whether the game in memory has ended."""
        return bool(self._array["over"][0])

    def offer(self) -> int:
        """Lists the options of the decision that is due; gives how many there are."""
        return self._call("offer")

    def take(self, number: int) -> None:
        """Carries out one of the options listed last, up to the next decision."""
        self._call("take", number, self.decision_budget)

    def load(self, pos: Position) -> None:
        """Puts a position into the memory."""
        self._call("reset")
        write_position(self.host, self.layout, self.text.features, pos)
        self._values.write_all(pos)
        self._call("recount")

    def position(self) -> Position:
        """The position in the memory."""
        pos = read_position(self.host, self.layout, self.text.features)
        self._values.read_all(pos, self._own_board)
        return pos

    def _own_board(self, number: int, commits: Sequence[Any]) -> Position:
        """What lies where for one of those who choose at the same time after it has committed this.

        `number`: its place among them; of its commitments in the memory the first few are taken.
        """
        self._call("stand_own", number, len(commits))
        board = read_position(self.host, self.layout, self.text.features)
        self._call("leave_own")
        return board

    def listed(self, pos: Position, count: int) -> list[Option]:
        """The options listed last, in their order; `pos` is the position in the memory."""
        array = self._array
        top = array["depth"][0] - 1
        place = (array["frame_a"][top], array["frame_b"][top])
        if pos.frames[-1][0] == TOGETHER:
            place = (array["own_block"][0], array["own_index"][0])
            pos = self._own_board(*due(pos))
        return [self._values.option(pos, place, array["option_at"][number]) for number in range(count)]

    def verdict(self) -> Verdict:
        """How the finished game in the memory is judged. Of one without result nothing is said."""
        self._call("judge")
        unit = self.host.array("worth_unit")[0]
        places = tuple(int(place) for place in self.host.array("place_of"))
        return Verdict(places, tuple(Fraction(int(worth), unit) for worth in self.host.array("worth")))

    # -- as the reference --------------------------------------------------------------------------

    def initial(self, seed: int | str = 0) -> Position:
        """The position at the first decision."""
        self.begin(seed)
        return self.position()

    def options(self, pos: Position) -> list[Option]:
        """All options of the decision that is due."""
        if pos.over:
            return []
        self.load(pos)
        return self.listed(pos, self.offer())

    def apply(self, pos: Position, option: Option) -> Position:
        """The position after one of its options; `pos` stays as it is."""
        self.load(pos)
        found = self.listed(pos, self.offer())
        for number, candidate in enumerate(found):
            if candidate.key == option.key:
                self.take(number)
                return self.position()
        raise EngineBug("an option that is none of this decision's")

    # -- many games ----------------------------------------------------------------------------------

    def games(self, count: int, seed: int | str, decision_budget: int | None = None) -> Tally:
        """Random games from the deal to the end, or up to so many decisions."""
        self._seed(self._array["bot"], seed_generator(seed))
        return self._tallied("games", count, decision_budget)

    def game_by_steps(self, seed: int | str) -> None:
        """The first of the random games that `games` plays with this seed, decision by decision."""
        self._seed(self._array["bot"], seed_generator(seed))
        self._call("reset")
        self._call("seed_game")
        self._call("begin", self.decision_budget)
        self._call("play_on", self.decision_budget)

    def recorded(self, seed: int | str, number: int) -> tuple[list[int], list[int]]:
        """The game that comes after `number` others when `games` plays with this seed: the generator that it
        begins with, and the numbers of the options that are taken, up to its end or a fault."""
        self._seed(self._array["bot"], seed_generator(seed))
        if number:
            self.games(number, seed)
        self._call("reset")
        self._call("seed_game")
        generator = [int(word) % (2 * _SIGN) for word in self._array["generator"]]
        choices: list[int] = []
        with suppress(RulesFault):
            self._call("begin", self.decision_budget)
            while not self.over:
                choices.append(self._call("pick_below", self.offer()))
                self.take(choices[-1])
        return generator, choices

    def rollouts(self, count: int, seed: int | str, decision_budget: int | None = None) -> Tally:
        """Random play from the position in the memory to the end, or up to so many decisions, again and
        again; the position stays."""
        self._seed(self._array["bot"], seed_generator(seed))
        return self.random_games(count, decision_budget)

    def random_games(self, count: int, decision_budget: int | None = None) -> Tally:
        """As `rollouts`, with chance that goes on from where it stands."""
        return self._tallied("rollouts", count, decision_budget)

    def _tallied(self, name: str, count: int, decision_budget: int | None) -> Tally:
        tally = self._array["tally"]
        for index in range(len(tally)):
            tally[index] = 0
        self._call(name, count, self.decision_budget if decision_budget is None else decision_budget)
        players = self.program.players
        games, decisions, without, unit, *sums = (int(x) for x in tally)
        return Tally(
            games, decisions, without,
            tuple(x / max(unit, 1) for x in sums[:players]),
            tuple(x / SHARES for x in sums[players:]),
        )  # fmt: skip
