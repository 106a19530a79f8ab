"""What the documents name is there, and what is there has a usable name."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from ruledsl.diagnostics import decode_source
from ruledsl.source import Source
from tests.architecture.repository import ROOT, files

LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")
CODE = re.compile(r"`([^`\s]+)`")
PATH = re.compile(r"(?:\./)?[\w.-]+(?:/[\w.-]+)*/?")
ENDINGS = {".py", ".md", ".lark", ".toml", ".txt", ".json", ".yml", ".rules", ".html", ".ipynb"}
MADE_LATER = {"dist", "build", ".venv"}

DOCUMENTS = [
    path for path in files() if path.suffix == ".md" and (len(path.parts) == 1 or path.parts[0] == "docs")
]
RULES = [path for path in files() if path.suffix == ".rules" and path.parts[0] in ("games", "examples")]


def known_paths() -> set[str]:
    """Every file and folder, under each of the endings of its path: `a/b/c` is also `b/c` and `c`."""
    known: set[str] = set()
    for path in files():
        for folder in (path, *path.parents[:-1]):
            known |= {"/".join(folder.parts[start:]) for start in range(len(folder.parts))}
    return known


def named_paths(text: str) -> set[str]:
    """The relative paths that a document names: in links, and in code where it can only be a path.

    A lone name that ends in `.rules` is left out: it is mostly a reader's own file.
    """
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    links = {link for link in LINK.findall(prose) if "://" not in link and not link.startswith("mailto:")}
    code = set()
    for word in CODE.findall(prose):
        if PATH.fullmatch(word) and Path(word).parts and Path(word).parts[0] not in MADE_LATER:
            has_ending = Path(word).suffix in ENDINGS
            in_folder = "/" in word.rstrip("/") and (ROOT / Path(word).parts[0]).is_dir()
            if (
                in_folder
                or word.endswith("/")
                or (has_ending and ("/" in word or not word.endswith(".rules")))
            ):
                code.add(word)
    return links | code


def test_named_paths_are_recognised() -> None:
    text = "See [this](docs/a.md#top), `ruledsl/x.py`, `yes/no`, `mine.rules`, `a.b`, [w](https://x.y/z)."
    assert named_paths(text) == {"docs/a.md", "ruledsl/x.py"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_paths_named_in_documents_exist(document: Path) -> None:
    known = known_paths()
    named = named_paths((ROOT / document).read_text(encoding="utf-8"))
    missing = [
        path
        for path in sorted(named)
        if path.removeprefix("./").rstrip("/") not in known and not (ROOT / document.parent / path).exists()
    ]
    assert not missing


@pytest.mark.parametrize("path", RULES, ids=str)
def test_rules_files_are_texts(path: Path) -> None:
    assert isinstance(decode_source(str(path), (ROOT / path).read_bytes()), Source)


def test_rules_files_have_names_that_can_be_typed() -> None:
    """`ruledsl play NAME` finds a game by its name alone: so each is there once, in small letters."""
    assert [path for path in RULES if not re.fullmatch(r"[a-z][a-z0-9_]*", path.stem)] == []
    counted = Counter(path.stem for path in RULES)
    assert [name for name, count in counted.items() if count > 1] == []


def test_there_are_games() -> None:
    on_disk = {
        path.relative_to(ROOT) for top in ("games", "examples") for path in (ROOT / top).rglob("*.rules")
    }
    assert on_disk == set(RULES)
