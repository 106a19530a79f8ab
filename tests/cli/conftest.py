from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ruledsl.cli import main
from tests.cli.support import MINI, Finished, recorded

Command = Callable[..., Finished]


@pytest.fixture
def ruledsl(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command line in this process."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("RULEDSL_DEBUG", raising=False)

    def run(*arguments: str | Path, stdin: bytes = b"") -> Finished:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        monkeypatch.setattr(sys, "argv", ["ruledsl", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main.run()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "\x1b" not in out + err, "no terminal codes outside of a terminal"
        assert isinstance(ended.value.code, int)
        return Finished(ended.value.code, out, err)

    return run


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small game, in which the command runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mini.rules").write_text(MINI, encoding="utf-8")
    return tmp_path


@pytest.fixture
def saved(folder: Path) -> Path:
    """A recorded game of a few moves."""
    path = folder / "game.json"
    path.write_text(recorded(folder / "mini.rules"), encoding="utf-8")
    return path
