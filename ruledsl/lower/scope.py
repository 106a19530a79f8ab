"""Names in force at a point of the text, from the innermost block outwards."""

from __future__ import annotations

from attrs import define, field

from ruledsl.model.symbols import Local


@define(eq=False)
class Scope:
    """The locals of a block; `cells` and `variables` are the ones that its Program block clears.

    `chooser` tells whether names are read inside the conditions of a choice. `base` is what the word `base`
    means here. `within` names the phase being lowered, None outside of phases.
    """

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
