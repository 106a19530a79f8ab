"""Tables: rows of patterns over keys that are known at set-up."""

from __future__ import annotations

from interpreter import program as p
from ruledsl.lower import convert, expressions, patterns
from ruledsl.lower.context import Context, Term
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

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
        return s.TableKey("domain", domain=domain)
    index = cx.attribute(name.id)
    if index is not None:
        attribute = cx.attributes[index]
        if attribute.domain is not None:
            return s.TableKey("domain", domain=attribute.domain, attribute=index)
        return s.TableKey("attribute", attribute=index)
    return s.TableKey("number")


def lower(cx: Context, symbol: s.TableSymbol) -> None:
    """Writes the table into the Program and finds the type of its values."""
    declaration = symbol.declaration
    rows: list[p.TableRow] = []
    type_: Type | None = None
    for row in declaration.rows:
        for keys, value in _row(cx, symbol, row):
            rows.append(p.TableRow(keys, value.expr))
            joined = value.type if type_ is None else t.join(type_, value.type)
            if joined is None and {type_.kind if type_ else "", value.type.kind} <= {"number", "member"}:
                joined = t.NUMBER
            if joined is None:
                cx.report("E159", row, left=str(type_), right=str(value.type))
                joined = t.UNKNOWN
            type_ = joined
    symbol.value_type = type_ or t.UNKNOWN
    domains = tuple(_domain(k) for k in symbol.keys)
    names = tuple(k.id for k in declaration.keys)
    cx.tables[symbol.index] = p.Table(symbol.name, names, domains, tuple(rows), cx.origin(declaration))


def _domain(key: s.TableKey) -> int | None:
    if key.kind == "domain":
        return key.domain
    return -1 if key.kind == "face" else None


def _row(cx: Context, symbol: s.TableSymbol, row: nodes.TableRow) -> list[tuple[tuple[Ranges, ...], Term]]:
    """The rows that one written row stands for; several values run over the last key, from 1."""
    keys = symbol.keys
    if not row.keys:
        return _values(cx, symbol, row, [None] * len(keys), None)
    spread = len(row.values) > 1 or len(row.keys) == len(keys) - 1
    wanted = len(keys) - 1 if spread else len(keys)
    if len(row.keys) != wanted:
        cx.report("E301", row, name=symbol.name, wanted=len(keys), found=len(row.keys))
        return []
    ranges = [_ranges(cx, key, node) for key, node in zip(keys, row.keys, strict=False)]
    if any(r == () for r in ranges):
        return []
    if spread:
        result = []
        for column, value in enumerate(row.values):
            position = column if keys[-1].kind == "domain" else column + 1
            cell = ((position, position),)
            result.extend(_values(cx, symbol, row, [*ranges, cell], value))
        return result
    return _values(cx, symbol, row, list(ranges), row.values[0])


def _values(
    cx: Context, symbol: s.TableSymbol, row: nodes.TableRow, ranges: list[Ranges], value: nodes.Expr | None
) -> list[tuple[tuple[Ranges, ...], Term]]:
    node = value if value is not None else row.values[0]
    if isinstance(node, nodes.Name) and node.id == "itself":
        return _itself(cx, symbol, node, ranges)
    term = expressions.expression(cx, Scope(), node)
    return [(tuple(ranges), term)]


def _itself(
    cx: Context, symbol: s.TableSymbol, node: nodes.Name, ranges: list[Ranges]
) -> list[tuple[tuple[Ranges, ...], Term]]:
    """A row `2..9: itself` becomes a row for each key value."""
    key = symbol.keys[0]
    if len(symbol.keys) != 1 or ranges[0] is None:
        cx.report("E303", node)
        return []
    result: list[tuple[tuple[Ranges, ...], Term]] = []
    for low, high in ranges[0]:
        for value in range(low, (high if high is not None else low) + 1):
            number: int | None = value
            if key.kind == "domain" and key.domain is not None:
                number = cx.domains[key.domain].numbers[value]
            if number is None:
                cx.report("E303", node)
                return []
            result.append(((((value, value),),), cx.constant(number, t.NUMBER, node)))
    return result


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
        return ((low, high),)
    value = _single(cx, key, node)
    return () if value is None else ((value, value),)


def _last(cx: Context, key: s.TableKey) -> int | None:
    if key.kind == "domain" and key.domain is not None:
        return len(cx.domains[key.domain].members) - 1
    return None


def _single(cx: Context, key: s.TableKey, node: nodes.Expr) -> int | None:
    if key.kind == "domain" and key.domain is not None:
        name = node.id if isinstance(node, nodes.Name) else None
        if isinstance(node, nodes.Number):
            name = str(node.value)
        domain = cx.domains[key.domain]
        if name is not None:
            index = cx.member(name, domain.name)
            if index is None:
                cx.unknown("E114", node, name, domain.members, enum=domain.name)
            return index
        wanted = t.member(domain.name)
        term = expressions.expression(cx, Scope(), node, wanted)
        if term.is_constant and term.type.kind == "member":
            return int(term.value)
        if not term.type.is_unknown:
            cx.report("E162", node)
        return None
    return expressions.fixed_number(cx, Scope(), node)


def _faces(cx: Context, node: nodes.Expr) -> Ranges:
    faces = patterns.fixed_faces(cx, node)
    if faces is None:
        cx.report("E304", node)
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
        if type_.kind == "number":
            return cx.term("member", t.member(cx.domains[key.domain].name), node, term, static=(key.domain,))
        return None
    if type_.kind == "face":
        return term if key.kind == "face" else None
    return term if type_.kind in ("number", "value") else None


def _attribute_with(cx: Context, domain: int) -> int | None:
    """The one attribute whose values are of that domain."""
    found = [i for i, a in enumerate(cx.attributes) if a.domain == domain]
    return found[0] if len(found) == 1 else None


def of_thing(cx: Context, node: nodes.Attribute, symbol: s.TableSymbol, of: Term) -> Term | None:
    """`thing.table` for a table with one key, or None where the thing has no such key."""
    key = _as_key(cx, node, symbol.keys[0], of)
    return None if key is None else _read(cx, node, symbol, [key])


def _read(cx: Context, node: nodes.Node, symbol: s.TableSymbol, keys: list[Term]) -> Term:
    if symbol.value_type is None:
        symbol.value_type = t.UNKNOWN  # a table that reads itself
        lower(cx, symbol)
    symbol.used = True
    assert symbol.value_type is not None
    for key, term in zip(symbol.keys, keys, strict=True):
        if key.kind == "players" and term.is_constant:
            _check_reach(cx, node, symbol, key, keys)
    return cx.term("table", symbol.value_type, node, *keys, static=(symbol.index,))


def _check_reach(
    cx: Context, node: nodes.Node, symbol: s.TableSymbol, key: s.TableKey, keys: list[Term]
) -> None:
    """A table without a row for the number of players, found before the first game."""
    table = cx.tables[symbol.index]
    position = symbol.keys.index(key)
    value = keys[position].value
    if table is None:
        return
    for row in table.rows:
        ranges = row.keys[position]
        if ranges is None or any(low <= value and (high is None or value <= high) for low, high in ranges):
            return
    cx.report("E302", symbol.declaration.name, name=symbol.name, players=value)
