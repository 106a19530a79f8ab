"""Following a recorded game: every move is made again, told, and compared with what the record says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import frozen

from interpreter.chance import Chance, ChanceNeeded, Scripted
from interpreter.choices import Option
from interpreter.faults import Refused
from interpreter.hashing import state_hash
from interpreter.layout import empty_position
from interpreter.machine import Decision, Machine
from interpreter.notation import decision_texts, key_text
from interpreter.position import Position, copy_position
from interpreter.replay import Record, Step, result_of
from ruledsl.diagnostics import Diagnostic
from ruledsl.pipeline import Game
from ruledsl.source import Span
from ruledsl.tools.events import Happened, Viewer, Watch, bound_pieces, effects_in_words, move_in_words
from ruledsl.tools.faults import placed
from ruledsl.tools.saved import RecordError, SavedGame, game_of, machine_of


@frozen
class Replay:
    """A recorded game, ready to be followed."""

    path: str
    saved: SavedGame
    game: Game
    machine: Machine
    origins: tuple[Span, ...]

    @property
    def record(self) -> Record:
        """What was recorded."""
        return self.saved.record

    def seat(self, name: str) -> int:
        """The seat of a letter. Raises RecordError (E465)."""
        seats = self.machine.layout.seat_names
        if name.upper() not in seats:
            facts = {"seat": name, "seats": tuple(seats)}
            raise RecordError(Diagnostic("E465", facts=facts, path=self.path))
        return seats.index(name.upper())

    def check_moment(self, at: int) -> None:
        """Raises RecordError (E464) when there are not so many moves."""
        count = len(self.record.steps)
        if not 0 <= at <= count:
            raise RecordError(Diagnostic("E464", facts={"at": at, "count": count}, path=self.path))

    def moment(self, at: int) -> Position:
        """The position after so many moves; of the moves behind it nothing is asked. Raises RecordError."""
        self.check_moment(at)
        for told, position in follow(self, None):
            if told.number == at:
                return position
        raise AssertionError("a record is followed to its end")


def open_replay(path: str, saved: SavedGame) -> Replay:
    """Makes a saved game ready to be followed. Raises RecordError when its rules are not usable."""
    game = game_of(path, saved)
    machine, origins = machine_of(path, game, saved.record)
    return Replay(path, saved, game, machine, origins)


def follow(replay: Replay, viewer: Viewer) -> Iterator[tuple[Happened, Position]]:
    """The beginning and every move as the viewer may know it, each with the position afterwards.

    Raises RecordError at the first move that differs from the record (E460 to E463), PlayFault where the
    rules cannot be followed. The result is compared after the last move.
    """
    machine, record = replay.machine, replay.record
    watch = Watch()
    chance = Scripted(record.begin.chance)
    with placed(machine, replay.origins), _scripted(replay, 0):
        position = machine.initial(chance, watch)
    _compare(replay, 0, record.begin, chance, position)
    yield Happened(0, None, "", _beginning(machine, position, watch, viewer)), position
    for number, step in enumerate(record.steps, 1):
        before = position
        if before.over:
            raise RecordError(Diagnostic("E463", facts={"move": number}, path=replay.path))
        with placed(machine, replay.origins, before):
            decision = machine.decision(before)
            option = _option(replay, decision, number, step)
            watch = Watch()
            chance = Scripted(step.chance)
            with _scripted(replay, number):
                position = machine.apply(before, option, chance, watch)
        _compare(replay, number, step, chance, position)
        yield _told(machine, number, decision, option, before, position, watch, viewer), position
    if record.result is not None and (not position.over or result_of(machine, position) != record.result):
        reason = "the result in it is not the one that the moves lead to"
        raise RecordError(Diagnostic("E453", facts={"reason": reason}, path=replay.path))


@contextmanager
def _scripted(replay: Replay, number: int) -> Iterator[None]:
    """Within this, chance that does not fit the record becomes a RecordError."""
    try:
        yield
    except ChanceNeeded as needed:
        raise _wrong_chance(replay, number, "an outcome is missing") from needed
    except Refused as refused:
        raise _wrong_chance(replay, number, str(refused)) from refused


def _wrong_chance(replay: Replay, number: int, reason: str) -> RecordError:
    facts = {"move": number, "reason": reason}
    return RecordError(Diagnostic("E462", facts=facts, path=replay.path))


def _compare(replay: Replay, number: int, step: Step, chance: Chance, position: Position) -> None:
    if isinstance(chance, Scripted) and chance.used < len(step.chance):
        raise _wrong_chance(replay, number, "it tells more outcomes than come up")
    if state_hash(replay.machine.layout, position) != step.hash:
        raise RecordError(Diagnostic("E461", facts={"move": number}, path=replay.path))


def _option(replay: Replay, decision: Decision, number: int, step: Step) -> Option:
    for option in decision.options:
        if key_text(option) == step.move:
            return option
    facts = {"move": number, "reason": f"{step.move} is not among the legal moves"}
    raise RecordError(Diagnostic("E460", facts=facts, path=replay.path))


def _beginning(machine: Machine, position: Position, watch: Watch, viewer: Viewer) -> tuple[str, ...]:
    before = empty_position(machine.layout)
    before.variables, before.counters = position.variables, position.counters
    return effects_in_words(machine, before, position, watch, viewer)[0]


def _told(
    machine: Machine,
    number: int,
    decision: Decision,
    option: Option,
    before: Position,
    after: Position,
    watch: Watch,
    viewer: Viewer,
) -> Happened:
    """A move in words: exactly as it is typed for who made it and who sees all, else as it was seen."""
    if viewer in (None, decision.seat):
        pairs = zip(decision.options, decision_texts(machine, decision), strict=True)
        text = next(text for other, text in pairs if other.key == option.key)
    else:
        seen = _with_knowledge_afterwards(machine, before, watch)
        text = move_in_words(machine, seen, option, watch, viewer, done=not decision.simultaneous)
        if option.label and text.startswith(option.label):
            text = f'"{option.label}"{text[len(option.label) :]}'
    told: Sequence[int] = () if decision.simultaneous else bound_pieces(option)
    effects = effects_in_words(machine, before, after, watch, viewer, told)
    return Happened(number, decision.seat, text, *effects)


def _with_knowledge_afterwards(machine: Machine, before: Position, watch: Watch) -> Decision:
    """The decision as it was, but of what has moved only those know what it is who saw it go.

    Somebody who knew a card in an unordered hand does not know that it was this one that left.
    """
    seen = copy_position(before)
    for piece, mask in watch.seen.items():
        seen.known[piece] = mask
    return machine.decision(seen)
