"""From an effective file and a configuration to a Program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import field, frozen

from interpreter import program as p
from ruledsl.diagnostics import Diagnostic, did_you_mean
from ruledsl.lower import (
    cards,
    declare,
    defines,
    expressions,
    fold,
    melds,
    phases,
    results,
    statements,
    tables,
)
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model import types as t
from ruledsl.model.config import Configuration
from ruledsl.model.effective import Effective, Entry
from ruledsl.model.walk import names_in
from ruledsl.source import Span
from ruledsl.syntax import nodes


@frozen
class Lowered:
    """A Program for one configuration, the places its origins stand for, and what is wrong.

    `program` is None when there are errors. `context` keeps the symbols, for tools that ask about names.
    """

    program: p.Program | None
    origins: tuple[Span, ...] = field(repr=False)
    diagnostics: tuple[Diagnostic, ...]
    context: Context = field(repr=False)


_STATIC_ONLY = (nodes.Enum, nodes.Cards, nodes.Dice, nodes.Tokens, nodes.Zone, nodes.Setting, nodes.Meld,
                nodes.Order, nodes.Table, nodes.Var)  # fmt: skip


@frozen
class Layered:
    """A declaration inside a `while`, with the condition of that `while` (None: it holds always)."""

    declaration: nodes.Declaration
    condition: nodes.Expr | None
    inherited: bool


def lower(effective: Effective, config: Configuration) -> Lowered:
    """Lowers the file; all problems of this configuration are reported together."""
    cx = Context(config, effective)
    for entry in effective.all(nodes.Teams):
        assert isinstance(entry.declaration, nodes.Teams)
        declare.lower_teams(cx, entry.declaration)
    declare.built_in_domains(cx)
    for entry in effective.all(nodes.Setting):
        assert isinstance(entry.declaration, nodes.Setting)
        cx.inherited = entry.inherited
        declare.lower_setting(cx, entry.declaration)
    entries, layers = _layers(cx, effective)
    _things(cx, entries)
    _names(cx, entries, layers)
    _tables_and_melds(cx)
    for symbol in list(cx.names.values()):
        if isinstance(symbol, s.VarSymbol):
            cx.inherited = False
            declare.variable_type(cx, symbol)
    for entry in entries:
        if isinstance(entry.declaration, nodes.When):
            cx.inherited = entry.inherited
            statements.trigger(cx, Scope(), entry.declaration, None)
    for layer in layers:
        if isinstance(layer.declaration, nodes.When):
            cx.inherited = layer.inherited
            statements.trigger(cx, Scope(), layer.declaration, None, layer.condition)
    main = phases.lower_all(cx)
    outcome = results.lower(cx, entries, layers)
    for symbol in list(cx.names.values()):
        if isinstance(symbol, s.DefineSymbol) and not symbol.used:
            defines.lower_unused(cx, symbol)
    cx.outcome, cx.main = outcome, main
    program = assemble(cx) if not any(d.is_error for d in cx.diagnostics) else None
    return Lowered(program, tuple(cx.origins), tuple(cx.diagnostics), cx)


# -- layers ---------------------------------------------------------------------------------------


def _layers(cx: Context, effective: Effective) -> tuple[list[Entry], list[Layered]]:
    """The declarations in force at set-up, and those that hold only for a while.

    A `while` whose condition reads nothing but the number of players and settings is decided here: what it
    holds takes the place of its namesakes.
    """
    entries = [e for e in effective.entries if not isinstance(e.declaration, (nodes.While, nodes.Setting))]
    layers: list[Layered] = []
    for entry in effective.all(nodes.While):
        layer = entry.declaration
        assert isinstance(layer, nodes.While)
        cx.inherited = entry.inherited
        fixed = _fixed_at_set_up(cx, layer.condition)
        holds = None
        if fixed:
            term = expressions.condition(cx, Scope(), layer.condition)
            holds = bool(term.value) if term.is_constant else None
        for inner in layer.declarations:
            if isinstance(inner, nodes.Setting) or (holds is None and isinstance(inner, _STATIC_ONLY)):
                if not fixed:
                    cx.report("E056", inner)
                continue
            if holds is None:
                layers.append(Layered(inner, layer.condition, entry.inherited))
            elif holds:
                _take(cx, entries, layers, inner, entry.inherited)
    return entries, layers


def _fixed_at_set_up(cx: Context, condition: nodes.Expr) -> bool:
    known = {name for name, symbol in cx.names.items() if isinstance(symbol, s.Constant)}
    return names_in(condition) <= known | {"players", "yes", "no", "none", *cx.members, "seat"}


def _take(
    cx: Context, entries: list[Entry], layers: list[Layered], inner: nodes.Declaration, inherited: bool
) -> None:
    from ruledsl.model.effective import HEADS, names_of

    if isinstance(
        inner, (nodes.Define, nodes.Phase, nodes.When, nodes.Result, nodes.Payoff, nodes.Invariant)
    ):
        layers.append(Layered(inner, None, inherited))
        return
    head, names = HEADS[type(inner)], names_of(inner)
    for index, entry in enumerate(entries):
        if type(entry.declaration) is type(inner) and names_of(entry.declaration) == names:
            entries[index] = Entry(inner, inherited, (*entry.replaced, entry.declaration))
            return
    same = [n for e in entries if type(e.declaration) is type(inner) for n in names_of(e.declaration)]
    if isinstance(
        inner, (nodes.Enum, nodes.Cards, nodes.Tokens, nodes.Dice, nodes.Zone, nodes.Table, nodes.Meld)
    ):
        name = names[0] if names else ""
        if did_you_mean(name, same):
            cx.report("W504", inner, did_you_mean(name, same), head=head, name=name)
    entries.append(Entry(inner, inherited))


# -- the parts ------------------------------------------------------------------------------------


def _things(cx: Context, entries: Iterable[Entry]) -> None:
    """Enums first, then cards, dice, tokens and zones, whatever their order in the file."""
    entries = list(entries)
    for entry in entries:
        cx.inherited = entry.inherited
        if isinstance(entry.declaration, nodes.Enum):
            declare.lower_enum(cx, entry.declaration)
    for entry in entries:
        cx.inherited = entry.inherited
        if isinstance(entry.declaration, nodes.Cards):
            if entry.declaration.name.id in cx.names:
                cx.report("E101", entry.declaration.name, name=entry.declaration.name.id)
            cards.lower_cards(cx, entry.declaration)
        elif isinstance(entry.declaration, nodes.Dice):
            cards.lower_dice(cx, entry.declaration)
    cards.finish(cx)
    for entry in entries:
        cx.inherited = entry.inherited
        if isinstance(entry.declaration, nodes.Tokens):
            declare.lower_tokens(cx, entry.declaration)
        elif isinstance(entry.declaration, nodes.Zone):
            declare.lower_zone(cx, entry.declaration)


def _names(cx: Context, entries: list[Entry], layers: list[Layered]) -> None:
    """Registers everything that may be used before it is written."""
    for entry in entries:
        cx.inherited = entry.inherited
        _name(cx, entry)
    for layer in layers:
        if isinstance(layer.declaration, (nodes.Define, nodes.Phase)):
            _layer(cx, layer)


def _name(cx: Context, entry: Entry) -> None:
    node = entry.declaration
    if isinstance(node, nodes.Define):
        parameters = tuple(n.id for n in node.parameters)
        symbol = s.DefineSymbol(node.name.id, node.name.span, parameters)
        chain = [d for d in entry.replaced if isinstance(d, nodes.Define)]
        symbol.layers = [s.Layer(d, None, True) for d in chain if len(d.parameters) == len(parameters)]
        symbol.layers.append(s.Layer(node, None, entry.inherited))
        declare.register(cx, symbol, node.name)
    elif isinstance(node, nodes.Phase):
        parameters = tuple(n.id for n in node.parameters)
        phase = s.PhaseSymbol(node.name.id, node.name.span, len(cx.phases), parameters)
        phase.layers = [s.Layer(node, None, entry.inherited)]
        phase.types = [None] * len(parameters)
        phase.cells = tuple(cx.cell(n) for n in parameters)
        cx.phases.append(None)
        declare.register(cx, phase, node.name)
        if node.name.id == "turn":
            cx.report("E118", node.name)
    elif isinstance(node, nodes.Table):
        table = s.TableSymbol(node.name.id, node.name.span, len(cx.tables), node)
        table.keys = tuple(tables.key_of(cx, k) for k in node.keys)
        cx.tables.append(None)
        declare.register(cx, table, node.name)
    elif isinstance(node, nodes.Meld):
        cx.melds.append(None)
        declare.register(cx, s.MeldSymbol(node.name.id, node.name.span, len(cx.melds) - 1, node), node.name)
    elif isinstance(node, nodes.Order):
        declare.register(cx, melds.declare_order(cx, node), node.name)
    elif isinstance(node, nodes.Var):
        declare.declare_variables(cx, node, entry.inherited)


def _layer(cx: Context, layer: Layered) -> None:
    node = layer.declaration
    assert isinstance(node, (nodes.Define, nodes.Phase))
    symbol = cx.names.get(node.name.id)
    wanted = s.DefineSymbol if isinstance(node, nodes.Define) else s.PhaseSymbol
    if not isinstance(symbol, (s.DefineSymbol, s.PhaseSymbol)) or not isinstance(symbol, wanted):
        known = [n for n, x in cx.names.items() if isinstance(x, wanted)]
        word = "define" if isinstance(node, nodes.Define) else "phase"
        cx.report("E051", node.name, did_you_mean(node.name.id, known), head=word, name=node.name.id)
        return
    if len(node.parameters) != len(symbol.parameters):
        cx.report(
            "E151", node.name, name=symbol.name, wanted=len(symbol.parameters), found=len(node.parameters)
        )
        return
    symbol.layers.append(s.Layer(node, layer.condition, layer.inherited))


def _tables_and_melds(cx: Context) -> None:
    for symbol in list(cx.names.values()):
        if isinstance(symbol, s.TableSymbol) and symbol.value_type is None:
            symbol.value_type = t.UNKNOWN
            tables.lower(cx, symbol)
    for symbol in list(cx.names.values()):
        if isinstance(symbol, s.MeldSymbol):
            melds.lower(cx, symbol)


def _settings(cx: Context) -> tuple[tuple[str, p.Scalar], ...]:
    found: list[tuple[str, p.Scalar]] = []
    for name, symbol in cx.names.items():
        if isinstance(symbol, s.Constant):
            value = symbol.value
            domain = cx.domain_of(symbol.type)
            if domain is not None and isinstance(value, int):
                value = cx.domains[domain].members[value]
            found.append((name, value))
    return tuple(sorted(found))


def assemble(cx: Context) -> p.Program:
    """The Program of everything that has been lowered so far."""
    outcome, main = cx.outcome, cx.main
    games = cx.effective.all(nodes.Game)
    game = games[-1].declaration if games else None
    title = game.title.value if isinstance(game, nodes.Game) else "Untitled"
    note = "\n".join(game.notes) if game is not None else ""
    return p.Program(
        title=title, players=cx.config.players, settings=_settings(cx), teams=cx.teams,
        domains=tuple(cx.domains), attributes=tuple(cx.attributes), families=tuple(cx.families),
        faces=tuple(cx.faces), pieces=tuple(cx.pieces), counters=tuple(cx.counters), zones=tuple(cx.zones),
        variables=tuple(cx.variables), cells=tuple(cx.cells), tables=_filled(cx.tables),
        functions=_filled(cx.functions), melds=_filled(cx.melds), orders=tuple(cx.orders),
        blocks=_filled(cx.blocks), phases=_filled(cx.phases), main=main, triggers=tuple(cx.triggers),
        results=outcome.results, payoffs=outcome.payoffs, invariants=outcome.invariants, note=note,
    )  # fmt: skip


def _filled(items: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(item for item in items if item is not None)


_ = (fold, Mapping)
