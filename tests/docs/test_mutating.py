"""What `docs/mutating.md` shows is what `ruledsl mutate` says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruledsl.cli.mutate import mutate
from ruledsl.tools.mutating.equivalents import read_list
from ruledsl.tools.mutating.making import OPERATORS

TEXT = (Path(__file__).parents[2] / "docs" / "mutating.md").read_text(encoding="utf-8")
[RULES] = re.findall(r"^```rules\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
[MORE] = re.findall(r"^```text\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
SHOWN = re.findall(r"^```mutated \d\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("rules", "shown"), [(RULES, SHOWN[0]), (f"{RULES}\n{MORE}", SHOWN[1])], ids=[1, 2])
def test_the_outputs_are_real(
    rules: str,
    shown: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "nine.rules").write_text(rules, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    try:
        mutate("nine.rules", only=["option"], games=None, seed="1", workers=1, least=0.0)
    finally:
        assert capsys.readouterr().out == shown


def test_the_list_is_a_list() -> None:
    [text] = re.findall(r"^```toml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert len(read_list(text)) == 1


def test_every_kind_is_explained() -> None:
    folder = Path(__file__).parents[2] / "ruledsl" / "tools" / "mutating"
    code = "".join((folder / f"{name}.py").read_text(encoding="utf-8") for name in FILES)
    calls = re.findall(r'(?:left_out|dropped|becomes|Change|_one_missing)\((?:at, )?"([a-z, ]+)"', code)
    told = re.findall(r"^\| ([a-z, ]+) \| .* \|$", TEXT, re.MULTILINE)
    explained = {*told, *(kind for row in told for kind in row.split(", "))}
    assert OPERATORS and set(calls) >= {"off by one", "wrong zone"}
    assert set(calls) - explained == set()


FILES = ("conditions", "amounts", "steps", "things")
