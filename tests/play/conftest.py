from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest
from attrs import frozen

from ruledsl.cli import main


@frozen
class Finished:
    """What a run of the command left behind."""

    status: int
    out: str
    err: str


Play = Callable[..., Finished]


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Play:
    """Runs `ruledsl play` in this process, with what is typed coming from a pipe."""
    monkeypatch.delenv("RULEDSL_DEBUG", raising=False)

    def run(*arguments: object, typed: str = "") -> Finished:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setattr(sys, "argv", ["ruledsl", "play", *map(str, arguments)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main.run()
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert "\x1b" not in out + err, "no terminal codes outside of a terminal"
        assert isinstance(ended.value.code, int)
        return Finished(ended.value.code, out, err)

    return run
