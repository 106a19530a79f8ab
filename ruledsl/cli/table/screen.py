"""Where people play: a terminal with pictures and completion, or plain lines in and out.

Both are told what there is to see as a `Scene` and decide themselves how much of it to show.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TextIO

from attrs import field, frozen

from ruledsl.cli.table.brackets import without_brackets
from ruledsl.cli.table.choices import Menu
from ruledsl.cli.table.plain import menu_lines, own_lines, table_lines
from ruledsl.cli.table.sheet import Sheet
from ruledsl.diagnostics.neutral import neutral

HIDING_LINES: Final = 60
"""So many empty lines hide what was on a terminal that cannot be cleared."""


@frozen
class Scene:
    """What there is to see when somebody has to choose, or at the end (without a menu).

    `shown`: the zones of the viewer's own cards that the choice is about, none: all. `same_turn`: the viewer
    chose last as well. `head` says in a sentence what is due, `notes` are answers to what was said last.
    """

    sheet: Sheet
    head: str
    news: tuple[str, ...] = ()
    menu: Menu | None = None
    shown: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    same_turn: bool = field(default=False)


class Screen(Protocol):
    """Where people see and say something."""

    def draw(self, scene: Scene) -> None:
        """Shows a scene."""

    def say(self, lines: Sequence[str]) -> None:
        """Shows some lines."""

    def page(self, lines: Sequence[str]) -> None:
        """Shows lines that are read before play goes on."""

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """What is typed; `words` complete it. Raises EOFError at the end of what is typed."""

    def hand_over(self, name: str) -> None:
        """Hides everything until the next person sits before the screen."""


class PlainScreen:
    """Lines of text. What is typed is repeated where it comes from a pipe, so that the text reads well."""

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self.source = source
        self.target = target
        self.is_typed = source.isatty()
        self._last: Scene | None = None

    def draw(self, scene: Scene) -> None:
        """See `Screen`: what is new since the last scene."""
        last, self._last = self._last, scene
        again = last is not None and last.sheet == scene.sheet
        if last is None:
            self.say([f"{scene.sheet.title}, {len(scene.sheet.seats)} players."])
        if not again:
            told = last.news if last is not None and scene.same_turn else ()
            self.say([""])
            self.say([line for line in scene.news if line not in told])
            self.say([scene.head])
            self.say(list(own_lines(scene.sheet) if scene.same_turn else table_lines(scene.sheet)))
        if scene.menu is not None and (not again or last is None or last.menu != scene.menu):
            self.say(list(menu_lines(scene.menu)))
        self._write(scene.notes)

    def say(self, lines: Sequence[str]) -> None:
        """See `Screen`: without the brackets around codes, which a screen reader would read out."""
        self._write([without_brackets(line) for line in lines])

    def _write(self, lines: Sequence[str]) -> None:
        for line in lines:
            self.target.write(neutral(line) + "\n")
        self.target.flush()

    def page(self, lines: Sequence[str]) -> None:
        """See `Screen`."""
        self.say(lines)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """See `Screen`."""
        self.target.write(f"{neutral(prompt)} ")
        self.target.flush()
        line = self.source.readline()
        if not line:
            self.target.write("\n")
            raise EOFError
        if not self.is_typed:
            self.target.write(neutral(line.strip()) + "\n")
        return line.strip()

    def hand_over(self, name: str) -> None:
        """See `Screen`: a line in a pipe, many empty lines on a terminal."""
        if self.is_typed:
            self.say([""] * HIDING_LINES)
            self.ask(f"{name} is next. When only {name} can see the screen, press Enter.")
        else:
            self.say(["", f"{name} is next."])
        self._last = None
