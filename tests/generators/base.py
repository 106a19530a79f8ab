"""What the generator of random games stands on: draws, texts with their precedence, scopes, productions.

A production is a function that writes one form of the language, for one type of value or as a statement. It
may give None where it does not fit: without dice there is no number on a die. `Maker.make` picks among the
productions of a type at random, so a new form of the language is one new function here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

from attrs import define, evolve, field

if TYPE_CHECKING:
    from tests.generators.world import Phase, World

T = TypeVar("T")

IF, OR, AND, NOT, TEST, PATTERN, SUM, PRODUCT, SIGN, ATOM = range(10)
"""How tightly a text holds together, loosest first; see the grammar."""


class Value(str):
    """The text of a value, with the level at which it holds together."""

    level: int

    def __new__(cls, text: str, level: int = ATOM) -> Value:
        """The text at a level."""
        value = super().__new__(cls, text)
        value.level = level
        return value

    def at(self, level: int) -> str:
        """The text for a place that takes values of this level and tighter ones."""
        return str(self) if self.level >= level else f"({self})"

    @property
    def atom(self) -> str:
        """The text in front of a dot or beside any operator."""
        return self.at(ATOM)


class Draws:
    """Random decisions. With a `Random` of hypothesis they can be shrunk."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def chance(self, percent: int) -> bool:
        """Whether something happens that happens so often in a hundred times."""
        return self.random.randrange(100) < percent

    def number(self, low: int, high: int) -> int:
        """A number within these ends."""
        return self.random.randint(low, high)

    def pick(self, *items: T) -> T:
        """One of these."""
        return items[self.random.randrange(len(items))]

    def one_of(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.random.randrange(len(items))]

    def some(self, items: Sequence[T], low: int, high: int) -> list[T]:
        """So many of the items, in their order."""
        count = min(self.number(low, high), len(items))
        chosen = sorted(self.random.sample(range(len(items)), count))
        return [items[index] for index in chosen]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in another order."""
        return self.random.sample(list(items), len(items))


EVERYTHING, OPEN = "", "what lies open"


@define
class Scope:
    """What may be written at some place.

    `names`: locals by type. `reader`: whose knowledge may be used: of everybody (EVERYTHING), of what lies
    open (OPEN), or of the player so named, too. `own`: the player of a `together`, who touches only what is
    his.
    `ends`: what can be ended here; `plays`: the phases that may be played here.
    """

    names: dict[str, tuple[str, ...]] = field(factory=dict)
    assignable: tuple[tuple[str, str], ...] = ()
    keyed: tuple[tuple[str, str, str], ...] = ()
    """local variables per thing: name, type of the thing, type of the value"""
    reader: str = EVERYTHING
    own: str = ""
    in_turns: bool = False
    ends: tuple[str, ...] = ()
    plays: tuple[Phase, ...] = ()
    fixed: bool = False
    """whether the value has to be known before the game begins, so that it reads no position"""

    def with_(self, *bindings: tuple[str, str]) -> Scope:
        """The scope with more locals: (type, name)."""
        names = dict(self.names)
        for type_, name in bindings:
            names[type_] = (*names.get(type_, ()), name)
        return evolve(self, names=names)

    def of(self, type_: str) -> tuple[str, ...]:
        """The locals of a type."""
        return self.names.get(type_, ())


STATEMENTS = ("move", "set", "steer", "choice", "loop", "if")
"""Kinds of statements; they have no value."""

Production = Callable[["Maker", Scope, int], "Value | None"]
_PRODUCTIONS: dict[str, list[tuple[Production, int, int]]] = defaultdict(list)


def gives(type_: str, deep: int = 0, weight: int = 2) -> Callable[[Production], Production]:
    """Says that a function writes values of a type, and uses at least so many levels of nesting."""

    def note(function: Production) -> Production:
        _PRODUCTIONS[type_].append((function, deep, weight))
        return function

    return note


class Maker:
    """Writes values and statements for one world."""

    def __init__(self, draws: Draws, world: World) -> None:
        self.draws = draws
        self.world = world
        self._count = 0

    def fresh(self, stem: str) -> str:
        """A name that is not taken yet."""
        self._count += 1
        return f"{stem}{self._count}"

    def try_(self, type_: str, scope: Scope, depth: int) -> Value | None:
        """A value of a type, or None where there is none."""
        depth = max(depth, 0)
        found = [(f, weight) for f, deep, weight in _PRODUCTIONS[type_] if deep <= depth]
        while found:
            weights = [weight for _, weight in found]
            index = self.draws.random.choices(range(len(found)), weights)[0]
            value = found[index][0](self, scope, depth)
            if value is not None:
                return Value(f"({value})") if type_ not in STATEMENTS and self.draws.chance(2) else value
            del found[index]
        return None

    def make(self, type_: str, scope: Scope, depth: int) -> Value:
        """A value of a type."""
        value = self.try_(type_, scope, depth)
        assert value is not None, f"nothing gives {type_} here"
        return value

    def first_of(self, *ways: Callable[[], Value | None]) -> Value | None:
        """What the first of these ways gives that gives something, in random order."""
        for way in self.draws.shuffled(ways):
            value = way()
            if value is not None:
                return value
        return None
