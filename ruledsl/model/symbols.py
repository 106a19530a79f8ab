"""What a name may stand for."""

from __future__ import annotations

from typing import Any, Final, Literal

from attrs import define, field, frozen

from interpreter.program import Expr
from ruledsl.model.types import Type
from ruledsl.source import Span
from ruledsl.syntax import nodes

PREDECLARED: Final = (
    "yes", "no", "none", "empty", "players", "player", "card", "cards", "supply", "seat", "next", "base",
    "up", "down", "over", "turn",
)  # fmt: skip
"""Names that mean something without a declaration."""

FUNCTIONS: Final = (
    "count", "some", "sum", "the", "first", "sole", "most", "fewest", "left", "last", "mod", "abs", "seat",
)  # fmt: skip
"""Names that mean something in front of parentheses without a declaration."""

Role = Literal["generator", "let", "parameter", "var", "base", "seat"]
"""What a local was bound by; `let` is a generator `x = value`, `seat` a letter in an example."""


@define(eq=False)
class Symbol:
    """Something that was declared; `used` counts how often it is read."""

    name: str
    span: Span | None
    used: bool = field(default=False, init=False)
    word = "name"


@define(eq=False)
class Local(Symbol):
    """A name bound in a block: a generator's, a parameter or a `var`. `expr` is how to read it."""

    type: Type
    expr: Expr
    cell: int | None = None
    variable: int | None = None
    keys: tuple[int, ...] = ()
    assignable: bool = False
    role: Role = "generator"
    word = "local name"


@define(eq=False)
class Constant(Symbol):
    """A setting, or a predeclared value such as `yes`."""

    type: Type
    value: Any
    word = "setting"


@define(eq=False)
class DomainSymbol(Symbol):
    """An enum, or `player`, `team`, `facing`."""

    index: int
    word = "enum"


@define(eq=False)
class FamilySymbol(Symbol):
    """A `cards` or `dice` declaration."""

    index: int
    dice: bool
    attributes: tuple[int, ...] = ()
    word = "kind of cards or dice"


@define(eq=False)
class SingleCard(Symbol):
    """One single named card."""

    face: int
    family: int
    word = "card"


@define(eq=False)
class CounterSymbol(Symbol):
    """A `tokens` declaration."""

    index: int
    word = "kind of tokens"


@define(eq=False)
class ZoneSymbol(Symbol):
    """A `zone` declaration."""

    index: int
    keys: tuple[int, ...]
    kind: str
    visibility: str
    word = "zone"


@define(eq=False)
class TableSymbol(Symbol):
    """A `table`; `value_type` is known once it was lowered."""

    index: int
    declaration: nodes.Table
    keys: tuple[TableKey, ...] = ()
    value_type: Type | None = None
    word = "table"


@frozen
class TableKey:
    """What one key of a table runs over.

    kind: domain (`domain`), face, attribute (`attribute`, a number attribute), players, number (`label`).
    """

    kind: str
    domain: int | None = None
    attribute: int | None = None
    label: nodes.Name | None = None


@define(eq=False)
class MeldSymbol(Symbol):
    """A `meld` kind."""

    index: int
    declaration: nodes.Meld
    word = "kind of meld"


@define(eq=False)
class OrderSymbol(Symbol):
    """An `order` of melds."""

    index: int
    kinds: tuple[int, ...]
    word = "order of melds"


@frozen
class Layer:
    """One meaning of a define or phase; it holds while `condition` does (None: always)."""

    declaration: nodes.Declaration
    condition: nodes.Expr | None


@define(eq=False)
class DefineSymbol(Symbol):
    """A `define` with the layers that replace it, weakest first."""

    parameters: tuple[str, ...]
    layers: list[Layer] = field(factory=list)
    word = "definition"


@define(eq=False)
class VarSymbol(Symbol):
    """A `var` of the file; its type may have to be found out from its initial value."""

    index: int
    keys: tuple[int, ...]
    declaration: nodes.Var
    type: Type | None = None
    written: bool = False
    word = "variable"


@define(eq=False)
class PhaseSymbol(Symbol):
    """A `phase` with the layers that replace it, weakest first."""

    index: int
    parameters: tuple[str, ...]
    layers: list[Layer] = field(factory=list)
    types: list[Type | None] = field(factory=list)
    cells: tuple[int, ...] = ()
    word = "phase"
