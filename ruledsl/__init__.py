"""ruledsl: a language for the rules of card games, and the tools around it.

A `.rules` file is read by `syntax`, checked by `check`, lowered by `lower` into a Program, and played by the
separate package `interpreter`.  `ruledsl.pipeline` is the one place that puts these passes together, and
`ruledsl.api` is what Python programs use: `ruledsl.load(...)` and the names beside it.
Importing this package loads nothing else, so that a command starts quickly; the names of the API are looked
up when they are asked for (PEP 562). Their types stand in `__init__.pyi`.
"""

from __future__ import annotations

from importlib import import_module

__version__ = "0.1.0"

__all__ = [
    "Game", "IllegalMove", "Option", "PlayFault", "RulesError", "SettingError", "State", "__version__",
    "load", "load_text",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("ruledsl.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
