"""Many games of one configuration: from what is wanted to a `Simulation`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Final

from attrs import define, field, frozen

from interpreter.compiled.host import is_available
from ruledsl.bots import bot_named
from ruledsl.bots.random import RandomBot
from ruledsl.model.config import Configuration, SettingValue
from ruledsl.pipeline import Game
from ruledsl.tools.faults import PlayFault
from ruledsl.tools.saved import RulesFile, game_from, rules_files
from ruledsl.tools.session import Session
from ruledsl.tools.simulation.clauses import Clause
from ruledsl.tools.simulation.compiled import KernelPlayouts
from ruledsl.tools.simulation.playout import DEFAULT_BUDGET, Played, Playouts, ReferencePlayouts
from ruledsl.tools.simulation.tally import FirstFault, Tally
from ruledsl.tools.simulation.work import Piece, WorkersLost, open_executor, play_in_order, whole

GIVE_UP: Final = 10
"""When none of so many games comes to an end, no more are played."""

ENGINES: Final = ("auto", "wasm", "python", "reference")

Rows = tuple[Played, ...]


@frozen
class Plan:
    """What is to be simulated, as plain data: it can be sent to another process and makes the game there.

    `rules` are the texts, oldest first; `name` is what the user called them. `bots` by seat, repeated when
    there are fewer than `players`. `budget`: decisions after which a game is broken off. `rows`: the records
    of all games are wanted, too. `engine`: one of ENGINES, see `played_by`.
    """

    rules: tuple[RulesFile, ...]
    name: str
    players: int
    settings: tuple[tuple[str, SettingValue], ...]
    bots: tuple[str, ...]
    seed: str
    budget: int = DEFAULT_BUDGET
    rows: bool = False
    engine: str = "auto"

    @property
    def played_by(self) -> str:
        """What plays here: wasm or python, a kernel run as WebAssembly or by CPython, or the reference.

        Kernels are for games in which every bot is `random`. Where WebAssembly cannot be run, CPython runs
        kernels several times as quickly as it runs the reference.
        """
        if self.engine == "reference" or set(self.bots) != {RandomBot.name}:
            return "reference"
        if self.engine != "auto":
            return self.engine
        return "wasm" if is_available() else "python"

    @property
    def in_threads(self) -> bool:
        """Whether several threads are quicker than one."""
        return self.played_by == "wasm"

    @property
    def config(self) -> Configuration:
        """Players and settings."""
        return Configuration(self.players, dict(self.settings))

    def game(self) -> Game:
        """The game, read again."""
        return game_from(self.rules, self.name, self.name)

    def prepare(self) -> Batches:
        """See `work.Job`."""
        return Batches(open_playouts(self.game(), self), self.rows)


def make_plan(
    game: Game,
    config: Configuration,
    bots: Sequence[str],
    seed: int | str,
    budget: int = DEFAULT_BUDGET,
    rows: bool = False,
    engine: str = "auto",
) -> Plan:
    """A plan for a game that was read. Raises ValueError for bots that there are not, or too many.

    Bots think in iterations, not in seconds: the figures must not depend on the machine.
    """
    if not bots:
        raise ValueError("no bot is named")
    bots = [bot_named(bot, timed=False) for bot in bots]
    if len(bots) > config.players:
        raise ValueError(f"{len(bots)} bots for {config.players} players")
    if engine not in ENGINES:
        raise ValueError(f"there is no engine {engine!r}; there are {', '.join(ENGINES)}")
    if engine in ("wasm", "python") and set(bots) != {RandomBot.name}:
        raise ValueError(f"the engine {engine} is for random bots alone")
    return Plan(
        rules_files(game), game.path, config.players, tuple(config.settings.items()), tuple(bots), str(seed),
        budget, rows, engine,
    )  # fmt: skip


def open_playouts(game: Game, plan: Plan) -> Playouts:
    """What plays the games of a plan: the one place that chooses an engine."""
    engine = plan.played_by
    if engine != "reference":
        return KernelPlayouts(game, plan.config, plan.bots, plan.seed, plan.budget, engine)
    return ReferencePlayouts(game, plan.config, plan.bots, plan.seed, plan.budget)


@frozen
class Batch:
    """Games that were played one after the other: added up, and their records when they are wanted."""

    tally: Tally
    rows: Rows = ()


class Batches:
    """Plays ranges of a plan's games; see `work.Player`."""

    def __init__(self, playouts: Playouts, rows: bool) -> None:
        self.playouts, self.rows = playouts, rows

    def play(self, first: int, last: int) -> Batch:
        """The games with these numbers."""
        if not self.rows:
            return Batch(self.playouts.tally(first, last))
        tally = Tally()
        rows: list[Played] = []
        for played in self.playouts.games(first, last):
            tally.add(played)
            rows.append(played)
        return Batch(tally, tuple(rows))

    def another(self) -> Batches:
        """See `work.Player`."""
        return Batches(self.playouts.another(), self.rows)


@define
class Simulation:
    """What was played: `tally` and the clauses that its uses are about. `wanted`: games asked for.

    `interrupted`: it was broken off, by hand or because the workers were lost (`lost`). `gave_up`: none of
    the first games came to an end, so no more were played.
    """

    plan: Plan
    game: Game
    clauses: tuple[Clause, ...]
    wanted: int
    tally: Tally = field(factory=Tally)
    interrupted: bool = False
    gave_up: bool = False
    lost: WorkersLost | None = None


Progress = Callable[[int], None]
"""Is told how many games have been played."""


def simulate(
    game: Game,
    plan: Plan,
    games: int,
    workers: int = 1,
    progress: Progress | None = None,
    take_rows: Callable[[Rows], None] | None = None,
    opener: Callable[[int], Executor] | None = None,
) -> Simulation:
    """Plays the games of a plan, numbers 0 to `games` - 1.

    `progress` is called now and then; `take_rows` gets the records of all games in order, for a plan with
    rows. `opener` gives an executor for so many workers, in place of threads or processes of this machine. An
    interrupt (KeyboardInterrupt) ends it early: what was played until then is in the Simulation, as
    far as it has no gap; so does the loss of all workers (WorkersLost, when nothing was played). Raises
    RulesError when the rules are wrong, ValueError for less than one game.
    """
    if games < 1:
        raise ValueError("at least one game has to be played")
    found = Simulation(plan, game, open_playouts(game, plan).clauses, games)
    opener = opener or partial(open_executor, threads=plan.in_threads)
    pieces = play_in_order(plan, games, workers, stops=(GIVE_UP,), opener=opener)
    try:
        for piece in pieces:
            with whole():
                _take(found, piece, take_rows)
            if progress is not None:
                progress(found.tally.games)
            if found.tally.games >= GIVE_UP and found.tally.without_result == found.tally.games:
                found.gave_up = found.tally.games < games
                break
    except KeyboardInterrupt:
        found.interrupted = True
    except WorkersLost as lost:
        if not found.tally.games:
            raise
        found.interrupted, found.lost = True, lost
    finally:
        pieces.close()
    return found


def _take(found: Simulation, piece: Piece[Batch], take_rows: Callable[[Rows], None] | None) -> None:
    found.tally.merge(piece.part.tally)
    if take_rows is not None:
        take_rows(piece.part.rows)


# ---------------------------------------------------------------------------------------------
# Faults


@frozen
class FaultRecord:
    """A fault of the rules with its place, and the saved game that leads to it (empty: there was no move)."""

    first: FirstFault
    fault: PlayFault | None
    saved: str


def record_fault(simulation: Simulation, first: FirstFault) -> FaultRecord:
    """Plays the first game with a fault again, up to the fault, and keeps its record."""
    plan, game = simulation.plan, simulation.game
    session: Session | None = None
    try:
        session = Session(game, plan.config, first.seating, first.seed, decision_budget=plan.budget)
        while not session.over:
            session.take(session.bot_option())
        _ = session.outcome
    except PlayFault as fault:
        return FaultRecord(first, fault, "" if session is None else session.save())
    return FaultRecord(first, None, session.save())


def settings_in_force(game: Game, config: Configuration) -> Mapping[str, object]:
    """Every setting with its value, the usual ones included."""
    return dict(game.program(config).settings)
