"""How good the examples and invariants of a game are: `ruledsl mutate`.

    mutants.py      a mutant: one change of the text, as plain data
    places.py       the nodes of the rules, with what an operator has to know about the place
    conditions.py   operators for what has to hold
    amounts.py      operators for numbers and tables
    steps.py        operators for what is done
    things.py       operators for what is meant: zones, players, sides
    making.py       all mutants of a game, with their clause and the change in words
    nearness.py     which examples are about what a mutant changes
    judging.py      what becomes of one: check, then examples, then fuzzed games
    equivalents.py  the list of mutants that change nothing
    run.py          all mutants, in this process or others, and the score

An operator yields changes for a node of the tree (`places.At`); a new one goes into `OPERATORS` of its file.
"""
