"""Tables: rows of patterns over keys that are known at set-up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product, repeat
from math import prod
from typing import Final

from interpreter import program as p
from ruledsl.diagnostics import did_you_mean
from ruledsl.lower import convert, expressions
from ruledsl.lower.context import Asked, Context, Term
from ruledsl.lower.faces import fixed_faces
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

MOST_ROWS: Final = 1000
"""`itself` makes at most so many rows."""

MOST_COMPARED: Final = 300
"""So many rows are looked at for one that can never be reached."""

MOST_ASKED: Final = 3000
"""For so many keys it is looked whether each has a row."""

Ranges = tuple[tuple[int, int | None], ...] | None
"""Which key values a row's pattern takes; None: any."""


def key_of(cx: Context, name: nodes.Name) -> s.TableKey:
    """What a key runs over; a name that means nothing is just a label for numbers."""
    if name.id == "card":
        return s.TableKey("face")
    if name.id == "players":
        return s.TableKey("players")
    domain = cx.domain(name.id)
    if domain is not None:
        symbol = cx.names.get(name.id)
        if symbol is not None:
            symbol.used = True
        return s.TableKey("domain", domain=domain)
    index = cx.attribute(name.id)
    if index is not None:
        attribute = cx.attributes[index]
        if attribute.domain is not None:
            return s.TableKey("domain", domain=attribute.domain, attribute=index)
        return s.TableKey("attribute", attribute=index)
    near = did_you_mean(name.id, cx.domain_names())
    if near:
        cx.report("W509", name, near, name=name.id)
    return s.TableKey("number", label=name)


def lower(cx: Context, symbol: s.TableSymbol, place: nodes.Node) -> Type:
    """Writes the table into the Program, once, and finds the type of its values; `place` asks for it."""
    if symbol.value_type is not None:
        return symbol.value_type
    if cx.is_asking("table", symbol.name, 0, place):
        return t.UNKNOWN
    declaration = symbol.declaration
    with cx.asking(Asked("table", symbol.name, place.span, declaration.span)):
        rows, type_ = _rows(cx, symbol)
    symbol.value_type = type_
    domains = tuple(_domain(k) for k in symbol.keys)
    names = tuple(k.id for k in declaration.keys)
    cx.tables[symbol.index] = p.Table(symbol.name, names, domains, rows, cx.origin(declaration))
    return type_


def _rows(cx: Context, symbol: s.TableSymbol) -> tuple[tuple[p.TableRow, ...], Type]:
    rows: list[p.TableRow] = []
    type_: Type | None = None
    if not symbol.declaration.rows and not cx.effective.lost:
        cx.report("E327", symbol.declaration.name, name=symbol.name)
    for row in symbol.declaration.rows:
        before = len(rows)
        for keys, value in _row(cx, symbol, row, type_):
            rows.append(p.TableRow(keys, value.expr))
            joined = value.type if type_ is None else t.join(type_, value.type)
            if joined is None:
                cx.report("E174", row, name=symbol.name, left=str(type_), right=str(value.type))
                joined = t.UNKNOWN
            type_ = joined
        new = rows[before:]
        if new and not any(_can_be_asked(cx, symbol, x) for x in new):
            cx.doubt("W524", row)
        if new and before < MOST_COMPARED and all(_covered(x, rows[:before]) for x in new):
            cx.doubt("W516", row)
    missing = _missing(cx, symbol, rows) if rows else ""
    if missing:
        cx.doubt("W525", symbol.declaration.name, (), name=symbol.name, key=missing)
    return tuple(rows), type_ or t.UNKNOWN


def _can_be_asked(cx: Context, symbol: s.TableSymbol, row: p.TableRow) -> bool:
    """Whether the keys of a row can be those that are asked for in this configuration."""
    for key, ranges in zip(symbol.keys, row.keys, strict=True):
        if ranges is None:
            continue
        if key.kind == "players":
            low = high = cx.config.players
        elif key.kind == "attribute" and key.attribute is not None:
            low, high = cx.attributes[key.attribute].low, cx.attributes[key.attribute].high
        else:
            continue
        if not any(a <= high and (b is None or low <= b) for a, b in ranges):
            return False
    return True


def _missing(cx: Context, symbol: s.TableSymbol, rows: Sequence[p.TableRow]) -> str:
    """The first key for which there is no row, in words; empty where each has one, or they are too many."""
    values: list[list[int]] = []
    for key in symbol.keys:
        if key.kind == "players":
            values.append([cx.config.players])
        elif key.kind == "domain" and key.domain is not None:
            values.append(list(range(len(cx.domains[key.domain].members))))
        elif key.kind == "face":
            values.append([n for n, face in enumerate(cx.faces) if not face.virtual])
        else:
            return ""
    if prod(map(len, values)) > MOST_ASKED:
        return ""
    for asked in product(*values):
        if not any(all(map(_takes, row.keys, asked)) for row in rows):
            words = map(_shown_key, repeat(cx), symbol.keys, asked)
            return ", ".join(words)
    return ""


def _takes(ranges: Ranges, value: int) -> bool:
    return ranges is None or any(low <= value and (high is None or value <= high) for low, high in ranges)


def _shown_key(cx: Context, key: s.TableKey, value: int) -> str:
    if key.kind == "face":
        return cx.faces[value].name
    return cx.domains[key.domain].members[value] if key.domain is not None else str(value)


def _covered(row: p.TableRow, earlier: list[p.TableRow]) -> bool:
    """Whether one earlier row takes everything that this one would."""
    return any(all(map(_within, row.keys, other.keys)) for other in earlier)


def _within(inner: Ranges, outer: Ranges) -> bool:
    if outer is None or inner is None:
        return outer is None
    return all(
        any(low <= a and (high is None or (b is not None and b <= high)) for low, high in outer)
        for a, b in inner
    )


def _domain(key: s.TableKey) -> int | None:
    if key.kind == "domain":
        return key.domain
    return -1 if key.kind == "face" else None


Row = tuple[tuple[Ranges, ...], Term]
"""The keys of one row, and its value."""


def _row(cx: Context, symbol: s.TableSymbol, row: nodes.TableRow, expect: Type | None) -> list[Row]:
    """The rows that one written row stands for; several values run over the last key, from 1."""
    keys = symbol.keys
    several = len(row.values) > 1
    wanted = len(keys) - 1 if several or len(row.keys) == len(keys) - 1 else len(keys)
    if not row.keys and not (several and len(keys) == 1):
        ranges: list[Ranges] = [None] * (wanted if several else len(keys))
    elif row.keys and len(row.keys) == wanted:
        ranges = [_ranges(cx, key, node) for key, node in zip(keys, row.keys, strict=False)]
    else:
        cx.report("E301", row, name=symbol.name, wanted=len(keys), found=len(row.keys))
        return []
    if any(r == () for r in ranges):
        return []
    if len(ranges) == len(keys):
        return _values(cx, symbol, ranges, row.values[0], expect)
    last = keys[-1]
    if last.domain is not None and len(row.values) > len(cx.domains[last.domain].members):
        of = cx.domains[last.domain]
        cx.doubt("E322", row, found=len(row.values), enum=of.name, limit=len(of.members))
    found: list[Row] = []
    for column, value in enumerate(row.values):
        position = column if last.kind == "domain" else column + 1
        found.extend(_values(cx, symbol, [*ranges, ((position, position),)], value, expect))
    return found


def _values(
    cx: Context, symbol: s.TableSymbol, ranges: list[Ranges], node: nodes.Expr, expect: Type | None
) -> list[Row]:
    if isinstance(node, nodes.Name) and node.id == "itself":
        return _itself(cx, symbol, node, ranges)
    return [(tuple(ranges), expressions.expression(cx, Scope(), node, expect))]


def _itself(cx: Context, symbol: s.TableSymbol, node: nodes.Name, ranges: list[Ranges]) -> list[Row]:
    """A row `2..9: itself` becomes a row for each key value."""
    key = symbol.keys[0]
    if len(symbol.keys) != 1 or ranges[0] is None or key.kind == "face":
        cx.report("E303", node)
        return []
    found: list[Row] = []
    for low, high in ranges[0]:
        if high is None:
            cx.report("E303", node)
            return []
        if high - low >= MOST_ROWS:
            cx.report("E312", node, what="rows", count=high - low + 1, limit=MOST_ROWS)
            return []
        for value in range(low, high + 1):
            number = cx.domains[key.domain].numbers[value] if key.domain is not None else value
            if number is None:
                cx.report("E303", node)
                return []
            found.append(((((value, value),),), cx.constant(number, t.NUMBER, node)))
    return found


def _ranges(cx: Context, key: s.TableKey, node: nodes.Expr) -> Ranges:
    """The key values that a pattern takes; an empty tuple after a report."""
    if isinstance(node, nodes.Name) and node.id == "any":
        return None
    if isinstance(node, nodes.Name) and node.id == "players" and key.kind == "players":
        return ((cx.config.players, cx.config.players),)
    if key.kind == "face":
        return _faces(cx, node)
    if isinstance(node, nodes.Alternatives):
        parts = [_ranges(cx, key, item) for item in node.items]
        if any(part is None for part in parts):
            return None
        return tuple(r for part in parts if part is not None for r in part)
    if isinstance(node, nodes.Range):
        low = _single(cx, key, node.low)
        high = _single(cx, key, node.high) if node.high is not None else _last(cx, key)
        if low is None or (node.high is not None and high is None):
            return ()
        if high is not None and low > high:
            cx.report("E329", node, low=node.low.span.text, high=(node.high or node).span.text)
            return ()
        return ((low, high),)
    value = _single(cx, key, node)
    return () if value is None else ((value, value),)


def _last(cx: Context, key: s.TableKey) -> int | None:
    return len(cx.domains[key.domain].members) - 1 if key.domain is not None else None


def _single(cx: Context, key: s.TableKey, node: nodes.Expr) -> int | None:
    """One value of a key; a member that is not there with these players makes a row that never fits."""
    if key.domain is None:
        term = expressions.expression(cx, Scope(), node, t.NUMBER)
        if key.label is not None and term.type.kind == "member":
            cx.report("E318", key.label, name=key.label.id, enum=term.type.name, member=node.span.text)
            return None
        return expressions.fixed_number(cx, Scope(), node)
    domain = cx.domains[key.domain]
    if isinstance(node, (nodes.Name, nodes.Number)):
        index = cx.member(node.span.text, domain.name)
        if index is not None:
            return index
        if not isinstance(cx.names.get(node.span.text), (s.Constant, s.DefineSymbol)):
            number = node.value if isinstance(node, nodes.Number) else None
            if number is not None and number in domain.numbers:
                return domain.numbers.index(number)
            near = did_you_mean(node.span.text, domain.members)
            cx.doubt("E114", node, near, name=node.span.text, enum=domain.name)
            return None
    term = expressions.expression(cx, Scope(), node, t.member(domain.name))
    term = convert.as_member(cx, term, key.domain, node)
    if term.type.is_unknown:
        return None
    if not term.is_constant or term.value is None:
        cx.report("E162", node)
        return None
    return int(term.value)


def _faces(cx: Context, node: nodes.Expr) -> Ranges:
    faces = fixed_faces(cx, node)
    if faces is None:
        cx.doubt("E304", node)
        return ()
    return tuple((f, f) for f in sorted(faces))


# -- reading --------------------------------------------------------------------------------------


def lookup(
    cx: Context, scope: Scope, node: nodes.Node, symbol: s.TableSymbol, items: tuple[nodes.Expr, ...]
) -> Term:
    """`table[key, key]`."""
    if len(items) != len(symbol.keys):
        names = tuple(k.id for k in symbol.declaration.keys)
        cx.report("E154", node, name=symbol.name, keys=names, wanted=len(symbol.keys), found=len(items))
        return cx.bad(node)
    keys = [_key_term(cx, scope, key, item) for key, item in zip(symbol.keys, items, strict=True)]
    return _read(cx, node, symbol, keys)


def _key_term(cx: Context, scope: Scope, key: s.TableKey, item: nodes.Expr) -> Term:
    wanted = t.member(cx.domains[key.domain].name) if key.domain is not None else None
    term = expressions.expression(cx, scope, item, wanted)
    found = _as_key(cx, item, key, term)
    return found if found is not None else convert.expected(cx, term, _key_words(cx, key), item)


def _key_words(cx: Context, key: s.TableKey) -> str:
    if key.kind == "domain" and key.domain is not None:
        return t.describe(t.member(cx.domains[key.domain].name))
    return "a card" if key.kind == "face" else "a number"


def _as_key(cx: Context, node: nodes.Node, key: s.TableKey, term: Term) -> Term | None:
    """The value under which a thing stands in a table: itself, or the attribute of a card."""
    type_ = term.type
    if type_.is_unknown:
        return term
    if convert.reads_as_piece(type_):
        piece = convert.piece(cx, term, node)
        if key.kind == "face":
            return cx.term("face", t.NUMBER, node, piece)
        index = key.attribute
        if index is None and key.domain is not None:
            index = _attribute_with(cx, key.domain)
        if index is not None:
            return cx.term("attr", type_, node, piece, static=(index,))
        return None
    if key.kind == "domain" and key.domain is not None:
        if type_.kind == "member":
            return term if cx.domain_of(type_) == key.domain else None
        return convert.as_member(cx, term, key.domain, node) if type_.kind == "number" else None
    if type_.kind == "face":
        return term if key.kind == "face" else None
    return term if type_.kind == "number" else None


def _attribute_with(cx: Context, domain: int) -> int | None:
    """The one attribute whose values are of that domain."""
    found = [i for i, a in enumerate(cx.attributes) if a.domain == domain]
    return found[0] if len(found) == 1 else None


def of_thing(cx: Context, node: nodes.Attribute, symbol: s.TableSymbol, of: Term) -> Term | None:
    """`thing.table` for a table with one key, or None where the thing has no such key."""
    key = _as_key(cx, node, symbol.keys[0], of)
    return None if key is None else _read(cx, node, symbol, [key])


def _read(cx: Context, node: nodes.Node, symbol: s.TableSymbol, keys: list[Term]) -> Term:
    type_ = lower(cx, symbol, node)
    symbol.used = True
    table = cx.tables[symbol.index]
    for position, key in enumerate(symbol.keys if table is not None else ()):
        if expressions.fixed(keys[position]) and table is not None:
            _check_reach(cx, node, symbol, key, table, position, keys[position].value)
    return cx.term("table", type_, node, *keys, static=(symbol.index,))


def _check_reach(
    cx: Context,
    node: nodes.Node,
    symbol: s.TableSymbol,
    key: s.TableKey,
    table: p.Table,
    position: int,
    value: int,
) -> None:
    """A table without a row for a value that is fixed at set-up, found before the first game."""
    for row in table.rows:
        ranges = row.keys[position]
        if ranges is None or any(low <= value and (high is None or value <= high) for low, high in ranges):
            return
    if key.kind == "players":
        cx.report("E302", symbol.declaration.name, name=symbol.name, players=value)
    else:
        shown = cx.domains[key.domain].members[value] if key.domain is not None else str(value)
        cx.report("E323", node, name=symbol.name, value=shown)
