"""What a person can say besides a move."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from attrs import frozen

COMMANDS: Final = {
    "help": "this list, and what the rules say of the moves",
    "why": "why MOVE: every reason against a move",
    "undo": "take your last choice back, if nobody has learnt anything since",
    "back": "one step back in a choice that is made in steps",
    "hint": "what a bot would do in your place that sees what you see and thinks ahead",
    "log": "what has happened so far, as you saw it",
    "table": "show the table again",
    "rules": "the game, its settings and its notes",
    "save": "save PATH: write the game to a file, to go on later with --resume",
    "quit": "leave the game",
}
"""Every command with its line in the help."""

_ALSO: Final = {"?": "help", "h": "help", "exit": "quit", "q": "quit", "u": "undo", "b": "back"}


@frozen
class Command:
    """A command with what was said after it."""

    name: str
    rest: str = ""


def command_of(line: str, labels: Collection[str]) -> Command | None:
    """The command that a line is, or None for a move.

    Where the rules have a move of the same name, the word is the move; `/word` is always the command.
    """
    word, _, rest = line.strip().partition(" ")
    if word.startswith("/"):
        word = word[1:]
    elif line.strip().lower() in {label.lower() for label in labels}:
        return None
    word = word.lower()
    if word.startswith("?") and len(word) > 1:
        word, rest = "?", f"{word[1:]} {rest}"
    name = _ALSO.get(word, word)
    if name not in COMMANDS:
        return None
    if rest and name not in ("why", "save", "help"):
        return None
    return Command(name, rest.strip())
