"""`test`: the examples in rules files."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Command
from tests.cli.support import MINI, WRONG_EXAMPLE


def test_examples_that_hold(folder: Path, ruledsl: Command) -> None:
    done = ruledsl("test", "mini.rules")
    assert (done.status, done.out, done.err) == (0, "mini.rules: 1 passed\n", "")


def test_an_example_that_does_not_hold(folder: Path, ruledsl: Command) -> None:
    (folder / "mini.rules").write_text(MINI + WRONG_EXAMPLE, encoding="utf-8")
    done = ruledsl("test", "mini.rules")
    assert done.status == 1
    line = 1 + (MINI + WRONG_EXAMPLE).split("\n").index('    A can "Play" [1B]')
    assert "failed: low cards, too" in done.out
    assert f"--> mini.rules:{line}:5" in done.out
    assert 'A can "Play" [1B]' in done.out
    assert 'expected  "Play" [1B] is allowed' in done.out
    assert "found     play a high card" in done.out
    assert done.out.endswith("mini.rules: 1 passed, 1 failed\n")


def test_the_document(folder: Path, ruledsl: Command) -> None:
    (folder / "mini.rules").write_text(MINI + WRONG_EXAMPLE, encoding="utf-8")
    done = ruledsl("test", "mini.rules", "missing.rules", "--json")
    document = done.json
    assert done.status == 1
    assert (document["schema"], document["version"]) == ("ruledsl-tests", 1)
    assert document["summary"] == {"passed": 1, "failed": 1, "unread": 1}
    mini, missing = document["files"]
    assert [(e["title"], e["ok"]) for e in mini["examples"]] == [
        ("high cards may be played", True),
        ("low cards, too", False),
    ]
    assert set(mini["examples"][1]["failure"]) == {"path", "line", "column", "expected", "actual"}
    assert missing["examples"] == []
    assert [finding["code"] for finding in missing["diagnostics"]] == ["E001"]


def test_several_files(folder: Path, ruledsl: Command) -> None:
    (folder / "bad.rules").write_text(MINI.replace("-> board;", "-> bord;"), encoding="utf-8")
    done = ruledsl("test", "bad.rules", "mini.rules")
    assert done.status == 1
    assert "E100" in done.err
    assert "mini.rules: 1 passed" in done.out
    assert "2 files: 1 passed, 0 failed, 1 could not be read" in done.err


def test_a_file_without_examples_says_so(folder: Path, ruledsl: Command) -> None:
    (folder / "mini.rules").write_text(MINI.partition("example")[0], encoding="utf-8")
    done = ruledsl("test", "mini.rules")
    assert (done.status, done.out) == (0, "mini.rules: no examples\n")


def test_rules_that_are_wrong_do_not_pass_without_an_example(folder: Path, ruledsl: Command) -> None:
    text = (folder / "mini.rules").read_text(encoding="utf-8")
    text = text[: text.index("example")] if "example" in text else text
    (folder / "bare.rules").write_text(text.replace("-> board;", "-> bord;"), encoding="utf-8")
    done = ruledsl("test", "bare.rules")
    assert (done.status, "E100" in done.err) == (1, True)
