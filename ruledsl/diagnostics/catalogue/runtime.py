"""Saves, replays and moves: E450 to E499."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = ()
