"""Lists of codes in texts: in the notation they stand in brackets, on the table mostly without."""

from __future__ import annotations

import re
from typing import Final

LISTS: Final = re.compile(r"(?<![\w\]])\[([^\]]*)\]")
"""A list of codes; brackets right after a word are part of a name, as in `line[1]`."""


NOTHING: Final = "none"
"""How a list without a card is shown."""


def separated(text: str) -> str:
    """A text with a comma between lists that follow each other."""
    return text.replace("] [", "], [")


def without_brackets(text: str) -> str:
    """A text whose lists stand without brackets."""
    return LISTS.sub(lambda match: match[1] or NOTHING, separated(text))


def with_brackets(text: str) -> str | None:
    """Lists that were written without brackets, as in `3, 10`; None where there is no comma."""
    if "," not in text or "[" in text:
        return None
    lists = [part.strip() for part in text.split(",")]
    return " ".join("[]" if part.lower() == NOTHING else f"[{part}]" for part in lists)
