"""All methods together, and the values of the terminals that carry one."""

from __future__ import annotations

import re
from typing import Final

from ruledsl.source import Span
from ruledsl.syntax import nodes
from ruledsl.syntax.build.declarations import Declarations
from ruledsl.syntax.build.examples import Examples
from ruledsl.syntax.build.statements import Statements
from ruledsl.syntax.scan import text_before_brace

_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED: Final = {"n": "\n", '"': '"', "\\": "\\"}


class Transformer(Declarations, Statements, Examples):
    """Builds the node of every rule."""

    KEYWORDS: Final = frozenset(("if", "while", "from", "or", "and", "not", "is"))
    """Rules whose method has an underscore behind its name, because Python has the word itself."""

    def terminal(self, type: str, text: str, span: Span) -> nodes.Node | None:
        """The node of a terminal that is one by itself."""
        if type == "NUMBER":
            return nodes.Number(int(text) if text.isascii() and text.isdigit() else 0, span=span)
        if type == "TEXT":
            return nodes.Text(_unquoted(text), span=span)
        if type == "WRITTEN":
            return nodes.WrittenValue(text, span=span)
        return nodes.Name(text, span=span)


def _unquoted(text: str) -> str:
    """The value of a text as written, also where its end is missing."""
    closed = len(text) > 1 and text[-1] == text[0] and text[0] in "\"'"
    inner = text[1:-1] if closed else text_before_brace(text[1:])
    return _ESCAPE.sub(lambda match: _ESCAPED.get(match[1], match[1]), inner)
