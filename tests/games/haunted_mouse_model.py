"""Haunted Mouse as a reader of the rulebook would check it: by plain enumeration, and by looking on.

Nothing here uses the rules file, the search for melds or the masks of knowledge; positions are read as lists
of cards. `plain_options` tries every slice of a hand with every part of the Bait in reach. `Referee` looks on
at a game, move by move, and says which of the invariants I1 to I16 does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from attrs import define, field, frozen

from interpreter.frames import TOGETHER
from interpreter.layout import Layout
from interpreter.machine import Machine, Option
from interpreter.melds import Meld
from interpreter.position import Position

PRIZES = {2: (3, 0), 3: (3, 2, 0), 4: (3, 2, 1, 0), 5: (4, 3, 2, 1, 0)}
PUBLIC = {2: 2, 3: 1, 4: 1, 5: 2}
ROUNDS = {2: (3, 5), 3: (3, 4), 4: (3, 5), 5: (2, 4)}
MELD, DECK, BAIT, TRAP = "Play a meld", "Draw from the deck", "Draw a Bait", "Set a Trap"


@frozen
class Snapshot:
    """What lies where at one moment; cards are the numbers of the pieces."""

    layout: Layout = field(repr=False)
    hands: tuple[tuple[int, ...], ...]
    baits: tuple[frozenset[int], ...]
    public: frozenset[int]
    meld: tuple[int, ...]
    kind: str
    by: int | None
    discard: tuple[int, ...]
    deck: int
    cheese: tuple[int, ...]
    supply: int
    leader: int
    turn: int | None
    choosing_bait: bool
    over: bool

    @classmethod
    def of(cls, machine: Machine, pos: Position) -> Snapshot:
        """Reads a position."""
        layout, program = machine.layout, machine.program
        zones = {label: pos.zones[number] for number, label in enumerate(layout.zone_label)}
        laid = pos.laid[layout.zone_label.index("in_play")]
        variables = {family.name: pos.variables[family.base] for family in program.variables}
        seats = layout.seat_names
        held = pos.counters[layout.counter_named["cheese"]]
        decision = None if pos.over else machine.decision(pos)
        return cls(
            layout=layout,
            hands=tuple(tuple(zones[f"{seat}.hand"]) for seat in seats),
            baits=tuple(frozenset(zones[f"{seat}.bait"]) for seat in seats),
            public=frozenset(zones["public_bait"]),
            meld=tuple(zones["in_play"]),
            kind=program.melds[laid[0].kind].name if laid else "",
            by=laid[0].by if laid else None,
            discard=tuple(zones["discard"]),
            deck=len(zones["deck"]),
            cheese=tuple(held[1 : 1 + layout.players]),
            supply=held[0],
            leader=variables["leader"],
            turn=decision.seat if decision is not None else None,
            choosing_bait=bool(pos.frames) and pos.frames[-1][0] == TOGETHER,
            over=pos.over,
        )

    def rank(self, card: int) -> int:
        """The rank of a card, 1 to 9."""
        layout = self.layout
        value = layout.face_values[layout.attribute_named["rank"]][layout.piece_face[card]]
        assert value is not None
        return value

    def suit(self, card: int) -> int:
        """The number of a card's suit."""
        layout = self.layout
        value = layout.face_values[layout.attribute_named["suit"]][layout.piece_face[card]]
        assert value is not None
        return value

    def ranks(self, cards: Sequence[int]) -> list[int]:
        """The ranks of cards, ascending."""
        return sorted(self.rank(card) for card in cards)

    def out(self, seat: int) -> bool:
        """Whether a player has no cards."""
        return not self.hands[seat] and not self.baits[seat]

    def is_set(self, cards: Sequence[int]) -> bool:
        """HM-16."""
        return len(cards) >= 1 and len(set(self.ranks(cards))) == 1

    def is_run(self, cards: Sequence[int], in_hand: Sequence[int]) -> bool:
        """HM-17 to HM-19: the cards of the hand, in their order, go one way."""
        ranks = self.ranks(cards)
        if len(ranks) < 2 or ranks != list(range(ranks[0], ranks[0] + len(ranks))):
            return False
        laid = [self.rank(card) for card in in_hand]
        return laid == sorted(laid) or laid == sorted(laid, reverse=True)

    def is_trap(self, cards: Sequence[int], in_hand: Sequence[int]) -> bool:
        """HM-38, HM-39."""
        suits = {self.suit(card) for card in cards}
        if len(cards) != 4:
            return False
        return (self.is_set(cards) and len(suits) == 4) or (self.is_run(cards, in_hand) and len(suits) == 1)

    def beats(self, kind: str, cards: Sequence[int]) -> bool:
        """HM-20 to HM-22."""
        if len(cards) == len(self.meld):
            return kind == self.kind and max(self.ranks(cards)) > max(self.ranks(self.meld))
        return len(cards) == len(self.meld) + 1


Key = tuple[str, str, tuple[object, ...]]
"""An option: label, kind of meld, and its cards as (face, where, place)."""


def plain_options(shot: Snapshot, seat: int) -> set[Key]:
    """Every action of a turn, found by trying everything."""
    leading = not shot.meld
    others = [card for other, bait in enumerate(shot.baits) if other != seat for card in bait]
    reach = sorted(shot.baits[seat]) if leading else sorted([*shot.baits[seat], *others, *shot.public])
    own = {*shot.hands[seat], *shot.baits[seat]}
    found: set[Key] = set()

    def add(label: str, kind: str, cards: Sequence[int]) -> None:
        found.add((label, kind, tuple(sorted(_named(shot, card) for card in cards))))

    for in_hand in _slices(shot.hands[seat]):
        for size in range(len(reach) + 1):
            for bait in combinations(reach, size):
                cards = (*in_hand, *bait)
                if own.isdisjoint(cards):
                    continue
                if shot.is_trap(cards, in_hand):
                    add(TRAP, "trap", cards)
                for kind, fits in (("set", shot.is_set(cards)), ("run", shot.is_run(cards, in_hand))):
                    if fits and (leading or shot.beats(kind, cards)):
                        add(MELD, kind, cards)
    if shot.deck:
        add(DECK, "", ())
    for card in (*others, *shot.public):
        add(BAIT, "", (card,))
    return found


def _slices(hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
    yield ()
    for start in range(len(hand)):
        for end in range(start + 1, len(hand) + 1):
            yield tuple(hand[start:end])


def _named(shot: Snapshot, card: int) -> tuple[int, str, int]:
    """A card by its face, whose it is and its place; Bait has no places, so twins there are one."""
    for seat, hand in enumerate(shot.hands):
        if card in hand:
            return (shot.layout.piece_face[card], f"hand {seat}", hand.index(card) + 1)
    for seat, bait in enumerate(shot.baits):
        if card in bait:
            return (shot.layout.piece_face[card], f"bait {seat}", 0)
    assert card in shot.public
    return (shot.layout.piece_face[card], "public", 0)


def offered_options(machine: Machine, shot: Snapshot, options: Sequence[Option]) -> set[Key]:
    """The options of the engine in the same form."""
    found: set[Key] = set()
    for option in options:
        cards: tuple[int, ...] = ()
        kind = ""
        if option.bindings and isinstance(option.bindings[0], Meld):
            cards, kind = option.bindings[0].pieces, machine.program.melds[option.bindings[0].kind].name
        elif option.bindings:
            cards = (option.bindings[0],)
        key = (option.label, kind, tuple(sorted(_named(shot, card) for card in cards)))
        assert key not in found, f"offered twice: {key}"
        found.add(key)
    return found


# ---------------------------------------------------------------------------------------------
# Looking on


@define
class Referee:
    """Looks on at a game. `look` is told every move; an AssertionError says what does not hold."""

    machine: Machine
    places: list[int] = field(factory=list)
    """who is out in this round, first to last"""
    before_round: tuple[int, ...] = ()
    rounds: int = 0
    drawing: int | None = None
    """who has drawn a card and not yet finished"""
    seen: dict[int, int] = field(factory=dict)
    """card -> mask of the seats that have seen it go where it is (I16)"""

    def begin(self, pos: Position) -> None:
        """The first position."""
        shot = Snapshot.of(self.machine, pos)
        self._new_round(shot)
        self.knowledge(pos, shot)

    def look(self, before: Position, option: Option, after: Position) -> None:
        """One move."""
        old, new = Snapshot.of(self.machine, before), Snapshot.of(self.machine, after)
        seat = old.turn
        assert seat is not None
        assert not old.out(seat), "I11: a player without cards acts"
        self.cheese(new)
        gone_out = self._gone_out(old, new, seat, option)
        self.places += gone_out
        if new.over:
            self._game_over(new, after)
            return
        if len(self.places) >= len(new.hands) - 1:
            self._round_over(new)
            self._new_round(new)
        else:
            self._move(old, new, seat, option)
        self.knowledge(after, new)

    # -- I1, I2 -----------------------------------------------------------------------------------

    def cheese(self, shot: Snapshot) -> None:
        """I2; that cards are conserved (I1) the engine's own check says."""
        assert shot.supply + sum(shot.cheese) == 31 and shot.supply >= 0, "I2: wedges are lost"
        assert all(0 <= cheese <= 7 for cheese in shot.cheese), "I2: more than seven"
        assert shot.cheese.count(7) == (1 if shot.over else 0), "I2: over exactly when somebody has seven"

    # -- going out: I11, I12, I13 -----------------------------------------------------------------

    def _gone_out(self, old: Snapshot, new: Snapshot, seat: int, option: Option) -> list[int]:
        """Who went out by this move, reckoned from the move alone: HM-A16, HM-51."""
        if option.label not in (MELD, TRAP, BAIT):
            return []
        cards = _cards_of(option)
        order = [(seat + step) % len(old.hands) for step in range(1, len(old.hands) + 1)]
        if option.label == BAIT:
            order.remove(seat)
        return [
            player
            for player in order
            if not old.out(player) and set(old.hands[player]) <= cards and old.baits[player] <= cards
        ]

    def _round_over(self, new: Snapshot) -> None:
        count = len(new.hands)
        last = [seat for seat in range(count) if seat not in self.places[: count - 1]]
        assert len(last) == 1
        order = [*self.places[: count - 1], *last]
        gained = [new.cheese[seat] - self.before_round[seat] for seat in order]
        assert tuple(gained) == PRIZES[count], "I11: Cheese by out order"
        assert sum(gained) == {2: 3, 3: 5, 4: 6, 5: 10}[count], "I11: the sum of Cheese of a round"
        assert gained.count(0) == 1 and new.leader == order[-1], "I13: the last one leads"

    def _new_round(self, new: Snapshot) -> None:
        self.places = []
        self.drawing = None
        self.before_round = new.cheese
        self.rounds += 1
        self.seen = {}
        for seat, hand in enumerate(new.hands):
            self.seen |= dict.fromkeys(hand, 1 << seat)
        assert new.choosing_bait, "HM-53: a round begins with Bait"
        assert [len(hand) for hand in new.hands] == [8] * len(new.hands), "HM-4"
        assert len(new.public) == PUBLIC[len(new.hands)], "HM-6"
        assert not new.meld and not new.discard and not any(new.baits), "HM-7"
        assert new.deck == {2: 54, 3: 47, 4: 39, 5: 30}[len(new.hands)]

    def _game_over(self, new: Snapshot, pos: Position) -> None:
        count = len(new.hands)
        assert ROUNDS[count][0] <= self.rounds <= ROUNDS[count][1], "I12: the number of rounds"
        winner = new.cheese.index(7)
        assert winner in self.places, "HM-55: who has seven went out"
        for place, seat in enumerate(self.places[: self.places.index(winner)]):
            gained = new.cheese[seat] - self.before_round[seat]
            assert gained == PRIZES[count][place], "I11: Cheese before the winner's"
        assert self.machine.outcome(pos).ranking[0] == (winner,), "HM-55: who won"

    # -- moves inside a round: I3 to I10, I14 ------------------------------------------------------

    def _move(self, old: Snapshot, new: Snapshot, seat: int, option: Option) -> None:
        others = [other for other in range(len(old.hands)) if other != seat]
        if old.choosing_bait:
            self._bait_chosen(old, new)
            return
        assert all(new.hands[other] == old.hands[other] for other in others), "I3: somebody else's hand"
        if option.label in (MELD, TRAP):
            self._played(old, new, seat, option)
        elif option.label in (DECK, BAIT):
            self._drew(old, new, seat, option)
        elif option.label == "Insert at":
            card, place = old.hands[seat][-1], option.bindings[0]
            rest = old.hands[seat][:-1]
            assert new.hands[seat] == (*rest[: place - 1], card, *rest[place - 1 :]), "I3: one insertion"
            assert new.baits == old.baits, "I5"
        else:
            self._kept(old, new, seat, option)
        if option.label == MELD or (self.drawing is None and option.label != TRAP):
            self._turn_begins(new)

    def _bait_chosen(self, old: Snapshot, new: Snapshot) -> None:
        if new.choosing_bait:
            assert new.hands == old.hands and new.baits == old.baits, "HM-8: nothing moves before all chose"
            return
        for before, hand, bait in zip(old.hands, new.hands, new.baits, strict=True):
            assert [card for card in before if card not in bait] == list(hand), "HM-11"
            assert len(bait) in (1, 2) and len(hand) + len(bait) == 8
        fewest = min(old.cheese)
        assert all(
            len(bait) == 1 for bait, cheese in zip(new.baits, old.cheese, strict=True) if cheese > fewest
        ), "HM-9"
        assert new.turn == new.leader, "HM-54: who leads"
        self._turn_begins(new)

    def _played(self, old: Snapshot, new: Snapshot, seat: int, option: Option) -> None:
        cards = _cards_of(option)
        hand = old.hands[seat]
        used = [index for index, card in enumerate(hand) if card in cards]
        assert used == list(range(used[0], used[0] + len(used))) if used else True, "I3, HM-25: one slice"
        assert new.hands[seat] == tuple(card for card in hand if card not in cards), "I3: what is left"
        assert new.baits == tuple(bait - cards for bait in old.baits), "I5: Bait goes by use only"
        assert cards & {*hand, *old.baits[seat]}, "I8: an own card"
        if not old.meld:
            assert cards <= {*hand, *old.baits[seat]}, "I7: a leader uses own cards only"
        if option.label == TRAP:
            assert not new.meld, "I14: the table is empty"
            stays = not new.out(seat) and (new.hands[seat] or not any(new.hands))
            assert (new.turn == seat) == bool(stays), "I14: who acts after a Trap"
            return
        in_hand = [card for card in hand if card in cards]
        kind = self.machine.program.melds[option.bindings[0].kind].name
        fits = old.is_set(sorted(cards)) if kind == "set" else old.is_run(sorted(cards), in_hand)
        assert fits, f"I6: no {kind}"
        assert not old.meld or old.beats(kind, sorted(cards)), "I6: not stronger"
        if new.meld:
            assert set(new.meld) == cards and new.kind == kind and new.by == seat, "I6: the meld in play"

    def _drew(self, old: Snapshot, new: Snapshot, seat: int, option: Option) -> None:
        self.drawing = seat
        assert new.turn == seat
        card = new.hands[seat][-1]
        assert new.hands[seat] == (*old.hands[seat], card), "I3: one card more"
        if option.label == BAIT:
            assert card == option.bindings[0]
            assert card not in old.baits[seat], "HM-31: never own Bait"
            assert new.baits == tuple(bait - {card} for bait in old.baits), "I5: the victim's Bait"
        else:
            assert new.baits == old.baits, "I5"

    def _kept(self, old: Snapshot, new: Snapshot, seat: int, option: Option) -> None:
        """The end of a draw: a Bait was laid or not."""
        assert self.drawing == seat
        self.drawing = None
        if option.kind == "nothing":
            assert new.hands[seat] == old.hands[seat] and new.baits == old.baits, "I5"
            assert old.baits[seat], "HM-33: without Bait one has to be laid"
        else:
            card = option.bindings[0]
            assert new.hands[seat] == tuple(c for c in old.hands[seat] if c != card), "I3"
            assert new.baits[seat] == old.baits[seat] | {card}, "I5: one Bait more"
        assert new.baits[seat], "I4: after a draw there is Bait"

    def _turn_begins(self, new: Snapshot) -> None:
        """A turn stands at its beginning."""
        if len(new.public) != PUBLIC[len(new.hands)]:
            assert not new.deck and not new.discard, "I9: Public Bait is replaced"
            assert len(new.public) < PUBLIC[len(new.hands)], "I9"
        assert new.deck or not new.discard, "I10: the deck is made anew"

    # -- I16 --------------------------------------------------------------------------------------

    def knowledge(self, pos: Position, shot: Snapshot) -> None:
        """I16: nobody knows more than what they saw go there; and what they saw they still know."""
        everybody = (1 << len(shot.hands)) - 1
        for seat, hand in enumerate(shot.hands):
            for card in hand:
                mask = self.seen.get(card, 0) | 1 << seat
                self.seen[card] = mask
                assert pos.known[card] == mask, f"I16: who knows a card of hand {seat}"
        for card in (*shot.public, *shot.meld, *(card for bait in shot.baits for card in bait)):
            self.seen[card] = everybody
        for card in shot.discard:
            assert pos.known[card] == everybody, "I16: all saw what was discarded"
        deck = self.machine.layout.zone_label.index("deck")
        for card in (*pos.zones[deck], *pos.bags[deck]):
            self.seen.pop(card, None)
            if card >= 0:
                assert pos.known[card] == 0, "I16: nobody knows the deck"


def _cards_of(option: Option) -> frozenset[int]:
    bound = option.bindings[0]
    return frozenset(bound.pieces) if isinstance(bound, Meld) else frozenset((bound,))
