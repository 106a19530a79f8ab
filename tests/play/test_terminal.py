"""Play on a terminal: the prompt, completion, pictures that are replaced, and ways to leave."""

from __future__ import annotations

import io
import os
import re
import select
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from ruledsl.cli.table.host import Host, Quit
from ruledsl.cli.table.terminal import CLEAR, FORGET, TerminalScreen
from ruledsl.tools.session import Session
from tests.play.support import HIGH_CARD, NIM, SECRET_BIDS, game, session, small


@pytest.fixture
def typed() -> Iterator[PipeInput]:
    """What is typed at prompts."""
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield keys


def screen_for(played: Session, width: int = 80, height: int = 24) -> tuple[TerminalScreen, io.StringIO]:
    target = io.StringIO()
    console = Console(file=target, width=width, height=height, force_terminal=True, color_system="256")
    return TerminalScreen(played.program, console), target


def test_tab_completes_moves_and_commands(typed: PipeInput) -> None:
    played = session(game("haunted_mouse"), ["you", "random"])
    screen, _ = screen_for(played)
    words = ["Play a meld [1C]", "hint"]
    for begun, whole in (("hi", "hint"), ("play", "Play a meld [1C]"), ("1c", "Play a meld [1C]")):
        keys = [threading.Timer(wait, typed.send_text, [key]) for wait, key in ((0.6, "\t"), (1.2, "\r"))]
        typed.send_text(begun)
        for key in keys:
            key.start()
        assert screen.ask(">", words) == whole
        for key in keys:
            key.join()
    typed.send_text("2 5 \r")
    assert screen.ask(">", words) == "2 5"


def test_leaving_by_keys(typed: PipeInput) -> None:
    screen, _ = screen_for(session(small(NIM), ["you", "greedy"]))
    typed.send_text("\x03")
    with pytest.raises(KeyboardInterrupt):
        screen.ask(">", ["hint"])
    typed.send_text("\x04")
    with pytest.raises(EOFError):
        screen.ask(">", ["hint"])


def test_a_whole_game_is_played_at_the_prompt(typed: PipeInput) -> None:
    played = session(small(HIGH_CARD), ["you", "greedy"], 2)
    screen, target = screen_for(played)
    typed.send_text("?\r\rhint\r1\r2\r3\r1\r2\r3\r1\r")
    Host(played, screen, str).run()
    assert played.over
    shown = target.getvalue()
    assert shown.count(CLEAR) > 4
    assert "A low card is worth nothing." in shown and "Hint: " in shown
    last = re.sub(r"\x1b\[[0-9;]*m", "", shown.rpartition(CLEAR)[2])
    assert "the end" in last and re.search(r"You win!|wins!|tie", last)


def test_long_answers_come_page_by_page(typed: PipeInput) -> None:
    played = session(small(NIM), ["you", "greedy"])
    screen, target = screen_for(played, height=10)
    typed.send_text("\r\r\r")
    screen.page([f"line {number}" for number in range(20)])
    assert target.getvalue().count(CLEAR) == 3
    typed.send_text("q\r")
    before = len(target.getvalue())
    screen.page([f"line {number}" for number in range(20)])
    assert target.getvalue()[before:].count(CLEAR) == 1


def test_handing_over_hides_the_hand_and_what_was_typed(typed: PipeInput) -> None:
    played = session(small(SECRET_BIDS), ["you", "you"])
    screen, target = screen_for(played)
    typed.send_text("\rBid 4\r\r\x1b[A\x15quit\r")
    with pytest.raises(Quit):
        Host(played, screen, str).run()
    parts = target.getvalue().split(CLEAR + FORGET)
    assert len(parts) == 3
    assert "B is next." in parts[2] and "A.4" not in parts[2]
    hand_over = re.sub(r"\x1b\[[0-9;]*[mHJ]", "", parts[2]).partition("──")[0]
    assert not re.search(r"\d", hand_over)


# -- a real terminal -----------------------------------------------------------------------------


class Terminal:
    """A child process on a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.near, far = os.openpty()
        termios.tcsetwinsize(far, (24, 80))
        self.modes = termios.tcgetattr(far)
        self.far = far
        environment = {**os.environ, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"}
        environment.pop("NO_COLOR", None)
        self.child = subprocess.Popen(
            [sys.executable, "-m", "ruledsl", "play", *arguments],
            stdin=far, stdout=far, stderr=far, cwd=folder, env=environment, start_new_session=True,
        )  # fmt: skip
        self.shown = ""

    def until(self, wanted: str, seconds: float = 60) -> str:
        """What is shown until a text appears."""
        start = len(self.shown)
        end = time.monotonic() + seconds
        while wanted not in self.shown[start:]:
            assert time.monotonic() < end, f"{wanted!r} did not appear in {self.shown[start:]!r}"
            if select.select([self.near], [], [], 0.1)[0]:
                self.shown += os.read(self.near, 65536).decode(errors="replace")
            elif self.child.poll() is not None:
                break
        return self.shown[start:]

    def type(self, text: str) -> None:
        os.write(self.near, text.encode())

    def end(self) -> int:
        """Waits for the end; the terminal must be as it was."""
        end = time.monotonic() + 60
        while self.child.poll() is None:
            assert time.monotonic() < end
            if select.select([self.near], [], [], 0.1)[0]:
                self.shown += os.read(self.near, 65536).decode(errors="replace")
        while select.select([self.near], [], [], 0.1)[0]:
            self.shown += os.read(self.near, 65536).decode(errors="replace")
        assert termios.tcgetattr(self.far)[:4] == self.modes[:4], "the terminal is left as it was found"
        os.close(self.near)
        os.close(self.far)
        return self.child.returncode


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "nim.rules").write_text(NIM)
    return tmp_path


needs_terminal = pytest.mark.skipif(not hasattr(termios, "tcsetwinsize"), reason="no pseudo terminals here")


@needs_terminal
def test_a_game_on_a_real_terminal(folder: Path) -> None:
    terminal = Terminal(folder, "nim.rules", "--seed", "1")
    first = terminal.until("How many >")
    assert CLEAR in first and "\x1b[1" in first and "Nim" in first
    terminal.type("3\r")
    terminal.until("Boast >")
    terminal.type("undo\r")
    terminal.until("How many >")
    terminal.type("3\r")
    terminal.until("Boast >")
    terminal.type("quit\r")
    terminal.until("Save the game?")
    terminal.type("mine.json\r")
    terminal.until("Saved.")
    assert terminal.end() == 0
    assert (folder / "mine.json").exists()


@needs_terminal
@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 0)])
def test_leaving_by_a_key_offers_to_save(folder: Path, key: str, status: int) -> None:
    terminal = Terminal(folder, "nim.rules", "--seed", "1")
    terminal.until("How many >")
    terminal.type("3\r")
    terminal.until("Boast >")
    terminal.type(key)
    terminal.until("Save the game?")
    terminal.type("\r")
    assert terminal.end() == status
    assert list(folder.iterdir()) == [folder / "nim.rules"]


@needs_terminal
def test_plain_lines_on_a_real_terminal(folder: Path) -> None:
    terminal = Terminal(folder, "nim.rules", "--seed", "1", "--plain")
    first = terminal.until("How many >")
    assert "\x1b" not in first and first.isascii()
    terminal.type("3\n")
    assert "\x1b" not in terminal.until("Boast >")
    os.killpg(terminal.child.pid, signal.SIGINT)
    terminal.until("Save the game?")
    terminal.type("\n")
    assert terminal.end() == 130
