"""Sets of pieces as masks: one bit for each piece, so that a condition on many pieces is a few operations.

`mask_of` gives the mask of a list of pieces that stands in ascending order, or None where it is no such list;
`mask_where` the mask of all pieces that satisfy a condition, or None where the condition cannot be told so. A
mask is a tuple of words. What may be a fault is never told by a mask: then each piece is looked at by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.chance import Scripted
from interpreter.compiled.code.kinds import Kind, last_bound
from interpreter.compiled.code.unit import Context, Unit
from interpreter.compiled.code.words import (
    Mask,
    bit,
    both,
    either,
    everything,
    fixed_mask,
    held,
    is_any,
    mask_from,
    where,
    without,
)  # fmt: skip
from interpreter.compiled.features import nodes
from interpreter.compiled.kernel import NONE
from interpreter.faults import RulesFault
from interpreter.layout import empty_position
from interpreter.program import Cond, Expr, Gen
from interpreter.state import State

COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}
TURNED = {"eq": "eq", "ne": "ne", "lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}
_MOST_VALUES = 64

# ---------------------------------------------------------------------------------------------
# Lists as masks


def mask_of(c: Context, e: Expr) -> Mask | None:
    """The mask of a list of pieces whose order is that of their numbers; see the module."""
    if e.op == "zone_pieces":
        return _mask_of_zone(c, e.args[0])
    if e.op == "pieces_of":
        return fixed_mask(c, c.unit.layout.family_pieces[e.static[0]])
    if e.op == "pick":
        return mask_of_pick(c, e)
    if e.op == "cell":
        return c.piece_sets.get(e.static[0])
    if e.op == "without":
        whole = mask_of(c, e.args[0])
        less = None if whole is None else _mask_of_any_order(c, e.args[1])
        return None if whole is None or less is None else without(whole, less)
    if e.op == "call":
        return _mask_of_call(c, e)
    if e.op == "collect" and not e.args and e.clause is not None and len(e.clause.steps) > 0:
        return mask_of_steps(c, e.clause.steps) if not e.clause.keys else None
    return None


def _mask_of_any_order(c: Context, e: Expr) -> Mask | None:
    """The mask of pieces that are taken away, so that their order does not matter."""
    if e.op == "list":
        found = fixed_mask(c, ())
        for argument in e.args:
            piece = c.hold(c(argument))
            one = bit(c, f"max({piece}, 0)" if c.kind(argument).none else piece)
            found = either(found, where(f"{piece} != {NONE}", one) if c.kind(argument).none else one)
        return found
    if e.op == "meld_pieces" and c.unit.features.words == 1 and not c.kind(e.args[0]).none:
        cards, mask, at = c.hold(c(e)), c.fresh("mask"), c.fresh("i")
        c.out(f"{mask} = 0")
        with c.out.under(f"for {at} in range({cards} + 1, {cards} + heap[{cards}] + 1):"):
            c.out(f"{mask} |= 1 << heap[{at}]")
        return (mask,)
    return mask_of(c, e)


def _mask_of_call(c: Context, e: Expr) -> Mask | None:
    function = c.unit.program.functions[e.static[0]]
    if function.body.op not in ("zone_pieces", "pick", "without", "collect", "pieces_of", "call"):
        return None
    if any(argument.op not in ("cell", "const") for argument in e.args):
        return None
    names = {p: c(argument) for p, argument in zip(function.parameters, e.args, strict=True)}
    kinds = {p: c.kind(argument) for p, argument in zip(function.parameters, e.args, strict=True)}
    with c.binding(names, kinds), c.seats_from("first"):
        mask = mask_of(c, function.body)
    if mask is not None and c.unit.counting is not None:
        c.unit.counting.function(c, e.static[0])
    return mask


def _mask_of_zone(c: Context, zone: Expr) -> Mask | None:
    if zone.op != "zone" or not c.unit.features.is_mask[zone.static[0]]:
        return None
    words = c.unit.features.words
    at = c(zone)
    if words == 1:
        return (f"zone_mask[{at}]",)
    if at.isdigit():
        return tuple(f"zone_mask[{int(at) * words + word}]" for word in range(words))
    at = c.hold(at)
    return tuple(f"zone_mask[{at} * {words} + {word}]" for word in range(words))


def mask_of_pick(
    c: Context, e: Expr, of: Callable[[Context, Expr], Mask | None] | None = None
) -> Mask | None:
    """The mask of those of a list, by `of` or `mask_of`, that satisfy a condition (`pick`, `has`)."""
    whole = (of or mask_of)(c, e.args[0])
    if whole is None:
        return None
    with c.pieces_from(e.args[0]):
        return mask_among(c, e.args[1], e.static[0], is_known(c, e.args[0]), whole)


def mask_of_steps(
    c: Context, steps: Sequence[Gen | Cond], of: Callable[[Context, Expr], Mask | None] = mask_of
) -> Mask | None:
    """The mask of what one generator over a list of pieces and conditions behind it bind; `of` gives that of
    the list.
    """
    first, *rest = steps
    if not isinstance(first, Gen) or first.kind != "list" or any(isinstance(step, Gen) for step in rest):
        return None
    if c.seats == "chooser" and not is_known(c, first.args[0]):
        return None
    mask = of(c, first.args[0])
    for step in rest:
        if mask is None or not isinstance(step, Cond):
            return None
        if step.soft:
            mask = held(c, mask)
        with c.at(step.origin), c.pieces_from(first.args[0]):
            fit = mask_among(c, step.test, first.cell, is_known(c, first.args[0]), mask)
        if fit is not None and step.soft:
            # it binds only where it leaves something
            fit = held(c, fit)
            some = c.hold(is_any(fit), "some")
            fit = tuple(
                "0" if word == "0" else f"({new} if {some} else {word})"
                for new, word in zip(fit, mask, strict=True)
            )
        mask = fit
    return mask


def is_known(c: Context, pieces: Expr) -> bool:
    """Whether the one who chooses surely knows all pieces of a list (or nobody's knowledge matters now)."""
    if not c.reading or not c.unit.features.known:
        return True
    if c.unit.features.facing:
        return False
    if pieces.op in ("pick", "without", "last_n"):
        return is_known(c, pieces.args[0])
    if pieces.op == "collect" and pieces.clause is not None and not pieces.args:
        last = [s for s in pieces.clause.steps if isinstance(s, Gen) and s.cell == last_bound(pieces.clause)]
        return last[0].kind == "list" and is_known(c, last[0].args[0])
    if pieces.op in ("join",):
        return all(is_known(c, argument) for argument in pieces.args)
    if pieces.op == "list":
        return all(
            argument.op in ("zone_top", "zone_first") and is_known(c, argument) for argument in pieces.args
        )
    if pieces.op in ("zone_pieces", "zone_top", "zone_first") and pieces.args[0].op == "zone":
        return _zone_is_seen(c, pieces.args[0])
    return False


def _zone_is_seen(c: Context, zone: Expr) -> bool:
    family = c.unit.program.zones[zone.static[0]]
    if family.visibility == "open":
        return True
    if family.visibility != "private" or family.owner_key is None:
        return False
    owner = zone.args[family.owner_key]
    return c.who is not None and owner == c.who


# ---------------------------------------------------------------------------------------------
# Conditions as masks


def mask_where(c: Context, test: Expr, cell: int, known: bool) -> Mask | None:
    """The mask of the pieces that satisfy a condition when they stand in `cell`; see the module.

    `known`: reading such a piece needs no leave.
    """
    if c.unit.counting is not None and c.unit.counting.is_inside(test):
        return None
    if cell not in c.unit.cells.free(test):
        if not is_total(c, test):
            return None
        return where(c.hold(c(test)), everything(c))
    if known:
        fixed = _fixed_where(c, test, cell)
        if fixed is not None:
            return fixed
    if test.op in ("and", "or"):
        parts = []
        for argument in test.args:
            part = mask_where(c, argument, cell, known)
            if part is None:
                return None
            parts.append(part)
        found = parts[0]
        for part in parts[1:]:
            found = both(found, part) if test.op == "and" else either(found, part)
        return found
    if test.op == "not":
        inner = mask_where(c, test.args[0], cell, known)
        return None if inner is None else without(everything(c), inner)
    if test.op == "call":
        return _where_call(c, test, cell, known)
    return _where_form(c, test, cell) if known else None


def mask_among(c: Context, test: Expr, cell: int, known: bool, among: Mask) -> Mask | None:
    """Those of some pieces that satisfy a condition; what may be a fault is reckoned only where a piece
    comes to it.
    """
    whole = c.attempt(lambda: mask_where(c, test, cell, known))
    if whole is not None:
        return both(among, whole)
    if cell not in c.unit.cells.free(test):
        return _same_for_all(c, test, among)
    if test.op in ("and", "or"):
        return _junction_among(c, test, cell, known, among)
    if test.op == "not":
        among = held(c, among)
        inner = mask_among(c, test.args[0], cell, known, among)
        return None if inner is None else without(among, inner)
    if test.op == "call":
        return _call_among(c, test, cell, known, among)
    return _form_among(c, test, cell, among) if known else None


def _same_for_all(c: Context, test: Expr, among: Mask) -> Mask:
    """A condition that does not look at the piece: all or none, reckoned only where there are pieces."""
    if all(word == "0" for word in among):
        return among
    among = held(c, among)
    holds = c.fresh("holds")
    c.out(f"{holds} = 0")
    with c.out.under(f"if {is_any(among)}:"):
        c.out(f"{holds} = {c(test)}")
    return where(holds, among)


def _junction_among(c: Context, test: Expr, cell: int, known: bool, among: Mask) -> Mask | None:
    if test.op == "and":
        found: Mask | None = among
        for argument in test.args:
            found = None if found is None else mask_among(c, argument, cell, known, found)
            if found is not None and all(word == "0" for word in found):
                break
        return found
    left = held(c, among)
    total: Mask | None = None
    for index, argument in enumerate(test.args):
        part = mask_among(c, argument, cell, known, left)
        if part is None:
            return None
        if all(word == "0" for word in part):
            total = total or part
            continue
        part = held(c, part)
        total = part if total is None else either(total, part)
        if index < len(test.args) - 1:
            left = held(c, without(left, part))
    return total


def _call_among(c: Context, test: Expr, cell: int, known: bool, among: Mask) -> Mask | None:
    found = inner_call(c, test, cell)
    if found is None:
        return None
    body, stands, names, kinds = found
    if c.unit.counting is not None:
        among = held(c, among)
        with c.out.under(f"if {is_any(among)}:"):
            c.unit.counting.function(c, test.static[0])
    with c.binding(names, kinds), c.seats_from("first"):
        return mask_among(c, body, stands, known, among)


def _form_among(c: Context, test: Expr, cell: int, among: Mask) -> Mask | None:
    """A comparison of a printed value with one that may be a fault to ask for."""
    sides: list[tuple[Expr, Expr, str]] = []
    if test.op in COMPARED:
        sides = [(test.args[0], test.args[1], test.op), (test.args[1], test.args[0], TURNED[test.op])]
    elif test.op == "attr_is":
        sides = [(Expr("attr", (test.args[0],), test.static), test.args[1], "eq")]
    for one, other, op in sides:
        if one.op != "attr" or not _is_cell(one.args[0], cell) or cell in c.unit.cells.free(other):
            continue
        if (_lacks(c, one.static[0]) and test.op != "attr_is") or c.kind(other).none:
            continue
        among = held(c, among)
        result = tuple("0" if word == "0" else c.fresh("among") for word in among)
        for name in result:
            if name != "0":
                c.out(f"{name} = 0")
        with c.out.under(f"if {is_any(among)}:"):
            mask = _by_value(c, one.static[0], op, other)
            if mask is None:
                return None
            for name, word in zip(result, both(among, mask), strict=True):
                if name != "0":
                    c.out(f"{name} = {word}")
        return result
    return None


def inner_call(c: Context, test: Expr, cell: int) -> tuple[Expr, int, dict[int, str], dict[int, Kind]] | None:
    """The body of a define that is asked of the piece in `cell`, the parameter it stands in, the others'
    names.
    """
    function = c.unit.program.functions[test.static[0]]
    names: dict[int, str] = {}
    stands = -1
    for parameter, argument in zip(function.parameters, test.args, strict=True):
        if argument.op == "cell" and argument.static[0] == cell:
            if stands >= 0:
                return None
            stands = parameter
        elif argument.op in ("cell", "const"):
            names[parameter] = c(argument)
        else:
            return None
    if stands < 0:
        return None
    kinds = {p: c.kind(a) for p, a in zip(function.parameters, test.args, strict=True) if p != stands}
    return function.body, stands, names, kinds


def _where_call(c: Context, test: Expr, cell: int, known: bool) -> Mask | None:
    found = inner_call(c, test, cell)
    if found is None:
        return None
    body, stands, names, kinds = found
    with c.binding(names, kinds), c.seats_from("first"):
        return mask_where(c, body, stands, known)


_FIXED = frozenset(
    ("const", "cell", "attr", "attr_is", "face", "face_in", "family_is", "owner", "same_face", "and", "or",
     "not", "if", "eq", "ne", "lt", "le", "gt", "ge", "add", "sub", "mul", "div", "mod", "neg", "abs",
     "greatest", "least", "number", "member", "shift")
)  # fmt: skip


def is_fixed(c: Context, e: Expr) -> bool:
    """Whether an expression depends on nothing but its locals and what is printed on pieces."""
    if e.op == "call":
        function = c.unit.program.functions[e.static[0]]
        return all(is_fixed(c, argument) for argument in e.args) and is_fixed(c, function.body)
    if e.op == "table":
        rows = c.unit.program.tables[e.static[0]].rows
        return all(is_fixed(c, argument) for argument in e.args) and all(
            is_fixed(c, row.value) for row in rows
        )
    return e.op in _FIXED and e.clause is None and all(is_fixed(c, argument) for argument in e.args)


def _fixed_where(c: Context, test: Expr, cell: int) -> Mask | None:
    """A condition that only looks at what is printed on the piece is known now, for every piece."""
    pieces = fixed_pieces(c, test, cell)
    return None if pieces is None else fixed_mask(c, pieces)


def fixed_pieces(c: Context, test: Expr, cell: int) -> list[int] | None:
    """The pieces that satisfy a condition on what is printed on the one in `cell`; None: it asks for more."""
    values = fixed_values(c, test, cell)
    return None if values is None else [piece for piece, holds in values.items() if holds]


def fixed_values(c: Context, e: Expr, cell: int) -> dict[int, Any] | None:
    """What an expression gives for each piece that may stand in `cell`; None where it asks for more than what
    is printed, or may be a fault.
    """
    if c.unit.cells.free(e) != {cell} or not is_fixed(c, e):
        return None
    layout = c.unit.layout
    code = c.unit.reference(e)
    st = State(empty_position(layout), Scripted())
    values = {}
    for piece in range(layout.piece_count):
        if c.universe is not None and layout.piece_family[piece] not in c.universe:
            continue
        st.cells[cell] = piece
        try:
            values[piece] = code(st)
        except RulesFault:
            return None
    return values


def _is_cell(e: Expr, cell: int) -> bool:
    return e.op == "cell" and e.static[0] == cell


def _where_form(c: Context, test: Expr, cell: int) -> Mask | None:
    layout = c.unit.layout
    pieces = range(layout.piece_count)
    if test.op in ("face_in", "family_is") and _is_cell(test.args[0], cell):
        if test.op == "face_in":
            return fixed_mask(c, [p for p in pieces if layout.piece_face[p] in test.static])
        return fixed_mask(c, [p for p in pieces if layout.piece_family[p] == test.static[0]])
    if test.op == "attr_is" and _is_cell(test.args[0], cell):
        return _where_attribute(c, test, cell)
    if test.op == "contains" and _is_cell(test.args[1], cell):
        return mask_of(c, test.args[0]) if is_total(c, test.args[0]) else None
    if test.op in COMPARED:
        for one, other, op in ((0, 1, test.op), (1, 0, TURNED[test.op])):
            found = _where_compared(c, test.args[one], op, test.args[other], cell)
            if found is not None:
                return found
    return None


def _values(c: Context, attribute: int) -> list[int | None]:
    layout = c.unit.layout
    return [layout.face_values[attribute][face] for face in layout.piece_face]


def _lacks(c: Context, attribute: int) -> bool:
    """Whether a piece that is asked of may have no such value."""
    families = c.unit.layout.piece_family
    values = _values(c, attribute)
    return any(v is None and (c.universe is None or families[p] in c.universe) for p, v in enumerate(values))


def _where_attribute(c: Context, test: Expr, cell: int) -> Mask | None:
    wanted = test.args[1]
    if cell in c.unit.cells.free(wanted) or not is_total(c, wanted):
        return None
    values = _values(c, test.static[0])
    if wanted.op == "const":
        fixed = wanted.static[0]
        return fixed_mask(c, [p for p, v in enumerate(values) if v is not None and v == fixed])
    return _by_value(c, test.static[0], "eq", wanted)


def _by_value(c: Context, attribute: int, op: str, wanted: Expr) -> Mask | None:
    """The pieces whose value compares so with one that is known only in play.

    Members are all in the table; of other numbers those beyond its ends change nothing. "Nothing" is below
    all.
    """
    values = _values(c, attribute)
    there = [v for v in values if v is not None]
    if not there or max(there) - min(there) > _MOST_VALUES:
        return None
    domain = c.unit.program.attributes[attribute].domain
    low, high = min(there) - 1, max(there) + 1
    if domain is not None:
        low, high = -1 if c.kind(wanted).none else 0, len(c.unit.program.domains[domain].members) - 1
    compare = COMPARED[op]
    lies_in_zone = wanted.op == "attr" and wanted.args[0].op in ("zone_top", "zone_first")
    if lies_in_zone and c.unit.has_value(wanted.args[0], wanted.static[0]):
        return _by_piece(c, values, compare, wanted)
    rows = [
        [p for p, v in enumerate(values) if v is not None and compare(v, number)]
        for number in range(low, high + 1)
    ]
    at = c.hold(c(wanted))
    if domain is None:
        at = f"min(max({at}, {low}), {high})"
    elif low < 0:
        at = f"max({at}, -1)"
    return mask_from(c, rows, f"{at} + {-low}" if low < 0 else f"{at} - {low}" if low else at, f"pieces_{op}")


def _by_piece(
    c: Context, values: Sequence[int | None], compare: Callable[[int, int], bool], wanted: Expr
) -> Mask:
    """The pieces whose value compares so with what is printed on a piece that lies somewhere: one look into
    a table by that piece.
    """
    from interpreter.compiled.code.pieces import read

    rows = [
        [p for p, v in enumerate(values) if v is not None and other is not None and compare(v, other)]
        for other in _values(c, wanted.static[0])
    ]
    return mask_from(c, rows, read(c, wanted.args[0]), "pieces_like")


def _where_compared(c: Context, one: Expr, op: str, other: Expr, cell: int) -> Mask | None:
    if cell in c.unit.cells.free(other) or not is_total(c, other):
        return None
    if _is_cell(one, cell) and op in ("eq", "ne"):
        piece = c.hold(c(other))
        mask = bit(c, f"max({piece}, 0)" if c.kind(other).none else piece)
        if c.kind(other).none:
            mask = where(f"{piece} != {NONE}", mask)
        return mask if op == "eq" else without(everything(c), mask)
    if one.op == "attr" and _is_cell(one.args[0], cell):
        values = _values(c, one.static[0])
        if _lacks(c, one.static[0]) or c.kind(other).none:
            return None
        if other.op == "const":
            fixed = other.static[0]
            return fixed_mask(
                c, [p for p, v in enumerate(values) if v is not None and COMPARED[op](v, fixed)]
            )
        return _by_value(c, one.static[0], op, other)
    return None


_TOTAL = frozenset(
    ("const", "cell", "and", "or", "not", "eq", "ne", "attr_is", "face_in", "family_is", "size", "zone_size",
     "contains", "family_size", "over", "turn", "pieces_of", "if", "zone_by", "meld_kind", "meld_size",
     "meld_by")
)  # fmt: skip


_TOTAL_OF_SOMETHING = frozenset(
    ("add", "sub", "lt", "le", "gt", "ge", "neg", "abs", "least", "greatest", "var", "zone", "held",
     "seat_holder", "zone_holder", "team", "others", "shift")
)  # fmt: skip


def is_total(c: Context, e: Expr) -> bool:
    """Whether an expression surely gives a value, whatever the position: it may be reckoned before it is
    needed.
    """
    if e.op in _TOTAL_OF_SOMETHING:
        if any(c.kind(argument).none for argument in e.args):
            return False
    elif e.op in ("zone_pieces", "zone_top", "zone_first"):
        if e.args[0].op != "zone":
            return False
        family = c.unit.program.zones[e.args[0].static[0]]
        if any(c.unit.features.may_wait[family.base : family.base + family.count]):
            return False
    elif e.op == "attr":
        return _reads_surely(c, e)
    elif e.op == "call":
        function = c.unit.program.functions[e.static[0]]
        return all(is_total(c, argument) for argument in e.args) and is_total(c, function.body)
    elif e.op not in _TOTAL:
        return False
    if c.reading and c.unit.features.known and e.op in ("attr_is", "face_in"):
        return False
    return all(is_total(c, argument) for argument in e.args)


def _reads_surely(c: Context, e: Expr) -> bool:
    """A printed value that every piece has, of a piece that is surely there and known."""
    if not c.unit.has_value(e.args[0], e.static[0]) or c.kind(e.args[0]).none:
        return False
    return is_total(c, e.args[0]) and (not c.reading or not c.unit.features.known)


_DECIDES = frozenset(("zone_pieces", "zone_top", "zone_first"))


def may_decide(unit: Unit, node: object) -> bool:
    """Whether asking what stands in a part of the Program may have to decide a place of an undecided pile."""
    features = unit.features
    if not any(features.may_wait):
        return False
    for part in nodes(node):
        if not isinstance(part, Expr):
            continue
        if part.op == "call" and may_decide(unit, unit.program.functions[part.static[0]].body):
            return True
        if part.op == "table" and may_decide(unit, unit.program.tables[part.static[0]]):
            return True
        family = None
        if part.op == "family_pieces":
            family = part.static[0]
        elif part.op not in _DECIDES:
            continue
        elif part.args[0].op == "zone":
            family = part.args[0].static[0]
        if family is None:
            return True
        declared = unit.program.zones[family]
        if any(features.may_wait[declared.base : declared.base + declared.count]):
            return True
    return False
