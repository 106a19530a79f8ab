"""Examples and invariants: E400 to E449."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
