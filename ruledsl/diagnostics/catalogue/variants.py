"""`extends`, `replace`, `remove` and access to other files: E050 to E099."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
