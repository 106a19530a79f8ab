"""Bindings of small ranges and domains as bits of one word: a condition on all of them at once is a mask.

Where every generator goes up through a fixed span, as `n in 1..2`, a domain or the seats, all bindings are
numbered together, the last generator running fastest, and each is a bit. How a number that is bound compares
with another one is a row of a table then, what does not look at a number holds for all or for none; `and`,
`or` and `not` are operations on bits. Where a condition may be a fault, none of this is done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from math import prod

from attrs import evolve, frozen

from interpreter.chance import Scripted
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.masks import COMPARED, TURNED, is_fixed
from interpreter.compiled.code.members import harmless
from interpreter.compiled.code.unit import Context
from interpreter.compiled.features import WORD
from interpreter.faults import RulesFault
from interpreter.layout import empty_position
from interpreter.program import PLAYER_DOMAIN, Expr, Gen
from interpreter.state import State

_FEW = 8
"""So many numbers are asked one after the other where their condition is no comparison."""

_SHORT = 2
"""Lines for each of them, if it is to be worth it."""


@frozen
class Span:
    """What a generator binds: `size` numbers from `low` on. Among the bits of all bindings each number has
    `weight` side by side, and that repeats."""

    low: int
    size: int
    weight: int


@frozen
class Bindings:
    """All bindings of some generators: how many there are, and the span of each local, of which parameters of
    defines may be other names."""

    count: int
    spans: Mapping[int, Span]

    @property
    def all(self) -> int:
        """The bits of all."""
        return (1 << self.count) - 1

    def among(self, cells: frozenset[int]) -> list[int]:
        """Those of some locals that are bound here."""
        return [cell for cell in self.spans if cell in cells]

    def bits(self, span: Span, fitting: Sequence[bool]) -> int:
        """The bindings whose number is one that fits; `fitting` has an entry for each number of the span."""
        return sum(1 << i for i in range(self.count) if fitting[i // span.weight % span.size])


def span_of(c: Context, gen: Gen) -> tuple[int, int] | None:
    """The first number of a generator that goes up from it, and how many there are; None: it does not."""
    if gen.kind == "things" and not gen.args and (gen.static[0] != PLAYER_DOMAIN or c.seats == "first"):
        return 0, len(c.unit.program.domains[gen.static[0]].members)
    if gen.kind == "range" and all(argument.op == "const" for argument in gen.args):
        low, high = (argument.static[0] for argument in gen.args)
        if isinstance(low, int) and isinstance(high, int):
            return low, max(0, high - low + 1)
    return None


def spans_of(c: Context, gens: Sequence[Gen]) -> tuple[tuple[int, int], ...]:
    """`span_of` of each generator; nothing where one has none or there are more bindings than bits."""
    found = [span_of(c, gen) for gen in gens]
    spans = tuple(span for span in found if span is not None)
    if len(spans) < len(found) or not 0 < prod(size for _, size in spans) <= WORD:
        return ()
    return spans


def span_mask(c: Context, gens: Sequence[Gen], tests: Sequence[Expr]) -> str | None:
    """The bindings that satisfy conditions: a number or an expression; None, and nothing written, where they
    cannot be told so.
    """
    spans = spans_of(c, gens)
    counting = c.unit.counting
    if not spans or (counting is not None and any(counting.is_inside(test) for test in tests)):
        return None
    count, by_cell = 1, {}
    for gen, (low, size) in reversed(list(zip(gens, spans, strict=True))):
        by_cell[gen.cell] = Span(low, size, count)
        count *= size
    bindings = Bindings(count, by_cell)

    def all_of() -> str | None:
        found: str | None = str(bindings.all)
        for test in tests:
            found = None if found is None else _both(found, _where(c, test, bindings), bindings)
        return found

    return harmless(c, all_of)


# ---------------------------------------------------------------------------------------------
# Conditions


def _where(c: Context, test: Expr, bindings: Bindings) -> str | None:
    """The bindings that satisfy a condition."""
    free = c.unit.cells.free(test)
    asked = bindings.among(free)
    if not asked:
        return f"({bindings.all} if {c.hold(c(test))} else 0)"
    if free == set(asked) and is_fixed(c, test):
        return _known(c, test, asked, bindings)
    if test.op in ("and", "or"):
        join = _both if test.op == "and" else _either
        found = _where(c, test.args[0], bindings)
        for argument in test.args[1:]:
            found = None if found is None else join(found, _where(c, argument, bindings), bindings)
        return found
    if test.op == "not":
        inner = _where(c, test.args[0], bindings)
        return None if inner is None else f"({inner} ^ {bindings.all})"
    if test.op == "call":
        return _where_call(c, test, bindings)
    if test.op in COMPARED:
        for one, other, op in ((0, 1, test.op), (1, 0, TURNED[test.op])):
            found = _compared(c, test.args[one], op, test.args[other], bindings)
            if found is not None:
                return found
    return _one_by_one(c, test, asked, bindings)


def _both(a: str, b: str | None, bindings: Bindings) -> str | None:
    if b is None or "0" in (a, b):
        return None if b is None else "0"
    if str(bindings.all) in (a, b):
        return b if a == str(bindings.all) else a
    return str(int(a) & int(b)) if a.isdigit() and b.isdigit() else f"({a} & {b})"


def _either(a: str, b: str | None, bindings: Bindings) -> str | None:
    if b is None or "0" in (a, b):
        return a if b == "0" else b
    if str(bindings.all) in (a, b):
        return str(bindings.all)
    return str(int(a) | int(b)) if a.isdigit() and b.isdigit() else f"({a} | {b})"


def _known(c: Context, test: Expr, asked: Sequence[int], bindings: Bindings) -> str | None:
    """A condition on nothing but what is bound is known now."""
    code = c.unit.reference(test)
    st = State(empty_position(c.unit.layout), Scripted())
    spans = [bindings.spans[cell] for cell in asked]
    fitting: set[tuple[int, ...]] = set()
    for numbers in product(*(range(span.size) for span in spans)):
        for cell, span, number in zip(asked, spans, numbers, strict=True):
            st.cells[cell] = span.low + number
        try:
            if code(st):
                fitting.add(numbers)
        except RulesFault:
            return None
    mask = 0
    for i in range(bindings.count):
        if tuple([i // span.weight % span.size for span in spans]) in fitting:
            mask |= 1 << i
    return str(mask)


def _where_call(c: Context, test: Expr, bindings: Bindings) -> str | None:
    """A define: a parameter that gets a number that is bound is another name for it."""
    function = c.unit.program.functions[test.static[0]]
    spans: dict[int, Span] = {}
    names: dict[int, str] = {}
    for parameter, argument in zip(function.parameters, test.args, strict=True):
        if argument.op == "cell" and argument.static[0] in bindings.spans:
            spans[parameter] = bindings.spans[argument.static[0]]
        elif bindings.among(c.unit.cells.free(argument)):
            return None
        else:
            names[parameter] = c.hold(c(argument))
    kinds = {p: c.kind(a) for p, a in zip(function.parameters, test.args, strict=True) if p in names}
    inside = evolve(bindings, spans={**bindings.spans, **spans})
    with c.binding(names, kinds), c.seats_from("first"):
        return _where(c, function.body, inside)


def _compared(c: Context, one: Expr, op: str, other: Expr, bindings: Bindings) -> str | None:
    """How a number that is bound compares with another one, which may lie beyond the span: a row for each
    that it can be, one for all below and one for all above."""
    if one.op != "cell" or one.static[0] not in bindings.spans or bindings.among(c.unit.cells.free(other)):
        return None
    kind = c.kind(other)
    if kind.is_place or (kind.none and op not in ("eq", "ne")):
        return None
    span = bindings.spans[one.static[0]]
    below, above = span.low - 1, span.low + span.size
    rows = [
        bindings.bits(span, [COMPARED[op](span.low + i, value) for i in range(span.size)])
        for value in range(below, above + 1)
    ]
    at = f"min(max({c(other)}, {below}), {above})"
    at = f"{at} + {-below}" if below < 0 else f"{at} - {below}" if below else at
    return f"{c.unit.table(rows, f'span_{op}')}[{at}]"


def _one_by_one(c: Context, test: Expr, asked: Sequence[int], bindings: Bindings) -> str | None:
    """A condition on one of few numbers, written for each of them."""
    span = bindings.spans[asked[0]]
    if len(asked) > 1 or span.size > _FEW:
        return None

    def written() -> str:
        parts = []
        for i in range(span.size):
            with c.binding({asked[0]: str(span.low + i)}, {asked[0]: Kind("number")}):
                holds = c(test)
            bits = bindings.bits(span, [i == number for number in range(span.size)])
            parts.append(f"({bits} if {holds} else 0)")
        return f"({' | '.join(parts)})"

    text, lines = c.apart(written)
    if len(lines) > _SHORT * span.size:
        return None
    c.out.again(lines)
    return text
