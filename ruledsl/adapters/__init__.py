"""Games as environments of learning libraries: fixed numbers for actions, fixed vectors for observations.

The engine lists whole options, and a choice can have thousands of them (every meld of a hand). Learning
libraries want a fixed, small set of actions. So an option is taken action by action, like a sentence: its
label, then each card, place or number, then "done" where a list may end. Nothing here knows a game: all of
it is read off the Program.

    actions.py       the alphabet: every action of a Program, and the word that stands for an option
    taking.py        one decision under way: which actions are legal, which option has been reached
    observations.py  what a seat sees as a vector of fixed length, made of named sections
    sections.py, zone_sections.py, value_sections.py   what the vector is made of
    layout.py        both together for one Machine
    match.py         games played by actions
    game_tree.py     histories action by action, with chance, and what each seat knows by then
    noticed.py       what a seat notices, in words; outcomes.py  numbers for what chance gives
    facts.py         bounds of a game: its length, its payoffs

These need no other library; whoever adds an adapter starts from `layout.py`, `match.py` or `game_tree.py`.
The others need the extra `rl`:

    environments.py  what users import
    aec.py, parallel.py   the environments of PettingZoo
    single.py        that of Gymnasium: one learner among bots
    spaces.py        spaces and arrays
    drawing.py       `render`
    extras.py        what is said where a library is missing
"""
