"""The tables that `generate.py` wrote, as the parser wants them."""

from __future__ import annotations

import json
import pkgutil
from functools import cache
from typing import Final, NamedTuple

TABLES: Final = "tables.json"


class Rule(NamedTuple):
    """One production.

    `method` is the transformer's method that makes the value; it is empty where the only child is the
    value, and None where the children are handed on as a list.  `shape` says which of the `size` symbols
    are children, in order: `i` is the value of symbol i, `-1 - i` all values of the list of symbol i, and
    None an optional child that is not there.
    """

    origin: str
    size: int
    method: str | None
    shape: tuple[int | None, ...]


class Tables(NamedTuple):
    """What the parser runs on.

    `actions[state][terminal]` is the next state, or `-1 - n` to reduce by `rules[n]`;
    `gotos[state][origin]` is the state after a reduction.  `words` and `signs` name the terminal of each
    text that the grammar has in quotes.  State 0 is the start.
    """

    words: dict[str, str]
    signs: dict[str, str]
    rules: list[Rule]
    actions: list[dict[str, int]]
    gotos: list[dict[str, int]]


@cache
def load() -> Tables:
    """The tables of the language, read once."""
    data = pkgutil.get_data(__package__, TABLES)
    if data is None:
        raise FileNotFoundError(TABLES)
    plain = json.loads(data)
    rules = [Rule(origin, size, method, tuple(shape)) for origin, size, method, shape in plain["rules"]]
    return Tables(plain["words"], plain["signs"], rules, plain["actions"], plain["gotos"])
