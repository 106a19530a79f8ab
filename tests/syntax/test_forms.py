"""Every form of the language and the node it becomes; the tables are in `forms/`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruledsl.source import Source
from ruledsl.syntax import nodes, parse
from tests.support.trees import outline, walk

FORMS = Path(__file__).parent / "forms"


def of_phase(file: nodes.File) -> nodes.Node:
    phase = file.declarations[0]
    assert isinstance(phase, nodes.Phase)
    return phase.body.statements[0]


def of_each(file: nodes.File) -> nodes.Node:
    each = of_phase(file)
    assert isinstance(each, nodes.Each)
    return each.clause


def of_define(file: nodes.File) -> nodes.Node:
    define = file.declarations[0]
    assert isinstance(define, nodes.Define)
    return define.value


def of_example(file: nodes.File) -> nodes.Node:
    example = file.declarations[0]
    assert isinstance(example, nodes.Example)
    return example.steps[0]


WHERE: dict[str, tuple[str, Callable[[nodes.File], nodes.Node]]] = {
    "declarations": ("{}", lambda file: file.declarations[0]),
    "statements": ("phase x {{ {} }}", of_phase),
    "generators": ("phase x {{ each {} {{ }} }}", of_each),
    "expressions": ("define x = {}", of_define),
    "examples": ('example "e" {{ {} }}', of_example),
}
"""For each table the text around a form, and how to get at its node."""


def forms() -> list[tuple[str, str, str]]:
    """Table, form and outline of each entry."""
    found = []
    for table in WHERE:
        text = (FORMS / f"{table}.txt").read_text(encoding="utf-8")
        entries = text.split("\n\n")[1:]
        found += [(table, *entry.strip("\n").split("\n=> ")) for entry in entries]
    return [(table, form, expected) for table, form, expected in found]


@pytest.mark.parametrize(("table", "form", "expected"), forms())
def test_form(table: str, form: str, expected: str) -> None:
    around, node = WHERE[table]
    text = around.format(form)
    file, diagnostics = parse(Source("form.rules", text))
    assert not diagnostics
    assert len(file.declarations) == 1
    assert outline(node(file)) == expected


@pytest.mark.parametrize(("table", "form", "expected"), forms())
def test_spans_lie_in_each_other(table: str, form: str, expected: str) -> None:
    around, _ = WHERE[table]
    source = Source("form.rules", around.format(form))
    file, _ = parse(source)
    for outer in walk(file):
        for inner in walk(outer):
            assert outer.span.start <= inner.span.start <= inner.span.end <= outer.span.end, (outer, inner)
        if isinstance(outer, nodes.Name):
            assert outer.span.text.replace(" ", "") == outer.id or outer.id == "yes/no"


def test_each_table_is_used() -> None:
    assert {path.stem for path in FORMS.iterdir()} == set(WHERE)
