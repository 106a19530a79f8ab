"""Information-set tree search.

tree.py            what each seat has noticed, and how its options have done: no rules, no positions
scale.py           endings as one number for each seat
game.py            what is searched (`Game`): guesses at a position, and play in them
reference_game.py  a game on the reference machine
noticing.py        what a seat notices there
kernel_game.py     the same game in a compiled kernel, in a small part of the time
kernels.py         the kernel that the bots of a thread share, and how far games are played in it
search.py          one search: all of these put together
"""
