"""What is declared and never used, or set and never read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruledsl.diagnostics import Diagnostic
from ruledsl.lower import Lowered
from ruledsl.model import symbols as s
from ruledsl.model.effective import Effective

_REPORTED = (s.DefineSymbol, s.PhaseSymbol, s.ZoneSymbol, s.TableSymbol, s.MeldSymbol, s.OrderSymbol,
             s.CounterSymbol, s.VarSymbol, s.Constant)  # fmt: skip


def check(effective: Effective, lowered: Sequence[Lowered]) -> list[Diagnostic]:
    """Unused declarations of the root file; nothing is said while there are errors."""
    if any(d.is_error for one in lowered for d in one.diagnostics):
        return []
    root = effective.root.span.source
    used: set[tuple[str, int]] = set()
    written: set[tuple[str, int]] = set()
    seen: dict[tuple[str, int], s.Symbol] = {}
    for one in lowered:
        for symbol in one.context.names.values():
            if symbol.span is None or symbol.span.source is not root or not isinstance(symbol, _REPORTED):
                continue
            key = (symbol.name, symbol.span.start)
            seen[key] = symbol
            if symbol.used:
                used.add(key)
            if isinstance(symbol, s.VarSymbol) and symbol.written:
                written.add(key)
    return list(_findings(seen, used, written))


def _findings(
    seen: dict[tuple[str, int], s.Symbol], used: set[tuple[str, int]], written: set[tuple[str, int]]
) -> Iterator[Diagnostic]:
    for key, symbol in seen.items():
        if key in used or symbol.span is None:
            continue
        if isinstance(symbol, s.VarSymbol) and key in written:
            yield Diagnostic("W514", symbol.span, {"name": symbol.name})
        else:
            yield Diagnostic("W513", symbol.span, {"name": symbol.name, "word": symbol.word})
