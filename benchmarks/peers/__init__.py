"""Two games written by hand, in C, in Python and for boardgame.io, by the rules of the files they are measured
against."""
