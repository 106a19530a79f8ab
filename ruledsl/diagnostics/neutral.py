"""Making text from a file harmless to show.

A rules file may come from a stranger.  Its names and lines are repeated in messages, and a terminal would
obey the control sequences in them, or show letters in another order than they stand in the file.
Everything that a renderer takes from a file, a path or a fact goes through `neutral`.
"""

from __future__ import annotations

import unicodedata
from typing import Final

_HARMLESS: Final = frozenset("\u200c\u200d")
"""Format characters that spell words and join emoji; all others can hide or reorder text."""

_REFUSED: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_PLAIN_ASCII: Final = frozenset(chr(code) for code in range(0x20, 0x7F))


def neutral(text: str) -> str:
    """The text with every control and every invisible formatting character made visible.

    Control characters below the blank become their pictures (escape is `␛`), a deletion becomes `␡`; others
    are written as `\\xNN`, `\\uNNNN` or `\\UNNNNNNNN`.  Line ends and tabs are control characters too.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character in _PLAIN_ASCII or character in _HARMLESS:
        return character
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if unicodedata.category(character) not in _REFUSED:
        return character
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
