"""What a pass has to say about a file: facts, not words.

A pass builds a `Diagnostic` from a code, a span and the names and numbers that matter.  The sentences are
in the catalogue under the code; the renderers put the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import field, frozen

from ruledsl.diagnostics.severity import Severity
from ruledsl.source import Span

Fact: TypeAlias = str | int | tuple[str, ...]
"""A fact is a text, a number, or several texts."""


@frozen
class Related:
    """Another place that helps to understand a diagnostic, and in a few words why ("first declared here")."""

    span: Span
    text: str


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(texts)


def _places(places: Iterable[Related]) -> tuple[Related, ...]:
    return tuple(places)


def _copy_facts(facts: Mapping[str, object]) -> dict[str, object]:
    return dict(facts)


@frozen
class Diagnostic:
    """One finding about a file.

    `code` names the catalogue's entry; `facts` fill its templates; `candidates` are the names that may have
    been meant, best first.  A finding about a whole file has no span and gives the file's `path` instead.
    """

    code: str
    span: Span | None = None
    facts: Mapping[str, object] = field(factory=dict, converter=_copy_facts, hash=False)
    candidates: tuple[str, ...] = field(default=(), converter=_texts)
    related: tuple[Related, ...] = field(default=(), converter=_places)
    path: str | None = None

    @property
    def severity(self) -> Severity:
        """A code's letter tells it; the catalogue is not needed for that."""
        return Severity.of_code(self.code)

    @property
    def is_error(self) -> bool:
        """Whether the file cannot be played because of this."""
        return self.severity is Severity.ERROR

    @property
    def shown_path(self) -> str:
        """The path of the file that this is about; empty when it is about none."""
        if self.span is not None:
            return self.span.source.path
        return self.path or ""


def has_errors(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Whether there is at least one error among them."""
    return any(diagnostic.is_error for diagnostic in diagnostics)
