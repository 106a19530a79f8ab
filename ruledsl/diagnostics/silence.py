"""Warnings that the author has answered: `# ok W512: the reason` at the end of the line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from ruledsl.diagnostics.diagnostic import Diagnostic
from ruledsl.diagnostics.severity import Severity
from ruledsl.source import Source, Span

_SILENCE: Final = re.compile(
    r"#?\s*ok\s+(?P<codes>[A-Z]\d{3}(?:\s*,\s*[A-Z]\d{3})*)\b(?P<rest>.*)", re.DOTALL
)

_UNSILENCEABLE: Final = frozenset(("W500", "W501"))


@frozen
class Silence:
    """One code that a comment silences, and the reason; the reason is empty when none is given."""

    span: Span
    code: str
    reason: str


def parse_silences(span: Span, comment: str) -> tuple[Silence, ...]:
    """What a comment silences; nothing for an ordinary comment.  The `#` may be part of the text or not."""
    match = _SILENCE.fullmatch(comment.strip())
    if match is None:
        return ()
    rest = match["rest"].strip()
    reason = rest[1:].strip() if rest.startswith(":") else ""
    return tuple(Silence(span, code.strip(), reason) for code in match["codes"].split(","))


def apply(
    diagnostics: Iterable[Diagnostic], comments: Sequence[tuple[Span, str]], own: Source | None = None
) -> list[Diagnostic]:
    """The diagnostics without the warnings that a comment on their first line silences.

    `comments` are the comments of every file concerned, each with its place and its text.  A silence
    without a reason does not count and is a warning (W500), as is one that silences nothing (W501).  Errors
    stay, and while there are any, W501 is not given: a pass that did not run could not warn. With `own`, only
    comments of that file are found fault with: a variant is not told of what it inherits.
    """
    silences = [silence for span, text in comments for silence in parse_silences(span, text)]
    valid = {_key(silence.span, silence.code) for silence in silences if silence.reason}
    kept: list[Diagnostic] = []
    used: set[tuple[int, int, str]] = set()
    has_error = False
    for diagnostic in diagnostics:
        span = diagnostic.span
        has_error = has_error or diagnostic.is_error
        if span is not None and _may_be_silenced(diagnostic) and _key(span, diagnostic.code) in valid:
            used.add(_key(span, diagnostic.code))
        else:
            kept.append(diagnostic)
    for silence in silences:
        if own is not None and silence.span.source is not own:
            continue
        facts = {"code": silence.code}
        if not silence.reason:
            kept.append(Diagnostic("W500", silence.span, facts))
        elif not has_error and _key(silence.span, silence.code) not in used:
            kept.append(Diagnostic("W501", silence.span, facts))
    return kept


def _key(span: Span, code: str) -> tuple[int, int, str]:
    return id(span.source), span.line, code


def _may_be_silenced(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity is Severity.WARNING and diagnostic.code not in _UNSILENCEABLE
