"""What numbers an expression of a Program can have: the least and the greatest, as far as that can be seen.

Nothing is assumed about when something happens: a variable can have whatever is given to it anywhere. The
bounds may be too wide, never too narrow; None is no bound. Members of an enum count by their places.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from interpreter import program as p
from ruledsl.check.secrets import parts


@frozen
class Range:
    """Both ends belong to it; None: no end."""

    low: int | None = None
    high: int | None = None

    def with_(self, other: Range) -> Range:
        """The smallest that holds both."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Range(low, high)

    def plus(self, other: Range) -> Range:
        """The sums."""
        low = None if self.low is None or other.low is None else self.low + other.low
        high = None if self.high is None or other.high is None else self.high + other.high
        return Range(low, high)

    def negative(self) -> Range:
        """The same with the other sign."""
        return Range(None if self.high is None else -self.high, None if self.low is None else -self.low)

    def times(self, other: Range) -> Range:
        """The products."""
        if None in (self.low, self.high, other.low, other.high):
            both = self.low is not None and self.low >= 0 and other.low is not None and other.low >= 0
            return Range(0) if both else ANY
        assert (
            self.low is not None
            and self.high is not None
            and other.low is not None
            and other.high is not None
        )
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Range(min(ends), max(ends))


ANY = Range()


def hull(found: Iterable[Range]) -> Range:
    """The smallest that holds all; anything for none."""
    result: Range | None = None
    for one in found:
        result = one if result is None else result.with_(one)
    return ANY if result is None else result


@define(eq=False)
class Ranges:
    """The ranges of one Program's expressions."""

    program: p.Program
    _cells: dict[int, p.Gen | None] = field(factory=dict)
    """the generator that binds a local; None where something else does, too"""
    _given: dict[int, list[p.SetVar]] = field(factory=dict)
    _known: dict[tuple[str, int], Range] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for part in parts((self.program.blocks, self.program.triggers, self.program.results)):
            if isinstance(part, p.Gen):
                self._cells[part.cell] = None if part.cell in self._cells else part
            elif isinstance(part, p.SetCell | p.Sort | p.Turns):
                self._cells[part.cell] = None
            elif isinstance(part, p.SetVar):
                self._given.setdefault(part.var, []).append(part)

    def of(self, expr: p.Expr) -> Range:
        """The range of an expression."""
        op, args = expr.op, expr.args
        if op == "const":
            value = expr.static[0]
            return Range(value, value) if type(value) is int else ANY
        if op in ("add", "sub"):
            other = self.of(args[1])
            return self.of(args[0]).plus(other if op == "add" else other.negative())
        if op == "mul":
            return self.of(args[0]).times(self.of(args[1]))
        if op == "neg":
            return self.of(args[0]).negative()
        if op in ("greatest", "least"):
            return self._best(op == "greatest", [self.of(arg) for arg in args])
        if op == "if":
            return self.of(args[1]).with_(self.of(args[2]))
        if op == "mod" and args[1].op == "const" and args[1].static[0] > 0:
            return Range(0, args[1].static[0] - 1)
        if op == "abs":
            of = self.of(args[0])
            ends = [abs(end) for end in (of.low, of.high) if end is not None]
            return Range(0, max(ends) if len(ends) == 2 else None)
        return self._counted(expr)

    def _best(self, greatest: bool, found: list[Range]) -> Range:
        lows = [one.low for one in found if one.low is not None]
        highs = [one.high for one in found if one.high is not None]
        if greatest:
            return Range(max(lows, default=None), max(highs) if len(highs) == len(found) else None)
        return Range(min(lows) if len(lows) == len(found) else None, min(highs, default=None))

    def _counted(self, expr: p.Expr) -> Range:
        program, op = self.program, expr.op
        pieces = len(program.pieces)
        tokens = sum(counter.total for counter in program.counters)
        if op == "zone_size":
            zone = expr.args[0]
            slot = zone.op == "zone" and program.zones[zone.static[0]].kind == "slot"
            return Range(0, tokens + (1 if slot else pieces))
        if op == "family_size":
            return Range(0, tokens + pieces)
        if op in ("size", "meld_size"):
            return Range(0)
        if op == "held":
            return Range(0, program.counters[expr.static[0]].total)
        if op == "position":
            return Range(1, pieces)
        if op == "die_value":
            return hull(Range(*family.sides) for family in program.families if family.sides is not None)
        if op == "attr":
            attribute = program.attributes[expr.static[0]]
            if attribute.domain is not None:
                return self._members(attribute.domain)
            return Range(attribute.low, attribute.high)
        if op == "table":
            return hull(self.of(row.value) for row in program.tables[expr.static[0]].rows)
        if op == "count" and expr.clause is not None:
            return Range(0, self._bindings(expr.clause))
        if op == "sum":
            low = self.of(expr.args[0]).low
            return Range(0) if low is not None and low >= 0 else ANY
        if op in ("cell", "var"):
            return self._kept(op, expr.static[0])
        return ANY

    def _members(self, domain: int) -> Range:
        return Range(0, len(self.program.domains[domain].members) - 1)

    def _bindings(self, clause: p.Clause) -> int | None:
        """How many bindings a clause can have at most."""
        most = 1
        for step in clause.steps:
            if isinstance(step, p.Gen) and step.kind == "things":
                most *= len(self.program.domains[step.static[0]].members)
            elif isinstance(step, p.Gen) and step.kind != "let":
                return None
        return most

    def _kept(self, op: str, number: int) -> Range:
        """What a local or a variable can hold; what depends on itself can be anything."""
        key = (op, number)
        if key not in self._known:
            self._known[key] = ANY
            self._known[key] = (
                self._bound(self._cells.get(number)) if op == "cell" else self._variable(number)
            )
        return self._known[key]

    def _bound(self, gen: p.Gen | None) -> Range:
        if gen is None:
            return ANY
        if gen.kind == "range":
            return Range(self.of(gen.args[0]).low, self.of(gen.args[1]).high)
        if gen.kind == "values":
            return hull(self.of(arg) for arg in gen.args)
        if gen.kind == "let":
            return self.of(gen.args[0])
        return self._members(gen.static[0]) if gen.kind == "things" else ANY

    def _variable(self, number: int) -> Range:
        family = self.program.variables[number]
        if family.type != "number":
            return ANY
        found = self.of(family.initial)
        for given in self._given.get(number, ()):
            value = self.of(given.value)
            if given.op == "=":
                found = found.with_(value)
                continue
            change = value if given.op == "+=" else value.negative()
            if change.high is None or change.high > 0:
                found = Range(found.low, None)
            if change.low is None or change.low < 0:
                found = Range(None, found.high)
        return found


def verdict(ranges: Ranges, test: p.Expr) -> bool | None:
    """Whether a comparison of numbers is always true (True) or never (False); None: it depends."""
    if test.op == "const":
        value = test.static[0]
        return value if isinstance(value, bool) else None
    if test.op not in ("lt", "le", "gt", "ge", "eq", "ne"):
        return None
    a, b = ranges.of(test.args[0]), ranges.of(test.args[1])
    if test.op in ("eq", "ne"):
        apart = _below(a, b) or _below(b, a)
        return (test.op == "ne") if apart else None
    if test.op in ("gt", "le"):
        a, b = b, a
    # now it is a < b (lt, gt) or its opposite a >= b (ge, le)
    strict = test.op in ("lt", "gt")
    if _below(a, b):
        return strict
    if a.low is not None and b.high is not None and a.low >= b.high:
        return not strict
    return None


def _below(a: Range, b: Range) -> bool:
    return a.high is not None and b.low is not None and a.high < b.low
