"""The one list of all rules files that come along, and every configuration in which each can be played.

Whatever is tested "for every game" takes its cases from here, so a new file in `games/` or `examples/` is
covered at once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import frozen

from interpreter.machine import Machine
from ruledsl.model.config import Configuration
from ruledsl.pipeline import Game, RulesError, load

ROOT = Path(__file__).resolve().parents[2]


@cache
def rules_files() -> tuple[Path, ...]:
    """Every `.rules` file of `games/` and `examples/`."""
    return tuple(path for top in ("games", "examples") for path in sorted((ROOT / top).rglob("*.rules")))


@cache
def game_at(path: Path) -> Game:
    """The game in a file; read once."""
    return load(str(path))


@cache
def _machines() -> dict[tuple[Path, str], Machine]:
    return {}


@frozen
class Case:
    """A file in one configuration. `problem` stands where the file cannot even be read."""

    path: Path
    config: Configuration
    problem: str = ""

    def __str__(self) -> str:
        settings = "".join(f"-{name}={value}" for name, value in self.config.settings.items())
        return f"{self.path.stem}-{self.config.players}{settings}"

    @property
    def machine(self) -> Machine:
        """The machine for it; made once."""
        assert not self.problem, self.problem
        key = (self.path, str(self))
        if key not in _machines():
            _machines()[key] = Machine(game_at(self.path).program(self.config))
        return _machines()[key]

    @property
    def text(self) -> str:
        """The rules text after `extends`."""
        return game_at(self.path).text


def _cases_of(path: Path, with_settings: bool) -> list[Case]:
    try:
        game = game_at(path)
        configurations = game.configurations()
    except RulesError as error:
        return [Case(path, Configuration(2), f"{path.name} cannot be read: {error.diagnostics}")]
    return [Case(path, config) for config in configurations if with_settings or not config.settings]


@cache
def all_cases() -> tuple[Case, ...]:
    """Every file with every number of players, and each setting at its ends."""
    return tuple(case for path in rules_files() for case in _cases_of(path, True))


@cache
def plain_cases() -> tuple[Case, ...]:
    """Every file with every number of players, all settings as they are by default."""
    return tuple(case for path in rules_files() for case in _cases_of(path, False))


@cache
def one_of_each() -> tuple[Case, ...]:
    """Every file once, in turn with its fewest and its most players."""
    found = []
    for index, path in enumerate(rules_files()):
        cases = [case for case in plain_cases() if case.path == path]
        found.append(cases[-(index % 2)])
    return tuple(found)
