"""What the commands do, as functions that return data and print nothing.

Each file holds one tool: a game that is played on, a record that is followed, examples that are run, two
files that are compared.  Commands, the web and adapters show what these functions return.
"""
