"""Options that are made of parts which do not depend on one another: one of some members, and any other seat.

Then each part is counted by itself, all together are the product, and the k-th option is found by division,
the last part running fastest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from attrs import frozen

from interpreter.choices import OPTION_BUDGET
from interpreter.compiled.code.members import harmless, member_mask
from interpreter.compiled.code.unit import Context
from interpreter.compiled.code.words import kth_bit
from interpreter.program import PLAYER_DOMAIN, Alternative, Cond, Expr, Gen

_MOST_SEATS = 8
"""So many seats are asked for one after the other without a loop."""


@frozen
class Factor:
    """What one generator runs over: at most `most` values, `count` of them now (a name or a number).

    `value` gives the text of the k-th.
    """

    most: int
    count: str
    value: Callable[[str], str]


def factors_of(c: Context, alternative: Alternative) -> tuple[Factor, ...]:
    """The parts of an alternative; none, and nothing written, where it is not made of such."""
    parts = _parts(c, alternative)
    if not parts:
        return ()

    def all_of() -> tuple[Factor, ...] | None:
        found: list[Factor] = []
        for gen, tests in parts:
            factor = _factor(c, gen, tests)
            if factor is None:
                return None
            found.append(factor)
        return tuple(found) if prod(factor.most for factor in found) <= OPTION_BUDGET else None

    return c.attempt(all_of) or ()


def counted_product(c: Context, factors: Sequence[Factor]) -> str:
    """How many there are of all together: a name or a number."""
    fixed = prod(int(factor.count) for factor in factors if factor.count.isdigit())
    counts = [factor.count for factor in factors if not factor.count.isdigit()]
    return c.hold(" * ".join([*counts, str(fixed)] if fixed != 1 or not counts else counts), "n")


def kth_product(c: Context, factors: Sequence[Factor], k: str) -> list[str]:
    """The values of the k-th of all together."""
    places: list[str] = []
    for index, factor in enumerate(reversed(factors)):
        if factor.most == 1:
            places.append("0")
            continue
        if index == len(factors) - 1 or all(f.most == 1 for f in factors[: len(factors) - 1 - index]):
            places.append(k)
            continue
        places.append(c.hold(f"{k} % {factor.count}", "part"))
        k = c.hold(f"{k} // {factor.count}", "rest")
    return [factor.value(place) for factor, place in zip(factors, reversed(places), strict=True)]


# ---------------------------------------------------------------------------------------------
# Parts


def _parts(c: Context, alternative: Alternative) -> list[tuple[Gen, list[Expr]]]:
    """The generators, each with the conditions that ask for what it binds and for nothing else; [] where one
    asks for several.
    """
    steps = alternative.clause.steps
    if alternative.clause.keys or not steps or not isinstance(steps[0], Gen):
        return []
    found: list[tuple[Gen, list[Expr]]] = []
    for step in steps:
        cells = [gen.cell for gen, _ in found]
        if isinstance(step, Cond):
            asked = [i for i, cell in enumerate(cells) if cell in c.unit.cells.free(step.test)]
            if step.soft or len(asked) > 1:
                return []
            found[asked[0] if asked else -1][1].append(step.test)
            continue
        if any(cell in c.unit.cells.free(argument) for cell in cells for argument in step.args):
            return []
        found.append((step, []))
    return found


def _factor(c: Context, gen: Gen, tests: list[Expr]) -> Factor | None:
    if gen.kind == "list" and gen.args[0].op == "others":
        if c.kind(gen.args[0].args[0]).none:
            return None
        return _seats(c, gen, tests, c.hold(c(gen.args[0].args[0])), 1)
    if gen.kind != "things" or gen.args:
        return None
    if gen.static[0] == PLAYER_DOMAIN:
        return _seats(c, gen, tests, c.chooser or "0", 0)
    if not tests:
        number = len(c.unit.program.domains[gen.static[0]].members)
        return Factor(number, str(number), lambda k: k)
    members = member_mask(c, gen, tests)
    if members is None:
        return None
    number = len(c.unit.program.domains[gen.static[0]].members)
    count = c.hold(f"popcount({members.mask})", "n")
    bits = (number - 1) * members.stride + 1
    return Factor(number, count, lambda k: members.member(kth_bit(c, members.mask, k, bits)))


def _seats(c: Context, gen: Gen, tests: list[Expr], start: str, first: int) -> Factor | None:
    """The seats from `start` on, without itself if `first` is 1: a bit for each step from it."""
    players = c.unit.layout.players
    number = players - first
    if number < 1 or (tests and number > _MOST_SEATS):
        return None

    def seat(step: str) -> str:
        return step if start == "0" else f"({start} + {step}) % {players}"

    if not tests:
        return Factor(number, str(number), lambda k: seat(f"{k} + {first}" if first else k))
    bits = harmless(c, lambda: _seat_bits(c, gen, tests, [seat(str(step + first)) for step in range(number)]))
    if bits is None:
        return None
    if number == 1:
        return Factor(1, bits, lambda k: seat(str(first)))

    def kth(k: str) -> str:
        step = c.hold(kth_bit(c, bits, k, number), "step")
        return seat(f"{step} + {first}" if first else step)

    return Factor(number, c.hold(f"popcount({bits})", "n"), kth)


def _seat_bits(c: Context, gen: Gen, tests: list[Expr], seats: Sequence[str]) -> str:
    """The seats that satisfy conditions."""
    bits = []
    for step, seat in enumerate(seats):
        x = c.hold(seat, "x")
        with c.binding({gen.cell: x}, {gen.cell: c.bound_kind(gen)}):
            fits = " and ".join(c(test) for test in tests)
        bits.append(f"(1 if {fits} else 0)" if step == 0 else f"({1 << step} if {fits} else 0)")
    return c.hold(" | ".join(bits), "seats")
