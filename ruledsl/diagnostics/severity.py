"""How bad a diagnostic is."""

from __future__ import annotations

from enum import Enum


class Severity(Enum):
    """An error keeps the file from being played; a warning does not."""

    ERROR = "error"
    WARNING = "warning"

    @classmethod
    def of_code(cls, code: str) -> Severity:
        """The severity that a code's letter stands for: `W` is a warning, everything else an error."""
        return cls.WARNING if code.startswith("W") else cls.ERROR
