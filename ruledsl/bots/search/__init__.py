"""Information-set tree search.

tree.py      what each seat has noticed, and how its options have done: no rules, no positions
scale.py     endings as one number for each seat
rollouts.py  what plays on from a position (`Rollouts`), and the reference machine as one
kernel_rollouts.py   a compiled kernel as one; how far games are played
worlds.py    guesses at the position
search.py    one search: all of these put together
"""
