"""Sets of members as masks: which values the pieces of a zone have is a few shifts, and no question for each.

That is so where the pieces of every member of a domain stand in one pattern, as four neighbours for each:
then a bit for each member comes out of a mask of pieces by laying shifted copies of it over one another.
Where a condition on members may be a fault, none of this is done: then each member is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from attrs import frozen

from interpreter.compiled.code.masks import TURNED, inner_call, is_known, mask_among, mask_of
from interpreter.compiled.code.unit import Context
from interpreter.program import PLAYER_DOMAIN, Cond, Expr, Gen

T = TypeVar("T")

_MOST_OFFSETS = 8


@frozen
class Pattern:
    """The pieces of member m are `m * stride + offset` for each of the offsets; there are `count` members."""

    stride: int
    offsets: tuple[int, ...]
    count: int

    @property
    def places(self) -> int:
        """The bits that stand for members."""
        return sum(1 << member * self.stride for member in range(self.count))


@frozen
class Members:
    """Some members: `mask` has bit `m * stride` of each member m."""

    mask: str
    stride: int

    def member(self, bit: str) -> str:
        """The member that a bit stands for."""
        return bit if self.stride == 1 else f"{bit} // {self.stride}"


def member_mask(c: Context, gen: Gen, tests: Sequence[Expr]) -> Members | None:
    """The members of a generator's domain that satisfy conditions; None, and nothing written, where they
    cannot be told so.
    """
    if gen.kind != "things" or gen.args or gen.static[0] == PLAYER_DOMAIN:
        return None
    if not any(gen.cell in c.unit.cells.free(test) for test in tests):
        return None
    counting = c.unit.counting
    if counting is not None and any(counting.is_inside(test) for test in tests):
        return None
    patterns = [
        pattern_of(c, number)
        for number, attribute in enumerate(c.unit.program.attributes)
        if attribute.domain == gen.static[0]
    ]
    for pattern in dict.fromkeys(pattern for pattern in patterns if pattern is not None):
        found = harmless(c, lambda pattern=pattern: _all(c, tests, gen.cell, pattern))  # type: ignore[misc]
        if found is not None:
            return Members(found, pattern.stride)
    return None


def pattern_of(c: Context, attribute: int) -> Pattern | None:
    """In which pattern the pieces stand that have the members of an attribute's domain printed on them."""
    layout = c.unit.layout
    domain = c.unit.program.attributes[attribute].domain
    if c.unit.features.words > 1 or domain is None:
        return None
    pieces: dict[int, list[int]] = {m: [] for m in range(len(c.unit.program.domains[domain].members))}
    for piece, face in enumerate(layout.piece_face):
        value = layout.face_values[attribute][face]
        if value is not None:
            pieces[value].append(piece)
    if len(pieces) < 2 or not 1 <= len(pieces[0]) <= _MOST_OFFSETS:
        return None
    stride = pieces[1][0] - pieces[0][0] if pieces[1] else 0
    offsets = tuple(pieces[0])
    for member, standing in pieces.items():
        if tuple(piece - member * stride for piece in standing) != offsets:
            return None
    return Pattern(stride, offsets, len(pieces)) if stride > 0 else None


_CALLED = re.compile(r"([A-Za-z_][A-Za-z_0-9]*)\(")
_STEERS = re.compile(r"\b(return|heap)\b")
_STORES = re.compile(r"\w+\[.*?\] [-+*/|&^<>%]*= ")
_BUILT_IN = frozenset(("popcount", "ctz", "min", "max", "abs"))


def harmless(c: Context, write: Callable[[], T | None]) -> T | None:
    """As `Context.attempt`, but nothing either where what was written may be a fault, change something or
    take room in the heap: it may be reckoned although nobody asks for it.
    """

    def tried() -> T | None:
        result, lines = c.apart(write)
        texts = [*(text for _, text in lines), str(result)]
        if result is None or not all(is_harmless(text) for text in texts):
            return None
        c.out.again(lines)
        return result

    return c.attempt(tried)


def is_harmless(text: str) -> bool:
    """Whether a line or an expression is no more than reckoning with what stands in memory."""
    if _STEERS.search(text) or _STORES.match(text):
        return False
    return set(_CALLED.findall(text)) <= _BUILT_IN


# ---------------------------------------------------------------------------------------------
# Conditions


def _all(c: Context, tests: Sequence[Expr], cell: int, pattern: Pattern) -> str | None:
    found: list[str] = []
    for test in tests:
        mask = _where(c, test, cell, pattern)
        if mask is None:
            return None
        found.append(mask)
    return c.hold(" & ".join(found), "members")


def _where(c: Context, test: Expr, cell: int, pattern: Pattern) -> str | None:
    """The members that satisfy a condition when they stand in `cell`."""
    if cell not in c.unit.cells.free(test):
        return f"({pattern.places} if {c.hold(c(test))} else 0)"
    if test.op in ("and", "or"):
        parts = [_where(c, argument, cell, pattern) for argument in test.args]
        if None in parts:
            return None
        return f"({(' & ' if test.op == 'and' else ' | ').join(str(part) for part in parts)})"
    if test.op == "not":
        inner = _where(c, test.args[0], cell, pattern)
        return None if inner is None else f"({inner} ^ {pattern.places})"
    if test.op == "call":
        called = inner_call(c, test, cell)
        if called is None:
            return None
        body, stands, names, kinds = called
        with c.binding(names, kinds), c.seats_from("first"):
            return _where(c, body, stands, pattern)
    if test.op in ("has", "some"):
        pieces = _pieces(c, test, cell, pattern)
        return None if pieces is None else _at_least(c, pieces, 1, pattern)
    if test.op in TURNED:
        return _compared(c, test, cell, pattern)
    return None


def _compared(c: Context, test: Expr, cell: int, pattern: Pattern) -> str | None:
    a, b = test.args
    for one, other, op in ((a, b, test.op), (b, a, TURNED[test.op])):
        if op in ("eq", "ne") and one.op == "cell" and one.static[0] == cell:
            if cell in c.unit.cells.free(other) or c.kind(other).none:
                return None
            at = c.hold(c(other))
            bit = f"(1 << {at} * {pattern.stride})" if pattern.stride > 1 else f"(1 << {at})"
            return bit if op == "eq" else f"({pattern.places} & ~{bit})"
        if one.op in ("size", "count") and other.op == "const" and type(other.static[0]) is int:
            pieces = _pieces(c, one.args[0] if one.op == "size" else one, cell, pattern)
            return None if pieces is None else _counted(c, pieces, op, other.static[0], pattern)
    return None


def _pieces(c: Context, e: Expr, cell: int, pattern: Pattern) -> str | None:
    """The pieces of which each member is asked for its own: a mask in a local.

    They are those of a list that satisfy conditions, one of which is to have the member printed on them.
    """
    if e.op in ("pick", "has"):
        source, piece = e.args[0], e.static[0]
        tests = list(e.args[1].args) if e.args[1].op == "and" else [e.args[1]]
    elif e.op in ("count", "some") and e.clause is not None and not e.args and not e.clause.keys:
        first, *rest = e.clause.steps or (None,)
        if not isinstance(first, Gen) or first.kind != "list":
            return None
        source, piece = first.args[0], first.cell
        tests = [step.test for step in rest if isinstance(step, Cond) and not step.soft]
        if len(tests) != len(rest):
            return None
    else:
        return None
    own = [test for test in tests if cell in c.unit.cells.free(test)]
    if len(own) != 1 or not _asks_for_member(c, own[0], piece, cell, pattern):
        return None
    if cell in c.unit.cells.free(source) or not is_known(c, source):
        return None
    mask = mask_of(c, source)
    with c.pieces_from(source):
        for test in tests:
            if mask is not None and test is not own[0]:
                mask = mask_among(c, test, piece, True, mask)
    return None if mask is None else c.hold(mask[0], "pieces")


def _asks_for_member(c: Context, test: Expr, piece: int, cell: int, pattern: Pattern) -> bool:
    """Whether a condition is that a piece has the member printed on it."""
    if test.op != "attr_is" or any(argument.op != "cell" for argument in test.args):
        return False
    asked = [argument.static[0] for argument in test.args]
    return asked == [piece, cell] and pattern_of(c, test.static[0]) == pattern


def _counted(c: Context, pieces: str, op: str, number: int, pattern: Pattern) -> str:
    """The members of which there are so many pieces."""
    if op in ("lt", "ge"):
        enough = _at_least(c, pieces, number, pattern)
    elif op in ("le", "gt"):
        enough = _at_least(c, pieces, number + 1, pattern)
    else:
        least, more = (_at_least(c, pieces, n, pattern) for n in (number, number + 1))
        enough = least if more == "0" else f"({least} & ~{more})"
    return enough if op in ("ge", "gt", "eq") else f"({enough} ^ {pattern.places})"


def _at_least(c: Context, pieces: str, number: int, pattern: Pattern) -> str:
    """The members of which there are so many pieces or more."""
    if number <= 0:
        return str(pattern.places)
    if number > len(pattern.offsets):
        return "0"
    copies = [pieces if offset == 0 else f"{pieces} >> {offset}" for offset in pattern.offsets]
    if number in (1, len(copies)):
        return c.hold(f"({(' | ' if number == 1 else ' & ').join(copies)}) & {pattern.places}", "enough")
    # there[i]: of the copies so far there is a bit in more than i
    there = [c.fresh("there") for _ in range(number)]
    for name in there:
        c.out(f"{name} = 0")
    for copy in copies:
        for i in range(number - 1, 0, -1):
            c.out(f"{there[i]} |= {there[i - 1]} & {copy if copy == pieces else f'({copy})'}")
        c.out(f"{there[0]} |= {copy}")
    return c.hold(f"{there[-1]} & {pattern.places}", "enough")
