"""Looking for what the designer of a game did not see: `ruledsl fuzz`.

    scripts.py     a game as whole numbers, and chance that follows them
    probes.py      what is asked at a decision and at the end of a game
    policies.py    the ways of playing
    coverage.py    which clauses a game has used
    playing.py     one game: a script and a policy go in, what happened comes out
    swarm.py       many random games at once in a kernel, and the way back from there to scripts
    shrinking.py   the smallest game with the same problem
    trail.py       a game followed step by step, for telling it
    given.py       a position in the notation of `given`
    examples.py    a ready example block that fails
    findings.py    a problem with all that is told of it
    corpus.py      findings as files
    seats.py       whether a seat wins too often
    work.py        what a worker does
    run.py         which games are played, and what came of all

A script is a list of groups of numbers, each taken modulo the number of possibilities. Every script is a
game, so parts of one may be left out freely; shrinking, the corpus and branching off from other games rest
on that.

Whatever plays games quicker goes behind `playing.play`: the same script has to give the same game.
"""
