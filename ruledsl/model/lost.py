"""Words that a file may have declared in lines that could not be read.

One mistake shall give one message. So nothing is said about the use of a name whose declaration was not
understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import field, frozen

from ruledsl.diagnostics import Diagnostic
from ruledsl.model.walk import walk
from ruledsl.syntax import nodes

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DECLARATION = re.compile(
    r"\s*(?:replace\s+)?(enum|cards|setting|tokens|dice|zone|table|meld|order|define|var|phase)\b([^=:(\[{]*)(.*)",
    re.DOTALL,
)
_BAD = (nodes.BadDeclaration, nodes.BadStatement)


@frozen
class Lost:
    """`names` were declared in lines that could not be read; `words` are all words of what was skipped."""

    names: frozenset[str] = field(default=frozenset(), repr=False)
    words: frozenset[str] = field(default=frozenset(), repr=False)

    def __bool__(self) -> bool:
        return bool(self.names or self.words)


def lost_in(files: Iterable[nodes.File], form: Iterable[Diagnostic]) -> Lost:
    """What is lost, judged by what is wrong with the form of the files."""
    names: set[str] = set()
    words: set[str] = set()
    errors = [found for found in form if found.is_error]
    for found in errors:
        if found.span is not None:
            text = found.span.source.line_text(found.span.line)
            names.update(_declared(text))
            words.update(_declared(text))
    for file in files if errors else ():
        for node in walk(file):
            if isinstance(node, _BAD):
                words.update(_WORD.findall(node.span.text))
                names.update(_declared(node.span.text))
    return Lost(frozenset(names), frozenset(words))


def _declared(text: str) -> list[str]:
    """The names that a text declares, as far as that can be told; of an enum or cards every word."""
    match = _DECLARATION.match(text)
    if match is None:
        return []
    names = _WORD.findall(match[2])
    return names + _WORD.findall(match[3]) if match[1] in ("enum", "cards", "setting") else names[:4]
