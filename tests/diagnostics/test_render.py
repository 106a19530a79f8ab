from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from ruledsl.diagnostics import Diagnostic, Related
from ruledsl.diagnostics.neutral import neutral
from ruledsl.diagnostics.render import FORMATS, in_order, render
from ruledsl.diagnostics.render.full import summary
from ruledsl.source import Source, Span

TEXT = (
    'game "x"\n'
    "\tp.手札 -> tisch\tx  # 漢字 \x1b[31m\n"
    "phase game {\n    a\n    b\n    c\n    d\n    e\n}\n"
    "play x { one\n  two }\n"
    "e\u0301 🎲 👩\u200d🚀 end\u202eing\r\n" + "long " * 60 + "MARK" + " tail" * 60
)
SOURCE = Source("games/a b,c:d%.rules", TEXT)
OTHER = Source("games/base.rules", "players 2\n")


def at(text: str, source: Source = SOURCE) -> Span:
    start = source.text.index(text)
    return source.span(start, start + len(text))


CASES: dict[str, list[Diagnostic]] = {
    "one line": [Diagnostic("W500", at("game"), {"code": "W512"})],
    "tab and wide": [Diagnostic("W500", at("tisch\tx"), {"code": "W512"}, ("tische", "tasche"))],
    "wide and escape": [Diagnostic("W501", at("漢字 \x1b[31m"), {"code": "W512"})],
    "combining": [Diagnostic("W501", at("e\u0301"), {"code": "W512"})],
    "emoji": [Diagnostic("W501", at("👩\u200d🚀"), {"code": "W512"})],
    "reordering": [Diagnostic("W501", at("ing"), {"code": "W512"})],
    "many lines": [Diagnostic("E007", SOURCE.span(at("phase").start, at("}").end))],
    "lines from the middle": [Diagnostic("E007", at("{ one\n  two }"))],
    "related": [
        Diagnostic(
            "W501",
            at("tisch"),
            {"code": "W512"},
            (),
            (
                Related(at("game"), "the game"),
                Related(at("手札"), "same line"),
                Related(at("{ one\n  two }"), "a longer one"),
                Related(at("players", OTHER), "in another \x1bfile"),
            ),
        )
    ],
    "long line": [Diagnostic("E007", at("MARK"))],
    "line end": [Diagnostic("E007", SOURCE.span(at("\nphase").start, at("\nphase").start + 1))],
    "end of text": [Diagnostic("E007", SOURCE.span(len(TEXT), len(TEXT)))],
    "empty span": [Diagnostic("E007", SOURCE.span(3, 3))],
    "no span": [Diagnostic("E001", facts={"name": "a\x1b]0;b\x07.rules"}, path="a\x1b]0;b\x07.rules")],
    "nothing known": [Diagnostic("E999", facts={"b": ("x", "y"), "a": 1})],
    "several": [
        Diagnostic("E007", at("MARK")),
        Diagnostic("W501", at("game"), {"code": "W513"}),
        Diagnostic("W501", at("game"), {"code": "W512"}),
        Diagnostic("W501", at("game"), {"code": "W512"}),
        Diagnostic("E006", path="b.rules"),
        Diagnostic("E006", path="a.rules"),
    ],
}


@pytest.mark.parametrize("case", CASES)
def test_full(case: str, snapshot: SnapshotAssertion) -> None:
    assert render(CASES[case]) == snapshot


@pytest.mark.parametrize("format", ["concise", "json", "github", "sarif"])
@pytest.mark.parametrize("case", ["related", "many lines", "no span", "nothing known", "several"])
def test_other_forms(case: str, format: str, snapshot: SnapshotAssertion) -> None:
    assert render(CASES[case], format) == snapshot


def test_colour_changes_nothing_but_colour(snapshot: SnapshotAssertion) -> None:
    coloured = render(CASES["related"], color=True)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == render(CASES["related"])
    assert coloured.replace("\x1b", "<ESC>") == snapshot


def test_without_findings() -> None:
    assert [render([], format) for format in ("full", "concise", "github")] == ["", "", ""]
    assert json.loads(render([], "json"))["diagnostics"] == []
    assert json.loads(render([], "sarif"))["runs"][0]["results"] == []
    assert summary([]) == "no errors"


def test_unknown_form() -> None:
    with pytest.raises(ValueError, match="full, concise"):
        render([], "xml")


def test_order_does_not_depend_on_the_order_given() -> None:
    findings = CASES["several"] + CASES["related"]
    assert in_order(findings) == in_order(reversed(findings))
    assert len(in_order(CASES["several"])) == 5


def test_marks_stand_under_their_text() -> None:
    lines = render(CASES["one line"]).splitlines()
    [row] = [number for number, line in enumerate(lines) if "^" in line]
    assert lines[row].index("^") == lines[row - 1].index("game")


def test_sarif_numbers_its_rules() -> None:
    run = json.loads(render(CASES["several"], "sarif"))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]")


@pytest.mark.parametrize("format", FORMATS)
@given(text=st.text(st.characters(), min_size=1, max_size=40), data=st.data())
def test_nothing_harmful_gets_through(format: str, text: str, data: st.DataObject) -> None:
    source = Source(text, text)
    start = data.draw(st.integers(0, len(text)))
    span = source.span(start, data.draw(st.integers(start, len(text))))
    finding = Diagnostic("E001", span, {"name": text}, (text,), (Related(span, text),))
    whole = Diagnostic("E999", facts={"name": text}, path=text)
    shown = render([finding, whole], format)
    assert not CONTROLS.search(shown)
    shown.encode("utf-8")


def test_neutral() -> None:
    assert neutral("a b 漢 é\u200d") == "a b 漢 é\u200d"
    assert (
        neutral("\t\n\x1b\x7f\x9b\u202e\u2028\udc80\U000e0041") == "␉␊␛␡\\x9b\\u202e\\u2028\\udc80\\U000e0041"
    )


def test_importing_the_renderer_is_cheap() -> None:
    code = (
        "import sys, ruledsl.diagnostics.render.full as f; "
        "sys.exit(bool({'rich', 'typer', 'lark'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("columns", [50, 80, 200])
@pytest.mark.parametrize("text", ["MARK", "long", "tail"])
def test_lines_of_code_fit_the_terminal(columns: int, text: str) -> None:
    shown = render([Diagnostic("E007", at(text))], columns=columns).split("\n")
    [number] = [row for row, line in enumerate(shown) if "long" in line or "tail" in line]
    code, mark = shown[number], shown[number + 1]
    assert len(code) <= min(columns, 130)
    where = mark.index("^")
    assert code[where : where + len(text)] == text, "the mark stands under what it marks"
