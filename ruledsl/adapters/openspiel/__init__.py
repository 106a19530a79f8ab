"""Games as games of OpenSpiel (github.com/google-deepmind/open_spiel), for its algorithms; docs/openspiel.md.

    from ruledsl.adapters.openspiel import load
    game = load("kuhn_poker", players=3)          # a pyspiel.Game

or, for programs that take the name of a game:

    register("kuhn_poker")                        # "ruledsl_kuhn_poker"
    game = pyspiel.load_game("ruledsl_kuhn_poker(players=3)")

What OpenSpiel calls a node, an action, an information state is described in `ruledsl.adapters.game_tree`;
this package only hands it over:

    registration.py  names and parameters under which OpenSpiel finds a game
    game.py          the game: its type, bounds and length
    state.py         a history
    observer.py      what a player sees, as texts and as numbers

It needs the extra `openspiel`.
"""

from ruledsl.adapters.extras import MissingExtra

try:
    import pyspiel  # noqa: F401
except ImportError as problem:
    raise MissingExtra("openspiel", problem.name) from problem

from ruledsl.adapters.openspiel.registration import load, register

__all__ = ["load", "register"]
