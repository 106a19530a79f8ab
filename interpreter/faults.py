"""The ways in which play can go wrong, kept apart because different people must act on them.

`RulesFault`: the rules file does something that cannot be done; its author has to mend it.
`Refused`: the caller asked for something that is not allowed now; the caller has to ask for something else.
`EngineBug`: something that cannot happen did happen; whoever maintains this package has to mend it.
"""

from __future__ import annotations

from typing import Any


class RulesFault(Exception):
    """The rules cannot be followed at the place `origin`.

    `code` is a short word with dashes (`slot-full`), `facts` are plain data for whoever words the message,
    `text` is the message for those who do not. `origin` is -1 until the statement that was running is known.
    """

    def __init__(
        self, code: str, origin: int = -1, facts: dict[str, Any] | None = None, text: str = ""
    ) -> None:
        super().__init__(code, origin, facts, text)
        self.code = code
        self.origin = origin
        self.facts: dict[str, Any] = facts or {}
        self.text = text or code

    def __str__(self) -> str:
        return f"{self.code}: {self.text}" if self.text != self.code else self.code


class Refused(Exception):
    """What the caller asked for is not allowed; nothing was changed unless the method says otherwise."""


class EngineBug(Exception):
    """The engine contradicts itself; `str()` says where."""
