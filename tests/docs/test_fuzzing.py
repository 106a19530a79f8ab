"""What `docs/fuzzing.md` shows is what `ruledsl fuzz` says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruledsl import pipeline
from ruledsl.cli.findings import as_text
from ruledsl.cli.output import Painter
from ruledsl.tools.fuzzing.playing import Limits
from ruledsl.tools.fuzzing.run import fuzz, make_plan

TEXT = (Path(__file__).parents[2] / "docs" / "fuzzing.md").read_text(encoding="utf-8")
FIRST, LAST = re.findall(r"^```rules\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SHOWN = re.findall(r"^```fuzzed \d\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
LINE = re.findall(r"^```text\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)[0]
SECOND = re.sub(r'^ *option "Draw".*\n', LINE, FIRST, flags=re.MULTILINE)


def said(rules: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (folder / "pick_up.rules").write_text(rules, encoding="utf-8")
    monkeypatch.chdir(folder)
    game = pipeline.load("pick_up.rules")
    plan = make_plan(game, "1", None, {}, Limits())
    text = as_text(game.title, plan, fuzz(plan, 120), Painter(None), None)
    return text[: text.rindex("Pick Up: ")].strip()


@pytest.mark.parametrize(
    ("rules", "shown"), [(FIRST, SHOWN[0]), (SECOND, SHOWN[1]), (LAST, "")], ids=["first", "second", "last"]
)
def test_the_outputs_are_real(
    rules: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said(rules, tmp_path, monkeypatch) == shown.strip()
