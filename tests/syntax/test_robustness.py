"""No text makes the parser fail, hang, or say something it has no words for."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruledsl.diagnostics import Diagnostic
from ruledsl.diagnostics.render import render
from ruledsl.source import Source
from ruledsl.syntax import nodes, parse, tables
from ruledsl.syntax.lexer import FOREIGN
from ruledsl.syntax.parser import MOST_PROBLEMS
from ruledsl.syntax.words import DEEPEST, SYNONYMS
from tests.support.trees import walk
from tests.syntax.test_forms import WHERE, forms

VALID = [WHERE[table][0].format(form) for table, form, _ in forms()]
PIECES = sorted(
    {*tables.load().words, *tables.load().signs, *FOREIGN, *SYNONYMS}
    | {"a", "p", "x y", "12", "2nd", "99999999999", '"t"', '"', "'", "[5C *=3]", "[", "]", "\n", "\r\n", "\t"}
    | {"#c\n", "##n\n", "\n##n\n", "\\", "é", "🐭", "\0", "$", "//", "\u202e", "\x1b", "\u2028", "\ufeff"}
)
LINES = [
    "phase g {\n",
    "}\n",
    'option "A": c in Z\n',
    "table t[a] {\n",
    "zone s: pile, open\n",
    "while a {\n",
]
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check(text: str) -> tuple[Diagnostic, ...]:
    """Parses a text and checks what must hold for any."""
    source = Source("x.rules", text)
    file, diagnostics = parse(source)
    assert isinstance(file, nodes.File)
    starts = []
    for diagnostic in diagnostics:
        assert diagnostic.code.startswith("E0")
        assert diagnostic.span is not None
        assert diagnostic.span.source is source
        assert diagnostic.span.end <= len(text)
        starts.append(diagnostic.span.start)
    assert starts == sorted(starts)
    render(diagnostics)
    bad = [node for node in walk(file) if isinstance(node, nodes.BadDeclaration | nodes.BadStatement)]
    assert diagnostics or not bad
    assert all(0 <= node.span.start <= node.span.end <= len(text) for node in walk(file))
    return diagnostics


@QUICK
@given(st.text())
def test_any_text(text: str) -> None:
    check(text)


@QUICK
@given(st.lists(st.sampled_from([*PIECES, *LINES]), max_size=60), st.sampled_from(["", " "]))
def test_any_row_of_words_and_signs(pieces: list[str], between: str) -> None:
    check(between.join(pieces))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Some valid declarations with a few pieces removed, doubled, put in or exchanged."""
    text = "\n".join(draw(st.lists(st.sampled_from(VALID), min_size=1, max_size=5)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 20)))
        put = draw(st.sampled_from([*PIECES, "", "", text[start:end] * 2]))
        text = text[:start] + put + text[end:]
    return text


@QUICK
@given(mutated())
def test_valid_text_with_mistakes(text: str) -> None:
    check(text)


@QUICK
@given(st.sampled_from(VALID), st.data())
def test_text_that_is_cut_off(text: str, data: st.DataObject) -> None:
    check(text[: data.draw(st.integers(0, len(text)))])
    check(text[data.draw(st.integers(0, len(text))) :])


@pytest.mark.parametrize("text", VALID)
def test_one_mistake_does_not_hide_the_next(text: str) -> None:
    """Whatever stands between two broken declarations, both are told."""
    broken = "zone = 1\n"
    diagnostics = check(f"{broken}{text}\n{broken}")
    assert [diagnostic.code for diagnostic in diagnostics] == ["E010", "E010"]


NESTED = {
    "round brackets": "define x = " + "(" * 10_000 + "1" + ")" * 10_000,
    "round brackets left open": "define x = " + "(" * 10_000,
    "square brackets": "define x = " + "a[" * 10_000 + "1" + "]" * 10_000,
    "blocks": "phase x " + "{ if a " * 10_000,
    "blocks within the limit of brackets": "phase x {" + "if a { " * 150 + "}" * 151,
    "calls": "define x = " + "f(" * 10_000 + "1" + ")" * 10_000,
    "not": "define x = " + "not " * 10_000 + "y",
    "minus": "define x = " + "- " * 10_000 + "y",
    "sum": "define x = 1" + " + 1" * 10_000,
    "attributes": "define x = a" + ".b" * 10_000,
    "indexes": "define x = a" + "[b]" * 10_000,
    "else if": "phase x { if a { } " + "else if b { } " * 10_000 + "}",
    "if else": "define x = " + "if a then b else " * 10_000 + "c",
    "replace": "replace " * 10_000 + "players 2",
}


@pytest.mark.parametrize("case", NESTED)
def test_deep_nesting_is_told_quickly(case: str) -> None:
    start = time.process_time()
    diagnostics = check(NESTED[case])
    assert [diagnostic.code for diagnostic in diagnostics] == ["E036"]
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "text",
    [
        "define x = " + "(" * (DEEPEST - 1) + "1" + ")" * (DEEPEST - 1),
        "define x = 1" + " + 1" * (DEEPEST - 10),
        "phase x {" + "if a { " * (DEEPEST // 2 - 5) + "}" * (DEEPEST // 2 - 4),
    ],
)
def test_what_is_just_not_too_deep(text: str) -> None:
    assert not check(text)


REPEATED = {
    "names": "var a" + ", a" * 10_000,
    "members": "enum a: b" + ", c" * 10_000,
    "values": "phase x { each n in [1" + " 1" * 10_000 + "] { } }",
    "statements": "phase x {\n" + "c -> d\n" * 5_000 + "}",
    "alternatives": "define x = a" + " | b" * 10_000,
    "comments": "# x\n" * 20_000,
    "notes": "## x\n\n" * 20_000 + "players 2",
    "lines": "\n" * 200_000,
}


@pytest.mark.parametrize("case", REPEATED)
def test_long_text_is_read(case: str) -> None:
    assert not check(REPEATED[case])


FLOODS = {
    "quotes": '"\n' * 20_000,
    "closing braces": "}" * 20_000,
    "stray signs": "$ " * 20_000,
    "bad lines": "zone = 1\n" * 20_000,
    "bad statements": "phase x {\n" + "roll\n" * 20_000 + "}",
    "equals": "phase x {" + " == " * 20_000,
    "open brackets": "phase x {\n" + "f(\n" * 20_000,
    "open heads": "phase x {\n" * 20_000,
    "a long name": "define " + "x" * 500_000 + " = 3",
    "a long number": "define x = " + "9" * 500_000,
    "a long text": 'game "' + "x" * 500_000,
}


@pytest.mark.parametrize("case", FLOODS)
def test_a_flood_of_mistakes_ends(case: str) -> None:
    start = time.process_time()
    assert 0 < len(check(FLOODS[case])) <= MOST_PROBLEMS
    assert time.process_time() - start < 20


@pytest.mark.slow
def test_a_megabyte_is_read_in_reasonable_time() -> None:
    valid = "\n".join(VALID) + "\n"
    text = valid * (1_000_000 // len(valid))
    start = time.process_time()
    file, diagnostics = parse(Source("x.rules", text))
    assert not diagnostics
    assert len(file.declarations) == len(VALID) * (1_000_000 // len(valid))
    assert time.process_time() - start < 60
