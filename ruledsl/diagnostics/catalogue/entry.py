"""The form of a catalogue's entry."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from ruledsl.diagnostics.severity import Severity


def in_phase(statement: str) -> str:
    """A statement as a small text: in the phase where play starts."""
    return f"phase game {{\n    {statement}\n}}\n"


@frozen(kw_only=True)
class Entry:
    """All that is said about one code.

    `title`, `label` and `hint` are templates over the facts of a diagnostic, as in "there is no zone
    `{name}`".  A list is joined as "a, b or c"; what may stand behind a colon in the braces is told in
    `words.py`.  `title` says what is wrong in one line without a full stop; `label` stands under the marked
    text and may be empty; `hint` says what to do.  `explanation` is a paragraph for `ruledsl explain CODE`;
    `bad` and `good` are small rules texts.  `sample` holds facts as a pass would give them: the tests
    format every template with it.
    """

    code: str
    severity: Severity = field()
    title: str
    label: str = ""
    hint: str = ""
    explanation: str
    bad: str = ""
    good: str = ""
    sample: Mapping[str, object] = field(factory=dict, hash=False)

    @severity.default
    def _severity_of_code(self) -> Severity:
        return Severity.of_code(self.code)
