"""Lists of codes in texts: in the notation they stand in brackets, on the table mostly without."""

from __future__ import annotations

import re
from typing import Final

LISTS: Final = re.compile(r"(?<![\w\]])\[([^\]]*)\]")
"""A list of codes; brackets right after a word are part of a name, as in `line[1]`."""


def separated(text: str) -> str:
    """A text with a comma between lists that follow each other."""
    return text.replace("] [", "], [")


def without_brackets(text: str) -> str:
    """A text whose lists stand without brackets."""
    return LISTS.sub(r"\1", separated(text))
