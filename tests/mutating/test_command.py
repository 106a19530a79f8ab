"""`ruledsl mutate` as a command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.support import WRONG_EXAMPLE, process
from tests.mutating.test_run import NINE

QUICK = ("--games", "0", "--seed", "1", "--workers", "1")


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    (tmp_path / "nine.rules").write_text(NINE, encoding="utf-8")
    return tmp_path


def test_survivors_are_told_and_can_be_listed(rules: Path) -> None:
    command = ("mutate", "nine.rules", "--only", "table most_cards", *QUICK)
    done = process(*command, cwd=rules)
    assert done.status == 1, done.text
    assert "survived: table most_cards: `2: 9` becomes `2: 10`\n   nine.rules:8  table cell" in done.out
    assert "- table most_cards[players] { 2: 9; 3: 9 }\n" in done.out
    assert "0.0 % killed (0 of 2 mutants" in done.out and "2 stillborn" in done.out
    assert done.err == "", "no bar where nobody watches"
    assert process(*command, "--least", "0", cwd=rules).status == 0

    (rules / "nine.mutants.toml").write_text(
        "[equivalent]\n'table most_cards: `2: 9` becomes `2: 10`' = \"why\"\n"
        "'table most_cards: `3: 9` becomes `3: 10`' = \"why\"\n",
        encoding="utf-8",
    )
    done = process(*command, cwd=rules)
    assert done.status == 0 and "nothing to count" in done.out and "2 equivalent" in done.out


def test_json(rules: Path) -> None:
    done = process("mutate", "nine.rules", "--only", 'option "Stop"', *QUICK, "--json", cwd=rules)
    data = json.loads(done.out)
    assert data["schema"] == "ruledsl-mutation" and data["seed"] == "1" and data["examples"] == 1
    assert data["mutants"] == len(data["judged"]) and sum(data["killed"].values()) + data["survived"] > 0
    for mutant in data["judged"]:
        assert mutant["clause"] == 'phase game > option "Stop"' and mutant["line"] == 17
        assert mutant["before"] == ['option "Stop" { p.done = yes }'] != mutant["after"]


def test_rules_have_to_be_in_order(rules: Path) -> None:
    (rules / "nine.rules").write_text(NINE + WRONG_EXAMPLE.replace('"Play" [1B]', '"Stay"'), encoding="utf-8")
    done = process("mutate", "nine.rules", *QUICK, cwd=rules)
    assert done.status == 1 and done.out == "" and "error" in done.err
    wrong = NINE.replace("A.shown is [3 5]", "A.shown is [4 5]")
    (rules / "nine.rules").write_text(wrong, encoding="utf-8")
    done = process("mutate", "nine.rules", *QUICK, cwd=rules)
    assert done.status == 1 and "E479" in done.err and "nine.rules:27" in done.err


def test_a_list_that_is_none(rules: Path) -> None:
    (rules / "nine.mutants.toml").write_text("[others]\n", encoding="utf-8")
    done = process("mutate", "nine.rules", *QUICK, cwd=rules)
    assert done.status == 1 and "E482" in done.err and "nine.mutants.toml" in done.err
    done = process("mutate", "nine.rules", "--list", "gone.toml", *QUICK, cwd=rules)
    assert done.status == 1 and "E001" in done.err


@pytest.mark.parametrize("wrong", [("--only", "phase gmae"), ("--time", "soon"), ("--least", "200")])
def test_wrong_usage(rules: Path, wrong: tuple[str, ...]) -> None:
    done = process("mutate", "nine.rules", *QUICK, *wrong, cwd=rules)
    assert done.status == 2 and done.out == ""
