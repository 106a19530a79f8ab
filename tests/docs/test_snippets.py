"""Every snippet of the README and of the language reference is checked, and its examples are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import frozen

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic
from ruledsl.diagnostics.render import render
from ruledsl.tools.testing import run_examples

DOCS = Path(__file__).parents[2] / "docs"
KINDS = ("rules", "declarations", "statements", "expressions", "rules-error", "python")

EXTRAS = {"rl": ("numpy", "gymnasium", "pettingzoo"), "openspiel": ("pyspiel",)}
"""What a snippet of Python needs, by the word behind `python`."""


@frozen
class Snippet:
    file: str
    line: int
    kind: str
    argument: str
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def snippets() -> list[Snippet]:
    found = []
    for path in [DOCS.parent / "README.md", *sorted(DOCS.glob("*.md"))]:
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(r"^```(\S+)(?: ([^\n]*))?\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            kind, argument, body = match[1], match[2] or "", match[3]
            if kind in KINDS:
                line = text.count("\n", 0, match.start()) + 1
                found.append(Snippet(path.name, line, kind, argument, body))
    return found


SNIPPETS = snippets()
FRAME = next(s.text for s in SNIPPETS if s.argument == "frame")
SHARED = "".join(s.text for s in SNIPPETS if s.file == "language.md" and s.text.startswith("define "))


def whole(snippet: Snippet) -> str:
    """The snippet as a complete file."""
    if snippet.kind in ("rules", "rules-error"):
        return snippet.text
    if snippet.kind == "declarations":
        names = {m[1] for m in re.finditer(r"^define (\w+)", snippet.text, re.MULTILINE)}
        shared = [
            d
            for d in SHARED.splitlines()
            if d.startswith("define") and d.split("(")[0].split()[1] not in names
        ]
        return FRAME + "\n".join(shared) + "\n" + snippet.text
    if snippet.kind == "statements":
        body = "".join(f"    {line}\n" for line in snippet.text.splitlines())
        return f"{FRAME}{SHARED}phase snippet {{\n{body}}}\nwhen leader is seat(2) {{ play snippet }}\n"
    tests = [re.sub(r"\s*#.*", "", line) for line in snippet.text.splitlines() if line.strip()]
    body = "".join(f"    if {test} {{ leader = leader.left }}\n" for test in tests)
    return f"{FRAME}{SHARED}phase snippet {{\n{body}}}\nwhen leader is seat(2) {{ play snippet }}\n"


def findings(text: str, folder: Path) -> tuple[Diagnostic, ...]:
    path = folder / "snippet.rules"
    path.write_text(text, encoding="utf-8")
    (folder / "frame.rules").write_text(FRAME, encoding="utf-8")
    return pipeline.check(str(path))


@pytest.mark.parametrize("snippet", SNIPPETS, ids=str)
def test_snippet_is_true(snippet: Snippet, tmp_path: Path) -> None:
    if snippet.kind == "python":
        for library in EXTRAS.get(snippet.argument, ()):
            pytest.importorskip(library, reason=f"needs the extra `{snippet.argument}`")
        exec(compile(snippet.text, str(snippet), "exec"), {})
        return
    found = findings(whole(snippet), tmp_path)
    if snippet.kind == "rules-error":
        assert [d.code for d in found] == [snippet.argument]
        return
    fragments = snippet.kind != "rules" or snippet.argument in ("frame", "variant")
    wrong = [d for d in found if d.is_error or not fragments]
    assert not wrong, render(wrong)
    for result in run_examples(pipeline.load(str(tmp_path / "snippet.rules"))):
        assert result.ok, result


def test_there_are_snippets_of_every_kind() -> None:
    assert {s.kind for s in SNIPPETS} == set(KINDS)
