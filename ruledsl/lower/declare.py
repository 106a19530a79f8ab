"""Declarations with a fixed size: settings, enums, tokens, zones, variables."""

from __future__ import annotations

from typing import Any

from interpreter import program as p
from ruledsl.diagnostics import Related, did_you_mean
from ruledsl.lower import convert, expressions
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.config import SettingValue
from ruledsl.model.types import Type
from ruledsl.syntax import nodes

ZONE_KINDS = ("pile", "row", "bag", "slot", "meld", "melds")
VISIBILITIES = ("hidden", "private", "open")
MOST_INSTANCES = 4000
MOST_MEMBERS = 1000


def register(cx: Context, symbol: s.Symbol, node: nodes.Node) -> bool:
    """Gives the symbol its name; a name that is taken is reported."""
    old = cx.names.get(symbol.name)
    if old is not None:
        related = [Related(old.span, "first declared here")] if old.span is not None else []
        cx.report("E101", node, related=related, name=symbol.name)
        return False
    if symbol.name in expressions.PREDECLARED and symbol.name not in ("card", "cards"):
        cx.report("W502", node, name=symbol.name)
    cx.names[symbol.name] = symbol
    return True


def built_in_domains(cx: Context) -> None:
    """`player`, `facing` and `team`."""
    seats = tuple(chr(ord("A") + i) for i in range(cx.config.players))
    numbers = tuple(range(1, cx.config.players + 1))
    cx.domains.append(p.Domain("player", seats, seats, numbers))
    cx.domains.append(p.Domain("facing", ("down", "up"), ("down", "up"), (None, None)))
    teams = tuple(str(i + 1) for i in range(cx.teams))
    cx.domains.append(p.Domain("team", teams, teams, tuple(range(1, cx.teams + 1))))


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


# -- settings -------------------------------------------------------------------------------------


def lower_setting(cx: Context, declaration: nodes.Setting) -> None:
    """A setting becomes a fixed value: the one that was chosen, else its default."""
    name = declaration.name.id
    type_, allowed = _setting_type(cx, declaration)
    default: Any = None
    if (
        isinstance(declaration.default, nodes.Name)
        and isinstance(allowed, tuple)
        and declaration.default.id in allowed
    ):
        default = declaration.default.id
    elif type_ is not None:
        term = expressions.expression(cx, Scope(), declaration.default, type_)
        if term.type.is_unknown or not term.is_constant or not t.fits(term.type, type_):
            if not term.type.is_unknown:
                cx.report("E316", declaration.default, name=name)
            type_ = t.UNKNOWN
        else:
            default = term.value
    value = _chosen(cx, declaration, cx.config.settings.get(name), default, type_)
    if isinstance(allowed, range) and isinstance(value, int) and value not in allowed:
        cx.report("E316", declaration.default, name=name)
    register(cx, s.Constant(name, declaration.name.span, type_ or t.UNKNOWN, value), declaration.name)


def _setting_type(cx: Context, node: nodes.Setting) -> tuple[Type | None, object]:
    """The type, and what values are allowed: a range, a tuple of words, or None for all."""
    kind = node.type
    if isinstance(kind, nodes.Range) and kind.high is not None:
        low = expressions.fixed_number(cx, Scope(), kind.low)
        high = expressions.fixed_number(cx, Scope(), kind.high)
        return t.NUMBER, None if low is None or high is None else range(low, high + 1)
    if isinstance(kind, nodes.Alternatives):
        words = tuple(i.id for i in kind.items if isinstance(i, nodes.Name))
        return t.TEXT, words
    if isinstance(kind, nodes.Name):
        if kind.id == "yes/no":
            return t.BOOL, None
        if cx.domain(kind.id) is not None:
            return t.member(kind.id), None
        cx.unknown("E106", kind, kind.id, ["yes/no", *(d.name for d in cx.domains)])
    return None, None


def _chosen(
    cx: Context, node: nodes.Setting, chosen: SettingValue | None, default: Any, type_: Type | None
) -> Any:
    """The value in force; whether a choice is allowed was checked when the configuration was made."""
    if chosen is None:
        return default
    if type_ is not None and type_.kind == "member" and isinstance(chosen, str):
        return expressions.find_member(cx, chosen, type_.name)
    return chosen


# -- enums, tokens, zones -------------------------------------------------------------------------


def lower_enum(cx: Context, declaration: nodes.Enum) -> None:
    """An enum becomes a domain; ranges of numbers are spelled out."""
    names: list[str] = []
    codes: list[str] = []
    for member in declaration.members:
        for name in _member_names(cx, member):
            if name in names:
                cx.report("E101", member, name=name)
                continue
            names.append(name)
            codes.append(member.code.value if member.code is not None else name)
    twice = {c for c in codes if c and codes.count(c) > 1}
    if twice:
        cx.report("E317", declaration.name, codes=tuple(sorted(twice)), name=declaration.name.id)
    if not names:
        names, codes = ["?"], ["?"]
    numbers = tuple(int(n) if n.isdigit() else None for n in names)
    index = len(cx.domains)
    note = "\n".join(declaration.notes)
    cx.domains.append(p.Domain(declaration.name.id, tuple(names), tuple(codes), numbers, note))
    register(cx, s.DomainSymbol(declaration.name.id, declaration.name.span, index), declaration.name)
    for position, name in enumerate(names):
        cx.members.setdefault(name, []).append((index, position))


def _member_names(cx: Context, member: nodes.Member) -> list[str]:
    value = member.value
    if isinstance(value, nodes.Range) and value.high is not None:
        low = expressions.fixed_number(cx, Scope(), value.low)
        high = expressions.fixed_number(cx, Scope(), value.high)
        if low is None or high is None:
            return []
        if high - low >= MOST_MEMBERS:
            cx.report("E312", member, count=high - low + 1, limit=MOST_MEMBERS)
            return []
        return [str(i) for i in range(low, high + 1)]
    if isinstance(value, nodes.Number):
        return [str(value.value)]
    if isinstance(value, nodes.Name):
        if value.id in ("yes", "no", "none", "empty"):
            cx.report("E116", value, name=value.id)
        return [value.id]
    cx.report("E318", member)
    return []


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
        cx.report(
            "E315", declaration, name=declaration.name.id, total=count, players=cx.config.players, each=each
        )
        each = 0
    index = len(cx.counters)
    cx.counters.append(p.Counter(declaration.name.id, count, each, "\n".join(declaration.notes)))
    register(cx, s.CounterSymbol(declaration.name.id, declaration.name.span, index), declaration.name)


def key_domains(cx: Context, names: tuple[nodes.Name, ...]) -> tuple[int, ...]:
    """The domains that `per a, b` names."""
    found: list[int] = []
    for name in names:
        domain = cx.domain(name.id)
        if domain is None:
            cx.unknown("E106", name, name.id, [d.name for d in cx.domains])
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
        cx.report("E312", node, count=count, limit=MOST_INSTANCES)
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
    keys = key_domains(cx, declaration.per)
    owner = keys.index(p.PLAYER_DOMAIN) if p.PLAYER_DOMAIN in keys else None
    if visibility == "private" and owner is None:
        cx.report("E319", declaration.visibility, name=declaration.name.id)
    base = sum(z.count for z in cx.zones)
    count = instances(cx, keys, declaration)
    note = "\n".join(declaration.notes)
    index = len(cx.zones)
    cx.zones.append(p.ZoneFamily(declaration.name.id, keys, kind, visibility, base, count, owner, note))
    symbol = s.ZoneSymbol(declaration.name.id, declaration.name.span, index, keys, kind, visibility)
    if register(cx, symbol, declaration.name) and cx.attribute(symbol.name) is not None:
        cx.report("W503", declaration.name, name=symbol.name)


# -- variables ------------------------------------------------------------------------------------


def declare_variables(cx: Context, declaration: nodes.Var, inherited: bool) -> None:
    """Registers the variables; their types and initial values are found when somebody asks, or at the end."""
    keys = key_domains(cx, declaration.per)
    for name in declaration.names:
        index = len(cx.variables)
        count = instances(cx, keys, declaration)
        symbol = s.VarSymbol(name.id, name.span, index, keys, declaration)
        base = sum(v.count for v in cx.variables)
        nothing = p.Expr("const", static=(None,))
        reset = declaration.each.id if declaration.each is not None else None
        note = "\n".join(declaration.notes)
        cx.variables.append(p.VarFamily(name.id, keys, base, count, nothing, "unknown", reset, note=note))
        register(cx, symbol, name)


def variable_type(cx: Context, symbol: s.VarSymbol) -> Type:
    """The variable's type, found from its declaration or its initial value."""
    if symbol.type is not None:
        return symbol.type
    symbol.type = t.UNKNOWN
    type_, initial = initial_value(cx, Scope(), symbol.declaration)
    symbol.type = type_
    old = cx.variables[symbol.index]
    cx.variables[symbol.index] = p.VarFamily(
        old.name, old.keys, old.base, old.count, initial, t.code(type_), old.reset, note=old.note
    )
    return type_


def initial_value(cx: Context, scope: Scope, node: nodes.Var) -> tuple[Type, p.Expr]:
    """Type and initial value of a `var`."""
    declared = written_type(cx, node.type) if node.type is not None else None
    if node.value is None:
        default = _default(declared)
        if default is None:
            cx.report("E163", node.names[0], name=node.names[0].id)
            return t.UNKNOWN, p.Expr("const", static=(None,))
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
        "number": t.NUMBER, "text": t.TEXT, "card": t.PIECE, "cards": t.PIECES, "die": t.PIECE, "dice": t.PIECES,
        "meld": t.MELD, "players": t.list_of(t.PLAYER), "yes/no": t.BOOL,
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
        known = [*words, *(d.name for d in cx.domains)]
        cx.report("E106", node.name, did_you_mean(name, known), name=name)
        return t.UNKNOWN
    return type_.or_none() if node.optional else type_
