"""Findings as files, so that they are tried again first the next time.

A file is a saved game (`ruledsl.tools.saved`), so `ruledsl replay` shows it, with one part more:

    "fuzz": {"version": 1, "kind": ..., "code": ..., "clause": ..., "text": ..., "players": ...,
             "settings": {...}, "script": [[...], ...], "mended": false}

The script is tried with the rules as they are now. Reading and writing files is up to the caller.
"""

from __future__ import annotations

import json
from typing import Any, Final

from attrs import frozen

from ruledsl.model.config import SettingValue
from ruledsl.tools.fuzzing.findings import Finding
from ruledsl.tools.fuzzing.scripts import Script

VERSION: Final = 1


class CorpusError(Exception):
    """A file that is no finding; `str()` says why."""


@frozen
class Entry:
    """A finding of an earlier run. `mended`: the last time it was tried, the problem did not come."""

    name: str
    kind: str
    code: str
    clause: str
    text: str
    players: int
    settings: tuple[tuple[str, SettingValue], ...]
    script: Script
    mended: bool
    document: dict[str, Any]


def entry_text(finding: Finding) -> str:
    """The file of a finding."""
    document = json.loads(finding.replay)
    document["fuzz"] = {
        "version": VERSION,
        "kind": finding.kind,
        "code": finding.code,
        "clause": finding.clause,
        "text": finding.text,
        "players": finding.players,
        "settings": dict(finding.settings),
        "script": [list(group) for group in finding.script],
        "mended": False,
    }
    return json.dumps(document, indent=1) + "\n"


def marked(entry: Entry, mended: bool) -> str:
    """The file of an entry that was tried again."""
    document = {**entry.document, "fuzz": {**entry.document["fuzz"], "mended": mended}}
    return json.dumps(document, indent=1) + "\n"


def read_entry(name: str, data: bytes) -> Entry:
    """The entry in a file. Raises CorpusError for anything else."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CorpusError("it is no JSON") from error
    part = document.get("fuzz") if isinstance(document, dict) else None
    if not isinstance(part, dict):
        raise CorpusError("it is no finding of `ruledsl fuzz`")
    if part.get("version") != VERSION:
        raise CorpusError(f"it is of version {part.get('version')}, and {VERSION} is known")
    kind, code, clause, text = (_part(part, key, str) for key in ("kind", "code", "clause", "text"))
    settings = _part(part, "settings", dict)
    if not all(isinstance(value, bool | int | str) for value in settings.values()):
        raise CorpusError("`settings` is not what it should be")
    return Entry(
        name, kind, code, clause, text, _part(part, "players", int), tuple(settings.items()),
        _script(_part(part, "script", list)), _part(part, "mended", bool), document,
    )  # fmt: skip


def _part(part: dict[str, Any], key: str, kind: type) -> Any:
    value = part.get(key)
    if type(value) is not kind:
        raise CorpusError(f"`{key}` is missing or not what it should be")
    return value


def _script(groups: list[Any]) -> Script:
    for group in groups:
        if not isinstance(group, list) or not all(type(number) is int and number >= 0 for number in group):
            raise CorpusError("`script` is not what it should be")
    return tuple(tuple(group) for group in groups)
