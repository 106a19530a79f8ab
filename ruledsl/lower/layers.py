"""What `while` does: which declarations are in force at set-up, and which replace others for a time.

A `while` whose condition reads nothing but the number of players and settings is decided when the rules are
lowered: what it holds takes the place of its namesakes, or is new. Any other is looked at during play; it can
replace only what is asked again each time.
"""

from __future__ import annotations

from attrs import field, frozen

from ruledsl.diagnostics import did_you_mean
from ruledsl.lower import expressions
from ruledsl.lower.context import Context
from ruledsl.lower.scope import Scope
from ruledsl.model import symbols as s
from ruledsl.model.effective import HEADS, Effective, Entry, names_of, split_variable
from ruledsl.model.walk import attributes_in, names_in
from ruledsl.syntax import nodes

_ASKED_AGAIN = (nodes.Define, nodes.Phase, nodes.When, nodes.Result, nodes.Payoff, nodes.Invariant)
_AT_SET_UP = (nodes.Enum, nodes.Cards, nodes.Dice, nodes.Tokens, nodes.Zone, nodes.Meld, nodes.Order,
              nodes.Table, nodes.Var)  # fmt: skip


_OF_SEATS = frozenset(("left", "right", "others", "team", "partner"))
"""The attributes that are known before any declaration; all others may change during play."""


@frozen
class Layered:
    """A declaration inside a `while`, with the condition of that `while` (None: it holds always)."""

    declaration: nodes.Declaration
    condition: nodes.Expr | None


@frozen
class Layers:
    """The declarations in force at set-up, those that replace others, and what still has to be looked at.

    `undecided` has each condition that is asked during play, with what cannot stand under such a condition.
    """

    entries: list[Entry] = field(factory=list)
    layers: list[Layered] = field(factory=list)
    undecided: list[tuple[nodes.Expr, list[nodes.Declaration]]] = field(factory=list)


def layers(cx: Context, effective: Effective) -> Layers:
    """Sorts the declarations of the file."""
    found = Layers(
        [e for e in effective.entries if not isinstance(e.declaration, (nodes.While, nodes.Setting))]
    )
    for entry in effective.all(nodes.While):
        layer = entry.declaration
        assert isinstance(layer, nodes.While)
        holds = _holds(cx, layer.condition)
        cx.held[layer.condition.span] = holds
        refused: list[nodes.Declaration] = []
        if holds is None:
            found.undecided.append((layer.condition, refused))
        for inner in layer.declarations:
            if isinstance(inner, nodes.BadDeclaration):
                continue
            if not isinstance(inner, (*_ASKED_AGAIN, *_AT_SET_UP)):
                cx.report("E061", inner, word=_head(inner))
            elif holds:
                _take(cx, found, inner, entry.inherited)
            elif holds is None and isinstance(inner, _AT_SET_UP):
                refused.append(inner)
            elif holds is None:
                found.layers.append(Layered(inner, layer.condition))
    return found


def _head(node: nodes.Declaration) -> str:
    if isinstance(node, nodes.Replace):
        return "replace"
    return "remove" if isinstance(node, nodes.Remove) else HEADS[type(node)]


def _holds(cx: Context, condition: nodes.Expr) -> bool | None:
    """Whether a condition holds that is fixed at set-up; None for one that has to be asked during play."""
    settings = set(cx.of_kind(s.Constant))
    if not names_in(condition) <= settings | {"players", "yes", "no", "none", "seat", *cx.members}:
        return None
    if not attributes_in(condition) <= _OF_SEATS:
        return None
    term = expressions.condition(cx, Scope(), condition)
    return bool(term.value) if expressions.fixed(term) else False if term.type.is_unknown else None


def _take(cx: Context, found: Layers, inner: nodes.Declaration, inherited: bool) -> None:
    """Puts a declaration into force that holds in this configuration."""
    names = names_of(inner)
    if isinstance(inner, nodes.Enum) and cx.domain(names[0]) is not None:
        cx.report("E060", inner.name, name=names[0])
        return
    if isinstance(inner, (nodes.Define, nodes.Phase)):
        if any(
            type(e.declaration) is type(inner) and names_of(e.declaration) == names for e in found.entries
        ):
            found.layers.append(Layered(inner, None))
            return
    elif isinstance(inner, _ASKED_AGAIN):
        found.layers.append(Layered(inner, None))
        return
    if isinstance(inner, nodes.Var) and len(names) > 1:
        for part in split_variable(inner):
            _take(cx, found, part, inherited)
        return
    for index, entry in enumerate(found.entries):
        declaration = entry.declaration
        if type(declaration) is not type(inner) or not set(names) & set(names_of(declaration)):
            continue
        if isinstance(declaration, nodes.Var) and len(declaration.names) > 1:
            parts = [x for x in split_variable(declaration) if names_of(x) != names]
            found.entries[index : index + 1] = [Entry(x, entry.inherited) for x in parts]
            break
        found.entries[index] = Entry(inner, inherited, (*entry.replaced, declaration))
        return
    else:
        same = [
            n for e in found.entries if type(e.declaration) is type(inner) for n in names_of(e.declaration)
        ]
        near = did_you_mean(names[0], same) if names else ()
        if near:
            cx.report("W504", inner, near, head=HEADS[type(inner)], name=names[0])
    found.entries.append(Entry(inner, inherited))


def look_at_undecided(cx: Context, found: Layers) -> None:
    """Reports what stands under a condition that is not fixed at set-up and would have to be."""
    for condition, refused in found.undecided:
        term = expressions.condition(cx, Scope(), condition)
        if not term.type.is_unknown:
            for inner in refused:
                cx.report("E056", inner, word=HEADS[type(inner)])
