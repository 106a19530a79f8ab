"""The list of mutants that change nothing: a file in TOML beside the rules.

    [equivalent]
    "phase race: `shuffled` is left out" = "the deck is shuffled again before anybody draws"

The key is the name of a mutant, as `ruledsl mutate` shows it, the value the reason why no game can tell it
from the rules. A mutant that is listed is not counted; one that `check` or an example tells from the rules is
no such mutant, whatever the list says.
"""

from __future__ import annotations

import tomllib
from typing import Final

SUFFIX: Final = ".mutants.toml"
"""The list of `game.rules` is `game.mutants.toml`."""

TABLE: Final = "equivalent"

Listed = dict[str, str]
"""Names of mutants with reasons."""


class ListError(Exception):
    """A list that cannot be used; the text says why."""


def read_list(text: str) -> Listed:
    """The names and reasons in the text of a list. Raises ListError."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ListError(f"it is no TOML: {problem}") from None
    unknown = [key for key in document if key != TABLE]
    if unknown:
        raise ListError(f"`{unknown[0]}` is none of its tables; there is only [{TABLE}]")
    table = document.get(TABLE, {})
    if not isinstance(table, dict):
        raise ListError(f"`{TABLE}` has to be a table")
    found: Listed = {}
    for name, reason in table.items():
        if not isinstance(reason, str) or not reason.strip():
            raise ListError(f"the reason is missing for {name}")
        found[name] = reason.strip()
    return found


def list_line(name: str) -> str:
    """The line to put into the list for a mutant, up to the reason."""
    if "'" not in name:
        return f"'{name}' = "
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}" = '
