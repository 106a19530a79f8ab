"""`explain`: what a code means."""

from __future__ import annotations

import pytest

from ruledsl.diagnostics.catalogue import all_entries
from tests.cli.conftest import Command


def test_a_code_with_its_examples(ruledsl: Command) -> None:
    done = ruledsl("explain", "e012")
    assert done.status == 0
    assert done.out.startswith("error[E012]: this `{` is never closed\n")
    assert "Wrong:\n    phase game {" in done.out
    assert "Right:\n    phase game {" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_every_code_can_be_explained(ruledsl: Command) -> None:
    for entry in all_entries():
        done = ruledsl("explain", entry.code)
        assert done.status == 0
        assert entry.code in done.out
        assert "{" not in done.out.split("\n")[0].replace("`{`", "")


def test_all_codes_are_listed(ruledsl: Command) -> None:
    done = ruledsl("explain")
    assert done.status == 0
    for entry in all_entries():
        assert f"  {entry.code}  " in done.out
    document = ruledsl("explain", "--json").json
    assert [code["code"] for code in document["codes"]] == [entry.code for entry in all_entries()]
    assert ruledsl("explain", "E001", "--json").json["codes"] == [document["codes"][0]]


@pytest.mark.parametrize("code", ["E01", "E0122", "W1", "012", ""])
def test_unknown_codes(code: str, ruledsl: Command) -> None:
    done = ruledsl("explain", code) if code else ruledsl("explain", "nonsense")
    assert done.status == 2
    assert "there is no code" in done.err
