"""What one game changes in another: declaration by declaration, in the words of the rules.

Both games are compared as they are in force, after all that they extend, so it does not matter whether a
variant replaces something or is a file of its own. Declarations with a name belong together by kind and
name; those without one (`when`, `result`, `invariant` and the like) when they are equal, else by their order
among their kind. Comments and layout count for nothing, and examples belong to their file and are left out.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final, Literal

from attrs import frozen

from interpreter.plain import evolve
from ruledsl.model.effective import HEADS, Effective, names_of
from ruledsl.pipeline import Game
from ruledsl.source import Span
from ruledsl.syntax import nodes
from ruledsl.tools.effective_text import declaration_text

Kind = Literal["added", "removed", "changed"]

SINGLE: Final = ("game", "players", "teams")
"""Kinds of which there is one; a change of them is told without a name."""


@frozen
class Change:
    """One declaration that is not the same in both games.

    `head` is the word that the declaration begins with, `name` its name or nothing. `before` and `after` are
    its texts, None where it is not there; `span` is where the newer text stands (or the older, if removed).
    """

    kind: Kind
    head: str
    name: str
    before: str | None
    after: str | None
    span: Span

    @property
    def title(self) -> str:
        """The declaration by its kind and name: "zone `hand`"."""
        return f"{self.head} `{self.name}`" if self.name else self.head


@frozen
class Difference:
    """All changes from one game to another, in the order of the kinds and then of the text."""

    before: str
    after: str
    extends: bool
    """whether the second game extends the first"""
    changes: tuple[Change, ...]

    @property
    def counts(self) -> dict[Kind, int]:
        """How many changes there are of each kind."""
        kinds: tuple[Kind, ...] = ("changed", "added", "removed")
        return {kind: sum(change.kind == kind for change in self.changes) for kind in kinds}


def difference(before: Game, after: Game) -> Difference:
    """What the second game changes in the first."""
    changes: list[Change] = []
    old, new = _declarations(before.effective), _declarations(after.effective)
    for head in HEADS.values():
        if head != "example":
            old_ones = [d for d in old if HEADS[type(d)] == head]
            new_ones = [d for d in new if HEADS[type(d)] == head]
            changes += _changes(head, old_ones, new_ones)
    return Difference(before.title, after.title, _is_extended(before, after), tuple(changes))


def _is_extended(before: Game, after: Game) -> bool:
    root = before.effective.root.span.source
    return any(file.span.source.text == root.text for file in after.effective.files[:-1])


def _declarations(effective: Effective) -> list[nodes.Declaration]:
    """All declarations in force, with their notes; a `var` of several names as several."""
    found: list[nodes.Declaration] = []
    for entry in effective.entries:
        declaration = entry.declaration
        if isinstance(declaration, nodes.Game):
            found.append(evolve(declaration, extends=None))
        elif isinstance(declaration, nodes.Var):
            found.extend(evolve(declaration, names=(name,)) for name in declaration.names)
        elif type(declaration) in HEADS:
            found.append(declaration)
    return found


def _changes(head: str, old: Sequence[nodes.Declaration], new: Sequence[nodes.Declaration]) -> list[Change]:
    """The changes among the declarations of one kind: in the order of the new ones, removed ones last."""
    pairs, removed = _paired(old, new)
    changed = [pair for pair in pairs if pair[0] is None or not _is_same(pair[0], pair[1])]
    found = [_change(head, before, after) for before, after in changed]
    return found + [_change(head, before, None) for before in removed]


_Pairs = list[tuple[nodes.Declaration | None, nodes.Declaration]]


def _paired(
    old: Sequence[nodes.Declaration], new: Sequence[nodes.Declaration]
) -> tuple[_Pairs, list[nodes.Declaration]]:
    """Each new declaration with the old one that it stands for, and the old ones that are left."""
    left = list(old)
    partner: dict[int, nodes.Declaration] = {}
    for rule in (_is_same, _is_namesake, _is_alike):
        for number, declaration in enumerate(new):
            if number not in partner:
                found = next((d for d in left if rule(d, declaration)), None)
                if found is not None:
                    partner[number] = found
                    left = [d for d in left if d is not found]
    return [(partner.get(number), declaration) for number, declaration in enumerate(new)], left


def _is_same(old: nodes.Declaration, new: nodes.Declaration) -> bool:
    """Whether both say the same; notes that are left out where something is replaced are no change."""
    return old == (new if new.notes else evolve(new, notes=old.notes))


def _is_namesake(old: nodes.Declaration, new: nodes.Declaration) -> bool:
    names = names_of(new)
    return names_of(old) == names if names else HEADS[type(new)] in SINGLE


def _is_alike(old: nodes.Declaration, new: nodes.Declaration) -> bool:
    """For declarations without a name: whether more than half of the text is the same."""
    if names_of(new) or names_of(old):
        return False
    return difflib.SequenceMatcher(None, declaration_text(old), declaration_text(new)).ratio() > 0.5


def _change(head: str, before: nodes.Declaration | None, after: nodes.Declaration | None) -> Change:
    shown = after if after is not None else before
    assert shown is not None
    kind: Kind = "added" if before is None else "removed" if after is None else "changed"
    texts = [None if node is None else declaration_text(node) for node in (before, after)]
    name = "" if head in SINGLE else ", ".join(names_of(shown))
    return Change(kind, head, name, texts[0], texts[1], shown.span)


def changed_lines(before: str, after: str, around: int = 2) -> list[str]:
    """The lines of a change, each with `-`, `+` or a blank before it; `...` for equal lines left out."""
    found: list[str] = []
    old, new = before.split("\n"), after.split("\n")
    shown = 0
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(around):
        if group[0][1] > shown:
            found.append("  ...")
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                found += [f"  {line}" for line in old[i1:i2]]
            else:
                found += [f"- {line}" for line in old[i1:i2]]
                found += [f"+ {line}" for line in new[j1:j2]]
        shown = group[-1][2]
    return [*found, "  ..."] if shown < len(old) else found
