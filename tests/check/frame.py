"""A small game around a fragment of rules, so that a test can show just the lines that matter."""

from __future__ import annotations

from pathlib import Path

from ruledsl import pipeline
from ruledsl.diagnostics import Diagnostic
from ruledsl.model.effective import names_of
from ruledsl.source import Source
from ruledsl.syntax import nodes, parse

PARTS: dict[str, str] = {
    "Game": 'game "Frame"',
    "Players": "players 2..4",
    "suit": 'enum suit: clubs "C", hearts "H"',
    "rank": "enum rank: A, 2..9, K",
    "deck": "cards deck: suit * rank",
    "gem": "tokens gem: 40, 1 each",
    "stock": "zone stock: pile, hidden",
    "discard": "zone discard: pile, open",
    "hand": "zone hand per player: row, private",
    "played": "zone played per player: slot, open",
    "combo": "zone combo: meld, open",
    "laid": "zone laid: melds, open",
    "pot": "zone pot: bag, open",
    "group": "meld group: 2.. cards, same rank",
    "leader": "var leader = seat(1)",
    "score": "var score per player = 0",
    "game": (
        "phase game {\n"
        "    all deck -> stock shuffled\n"
        "    3 from stock -> each hand\n"
        '    repeat { leader chooses "Add": n in 1..3 { leader.score += n } } until leader.score > 9\n'
        "}"
    ),
    "Result": "result player p: most p.score",
}
"""The declarations of the game, each under its name, or under its class where it has none."""

BASE = "\n".join([*PARTS.values(), "define rich = yes", "table fee[suit] { hearts: 1; else: 0 }"]) + "\n"
"""A game that variants can extend."""


def completed(text: str, without: str = "") -> str:
    """The text with all of the game that it does not declare itself; `without` is left out as well.

    A text that extends another game is complete.
    """
    file, _ = parse(Source("fragment.rules", text))
    declared = {without}
    for declaration in file.declarations:
        declared.add(type(declaration).__name__)
        declared.update(names_of(declaration))
        if isinstance(declaration, nodes.Game) and declaration.extends is not None:
            return text
    frame = [part for name, part in PARTS.items() if name not in declared]
    return text.rstrip("\n") + "\n\n" + "\n".join(frame) + "\n"


def check(text: str, folder: Path, without: str = "") -> list[Diagnostic]:
    """What is found in the completed text; of warnings those about the text itself."""
    (folder / "base.rules").write_text(BASE, encoding="utf-8")
    path = folder / "mine.rules"
    path.write_text(completed(text, without), encoding="utf-8")
    found = pipeline.check(str(path))
    return [d for d in found if d.is_error or d.span is None or d.span.end <= len(text.rstrip("\n")) + 1]


def codes(text: str, folder: Path, without: str = "") -> list[str]:
    """The codes of what is found, in the order of the text."""
    found = check(text, folder, without)
    return [d.code for d in sorted(found, key=lambda d: (d.span.start if d.span else -1, d.code))]
