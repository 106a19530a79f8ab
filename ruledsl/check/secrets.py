"""Secrets: options that speak of hidden cards, and bodies of `together` that reach into others.

Both are looked at in what was lowered, through defines and phases, so that it does not matter how the rules
are written; also where something else is wrong. What cannot be seen from here is a fault at play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs
from attrs import define, field

from interpreter import program as p
from interpreter.plain import Plain
from ruledsl.diagnostics import Diagnostic
from ruledsl.lower import Lowered
from ruledsl.lower.context import Context
from ruledsl.source import Span

Finding = tuple[str, int, dict[str, object]]
"""Code, origin, facts."""


def check(lowered: Sequence[Lowered]) -> list[Diagnostic]:
    """All findings about secrets, over all configurations."""
    found: dict[tuple[str, Span], Diagnostic] = {}
    for one in lowered:
        for code, origin, facts in _findings(one.context):
            if origin >= 0:
                span = one.origins[origin]
                found.setdefault((code, span), Diagnostic(code, span, facts))
    return list(found.values())


def _findings(program: Context) -> Iterator[Finding]:
    shown, generated = _shown_families(program), _generated(program)
    for block in program.blocks:
        for statement in block.statements if block is not None else ():
            if isinstance(statement, p.Choose):
                for alternative in statement.alternatives:
                    for step in alternative.clause.steps:
                        if isinstance(step, p.Gen) and step.kind in ("list", "subsets", "melds"):
                            asked = _Asked(program, shown, generated, statement.who, step.origin)
                            for expr in step.args:
                                yield from asked.hidden(expr, {})
            elif isinstance(statement, p.Together):
                yield from _Together(program, statement).findings()


# -- the Program as a tree ------------------------------------------------------------------------


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(a.name for a in attrs.fields(kind) if not a.name.startswith("_"))
    return _FIELDS[kind]


def parts(node: Any) -> Iterator[Any]:
    """Everything in a statement, clause or expression, itself included; not what stands in inner blocks."""
    stack: list[Any] = [node]
    while stack:
        at = stack.pop()
        if isinstance(at, tuple):
            stack.extend(at)
        elif isinstance(at, Plain):
            yield at
            stack.extend(getattr(at, name) for name in _fields(type(at)))


def expressions(node: Any) -> Iterator[p.Expr]:
    """Every expression among the parts."""
    return (part for part in parts(node) if isinstance(part, p.Expr))


def _generated(program: Context) -> set[int]:
    """The locals that a generator binds to one thing after the other."""
    found: set[int] = set()
    for block in program.blocks:
        for statement in block.statements if block is not None else ():
            gens = (part for part in parts(statement) if isinstance(part, p.Gen) and part.kind != "let")
            found.update(gen.cell for gen in gens)
    return found


def _shown_families(program: Context) -> set[int]:
    """Zones of which some cards may be seen although they are hidden: they are turned or shown there."""
    found: set[int] = set()
    for block in program.blocks:
        for statement in block.statements if block is not None else ():
            if isinstance(statement, (p.Flip, p.Reveal)):
                found |= _zones_in(statement)
            elif isinstance(statement, (p.Move, p.Draw)) and statement.target.facing is not None:
                found |= _zones_in(statement.target)
                if statement.target.family is not None:
                    found.add(statement.target.family)
    return found


def _zones_in(node: Any) -> set[int]:
    return {e.static[0] for e in expressions(node) if e.op in ("zone", "family_pieces")}


# -- options --------------------------------------------------------------------------------------


@define
class _Asked:
    """Looks for cards that the chooser `who` does not know in what a generator runs over."""

    program: Context
    shown: set[int]
    generated: set[int]
    who: p.Expr
    origin: int

    def hidden(self, expr: p.Expr, given: dict[int, p.Expr]) -> Iterator[Finding]:
        """Findings about an expression; `given` has the arguments of the define it stands in."""
        if expr.op in ("zone_pieces", "family_pieces"):
            yield from self._zone(expr if expr.op == "family_pieces" else expr.args[0], given)
        elif expr.op == "call":
            function = self.program.functions[expr.static[0]]
            if function is None:
                return
            arguments = (given.get(a.static[0], a) if a.op == "cell" else a for a in expr.args)
            yield from self.hidden(function.body, dict(zip(function.parameters, arguments, strict=True)))
        elif expr.op in ("join", "without", "pick", "if", "last_n"):
            lists = (
                expr.args[1:] if expr.op == "if" else expr.args[:2] if expr.op == "join" else expr.args[:1]
            )
            for inner in lists:
                yield from self.hidden(inner, given)

    def _zone(self, zone: p.Expr, given: dict[int, p.Expr]) -> Iterator[Finding]:
        if zone.op == "cell":
            zone = given.get(zone.static[0], zone)
        if zone.op not in ("zone", "family_pieces") or zone.static[0] in self.shown:
            return
        family = self.program.zones[zone.static[0]]
        facts: dict[str, object] = {"zone": family.name}
        if family.visibility == "hidden":
            yield "E351", self.origin, facts
        elif family.visibility == "private" and zone.op == "family_pieces":
            if family.count > 1:
                yield "E352", self.origin, facts
        elif family.visibility == "private" and family.owner_key is not None:
            key = zone.args[family.owner_key]
            key = given.get(key.static[0], key) if key.op == "cell" else key
            if self._is_another(key):
                yield "E352", self.origin, facts

    def _is_another(self, key: p.Expr) -> bool:
        """Whether this can hardly be the chooser: a neighbour, or somebody whom another generator binds.

        What a phase is given, or a variable holds, may be anybody.
        """
        if self.who.op == "const":
            return False
        if key.op == "shift":
            return _is_cell(key.args[0], self.who)
        return key.op == "cell" and key.static[0] in self.generated and not _is_cell(key, self.who)


def _is_cell(expr: p.Expr, who: p.Expr) -> bool:
    """Whether both read the same local."""
    return expr.op == who.op == "cell" and expr.static == who.static


# -- together -------------------------------------------------------------------------------------


@define
class _Together:
    """Looks at all that the body of a `together` does, in the phases that it plays, too."""

    program: Context
    together: p.Together
    own: set[int] = field(factory=set)
    """the locals that hold the own player"""
    local: set[int] = field(factory=set)
    """the locals of the body"""
    statements: list[p.Statement] = field(factory=list)

    def findings(self) -> Iterator[Finding]:
        players = [step.cell for step in self.together.clause.steps if isinstance(step, p.Gen)]
        self.own.update(players)
        self.local.update(players)
        self._collect()
        fine: list[p.Statement] = []
        for statement in self.statements:
            wrong = list(self._effect(statement))
            yield from wrong
            if not wrong:
                fine.append(statement)
        written = {s.var for s in self.statements if isinstance(s, p.SetVar)}
        filled = {
            s.target.place.static[0]
            for s in self.statements
            if isinstance(s, (p.Move, p.Draw)) and s.target.place is not None and s.target.place.op == "zone"
        }
        for statement in fine:
            yield from self._reads(statement, written, filled)

    def _collect(self) -> None:
        """All statements of the body, and which locals are its own."""
        todo, seen = [self.together.body], set()
        while todo:
            number = todo.pop()
            if number in seen:
                continue
            seen.add(number)
            block = self.program.blocks[number]
            if block is None:
                continue
            self.local.update(block.cells)
            for statement in block.statements:
                self.statements.append(statement)
                todo.extend(_inner(statement))
                if isinstance(statement, p.Call):
                    phase = self.program.phases[statement.phase]
                    if phase is None:
                        continue
                    self.local.update(phase.parameters)
                    pairs = zip(phase.parameters, statement.args, strict=True)
                    self.own.update(cell for cell, value in pairs if self._is_own(value))
                    todo.append(phase.body)

    def _is_own(self, expr: p.Expr) -> bool:
        return expr.op == "cell" and expr.static[0] in self.own

    def _effect(self, statement: p.Statement) -> Iterator[Finding]:
        program, origin = self.program, statement.origin
        if isinstance(statement, (p.Draw, p.Roll, p.Shuffle)):
            yield "E353", origin, {}
        elif isinstance(statement, (p.Turns, p.Together, p.End, p.Restart)):
            yield "E355", origin, {}
        elif isinstance(statement, p.SetVar):
            if not any(map(self._is_own, statement.keys)):
                yield "E354", origin, {"what": program.variables[statement.var].name}
        elif isinstance(statement, p.SetCell):
            if statement.cell not in self.local:
                yield "E354", origin, {"what": program.cells[statement.cell]}
        elif isinstance(statement, p.Move):
            place = statement.target.place
            if statement.target.family is not None:
                yield "E354", origin, {"what": program.zones[statement.target.family].name}
            elif place is not None and place.op == "zone" and not any(map(self._is_own, place.args)):
                yield "E354", origin, {"what": program.zones[place.static[0]].name}
        elif isinstance(statement, p.Transfer):
            for holder in (statement.source, statement.target):
                if holder.op == "seat_holder" and not self._is_own(holder.args[0]):
                    yield "E354", origin, {"what": program.counters[statement.counter].name}

    def _reads(self, statement: p.Statement, written: set[int], filled: set[int]) -> Iterator[Finding]:
        """What others set in the same body is not there yet."""
        for expr in expressions(statement):
            if any(map(self._is_own, expr.args)):
                continue
            if expr.op == "var" and expr.static[0] in written and self.program.variables[expr.static[0]].keys:
                yield "E356", expr.origin, {"what": self.program.variables[expr.static[0]].name}
            if expr.op in ("zone", "family_pieces", "family_size") and expr.static[0] in filled:
                family = self.program.zones[expr.static[0]]
                if family.keys:
                    yield "E356", expr.origin, {"what": family.name}


def _inner(statement: p.Statement) -> list[int]:
    """The blocks inside of a statement."""
    if isinstance(statement, p.If):
        return [b for b in (statement.then, statement.otherwise) if b is not None]
    if isinstance(statement, (p.Each, p.Repeat, p.AtOnce)):
        return [statement.body]
    if isinstance(statement, p.Choose):
        bodies = [a.body for a in statement.alternatives]
        return bodies if statement.otherwise is None else [*bodies, statement.otherwise]
    return []
