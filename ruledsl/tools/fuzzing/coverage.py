"""Which clauses of the rules a fuzzed game has used."""

from __future__ import annotations

from interpreter.compiled.code.recording import Recording
from interpreter.counting import CountingMachine
from interpreter.program import Program
from ruledsl.lower import Lowered
from ruledsl.tools.simulation.clauses import Clause, reader, watch, while_conditions


class Coverage:
    """The clauses of one configuration, and the machine whose games are watched.

    A clause that stands in one place of the text is the same in every configuration: `Clause` is plain data
    and compares by what it says.
    """

    def __init__(self, lowered: Lowered, program: Program) -> None:
        conditions = while_conditions(lowered, program)
        self.machine = CountingMachine(program, conditions)
        found = watch(lowered, program, self.machine.uses, conditions)
        self.clauses: tuple[Clause, ...] = found.clauses
        self._found = found
        self._fired = reader(found.fired, self.machine.uses.counts)

    @property
    def recording(self) -> Recording:
        """What a kernel has to count so that it can say the same of its games."""
        return Recording(self.machine.uses, clauses=self._found.places)

    def begin(self) -> None:
        """Forgets the games before."""
        self.machine.uses.reset()

    def fired(self) -> tuple[int, ...]:
        """How often each of `clauses` did what it says since `begin`."""
        return self._fired()
