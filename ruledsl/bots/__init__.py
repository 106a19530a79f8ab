"""Players that are programs.

A bot is handed what a person in its seat would have: the rules (a Machine), its view of the position and the
keys of the options that are offered.  It is never handed a position, so it cannot peek.  What it decides
depends on these, on its seed and on nothing else: it keeps no state, so undoing a move or going on with a
saved game brings the same moves again.

    parts.py     walking over a Program
    base.py      what a bot is; its chance; guesses at what is hidden
    wishes.py    what the rules want of a player, read off the Program
    gates.py     how far a player is from options that open at a certain value
    standing.py  how well a player stands in a position
    random.py    any option
    greedy.py    the option that looks best one step ahead
    ismcts.py    the option that does best in a search of guesses at the position
    search/      that search; its `__init__.py` has the map
    limits.py    how long a bot may think
    registry.py  bots by name
"""

from ruledsl.bots.base import Bot, Key, ask
from ruledsl.bots.limits import Limit, LimitError, read_limit
from ruledsl.bots.registry import BEST_BOT, BOT_NAMES, BotError, bot_named, make_bot

__all__ = [
    "BEST_BOT", "BOT_NAMES", "Bot", "BotError", "Key", "Limit", "LimitError", "ask", "bot_named", "make_bot",
    "read_limit",
]  # fmt: skip
