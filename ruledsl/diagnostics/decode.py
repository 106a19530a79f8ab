"""From the bytes of a file to a `Source`; nothing here opens a file."""

from __future__ import annotations

from typing import Final

from ruledsl.diagnostics.diagnostic import Diagnostic
from ruledsl.source import Source

LONGEST_TEXT: Final = 2_000_000
"""The most characters a rules text may have; a file of more than four times as many bytes is not decoded."""

_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_OTHER_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


def decode_source(path: str, data: bytes) -> Source | list[Diagnostic]:
    """The text of a file's bytes, or what is wrong with them.

    A byte order mark of UTF-8 is dropped.  Refused are texts that are too long, other encodings, bytes that
    are no text, an empty text, and a carriage return that does not belong to a line end.
    """
    whole = len(data)
    data = data.removeprefix(_BYTE_ORDER_MARK)
    skipped = whole - len(data)
    if len(data) > 4 * LONGEST_TEXT:
        return [_too_long(path, len(data))]
    if data.startswith(_OTHER_MARKS):
        return [Diagnostic("E004", facts={"offset": 0, "line": 1, "byte": f"0x{data[0]:02x}"}, path=path)]
    nul = data.find(b"\0")
    if nul >= 0:
        return [Diagnostic("E003", facts={"offset": nul + skipped}, path=path)]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        facts = {"offset": error.start + skipped, "line": line, "byte": f"0x{data[error.start]:02x}"}
        return [Diagnostic("E004", facts=facts, path=path)]
    return check_text(path, text)


def check_text(path: str, text: str) -> Source | list[Diagnostic]:
    """The source of a text that is already decoded (from an editor, a page), or what is wrong with it."""
    if len(text) > LONGEST_TEXT:
        return [_too_long(path, len(text))]
    nul = text.find("\0")
    if nul >= 0:
        return [Diagnostic("E003", facts={"offset": nul}, path=path)]
    if not text.strip():
        return [Diagnostic("E006", path=path)]
    source = Source(path, text)
    found = text.find("\r")
    while found >= 0:
        if text[found + 1 : found + 2] != "\n":
            return [Diagnostic("E007", source.span(found, found + 1))]
        found = text.find("\r", found + 1)
    return source


def _too_long(path: str, size: int) -> Diagnostic:
    return Diagnostic("E005", facts={"size": size, "limit": LONGEST_TEXT}, path=path)
