"""Reading the file of a saved or recorded game, for the commands that take one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.pipeline import Game
    from ruledsl.tools.replaying import Replay
    from ruledsl.tools.saved import SavedGame


def read_record(name: str) -> SavedGame:
    """The saved game in a file. Raises RecordError with diagnostics for a file that is none."""
    from ruledsl import files
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.tools.saved import LARGEST, RecordError, read_saved

    path = Path(name)
    shown = files.shown_path(path)
    try:
        if path.is_dir():
            raise RecordError(Diagnostic("E450", facts={"name": name}, path=shown))
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise RecordError(Diagnostic("E457", facts={"name": name}, path=shown)) from error
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise RecordError(Diagnostic("E456", facts={"name": name, "reason": reason}, path=shown)) from error
    return read_saved(shown, data)


def open_record(name: str) -> Replay:
    """The saved game in a file, ready to be followed. Raises RecordError."""
    from ruledsl import files
    from ruledsl.tools.replaying import open_replay

    return open_replay(files.shown_path(Path(name)), read_record(name))


def same_rules(file: str, saved: Game, record: str) -> None:
    """Raises Problem when a rules file that is named beside a record holds other rules than the record."""
    from ruledsl.cli.errors import Problem
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.pipeline import load

    if load(file).text != saved.text:
        raise Problem(Diagnostic("E455", facts={"name": file}, path=record))
