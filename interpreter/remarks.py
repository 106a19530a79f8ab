"""Remarks: notes of the rules that hold for a while, such as what an event that lies open means.

A remark is told to a seat only where its condition can be answered by what that seat knows.
"""

from __future__ import annotations

from interpreter.faults import RulesFault
from interpreter.rules import Rules
from interpreter.state import Code, State


class Remarks:
    """The compiled remarks of a Program."""

    def __init__(self, rules: Rules) -> None:
        self.everybody = range(rules.layout.players)
        self._compiled: list[tuple[Code, str]] = []
        for remark in rules.program.remarks:
            with rules.compiler.at(remark.origin):
                self._compiled.append((rules.compiler(remark.test), remark.note))

    def told(self, st: State, seat: int | None) -> tuple[str, ...]:
        """The remarks in force that a seat may be told; `seat` None: those that every seat may be told."""
        seats = self.everybody if seat is None else (seat,)
        st.pure = True
        return tuple([note for test, note in self._compiled if all(_holds(st, test, s) for s in seats)])


def _holds(st: State, test: Code, seat: int) -> bool:
    st.reader = 1 << seat
    try:
        return bool(test(st))
    except RulesFault:
        return False  # it speaks of what this seat does not know, or of nothing that is there
