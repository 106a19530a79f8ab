"""Writes the kernel of a Program.

`build.py` puts it together; `unit.py` is the kernel under work and the place in a function at which
something is written; `kinds.py` says what the numbers of a kernel mean. Expressions: `values`, `pieces`,
`places`, `lists`, `melds`, `quantifiers`, with `clauses` and `generators` for what is bound, `masks`,
`unions` and `words` for sets of pieces as bits, `members` and `spans` for sets of members and numbers,
`kept_values` for what the melds of a set come to.
Statements: `blocks`, `control`, `turns`, `moves` with `sets` and `spots`, `choices`, `triggers`,
`together`, with `frames` for the stack and `keeping` for what lives on. Whole games without a stack:
`straight`, `straight_statements`, `straight_loops`, `local_sets`, `picking` with `factors`; `unread` leaves
out what is noted and never asked. `results` judges, `invariants` tests what must hold, `drive` is what the
outside calls. `counting`, `recording` and `race` are for games with a record of each; `naming`, `noticing`,
`guessing` and `standing` for searches; `mixing` for both.
"""
