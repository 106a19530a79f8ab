"""What a file's names mean: types, symbols, the effective file after `extends`, and the configuration.

The tree says what was written; this room says what it can mean. `effective.py` merges a variant with what
it extends into one list of declarations; `types.py` has the types of expressions; `symbols.py` what a name
may stand for; `config.py` the number of players and the settings for which rules are lowered.
"""
