"""Names in force at a point of the text, from the innermost block outwards."""

from __future__ import annotations

from attrs import define, field

from ruledsl.diagnostics import Related
from ruledsl.lower.context import Context
from ruledsl.model.symbols import PREDECLARED, Local, Role
from ruledsl.model.types import Type
from ruledsl.syntax import nodes


@define(eq=False)
class Scope:
    """The locals of a block; `cells` and `variables` are the ones that its Program block clears."""

    parent: Scope | None = None
    names: dict[str, Local] = field(factory=dict)
    cells: list[int] = field(factory=list)
    variables: list[int] = field(factory=list)

    def find(self, name: str) -> Local | None:
        """The local with that name, or None."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def hides(self, name: str) -> bool:
        """Whether a local stands for this name also where it could name a card.

        The letter of a seat, in an example, does not: `c is A` asks for an ace.
        """
        found = self.find(name)
        return found is not None and found.role != "seat"

    def inner(self) -> Scope:
        """A new scope inside this one."""
        return Scope(self)

    def visible(self) -> list[str]:
        """Every local name in force."""
        names: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            names.extend(scope.names)
            scope = scope.parent
        return names


def bind(
    cx: Context, scope: Scope, name: nodes.Name, type_: Type, role: Role, cell: int | None = None
) -> int:
    """Gives the name a cell in the scope, a new one if none is given; says which."""
    number = cx.cell(name.id) if cell is None else cell
    read = cx.read(number, name)
    declare(cx, scope, Local(name.id, name.span, type_, read, number, assignable=role == "var", role=role))
    return number


def declare(cx: Context, scope: Scope, local: Local) -> None:
    """Puts a local into the scope, and keeps those of phases for examples, which may ask for them.

    A name that stands twice in one scope is an error, one that hides another is suspicious.
    """
    span = local.span
    old = scope.names.get(local.name)
    if span is not None and old is not None:
        related = [Related(old.span, "first here")] if old.span is not None else []
        cx.report("E101", span, related=related, name=local.name)
    elif span is not None:
        _hiding(cx, scope, local)
    scope.names[local.name] = local
    cx.bound.append(local)
    if not cx.asked:
        cx.locals.setdefault(local.name, []).append(local)


def _hiding(cx: Context, scope: Scope, local: Local) -> None:
    assert local.span is not None
    outer = scope.parent.find(local.name) if scope.parent is not None else None
    symbol = outer or cx.names.get(local.name)
    if symbol is not None:
        related = [Related(symbol.span, "this one is hidden")] if symbol.span is not None else []
        cx.report("W506", local.span, related=related, name=local.name, word=symbol.word)
    elif local.name in cx.members:
        domain = cx.domains[cx.members[local.name][0][0]].name
        cx.report("W506", local.span, name=local.name, word=f"member of `{domain}`")
    elif local.name in PREDECLARED:
        cx.report("W502", local.span, name=local.name)
