"""What is no rules file, or a broken one: a clear message, the right status, no traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.support import MINI, Finished, process, recorded

DEEP = 10_000

CASES: dict[str, tuple[bytes | str, list[str]]] = {
    "an unknown name": (
        MINI.replace("-> board;", "-> bord;"),
        ["E100", "bad.rules:18:", "did you mean `board`?"],
    ),
    "a wrong type": (MINI.replace("c.rank > 2", "c.rank > red"), ["bad.rules:18:", "c.rank > red"]),
    "a missing brace": (MINI.replace("    } until", "    until"), ["E012", "is never closed"]),
    "a stray character": (MINI.replace("zone board", "zone $board"), ["E015", "`$`"]),
    "an empty file": ("", ["E006", "this file is empty"]),
    "only blanks": (" \n\t\n", ["E006"]),
    "a binary file": (bytes(range(256)) * 9, ["E003"]),
    "no UTF-8": (MINI.replace("a high card", "a hïgh card").encode("latin-1"), ["E004", "line 18"]),
    "UTF-16": (MINI.encode("utf-16"), ["E004"]),
    "lone carriage returns": (MINI.replace("\n", "\r"), ["E007"]),
    "too large": (MINI + "# " + "x" * 5_000_000, ["E005", "too large"]),
    "nested brackets": (
        MINI.replace("c.rank > 2", "(" * DEEP + "c.rank" + ")" * DEEP + " > 2"),
        ["E036", "\n1 error\n"],
    ),
    "open brackets": (MINI.replace("c.rank > 2", "(" * DEEP), ["E036"]),
    "nested braces": ("phase game " + "{ if yes " * DEEP, ["E036"]),
    "nested words": (MINI.replace("c.rank > 2", "not " * DEEP + "yes"), ["E036"]),
    "a long sum": (MINI.replace("c.rank > 2", "1" + " + 1" * DEEP + " > 2"), ["E036"]),
    "a circle": ('game "Mine" extends "bad.rules"\n', ["E059"]),
    "extends nothing": ('game "Mine" extends "mni.rules"\n', ["E058", "mini.rules"]),
    "extends outside": ('game "Mine" extends "../mini.rules"\n', ["E057"]),
}


TOGETHER = """game "Together"
players 2
enum rank: 1..9
cards deck: rank
zone stock: pile, hidden
zone hand per player: row, private
zone board: row, open
phase game {
    all deck -> stock shuffled
    3 from stock -> each hand
    together player p { p chooses "Play": c in p.hand { c -> board } }
}
result player p: most p.hand.size
example "over" {
    given at end
    expect over
}
"""
"""An error that only shows when all of the rules are looked at."""


@pytest.mark.parametrize("text", [TOGETHER, TOGETHER.replace("hand.size", "hnad.size")], ids=["E354", "E103"])
@pytest.mark.parametrize(
    "command",
    ["check", "play", "simulate --games 10", "fuzz --games 2", "tree", "compile", "test", "mutate"],
)
def test_rules_unfit_to_be_played_are_refused_by_all(
    text: str, command: str, folder: Path, ruledsl: Command
) -> None:
    (folder / "bad.rules").write_text(text, encoding="utf-8")
    name, *options = command.split()
    done = ruledsl(name, "bad.rules", *options)
    assert done.status == 1
    assert ("E354" if text is TOGETHER else "E103") in done.text


@pytest.mark.parametrize("name", CASES)
def test_bad_rules(name: str, folder: Path, ruledsl: Command) -> None:
    content, said = CASES[name]
    data = content if isinstance(content, bytes) else content.encode()
    (folder / "bad.rules").write_bytes(data)
    started = time.monotonic()
    done = ruledsl("check", "bad.rules")
    assert time.monotonic() - started < 30
    assert done.status == 1
    for text in said:
        assert text in done.out, text
    for other in (["test"], ["show"], ["options", "--given", ""], ["diff", "mini.rules"]):
        done = ruledsl(*other, "bad.rules")
        assert done.status in (0, 1), other
        if name not in ("an unknown name", "a wrong type"):
            assert done.status == 1, other
            assert done.err, other


@pytest.mark.parametrize(
    "data",
    [
        MINI.replace("\n", "\r\n").encode(),
        MINI.replace("    ", "\t").encode(),
        b"\xef\xbb\xbf" + MINI.encode(),
        MINI.replace("a high card", "🂡 👩\u200d🚀 手").encode(),
    ],
    ids=["CRLF", "tabs", "byte order mark", "emoji"],
)
def test_good_rules_in_other_clothes(data: bytes, folder: Path, ruledsl: Command) -> None:
    (folder / "mini.rules").write_bytes(data)
    done = ruledsl("check", "mini.rules")
    assert (done.status, done.out) == (0, "")


def test_columns_behind_wide_signs(folder: Path, ruledsl: Command) -> None:
    text = MINI.replace('"play a high card"', '"手👩\u200d🚀"').replace("-> board;", "-> bord;")
    (folder / "bad.rules").write_text(text, encoding="utf-8")
    line = next(line for line in text.split("\n") if "bord" in line)
    done = ruledsl("check", "bad.rules", "--format", "concise")
    assert f"bad.rules:18:{line.index('bord') + 1}: E100" in done.out


def test_what_is_no_file(folder: Path, ruledsl: Command) -> None:
    (folder / "rules").mkdir()
    for name, code in (("rules", "E002"), ("mnii.rules", "E001"), ("no\x1b[31mthing", "E001"), ("", "E00")):
        done = ruledsl("check", name)
        assert done.status == 1, name
        assert code in done.out, name


def test_several_files_are_checked_in_one_run(folder: Path, ruledsl: Command) -> None:
    (folder / "bad.rules").write_text(MINI.replace("-> board;", "-> bord;"), encoding="utf-8")
    done = ruledsl("check", "bad.rules", "missing.rules", "mini.rules", "bad.rules", "--format", "json")
    assert done.status == 1
    found = [(finding["code"], finding["path"]) for finding in done.json["diagnostics"]]
    assert found == [("E100", "bad.rules"), ("E001", "missing.rules")]


EVIL = ("\x1b]0;owned\x07", "\x1b[31m", "\u202e", "[bold red]", "[/]", "\x9b2J")


@pytest.mark.parametrize("evil", EVIL, ids=ascii)
def test_names_and_texts_cannot_steer_the_terminal(evil: str, folder: Path, ruledsl: Command) -> None:
    text = MINI.replace('"Mini"', f'"Mini{evil}"').replace("a high card", f"a {evil} card")
    text = text.replace('"Play"', f'"Play{evil}"').replace("on the board", f"on {evil}")
    (folder / "evil.rules").write_text(text, encoding="utf-8")
    (folder / "bad.rules").write_text(text.replace("-> board;", "-> bord;"), encoding="utf-8")
    given = ["--given", "A.hand = [3R 1B], at turn of A"]
    (folder / "game.json").write_text(recorded(folder / "evil.rules"), encoding="utf-8")
    runs = [
        ruledsl("check", "bad.rules"),
        ruledsl("test", "evil.rules"),
        ruledsl("show", "evil.rules"),
        ruledsl("diff", "mini.rules", "evil.rules"),
        ruledsl("options", "evil.rules", *given),
        ruledsl("options", "evil.rules", *given, "--why", f"[1B] {evil}"),
        ruledsl("replay", "game.json"),
        ruledsl("replay", "game.json", "--as", "B"),
        ruledsl("fmt", "--diff", "evil.rules"),
    ]
    for done in runs:
        assert not any(sign in done.text for sign in "\x07\x1b\x9b\u202e")
    if evil.startswith("["):
        assert evil in runs[0].out
        assert evil in runs[4].out


def without_rights(*arguments: str, cwd: Path) -> Finished:
    """Runs the command so that permissions count, also for the super-user."""
    if os.geteuid() != 0:
        return process(*arguments, cwd=cwd)
    drop = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    command = [*drop, sys.executable, "-m", "ruledsl", *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=60, check=False)
    return Finished(done.returncode, done.stdout, done.stderr)


needs_permissions = pytest.mark.skipif(
    sys.platform == "win32" or (os.geteuid() == 0 and shutil.which("setpriv") is None),
    reason="permissions do not count for this user",
)


@needs_permissions
def test_a_file_that_may_not_be_read(folder: Path, saved: Path) -> None:
    (folder / "mini.rules").chmod(0o000)
    saved.chmod(0o000)
    done = without_rights("check", "mini.rules", cwd=folder)
    assert (done.status, "permission denied" in done.out) == (1, True)
    done = without_rights("replay", "game.json", cwd=folder)
    assert (done.status, "E456" in done.err) == (1, True)


@needs_permissions
def test_a_file_that_may_not_be_written(folder: Path) -> None:
    path = folder / "mini.rules"
    text = MINI.replace("players 2..3", "players   2..3")
    path.write_text(text, encoding="utf-8")
    path.chmod(0o444)
    done = without_rights("fmt", "mini.rules", cwd=folder)
    assert (done.status, "E470" in done.err) == (1, True)
    path.chmod(0o644)
    folder.chmod(0o555)
    done = without_rights("fmt", "mini.rules", cwd=folder)
    folder.chmod(0o755)
    assert (done.status, "E470" in done.err) == (1, True)
    assert path.read_text(encoding="utf-8") == text
    assert [p.name for p in folder.iterdir()] == ["mini.rules"]
