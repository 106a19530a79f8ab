"""The settings that a file declares, and how a chosen value is read."""

from __future__ import annotations

from attrs import frozen

from ruledsl.diagnostics import Diagnostic
from ruledsl.model.config import SettingValue
from ruledsl.model.effective import Effective
from ruledsl.syntax import nodes

MOST_PLAYERS = 26
"""Seats are named by letters."""


class SettingError(Exception):
    """A setting or a number of players that the rules do not allow."""

    def __init__(self, name: str, value: str, allowed: str, known: tuple[str, ...] = ()) -> None:
        super().__init__(f"{name} = {value}: {allowed or 'no such setting'}")
        self.name, self.value, self.allowed, self.known = name, value, allowed, known


@frozen
class Setting:
    """One setting: `kind` is number, yes/no, word or member (of `domain`)."""

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
        if self.kind == "number":
            return f"{self.low} to {self.high}"
        if self.kind == "yes/no":
            return "yes or no"
        words = self.choices(players)
        return " or ".join(words) if words else f"a {self.domain}"

    def choices(self, players: int) -> tuple[str, ...]:
        """The words that may be chosen, empty for numbers."""
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
            if text.lstrip("-").isdigit() and self.low <= int(text) <= self.high:
                return int(text)
        else:
            for choice in self.choices(players):
                if choice.lower() == text.lower():
                    return choice
        raise SettingError(self.name, text, self.allowed(players))

    def extremes(self, players: int) -> list[SettingValue]:
        """The values that `check` tries besides the default."""
        if self.kind == "number":
            return [self.low, self.high]
        if self.kind == "yes/no":
            return [True, False]
        return list(self.choices(players))


def player_range(effective: Effective) -> tuple[range, tuple[Diagnostic, ...]]:
    """The numbers of players, and what is wrong with them; 2 where the file does not say it right."""
    entries = effective.all(nodes.Players)
    if not entries:
        first = effective.root.declarations[0] if effective.root.declarations else effective.root
        return range(2, 3), (Diagnostic("E120", first.span),)
    node = entries[-1].declaration
    assert isinstance(node, nodes.Players)
    low = node.low.value if isinstance(node.low, nodes.Number) else None
    high = node.high.value if isinstance(node.high, nodes.Number) else (low if node.high is None else None)
    if low is None or high is None or not 1 <= low <= high <= MOST_PLAYERS:
        return range(2, 3), (Diagnostic("E121", node.span, {"limit": MOST_PLAYERS}),)
    return range(low, high + 1), ()


def declared_settings(effective: Effective) -> tuple[Setting, ...]:
    """Every setting of the file, in order."""
    found: list[Setting] = []
    for entry in effective.all(nodes.Setting):
        node = entry.declaration
        assert isinstance(node, nodes.Setting)
        found.append(_setting(effective, node))
    return tuple(found)


def _setting(effective: Effective, node: nodes.Setting) -> Setting:
    name, kind = node.name.id, node.type
    default, note = node.default.span.text, "\n".join(node.notes)
    if isinstance(kind, nodes.Range):
        low = kind.low.value if isinstance(kind.low, nodes.Number) else 0
        high = kind.high.value if isinstance(kind.high, nodes.Number) else low
        return Setting(name, "number", low, high, default=default, note=note)
    if isinstance(kind, nodes.Alternatives):
        words = tuple(i.id for i in kind.items if isinstance(i, nodes.Name))
        return Setting(name, "word", words=words, default=default, note=note)
    if isinstance(kind, nodes.Name) and kind.id == "yes/no":
        return Setting(name, "yes/no", default=default, note=note)
    domain = kind.id if isinstance(kind, nodes.Name) else ""
    words = ()
    for entry in effective.all(nodes.Enum):
        enum = entry.declaration
        if isinstance(enum, nodes.Enum) and enum.name.id == domain:
            words = tuple(m.value.id for m in enum.members if isinstance(m.value, nodes.Name))
    return Setting(name, "member", domain=domain, words=words, default=default, note=note)
