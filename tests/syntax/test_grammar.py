"""Grammar, tables, transformer and words fit together."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from ruledsl.syntax import generate, tables
from ruledsl.syntax.build import Transformer
from ruledsl.syntax.words import (
    BEFORE_VALUE,
    GOES_ON_AFTER,
    GOES_ON_BEFORE,
    HEADS,
    RESERVED,
    SYNONYMS,
)

HELPERS = {"problem", "notes", "directed", "terminal"}
"""Methods of the transformer that belong to no rule."""


def test_tables_are_up_to_date() -> None:
    text = generate.render(generate.analyse(generate.GRAMMAR.read_text(encoding="utf-8")))
    assert generate.TABLES.read_text(encoding="utf-8") == text, "run: python -m ruledsl.syntax.generate"


def test_generating_checks_or_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "TABLES", tmp_path / "tables.json")
    monkeypatch.setattr(generate, "analyse", lambda grammar: {"words": {"a": "A"}, "rules": [[1], [2]]})
    assert generate.main(["--check"]) == 1
    assert generate.main([]) == 0
    assert generate.main(["--check"]) == 0
    assert generate.TABLES.read_text() == '{"words":{"a":"A"},\n"rules":[\n[1],\n[2]\n]}\n'


def test_conflicts_are_refused() -> None:
    with pytest.raises(Exception, match="conflict"):
        generate.analyse('file: value\nvalue: NAME | value "+" value\n%declare NAME\n')


def test_each_rule_has_its_method_and_each_method_its_rule() -> None:
    rules = {rule.method for rule in tables.load().rules if rule.method}
    methods = {
        name
        for name, _ in inspect.getmembers(Transformer, inspect.isfunction)
        if not name.startswith("_") and name not in HELPERS
    }
    assert methods == {f"{name}_" if name in Transformer.KEYWORDS else name for name in rules}


def test_methods_take_what_their_rules_hand_over() -> None:
    """No rule hands over more or fewer children than its method can take."""
    wrong = []
    for rule in tables.load().rules:
        if not rule.method:
            continue
        name = f"{rule.method}_" if rule.method in Transformer.KEYWORDS else rule.method
        parameters = list(inspect.signature(getattr(Transformer, name)).parameters.values())[2:]
        takes_any = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters)
        spliced = any(item is not None and item < 0 for item in rule.shape)
        fixed = len(parameters) - takes_any
        fits = len(rule.shape) >= fixed - spliced if takes_any else len(rule.shape) == fixed and not spliced
        if not fits:
            wrong.append(rule)
    assert not wrong


def test_words_are_words_of_the_grammar() -> None:
    known = tables.load()
    words = {word for text in known.words for word in text.split()}
    assert words >= RESERVED
    assert words >= HEADS
    assert words >= BEFORE_VALUE
    assert not BEFORE_VALUE & RESERVED
    assert RESERVED >= GOES_ON_BEFORE
    assert {*known.words.values(), *known.signs.values()} >= GOES_ON_AFTER
    assert {*known.words, *known.signs} >= set(SYNONYMS.values())
    assert not SYNONYMS.keys() & known.words.keys()


def test_a_bracket_never_begins_both_a_list_and_an_index() -> None:
    """A reduction may still be due, but no state can shift both."""
    wrong = [row for row in tables.load().actions if min(row.get("_LIST", -1), row.get("LSQB", -1)) >= 0]
    assert not wrong
