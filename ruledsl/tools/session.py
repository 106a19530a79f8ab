"""A game that is played: who sits where, what has happened, what may be taken back, and how it is saved.

A Session asks nobody and shows nothing: whoever talks to people takes `decision`, calls `take`, and reads
`log`.  It is the same for a terminal, a web page or a program.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from attrs import define, frozen

from interpreter.chance import Chance, Sampled, Scripted, seed_generator
from interpreter.choices import Option
from interpreter.faults import Refused
from interpreter.hashing import state_hash
from interpreter.machine import DECISION_BUDGET, Decision, Machine
from interpreter.notation import decision_texts, key_text
from interpreter.outcome import Outcome
from interpreter.position import Position, copy_position
from interpreter.replay import Record, Step, result_of, rules_hash
from interpreter.views import View, view
from ruledsl.bots import BEST_BOT, Bot, BotError, ask, bot_named, make_bot
from ruledsl.diagnostics import Diagnostic
from ruledsl.model.config import Configuration
from ruledsl.pipeline import Game
from ruledsl.source import Span
from ruledsl.tools.events import Happened, Viewer, Watch, bound_pieces, effects_in_words, move_in_words
from ruledsl.tools.faults import placed
from ruledsl.tools.legal_moves import Judgement, judge
from ruledsl.tools.replaying import follow, open_replay
from ruledsl.tools.saved import RecordError, read_saved, save

PERSON: Final = "you"
"""What stands for a person among the kinds of seats; the others are names of bots."""


@frozen
class Chosen:
    """One decision that was made: by whom, what, and whether it was the only option and taken for them."""

    seat: int
    option: Option
    forced: bool = False


@define
class _Point:
    """Where play can go back to: before a choice that told nobody anything new."""

    position: Position
    decisions: int
    forced: bool


class Session:
    """One game under way.

    `seats` has for each seat `PERSON` or the name of a bot (see `ruledsl.bots.registry`). `seed` decides all
    chance, that of the bots included. `keep_record` False leaves out fingerprints, which takes less time;
    such a game cannot be saved. Raises PlayFault where the rules cannot be followed, here and in every method
    that plays.
    """

    def __init__(
        self,
        game: Game,
        config: Configuration,
        seats: Sequence[str],
        seed: int | str = 0,
        *,
        keep_record: bool = True,
        decision_budget: int = DECISION_BUDGET,
    ) -> None:
        machine = Machine(game.program(config), decision_budget=decision_budget)
        self._prepare(game, machine, game.lowered(config).origins, seats, str(seed), keep_record)
        self._start(Sampled.of(seed_generator(self.seed)))

    def _prepare(
        self,
        game: Game,
        machine: Machine,
        origins: tuple[Span, ...],
        seats: Sequence[str],
        seed: str,
        keep_record: bool,
    ) -> None:
        self.game = game
        self.machine = machine
        self.origins = origins
        self.seats = tuple(seats)
        self.seed = seed
        self.keep_record = keep_record
        self.hinting = BEST_BOT
        """the bot that is asked for a hint"""
        self.program = machine.program
        self.layout = machine.layout
        if len(self.seats) != self.program.players:
            raise ValueError(f"{len(self.seats)} seats for {self.program.players} players")
        self.people = tuple(seat for seat, kind in enumerate(self.seats) if kind == PERSON)
        self.viewers: tuple[Viewer, ...] = self.people or (None,)
        self.log: dict[Viewer, list[Happened]] = {viewer: [] for viewer in self.viewers}
        self.chosen: list[Chosen] = []
        self._steps: list[Step] = []
        self._points: list[_Point] = []
        self._why_no_undo = "nothing was chosen yet"
        """what keeps play from going back further than to the first of the points"""

    def _start(self, chance: Chance) -> None:
        watch = Watch()
        with placed(self.machine, self.origins):
            self.position = self.machine.initial(chance, watch)
        self.position.generator = getattr(chance, "generator", [])
        self._begin = Step("", tuple(chance.history), self._hash())
        for viewer in self.viewers:
            told = effects_in_words(self.machine, self.position, self.position, watch, viewer)
            self.log[viewer].append(Happened(0, None, "the game begins", *told))

    def _hash(self) -> str:
        return state_hash(self.layout, self.position) if self.keep_record else ""

    # -----------------------------------------------------------------------------------------
    # What is due

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.over

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._position

    @position.setter
    def position(self, value: Position) -> None:
        self._position = value
        self._decision: Decision | None = None
        self._texts: list[str] | None = None

    @property
    def decision(self) -> Decision:
        """The decision that is due. Raises Refused when the game is over."""
        if self._decision is None:
            with placed(self.machine, self.origins, self.position):
                self._decision = self.machine.decision(self.position)
        return self._decision

    @property
    def options(self) -> list[Option]:
        """The options of the decision that is due."""
        with placed(self.machine, self.origins, self.position):
            return self.decision.options

    @property
    def texts(self) -> list[str]:
        """The options as texts, no two alike."""
        if self._texts is None:
            with placed(self.machine, self.origins, self.position):
                self._texts = decision_texts(self.machine, self.decision)
        return self._texts

    @property
    def is_person_due(self) -> bool:
        """Whether a person has to choose."""
        return self.seats[self.decision.seat] == PERSON

    def view(self, seat: int | None, resume: bool = False) -> View:
        """What a seat may see."""
        return view(self.layout, self.position, seat, resume)

    def judge(self, text: str) -> Judgement:
        """Whether a typed move may be made, and every reason against it."""
        return judge(self.machine, self.position, self.origins, text)

    @property
    def outcome(self) -> Outcome:
        """How the game ended. Raises Refused while it goes on."""
        with placed(self.machine, self.origins, self.position):
            return self.machine.outcome(self.position)

    def name(self, seat: int) -> str:
        """A seat's letter with what sits there, as far as that says something."""
        letter = self.layout.seat_names[seat]
        if self.seats[seat] == PERSON:
            return f"{letter} (you)" if len(self.people) == 1 else letter
        return f"{letter} ({self.seats[seat]})"

    # -----------------------------------------------------------------------------------------
    # Play

    def take(self, option: Option, forced: bool = False) -> None:
        """Takes an option of the decision that is due; `forced`: the only one, taken for the player."""
        after = copy_position(self.position)
        self._take(option, after, Sampled(after), forced)

    def _take(self, option: Option, after: Position, chance: Chance, forced: bool = False) -> None:
        """Takes an option; `after` is a copy of the position that becomes the next one."""
        before, decision, watch = self.position, self.decision, Watch()
        with placed(self.machine, self.origins, before):
            self.machine.apply_in_place(after, option, chance, watch)
        self.position = after
        self.chosen.append(Chosen(decision.seat, option, forced))
        self._steps.append(Step(key_text(option), tuple(chance.history), self._hash()))
        self._note_point(before, decision.seat, forced, bool(chance.history), watch.news(before))
        self._note(decision, option, before, watch)

    def _note_point(self, before: Position, seat: int, forced: bool, chance: bool, news: bool) -> None:
        """Notes that play may come back to `before`, or that it may not go back any more."""
        if chance or news:
            self._points = []
            self._why_no_undo = "chance has decided something" if chance else "a card has been shown"
        else:
            self._points.append(_Point(before, len(self.chosen) - 1, forced))
        if self.over or self.decision.seat != seat:
            self._points = []
            self._why_no_undo = "the game is over" if self.over else "it was somebody else's choice"

    def _note(self, decision: Decision, option: Option, before: Position, watch: Watch) -> None:
        """Writes the move into the log of every viewer."""
        done = not decision.simultaneous
        told = bound_pieces(option) if done else ()
        number = len(self.chosen)
        for viewer in self.viewers:
            text = move_in_words(self.machine, decision, option, watch, viewer, done)
            effects = effects_in_words(self.machine, before, self.position, watch, viewer, told)
            self.log[viewer].append(Happened(number, decision.seat, text, *effects))

    @cached_property
    def _bots(self) -> dict[int, Bot]:
        return {
            seat: make_bot(kind, self.machine, f"{self.seed}:{seat}")
            for seat, kind in enumerate(self.seats)
            if kind != PERSON
        }

    def bot_option(self) -> Option:
        """What the bot chooses that is due."""
        return self._chosen_by(self._bots[self.decision.seat])

    def hint(self) -> Option:
        """What a good bot would choose for the seat that is due, knowing no more than it does."""
        return self._chosen_by(make_bot(self.hinting, self.machine, f"hint:{self.seed}"))

    def _chosen_by(self, bot: Bot) -> Option:
        with placed(self.machine, self.origins, self.position):
            return ask(bot, self.layout, self.position, self.decision)

    # -----------------------------------------------------------------------------------------
    # Taking back

    @property
    def can_undo(self) -> bool:
        """Whether the last choice may be taken back: nobody has learnt anything since, and nobody else has
        chosen."""
        return any(not point.forced for point in self._points)

    def undo(self) -> None:
        """Takes the last choice back, with what was taken for the player after it.

        Raises Refused with the reason when that may not be.
        """
        if not self.can_undo:
            raise Refused(f"nothing can be taken back: {self._why_no_undo}")
        while True:
            point = self._points.pop()
            if not point.forced:
                break
        gone = len(self.chosen) - point.decisions
        del self.chosen[point.decisions :]
        del self._steps[point.decisions :]
        for lines in self.log.values():
            del lines[len(lines) - gone :]
        self.position = point.position

    # -----------------------------------------------------------------------------------------
    # Saving

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        if not self.keep_record:
            raise Refused("this game is played without a record")
        return Record(
            title=self.program.title,
            rules=rules_hash(self.game.text),
            program=self.program.hash,
            players=self.program.players,
            settings=self.program.settings,
            seed=self.seed,
            begin=self._begin,
            steps=tuple(self._steps),
            result=result_of(self.machine, self.position) if self.over else None,
        )

    def save(self) -> str:
        """The game as the text of a saved game (see `saved`), with who sits where."""
        document = json.loads(save(self.game, self.record))
        document["seats"] = list(self.seats)
        return json.dumps(document, indent=1) + "\n"

    @classmethod
    def resume(cls, path: str, data: bytes, seats: Sequence[str] | None = None) -> Session:
        """Goes on with what `save` gave, after playing it again and comparing every fingerprint.

        `path` is for messages; `seats` let others go on in their place. Raises RecordError.
        """
        replay = open_replay(path, read_saved(path, data))
        for _ in follow(replay, None):
            pass  # every move is compared
        record = replay.record
        sitting = _seats_of(path, data, record.players) if seats is None else seats
        made = cls.__new__(cls)
        made._prepare(replay.game, replay.machine, replay.origins, sitting, record.seed, keep_record=True)
        made._play_again(record)
        return made

    def _play_again(self, record: Record) -> None:
        """Plays a record that was verified, with its log.

        Chance goes on where it stood when the record's own seed gives what it tells, else from a new start.
        """
        chance: Chance = Sampled.of(seed_generator(self.seed))
        self._start(chance)
        if tuple(chance.history) != record.begin.chance:
            self._forget()
            self._start(Scripted(record.begin.chance))
        for step in record.steps:
            self._repeat(step)
        if not self.position.generator:
            last = self._steps[-1] if self._steps else self._begin
            self.position.generator = seed_generator(f"{self.seed}:{len(self._steps)}:{last.hash}")

    def _repeat(self, step: Step) -> None:
        """Takes what was taken; the position's generator moves along as long as it agrees."""
        option = next(option for option in self.options if key_text(option) == step.move)
        after = copy_position(self.position)
        if after.generator:
            trial = copy_position(after)
            sampled = Sampled(trial)
            self.machine.apply_in_place(trial, option, sampled)
            if tuple(sampled.history) != step.chance:
                after.generator = []
        self._take(option, after, Sampled(after) if after.generator else Scripted(step.chance))

    def _forget(self) -> None:
        for lines in self.log.values():
            lines.clear()


def _seats_of(path: str, data: bytes, players: int) -> list[str]:
    """Who sits where; everybody a person in a record that does not tell."""
    seats = json.loads(data).get("seats", [PERSON] * players)
    if isinstance(seats, list) and len(seats) == players and all(_may_sit(kind) for kind in seats):
        return seats
    raise RecordError(Diagnostic("E453", facts={"reason": "`seats` is not what it should be"}, path=path))


def _may_sit(kind: object) -> bool:
    """Whether this is `PERSON` or a bot, as it is kept."""
    if not isinstance(kind, str):
        return False
    try:
        return kind == PERSON or bot_named(kind) == kind
    except BotError:
        return False
