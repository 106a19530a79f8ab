"""Every rules file that comes along is without findings, and its examples hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruledsl.pipeline import check
from ruledsl.tools.testing import run_examples
from tests.support.rules_files import game_at, rules_files


@pytest.mark.parametrize("path", rules_files(), ids=lambda path: path.stem)
def test_nothing_is_wrong_with_it(path: Path) -> None:
    assert [f"{d.code} {d.facts} at {d.span}" for d in check(str(path))] == []


@pytest.mark.parametrize("path", rules_files(), ids=lambda path: path.stem)
def test_its_examples_hold(path: Path) -> None:
    failures = [(r.title, r.failure) for r in run_examples(game_at(path)) if r.failure is not None]
    assert [f"{title}, line {f.span.line}: {f.expected}, but {f.actual}" for title, f in failures] == []
