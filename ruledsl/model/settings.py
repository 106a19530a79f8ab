"""The settings that a file declares, and how a chosen value is read."""

from __future__ import annotations

import re
from typing import Final

from attrs import frozen

from ruledsl.diagnostics import Diagnostic
from ruledsl.diagnostics.words import join_words
from ruledsl.model.config import SettingValue
from ruledsl.model.effective import Effective
from ruledsl.source import Span
from ruledsl.syntax import nodes

MOST_PLAYERS: Final = 26
"""Seats are named by letters."""

MOST_MEMBERS: Final = 1000
"""An enum has at most so many members."""

MOST_TRIED: Final = 12
"""So many values of one setting are tried by `check`."""


class SettingError(Exception):
    """A setting or a number of players that the rules do not allow."""

    def __init__(self, name: str, value: str, allowed: str, known: tuple[str, ...] = ()) -> None:
        super().__init__(f"{name} = {value}: {allowed or 'no such setting'}")
        self.name, self.value, self.allowed, self.known = name, value, allowed, known


@frozen
class Setting:
    """One setting: `kind` is number, yes/no, word, member (of `domain`), or unknown when written wrong.

    A number has `words` where only some are allowed, else it lies from `low` to `high`.
    """

    name: str
    kind: str
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    domain: str = ""
    default: str = ""
    note: str = ""

    def allowed(self, players: int) -> str:
        """What may be chosen, in words."""
        if self.kind == "number" and not self.words:
            return f"{self.low} to {self.high}"
        words = self.choices(players)
        return join_words(words) if words else f"a {self.domain}"

    def choices(self, players: int) -> tuple[str, ...]:
        """The words that may be chosen, empty for a stretch of numbers."""
        if self.kind == "yes/no":
            return ("yes", "no")
        if self.kind == "member" and self.domain == "player":
            return tuple(chr(ord("A") + i) for i in range(players))
        return self.words

    def read(self, value: SettingValue | str, players: int) -> SettingValue:
        """A chosen value as the rules take it. Raises `SettingError`."""
        text = str(value).strip()
        if self.kind == "yes/no":
            if isinstance(value, bool):
                return value
            if text.lower() in ("yes", "no", "true", "false"):
                return text.lower() in ("yes", "true")
        elif self.kind == "number":
            allowed = text in self.words if self.words else _between(text, self.low, self.high)
            if allowed:
                return int(text)
        else:
            for choice in self.choices(players):
                if choice.lower() == text.lower():
                    return choice
        raise SettingError(self.name, text, self.allowed(players))

    def extremes(self, players: int) -> list[SettingValue]:
        """The values that `check` tries besides the default."""
        found: list[SettingValue]
        if self.kind == "number":
            found = [int(w) for w in self.words[:MOST_TRIED]] or [self.low, self.high]
        elif self.kind == "yes/no":
            found = [True, False]
        else:
            found = list(self.choices(players)[:MOST_TRIED])
        try:
            usual = self.read(self.default, players)
        except SettingError:
            return found  # the default is no plain value
        return [value for value in found if value != usual]


def _between(text: str, low: int, high: int) -> bool:
    """Whether the text is a whole number from `low` to `high`."""
    return re.fullmatch(r"-?[0-9]{1,9}", text) is not None and low <= int(text) <= high


def player_range(effective: Effective) -> tuple[range, tuple[Diagnostic, ...]]:
    """The numbers of players, and what is wrong with them; 2 where the file does not say it right."""
    entries = effective.all(nodes.Players)
    if not entries:
        if "players" in effective.lost.words:
            return range(2, 3), ()
        return range(2, 3), (Diagnostic("E325", first_line(effective.root)),)
    node = entries[-1].declaration
    assert isinstance(node, nodes.Players)
    low = literal(node.low)
    high = low if node.high is None else literal(node.high)
    if low is None or high is None or not 1 <= low <= high <= MOST_PLAYERS:
        return range(2, 3), (Diagnostic("E326", node.span, {"limit": MOST_PLAYERS}),)
    return range(low, high + 1), ()


def first_line(file: nodes.File) -> Span:
    """The first line of the first declaration: where a finding about a whole file is shown."""
    span = file.declarations[0].span if file.declarations else file.span
    text = span.text.split("\n", 1)[0].rstrip()
    return span.source.span(span.start, span.start + len(text))


def literal(node: nodes.Expr) -> int | None:
    """A number as it is written, with or without a minus; None for anything else."""
    if isinstance(node, nodes.Number):
        return node.value
    if isinstance(node, nodes.Unary) and node.op == "-" and isinstance(node.operand, nodes.Number):
        return -node.operand.value
    return None


def declared_settings(effective: Effective) -> tuple[Setting, ...]:
    """Every setting of the file, in order."""
    found: list[Setting] = []
    for entry in effective.all(nodes.Setting):
        node = entry.declaration
        assert isinstance(node, nodes.Setting)
        found.append(setting_of(effective, node))
    return tuple(found)


def setting_of(effective: Effective, node: nodes.Setting) -> Setting:
    """What a declaration allows."""
    name, kind = node.name.id, node.type
    default, note = node.default.span.text, "\n".join(node.notes)
    if isinstance(kind, nodes.Range):
        low = literal(kind.low)
        high = literal(kind.high) if kind.high is not None else None
        if low is None or high is None:
            return Setting(name, "unknown", default=default, note=note)
        return Setting(name, "number", low, high, default=default, note=note)
    items = kind.items if isinstance(kind, nodes.Alternatives) else (kind,)
    numbers = [i.value for i in items if isinstance(i, nodes.Number)]
    if len(numbers) == len(items):
        shown = tuple(str(n) for n in numbers)
        return Setting(name, "number", min(numbers), max(numbers), shown, default=default, note=note)
    if isinstance(kind, nodes.Alternatives):
        words = tuple(i.span.text for i in items if isinstance(i, (nodes.Name, nodes.Number)))
        return Setting(name, "word", words=tuple(dict.fromkeys(words)), default=default, note=note)
    if isinstance(kind, nodes.Name) and kind.id == "yes/no":
        return Setting(name, "yes/no", default=default, note=note)
    domain = kind.id if isinstance(kind, nodes.Name) else ""
    return Setting(
        name, "member", domain=domain, words=_members(effective, domain), default=default, note=note
    )


def _members(effective: Effective, domain: str) -> tuple[str, ...]:
    """The members of an enum as they are written; stretches of numbers only where both ends are."""
    found: list[str] = []
    for entry in effective.all(nodes.Enum):
        enum = entry.declaration
        if not isinstance(enum, nodes.Enum) or enum.name.id != domain:
            continue
        for member in enum.members:
            if isinstance(member.value, nodes.Range):
                low = literal(member.value.low)
                high = literal(member.value.high) if member.value.high is not None else None
                if low is not None and high is not None and high - low < MOST_MEMBERS:
                    found.extend(str(n) for n in range(low, high + 1))
            else:
                found.append(member.value.span.text)
    return tuple(found)
