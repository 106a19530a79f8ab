"""Constants, locals, variables, defines, tables; numbers; logic and comparison."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from typing import Any, Final

from interpreter.analysis.cells import substitute
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.masks import mask_of
from interpreter.compiled.code.unit import Context, NoList, Unit, form
from interpreter.compiled.code.words import Mask, held
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.fault_codes import NUMBERS
from interpreter.compiled.kernel import NONE
from interpreter.expressions.values import matching_row
from interpreter.program import PLAYER_DOMAIN, Expr, Table

HOLE = NONE + 1
"""Where a table has no entry."""

_LARGEST_TABLE = 20_000
_LARGEST_INLINE = 60
"""A define with more nodes is a function of the kernel; a smaller one is written out where it is called."""

_SETS: Final = frozenset(("cell", "zone_pieces", "without", "pick", "collect", "call", "pieces_of"))
"""What may be a set of pieces, and has to be reckoned for that."""

_GREATEST = 2**62


def constant(c: Context, value: Any) -> str:
    """The text of a fixed value."""
    if value is None:
        return str(NONE)
    if isinstance(value, str):
        return str(c.unit.text(value))
    if isinstance(value, tuple | list):
        return str(c.unit.constant_list(tuple([int(constant(c, each)) for each in value])))
    return str(int(value))


def constant_list(c: Context, elements: list[str]) -> str:
    """A list of these texts, which are names or numbers."""
    if all(element.lstrip("-").isdigit() for element in elements):
        return str(c.unit.constant_list(tuple(map(int, elements))))
    if len(elements) == 1:
        return f"{c.unit.lists.name('single')}({elements[0]})"
    at = c.fresh("list")
    c.out(f"{at} = {c.unit.lists.name('alloc')}({len(elements) + 1})")
    c.out(f"heap[{at}] = {len(elements)}")
    for index, element in enumerate(elements):
        c.out(f"heap[{at} + {index + 1}] = {element}")
    return at


@form("const")
def _const(c: Context, e: Expr) -> str:
    return constant(c, e.static[0])


@form("cell")
def _cell(c: Context, e: Expr) -> str:
    return c.cell(e.static[0])


def index_of(c: Context, base: int, domains: tuple[int, ...], keys: tuple[Expr, ...]) -> str:
    """The number of a zone or variable: `base` and its keys, the last one running fastest."""
    sizes = [len(c.unit.program.domains[d].members) for d in domains]
    fixed = base
    text = ""
    weight = 1
    for size in sizes:
        weight *= size
    for key, size in zip(keys, sizes, strict=True):
        weight //= size
        if key.op == "const" and isinstance(key.static[0], int):
            fixed += key.static[0] * weight
            continue
        value = c.needed(key, "none-key")
        if value.isdigit():
            fixed += int(value) * weight
            continue
        value = c.hold(value) if len(keys) > 1 else value
        part = value if weight == 1 else f"{value} * {weight}"
        text = f"{text} + {part}" if text else part
    if not text:
        return str(fixed)
    return f"({text} + {fixed})" if fixed else f"({text})"


@form("var")
def _var(c: Context, e: Expr) -> str:
    family = c.unit.program.variables[e.static[0]]
    return f"vars[{index_of(c, family.base, family.keys, e.args)}]"


@form("zone")
def _zone(c: Context, e: Expr) -> str:
    family = c.unit.program.zones[e.static[0]]
    return index_of(c, family.base, family.keys, e.args)


@form("call")
def _call(c: Context, e: Expr) -> str:
    if c.unit.cells.weight(e.static[0]) <= _LARGEST_INLINE:
        return _written_out(c, e)
    number, reading = e.static[0], c.reading
    values = [c.hold(c(argument)) for argument in e.args]
    if c.unit.counting is not None:
        c.unit.counting.function(c, number)
    name = f"define_{number}"
    if reading:
        name += "_read"
        values.append(c.chooser or "0")
    c.unit.ask(name, lambda: _write_define(c.unit, name, number, reading))
    return f"{name}({', '.join(values)})"


def _written_out(c: Context, e: Expr) -> str:
    """A small define in place of a call.

    A zone that is an argument stands in it as it stands in the call, so that what is known of its family is
    not lost. A set of pieces stays a set as long as nothing inside wants a list of it.
    """
    function = c.unit.program.functions[e.static[0]]
    given = list(zip(function.parameters, e.args, strict=True))
    zones = {
        cell: argument for cell, argument in given if c.unit.counting is None and _is_plain_zone(c, argument)
    }
    body = substitute(function.body, zones) if zones else function.body
    given = [(cell, argument) for cell, argument in given if cell not in zones]
    try:
        text, lines = c.apart(lambda: _with_arguments(c, e, body, given, True))
    except NoList:
        return _with_arguments(c, e, body, given, False)
    c.out.again(lines)
    return text


def _is_plain_zone(c: Context, e: Expr) -> bool:
    """Whether an expression names a zone by what is at hand: it may be said more than once."""
    return e.op == "zone" and all(
        key.op == "const" or (key.op == "cell" and not c.kind(key).none) for key in e.args
    )


def _with_arguments(c: Context, e: Expr, body: Expr, given: Sequence[tuple[int, Expr]], as_sets: bool) -> str:
    number = e.static[0]
    sets: dict[int, Mask] = {}
    names: dict[int, str] = {}
    for cell, argument in given:
        mask = c.attempt(partial(mask_of, c, argument)) if as_sets and argument.op in _SETS else None
        if mask is None:
            names[cell] = c.hold(c(argument))
        else:
            sets[cell] = held(c, mask)
    if c.unit.counting is not None:
        c.unit.counting.function(c, number)
    kinds = {cell: c.kind(argument) for cell, argument in given}
    with (
        c.seats_from("first"), c.at(c.unit.program.functions[number].origin), c.binding(names, kinds),
        c.holding_pieces(sets), c.forgetting(),
    ):  # fmt: skip
        return c(body)


def _write_define(unit: Unit, name: str, number: int, reading: bool) -> None:
    function = unit.program.functions[number]
    c = Context(unit, Lines())
    c.origin = function.origin
    c.bound = {cell: f"p{index}" for index, cell in enumerate(function.parameters)}
    names = list(c.bound.values())
    if reading:
        c.chooser, c.reading = "reader", True
        names.append("reader")
    c.out(f"return {c(function.body)}")
    unit.add(name, ", ".join(names), c.out)


# ---------------------------------------------------------------------------------------------
# Tables


def _scale(table: Table, number: int, size: int | None) -> tuple[int, int]:
    """The least and greatest value of a key that can make a difference."""
    if size is not None:
        return 0, size - 1
    ends = [
        end
        for row in table.rows
        for low, high in row.keys[number] or ()
        for end in (low, low if high is None else high)
    ]
    return (min(ends) - 1, max(ends) + 1) if ends else (0, 0)


@form("table")
def _table(c: Context, e: Expr) -> str:
    table = c.unit.program.tables[e.static[0]]
    keys = [c.hold(c.needed(key, "no-entry")) for key in e.args]
    scales = []
    for number, domain in enumerate(table.key_domains):
        size = None
        if domain is not None:
            size = len(c.unit.program.faces if domain == -1 else c.unit.program.domains[domain].members)
        scales.append(_scale(table, number, size))
    count = 1
    for low, high in scales:
        count *= high - low + 1
    if count > _LARGEST_TABLE:
        row = _row_by_tests(c, table, keys)
    else:
        grid = [matching_row(table, asked) for asked in product(*(range(lo, hi + 1) for lo, hi in scales))]
        at = "0"
        for key, (low, high), domain in zip(keys, scales, table.key_domains, strict=True):
            inside = key if domain is not None else f"min(max({key}, {low}), {high})"
            step = f"({inside} - {low})" if low else inside
            at = step if at == "0" else f"({at} * {high - low + 1} + {step})"
        fixed = _fixed_values(c, table)
        if fixed is not None:
            return _read_fixed(c, table, [None if row is None else fixed[row] for row in grid], at)
        row = c.hold(
            f"{c.unit.table([-1 if r is None else r for r in grid], f'rows_{table_name(table)}')}[{at}]"
        )
    return _row_value(c, table, row)


def table_name(table: Table) -> str:
    """A table's name as part of a kernel's name."""
    return "".join(ch if ch.isascii() and ch.isalnum() else "_" for ch in table.name)


def _fixed_values(c: Context, table: Table) -> list[int] | None:
    if any(row.value.op != "const" or isinstance(row.value.static[0], tuple | list) for row in table.rows):
        return None
    return [int(constant(c, row.value.static[0])) for row in table.rows]


def _read_fixed(c: Context, table: Table, values: list[int | None], at: str) -> str:
    holes = None in values
    small = [v for v in values if v is not None]
    hole = HOLE
    if small and NONE not in small and min(small) > -30_000 and max(small) < 30_000:
        hole = -32_768
    name = c.unit.table([hole if v is None else v for v in values], f"table_{table_name(table)}")
    text = f"{name}[{at}]"
    if holes:
        text = c.hold(text)
        c.fault_if(f"{text} == {hole}", "no-entry")
    return text


def _row_by_tests(c: Context, table: Table, keys: list[str]) -> str:
    row = c.fresh("row")
    c.out(f"{row} = -1")
    for number in range(len(table.rows) - 1, -1, -1):
        tests = []
        for ranges, key in zip(table.rows[number].keys, keys, strict=True):
            if ranges is not None:
                parts = [
                    f"{key} >= {low}" if high is None else f"({key} >= {low} and {key} <= {high})"
                    for low, high in ranges
                ]
                tests.append("(" + (" or ".join(parts) or "0 == 1") + ")")
        with c.out.under(f"if {' and '.join(tests) or '1 == 1'}:"):
            c.out(f"{row} = {number}")
    return row


def _row_value(c: Context, table: Table, row: str) -> str:
    value = c.fresh("value")
    c.out(f"{value} = 0")
    with c.at(table.origin):
        c.fault_if(f"{row} < 0", "no-entry")
        for number, entry in enumerate(table.rows):
            with c.out.under(f"{'if' if number == 0 else 'elif'} {row} == {number}:"):
                c.out(f"{value} = {c(entry.value)}")
    return value


# ---------------------------------------------------------------------------------------------
# Numbers


def _numbers(c: Context, e: Expr) -> list[str]:
    """The arguments, none of which is nothing. Their faults come after all have been reckoned."""
    values = c.all(e.args)
    if any(c.kind(argument).none for argument in e.args):
        values = [c.hold(value) for value in values]
        tests = [
            f"{v} == {NONE}" for v, argument in zip(values, e.args, strict=True) if c.kind(argument).none
        ]
        c.fault_if(" or ".join(tests), "none-number")
    return values


def _depth(e: Expr) -> int:
    """How many products stand in an expression: what only adds up small numbers cannot overflow."""
    return (e.op == "mul") + sum(_depth(argument) for argument in e.args)


def _checked(c: Context, e: Expr, text: str) -> str:
    if not any(_depth(argument) for argument in e.args):
        return text
    text = c.hold(text)
    c.fault_if(f"{text} > {_GREATEST} or {text} < {-_GREATEST}", "out-of-range")
    return text


@form("add")
def _add(c: Context, e: Expr) -> str:
    a, b = _numbers(c, e)
    return _checked(c, e, f"({a} + {b})")


@form("sub")
def _sub(c: Context, e: Expr) -> str:
    a, b = _numbers(c, e)
    return _checked(c, e, f"({a} - {b})")


@form("mul")
def _mul(c: Context, e: Expr) -> str:
    a, b = (c.hold(value) for value in _numbers(c, e))
    if e.args[0].op == "const" or e.args[1].op == "const":
        fixed = abs(int((e.args[0] if e.args[0].op == "const" else e.args[1]).static[0] or 0))
        if fixed < 2**20 and not any(_depth(argument) for argument in e.args):
            return f"({a} * {b})"
    c.unit.ask("times", lambda: _write_times(c.unit))
    c.here()
    return f"times({a}, {b})"


def _write_times(unit: Unit) -> None:
    out = Lines()
    out("# a product, or a fault where it is too great")
    with out.under("if a == 0 or b == 0:"):
        out("return 0")
    with out.under(f"if abs(a) > {_GREATEST} // abs(b):"):
        out(f"fault({NUMBERS['out-of-range']}, origin_now[0])")
    out("return a * b")
    unit.add("times", "a, b", out)


def _divided(c: Context, e: Expr, sign: str) -> str:
    a, b = _numbers(c, e)
    if not b.isdigit() or b == "0":
        a, b = c.hold(a), c.hold(b)
        c.fault_if(f"{b} == 0", "division-by-zero")
    return f"({a} {sign} {b})"


@form("div")
def _div(c: Context, e: Expr) -> str:
    return _divided(c, e, "//")


@form("mod")
def _mod(c: Context, e: Expr) -> str:
    return _divided(c, e, "%")


@form("neg")
def _neg(c: Context, e: Expr) -> str:
    return f"(-{_numbers(c, e)[0]})"


@form("abs")
def _abs(c: Context, e: Expr) -> str:
    return f"abs({_numbers(c, e)[0]})"


def _extreme(c: Context, e: Expr, which: str) -> str:
    values = [c.hold(c(argument)) for argument in e.args]
    tests = [f"{v} == {NONE}" for v, argument in zip(values, e.args, strict=True) if c.kind(argument).none]
    if tests and len(values) > 1:
        c.fault_if(" or ".join(tests), "none-number")
    text = values[0]
    for value in values[1:]:
        text = f"{which}({text}, {value})"
    return text


@form("greatest")
def _greatest(c: Context, e: Expr) -> str:
    return _extreme(c, e, "max")


@form("least")
def _least(c: Context, e: Expr) -> str:
    return _extreme(c, e, "min")


# ---------------------------------------------------------------------------------------------
# Logic and comparison


def junction(c: Context, exprs: tuple[Expr, ...], word: str) -> str:
    """`and` or `or` of conditions: what comes after is reckoned only where it is needed."""
    if not exprs:
        return "1" if word == "and" else "0"
    text = c(exprs[0])
    for index in range(1, len(exprs)):
        rest, lines = c.apart(partial(c, exprs[index]))
        if not lines:
            text = f"({text} {word} {rest})"
            continue
        result = c.fresh("test")
        c.out(f"{result} = {text}")
        with c.out.under(f"if {result}:" if word == "and" else f"if not {result}:"):
            c.out.again(lines, 1)
            c.out(f"{result} = {rest}")
        text = result
    return text


@form("and")
def _and(c: Context, e: Expr) -> str:
    return junction(c, e.args, "and")


@form("or")
def _or(c: Context, e: Expr) -> str:
    return junction(c, e.args, "or")


@form("not")
def _not(c: Context, e: Expr) -> str:
    return f"(not {c(e.args[0])})"


@form("if")
def _if(c: Context, e: Expr) -> str:
    test = c(e.args[0])
    then, then_lines = c.apart(partial(c, e.args[1]))
    other, other_lines = c.apart(partial(c, e.args[2]))
    if not then_lines and not other_lines:
        return f"({then} if {test} else {other})"
    value = c.fresh("value")
    with c.out.under(f"if {test}:"):
        c.out.again(then_lines, 1)
        c.out(f"{value} = {then}")
    with c.out.under("else:"):
        c.out.again(other_lines, 1)
        c.out(f"{value} = {other}")
    return value


def equal(c: Context, a: str, b: str, kind: Kind) -> str:
    """Whether two values of a kind are the same."""
    if kind.form == "meld":
        return f"{c.unit.melds.same()}({a}, {b})"
    if kind.form != "list":
        return f"({a} == {b})"
    of = kind.of or Kind()
    if of.form not in ("list", "meld"):
        return f"{c.unit.lists.name('same_numbers')}({a}, {b})"
    name = f"same_{kind.name}"
    c.unit.ask(name, lambda: _write_same(c.unit, name, of))
    return f"{name}({a}, {b})"


def _write_same(unit: Unit, name: str, of: Kind) -> None:
    c = Context(unit, Lines())
    out = c.out
    with out.under("if a == b:"):
        out("return 1")
    with out.under(f"if a == {NONE} or b == {NONE} or heap[a] != heap[b]:"):
        out("return 0")
    with out.under("for i in range(0, heap[a]):"):
        out("x = heap[a + 1 + i]")
        out("y = heap[b + 1 + i]")
        with out.under(f"if not {equal(c, 'x', 'y', of)}:"):
            out("return 0")
    out("return 1")
    unit.add(name, "a, b", out)


def _equality(c: Context, e: Expr) -> str:
    kind = c.kind(e.args[0]).join(c.kind(e.args[1]))
    a, b = c.all(e.args)
    if kind.is_place:
        a, b = c.hold(a), c.hold(b)
        c.here()
    return equal(c, a, b, kind)


@form("eq")
def _eq(c: Context, e: Expr) -> str:
    return _equality(c, e)


@form("ne")
def _ne(c: Context, e: Expr) -> str:
    text = _equality(c, e)
    return (
        text.replace(" == ", " != ", 1)
        if text.startswith("(") and text.count(" == ") == 1
        else f"(not {text})"
    )


def _order(c: Context, e: Expr, sign: str) -> str:
    kinds = [c.kind(argument) for argument in e.args]
    a, b = c.all(e.args)
    if any(kind.none for kind in kinds):
        a, b = c.hold(a), c.hold(b)
        tests = [f"{v} == {NONE}" for v, kind in zip((a, b), kinds, strict=True) if kind.none]
        c.fault_if(" or ".join(tests), "none-compared")
    if kinds[0].form == "list":
        return f"({c.unit.lists.name('compare_numbers')}({a}, {b}) {sign} 0)"
    return f"({a} {sign} {b})"


@form("lt")
def _lt(c: Context, e: Expr) -> str:
    return _order(c, e, "<")


@form("le")
def _le(c: Context, e: Expr) -> str:
    return _order(c, e, "<=")


@form("gt")
def _gt(c: Context, e: Expr) -> str:
    return _order(c, e, ">")


@form("ge")
def _ge(c: Context, e: Expr) -> str:
    return _order(c, e, ">=")


# ---------------------------------------------------------------------------------------------
# Members and the numbers their names read as


@form("member")
def _member(c: Context, e: Expr) -> str:
    domain = c.unit.program.domains[e.static[0]]
    if e.static[0] == PLAYER_DOMAIN:
        by_number = {seat + 1: seat for seat in range(len(domain.members))}
    else:
        by_number = {n: i for i, n in reversed(list(enumerate(domain.numbers))) if n is not None}
    number = c.hold(c(e.args[0]))
    if not by_number:
        c.fault("no-member")
        return "0"
    low, high = min(by_number), max(by_number)
    test = f"{number} < {low} or {number} > {high}"
    if high - low > _LARGEST_TABLE:
        found = c.fresh("member")
        c.out(f"{found} = -1")
        for value, member in by_number.items():
            with c.out.under(f"if {number} == {value}:"):
                c.out(f"{found} = {member}")
        c.fault_if(f"{found} < 0", "no-member")
        return found
    members = [by_number.get(n, -1) for n in range(low, high + 1)]
    c.fault_if(test, "no-member")
    if members == list(range(len(members))):
        return f"({number} - {low})"
    found = c.hold(f"{c.unit.table(members, 'member_of')}[{number} - {low}]")
    c.fault_if(f"{found} < 0", "no-member")
    return found


@form("number")
def _number(c: Context, e: Expr) -> str:
    domain = c.unit.program.domains[e.static[0]]
    numbers: list[int | None] = list(domain.numbers)
    if e.static[0] == PLAYER_DOMAIN:
        numbers = [seat + 1 for seat in range(len(domain.members))]
    member = c.needed(e.args[0], "not-a-number")
    fixed = [HOLE if n is None else n for n in numbers]
    if fixed == list(range(fixed[0], fixed[0] + len(fixed))) and HOLE not in fixed:
        return f"({member} + {fixed[0]})" if fixed[0] else member
    text = f"{c.unit.table(fixed, 'number_of')}[{member}]"
    if HOLE in fixed:
        text = c.hold(text)
        c.fault_if(f"{text} == {HOLE}", "not-a-number")
    return text


@form("shift")
def _shift(c: Context, e: Expr) -> str:
    count = len(c.unit.program.domains[e.static[0]].members)
    member = c.hold(c.needed(e.args[0], "none-key"))
    steps = c(e.args[1])
    return f"(({member} + {steps}) % {count})"
