"""Generators and conditions, walked in one way for quantifiers, loops, triggers and choices.

A clause becomes a walk: a closure that binds the cells, one binding after the other, and hands each to a
`sink`.  A sink that returns True stops the walk.  What a walk gathers stands in `out`, a list that is made
anew for each use, so walks may be nested.  Afterwards the cells of the clause are None again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import Any

from interpreter.expressions.compiler import Compiler
from interpreter.expressions.melds import StateAsker, compile_kinds
from interpreter.faults import RulesFault
from interpreter.meld_forms import looks_at_form_only
from interpreter.melds import Meld, enumerate_melds
from interpreter.program import PLAYER_DOMAIN, Clause, Cond, Gen, Key
from interpreter.state import Code, State, fault, overworked

Sink = Callable[[State, list[Any]], bool]
"""Takes the binding that stands in the cells now; True stops the walk."""

Walk = Callable[[State, list[Any]], bool]
Binding = tuple[Any, ...]

_LONG = 1_000
"""A range of numbers that is longer counts as work."""

BINDING_BUDGET = 200_000
"""How many bindings one clause may have where all of them must be held at once."""


def cells_of(clause: Clause) -> tuple[int, ...]:
    """The cells that the generators of a clause bind, in order."""
    return tuple(step.cell for step in clause.steps if isinstance(step, Gen))


def compile_clause(c: Compiler, clause: Clause, sink: Sink) -> Walk:
    """A walk over the bindings that satisfy the clause: hard conditions, soft ones where they bind, best
    by keys.
    """
    soft = [step for step in clause.steps if isinstance(step, Cond) and step.soft]
    hard = tuple(step for step in clause.steps if not (isinstance(step, Cond) and step.soft))
    if not soft and not clause.keys:
        return compile_steps(c, hard, sink)
    return _compile_selection(c, clause, hard, soft, sink)


def _compile_selection(
    c: Compiler, clause: Clause, hard: tuple[Gen | Cond, ...], soft: list[Cond], sink: Sink
) -> Walk:
    """All bindings are gathered first, because soft conditions and keys compare them."""
    cells = cells_of(clause)
    gather = compile_steps(c, hard, binding_sink(cells, c.origin))
    tests = [c(condition.test) for condition in soft]
    best = compile_keys(c, clause.keys)

    def walk(st: State, out: list[Any]) -> bool:
        found: list[Binding] = []
        gather(st, found)
        for test in tests:
            fitting = []
            for binding in found:
                put(st, cells, binding)
                if test(st):
                    fitting.append(binding)
            found = fitting or found
        if best is not None and len(found) > 1:
            found = best(st, cells, found)
        stopped = False
        for binding in found:
            put(st, cells, binding)
            if sink(st, out):
                stopped = True
                break
        clear(st, cells)
        return stopped

    return walk


def binding_sink(cells: tuple[int, ...], origin: int) -> Sink:
    """A sink that keeps the values of all cells of each binding, within the budget."""

    def keep(st: State, out: list[Any]) -> bool:
        values = st.cells
        out.append(tuple([values[cell] for cell in cells]))
        if len(out) > BINDING_BUDGET:
            fault("too-many-bindings", origin, f"more than {BINDING_BUDGET} ways to bind these names")
        return False

    return keep


def stop_sink(st: State, out: list[Any]) -> bool:
    """A sink that is content with one binding."""
    return True


def put(st: State, cells: tuple[int, ...], binding: Binding) -> None:
    """Puts the values of a binding into its cells."""
    values = st.cells
    for cell, value in zip(cells, binding, strict=True):
        values[cell] = value


def clear(st: State, cells: tuple[int, ...]) -> None:
    """Empties cells, so that positions which are the same stay equal."""
    values = st.cells
    for cell in cells:
        values[cell] = None


# ---------------------------------------------------------------------------------------------
# Keys


def rank_of(value: Any) -> tuple[bool, Any]:
    """What a key's value sorts by: nothing is below everything."""
    return (value is not None, value)


def extreme(values: list[Any], most: bool) -> Any:
    """The greatest (or least) of values, of which None is the least."""
    choose = max if most else min
    return choose(values, key=rank_of) if None in values else choose(values)


def compile_keys(
    c: Compiler, keys: tuple[Key, ...]
) -> Callable[[State, tuple[int, ...], list[Binding]], list[Binding]] | None:
    """A closure that keeps the best bindings by these keys, ties included; None when there are no keys."""
    if not keys:
        return None
    codes = [(key.most, c(key.value)) for key in keys]

    def best(st: State, cells: tuple[int, ...], found: list[Binding]) -> list[Binding]:
        for most, code in codes:
            if len(found) < 2:
                break
            values = []
            for binding in found:
                put(st, cells, binding)
                values.append(code(st))
            top = extreme(values, most)
            found = [binding for binding, value in zip(found, values, strict=True) if value == top]
        return found

    return best


# ---------------------------------------------------------------------------------------------
# Steps


def compile_steps(c: Compiler, steps: tuple[Gen | Cond, ...], sink: Sink) -> Walk:
    """A walk over the bindings that satisfy every condition, from the last step to the first."""
    walk: Walk = sink
    for number in range(len(steps) - 1, -1, -1):
        step = steps[number]
        with c.at(step.origin):
            if isinstance(step, Cond):
                walk = _guard(c(step.test), walk)
            elif step.kind == "melds":
                values = _melds(c, step, _about_form(c, step, steps[number + 1 :]))
                walk = _bind(step.cell, values, walk, False, c.origin)
            else:
                walk = _bind(step.cell, compile_values(c, step), walk, step.kind == "let", c.origin)
    return walk


def _about_form(c: Compiler, gen: Gen, following: tuple[Gen | Cond, ...]) -> list[Code]:
    """The conditions right behind a generator of melds that look at a meld's form only."""
    tests: list[Code] = []
    for step in following:
        if not isinstance(step, Cond):
            break
        if looks_at_form_only(c.program, step.test, gen.cell):
            with c.at(step.origin):
                tests.append(c(step.test))
    return tests


def _guard(test: Code, then: Walk) -> Walk:
    def guarded(st: State, out: list[Any]) -> bool:
        return bool(test(st)) and then(st, out)

    return guarded


def _bind(cell: int, values: Code, then: Walk, once: bool, origin: int) -> Walk:
    if once:

        def let(st: State, out: list[Any]) -> bool:
            st.cells[cell] = values(st)
            stopped = then(st, out)
            st.cells[cell] = None
            return stopped

        return let

    def loop(st: State, out: list[Any]) -> bool:
        st.work -= 1
        if st.work < 0:
            overworked(origin)
        cells = st.cells
        for value in values(st):
            cells[cell] = value
            if then(st, out):
                cells[cell] = None
                return True
        cells[cell] = None
        return False

    return loop


def compile_values(c: Compiler, gen: Gen) -> Code:
    """A closure for the values a generator runs over (of a `let`: its one value)."""
    return _VALUES[gen.kind](c, gen)


def _things(c: Compiler, gen: Gen) -> Code:
    domain = gen.static[0]
    count = len(c.program.domains[domain].members)
    everything = tuple(range(count))
    rounds = [everything[start:] + everything[:start] for start in range(count)]
    origin = c.origin
    if not gen.args:
        if domain != PLAYER_DOMAIN or c.sweep == "first":
            return lambda st: everything
        return _from_chooser(rounds) if c.sweep == "chooser" else _after_turn(rounds)
    [start_code] = c.all(gen.args)

    def from_start(st: State) -> tuple[int, ...]:
        start: int | None = start_code(st)
        if start is None:
            fault("none-start", origin, "the one to begin with is nobody")
        return rounds[start]

    return from_start


def _from_chooser(rounds: list[tuple[int, ...]]) -> Code:
    return lambda st: rounds[st.chooser or 0]


def _after_turn(rounds: list[tuple[int, ...]]) -> Code:
    """Clockwise with the acting player last."""

    def seats(st: State) -> tuple[int, ...]:
        turn = st.turn()
        return rounds[0 if turn is None else (turn + 1) % len(rounds)]

    return seats


def _list(c: Compiler, gen: Gen) -> Code:
    [values] = c.all(gen.args)
    if gen.type not in ("piece", "pieces") or c.sweep != "chooser":
        return values
    return _known_only(c, values)


def _known_only(c: Compiler, values: Code) -> Code:
    """In a choice: a piece that the chooser does not know cannot be spoken of, alone or in a list."""
    origin = c.origin

    def check(st: State, found: Any) -> None:
        for piece in found:
            if isinstance(piece, tuple):
                check(st, piece)
            elif piece is not None and not st.known[piece] & st.reader:
                fault("secret", origin, "an option speaks of a piece that the one who chooses does not know")

    def checked(st: State) -> Any:
        found = values(st)
        if st.reader:
            check(st, found)
        return found

    return checked


def _range(c: Compiler, gen: Gen) -> Code:
    low, high = c.all(gen.args)
    origin = c.origin

    def numbers(st: State) -> range:
        first, last = low(st), high(st)
        if first is None or last is None:
            fault("none-number", origin, "a number is needed and there is none", values=[first, last])
        if last - first > _LONG:
            st.work -= last - first
            if st.work < 0:
                overworked(origin)
        return range(first, last + 1)

    return numbers


def _values(c: Compiler, gen: Gen) -> Code:
    codes = c.all(gen.args)

    def listed(st: State) -> list[Any]:
        return [code(st) for code in codes]

    if gen.type not in ("piece", "pieces") or c.sweep != "chooser":
        return listed
    return _known_only(c, listed)


def _let(c: Compiler, gen: Gen) -> Code:
    return c(gen.args[0])


def _subsets(c: Compiler, gen: Gen) -> Code:
    has_low, has_high = gen.static
    codes = c.all(gen.args)
    base = codes[0] if c.sweep != "chooser" else _known_only(c, codes[0])
    low_code = codes[1] if has_low else None
    high_code = codes[2 if has_low else 1] if has_high else None
    origin = c.origin

    def subsets(st: State) -> Any:
        whole = base(st)
        low = 0 if low_code is None else low_code(st)
        high = len(whole) if high_code is None else high_code(st)
        if low is None or high is None or low < 0:
            fault("bad-size", origin, "sublists of this size do not exist", low=low, high=high)
        sizes = range(low, min(high, len(whole)) + 1)
        st.work -= sum([comb(len(whole), size) for size in sizes])
        if st.work < 0:
            overworked(origin)
        for size in sizes:
            yield from combinations(whole, size)

    return subsets


def _melds(c: Compiler, gen: Gen, about_form: Sequence[Code] = ()) -> Code:
    """All melds; with `about_form` only those for which these conditions hold, without making the others."""
    row, loose = c.all(gen.args[:2])
    if c.sweep == "chooser":
        row, loose = _known_only(c, row), _known_only(c, loose)
    kinds = compile_kinds(c, gen.static, gen.args[2:])
    layout = c.layout
    origin = c.origin
    cell = gen.cell

    def find(st: State) -> list[Meld]:
        def wanted(meld: Meld) -> bool:
            st.cells[cell] = meld
            try:
                return all(test(st) for test in about_form)
            except RulesFault:
                # it is told where the conditions are tested in their order
                return True
            finally:
                st.cells[cell] = None

        try:
            return enumerate_melds(
                layout, st.pos, row(st), loose(st), kinds(st), StateAsker(c, st),
                by=st.chooser, accept=wanted if about_form else None,
            )  # fmt: skip
        except RulesFault as problem:
            if problem.origin < 0:
                problem.origin = origin
            raise

    return find


_VALUES: dict[str, Callable[[Compiler, Gen], Code]] = {
    "things": _things,
    "list": _list,
    "range": _range,
    "values": _values,
    "let": _let,
    "subsets": _subsets,
    "melds": _melds,
}
