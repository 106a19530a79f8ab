"""Seeds for games for which nobody has chosen one."""

from __future__ import annotations

import secrets
from typing import Final

FRESH: Final = 1_000_000_000
"""So many different seeds are drawn."""


def fresh_seed() -> str:
    """A seed that nobody has chosen; it has to be told, so that the game can be played again."""
    return str(secrets.randbelow(FRESH))
