"""Cards and dice: what is printed on them, what they show, where they lie.

While conditions are tested for a chooser, what a piece is may be read only if the chooser knows it.
"""

from __future__ import annotations

from typing import Any, NoReturn

from interpreter.expressions.compiler import Compiler, constant, form
from interpreter.piles import lies_up
from interpreter.position import NOWHERE, UNDECIDED
from interpreter.program import Expr
from interpreter.state import Code, State, fault


def per_piece(c: Compiler, by_face: list[Any]) -> list[Any]:
    """What stands in a table by face, for each piece; then again for each face, for cards read as another
    one.
    """
    return [by_face[face] for face in c.layout.piece_face] + by_face


def no_piece(origin: int, asked: str) -> NoReturn:
    """The fault of asking something of a piece where there is none."""
    fault("no-piece", origin, f"{asked} is asked of a piece, and there is none", asked=asked)


def secret(origin: int) -> NoReturn:
    """The fault of reading a piece for a chooser who does not know it."""
    fault("secret", origin, "a condition reads a piece that the one who chooses does not know")


@form("attr")
def _attr(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    attribute = c.program.attributes[e.static[0]].name
    codes = per_piece(c, c.layout.face_code)
    values = c.layout.face_values[e.static[0]]
    by_piece = per_piece(c, values)
    [argument] = c.all(e.args)

    def read(st: State) -> Any:
        piece = argument(st)
        if piece is None:
            no_piece(origin, attribute)
        if st.reader and not st.known[piece] & st.reader:
            secret(origin)
        value = by_piece[piece]
        if value is None:
            code = codes[piece]
            fault("no-value", origin, f"{code} has no {attribute}", attribute=attribute, piece=code)
        return value

    return read


@form("attr_is")
def _attr_is(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    values = c.layout.face_values[e.static[0]]
    by_piece = per_piece(c, values)
    piece_code, value_code = c.all(e.args)

    def test(st: State) -> bool:
        piece = piece_code(st)
        if piece is None:
            return False
        if st.reader and not st.known[piece] & st.reader:
            secret(origin)
        value = by_piece[piece]
        return value is not None and bool(value == value_code(st))

    return test


@form("face_in")
def _face_in(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    wanted = set(e.static)
    fits = per_piece(c, [face in wanted for face in range(len(c.program.faces))])
    [argument] = c.all(e.args)

    def test(st: State) -> bool:
        piece = argument(st)
        if piece is None:
            return False
        if st.reader and not st.known[piece] & st.reader:
            secret(origin)
        return bool(fits[piece])

    return test


def _face_reader(c: Compiler, argument: Code) -> Code:
    """A closure for the number of a piece's face, None for no piece."""
    origin = c.origin
    faces = per_piece(c, list(range(len(c.program.faces))))

    def read(st: State) -> int | None:
        piece = argument(st)
        if piece is None:
            return None
        if st.reader and not st.known[piece] & st.reader:
            secret(origin)
        face: int = faces[piece]
        return face

    return read


@form("same_face")
def _same_face(c: Compiler, e: Expr) -> Code:
    left, right = [_face_reader(c, code) for code in c.all(e.args)]

    def test(st: State) -> bool:
        return bool(left(st) == right(st))

    return test


@form("face")
def _face(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    read = _face_reader(c, c(e.args[0]))

    def face(st: State) -> int:
        number: int | None = read(st)
        if number is None:
            no_piece(origin, "face")
        return number

    return face


@form("die_value")
def _die_value(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    [argument] = c.all(e.args)

    def read(st: State) -> int:
        die = argument(st)
        if die is None:
            no_piece(origin, "value")
        if st.reader and not st.known[die] & st.reader:
            secret(origin)
        value = st.shown[die]
        if not value:
            fault("not-rolled", origin, "a die that was never rolled shows nothing")
        return value

    return read


@form("family_is")
def _family_is(c: Compiler, e: Expr) -> Code:
    fits = per_piece(c, [family == e.static[0] for family in c.layout.face_family])
    [argument] = c.all(e.args)

    def test(st: State) -> bool:
        piece = argument(st)
        return piece is not None and bool(fits[piece])

    return test


@form("owner")
def _owner(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    owners = c.layout.piece_owner
    [argument] = c.all(e.args)

    def read(st: State) -> int:
        piece = argument(st)
        if piece is None:
            no_piece(origin, "owner")
        owner = owners[piece]
        if owner < 0:
            fault("no-owner", origin, "this piece belongs to nobody")
        return owner

    return read


@form("holder")
def _holder(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    [argument] = c.all(e.args)

    def read(st: State) -> int:
        piece = argument(st)
        if piece is None:
            no_piece(origin, "holder")
        zone = st.place[piece]
        if zone == NOWHERE:
            fault("nowhere", origin, "this piece lies nowhere")
        return zone

    return read


@form("facing")
def _facing(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    layout = c.layout
    [argument] = c.all(e.args)

    def read(st: State) -> int:
        piece = argument(st)
        if piece is None:
            no_piece(origin, "face")
        return 1 if lies_up(layout, st.pos, piece) else 0

    return read


@form("position")
def _position(c: Compiler, e: Expr) -> Code:
    origin = c.origin
    [argument] = c.all(e.args)

    def read(st: State) -> int:
        piece = argument(st)
        if piece is None:
            no_piece(origin, "position")
        zone = st.place[piece]
        if zone == NOWHERE:
            fault("nowhere", origin, "this piece lies nowhere")
        places = st.zones[zone]
        if UNDECIDED in places and piece not in places:
            fault("undecided", origin, "nobody has looked yet where in its pile this piece lies")
        return places.index(piece) + 1

    return read


@form("pieces_of")
def _pieces_of(c: Compiler, e: Expr) -> Code:
    return constant(c.layout.family_pieces[e.static[0]])
