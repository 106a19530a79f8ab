"""Names and parameters under which OpenSpiel finds games of rules files.

A registered game has the parameters `players`, `horizon` (see `GameTree`) and one for each setting of the
rules: a number, a bool for yes or no, else a text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from os import PathLike, fspath
from pathlib import PurePath
from typing import Any

import pyspiel
from attrs import define, field

from interpreter.machine import Machine
from ruledsl.adapters.facts import Claims, Facts, facts_of
from ruledsl.adapters.game_tree import GameTree
from ruledsl.adapters.openspiel.game import Entry, RulesGame
from ruledsl.model.config import SettingValue
from ruledsl.model.settings import Setting, SettingError
from ruledsl.pipeline import Game
from ruledsl.pipeline import load as load_rules

PREFIX = "ruledsl_"
PLAYERS, HORIZON = "players", "horizon"

DEFAULT_HORIZON = 10_000

UNSAID = ""
"""Stands for the default of a setting that only the rules can reckon out."""


def register(
    rules: str | PathLike[str] | Game,
    short_name: str | None = None,
    *,
    utility_sum: float | None = None,
    min_utility: float | None = None,
    max_utility: float | None = None,
) -> str:
    """Makes a game known to OpenSpiel, and gives the name by which `pyspiel.load_game` finds it.

    `rules` is a file, the name of a bundled game, or a game that was loaded. The name is "ruledsl_" with the
    file's name when none is given; other rules of the same name are replaced.

    A small game is walked through when it is loaded, so that its length, the bounds of its payoffs and
    whether it is a zero-sum game are exact. Of a larger one with a `payoff` of its own nothing is known of
    these: then algorithms that need it believe what is claimed here, and `returns` raises ValueError if it
    turns out to be wrong.

    Raises RulesError when the rules are wrong, ValueError for a name or a setting that OpenSpiel cannot take.
    """
    game = rules if isinstance(rules, Game) else load_rules(fspath(rules))
    name = short_name or PREFIX + re.sub(r"[^A-Za-z0-9]+", "_", PurePath(game.path).stem).strip("_")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name):
        raise ValueError(f"{name!r} cannot be a name of OpenSpiel's: letters, digits and _ can")
    claims = Claims(utility_sum, min_utility, max_utility)
    known = _REGISTERED.get(name)
    if known is not None and (known.rules.text, known.claims) == (game.text, claims):
        return name
    settings = _settings(game)
    if PLAYERS in settings or HORIZON in settings:
        raise ValueError(f"the rules have a setting {PLAYERS!r} or {HORIZON!r}: these names are taken")
    entry = Entry(
        name,
        game.title,
        game.players,
        {PLAYERS: game.players.start, HORIZON: DEFAULT_HORIZON, **settings},
    )
    _REGISTERED[name] = registered = _Registered(game, entry, claims)
    pyspiel.register_game(entry.type(), _class_of(registered))
    return name


def load(
    rules: str | PathLike[str] | Game,
    players: int | None = None,
    settings: Mapping[str, SettingValue | str] | None = None,
    horizon: int = DEFAULT_HORIZON,
) -> RulesGame:
    """Registers a game and loads it; `players` and `settings` are those of `Game.configure`.

    What is claimed with `register` does not count here. Raises as `register`, and SettingError for what the
    rules do not allow.
    """
    read = rules if isinstance(rules, Game) else load_rules(fspath(rules))
    config = read.configure(players, settings)
    parameters = {PLAYERS: config.players, HORIZON: horizon, **config.settings}
    game: RulesGame = pyspiel.load_game(register(read), parameters)
    return game


@define(eq=False)
class _Registered:
    """A game under a name. `loaded` has what was made for each choice of parameters."""

    rules: Game
    entry: Entry
    claims: Claims
    loaded: dict[tuple[tuple[str, Any], ...], tuple[GameTree, Facts]] = field(factory=dict)

    def load(self, parameters: Mapping[str, Any]) -> tuple[GameTree, Facts]:
        """The game for a choice of parameters; one that was not chosen has its default."""
        chosen = {**self.entry.parameters, **parameters}
        key = tuple(sorted(chosen.items()))
        if key not in self.loaded:
            settings = {name: chosen[name] for name in _settings(self.rules) if chosen[name] != UNSAID}
            config = self.rules.configure(chosen[PLAYERS], settings)
            machine = Machine(self.rules.program(config))
            tree = GameTree(machine, self.rules.lowered(config).origins, chosen[HORIZON])
            self.loaded[key] = (tree, facts_of(tree).believing(self.claims))
        return self.loaded[key]


_REGISTERED: dict[str, _Registered] = {}
"""What was registered, by its name."""


def _class_of(registered: _Registered) -> type[RulesGame]:
    """The class by which OpenSpiel makes the game.

    It is a class and not a function, because OpenSpiel lets go of it only when Python has ended: a function
    would be freed then, which breaks the process off.
    """

    class Registered(RulesGame):
        """A game that was registered."""

        def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
            super().__init__(registered.entry, parameters or {}, *registered.load(parameters or {}))

    return Registered


def _settings(rules: Game) -> dict[str, Any]:
    """The settings of the rules with their defaults as OpenSpiel takes them."""
    return {setting.name: _default(setting, rules.players.start) for setting in rules.settings}


def _default(setting: Setting, players: int) -> Any:
    try:
        return setting.read(setting.default, players)
    except SettingError:
        return UNSAID
