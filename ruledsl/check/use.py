"""What is declared and never used, set and never read, or never in force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.diagnostics import Diagnostic
from ruledsl.lower import Lowered
from ruledsl.model import symbols as s
from ruledsl.model.effective import Effective, names_of
from ruledsl.model.walk import walk
from ruledsl.source import Span
from ruledsl.syntax import nodes

_NEVER_TOLD = (s.Local, s.SingleCard)
"""Cards that are named one by one may be there only to be drawn."""


def check(effective: Effective, lowered: Sequence[Lowered]) -> list[Diagnostic]:
    """Unused declarations and locals, and conditions of `while` that hold in no configuration.

    What replaces something is the business of who declared that first.
    """
    asked = _in_examples(effective)
    for entry in effective.entries:
        if entry.replaced:
            asked.update(names_of(entry.declaration))
    symbols: dict[Span, list[s.Symbol]] = {}
    locals_: dict[Span, list[s.Local]] = {}
    for one in lowered:
        for symbol in one.context.names.values():
            if symbol.span is not None and not isinstance(symbol, _NEVER_TOLD) and symbol.name not in asked:
                symbols.setdefault(symbol.span, []).append(symbol)
        for local in one.context.bound:
            if local.span is not None and local.name not in asked:
                locals_.setdefault(local.span, []).append(local)
    found = [*_declarations(symbols), *_locals(locals_, _replaced(lowered))]
    return [*found, *_conditions(lowered), *_empty(lowered)]


def _in_examples(effective: Effective) -> set[str]:
    """Every name that an example reads, alone or behind a dot."""
    found: set[str] = set()
    for entry in effective.all(nodes.Example):
        for node in walk(entry.declaration):
            if isinstance(node, nodes.Name):
                found.add(node.id)
            elif isinstance(node, nodes.Attribute):
                found.add(node.name)
    return found


def _declarations(symbols: dict[Span, list[s.Symbol]]) -> Iterator[Diagnostic]:
    for span, same in symbols.items():
        if any(symbol.used for symbol in same):
            continue
        facts = {"name": same[0].name, "word": same[0].word}
        written = any(isinstance(symbol, s.VarSymbol) and symbol.written for symbol in same)
        yield Diagnostic("W514" if written else "W513", span, facts)


def _replaced(lowered: Sequence[Lowered]) -> set[Span]:
    """The parameters of defines and phases that something replaces: they have to agree with one another."""
    found: set[Span] = set()
    for one in lowered:
        for symbol in one.context.names.values():
            if isinstance(symbol, (s.DefineSymbol, s.PhaseSymbol)) and len(symbol.layers) > 1:
                for layer in symbol.layers:
                    if isinstance(layer.declaration, (nodes.Define, nodes.Phase)):
                        found.update(name.span for name in layer.declaration.parameters)
    return found


def _locals(locals_: dict[Span, list[s.Local]], replaced: set[Span]) -> Iterator[Diagnostic]:
    for span, same in locals_.items():
        told = same[0].role in ("parameter", "var", "let") and span not in replaced
        if told and not any(local.used for local in same):
            yield Diagnostic("W515", span, {"name": same[0].name})


def _empty(lowered: Sequence[Lowered]) -> Iterator[Diagnostic]:
    """Zones that are asked for although nothing ever gets there, in no configuration."""
    entered = {zone for one in lowered for zone in one.context.entered}
    if "" in entered:
        return
    told: set[Span] = set()
    for one in lowered:
        for symbol in one.context.names.values():
            if not isinstance(symbol, s.ZoneSymbol) or symbol.span is None or symbol.span in told:
                continue
            if symbol.used and f"zone {symbol.name}" not in entered:
                told.add(symbol.span)
                yield Diagnostic("W521", symbol.span, {"name": symbol.name})


def _conditions(lowered: Sequence[Lowered]) -> Iterator[Diagnostic]:
    for span in lowered[0].context.held:
        if all(one.context.held.get(span) is False for one in lowered):
            yield Diagnostic("W507", span)
