"""Zones that a kernel handles in the same way, and how one of them is spelled in kernel text.

What a function does with a zone depends on its kind, on who sees it and on what can lie there. Families
that agree in all of this are one class, so that a function for any zone has to ask for its class only.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from interpreter.compiled.features import Features
from interpreter.layout import Layout

NOBODY: Final = "nobody"
EVERYBODY: Final = "everybody"
OWNER: Final = "owner"


@frozen
class ZoneClass:
    """A class of zones.

    `kind`: bag, pile, row, slot or meld (one or several). `sees`: who sees what lies there when nothing else
    was said. `mask`: it is kept as a mask. `waits`: it may be undecided. `holds`: the families of pieces that
    can lie there. `twins`: two pieces that go by the same label can. `dice`, `cards`: whether such can.
    """

    number: int
    families: tuple[int, ...]
    kind: str
    sees: str
    mask: bool
    waits: bool
    twins: bool
    dice: bool
    cards: bool
    holds: frozenset[int]

    @property
    def ordered(self) -> bool:
        """Whether its places are told apart."""
        return self.kind not in ("bag", "slot")

    @property
    def is_bag(self) -> bool:
        """Whether it is a bag."""
        return self.kind == "bag"


def zone_classes(layout: Layout, features: Features) -> list[ZoneClass]:
    """The classes of a layout; every family is in one."""
    alike: dict[ZoneClass, list[int]] = {}
    for family in range(len(layout.program.zones)):
        alike.setdefault(_traits(layout, features, family), []).append(family)
    made = []
    for number, (traits, families) in enumerate(alike.items()):
        holds: frozenset[int] = frozenset()
        for family in families:
            holds |= features.holds[layout.zone_base[family]]
        made.append(evolve(traits, number=number, families=tuple(families), holds=holds))
    return made


def _traits(layout: Layout, features: Features, family: int) -> ZoneClass:
    """A family's class while nothing is said about which families are in it."""
    declared = layout.program.zones[family]
    zones = range(declared.base, declared.base + declared.count)
    seen = {layout.sees[zone] for zone in zones}
    sees = NOBODY if seen == {0} else EVERYBODY if seen == {layout.all_seats} else OWNER
    holds = features.holds[declared.base]
    pieces = [piece for held in holds for piece in layout.family_pieces[held]]
    twins = any(len(layout.twins[piece]) > 1 for piece in pieces)
    kind = "meld" if declared.kind == "melds" else declared.kind
    return ZoneClass(
        number=0,
        families=(),
        kind=kind,
        sees=sees,
        mask=features.is_mask[family],
        waits=features.may_wait[declared.base],
        twins=twins,
        dice=any(layout.is_die[piece] for piece in pieces),
        cards=any(not layout.is_die[piece] for piece in pieces),
        holds=frozenset(),
    )


@frozen
class Zone:
    """A zone in kernel text: `text` is a local's name, or a number where the zone is known.

    The other texts are those of what the arrays have for it.
    """

    cls: ZoneClass
    text: str
    size: str
    start: str
    mask: str
    waiting: str
    waiting_start: str
    sees: str

    @property
    def kind(self) -> str:
        """The kind of its class."""
        return self.cls.kind


def zone_at(layout: Layout, features: Features, cls: ZoneClass, text: str, family: int | None = None) -> Zone:
    """The zone of a class whose number is `text`; with a family its rows' beginnings are reckoned."""
    zones = layout.program.zones
    if family is not None and zones[family].count == 1:
        text = str(zones[family].base)
    fixed = int(text) if text.isdigit() else None
    sees = {NOBODY: "0", EVERYBODY: str(layout.all_seats)}.get(cls.sees, f"sees[{text}]")
    start, waiting_start = f"zone_start[{text}]", f"undecided_start[{text}]"
    if fixed is not None:
        sees = str(layout.sees[fixed])
        start, waiting_start = str(features.start[fixed]), str(features.wait_start[fixed])
    elif family is not None:
        base = zones[family].base
        start = _reckoned(text, base, features.room[base], features.start[base])
        waiting_start = _reckoned(text, base, features.room[base], features.wait_start[base])
    many = f"{text} * {features.words} + " if fixed is None else f"{fixed * features.words} + "
    return Zone(
        cls,
        text,
        f"zone_size[{text}]",
        start,
        f"zone_mask[{text}]" if features.words == 1 else f"zone_mask[{many}%s]",
        f"undecided_size[{text}]",
        waiting_start,
        sees,
    )


def _reckoned(text: str, base: int, room: int, first: int) -> str:
    """The start of a zone in an array in which the zones of its family lie side by side."""
    rest = first - base * room
    product = text if room == 1 else f"{text} * {room}"
    return product if rest == 0 else f"{product} {'+' if rest > 0 else '-'} {abs(rest)}"
