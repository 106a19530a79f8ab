"""SARIF 2.1.0, the OASIS format in which analysis tools hand their findings to code hosts and editors."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote

import ruledsl
from ruledsl.diagnostics import catalogue
from ruledsl.diagnostics.diagnostic import Diagnostic, Related
from ruledsl.diagnostics.neutral import neutral
from ruledsl.diagnostics.severity import Severity
from ruledsl.diagnostics.words import outline, words
from ruledsl.source import Span

SARIF_VERSION: Final = "2.1.0"
SARIF_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def render_sarif(diagnostics: Sequence[Diagnostic]) -> str:
    """The log with the findings in the order given, and the rules that they name."""
    return json.dumps(log(diagnostics), indent=2) + "\n"


def log(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """The log as plain data; columns count characters from 1, and an end is just behind its text."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    driver = {
        "name": "ruledsl",
        "version": ruledsl.__version__,
        "semanticVersion": ruledsl.__version__,
        "rules": [_rule(code) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in diagnostics],
    }
    return {"$schema": SARIF_SCHEMA, "version": SARIF_VERSION, "runs": [run]}


def _rule(code: str) -> dict[str, Any]:
    entry = catalogue.find(code)
    if entry is None:
        level = Severity.of_code(code).value
        return {"id": neutral(code), "defaultConfiguration": {"level": level}}
    rule: dict[str, Any] = {
        "id": entry.code,
        "shortDescription": {"text": outline(entry.title)},
        "fullDescription": {"text": entry.explanation},
        "defaultConfiguration": {"level": entry.severity.value},
    }
    if entry.hint:
        rule["help"] = {"text": outline(entry.hint)}
    return rule


def _result(diagnostic: Diagnostic, rule_index: int) -> dict[str, Any]:
    said = words(diagnostic)
    message = ". ".join((said.title, *said.help))
    result: dict[str, Any] = {
        "ruleId": said.code,
        "ruleIndex": rule_index,
        "level": said.severity.value,
        "message": {"text": message},
    }
    if diagnostic.span is not None:
        result["locations"] = [{"physicalLocation": _place(diagnostic.span)}]
    elif diagnostic.shown_path:
        result["locations"] = [{"physicalLocation": _file(diagnostic.shown_path)}]
    if diagnostic.related:
        result["relatedLocations"] = [_related(i, related) for i, related in enumerate(diagnostic.related)]
    return result


def _related(number: int, related: Related) -> dict[str, Any]:
    return {
        "id": number,
        "physicalLocation": _place(related.span),
        "message": {"text": neutral(related.text)},
    }


def _place(span: Span) -> dict[str, Any]:
    line, column = span.source.position(span.start)
    end_line, end_column = span.end_position
    region = {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}
    return {**_file(span.source.path), "region": region}


def _file(path: str) -> dict[str, Any]:
    """The file's address: relative to where the command ran, or absolute; `\\` counts as a separator."""
    slashed = path.replace("\\", "/")
    absolute = slashed.startswith("/") or slashed[1:3] == ":/"
    prefix = ("file://" if slashed.startswith("/") else "file:///") if absolute else ""
    written = quote(slashed, safe="/:" if absolute else "/", errors="surrogatepass")
    return {"artifactLocation": {"uri": prefix + written}}
