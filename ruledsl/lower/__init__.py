"""From the effective file and a configuration to a Program.

One file per concept. What there is: `settings`, `declare`, `cards`, `tables`, `melds`, `layers`. Values:
`expressions`, `names`, `attributes`, `functions`, `tests`, `compare`, `patterns`, `faces`, `written`,
`convert`, `defines`, `clauses` (generators and conditions). What is done: `statements`, `assign`, `control`,
`moves`, `choices`, `phases`. How it is judged: `results`, `examples`. `lowering.lower` puts them together.

Names and types are resolved while lowering, for one configuration at a time, because they may depend on it:
the size of an enum, the set of cards, which `while` holds. `check` lowers all configurations.
"""

from ruledsl.lower.lowering import Lowered, lower

__all__ = ["Lowered", "lower"]
