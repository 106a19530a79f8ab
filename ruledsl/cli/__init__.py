"""The command line: the thin room in which a terminal is read and written.

Each command has a file of its own, with one function of the same name; `main.py` knows the commands by name
and imports the file of the one that is called, so that `ruledsl --help` starts quickly.  What a command does
is a function in `ruledsl.tools`, which returns data; here arguments become its parameters and data becomes
text.  `errors.py` turns whatever goes wrong into a message and an exit status, `output.py` is how text
reaches the terminal.
"""
