"""All mutants of a game's rules, in the order of the text.

Operators look at the syntax tree, so that a mutant is always a change of something that the language knows;
what they give is a change of the text, so that it can be shown as the designer would have written it, and
sent to another process. Texts, labels, reasons, notes, examples and invariants are left alone: they are what
the rules are held against, or what players read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from attrs import evolve

from ruledsl.model.effective import HEADS, names_of
from ruledsl.model.walk import attributes_in, names_in
from ruledsl.pipeline import Game
from ruledsl.source import Source, Span
from ruledsl.syntax import nodes
from ruledsl.tools.mutating import amounts, conditions, steps, things
from ruledsl.tools.mutating.mutants import Mutant, code_of, one_line
from ruledsl.tools.mutating.places import At, Change, Facts, facts_of, places

OPERATORS: Final = (
    *conditions.OPERATORS, *amounts.OPERATORS, *steps.OPERATORS, *things.OPERATORS,
)  # fmt: skip

PHRASE: Final = 56
"""A change is told with so much of what stands around it, at most."""

AROUND: Final = 24
"""Where the part around the change is longer than that, so many characters to both sides are told."""

ENOUGH: Final = 10
"""A part that is shorter tells too little."""

WORDS: Final = re.compile(r"[a-z ]+")

LONGEST: Final = 90
"""More of what is left out or changes places is not told."""

_LEFT_ALONE: Final = (nodes.Example, nodes.Invariant, nodes.Game, nodes.Enum, nodes.BadDeclaration)


def mutants_of(game: Game, inherited: bool = False) -> tuple[Mutant, ...]:
    """The mutants of a game: of what its own file says, `inherited`: also of what that extends.

    Raises RulesError when the rules are wrong.
    """
    config = game.configure()
    game.program(config)
    facts = facts_of(game.lowered(config))
    files = game.effective.files
    helpers = _helpers(game)
    in_force = {
        (entry.declaration.span.source, entry.declaration.span.start) for entry in game.effective.entries
    }
    found: list[Mutant] = []
    for number, file in enumerate(files):
        if not inherited and number < len(files) - 1:
            continue
        source = file.span.source
        code = code_of(source.text)
        for declaration in file.declarations:
            inner = declaration.declaration if isinstance(declaration, nodes.Replace) else declaration
            stands = isinstance(declaration, nodes.Remove) or (source, inner.span.start) in in_force
            alone = isinstance(inner, _LEFT_ALONE) or inner.span in helpers
            if stands and not alone:
                found += _of_declaration(declaration, number, source, code, facts)
    return tuple(_told_apart(found))


def _helpers(game: Game) -> set[Span]:
    """The defines that nothing but invariants and examples asks for: they belong to these."""
    rules: list[nodes.Node] = []
    defines: list[nodes.Define] = []
    for entry in game.effective.entries:
        if isinstance(entry.declaration, nodes.Define):
            defines.append(entry.declaration)
        elif not isinstance(entry.declaration, nodes.Invariant | nodes.Example):
            rules.append(entry.declaration)
    waiting = rules
    while waiting:
        named = names_in(tuple(waiting)) | attributes_in(tuple(waiting))
        waiting = [define for define in defines if define.name.id in named]
        defines = [define for define in defines if define.name.id not in named]
    return {define.span for define in defines}


def _of_declaration(
    declaration: nodes.Declaration, number: int, source: Source, code: str, facts: Facts
) -> list[Mutant]:
    """The mutants of one declaration, by place; the same text made in two ways is one mutant."""
    found: dict[tuple[int, int, str], Mutant] = {}
    for at in places(declaration, facts, code):
        for operator in OPERATORS:
            for change in operator(at):
                made = _mutant(at, change, number, source)
                if made.applied(code) != code:
                    found.setdefault((made.start, made.end, made.text), made)
    return sorted(found.values(), key=lambda one: (one.start, one.end))


def _told_apart(mutants: list[Mutant]) -> Iterator[Mutant]:
    seen: Counter[str] = Counter()
    for mutant in mutants:
        seen[mutant.name] += 1
        yield evolve(mutant, again=seen[mutant.name])


def _mutant(at: At, change: Change, number: int, source: Source) -> Mutant:
    clause, clause_start = _clause(at)
    blanks = at.code[change.start : change.end]
    line, column = source.position(change.start + len(blanks) - len(blanks.lstrip()))
    return Mutant(
        file=number, start=change.start, end=change.end, text=change.text, kind=change.kind,
        clause=clause, clause_line=source.position(clause_start)[0], path=source.path,
        line=line, column=column, last_line=source.position(change.end)[0], change=_told(at, change),
    )  # fmt: skip


# -- in words -------------------------------------------------------------------------------------


def _clause(at: At) -> tuple[str, int]:
    """The clause that a node stands in, such as `phase race > option "Draw"`, and where it begins."""
    parts: list[str] = []
    start = 0
    told: nodes.Node | None = None
    for node in (*at.parents, at.node):
        title = _title(node, at.code) if node is not told else ""
        if isinstance(node, nodes.Replace):
            told = node.declaration
        if title:
            parts.append(title)
            start = node.span.start
    return " > ".join(parts), start


def _title(node: nodes.Node, code: str) -> str:
    if isinstance(node, nodes.Option):
        return f'option "{node.label.value}"' if node.label is not None else ""
    if isinstance(node, nodes.While):
        return _head(code[node.span.start : node.span.end])
    if isinstance(node, nodes.When):
        return _head(code[node.span.start : node.span.end])
    if isinstance(node, nodes.Replace):
        return f"replace {_title(node.declaration, code)}"
    if isinstance(node, nodes.Remove):
        return f"remove {node.kind.id} {node.name.id}"
    if isinstance(node, nodes.Declaration):
        names = ", ".join(names_of(node))
        return f"{HEADS[type(node)]} {names}".strip()
    return ""


def _head(text: str) -> str:
    """What stands before the first brace."""
    return one_line(text.split("{")[0])


def _told(at: At, change: Change) -> str:
    code = at.code
    if change.way == "swapped":
        one = _short(code[change.start : change.middle[0]])
        other = _short(code[change.middle[1] : change.end])
        return f"`{one}` and `{other}` change places"
    removed = code[change.start : change.end]
    if change.way == "left out" and not (len(removed) < ENOUGH and WORDS.fullmatch(removed)):
        return f"`{_short(removed)}` is left out"
    start, end = _phrase(at, change)
    before = code[start : change.start], code[change.end : end]
    return (
        f"`{_short(before[0] + code[change.start : change.end] + before[1])}` becomes "
        f"`{_short(before[0] + change.text + before[1])}`"
    )


def _phrase(at: At, change: Change) -> tuple[int, int]:
    """The largest part of the tree around the change that is short enough to be told, or a piece of one."""
    if change.within is not None:
        return change.within.start, change.within.end
    start, end = change.start, change.end
    for node in reversed((*at.parents, at.node)):
        span = node.span
        if span.start > change.start or span.end < change.end or isinstance(node, nodes.Block):
            continue
        if len(one_line(at.code[span.start : span.end])) > PHRASE:
            told = end - start >= ENOUGH and (start, end) != (change.start, change.end)
            return (start, end) if told else _piece(at.code, span, change)
        start, end = span.start, span.end
    return start, end


def _piece(code: str, span: Span, change: Change) -> tuple[int, int]:
    """A few words to both sides of a change, from one blank to another."""
    start, end = max(span.start, change.start - AROUND), min(span.end, change.end + AROUND)
    first = re.search(r"\s", code[start : change.start]) if start > span.start else None
    last = code.rfind(" ", change.end, end) if end < span.end else -1
    return start + (first.end() if first is not None else 0), last if last > 0 else end


def _short(text: str) -> str:
    """A stretch on one line; of a long one with a block only its head."""
    line = one_line(text)
    if len(line) > LONGEST and "{" in line[1:LONGEST]:
        line = line[: line.index("{", 1)].rstrip() + " { … }"
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
