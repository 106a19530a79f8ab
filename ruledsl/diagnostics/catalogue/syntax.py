"""What cannot be read: E010 to E049."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
