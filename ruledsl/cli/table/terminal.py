"""The screen with pictures: drawn by rich, typed on through prompt_toolkit.

Each scene is written in one go after the screen was cleared, as terse as the height of the window asks for.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from interpreter.program import Program
from ruledsl.cli.table.brackets import without_brackets
from ruledsl.cli.table.choices import Entry, Menu, how_to_pick, number_span
from ruledsl.cli.table.draw import LEVELS, Drawing
from ruledsl.cli.table.paint import Painter, flow
from ruledsl.cli.table.screen import Scene
from ruledsl.diagnostics.neutral import neutral

CLEAR: Final = "\x1b[H\x1b[2J"
FORGET: Final = "\x1b[3J"
"""Clears what has scrolled away, too, so that nobody can scroll back to a hand."""

BOTTOM: Final = 2
"""Lines that the prompt takes."""
TOOLBAR: Final = " ? help   why MOVE   undo   hint   log   save   quit "


class TerminalScreen:
    """See the module and `ruledsl.cli.table.screen.Screen`."""

    def __init__(self, program: Program, console: Console | None = None) -> None:
        self.console = console if console is not None else Console(highlight=False, soft_wrap=True)
        self.paint = Painter(program, unicode=_knows_boxes(self.console))
        self._prompt: Any = None

    # -- showing ---------------------------------------------------------------------------------

    def draw(self, scene: Scene) -> None:
        """See `Screen`."""
        self._write(self.lines(scene, self.console.width, self.console.height), CLEAR)

    def lines(self, scene: Scene, width: int, height: int) -> list[Text]:
        """The scene in lines for a window of this size, as much of it as fits."""
        drawing = Drawing(self.paint, width)
        room = height - BOTTOM
        lines: list[Text] = []
        for level, most_news in ((0, 6), (1, 5), (1, 3), (2, 3), (3, 3), (3, 1)):
            lines = drawing.table(scene.sheet, min(level, LEVELS - 1), scene.shown)
            lines += self._news(scene, width, most_news)
            lines += self._bottom(scene, width)
            if len(lines) <= room:
                break
        return lines

    def _news(self, scene: Scene, width: int, most: int) -> list[Text]:
        """What has happened, each line cut to two, the last ones first when there is little room."""
        lines: list[Text] = []
        for text in scene.news:
            wrapped = flow([self.paint.words(text, "dim")], width, indent=2)
            if len(wrapped) > 2:
                wrapped[1].truncate(width - 4)
                wrapped = [wrapped[0], wrapped[1].append(" ...", "dim")]
            lines += wrapped
        if len(lines) > most:
            left = len(lines) - most + 1
            lines = [Text(f"  ... {left} more lines: log", "dim"), *lines[left:]]
        return lines

    def _bottom(self, scene: Scene, width: int) -> list[Text]:
        lines = flow([self.paint.words(scene.head, "bold")], width)
        if scene.menu is not None:
            lines += self.menu(scene.menu, width)
        for note in scene.notes:
            lines += flow([self.paint.words(note, "italic", brackets=True)], width)
        return lines

    def menu(self, menu: Menu, width: int) -> list[Text]:
        """What can be said next, in columns."""
        entries = menu.entries
        lines = []
        span = number_span(menu)
        if span:
            lines += flow([Text(f"Type {span}.", "dim")], width, indent=2)
            entries = tuple(entry for entry in entries if entry.key != entry.text)
        elif menu.picks:
            lines += flow([Text(f"{how_to_pick(menu)}.", "dim")], width, indent=2)
        chunks = [self._entry(entry, menu) for entry in entries]
        step = max([chunk.cell_len for chunk in chunks], default=0) + 3
        columns = max(1, (width - 2) // step)
        for start in range(0, len(chunks), columns):
            line = Text("  ")
            for chunk in chunks[start : start + columns]:
                padded = chunk.copy()
                padded.pad_right(step - chunk.cell_len)
                line.append_text(padded)
            line.rstrip()
            lines += flow([line], width) if line.cell_len > width else [line]
        return lines

    def _entry(self, entry: Entry, menu: Menu) -> Text:
        key = Text(f" {entry.key} ", "bold reverse" if self.paint.unicode else "bold")
        line = Text(" " * (2 - len(entry.key))).append_text(key)
        if without_brackets(entry.text) != entry.key:
            line.append(" ").append_text(self.paint.words(entry.text))
        if len(entry.options) > 1 and not menu.picks:
            line.append(f" ({len(entry.options)})", "dim")
        return line

    def say(self, lines: Sequence[str]) -> None:
        """See `Screen`."""
        self._write(self._painted(lines))

    def _painted(self, lines: Sequence[str]) -> list[Text]:
        painted: list[Text] = []
        for line in lines:
            indent = len(line) - len(line.lstrip())
            painted += flow([self.paint.words(line.strip())], self.console.width, indent=indent) or [Text()]
        return painted

    def page(self, lines: Sequence[str]) -> None:
        """See `Screen`: as many pages as it takes."""
        painted = self._painted(lines)
        room = max(5, self.console.height - BOTTOM)
        for start in range(0, len(painted), room):
            self._write(painted[start : start + room], CLEAR)
            left = len(painted) - start - room
            if self.ask(f"Enter to go on, {left} more lines (q: back) >" if left > 0 else "Enter to go on >"):
                return

    def hand_over(self, name: str) -> None:
        """See `Screen`."""
        self._prompt = None  # nor shall anybody call up what the one before has typed
        self._write([Text(), Text(f"  {name} is next.", "bold"), Text()], CLEAR + FORGET)
        self.ask(f"When only {name} can see the screen, press Enter >")

    def _write(self, lines: Sequence[Text], before: str = "") -> None:
        with self.console.capture() as captured:
            for line in lines:
                self.console.print(line, no_wrap=True, overflow="ignore", crop=False)
        stream = self.console.file
        stream.write((before if self.console.is_terminal else "") + captured.get())
        stream.flush()

    # -- asking ----------------------------------------------------------------------------------

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """See `Screen`."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        if self._prompt is None:
            self._prompt = PromptSession(history=InMemoryHistory())
        self.console.file.flush()
        said = f"{neutral(prompt)} "
        if not words:
            return str(PromptSession[str]().prompt(said)).strip()
        answer: str = self._prompt.prompt(
            said,
            completer=_completer(words),
            complete_while_typing=True,
            reserve_space_for_menu=0,
            bottom_toolbar=TOOLBAR,
        )
        return answer.strip()


def _completer(words: Sequence[str]) -> Any:
    """Completes the whole line by whatever contains what was typed, beginnings first."""
    from prompt_toolkit.completion import Completer, Completion

    class Words(Completer):
        """See above."""

        def get_completions(self, document: Any, complete_event: Any) -> Any:
            typed = document.text_before_cursor.lstrip().lower()
            if not typed:
                return
            begin = [word for word in words if word.lower().startswith(typed)]
            inside = [word for word in words if typed in word.lower() and word not in begin]
            for word in [*begin, *inside][:8]:
                yield Completion(word, -len(document.text_before_cursor), display=neutral(word))

    return Words()


def _knows_boxes(console: Console) -> bool:
    encoding = (getattr(console.file, "encoding", None) or console.encoding or "").lower()
    return encoding.replace("-", "").startswith("utf")


def open_terminal(program: Program) -> TerminalScreen:
    """The screen of the process's own terminal."""
    return TerminalScreen(program, Console(file=sys.stdout, highlight=False))
