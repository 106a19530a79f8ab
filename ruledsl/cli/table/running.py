"""One run of `ruledsl play`: picks the screen, plays, and ends cleanly however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import typer

from ruledsl.cli.errors import Problem
from ruledsl.cli.main import INTERRUPTED
from ruledsl.cli.output import remark
from ruledsl.cli.table.host import Host, Quit
from ruledsl.cli.table.lines import JsonLines
from ruledsl.cli.table.screen import PlainScreen, Screen
from ruledsl.cli.table.watching import watch
from ruledsl.cli.writing import replace_file
from ruledsl.diagnostics import Diagnostic
from ruledsl.diagnostics.neutral import neutral
from ruledsl.tools.faults import PlayFault
from ruledsl.tools.saved import RecordError, read_saved
from ruledsl.tools.session import Session

UNFINISHED: Final = 1
"""The exit status when what was typed ended before the game did."""

NOT_SAVED: Final = 1
"""The exit status when the game could not be saved as was asked for."""


class Run:
    """Plays a session on the process's own streams.

    `again` is the command that plays the same game again, told at the end.
    """

    def __init__(
        self, session: Session, *, plain: bool, save_path: str, as_json: bool, again: str = ""
    ) -> None:
        self.session = session
        self.save_path = save_path
        self.as_json = as_json
        self.again = again
        self.pictures = not plain and not as_json and _is_terminal(sys.stdout) and _is_terminal(sys.stdin)
        self._screen: Screen | None = None

    @property
    def screen(self) -> Screen:
        """The screen: with pictures on a terminal, else plain lines."""
        if self._screen is None:
            if self.pictures:
                from ruledsl.cli.table.terminal import open_terminal

                self._screen = open_terminal(self.session.program)
            else:
                self._screen = PlainScreen(sys.stdin, sys.stdout)
        return self._screen

    def play(self) -> None:
        """Plays to the end, or until somebody leaves. Raises typer.Exit for a status other than 0."""
        try:
            self._play()
        except PlayFault:
            self._leave()
            raise
        except Quit:
            if not self._leave():
                raise typer.Exit(NOT_SAVED) from None
        except EOFError:
            self._end_of_input()
        except KeyboardInterrupt:
            self._interrupted()
        else:
            self._finished()

    def _play(self) -> None:
        if self.as_json:
            JsonLines(self.session, sys.stdin, sys.stdout).run()
        elif self.session.people:
            Host(self.session, self.screen, self.saved).run()
        else:
            watch(self.session, self.screen)

    def _finished(self) -> None:
        saved = not self.save_path or self._save(self.save_path) or self._offer_to_save()
        if self.again:
            self._tell(f"The same cards again: {self.again}")
        if not saved:
            raise typer.Exit(NOT_SAVED)

    # -- leaving ---------------------------------------------------------------------------------

    def _end_of_input(self) -> None:
        if _is_terminal(sys.stdin):
            if not self._leave():
                raise typer.Exit(NOT_SAVED)
            return
        if self.save_path:
            self._save(self.save_path)
        choices = len(self.session.chosen)
        remark(f"The input ended after {choices} choice{'' if choices == 1 else 's'}, before the game did.\n")
        raise typer.Exit(UNFINISHED)

    def _interrupted(self) -> None:
        try:
            self._leave()
        except (KeyboardInterrupt, EOFError):
            remark("\n")
        raise typer.Exit(INTERRUPTED) from None

    def _leave(self) -> bool:
        """Saves where that was asked for, else offers to; False when what was asked for was not done."""
        if self.save_path:
            return self._save(self.save_path) or self._offer_to_save()
        if self.session.chosen:
            self._offer_to_save()
        return True

    def _offer_to_save(self) -> bool:
        """Asks a person where to save the game, until it is saved (True) or they do not want to (False)."""
        asked = not self.as_json and _is_terminal(sys.stdin) and self.session.people
        if not asked or not self.session.keep_record:
            return False
        while True:
            path = self.screen.ask("Save the game? Type a file name, or only Enter to leave it >")
            if not path or path.lower() in ("n", "no"):
                return False
            if self._save("" if path.lower() in ("y", "yes") else path):
                return True

    def _save(self, path: str) -> bool:
        """Saves the game and says what came of it; whether it was written."""
        said = self.saved(path)
        self._tell(said)
        return said.startswith("Saved")

    def _tell(self, line: str) -> None:
        if self.as_json:
            remark(f"{neutral(line)}\n")
        else:
            self.screen.say([line])

    # -- saving ----------------------------------------------------------------------------------

    def saved(self, path: str) -> str:
        """Writes the game to a path (empty: the one of `--save`, or one made of its name and seed).

        Gives a sentence that says what came of it; one that begins with `Saved` when it was written.
        """
        target = Path(path or self.save_path or self._usual_path())
        if not self.session.keep_record:
            return "This game is played without a record and cannot be saved."
        if not _may_be_replaced(target):
            return f"{target} is something else than a saved game: it was not touched."
        try:
            replace_file(target, self.session.save().encode())
        except Problem as problem:
            reason = problem.diagnostics[0].facts.get("reason", "")
            return f"{target} cannot be written: {reason}."
        if self.session.over:
            return f"Saved: ruledsl replay {target}"
        return f"Saved. Go on with: ruledsl play --resume {target}"

    def _usual_path(self) -> str:
        stem = Path(self.session.game.path).stem or "game"
        return f"{stem}-{''.join(c for c in self.session.seed if c.isalnum())[:20]}.json"


def _may_be_replaced(target: Path) -> bool:
    """Whether nothing but a saved game would be overwritten."""
    try:
        if not target.exists() or target.stat().st_size == 0:
            return True
        read_saved(str(target), target.read_bytes())
    except RecordError as error:
        return all(_is_saved_game(diagnostic) for diagnostic in error.diagnostics)
    except OSError:
        return True  # writing it will tell what is wrong
    return True


def _is_saved_game(diagnostic: Diagnostic) -> bool:
    """Whether a file is a saved game for all that is wrong with it."""
    return diagnostic.code != "E450"


def _is_terminal(stream: object) -> bool:
    isatty = getattr(stream, "isatty", None)
    return bool(isatty and isatty()) and os.environ.get("TERM") != "dumb"
