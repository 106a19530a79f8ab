"""What the repository holds, for the tests of its structure."""

from __future__ import annotations

import ast
import os
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("ruledsl", "interpreter")
_NOT_OURS = {"node_modules", "__pycache__"}
_BUILT = {"build", "dist"}
"""What is made at the root of the checkout."""


@cache
def files() -> tuple[Path, ...]:
    """Every file of the checkout, relative to its root, without what is built or hidden (`.ci` counts)."""
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(
            name
            for name in folders
            if name not in _NOT_OURS
            and not (name in _BUILT and Path(folder) == ROOT)
            and not name.endswith(".egg-info")
            and (name[0] != "." or name == ".ci")
        )
        found += [(Path(folder) / name).relative_to(ROOT) for name in sorted(names)]
    return tuple(found)


@cache
def modules() -> tuple[Path, ...]:
    """Every Python file of the two packages, relative to the root."""
    return tuple(path for path in files() if path.parts[0] in PACKAGES and path.suffix == ".py")


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse((ROOT / path).read_text(encoding="utf-8"), str(path))


def imported(path: Path) -> set[str]:
    """The full names of all modules that a Python file imports, anywhere in it."""
    names: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names
