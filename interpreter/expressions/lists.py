"""Lists: put together, taken apart, asked for what is in them.  A list is a tuple."""

from __future__ import annotations

from collections import Counter
from typing import Any, NoReturn

from interpreter.expressions.compiler import Compiler, form
from interpreter.expressions.pieces import no_piece, secret
from interpreter.program import Expr
from interpreter.state import LIST_LIMIT, Code, State, fault, overworked


def too_long(origin: int) -> NoReturn:
    """The fault of a list that grows without end."""
    fault("list-too-long", origin, f"a list of more than {LIST_LIMIT} elements", limit=LIST_LIMIT)


@form("list")
def _list(c: Compiler, e: Expr) -> Code:
    codes = c.all(e.args)
    if len(codes) == 1:
        [only] = codes

        def single(st: State) -> tuple[Any, ...]:
            return (only(st),)

        return single

    def build(st: State) -> tuple[Any, ...]:
        return tuple([code(st) for code in codes])

    return build


@form("join")
def _join(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    codes = c.all(e.args)
    if len(codes) == 2:
        left, right = codes

        def join(st: State) -> tuple[Any, ...]:
            joined: tuple[Any, ...] = left(st) + right(st)
            if len(joined) > LIST_LIMIT:
                too_long(origin)
            return joined

        return join

    def join_all(st: State) -> tuple[Any, ...]:
        joined: tuple[Any, ...] = ()
        for code in codes:
            joined += code(st)
            if len(joined) > LIST_LIMIT:
                too_long(origin)
        return joined

    return join_all


@form("without")
def _without(c: Compiler, e: Expr) -> Code:
    left, right = c.all(e.args)

    def subtract(st: State) -> tuple[Any, ...]:
        whole = left(st)
        less = right(st)
        if not less:
            return tuple(whole)
        rest = list(whole)
        for value in less:
            if value in rest:
                rest.remove(value)
        return tuple(rest)

    return subtract


@form("size")
def _size(c: Compiler, e: Expr) -> Code:
    [argument] = c.all(e.args)

    def size(st: State) -> int:
        return len(argument(st))

    return size


@form("first_of")
def _first_of(c: Compiler, e: Expr) -> Code:
    [argument] = c.all(e.args)

    def first(st: State) -> Any:
        values = argument(st)
        return values[0] if values else None

    return first


@form("last_of")
def _last_of(c: Compiler, e: Expr) -> Code:
    [argument] = c.all(e.args)

    def last(st: State) -> Any:
        values = argument(st)
        return values[-1] if values else None

    return last


@form("last_n")
def _last_n(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    values_code, number_code = c.all(e.args)

    def last(st: State) -> tuple[Any, ...]:
        values: tuple[Any, ...] = values_code(st)
        number = number_code(st)
        if number is None or number < 0:
            fault("negative-count", origin, "fewer than no elements are asked for", number=number)
        return values[max(0, len(values) - number) :]

    return last


@form("contains")
def _contains(c: Compiler, e: Expr) -> Code:
    values, wanted = c.all(e.args)

    def test(st: State) -> bool:
        return wanted(st) in values(st)

    return test


@form("pick")
def _pick(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    cell = e.static[0]
    values, test = c.all(e.args)

    def pick(st: State) -> tuple[Any, ...]:
        st.work -= 1
        if st.work < 0:
            overworked(origin)
        cells = st.cells
        picked = []
        for value in values(st):
            cells[cell] = value
            if test(st):
                picked.append(value)
        cells[cell] = None
        return tuple(picked)

    return pick


@form("has")
def _has(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    cell = e.static[0]
    values, test = c.all(e.args)

    def has(st: State) -> bool:
        st.work -= 1
        if st.work < 0:
            overworked(origin)
        cells = st.cells
        found = False
        for value in values(st):
            cells[cell] = value
            if test(st):
                found = True
                break
        cells[cell] = None
        return found

    return has


@form("same_bag")
def _same_bag(c: Compiler, e: Expr) -> Code:
    left, right = c.all(e.args)

    def test(st: State) -> bool:
        return Counter(left(st)) == Counter(right(st))

    return test


@form("includes_bag")
def _includes_bag(c: Compiler, e: Expr) -> Code:
    left, right = c.all(e.args)

    def test(st: State) -> bool:
        return Counter(left(st)) >= Counter(right(st))

    return test


@form("faces_of")
def _faces_of(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    faces = c.layout.piece_face
    [argument] = c.all(e.args)

    def read(st: State) -> tuple[int, ...]:
        found = []
        for piece in argument(st):
            if piece is None:
                no_piece(origin, "face")
            if st.reader and not st.known[piece] & st.reader:
                secret(origin)
            found.append(faces[piece])
        return tuple(found)

    return read


@form("members_of_list")
def _members_of_list(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    values_code, number_code = c.all(e.args)

    def element(st: State) -> Any:
        values = values_code(st)
        number = number_code(st)
        if number is None or not 1 <= number <= len(values):
            fault("no-element", origin, f"a list of {len(values)} has no element {number}", number=number)
        return values[number - 1]

    return element
