"""Declarations with a fixed size: teams, enums, tokens, zones, variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from interpreter import program as p
from interpreter.plain import evolve
from ruledsl.diagnostics import Related, did_you_mean
from ruledsl.lower import convert, expressions
from ruledsl.lower.context import Asked, Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.effective import names_of
from ruledsl.model.settings import MOST_MEMBERS
from ruledsl.model.types import Type
from ruledsl.model.walk import attributes_in, names_in
from ruledsl.syntax import nodes

ZONE_KINDS = ("pile", "row", "bag", "slot", "meld", "melds")
VISIBILITIES = ("hidden", "private", "open")
MOST_INSTANCES = 4000
"""One declaration makes at most so many zones or variables."""

MOST_PLACES = 20_000
"""All declarations together make at most so many zones, and as many variables."""


def register(cx: Context, symbol: s.Symbol, node: nodes.Node) -> bool:
    """Gives the symbol its name; a name that is taken is reported, one that hides another is suspicious."""
    name = symbol.name
    old = cx.names.get(name)
    if old is not None:
        related = [Related(old.span, "first declared here")] if old.span is not None else []
        cx.report("E101", node, related=related, name=name)
        return False
    if name in cx.members:
        domain = cx.domains[cx.members[name][0][0]].name
        cx.report("W506", node, name=name, word=f"member of `{domain}`")
    elif name in s.PREDECLARED or (isinstance(symbol, s.DefineSymbol) and name in s.FUNCTIONS):
        cx.report("W502", node, name=name)
    cx.names[name] = symbol
    return True


def built_in_domains(cx: Context) -> None:
    """`player`, up or down, and `team`, which has a name only where there are teams."""
    seats = tuple(chr(ord("A") + i) for i in range(cx.config.players))
    numbers = tuple(range(1, cx.config.players + 1))
    cx.add_domain(p.Domain("player", seats, seats, numbers))
    cx.add_domain(p.Domain(t.FACING.name, ("down", "up"), ("down", "up"), (None, None)))
    teams = tuple(str(i + 1) for i in range(cx.teams))
    name = "team" if cx.teams else "no team"
    cx.add_domain(p.Domain(name, teams, teams, tuple(range(1, cx.teams + 1))))


def lower_teams(cx: Context, declaration: nodes.Teams) -> None:
    """`teams 2 across`."""
    count = expressions.fixed_number(cx, Scope(), declaration.count, least=2)
    if count is None:
        return
    if declaration.arrangement is not None and declaration.arrangement.id != "across":
        cx.report("E115", declaration.arrangement, did_you_mean(declaration.arrangement.id, ("across",)),
                  name=declaration.arrangement.id)  # fmt: skip
    if cx.config.players % count:
        cx.report("E314", declaration, teams=count, players=cx.config.players)
        return
    cx.teams = count


# -- enums, tokens, zones -------------------------------------------------------------------------


def lower_enum(cx: Context, declaration: nodes.Enum) -> None:
    """An enum becomes a domain; ranges of numbers are spelled out."""
    name = declaration.name.id
    if cx.domain(name) is not None and name not in cx.names:
        cx.report("E116", declaration.name, name=name)
        return
    names: list[str] = []
    codes: list[str] = []
    for member in declaration.members:
        for written in _member_names(cx, member, name, MOST_MEMBERS - len(names)):
            if written in names:
                cx.report("E101", member, name=written)
                continue
            names.append(written)
            codes.append(member.code.value if member.code is not None else written)
    twice = {c for c in codes if c and codes.count(c) > 1}
    if twice:
        cx.report("E317", declaration.name, codes=tuple(sorted(twice)), name=name)
    if not names:
        names, codes = ["?"], ["?"]
    numbers = tuple(int(n) if n.lstrip("-").isdigit() else None for n in names)
    symbol = s.DomainSymbol(name, declaration.name.span, len(cx.domains))
    if not register(cx, symbol, declaration.name):
        return
    note = "\n".join(declaration.notes)
    index = cx.add_domain(p.Domain(name, tuple(names), tuple(codes), numbers, note))
    for position, written in enumerate(names):
        cx.members.setdefault(written, []).append((index, position))


def _member_names(cx: Context, member: nodes.Member, enum: str, room: int) -> list[str]:
    """The names of one member or stretch of numbers, of which `room` are still allowed."""
    value = member.value
    if isinstance(value, nodes.Range) and value.high is not None:
        ends = fixed_range(cx, value)
        if ends is None:
            cx.lost.add(enum)
            return []
        low, high = ends
        if high - low >= room:
            cx.report(
                "E312", member, what="members", count=high - low + 1 + MOST_MEMBERS - room, limit=MOST_MEMBERS
            )
            return []
        return [str(i) for i in range(low, high + 1)]
    if room <= 0:
        cx.report("E312", member, what="members", count=MOST_MEMBERS + 1, limit=MOST_MEMBERS)
        return []
    if isinstance(value, nodes.Number):
        return [str(value.value)]
    if isinstance(value, nodes.Name):
        if value.id in ("yes", "no", "none", "empty"):
            cx.report("E116", value, name=value.id)
            return []
        if value.id in s.PREDECLARED:
            cx.report("W502", value, name=value.id)
        return [value.id]
    return []


def fixed_range(cx: Context, node: nodes.Range) -> tuple[int, int] | None:
    """Both ends of a range that is fixed at set-up and holds something, or None after a report."""
    low = expressions.fixed_number(cx, Scope(), node.low)
    high = expressions.fixed_number(cx, Scope(), node.high) if node.high is not None else None
    if low is None or high is None:
        return None
    if low > high:
        cx.report("E329", node, low=low, high=high)
        return None
    return low, high


def lower_tokens(cx: Context, declaration: nodes.Tokens) -> None:
    """Counted pieces of one kind."""
    count = expressions.fixed_number(cx, Scope(), declaration.count, least=0) or 0
    if declaration.per is not None:
        if declaration.per.id != "player":
            cx.report("E311", declaration.per, name=declaration.per.id)
        count *= cx.config.players
    each = 0
    if declaration.each is not None:
        each = expressions.fixed_number(cx, Scope(), declaration.each, least=0) or 0
    if each * cx.config.players > count:
        total, players = count, cx.config.players
        cx.report("E315", declaration, name=declaration.name.id, total=total, players=players, each=each)
        each = 0
    index = len(cx.counters)
    cx.counters.append(p.Counter(declaration.name.id, count, each, "\n".join(declaration.notes)))
    register(cx, s.CounterSymbol(declaration.name.id, declaration.name.span, index), declaration.name)


def key_domains(cx: Context, names: tuple[nodes.Name, ...], declared: Iterable[str]) -> tuple[int, ...]:
    """The domains that `per a, b` names; where one is unknown, so is what was `declared` with it."""
    found: list[int] = []
    for name in names:
        domain = cx.domain(name.id)
        if domain is None:
            cx.unknown("E106", name, name.id, cx.domain_names())
            cx.lost.update(declared)
            continue
        symbol = cx.names.get(name.id)
        if symbol is not None:
            symbol.used = True
        found.append(domain)
    return tuple(found)


def instances(cx: Context, keys: tuple[int, ...], node: nodes.Node) -> int:
    """How many combinations the keys have."""
    count = 1
    for key in keys:
        count *= len(cx.domains[key].members)
    if count > MOST_INSTANCES:
        cx.report("E312", node, what="places", count=count, limit=MOST_INSTANCES)
        return 1
    already = max(cx.zone_count, cx.variable_count)
    if already + count > MOST_PLACES:
        if not cx.is_full:
            cx.report("E312", node, what="places", count=already + count, limit=MOST_PLACES)
        cx.is_full = True
        return 1
    return count


def lower_zone(cx: Context, declaration: nodes.Zone) -> None:
    """A family of zones."""
    kind, visibility = declaration.kind.id, declaration.visibility.id
    if kind not in ZONE_KINDS:
        cx.unknown("E107", declaration.kind, kind, ZONE_KINDS)
        kind = "row"
    if visibility not in VISIBILITIES:
        cx.unknown("E108", declaration.visibility, visibility, VISIBILITIES)
        visibility = "open"
    keys = key_domains(cx, declaration.per, [declaration.name.id])
    owner = keys.index(p.PLAYER_DOMAIN) if p.PLAYER_DOMAIN in keys else None
    if visibility == "private" and owner is None:
        cx.report("E319", declaration.visibility, name=declaration.name.id)
    base = cx.zone_count
    count = instances(cx, keys, declaration)
    note = "\n".join(declaration.notes)
    index = len(cx.zones)
    cx.add_zone(p.ZoneFamily(declaration.name.id, keys, kind, visibility, base, count, owner, note))
    symbol = s.ZoneSymbol(declaration.name.id, declaration.name.span, index, keys, kind, visibility)
    register(cx, symbol, declaration.name)


# -- variables ------------------------------------------------------------------------------------


def in_order_of_need(declarations: Sequence[nodes.Declaration]) -> list[nodes.Var]:
    """The variables of the file, each behind those that its first value needs, else as they stand there.

    Values are set one after the other before the game begins, whatever the order of the lines.
    """
    parts: dict[str, list[object]] = {}
    variables: dict[str, list[nodes.Var]] = {}
    for node in declarations:
        if isinstance(node, (nodes.Var, nodes.Define, nodes.Table)):
            for name in names_of(node):
                parts.setdefault(name, []).append(node.rows if isinstance(node, nodes.Table) else node.value)
                if isinstance(node, nodes.Var):
                    variables.setdefault(name, []).append(node)

    def needed(name: str) -> Iterator[str]:
        mentioned = {word for part in parts[name] for word in (*names_in(part), *attributes_in(part))}
        return iter(sorted(mentioned & parts.keys()))

    found: dict[int, nodes.Var] = {}
    seen: set[str] = set()
    for wanted in variables:
        path = [(wanted, needed(wanted))]
        while path:
            name, needs = path[-1]
            inner = next((n for n in needs if n not in seen), None)
            if inner is not None:
                seen.add(inner)
                path.append((inner, needed(inner)))
                continue
            path.pop()
            for variable in variables.get(name, ()):
                found.setdefault(id(variable), variable)
    return list(found.values())


def declare_variables(cx: Context, declaration: nodes.Var) -> None:
    """Registers the variables; their types and initial values are found when somebody asks, or at the end."""
    keys = key_domains(cx, declaration.per, [name.id for name in declaration.names])
    count = instances(cx, keys, declaration)
    for name in declaration.names:
        symbol = s.VarSymbol(name.id, name.span, len(cx.variables), keys, declaration)
        nothing = p.Expr("const", static=(None,))
        reset = declaration.each.id if declaration.each is not None else None
        note = "\n".join(declaration.notes)
        base = cx.variable_count
        cx.add_variable(p.VarFamily(name.id, keys, base, count, nothing, "unknown", reset, note=note))
        register(cx, symbol, name)


def variable_type(cx: Context, symbol: s.VarSymbol, place: nodes.Node) -> Type:
    """The variable's type, found from its declaration or its initial value; `place` asks for it."""
    if symbol.type is not None:
        return symbol.type
    if cx.is_asking("var", symbol.name, 0, place):
        return t.UNKNOWN
    declaration = symbol.declaration
    with cx.asking(Asked("var", symbol.name, place.span, declaration.span)):
        type_, initial = initial_value(cx, Scope(), declaration)
    symbol.type = type_
    old = cx.variables[symbol.index]
    cx.variables[symbol.index] = evolve(old, initial=initial, type=t.code(type_))
    return type_


def initial_value(cx: Context, scope: Scope, node: nodes.Var) -> tuple[Type, p.Expr]:
    """Type and initial value of a `var`."""
    declared = written_type(cx, node.type) if node.type is not None else None
    if node.value is None:
        default = _default(declared)
        if default is None:
            if declared is None or not declared.is_unknown:
                code = "E163" if declared is None else "E183"
                cx.report(code, node.names[0], name=node.names[0].id)
            return declared or t.UNKNOWN, p.Expr("const", static=(None,))
        return declared or t.UNKNOWN, p.Expr("const", static=default)
    term = expressions.expression(cx, scope, node.value, declared)
    term = convert.stored(cx, term, node.value)
    if declared is None:
        if term.type.kind in ("none",) or (term.type.kind == "list" and term.type.element is None):
            cx.report("E163", node.names[0], name=node.names[0].id)
            return t.UNKNOWN, term.expr
        return term.type, term.expr
    term = convert.fit(cx, term, declared, node.value, node.names[0].id)
    return declared, term.expr


def _default(type_: Type | None) -> tuple[Any] | None:
    if type_ is None:
        return None
    if type_.optional:
        return (None,)
    plain: dict[str, Any] = {"number": 0, "yes/no": False, "list": (), "unknown": None, "text": ""}
    return (plain[type_.kind],) if type_.kind in plain else None


def written_type(cx: Context, node: nodes.TypeName) -> Type:
    """A type as written after a colon."""
    words: dict[str, Type] = {
        "number": t.NUMBER, "text": t.TEXT, "card": t.PIECE, "cards": t.PIECES, "die": t.PIECE,
        "dice": t.PIECES, "meld": t.MELD, "players": t.list_of(t.PLAYER),
    }  # fmt: skip
    name = node.name.id
    domain = cx.domain(name)
    symbol = cx.names.get(name)
    if domain is not None:
        type_ = t.member(name)
        if symbol is not None:
            symbol.used = True
    elif isinstance(symbol, s.FamilySymbol):
        type_ = t.piece_from(name)
    elif isinstance(symbol, s.OrderSymbol):
        type_ = Type("meld", name)
    elif name in words:
        type_ = words[name]
    else:
        known = [*words, *cx.domain_names(), *cx.of_kind(s.FamilySymbol, s.OrderSymbol)]
        cx.unknown("E124", node.name, name, known)
        return t.UNKNOWN
    if node.optional and type_.kind == "list":
        cx.report("E173", node, name=name)
    return type_.or_none() if node.optional else type_
