"""How text reaches the terminal: results to the standard output, remarks to the standard error.

Everything that may hold text from a rules file, a record or a path passes `harmless` or `neutral` on its
way, so that nothing in it can steer the terminal.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Final, TextIO

BOLD: Final = "1"
DIM: Final = "2"
RED: Final = "1;31"
GREEN: Final = "1;32"
YELLOW: Final = "1;33"
CYAN: Final = "1;36"
"""Styles for `Painter`: terminal codes without their brackets."""


def write(text: str) -> None:
    """Writes to the standard output, as it is; nothing when there is none."""
    _put(sys.stdout, text)


def write_bytes(data: bytes) -> None:
    """Writes to the standard output exactly these bytes, whatever a terminal's encoding and line ends are."""
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def remark(text: str) -> None:
    """Writes to the standard error, as it is; nothing when there is none."""
    _put(sys.stderr, text)


def _put(stream: TextIO | None, text: str) -> None:
    if stream is not None and not stream.closed:
        stream.write(text)
        stream.flush()


def write_json(document: object) -> None:
    """Writes a document for programs; everything outside of ASCII is an escape."""
    import json

    write(json.dumps(document, indent=2) + "\n")


def document(name: str, version: int = 1, **parts: Any) -> dict[str, Any]:
    """A document that says what it is: `schema` is the name with the project's before it."""
    return {"schema": f"ruledsl-{name}", "version": version, **parts}


def harmless(text: str) -> str:
    """A text of several lines with every control character but line end and tab made visible."""
    if text.isascii() and text.isprintable():
        return text
    from ruledsl.diagnostics.neutral import neutral

    return "\n".join("\t".join(map(neutral, line.split("\t"))) for line in text.split("\n"))


def columns(stream: TextIO | None) -> int | None:
    """The columns of the terminal behind a stream; None where there is no terminal."""
    if stream is None or stream.closed or not stream.isatty():
        return None
    import shutil

    return shutil.get_terminal_size().columns


def wants_color(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that shall have colours (see no-color.org)."""
    if stream is None or stream.closed or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


class Painter:
    """Colours pieces of text for one stream, or leaves them as they are."""

    def __init__(self, stream: TextIO | None) -> None:
        self.color = wants_color(stream)
        self.is_terminal = stream is not None and not stream.closed and stream.isatty()

    def __call__(self, style: str, text: str) -> str:
        """The text in a style; the text itself has to be harmless already."""
        return f"\x1b[{style}m{text}\x1b[0m" if self.color and style and text else text
