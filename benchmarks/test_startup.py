"""How long the shortest commands take, each in a process of its own: what one waits for at a terminal."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.cli.support import MINI


def started(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "ruledsl", *map(str, arguments)]
    subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["explain", "E012"], ["play", "--help"]], ids=" ".join
)
def test_start(arguments: list[str], benchmark: BenchmarkFixture) -> None:
    benchmark.pedantic(started, args=arguments, rounds=7, warmup_rounds=1)


@pytest.mark.parametrize("command", ["check", "test"])
def test_a_small_file(command: str, benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    path = tmp_path / "mini.rules"
    path.write_text(MINI, encoding="utf-8")
    benchmark.pedantic(started, args=[command, path], rounds=5, warmup_rounds=1)
