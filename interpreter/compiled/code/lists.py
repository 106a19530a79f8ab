"""Lists: put together, taken apart, asked for what is in them."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.compiled.code.clauses import Gathered
from interpreter.compiled.code.generators import decide_family, decide_zone, over_list, over_mask, over_row
from interpreter.compiled.code.kinds import Kind
from interpreter.compiled.code.masks import fixed_pieces, is_known, mask_of, mask_of_pick, may_decide
from interpreter.compiled.code.unions import union_of
from interpreter.compiled.code.unit import Context, Unit, form
from interpreter.compiled.code.values import constant_list, equal, junction
from interpreter.compiled.code.words import Mask, contains, count_of, held, is_any, lowest
from interpreter.compiled.code.writer import Lines
from interpreter.compiled.kernel import NONE
from interpreter.program import Expr

_FEW_PIECES = 16
"""So many pieces are asked where they lie, rather than a zone what lies in it."""


def as_mask(c: Context, e: Expr) -> Mask | None:
    """The mask of a list, its words in locals; None, and nothing written, where it is none."""
    mask = c.attempt(lambda: mask_of(c, e))
    return None if mask is None else held(c, mask)


def as_set(c: Context, e: Expr) -> Mask | None:
    """As `as_mask`, where the order of the list does not matter."""
    mask = c.attempt(lambda: union_of(c, e))
    return None if mask is None else held(c, mask)


@form("list")
def _list(c: Context, e: Expr) -> str:
    elements = [c.hold(c(argument)) for argument in e.args]
    c.here()
    return c.hold(constant_list(c, elements), "list")


@form("join")
def _join(c: Context, e: Expr) -> str:
    values = [c.hold(c(argument)) for argument in e.args]
    c.here()
    text = values[0] if values else "0"
    for value in values[1:]:
        text = c.hold(f"{c.unit.lists.name('join_lists')}({text}, {value})", "joined")
    return text


def _by_kind(c: Context, kind: Kind, base: str) -> str:
    """A list function that compares elements; for lists of places in the heap a version of its own."""
    of = kind.of or Kind()
    if not of.is_place:
        return c.unit.lists.name(base)
    name = f"{base}_{of.name}"
    c.unit.ask(name, lambda: _WRITERS[base](c.unit, name, of))
    return name


def _write_index(unit: Unit, name: str, of: Kind) -> None:
    c = Context(unit, Lines())
    with c.out.under("for i in range(0, heap[a]):"):
        c.out("y = heap[a + 1 + i]")
        with c.out.under(f"if {equal(c, 'y', 'x', of)}:"):
            c.out("return i")
    c.out("return -1")
    unit.add(name, "a, x", c.out)


def _write_without(unit: Unit, name: str, of: Kind) -> None:
    c = Context(unit, Lines())
    index = _by_kind(c, Kind("list", of), "index_in")
    for line in (
        "n = heap[a]",
        f"at = {unit.lists.name('alloc')}(n + 1)",
        "heap[at] = n",
        "copy(heap, at + 1, heap, a + 1, n)",
    ):
        c.out(line)
    with c.out.under("for j in range(0, heap[b]):"):
        c.out(f"i = {index}(at, heap[b + 1 + j])")
        with c.out.under("if i >= 0:"):
            c.out("n = heap[at] - 1")
            c.out("copy(heap, at + 1 + i, heap, at + 2 + i, n - i)")
            c.out("heap[at] = n")
    c.out("return at")
    unit.add(name, "a, b", c.out)


_WRITERS = {"index_in": _write_index, "without_list": _write_without}


def without_lists(c: Context, a: str, b: str, kind: Kind) -> str:
    """The first list without the elements of the second, each once."""
    return c.hold(f"{_by_kind(c, kind, 'without_list')}({a}, {b})", "less")


@form("without")
def _without(c: Context, e: Expr) -> str:
    mask = as_mask(c, e)
    if mask is not None:
        return listed(c, mask)
    a, b = (c.hold(c(argument)) for argument in e.args)
    c.here()
    return without_lists(c, a, b, c.kind(e.args[0]).join(c.kind(e.args[1])))


def listed(c: Context, mask: Mask) -> str:
    """The pieces of a mask as a list."""
    at, n = c.fresh("list"), c.fresh("n")
    c.here()
    c.out(f"{at} = {c.unit.lists.name('alloc')}({count_of(mask)} + 1)")
    c.out(f"{n} = 0")

    def add(piece: str) -> None:
        c.out(f"{n} += 1")
        c.out(f"heap[{at} + {n}] = {piece}")

    over_mask(c, mask, add, None)
    c.out(f"heap[{at}] = {n}")
    return at


@form("size")
def _size(c: Context, e: Expr) -> str:
    members = c.set_of(e.args[0])
    mask = as_set(c, e.args[0]) if members is None else (members,)
    if mask is not None:
        return count_of(mask)
    return f"heap[{c(e.args[0])}]"


@form("first_of")
def _first_of(c: Context, e: Expr) -> str:
    mask = as_mask(c, e.args[0])
    if mask is not None:
        return lowest(c, mask)
    whole = c.atom(e.args[0])
    return f"(heap[{whole} + 1] if heap[{whole}] > 0 else {NONE})"


@form("last_of")
def _last_of(c: Context, e: Expr) -> str:
    whole = c.atom(e.args[0])
    return f"(heap[{whole} + heap[{whole}]] if heap[{whole}] > 0 else {NONE})"


@form("last_n")
def _last_n(c: Context, e: Expr) -> str:
    whole = c.atom(e.args[0])
    number = c.hold(c.needed(e.args[1], "negative-count"))
    if not number.isdigit():
        c.fault_if(f"{number} < 0", "negative-count")
    c.here()
    return c.hold(f"{c.unit.lists.name('last_of_list')}({whole}, {number})", "last")


@form("contains")
def _contains(c: Context, e: Expr) -> str:
    kind = c.kind(e.args[0]).join(Kind("list", c.kind(e.args[1])))
    mask = as_set(c, e.args[0])
    if mask is not None:
        piece = c.atom(e.args[1])
        if c.kind(e.args[1]).none:
            return f"({piece} != {NONE} and {contains(c, mask, c.hold(f'max({piece}, 0)'))} == 1)"
        return f"({contains(c, mask, piece)} == 1)"
    wanted = c.atom(e.args[1])
    members = c.set_of(e.args[0])
    if members is not None:
        there = (
            f"{members} >> max({wanted}, 0) & 1" if c.kind(e.args[1]).none else f"{members} >> {wanted} & 1"
        )
        return f"({wanted} != {NONE} and {there})" if c.kind(e.args[1]).none else f"({there} == 1)"
    lies = _lies_in(c, e.args[0], wanted, c.kind(e.args[1]).none)
    if lies is not None:
        return lies
    whole = c.atom(e.args[0])
    return f"({_by_kind(c, kind, 'index_in')}({whole}, {wanted}) >= 0)"


def _lies_in(c: Context, whole: Expr, piece: str, none: bool) -> str | None:
    """Whether a piece lies in one of the zones that a list is put together of; None, and nothing written, for
    other lists, and where listing one may have to decide what lies there.
    """
    parts = [whole]
    while any(part.op == "join" for part in parts):
        parts = [inner for part in parts for inner in (part.args if part.op == "join" else (part,))]
    if not parts or any(part.op not in ("zone_pieces", "family_pieces") for part in parts):
        return None
    if may_decide(c.unit, whole):
        return None
    where = f"(place[max({piece}, 0)] if {piece} != {NONE} else -1)" if none else f"place[{piece}]"
    where = c.hold(where, "where")
    tests = []
    for part in parts:
        if part.op == "zone_pieces":
            tests.append(f"{where} == {c.atom(part.args[0])}")
        else:
            family = c.unit.program.zones[part.static[0]]
            tests.append(f"({where} >= {family.base} and {where} < {family.base + family.count})")
    return f"({' or '.join(tests)})"


def _picked(c: Context, e: Expr, sink: object, stop: str | None) -> None:
    cell = e.static[0]

    def body(x: str) -> None:
        with c.binding({cell: x}, {cell: c.kind(e.args[0]).of or Kind()}), c.out.under(f"if {c(e.args[1])}:"):
            sink(x)  # type: ignore[operator]

    if not over_row(c, e.args[0], body, stop):
        over_list(c, c.atom(e.args[0]), body, stop)


@form("pick")
def _pick(c: Context, e: Expr) -> str:
    mask = as_mask(c, e)
    if mask is not None:
        return listed(c, mask)
    c.here()
    found = Gathered.begin(c, 1)
    _picked(c, e, lambda x: found.add(c, [x]), None)
    return found.as_list(c)


@form("has")
def _has(c: Context, e: Expr) -> str:
    mask = c.attempt(lambda: mask_of_pick(c, e, union_of))
    if mask is not None:
        return is_any(mask)
    if e.args[0].op == "join" and _decided_first(c, e.args[0].args):
        parts = tuple([Expr("has", (part, e.args[1]), e.static) for part in e.args[0].args])
        return junction(c, parts, "or")
    there = tests_of_place(c, e.args[0], e.static[0], e.args[1:])
    if there is not None:
        return f"({' | '.join(there)})" if there else "(0 == 1)"
    stop = c.fresh("has")
    c.out(f"{stop} = 0")
    _picked(c, e, lambda x: c.out(f"{stop} = 1"), stop)
    return stop


def tests_of_place(c: Context, source: Expr, cell: int, tests: Sequence[Expr]) -> list[str] | None:
    """For each piece that satisfies conditions on what is printed whether it lies in the zones of a list;
    None, and nothing written, where there are many or where that is not all that is asked.
    """
    counting = c.unit.counting
    if counting is not None and any(counting.is_inside(test) for test in tests):
        return None
    in_zone = source.op == "zone_pieces" and source.args[0].op == "zone"
    if not (in_zone or source.op == "family_pieces") or not tests or not is_known(c, source):
        return None
    with c.pieces_from(source):
        found = fixed_pieces(c, tests[0] if len(tests) == 1 else Expr("and", tuple(tests)), cell)
    if found is None or len(found) > _FEW_PIECES:
        return None
    if in_zone:
        zone = c.atom(source.args[0])
        decide_zone(c, source, zone)
        return [f"(place[{piece}] == {zone})" for piece in found]
    family = c.unit.program.zones[source.static[0]]
    decide_family(c, source)
    places = [c.hold(f"place[{piece}]", "where") for piece in found]
    return [f"({place} >= {family.base} and {place} < {family.base + family.count})" for place in places]


def _decided_first(c: Context, lists: tuple[Expr, ...]) -> bool:
    """Decides all that lies in zones, as listing it would; False, and nothing written, for other lists."""
    if not all(part.op in ("family_pieces", "pieces_of") for part in lists):
        return not any(may_decide(c.unit, part) for part in lists)
    for part in lists:
        if part.op == "family_pieces":
            decide_family(c, part)
    return True


@form("same_bag")
def _same_bag(c: Context, e: Expr) -> str:
    a, b = (c.hold(c(argument)) for argument in e.args)
    return f"(heap[{a}] == heap[{b}] and {c.unit.lists.name('includes_bag')}({a}, {b}) == 1)"


@form("includes_bag")
def _includes_bag(c: Context, e: Expr) -> str:
    a, b = (c.hold(c(argument)) for argument in e.args)
    return f"({c.unit.lists.name('includes_bag')}({a}, {b}) == 1)"


@form("faces_of")
def _faces_of(c: Context, e: Expr) -> str:
    from interpreter.compiled.code.pieces import per_piece

    whole = c.atom(e.args[0])
    of = c.kind(e.args[0]).of or Kind("number")
    at, i, x = c.fresh("faces"), c.fresh("i"), c.fresh("x")
    faces = c.unit.table(per_piece(c, list(range(len(c.unit.program.faces)))), "face_of")
    c.here()
    c.out(f"{at} = {c.unit.lists.name('alloc')}(heap[{whole}] + 1)")
    c.out(f"heap[{at}] = heap[{whole}]")
    with c.out.under(f"for {i} in range(0, heap[{whole}]):"):
        c.out(f"{x} = heap[{whole} + 1 + {i}]")
        if of.none:
            c.fault_if(f"{x} == {NONE}", "no-piece")
        if c.reading and c.unit.features.known and not is_known(c, e.args[0]):
            c.fault_if(f"known[{x}] >> {c.chooser} & 1 == 0", "secret")
        c.out(f"heap[{at} + 1 + {i}] = {faces}[{x}]")
    return at


@form("members_of_list")
def _members_of_list(c: Context, e: Expr) -> str:
    whole = c.atom(e.args[0])
    number = c.hold(c.needed(e.args[1], "no-element"))
    c.fault_if(f"{number} < 1 or {number} > heap[{whole}]", "no-element")
    return f"heap[{whole} + {number}]"
