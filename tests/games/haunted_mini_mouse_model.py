"""Haunted Mini Mouse as a reader of the rulebook would check it: wilds tried out one rank after the other.

Nothing here uses the rules file or the search for melds; positions are read as lists of cards. A card is a
rank and a suit, a wild has rank 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from attrs import frozen

from interpreter.machine import Machine, Option
from interpreter.melds import Meld
from interpreter.position import Position

MELD, DECK, BAIT, TRAP = "Play a meld", "Draw from the deck", "Draw a Bait", "Set a Trap"
SUITS = "CSOH"
RANKS = range(1, 10)


@frozen
class Card:
    """A card as it lies somewhere; `rank` 0 is a wild (in a meld: the rank it is declared to have)."""

    rank: int
    suit: str
    place: str
    wild: bool = False

    def read(self, rank: int) -> Card:
        """This wild, declared to be of a rank."""
        return Card(rank, self.suit, self.place, True)


Laid = tuple[Card, ...]
Action = tuple[str, str, frozenset[Card]]
"""Label, kind of meld, and the cards with the ranks they are declared to have."""


@frozen
class Mini:
    """What lies where; hands in order, Bait in any."""

    hands: tuple[Laid, ...]
    baits: tuple[Laid, ...]
    public: Laid
    meld: Laid
    kind: str
    by: int | None
    discard: Laid
    deck: int
    cheese: tuple[int, ...]

    @classmethod
    def of(cls, machine: Machine, pos: Position) -> Mini:
        """Reads a position."""
        layout, program = machine.layout, machine.program

        def cards(label: str) -> Laid:
            return tuple(
                card_of(machine, piece, label) for piece in pos.zones[layout.zone_label.index(label)]
            )

        laid = pos.laid[layout.zone_label.index("in_play")]
        meld = cards("in_play")
        if laid:
            meld = tuple(
                card.read(_rank(machine, face)) if card.rank == 0 else card
                for card, face in zip(meld, laid[0].faces, strict=True)
            )
        seats = layout.seat_names
        held = pos.counters[layout.counter_named["cheese"]]
        return cls(
            hands=tuple(cards(f"{seat}.hand") for seat in seats),
            baits=tuple(cards(f"{seat}.bait") for seat in seats),
            public=cards("public_bait"),
            meld=meld,
            kind=program.melds[laid[0].kind].name if laid else "",
            by=laid[0].by if laid else None,
            discard=cards("discard"),
            deck=len(pos.zones[layout.zone_label.index("deck")]),
            cheese=tuple(held[1 : 1 + layout.players]),
        )

    def out(self, seat: int) -> bool:
        """Whether a player has no cards left."""
        return not self.hands[seat] and not self.baits[seat]

    def beats(self, kind: str, cards: Laid) -> bool:
        """HM-20 to HM-22, with wilds as they are declared (MM-A2)."""
        if len(cards) == len(self.meld):
            return kind == self.kind and top(cards) > top(self.meld)
        return len(cards) == len(self.meld) + 1


def card_of(machine: Machine, piece: int, place: str) -> Card:
    """A piece as a card."""
    face = machine.layout.piece_face[piece]
    return Card(_rank(machine, face), _suit(machine, face), place)


def _rank(machine: Machine, face: int) -> int:
    layout = machine.layout
    value = layout.face_values[layout.attribute_named["rank"]][face]
    return 0 if value is None else value


def _suit(machine: Machine, face: int) -> str:
    layout = machine.layout
    value = layout.face_values[layout.attribute_named["suit"]][face]
    assert value is not None
    return SUITS[value]


def top(cards: Laid) -> int:
    """The highest rank."""
    return max(card.rank for card in cards)


def readings(cards: Sequence[Card]) -> Iterator[Laid]:
    """Every way to declare the wilds among some cards."""
    choices = [[card.read(rank) for rank in RANKS] if card.rank == 0 else [card] for card in cards]
    return product(*choices)


def is_set(cards: Laid) -> bool:
    """MM-10: one rank, any suits."""
    return len({card.rank for card in cards}) == 1


def is_run(cards: Laid, in_hand: int) -> bool:
    """MM-11: a rank each, one after the other; the first `in_hand` cards come from the hand, in order."""
    ranks = sorted(card.rank for card in cards)
    if len(ranks) < 2 or ranks != list(range(ranks[0], ranks[0] + len(ranks))):
        return False
    laid = [card.rank for card in cards[:in_hand]]
    return laid == sorted(laid) or laid == sorted(laid, reverse=True)


def is_trap(cards: Laid, in_hand: int) -> bool:
    """MM-12, MM-13."""
    suits = {card.suit for card in cards}
    if len(cards) != 4:
        return False
    return (is_set(cards) and len(suits) == 4) or (is_run(cards, in_hand) and len(suits) == 1)


def plain_actions(table: Mini, seat: int) -> set[Action]:
    """Every action of a turn, found by trying everything."""
    leading = not table.meld
    others = [card for other, bait in enumerate(table.baits) if other != seat for card in bait]
    reach = [*table.baits[seat]] if leading else [*table.baits[seat], *others, *table.public]
    own = {*table.hands[seat], *table.baits[seat]}
    found: set[Action] = set()
    for in_hand in _slices(table.hands[seat]):
        for size in range(len(reach) + 1):
            if not in_hand and not size:
                continue
            if not leading and len(in_hand) + size not in {4, len(table.meld), len(table.meld) + 1}:
                continue
            for bait in combinations(reach, size):
                if own.isdisjoint((*in_hand, *bait)) or not _likely((*in_hand, *bait)):
                    continue
                found |= _actions(table, (*in_hand, *bait), len(in_hand), leading)
    if table.deck:
        found.add((DECK, "", frozenset()))
    found |= {(BAIT, "", frozenset([card])) for card in (*others, *table.public)}
    return found


def _likely(cards: Laid) -> bool:
    """Whether the cards that are no wilds have one rank, or all different ones: else no reading helps."""
    ranks = [card.rank for card in cards if card.rank]
    return len(set(ranks)) in (0, 1, len(ranks))


def _actions(table: Mini, cards: Laid, in_hand: int, leading: bool) -> set[Action]:
    found: set[Action] = set()
    for laid in readings(cards):
        if is_trap(laid, in_hand):
            found.add((TRAP, "trap", frozenset(laid)))
        for kind, fits in (("set", is_set(laid)), ("run", is_run(laid, in_hand))):
            if fits and (leading or table.beats(kind, laid)):
                found.add((MELD, kind, frozenset(laid)))
    return found


def _slices(hand: Laid) -> Iterator[Laid]:
    yield ()
    for start in range(len(hand)):
        for end in range(start + 1, len(hand) + 1):
            yield hand[start:end]


def offered_actions(machine: Machine, pos: Position, options: Sequence[Option]) -> set[Action]:
    """The options of the engine in the same form."""
    found: set[Action] = set()
    for option in options:
        kind = ""
        cards: list[Card] = []
        if option.bindings and isinstance(option.bindings[0], Meld):
            meld = option.bindings[0]
            kind = machine.program.melds[meld.kind].name
            for piece, face in zip(meld.pieces, meld.faces, strict=True):
                card = card_of(machine, piece, machine.layout.zone_label[pos.place[piece]])
                cards.append(card.read(_rank(machine, face)) if card.rank == 0 else card)
        elif option.bindings:
            piece = option.bindings[0]
            cards.append(card_of(machine, piece, machine.layout.zone_label[pos.place[piece]]))
        action = (option.label, kind, frozenset(cards))
        assert action not in found, f"offered twice: {action}"
        found.add(action)
    return found
