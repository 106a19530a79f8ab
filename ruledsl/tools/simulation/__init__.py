"""Playing a game many times and saying what came of it.

    playout.py       one game after the other: game, configuration, bots, seeds in, plain records out
    compiled.py      the same in a kernel, where all bots are random; columns.py adds such games up
    clauses.py       the clauses of the rules, and how it is seen whether they are used; turns and rounds
    scores.py        the score of a game under way: lead changes, comebacks
    intervals.py     estimates with their intervals
    distribution.py  how whole numbers are distributed, in a fixed amount of memory
    tally.py         what many games add up to
    work.py          handing games out to workers, and getting each back once and in order
    cluster.py       workers on other machines
    simulate.py      many games of one configuration
    summary.py       the figures
    bounds.py        bounds that a game has to keep
    compare.py       two games on the same seeds: what differs

Game k of a simulation has a seed that depends on k alone, and everything is added up exactly. So the figures
are the same for any number of workers, and whatever comes to play games quicker only has to give the same
records (`playout.Playouts`).
"""
