"""A game that is played by actions: what environments share, without any learning library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from attrs import define, field

from interpreter.choices import Option
from interpreter.faults import Refused
from interpreter.machine import DECISION_BUDGET, Machine
from interpreter.position import Position, copy_position
from ruledsl.adapters.layout import GameLayout
from ruledsl.adapters.taking import Taking
from ruledsl.bots import Bot, ask
from ruledsl.model.config import SettingValue
from ruledsl.pipeline import Game, load
from ruledsl.source import Span
from ruledsl.tools.faults import placed
from ruledsl.tools.seeds import fresh_seed


class IllegalAction(ValueError):
    """An action that is not legal where it was taken; nothing was changed."""


@define
class _Chooser:
    """One of those who choose at the same time: what it has chosen, and what it has to decide now."""

    number: int
    chosen: list[Option] = field(factory=list)
    taking: Taking | None = None


class Match:
    """One game after another, played by actions.

    `seats` are their letters. `due` are the seats that may act now: one, or in a simultaneous choice all that
    have not chosen everything yet. What they choose is carried out when all are in. Raises PlayFault where
    the rules cannot be followed.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        settings: Mapping[str, SettingValue | str] | None = None,
        decision_budget: int = DECISION_BUDGET,
    ) -> None:
        self.game = load(game) if isinstance(game, str) else game
        config = self.game.configure(players, settings)
        self.machine = Machine(self.game.program(config), decision_budget=decision_budget)
        self.layout = GameLayout.of(self.machine)
        self.seats: tuple[str, ...] = tuple(self.machine.layout.seat_names)
        self._origins: tuple[Span, ...] = self.game.lowered(config).origins
        self._choosers: list[_Chooser] = []
        self._position: Position | None = None

    def start(self, seed: str) -> None:
        """Begins a game. The seed decides all its chance, as `ruledsl play --seed` does."""
        self.seed = seed
        with placed(self.machine, self._origins):
            self._position = self.machine.initial(seed)
        self._ask()

    def copy(self) -> Match:
        """Another one that stands where this one stands; play in one leaves the other as it is.

        Its chance goes on alike: who tries moves in a copy sees what will come.
        """
        other = copy(self)
        other._choosers = [
            _Chooser(c.number, c.chosen[:], None if c.taking is None else c.taking.copy())
            for c in self._choosers
        ]
        return other

    # -- how it stands ---------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position; what is chosen at the same time does not show in it before all are in. Refused
        before the first game.
        """
        if self._position is None:
            raise Refused("no game has begun: begin one with `start` (of an environment: `reset`)")
        return self._position

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or because it was broken off."""
        return self.position.over

    @property
    def broken_off(self) -> bool:
        """Whether the game ended because of too many decisions."""
        return self.position.no_result

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that may act now, in the order in which the rules ask them; none at the end."""
        return tuple(dict.fromkeys(c.taking.seat for c in self._choosers if c.taking is not None))

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What the finished game is worth to each seat; 0 when it was broken off. Refused before."""
        with placed(self.machine, self._origins, self.position):
            return tuple([float(worth) for worth in self.machine.outcome(self.position).payoffs])

    def taking(self, seat: int) -> Taking | None:
        """The decision of a seat that is due; None for the others."""
        chooser = self._chooser(seat)
        return None if chooser is None else chooser.taking

    def observation(self, seat: int) -> list[float]:
        """What a seat sees; see `ruledsl.adapters.observations`."""
        return self.layout.observation(self.position, seat, self.taking(seat))

    def mask(self, seat: int) -> list[int]:
        """1 for every action that the seat may take now, 0 for the others."""
        return self.layout.mask(self.taking(seat), seat)

    # -- play ------------------------------------------------------------------------------------

    def take(self, seat: int, action: int) -> None:
        """Takes an action for a seat that is due. IllegalAction, and nothing changed, if it is not legal."""
        chooser = self._chooser(seat)
        if chooser is None or chooser.taking is None:
            raise IllegalAction(f"{self._name(seat)} is not due, so action {action} is not legal")
        try:
            chooser.taking.take(action)
        except Refused as refused:
            raise IllegalAction(f"{self._name(seat)}: {refused}") from refused
        if chooser.taking.chosen is not None:
            self._chosen(chooser, chooser.taking.chosen)

    def let_choose(self, seat: int, bot: Bot) -> None:
        """Lets a bot make the whole decision of a seat that is due."""
        chooser = self._chooser(seat)
        if chooser is None or chooser.taking is None:
            raise IllegalAction(f"{self._name(seat)} is not due")
        self._chosen(chooser, ask(bot, self.machine.layout, self.position, chooser.taking.decision))

    def _name(self, seat: int) -> str:
        return self.seats[seat] if 0 <= seat < len(self.seats) else f"seat {seat}"

    def _chooser(self, seat: int) -> _Chooser | None:
        for chooser in self._choosers:
            if chooser.taking is not None and chooser.taking.seat == seat:
                return chooser
        return None

    def _ask(self) -> None:
        """Finds out who is due."""
        pos, machine = self.position, self.machine
        self._choosers = []
        if pos.over:
            return
        with placed(machine, self._origins, pos):
            count = machine.choosers(pos)
            if not count:
                self._choosers.append(_Chooser(0, [], self.layout.taking(pos)))
            for number in range(count):
                chooser = _Chooser(number)
                self._ask_again(chooser)
                self._choosers.append(chooser)

    def _ask_again(self, chooser: _Chooser) -> None:
        decision = self.machine.decision_of(self.position, chooser.number, chooser.chosen)
        chooser.taking = None if decision is None else Taking(self.layout.actions, decision)

    def _chosen(self, chooser: _Chooser, option: Option) -> None:
        """Goes on after an option: at once, or in a simultaneous choice when all are in."""
        simultaneous = chooser.taking is not None and chooser.taking.decision.simultaneous
        chooser.chosen.append(option)
        if simultaneous:
            with placed(self.machine, self._origins, self.position):
                self._ask_again(chooser)
            if any(other.taking is not None for other in self._choosers):
                return
        self._carry_out([option for other in self._choosers for option in other.chosen])

    def _carry_out(self, options: Sequence[Option]) -> None:
        after: Position = copy_position(self.position)
        with placed(self.machine, self._origins, self.position):
            for option in options:
                if not after.over:  # what all choose at once may use up the budget of decisions halfway
                    self.machine.apply_in_place(after, option)
        self._position = after
        self._ask()


@define
class Seeds:
    """Seeds of games: the one that was asked for, then others made from it, the same in every run."""

    _base: str | None = None
    _games: int = 0

    def next(self, seed: int | None) -> str:
        """The seed of the next game. Without a seed the very first one is drawn at random."""
        if seed is not None or self._base is None:
            self._base = fresh_seed() if seed is None else str(seed)
            self._games = 0
        self._games += 1
        return self._base if self._games == 1 else f"{self._base}:{self._games}"
