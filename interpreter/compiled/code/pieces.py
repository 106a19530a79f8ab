"""Cards and dice: what is printed on them, what they show, where they lie.

While conditions are tested for a chooser, what a piece is may be read only if the chooser knows it.
"""

from __future__ import annotations

from interpreter.compiled.code.masks import is_known
from interpreter.compiled.code.unit import Context, form
from interpreter.compiled.code.values import constant
from interpreter.compiled.kernel import NONE
from interpreter.program import Expr

_NO_VALUE = -32_768


def per_piece(c: Context, by_face: list[int]) -> list[int]:
    """What stands in a table by face, for each piece; then for each face, for cards read as another one."""
    return [by_face[face] for face in c.unit.layout.piece_face] + by_face


def _read(c: Context, e: Expr, piece: str) -> None:
    """Writes what keeps a piece from being read by somebody who does not know it."""
    if c.reading and c.unit.features.known and not is_known(c, e):
        c.fault_if(f"known[{piece}] >> {c.chooser} & 1 == 0", "secret")


def there(c: Context, e: Expr, code: str = "no-piece") -> str:
    """The piece of an expression, in a local; a fault where there is none."""
    return c.hold(c.needed(e, code))


def maybe(c: Context, e: Expr, test: str) -> str:
    """A condition on a piece that may be nothing (then: no) and has to be known; `test` has {} for it."""
    piece = c.atom(e)
    reads = c.reading and c.unit.features.known and not is_known(c, e)
    if not c.kind(e).none:
        _read(c, e, piece)
        return f"({test.format(piece)})"
    if not reads:
        return f"({piece} != {NONE} and {test.format(f'max({piece}, 0)')})"
    answer = c.fresh("is")
    c.out(f"{answer} = 0")
    with c.out.under(f"if {piece} != {NONE}:"):
        _read(c, e, piece)
        c.out(f"{answer} = {test.format(piece)}")
    return answer


def attribute_table(c: Context, attribute: int) -> tuple[str, bool]:
    """The table of an attribute by piece, and whether every piece has it."""
    values = c.unit.layout.face_values[attribute]
    table = per_piece(c, [_NO_VALUE if v is None else v for v in values])
    name = "".join(
        ch if ch.isascii() and ch.isalnum() else "_" for ch in c.unit.program.attributes[attribute].name
    )
    return c.unit.table(table, f"of_{name}"), _NO_VALUE not in table


def read(c: Context, e: Expr) -> str:
    """The piece of an expression of which something printed is read, in a local; faults as for `attr`."""
    piece = there(c, e)
    _read(c, e, piece)
    return piece


@form("attr")
def _attr(c: Context, e: Expr) -> str:
    piece = read(c, e.args[0])
    table, complete = attribute_table(c, e.static[0])
    text = f"{table}[{piece}]"
    if not complete and not c.unit.has_value(e.args[0], e.static[0]):
        text = c.hold(text)
        c.fault_if(f"{text} == {_NO_VALUE}", "no-value")
    return text


@form("attr_is")
def _attr_is(c: Context, e: Expr) -> str:
    table, _ = attribute_table(c, e.static[0])
    wanted = e.args[1]
    if wanted.op == "const":
        return maybe(c, e.args[0], f"{table}[{{}}] == {constant(c, wanted.static[0])}")
    piece = c.atom(e.args[0])
    if not c.kind(e.args[0]).none:
        _read(c, e.args[0], piece)
        has, lines = c.apart(lambda: c(wanted))
        if not lines:
            return f"({table}[{piece}] == {has})"
    answer = c.fresh("is")
    c.out(f"{answer} = 0")
    with c.out.under(f"if {piece} != {NONE}:"):
        _read(c, e.args[0], piece)
        with c.out.under(f"if {table}[{piece}] != {_NO_VALUE}:"):
            c.out(f"{answer} = {table}[{piece}] == {c(wanted)}")
    return answer


@form("face_in")
def _face_in(c: Context, e: Expr) -> str:
    wanted = set(e.static)
    fits = per_piece(c, [int(face in wanted) for face in range(len(c.unit.program.faces))])
    return maybe(c, e.args[0], f"{c.unit.table(fits, 'is_face')}[{{}}] == 1")


def _faces(c: Context) -> str:
    return c.unit.table(per_piece(c, list(range(len(c.unit.program.faces)))), "face_of")


def _face_or_nothing(c: Context, e: Expr) -> str:
    piece = c.atom(e)
    if not c.kind(e).none:
        _read(c, e, piece)
        return f"{_faces(c)}[{piece}]"
    face = c.fresh("face")
    c.out(f"{face} = {NONE}")
    with c.out.under(f"if {piece} != {NONE}:"):
        _read(c, e, piece)
        c.out(f"{face} = {_faces(c)}[{piece}]")
    return face


@form("same_face")
def _same_face(c: Context, e: Expr) -> str:
    left = c.hold(_face_or_nothing(c, e.args[0]))
    return f"({left} == {_face_or_nothing(c, e.args[1])})"


@form("face")
def _face(c: Context, e: Expr) -> str:
    piece = there(c, e.args[0])
    _read(c, e.args[0], piece)
    return f"{_faces(c)}[{piece}]"


@form("die_value")
def _die_value(c: Context, e: Expr) -> str:
    die = there(c, e.args[0])
    _read(c, e.args[0], die)
    if not c.unit.features.dice:
        c.fault("not-rolled")
        return "0"
    value = c.hold(f"shown[{die}]")
    c.fault_if(f"{value} == 0", "not-rolled")
    return value


@form("family_is")
def _family_is(c: Context, e: Expr) -> str:
    fits = per_piece(c, [int(family == e.static[0]) for family in c.unit.layout.face_family])
    piece = c.atom(e.args[0])
    text = f"{c.unit.table(fits, 'is_family')}[{{}}] == 1"
    if c.kind(e.args[0]).none:
        return f"({piece} != {NONE} and {text.format(f'max({piece}, 0)')})"
    return f"({text.format(piece)})"


@form("owner")
def _owner(c: Context, e: Expr) -> str:
    piece = there(c, e.args[0])
    owner = f"{c.unit.table(c.unit.layout.piece_owner, 'owner_of')}[{piece}]"
    if -1 in c.unit.layout.piece_owner:
        owner = c.hold(owner)
        c.fault_if(f"{owner} < 0", "no-owner")
    return owner


@form("holder")
def _holder(c: Context, e: Expr) -> str:
    zone = c.hold(f"place[{there(c, e.args[0])}]")
    c.fault_if(f"{zone} < 0", "nowhere")
    return zone


@form("facing")
def _facing(c: Context, e: Expr) -> str:
    return f"{c.unit.zones.lies_up()}({there(c, e.args[0])})"


@form("position")
def _position(c: Context, e: Expr) -> str:
    piece = there(c, e.args[0])
    c.fault_if(f"place[{piece}] < 0", "nowhere")
    c.unit.ask("place_in", lambda: _write_place_in(c))
    c.here()
    return f"place_in({piece})"


def _write_place_in(c: Context) -> None:
    """The 1-based place of a piece among those of its zone, bags included."""
    from interpreter.compiled.code.writer import Lines
    from interpreter.compiled.fault_codes import NUMBERS

    out = Lines()
    pieces = c.unit.zones.mask_to_list()
    masks = any(c.unit.features.is_mask)
    out("zone = place[piece]")
    if masks:
        table = c.unit.table(
            [int(c.unit.features.is_mask[family]) for family in c.unit.layout.zone_family], "is_mask"
        )
        with out.under(f"if {table}[zone]:"):
            out(f"whole = {pieces}(zone)")
            with out.under("for i in range(0, heap[whole]):"), out.under("if heap[whole + 1 + i] == piece:"):
                out("return i + 1")
            out("return 0")
    out("start = zone_start[zone]")
    with out.under("for i in range(0, zone_size[zone]):"), out.under("if zone_row[start + i] == piece:"):
        out("return i + 1")
    out(f"fault({NUMBERS['undecided']}, origin_now[0])")
    out("return 0")
    c.unit.add("place_in", "piece", out)


@form("pieces_of")
def _pieces_of(c: Context, e: Expr) -> str:
    return constant(c, c.unit.layout.family_pieces[e.static[0]])
