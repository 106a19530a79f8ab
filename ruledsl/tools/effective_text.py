"""A game as it is in force, as one text: what a variant says laid over what it extends.

The text is put together from the texts of the declarations, with the comments and notes that stand with
them, and brought into the common form. It is a rules file of its own: it extends nothing, and `base` in a
replaced define has become what it stood for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from ruledsl.fmt import format_source
from ruledsl.model.effective import Effective, Entry, replaced_by
from ruledsl.model.walk import walk
from ruledsl.pipeline import Game
from ruledsl.source import Source, Span
from ruledsl.syntax import nodes


def effective_text(game: Game) -> str:
    """The whole game as one rules file in the common form; examples are those of its own file."""
    effective = game.effective
    outer = outer_declarations(effective)
    parts = []
    if len(effective.files) > 1:
        names = [file.span.source.path.rpartition("/")[2] for file in reversed(effective.files[:-1])]
        parts.append(f"# As in force after all that it extends: {', '.join(names)}.\n")
    parts += [_surrounded(effective, entry, outer) for entry in effective.entries]
    return formatted("".join(parts))


def declaration_text(declaration: nodes.Declaration) -> str:
    """One declaration in the common form, with its notes, without a line end at its end."""
    notes = "".join(f"## {note}\n" for note in declaration.notes)
    return formatted(notes + _own_text(declaration, ())).rstrip("\n")


def formatted(text: str) -> str:
    """A text in the common form; as it is, where it cannot be read on its own."""
    made, _ = format_source(Source("<text>", text))
    return text if made is None else made


def outer_declarations(effective: Effective) -> dict[int, nodes.Declaration]:
    """By the id of a declaration in force, the declaration at the top of its file that holds it.

    They differ where something is replaced: then the outer one is the `replace`.
    """
    found: dict[int, nodes.Declaration] = {}
    replaces: dict[Span, nodes.Replace] = {}
    for file in effective.files:
        for declaration in file.declarations:
            found[id(declaration)] = declaration
            if isinstance(declaration, nodes.Replace):
                replaces[declaration.declaration.span] = declaration
    for entry in effective.entries:
        replace = replaces.get(entry.declaration.span)
        if replace is not None and replaced_by(replace) == entry.declaration:
            found[id(entry.declaration)] = replace
    return found


# ---------------------------------------------------------------------------------------------
# One declaration with what stands around it


def _surrounded(effective: Effective, entry: Entry, outer: dict[int, nodes.Declaration]) -> str:
    declaration = entry.declaration
    text = _own_text(declaration, entry.replaced)
    written = outer.get(id(declaration))
    if written is None:
        return f"{text}\n"
    before, after = _around(effective, written)
    return f"{before}{text}{after}\n"


def _around(effective: Effective, declaration: nodes.Declaration) -> tuple[str, str]:
    """The lines of comments and notes above a declaration, and the comment behind it."""
    source = declaration.span.source
    end = 0
    for file in effective.files:
        if file.span.source is source:
            before = [d for d in file.declarations if d.span.start < declaration.span.start]
            end = _line_end(source, before[-1].span.end) if before else 0
    above = source.text[end : declaration.span.start]
    behind = source.text[declaration.span.end : _line_end(source, declaration.span.end)]
    return _spaced(above) if _is_comment(above) else "", behind if _is_comment(behind) else ""


def _spaced(above: str) -> str:
    """The lines above a declaration with at most one empty line before and after them."""
    lines = above.strip("\n")
    before = "\n" if above.startswith("\n\n") else ""
    if not lines:
        return before
    return before + lines + ("\n\n" if above.endswith("\n\n") else "\n")


def _line_end(source: Source, offset: int) -> int:
    found = source.text.find("\n", offset)
    return len(source.text) if found < 0 else found


def _is_comment(text: str) -> bool:
    """Whether there is nothing in a text but comments and blanks."""
    return all(not line.strip() or line.strip().startswith("#") for line in text.split("\n"))


def _own_text(declaration: nodes.Declaration, replaced: Sequence[nodes.Declaration]) -> str:
    """The text of a declaration as it is in force, without its notes."""
    if isinstance(declaration, nodes.Game):
        return f"game {declaration.title.span.text}"
    if isinstance(declaration, nodes.Define):
        return _define_text(declaration, [d for d in replaced if isinstance(d, nodes.Define)])
    text = declaration.span.text
    if isinstance(declaration, nodes.Var):
        return _var_text(declaration, text)
    return text


def _var_text(declaration: nodes.Var, text: str) -> str:
    """A `var` with its own names only, when it was made of one with several."""
    written = declaration.span.source.text
    first = declaration.names[0].span
    if not declaration.span.start <= first.start < declaration.span.end:
        return text
    tail_start = _names_end(written, declaration)
    names = ", ".join(name.id for name in declaration.names)
    return f"var {names}{written[tail_start : declaration.span.end]}"


def _names_end(written: str, declaration: nodes.Var) -> int:
    """Where the list of names ends in the text of a `var`."""
    end = declaration.span.start + len("var")
    while True:
        while written[end].isspace() or written[end] == ",":
            end += 1
        start = end
        while end < len(written) and (written[end].isalnum() or written[end] == "_"):
            end += 1
        rest = written[end:].lstrip(" \t")
        if not rest.startswith(",") or start == end:
            return end


# ---------------------------------------------------------------------------------------------
# `base` in a define


@frozen
class _Edit:
    """A stretch of a text to be replaced."""

    start: int
    end: int
    text: str


def _define_text(define: nodes.Define, replaced: Sequence[nodes.Define]) -> str:
    """The text of a define in which `base` has become the value of the define that it replaced."""
    source = define.span.source
    edits = []
    fitting = [d for d in replaced if len(d.parameters) == len(define.parameters)]
    for node in walk(define.value):
        if isinstance(node, nodes.Name) and node.id == "base" and fitting:
            names = [parameter.id for parameter in define.parameters]
            edits.append(_Edit(node.span.start, node.span.end, _grouped(fitting, names)))
    return _edited(source, define.span.start, define.span.end, edits)


_CLOSED = (
    nodes.Name,
    nodes.Number,
    nodes.Text,
    nodes.Written,
    nodes.Attribute,
    nodes.Index,
    nodes.Call,
    nodes.Quantifier,
)
"""What needs no parentheses wherever it is put."""


def _grouped(chain: Sequence[nodes.Define], names: Sequence[str]) -> str:
    """The value of the last define of a chain, in parentheses where it could be read together with others."""
    text = _value_text(chain, names)
    return text if isinstance(chain[-1].value, _CLOSED) else f"({text})"


def _value_text(chain: Sequence[nodes.Define], names: Sequence[str]) -> str:
    """The value of the last define of a chain, for parameters of other names."""
    define = chain[-1]
    own = [parameter.id for parameter in define.parameters]
    renamed = dict(zip(own, names, strict=True))
    renamed.update(_clearing(define.value, set(own), set(names)))
    edits = []
    for node in walk(define.value):
        if isinstance(node, nodes.Name):
            if node.id == "base" and len(chain) > 1:
                edits.append(_Edit(node.span.start, node.span.end, _grouped(chain[:-1], names)))
            elif renamed.get(node.id, node.id) != node.id:
                edits.append(_Edit(node.span.start, node.span.end, renamed[node.id]))
    span = define.value.span
    return _edited(span.source, span.start, span.end, edits)


def _clearing(value: nodes.Expr, own: set[str], names: set[str]) -> dict[str, str]:
    """New names for what a value binds itself under one of the names that come in from outside."""
    bound = {node.name.id for node in walk(value) if isinstance(node, nodes.Generator)}
    used = {node.id for node in walk(value) if isinstance(node, nodes.Name)} | names
    found: dict[str, str] = {}
    for name in sorted((bound & names) - own):
        number = 2
        while f"{name}_{number}" in used:
            number += 1
        found[name] = f"{name}_{number}"
        used.add(found[name])
    return found


def _edited(source: Source, start: int, end: int, edits: Iterable[_Edit]) -> str:
    text: list[str] = []
    at = start
    for edit in sorted(edits, key=_start_of):
        text += [source.text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*text, source.text[at:end]])


def _start_of(edit: _Edit) -> Any:
    return edit.start
