"""Two games written by hand, in C, Python and for boardgame.io, by the rules of files they stand beside."""
