"""What is told to the author of a file, and how it is said.

A pass never prints and never stops at the first problem: it returns its result together with a list of
`Diagnostic`s.  A diagnostic is a fact: a code, the place, the names and numbers involved, the names that
may have been meant.  The words for a code are in `catalogue/`, one file per concept, so that they can be
read, reviewed and improved in one place; `words.py` fills facts into them.  `render/` shows a list of
diagnostics to somebody: to a person at a terminal, to an editor, to a build server.  `silence.py` takes out
the warnings that the author has answered on their line.

    Diagnostic("E101", span, {"name": "hnad"}, did_you_mean("hnad", names))

To say something new, add an entry to the catalogue and build a `Diagnostic` with its code; nothing else
changes.
"""

from __future__ import annotations

from ruledsl.diagnostics.decode import check_text, decode_source
from ruledsl.diagnostics.diagnostic import Diagnostic, Fact, Related, has_errors
from ruledsl.diagnostics.severity import Severity
from ruledsl.diagnostics.suggest import did_you_mean

__all__ = [
    "Diagnostic",
    "Fact",
    "Related",
    "Severity",
    "check_text",
    "decode_source",
    "did_you_mean",
    "has_errors",
]
