from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

from tests.architecture.repository import ROOT, imported, modules

WITHOUT_ENGINE = {"source", "diagnostics", "syntax", "fmt"}
"""Rooms that know nothing of the engine."""

PROGRAM_ONLY = {"model", "check", "lower"}
"""Rooms that may know the form of a Program and of an example, and nothing else of the engine."""

PROGRAM = (
    "interpreter.program",
    "interpreter.primitives",
    "interpreter.analysis",  # what a Program's statements read and write
    "interpreter.expressions",
    "interpreter.setup.facts",
)

PLAIN = ("interpreter.plain",)
"""The form of plain data, for any room."""


def room(path: Path) -> str:
    return path.parts[1].removesuffix(".py")


def test_import_contracts_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == 0, "see the report above"


def test_rooms_left_of_the_engine_do_not_use_it() -> None:
    wrong = []
    for path in modules():
        if path.parts[0] != "ruledsl":
            continue
        engine = {name for name in imported(path) if name.split(".")[0] == "interpreter"} - {"interpreter"}
        engine = {name for name in engine if not name.startswith(PLAIN)}
        if room(path) in WITHOUT_ENGINE and engine:
            wrong.append(f"{path}: {', '.join(sorted(engine))}")
        if room(path) in PROGRAM_ONLY:
            beyond = {name for name in engine if not name.startswith(PROGRAM)}
            wrong += [f"{path}: {name}" for name in sorted(beyond)]
    assert not wrong


def test_all_chance_comes_from_one_place() -> None:
    wrong = [path for path in modules() if "random" in imported(path) and path.name != "chance.py"]
    assert not wrong


def test_nothing_is_pickled() -> None:
    forbidden = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
    wrong = [path for path in modules() if imported(path) & forbidden]
    assert not wrong


def test_reading_the_version_loads_nothing_else(pytestconfig: pytest.Config) -> None:
    light = {"__future__", "__future__.annotations", "importlib", "importlib.import_module"}
    for package in ("ruledsl", "interpreter"):
        assert imported(Path(package) / "__init__.py") <= light
    code = "import sys, ruledsl; print([m for m in sys.modules if m.startswith('ruledsl.') or m == 'attrs'])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "[]\n"
