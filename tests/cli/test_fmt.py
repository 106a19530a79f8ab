"""`fmt`: files put into the common form, and never half written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.support import MINI, process


@pytest.fixture
def tidy(folder: Path, ruledsl: Command) -> bytes:
    """The small game in the common form."""
    assert ruledsl("fmt", "mini.rules").status == 0
    return (folder / "mini.rules").read_bytes()


@pytest.fixture
def untidy(tidy: bytes, folder: Path) -> Path:
    """The same game with a line that is not in the common form."""
    path = folder / "mini.rules"
    path.write_bytes(tidy.replace(b"players 2..3", b"players    2..3"))
    return path


def test_a_file_is_formatted_in_place(tidy: bytes, untidy: Path, ruledsl: Command) -> None:
    untidy.chmod(0o640)
    done = ruledsl("fmt", "mini.rules")
    assert (done.status, done.out, done.err) == (0, "", "1 file changed\n")
    assert untidy.read_bytes() == tidy
    assert untidy.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in untidy.parent.iterdir()] == ["mini.rules"]
    again = ruledsl("fmt", "mini.rules")
    assert (again.status, again.err) == (0, "1 file unchanged\n")


def test_a_file_in_the_common_form_is_not_touched(tidy: bytes, folder: Path, ruledsl: Command) -> None:
    path = folder / "mini.rules"
    os.utime(path, (1, 1))
    assert ruledsl("fmt", "mini.rules").status == 0
    assert path.stat().st_mtime == 1


def test_checking_writes_nothing(tidy: bytes, untidy: Path, ruledsl: Command) -> None:
    before = untidy.read_bytes()
    done = ruledsl("fmt", "--check", "mini.rules")
    assert (done.status, done.err) == (1, "mini.rules would change\n1 file would change\n")
    assert untidy.read_bytes() == before
    untidy.write_bytes(tidy)
    assert ruledsl("fmt", "--check", "mini.rules").status == 0


def test_what_would_change(untidy: Path, ruledsl: Command) -> None:
    before = untidy.read_bytes()
    done = ruledsl("fmt", "--diff", "mini.rules")
    assert done.status == 0
    assert done.out.startswith("--- mini.rules\n+++ mini.rules (formatted)\n@@ ")
    assert "\n-players    2..3\n+players 2..3\n" in done.out
    assert untidy.read_bytes() == before
    assert ruledsl("fmt", "--diff", "--check", "mini.rules").status == 1


def test_a_pipe(tidy: bytes, untidy: Path, ruledsl: Command) -> None:
    done = ruledsl("fmt", "-", stdin=untidy.read_bytes())
    assert (done.status, done.out, done.err) == (0, tidy.decode(), "")
    done = ruledsl("fmt", "--check", "-", stdin=untidy.read_bytes())
    assert (done.status, done.out) == (1, "")
    done = ruledsl("fmt", "-", stdin=b"phase {")
    assert (done.status, done.out, "error[" in done.err) == (1, "", True)


def test_a_pipe_of_bytes_stays_what_it_is(folder: Path) -> None:
    data = MINI.replace("a high card", "🂡 手").replace("\n", "\r\n").encode()
    command = [sys.executable, "-m", "ruledsl", "fmt", "-"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=True, env=environment)
    assert "🂡 手".encode() in done.stdout
    assert done.stdout.count(b"\r\n") == done.stdout.count(b"\n")


def test_closed_standard_input(folder: Path) -> None:
    command = f"exec {sys.executable} -m ruledsl fmt - <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "E471" in done.stderr
    assert "Traceback" not in done.stderr


def test_line_ends_are_kept(tidy: bytes, untidy: Path, ruledsl: Command) -> None:
    untidy.write_bytes(b"\xef\xbb\xbf" + untidy.read_bytes().replace(b"\n", b"\r\n"))
    assert ruledsl("fmt", "mini.rules").status == 0
    assert untidy.read_bytes() == tidy.replace(b"\n", b"\r\n")


def test_what_cannot_be_read_stays_as_it_is(untidy: Path, tidy: bytes, ruledsl: Command) -> None:
    bad = untidy.parent / "bad.rules"
    bad.write_text(MINI.replace("    } until", "    until"), encoding="utf-8")
    before = bad.read_bytes()
    done = ruledsl("fmt", "bad.rules", "gone.rules", "mini.rules")
    assert done.status == 1
    assert "E012" in done.err
    assert "E001" in done.err
    assert done.err.endswith("1 file changed, 2 files could not be read\n")
    assert bad.read_bytes() == before
    assert untidy.read_bytes() == tidy


def test_a_link_stays_a_link(untidy: Path, tidy: bytes, ruledsl: Command) -> None:
    link = untidy.parent / "link.rules"
    link.symlink_to("mini.rules")
    assert ruledsl("fmt", "link.rules").status == 0
    assert link.is_symlink()
    assert untidy.read_bytes() == tidy


def test_a_failure_leaves_the_old_file(
    untidy: Path, ruledsl: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = untidy.read_bytes()
    for name in ("fsync", "replace", "chmod"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            done = ruledsl("fmt", "mini.rules")
        assert (done.status, "E470" in done.err) == (1, True), name
        assert "no space left on device" in done.err
        assert untidy.read_bytes() == before
        assert [path.name for path in untidy.parent.iterdir()] == ["mini.rules"]


def test_bundled_games_are_never_formatted_by_name(folder: Path) -> None:
    done = process("fmt", "mini", cwd=folder)
    assert (done.status, "E001" in done.err) == (1, True)
