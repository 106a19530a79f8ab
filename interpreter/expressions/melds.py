"""Melds: taken apart, compared, and told from cards that form none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from interpreter import melds
from interpreter.expressions.compiler import Compiler, form
from interpreter.expressions.pieces import secret
from interpreter.faults import EngineBug
from interpreter.melds import Kinds, Meld
from interpreter.program import Expr, Shape
from interpreter.state import Code, State, fault


def _no_meld(origin: int, asked: str) -> NoReturn:
    fault("no-meld", origin, f"{asked} is asked of a meld, and there is none", asked=asked)


@form("zone_meld")
def _zone_meld(c: Compiler, e: Expr) -> Code:
    layout = c.layout
    [zone_code] = c.all(e.args)

    def read(st: State) -> Meld | None:
        zone = zone_code(st)
        return melds.lying(layout, st.pos, zone)[-1] if st.pos.laid[zone] else None

    return read


@form("zone_melds")
def _zone_melds(c: Compiler, e: Expr) -> Code:
    layout = c.layout
    [zone_code] = c.all(e.args)
    return lambda st: melds.lying(layout, st.pos, zone_code(st))


@form("meld_pieces")
def _meld_pieces(c: Compiler, e: Expr) -> Code:
    return _reader(c, e, "pieces", ())


@form("meld_size")
def _meld_size(c: Compiler, e: Expr) -> Code:
    [argument] = c.all(e.args)

    def size(st: State) -> int:
        meld = argument(st)
        return 0 if meld is None else len(meld.pieces)

    return size


def _reader(c: Compiler, e: Expr, field: str, of_none: Any) -> Code:
    [argument] = c.all(e.args)

    def read(st: State) -> Any:
        meld = argument(st)
        return of_none if meld is None else getattr(meld, field)

    return read


@form("meld_kind")
def _meld_kind(c: Compiler, e: Expr) -> Code:
    return _reader(c, e, "kind", None)


@form("meld_by")
def _meld_by(c: Compiler, e: Expr) -> Code:
    return _reader(c, e, "by", None)


@form("meld_parts")
def _meld_parts(c: Compiler, e: Expr) -> Code:
    return _reader(c, e, "parts", ())


@form("meld_top")
def _meld_top(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    layout = c.layout
    [argument] = c.all(e.args)

    def top(st: State) -> int:
        meld = argument(st)
        if meld is None:
            _no_meld(origin, "top")
        return melds.top(layout, meld)

    return top


@form("meld_attr")
def _meld_attr(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    layout = c.layout
    attribute = e.static[0]
    name = c.program.attributes[attribute].name
    [argument] = c.all(e.args)

    def read(st: State) -> int:
        meld = argument(st)
        if meld is None:
            _no_meld(origin, name)
        value = melds.shared(layout, meld, attribute)
        if value is None:
            fault("not-shared", origin, f"the cards of this meld have no common {name}", attribute=name)
        return value

    return read


@form("is_meld")
def _is_meld(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    layout = c.layout
    cards_code = c(e.args[0])
    kinds = compile_kinds(c, e.static, e.args[1:])

    def test(st: State) -> bool:
        cards = cards_code(st)
        if st.reader:
            for piece in cards:
                if not st.known[piece] & st.reader:
                    secret(origin)
        return melds.matches(layout, st.pos, cards, kinds(st), StateAsker(c, st))

    return test


@form("strength")
def _strength(c: Compiler, e: Expr) -> Code:
    order = e.static[0]
    measure = strength_by(c, order)
    [argument] = c.all(e.args)
    return lambda st: measure(argument(st))


def strength_by(c: Compiler, order: int) -> Callable[[Meld | None], tuple[int, ...] | None]:
    """What a meld compares by in an order; None, below everything, for no meld."""
    layout = c.layout
    return lambda meld: None if meld is None else melds.strength(layout, meld, order)


# ---------------------------------------------------------------------------------------------
# Kinds with their parameters, and totals


def compile_kinds(c: Compiler, static: tuple[Any, ...], args: tuple[Expr, ...]) -> Callable[[State], Kinds]:
    """A closure for kinds with their parameters; `static` is (kind, how many of the arguments are its
    own), ...
    """
    codes = c.all(args)
    if not codes:
        fixed = tuple((kind, ()) for kind, _ in static)
        return lambda st: fixed

    def kinds(st: State) -> Kinds:
        values = iter([code(st) for code in codes])
        return [(kind, tuple([next(values) for _ in range(count)])) for kind, count in static]

    return kinds


class StateAsker:
    """Answers the questions of a search for melds in one position.

    A card that is read as another face is handed to the measure as a number beyond those of the pieces.
    """

    __slots__ = ("c", "st")

    def __init__(self, c: Compiler, st: State) -> None:
        self.c = c
        self.st = st

    def measure(self, shape: Shape, piece: int, face: int) -> int:
        """What the card counts, read as this face."""
        layout = self.c.layout
        cell = shape.measure_cell
        if shape.measure is None or cell is None:
            raise EngineBug("a total without a measure")
        code = self.c.kept(shape.measure)
        st = self.st
        reader, st.reader = st.reader, 0
        before = st.cells[cell]
        st.cells[cell] = piece if layout.piece_face[piece] == face else layout.piece_count + face
        value: int = code(st)
        st.cells[cell] = before
        st.reader = reader
        return value

    def total(self, kind: int, shape: Shape, parameters: tuple[int, ...]) -> int:
        """What the cards must add up to."""
        if shape.total is None:
            raise EngineBug("a meld without a total is asked for it")
        cells = self.c.program.melds[kind].parameters
        values = self.st.cells
        before = [values[cell] for cell in cells]
        for cell, value in zip(cells, parameters, strict=True):
            values[cell] = value
        wanted: int = self.c.kept(shape.total)(self.st)
        for cell, value in zip(cells, before, strict=True):
            values[cell] = value
        return wanted
