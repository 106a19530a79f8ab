"""A decision taken apart: first the kind of move, then what is chosen for it, one thing after the other.

A `Menu` lists what can be said next.  When there are few options it lists them all; else their labels, then
the values of one binding, and where even these are too many, kinds of melds, sizes and single cards.  Each
entry has a key to type: the number of a card under its picture, the number that is chosen, or a place in the
list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve, field, frozen

from interpreter.choices import Option
from interpreter.machine import Decision, Machine
from interpreter.melds import Meld
from interpreter.notation import bound_generators, face_text, notation_of
from interpreter.piles import place_of
from interpreter.position import Position
from interpreter.views import Card, View
from ruledsl.cli.table.sheet import card_keys
from ruledsl.tools.events import bound_pieces, value_in_words
from ruledsl.tools.session import Session

FEW: Final = 6
"""So many options are listed at once, whatever they are."""

MANY: Final = 20
"""So many options of one label, or values of one binding, are listed at once."""

MOST_WORDS: Final = 400
"""So many options are told to who completes words."""


@frozen
class Entry:
    """One thing that can be said: its key, its text, and the options that remain (indexes of the decision).

    `pieces` are the pieces that it names, for who wants to draw them.
    """

    key: str
    text: str
    options: tuple[int, ...]
    keys: tuple[str, ...] = ()
    """other keys that mean the same: the numbers of twins"""
    name: str = field(default="", repr=False)
    """for a single card, what `Choices` knows it by"""


@frozen
class Menu:
    """What can be said next. `path` is what has been said so far; `picks`: several keys may be typed at once.

    `options` are the options that remain.
    """

    path: tuple[str, ...]
    entries: tuple[Entry, ...]
    options: tuple[int, ...]
    picks: bool = False
    wanted: tuple[str, ...] = field(default=())
    """the cards that were picked so far"""
    missing: tuple[int, int] = (1, 1)
    """with `picks`: how many more cards have to be picked, at least and at most"""
    picked: tuple[str, ...] = field(default=(), repr=False)
    """the same, by what `Choices` knows them by"""

    def entry(self, key: str) -> Entry | None:
        """The entry of a key."""
        for entry in self.entries:
            if key == entry.key or key in entry.keys:
                return entry
        return None

    def has(self, word: str) -> bool:
        """Whether a word is the key or the text of an entry."""
        return self.entry(word) is not None or any(e.text.lower() == word.lower() for e in self.entries)


def how_to_pick(menu: Menu) -> str:
    """What to type where several cards are picked, in words."""
    low, high = menu.missing
    more = " more" if menu.wanted else ""
    if high <= 1:
        return f"Type one{more or ' card'}, by number or code"
    if low == high:
        return f"Type {high}{more or ' cards'}, all at once, by number or code"
    return f"Type the cards you want, up to {high}{more}, all at once, by number or code"


def number_span(menu: Menu) -> str:
    """In words, which numbers a menu offers, when it offers all from one to another; else nothing."""
    numbers = [int(entry.key) for entry in menu.entries if entry.key == entry.text and entry.key.isdigit()]
    if len(numbers) < 3 or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return ""
    return f"a number from {numbers[0]} to {numbers[-1]}"


class Choices:
    """Takes the decision of a session apart, for the seat that is due, which sees `view`."""

    def __init__(self, session: Session, view: View) -> None:
        self.machine: Machine = session.machine
        self.decision: Decision = session.decision
        self.pos: Position = self.decision.position
        self.options: list[Option] = session.options
        self.texts: list[str] = session.texts
        self.notation = notation_of(self.machine)
        self.layout = self.machine.layout
        self.view = view

    # -- menus -----------------------------------------------------------------------------------

    def start(self) -> Menu:
        """The first menu of the decision."""
        return self.menu(tuple(range(len(self.options))))

    def pieces(self) -> set[int]:
        """The pieces that the options name."""
        return {piece for option in self.options for piece in bound_pieces(option)}

    def menu(self, among: Sequence[int], path: tuple[str, ...] = ()) -> Menu:
        """What can be said when these options remain."""
        among = tuple(among)
        labels = self._grouped(among, [self._label(index) for index in among])
        kinds = [label for label, group in labels.items() if self.options[group[0]].kind == "option"]
        if len(kinds) > 1 and len(among) > FEW:
            return self._numbered(path, list(labels.items()), among)
        if len(kinds) > 1:
            return self._leaves(path, among, labelled=True)
        label = next(iter(kinds or labels), "")
        return self._bindings((*path, label) if label and label not in path else path, among)

    def _label(self, index: int) -> str:
        option = self.options[index]
        return option.label if option.kind == "option" else option.kind

    def _bindings(self, path: tuple[str, ...], among: tuple[int, ...]) -> Menu:
        """The menu for options of one label, and for declining."""
        declining = tuple(index for index in among if self.options[index].kind != "option")
        if declining and len(declining) < len(among):
            menu = self._bindings(path, tuple(index for index in among if index not in declining))
            entries = [Entry("0", self.options[index].kind, (index,)) for index in declining]
            return evolve(menu, entries=(*menu.entries, *entries), options=among)
        if len(among) <= MANY:
            return self._leaves(path, among, labelled=False)
        count = len(self.options[among[0]].bindings)
        for number in range(count):
            groups = self._grouped(among, [self._value(index, number) for index in among])
            if len(groups) == 1:
                continue
            if len(groups) <= MANY:
                return self._values(path, groups, number, among)
            if all(isinstance(self.options[index].bindings[number], Meld | tuple) for index in among):
                return self._narrowing(path, among, number)
            return self._values(path, groups, number, among)
        return self._leaves(path, among, labelled=False)

    def narrowed(self, menu: Menu, entry: Entry) -> Menu:
        """The menu after an entry was chosen."""
        if menu.picks and entry.name:
            wanted = (*menu.wanted, entry.text)
            return self._picking(menu.path, entry.options, wanted, (*menu.picked, entry.name))
        return self.menu(entry.options, (*menu.path, entry.text))

    # -- lists -----------------------------------------------------------------------------------

    def _grouped(self, among: Sequence[int], texts: Sequence[str]) -> dict[str, tuple[int, ...]]:
        groups: dict[str, list[int]] = {}
        for index, text in zip(among, texts, strict=True):
            groups.setdefault(text, []).append(index)
        return {text: tuple(indexes) for text, indexes in groups.items()}

    def _numbered(
        self, path: tuple[str, ...], groups: Sequence[tuple[str, tuple[int, ...]]], among: tuple[int, ...]
    ) -> Menu:
        entries = [Entry(str(number), text, options) for number, (text, options) in enumerate(groups, 1)]
        return Menu(path, tuple(entries), among)

    def _leaves(self, path: tuple[str, ...], among: tuple[int, ...], labelled: bool) -> Menu:
        """A menu with an entry for each option."""
        texts = [self._leaf(index, labelled) for index in among]
        keys = None if labelled else self._natural_keys(among, 0)
        if keys is None and len(set(texts)) < len(texts):
            texts = [self._whole(index, labelled) for index in among]
        entries = [
            Entry(keys[i][0] if keys else str(i + 1), texts[i], (index,), keys[i][1:] if keys else ())
            for i, index in enumerate(among)
        ]
        return Menu(path, tuple(entries), among)

    def _whole(self, index: int, labelled: bool) -> str:
        """An option with all that tells it from others, with or without its label."""
        text = self.texts[index].replace('"', "", 2)
        return text if labelled else text.removeprefix(self.options[index].label).strip()

    def _leaf(self, index: int, labelled: bool) -> str:
        option = self.options[index]
        if option.kind != "option":
            return option.kind
        values = " ".join(self._value(index, number) for number in range(len(option.bindings)))
        where = self._from_elsewhere(option)
        text = f"{option.label} {values}".strip() if labelled or not values else values
        return f"{text} {where}" if where else text

    def _value(self, index: int, number: int) -> str:
        option = self.options[index]
        kind = self._kind(option, number)
        return value_in_words(self.notation, self.pos, option.bindings[number], kind)

    def _kind(self, option: Option, number: int) -> str:
        """The type of a binding, in the words of `VarFamily.type`."""
        code = self.decision.choice.alternatives[option.alternative]
        return bound_generators(code)[number].type

    def _from_elsewhere(self, option: Option) -> str:
        """Where pieces of an option lie that are not the chooser's own private ones."""
        found: dict[str, list[str]] = {}
        for piece in bound_pieces(option):
            zone = self.pos.place[piece]
            if zone < 0 or (
                self.layout.zone_owner[zone] == self.decision.seat
                and self.layout.zone_visibility[zone] == "private"
            ):
                continue
            found.setdefault(self._zone(zone), []).append(self.notation.piece(self.pos, piece))
        if not found:
            return ""
        whole = len(bound_pieces(option)) == sum(len(codes) for codes in found.values())
        if whole and len(found) == 1:
            return f"(from {next(iter(found))})"
        return "(" + ", ".join(f"[{' '.join(codes)}] from {zone}" for zone, codes in found.items()) + ")"

    def _zone(self, zone: int) -> str:
        if self.layout.zone_owner[zone] != self.decision.seat:
            return self.layout.zone_label[zone]
        return f"your {self.layout.zone_label[zone].partition('.')[2]}"

    def _values(
        self,
        path: tuple[str, ...],
        groups: dict[str, tuple[int, ...]],
        number: int,
        among: tuple[int, ...],
    ) -> Menu:
        """A menu with an entry for each value of a binding."""
        keys = self._natural_keys([group[0] for group in groups.values()], number)
        entries = []
        for place, (text, options) in enumerate(groups.items()):
            key = keys[place] if keys else (str(place + 1),)
            entries.append(Entry(key[0], text, options, key[1:]))
        return Menu(path, tuple(entries), among)

    def _natural_keys(self, among: Sequence[int], number: int) -> list[tuple[str, ...]] | None:
        """Keys that are plain to see: the number that is chosen, that on a card, or its place in the hand.

        None where there are none, or where they could be mistaken: a place is clear in one zone only.
        """
        found: list[tuple[str, ...]] = []
        zones: set[int] = set()
        placed = False
        for index in among:
            option = self.options[index]
            if option.kind != "option" or len(option.bindings) != number + 1:
                return None
            value = option.bindings[number]
            pieces = isinstance(option.key[number + 1], tuple)
            if pieces and isinstance(value, tuple) and len(value) == 1:
                value = value[0]
            if isinstance(value, int) and not pieces:
                text = self.notation.value(self.pos, value, self._kind(option, number))
                if not text.isdigit():
                    return None
                found.append((text,))
            elif isinstance(value, int):
                zones.add(self.pos.place[value])
                found.append(self.keys_of(value))
                placed |= found[-1] != (self.notation.piece(self.pos, value),)
            else:
                return None
        flat = [key for keys in found for key in keys]
        if (placed and len(zones) > 1) or len(set(flat)) < len(flat) or not all(found):
            return None
        return found

    def keys_of(self, piece: int) -> tuple[str, ...]:
        """What may be typed for a piece: the key under which it is drawn, of twins in a bag all keys; of one
        that is not drawn with a key its code, where that is a number.
        """
        zone = self.pos.place[piece]
        if not self._is_drawn(zone):
            code = self.notation.piece(self.pos, piece)
            return (code,) if code.isdecimal() else ()
        cards = self.view.zones[zone].cards
        keys = card_keys([self._code(card) for card in cards])
        if self.layout.ordered[zone]:
            return (keys[place_of(self.layout, self.pos, piece) - 1],)
        face, owner = self.layout.piece_face[piece], self.layout.piece_owner[piece]
        shown = self.pos.shown[piece]
        return tuple(
            key
            for key, card in zip(keys, cards, strict=True)
            if card.face == face and card.owner == owner and card.shown == shown
        )

    def _is_drawn(self, zone: int) -> bool:
        """Whether a zone is drawn with keys: it is private and the chooser's own."""
        own = zone >= 0 and self.layout.zone_owner[zone] == self.decision.seat
        return own and self.layout.zone_visibility[zone] == "private"

    def _code(self, card: Card) -> str:
        """What is printed on a card, or what a die shows."""
        if card.face is None:
            return ""
        if self.machine.program.families[self.layout.face_family[card.face]].dice:
            return str(card.shown or "")
        return face_text(self.machine.program, card.face)

    # -- card by card ----------------------------------------------------------------------------

    def _narrowing(self, path: tuple[str, ...], among: tuple[int, ...], number: int) -> Menu:
        """Kinds and sizes of what is bound first, then its cards one by one."""
        if any(isinstance(self.options[index].bindings[number], Meld) for index in among):
            groups = self._grouped(among, [self._kind_and_size(index, number) for index in among])
            if len(groups) > 1:
                return self._numbered(path, list(groups.items()), among)
        return self._picking(path, among)

    def _kind_and_size(self, index: int, number: int) -> str:
        value = self.options[index].bindings[number]
        if not isinstance(value, Meld):
            return "other"
        size = len(value.pieces)
        return f"{self.machine.program.melds[value.kind].name} of {size} card{'' if size == 1 else 's'}"

    def _picking(
        self,
        path: tuple[str, ...],
        among: tuple[int, ...],
        wanted: tuple[str, ...] = (),
        picked: tuple[str, ...] = (),
    ) -> Menu:
        """One more card that is to be among those bound; when few options remain, these."""
        if len(among) <= FEW:
            return self._leaves(path, among, labelled=False)
        options: dict[str, dict[int, None]] = {}
        pieces: dict[str, int] = {}
        complete: list[int] = []
        for index in among:
            have = list(picked)
            if len(bound_pieces(self.options[index])) == len(picked):
                complete.append(index)
            for piece in bound_pieces(self.options[index]):
                name = self._name_of(piece)
                if name in have:
                    have.remove(name)
                    continue
                options.setdefault(name, {})[index] = None
                pieces.setdefault(name, piece)
        entries = []
        counts = [len(bound_pieces(self.options[index])) - len(picked) for index in among]
        drawn = any(self._is_drawn(self.pos.place[piece]) for piece in pieces.values())
        for place, (name, having) in enumerate(options.items(), 1):
            foreign = drawn and not self._is_drawn(self.pos.place[pieces[name]])
            keys = () if foreign else self.keys_of(pieces[name])
            keys = keys or (f"+{place}",)
            text = self.notation.piece(self.pos, pieces[name])
            entries.append(Entry(keys[0], text, tuple(having), keys[1:], name))
        entries.sort(key=lambda entry: (not entry.key.isdigit(), len(entry.key), entry.key))
        if complete:
            entries.append(Entry("ok", "no more", tuple(complete)))
        missing = (max(1, min(counts)), max(counts))
        return Menu(path, tuple(entries), among, True, wanted, missing, picked)

    def _name_of(self, piece: int) -> str:
        """What a card is known by while cards are picked: its place, in a bag its face."""
        zone = self.pos.place[piece]
        code = self.notation.piece(self.pos, piece, level=2)
        place = place_of(self.layout, self.pos, piece) if zone >= 0 else 0
        return f"{zone}:{place}" if place else f"{zone}:{code}"

    def pick(self, menu: Menu, keys: Sequence[str]) -> Menu | None:
        """The menu after several cards were picked by number or code; None when a key is none of them.

        When the cards picked so far are just those of an option, it is meant.
        """
        exact = self._exactly(menu, [*menu.wanted, *keys])
        if exact is not None:
            return exact
        for key in keys:
            entry = menu.entry(key) or next(
                (entry for entry in menu.entries if entry.text.lower() == key.lower()), None
            )
            if entry is None or not menu.picks:
                return None
            menu = self.narrowed(menu, entry)
        return menu

    def _names_of(self, piece: int) -> set[str]:
        """What may be typed for a piece, its code, too, unless that could be taken for a place."""
        keys = set(self.keys_of(piece))
        code = self.notation.piece(self.pos, piece).lower()
        return keys if code.isdecimal() and self._is_drawn(self.pos.place[piece]) else {*keys, code}

    def _exactly(self, menu: Menu, keys: Sequence[str]) -> Menu | None:
        """The option that consists of just the cards of these keys, when it is among those left."""
        for index in menu.options:
            pieces = bound_pieces(self.options[index])
            if len(pieces) != len(keys):
                continue
            left = [self._names_of(piece) for piece in pieces]
            for key in keys:
                match = next((names for names in left if key.lower() in names), None)
                if match is None:
                    break
                left.remove(match)
            else:
                return self._leaves(menu.path, (index,), labelled=False)
        return None
