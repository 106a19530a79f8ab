"""Constants, locals, variables, defines, tables; numbers; logic and comparison."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from interpreter.expressions.compiler import Compiler, constant, form
from interpreter.program import PLAYER_DOMAIN, Expr, Table
from interpreter.state import Code, State, fault, overworked


@form("const")
def _const(c: Compiler, e: Expr) -> Code:
    return constant(e.static[0])


@form("cell")
def _cell(c: Compiler, e: Expr) -> Code:
    number = e.static[0]

    def read(st: State) -> Any:
        return st.cells[number]

    return read


def index_of(c: Compiler, base: int, domains: tuple[int, ...], keys: tuple[Expr, ...]) -> Code:
    """A closure for the number of a zone or variable: `base` and its keys, the last one running fastest."""
    origin = c.origin
    codes = c.all(keys)
    sizes = [len(c.program.domains[d].members) for d in domains]
    if not codes:
        return constant(base)
    if len(codes) == 1:
        [only] = codes

        def one(st: State) -> int:
            key: int | None = only(st)
            if key is None:
                fault("none-key", origin, "it is asked whose this is, and there is nobody or nothing")
            return base + key

        return one

    def many(st: State) -> int:
        number = 0
        for code, size in zip(codes, sizes, strict=True):
            key = code(st)
            if key is None:
                fault("none-key", origin, "it is asked whose this is, and there is nobody or nothing")
            number = number * size + key
        return base + number

    return many


@form("var")
def _var(c: Compiler, e: Expr) -> Code:
    family = c.program.variables[e.static[0]]
    if not e.args:
        number = family.base

        def read(st: State) -> Any:
            return st.variables[number]

        return read
    index = index_of(c, family.base, family.keys, e.args)

    def read_by_key(st: State) -> Any:
        return st.variables[index(st)]

    return read_by_key


@form("zone")
def _zone(c: Compiler, e: Expr) -> Code:
    family = c.program.zones[e.static[0]]
    return index_of(c, family.base, family.keys, e.args)


@form("call")
def _call(c: Compiler, e: Expr) -> Code:
    number = e.static[0]
    plain = c.written_out(number, e.args)
    if plain is not None:
        return plain
    parameters = c.program.functions[number].parameters
    origin = c.origin
    codes = c.all(e.args)
    body = c.function(number)
    if len(codes) == 1:
        [argument], [cell] = codes, parameters

        def call_one(st: State) -> Any:
            st.work -= 1
            if st.work < 0:
                overworked(origin)
            value = argument(st)
            st.cells[cell] = value
            result = body(st)
            st.cells[cell] = None
            return result

        return call_one

    def call(st: State) -> Any:
        st.work -= 1
        if st.work < 0:
            overworked(origin)
        values = [code(st) for code in codes]
        cells = st.cells
        for place, value in zip(parameters, values, strict=True):
            cells[place] = value
        result = body(st)
        for place in parameters:
            cells[place] = None
        return result

    return call


def matching_row(table: Table, keys: tuple[Any, ...]) -> int | None:
    """The number of the first row that these keys match, or None."""
    for number, row in enumerate(table.rows):
        for ranges, key in zip(row.keys, keys, strict=True):
            if ranges is not None and not any(
                low <= key and (high is None or key <= high) for low, high in ranges
            ):
                break
        else:
            return number
    return None


@form("table")
def _table(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    table = c.program.tables[e.static[0]]
    keys = c.all(e.args)
    values = c.table_values(e.static[0])
    rows: dict[tuple[Any, ...], Code | None] = {}

    def look_up(st: State) -> Any:
        asked = tuple([key(st) for key in keys])
        value = rows.get(asked)
        if value is None:
            number = None if None in asked else matching_row(table, asked)
            if number is None:
                fault(
                    "no-entry",
                    origin,
                    f"the table {table.name} has no entry for this",
                    table=table.name,
                    keys=asked,
                )
            value = rows[asked] = values[number]
        return value(st)

    return look_up


# ---------------------------------------------------------------------------------------------
# Numbers

_GREATEST = 2**62
"""How great a product may be while it is only reckoned with."""


def _binary(c: Compiler, e: Expr, operation: Callable[[Any, Any], Any]) -> Code:
    origin = c.origin
    left, right = c.all(e.args)

    def calculate(st: State) -> Any:
        a = left(st)
        b = right(st)
        try:
            return operation(a, b)
        except TypeError:
            fault("none-number", origin, "a number is needed and there is none", values=[a, b])

    return calculate


@form("add")
def _add(c: Compiler, e: Expr) -> Code:
    return _binary(c, e, operator.add)


@form("sub")
def _sub(c: Compiler, e: Expr) -> Code:
    return _binary(c, e, operator.sub)


@form("mul")
def _mul(c: Compiler, e: Expr) -> Code:
    origin = c.origin

    def multiply(a: Any, b: Any) -> Any:
        product = a * b
        if not -_GREATEST <= product <= _GREATEST:
            fault("out-of-range", origin, "a product that is too great", values=[a, b])
        return product

    return _binary(c, e, multiply)


def _dividing(c: Compiler, e: Expr, operation: Callable[[Any, Any], Any]) -> Code:
    origin = c.origin

    def divide(a: Any, b: Any) -> Any:
        if b == 0:
            fault("division-by-zero", origin, "a division by zero")
        return operation(a, b)

    return _binary(c, e, divide)


@form("div")
def _div(c: Compiler, e: Expr) -> Code:
    return _dividing(c, e, operator.floordiv)


@form("mod")
def _mod(c: Compiler, e: Expr) -> Code:
    return _dividing(c, e, operator.mod)


def _unary(c: Compiler, e: Expr, operation: Callable[[Any], Any]) -> Code:
    origin = c.origin
    [argument] = c.all(e.args)

    def calculate(st: State) -> Any:
        value = argument(st)
        if value is None:
            fault("none-number", origin, "a number is needed and there is none", values=[value])
        return operation(value)

    return calculate


@form("neg")
def _neg(c: Compiler, e: Expr) -> Code:
    return _unary(c, e, operator.neg)


@form("abs")
def _abs(c: Compiler, e: Expr) -> Code:
    return _unary(c, e, abs)


def _extreme(c: Compiler, e: Expr, operation: Callable[[list[Any]], Any]) -> Code:
    origin = c.origin
    codes = c.all(e.args)

    def calculate(st: State) -> Any:
        values = [code(st) for code in codes]
        try:
            return operation(values)
        except TypeError:
            fault("none-number", origin, "a number is needed and there is none", values=values)

    return calculate


@form("greatest")
def _greatest(c: Compiler, e: Expr) -> Code:
    return _extreme(c, e, max)


@form("least")
def _least(c: Compiler, e: Expr) -> Code:
    return _extreme(c, e, min)


# ---------------------------------------------------------------------------------------------
# Logic and comparison


@form("and")
def _and(c: Compiler, e: Expr) -> Code:
    codes = c.all(e.args)
    if len(codes) == 2:
        left, right = codes

        def both(st: State) -> bool:
            return bool(left(st) and right(st))

        return both

    def every(st: State) -> bool:
        return all(code(st) for code in codes)

    return every


@form("or")
def _or(c: Compiler, e: Expr) -> Code:
    codes = c.all(e.args)
    if len(codes) == 2:
        left, right = codes

        def either(st: State) -> bool:
            return bool(left(st) or right(st))

        return either

    def some(st: State) -> bool:
        return any(code(st) for code in codes)

    return some


@form("not")
def _not(c: Compiler, e: Expr) -> Code:
    [argument] = c.all(e.args)

    def opposite(st: State) -> bool:
        return not argument(st)

    return opposite


@form("if")
def _if(c: Compiler, e: Expr) -> Code:
    test, then, otherwise = c.all(e.args)

    def choose(st: State) -> Any:
        return then(st) if test(st) else otherwise(st)

    return choose


@form("eq")
def _eq(c: Compiler, e: Expr) -> Code:
    left, right = c.all(e.args)
    if e.args[1].op == "const":
        value = e.args[1].static[0]

        def equals_constant(st: State) -> bool:
            return bool(left(st) == value)

        return equals_constant

    def equals(st: State) -> bool:
        return bool(left(st) == right(st))

    return equals


@form("ne")
def _ne(c: Compiler, e: Expr) -> Code:
    left, right = c.all(e.args)

    def differs(st: State) -> bool:
        return bool(left(st) != right(st))

    return differs


def _order(c: Compiler, e: Expr, operation: Callable[[Any, Any], Any]) -> Code:
    origin = c.origin
    left, right = c.all(e.args)

    def compare(st: State) -> bool:
        a = left(st)
        b = right(st)
        try:
            return bool(operation(a, b))
        except TypeError:
            fault("none-compared", origin, "greater and less are asked of nothing", values=[a, b])

    return compare


@form("lt")
def _lt(c: Compiler, e: Expr) -> Code:
    return _order(c, e, operator.lt)


@form("le")
def _le(c: Compiler, e: Expr) -> Code:
    return _order(c, e, operator.le)


@form("gt")
def _gt(c: Compiler, e: Expr) -> Code:
    return _order(c, e, operator.gt)


@form("ge")
def _ge(c: Compiler, e: Expr) -> Code:
    return _order(c, e, operator.ge)


# ---------------------------------------------------------------------------------------------
# Members and the numbers their names read as


@form("member")
def _member(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    domain = c.program.domains[e.static[0]]
    [argument] = c.all(e.args)
    if e.static[0] == PLAYER_DOMAIN:
        by_number: dict[int, int] = {seat + 1: seat for seat in range(len(domain.members))}
    else:
        by_number = {n: i for i, n in reversed(list(enumerate(domain.numbers))) if n is not None}

    def look_up(st: State) -> int:
        number = argument(st)
        member = by_number.get(number)
        if member is None:
            fault(
                "no-member", origin, f"there is no {domain.name} {number}", domain=domain.name, number=number
            )
        return member

    return look_up


@form("number")
def _number(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    domain = c.program.domains[e.static[0]]
    [argument] = c.all(e.args)
    if e.static[0] == PLAYER_DOMAIN:
        numbers: list[int | None] = [seat + 1 for seat in range(len(domain.members))]
    else:
        numbers = list(domain.numbers)

    def read(st: State) -> int:
        member = argument(st)
        number = None if member is None else numbers[member]
        if number is None:
            fault("not-a-number", origin, f"this {domain.name} does not read as a number", domain=domain.name)
        return number

    return read


@form("shift")
def _shift(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    count = len(c.program.domains[e.static[0]].members)
    start, steps = c.all(e.args)

    def move_on(st: State) -> int:
        member: int | None = start(st)
        if member is None:
            fault("none-key", origin, "a neighbour is asked of nobody")
        return int((member + steps(st)) % count)

    return move_on
