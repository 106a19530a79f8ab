"""Head of Mousehold as a reader of the rulebook would run it: lists of cards, and a line sorted by hand.

`Model` looks on at a game. It reads from the engine only what chance decides (tokens, the speed column, the
Daily Event) and what is chosen; it says who has to decide, between what, and how everything stands. Nothing
here uses the rules file.
"""

from __future__ import annotations

from itertools import combinations

from attrs import define, field, frozen

from interpreter.layout import Layout
from interpreter.machine import Machine, Option
from interpreter.position import Position

COLORS = ("green", "blue", "orange", "red", "yellow")
KINDS = ("squeaker", "plain", "extra")
EVENTS = (
    "total_black_out", "mouse_held_hostage", "false_start", "cheese_heist", "blind_tasting",
    "heroic_sprint", "sleeping_pills", "mice_at_the_front", "defective_trap", "lineup_change",
)  # fmt: skip
CHOOSING, HOSTAGE, SWAP, PLACING, OVER = "choosing", "hostage", "swap", "placing", "over"


@frozen(order=True)
class Mouse:
    """A card: whose clan it is of, its color and its kind."""

    owner: int
    color: str
    kind: str


@frozen
class Laid:
    """A mouse at a trap, face up or down, and who placed it."""

    mouse: Mouse
    up: bool
    by: int


Move = tuple[object, ...]
"""A choice: its label, then mice (a frozenset where several are chosen) and the number of a trap."""

NOTHING: Move = ("nothing",)


@define
class Settled:
    """What happened at a trap."""

    caught: list[Mouse]
    winner: Mouse | None
    placed: int
    spared: bool


def settle(line: list[Mouse], column: list[str], event: str, most: int) -> Settled:
    """Steps 22 to 33 for one trap; `line` is in the order of play, `most` is the size of the longest line."""
    order = sorted(line, key=lambda mouse: column.index(mouse.color))
    slowest = column[-1]
    defective = event == "defective_trap" and len(line) == most
    caught: list[Mouse] = []
    spared = bool(order) and (defective or order[0].color == slowest)
    if order and not spared:
        first = order.pop(0)
        caught.append(first)
        if first.kind == "squeaker" and event != "sleeping_pills" and order:
            caught.append(order.pop(0))
    return Settled(caught, order[0] if order else None, len(line), spared)


class Reader:
    """Reads positions of the engine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.layout: Layout = machine.layout

    def pieces(self, pos: Position, label: str) -> list[int]:
        """What lies in a zone."""
        return pos.zones[self.layout.zone_label.index(label)]

    def member(self, piece: int, attribute: str) -> str:
        """A printed value by its name."""
        number = self.layout.attribute_named[attribute]
        value = self.layout.face_values[number][self.layout.piece_face[piece]]
        domain = self.machine.program.attributes[number].domain
        assert value is not None and domain is not None
        return self.machine.program.domains[domain].members[value]

    def mouse(self, piece: int) -> Mouse:
        """A mouse card."""
        return Mouse(self.layout.piece_owner[piece], self.member(piece, "color"), self.member(piece, "kind"))

    def mice(self, pos: Position, label: str) -> list[Mouse]:
        """The mice of a zone."""
        return [self.mouse(piece) for piece in self.pieces(pos, label)]

    def worth(self, piece: int) -> int:
        """What a token is worth."""
        value = self.layout.face_values[self.layout.attribute_named["worth"]][self.layout.piece_face[piece]]
        assert value is not None
        return value

    def column(self, pos: Position) -> list[str]:
        """The colors from the fastest to the slowest."""
        return [self.member(piece, "color") for piece in self.pieces(pos, "column")]

    def event(self, pos: Position) -> str:
        """The Daily Event of the round, or nothing."""
        face = self.layout.program.faces
        return "".join(face[self.layout.piece_face[piece]].name for piece in self.pieces(pos, "today"))

    def move(self, option: Option) -> Move:
        """An option of the engine as a move."""
        if option.kind != "option":
            return NOTHING
        bound: list[object] = []
        for value in option.bindings:
            if isinstance(value, tuple):
                bound.append(frozenset(self.mouse(piece) for piece in value))
            elif option.label == "Place" and len(bound) == 1:
                bound.append(value)
            else:
                bound.append(self.mouse(value))
        return (option.label, *bound)


@define
class Model:
    """A game under way. Seats and traps are numbered from 0."""

    players: int
    easy: bool
    starter: int
    clans: list[set[Mouse]] = field(init=False)
    crews: list[set[Mouse]] = field(init=False)
    signs: list[set[str]] = field(init=False)
    lines: list[list[Laid]] = field(init=False)
    caught: set[Mouse] = field(factory=set)
    prizes: list[set[int]] = field(init=False)
    loot: list[set[int]] = field(init=False)
    column: list[str] = field(factory=list)
    event: str = ""
    events: list[str] = field(factory=list)
    rounds: int = 0
    stage: str = CHOOSING
    waiting: list[int] = field(factory=list)
    """who has to decide, in order, in a simultaneous choice"""
    chosen: dict[int, Move] = field(factory=dict)
    lap: int = 0
    turn: int = 0
    results: list[Settled] = field(factory=list)
    """what happened at the traps of the last round"""
    blind: set[int] = field(factory=set)
    """tokens that lie face down"""

    def __attrs_post_init__(self) -> None:
        kinds = KINDS if self.players == 2 else KINDS[:2]
        self.clans = [{Mouse(seat, c, k) for c in COLORS for k in kinds} for seat in range(self.players)]
        self.crews = [set() for _ in range(self.players)]
        self.signs = [set() for _ in range(self.players)]
        traps = 3 if self.players == 2 else self.players
        self.lines = [[] for _ in range(traps)]
        self.prizes = [set() for _ in range(traps)]
        self.loot = [set() for _ in range(self.players)]

    @property
    def quota(self) -> int:
        """HoM-14, HoM-54."""
        return 4 if self.players == 2 else 3

    # -- what chance decides ------------------------------------------------------------------------

    def begin_round(self, reader: Reader, pos: Position) -> None:
        """HoM-12, HoM-13: one more token at every trap, a new column."""
        self.rounds += 1
        for trap, before in enumerate(self.prizes):
            now = set(reader.pieces(pos, f"prize[{trap + 1}]"))
            assert before <= now and len(now) == len(before) + 1, "J3: one token and those left over"
            self.prizes[trap] = now
        self.column = reader.column(pos)
        assert sorted(self.column) == sorted(COLORS), "J12"
        self.event = ""
        self.stage, self.waiting, self.chosen = CHOOSING, list(range(self.players)), {}

    def reveal(self, reader: Reader, pos: Position) -> None:
        """HoM-15, HoM-16 and what the event does at once."""
        self.event = reader.event(pos)
        assert (self.event == "") is self.easy
        if self.event:
            assert self.event in EVENTS and self.event not in self.events, "J11"
            self.events.append(self.event)
        if self.event == "false_start":
            self.column = [*self.column[1:], self.column[0]]
        if self.event == "heroic_sprint":
            self.column = [self.column[-1], *self.column[:-1]]
        assert reader.column(pos) == self.column, "J12"
        for trap, before in enumerate(self.prizes):
            now = set(reader.pieces(pos, f"prize[{trap + 1}]"))
            if self.event == "blind_tasting":
                assert len(now) == len(before), "HoM-42: as many as before"
                self.blind |= now
            elif self.event == "cheese_heist":
                assert before <= now and len(now) == len(before) + 1, "HoM-41"
            else:
                assert now == before
            self.prizes[trap] = now
        if self.event == "blind_tasting":
            self.blind &= set().union(*self.prizes)
        self.stage, self.chosen = PLACING, {}
        if self.event == "mouse_held_hostage":
            self._all_choose(HOSTAGE, [seat for seat in range(self.players) if self.crews[seat]])
        elif self.event == "lineup_change":
            able = [seat for seat in range(self.players) if self.crews[seat] and self.clans[seat]]
            self._all_choose(SWAP, able)
        self.lap, self.turn = 1, 0

    def _all_choose(self, stage: str, seats: list[int]) -> None:
        if seats:
            self.stage, self.waiting = stage, seats

    # -- what may be chosen ---------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Who has to decide."""
        if self.stage == PLACING:
            return (self.starter + self.turn) % self.players
        return self.waiting[0]

    def moves(self) -> set[Move]:
        """Everything that may be chosen."""
        seat = self.seat
        crew, clan = self.crews[seat], self.clans[seat]
        if self.stage == CHOOSING:
            size = min(self.quota, len(clan))  # HoM-A5
            return {("Choose", frozenset(mice)) for mice in combinations(sorted(clan), size)}
        if self.stage == HOSTAGE:
            return {("Hostage", mouse) for mouse in crew}
        if self.stage == SWAP:
            return {NOTHING, *(("Swap", old, new) for old in crew for new in clan)}
        found: set[Move] = {("Place", mouse, trap) for mouse in crew for trap in range(len(self.lines))}
        if len(crew) <= self.quota - self.lap:
            found.add(("Pass",))
        return found

    # -- what a choice does -----------------------------------------------------------------------------

    def choose(self, move: Move) -> None:
        """Carries out a choice, as far as no chance is needed."""
        if self.stage == PLACING:
            self._place(move)
            return
        self.chosen[self.waiting.pop(0)] = move
        if self.waiting:
            return
        if self.stage == CHOOSING:
            for seat, (_, mice) in self.chosen.items():
                assert isinstance(mice, frozenset)
                self.crews[seat] = set(mice)
                self.clans[seat] -= mice
                self.signs[seat] = {mouse.color for mouse in mice}  # HoM-15
            self.stage = "revealing"
            return
        if self.stage == HOSTAGE:
            for seat, (_, mouse) in self.chosen.items():
                assert isinstance(mouse, Mouse)
                self.crews[seat].remove(mouse)
            for seat, (_, mouse) in self.chosen.items():
                assert isinstance(mouse, Mouse)
                self.crews[(seat + 1) % self.players].add(mouse)  # HoM-38
        else:
            for seat, swap in self.chosen.items():
                if swap != NOTHING:
                    _, old, new = swap
                    assert isinstance(old, Mouse) and isinstance(new, Mouse)
                    self.crews[seat] = self.crews[seat] - {old} | {new}  # HoM-47
                    self.clans[seat] = self.clans[seat] - {new} | {old}
        self.stage = PLACING

    def _place(self, move: Move) -> None:
        seat = self.seat
        if move != ("Pass",):
            _, mouse, trap = move
            assert isinstance(mouse, Mouse) and isinstance(trap, int)
            self.crews[seat].remove(mouse)
            line = self.lines[trap]
            line.append(Laid(mouse, self._up(len(line) + 1), seat))
        self.turn += 1
        if self.turn == self.players:
            self.turn, self.lap = 0, self.lap + 1
        if self.lap > self.quota:
            self._claim()

    def _up(self, number: int) -> bool:
        """HoM-18, HoM-37, HoM-45: how the n-th mouse at a trap lies."""
        if self.event == "total_black_out":
            return False
        if self.event == "mice_at_the_front":
            return number == 1
        return number % 2 == 0

    def _claim(self) -> None:
        assert not any(self.crews), "J4: all that were chosen are placed"
        most = max(len(line) for line in self.lines)
        self.results = []
        for trap, line in enumerate(self.lines):
            mice = [laid.mouse for laid in line]
            found = settle(mice, self.column, self.event, most)
            self.results.append(found)
            self.caught |= set(found.caught)
            if found.winner is not None:
                self.loot[found.winner.owner] |= self.prizes[trap]
                self.prizes[trap] = set()
            for mouse in mice:
                if mouse not in self.caught:
                    self.clans[mouse.owner].add(mouse)
            self.lines[trap] = []
        self.starter = (self.starter + 1) % self.players
        self.stage = OVER if self.rounds == 5 else "new round"

    def ranking(self, reader: Reader) -> list[list[int]]:
        """HoM-35, HoM-36: places from the best down."""

        def key(seat: int) -> tuple[int, int]:
            return -sum(reader.worth(token) for token in self.loot[seat]), -len(self.clans[seat])

        keys = sorted({key(seat) for seat in range(self.players)})
        return [[seat for seat in range(self.players) if key(seat) == one] for one in keys]

    # -- comparing ----------------------------------------------------------------------------------------

    def compare(self, reader: Reader, pos: Position) -> None:
        """Everything lies as in the model."""
        for seat, name in enumerate(reader.layout.seat_names):
            assert set(reader.mice(pos, f"{name}.clan")) == self.clans[seat], "J1"
            assert set(reader.mice(pos, f"{name}.crew")) == self.crews[seat], "J1"
            assert set(reader.pieces(pos, f"{name}.loot")) == self.loot[seat]
            signs = {reader.member(piece, "color") for piece in reader.pieces(pos, f"{name}.meeples")}
            assert signs == (set() if self.stage == CHOOSING else self.signs[seat]), "J6"
        for trap, line in enumerate(self.lines):
            pieces = reader.pieces(pos, f"line[{trap + 1}]")
            assert [reader.mouse(piece) for piece in pieces] == [laid.mouse for laid in line]
            assert [pos.facing[piece] for piece in pieces] == [0 if laid.up else 1 for laid in line], "J5"
            assert set(reader.pieces(pos, f"prize[{trap + 1}]")) == self.prizes[trap]
        assert set(reader.mice(pos, "caught")) == self.caught, "J1"
        tokens = len(reader.pieces(pos, "pool")) + sum(map(len, self.prizes)) + sum(map(len, self.loot))
        assert tokens == 36, "J2"
        assert pos.over is (self.stage == OVER)
        if not pos.over:
            assert reader.machine.decision(pos).seat == self.seat
            self.secrets(reader, pos)

    def secrets(self, reader: Reader, pos: Position) -> None:
        """J15: who may know what, as long as nothing is hidden but what the rules hide."""
        everybody = (1 << self.players) - 1
        for trap, line in enumerate(self.lines):
            pieces = reader.pieces(pos, f"line[{trap + 1}]")
            for piece, laid in zip(pieces, line, strict=True):
                if laid.up:
                    assert pos.known[piece] == everybody
                elif not self.clans[laid.by] or not self.clans[laid.mouse.owner]:
                    continue
                elif self.event != "mouse_held_hostage":
                    assert pos.known[piece] == 1 << laid.by
                else:
                    assert pos.known[piece] & ~(1 << laid.by | 1 << laid.mouse.owner) == 0
        for seat, name in enumerate(reader.layout.seat_names):
            for piece in reader.pieces(pos, f"{name}.crew"):
                owner = reader.layout.piece_owner[piece]
                if self.event == "lineup_change" or not self.clans[seat] or not self.clans[owner]:
                    continue  # who has chosen all that is left has no secret
                assert pos.known[piece] & ~(1 << seat | 1 << owner) == 0
            for token in reader.pieces(pos, f"{name}.loot"):
                if token in self.blind:
                    assert pos.known[token] == 1 << seat, "HoM-A15"
        for piece in reader.pieces(pos, "deck"):
            assert piece < 0 or pos.known[piece] == 0
