"""The types of expressions.

A type tells which operations fit and how a value is held at run time. `UNKNOWN` is the type of what could
not be understood: it fits everywhere, so that one mistake gives one message.
"""

from __future__ import annotations

from attrs import evolve, field, frozen


@frozen
class Type:
    """One type.

    kind      name                        what it is
    number    -                           a whole number
    yes/no    -                           a truth value
    text      -                           a text
    none      -                           the value `none` alone
    member    the domain (`player`, ...)  a member of an enum, a player, a team
    piece     -                           a card or a die; `sources` tells where it may come from
    list      -                           several; `element` None: the empty list
    zone      its kind (`row`, `slot`)    a place
    family    the zone family             all zones of a family (`all hand`)
    meld      the order or ""             a meld
    meld kind -                           `m.kind`
    face      -                           a single named card, whichever of its pieces
    holder    -                           the supply
    unknown   -                           fits everywhere
    """

    kind: str
    name: str = ""
    element: Type | None = None
    optional: bool = False
    sources: frozenset[str] = field(default=frozenset(), eq=False)

    @property
    def is_unknown(self) -> bool:
        """Whether nothing is known about it."""
        return self.kind == "unknown"

    def or_none(self) -> Type:
        """The same type with `none` added."""
        if self.optional or self.kind in ("none", "unknown", "list", "zone", "family"):
            return self
        return evolve(self, optional=True)

    def definite(self) -> Type:
        """The same type without `none`."""
        return evolve(self, optional=False) if self.optional else self

    def __str__(self) -> str:
        return describe(self)


NUMBER = Type("number")
BOOL = Type("yes/no")
TEXT = Type("text")
NONE = Type("none")
UNKNOWN = Type("unknown")
PIECE = Type("piece")
PIECES = Type("list", element=PIECE)
EMPTY = Type("list")
MELD = Type("meld")
MELDS = Type("list", element=MELD)
MELD_KIND = Type("meld kind")
HOLDER = Type("holder")
PLAYER = Type("member", "player")
TEAM = Type("member", "team")
FACING = Type("member", "up or down")
"""How a card lies; no enum can have this name."""

FACE = Type("face")


def member(domain: str) -> Type:
    """A member of the named enum."""
    return Type("member", domain)


def list_of(element: Type | None) -> Type:
    """Several of that type."""
    return Type("list", element=element)


def piece_from(*sources: str) -> Type:
    """A piece that comes from the named families (`deck`) or zones (`zone hand`)."""
    return Type("piece", sources=frozenset(sources))


def join(a: Type, b: Type) -> Type | None:
    """The smallest type that holds both, or None when there is none."""
    if a.is_unknown or b.is_unknown:
        return UNKNOWN
    for one, other in ((a, b), (b, a)):
        if one.kind == "none":
            return None if other.kind in ("list", "zone", "family") else other.or_none()
    if a.kind == "list" and b.kind == "list":
        return _join_lists(a, b)
    if a.kind == "zone" and b.kind == "zone":
        return Type("zone", a.name if a.name == b.name else "bag", sources=a.sources | b.sources)
    for one, other in ((a, b), (b, a)):
        if one.kind == "list" and other.kind in ("zone", "family"):
            return join(one, PIECES)
    if a.kind != b.kind or (a.kind == "member" and a.name != b.name):
        return None
    name = a.name if a.name == b.name else ""
    return Type(a.kind, name, a.element, a.optional or b.optional, a.sources | b.sources)


def _join_lists(a: Type, b: Type) -> Type | None:
    if a.element is None:
        return b
    if b.element is None:
        return a
    element = join(a.element, b.element)
    return None if element is None else list_of(element)


def fits(value: Type, target: Type) -> bool:
    """Whether a value of one type may be stored where the other is declared."""
    if value.is_unknown or target.is_unknown:
        return True
    if value.kind == "none":
        return target.optional or target.kind == "none"
    if value.kind == "list" and target.kind == "list":
        return value.element is None or target.element is None or fits(value.element, target.element)
    if value.optional and not target.optional:
        # `first(...)` and the like may be none; that is found out at run time, with the place
        value = value.definite()
    return value.kind == target.kind and (value.kind != "member" or value.name == target.name)


_WORDS = {
    "number": "a number",
    "yes/no": "yes or no",
    "text": "a text",
    "none": "none",
    "piece": "a card",
    "meld": "a meld",
    "meld kind": "a kind of meld",
    "face": "a named card",
    "holder": "the supply",
    "unknown": "something unknown",
}

_PLURALS = {
    "number": "numbers", "text": "texts", "piece": "cards", "meld": "melds", "zone": "zones",
    "face": "named cards", "yes/no": "answers", "list": "lists", "meld kind": "kinds of melds",
}  # fmt: skip


def describe(type_: Type) -> str:
    """The type in words, for messages."""
    if type_.kind == "list":
        if type_.element is None:
            return "an empty list"
        element = type_.element
        plural = _PLURALS.get(element.kind) or (f"{element.name}s" if element.name else "values")
        return f"several {plural}"
    if type_.kind == "zone":
        words = f"a {type_.name} zone"
    elif type_.kind == "family":
        words = f"all zones `{type_.name}`"
    elif type_ in (FACING, FACING.or_none()):
        words = type_.name
    elif type_.kind == "member":
        article = "an" if type_.name[:1] in "aeiou" else "a"
        words = f"{article} {type_.name}"
    else:
        words = _WORDS[type_.kind]
    return f"{words} or none" if type_.optional else words


def code(type_: Type) -> str:
    """The type in the words that a Program uses (`VarFamily.type`, `Gen.type`)."""
    if type_.kind == "member":
        return f"domain:{type_.name}"
    if type_.kind == "list":
        return "pieces" if type_.element is not None and type_.element.kind == "piece" else "list"
    return type_.kind
