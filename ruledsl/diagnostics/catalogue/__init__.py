"""The catalogue of codes: what is said to the user, one file per concept.

To add a code, append an `Entry` to `ENTRIES` of its concept's file, with a number from the concept's range:

| file | numbers | about |
|---|---|---|
| `source.py` | E001-E009 | files that are no rules text |
| `syntax.py` | E010-E049 | what cannot be read |
| `variants.py` | E050-E099 | `extends`, `replace`, `remove`, `while`, access to other files |
| `names.py` | E100-E149 | unknown, doubled and hidden names |
| `types.py` | E150-E249 | types and numbers of arguments |
| `flow.py` | E250-E299 | phases, turns, loops, `end` |
| `pieces.py` | E300-E329 | players, settings, cards, zones, tables, melds |
| `moves.py` | E330-E349 | arrows, and what else is done with pieces |
| `secrets.py` | E350-E399 | what a player may know; `together` |
| `examples.py` | E400-E449 | examples and invariants |
| `runtime.py` | E450-E499 | saves, replays, moves |
| `warnings.py` | W500 and up | what is allowed but suspicious |
"""

from __future__ import annotations

from functools import cache
from typing import Final

from ruledsl.diagnostics.catalogue import (
    examples,
    flow,
    moves,
    names,
    pieces,
    runtime,
    secrets,
    source,
    syntax,
    types,
    variants,
    warnings,
)
from ruledsl.diagnostics.catalogue.entry import Entry

CONCEPTS: Final[dict[str, tuple[str, int, int, tuple[Entry, ...]]]] = {
    "source": ("E", 1, 9, source.ENTRIES),
    "syntax": ("E", 10, 49, syntax.ENTRIES),
    "variants": ("E", 50, 89, variants.ENTRIES),
    "more syntax": ("E", 90, 99, syntax.MORE_ENTRIES),
    "names": ("E", 100, 149, names.ENTRIES),
    "types": ("E", 150, 249, types.ENTRIES),
    "flow": ("E", 250, 299, flow.ENTRIES),
    "pieces": ("E", 300, 329, pieces.ENTRIES),
    "moves": ("E", 330, 349, moves.ENTRIES),
    "secrets": ("E", 350, 399, secrets.ENTRIES),
    "examples": ("E", 400, 449, examples.ENTRIES),
    "runtime": ("E", 450, 499, runtime.ENTRIES),
    "warnings": ("W", 500, 999, warnings.ENTRIES),
}
"""For each concept the letter, first and last number of its codes, and its entries."""


def all_entries() -> tuple[Entry, ...]:
    """Every entry, in the order of the codes' numbers."""
    entries = [entry for _, _, _, group in CONCEPTS.values() for entry in group]
    return tuple(sorted(entries, key=lambda entry: entry.code[1:]))


@cache
def _by_code() -> dict[str, Entry]:
    return {entry.code: entry for entry in all_entries()}


def find(code: str) -> Entry | None:
    """The entry of a code, or None when there is no such code."""
    return _by_code().get(code)


__all__ = ["CONCEPTS", "Entry", "all_entries", "find"]
