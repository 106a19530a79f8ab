"""Conditions that never hold or always, choices that never have an option, loops whose end nothing brings on.

Looked at in what was lowered, for every configuration; a finding is one that all share. What is decided
by the number of players or a setting alone is meant to be, so nothing is said about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import define, field

from interpreter import program as p
from interpreter.analysis.dependencies import Dependencies
from ruledsl.check.ranges import Ranges, verdict
from ruledsl.check.secrets import parts
from ruledsl.diagnostics import Diagnostic, Related
from ruledsl.lower import Lowered
from ruledsl.model.effective import Effective
from ruledsl.source import Span
from ruledsl.syntax import nodes

Finding = tuple[str, int, bool, tuple[int, ...]]
"""Code, origin, whether it is so in this configuration, the origins of the reasons."""

_WORD = re.compile(r"[A-Za-z_]\w*")


def check(effective: Effective, lowered: Sequence[Lowered]) -> list[Diagnostic]:
    """All findings about conditions."""
    decided = {"players", *(e.declaration.name.id for e in effective.all(nodes.Setting)
                            if isinstance(e.declaration, nodes.Setting))}  # fmt: skip
    found: dict[tuple[str, Span], set[bool]] = {}
    places: dict[Span, tuple[Related, ...]] = {}
    for one in lowered:
        if one.program is None:
            return []
        for code, origin, holds, reasons in _Sense(one.program).findings():
            if origin >= 0:
                span = one.origins[origin]
                found.setdefault((code, span), set()).add(holds)
                places[span] = tuple(Related(one.origins[place], "never true") for place in reasons)
    return [
        Diagnostic(code, span, {}, (), places[span])
        for (code, span), verdicts in found.items()
        if verdicts == {True} and not (code in ("W517", "W518") and _is_decided(span, decided))
    ]


def _is_decided(span: Span, decided: set[str]) -> bool:
    """Whether a condition asks for the number of players or a setting."""
    words = set(_WORD.findall(span.text))
    return not words.isdisjoint(decided)


@define(eq=False)
class _Sense:
    """Looks for what makes no sense in one Program."""

    program: p.Program
    ranges: Ranges = field(init=False)
    reading: Dependencies = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.ranges = Ranges(self.program)
        self.reading = Dependencies(self.program)

    def findings(self) -> Iterator[Finding]:
        """Everything that is found."""
        for block in self.program.blocks:
            for statement in block.statements:
                if isinstance(statement, p.Choose) and self._is_vain(statement):
                    never = {test.origin for test in _comparisons(statement) if self._says(test) is False}
                    yield "W526", statement.origin, True, tuple(sorted(never))
                    continue
                yield from self._conditions(statement)
                if isinstance(statement, p.Choose):
                    yield "W526", statement.origin, False, ()
                elif isinstance(statement, p.Repeat | p.Turns):
                    yield from self._loop(statement)
        for trigger in self.program.triggers:
            yield from self._conditions(trigger.clause)

    def _conditions(self, node: object) -> Iterator[Finding]:
        for test in _comparisons(node):
            always = self._says(test)
            yield "W517", test.origin, always is False, ()
            yield "W518", test.origin, always is True, ()

    def _says(self, test: p.Expr) -> bool | None:
        """Whether a comparison always or never holds. A value that was fixed at set-up says nothing."""
        return None if test.op == "const" else verdict(self.ranges, test)

    def _never(self, test: p.Expr) -> bool:
        """Whether a condition never holds, for all that can be seen."""
        if test.op == "and":
            return any(map(self._never, test.args))
        if test.op == "or":
            return all(map(self._never, test.args))
        return verdict(self.ranges, test) is False

    def _is_vain(self, choice: p.Choose) -> bool:
        """Whether no option can ever be chosen."""
        return all(
            any(isinstance(step, p.Cond) and not step.soft and self._never(step.test) for step in steps)
            for steps in (option.clause.steps for option in choice.alternatives)
        )

    def _loop(self, loop: p.Repeat | p.Turns) -> Iterator[Finding]:
        """A loop that ends by its condition only, and nothing in it changes what that asks."""
        if loop.until is None or (isinstance(loop, p.Repeat) and loop.count is not None):
            return
        reads = self.reading.expr(loop.until)
        statements = list(self._inside(loop))
        ends = any(isinstance(s, p.End | p.Restart) for s in statements)
        writes = 0
        for statement in (loop, *statements):
            writes |= self.reading.writes(statement)
        yield "W519", loop.until.origin, not ends and not reads & writes and loop.until.op != "const", ()

    def _inside(self, loop: p.Repeat | p.Turns) -> Iterator[p.Statement]:
        """All statements that may be done in a loop, those of triggers and phases among them."""
        bodies = [loop.body, *(trigger.body for trigger in self.program.triggers)]
        seen: set[int] = set()
        while bodies:
            number = bodies.pop()
            if number in seen:
                continue
            seen.add(number)
            for statement in self.program.blocks[number].statements:
                yield statement
                bodies.extend(inner_blocks(statement, self.program))


def _comparisons(node: object) -> Iterator[p.Expr]:
    """The conditions in a statement or clause, taken apart at `and`, `or` and `not`."""
    tests: list[p.Expr] = []
    for part in parts(node):
        if isinstance(part, p.Cond | p.If):
            tests.append(part.test)
        elif isinstance(part, p.Each | p.Turns | p.Repeat) and part.until is not None:
            tests.append(part.until)
    while tests:
        test = tests.pop()
        if test.op in ("and", "or", "not"):
            tests.extend(test.args)
        else:
            yield test


def inner_blocks(statement: p.Statement, program: p.Program) -> list[int]:
    """The blocks that a statement may run, also those of a phase."""
    match statement:
        case p.If():
            return [b for b in (statement.then, statement.otherwise) if b is not None]
        case p.Choose():
            found = [option.body for option in statement.alternatives]
            return found if statement.otherwise is None else [*found, statement.otherwise]
        case p.Call():
            return [program.phases[statement.phase].body]
        case p.Each() | p.Turns() | p.Repeat() | p.Together() | p.AtEnd() | p.AtOnce():
            return [statement.body]
    return []
