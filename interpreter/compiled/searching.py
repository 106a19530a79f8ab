"""A machine for tree searches: guesses at a position, options and what seats notice as numbers, standings.

The position in the memory can be kept as a block of bytes and put back, which is quicker than `load` by far.
"""

from __future__ import annotations

from typing import Any

from interpreter.compiled.code.frames import TOGETHER
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.standing import Searching
from interpreter.compiled.fault_codes import BEYOND, code_of
from interpreter.compiled.host import Host
from interpreter.compiled.machine import CompiledMachine
from interpreter.compiled.position_io import BeyondKernel
from interpreter.compiled.python_host import KernelFault
from interpreter.determinize import Hidden
from interpreter.faults import RulesFault
from interpreter.machine import DECISION_BUDGET, STEP_BUDGET
from interpreter.program import Program

_SIGN = 2**63


class SearchingMachine(CompiledMachine):
    """See `CompiledMachine`; every call raises BeyondKernel where something is beyond the kernel.

    `rows`: families of rows for `fewest_cuts`, with kinds of melds. What the functions of a kernel do is told
    in `interpreter/compiled/code`: `naming.py`, `noticing.py`, `guessing.py` and `standing.py`.
    """

    def __init__(
        self,
        program: Program,
        *,
        engine: str = "auto",
        step_budget: int = STEP_BUDGET,
        decision_budget: int = DECISION_BUDGET,
        rows: tuple[tuple[int, tuple[int, ...]], ...] = (),
    ) -> None:
        super().__init__(
            program,
            engine=engine,
            step_budget=step_budget,
            decision_budget=decision_budget,
            searching=Searching(rows),
        )

    def _open(self, host: Host) -> None:
        super()._open(host)
        array = host.array
        self._memory = host.memory
        self._state = host.kernel.state_offset
        self._heap = host.kernel.arrays["heap"].offset
        self._kept_top = array("kept_top")
        self._bot = array("bot")
        self._depth, self._frame_kinds = array("depth"), array("frame_kind")
        self._chooser, self._noticed = array("chooser_now"), array("noticed")
        self._names, self._labels = array("option_name"), array("option_label")

    def _call(self, name: str, *args: int) -> int:
        try:
            return self.host.call(name, *args)
        except KernelFault as fault:
            raise self._problem(fault) from None

    def _problem(self, fault: KernelFault) -> Exception:
        """What a fault of the kernel is to whoever searches."""
        code = code_of(fault.code)
        if code == BEYOND:
            return BeyondKernel("the kernel has no room for what comes of this position")
        return RulesFault(code, fault.origin, {}, code.replace("-", " "))

    # -- positions ---------------------------------------------------------------------------------

    def kept(self) -> bytes:
        """The position in the memory."""
        return bytes(self._memory[self._state : self._heap + 8 * self._kept_top[0]])

    def restore(self, block: bytes) -> None:
        """Puts a position back that was kept."""
        self._memory[self._state : self._state + len(block)] = block
        self._call("recount")

    def come_to_rest(self) -> None:
        """Makes the memory fit to be used after a fault; the position in it stays."""
        self._call("recount")

    def seed_choices(self, generator: list[int]) -> None:
        """Chance for what is dealt and for play at random."""
        self._seed(self._bot, generator)

    def chance(self) -> list[int]:
        """That chance as it stands now."""
        return [int(word) % (2 * _SIGN) for word in self._bot]

    def hide(self, hidden: Hidden) -> None:
        """What `lay_out` may deal anew."""
        array = self.host.array
        at = 0
        for number, block in enumerate(hidden.blocks):
            array("hidden_from")[number] = at
            for piece in block:
                array("hidden_piece")[at] = piece
                at += 1
        array("hidden_from")[len(hidden.blocks)] = at
        array("hidden_blocks")[0] = len(hidden.blocks)
        for number, (die, least, values) in enumerate(hidden.dice):
            array("loose_die")[number] = die
            array("loose_least")[number] = least
            array("loose_values")[number] = values
        array("loose_dice")[0] = len(hidden.dice)

    def lay_out(self, again: bool) -> None:
        """Makes a guess that was loaded ready for play; with `again` deals before what is hidden."""
        self._call("lay_out", int(again), self.decision_budget)

    def keeps_invariants(self) -> bool:
        """Whether the invariants of the rules hold; one that cannot be tested does not."""
        if not self.program.invariants:
            return True
        try:
            return bool(self._call("keeps_invariants"))
        except RulesFault:
            self.come_to_rest()
            return False

    # -- play --------------------------------------------------------------------------------------

    def offer_named(self) -> int:
        """As `offer`, with names."""
        return self._call("offer_named")

    def play(self, number: int, observer: int, forced: bool) -> int:
        """Takes an option and lists the next ones; see `noticing.py`."""
        return self._call("play", number, observer, int(forced), self.decision_budget)

    @property
    def seat(self) -> int:
        """Who decides."""
        seat: int = self._chooser[0]
        return seat

    @property
    def together(self) -> bool:
        """Whether the decision is one of a simultaneous choice."""
        return bool(self._frame_kinds[self._depth[0] - 1] == TOGETHER)

    def names(self, count: int) -> list[int]:
        """The names of the options listed last."""
        return self._names[:count].tolist()

    def labels(self, count: int) -> list[int]:
        """A number for the label of each."""
        return self._labels[:count].tolist()

    def noticed(self) -> list[int]:
        """For each seat what it noticed of `play`."""
        return self._noticed.tolist()

    def roll_on(self, fresh: bool, limit: int) -> None:
        """Plays at random; see `standing.py`."""
        self._call("roll_on", int(fresh), limit, self.decision_budget)

    # -- judging -----------------------------------------------------------------------------------

    def judge(self) -> None:
        """Reckons what the game is worth, as if it ended now."""
        self._call("judge")

    def read_standing(self) -> int:
        """Reads what the result ranks by; see `standing.py`."""
        return self._call("read_standing")

    def fewest_cuts(self, row: int, zone: int) -> int:
        """Into how many melds a zone of a row family can be cut; see `standing.py`."""
        return self._call("fewest_cuts", row, zone)

    def value(self, number: int, kind: Kind) -> Any:
        """A number of the memory as the reference has it."""
        return self._values.read(number, kind)
