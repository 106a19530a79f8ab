"""`ruledsl fuzz` as a command: statuses, the corpus on disk, JSON and JUnit."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ruledsl.cli.fuzz import live_line, seconds_of
from ruledsl.tools.fuzzing.run import Tally
from tests.cli.support import process
from tests.fuzzing.test_run import DRY, MENDED


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    (tmp_path / "dry.rules").write_text(DRY, encoding="utf-8")
    return tmp_path


def test_findings_are_told_kept_and_found_mended(rules: Path) -> None:
    command = ("fuzz", "dry.rules", "--games", "12", "--seed", "1", "--workers", "1", "--corpus", "found")
    done = process(*command, "--junit", "report.xml", cwd=rules)
    assert done.status == 1, done.text
    assert "the smallest game found: 2 players, 7 moves" in done.out
    assert 'example "found by fuzz: too-few" {' in done.out
    assert done.err == "", "no live line where nobody watches"
    kept = sorted(path.name for path in (rules / "found").iterdir())
    assert len(kept) == 2 and all(name.endswith(".json") for name in kept)
    shown = process("replay", f"found/{kept[0]}", cwd=rules)
    assert shown.status == 1 and "E490" in shown.text
    suite = ElementTree.fromstring((rules / "report.xml").read_bytes())
    assert suite.attrib["failures"] == "2" and len(suite.findall("testcase")) == int(suite.attrib["tests"])

    (rules / "dry.rules").write_text(MENDED, encoding="utf-8")
    done = process(*command, cwd=rules)
    assert done.status == 0, done.text
    assert done.out.count("mended: ") == 2
    done = process(*command, cwd=rules)
    assert "2 earlier findings tried again: still mended" in done.out


def test_json(rules: Path) -> None:
    done = process(
        "fuzz", "dry.rules", "--games", "6", "--seed", "1", "--workers", "1", "--players", "2", "--json",
        cwd=rules,
    )  # fmt: skip
    assert done.status == 1
    data = json.loads(done.out)
    assert data["schema"] == "ruledsl-fuzz" and data["games"] == 6 and data["seed"] == "1"
    for finding in data["findings"]:
        assert finding["replay"]["schema"] == "ruledsl-game"
        assert finding["players"] == 2 and finding["example"].startswith("example ")


def test_other_files_in_the_corpus_are_told(rules: Path) -> None:
    (rules / "found").mkdir()
    (rules / "found" / "notes.json").write_text("{}", encoding="utf-8")
    done = process("fuzz", "dry.rules", "--games", "1", "--corpus", "found", cwd=rules)
    assert done.status == 1 and "E478" in done.err


@pytest.mark.parametrize(
    "wrong",
    [
        ("--time", "soon"), ("--time", "0"), ("--games", "0"), ("--players", "9"), ("--set", "x=1"),
        ("--corpus", "dry.rules"),
    ],
)  # fmt: skip
def test_wrong_usage(rules: Path, wrong: tuple[str, str]) -> None:
    assert process("fuzz", "dry.rules", *wrong, cwd=rules).status == 2


def test_times() -> None:
    assert [seconds_of(text) for text in ("90", "60s", "1.5m", "1h")] == [90, 60, 90, 3600]


def test_the_live_line() -> None:
    line = live_line(Tally(games=30, seconds=10.0))
    assert line == "10 s  30 games (3.0/s)  0/0 clauses used  0 findings  0 notes"
