"""What the melds of a set of pieces come to, kept for the next time.

What is reckoned from all melds that can be made of a set depends on nothing but the pieces that can be in
one, which often are few and often the same: it is kept in a table and reckoned when these pieces are met for
the first time, or again when others have taken their place in the table.
"""

from __future__ import annotations

from typing import Final

from interpreter.compiled.code.generators import has_no_row
from interpreter.compiled.code.kinds import NUMBERS
from interpreter.compiled.code.masks import is_known, mask_of
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.writer import Lines
from interpreter.plain import evolve
from interpreter.program import PLAYER_DOMAIN, Clause, Cond, Expr, Gen, Program

_SLOT_BITS: Final = 12
_SPREAD: Final = 0x9E3779B97F4A7C15 - 2**64
"""A table has 2^12 places; the highest bits of a product with this odd number say which one."""

_SET: Final = -1
"""Stands for the set in what is kept, as no local of the rules does."""


def kept_for_set(c: Context, e: Expr) -> str | None:
    """What a quantifier over all melds of a set comes to, kept for the set; None, and nothing written, where
    it may depend on more than the set.
    """
    gen = _searched(c, e)
    if gen is None or e.clause is None:
        return None
    mask = c.attempt(lambda: mask_of(c, gen.args[1]))
    if mask is None:
        return None
    whole = evolve(gen, args=(gen.args[0], Expr("cell", (), (_SET,))))
    own = evolve(e, clause=Clause((whole, *e.clause.steps[1:]), ()))
    name = c.unit.kept_values.setdefault(own, f"kept_value_{len(c.unit.kept_values)}")
    c.unit.ask(name, lambda: _write_kept(c.unit, name, own, whole))
    return c.hold(f"{name}({mask[0]})", "kept")


def _searched(c: Context, e: Expr) -> Gen | None:
    """The generator of melds of a quantifier that looks at nothing but them."""
    clause = e.clause
    if clause is None or clause.keys or not clause.steps or c.is_soft or c.unit.counting is not None:
        return None
    gen, *tests = clause.steps
    if not isinstance(gen, Gen) or gen.kind != "melds" or len(gen.args) != 2 or not has_no_row(gen):
        return None
    if gen.args[1].op == "cell" and gen.args[1].static[0] == _SET:
        return None
    asked = list(e.args)
    for test in tests:
        if not isinstance(test, Cond) or test.soft:
            return None
        asked.append(test.test)
    kinds = tuple((kind, count) for kind, count in gen.static)
    if c.unit.melds.useful(kinds) is None or not is_known(c, gen.args[1]):
        return None
    if any(c.unit.kinds.of(value).is_place or c.unit.kinds.of(value).none for value in e.args):
        return None
    own = frozenset((gen.cell,))
    if any(c.unit.cells.free(expr) - own or not _is_settled(c.unit.program, expr) for expr in asked):
        return None
    return gen


_SETTLED: Final = frozenset(
    ("const", "cell", "attr", "attr_is", "face", "face_in", "same_face", "family_is", "owner", "and", "or",
     "not", "if", "eq", "ne", "lt", "le", "gt", "ge", "add", "sub", "mul", "div", "mod", "neg", "abs",
     "greatest", "least", "number", "member", "shift", "size", "first_of", "last_of", "contains", "has",
     "pick", "meld_pieces", "meld_size", "meld_kind", "meld_top", "meld_attr", "meld_parts", "count", "some",
     "sum", "most", "fewest")
)  # fmt: skip
"""Forms that depend on nothing but their arguments and what is printed on pieces."""


def _is_settled(program: Program, e: Expr) -> bool:
    """Whether an expression has the same value for the same meld, whatever the position, and takes no work
    that is counted.
    """
    if e.op == "call":
        inner: tuple[Expr, ...] = (program.functions[e.static[0]].body,)
    elif e.op == "table":
        inner = tuple([row.value for row in program.tables[e.static[0]].rows])
    elif e.op not in _SETTLED or (e.op in ("most", "fewest") and e.static[1:] not in ((), (None,))):
        return False
    else:
        inner = ()
    if e.clause is not None:
        gens = [step for step in e.clause.steps if isinstance(step, Gen)]
        if len(gens) > 1 or not all(_runs_over_printed(gen) for gen in gens):
            return False
        for step in e.clause.steps:
            inner += step.args if isinstance(step, Gen) else (step.test,)
        inner += tuple([key.value for key in e.clause.keys])
    return all(_is_settled(program, part) for part in (*e.args, *inner))


def _runs_over_printed(gen: Gen) -> bool:
    return gen.kind == "list" or (gen.kind == "things" and not gen.args and gen.static[0] != PLAYER_DOMAIN)


def _write_kept(unit: Unit, name: str, e: Expr, gen: Gen) -> None:
    c = Context(unit, Lines())
    c.origin = e.origin
    c.piece_sets, c.bound_kinds = {_SET: ("mask",)}, {_SET: NUMBERS}
    unit.declarations += [f"{name}_{part} = scratch_i64({1 << _SLOT_BITS})" for part in ("sets", "values")]
    useful = unit.melds.useful(tuple((kind, count) for kind, count in gen.static))
    out = c.out
    out("# a place in which nothing stands has 0 for its set")
    out(f"mask = {useful}(mask)")
    out(f"slot = shr_u(mul_wrap(mask, {_SPREAD}), {64 - _SLOT_BITS})")
    with out.under(f"if {name}_sets[slot] == mask + 1:"):
        out(f"return {name}_values[slot]")
    out(f"value = {c(e)}")
    out(f"{name}_sets[slot] = mask + 1")
    out(f"{name}_values[slot] = value")
    out("return value")
    unit.add(name, "mask", out)
