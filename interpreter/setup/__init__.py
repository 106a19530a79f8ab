"""Positions that were not played to: facts are put in place, and play stands where it is said to stand.

`facts.py` has the facts (what lies where, counters, variables, who is to act) and the chance that is written
beside them; `run.py` makes a position of them that can run on; `laying.py` puts them in place, `standing.py`
suspends play: the callers of the place where it begins stand as suspended frames.
"""
