from __future__ import annotations

import re
from itertools import pairwise

import pytest

from ruledsl.diagnostics import Diagnostic, Severity
from ruledsl.diagnostics.catalogue import CONCEPTS, Entry, all_entries, find
from ruledsl.diagnostics.words import MissingFactWarning, fact_names, fill, join_words, outline, words

ENTRIES = all_entries()


def test_codes_are_unique() -> None:
    codes = [entry.code for entry in ENTRIES]
    assert sorted(codes) == sorted(set(codes))


@pytest.mark.parametrize("concept", CONCEPTS)
def test_codes_lie_in_the_range_of_their_concept(concept: str) -> None:
    letter, first, last, entries = CONCEPTS[concept]
    for entry in entries:
        assert re.fullmatch(r"[EW]\d{3}", entry.code)
        assert entry.code[0] == letter, entry.code
        assert first <= int(entry.code[1:]) <= last, entry.code
        assert entry.severity is Severity.of_code(entry.code), entry.code


def test_ranges_do_not_overlap() -> None:
    ranges = sorted((letter, first, last) for letter, first, last, _ in CONCEPTS.values())
    for (letter, _, last), (next_letter, first, _) in pairwise(ranges):
        assert letter != next_letter or last < first


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_templates_are_filled_by_the_sample(entry: Entry) -> None:
    for template in (entry.title, entry.label, entry.hint):
        missing = set(fact_names(template)) - set(entry.sample)
        assert not missing, f"{entry.code} lacks {missing} in its sample"
        text = fill(template, entry.sample)
        assert "\n" not in text
        assert text == text.strip()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_entries_read_alike(entry: Entry) -> None:
    assert entry.title
    assert not entry.title.endswith((".", "!")), "a title has no full stop"
    assert not entry.label.endswith("."), "a label has no full stop"
    assert len(fill(entry.title, entry.sample)) <= 140, "a title fits on a line"
    assert entry.explanation.endswith((".", "?")), "an explanation has whole sentences"
    assert len(entry.explanation) > 40
    for key, value in entry.sample.items():
        assert isinstance(value, str | int | tuple), f"{key} is no fact"


def test_the_words_of_all_codes(snapshot: object) -> None:
    """A list for review: each code with its title, label and hint, said of its sample."""
    lines = []
    for entry in ENTRIES:
        said = words(Diagnostic(entry.code, facts=entry.sample))
        lines += [f"{said.code} {said.title}", f"    label: {said.label}", f"    hint:  {said.hint}"]
    assert "\n".join(lines) == snapshot


def test_unknown_codes_have_no_entry() -> None:
    assert find("E000") is None
    assert Diagnostic("W999").severity is Severity.WARNING
    assert (
        words(Diagnostic("E000", facts={"b": 2, "a": ("x", "y")})).title
        == "no words for this yet (a x or y, b 2)"
    )


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{one}", "a"),
        ("{names}", "a, b or c"),
        ("{names:and}", "a, b and c"),
        ("{names:quoted}", "`a`, `b` or `c`"),
        ("{names:quoted and}", "`a`, `b` and `c`"),
        ("{one:quoted}", "`a`"),
        ("{single}", "a"),
        ("{nothing}", ""),
        ("{count:card|cards}", "2 cards"),
        ("{unit:card|cards}", "1 card"),
        ("{evil}", "␛[31m␊x"),
        ("{braces}", "{one}"),
    ],
)
def test_filling(template: str, text: str) -> None:
    facts: dict[str, object] = {
        "one": "a",
        "names": ("a", "b", "c"),
        "single": ("a",),
        "nothing": (),
        "count": 2,
        "unit": 1,
        "evil": "\x1b[31m\nx",
        "braces": "{one}",
    }
    assert fill(template, facts) == text


def test_a_missing_fact_fails_a_test_but_not_a_run() -> None:
    with pytest.warns(MissingFactWarning, match="`name`"):
        assert fill("no `{name}`", {}) == "no `?name?`"
    with pytest.raises(MissingFactWarning):
        fill("no `{name}`", {})


def test_outlines_name_the_facts() -> None:
    assert outline("{count:card|cards} of `{name}`") == "<count> of `<name>`"
    assert join_words(["a", "b"], "and") == "a and b"
