"""The language from Python: load a game, play it move by move, or many times.

    import ruledsl

    game = ruledsl.load("kuhn_poker")
    state = game.new(seed=7)
    while not state.over:
        state = state.apply(state.options()[0])
    print(state.outcome.ranking)
    print(game.simulate(games=1000, bots="random").seats)

A `State` never changes: `apply` gives another one. What a player may see is `state.view(player)`, and nothing
else of a game under way should be shown to one. Whatever is wrong with a rules file is raised as `RulesError`
when it is read, and as `PlayFault` while it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from os import PathLike, fspath
from typing import Any

from attrs import define, field, frozen

from interpreter.chance import Sampled
from interpreter.choices import Option as EngineOption
from interpreter.machine import Decision, Machine
from interpreter.notation import decision_texts
from interpreter.outcome import Outcome
from interpreter.position import Position, copy_position
from ruledsl import pipeline
from ruledsl.bots import BEST_BOT, BOT_NAMES, ask, bot_named, make_bot, read_limit
from ruledsl.model.config import Configuration, SettingValue
from ruledsl.model.settings import Setting, SettingError
from ruledsl.pipeline import RulesError
from ruledsl.source import Span
from ruledsl.tools.faults import PlayFault, placed
from ruledsl.tools.legal_moves import judge
from ruledsl.tools.picture import Picture, picture
from ruledsl.tools.seeds import fresh_seed
from ruledsl.tools.simulation.playout import DEFAULT_BUDGET, Played
from ruledsl.tools.simulation.simulate import Plan, make_plan
from ruledsl.tools.simulation.simulate import simulate as play_games
from ruledsl.tools.simulation.summary import Summary, summarise

Settings = Mapping[str, SettingValue | str]
Seed = int | str | None
Bots = str | Sequence[str]


class IllegalMove(ValueError):
    """A move that may not be made. `reasons` say why, as the rules word it; `meant` are moves like it."""

    def __init__(self, text: str, reasons: tuple[str, ...], meant: tuple[str, ...]) -> None:
        because = "; ".join(reasons) or "there is no such option now"
        super().__init__(f"{text}: {because}")
        self.text, self.reasons, self.meant = text, reasons, meant


def load(path: str | PathLike[str]) -> Game:
    """The game in a rules file, or a bundled game by its name.

    Raises RulesError when the rules are wrong: for the fewest players at once, for others when they play.
    """
    return _checked(pipeline.load(fspath(path)))


def load_text(text: str) -> Game:
    """The game in a text; see `load`."""
    return _checked(pipeline.load_text(text))


def _checked(game: pipeline.Game) -> Game:
    game.program()
    return Game(game)


@define(eq=False)
class Game:
    """Rules that were read. Made by `load`."""

    _game: pipeline.Game
    _machines: dict[Configuration, Machine] = field(factory=dict, repr=False, init=False)

    @property
    def title(self) -> str:
        """The game's title."""
        return self._game.title

    @property
    def players(self) -> range:
        """The numbers of players that the rules allow."""
        return self._game.players

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The settings, with what may be chosen for each."""
        return self._game.settings

    def new(self, seed: Seed = None, players: int | None = None, settings: Settings | None = None) -> State:
        """A game at its first decision.

        `seed` decides all chance (None: a seed that nobody has chosen; `state.seed` tells it). The fewest
        players by default. Raises SettingError for what the rules do not allow, RulesError, PlayFault.
        """
        config = self._game.configure(players, settings)
        machine = self._machine(config)
        origins = self._game.lowered(config).origins
        sown = _seed(seed)
        with placed(machine, origins):
            position = machine.initial(sown)
        return State(machine, origins, position, sown)

    def _machine(self, config: Configuration) -> Machine:
        found = self._machines.get(config)
        if found is None or found.program is not self._game.program(config):
            found = self._machines[config] = Machine(self._game.program(config))
        return found

    def simulate(
        self,
        games: int = 1000,
        *,
        players: int | None = None,
        bots: Bots = "random",
        think: int | None = None,
        seed: Seed = None,
        settings: Settings | None = None,
        workers: int = 1,
        budget: int = DEFAULT_BUDGET,
        progress: Callable[[int], None] | None = None,
    ) -> Summary:
        """Plays many games with bots and gives the figures, as `ruledsl simulate` does.

        `bots`: a name (`random`, `greedy`, `ismcts`, `ismcts:1000`) or one for each seat (fewer are
        repeated); all move up one seat from game to game. `think`: iterations of bots that search and are
        given no number.
        `workers`: so many threads (where every bot is `random` and WebAssembly can be run) or processes; a
        script that asks for several has to guard its main part with `if __name__ == "__main__":`. `budget`:
        decisions after which a game is broken off. `progress` is told how many games have been played. Ctrl-C
        ends it with the games played so far (`interrupted`).
        Raises ValueError for bots or numbers that do not fit, SettingError, RulesError.
        """
        plan = self._plan(players, bots, think, seed, settings, budget)
        return summarise(play_games(self._game, plan, games, workers, progress))

    def batch(
        self,
        games: int,
        *,
        players: int | None = None,
        bots: Bots = "random",
        think: int | None = None,
        seed: Seed = None,
        settings: Settings | None = None,
        workers: int = 1,
        budget: int = DEFAULT_BUDGET,
    ) -> Batch:
        """Plays games as `simulate` does and gives what came of each, as columns; see `Batch`."""
        plan = self._plan(players, bots, think, seed, settings, budget, rows=True)
        rows: list[Played] = []
        play_games(self._game, plan, games, workers, take_rows=rows.extend)
        return _batch(rows)

    def _plan(
        self,
        players: int | None,
        bots: Bots,
        think: int | None,
        seed: Seed,
        settings: Settings | None,
        budget: int,
        rows: bool = False,
    ) -> Plan:
        limit = None if think is None else read_limit(str(think))
        names = [bot_named(bot, limit, timed=False) for bot in ([bots] if isinstance(bots, str) else bots)]
        count = players
        if count is None and len(names) > self.players.start:
            count = len(names)
        config = self._game.configure(count, settings)
        return make_plan(self._game, config, names, _seed(seed), budget, rows)


def _seed(seed: Seed) -> str:
    return fresh_seed() if seed is None else str(seed)


# ---------------------------------------------------------------------------------------------
# A game under way


@frozen(eq=False)
class Option:
    """One way to decide. `text` is as it is typed in play; `label` is empty for nothing and enough."""

    text: str
    label: str
    _option: EngineOption = field(repr=False)
    _position: Position = field(repr=False)

    def __str__(self) -> str:
        return self.text


@frozen(eq=False)
class State:
    """A game at one moment; it never changes. Made by `Game.new`; `seed` decides all chance."""

    _machine: Machine = field(repr=False)
    _origins: Sequence[Span] = field(repr=False)
    _position: Position = field(repr=False)
    seed: str

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._position.over

    @property
    def players(self) -> tuple[str, ...]:
        """The seats by their letters."""
        return tuple(self._machine.layout.seat_names)

    @property
    def player(self) -> str:
        """The letter of who has to choose; empty when the game is over."""
        return "" if self.over else self.players[self._decision().seat]

    @property
    def decisions(self) -> int:
        """How many decisions have been made."""
        return self._position.decisions

    @property
    def outcome(self) -> Outcome:
        """How the game ended. Raises Refused while it goes on."""
        with placed(self._machine, self._origins, self._position):
            return self._machine.outcome(self._position)

    def _decision(self) -> Decision:
        with placed(self._machine, self._origins, self._position):
            return self._machine.decision(self._position)

    def options(self) -> tuple[Option, ...]:
        """What may be chosen now, no two with the same text; nothing when the game is over."""
        if self.over:
            return ()
        decision = self._decision()
        with placed(self._machine, self._origins, self._position):
            texts = decision_texts(self._machine, decision)
        return tuple(
            Option(text, option.label if option.kind == "option" else "", option, self._position)
            for text, option in zip(texts, decision.options, strict=True)
        )

    def apply(self, option: Option | str) -> State:
        """The state after an option, or after a move as it is typed in play.

        Raises IllegalMove with the reasons, or for an option of another state; PlayFault.
        """
        chosen = self._typed(option) if isinstance(option, str) else option
        if chosen._position is not self._position:
            raise IllegalMove(chosen.text, ("it is an option of another state",), ())
        after = copy_position(self._position)
        with placed(self._machine, self._origins, self._position):
            self._machine.apply_in_place(after, chosen._option, Sampled(after))
        return State(self._machine, self._origins, after, self.seed)

    def _typed(self, text: str) -> Option:
        options = self.options()
        wanted = _plain(text)
        for option in options:
            if _plain(option.text) == wanted:
                return option
        if self.over:
            raise IllegalMove(text, ("the game is over",), ())
        judged = judge(self._machine, self._position, self._origins, text)
        raise IllegalMove(text, tuple(each.text for each in judged.objections), judged.meant)

    def hint(self, bot: str = BEST_BOT, think: int | str | None = None) -> Option:
        """What a bot would choose for the player who has to choose, knowing no more than that player.

        `bot`: see `Game.simulate`. `think`: iterations, or a time such as `"0.5s"`, for a bot that searches
        and is given none. Raises Refused when the game is over, ValueError for a bot that there is not.
        """
        limit = None if think is None else read_limit(str(think))
        made = make_bot(bot_named(bot, limit), self._machine, f"hint:{self.seed}")
        decision = self._decision()
        with placed(self._machine, self._origins, self._position):
            chosen = ask(made, self._machine.layout, self._position, decision)
        return next(option for option in self.options() if option._option.key == chosen.key)

    def view(self, player: str | int) -> Picture:
        """What a player (a letter, or a seat from 0) may see, as texts by name; nothing secret is in it.

        Raises ValueError for a player that there is not.
        """
        seat = self._seat(player)
        with placed(self._machine, self._origins, self._position):
            return picture(self._machine, self._position, seat)

    def _seat(self, player: str | int) -> int:
        if isinstance(player, int) and 0 <= player < len(self.players):
            return player
        if isinstance(player, str) and player.upper() in self.players:
            return self.players.index(player.upper())
        raise ValueError(f"there is no player {player!r}; there are {', '.join(self.players)}")


def _plain(text: str) -> str:
    """A move without what is of no matter when it is typed."""
    return " ".join(text.replace('"', "").split()).lower()


# ---------------------------------------------------------------------------------------------
# Many games as columns


@frozen(eq=False)
class Batch:
    """Games as columns: NumPy arrays when NumPy is installed, else lists.

    One entry for each game, or a row with an entry for each seat. `win` is the part of the win that a seat
    has (a shared one is split), `places` count from 0, `result` is false for a game without result: `win`
    and `payoffs` are 0 then, and `places` -1. `turns` and `rounds` are -1 where the rules have none, `scores`
    are NaN where there is no number. `bots` are names, `seeds` make a game again with them.
    """

    seeds: Any
    decisions: Any
    turns: Any
    rounds: Any
    result: Any
    bots: Any
    places: Any
    win: Any
    scores: Any
    payoffs: Any

    def __len__(self) -> int:
        return len(self.seeds)


def _batch(rows: Sequence[Played]) -> Batch:
    def by_seat(of: Callable[[Played, int], Any], missing: Any) -> list[list[Any]]:
        return [
            [of(row, seat) if row.has_result else missing for seat in range(len(row.seating))] for row in rows
        ]

    none = float("nan")
    scores = by_seat(
        lambda row, seat: none if row.scores[seat] is None else float(row.scores[seat] or 0), none
    )
    return Batch(
        seeds=_column([row.seed for row in rows], "U"),
        decisions=_column([row.decisions for row in rows], "int64"),
        turns=_column([-1 if row.turns is None else row.turns for row in rows], "int64"),
        rounds=_column([-1 if row.rounds is None else row.rounds for row in rows], "int64"),
        result=_column([row.has_result for row in rows], "bool"),
        bots=_column([list(row.seating) for row in rows], "U"),
        places=_column(by_seat(lambda row, seat: row.places[seat], -1), "int64"),
        win=_column(by_seat(lambda row, seat: float(row.win(seat)), 0.0), "float64"),
        scores=_column(scores, "float64"),
        payoffs=_column(by_seat(lambda row, seat: float(row.payoffs[seat]), 0.0), "float64"),
    )


def _column(values: list[Any], kind: str) -> Any:
    """A NumPy array, or the list itself where there is no NumPy."""
    if find_spec("numpy") is None:
        return values
    return import_module("numpy").array(values, dtype=kind)


__all__ = [
    "BOT_NAMES", "Batch", "Game", "IllegalMove", "Option", "PlayFault", "RulesError", "SettingError", "State",
    "load", "load_text",
]  # fmt: skip
