"""Generators and conditions as nested loops: for quantifiers, loops, triggers and choices alike.

`walk` writes the loops of a clause and lets its `sink` write what is done with each binding. A sink that
wants no more sets the local `stop` to 1. Inside, the locals of the clause go by names of the function.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import partial
from itertools import takewhile

from attrs import define, frozen

from interpreter.compiled.code.generators import GENERATORS, Body, over_mask, stop_here
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.masks import is_known, mask_among, mask_of, mask_of_steps
from interpreter.compiled.code.members import member_mask
from interpreter.compiled.code.spans import span_mask, span_of
from interpreter.compiled.code.unit import Context
from interpreter.compiled.code.words import Mask
from interpreter.compiled.features import WORD
from interpreter.compiled.kernel import NONE
from interpreter.program import PLAYER_DOMAIN, Clause, Cond, Expr, Gen, Key

Sink = Callable[[], None]

BINDING_BUDGET = 200_000

_ROOM = 8
"""Records that there is room for at first."""

_FULL = 64
"""If there can be no more records than so many, there is room for all of them from the start."""


def walk(c: Context, clause: Clause, sink: Sink, stop: str | None = None) -> None:
    """Writes the loops over the bindings that satisfy a clause; see the module."""
    if stop is not None:
        c.out(f"{stop} = 0")
    soft = [step for step in clause.steps if isinstance(step, Cond) and step.soft]
    hard = [step for step in clause.steps if not (isinstance(step, Cond) and step.soft)]
    if not soft and not clause.keys:
        _steps(c, hard, 0, sink, stop)
        return
    if not clause.keys and _softly_over_mask(c, clause, sink, stop):
        return
    if _over_fitting(c, clause, sink, stop):
        return
    names = {step.cell: c.fresh("b") for step in hard if isinstance(step, Gen)}
    cells = list(names)
    found = Gathered.begin(c, len(cells), most_bindings(c, clause))

    def keep() -> None:
        found.add(c, [c.cell(cell) for cell in cells])

    _steps(c, hard, 0, keep, None)
    with c.binding(names):
        for condition in soft:
            with c.at(condition.origin):
                _narrow_softly(c, found, list(names.values()), condition.test)
        for key in clause.keys:
            _keep_best(c, found, list(names.values()), key)
        at = c.fresh("i")
        with c.out.under(f"for {at} in range(0, {found.count}):"):
            found.load(c, at, list(names.values()))
            sink()
            stop_here(c, stop)


def _softly_over_mask(c: Context, clause: Clause, sink: Sink, stop: str | None) -> bool:
    """A set of pieces with conditions of which some bind only if possible: the sets are taken one after the
    other.
    """
    gens = [step for step in clause.steps if isinstance(step, Gen)]
    if len(gens) != 1 or clause.steps[0] is not gens[0] or gens[0].kind != "list":
        return False
    mask = c.attempt(lambda: mask_of_steps(c, clause.steps))
    if mask is None:
        return False

    def body(piece: str) -> None:
        with c.binding({gens[0].cell: piece}, {gens[0].cell: c.bound_kind(gens[0])}):
            sink()

    over_mask(c, mask, body, stop)
    return True


def _over_fitting(c: Context, clause: Clause, sink: Sink, stop: str | None) -> bool:
    fitting = fitting_members(c, clause)
    if fitting is None:
        return False
    fitting.each(c, lambda x: sink(), stop)
    return True


@frozen
class Fitting:
    """The members that one generator binds: bits of the local `mask`, of `count` members; `is_at_once`: no
    condition was asked of one after the other."""

    mask: str
    count: int
    gen: Gen
    kind: Kind
    is_at_once: bool

    def each(self, c: Context, body: Callable[[str], None], stop: str | None = None) -> None:
        """Writes something for each of them, the lowest first; it is given the name."""
        x = c.fresh("x")
        with c.out.under(f"for {x} in range(0, {self.count}):"):
            with c.out.under(f"if {self.mask} >> {x} & 1:"), self.bound(c, x):
                body(x)
            stop_here(c, stop)

    def both(self, c: Context, body: Callable[[str], None]) -> None:
        """The same where there are surely several: of two members that is both."""
        if self.count != 2:
            self.each(c, body)
            return
        x = c.fresh("x")
        with c.out.under(f"for {x} in range(0, 2):"), self.bound(c, x):
            body(x)

    def bound(self, c: Context, name: str) -> AbstractContextManager[None]:
        """Inside, this member is the one that is bound."""
        return c.binding({self.gen.cell: name}, {self.gen.cell: self.kind})

    @property
    def lowest(self) -> str:
        """The first of them, where there is one; its bounds can be seen."""
        return f"min(ctz({self.mask}), {self.count - 1})"


def fitting_members(c: Context, clause: Clause) -> Fitting | None:
    """What is bound by a clause of one generator of few members, the lowest first; None, and nothing written,
    where it is another clause.
    """
    gen = clause.steps[0] if clause.steps else None
    if not isinstance(gen, Gen) or gen.kind != "things" or gen.args:
        return None
    if gen.static[0] == PLAYER_DOMAIN and c.seats != "first":
        return None
    tests = [step for step in clause.steps[1:] if isinstance(step, Cond)]
    if len(tests) < len(clause.steps) - 1 or any(c.kind_of_key(k).is_place for k in clause.keys):
        return None
    count = len(c.unit.program.domains[gen.static[0]].members)
    if count > WORD:
        return None
    hard = [step for step in tests if not step.soft]
    mask = span_mask(c, (gen,), [step.test for step in hard])
    fitting = Fitting(c.fresh("fit"), count, gen, c.bound_kind(gen), mask is not None and hard == tests)
    c.out(f"{fitting.mask} = {mask or '0'}")
    if mask is None:
        add = partial(_add_bit, c, fitting)
        _steps(c, [gen, *hard], 0, add, None)
    for condition in tests:
        if condition.soft:
            with c.at(condition.origin):
                _narrow_members(c, fitting, condition.test)
    for key in clause.keys:
        _keep_best_members(c, fitting, key)
    return fitting


def _add_bit(c: Context, fitting: Fitting) -> None:
    c.out(f"{fitting.mask} |= {_bit(c.cell(fitting.gen.cell))}")


def _bit(member: str) -> str:
    return str(1 << int(member)) if member.isdigit() else f"1 << {member}"


def _narrow_members(c: Context, fitting: Fitting, test: Expr) -> None:
    kept = c.fresh("kept")

    def body(x: str) -> None:
        with c.out.under(f"if {c(test)}:"):
            c.out(f"{kept} |= {_bit(x)}")

    c.out(f"{kept} = 0")
    fitting.each(c, body)
    with c.out.under(f"if {kept}:"):
        c.out(f"{fitting.mask} = {kept}")


def _keep_best_members(c: Context, fitting: Fitting, key: Key) -> None:
    """Only those with the greatest (or least) value, ties included; asked for where there are several."""
    best, kept = c.fresh("best"), c.fresh("kept")
    # no value is below nothing, and none is so great; so nobody asks which comes first
    start = NONE if key.most else -(NONE + 1)

    def body(x: str) -> None:
        value = c.hold(c(key.value))
        better, bit = f"{value} {'>' if key.most else '<'} {best}", _bit(x)
        if c.kind(key.value).form == "yes":
            with c.out.under(f"if {better}:"):
                c.out(f"{best} = {value}")
                c.out(f"{kept} = {bit}")
            with c.out.under(f"elif {value} == {best}:"):
                c.out(f"{kept} |= {bit}")
            return
        # which number is better could not be guessed, so nothing jumps
        c.out(f"{kept} = {bit} if {better} else {kept} | ({bit} if {value} == {best} else 0)")
        c.out(f"{best} = {'max' if key.most else 'min'}({best}, {value})")

    mask = fitting.mask
    with c.out.under(f"if {mask} & ({mask} - 1):"):
        c.out(f"{best} = {start}")
        c.out(f"{kept} = 0")
        fitting.both(c, body)
        c.out(f"{mask} = {kept}")


def bound_cells(clause: Clause) -> list[int]:
    """The locals that the generators of a clause bind, in order."""
    return [step.cell for step in clause.steps if isinstance(step, Gen)]


def most_bindings(c: Context, clause: Clause) -> int | None:
    """How many bindings a clause has at most; None: nobody knows."""
    most = 1
    for step in clause.steps:
        if isinstance(step, Gen) and step.kind != "let":
            size = _most_values(c, step)
            if size is None:
                return None
            most *= size
    return most


def _most_values(c: Context, gen: Gen) -> int | None:
    if gen.kind == "things":
        return len(c.unit.program.domains[gen.static[0]].members)
    span = span_of(c, gen)
    return None if span is None else span[1]


# ---------------------------------------------------------------------------------------------
# What is gathered before it is gone through


@define
class Gathered:
    """Records of `width` numbers in the heap: names of the locals for the place, how many, the room for
    them.
    """

    place: str
    count: str
    room: str
    width: int

    @classmethod
    def begin(cls, c: Context, width: int, most: int | None = None) -> Gathered:
        """An empty one; `most`: there are never more records, None: nobody knows."""
        full = most is not None and most <= _FULL
        made = cls(c.fresh("found"), c.fresh("n"), "" if full else c.fresh("room"), max(1, width))
        room = most if most is not None and full else _ROOM
        c.out(f"{made.place} = {c.unit.lists.name('alloc')}({room * made.width + 1})")
        c.out(f"{made.count} = 0")
        if not full:
            c.out(f"{made.room} = {room}")
        return made

    def add(
        self,
        c: Context,
        values: Sequence[str],
        budget: str = "too-many-bindings",
        most: int = BINDING_BUDGET,
    ) -> None:
        """One more record; when there are `most` already, a fault."""
        if self.room:
            with c.out.under(f"if {self.count} == {self.room}:"):
                with c.out.under(f"if {self.count} >= {most}:"):
                    c.fault(budget)
                c.out(
                    f"{self.place} = {c.unit.lists.name('grow')}({self.place}, {self._times(self.count)}, "
                    f"{self._times(self.room)})"
                )
                c.out(f"{self.room} = min(2 * {self.room}, {most})")
        for index, value in enumerate(values):
            c.out(f"heap[{self.place} + {self._times(self.count)} + {index + 1}] = {value}")
        c.out(f"{self.count} += 1")

    def _times(self, name: str) -> str:
        return name if self.width == 1 else f"{name} * {self.width}"

    def load(self, c: Context, at: str, names: Sequence[str]) -> None:
        """The values of record `at` into locals."""
        for index, name in enumerate(names):
            c.out(f"{name} = heap[{self.place} + {self._times(at)} + {index + 1}]")

    def as_list(self, c: Context) -> str:
        """The place as a list (its length is the number of words)."""
        c.out(f"heap[{self.place}] = {self._times(self.count)}")
        return self.place


def _narrow_softly(c: Context, found: Gathered, names: list[str], test: Expr) -> None:
    """Only those that satisfy a condition, if there are such."""
    kept = c.fresh("kept")
    at = c.fresh("i")
    c.out(f"{kept} = 0")
    with c.out.under(f"for {at} in range(0, {found.count}):"):
        found.load(c, at, names)
        with c.out.under(f"if {c(test)}:"):
            _put_record(c, found, names, kept)
    with c.out.under(f"if {kept} > 0:"):
        c.out(f"{found.count} = {kept}")


def _put_record(c: Context, found: Gathered, names: list[str], kept: str) -> None:
    for index, name in enumerate(names):
        place = kept if found.width == 1 else f"{kept} * {found.width}"
        c.out(f"heap[{found.place} + {place} + {index + 1}] = {name}")
    c.out(f"{kept} += 1")


def _keep_best(c: Context, found: Gathered, names: list[str], key: Key) -> None:
    """Only those with the greatest (or least) value, ties included."""
    best, kept, at, order = c.fresh("best"), c.fresh("kept"), c.fresh("i"), c.fresh("order")
    with c.out.under(f"if {found.count} > 1:"):
        c.out(f"{best} = 0")
        c.out(f"{kept} = 0")
        with c.out.under(f"for {at} in range(0, {found.count}):"):
            found.load(c, at, names)
            value = c.hold(c(key.value))
            c.out(f"{order} = 1")
            with c.out.under(f"if {at} > 0:"):
                c.out(f"{order} = {compared(c, value, best, c.kind(key.value))}")
                if not key.most:
                    c.out(f"{order} = -{order}")
            with c.out.under(f"if {order} > 0:"):
                c.out(f"{best} = {value}")
                c.out(f"{kept} = 0")
            with c.out.under(f"if {order} >= 0:"):
                _put_record(c, found, names, kept)
        c.out(f"{found.count} = {kept}")


def compared(c: Context, a: str, b: str, kind: Kind) -> str:
    """-1, 0 or 1 as two values compare; nothing is below everything."""
    if kind.form == "list":
        return f"{c.unit.lists.name('compare_numbers')}({a}, {b})"
    return f"(({a} > {b}) - ({a} < {b}))"


# ---------------------------------------------------------------------------------------------
# Steps


def _steps(
    c: Context, steps: Sequence[Gen | Cond], at: int, sink: Sink, stop: str | None, inner: bool = False
) -> None:
    if at == len(steps):
        sink()
        return
    step = steps[at]
    with c.at(step.origin):
        if isinstance(step, Cond):
            with c.out.under(f"if {c(step.test)}:"):
                _steps(c, steps, at + 1, sink, stop, inner)
        else:
            _generate(c, steps, at, step, sink, stop, inner)


def _generate(
    c: Context, steps: Sequence[Gen | Cond], at: int, gen: Gen, sink: Sink, stop: str | None, inner: bool
) -> None:
    if inner and gen.kind != "let" and c.counts_work:
        c.out("work_left[0] -= 1")
        c.fault_if("work_left[0] < 0", "too-much-work")

    kind = c.bound_kind(gen)

    def body(value: str, following: int = at + 1) -> None:
        name = value if value.isidentifier() or value.isdigit() else c.hold(value, "x")
        with c.binding({gen.cell: name}, {gen.cell: kind}):
            _steps(c, steps, following, sink, stop, inner or gen.kind != "let")

    if gen.kind == "list" and _over_mask(c, steps, at, gen, body, stop):
        return
    if gen.kind == "things" and _over_members(c, steps, at, gen, body, stop):
        return
    GENERATORS[gen.kind](c, gen, body, stop, steps[at + 1 :])


def _over_mask(
    c: Context, steps: Sequence[Gen | Cond], at: int, gen: Gen, body: Body, stop: str | None
) -> bool:
    """A list of pieces that is a mask: conditions right behind it that are masks, too, are put in at once."""
    following = at + 1

    def find() -> Mask | None:
        nonlocal following
        mask = mask_of(c, gen.args[0])
        known = is_known(c, gen.args[0])
        if mask is None or (c.seats == "chooser" and not known):
            return None
        while following < len(steps):
            step = steps[following]
            if not isinstance(step, Cond):
                break
            with c.at(step.origin), c.pieces_from(gen.args[0]):
                fitting = c.attempt(partial(mask_among, c, step.test, gen.cell, known, mask))
            if fitting is None:
                break
            mask = fitting
            following += 1
        return mask

    mask = c.attempt(find)
    if mask is None:
        return False
    over_mask(c, mask, lambda name: body(name, following), stop)
    return True


def _over_members(
    c: Context, steps: Sequence[Gen | Cond], at: int, gen: Gen, body: Body, stop: str | None
) -> bool:
    """Members of whom all are asked at once: the conditions right behind them."""
    tests = conditions_behind(steps, at)
    members = member_mask(c, gen, tests)
    if members is None:
        return False

    def one(bit: str) -> None:
        body(c.hold(members.member(bit), "x"), at + 1 + len(tests))

    over_mask(c, (members.mask,), one, stop)
    return True


def conditions_behind(steps: Sequence[Gen | Cond], at: int) -> list[Expr]:
    """What the conditions right behind a generator ask."""
    behind = takewhile(lambda step: isinstance(step, Cond) and not step.soft, steps[at + 1 :])
    return [step.test for step in behind if isinstance(step, Cond)]
