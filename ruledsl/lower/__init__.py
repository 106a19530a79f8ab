"""From the effective file and a configuration to a Program.

One file per concept: `declare` and `cards` (what there is), `expressions`, `attributes`, `functions`, `tests`,
`patterns`, `convert` (values), `clauses` (generators and conditions), `statements`, `moves`, `choices`,
`phases`, `defines`, `tables`, `melds`, `results`. `lowering.lower` puts them together.

Names and types are resolved while lowering, for one configuration at a time, because they may depend on it:
the size of an enum, the set of cards, which `while` holds. `check` lowers all configurations.
"""

from ruledsl.lower.lowering import Lowered, lower

__all__ = ["Lowered", "lower"]
