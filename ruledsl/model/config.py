"""The configuration of a game: how many play, and what was chosen for each setting."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

SettingValue = bool | int | str


def _ordered(settings: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
    return dict(sorted(settings.items()))


@frozen
class Configuration:
    """Players and chosen settings; a setting that is not named has its default."""

    players: int
    settings: Mapping[str, SettingValue] = field(factory=dict, converter=_ordered, hash=False)
