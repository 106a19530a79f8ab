"""What is said of a position: what lies where, how much there is, who knows what, and where play stands."""

from __future__ import annotations

from attrs import field

from interpreter import program as p
from interpreter.plain import Plain, plain


class SetUpError(Exception):
    """A position that cannot be: `reason` in words, `origin` of the fact."""

    def __init__(self, reason: str, origin: int = -1, **facts: object) -> None:
        super().__init__(reason)
        self.reason, self.origin, self.facts = reason, origin, facts


@plain
class PieceFact(Plain):
    """One piece as named: its possible `faces` (of families that may lie there), owner, reading, die's value.

    `facing`: 0 as its zone says, 1 face down, 2 face up.
    """

    text: str
    faces: tuple[int, ...]
    owner: int | None = None
    reading: str | None = None
    shown: int | None = None
    facing: int = 0


@plain
class ZoneFact(Plain):
    """What lies in a zone, first to last. `kind` (of meld) and `by` for meld zones."""

    zone: p.Expr
    pieces: tuple[PieceFact, ...]
    kind: int | None = None
    by: p.Expr | None = None
    origin: int = -1


@plain
class VariableFact(Plain):
    """A variable (by its keys), or the local in `cell`, has this value."""

    value: p.Expr
    variable: int | None = None
    keys: tuple[p.Expr, ...] = ()
    cell: int | None = None
    origin: int = -1


@plain
class CounterFact(Plain):
    """A holder has so many of a counted kind."""

    counter: int
    holder: p.Expr
    count: p.Expr
    origin: int = -1


@plain
class KnowsFact(Plain):
    """A seat knows these pieces in a zone."""

    seat: p.Expr
    zone: p.Expr
    pieces: tuple[PieceFact, ...]
    origin: int = -1


@plain
class Place(Plain):
    """Where play stands.

    `phase` None: at the beginning of a turn of `seat`, of the `turns` inside phase `within` (None: the first
    there is). Else at the beginning of `phase`. `arguments` belong to the phase that is named. With `end` the
    game is over, and nothing else is said.
    """

    phase: int | None = None
    arguments: tuple[p.Expr, ...] = ()
    seat: p.Expr | None = None
    within: int | None = None
    origin: int = -1
    end: bool = False


@plain
class Facts(Plain):
    """A whole `given`."""

    zones: tuple[ZoneFact, ...] = ()
    variables: tuple[VariableFact, ...] = ()
    counters: tuple[CounterFact, ...] = ()
    knowledge: tuple[KnowsFact, ...] = ()
    place: Place | None = None
    rest: p.Expr | None = None
    rest_families: frozenset[int] = field(default=frozenset())
    after_setup: bool = False


@plain
class Outcome(Plain):
    """One outcome as written: the faces it may mean, and its number if it is one."""

    text: str
    faces: tuple[int, ...]
    number: int | None = None
    origin: int = -1
