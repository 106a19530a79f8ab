"""Expressions become closures, once for each Program.

`compiler.py` holds the table of forms and drives the work; the other modules add their rows to it, by
concept: `values` (constants, numbers, logic), `pieces`, `places` (zones, counters, seats), `lists`, `melds`,
`quantifiers`.  `clauses.py` walks generators and conditions for everybody: quantifiers, loops, triggers,
choices.
"""

from __future__ import annotations

from interpreter.expressions import lists, melds, pieces, places, quantifiers, values
from interpreter.expressions.compiler import COMPILERS, Compiler

__all__ = ["COMPILERS", "Compiler", "lists", "melds", "pieces", "places", "quantifiers", "values"]
