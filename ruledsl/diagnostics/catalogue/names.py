"""Unknown, doubled and hidden names: E100 to E149."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
