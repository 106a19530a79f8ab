from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.architecture.repository import PACKAGES, ROOT, files, modules, tree

LONGEST_FUNCTION = 70
LONGEST_FILE = 600

LONGER_FUNCTIONS: frozenset[str] = frozenset()
"""Functions, as `path:name`, that may be longer; each needs a reason beside it."""

LONGER_FILES = {
    "ruledsl/syntax/nodes.py",  # every node of the tree side by side: declarations only
    "interpreter/program.py",  # every node of a Program side by side: declarations only
}
"""Files that may be longer; each needs a reason beside it."""

GAME_WORDS = (
    "cheese",
    "bait",
    "trick",
    "mouse",
    "mice",
    "lure",
    "nut",
    "squeak",
    "meeple",
    "haunted",
    "bacon",
)

IO_ROOMS = ("ruledsl/cli", "ruledsl/lsp", "ruledsl/web", "ruledsl/adapters", "ruledsl/pipeline")
EXECUTING = ("interpreter/compiled",)


def test_functions_are_short() -> None:
    wrong = []
    for path in modules():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > LONGEST_FUNCTION and f"{path}:{node.name}" not in LONGER_FUNCTIONS:
                    wrong.append(f"{path}:{node.lineno} {node.name} has {length} lines")
    assert not wrong


def test_files_are_short() -> None:
    lengths = {
        path.as_posix(): len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in modules()
    }
    long = {path: length for path, length in lengths.items() if length > LONGEST_FILE}
    assert not {path: length for path, length in long.items() if path not in LONGER_FILES}
    assert not {path for path in LONGER_FILES if path in lengths and path not in long}, "no exception needed"


def words_of(text: str) -> set[str]:
    """The words of a text in small letters; names are taken apart at underscores and inner capitals."""
    parts = re.sub(r"([a-z])([A-Z])", r"\1 \2", text)
    return {word.lower() for word in re.findall(r"[A-Za-z]+", parts)}


def test_words_are_found_inside_names() -> None:
    assert words_of("a_trick = MouseTrap(minute)") == {"a", "trick", "mouse", "trap", "minute"}


def test_no_word_of_a_game_is_in_the_source() -> None:
    forbidden = {*GAME_WORDS, *(f"{word}s" for word in GAME_WORDS)}
    wrong = []
    for path in files():
        if path.parts[0] in PACKAGES and path.suffix in (".py", ".lark"):
            for number, line in enumerate((ROOT / path).read_text(encoding="utf-8").splitlines(), start=1):
                wrong += [f"{path}:{number} {word}" for word in sorted(words_of(line) & forbidden)]
    assert not wrong


def called_names(path: Path) -> set[str]:
    """The plain names that are called anywhere in a file."""
    calls = (node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call))
    return {name.id for name in calls if isinstance(name, ast.Name)}


def test_only_thin_rooms_read_and_print() -> None:
    wrong = [
        f"{path}: {name}"
        for path in modules()
        if not path.as_posix().startswith(IO_ROOMS)
        for name in sorted(called_names(path) & {"open", "print", "input"})
    ]
    assert not wrong


def test_nothing_is_evaluated() -> None:
    wrong = [
        f"{path}: {name}"
        for path in modules()
        if not path.as_posix().startswith(EXECUTING)
        for name in sorted(called_names(path) & {"eval", "exec", "compile", "__import__"})
    ]
    assert not wrong


def test_both_packages_are_typed() -> None:
    assert all((ROOT / package / "py.typed").exists() for package in PACKAGES)
