"""The effective file: what a variant says, laid over what it extends.

`merge` takes the files from the oldest to the newest and gives one list of declarations. Each knows which
file it came from, so that a warning about something inherited is not given for the variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve, field, frozen

from interpreter.plain import evolve as evolve_node
from ruledsl.diagnostics import Diagnostic, Related, did_you_mean
from ruledsl.model.lost import Lost, lost_in
from ruledsl.source import Span
from ruledsl.syntax import nodes

_SINGLE = (nodes.Game, nodes.Players, nodes.Teams, nodes.Result, nodes.Payoff)
"""Said once in a file."""

_RESTATED = (nodes.Game, nodes.Players, nodes.Teams)
"""Of these, the ones that a variant states again instead of replacing them."""

HEADS: dict[type[nodes.Declaration], str] = {
    nodes.Game: "game", nodes.Players: "players", nodes.Teams: "teams", nodes.Setting: "setting",
    nodes.Enum: "enum", nodes.Cards: "cards", nodes.Tokens: "tokens", nodes.Dice: "dice", nodes.Zone: "zone",
    nodes.Table: "table", nodes.Meld: "meld", nodes.Order: "order", nodes.Define: "define", nodes.Var: "var",
    nodes.Phase: "phase", nodes.When: "when", nodes.While: "while", nodes.Result: "result",
    nodes.Payoff: "payoff", nodes.Invariant: "invariant", nodes.Example: "example",
}  # fmt: skip
"""The word that each declaration begins with."""

_NAMED = (
    "setting",
    "enum",
    "cards",
    "tokens",
    "dice",
    "zone",
    "table",
    "meld",
    "order",
    "define",
    "var",
    "phase",
)
"""The words of declarations that have a name."""


@frozen
class Entry:
    """One declaration in force; `replaced` are the ones it stands for, oldest first."""

    declaration: nodes.Declaration
    inherited: bool
    replaced: tuple[nodes.Declaration, ...] = ()


@frozen
class Effective:
    """All declarations in force, and the files they come from (oldest first).

    `lost` are the names of everything that could not be read. `near` keeps the names that may have been meant
    at a place, so that they are not looked for again in each configuration.
    """

    entries: tuple[Entry, ...]
    files: tuple[nodes.File, ...] = field(repr=False)
    lost: Lost = field(factory=Lost, repr=False)
    near: dict[Span, tuple[str, ...]] = field(factory=dict, eq=False, repr=False)

    @property
    def root(self) -> nodes.File:
        """The file that was asked for."""
        return self.files[-1]

    def all(self, kind: type[nodes.Declaration]) -> list[Entry]:
        """The entries of one kind, in order."""
        return [entry for entry in self.entries if isinstance(entry.declaration, kind)]

    def explained(self, diagnostic: Diagnostic) -> Diagnostic:
        """An error in what is inherited, with the places where a later file changes what it speaks of."""
        span = diagnostic.span
        sources = [file.span.source for file in self.files]
        if span is None or not diagnostic.is_error or span.source not in sources:
            return diagnostic
        told = {related.span for related in diagnostic.related}
        words = {*re.findall(r"\w+", span.text), *map(str, diagnostic.facts.values()), *diagnostic.facts}
        found = [
            Related(change.span, f"`{name}` is {word} here")
            for file in self.files[sources.index(span.source) + 1 :]
            for change in file.declarations
            for name, word in _changed(change)
            if name in words and change.span not in told
        ]
        return evolve(diagnostic, related=(*diagnostic.related, *found)) if found else diagnostic


def names_of(declaration: nodes.Declaration) -> tuple[str, ...]:
    """The names that a declaration gives meaning to; nothing for those without a name."""
    if isinstance(declaration, nodes.Var):
        return tuple(name.id for name in declaration.names)
    name = getattr(declaration, "name", None)
    return (name.id,) if isinstance(name, nodes.Name) else ()


def _changed(change: nodes.Declaration) -> list[tuple[str, str]]:
    """The names that a declaration changes, each with what it does to them."""
    if isinstance(change, nodes.Remove):
        return [(change.name.id, "removed")]
    if isinstance(change, nodes.Replace):
        return [(name, "replaced") for name in names_of(change.declaration)]
    return [("players", "stated again")] if isinstance(change, nodes.Players) else []


def _key(declaration: nodes.Declaration) -> tuple[str, tuple[str, ...]]:
    return HEADS.get(type(declaration), "?"), names_of(declaration)


def split_variable(var: nodes.Var) -> list[nodes.Var]:
    """A `var` of several names as several of one name each."""
    return [evolve_node(var, names=(name,)) for name in var.names]


def replaced_by(replace: nodes.Replace) -> nodes.Declaration:
    """What a `replace` puts into force: with the notes that stand above it."""
    declaration = replace.declaration
    if not replace.notes or declaration.notes:
        return declaration
    return evolve_node(declaration, notes=replace.notes)


class _Merge:
    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.diagnostics: list[Diagnostic] = []

    def find(self, head: str, name: str) -> int | None:
        for index, entry in enumerate(self.entries):
            found_head, found_names = _key(entry.declaration)
            if found_head == head and name in found_names:
                return index
        return None

    def known(self, head: str) -> list[str]:
        return [n for e in self.entries for n in _key(e.declaration)[1] if _key(e.declaration)[0] == head]

    def add(self, declaration: nodes.Declaration) -> None:
        if isinstance(declaration, nodes.Replace):
            self.replace(declaration)
        elif isinstance(declaration, nodes.Remove):
            self.remove(declaration)
        elif isinstance(declaration, _SINGLE):
            self.only_one(declaration)
        elif isinstance(declaration, nodes.Setting):
            self.restate(declaration)
        elif not isinstance(declaration, nodes.BadDeclaration):
            self.entries.append(Entry(declaration, inherited=False))

    def restate(self, declaration: nodes.Declaration) -> bool:
        """Puts it in the place of what an extended file says; says whether there was something."""
        key = _key(declaration)
        for index, entry in enumerate(self.entries):
            if _key(entry.declaration) == key and entry.inherited:
                self.entries[index] = Entry(declaration, False)
                return True
        self.entries.append(Entry(declaration, inherited=False))
        return False

    def only_one(self, declaration: nodes.Declaration) -> None:
        """Something that a file says once; a result or payoff of an extended file has to be replaced."""
        old = [e for e in self.entries if type(e.declaration) is type(declaration)]
        restated = isinstance(declaration, _RESTATED) and all(e.inherited for e in old)
        if old and not restated:
            related = (Related(old[0].declaration.span, "first here"),)
            facts = {"word": HEADS[type(declaration)]}
            self.diagnostics.append(Diagnostic("E119", declaration.span, facts, related=related))
            return
        self.restate(declaration)

    def replace(self, replace: nodes.Replace) -> None:
        declaration = replaced_by(replace)
        head, names = _key(declaration)
        if isinstance(declaration, (nodes.Result, nodes.Payoff)):
            if not self.restate(declaration):
                self.diagnostics.append(Diagnostic("E055", replace.span, {"head": head}))
            return
        if isinstance(declaration, nodes.BadDeclaration):
            return
        if not names:
            self.diagnostics.append(Diagnostic("E054", replace.span, {"head": head}))
            return
        if isinstance(declaration, nodes.Var) and len(names) > 1:
            for part in split_variable(declaration):
                self.replace(evolve_node(replace, declaration=part))
            return
        index = self.find_inherited("E051", replace, head, names[0])
        if index is not None:
            old = self.entries[index]
            self.entries[index] = Entry(declaration, False, (*old.replaced, old.declaration))

    def find_inherited(self, code: str, node: nodes.Node, head: str, name: str) -> int | None:
        """Where something stands that an extended file declares; None after a report."""
        index = self.find(head, name)
        if index is None:
            self.missing(code, node, head, name)
            return None
        entry = self.entries[index]
        if not entry.inherited:
            related = (Related(entry.declaration.span, "here"),)
            facts = {"head": head, "name": name}
            self.diagnostics.append(Diagnostic("E065", node.span, facts, related=related))
            return None
        if isinstance(entry.declaration, nodes.Var) and len(entry.declaration.names) > 1:
            self.split(index)
            return self.find(head, name)
        return index

    def split(self, index: int) -> None:
        """Makes one `var` of several names into several of one name each."""
        entry = self.entries[index]
        var = entry.declaration
        assert isinstance(var, nodes.Var)
        self.entries[index : index + 1] = [Entry(part, entry.inherited) for part in split_variable(var)]

    def remove(self, remove: nodes.Remove) -> None:
        head, name = remove.kind.id, remove.name.id
        if head not in _NAMED:
            near = did_you_mean(head, _NAMED)
            self.diagnostics.append(Diagnostic("E064", remove.kind.span, {"name": head}, near))
            return
        index = self.find_inherited("E052", remove, head, name)
        if index is not None:
            del self.entries[index]

    def missing(self, code: str, node: nodes.Node, head: str, name: str) -> None:
        other = next((h for h in HEADS.values() if h != head and self.find(h, name) is not None), None)
        index = self.find(other, name) if other is not None else None
        if other is not None and index is not None:
            where = Related(self.entries[index].declaration.span, f"`{name}` is declared with `{other}`")
            facts = {"head": head, "name": name, "other": other}
            self.diagnostics.append(Diagnostic("E053", node.span, facts, related=(where,)))
            return
        candidates = did_you_mean(name, self.known(head))
        self.diagnostics.append(Diagnostic(code, node.span, {"head": head, "name": name}, candidates))


def merge(
    files: tuple[nodes.File, ...], form: Iterable[Diagnostic] = ()
) -> tuple[Effective, tuple[Diagnostic, ...]]:
    """Lays the files over one another, oldest first, and reports what does not fit.

    `form` is what is wrong with the form of the files: it tells what they may declare besides. Examples
    belong to their own file, so those of extended files are left out; all else is inherited.
    """
    work = _Merge()
    for number, file in enumerate(files):
        last = number == len(files) - 1
        if number:
            work.entries = [Entry(e.declaration, True, e.replaced) for e in work.entries]
        for declaration in file.declarations:
            if isinstance(declaration, nodes.Example) and not last:
                continue
            if number == 0 and isinstance(declaration, (nodes.Replace, nodes.Remove)):
                word = "replace" if isinstance(declaration, nodes.Replace) else "remove"
                work.diagnostics.append(Diagnostic("E050", declaration.span, {"word": word}))
                continue
            work.add(declaration)
    return Effective(tuple(work.entries), files, lost_in(files, form)), tuple(work.diagnostics)
