"""Facts into sentences: the templates of the catalogue filled with the facts of a diagnostic.

In a template `{name}` stands for a fact.  Behind a colon may stand:

| written | shown for 2, or for ("a", "b", "c") |
|---|---|
| `{names}` | a, b or c |
| `{names:and}` | a, b and c |
| `{names:quoted}`, `{names:quoted and}` | each in backticks |
| `{count:card\\|cards}` | 2 cards (and 1 card for 1) |

A fact that a template asks for and a diagnostic lacks is our mistake: the user sees `?name?`, and a
`MissingFactWarning` is given, which the test suite turns into a failure.
"""

from __future__ import annotations

import string
import warnings
from collections.abc import Mapping, Sequence

from attrs import frozen

from ruledsl.diagnostics.diagnostic import Diagnostic
from ruledsl.diagnostics.neutral import neutral
from ruledsl.diagnostics.severity import Severity


class MissingFactWarning(UserWarning):
    """A template asks for a fact that its diagnostic does not have."""


warnings.simplefilter("ignore", MissingFactWarning, append=True)


@frozen
class Words:
    """A diagnostic in words, harmless to show: no field holds a line end or a control character."""

    code: str
    severity: Severity
    title: str
    label: str
    hint: str
    suggestion: str

    @property
    def help(self) -> tuple[str, ...]:
        """What to do about it: the suggestion first, then the hint, without empty ones."""
        return tuple(text for text in (self.suggestion, self.hint) if text)


def words(diagnostic: Diagnostic) -> Words:
    """What the catalogue says about a diagnostic, filled with its facts."""
    from ruledsl.diagnostics import catalogue  # a long text, needed only when something is said

    entry = catalogue.find(diagnostic.code)
    facts = diagnostic.facts
    suggestion = did_you_mean_text(diagnostic.candidates)
    code, severity = neutral(diagnostic.code), diagnostic.severity
    if entry is None:
        listed = ", ".join(f"{name} {join_words(value)}" for name, value in sorted(facts.items()))
        title = neutral(f"no words for this yet ({listed})" if listed else "no words for this yet")
        return Words(code, severity, title, "", "", suggestion)
    title, label, hint = (fill(template, facts) for template in (entry.title, entry.label, entry.hint))
    return Words(code, severity, title, label, hint, suggestion)


def did_you_mean_text(candidates: Sequence[str]) -> str:
    """The question after the names that may have been meant; empty without any."""
    if not candidates:
        return ""
    return f"did you mean {join_words(tuple(f'`{neutral(name)}`' for name in candidates))}?"


def fill(template: str, facts: Mapping[str, object]) -> str:
    """A template with its facts filled in and made harmless; a fact that is missing is shown as `?name?`."""
    return template.format_map(_Facts({name: _Shown(value) for name, value in facts.items()}))


def fact_names(template: str) -> tuple[str, ...]:
    """The facts that a template asks for, in order of appearance."""
    fields = (name for _, name, _, _ in string.Formatter().parse(template) if name is not None)
    return tuple(dict.fromkeys(fields))


def outline(template: str) -> str:
    """A template with each fact as its name in angle brackets, for lists of codes without a case at hand."""
    pieces = string.Formatter().parse(template)
    return "".join(text + (f"<{name}>" if name is not None else "") for text, name, _, _ in pieces)


def join_words(value: object, last: str = "or") -> str:
    """A fact as text: several texts are joined with commas and, before the final one, the word `last`."""
    if not isinstance(value, tuple | list):
        return str(value)
    texts = [str(text) for text in value]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


class _Facts(dict[str, "_Shown"]):
    """The facts of one diagnostic, with a stand-in for those that are missing."""

    def __missing__(self, name: str) -> _Shown:
        warnings.warn(f"the fact `{name}` is missing", MissingFactWarning, stacklevel=3)
        return _Shown(f"?{name}?")


@frozen
class _Shown:
    """A fact that knows how to show itself in a template."""

    value: object

    def __format__(self, spec: str) -> str:
        value = self.value
        if "|" in spec:
            one, _, many = spec.partition("|")
            return f"{neutral(str(value))} {one if value == 1 else many}"
        options = spec.split()
        if isinstance(value, tuple | list):
            texts = tuple(neutral(str(text)) for text in value)
        else:
            texts = (neutral(str(value)),)
        if "quoted" in options:
            texts = tuple(f"`{text}`" for text in texts)
        return join_words(texts, "and" if "and" in options else "or")
