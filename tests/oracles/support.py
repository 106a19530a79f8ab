"""The games of this folder, for its tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from interpreter.machine import Machine
from ruledsl import pipeline
from ruledsl.model.config import SettingValue

FOLDER = Path(__file__).parent


def path_of(name: str) -> str:
    return str(FOLDER / f"{name}.rules")


def machine_of(
    name: str, players: int = 2, settings: Mapping[str, SettingValue | str] | None = None
) -> Machine:
    game = pipeline.load(path_of(name))
    return Machine(game.program(game.configure(players, settings)))
