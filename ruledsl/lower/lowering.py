"""From an effective file and a configuration to a Program."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import field, frozen

from interpreter import program as p
from ruledsl.diagnostics import Diagnostic, Related

# the modules that are named nowhere below fill the tables of `expressions` and `statements`
from ruledsl.lower import (
    assign,  # noqa: F401
    attributes,
    cards,
    choices,  # noqa: F401
    control,  # noqa: F401
    declare,
    defines,
    functions,  # noqa: F401
    melds,
    moves,
    names,  # noqa: F401
    phases,
    results,
    settings,
    statements,
    tables,
    tests,  # noqa: F401
)
from ruledsl.lower.context import Context
from ruledsl.lower.faces import asked_too_early
from ruledsl.lower.layers import Layers, layers, look_at_undecided
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model.config import Configuration
from ruledsl.model.effective import Effective, Entry, names_of
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


MOST_FRAMES = 6000
"""Calls in each other that the deepest allowed rules need; Python's own limit is below that."""


def lower(effective: Effective, config: Configuration) -> Lowered:
    """Lowers the file; all problems of this configuration are reported together."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), MOST_FRAMES))
    lowered = _lower(effective, config)
    if asked_too_early(lowered.context):
        lowered = _lower(effective, config, lowered.context.flows)
    return lowered


def _lower(effective: Effective, config: Configuration, flows: Sequence[tuple[str, str]] = ()) -> Lowered:
    """Lowers the file; `flows` are known from lowering it before."""
    cx = Context(config, effective, lost=set(effective.lost.names), skipped=effective.lost.words)
    cx.flows.extend(dict.fromkeys(flows))
    cx.later = {name for entry in effective.entries for name in names_of(entry.declaration)}
    for entry in effective.all(nodes.Teams):
        assert isinstance(entry.declaration, nodes.Teams)
        declare.lower_teams(cx, entry.declaration)
    declare.built_in_domains(cx)
    early = settings.lower_all(cx)
    found = layers(cx, effective)
    _things(cx, found.entries, early)
    cx.later = set()
    _names(cx, found)
    attributes.check_hidden(cx)
    _tables_and_melds(cx)
    for symbol in list(cx.names.values()):
        if isinstance(symbol, s.VarSymbol):
            declare.variable_type(cx, symbol, symbol.declaration)
    look_at_undecided(cx, found)
    for entry in found.entries:
        if isinstance(entry.declaration, nodes.When):
            statements.trigger(cx, Scope(), entry.declaration, None)
    for layer in found.layers:
        if isinstance(layer.declaration, nodes.When):
            statements.trigger(cx, Scope(), layer.declaration, None, layer.condition)
    cx.main = phases.lower_all(cx)
    cx.outcome = results.lower(cx, found)
    for symbol in list(cx.names.values()):
        if isinstance(symbol, s.DefineSymbol):
            defines.lower_unused(cx, symbol)
    moves.check_tokens(cx)
    program = assemble(cx) if not any(d.is_error for d in cx.diagnostics) else None
    return Lowered(program, tuple(cx.origins), tuple(cx.diagnostics), cx)


# -- the parts ------------------------------------------------------------------------------------


def _things(cx: Context, entries: list[Entry], early: set[str]) -> None:
    """Enums first, then cards, dice, tokens and zones, whatever their order in the file."""
    declarations = [entry.declaration for entry in entries]
    for node in declarations:
        if isinstance(node, nodes.Enum) and node.name.id not in early:
            declare.lower_enum(cx, node)
    for node in declarations:
        if isinstance(node, nodes.Cards):
            cards.lower_cards(cx, node)
        elif isinstance(node, nodes.Dice):
            cards.lower_dice(cx, node)
    cards.finish(cx)
    for node in declarations:
        if isinstance(node, nodes.Tokens):
            declare.lower_tokens(cx, node)
        elif isinstance(node, nodes.Zone):
            declare.lower_zone(cx, node)


def _names(cx: Context, found: Layers) -> None:
    """Registers everything that may be used before it is written."""
    for entry in found.entries:
        _name(cx, entry)
    declarations = [entry.declaration for entry in found.entries]
    for variable in declare.in_order_of_need(declarations):
        declare.declare_variables(cx, variable)
    for node in declarations:
        if isinstance(node, nodes.Order):
            declare.register(cx, melds.declare_order(cx, node), node.name)
    for layer in found.layers:
        if isinstance(layer.declaration, (nodes.Define, nodes.Phase)):
            _layer(cx, layer.declaration, layer.condition)


def _name(cx: Context, entry: Entry) -> None:
    node = entry.declaration
    if isinstance(node, nodes.Define):
        symbol = s.DefineSymbol(node.name.id, node.name.span, _parameters(cx, node))
        chain = [d for d in entry.replaced if isinstance(d, nodes.Define)]
        symbol.layers = [s.Layer(d, None) for d in chain if len(d.parameters) == len(node.parameters)]
        symbol.layers.append(s.Layer(node, None))
        declare.register(cx, symbol, node.name)
    elif isinstance(node, nodes.Phase):
        parameters = _parameters(cx, node)
        phase = s.PhaseSymbol(node.name.id, node.name.span, len(cx.phases), parameters)
        phase.layers = [s.Layer(node, None)]
        phase.types = [None] * len(parameters)
        phase.cells = tuple(cx.cell(n) for n in parameters)
        cx.phases.append(None)
        if node.name.id == "turn":
            cx.report("E118", node.name)
            cx.names["turn"] = phase
        elif declare.register(cx, phase, node.name) and node.name.id == "game" and parameters:
            cx.report("E264", node.parameters[0])
    elif isinstance(node, nodes.Table):
        table = s.TableSymbol(node.name.id, node.name.span, len(cx.tables), node)
        table.keys = tuple(tables.key_of(cx, k) for k in node.keys)
        cx.tables.append(None)
        declare.register(cx, table, node.name)
    elif isinstance(node, nodes.Meld):
        cx.melds.append(None)
        _parameters(cx, node)
        declare.register(cx, s.MeldSymbol(node.name.id, node.name.span, len(cx.melds) - 1, node), node.name)


def _parameters(cx: Context, node: nodes.Define | nodes.Phase | nodes.Meld) -> tuple[str, ...]:
    """The names of the parameters; one that stands twice is reported."""
    written = [name.id for name in node.parameters]
    for number, name in enumerate(node.parameters):
        if name.id in written[:number]:
            first = node.parameters[written.index(name.id)]
            cx.report("E101", name, related=[Related(first.span, "first here")], name=name.id)
    return tuple(written)


def _layer(cx: Context, node: nodes.Define | nodes.Phase, condition: nodes.Expr | None) -> None:
    symbol = cx.names.get(node.name.id)
    wanted = s.DefineSymbol if isinstance(node, nodes.Define) else s.PhaseSymbol
    if not isinstance(symbol, (s.DefineSymbol, s.PhaseSymbol)) or not isinstance(symbol, wanted):
        word = "define" if isinstance(node, nodes.Define) else "phase"
        cx.unknown("E062", node.name, node.name.id, cx.of_kind(wanted), head=word)
        return
    _parameters(cx, node)
    if len(node.parameters) != len(symbol.parameters):
        wanted_count, found = len(symbol.parameters), len(node.parameters)
        related = [Related(symbol.span, "this one is replaced")] if symbol.span is not None else []
        cx.report("E063", node.name, related=related, name=symbol.name, wanted=wanted_count, found=found)
        return
    symbol.layers.append(s.Layer(node, condition))


def _tables_and_melds(cx: Context) -> None:
    for symbol in list(cx.names.values()):
        if isinstance(symbol, s.TableSymbol):
            tables.lower(cx, symbol, symbol.declaration)
    for symbol in list(cx.names.values()):
        if isinstance(symbol, s.MeldSymbol):
            melds.lower(cx, symbol, symbol.declaration)


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
        results=outcome.results, payoffs=outcome.payoffs, invariants=outcome.invariants,
        remarks=outcome.remarks, note=note,
    )  # fmt: skip


def _filled(items: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(item for item in items if item is not None)
