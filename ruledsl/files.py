"""The one place where rules text is read from files.

A file that is extended must be a bundled game or lie in or below the folder of the file that names it;
absolute paths, `..` and links that lead out are refused, so that rules from a stranger read nothing else.
"""

from __future__ import annotations

from pathlib import Path

from ruledsl.diagnostics import Diagnostic, decode_source, did_you_mean
from ruledsl.diagnostics.decode import LONGEST_TEXT
from ruledsl.source import Source, Span

LIMIT_BYTES = 4 * LONGEST_TEXT
"""More than this is not even read; the limit in characters is checked afterwards."""

_NO_FILE = (OSError, ValueError, RuntimeError)
"""What asking for a file raises for names that cannot be one: too long, a zero byte, links in a circle."""


def bundled_folders() -> list[Path]:
    """The folders with the games that come along: in the package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    packed = [package / "_bundled" / "games", package / "_bundled" / "examples"]
    checkout = [package.parent / "games", package.parent / "examples"]
    return [folder for folder in (*packed, *checkout) if folder.is_dir()]


def bundled_games() -> dict[str, Path]:
    """Name -> file of every game that comes along; the rulebooks first."""
    found: dict[str, Path] = {}
    for folder in bundled_folders():
        for path in sorted(folder.rglob("*.rules")):
            found.setdefault(path.stem, path)
    return found


def locate(name: str) -> Path:
    """The file that a user means: a path, or the name of a bundled game."""
    path = Path(name)
    if path.suffix or len(path.parts) > 1 or _exists(path):
        return path
    return bundled_games().get(name, path)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except _NO_FILE:
        return False


def shown_path(path: Path) -> str:
    """The path as messages show it: short where it lies below the current folder."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except _NO_FILE:
        return path.as_posix()


def read(name: str) -> Source | list[Diagnostic]:
    """The text of a file the user named, or what is wrong with it."""
    return read_path(locate(name), name)


def read_path(path: Path, name: str) -> Source | list[Diagnostic]:
    """The text of a file; `name` is what the user called it."""
    shown = shown_path(path)
    try:
        if path.is_dir():
            return [Diagnostic("E002", None, {"name": name}, path=shown)]
        if not path.exists():
            return [Diagnostic("E001", None, {"name": name}, did_you_mean(name, bundled_games()), path=shown)]
        with path.open("rb") as stream:
            data = stream.read(LIMIT_BYTES + 1)
        if len(data) > LIMIT_BYTES:
            facts = {"size": max(path.stat().st_size, len(data)), "limit": LONGEST_TEXT}
            return [Diagnostic("E005", None, facts, path=shown)]
    except _NO_FILE as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or str(error)
        return [Diagnostic("E008", None, {"name": name, "reason": reason.lower()}, path=shown)]
    return decode_source(shown, data)


def extended(span: Span, wanted: str, by: Path) -> Path | Diagnostic:
    """The file that `extends` names, for the file `by`, or why it may not be read."""
    facts = {"name": wanted}
    if Path(wanted).is_absolute() or ".." in Path(wanted).parts or "\\" in wanted or ":" in wanted:
        return Diagnostic("E057", span, facts)
    try:
        folder = by.resolve().parent
        beside = folder / wanted
        if beside.is_file():
            return beside if beside.resolve().is_relative_to(folder) else Diagnostic("E057", span, facts)
        near = [p.name for p in folder.glob("*.rules")]
    except _NO_FILE:
        near = []
    games = bundled_games()
    stem = wanted.removesuffix(".rules")
    if stem in games:
        return games[stem]
    return Diagnostic("E058", span, facts, did_you_mean(wanted, [*near, *games]))
