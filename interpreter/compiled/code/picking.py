"""A random option of a choice, without listing what need not be listed.

Every alternative is counted first, then the one that the number falls on is bound. Where an alternative is
one piece of a set with conditions that are masks, counting is `popcount` and binding is the k-th bit; else
its bindings are gathered.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod

from attrs import define

from interpreter.choices import OPTION_BUDGET
from interpreter.compiled.code.choices import key_of_values, may_have_twins, values_of, walked
from interpreter.compiled.code.clauses import Gathered, most_bindings
from interpreter.compiled.code.factors import Factor, counted_product, factors_of, kth_product
from interpreter.compiled.code.keeping import store
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.masks import is_known, mask_of_steps, may_decide
from interpreter.compiled.code.spans import span_mask, spans_of
from interpreter.compiled.code.spots import source_of
from interpreter.compiled.code.unit import Context
from interpreter.compiled.code.words import Mask, count_of, kth_bit
from interpreter.compiled.features import WORD
from interpreter.compiled.kernel import NONE
from interpreter.program import Alternative, Choose, Cond, Expr, Gen


@define
class Subsets:
    """All sublists of a list, with sizes from `low` to `high`; all are names or numbers."""

    whole: str
    low: str
    high: str


@define
class Counted:
    """An alternative that has been counted; besides `count` it says how its k-th binding is found."""

    alternative: Alternative
    count: str
    mask: Mask | None = None
    rows: Gathered | None = None
    options_from: str = ""
    subsets: Subsets | None = None
    factors: tuple[Factor, ...] = ()
    """of each generator what it runs over, whatever the others bind"""
    bits: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    """of each generator the first number and how many there are; the bits say which bindings fit, the last
    generator running fastest"""


def count_options(c: Context, node: Choose, seat: str) -> list[Counted]:
    """Writes the counting of all alternatives, in their order."""

    def count() -> list[Counted]:
        found = []
        with c.asking(seat, node.who), c.seats_from("chooser"):
            for alternative in node.alternatives:
                with c.at(alternative.origin):
                    found.append(_count(c, alternative))
                if len(found) > 1 and any(map(_may_be_many, found)):
                    with c.at(node.origin):
                        total = " + ".join(counted.count for counted in found)
                        c.fault_if(f"{total} > {OPTION_BUDGET}", "too-many-options")
        return found

    found, lines = c.apart(count)
    if any("heap" in text or "alloc(" in text or "(" in text for _, text in lines):
        c.out("heap_top[0] = heap_base[0]")
    decides = may_decide(c.unit, node.alternatives)
    if decides:
        c.out("pure[0] = 1")
    c.out.again(lines)
    if decides:
        c.out("pure[0] = 0")
    return found


def _may_be_many(counted: Counted) -> bool:
    """Whether an alternative alone may come near to the budget for options."""
    kinds = [gen.kind for gen in values_of(counted.alternative)]
    gathered = (
        counted.subsets is not None
        or counted.options_from != ""
        or (counted.rows is not None and counted.rows.room != "")
    )
    return gathered and (len(kinds) > 1 or kinds[0] in ("melds", "subsets"))


def _count(c: Context, alternative: Alternative) -> Counted:
    count = c.fresh("n")
    values = values_of(alternative)
    if not values and not any(isinstance(step, Cond) for step in alternative.clause.steps):
        return Counted(alternative, "1")
    mask = _as_mask(c, alternative, values)
    if mask is not None:
        words = tuple(c.hold(word, "fit") for word in mask)
        c.out(f"{count} = {count_of(words)}")
        return Counted(alternative, count, mask=words)
    if not values:
        c.out(f"{count} = 0")
        walked(c, alternative, lambda: c.out(f"{count} = 1"), None)
        return Counted(alternative, count)
    if may_have_twins(c.unit, values):
        return _list_with_twins(c, alternative, values, count)
    factors = factors_of(c, alternative)
    if factors:
        return Counted(alternative, counted_product(c, factors), factors=factors)
    subsets = _as_subsets(c, alternative, values, count)
    if subsets is not None:
        return Counted(alternative, count, subsets=subsets)
    spans = _spans(c, alternative, values)
    if spans:
        return _as_bits(c, alternative, spans, count)
    c.here()
    rows = Gathered.begin(c, len(values), most_bindings(c, alternative.clause))

    def add() -> None:
        with c.at(alternative.origin):
            rows.add(c, [c.cell(gen.cell) for gen in values], "too-many-options", OPTION_BUDGET)

    walked(c, alternative, add, None)
    c.out(f"{count} = {rows.count}")
    return Counted(alternative, count, rows=rows)


def _as_mask(c: Context, alternative: Alternative, values: list[Gen]) -> Mask | None:
    clause = alternative.clause
    if len(values) != 1 or clause.keys or clause.steps[0] is not values[0] or may_have_twins(c.unit, values):
        return None
    if any(isinstance(step, Gen) for step in clause.steps[1:]):
        return None
    return c.attempt(lambda: mask_of_steps(c, clause.steps))


def _spans(c: Context, alternative: Alternative, values: list[Gen]) -> tuple[tuple[int, int], ...]:
    """Of each generator the first number and how many there are, where all bindings together are bits of one
    word; else nothing.
    """
    if alternative.clause.keys or any(isinstance(s, Cond) and s.soft for s in alternative.clause.steps):
        return ()
    return spans_of(c, values)


def _as_bits(c: Context, alternative: Alternative, spans: tuple[tuple[int, int], ...], count: str) -> Counted:
    """Every binding that fits is a bit; all at once where that can be, else one after the other."""
    mask = _at_once(c, alternative)
    if mask is not None:
        fit = c.hold(mask, "fit")
        c.out(f"{count} = popcount({fit})")
        return Counted(alternative, count, bits=fit, spans=spans)
    fit = c.fresh("fit")

    def add() -> None:
        weight, fixed, parts = 1, 0, []
        for gen, (low, size) in reversed(list(zip(values_of(alternative), spans, strict=True))):
            name = c.cell(gen.cell)
            fixed -= low * weight
            parts.append(name if weight == 1 else f"{name} * {weight}")
            weight *= size
        shift = " + ".join(reversed(parts)) + _plus(fixed)
        c.out(f"{fit} |= 1 << {shift}")

    c.out(f"{fit} = 0")
    walked(c, alternative, add, None)
    c.out(f"{count} = popcount({fit})")
    return Counted(alternative, count, bits=fit, spans=spans)


def _at_once(c: Context, alternative: Alternative) -> str | None:
    steps = alternative.clause.steps
    gens = [step for step in steps if isinstance(step, Gen)]
    if any(gen.kind == "let" for gen in gens):
        return None
    with c.at(alternative.origin):
        return span_mask(c, gens, [step.test for step in steps if isinstance(step, Cond)])


def _plus(number: int) -> str:
    return f" - {-number}" if number < 0 else f" + {number}" if number else ""


def _of_bits(c: Context, counted: Counted, k: str) -> list[str]:
    """The values of the k-th binding that fits."""
    count = prod(size for _, size in counted.spans)
    at = c.hold(kth_bit(c, counted.bits, k, count), "at")
    values: list[str] = []
    weight = count
    for low, size in counted.spans:
        whole = weight
        weight //= size
        text = at if whole == count else f"({at} % {whole})"
        text = text if weight == 1 else f"{text} // {weight}"
        values.append(text + _plus(low))
    return values


def _as_subsets(c: Context, alternative: Alternative, values: list[Gen], count: str) -> Subsets | None:
    """Sublists without conditions are counted by binomial coefficients."""
    gen = values[0]
    if len(alternative.clause.steps) != 1 or alternative.clause.keys or gen.kind != "subsets":
        return None
    room = _most_pieces(c, gen)
    if room is None or room > WORD:
        return None
    if not is_known(c, gen.args[0]):
        return None
    has_low, has_high = gen.static
    whole = c.atom(gen.args[0])
    low = c.atom(gen.args[1]) if has_low else "0"
    high = c.atom(gen.args[2 if has_low else 1]) if has_high else f"heap[{whole}]"
    tests = [f"{value} == {NONE}" for value in (low, high) if not value.isdigit() and "heap" not in value]
    if not low.isdigit():
        tests.append(f"{low} < 0")
    if tests:
        c.fault_if(" or ".join(tests), "bad-size")
    high = c.hold(f"min({high}, heap[{whole}])", "high")
    row = c.hold(f"heap[{whole}] * {WORD + 1}", "row")
    size = c.fresh("size")
    table = _binomials(c)
    c.out(f"{count} = 0")
    with c.out.under(f"for {size} in range({low}, {high} + 1):"):
        c.out(f"{count} += {table}[{row} + {size}]")
        c.fault_if(f"{count} > {OPTION_BUDGET}", "too-many-options")
    return Subsets(whole, low, high)


def _most_pieces(c: Context, gen: Gen) -> int | None:
    families = c.unit.families_in(gen.args[0])
    return None if families is None else sum(len(c.unit.layout.family_pieces[family]) for family in families)


def _binomials(c: Context) -> str:
    """How many sublists of each size a list has, up to the budget for options and one beyond."""
    rows = [[min(comb(n, k), OPTION_BUDGET + 1) for k in range(WORD + 1)] for n in range(WORD + 1)]
    return c.unit.table([number for row in rows for number in row], "sublists")


def _kth_sublist(c: Context, subsets: Subsets, k: str) -> str:
    """The k-th sublist: by size, then in the order of places."""
    table = _binomials(c)
    alloc = c.unit.lists.name("alloc")
    left, size, n, made, at, place, ways = (
        c.fresh(x) for x in ("left", "size", "n", "sublist", "i", "place", "ways")
    )
    c.out(f"{left} = {k}")
    c.out(f"{n} = heap[{subsets.whole}]")
    c.out(f"{size} = {subsets.low}")
    with c.out.under(f"while {left} >= {table}[{n} * {WORD + 1} + {size}]:"):
        c.out(f"{left} -= {table}[{n} * {WORD + 1} + {size}]")
        c.out(f"{size} += 1")
    c.out(f"{made} = {alloc}({size} + 1)")
    c.out(f"heap[{made}] = {size}")
    c.out(f"{place} = 0")
    with c.out.under(f"for {at} in range(0, {size}):"):
        c.out(f"{ways} = {table}[({n} - {place} - 1) * {WORD + 1} + {size} - {at} - 1]")
        with c.out.under(f"while {left} >= {ways}:"):
            c.out(f"{left} -= {ways}")
            c.out(f"{place} += 1")
            c.out(f"{ways} = {table}[({n} - {place} - 1) * {WORD + 1} + {size} - {at} - 1]")
        c.out(f"heap[{made} + 1 + {at}] = heap[{subsets.whole} + 1 + {place}]")
        c.out(f"{place} += 1")
    return made


def _list_with_twins(c: Context, alternative: Alternative, values: list[Gen], count: str) -> Counted:
    """Into the area of options, where twins are looked up."""
    start = c.hold("options[0]", "from")
    c.out("seen_now[0] += 1")
    c.out(f"{count} = 0")

    def add() -> None:
        c.out(f"{count} += 1")
        with c.at(alternative.origin):
            c.fault_if(f"{count} > {OPTION_BUDGET}", "too-many-options")
        c.here()
        at = c.fresh("option")
        c.out(f"{at} = {c.unit.lists.name('alloc')}({len(values) + 3})")
        for place, gen in enumerate(values):
            c.out(f"heap[{at} + {place + 2}] = {c.cell(gen.cell)}")
        key = key_of_values(c, values)
        c.out(f"heap[{at} + {len(values) + 2}] = {key}")
        c.out(f"add_option({at}, {key}, {len(values) + 2})")

    walked(c, alternative, add, None)
    c.out(f"{count} = options[0] - {start}")
    c.fault_if(f"options[0] > {OPTION_BUDGET}", "too-many-options")
    return Counted(alternative, count, options_from=start)


def option_values(c: Context, counted: Counted, k: str) -> list[str]:
    """The values of the k-th binding of an alternative, in the order of its generators."""
    values = values_of(counted.alternative)
    if counted.bits:
        return _of_bits(c, counted, k)
    if counted.mask is not None:
        return [bit_of(c, counted.mask, k)]
    if counted.factors:
        return kth_product(c, counted.factors, k)
    if counted.subsets is not None:
        return [_kth_sublist(c, counted.subsets, k)]
    if counted.rows is not None:
        rows = counted.rows
        place = k if rows.width == 1 else f"{k} * {rows.width}"
        return [f"heap[{rows.place} + {place} + {index + 1}]" for index in range(len(values))]
    if counted.options_from:
        at = c.hold(f"option_at[{counted.options_from} + {k}]", "at")
        return [f"heap[{at} + {index + 2}]" for index in range(len(values))]
    return []


def bind_option(c: Context, counted: Counted, k: str, seat: str) -> None:
    """Writes what puts the k-th binding of an alternative into its locals, and what is reckoned from it."""
    bind_values(c, counted.alternative, option_values(c, counted, k), seat)


def bind_values(c: Context, alternative: Alternative, texts: Sequence[str], seat: str) -> None:
    """Writes what puts values into the locals of an alternative, and what is reckoned from them."""
    for gen, text in zip(values_of(alternative), texts, strict=True):
        _put(c, gen.cell, text)
    before = c.chooser
    c.chooser = seat
    with c.seats_from("chooser"), c.at(alternative.origin):
        for step in alternative.clause.steps:
            if isinstance(step, Gen) and step.kind == "let":
                _put(c, step.cell, c.hold(c(step.args[0])))
    c.chooser = before


def known_of(c: Context, counted: Counted) -> tuple[dict[int, Expr], dict[int, Kind]]:
    """What is known of the locals right after binding: the lists that pieces are of, and kinds."""
    lists: dict[int, Expr] = {}
    kinds: dict[int, Kind] = {}
    for gen in values_of(counted.alternative):
        if gen.cell in c.unit.set_cells:
            continue
        kinds[gen.cell] = c.bound_kind(gen)
        if gen.kind == "list" and source_of(c, gen.args[0]) is not None:
            lists[gen.cell] = gen.args[0]
    return lists, kinds


def _put(c: Context, cell: int, text: str) -> None:
    store(c, c.cell(cell), text, c.unit.kinds.cells[cell])


def bit_of(c: Context, mask: Mask, k: str) -> str:
    """The k-th piece of a mask."""
    if len(mask) == 1:
        return kth_bit(c, mask[0], k, WORD)
    select = c.unit.zones.select_bit()
    piece, left = c.fresh("piece"), c.fresh("left")
    c.out(f"{left} = {k}")
    c.out(f"{piece} = -1")
    for word, text in enumerate(mask):
        with c.out.under(f"if {piece} < 0:"):
            with c.out.under(f"if {left} < popcount({text}):"):
                c.out(f"{piece} = {select}({text}, {left}) + {word * WORD}")
            with c.out.under("else:"):
                c.out(f"{left} -= popcount({text})")
    return piece
