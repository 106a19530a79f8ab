"""Mice To Meet You as a reader of the rulebook would run it: sets of numbers, a stack, a few nuts.

`Model` is a whole game by hand. It is told what the dice show and what is chosen; it says who has to decide,
between what, and how everything stands. Nothing here uses the rules file.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from attrs import define, field, frozen

from interpreter.machine import Machine, Option
from interpreter.position import Position

DICE_CARDS = (6, 9, 12, 15)
HAND = frozenset(range(1, 19)) - set(DICE_CARDS)
BACONS = {15: 1, 12: 0, 9: 0, 6: 1}
CHEESES = {15: 0, 12: 1, 9: 1, 6: 1}

ACTIVE, MISS, PASSIVE, SECOND, OVER = "active", "miss", "passive", "second", "over"


@frozen
class Action:
    """What is chosen: a label, the cheese dice that are added, the value of the card."""

    label: str
    cheese: tuple[int, ...] = ()
    value: int = 0


NOTHING = Action("nothing")


@define
class Model:
    """A game: `hands`, `cages`, `down` (dice cards turned over) and `nuts` of each player, and the supply."""

    players: int
    handicap: int = 0
    seat: int = 0
    """the active player"""
    hands: list[set[int]] = field(init=False)
    cages: list[list[int]] = field(init=False)
    down: list[set[int]] = field(init=False)
    nuts: list[int] = field(init=False)
    supply: int = field(init=False)
    stage: str = ACTIVE
    waiting: int = 0
    """who has to decide"""
    bacon: tuple[int, ...] = ()
    cheese: tuple[int, ...] = ()
    offer: int = 0
    """what the dice are worth that passive players may use"""
    asked: list[int] = field(factory=list)
    """the passive players that are still to be asked"""
    unused: int = 0

    def __attrs_post_init__(self) -> None:
        self.hands = [set(HAND) for _ in range(self.players)]
        self.cages = [[] for _ in range(self.players)]
        self.down = [set() for _ in range(self.players)]
        self.nuts = [0] * self.players
        self.supply = 3 * self.players
        if self.players == 1:
            self.nuts, self.supply = [3 - self.handicap], self.handicap
        self.waiting = self.seat

    # -- what may be chosen -----------------------------------------------------------------------

    def up(self, seat: int) -> set[int]:
        """The dice cards of a player that are face up."""
        return set(DICE_CARDS) - self.down[seat]

    def dice(self, seat: int) -> tuple[int, int]:
        """How many bacon and cheese dice a player rolls: MTMY-7, K5."""
        return sum(BACONS[card] for card in self.up(seat)), sum(CHEESES[card] for card in self.up(seat))

    def roll(self, bacon: tuple[int, ...], cheese: tuple[int, ...]) -> None:
        """The active player rolls."""
        assert (len(bacon), len(cheese)) == self.dice(self.seat), "MTMY-7, MTMY-13, MTMY-19"
        assert all(1 <= die <= 6 for die in (*bacon, *cheese))
        self.bacon, self.cheese = bacon, cheese

    def targets(self, seat: int) -> set[int]:
        """The values that a player may use: MTMY-11, MTMY-16, MTMY-50."""
        if self.players == 1:
            return set(self.hands[seat])
        up = self.up(seat)
        return self.hands[seat] | {card for card in up if card != 6 or len(up) == 1}

    def actions(self) -> set[Action]:
        """Everything that the one who has to decide may choose."""
        seat = self.waiting
        if self.stage == ACTIVE:
            return {Action("Miss"), *self._catches()}
        if self.stage == MISS:
            return set(self._penalties())
        if self.stage == PASSIVE:
            fee = 0 if self.supply else 1
            reach = self.nuts[seat] - fee
            near = {value for value in self.targets(seat) if abs(value - self.offer) <= reach}
            return {NOTHING, *(Action("Catch", (), value) for value in near)}
        reach = self.nuts[seat] - 1
        near = {value for value in self.hands[seat] if abs(value - sum(self.cheese)) <= reach}
        return {NOTHING, *(Action("Second card", (), value) for value in near)}

    def _catches(self) -> Iterator[Action]:
        """MTMY-8 to MTMY-11, K14."""
        for size in range(len(self.cheese) + 1):
            for chosen in combinations(self.cheese, size):
                total = sum(self.bacon) + sum(chosen)
                for value in self.targets(self.seat):
                    if abs(value - total) <= self.nuts[self.seat]:
                        yield Action("Catch", tuple(sorted(chosen)), value)

    def _penalties(self) -> Iterator[Action]:
        """MTMY-18, MTMY-51, MTMY-52."""
        if self.players == 1:
            up = self.up(self.seat)
            yield from (Action("Turn down", (), card) for card in up if card != 6 or len(up) == 1)
            return
        if self.cages[self.seat]:
            yield Action("Take back")
        yield from (Action("Turn up", (), card) for card in self.down[self.seat])

    # -- what a choice does -----------------------------------------------------------------------

    def choose(self, action: Action) -> None:
        """Carries out a choice, up to the next one."""
        if self.stage == ACTIVE and action.label == "Miss":
            self._missed()
        elif self.stage == ACTIVE:
            total = sum(self.bacon) + sum(action.cheese)
            self._change(self.seat, abs(action.value - total))
            left = list(self.cheese)
            for die in action.cheese:
                left.remove(die)
            self.cheese = tuple(left)
            self._catch(self.seat, action.value)
            self._offer(sum(left), bool(left))
        elif self.stage == MISS:
            self._penalty(action)
        elif self.stage == PASSIVE:
            self._use(action)
        else:
            self._second(action)

    def _change(self, seat: int, nuts: int) -> None:
        assert nuts <= self.nuts[seat]
        self.nuts[seat] -= nuts
        self.supply += nuts

    def _catch(self, seat: int, value: int) -> None:
        if value in self.hands[seat]:
            self.hands[seat].remove(value)
            self.cages[seat].append(value)
        else:
            self.down[seat].add(value)
        if self.down[seat] == set(DICE_CARDS) or (self.players == 1 and not self.hands[seat]):
            self.stage = OVER

    def _missed(self) -> None:
        if list(self._penalties()):
            self.stage = MISS
        else:
            self._offer(sum(self.bacon) + sum(self.cheese), True)

    def _penalty(self, action: Action) -> None:
        if action.label == "Take back":
            self.hands[self.seat].add(self.cages[self.seat].pop())
        elif action.label == "Turn up":
            self.down[self.seat].remove(action.value)
        else:
            self.down[self.seat].add(action.value)
            if self.down[self.seat] == set(DICE_CARDS):
                self.stage = OVER
                return
            self._next_turn()
            return
        self._offer(sum(self.bacon) + sum(self.cheese), True)

    def _offer(self, total: int, anything: bool) -> None:
        """The active player has finished: MTMY-20 to MTMY-22, MTMY-35."""
        if self.stage == OVER:
            return
        if not anything:
            self._next_turn()
        elif self.players == 1:
            self.stage = SECOND
            if self.actions() == {NOTHING}:
                self._second(NOTHING)
        else:
            self.offer = total
            self.asked = [(self.seat + step) % self.players for step in range(1, self.players)]
            self._ask()

    def _ask(self) -> None:
        """The next passive player who can do anything: MTMY-20, MTMY-25."""
        self.stage = PASSIVE
        while self.asked:
            self.waiting = self.asked.pop(0)
            if self.actions() != {NOTHING}:
                return
        self._next_turn()

    def _use(self, action: Action) -> None:
        """MTMY-26 to MTMY-31."""
        if action != NOTHING:
            seat = self.waiting
            if self.supply:
                self.supply -= 1
            else:
                self.nuts[seat] -= 1
            self.nuts[self.seat] += 1
            self._change(seat, abs(action.value - self.offer))
            self.offer = action.value
            self._catch(seat, action.value)
        if self.stage != OVER:
            self._ask()

    def _second(self, action: Action) -> None:
        """MTMY-46, MTMY-48."""
        unused = sum(self.cheese)
        if action != NOTHING:
            self._change(0, 1 + abs(action.value - unused))
            unused = 0
            self._catch(0, action.value)
        if self.stage != OVER:
            if unused >= 15 and self.supply:
                self.supply -= 1
                self.nuts[0] += 1
            self._next_turn()

    def _next_turn(self) -> None:
        self.stage = ACTIVE
        self.seat = self.waiting = (self.seat + 1) % self.players

    # -- the end ----------------------------------------------------------------------------------

    def ranking(self) -> list[list[int]]:
        """The players, best first, those who share a place together: MTMY-38 to MTMY-42."""

        def key(seat: int) -> tuple[int, int, int]:
            return sum(self.hands[seat]), -len(self.down[seat]), -self.nuts[seat]

        keys = sorted({key(seat) for seat in range(self.players)})
        return [[seat for seat in range(self.players) if key(seat) == one] for one in keys]

    def rating(self) -> str:
        """MTMY-56."""
        cards, up = len(self.hands[0]), len(self.up(0))
        if cards == 0:
            return {4: "Outstanding", 3: "Great", 2: "Very good", 1: "Well played"}[up]
        return {1: "Not bad", 2: "Could be better"}.get(cards, "Try harder")


# ---------------------------------------------------------------------------------------------
# Comparing with the engine


@define
class Reader:
    """Reads a position of the engine."""

    machine: Machine

    def zone(self, pos: Position, label: str) -> list[int]:
        """The pieces of a zone."""
        return pos.zones[self.machine.layout.zone_label.index(label)]

    def value(self, pos: Position, piece: int) -> int:
        """What a die shows or the number on a card."""
        if self.machine.layout.is_die[piece]:
            return pos.shown[piece]
        return int(self.machine.layout.face_code[self.machine.layout.piece_face[piece]])

    def values(self, pos: Position, label: str) -> list[int]:
        """The values of all in a zone."""
        return [self.value(pos, piece) for piece in self.zone(pos, label)]

    def action(self, pos: Position, option: Option) -> Action:
        """An option of the engine as an action."""
        if option.kind != "option":
            return NOTHING
        cheese: tuple[int, ...] = ()
        bound = list(option.bindings)
        if bound and isinstance(bound[0], tuple):
            cheese = tuple(sorted(self.value(pos, die) for die in bound.pop(0)))
        return Action(option.label, cheese, self.value(pos, bound[0]) if bound else 0)

    def compare(self, pos: Position, model: Model) -> None:
        """Everything stands as in the model."""
        seats = self.machine.layout.seat_names
        held = pos.counters[self.machine.layout.counter_named["nut"]]
        assert held[0] == model.supply and held[1 : 1 + model.players] == model.nuts
        for seat, name in enumerate(seats):
            assert set(self.values(pos, f"{name}.hand")) == model.hands[seat]
            assert self.values(pos, f"{name}.cage") == model.cages[seat], "K7"
            cards = self.zone(pos, f"{name}.dice_cards")
            assert {self.value(pos, c) for c in cards if pos.facing[c] == 1} == model.down[seat]
        assert pos.over is (model.stage == OVER)
        if not pos.over:
            assert self.machine.decision(pos).seat == model.waiting
