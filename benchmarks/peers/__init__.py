"""Two games written by hand, in C and in Python, by the same rules as the files they are measured against."""
