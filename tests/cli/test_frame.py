"""The command line as a whole: help, wrong usage, faults, interrupts, colours."""

from __future__ import annotations

import io
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ruledsl as package
from ruledsl.cli.app import COMMANDS
from ruledsl.cli.output import wants_color
from tests.cli.conftest import Command
from tests.cli.support import FAULTY, GIVEN, process, without_pythonpath


def test_help_lists_every_command(ruledsl: Command) -> None:
    done = ruledsl("--help")
    assert done.status == 0
    for name, line in COMMANDS.items():
        assert f"  {name} " in done.out
        assert line.split()[0] in done.out


def test_help_imports_no_command_and_no_engine() -> None:
    code = (
        "import sys\n"
        "from ruledsl.cli.main import run\n"
        "try: run(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = ('rich', 'lark', 'interpreter', 'attrs', 'pydantic')\n"
        "bad = [m for m in sys.modules if m.split('.')[0] in heavy"
        " or m.startswith(('ruledsl.cli.play', 'ruledsl.cli.check', 'ruledsl.diagnostics'))]\n"
        "sys.stderr.write(' '.join(bad))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "play"])
def test_every_command_has_help_with_an_example(name: str, ruledsl: Command) -> None:
    done = ruledsl(name, "--help")
    assert done.status == 0
    assert f"ruledsl {name} " in done.out
    assert "Example" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_the_version(ruledsl: Command) -> None:
    assert ruledsl("--version").out == f"ruledsl {package.__version__}\n"


def test_it_runs_as_a_module() -> None:
    done = process("--version")
    assert (done.status, done.out) == (0, f"ruledsl {package.__version__}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc", "x"], "there is no command `chekc`; did you mean `check`?"),
        (["mine.rules"], "`ruledsl play FILE` plays it"),
        (["--nonsense"], "No such option: --nonsense"),
        (["check"], "Missing argument"),
        (["check", "--strikt", "x"], "--strict"),
        (["check", "--format", "jsn", "x"], "did you mean `json`?"),
        (["explain", "E9999"], "there is no code `E9999`"),
        (["options", "mini.rules"], "say which position"),
        (["options"], "name a rules FILE"),
        (["options", "mini.rules", "--given", "", "--at", "3"], "--at N belongs to --replay"),
        (["options", "--replay", "x.json", "--given", ""], "brings its own position"),
        (["options", "mini.rules", "--given", "", "--players", "x"], "--players"),
        (["options", "mini.rules", "--given", "", "--players", "9"], "this game is for 2 to 3 players"),
        (["options", "mini.rules", "--given", "", "--set", "gaol=3"], "did you mean `goal`?"),
        (["options", "mini.rules", "--given", "", "--set", "goal=99"], "`goal` is 1 to 9"),
        (["options", "mini.rules", "--given", "", "--set", "goal"], "NAME=VALUE"),
        (["options", "mini.rules", "--given", "", "--set", "goal=1", "--set", "goal=2"], "set twice"),
        (["replay", "x.json", "--at", "first"], "--at"),
        (["fmt", "-", "mini.rules"], "cannot be combined"),
    ],
    ids=" ".join,
)
def test_wrong_usage(arguments: list[str], said: str, folder: Path, ruledsl: Command) -> None:
    done = ruledsl(*arguments)
    assert done.status == 2
    assert said in done.err
    assert done.out == ""


def test_without_anything_the_help_is_shown(ruledsl: Command) -> None:
    done = ruledsl()
    assert done.status == 2
    assert "Commands:" in done.text


def test_usage_errors_repeat_nothing_that_steers_a_terminal(folder: Path, ruledsl: Command) -> None:
    evil = "\x1b[31m[bold]"
    for arguments in (
        [evil],
        ["check", f"--{evil}"],
        ["check", "--format", evil, "x"],
        ["explain", evil],
        ["options", "mini.rules", "--given", "", "--set", f"{evil}=1"],
        ["options", "mini.rules", "--given", "", "--players", evil],
        ["replay", "game.json", "--at", evil],
    ):
        done = ruledsl(*arguments)
        assert done.status == 2, arguments


# -- faults ---------------------------------------------------------------------------------------


def test_a_fault_of_the_rules_is_shown_where_it_is(folder: Path, ruledsl: Command) -> None:
    (folder / "faulty.rules").write_text(FAULTY, encoding="utf-8")
    done = ruledsl("options", "faulty.rules", "--given", "after setup A.hand = [3R]")
    assert done.status == 1
    assert "E490" in done.err
    assert "faulty.rules:16" in done.err
    assert "9 from stock -> each hand" in done.err
    assert "up to" in done.err


def test_a_fault_of_ours_asks_to_be_reported(
    folder: Path, ruledsl: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ruledsl import pipeline

    def broken(name: str) -> None:
        raise KeyError("\x1b[31mfield")

    monkeypatch.setattr(pipeline, "check", broken)
    done = ruledsl("check", "mini.rules")
    assert done.status == 70
    assert "fault in ruledsl itself" in done.err
    assert "KeyError" in done.err
    assert "ruledsl.cli.check" in done.err
    assert done.out == ""


def test_a_fault_of_ours_has_its_traceback_on_demand(folder: Path) -> None:
    code = (
        "from ruledsl import pipeline\n"
        "pipeline.check = lambda name: 1 / 0\n"
        "from ruledsl.cli.main import run\n"
        "run(['check', 'mini.rules'])\n"
    )
    environment = {**without_pythonpath(), "RULEDSL_DEBUG": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)
    assert done.returncode != 0
    assert "Traceback" in done.stderr
    assert "ZeroDivisionError" in done.stderr


# -- pipes, interrupts, terminals -------------------------------------------------------------------


def test_a_reader_that_went_away_is_no_failure_of_ours() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        command = [sys.executable, "-m", "ruledsl", "explain"]
        done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a full disk is simulated by a device")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "ruledsl", "explain"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 1
    assert b"E472" in done.stderr
    assert b"Traceback" not in done.stderr


def test_an_interrupt_ends_without_noise(folder: Path) -> None:
    started = folder / "started"
    code = (
        "import pathlib, time\n"
        "from ruledsl import pipeline\n"
        "def slow(name):\n"
        f"    pathlib.Path({str(started)!r}).touch()\n"
        "    time.sleep(50)\n"
        "pipeline.check = slow\n"
        "from ruledsl.cli.main import run\n"
        "run(['check', 'mini.rules'])\n"
    )
    running = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while not started.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=30)
    assert (running.returncode, out, err) == (130, b"", b"")


def in_a_terminal(arguments: list[str], folder: Path, environment: dict[str, str]) -> bytes:
    """What a command writes to a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "ruledsl", *arguments]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env=environment
    ) as p:
        os.close(theirs)
        written = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            written += part
        p.wait(timeout=60)
    os.close(ours)
    return written


def test_a_terminal_gets_colours(folder: Path) -> None:
    arguments = ["options", "mini.rules", "--given", GIVEN, "--why", "1B"]
    written = in_a_terminal(arguments, folder, {**without_pythonpath(), "TERM": "xterm"})
    assert b"\x1b[1;31mrefused" in written


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ],
    ids=str,
)
def test_colours_are_for_terminals_that_want_them(
    variables: dict[str, str], wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert wants_color(Terminal()) is wanted
    assert not wants_color(io.StringIO())
    assert not wants_color(None)


def test_output_survives_a_terminal_that_knows_few_signs(folder: Path) -> None:
    text = (folder / "mini.rules").read_text(encoding="utf-8").replace("a high card", "🂡 high")
    (folder / "mini.rules").write_text(text, encoding="utf-8")
    environment = {**without_pythonpath(), "PYTHONIOENCODING": "ascii"}
    arguments = ["options", "mini.rules", "--given", GIVEN, "--why", "1B"]
    done = process(*arguments, cwd=folder, env=environment)
    assert done.status == 0
    assert "\\U0001f0a1 high" in done.out
