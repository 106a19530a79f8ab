"""A saved game: the record of a game together with the rules that it is played by.

One JSON document serves as save and as replay. It carries the text of every rules file that the game is made
of, oldest first, so that a game can be followed after its rules have changed, and on another machine:

    {"schema": "ruledsl-game", "version": 1, "ruledsl": "0.1.0", "game": "name as it was called",
     "rules": [{"path": "big.rules", "text": "game ..."}, ...], "record": {... interpreter.replay.Record ...}}

Nothing is believed that such a file says: the rules must have the fingerprint that the record was made for,
and the moves are made again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from attrs import frozen

import ruledsl
from interpreter.machine import Machine
from interpreter.replay import Record, ReplayError, rules_hash
from ruledsl.diagnostics import Diagnostic, check_text
from ruledsl.model.effective import merge
from ruledsl.model.settings import SettingError
from ruledsl.pipeline import Game, RulesError
from ruledsl.source import Source, Span
from ruledsl.syntax.parser import parse

SCHEMA: Final = "ruledsl-game"
VERSION: Final = 1
LARGEST: Final = 50_000_000
"""A larger file, in bytes, is no saved game."""


class RecordError(Exception):
    """A saved game that cannot be used; `diagnostics` say why (E450 to E465)."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics


@frozen
class RulesFile:
    """One of the files that the rules stand in, with the path it was shown under."""

    path: str
    text: str


@frozen
class SavedGame:
    """See the module. `game` is how the user called the rules, `written_by` the version that saved it."""

    game: str
    rules: tuple[RulesFile, ...]
    record: Record
    written_by: str = ruledsl.__version__


# ---------------------------------------------------------------------------------------------
# Writing


def save(game: Game, record: Record) -> str:
    """The text of a saved game: ASCII, ends with a line end."""
    rules = [{"path": file.path, "text": file.text} for file in rules_files(game)]
    document = {
        "schema": SCHEMA,
        "version": VERSION,
        "ruledsl": ruledsl.__version__,
        "game": game.path,
        "rules": rules,
        "record": record.to_json(),
    }
    return json.dumps(document, indent=1) + "\n"


# ---------------------------------------------------------------------------------------------
# Reading


def read_saved(path: str, data: bytes) -> SavedGame:
    """The saved game in a file's bytes. Raises RecordError; `path` is for its messages."""
    document = _document(path, data)
    if document.get("schema") != SCHEMA:
        raise RecordError(Diagnostic("E450", facts={"name": path}, path=path))
    version = document.get("version")
    if version != VERSION:
        facts = {"found": str(version), "known": str(VERSION)}
        raise RecordError(Diagnostic("E452", facts=facts, path=path))
    rules = tuple(_rules_file(path, file) for file in _part(path, document, "rules", list))
    try:
        record = Record.from_json(_part(path, document, "record", dict))
    except ReplayError as problem:
        raise _damaged(path, problem.text) from problem
    if not rules or rules_hash("\n".join(file.text for file in rules)) != record.rules:
        raise _damaged(path, "the rules in it are not those of the recorded game")
    game = _part(path, document, "game", str)
    return SavedGame(game, rules, record, str(document.get("ruledsl", "")))


def _document(path: str, data: bytes) -> dict[str, Any]:
    if len(data) > LARGEST:
        raise _damaged(path, f"it has {len(data)} bytes, and at most {LARGEST} are read")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(Diagnostic("E450", facts={"name": path}, path=path)) from error
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        if not text.lstrip().startswith("{"):
            raise RecordError(Diagnostic("E450", facts={"name": path}, path=path)) from error
        if _is_cut(text, error):
            facts = {"line": error.lineno, "reason": "it ends in the middle"}
            raise RecordError(Diagnostic("E451", facts=facts, path=path)) from error
        raise _damaged(path, f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise _damaged(path, "it is nested too deeply, or holds a number that is too large") from error
    if not isinstance(document, dict):
        raise RecordError(Diagnostic("E450", facts={"name": path}, path=path))
    return document


def _is_cut(text: str, error: json.JSONDecodeError) -> bool:
    """Whether the mistake is that the text stops: at its end, or in a word or text that it does not close."""
    rest = text[error.pos :].strip()
    return not rest or error.msg.startswith("Unterminated string") or rest in _BEGUN


_BEGUN: Final = frozenset(
    word[:n] for word in ("true", "false", "null", "-") for n in range(1, len(word) + 1)
)


def _part(path: str, document: dict[str, Any], name: str, kind: type) -> Any:
    value = document.get(name)
    if type(value) is not kind:
        what = "is missing" if value is None else "is not what it should be"
        raise _damaged(path, f"`{name}` {what}")
    return value


def _rules_file(path: str, data: Any) -> RulesFile:
    if not isinstance(data, dict):
        raise _damaged(path, "`rules` is not what it should be")
    return RulesFile(_part(path, data, "path", str), _part(path, data, "text", str))


def _damaged(path: str, reason: str) -> RecordError:
    return RecordError(Diagnostic("E453", facts={"reason": reason}, path=path))


# ---------------------------------------------------------------------------------------------
# Using


def game_of(path: str, saved: SavedGame) -> Game:
    """The game with the rules that the saved game carries. Raises RecordError when they are not usable."""
    return game_from(saved.rules, saved.game, path)


def rules_files(game: Game) -> tuple[RulesFile, ...]:
    """The texts that a game is made of, oldest first, as plain data; `game_from` makes the game again."""
    return tuple(RulesFile(file.span.source.path, file.span.source.text) for file in game.effective.files)


def game_from(rules: Sequence[RulesFile], name: str, path: str) -> Game:
    """The game made of these texts. Raises RecordError, told of `path`, when they are not usable."""
    trees = []
    diagnostics: list[Diagnostic] = []
    for file in rules:
        source = check_text(file.path, file.text)
        if not isinstance(source, Source):
            raise RecordError(_no_rules(path, source), *source)
        tree, found = parse(source)
        trees.append(tree)
        diagnostics.extend(found)
    effective, merged = merge(tuple(trees))
    diagnostics.extend(merged)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.is_error]
    if errors:
        raise RecordError(_no_rules(path, errors), *errors)
    comments = tuple((c.span, c.text) for tree in trees for c in tree.comments)
    return Game(name, effective, tuple(diagnostics), comments)


def _no_rules(path: str, found: list[Diagnostic]) -> Diagnostic:
    reason = f"{len(found)} error{'' if len(found) == 1 else 's'}"
    return Diagnostic("E454", facts={"reason": reason}, path=path)


def machine_of(path: str, game: Game, record: Record) -> tuple[Machine, tuple[Span, ...]]:
    """The machine for a record's players and settings, and the places that origins stand for."""
    known = {setting.name for setting in game.settings}
    chosen = {name: value for name, value in record.settings if name in known and value is not None}
    try:
        config = game.configure(record.players, chosen)
        program = game.program(config)
    except SettingError as problem:
        raise _damaged(path, f"{problem.name} = {problem.value} does not fit its rules") from problem
    except RulesError as problem:
        raise RecordError(_no_rules(path, list(problem.diagnostics)), *problem.diagnostics) from problem
    if dict(record.settings) != dict(program.settings):
        raise _damaged(path, "its settings are not those of its rules")
    return Machine(program), game.lowered(config).origins
